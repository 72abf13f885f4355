// The portable kernels once more, with a count of what they visit.
//
// The traversals are the very same, so the counts are those of the portable kernels, on every machine. They are
// compiled here and not in kernels_portable.c, so that the ones without counts stay what they are.
#define HIT_SIMD_PORTABLE
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/triangles.h"

hit_bvh_answer hit_bvh_kernel_first_counted(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit,
                                            hit_bvh_work* work)
{
    return bvh->header->kind == HIT_BVH_TRIANGLES ? find_first(bvh, ray, hit, work)
                                                  : find_first_box(bvh, ray, hit, work);
}

hit_bvh_answer hit_bvh_kernel_each_counted(hit_bvh_candidate_visitor* visitor, hit_bvh_work* work)
{
    return visitor->bvh->header->kind == HIT_BVH_TRIANGLES ? find_each(visitor, work) : find_each_box(visitor, work);
}
