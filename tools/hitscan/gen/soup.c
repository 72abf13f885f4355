// Triangles here and there in a cube of 100 metres: none shares a vertex, any two may cross.
#include "gen/gen.h"
#include "gen/portable_math.h"

#include <stdlib.h>

static const double SIDE = 100.0;

typedef struct soup {
    double size; ///< how far a corner is from the middle of its triangle, at most, on each axis
} soup;

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const double size = ((const soup*)g->kind_data)->size;
    hash_random middle = hash_random_make(g->seed, i / 3), corner = hash_random_make(~g->seed, i);
    double p[3];
    for (int k = 0; k < 3; k++)
        p[k] = hash_random_between(&middle, -0.5 * SIDE, 0.5 * SIDE);
    for (int k = 0; k < 3; k++)
        p[k] += hash_random_between(&corner, -size, size);
    return hit_vec3_make((float)p[0], (float)p[1], (float)(p[2] + 0.5 * SIDE));
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    (void)g;
    for (uint32_t k = 0; k < 3; k++)
        corner[k] = 3 * i + k;
}

bool gen_soup(gen* g, uint64_t triangles)
{
    soup* s = malloc(sizeof *s);
    double edge = 1.0; // about the cube root of their number, so that there is as much to hit in each soup
    g->kind_data = s;
    if (!s)
        return false;
    while (edge * edge * edge < (double)triangles)
        edge *= 1.25;
    s->size = 0.5 * SIDE / edge;
    gen_single(g, "soup", 3 * triangles, triangles);
    g->vertex = vertex;
    g->face = face;
    return true;
}
