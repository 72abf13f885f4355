// Splitting blocks: the boxes of split references.
//
// The box of what is left of the triangles is split at the midpoint of its longest side, again and again: until it is
// small, or the two halves together are hardly smaller than the whole. That is where the triangles fill their box:
// nothing would be gained.
//
// Why the boxes contain the triangles. A split divides a convex polygon by a chord. Both ends of the chord are computed
// once and belong to both halves; so the halves together are the polygon, but that each end is off its edge by some
// roundings: less than 2^-49 of the largest coordinate. With seven splits, one after the other, no point of a triangle
// is farther than 7·2^-49 of it from all polygons. The boxes are widened by 2^-40 of it. That they are then rounded
// outward to floats, and clamped to the box of the block, takes nothing away.
#include "bvh/build/block_split.h"

#include "shapes/outward.h"

#include <math.h>

// Halves whose areas sum up to more than this part of the whole are not worth a split.
#define SPLIT_AREA_RATIO_MAX 0.8

// Each split adds a corner at most, as long as polygons are convex; roundings may make them not quite so.
enum { CORNERS = 3 + HIT_BVH_SPLIT_DEPTH_MAX + 2 };

typedef struct polygon {
    double at[CORNERS][3];
    unsigned count; ///< more than CORNERS: there was no room for all
} polygon;

// What is left of the triangles of a block.
typedef struct part {
    polygon polygon[HIT_BVH_WIDTH];
    unsigned count, depth;
    double low[3], high[3], area;
} part;

hit_bvh_split_ref hit_bvh_block_box(const hit_bvh_block* block)
{
    const float* axis[3] = {block->x, block->y, block->z};
    hit_bvh_split_ref box;

    for (int k = 0; k < 3; k++) {
        box.low[k] = box.high[k] = axis[k][0];
        for (int slot = 1; slot < 8; slot++) {
            box.low[k] = axis[k][slot] < box.low[k] ? axis[k][slot] : box.low[k];
            box.high[k] = axis[k][slot] > box.high[k] ? axis[k][slot] : box.high[k];
        }
    }
    return box;
}

static void measure(part* p)
{
    for (int k = 0; k < 3; k++) {
        p->low[k] = HUGE_VAL;
        p->high[k] = -HUGE_VAL;
        for (unsigned i = 0; i < p->count; i++)
            for (unsigned j = 0; j < p->polygon[i].count; j++) {
                const double x = p->polygon[i].at[j][k];
                p->low[k] = x < p->low[k] ? x : p->low[k];
                p->high[k] = x > p->high[k] ? x : p->high[k];
            }
    }
    p->area = hit_half_area(p->high[0] - p->low[0], p->high[1] - p->low[1], p->high[2] - p->low[2]);
}

static void begin(const hit_bvh_block* block, part* p)
{
    p->count = p->depth = 0;
    for (unsigned lane = 0; hit_bvh_block_mask(block) >> lane != 0; lane++) {
        const hit_triangle t = hit_bvh_block_triangle(block, lane);
        const hit_vec3 corner[3] = {t.v0, t.v1, t.v2};
        polygon* triangle = &p->polygon[p->count++];
        triangle->count = 3;
        for (int j = 0; j < 3; j++) {
            triangle->at[j][0] = corner[j].x;
            triangle->at[j][1] = corner[j].y;
            triangle->at[j][2] = corner[j].z;
        }
    }
    measure(p);
}

static void add_corner(polygon* p, const double at[3])
{
    if (p->count < CORNERS)
        memcpy(p->at[p->count], at, sizeof p->at[0]);
    p->count++;
}

