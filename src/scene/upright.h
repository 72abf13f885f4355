// Where a ray enters an upright box that it certainly hits: see upright_body.h.
#ifndef HITSCAN_SCENE_UPRIGHT_H
#define HITSCAN_SCENE_UPRIGHT_H

#include "scene/ray_object.h"

// t, rounded, and the face; HIT_FACE_NONE, and t is t_min, from inside. False, which says nothing, where double does not
// suffice. Requires the environment of base/fpenv.h.
typedef bool hit_upright_entry(const hit_record* record, const hit_seeker* seeker, float* t, int* face);

hit_upright_entry hit_upright_entry_portable, hit_upright_entry_sse4, hit_upright_entry_avx2;

#endif
