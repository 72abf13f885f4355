// The orders of a node: see order.h.
#include "bvh/order.h"

#include <math.h>

enum { OPPOSITE = 7 }; ///< all signs the other way

// How many lanes come before each one. Equal ones keep their order; no key is a NaN.
static void rank_keys(const double key[HIT_BVH_LANES], unsigned rank[HIT_BVH_LANES])
{
    for (int i = 0; i < HIT_BVH_LANES; i++) {
        rank[i] = 0;
        for (int j = 0; j < i; j++) {
            const unsigned after = key[j] <= key[i];
            rank[i] += after;
            rank[j] += 1u - after;
        }
    }
}

// The lanes by a sum of coordinates, and the other way round for the opposite octant.
static void order_octant(hit_bvh_node* node, unsigned octant, double center[3][HIT_BVH_LANES])
{
    const double x = octant & 1u ? -1.0 : 1.0, y = octant & 2u ? -1.0 : 1.0, z = octant & 4u ? -1.0 : 1.0;
    double key[HIT_BVH_LANES];
    unsigned rank[HIT_BVH_LANES];
    uint32_t order = 0, opposite = 0;

    // Empty lanes come last, or first: they are never hit.
    for (int lane = 0; lane < HIT_BVH_LANES; lane++)
        key[lane] = node->ref[lane] == HIT_BVH_NO_REF ? HUGE_VAL
                                                      : x * center[0][lane] + y * center[1][lane] + z * center[2][lane];
    rank_keys(key, rank);
    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++) {
        order |= lane << 3 * rank[lane];
        opposite |= lane << 3 * (HIT_BVH_LANES - 1 - rank[lane]);
    }
    node->order[octant] = order;
    node->order[octant ^ OPPOSITE] = opposite;
}

void hit_bvh_order_lanes(hit_bvh_node* node)
{
    double center[3][HIT_BVH_LANES]; // times two

    for (int k = 0; k < 3; k++)
        for (int lane = 0; lane < HIT_BVH_LANES; lane++)
            center[k][lane] = (double)node->plane[2 * k][lane] + node->plane[2 * k + 1][lane];
    order_octant(node, 0, center);
    order_octant(node, 1, center);
    order_octant(node, 2, center);
    order_octant(node, 4, center);
}

bool hit_bvh_order_is_whole(uint32_t order)
{
    unsigned seen = 0;
    for (int i = 0; i < HIT_BVH_LANES; i++)
        seen |= 1u << (order >> 3 * i & 7u);
    return seen == 0xffu && order >> 24 == 0;
}
