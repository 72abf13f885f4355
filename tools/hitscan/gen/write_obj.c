// Wavefront OBJ: each part an object; vertices are numbered over the whole file, from 1.
#include "gen/write.h"

static void put_vertex(buffered_file* to, hit_vec3 v)
{
    buffered_text(to, "v ");
    gen_put_point(to, v);
}

static void put_face(buffered_file* to, const uint64_t corner[3])
{
    buffered_char(to, 'f');
    gen_put_corners(to, corner);
}

void gen_write_obj(gen_write_job* w)
{
    uint64_t base = 1;
    buffered_text(w->to, w->model->y_up ? "# hitscan gen; metres, y up\n" : "# hitscan gen; metres, z up\n");
    for (uint32_t i = 0; i < w->model->parts; i++) {
        gen_choose(w->model, i);
        buffered_text(w->to, "o ");
        buffered_text(w->to, w->model->part.name);
        buffered_char(w->to, '\n');
        if (!gen_each_vertex(w, put_vertex) || !gen_each_face(w, base, put_face))
            return;
        base += w->model->part.vertices;
    }
}
