// Meshes for tests of the tree: the closed ones that leak elsewhere, and those that break builders. All are made by
// plain arithmetic from a seed, so each run has the same.
#ifndef HITSCAN_TEST_MESHES_H
#define HITSCAN_TEST_MESHES_H

#include "support/base/random.h"

typedef struct test_mesh {
    hit_vec3* vertex;
    uint32_t (*face)[3];
    uint32_t vertices, faces;
    bool closed;     ///< a surface without border, around `inside`
    hit_vec3 inside; ///< closed meshes: a point from which every ray must hit
} test_mesh;

// Room for so many vertices and faces; there are none yet.
test_mesh test_mesh_room(uint32_t vertices, uint32_t faces);
void test_mesh_free(test_mesh* m);

uint32_t test_mesh_vertex(test_mesh* m, float x, float y, float z);
void test_mesh_face(test_mesh* m, uint32_t a, uint32_t b, uint32_t c);
hit_triangle test_mesh_triangle(const test_mesh* m, uint32_t face);

// The mesh as builders take it.
hit_mesh test_mesh_view(const test_mesh* m);

// Closed ones. The sphere has 20·4^level faces and radius 1, the torus 2·rings·sectors, the cube [-1, 1]^3 has 12·n·n.
test_mesh test_icosphere(int level, hit_vec3 center);
test_mesh test_torus(uint32_t rings, uint32_t sectors);
test_mesh test_grid_cube(uint32_t n);

// A height field of n by n squares over [-1, 1]^2.
test_mesh test_terrain(uint32_t n, uint64_t seed);

// All there are, by number. `size` is about the number of faces; some have fewer.
typedef enum test_mesh_kind {
    MESH_NOTHING,
    MESH_ONE,
    MESH_ICOSPHERE,
    MESH_ICOSPHERE_FAR, ///< its centre at 1e4: cancellation
    MESH_TORUS,
    MESH_GRID_CUBE,
    MESH_TERRAIN,
    MESH_SOUP,
    MESH_GRID_SOUP, ///< corners on a coarse grid: everything meets everything
    MESH_SLIVERS,   ///< long, thin, some of them degenerate
    MESH_NESTED,    ///< spheres in spheres
    MESH_FLAT,      ///< all in one plane
    MESH_FLAT_TILTED,
    MESH_POINT, ///< all corners in one place
    MESH_LINE,  ///< all corners on a line
    MESH_STACK, ///< along a line, each large: boxes that overlap
    MESH_COPIES,
    MESH_FAN,   ///< all share one corner
    MESH_MIXED, ///< sizes from 2^-30 to 2^30
    MESH_HUGE,  ///< a torus at 1e30
    MESH_TINY,  ///< and at 1e-30
    MESH_DENORMAL,
    MESH_ANY_BITS, ///< any finite floats
    MESH_ROPES,    ///< small triangles, and a few from end to end that are presplit
    MESH_KINDS
} test_mesh_kind;

extern const char* const test_mesh_names[MESH_KINDS];

test_mesh test_mesh_make(test_mesh_kind kind, uint32_t size, uint64_t seed);

#endif
