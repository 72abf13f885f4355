// The demo's scene: some two hundred objects on a ground plane, and the three questions that the picture asks of it.
#ifndef TOOL_DEMO_SCENE_H
#define TOOL_DEMO_SCENE_H

#include <hitscan/hitscan.h>

enum {
    SCENE_MAX = 256,
    SCENE_GROUP = 16, ///< neighbours that are tested together
    SCENE_GROUPS = SCENE_MAX / SCENE_GROUP,
    SCENE_GROUND = -1 ///< stands for the ground plane where an object's index is wanted
};

typedef enum shape_kind {
    SHAPE_AABB,
    SHAPE_OBB,
    SHAPE_AFFINE,
    SHAPE_SPHERE,
    SHAPE_CAPSULE,
    SHAPE_CYLINDER,
    SHAPE_DISC,
    SHAPE_KINDS
} shape_kind;

typedef struct object {
    shape_kind kind;
    uint32_t number; ///< counts within its kind, from 1
    union {
        hit_aabb aabb;
        hit_obb obb;
        struct {
            hit_aabb box;
            hit_mat3x4 matrix;
        } affine;
        hit_sphere sphere;
        hit_capsule capsule;
        hit_cylinder cylinder;
        hit_disc disc;
    } shape;
    hit_vec3 colour; ///< linear RGB
    float gloss;     ///< share of light that is mirrored when seen head-on; 0 is matt
} object;

typedef struct scene {
    hit_plane ground;
    uint32_t count;
    uint32_t of_kind[SHAPE_KINDS];
    uint32_t group_count;
    hit_aabb groups[SCENE_GROUPS]; ///< around SCENE_GROUP objects each
    hit_aabb bounds[SCENE_MAX];    ///< of the object with the same index
    object objects[SCENE_MAX];
} scene;

/// What a ray meets.
typedef struct scene_hit {
    int32_t index; ///< of the object, or SCENE_GROUND
    hit_span span;
} scene_hit;

/// Place all objects; always the same scene.
void scene_build(scene* s);

/// The name of a kind, as in "sheared box".
const char* shape_kind_name(shape_kind kind);

/// The first thing that a ray enters.
bool scene_first(const scene* s, hit_ray ray, scene_hit* hit);

/// True when something is in a ray's way.
bool scene_any(const scene* s, hit_ray ray);

/// Everything that a ray enters, nearest first; at equal t, the lower index first.
///
/// @param hits  room for `capacity` hits; further ones are counted, not stored
/// @return  how many there are
uint32_t scene_all(const scene* s, hit_ray ray, scene_hit* hits, uint32_t capacity);

/// The unit normal at a hit, on the side that the ray comes from.
hit_vec3 scene_normal(const scene* s, const scene_hit* hit, hit_ray ray);

#endif
