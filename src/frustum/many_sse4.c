#define HIT_SIMD_SSE4
#include "frustum/many_kernel.h"

void hit_frustum_mark_sse4(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* met, uint64_t* inside)
{
    mark(rows, boxes, met, inside);
}
