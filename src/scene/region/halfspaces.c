// Boxes and convex shapes against half-spaces: frusta, aligned and oriented boxes, unbounded, flat or empty as they may
// be.
//
// One half-space at a time says what is outside, and what is inside. A shape that is on the border of one half-space
// only, or has a point in all of them, touches. What remains lies across at least two half-spaces: the set of their
// common points, clipped by a box around the shape, is a polytope. Its corners are found by trying all intersections of
// three planes, few of which there are, and GJK (scene/convex/gjk.h) tells how far the shape is from their hull.
// Clipping by the box keeps the corners near, whatever the half-spaces are, so that errors are in proportion to the
// shape.
//
// Corners are computed about the center of the box, in double with a bound of their error; where three planes are so
// close to parallel that the bound is not good, in double-double, with the determinant by expansions. So no corner is
// lost, and the hull, grown by the largest of the bounds, holds the whole set.
#include "scene/region/region.h"

#include "base/assert.h"
#include "exact/double_double.h"
#include "scene/convex/gjk.h"
#include "shapes/linear3.h"

enum {
    ROWS_MAX = 12,    ///< six half-spaces, and six sides of a box
    CORNERS_MAX = 220 ///< ways to choose three of twelve
};

// Corners that are not known better than to this part of the box are computed again.
#define GOOD_CORNER 0x1p-44

// The half-spaces that matter for a shape, and the sides of a box around it, about the center of that box.
typedef struct polytope {
    int rows;
    double normal[ROWS_MAX][3];
    dd offset[ROWS_MAX];
    double size; ///< |x| + |y| + |z| of a corner of the box
    uint32_t corners;
    double corner[CORNERS_MAX][3];
    double error; ///< of the corners
} polytope;

// ---- Boxes ----------------------------------------------------------------------------------------------------------

static hit_cull aligned_box(const hit_volume_halfspaces* set, const double low[3], const double high[3], double margin)
{
    hit_cull cull = HIT_INSIDE;

    for (int k = 0; k < 3; k++) {
        if (low[k] > set->high[k] + margin || high[k] < set->low[k] - margin)
            return HIT_OUTSIDE;
        if (low[k] < set->low[k] - margin || high[k] > set->high[k] + margin)
            cull = HIT_CROSSING;
    }
    return cull;
}

hit_cull hit_volume_halfspaces_box(const void* context, const double low[3], const double high[3])
{
    const hit_volume_halfspaces* set = &((const hit_scene_volume*)context)->halfspaces;
    hit_cull cull = HIT_INSIDE;

    HIT_ASSERT(set->count <= 6);
    if (set->aligned)
        return aligned_box(set, low, high, 0.0);
    for (uint32_t i = 0; i < set->count; i++) {
        const hit_volume_halfspace* half = &set->half[i];
        double top = half->offset, bottom = half->offset, most = fabs(half->offset);
        for (int k = 0; k < 3; k++) {
            const double a = half->normal[k] * low[k], b = half->normal[k] * high[k];
            top += fmax(a, b);
            bottom += fmin(a, b);
            most += fmax(fabs(a), fabs(b));
        }
        if (top < -HIT_CONVEX_EPSILON * most)
            return HIT_OUTSIDE;
        if (!(bottom > HIT_CONVEX_EPSILON * most))
            cull = HIT_CROSSING;
    }
    return cull;
}

// ---- Corners --------------------------------------------------------------------------------------------------------

// Whether a point that is known to `error` may lie in all half-spaces but three, on which it lies.
static bool may_be_corner(const polytope* p, const int row[3], const double at[3], double error)
{
    for (int i = 0; i < p->rows; i++) {
        const double depth = dot3(p->normal[i], at) + p->offset[i].hi;
        if (i != row[0] && i != row[1] && i != row[2] &&
            depth < -(error * sum3_abs(p->normal[i]) + 0x1p-49 * (p->size + fabs(p->offset[i].hi))))
            return false;
    }
    return true;
}

