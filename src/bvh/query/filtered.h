// All hits of a ray that a filter lets through, given one by one to whoever collects them.
#ifndef HITSCAN_BVH_FILTERED_H
#define HITSCAN_BVH_FILTERED_H

#include "bvh/traverse/traverse.h"

// Takes a hit that the filter lets through. May lower *limit, a t after which nothing is of interest; false ends the
// search.
typedef bool hit_bvh_collect(void* context, hit_bvh_candidate* candidate, double* limit);

// Whether a hit is of interest at all: called before the filter's callback. NULL: all are.
typedef bool hit_bvh_prefilter(void* context, hit_bvh_candidate* candidate);

// A search under way: its visitor is what kernels want.
typedef struct hit_bvh_search {
    hit_bvh_candidate_visitor visitor;
    const hit_bvh_filter* filter;
    hit_bvh_prefilter* prefilter;
    hit_bvh_collect* collect;
    void* context;
} hit_bvh_search;

// Begin a search with a valid ray. All that is given must stay while it goes on; `filter` and `prefilter` may be NULL.
void hit_bvh_search_begin(hit_bvh_search* s, const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                          hit_bvh_prefilter* prefilter, hit_bvh_collect* collect, void* context);

// Find the hits of a valid ray. `filter` may be NULL. Requires the environment of base/fpenv.h, for the callbacks too.
void hit_bvh_each_filtered(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                           hit_bvh_prefilter* prefilter, hit_bvh_collect* collect, void* context);

// The same, by the portable kernels, and `work`, zero before, tells what was visited, but for searches that `unique`
// needs. With NULL as hit_bvh_each_filtered.
void hit_bvh_each_filtered_counted(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                                   hit_bvh_prefilter* prefilter, hit_bvh_collect* collect, void* context,
                                   hit_bvh_work* work);

// True when a filter lets everything through.
static inline bool hit_bvh_filter_is_open(const hit_bvh_filter* filter)
{
    return filter == NULL ||
           (filter->sides == HIT_SIDES_BOTH && filter->masks == NULL && filter->accept == NULL && !filter->unique);
}

#endif
