// Models that are made by rules: any vertex and any triangle of them can be asked for, so they need not be in memory.
//
// A model is a row of parts, each a mesh of its own with a name; the one that was chosen last can be asked for its
// vertices and triangles. Everything follows from the kind, the size and the seed, by whole numbers and + - * / sqrt in
// double: the same bits on every machine. Lengths are in metres, z or y is up, corners run counter-clockwise seen from
// outside.
#ifndef TOOL_GEN_GEN_H
#define TOOL_GEN_GEN_H

#include <hitscan/math.h>

enum { GEN_NAME_MAX = 32 };

/// The fewest and the most triangles that can be asked for.
enum { GEN_MIN = 12, GEN_MAX = 500000000 };

/// A mesh; which one, gen_choose says.
typedef struct gen_part {
    char name[GEN_NAME_MAX];
    uint32_t vertices, triangles;
} gen_part;

/// Puts a part somewhere, for models of instances: scaled, turned by a unit quaternion, moved.
typedef struct gen_node {
    char name[GEN_NAME_MAX];
    uint32_t part;
    hit_vec3 translation;
    hit_quat rotation;
    hit_vec3 scale;
} gen_node;

typedef struct gen gen;
struct gen {
    uint64_t seed;
    uint32_t parts;
    uint64_t vertices, triangles; ///< of all parts, each once
    bool y_up;                    ///< what would be (x, y, z) is (x, z, -y)
    gen_part part;                ///< the chosen one
    // What a kind sets: see gen_choose, gen_vertex, gen_face, gen_get_node.
    void (*choose)(gen* g, uint32_t part);
    hit_vec3 (*vertex)(const gen* g, uint32_t i);
    void (*face)(const gen* g, uint32_t i, uint32_t corner[3]);
    // Models of instances only, else 0 and NULL.
    uint32_t nodes;
    uint64_t node_triangles; ///< of all nodes
    void (*node)(const gen* g, uint32_t i, gen_node* node);
    void* kind_data; ///< the kind's, freed by `discard` (NULL: by free)
    void (*discard)(void* kind_data);
};

/// The names of the kinds; ends with NULL.
extern const char* const gen_kinds[];

/// Make a model of about so many triangles: g->triangles says how many.
/// @param kind  an index of gen_kinds
/// @return  NULL when memory is short
gen* gen_create(int kind, uint64_t triangles, uint64_t seed);
void gen_destroy(gen* g);

/// Choose a part: g->part has its name and size.
void gen_choose(gen* g, uint32_t part);
/// A vertex of the chosen part.
hit_vec3 gen_vertex(const gen* g, uint32_t i);
/// The three vertices of a triangle of the chosen part.
void gen_face(const gen* g, uint32_t i, uint32_t corner[3]);
/// A node of a model that has some.
void gen_get_node(const gen* g, uint32_t i, gen_node* node);

// ---- For the kinds --------------------------------------------------------------------------------------------------

/// Sets the members of a model whose seed is set; false when memory is short.
typedef bool gen_maker(gen* g, uint64_t triangles);
gen_maker gen_town, gen_terrain, gen_spheres, gen_torus, gen_grid, gen_soup, gen_instances;

/// Only one part: choose does nothing then.
void gen_single(gen* g, const char* name, uint64_t vertices, uint64_t triangles);

// ---- Spheres --------------------------------------------------------------------------------------------------------

typedef struct icosphere {
    hit_dvec3* points; ///< of the unit sphere
    uint32_t* corners; ///< three per triangle
    uint32_t vertices, triangles;
} icosphere;

/// Divide each edge into `divisions`: 20·divisions² triangles, 10·divisions² + 2 vertices. False when memory is short.
bool icosphere_make(icosphere* s, uint32_t divisions);
void icosphere_free(icosphere* s);

#endif
