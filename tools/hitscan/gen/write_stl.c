// STL, binary: 80 bytes of anything, a count, and 50 bytes per triangle; it has no parts and shares no vertices.
//
// A vertex is asked for by each of its triangles, six times as a rule. Those that were made last are cached, each at a
// position that follows from its number: neighbours are found again, and nothing need be known about the kind of model.
#include "gen/write.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_SIZE = 1 << 15 };

typedef struct cached_vertex {
    uint32_t number; ///< plus one; 0: none
    hit_vec3 position;
} cached_vertex;

static hit_vec3 find_vertex(const gen* g, cached_vertex* cached, uint32_t i)
{
    cached_vertex* k = &cached[i % CACHE_SIZE];
    if (k->number != i + 1) {
        k->number = i + 1;
        k->position = gen_vertex(g, i);
    }
    return k->position;
}

// The unit normal; zero for a triangle that is so thin that it has none.
static hit_vec3 normal_of(const hit_vec3 v[3])
{
    const double ax = (double)v[1].x - v[0].x, ay = (double)v[1].y - v[0].y, az = (double)v[1].z - v[0].z;
    const double bx = (double)v[2].x - v[0].x, by = (double)v[2].y - v[0].y, bz = (double)v[2].z - v[0].z;
    const double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
    const double length = sqrt(x * x + y * y + z * z);
    if (!(length > 0.0))
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    return hit_vec3_make((float)(x / length), (float)(y / length), (float)(z / length));
}

static bool write_part(gen_write_job* w, cached_vertex* cached)
{
    for (uint32_t i = 0; i < w->model->part.triangles; i++) {
        uint32_t corner[3];
        hit_vec3 v[3];
        gen_face(w->model, i, corner);
        for (int k = 0; k < 3; k++)
            v[k] = find_vertex(w->model, cached, corner[k]);
        gen_put_vertex(w->to, normal_of(v));
        for (int k = 0; k < 3; k++)
            gen_put_vertex(w->to, v[k]);
        buffered_u16(w->to, 0);
        w->done++;
        if (w->done % 4096 == 0 && !gen_may_continue(w))
            return false;
    }
    return true;
}

void gen_write_stl(gen_write_job* w)
{
    static cached_vertex cached[CACHE_SIZE];
    char head[80] = {0}; // must not begin with "solid", which is how the text format begins
    const char* text = w->model->y_up ? "hitscan gen; metres, y up" : "hitscan gen; metres, z up";
    snprintf(head, sizeof head, "%s", text);
    buffered_bytes(w->to, head, sizeof head);
    buffered_u32(w->to, (uint32_t)w->model->triangles);
    for (uint32_t i = 0; i < w->model->parts; i++) {
        gen_choose(w->model, i);
        memset(cached, 0,
               w->model->part.vertices < CACHE_SIZE ? w->model->part.vertices * sizeof *cached : sizeof cached);
        if (!write_part(w, cached))
            return;
    }
}
