// A geodesic sphere: each triangle of the icosahedron becomes a lattice, whose points are moved out to the sphere.
//
// Vertices are numbered: the 12 corners, then those inside the 30 edges, from the lower corner to the higher, then
// those inside the 20 sides. So neighbours share their vertices, and the sphere is closed.
#include "gen/gen.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 12, EDGES = 30, SIDES = 20 };

static const int sides[SIDES][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};

// The corner of an icosahedron: a cyclic permutation of (0, ±1, ±golden), not of unit length.
static hit_dvec3 corner_point(int i)
{
    const double golden = 1.6180339887498949;
    const double a = i & 1 ? 1.0 : -1.0, b = i & 2 ? -golden : golden;
    switch (i / 4) {
    case 0:
        return hit_dvec3_make(a, b, 0.0);
    case 1:
        return hit_dvec3_make(0.0, a, b);
    default:
        return hit_dvec3_make(b, 0.0, a);
    }
}

typedef struct net {
    uint32_t divisions;
    int edge[CORNERS][CORNERS]; ///< the number of the edge between two corners
} net;

static uint32_t edge_vertex(const net* n, int from, int to, uint32_t steps)
{
    const uint32_t at = from < to ? steps : n->divisions - steps;
    return CORNERS + (uint32_t)n->edge[from][to] * (n->divisions - 1) + at - 1;
}

// The vertex that is i steps from corner 0 of a side towards corner 1, and j towards corner 2.
static uint32_t side_vertex(const net* n, int side, uint32_t i, uint32_t j)
{
    const uint32_t f = n->divisions, k = f - i - j;
    const int* c = sides[side];
    if (k == f)
        return (uint32_t)c[0];
    if (i == f)
        return (uint32_t)c[1];
    if (j == f)
        return (uint32_t)c[2];
    if (j == 0)
        return edge_vertex(n, c[0], c[1], i);
    if (i == 0)
        return edge_vertex(n, c[0], c[2], j);
    if (k == 0)
        return edge_vertex(n, c[1], c[2], j);
    // Rows of constant j have f - 1 - j points inside: those before row j are (f - 2) + ... + (f - j).
    return CORNERS + EDGES * (f - 1) + (uint32_t)side * ((f - 1) * (f - 2) / 2) + (j - 1) * (f - 2) -
           (j - 1) * (j - 2) / 2 + i - 1;
}

static hit_dvec3 side_point(int side, uint32_t f, uint32_t i, uint32_t j)
{
    const double a = (double)(f - i - j), b = (double)i, c = (double)j;
    const hit_dvec3 p = corner_point(sides[side][0]), q = corner_point(sides[side][1]),
                    r = corner_point(sides[side][2]);
    const double x = a * p.x + b * q.x + c * r.x, y = a * p.y + b * q.y + c * r.y, z = a * p.z + b * q.z + c * r.z;
    const double length = sqrt(x * x + y * y + z * z);
    return hit_dvec3_make(x / length, y / length, z / length);
}

static void number_edges(net* n)
{
    int count = 0;
    for (int s = 0; s < SIDES; s++)
        for (int k = 0; k < 3; k++) {
            const int from = sides[s][k], to = sides[s][(k + 1) % 3];
            if (from < to) // each edge is met twice, once in each direction
                n->edge[from][to] = n->edge[to][from] = count++;
        }
}

bool icosphere_make(icosphere* s, uint32_t divisions)
{
    net n = {divisions, {{0}}};
    uint32_t* next;
    s->triangles = SIDES * divisions * divisions;
    s->vertices = s->triangles / 2 + 2;
    s->points = malloc(s->vertices * sizeof *s->points);
    s->corners = malloc(3 * (size_t)s->triangles * sizeof *s->corners);
    if (!s->points || !s->corners)
        return false;
    number_edges(&n);
    next = s->corners;
    for (int side = 0; side < SIDES; side++)
        for (uint32_t j = 0; j <= divisions; j++)
            for (uint32_t i = 0; i + j <= divisions; i++) {
                s->points[side_vertex(&n, side, i, j)] = side_point(side, divisions, i, j);
                if (i + j < divisions) {
                    *next++ = side_vertex(&n, side, i, j);
                    *next++ = side_vertex(&n, side, i + 1, j);
                    *next++ = side_vertex(&n, side, i, j + 1);
                }
                if (i + j + 1 < divisions) {
                    *next++ = side_vertex(&n, side, i + 1, j);
                    *next++ = side_vertex(&n, side, i + 1, j + 1);
                    *next++ = side_vertex(&n, side, i, j + 1);
                }
            }
    return true;
}

void icosphere_free(icosphere* s)
{
    free(s->points);
    free(s->corners);
    memset(s, 0, sizeof *s);
}
