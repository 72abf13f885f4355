// OFF, as text: all vertices, then all triangles; it has no parts.
#include "gen/write.h"

static void put_face(sink* to, const uint64_t corner[3])
{
    sink_char(to, '3');
    gen_put_corners(to, corner);
}

void gen_write_off(gen_writing* w)
{
    sink_text(w->to, w->model->y_up ? "OFF\n# hitscan gen; metres, y up\n" : "OFF\n# hitscan gen; metres, z up\n");
    sink_count(w->to, w->model->vertices);
    sink_char(w->to, ' ');
    sink_count(w->to, w->model->triangles);
    sink_text(w->to, " 0\n");
    gen_lists(w, gen_put_point, put_face);
}
