// A cube of ten metres whose sides are lattices of quads: flat, closed, with many vertices on its edges.
//
// Vertices are numbered layer by layer from the bottom: the lowest and the highest layer are full, those between are
// rings of 2·(nx + ny) that begin at the corner of least x and y and run counter-clockwise. The lowest side comes first
// among the quads, then the ring layer by layer, then the highest side.
#include "gen/gen.h"

#include <stdlib.h>

static const double SIDE = 10.0;

typedef struct grid {
    uint32_t nx, ny, nz; ///< quads along each axis
} grid;

static uint32_t ring_of(const grid* c)
{
    return 2 * (c->nx + c->ny);
}

static uint32_t full_of(const grid* c)
{
    return (c->nx + 1) * (c->ny + 1);
}

// Where on its layer the k-th vertex of a ring is.
static void ring_place(const grid* c, uint32_t k, uint32_t* x, uint32_t* y)
{
    if (k <= c->nx)
        *x = k, *y = 0;
    else if (k <= c->nx + c->ny)
        *x = c->nx, *y = k - c->nx;
    else if (k <= 2 * c->nx + c->ny)
        *x = 2 * c->nx + c->ny - k, *y = c->ny;
    else
        *x = 0, *y = ring_of(c) - k;
}

static uint32_t ring_vertex(const grid* c, uint32_t k, uint32_t layer)
{
    uint32_t x, y;
    k = k == ring_of(c) ? 0 : k;
    if (layer > 0 && layer < c->nz)
        return full_of(c) + (layer - 1) * ring_of(c) + k;
    ring_place(c, k, &x, &y);
    return (layer == 0 ? 0 : full_of(c) + (c->nz - 1) * ring_of(c)) + y * (c->nx + 1) + x;
}

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const grid* c = g->kind_data;
    const uint32_t full = full_of(c), ring = ring_of(c), rings = (c->nz - 1) * ring;
    uint32_t x, y, z;
    if (i >= full && i < full + rings) {
        z = 1 + (i - full) / ring;
        ring_place(c, (i - full) % ring, &x, &y);
    } else {
        const uint32_t k = i < full ? i : i - full - rings;
        x = k % (c->nx + 1);
        y = k / (c->nx + 1);
        z = i < full ? 0 : c->nz;
    }
    return hit_vec3_make((float)(SIDE * ((double)x / c->nx - 0.5)), (float)(SIDE * ((double)y / c->ny - 0.5)),
                         (float)(SIDE * ((double)z / c->nz)));
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    const grid* c = g->kind_data;
    const uint32_t flat = c->nx * c->ny, ring = ring_of(c), around = ring * c->nz;
    const uint32_t quad = i / 2;
    uint32_t p[4]; // counter-clockwise from outside
    if (quad >= flat && quad < flat + around) {
        const uint32_t k = (quad - flat) % ring, layer = (quad - flat) / ring;
        p[0] = ring_vertex(c, k, layer);
        p[1] = ring_vertex(c, k + 1, layer);
        p[2] = ring_vertex(c, k + 1, layer + 1);
        p[3] = ring_vertex(c, k, layer + 1);
    } else {
        const bool top = quad >= flat;
        const uint32_t cell = top ? quad - flat - around : quad, width = c->nx + 1;
        const uint32_t base = top ? full_of(c) + (c->nz - 1) * ring : 0;
        const uint32_t first = base + cell / c->nx * width + cell % c->nx;
        p[0] = first;
        p[1] = top ? first + 1 : first + width;
        p[2] = first + width + 1;
        p[3] = top ? first + width : first + 1;
    }
    corner[0] = p[0];
    corner[1] = i & 1 ? p[2] : p[1];
    corner[2] = i & 1 ? p[3] : p[2];
}

bool gen_grid(gen* g, uint64_t triangles)
{
    grid* c = malloc(sizeof *c);
    const double wanted = (double)triangles;
    uint32_t n = (uint32_t)sqrt(wanted / 12.0);
    g->kind_data = c;
    if (!c)
        return false;
    n = n < 1 ? 1 : n;
    // 4·(nx·ny + nx·nz + ny·nz) triangles; nz brings their number near the wanted one.
    c->nx = c->ny = n;
    c->nz = (uint32_t)((wanted / 4.0 - (double)n * n) / (2.0 * n) + 0.5);
    c->nz = c->nz < 1 ? 1 : c->nz;
    gen_single(g, "cube", 2 * (uint64_t)full_of(c) + (uint64_t)(c->nz - 1) * ring_of(c),
               4 * ((uint64_t)n * n + 2 * (uint64_t)n * c->nz));
    g->vertex = vertex;
    g->face = face;
    return true;
}
