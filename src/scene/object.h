// An object as the scene keeps it, and what it is made of.
#ifndef HITSCAN_SCENE_OBJECT_H
#define HITSCAN_SCENE_OBJECT_H

#include "scene/convex/convex.h"
#include "scene/region/region.h"

#include <hitscan/scene.h>

// The points of a polyline or a cloud: shared by the record as edited and the one that queries see.
typedef struct hit_point_set {
    uint32_t users; ///< records that refer to it
    uint32_t count;
    float radius;
    hit_bvh* tree; ///< over the boxes of the segments or points, in the object's space; NULL when there are few
    hit_vec3 point[];
} hit_point_set;

// An object. A slot without one has the id HIT_ID_NONE. Two cache lines, of which most moves write the first only; what
// the caller keeps with an object is elsewhere (scene.h).
typedef struct hit_object_record {
    hit_placement placement; ///< its origin is rounded as world.h says
    hit_id id;
    uint32_t layers;
    int32_t priority;
    uint8_t kind; ///< hit_object_kind
    bool disabled;
    bool axis_aligned; ///< boxes: the matrix is diagonal
    bool unscaled;     ///< boxes: the matrix is the identity, and its zeros are positive
    union {
        hit_aabb box;
        const hit_bvh* mesh;
        hit_sphere sphere;
        hit_capsule capsule;
        hit_cylinder cylinder;
        hit_point_set* points;
        hit_user_shape user;
    } shape;
} hit_object_record;

_Static_assert(sizeof(hit_object_record) <= 128, "two cache lines");

// Bounds relative to the record's origin: they hold all of the object, radius included.
void hit_object_bounds(const hit_object_record* record, double low[3], double high[3]);

// The largest coordinate of a user shape in its own space.
double hit_user_max_abs(const hit_user_shape* shape);

// The scale of a placement that keeps circles: the cube root of its determinant.
double hit_placement_scale(const hit_placement* placement);

// The convex shape of an object that is one: a box, a sphere, a capsule or a cylinder; of a user shape, its bounds.
// Relative to `at`. False for meshes, polylines and points.
bool hit_object_convex(const hit_object_record* record, hit_dvec3 at, hit_convex_shape* convex);

// Called with a convex shape of an object and the number of its triangle, segment or point; false ends the traversal.
typedef bool hit_convex_visitor(void* context, const hit_convex_shape* convex, uint32_t primitive);

// Visit the convex shapes of any object, relative to `at`, in no particular order. With a cull_region (relative to the
// same place), those in a box that the region calls outside may be left out. False when the visitor ended it.
bool hit_object_visit_convexes(const hit_object_record* record, hit_dvec3 at, const hit_cull_region* cull_region,
                               hit_convex_visitor* visitor, void* context);

// How an object lies to a region. HIT_CROSSING and HIT_INSIDE are told apart only as far as `include` asks for it: with
// HIT_INCLUDE_TOUCHING, everything but HIT_OUTSIDE touches; with HIT_INCLUDE_INSIDE, everything but HIT_INSIDE does not
// lie in the region.
hit_cull hit_object_relation(const hit_object_record* record, const hit_cull_region* cull_region, hit_include include);

#endif
