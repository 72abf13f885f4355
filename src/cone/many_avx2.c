#define HIT_SIMD_AVX2
#include "cone/many_kernel.h"

void hit_cone_mark_avx2(const hit_cone_many* cone, const hit_many_boxes* boxes, uint64_t* certain, uint64_t* undecided)
{
    mark(cone, boxes, certain, undecided);
}
