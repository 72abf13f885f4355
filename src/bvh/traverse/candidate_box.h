// Boxes that a ray enters, by their slot in the tree: the part of bvh/traverse/candidate.h that is about boxes.
#ifndef HITSCAN_BVH_RAY_SPOT_BOX_H
#define HITSCAN_BVH_RAY_SPOT_BOX_H

#include "bvh/traverse/candidate.h"

// As the functions of bvh/traverse/candidate.h, for trees of boxes. `span` is filled with the whole span on a hit.
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
