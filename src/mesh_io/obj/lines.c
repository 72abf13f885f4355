// Which functions take runs of lines. The kernels differ in speed only.
#include "mesh_io/obj/lines.h"

static const char* count_none(const char* p, const char* end, const char* limit, hit_obj_counts* count)
{
    (void)end, (void)limit, (void)count;
    return p;
}

static const char* no_vertices(const char* p, hit_obj_run* run, hit_vec3* vertices)
{
    (void)run, (void)vertices;
    return p;
}

static const char* no_triangles(const char* p, hit_obj_run* run, uint32_t vertex_count, uint32_t face,
                                uint32_t* indices, uint32_t* faces)
{
    (void)run, (void)vertex_count, (void)face, (void)indices, (void)faces;
    return p;
}

const hit_obj_lines* hit_obj_lines_in_use(void)
{
    static const hit_obj_lines none = {count_none, no_vertices, no_triangles};
#ifdef HITSCAN_HAVE_AVX2
    if (hit_cpu_in_use() >= HIT_CPU_AVX2)
        return &hit_obj_lines_avx2;
#endif
    return &none;
}
