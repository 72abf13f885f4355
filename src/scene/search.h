// A search for what a ray hits in a scene: see ray.c. What batches (batch.c) share with single rays.
#ifndef HITSCAN_SCENE_SEARCH_H
#define HITSCAN_SCENE_SEARCH_H

#include "scene/ray_object.h"
#include "scene/top_walk.h"

typedef struct hit_search hit_search;

// Takes an object that the ray may hit; false ends the search. May lower search.limit.
typedef bool hit_search_taker(hit_search* search, const hit_record* record);

struct hit_search {
    hit_top_walk walk; ///< the first member, and its sink is its first one: walks give these back
    const hit_scene* scene;
    const hit_scene_filter* filter;
    hit_bvh_sides sides;
    hit_seeker seeker;
    float limit;   ///< nothing after this t is of interest
    hit_ray close; ///< in the anchor's space, moved
    double t0;     ///< what was added to t
    hit_search_taker* take;
    void* context;
    bool first; ///< only the first hit is of interest, and every object counts
    bool ended;
    bool walked; ///< to the first hit: hit_search_finish is to follow
};

// The first hit so far: the context of searches for it.
typedef struct hit_nearest {
    bool found;
    hit_meeting best;
} hit_nearest;

// Whether every object counts.
bool hit_filter_is_open(const hit_scene_filter* filter);

// For a filter that is open: prepare everything for a walk over the trees to the first hit (top_walk.h). False when
// there are no trees for it, and hit_scene_first has to be asked.
bool hit_search_aim(hit_search* search, const hit_scene* scene, const hit_dray* ray, hit_nearest* nearest);

// The first hit, after a walk: true when there is one, and then it is described; `hit` may be NULL.
bool hit_search_finish(hit_search* search, hit_scene_hit* hit);

#endif
