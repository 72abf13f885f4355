// A search for what a ray hits in a scene: see ray.c. What batches (batch.c) share with single rays.
#ifndef HITSCAN_SCENE_SEARCH_H
#define HITSCAN_SCENE_SEARCH_H

#include "scene/ray/object.h"
#include "scene/tlas/traverse.h"

typedef struct hit_search hit_search;

// Takes an object that the ray may hit; false ends the search. May lower the traversal's limit.
typedef bool hit_search_visitor(hit_search* search, const hit_object_record* record);

struct hit_search {
    hit_tlas_traversal traversal; ///< the first member, and its sink is its first one: traversals give these back
    const hit_scene_filter* filter;
    hit_sides sides;
    hit_search_visitor* take;
    void* context;
    bool ended;
};

// The first hit so far: the context of searches for it.
typedef struct hit_nearest {
    bool found;
    hit_object_hit best;
} hit_nearest;

// Whether every object counts.
bool hit_filter_accepts_all(const hit_scene_filter* filter);

// Prepare everything for a traversal over the trees to the first hit (scene/tlas/traverse.h), where every object counts. The ray must
// stay where it is.
void hit_search_setup(hit_search* search, const hit_scene* scene, const hit_dray* ray, hit_nearest* nearest);

// The first hit, after a traversal: true when there is one, and then it is described; `hit` may be NULL.
bool hit_search_finish(hit_search* search, hit_scene_hit* hit);

#endif
