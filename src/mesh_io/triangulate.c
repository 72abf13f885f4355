// Divides polygons into triangles: convex ones into a fan, others by cutting ears off (Meisters 1975; with the list of
// ears kept up to date as in O'Rourke, Computational Geometry in C, 1998, ch. 1).
//
// A polygon is seen along the axis to which its normal (Newell's) is closest, so that corners need not lie in one plane
// exactly. A corner is an ear when the triangle that it makes with its neighbours turns the way the polygon does and
// has no corner in it at which the polygon turns the other way. Cutting it off changes only whether its two neighbours
// are ears. A simple polygon always has one; where there is none, because edges cross or meet, the rest becomes a fan.
//
// Cost: O(n) for convex polygons and those of more than HIT_POLYGON_MAX_CLIPPED corners, O(n r) for others, of which r
// turn the other way. As n is limited, the time is in proportion to the size of a file.
#include "mesh_io/faces.h"
#include "base/assert.h"
#include "base/fpenv.h"

#include <math.h>
#include <string.h>

// ---- The plane ------------------------------------------------------------------------------------------------------

// Where a polygon is seen in two dimensions: which coordinates are x and y, such that it goes round counter-clockwise.
typedef struct plane {
    int x, y;
} plane;

static double coordinate(hit_vec3 v, int axis)
{
    return (double)(axis == 0 ? v.x : axis == 1 ? v.y : v.z);
}

// False when the polygon has no area.
static bool find_plane(const hit_vec3* vertices, const uint32_t* corner, uint32_t n, plane* p)
{
    const hit_vec3 o = vertices[corner[0]];
    double normal[3] = {0, 0, 0};
    int axis = 0;

    // Coordinates from the first corner: what is far away from the origin would lose its digits in the products.
    for (uint32_t i = 1; i + 1 < n; i++) {
        const hit_vec3 a = vertices[corner[i]], b = vertices[corner[i + 1]];
        const double ax = (double)a.x - (double)o.x, ay = (double)a.y - (double)o.y, az = (double)a.z - (double)o.z;
        const double bx = (double)b.x - (double)o.x, by = (double)b.y - (double)o.y, bz = (double)b.z - (double)o.z;
        normal[0] += ay * bz - az * by;
        normal[1] += az * bx - ax * bz;
        normal[2] += ax * by - ay * bx;
    }
    for (int i = 1; i < 3; i++)
        if (fabs(normal[i]) > fabs(normal[axis]))
            axis = i;
    if (normal[axis] == 0)
        return false;
    p->x = (axis + 1) % 3;
    p->y = (axis + 2) % 3;
    if (normal[axis] < 0) {
        p->x = (axis + 2) % 3;
        p->y = (axis + 1) % 3;
    }
    return true;
}

typedef struct point {
    double x, y;
} point;

static point project(const hit_vec3* vertices, uint32_t index, plane p)
{
    return (point){coordinate(vertices[index], p.x), coordinate(vertices[index], p.y)};
}

