// Wavefront OBJ: each part an object; vertices are numbered over the whole file, from 1.
#include "gen/write.h"

static void put_vertex(sink* to, hit_vec3 v)
{
    sink_text(to, "v ");
    gen_put_point(to, v);
}

static void put_face(sink* to, const uint64_t corner[3])
{
    sink_char(to, 'f');
    gen_put_corners(to, corner);
}

void gen_write_obj(gen_writing* w)
{
    uint64_t base = 1;
    sink_text(w->to, w->model->y_up ? "# hitscan gen; metres, y up\n" : "# hitscan gen; metres, z up\n");
    for (uint32_t i = 0; i < w->model->parts; i++) {
        gen_choose(w->model, i);
        sink_text(w->to, "o ");
        sink_text(w->to, w->model->part.name);
        sink_char(w->to, '\n');
        if (!gen_each_vertex(w, put_vertex) || !gen_each_face(w, base, put_face))
            return;
        base += w->model->part.vertices;
    }
}
