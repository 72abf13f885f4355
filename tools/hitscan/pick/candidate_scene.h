// A scene of those parts only that a ray can hit: for a single click on a model of very many parts.
#ifndef TOOL_PICK_NARROW_H
#define TOOL_PICK_NARROW_H

#include "model/model.h"

typedef struct narrow_scene {
    hit_scene* scene;
    hit_bvh** trees; ///< of the parts, `count` of them
    uint32_t* parts; ///< in ascending order
    hit_id* ids;     ///< of their objects, in ascending order, too
    uint32_t count;
} narrow_scene;

/// Make one, for a model from a .hit file.
///
/// A ray gets the same answers as from the scene of all parts: none that it can hit is left out, and their ids are in
/// the same order.
///
/// @param ray     as hit_camera_ray makes them
/// @param narrow  filled in any case; narrow_close frees it
/// @return  false when the scene of all parts is the better choice: there are few parts, or the ray meets much, or
///          memory is short
bool narrow_open(model* m, hit_dray ray, narrow_scene* narrow);
void narrow_close(narrow_scene* narrow);

/// The part of an object.
uint32_t narrow_part_of(const narrow_scene* narrow, hit_id id);

#endif
