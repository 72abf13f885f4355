// Several walks to first objects at once: see scene/tlas/interleaved_kernel.h.
#ifndef HITSCAN_SCENE_TOP_FLIGHT_H
#define HITSCAN_SCENE_TOP_FLIGHT_H

#include "scene/tlas/traverse.h"

enum { HIT_TOP_FLIGHTS = 8 };

// Where walks come from, and go to. Each has a place, a number below HIT_TOP_FLIGHTS.
typedef struct hit_top_fleet {
    /// The next walk for a place that is free, with its scene and ray; NULL when there is none.
    hit_top_walk* (*next)(struct hit_top_fleet* fleet, unsigned place);
    /// A walk has come to its end: it has landed, or its candidates are to be settled. Its place is free.
    void (*land)(struct hit_top_fleet* fleet, unsigned place);
    /// A walk is not possible (HIT_BVH_UNABLE). Its place is free.
    void (*refuse)(struct hit_top_fleet* fleet, unsigned place);
} hit_top_fleet;

// Make all walks.
typedef void hit_top_first_many(hit_top_fleet* fleet);

hit_top_first_many hit_top_first_many_portable, hit_top_first_many_sse4, hit_top_first_many_avx2;

#endif
