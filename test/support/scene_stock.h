// Random objects, placements and rays for scenes, by the kind of world that they are in.
#ifndef HITSCAN_TEST_SCENE_STOCK_H
#define HITSCAN_TEST_SCENE_STOCK_H

#include "support/naive_scene.h"

typedef enum stock_world {
    WORLD_GRID,   ///< small whole numbers: things that touch and coincide, rays through corners and edges, exact ties
    WORLD_NEAR,   ///< ordinary numbers, about 10 units across
    WORLD_FAR,    ///< the same, 1e7 units from the origin
    WORLD_SCALES, ///< sizes and distances between 2^-20 and 2^20
    WORLD_HUGE,   ///< at 2^80, and as large as matrices can make things
    WORLD_WILD,   ///< boxes only: any floats at all
    WORLD_KINDS
} stock_world;

extern const char* const stock_world_names[WORLD_KINDS];

enum { STOCK_MESHES = 6, STOCK_BALLS = 4 };

// Trees and user shapes that many objects share.
typedef struct stock {
    naive_mesh mesh[STOCK_MESHES];
    hit_sphere ball[STOCK_BALLS];
} stock;

// In place: user shapes point into it.
void stock_make(stock* s, uint64_t seed);
void stock_free(stock* s);

// Any kind; and a placement that is allowed for it.
hit_object_kind stock_kind(test_random* r);
naive_shape stock_shape(stock* s, test_random* r, stock_world world, hit_object_kind kind);
hit_placement stock_placement(test_random* r, stock_world world, hit_object_kind kind);

// With layers, a priority, sometimes disabled.
hit_object stock_object(test_random* r, stock_world world, hit_object_kind kind);

// A ray that is aimed at a committed object, at its corners and edges above all, when there is one.
hit_dray stock_ray(test_random* r, stock_world world, const naive_scene* scene);

// NULL most of the time; else one in `room`.
const hit_scene_filter* stock_filter(test_random* r, hit_scene_filter* room);

// A scene and its naive twin, committed, with `count` objects: boxes only, or all kinds.
void stock_scene(stock* s, test_random* r, stock_world world, uint32_t count, bool boxes, hit_scene** scene,
                 naive_scene* naive);

#endif
