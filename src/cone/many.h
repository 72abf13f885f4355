// One cone against many boxes: the interface of the kernels.
//
// A kernel classifies boxes in float: certainly separate, certainly overlapping, or undecided. It is right as long as
// it calls certain only what hit_cone_meets_aabb answers the same way; the driver asks that for the rest. All kernels
// give the same bits: they are one source, many_kernel.h, compiled for several instruction sets.
#ifndef HITSCAN_CONE_MANY_H
#define HITSCAN_CONE_MANY_H

#include "cone/frame.h"
#include "many/boxes.h"

// A cone rounded to float.
typedef struct hit_cone_many {
    float apex[3], axis[3], inverse[3]; // inverse: 1/axis
    float sine, cosine, h0, h1;
    float bottom, top; // h0 and h1 with the leak of cone_box.c, and more
} hit_cone_many;

// Set bit i % 64 of word i / 64 of `certain` for each box that certainly meets the cone, of `undecided` for each that
// may, and clear the others. All (count + 63) / 64 words are written. Requires the environment of base/fpenv.h.
typedef void hit_cone_mark(const hit_cone_many* cone, const hit_many_boxes* boxes, uint64_t* certain,
                           uint64_t* undecided);

hit_cone_mark hit_cone_mark_portable;
hit_cone_mark hit_cone_mark_sse4;
hit_cone_mark hit_cone_mark_avx2;
hit_cone_mark hit_cone_mark_neon;
hit_cone_mark hit_cone_mark_wasm;

// The cone of a frame for the kernels.
hit_cone_many hit_cone_many_make(const hit_cone_frame* f);

// hit_cone_meets_aabb for a frame that is complete, and without the change of floating-point environment.
bool hit_cone_frame_meets_aabb(const hit_cone* cone, const hit_cone_frame* f, const hit_aabb* box);

#endif
