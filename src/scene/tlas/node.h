// The nodes of a top-level tree: their boxes and areas, and how objects are written into them.
#ifndef HITSCAN_SCENE_TLAS_NODE_H
#define HITSCAN_SCENE_TLAS_NODE_H

#include "scene/tlas/tlas.h"
#include "simd/simd.h"

// The smallest box around the children of a node: low and high of each axis in turn. Unused children do not count:
// their low planes are +inf and their high ones -inf.

// The least of each of three vectors: x, y, z, z.
static inline f32x4 hit_tlas_min3(f32x4 x, f32x4 y, f32x4 z)
{
    const f32x4 xy = f32x4_min(f32x4_zip_low(x, y), f32x4_zip_high(x, y));
    const f32x4 zz = f32x4_min(f32x4_zip_low(z, z), f32x4_zip_high(z, z));
    return f32x4_min(f32x4_join_low(xy, zz), f32x4_join_high(xy, zz));
}

static inline f32x4 hit_tlas_max3(f32x4 x, f32x4 y, f32x4 z)
{
    const f32x4 xy = f32x4_max(f32x4_zip_low(x, y), f32x4_zip_high(x, y));
    const f32x4 zz = f32x4_max(f32x4_zip_low(z, z), f32x4_zip_high(z, z));
    return f32x4_max(f32x4_join_low(xy, zz), f32x4_join_high(xy, zz));
}

static inline f32x4 hit_tlas_row_min(const float row[HIT_BVH_WIDTH])
{
    return f32x4_min(f32x4_load_aligned(row), f32x4_load_aligned(row + 4));
}

static inline f32x4 hit_tlas_row_max(const float row[HIT_BVH_WIDTH])
{
    return f32x4_max(f32x4_load_aligned(row), f32x4_load_aligned(row + 4));
}

static inline void hit_tlas_node_planes(const hit_bvh_node* node, float plane[6])
{
    const f32x4 low = hit_tlas_min3(hit_tlas_row_min(node->plane[0]), hit_tlas_row_min(node->plane[2]),
                                    hit_tlas_row_min(node->plane[4]));
    const f32x4 high = hit_tlas_max3(hit_tlas_row_max(node->plane[1]), hit_tlas_row_max(node->plane[3]),
                                     hit_tlas_row_max(node->plane[5]));
    f32x4_store(plane, f32x4_zip_low(low, high));
    f32x4_store_two(plane + 4, f32x4_zip_high(low, high));
}

static inline void hit_tlas_write_box(hit_bvh_node* node, uint32_t child, const hit_tlas_primref* primref)
{
    HIT_ASSERT(child < HIT_BVH_WIDTH);
    node->plane[0][child] = primref->min.x;
    node->plane[1][child] = primref->max.x;
    node->plane[2][child] = primref->min.y;
    node->plane[3][child] = primref->max.y;
    node->plane[4][child] = primref->min.z;
    node->plane[5][child] = primref->max.z;
}

static inline void hit_tlas_write_object(hit_bvh_node* node, uint32_t child, const hit_tlas_primref* primref)
{
    hit_tlas_write_box(node, child, primref);
    node->ref[child] = primref->ref;
    node->generation[child] = primref->generation;
}

// An unused child.
static const hit_tlas_primref hit_tlas_empty_primref = {
    {HUGE_VALF, HUGE_VALF, HUGE_VALF}, HIT_BVH_NO_REF, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, 0};

// Fill all children of a node with objects, or with hit_tlas_empty_primref.
static inline void hit_tlas_write_objects(hit_bvh_node* node, const hit_tlas_primref* const primref[HIT_BVH_WIDTH])
{
    for (int i = 0; i < HIT_BVH_WIDTH; i += 4) {
        f32x4 low[4], high[4];
        for (int k = 0; k < 4; k++) {
            low[k] = f32x4_load(&primref[i + k]->min.x);
            high[k] = f32x4_load(&primref[i + k]->max.x);
        }
        // Behind the corners are the reference and the generation.
        f32x4_transpose(low);
        f32x4_transpose(high);
        for (int k = 0; k < 3; k++) {
            f32x4_store_aligned(node->plane[2 * k] + i, low[k]);
            f32x4_store_aligned(node->plane[2 * k + 1] + i, high[k]);
        }
        i32x4_store((int32_t*)(node->ref + i), i32x4_of_bits(low[3]));
        i32x4_store((int32_t*)(node->generation + i), i32x4_of_bits(high[3]));
    }
}

// Half of the area of a box; 0 when it is empty.
static inline double hit_tlas_half_area(const float plane[6])
{
    const double x = (double)plane[1] - plane[0], y = (double)plane[3] - plane[2], z = (double)plane[5] - plane[4];
    return x >= 0.0 && y >= 0.0 && z >= 0.0 ? x * y + y * z + z * x : 0.0;
}

// What the nodes below a node add to the sum of area ratios (scene/tlas/tlas.h); `area` is the half area of the node.
static inline double hit_tlas_child_area_ratio(const hit_bvh_node* node, double area)
{
    double sum = 0.0;
    for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++)
        if (!(node->ref[child] & HIT_BVH_LEAF)) {
            const float plane[6] = {node->plane[0][child], node->plane[1][child], node->plane[2][child],
                                    node->plane[3][child], node->plane[4][child], node->plane[5][child]};
            sum += hit_tlas_half_area(plane);
        }
    return area > 0.0 ? sum / area : 0.0;
}

// Write the box of a node, whose children are right, into its parent, or that of the root into `bounds`; add to area
// and area_ratio.
static inline void hit_tlas_propagate_box(hit_tlas* tlas, hit_bvh_node* nodes, uint32_t node, float bounds[6])
{
    const uint32_t parent = tlas->parent[node];
    float plane[6];
    double area;

    HIT_ASSERT(parent == HIT_TLAS_NOWHERE ? node == 0 : parent >> 3 < node);
    hit_tlas_node_planes(&nodes[node], plane);
    area = hit_tlas_half_area(plane);
    tlas->area += area;
    tlas->area_ratio += hit_tlas_child_area_ratio(&nodes[node], area);
    if (parent == HIT_TLAS_NOWHERE)
        memcpy(bounds, plane, sizeof plane);
    else
        for (int k = 0; k < 6; k++)
            nodes[parent >> 3].plane[k][parent & 7u] = plane[k];
}

// The largest absolute coordinate of a box, which may be empty.
static inline float hit_tlas_max_abs(const float bounds[6])
{
    float max_abs = 0.0f;
    for (int k = 0; k < 6; k++)
        max_abs = isfinite(bounds[k]) && fabsf(bounds[k]) > max_abs ? fabsf(bounds[k]) : max_abs;
    return max_abs;
}

#endif
