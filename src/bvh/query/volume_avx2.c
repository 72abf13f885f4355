#define HIT_VEC_AVX2
#include "bvh/query/volume_kernel.h"

void hit_volume_cull_node_avx2(const hit_volume_culler* culler, const float plane[6][HIT_BVH_WIDTH], unsigned* met,
                               unsigned* inside)
{
    cull_children(culler, plane, met, inside);
}

void hit_volume_cull_block_avx2(const hit_volume_culler* culler, const hit_bvh_block* block, unsigned* met,
                                unsigned* inside)
{
    cull_triangles(culler, block, met, inside);
}
