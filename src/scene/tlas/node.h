// The boxes of the nodes of a tree over objects.
#ifndef HITSCAN_SCENE_TOP_NODE_H
#define HITSCAN_SCENE_TOP_NODE_H

#include "scene/tlas/tlas.h"

#include <hitscan/intersect.h>
#include <math.h>
#include <string.h>

// The smallest box around the lanes of a node: low and high of each axis in turn. Lanes that are not in use do not count:
// their low planes are +inf and their high ones -inf.
#ifdef HIT_SSE2_

// The least of each of three vectors: x, y, z, z.
static inline __m128 hit_top_least(__m128 x, __m128 y, __m128 z)
{
    const __m128 xy = _mm_min_ps(_mm_unpacklo_ps(x, y), _mm_unpackhi_ps(x, y));
    const __m128 zz = _mm_min_ps(_mm_unpacklo_ps(z, z), _mm_unpackhi_ps(z, z));
    return _mm_min_ps(_mm_movelh_ps(xy, zz), _mm_movehl_ps(zz, xy));
}

static inline __m128 hit_top_most(__m128 x, __m128 y, __m128 z)
{
    const __m128 xy = _mm_max_ps(_mm_unpacklo_ps(x, y), _mm_unpackhi_ps(x, y));
    const __m128 zz = _mm_max_ps(_mm_unpacklo_ps(z, z), _mm_unpackhi_ps(z, z));
    return _mm_max_ps(_mm_movelh_ps(xy, zz), _mm_movehl_ps(zz, xy));
}

static inline __m128 hit_top_row_least(const float row[HIT_BVH_LANES])
{
    return _mm_min_ps(_mm_load_ps(row), _mm_load_ps(row + 4));
}

static inline __m128 hit_top_row_most(const float row[HIT_BVH_LANES])
{
    return _mm_max_ps(_mm_load_ps(row), _mm_load_ps(row + 4));
}

static inline void hit_top_node_planes(const hit_bvh_node* node, float plane[6])
{
    const __m128 low = hit_top_least(hit_top_row_least(node->plane[0]), hit_top_row_least(node->plane[2]),
                                     hit_top_row_least(node->plane[4]));
    const __m128 high = hit_top_most(hit_top_row_most(node->plane[1]), hit_top_row_most(node->plane[3]),
                                     hit_top_row_most(node->plane[5]));
    _mm_storeu_ps(plane, _mm_unpacklo_ps(low, high));
    _mm_storel_pi((__m64*)(void*)(plane + 4), _mm_unpackhi_ps(low, high));
}

#else

static inline void hit_top_node_planes(const hit_bvh_node* node, float plane[6])
{
    for (int k = 0; k < 6; k += 2) {
        plane[k] = node->plane[k][0];
        plane[k + 1] = node->plane[k + 1][0];
        for (int i = 1; i < HIT_BVH_LANES; i++) {
            plane[k] = node->plane[k][i] < plane[k] ? node->plane[k][i] : plane[k];
            plane[k + 1] = node->plane[k + 1][i] > plane[k + 1] ? node->plane[k + 1][i] : plane[k + 1];
        }
    }
}

#endif

static inline void hit_top_write_box(hit_bvh_node* node, uint32_t lane, const hit_top_item* item)
{
    node->plane[0][lane] = item->min.x;
    node->plane[1][lane] = item->max.x;
    node->plane[2][lane] = item->min.y;
    node->plane[3][lane] = item->max.y;
    node->plane[4][lane] = item->min.z;
    node->plane[5][lane] = item->max.z;
}

static inline void hit_top_write_object(hit_bvh_node* node, uint32_t lane, const hit_top_item* item)
{
    hit_top_write_box(node, lane, item);
    node->ref[lane] = item->ref;
    node->generation[lane] = item->generation;
}

// What a lane has that is not in use.
static const hit_top_item hit_top_no_item = {
    {HUGE_VALF, HUGE_VALF, HUGE_VALF}, HIT_BVH_NO_REF, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, 0};

// Fill all lanes of a node with objects, or with hit_top_no_item.
#ifdef HIT_SSE2_

static inline void hit_top_write_objects(hit_bvh_node* node, const hit_top_item* const item[HIT_BVH_LANES])
{
    for (int i = 0; i < HIT_BVH_LANES; i += 4) {
        __m128 low[4], high[4];
        for (int k = 0; k < 4; k++) {
            low[k] = _mm_loadu_ps(&item[i + k]->min.x);
            high[k] = _mm_loadu_ps(&item[i + k]->max.x);
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

static inline void hit_top_write_objects(hit_bvh_node* node, const hit_top_item* const item[HIT_BVH_LANES])
{
    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++)
        hit_top_write_object(node, lane, item[lane]);
}

#endif

// Half of its surface; nothing when it is empty.
static inline double hit_top_half_area(const float plane[6])
{
    const double x = (double)plane[1] - plane[0], y = (double)plane[3] - plane[2], z = (double)plane[5] - plane[4];
    return x >= 0.0 && y >= 0.0 && z >= 0.0 ? x * y + y * z + z * x : 0.0;
}

// What the nodes below a node add to the sum of shares (scene/tlas/tlas.h), the half surface of which is given.
static inline double hit_top_shares(const hit_bvh_node* node, double area)
{
    double sum = 0.0;
    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++)
        if (!(node->ref[lane] & HIT_BVH_LEAF)) {
            const float plane[6] = {node->plane[0][lane], node->plane[1][lane], node->plane[2][lane],
                                    node->plane[3][lane], node->plane[4][lane], node->plane[5][lane]};
            sum += hit_top_half_area(plane);
        }
    return area > 0.0 ? sum / area : 0.0;
}

// Give the box of a node, whose lanes are right, to the lane above it, or to `bounds`, and count it in area and share.
static inline void hit_top_give_box(hit_top* top, hit_bvh_node* nodes, uint32_t node, float bounds[6])
{
    const uint32_t parent = top->parent[node];
    float plane[6];
    double area;

    hit_top_node_planes(&nodes[node], plane);
    area = hit_top_half_area(plane);
    top->area += area;
    top->share += hit_top_shares(&nodes[node], area);
    if (parent == HIT_TOP_NOWHERE)
        memcpy(bounds, plane, sizeof plane);
    else
        for (int k = 0; k < 6; k++)
            nodes[parent >> 3].plane[k][parent & 7u] = plane[k];
}

// The largest coordinate of a box, which may be empty.
static inline float hit_top_reach(const float bounds[6])
{
    float reach = 0.0f;
    for (int k = 0; k < 6; k++)
        reach = isfinite(bounds[k]) && fabsf(bounds[k]) > reach ? fabsf(bounds[k]) : reach;
    return reach;
}

#endif
