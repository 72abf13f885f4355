// A search for what a ray hits in a scene: see ray.c. What batches (batch.c) share with single rays.
#ifndef HITSCAN_SCENE_SEARCH_H
#define HITSCAN_SCENE_SEARCH_H

#include "scene/ray/object.h"
#include "scene/tlas/traverse.h"

typedef struct hit_search hit_search;

// Takes an object that the ray may hit; false ends the search. May lower the walk's limit.
typedef bool hit_search_taker(hit_search* search, const hit_record* record);

struct hit_search {
    hit_top_walk walk; ///< the first member, and its sink is its first one: walks give these back
    const hit_scene_filter* filter;
    hit_sides sides;
    hit_search_taker* take;
    void* context;
    bool ended;
};

// The first hit so far: the context of searches for it.
typedef struct hit_nearest {
    bool found;
    hit_meeting best;
} hit_nearest;

// Whether every object counts.
bool hit_filter_is_open(const hit_scene_filter* filter);

// Prepare everything for a walk over the trees to the first hit (scene/tlas/traverse.h), where every object counts. The ray must
// stay where it is.
void hit_search_aim(hit_search* search, const hit_scene* scene, const hit_dray* ray, hit_nearest* nearest);

// The first hit, after a walk: true when there is one, and then it is described; `hit` may be NULL.
bool hit_search_finish(hit_search* search, hit_scene_hit* hit);

#endif
