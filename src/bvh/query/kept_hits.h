// The hits of a ray that are kept while a search goes on: all, the first k, or only their number.
#ifndef HITSCAN_BVH_QUERY_KEPT_HITS_H
#define HITSCAN_BVH_QUERY_KEPT_HITS_H

#include "bvh/query/filtered.h"

typedef struct hit_bvh_kept_hits {
    const hit_bvh* bvh;
    const hit_ray* ray;
    hit_bvh_hit* hits; ///< the caller's: a heap with the last hit on top
    uint32_t size, capacity;
    uint32_t total;      ///< found; not all of them are kept
    bool stop_when_full; ///< look no further than the last hit of a full heap
} hit_bvh_kept_hits;

// Take a hit: the callback of a search whose context this is.
bool hit_bvh_kept_hits_take(void* kept_hits, hit_bvh_candidate* candidate, double* limit);

// Sort what is kept, when the search has come to its end.
void hit_bvh_kept_hits_sort(const hit_bvh_kept_hits* kept);

#endif
