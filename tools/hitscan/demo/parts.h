// The things that stand in the demo's town, one function each; and the random numbers that make no two of them alike.
#ifndef TOOL_DEMO_PARTS_H
#define TOOL_DEMO_PARTS_H

#include "demo/town.h"

/// A town while it is being built.
typedef struct town_builder {
    town* town;
    uint64_t random_state;
    hit_status status; ///< the first thing that went wrong
} town_builder;

/// A turn about y, by its cosine and sine.
typedef struct yaw {
    float cosine, sine;
} yaw;

/// A number from 0 to 1, from a fixed sequence.
float random_unit(town_builder* w);
float random_between(town_builder* w, float low, float high);
/// A whole number below `count`.
uint32_t random_index(town_builder* w, uint32_t count);
/// Any turn.
yaw random_yaw(town_builder* w);
/// A quarter of a turn, `quarters` times.
yaw quarter(int quarters);

/// A colour as designers write it, in linear light.
hit_vec3 hex(uint32_t rgb);

/// Add a box that stands on `at`, of a size along its own axes. Returns its id, for the few that must be known.
hit_id add_box(town_builder* w, const char* noun, hit_vec3 at, hit_vec3 size, yaw turn, paint_kind paint,
               hit_vec3 colour);
/// Add an instance of a mesh that stands on `at`.
hit_id add_mesh(town_builder* w, const char* noun, mesh_kind mesh, hit_vec3 at, hit_vec3 size, yaw turn,
                hit_vec3 colour, hit_vec3 second);
hit_id add_sphere(town_builder* w, const char* noun, hit_vec3 centre, float radius, paint_kind paint, hit_vec3 colour);
hit_id add_cylinder(town_builder* w, const char* noun, hit_vec3 foot, float height, float radius, hit_vec3 colour);
hit_id add_capsule(town_builder* w, const char* noun, hit_vec3 foot, float height, float radius, paint_kind paint,
                   hit_vec3 colour);
hit_id add_line(town_builder* w, const char* noun, const hit_vec3* points, uint32_t count, float radius,
                hit_vec3 colour);
hit_id add_points(town_builder* w, const char* noun, hit_vec3 at, const hit_vec3* points, uint32_t count, float radius,
                  hit_vec3 colour);
/// Add what only the user's own callback knows: a sphere that is longer than wide.
hit_id add_ellipsoid(town_builder* w, const char* noun, hit_vec3 centre, hit_vec3 half, hit_vec3 colour,
                     hit_vec3 second);

// Things of several objects.
void add_house(town_builder* w, hit_vec3 at, hit_vec3 size, yaw turn);
void add_tree(town_builder* w, hit_vec3 at, float height);
void add_fir(town_builder* w, hit_vec3 at, float height);
void add_lamp(town_builder* w, hit_vec3 at);
void add_car(town_builder* w, hit_vec3 at, yaw turn);
void add_walker(town_builder* w, hit_vec3 at);
/// Wires that hang between two poles.
void add_wires(town_builder* w, hit_vec3 from, hit_vec3 to);
void add_pole(town_builder* w, hit_vec3 at);

#endif