// The common point of three planes in double-double. False when there is none. The determinant is exact but for 2^-46.
static bool corner_double_double(const polytope* p, const int row[3], double at[3], double* error)
{
    mat3 m;
    dd normal[3][3], cross[3][3];
    double det, terms = 0.0;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            m.row[i][k] = p->normal[row[i]][k];
            normal[i][k] = (dd){p->normal[row[i]][k], 0.0};
        }
    det = hit_det3(&m);
    if (det == 0.0)
        return false;
    for (int i = 0; i < 3; i++)
        dd_cross(normal[(i + 1) % 3], normal[(i + 2) % 3], cross[i]);
    for (int k = 0; k < 3; k++) {
        dd sum = {0.0, 0.0};
        for (int i = 0; i < 3; i++) {
            const dd term = dd_mul(p->offset[row[i]], cross[i][k]);
            sum = dd_add(sum, term);
            terms += fabs(term.hi);
        }
        at[k] = -sum.hi / det;
    }
    *error = 0x1p-95 * terms / fabs(det) + 0x1p-45 * sum3_abs(at);
    return true;
}

// Add the common point of three planes, if it is a corner. False when that cannot be told.
static bool add_corner(polytope* p, const int row[3])
{
    double cross[3][3], at[3] = {0.0, 0.0, 0.0}, det, terms = 0.0, error;

    for (int i = 0; i < 3; i++) {
        cross3(p->normal[row[(i + 1) % 3]], p->normal[row[(i + 2) % 3]], cross[i]);
        terms += fabs(p->offset[row[i]].hi) * sum3_abs(cross[i]);
    }
    // Of floats, a cross product is good to 2^-53 of itself. Terms with three factors have three more roundings. The
    // error of the determinant counts as often as the point is far.
    det = dot3(p->normal[row[0]], cross[0]);
    error = HUGE_VAL;
    if (det != 0.0) {
        for (int k = 0; k < 3; k++)
            at[k] = -(p->offset[row[0]].hi * cross[0][k] + p->offset[row[1]].hi * cross[1][k] +
                      p->offset[row[2]].hi * cross[2][k]) /
                    det;
        error = 0x1p-49 * (terms + 2.0 * p->size * sum3_abs(p->normal[row[0]]) * sum3_abs(cross[0])) / fabs(det);
    } else if (sum3_abs(cross[0]) == 0.0 || sum3_abs(cross[1]) == 0.0 || sum3_abs(cross[2]) == 0.0)
        return true; // two are parallel
    // An error that is too large is good enough for most of those that are no corners.
    if (!(error <= GOOD_CORNER * p->size) && (det == 0.0 || may_be_corner(p, row, at, error))) {
        if (!corner_double_double(p, row, at, &error))
            return true;
        if (!(error <= GOOD_CORNER * p->size))
            return !may_be_corner(p, row, at, error);
    }
    if (may_be_corner(p, row, at, error)) {
        HIT_ASSERT(p->corners < CORNERS_MAX && error >= 0.0);
        for (int k = 0; k < 3; k++)
            p->corner[p->corners][k] = at[k];
        p->corners++;
        p->error = fmax(p->error, error);
    }
    return true;
}

// ---- Convex shapes --------------------------------------------------------------------------------------------------

static void add_row(polytope* p, const double normal[3], dd offset)
{
    HIT_ASSERT(p->rows < ROWS_MAX);
    for (int k = 0; k < 3; k++)
        p->normal[p->rows][k] = normal[k];
    p->offset[p->rows++] = offset;
}

