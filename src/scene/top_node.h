// The boxes of the nodes of a tree over objects.
#ifndef HITSCAN_SCENE_TOP_NODE_H
#define HITSCAN_SCENE_TOP_NODE_H

#include "bvh/format.h"

// The smallest box around the lanes of a node: low and high of each axis in turn. Lanes that are not in use do not count:
// their low planes are +inf and their high ones -inf. By halves, so that compilers see vectors.
static inline void hit_top_node_planes(const hit_bvh_node* node, float plane[6])
{
    for (int k = 0; k < 6; k += 2) {
        float low[4], high[4];
        for (int i = 0; i < 4; i++) {
            const float a = node->plane[k][i], b = node->plane[k][i + 4];
            const float c = node->plane[k + 1][i], d = node->plane[k + 1][i + 4];
            low[i] = a < b ? a : b;
            high[i] = c > d ? c : d;
        }
        for (int i = 0; i < 2; i++) {
            low[i] = low[i] < low[i + 2] ? low[i] : low[i + 2];
            high[i] = high[i] > high[i + 2] ? high[i] : high[i + 2];
        }
        plane[k] = low[0] < low[1] ? low[0] : low[1];
        plane[k + 1] = high[0] > high[1] ? high[0] : high[1];
    }
}

// Half of its surface; nothing when it is empty.
static inline double hit_top_half_area(const float plane[6])
{
    const double x = (double)plane[1] - plane[0], y = (double)plane[3] - plane[2], z = (double)plane[5] - plane[4];
    return x >= 0.0 && y >= 0.0 && z >= 0.0 ? x * y + y * z + z * x : 0.0;
}

#endif
