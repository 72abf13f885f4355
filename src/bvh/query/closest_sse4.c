#define HIT_VEC_SSE4
#include "bvh/query/closest_kernel.h"

void hit_closest_children_sse4(const hit_closest_point* point, const float plane[6][HIT_BVH_WIDTH],
                               float square[HIT_BVH_WIDTH])
{
    child_squares(point, plane, square);
}

void hit_closest_block_sse4(const hit_closest_point* point, const hit_bvh_block* block, float square[HIT_BVH_WIDTH])
{
    block_squares(point, block, square);
}
