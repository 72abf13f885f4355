// One frustum against many boxes: the interface of the kernels, which see what the planes say, one at a time.
//
// A kernel marks the boxes that are certainly outside a plane, and those certainly inside all planes, in float with a
// proven error bound. For the exact form the driver decides the rest. All kernels give the same marks, bit by bit: they
// are one source, many_kernel.h, compiled for several instruction sets.
#ifndef HITSCAN_FRUSTUM_MANY_H
#define HITSCAN_FRUSTUM_MANY_H

#include "many/boxes.h"

#include <hitscan/frustum.h>

// A plane prepared for kernels: scaled by a power of two so that the largest component of its normal is in [1/8, 1/4).
// Then no sum of products with floats overflows.
typedef struct hit_frustum_row {
    float normal[3];
    float pad;     ///< the error per unit of the box's largest coordinate
    float outside; ///< a box is outside when its farthest corner is certainly below this
    float inside;  ///< and inside when its nearest corner is certainly not below this
} hit_frustum_row;

typedef struct hit_frustum_rows {
    hit_frustum_row row[6];
} hit_frustum_rows;

// False when a number is not finite.
bool hit_frustum_rows_make(const hit_frustum* frustum, hit_frustum_rows* out);

// Set bit i % 64 of word i / 64 for each box i: of `met` unless it is empty or outside a plane, of `inside` when
// it is inside all. Other bits are cleared; all (count + 63) / 64 words are written. Requires the environment of
// base/fpenv.h.
typedef void hit_frustum_mark(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* met,
                              uint64_t* inside);

hit_frustum_mark hit_frustum_mark_portable;
hit_frustum_mark hit_frustum_mark_sse4;
hit_frustum_mark hit_frustum_mark_avx2;
hit_frustum_mark hit_frustum_mark_neon;
hit_frustum_mark hit_frustum_mark_wasm;

// The kernel for hit_cpu_in_use().
hit_frustum_mark* hit_frustum_mark_in_use(void);

#endif
