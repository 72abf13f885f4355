// A cloud of balls, each a part: many closed surfaces that hide each other, none of which touch.
//
// All spheres are made of one icosphere. Each has a cell of a cubic lattice for itself, and a place and a radius that
// keep it inside.
#include "gen/gen.h"
#include "gen/portable_math.h"

#include <stdio.h>
#include <stdlib.h>

static const double CELL = 2.0; // metres
enum { DIVISIONS_MAX = 128 };

typedef struct spheres {
    icosphere sphere;
    uint32_t side;          ///< of the lattice, in cells
    double x, y, z, radius; ///< of the chosen part
} spheres;

static void choose(gen* g, uint32_t part)
{
    spheres* s = g->kind_data;
    const uint32_t column = part % s->side, row = part / s->side % s->side, layer = part / s->side / s->side;
    hash_random d = hash_random_make(g->seed, part);
    double slack;
    s->radius = hash_random_between(&d, 0.2 * CELL, 0.45 * CELL);
    slack = 0.5 * CELL - s->radius;
    s->x = CELL * (column + 0.5 - 0.5 * s->side) + hash_random_between(&d, -slack, slack);
    s->y = CELL * (row + 0.5 - 0.5 * s->side) + hash_random_between(&d, -slack, slack);
    s->z = CELL * (layer + 0.5) + hash_random_between(&d, -slack, slack);
    snprintf(g->part.name, sizeof g->part.name, "sphere_%u", (unsigned)part);
}

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const spheres* s = g->kind_data;
    const hit_dvec3 p = s->sphere.points[i];
    return hit_vec3_make((float)(s->x + s->radius * p.x), (float)(s->y + s->radius * p.y),
                         (float)(s->z + s->radius * p.z));
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    const spheres* s = g->kind_data;
    for (int k = 0; k < 3; k++)
        corner[k] = s->sphere.corners[3 * (size_t)i + (size_t)k];
}

static void discard(void* kind_data)
{
    spheres* s = kind_data;
    if (s)
        icosphere_free(&s->sphere);
    free(s);
}

// How finely to divide the balls: as finely as there are many of them, or nearly so when that gives a better total.
static uint32_t choose_divisions(double triangles)
{
    const double ideal = sqrt(sqrt(triangles / 20.0));
    double best_score = HUGE_VAL;
    uint32_t best = 1;
    for (uint32_t f = 1; f <= DIVISIONS_MAX; f++) {
        const double each = 20.0 * f * f, count = floor(triangles / each + 0.5);
        const double off = fabs(count * each / triangles - 1.0), away = f > ideal ? f / ideal : ideal / f;
        const double score = count < 1.0 ? HUGE_VAL : 50.0 * off + away;
        if (score < best_score) {
            best_score = score;
            best = f;
        }
    }
    return best;
}

bool gen_spheres(gen* g, uint64_t triangles)
{
    spheres* s = calloc(1, sizeof *s);
    const uint32_t divisions = choose_divisions((double)triangles);
    g->kind_data = s;
    g->discard = discard;
    if (!s || !icosphere_make(&s->sphere, divisions))
        return false;
    g->parts = (uint32_t)((triangles + s->sphere.triangles / 2) / s->sphere.triangles);
    g->parts = g->parts < 1 ? 1 : g->parts;
    for (s->side = 1; (uint64_t)s->side * s->side * s->side < g->parts;)
        s->side++;
    g->part.vertices = s->sphere.vertices;
    g->part.triangles = s->sphere.triangles;
    g->vertices = (uint64_t)g->parts * s->sphere.vertices;
    g->triangles = (uint64_t)g->parts * s->sphere.triangles;
    g->choose = choose;
    g->vertex = vertex;
    g->face = face;
    return true;
}
