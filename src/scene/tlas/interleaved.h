// Several traversals to first objects at once: see scene/tlas/interleaved_kernel.h.
#ifndef HITSCAN_SCENE_TOP_FLIGHT_H
#define HITSCAN_SCENE_TOP_FLIGHT_H

#include "scene/tlas/traverse.h"

enum { HIT_TLAS_INTERLEAVE = 8 };

// Where traversals come from, and go to. Each has a ray_slot, a number below HIT_TLAS_INTERLEAVE.
typedef struct hit_tlas_ray_stream {
    /// The next traversal for a ray_slot that is free, with its scene and ray; NULL when there is none.
    hit_tlas_traversal* (*next)(struct hit_tlas_ray_stream* stream, unsigned ray_slot);
    /// A traversal has come to its end: it has resolved, or its candidates are to be settled. Its ray_slot is free.
    void (*retire)(struct hit_tlas_ray_stream* stream, unsigned ray_slot);
    /// A traversal is not possible (HIT_BVH_UNDECIDED). Its ray_slot is free.
    void (*fallback)(struct hit_tlas_ray_stream* stream, unsigned ray_slot);
} hit_tlas_ray_stream;

// Make all traversals.
typedef void hit_tlas_first_interleaved(hit_tlas_ray_stream* stream);

hit_tlas_first_interleaved hit_tlas_first_interleaved_portable, hit_tlas_first_interleaved_sse4,
    hit_tlas_first_interleaved_avx2;

#endif
