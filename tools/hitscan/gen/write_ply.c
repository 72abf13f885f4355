// PLY, binary, the least significant byte first: all vertices, then all triangles; it has no parts.
#include "gen/write.h"

static void put_vertex(sink* to, hit_vec3 v)
{
    sink_f32(to, v.x);
    sink_f32(to, v.y);
    sink_f32(to, v.z);
}

static void put_face(sink* to, const uint64_t corner[3])
{
    sink_char(to, 3);
    for (int k = 0; k < 3; k++)
        sink_u32(to, (uint32_t)corner[k]);
}

static void put_head(gen_writing* w)
{
    sink_text(w->to, "ply\nformat binary_little_endian 1.0\ncomment hitscan gen; metres, ");
    sink_text(w->to, w->model->y_up ? "y up\nelement vertex " : "z up\nelement vertex ");
    sink_count(w->to, w->model->vertices);
    sink_text(w->to, "\nproperty float x\nproperty float y\nproperty float z\nelement face ");
    sink_count(w->to, w->model->triangles);
    sink_text(w->to, "\nproperty list uchar int vertex_indices\nend_header\n");
}

void gen_write_ply(gen_writing* w)
{
    put_head(w);
    gen_lists(w, put_vertex, put_face);
}
