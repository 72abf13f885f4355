// OFF, as text: all vertices, then all triangles; it has no parts.
#include "gen/write.h"

static void put_vertex(sink* to, hit_vec3 v)
{
    sink_float(to, v.x);
    sink_char(to, ' ');
    sink_float(to, v.y);
    sink_char(to, ' ');
    sink_float(to, v.z);
    sink_char(to, '\n');
}

static void put_face(sink* to, const uint64_t corner[3])
{
    sink_char(to, '3');
    for (int k = 0; k < 3; k++) {
        sink_char(to, ' ');
        sink_count(to, corner[k]);
    }
    sink_char(to, '\n');
}

void gen_write_off(gen_writing* w)
{
    uint64_t base = 0;
    sink_text(w->to, w->model->y_up ? "OFF\n# hitscan gen; metres, y up\n" : "OFF\n# hitscan gen; metres, z up\n");
    sink_count(w->to, w->model->vertices);
    sink_char(w->to, ' ');
    sink_count(w->to, w->model->triangles);
    sink_text(w->to, " 0\n");
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
