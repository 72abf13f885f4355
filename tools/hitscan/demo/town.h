// The demo's town: a scene of some hundreds of objects of every kind, each with a name and a look.
#ifndef TOOL_DEMO_TOWN_H
#define TOOL_DEMO_TOWN_H

#include "demo/mesh.h"

enum {
    PROPS_MAX = 2048,
    LAYER_THINGS = 1, ///< what people select
    LAYER_GROUND = 2, ///< the ground, the river and the hills: seen, but not selected
    LAYER_GUARD = 4,  ///< the guard himself, who does not look at his own hat
    LAYER_POWER = 8   ///< poles and wires
};

/// How the surface of an object is painted; meshes also have a material per triangle.
typedef enum paint_kind {
    PAINT_PLAIN,
    PAINT_WALL,    ///< with windows
    PAINT_STONE,   ///< in courses
    PAINT_LEAF,    ///< in light and dark patches
    PAINT_CAR,     ///< the lower part of a car, with wheels
    PAINT_GLASS,   ///< panes under a roof
    PAINT_STRIPES, ///< gores of a balloon
    PAINT_GROUND,
    PAINT_MESH ///< by the material of the triangle
} paint_kind;

/// What the scene's objects know about themselves: hit_object.user points to one.
typedef struct prop {
    const char* noun; ///< "house"; with `number` it is a name
    uint32_t number;  ///< counts those with the same noun, from 1
    paint_kind paint;
    mesh_kind mesh;          ///< of an instance
    hit_vec3 colour, second; ///< linear light; second is that of roofs
    float gloss;             ///< share of light that is mirrored when seen head-on; 0 is matt
    hit_vec3 origin, size;   ///< where it stands, and its extent along its own axes
    float cosine, sine;      ///< of its turn about y
} prop;

typedef struct town {
    hit_scene* scene;
    town_mesh meshes[MESH_KINDS];
    prop props[PROPS_MAX];
    uint32_t count;
    hit_cone vision; ///< what the guard looks at
    hit_id guard, guard_head, post;
} town;

/// Build the town and commit it; always the same one.
///
/// @param pool  NULL: one thread
/// @return  NULL when memory is short
town* town_create(const hit_task_pool* pool);
void town_destroy(town* t);

/// What an object is; NULL for what is not in the town.
const prop* town_prop(const town* t, hit_id id);

/// "house 12"; at most `size` bytes.
void town_name(const prop* p, char* text, size_t size);

#endif
