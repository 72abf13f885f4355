// A ring with bumps: closed, curved everywhere, and it hides parts of itself.
#include "gen/gen.h"
#include "gen/portable_math.h"

#include <stdlib.h>

static const double MAJOR = 6.0, MINOR = 2.0, BUMP = 0.3; // metres
enum { WAVES_AROUND = 12, WAVES_ACROSS = 5 };

typedef struct wheel {
    double sine, cosine, bump;
} wheel;

typedef struct torus {
    uint32_t around, across; ///< quads
    wheel* turn;             ///< of each column, then of each row
} torus;

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const torus* t = g->kind_data;
    const wheel *u = &t->turn[i / t->across], *v = &t->turn[t->around + i % t->across];
    const double radius = MINOR + BUMP * u->bump * v->bump, out = MAJOR + radius * v->cosine;
    return hit_vec3_make((float)(out * u->cosine), (float)(out * u->sine), (float)(radius * v->sine));
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    const torus* t = g->kind_data;
    const uint32_t quad = i / 2, u = quad / t->across, v = quad % t->across;
    const uint32_t next_u = u + 1 < t->around ? u + 1 : 0, next_v = v + 1 < t->across ? v + 1 : 0;
    corner[0] = u * t->across + v;
    corner[1] = i & 1 ? next_u * t->across + next_v : next_u * t->across + v;
    corner[2] = i & 1 ? u * t->across + next_v : next_u * t->across + next_v;
}

static void discard(void* kind_data)
{
    torus* t = kind_data;
    if (t)
        free(t->turn);
    free(t);
}

static void make_wheels(wheel* w, uint32_t count, int waves, double start)
{
    for (uint32_t i = 0; i < count; i++) {
        const double share = (double)i / count;
        double unused;
        trig_sincos_degrees(360.0 * share, &w[i].sine, &w[i].cosine);
        trig_sincos_degrees(start + 360.0 * waves * share, &w[i].bump, &unused);
    }
}

bool gen_torus(gen* g, uint64_t triangles)
{
    torus* t = calloc(1, sizeof *t);
    const double quads = (double)triangles / 2.0;
    g->kind_data = t;
    g->discard = discard;
    if (!t)
        return false;
    t->across = (uint32_t)(sqrt(quads / 3.0) + 0.5); // three times as long around as across
    t->across = t->across < 3 ? 3 : t->across;
    t->around = (uint32_t)(quads / t->across + 0.5);
    t->around = t->around < 3 ? 3 : t->around;
    t->turn = malloc(((size_t)t->around + t->across) * sizeof *t->turn);
    if (!t->turn)
        return false;
    make_wheels(t->turn, t->around, WAVES_AROUND, (double)(g->seed % 360));
    make_wheels(t->turn + t->around, t->across, WAVES_ACROSS, 90.0);
    gen_single(g, "torus", (uint64_t)t->around * t->across, 2 * (uint64_t)t->around * t->across);
    g->vertex = vertex;
    g->face = face;
    return true;
}
