// Spheres against spheres, boxes and triangles: see overlap.h.
//
// A sphere touches a shape when the nearest point of the shape is within its radius. The nearest point of an aligned
// box is its centre, clamped, which is made of floats. Oriented boxes are half-spaces (halfspaces.h). The nearest point
// of a triangle is a corner, or the foot of the perpendicular on an edge or on the face, if it lies there; so it is
// asked whether any of the seven is within the radius. With corners relative to the centre of the sphere:
//   edge p, q:   p·e <= 0 <= q·e and |p×e|² <= r²·|e|²,  e = q - p
//   face:        n = (v1 - v0)×(v2 - v0) not 0, (p×q)·n >= 0 for each edge, (n·v0)² <= r²·|n|²
// in double with error bounds, and with integers where these do not decide.
#include <hitscan/overlap.h>

#include "base/fpenv.h"
#include "exact/big.h"
#include "intersect/intersect.h"
#include "overlap/halfspaces.h"
#include "shapes/linear3.h"
#include "shapes/valid.h"

// ---- Spheres and boxes -----------------------------------------------------------------------------------------

static bool sphere_sphere_exact(const hit_sphere* a, const hit_sphere* b)
{
    hit_big way[3], extent = hit_big_from_float(a->radius);
    const hit_big other = hit_big_from_float(b->radius);

    hit_big_difference(a->center, b->center, way);
    extent = hit_big_add(&extent, &other);
    extent = hit_big_mul(&extent, &extent);
    const hit_big distance = hit_big_dot(way, way);
    return hit_big_sub(&distance, &extent).sign <= 0;
}

static HIT_NOINLINE bool sphere_sphere(const hit_sphere* a, const hit_sphere* b)
{
    const double extent = (double)a->radius + b->radius;
    const double x = (double)a->center.x - b->center.x, y = (double)a->center.y - b->center.y,
                 z = (double)a->center.z - b->center.z;
    const double gap = x * x + y * y + z * z - extent * extent;
    const double error = HIT_OVERLAP_EPS * (x * x + y * y + z * z + extent * extent);

    return gap < -error || (!(gap > error) && sphere_sphere_exact(a, b));
}

bool hit_sphere_sphere(hit_sphere a, hit_sphere b)
{
    hit_fpenv saved;
    bool result;

    if (!sphere_is_valid(a) || !sphere_is_valid(b))
        return false;
    saved = hit_fpenv_enter();
    result = sphere_sphere(&a, &b);
    hit_fpenv_leave(saved);
    return result;
}

static float clamp(float x, float low, float high)
{
    return float_order(x) < float_order(low) ? low : float_order(x) > float_order(high) ? high : x;
}

bool hit_sphere_aabb(hit_sphere sphere, hit_aabb box)
{
    const hit_vec3 c = sphere.center;

    if (!sphere_is_valid(sphere) || hit_aabb_is_empty(box))
        return false;
    return hit_sphere_contains(sphere, hit_vec3_make(clamp(c.x, box.min.x, box.max.x), clamp(c.y, box.min.y, box.max.y),
                                                     clamp(c.z, box.min.z, box.max.z)));
}

static HIT_NOINLINE bool sphere_obb(hit_sphere sphere, const hit_obb* obb)
{
    hit_halfspaces set;

    if (!hit_obb_is_solid(obb))
        return false;
    hit_halfspaces_from_obb(obb, &set);
    return hit_halfspaces_sphere(&set, sphere) != HIT_OUTSIDE;
}

bool hit_sphere_obb(hit_sphere sphere, const hit_obb* obb)
{
    hit_fpenv saved;
    bool result;

    if (obb == NULL || !sphere_is_valid(sphere))
        return false;
    saved = hit_fpenv_enter();
    result = sphere_obb(sphere, obb);
    hit_fpenv_leave(saved);
    return result;
}

// ---- Spheres and triangles -------------------------------------------------------------------------------------

// A condition value >= 0, or value <= 0 with the sign of the value changed, as a verdict.
static hit_verdict at_least_zero(double value, double size)
{
    if (size == 0.0)
        return HIT_VERDICT_HIT;
    return value > HIT_OVERLAP_EPS * size    ? HIT_VERDICT_HIT
           : value < -HIT_OVERLAP_EPS * size ? HIT_VERDICT_MISS
                                             : HIT_VERDICT_UNDECIDED;
}

static hit_verdict both(hit_verdict a, hit_verdict b)
{
    if (a == HIT_VERDICT_MISS || b == HIT_VERDICT_MISS)
        return HIT_VERDICT_MISS;
    return a == HIT_VERDICT_HIT ? b : HIT_VERDICT_UNDECIDED;
}

// a×b, and the sums of the absolute values of its terms.
static void cross_sized(const double a[3], const double b[3], double out[3], double size[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
        size[i] = fabs(a[j] * b[k]) + fabs(a[k] * b[j]);
    }
}

// The foot on the edge from p to q, e being q - p.
static hit_verdict edge_within(const double p[3], const double q[3], const double e[3], double radius)
{
    double cross[3], size[3];
    hit_verdict verdict = both(at_least_zero(-dot3(p, e), dot3_abs(p, e)), at_least_zero(dot3(q, e), dot3_abs(q, e)));

    // An edge without length is two corners, and has no foot. Differences of floats are zero only when they are.
    if (verdict == HIT_VERDICT_MISS || (e[0] == 0.0 && e[1] == 0.0 && e[2] == 0.0))
        return HIT_VERDICT_MISS;
    cross_sized(p, e, cross, size);
    const double extent = radius * sqrt(dot3(e, e));
    return both(verdict, at_least_zero(extent - sqrt(dot3(cross, cross)), extent + size[0] + size[1] + size[2]));
}

