// Candidates: primitives that a ray may hit, by their slot in the tree; tested, put in order and described, exactly.
//
// The slot of a triangle is 8·block + lane, that of a box 8·node + child. Hits are ordered by their exact t, and for
// equal t by the index of the primitive.
//
// Everything here requires the environment of base/fpenv.h and a valid ray.
#ifndef HITSCAN_BVH_CANDIDATE_H
#define HITSCAN_BVH_CANDIDATE_H

#include "bvh/format/layout.h"

// A hit: its t lies between range[0] and range[1].
typedef struct hit_bvh_candidate {
    uint32_t slot;
    uint32_t id; ///< of the primitive, for the order
    double range[2];
    bool described; ///< `hit` is filled: hit_bvh_candidate_describe
    hit_bvh_hit hit;
} hit_bvh_candidate;

// The ids of what is kept at a slot.
hit_bvh_run hit_bvh_slot_ids(const hit_bvh* bvh, uint32_t slot);

// False when the ray does not hit what is there, exactly. The id is the lowest one.
bool hit_bvh_candidate_make(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_bvh_candidate* candidate);

// The order of two hits at two slots by t alone: negative, 0 or positive.
int hit_bvh_slot_compare(const hit_bvh* bvh, const hit_ray* ray, uint32_t first, uint32_t second);

// The order of two hits: negative when the first comes before the second; 0 for the same primitive.
int hit_bvh_candidate_compare(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_candidate* first,
                              const hit_bvh_candidate* second);

// The whole hit that a candidate is; computed once.
const hit_bvh_hit* hit_bvh_candidate_describe(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_candidate* candidate);

// Describe a hit at a slot where there is one.
void hit_bvh_slot_describe(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, uint32_t id, hit_bvh_hit* hit);

// ---- Boxes: candidate_box.c -----------------------------------------------------------------------------------------

// As the functions above, for trees of boxes. `span` is filled with the whole span on a hit.
uint32_t hit_bvh_box_id(const hit_bvh* bvh, uint32_t slot);
bool hit_bvh_box_candidate_make(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_bvh_candidate* candidate,
                                hit_span* span);
int hit_bvh_box_slot_compare(const hit_bvh* bvh, const hit_ray* ray, uint32_t first, uint32_t second);
void hit_bvh_box_slot_describe(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, uint32_t id, hit_bvh_hit* hit);

// The hit that a span is.
hit_bvh_hit hit_bvh_box_hit(const hit_span* span, uint32_t slot, uint32_t id);

// The normal of the face of an oriented box; the zero vector where there is none.
hit_vec3 hit_bvh_obb_normal(const hit_bvh* bvh, const hit_bvh_hit* hit);

#endif
