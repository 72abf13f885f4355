// The steps of a commit: meshes, boxes, trees. All require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_COMMIT_COMMIT_H
#define HITSCAN_SCENE_COMMIT_COMMIT_H

#include "base/prefetch.h"
#include "scene/scene.h"

// How many objects ahead their memory is prefetched.
enum { HIT_PREFETCH_DISTANCE = 8 };

// ---- Meshes that instances refer to (scene/commit/meshes.c) ---------------------------------------------------------

// Add the instances of meshes that have been refitted to the changed objects.
void hit_meshes_mark_refitted(hit_scene* scene);

// Register the meshes of all changed objects.
hit_status hit_meshes_register(hit_scene* scene);

// The use of a mesh that is registered.
hit_mesh_use* hit_meshes_find(const hit_scene* scene, const hit_bvh* mesh);

// Forget meshes without users: they may be destroyed before the next commit looks at them.
void hit_meshes_release_unused(hit_scene* scene);

hit_aabb hit_mesh_box(const hit_bvh* mesh);

// ---- Boxes of objects (scene/commit/bounds.c) -----------------------------------------------------------------------

// The space of an anchor: see scene.h.
typedef struct hit_space {
    hit_dvec3 anchor;
    double extent;
} hit_space;

// The space of a scene as edited: the anchor in its center, and room for it to grow.
hit_space hit_space_find(const hit_scene* scene);

// Make the primrefs of some slots as edited, or of all when `slots` is NULL; `primrefs` is by slot. False when a box
// lies beyond the space.
bool hit_boxes_make(const hit_scene* scene, hit_space space, const uint32_t* slots, uint32_t count,
                    const hit_task_pool* pool, hit_tlas_primref* primrefs);

// ---- Trees (scene/commit/rebuild_policy.c) --------------------------------------------------------------------------

// What a commit is going to do with the trees, and the lists for it. New trees are built already.
typedef struct hit_tree_plan {
    bool refit_all; ///< the primary tree has all that moved, and is refitted as a whole
    bool rebuild;   ///< the primary tree is new, over everything
    bool new_space; ///< and so are the next two
    hit_tlas_primref* primrefs;
    hit_space space;
    bool secondary_changes; ///< the secondary tree is new, and so is the list of its objects
    uint32_t* secondary_slots;
    uint32_t secondary_count;
    uint32_t outliers; ///< once it is applied: the outliers of the primary tree, listed after the secondary objects
} hit_tree_plan;

// Prepare, for all changed objects, and build what is to be new: that is the last step, and on failure nothing that
// queries see has changed.
hit_status hit_trees_prepare(hit_scene* scene, const hit_task_pool* pool, hit_tree_plan* plan);

// Apply the plan: this cannot fail.
void hit_trees_apply(hit_scene* scene, hit_tree_plan* plan);

// Rebuild a primary tree that has become slow. `changed` is the number of objects that the commit has changed,
// `outliers` that of the plan.
void hit_trees_rebuild_degraded(hit_scene* scene, const hit_task_pool* pool, uint32_t changed, uint32_t outliers);

// The larger max_abs of both trees; 0 without any.
float hit_trees_max_abs(const hit_scene* scene);

#endif
