// A ray against an axis_aligned box, for most rays: see scene/ray/aligned_box.c.
#ifndef HITSCAN_SCENE_RAY_UPRIGHT_H
#define HITSCAN_SCENE_RAY_UPRIGHT_H

#include "intersect/intersect.h"
#include "scene/ray/object.h"

// Where a ray enters an axis_aligned box: t, face and inside of the object_hit, as hit_ray_box_placed has them. What is hit after
// `limit` may be a miss. Unsure, which says nothing, where double does not suffice to be certain. Requires the
// environment of base/fpenv.h.
hit_verdict hit_ray_axis_aligned(const hit_object_record* record, const hit_ray_context* ray_ctx, float limit,
                                 hit_object_hit* object_hit);

// The outward normal of a face of an axis_aligned box, and t in double where the ray crosses its plane.
void hit_ray_axis_aligned_face(const hit_object_record* record, const hit_dray* ray, int face, double* t,
                               hit_vec3* normal);

// The whole hit of an axis_aligned box: t rounded, and the face, HIT_FACE_NONE from inside. As hit_object_hit_describe.
void hit_ray_axis_aligned_describe(const hit_object_record* record, const hit_dray* ray, float t, int face,
                                   hit_scene_hit* hit);

#endif
