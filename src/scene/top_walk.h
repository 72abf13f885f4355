// The first object that a ray hits, by a walk over the trees of a scene: see top_walk_body.h.
#ifndef HITSCAN_SCENE_TOP_WALK_H
#define HITSCAN_SCENE_TOP_WALK_H

#include "bvh/kernel.h"
#include "scene/ray_object.h"
#include "scene/top.h"

// An upright box that may be the first: it is not entered before `low`.
typedef struct hit_top_candidate {
    uint32_t ref;
    float low; ///< in the kernels' units
} hit_top_candidate;

enum { HIT_TOP_TREES = 2, HIT_TOP_CANDIDATES = 16 };

// A walk, and what it knows of its query.
typedef struct hit_top_walk {
    hit_bvh_sink
        sink; ///< its ray is that of the trees; `prepared` and `limit` are filled; the other members are not used
    const hit_bvh* tree[HIT_TOP_TREES]; ///< NULL: none
    double first, last;                 ///< hits from first to last are certainly in range, in the ray's units
    float slack;                        ///< upright boxes are smaller than those of their lanes by up to this much
    const hit_record* record; ///< by slot, as the next: what will be needed of an object, to be fetched in time
    const hit_instance* instance;
    const hit_seeker* seeker; ///< the ray as instances want it
    const float* limit;       ///< in the world's t: as the sink's
    bool alike;               ///< the ray is like the one before it: see bvh/kernel_alike.h
    float aside, turned;      ///< if so: how far apart their origins are, and how far they part while t grows by 1
    float size;               ///< the largest component of the direction
    /// Decide an object, by its reference. May lower the limits.
    void (*decide)(struct hit_top_walk* walk, uint32_t ref);
    /// Take a hit with an instance, at a t of the world; `plane` as in hit_meeting. May lower the limits.
    void (*found)(struct hit_top_walk* walk, uint32_t slot, double t, const hit_bvh_hit* hit, const double plane[3]);
    uint32_t candidates;
    hit_top_candidate candidate[HIT_TOP_CANDIDATES];
} hit_top_walk;

// Walk the trees. Instances are entered as they are met, and hits with them given to `found`; other objects but upright
// boxes, and instances that need more thought, are given to `decide`; upright boxes are candidates in the end, all that
// may be the first, or have been given to it. HIT_BVH_UNABLE: nothing has been done.
typedef hit_bvh_answer hit_top_first(hit_top_walk* walk);

hit_top_first hit_top_first_portable, hit_top_first_sse4, hit_top_first_avx2;

// Let the ray enter an instance: part of the walks (top_enter_body.h). False: it needs more thought, and is to be given to
// `decide`.
typedef bool hit_top_enter(hit_top_walk* walk, uint32_t ref);

hit_top_enter hit_top_enter_portable, hit_top_enter_sse4, hit_top_enter_avx2;

// Decide the candidates, but for those that are after the limit.
void hit_top_settle(hit_top_walk* walk);

#endif
