// What the writers share: the loops over vertices and triangles, which show progress and can be stopped,
// and numbers as text.
#include "gen/write.h"
#include "cli/interrupt.h"

enum { STRIDE = 4096 }; // between two looks at the clock and at signals

bool gen_goes_on(gen_writing* w)
{
    progress_at(w->shown, w->done);
    return sink_works(w->to) && !atomic_load(&interrupted);
}

bool gen_each_vertex(gen_writing* w, void (*put)(sink* to, hit_vec3 vertex))
{
    for (uint32_t i = 0; i < w->model->part.vertices; i++) {
        put(w->to, gen_vertex(w->model, i));
        w->done++;
        if (w->done % STRIDE == 0 && !gen_goes_on(w))
            return false;
    }
    return true;
}

bool gen_each_face(gen_writing* w, uint64_t base, void (*put)(sink* to, const uint64_t corner[3]))
{
    for (uint32_t i = 0; i < w->model->part.triangles; i++) {
        uint32_t corner[3];
        gen_face(w->model, i, corner);
        put(w->to, (const uint64_t[3]){base + corner[0], base + corner[1], base + corner[2]});
        w->done++;
        if (w->done % STRIDE == 0 && !gen_goes_on(w))
            return false;
    }
    return true;
}

void gen_lists(gen_writing* w, void (*put_vertex)(sink* to, hit_vec3 vertex),
               void (*put_face)(sink* to, const uint64_t corner[3]))
{
    uint64_t base = 0;
    for (uint32_t i = 0; i < w->model->parts; i++) {
        gen_choose(w->model, i);
        if (!gen_each_vertex(w, put_vertex))
            return;
    }
    for (uint32_t i = 0; i < w->model->parts; i++) {
        gen_choose(w->model, i);
        if (!gen_each_face(w, base, put_face))
            return;
        base += w->model->part.vertices;
    }
}

void gen_put_point(sink* to, hit_vec3 v)
{
    sink_float(to, v.x);
    sink_char(to, ' ');
    sink_float(to, v.y);
    sink_char(to, ' ');
    sink_float(to, v.z);
    sink_char(to, '\n');
}

void gen_put_corners(sink* to, const uint64_t corner[3])
{
    for (int k = 0; k < 3; k++) {
        sink_char(to, ' ');
        sink_count(to, corner[k]);
    }
    sink_char(to, '\n');
}
