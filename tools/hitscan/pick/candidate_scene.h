// A scene of those parts only that a ray can hit: for a single click on a model of very many parts.
#ifndef TOOL_PICK_CANDIDATE_SCENE_H
#define TOOL_PICK_CANDIDATE_SCENE_H

#include "model/model.h"

typedef struct candidate_scene {
    hit_scene* scene;
    hit_bvh** trees; ///< of the parts, `count` of them
    uint32_t* parts; ///< in ascending order
    hit_id* ids;     ///< of their objects, in ascending order, too
    uint32_t count;
} candidate_scene;

/// Make one, for a model from a .hit file.
///
/// A ray gets the same answers as from the scene of all parts: none that it can hit is left out, and their ids are in
/// the same order.
///
/// @param ray     as hit_camera_ray makes them
/// @param candidates  filled in any case; candidate_scene_close frees it
/// @return  false when the scene of all parts is the better choice: there are few parts, or the ray meets much, or
///          memory is short
bool candidate_scene_open(model* m, hit_dray ray, candidate_scene* candidates);
void candidate_scene_close(candidate_scene* candidates);

/// The part of an object.
uint32_t candidate_scene_part_of(const candidate_scene* candidates, hit_id id);

#endif
