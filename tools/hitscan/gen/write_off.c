// OFF, as text: all vertices, then all triangles; it has no parts.
#include "gen/write.h"

static void put_face(buffered_file* to, const uint64_t corner[3])
{
    buffered_char(to, '3');
    gen_put_corners(to, corner);
}

void gen_write_off(gen_write_job* w)
{
    buffered_text(w->to, w->model->y_up ? "OFF\n# hitscan gen; metres, y up\n" : "OFF\n# hitscan gen; metres, z up\n");
    buffered_count(w->to, w->model->vertices);
    buffered_char(w->to, ' ');
    buffered_count(w->to, w->model->triangles);
    buffered_text(w->to, " 0\n");
    gen_write_lists(w, gen_put_point, put_face);
}
