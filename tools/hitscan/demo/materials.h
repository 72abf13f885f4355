// The colours of the demo's town: what a surface looks like at a point, before light falls on it.
#ifndef TOOL_DEMO_MATERIALS_H
#define TOOL_DEMO_MATERIALS_H

#include "demo/town.h"

typedef struct surface {
    hit_vec3 colour; ///< the share of light that comes back, red, green and blue
    hit_vec3 normal; ///< of unit length, on the side that is looked at
    float gloss;     ///< share of light that is mirrored when seen head-on; 0 is matt
} surface;

/// The surface at a hit.
///
/// @param toward     the direction of the ray
/// @param footprint  how wide a sample is there, in metres: finer patterns fade
surface paint_at(const town* t, const prop* p, const hit_scene_hit* hit, hit_vec3 toward, float footprint);

#endif
