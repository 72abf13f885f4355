// The first object that a ray hits, by a walk over the trees of a scene: see scene/tlas/traverse_kernel.h.
#ifndef HITSCAN_SCENE_TOP_WALK_H
#define HITSCAN_SCENE_TOP_WALK_H

#include "bvh/traverse/traverse.h"
#include "scene/ray/object.h"
#include "scene/tlas/tlas.h"

// An upright box that may be the first: it is not entered before `low`.
typedef struct hit_top_candidate {
    uint32_t ref;
    float low; ///< in the kernels' units
} hit_top_candidate;

enum { HIT_TOP_CANDIDATES = 16 };

// A walk, and what it knows of its query. Whoever asks fills scene and ray.
typedef struct hit_top_walk {
    hit_bvh_sink sink; ///< a walk to the first hit fills `limit`, and `shift` of `prepared`; other searches all of it
    const hit_scene* scene;
    const hit_dray* ray; ///< as it was asked for
    hit_seeker seeker;   ///< the same as objects want it
    double t0;           ///< what was added to t, to come close to the scene
    hit_ray close;       ///< in the anchor's space, moved; not filled for rays that need not be
    float limit;         ///< nothing after this t, of the world, is of interest
    bool alike;  ///< the ray is like the one before it: see bvh/traverse/coherence.h; in flight, for instances only
    bool landed; ///< one upright box is left, and certainly hit: the next three members say where
    uint32_t slot;
    float t;
    int face;
    float aside, turned; ///< if alike: how far apart their origins are, and how far they part while t grows by 1
    float size;          ///< the largest component of the direction
    uint32_t candidates;
    hit_top_candidate candidate[HIT_TOP_CANDIDATES];
} hit_top_walk;

// Walk the trees. Instances are entered as they are met, and hits with them given to hit_top_found; other objects but
// upright boxes, and instances that need more thought, are given to hit_top_decide; upright boxes are candidates in the
// end, all that may be the first, or have been given to it; one that is alone is landed on. HIT_BVH_NO: the ray goes
// nowhere, and there are no candidates. HIT_BVH_UNABLE: nothing has been found out, and what is filled means nothing.
typedef hit_bvh_answer hit_top_first(hit_top_walk* walk);

hit_top_first hit_top_first_portable, hit_top_first_sse4, hit_top_first_avx2;

// Let the ray enter an instance: part of the walks (scene/tlas/instance_kernel.h). False: it needs more thought, and is to be given to
// hit_top_decide.
typedef bool hit_top_enter(hit_top_walk* walk, uint32_t ref);

hit_top_enter hit_top_enter_portable, hit_top_enter_sse4, hit_top_enter_avx2;

// What walks ask of whoever searches: ray.c.

typedef enum hit_top_nearness { HIT_TOP_NEVER, HIT_TOP_CLOSE, HIT_TOP_FAR } hit_top_nearness;

// Fill whatever a search needs of its ray: seeker, limit, t0, close, and the sink's ray. HIT_TOP_NEVER when it is not valid,
// or does not come to the scene; HIT_TOP_FAR when rounding would move it too far.
hit_top_nearness hit_top_approach(hit_top_walk* walk);

// Decide an object, by its reference. May lower the limits.
void hit_top_decide(hit_top_walk* walk, uint32_t ref);

// Take a hit with an instance, at a t of the world; `plane` as in hit_meeting. May lower the limits.
void hit_top_found(hit_top_walk* walk, uint32_t slot, double t, const hit_bvh_hit* hit, const double plane[3]);

// Decide the candidates, but for those that are after the limit.
void hit_top_settle(hit_top_walk* walk);

#endif
