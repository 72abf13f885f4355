// A ray against one object.
#ifndef HITSCAN_SCENE_RAY_OBJECT_H
#define HITSCAN_SCENE_RAY_OBJECT_H

#include "intersect/intersect.h"
#include "scene/scene.h"

// The first hit of a ray with an object, as far as the order of hits needs it.
typedef struct hit_object_hit {
    const hit_object_record* record;
    float t;            ///< rounded
    double t_double;    ///< t in double; of a box, 0
    int face;           ///< of a solid: HIT_FACE_NONE from inside
    bool inside;        ///< a solid in which the ray starts
    uint32_t primitive; ///< of a mesh, a polyline, points or a user shape
    hit_bvh_hit mesh;   ///< of a mesh, in its own space
    double
        plane[3]; ///< of a mesh: the normal of the triangle there, of any length; zero when double is not enough for it
    hit_vec3 normal; ///< of a round or user shape, in the world; else zero
} hit_object_hit;

// A ray, and what is computed from it once for all objects.
typedef struct hit_ray_context {
    hit_dray ray; ///< its origin rounded as world.h says
    double direction[3];
    double inverse[3];  ///< 1/direction
    double per_length2; ///< 1/|direction|²
} hit_ray_context;

// Fill the rest of a context from its ray.
static inline void hit_ray_context_derive(hit_ray_context* s)
{
    const double x = s->ray.direction.x, y = s->ray.direction.y, z = s->ray.direction.z;

    s->direction[0] = x;
    s->direction[1] = y;
    s->direction[2] = z;
    s->inverse[0] = 1.0 / x;
    s->inverse[1] = 1.0 / y;
    s->inverse[2] = 1.0 / z;
    s->per_length2 = 1.0 / (x * x + y * y + z * z);
}

static inline hit_ray_context hit_ray_context_make(hit_dray ray)
{
    hit_ray_context s;

    s.ray = ray;
    s.ray.origin = hit_dvec3_round(ray.origin);
    hit_ray_context_derive(&s);
    return s;
}

// The first hit of a ray with an object; false when there is none. What is hit after `limit`, which is not above t_max,
// may be left out, and else is found as without a limit. The ray is valid. Requires the environment of base/fpenv.h.
bool hit_ray_object(const hit_scene* scene, const hit_object_record* record, const hit_ray_context* ray_ctx,
                    float limit, hit_sides sides, hit_object_hit* object_hit);

// The same for an instance of a mesh, by its slot; its record is not read.
bool hit_ray_instance(const hit_scene* scene, uint32_t slot, const hit_ray_context* ray_ctx, float limit,
                      hit_sides sides, hit_object_hit* object_hit);

// The same where a kernel has found the hit already, at a t of the world; `plane` as in hit_object_hit. False when that
// t is out of range.
bool hit_ray_instance_from_hit(const hit_scene* scene, uint32_t slot, double t, const hit_bvh_hit* hit,
                               const double plane[3], hit_object_hit* object_hit);

// Whether there is such a hit: faster.
bool hit_ray_object_any(const hit_scene* scene, const hit_object_record* record, const hit_ray_context* ray_ctx,
                        hit_sides sides);

// The order of two hits of a ray: negative when the first comes before the second, 0 for the same object.
int hit_object_hit_order(const hit_dray* ray, const hit_object_hit* first, const hit_object_hit* second);

// The whole hit.
void hit_object_hit_describe(const hit_scene* scene, const hit_dray* ray, const hit_object_hit* object_hit,
                             hit_scene_hit* hit);

// ---- Axis-aligned boxes (scene/ray/aligned_box.c) -------------------------------------------------------------------

// Where a ray enters an axis-aligned box: t, face and inside of the object_hit, as hit_ray_box_placed has them. What is
// hit after `limit` may be a miss. Undecided where double does not suffice to be certain. Requires the environment of
// base/fpenv.h.
hit_verdict hit_ray_axis_aligned(const hit_object_record* record, const hit_ray_context* ray_ctx, float limit,
                                 hit_object_hit* object_hit);

// The outward normal of a face of an axis-aligned box, and t in double where the ray crosses its plane.
void hit_ray_axis_aligned_face(const hit_object_record* record, const hit_dray* ray, int face, double* t,
                               hit_vec3* normal);

// The whole hit of an axis-aligned box, as hit_object_hit_describe has it: t rounded, and the face, HIT_FACE_NONE from
// inside.
void hit_ray_axis_aligned_describe(const hit_object_record* record, const hit_dray* ray, float t, int face,
                                   hit_scene_hit* hit);

#endif