// Positive when a, b, c turn left.
static double turn(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool is_reflex(const hit_vec3* vertices, uint32_t a, uint32_t b, uint32_t c, plane p)
{
    return turn(project(vertices, a, p), project(vertices, b, p), project(vertices, c, p)) < 0;
}

// ---- Fans -----------------------------------------------------------------------------------------------------------

// Triangles that all have the first corner, in place. The last one comes first: triangle t covers slots 3t to 3t + 2,
// which the triangles before it do not read, as they need corners up to t + 1 only.
static void make_fan(uint32_t* slots, uint32_t n)
{
    const uint32_t first = slots[0];
    HIT_ASSERT(n >= 3);
    for (uint32_t t = n - 2; t-- > 0;) {
        const uint32_t b = slots[t + 1], c = slots[t + 2];
        slots[3 * (size_t)t] = first;
        slots[3 * (size_t)t + 1] = b;
        slots[3 * (size_t)t + 2] = c;
    }
}

static bool is_convex(const hit_vec3* vertices, const uint32_t* corner, uint32_t n, plane p)
{
    point a = project(vertices, corner[n - 2], p), b = project(vertices, corner[n - 1], p);
    for (uint32_t i = 0; i < n; i++) {
        const point c = project(vertices, corner[i], p);
        if (turn(a, b, c) < 0)
            return false;
        a = b;
        b = c;
    }
    return true;
}

// ---- Ears -----------------------------------------------------------------------------------------------------------

typedef struct clipper {
    point at[HIT_POLYGON_MAX_CLIPPED];
    uint32_t corner[HIT_POLYGON_MAX_CLIPPED];
    uint16_t before[HIT_POLYGON_MAX_CLIPPED], after[HIT_POLYGON_MAX_CLIPPED];
    uint16_t reflex[HIT_POLYGON_MAX_CLIPPED]; // corners that turned right at the beginning, and may still do
    uint32_t reflex_count;
    bool turns_right[HIT_POLYGON_MAX_CLIPPED], ear[HIT_POLYGON_MAX_CLIPPED];
} clipper;

static bool same_place(point a, point b)
{
    return a.x == b.x && a.y == b.y;
}

static double least(double a, double b, double c)
{
    const double ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static bool is_ear(clipper* c, uint32_t i)
{
    const point a = c->at[c->before[i]], b = c->at[i], d = c->at[c->after[i]];
    const double left = least(a.x, b.x, d.x), right = -least(-a.x, -b.x, -d.x);
    const double low = least(a.y, b.y, d.y), high = -least(-a.y, -b.y, -d.y);

    if (!(turn(a, b, d) > 0))
        return false;
    for (uint32_t k = 0; k < c->reflex_count;) {
        const uint32_t r = c->reflex[k];
        const point p = c->at[r];
        if (!c->turns_right[r]) {
            c->reflex[k] = c->reflex[--c->reflex_count];
            continue;
        }
        k++;
        if (p.x < left || p.x > right || p.y < low || p.y > high)
            continue;
        // Corners at the same place are those where a cut leads to a hole; they do not lie in the way.
        if (same_place(p, a) || same_place(p, b) || same_place(p, d))
            continue;
        if (turn(a, b, p) >= 0 && turn(b, d, p) >= 0 && turn(d, a, p) >= 0)
            return false;
    }
    return true;
}

static void look_at(clipper* c, uint32_t i)
{
    if (c->turns_right[i])
        c->turns_right[i] = turn(c->at[c->before[i]], c->at[i], c->at[c->after[i]]) < 0;
    c->ear[i] = is_ear(c, i);
}

static void start(clipper* c, const hit_vec3* vertices, const uint32_t* corner, uint32_t n, plane p)
{
    memcpy(c->corner, corner, n * sizeof *corner);
    for (uint32_t i = 0; i < n; i++) {
        c->at[i] = project(vertices, corner[i], p);
        c->before[i] = (uint16_t)(i > 0 ? i - 1 : n - 1);
        c->after[i] = (uint16_t)(i + 1 < n ? i + 1 : 0);
    }
    c->reflex_count = 0;
    for (uint32_t i = 0; i < n; i++) {
        c->turns_right[i] = turn(c->at[c->before[i]], c->at[i], c->at[c->after[i]]) < 0;
        if (c->turns_right[i])
            c->reflex[c->reflex_count++] = (uint16_t)i;
    }
    for (uint32_t i = 0; i < n; i++)
        c->ear[i] = is_ear(c, i);
}

static void clip_ears(const hit_vec3* vertices, uint32_t* slots, uint32_t n, plane p)
{
    clipper c;
    uint32_t i = 0, tried = 0, left = n;
    HIT_ASSERT(n > 3 && n <= HIT_POLYGON_MAX_CLIPPED);

    start(&c, vertices, slots, n, p);
    while (left > 3) {
        const uint32_t before = c.before[i], after = c.after[i];
        // When all have been tried in vain, the corner at hand is cut off nevertheless.
        if (!c.ear[i] && tried < left) {
            i = after;
            tried++;
            continue;
        }
        HIT_ASSERT(c.after[before] == i && c.before[after] == i);
        *slots++ = c.corner[before];
        *slots++ = c.corner[i];
        *slots++ = c.corner[after];
        c.after[before] = (uint16_t)after;
        c.before[after] = (uint16_t)before;
        c.turns_right[i] = false;
        left--;
        tried = 0;
        look_at(&c, before);
        look_at(&c, after);
        // Not the neighbour: ears from all around make better triangles than a fan.
        i = c.after[after];
    }
    *slots++ = c.corner[c.before[i]];
    *slots++ = c.corner[i];
    *slots = c.corner[c.after[i]];
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static HIT_NOINLINE void triangulate(const hit_vec3* vertices, uint32_t* slots, uint32_t n)
{
    plane p;
    if (n <= HIT_POLYGON_MAX_CLIPPED && find_plane(vertices, slots, n, &p) && !is_convex(vertices, slots, n, p)) {
        if (n > 4) {
            clip_ears(vertices, slots, n, p);
            return;
        }
        // A fan from the corner that turns the other way, or from the one across, which is the same cut.
        if (is_reflex(vertices, slots[0], slots[1], slots[2], p) ||
            is_reflex(vertices, slots[2], slots[3], slots[0], p)) {
            const uint32_t first = slots[0];
            memmove(slots, slots + 1, 3 * sizeof *slots);
            slots[3] = first;
        }
    }
    make_fan(slots, n);
}

void hit_polygon_triangulate(const hit_vec3* vertices, uint32_t* slots, uint32_t corners)
{
    hit_fpenv saved;
    if (corners <= 3)
        return;
    saved = hit_fpenv_enter();
    triangulate(vertices, slots, corners);
    hit_fpenv_leave(saved);
}
