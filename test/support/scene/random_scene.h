// Random objects, placements and rays for scenes, by the kind of world that they are in.
#ifndef HITSCAN_TEST_SCENE_STOCK_H
#define HITSCAN_TEST_SCENE_STOCK_H

#include "support/scene/naive_scene.h"

typedef enum scene_world {
    WORLD_GRID,   ///< small whole numbers: things that touch and coincide, rays through corners and edges, exact ties
    WORLD_NEAR,   ///< ordinary numbers, about 10 units across
    WORLD_FAR,    ///< the same, 1e7 units from the origin
    WORLD_SCALES, ///< sizes and distances between 2^-20 and 2^20
    WORLD_HUGE,   ///< at 2^80, and as large as matrices can make things
    WORLD_WILD,   ///< boxes only: any floats at all
    WORLD_KINDS
} scene_world;

extern const char* const scene_world_names[WORLD_KINDS];

enum { ASSET_MESHES = 6, ASSET_SPHERES = 4 };

// Trees and user shapes that many objects share.
typedef struct scene_assets {
    naive_mesh mesh[ASSET_MESHES];
    hit_sphere user_sphere[ASSET_SPHERES];
} scene_assets;

// In place: user shapes point into it.
void scene_assets_make(scene_assets* s, uint64_t seed);
void scene_assets_free(scene_assets* s);

// Any kind; and a placement that is allowed for it.
hit_object_kind random_scene_kind(test_random* r);
naive_shape random_scene_shape(scene_assets* s, test_random* r, scene_world world, hit_object_kind kind);
hit_placement random_scene_placement(test_random* r, scene_world world, hit_object_kind kind);

// With layers, a priority, sometimes disabled.
hit_object random_scene_object(test_random* r, scene_world world, hit_object_kind kind);

// A ray that is aimed at a committed object, at its corners and edges above all, when there is one.
hit_dray random_scene_ray(test_random* r, scene_world world, const naive_scene* scene);

// NULL most of the time; else one in `room`.
const hit_scene_filter* random_scene_filter(test_random* r, hit_scene_filter* room);

// A scene and its naive twin, committed, with `count` objects: boxes only, or all kinds.
void random_scene_make(scene_assets* s, test_random* r, scene_world world, uint32_t count, bool boxes,
                       hit_scene** scene, naive_scene* naive);

#endif
