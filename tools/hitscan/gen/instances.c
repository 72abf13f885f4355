// Few meshes, at many positions: scaled, turned and moved. Only formats with a scene graph can say that.
//
// The meshes are spheres, pressed flat or long, of different fineness; the nodes stand in a square lattice.
#include "gen/gen.h"
#include "gen/portable_math.h"

#include <stdio.h>
#include <stdlib.h>

enum { MESHES = 4, DIVISIONS_MAX = 48 };
static const double CELL = 3.0; // metres

typedef struct instances {
    icosphere sphere[MESHES];
    uint32_t chosen, side;
} instances;

// How long each mesh is along its axes.
static const double shape[MESHES][3] = {{1.0, 1.0, 1.0}, {1.2, 0.8, 0.5}, {0.6, 0.6, 1.4}, {1.4, 0.5, 0.5}};
static const char* const names[MESHES] = {"ball", "stone", "egg", "cigar"};

static void choose(gen* g, uint32_t part)
{
    instances* n = g->kind_data;
    n->chosen = part;
    g->part.vertices = n->sphere[part].vertices;
    g->part.triangles = n->sphere[part].triangles;
    snprintf(g->part.name, sizeof g->part.name, "%s", names[part]);
}

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const instances* n = g->kind_data;
    const hit_dvec3 p = n->sphere[n->chosen].points[i];
    const double* size = shape[n->chosen];
    return hit_vec3_make((float)(size[0] * p.x), (float)(size[1] * p.y), (float)(size[2] * p.z));
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    const instances* n = g->kind_data;
    for (int k = 0; k < 3; k++)
        corner[k] = n->sphere[n->chosen].corners[3 * (size_t)i + (size_t)k];
}

static void node(const gen* g, uint32_t i, gen_node* out)
{
    const instances* n = g->kind_data;
    const uint32_t column = i % n->side, row = i / n->side;
    hash_random d = hash_random_make(g->seed, i);
    double q[4], length = 0.0;
    out->part = i % g->parts;
    snprintf(out->name, sizeof out->name, "%s_%u", names[out->part], (unsigned)(i / g->parts));
    for (int k = 0; k < 4; k++) {
        q[k] = hash_random_between(&d, -1.0, 1.0);
        length += q[k] * q[k];
    }
    length = length > 0.0 ? sqrt(length) : 1.0;
    out->rotation =
        (hit_quat){(float)(q[0] / length), (float)(q[1] / length), (float)(q[2] / length), (float)(q[3] / length)};
    for (int k = 0; k < 3; k++)
        q[k] = hash_random_between(&d, 0.4, 1.0);
    out->scale = hit_vec3_make((float)q[0], (float)q[1], (float)q[2]);
    for (int k = 0; k < 3; k++)
        q[k] = hash_random_between(&d, -0.5, 0.5);
    out->translation = hit_vec3_make((float)(CELL * (column + 0.5 - 0.5 * n->side) + q[0]),
                                     (float)(CELL * (row + 0.5 - 0.5 * n->side) + q[1]), (float)(1.5 + q[2]));
}

static void discard(void* kind_data)
{
    instances* n = kind_data;
    for (int i = 0; n && i < MESHES; i++)
        icosphere_free(&n->sphere[i]);
    free(n);
}

static uint64_t triangles_of(const gen* g, const instances* n, uint64_t nodes)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < g->parts; i++)
        sum += (nodes / g->parts + (i < nodes % g->parts)) * n->sphere[i].triangles;
    return sum;
}

bool gen_instances(gen* g, uint64_t triangles)
{
    instances* n = calloc(1, sizeof *n);
    const double ideal = sqrt(sqrt((double)triangles / 20.0)) / 2.0;
    g->kind_data = n;
    g->discard = discard;
    if (!n)
        return false;
    g->parts = triangles < 400 ? 1 : MESHES;
    for (uint32_t i = 0; i < g->parts; i++) {
        const double divisions = ideal * (1.0 + 0.25 * i);
        if (!icosphere_make(&n->sphere[i], divisions < 1.0             ? 1
                                           : divisions > DIVISIONS_MAX ? DIVISIONS_MAX
                                                                       : (uint32_t)divisions))
            return false;
        g->vertices += n->sphere[i].vertices;
        g->triangles += n->sphere[i].triangles;
    }
    g->nodes = (uint32_t)(triangles * g->parts / g->triangles);
    g->nodes = g->nodes < 1 ? 1 : g->nodes;
    while (triangles_of(g, n, g->nodes) < triangles)
        g->nodes++;
    g->node_triangles = triangles_of(g, n, g->nodes);
    for (n->side = 1; (uint64_t)n->side * n->side < g->nodes;)
        n->side++;
    g->choose = choose;
    g->vertex = vertex;
    g->face = face;
    g->node = node;
    return true;
}
