// The first object that a ray hits, by a traversal of the trees of a scene: one ray (scene/tlas/traverse_kernel.h), or
// several interleaved (scene/tlas/interleaved_kernel.h).
#ifndef HITSCAN_SCENE_TLAS_TRAVERSE_H
#define HITSCAN_SCENE_TLAS_TRAVERSE_H

#include "bvh/traverse/traverse.h"
#include "scene/ray/object.h"
#include "scene/tlas/tlas.h"

// An axis-aligned box that may be the first: it is not entered before `low`.
typedef struct hit_tlas_candidate {
    uint32_t ref; ///< perhaps with HIT_TLAS_CERTAIN
    float low;    ///< in the kernels' units
} hit_tlas_candidate;

enum { HIT_TLAS_CANDIDATES = 16, HIT_TLAS_INTERLEAVE = 8 };

// A search for what a ray hits: scene/ray/search.h.
struct hit_search;

// A traversal, and what it knows of its query. Whoever asks fills search, scene and ray.
typedef struct hit_tlas_traversal {
    hit_bvh_candidate_visitor visitor; ///< a traversal to the first hit fills `limit`, and `shift` of `prepared`; other
                                       ///< searches all of it
    struct hit_search* search;         ///< whose traversal this is
    const hit_scene* scene;
    const hit_dray* ray;     ///< as the caller gave it
    hit_ray_context ray_ctx; ///< the same as objects need it
    double t0;               ///< how far the ray was moved along itself, to come close to the scene
    hit_ray local_ray;       ///< in the anchor's space, moved; not filled for rays that need not be
    float limit;             ///< nothing after this t, of the world, is of interest
    bool coherent; ///< the ray is like the one before it (bvh/traverse/coherence.h); interleaved, for instances only
    bool resolved; ///< one axis-aligned box is left, and certainly hit: the next three members say where
    uint32_t slot;
    float t;
    int face;
    float origin_delta, direction_delta; ///< if coherent: how far apart the origins of both rays are, and how far they
                                         ///< part while t grows by 1
    float direction_max;                 ///< the largest component of the direction
    uint32_t candidate_count;
    hit_tlas_candidate candidate[HIT_TLAS_CANDIDATES];
} hit_tlas_traversal;

// Traverse the trees. Instances are entered as they are met, and hits with them given to hit_tlas_report_hit. Other
// objects, and instances that the kernel cannot decide, are given to hit_tlas_test_object. Axis-aligned boxes are
// collected: those that may be the first are candidates in the end, or have been given to hit_tlas_test_object; one
// that is alone is resolved at once. HIT_BVH_NO: the ray does not meet the scene, and there are no candidates.
// HIT_BVH_UNDECIDED: the traversal is not possible, and what is filled means nothing.
typedef hit_bvh_answer hit_tlas_first(hit_tlas_traversal* traversal);

hit_tlas_first hit_tlas_first_portable, hit_tlas_first_sse4, hit_tlas_first_avx2;
hit_tlas_first hit_tlas_first_neon, hit_tlas_first_wasm;

// Let the ray enter an instance: a part of the traversals (scene/tlas/instance_kernel.h). False: the kernel cannot
// decide it, and it is to be given to hit_tlas_test_object.
typedef bool hit_tlas_enter_instance(hit_tlas_traversal* traversal, uint32_t ref);

hit_tlas_enter_instance hit_tlas_enter_instance_portable, hit_tlas_enter_instance_sse4, hit_tlas_enter_instance_avx2;
hit_tlas_enter_instance hit_tlas_enter_instance_neon, hit_tlas_enter_instance_wasm;

// ---- Interleaved rays -----------------------------------------------------------------------------------------------

// Where traversals come from, and go to. Each has a ray slot, a number below HIT_TLAS_INTERLEAVE.
typedef struct hit_tlas_ray_stream {
    void* context; ///< the first argument of all
    /// The next traversal for a ray slot that is free, with its search, scene and ray; NULL when there is none.
    hit_tlas_traversal* (*next)(void* context, unsigned ray_slot);
    /// A traversal has ended: it is resolved, or its candidates are to be resolved. Its ray slot is free.
    void (*retire)(void* context, unsigned ray_slot);
    /// A traversal is not possible (HIT_BVH_UNDECIDED). Its ray slot is free.
    void (*fallback)(void* context, unsigned ray_slot);
} hit_tlas_ray_stream;

// Make all traversals of a stream.
typedef void hit_tlas_first_interleaved(const hit_tlas_ray_stream* stream);

hit_tlas_first_interleaved hit_tlas_first_interleaved_portable, hit_tlas_first_interleaved_sse4,
    hit_tlas_first_interleaved_avx2, hit_tlas_first_interleaved_neon, hit_tlas_first_interleaved_wasm;

// ---- What traversals ask of the search (scene/ray/queries.c) --------------------------------------------------------

typedef enum hit_tlas_setup_status { HIT_TLAS_MISS, HIT_TLAS_READY, HIT_TLAS_TOO_FAR } hit_tlas_setup_status;

// Fill what a search needs of its ray: ray_ctx, limit, t0, local_ray, and the visitor's ray. HIT_TLAS_MISS when the ray
// is not valid, or does not come to the scene; HIT_TLAS_TOO_FAR when rounding would move it too far.
hit_tlas_setup_status hit_tlas_setup_ray(hit_tlas_traversal* traversal);

// Decide an object, by its reference. May lower the limits.
void hit_tlas_test_object(hit_tlas_traversal* traversal, uint32_t ref);

// Accept a hit with an instance, at a t of the world; `plane` as in hit_object_hit. May lower the limits.
void hit_tlas_report_hit(hit_tlas_traversal* traversal, uint32_t slot, double t, const hit_bvh_hit* hit,
                         const double plane[3]);

// Decide the candidates, but for those that are after the limit.
void hit_tlas_resolve_candidates(hit_tlas_traversal* traversal);

#endif
