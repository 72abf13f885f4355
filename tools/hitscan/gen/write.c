// What the writers share: the loops over vertices and triangles, which show progress and can be stopped,
// and numbers as text.
#include "gen/write.h"
#include "cli/interrupt.h"

enum { STRIDE = 4096 }; // between two looks at the clock and at signals

bool gen_may_continue(gen_write_job* w)
{
    progress_at(w->shown, w->done);
    return buffered_ok(w->to) && !atomic_load(&interrupted);
}

bool gen_each_vertex(gen_write_job* w, void (*put)(buffered_file* to, hit_vec3 vertex))
{
    for (uint32_t i = 0; i < w->model->part.vertices; i++) {
        put(w->to, gen_vertex(w->model, i));
        w->done++;
        if (w->done % STRIDE == 0 && !gen_may_continue(w))
            return false;
    }
    return true;
}

bool gen_each_face(gen_write_job* w, uint64_t base, void (*put)(buffered_file* to, const uint64_t corner[3]))
{
    for (uint32_t i = 0; i < w->model->part.triangles; i++) {
        uint32_t corner[3];
        gen_face(w->model, i, corner);
        put(w->to, (const uint64_t[3]){base + corner[0], base + corner[1], base + corner[2]});
        w->done++;
        if (w->done % STRIDE == 0 && !gen_may_continue(w))
            return false;
    }
    return true;
}

void gen_write_lists(gen_write_job* w, void (*put_vertex)(buffered_file* to, hit_vec3 vertex),
                     void (*put_face)(buffered_file* to, const uint64_t corner[3]))
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

void gen_put_point(buffered_file* to, hit_vec3 v)
{
    buffered_float(to, v.x);
    buffered_char(to, ' ');
    buffered_float(to, v.y);
    buffered_char(to, ' ');
    buffered_float(to, v.z);
    buffered_char(to, '\n');
}

void gen_put_corners(buffered_file* to, const uint64_t corner[3])
{
    for (int k = 0; k < 3; k++) {
        buffered_char(to, ' ');
        buffered_count(to, corner[k]);
    }
    buffered_char(to, '\n');
}
