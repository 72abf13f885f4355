// A scene as a plain list, and every ray query by a plain loop over it: the reference. Nothing is shared with the
// library but its types and the layout of its arrays.
//
// Boxes are answered by GMP integers, without any rounding: hit or miss, face, the order, and t rounded correctly.
//
// For other objects the library promises that it moves the ray by less than 2^-20 of the object's size. So the true
// answer is computed in quad and long double precision together with what the promise allows, and nothing else is
// accepted. With d = 2^-20 of the size, the largest distance of the object from the origin of its own space:
// - a solid (ball, capsule, cylinder, each segment of a polyline) is hit by every ray that the promise allows when the
//   solid shrunk by d is hit, and by none when the solid grown by d is not. Its t lies between the entries of the two;
// - a triangle that the ray meets at an angle whose sine is s is crossed at most d/s away, that is, d/s earlier or
//   later and d + d/s sideways. It is certainly hit when the true crossing is farther inside than that, and may be hit
//   when it is not farther outside.
#ifndef HITSCAN_TEST_NAIVE_SCENE_H
#define HITSCAN_TEST_NAIVE_SCENE_H

#include "support/cases/meshes.h"

#include <gmp.h>
#include <hitscan/scene.h>

enum { NAIVE_POINTS = 40 };

// A tree, and the triangles that it was built from.
typedef struct naive_mesh {
    hit_bvh* tree;
    test_mesh mesh;
} naive_mesh;

// User shapes are spheres; the callback is naive_user_first. Normals are of length 3, the primitive is 7.
typedef struct naive_shape {
    hit_object_kind kind;
    hit_aabb box;
    const naive_mesh* mesh;
    hit_sphere sphere;
    hit_capsule capsule;
    hit_cylinder cylinder;
    hit_sphere* user; ///< stays where it is while a scene uses it
    hit_vec3 points[NAIVE_POINTS];
    uint32_t count;
    float radius;
} naive_shape;

typedef struct naive_object {
    hit_id id;
    hit_object object;
    naive_shape shape;
    long double middle[3], reach; ///< a ball around it in the world, generous
} naive_object;

typedef enum naive_verdict {
    NAIVE_MISS,
    NAIVE_MAYBE, ///< so close to a border that the promise allows either
    NAIVE_HIT
} naive_verdict;

// The answer for one object.
typedef struct naive_answer {
    const naive_object* object;
    naive_verdict verdict;
    long double low, high; ///< where t of the first hit may be
    // boxes only
    mpz_t num, den; ///< t exactly; the denominator is positive
    float t;
    int face;
    bool inside;
} naive_answer;

typedef struct naive_scene {
    naive_object *edited, *committed;
    uint32_t edited_count, committed_count, room;
    naive_answer* answers;
    uint32_t answer_room;
} naive_scene;

naive_scene naive_make(void);
void naive_free(naive_scene* s);

// The object of an id, as edited; NULL when there is none.
naive_object* naive_find(const naive_scene* s, hit_id id);

void naive_add(naive_scene* s, hit_id id, const hit_object* object, const naive_shape* shape);
void naive_remove(naive_scene* s, hit_id id);

// What was edited is what queries see.
void naive_commit(naive_scene* s);

// The calls of the library for such a shape.
hit_status naive_add_to(hit_scene* scene, const hit_object* object, const naive_shape* shape, hit_id* id);
hit_status naive_replace_in(hit_scene* scene, hit_id id, const naive_shape* shape);
bool naive_user_first(void* context, const hit_ray* ray, hit_user_hit* hit);

// Bounds of a shape in its own space; the radius of lines and points, which counts in the world, is not in them.
void naive_bounds(const naive_shape* shape, float low[3], float high[3]);

// A place as scenes keep it.
hit_dvec3 naive_round_position(hit_dvec3 place);

// The answers of all objects that count and that are not certainly missed, in the order of the committed list; they
// stay until the next call.
uint32_t naive_ray(naive_scene* s, const hit_dray* ray, const hit_scene_filter* filter, const naive_answer** answers);

// The order of two boxes' answers: by exact t, then by id.
int naive_order(const naive_answer* a, const naive_answer* b);

// One object, whatever the filter's layers and callback say. False for a certain miss.
bool naive_ray_object(const naive_object* object, const hit_dray* ray, hit_sides sides, naive_answer* answer);

// Whether a hit, that the library found on an object, is one of those that the promise allows: t, face, side,
// primitive, weights, normal and point. NULL when it is, or what is wrong.
const char* naive_fault(const naive_answer* answer, const hit_dray* ray, hit_sides sides, const hit_scene_hit* hit);

// Ask the scene everything about a ray, and compare: with the naive answers, and one call with the other. Returns the
// number of faults, of which a few are printed; `hits` grows by the number of objects that were hit.
uint32_t naive_check_ray(const hit_scene* scene, naive_scene* s, const hit_dray* ray, const hit_scene_filter* filter,
                         uint64_t* hits);

// Compare what a scene says about its objects, as edited: list, has, get, shape. Returns the number of faults.
uint32_t naive_check_objects(const hit_scene* scene, const naive_scene* s);

#endif
