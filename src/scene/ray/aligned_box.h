// A ray against an upright box, for most rays: see scene/ray/aligned_box.c.
#ifndef HITSCAN_SCENE_RAY_UPRIGHT_H
#define HITSCAN_SCENE_RAY_UPRIGHT_H

#include "intersect/verdict.h"
#include "scene/ray/object.h"

// Where a ray enters an upright box: t, face and inside of the meeting, as hit_ray_box_placed has them. What is hit after
// `limit` may be a miss. Unsure, which says nothing, where double does not suffice to be certain. Requires the
// environment of base/fpenv.h.
hit_verdict hit_ray_upright(const hit_record* record, const hit_seeker* seeker, float limit, hit_meeting* meeting);

// The outward normal of a face of an upright box, and t in double where the ray crosses its plane.
void hit_ray_upright_face(const hit_record* record, const hit_dray* ray, int face, double* t, hit_vec3* normal);

// The whole hit of an upright box: t rounded, and the face, HIT_FACE_NONE from inside. As hit_meeting_describe.
void hit_ray_upright_describe(const hit_record* record, const hit_dray* ray, float t, int face, hit_scene_hit* hit);

#endif
