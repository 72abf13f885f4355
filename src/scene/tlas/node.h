// The nodes of a top-level tree: their boxes and areas, and how objects are written into them.
#ifndef HITSCAN_SCENE_TLAS_NODE_H
#define HITSCAN_SCENE_TLAS_NODE_H

#include "scene/tlas/tlas.h"

#include <hitscan/inline.h>
#include <math.h>
#include <string.h>

// The smallest box around the children of a node: low and high of each axis in turn. Unused children do not count:
// their low planes are +inf and their high ones -inf.
#ifdef HIT_SSE2_

// The least of each of three vectors: x, y, z, z.
static inline __m128 hit_tlas_min3(__m128 x, __m128 y, __m128 z)
{
    const __m128 xy = _mm_min_ps(_mm_unpacklo_ps(x, y), _mm_unpackhi_ps(x, y));
    const __m128 zz = _mm_min_ps(_mm_unpacklo_ps(z, z), _mm_unpackhi_ps(z, z));
    return _mm_min_ps(_mm_movelh_ps(xy, zz), _mm_movehl_ps(zz, xy));
}

static inline __m128 hit_tlas_max3(__m128 x, __m128 y, __m128 z)
{
    const __m128 xy = _mm_max_ps(_mm_unpacklo_ps(x, y), _mm_unpackhi_ps(x, y));
    const __m128 zz = _mm_max_ps(_mm_unpacklo_ps(z, z), _mm_unpackhi_ps(z, z));
    return _mm_max_ps(_mm_movelh_ps(xy, zz), _mm_movehl_ps(zz, xy));
}

static inline __m128 hit_tlas_row_min(const float row[HIT_BVH_WIDTH])
{
    return _mm_min_ps(_mm_load_ps(row), _mm_load_ps(row + 4));
}

static inline __m128 hit_tlas_row_max(const float row[HIT_BVH_WIDTH])
{
    return _mm_max_ps(_mm_load_ps(row), _mm_load_ps(row + 4));
}

static inline void hit_tlas_node_planes(const hit_bvh_node* node, float plane[6])
{
    const __m128 low = hit_tlas_min3(hit_tlas_row_min(node->plane[0]), hit_tlas_row_min(node->plane[2]),
                                     hit_tlas_row_min(node->plane[4]));
    const __m128 high = hit_tlas_max3(hit_tlas_row_max(node->plane[1]), hit_tlas_row_max(node->plane[3]),
                                      hit_tlas_row_max(node->plane[5]));
    _mm_storeu_ps(plane, _mm_unpacklo_ps(low, high));
    _mm_storel_pi((__m64*)(void*)(plane + 4), _mm_unpackhi_ps(low, high));
}

#else

static inline void hit_tlas_node_planes(const hit_bvh_node* node, float plane[6])
{
    for (int k = 0; k < 6; k += 2) {
        plane[k] = node->plane[k][0];
        plane[k + 1] = node->plane[k + 1][0];
        for (int i = 1; i < HIT_BVH_WIDTH; i++) {
            plane[k] = node->plane[k][i] < plane[k] ? node->plane[k][i] : plane[k];
            plane[k + 1] = node->plane[k + 1][i] > plane[k + 1] ? node->plane[k + 1][i] : plane[k + 1];
        }
    }
}

#endif

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
#ifdef HIT_SSE2_

static inline void hit_tlas_write_objects(hit_bvh_node* node, const hit_tlas_primref* const primref[HIT_BVH_WIDTH])
{
    for (int i = 0; i < HIT_BVH_WIDTH; i += 4) {
        __m128 low[4], high[4];
        for (int k = 0; k < 4; k++) {
            low[k] = _mm_loadu_ps(&primref[i + k]->min.x);
            high[k] = _mm_loadu_ps(&primref[i + k]->max.x);
        }
        // Behind the corners are the reference and the generation.
        _MM_TRANSPOSE4_PS(low[0], low[1], low[2], low[3]);
        _MM_TRANSPOSE4_PS(high[0], high[1], high[2], high[3]);
        for (int k = 0; k < 3; k++) {
            _mm_store_ps(node->plane[2 * k] + i, low[k]);
            _mm_store_ps(node->plane[2 * k + 1] + i, high[k]);
        }
        _mm_store_si128((__m128i*)(void*)(node->ref + i), _mm_castps_si128(low[3]));
        _mm_store_si128((__m128i*)(void*)(node->generation + i), _mm_castps_si128(high[3]));
    }
}

#else

static inline void hit_tlas_write_objects(hit_bvh_node* node, const hit_tlas_primref* const primref[HIT_BVH_WIDTH])
{
    for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++)
        hit_tlas_write_object(node, child, primref[child]);
}

#endif

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
