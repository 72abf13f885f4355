// What the writers share: the loops over vertices and triangles, which show progress and can be stopped,
// and numbers as text.
#include "gen/write.h"
#include "cli/job.h"

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

void gen_put_vertex(buffered_file* to, hit_vec3 v)
{
    buffered_f32(to, v.x);
    buffered_f32(to, v.y);
    buffered_f32(to, v.z);
}

void gen_put_corners(buffered_file* to, const uint64_t corner[3])
{
    for (int k = 0; k < 3; k++) {
        buffered_char(to, ' ');
        buffered_count(to, corner[k]);
    }
    buffered_char(to, '\n');
}

// ---- OBJ ------------------------------------------------------------------------------------------------------------
// Each part is an object; vertices are numbered over the whole file, from 1.

static void put_obj_vertex(buffered_file* to, hit_vec3 v)
{
    buffered_text(to, "v ");
    gen_put_point(to, v);
}

static void put_obj_face(buffered_file* to, const uint64_t corner[3])
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
        if (!gen_each_vertex(w, put_obj_vertex) || !gen_each_face(w, base, put_obj_face))
            return;
        base += w->model->part.vertices;
    }
}

// ---- OFF ------------------------------------------------------------------------------------------------------------
// As text: all vertices, then all triangles; it has no parts.

static void put_off_face(buffered_file* to, const uint64_t corner[3])
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
    gen_write_lists(w, gen_put_point, put_off_face);
}

// ---- PLY ------------------------------------------------------------------------------------------------------------
// Binary, little-endian: all vertices, then all triangles; it has no parts.

static void put_ply_face(buffered_file* to, const uint64_t corner[3])
{
    buffered_char(to, 3);
    for (int k = 0; k < 3; k++)
        buffered_u32(to, (uint32_t)corner[k]);
}

static void put_ply_header(gen_write_job* w)
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
    put_ply_header(w);
    gen_write_lists(w, gen_put_vertex, put_ply_face);
}