// The foot on the face. corner and side are relative to the centre; side k goes from corner k to the next.
static hit_verdict face_within(const mat3* corner, const mat3* side, double radius)
{
    double n[3], n_size[3], cross[3], size[3];
    hit_verdict verdict;

    cross_sized(side->row[0], side->row[1], n, n_size);
    const double extent = radius * sqrt(dot3(n, n)), extent_size = radius * (n_size[0] + n_size[1] + n_size[2]);
    const double height = dot3(n, corner->row[0]), height_size = dot3_abs(n_size, corner->row[0]);
    verdict = at_least_zero(extent - fabs(height), extent_size + height_size);
    for (int k = 0; k < 3 && verdict != HIT_VERDICT_MISS; k++) {
        cross_sized(corner->row[k], corner->row[(k + 1) % 3], cross, size);
        verdict = both(verdict, at_least_zero(dot3(cross, n), dot3(size, n_size)));
    }
    // A normal that may be zero decides nothing.
    const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (verdict == HIT_VERDICT_HIT && !(largest > HIT_OVERLAP_EPS * (n_size[0] + n_size[1] + n_size[2])))
        return HIT_VERDICT_UNDECIDED;
    return verdict;
}

// |a|² <= r²·|b|²
static bool within_exact(const hit_big* a2, float radius, const hit_big b[3])
{
    const hit_big r = hit_big_from_float(radius), r2 = hit_big_mul(&r, &r), b2 = hit_big_dot(b, b);
    const hit_big limit = hit_big_mul(&r2, &b2);
    return hit_big_sub(a2, &limit).sign <= 0;
}

static bool edge_within_exact(hit_vec3 center, hit_vec3 from, hit_vec3 to, float radius)
{
    hit_big p[3], q[3], e[3], cross[3];

    hit_big_difference(from, center, p);
    hit_big_difference(to, center, q);
    hit_big_difference(to, from, e);
    if (hit_big_dot(p, e).sign > 0 || hit_big_dot(q, e).sign < 0)
        return false;
    hit_big_cross(p, e, cross);
    const hit_big a2 = hit_big_dot(cross, cross);
    return within_exact(&a2, radius, e);
}

static bool face_within_exact(hit_vec3 center, const hit_vec3 v[3], float radius)
{
    hit_big corner[3][3], side[2][3], n[3], cross[3];

    for (int k = 0; k < 3; k++)
        hit_big_difference(v[k], center, corner[k]);
    hit_big_difference(v[1], v[0], side[0]);
    hit_big_difference(v[2], v[1], side[1]);
    hit_big_cross(side[0], side[1], n);
    if (n[0].sign == 0 && n[1].sign == 0 && n[2].sign == 0)
        return false;
    for (int k = 0; k < 3; k++) {
        hit_big_cross(corner[k], corner[(k + 1) % 3], cross);
        if (hit_big_dot(cross, n).sign < 0)
            return false;
    }
    const hit_big height = hit_big_dot(n, corner[0]), height2 = hit_big_mul(&height, &height);
    return within_exact(&height2, radius, n);
}

static HIT_NOINLINE bool sphere_triangle(hit_sphere sphere, const hit_triangle* triangle)
{
    const hit_vec3 v[3] = {triangle->v0, triangle->v1, triangle->v2};
    double c[3], p[3];
    mat3 corner, side;
    hit_verdict verdict[4];

    for (int k = 0; k < 3; k++)
        if (hit_sphere_contains(sphere, v[k]))
            return true;
    vec3_load(sphere.center, c);
    for (int k = 0; k < 3; k++) {
        double next[3];
        vec3_load(v[k], p);
        vec3_load(v[(k + 1) % 3], next);
        for (int i = 0; i < 3; i++) {
            corner.row[k][i] = p[i] - c[i];
            side.row[k][i] = next[i] - p[i];
        }
    }
    verdict[3] = face_within(&corner, &side, sphere.radius);
    for (int k = 0; k < 3; k++)
        verdict[k] = edge_within(corner.row[k], corner.row[(k + 1) % 3], side.row[k], sphere.radius);
    for (int k = 0; k < 4; k++)
        if (verdict[k] == HIT_VERDICT_HIT)
            return true;
    for (int k = 0; k < 3; k++)
        if (verdict[k] == HIT_VERDICT_UNDECIDED &&
            edge_within_exact(sphere.center, v[k], v[(k + 1) % 3], sphere.radius))
            return true;
    return verdict[3] == HIT_VERDICT_UNDECIDED && face_within_exact(sphere.center, v, sphere.radius);
}

bool hit_sphere_triangle(hit_sphere sphere, const hit_triangle* triangle)
{
    hit_fpenv saved;
    bool result;

    if (!sphere_is_valid(sphere) || hit_aabb_is_empty(hit_triangle_bounds(triangle)))
        return false;
    saved = hit_fpenv_enter();
    result = sphere_triangle(sphere, triangle);
    hit_fpenv_leave(saved);
    return result;
}
