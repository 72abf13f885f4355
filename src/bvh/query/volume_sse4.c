#define HIT_VEC_SSE4
#include "bvh/query/volume_kernel.h"

void hit_volume_sort_sse4(const hit_volume_sieve* sieve, const float plane[6][HIT_BVH_LANES], unsigned* met,
                          unsigned* inside)
{
    sort_lanes(sieve, plane, met, inside);
}

void hit_volume_sort_block_sse4(const hit_volume_sieve* sieve, const hit_bvh_block* block, unsigned* met,
                                unsigned* inside)
{
    sort_triangles(sieve, block, met, inside);
}
