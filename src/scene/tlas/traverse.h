// The first object that a ray hits, by a traversal over the trees of a scene: see scene/tlas/traverse_kernel.h.
#ifndef HITSCAN_SCENE_TOP_WALK_H
#define HITSCAN_SCENE_TOP_WALK_H

#include "bvh/traverse/traverse.h"
#include "scene/ray/object.h"
#include "scene/tlas/tlas.h"

// An axis_aligned box that may be the first: it is not entered before `low`.
typedef struct hit_tlas_candidate {
    uint32_t ref;
    float low; ///< in the kernels' units
} hit_tlas_candidate;

enum { HIT_TLAS_CANDIDATES = 16 };

// A traversal, and what it knows of its query. Whoever asks fills scene and ray.
typedef struct hit_tlas_traversal {
    hit_bvh_candidate_visitor
        sink; ///< a traversal to the first hit fills `limit`, and `shift` of `prepared`; other searches all of it
    const hit_scene* scene;
    const hit_dray* ray;     ///< as it was asked for
    hit_ray_context ray_ctx; ///< the same as objects want it
    double t0;               ///< what was added to t, to come close to the scene
    hit_ray close;           ///< in the anchor's space, moved; not filled for rays that need not be
    float limit;             ///< nothing after this t, of the world, is of interest
    bool coherent; ///< the ray is like the one before it: see bvh/traverse/coherence.h; in flight, for instances only
    bool resolved; ///< one axis_aligned box is left, and certainly hit: the next three members say where
    uint32_t slot;
    float t;
    int face;
    float aside, turned; ///< if coherent: how far apart their origins are, and how far they part while t grows by 1
    float size;          ///< the largest component of the direction
    uint32_t candidates;
    hit_tlas_candidate candidate[HIT_TLAS_CANDIDATES];
} hit_tlas_traversal;

// Walk the trees. Instances are entered as they are met, and hits with them given to hit_tlas_report_hit; other objects but
// axis_aligned boxes, and instances that need more thought, are given to hit_tlas_test_object; axis_aligned boxes are candidates in the
// end, all that may be the first, or have been given to it; one that is alone is resolved on. HIT_BVH_NO: the ray goes
// nowhere, and there are no candidates. HIT_BVH_UNDECIDED: nothing has been found out, and what is filled means nothing.
typedef hit_bvh_answer hit_tlas_first(hit_tlas_traversal* traversal);

hit_tlas_first hit_tlas_first_portable, hit_tlas_first_sse4, hit_tlas_first_avx2;

// Let the ray enter an instance: part of the traversals (scene/tlas/instance_kernel.h). False: it needs more thought, and is to be given to
// hit_tlas_test_object.
typedef bool hit_tlas_enter_instance(hit_tlas_traversal* traversal, uint32_t ref);

hit_tlas_enter_instance hit_tlas_enter_instance_portable, hit_tlas_enter_instance_sse4, hit_tlas_enter_instance_avx2;

// What traversals ask of whoever searches: ray.c.

typedef enum hit_tlas_setup_status { HIT_TLAS_MISS, HIT_TLAS_READY, HIT_TLAS_TOO_FAR } hit_tlas_setup_status;

// Fill whatever a search needs of its ray: ray_ctx, limit, t0, close, and the sink's ray. HIT_TLAS_MISS when it is not valid,
// or does not come to the scene; HIT_TLAS_TOO_FAR when rounding would move it too far.
hit_tlas_setup_status hit_tlas_setup_ray(hit_tlas_traversal* traversal);

// Decide an object, by its reference. May lower the limits.
void hit_tlas_test_object(hit_tlas_traversal* traversal, uint32_t ref);

// Take a hit with an instance, at a t of the world; `plane` as in hit_object_hit. May lower the limits.
void hit_tlas_report_hit(hit_tlas_traversal* traversal, uint32_t slot, double t, const hit_bvh_hit* hit,
                         const double plane[3]);

// Decide the candidates, but for those that are after the limit.
void hit_tlas_resolve_candidates(hit_tlas_traversal* traversal);

#endif