// The shape is moved so that the center of its box is the origin. `active` says which half-spaces matter. False when a
// corner cannot be told from none.
static bool make_polytope(const hit_volume_halfspaces* set, unsigned active, double margin, hit_convex_shape* convex,
                          polytope* p)
{
    double low[3], high[3], center[3], half[3];

    hit_convex_bounds(convex, low, high);
    for (int k = 0; k < 3; k++) {
        center[k] = 0.5 * low[k] + 0.5 * high[k];
        half[k] = 0.5 * (high[k] - low[k]) + margin;
        for (uint32_t i = 0; i < convex->count; i++)
            convex->point[i][k] -= center[k];
    }
    p->rows = 0;
    p->corners = 0;
    p->error = 0.0;
    p->size = half[0] + half[1] + half[2];
    for (uint32_t i = 0; i < set->count; i++)
        if ((active >> i & 1u) != 0) {
            const hit_volume_halfspace* h = &set->half[i];
            dd offset = {h->offset, h->offset_low};
            for (int k = 0; k < 3; k++) {
                dd term;
                term.lo = two_product(h->normal[k], center[k], &term.hi);
                offset = dd_add(offset, term);
            }
            add_row(p, h->normal, offset);
        }
    for (int side = 0; side < 6; side++) {
        double normal[3] = {0.0, 0.0, 0.0};
        normal[side / 2] = side % 2 == 0 ? 1.0 : -1.0;
        add_row(p, normal, (dd){half[side / 2], 0.0});
    }
    for (int i = 0; i < p->rows; i++)
        for (int j = i + 1; j < p->rows; j++)
            for (int k = j + 1; k < p->rows; k++) {
                const int row[3] = {i, j, k};
                if (!add_corner(p, row))
                    return false;
            }
    return true;
}

// Whether a shape that lies across several half-spaces touches all of them at once.
static bool touches(const hit_volume_halfspaces* set, unsigned active, double margin, const hit_convex_shape* convex)
{
    hit_convex_shape moved = *convex;
    polytope p;
    hit_gjk_proxy a, b;
    double limit;

    if (!make_polytope(set, active, margin, &moved, &p))
        return true;
    if (p.corners == 0)
        return false;
    a = hit_gjk_proxy_from_convex(&moved);
    b = hit_gjk_proxy_from_points(&p.corner[0][0], p.corners);
    limit = margin + 2.0 * p.error;
    return !(hit_gjk_distance(&a, &b, limit).lower > limit);
}

// Whether a point of the hull is certainly in all half-spaces that matter.
static bool has_point_inside(const hit_volume_halfspaces* set, unsigned active, const hit_convex_shape* convex)
{
    for (uint32_t p = 0; p < convex->count; p++) {
        bool in = true;
        for (uint32_t i = 0; i < set->count && in; i++)
            in = (active >> i & 1u) == 0 || dot3(set->half[i].normal, convex->point[p]) + set->half[i].offset >= 0.0;
        if (in)
            return true;
    }
    return false;
}

hit_cull hit_volume_halfspaces_convex(const void* context, const hit_convex_shape* convex)
{
    const hit_volume_halfspaces* set = &((const hit_scene_volume*)context)->halfspaces;
    const double size = hit_convex_size(convex), margin = HIT_VOLUME_MARGIN * size;
    double low[3], high[3];
    unsigned active = 0;

    if (set->aligned && hit_convex_is_aabb(convex, low, high))
        return aligned_box(set, low, high, margin);
    for (uint32_t i = 0; i < set->count; i++) {
        const hit_volume_halfspace* half = &set->half[i];
        const double away[3] = {-half->normal[0], -half->normal[1], -half->normal[2]};
        const double room = HIT_VOLUME_MARGIN * (size * 2.0 + fabs(half->offset));
        if (hit_convex_support(convex, half->normal, NULL) + half->offset < -room)
            return HIT_OUTSIDE;
        if (-hit_convex_support(convex, away, NULL) + half->offset < -room)
            active |= 1u << i;
    }
    if (active == 0)
        return HIT_INSIDE;
    if ((active & (active - 1)) == 0 || has_point_inside(set, active, convex))
        return HIT_CROSSING;
    return touches(set, active, margin, convex) ? HIT_CROSSING : HIT_OUTSIDE;
}