// A corner on the plane belongs to both halves. One that has only such corners is part of the other's edge. False when
// there is no room for all corners.
static bool split_polygon(const polygon* whole, int axis, double plane, part* low, part* high)
{
    polygon *below = &low->polygon[low->count], *above = &high->polygon[high->count];

    HIT_ASSERT(low->count < HIT_BVH_WIDTH && high->count < HIT_BVH_WIDTH);
    below->count = above->count = 0;
    for (unsigned i = 0; i < whole->count; i++) {
        const double *a = whole->at[i], *b = whole->at[i + 1 < whole->count ? i + 1 : 0];
        if (a[axis] <= plane)
            add_corner(below, a);
        if (a[axis] >= plane)
            add_corner(above, a);
        if ((a[axis] < plane && b[axis] > plane) || (a[axis] > plane && b[axis] < plane)) {
            const double along = (plane - a[axis]) / (b[axis] - a[axis]);
            double end[3];
            for (int k = 0; k < 3; k++)
                end[k] = k == axis ? plane : a[k] + along * (b[k] - a[k]);
            add_corner(below, end);
            add_corner(above, end);
        }
    }
    low->count += below->count >= 3;
    high->count += above->count >= 3;
    return below->count <= CORNERS && above->count <= CORNERS;
}

// False when that is not worth it, or cannot be done.
static bool split_part(const part* whole, part* low, part* high)
{
    int axis = 0;

    for (int k = 1; k < 3; k++)
        axis = whole->high[k] - whole->low[k] > whole->high[axis] - whole->low[axis] ? k : axis;
    HIT_ASSERT(whole->count > 0 && whole->depth < HIT_BVH_SPLIT_DEPTH_MAX);
    low->count = high->count = 0;
    low->depth = high->depth = whole->depth + 1;
    for (unsigned i = 0; i < whole->count; i++)
        if (!split_polygon(&whole->polygon[i], axis, 0.5 * (whole->low[axis] + whole->high[axis]), low, high))
            return false;
    if (low->count == 0 || high->count == 0)
        return false;
    measure(low);
    measure(high);
    return low->area + high->area <= SPLIT_AREA_RATIO_MAX * whole->area;
}

static hit_bvh_split_ref box_of(const part* p, const hit_bvh_split_ref* whole, double pad)
{
    hit_bvh_split_ref box;

    for (int k = 0; k < 3; k++) {
        const float low = round_down(p->low[k] - pad), high = round_up(p->high[k] + pad);
        box.low[k] = low < whole->low[k] ? whole->low[k] : low;
        box.high[k] = high > whole->high[k] ? whole->high[k] : high;
        HIT_ASSERT(box.low[k] <= box.high[k]);
    }
    return box;
}

unsigned hit_bvh_split_block(const hit_bvh_block* block, const float bounds[6], uint32_t level,
                             hit_bvh_split_ref split_refs[HIT_BVH_SPLIT_REFS_MAX])
{
    const hit_bvh_split_ref whole = hit_bvh_block_box(block);
    const double all =
        hit_half_area((double)bounds[1] - bounds[0], (double)bounds[3] - bounds[2], (double)bounds[5] - bounds[4]);
    const double least = ldexp(all, -(int)level);
    double max_abs = 0.0;
    // The last one is next. What waits below it was split less often.
    part waiting[HIT_BVH_SPLIT_DEPTH_MAX + 1];
    unsigned count = 1, made = 0;

    for (int k = 0; k < 3; k++)
        max_abs = fmax(max_abs, fmax(fabs((double)whole.low[k]), fabs((double)whole.high[k])));
    begin(block, &waiting[0]);
    while (count > 0) {
        part* p = &waiting[count - 1];
        part low, high;
        if (p->depth < HIT_BVH_SPLIT_DEPTH_MAX && p->area > least && split_part(p, &low, &high)) {
            *p = high;
            HIT_ASSERT(count <= HIT_BVH_SPLIT_DEPTH_MAX);
            waiting[count++] = low;
        } else {
            HIT_ASSERT(made < HIT_BVH_SPLIT_REFS_MAX);
            split_refs[made++] = box_of(p, &whole, 0x1p-40 * max_abs);
            count--;
        }
    }
    return made;
}
