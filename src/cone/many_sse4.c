#define HIT_SIMD_SSE4
#include "cone/many_kernel.h"

void hit_cone_mark_sse4(const hit_cone_many* cone, const hit_many_boxes* boxes, uint64_t* certain, uint64_t* undecided)
{
    mark(cone, boxes, certain, undecided);
}
