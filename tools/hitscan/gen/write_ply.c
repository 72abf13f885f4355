// PLY, binary, the least significant byte first: all vertices, then all triangles; it has no parts.
#include "gen/write.h"

static void put_vertex(buffered_file* to, hit_vec3 v)
{
    buffered_f32(to, v.x);
    buffered_f32(to, v.y);
    buffered_f32(to, v.z);
}

static void put_face(buffered_file* to, const uint64_t corner[3])
{
    buffered_char(to, 3);
    for (int k = 0; k < 3; k++)
        buffered_u32(to, (uint32_t)corner[k]);
}

static void put_head(gen_write_job* w)
{
    buffered_text(w->to, "ply\nformat binary_little_endian 1.0\ncomment hitscan gen; metres, ");
    buffered_text(w->to, w->model->y_up ? "y up\nelement vertex " : "z up\nelement vertex ");
    buffered_count(w->to, w->model->vertices);
    buffered_text(w->to, "\nproperty float x\nproperty float y\nproperty float z\nelement face ");
    buffered_count(w->to, w->model->triangles);
    buffered_text(w->to, "\nproperty list uchar int vertex_indices\nend_header\n");
}

void gen_write_ply(gen_write_job* w)
{
    put_head(w);
    gen_write_lists(w, put_vertex, put_face);
}
