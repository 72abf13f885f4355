// A search for what a ray hits in a scene (scene/ray/queries.c): what batches (scene/ray/batch.c) share with single
// rays.
#ifndef HITSCAN_SCENE_RAY_SEARCH_H
#define HITSCAN_SCENE_RAY_SEARCH_H

#include "scene/ray/object.h"
#include "scene/tlas/traverse.h"

typedef struct hit_search hit_search;

// Called with an object that the ray may hit; false ends the search. May lower the traversal's limit.
typedef bool hit_search_visitor(hit_search* search, const hit_object_record* record);

struct hit_search {
    hit_tlas_traversal traversal; ///< which refers back to the search
    const hit_scene_filter* filter;
    hit_sides sides;
    hit_search_visitor* visit;
    void* context; ///< of `visit`
    bool ended;
};

// The first hit so far: the context of searches for it.
typedef struct hit_first_so_far {
    bool found;
    hit_object_hit best;
} hit_first_so_far;

// Whether every object counts.
bool hit_filter_accepts_all(const hit_scene_filter* filter);

// Prepare a traversal of the trees to the first hit (scene/tlas/traverse.h), where every object counts. The ray must
// stay where it is.
void hit_search_setup(hit_search* search, const hit_scene* scene, const hit_dray* ray, hit_first_so_far* first);

// The first hit, after a traversal: true when there is one, and then it is described; `hit` may be NULL.
bool hit_search_finish(hit_search* search, hit_scene_hit* hit);

// For tests, which ask small scenes, too: hit_scene_batch_first without a filter and strides, by interleaved rays
// whatever the size of the scene.
void hit_scene_first_interleaved(const hit_scene* scene, const hit_dray* rays, hit_scene_hit* hits, size_t count);

#endif
