// Any triangles with any vertices, finite or not where no triangle has them: normals of unit length or zero, and the
// same ones when each triangle has vertices of its own.
#include "fuzz/require.h"
#include "render/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

enum { TRIANGLES_MAX = 512, VERTICES_MAX = 256 };

static void run_in_order(void* context, hit_task* task, void* data, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        task(data, i);
}

static bool is_finite(hit_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

// Vertices from the first bytes: all floats there are, or with few values, so that many are at the same place.
static uint32_t make_vertices(const uint8_t* data, size_t size, hit_vec3* vertices)
{
    const bool coarse = data[0] & 1;
    const size_t step = coarse ? 3 : 12;
    uint32_t count = 0;
    for (size_t at = 2; count < data[1] && at + step <= size; at += step, count++)
        if (coarse)
            vertices[count] = hit_vec3_make((float)(data[at] % 5) - 2.0f, (float)(data[at + 1] % 5) - 2.0f,
                                            data[at + 2] == 255 ? NAN : (float)(data[at + 2] % 4));
        else
            memcpy(&vertices[count], data + at, sizeof *vertices);
    return count;
}

static void check_normals(const int16_t* normals, uint32_t triangles)
{
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        const double x = normals[3 * i], y = normals[3 * i + 1], z = normals[3 * i + 2];
        const double length = sqrt(x * x + y * y + z * z) / NORMAL_ONE;
        REQUIRE(length == 0.0 || fabs(length - 1.0) < 1e-3);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static hit_vec3 vertices[VERTICES_MAX], apart[3 * TRIANGLES_MAX];
    static uint32_t indices[3 * TRIANGLES_MAX], order[3 * TRIANGLES_MAX];
    const hit_task_pool pool = {.run = run_in_order, .threads = 1};
    hit_model_mesh mesh = {.name = "", .vertices = vertices, .indices = indices}, soup;
    int16_t *normals, *others;
    size_t at;
    if (size < 2)
        return 0;
    mesh.vertex_count = make_vertices(data, size, vertices);
    at = 2 + (size_t)mesh.vertex_count * (data[0] & 1 ? 3 : 12);
    for (; mesh.vertex_count > 0 && at + 3 <= size && mesh.triangle_count < TRIANGLES_MAX; at += 3) {
        uint32_t* t = indices + 3 * (size_t)mesh.triangle_count;
        bool good = true;
        for (size_t k = 0; k < 3; k++) {
            t[k] = data[at + k] % mesh.vertex_count;
            good &= is_finite(vertices[t[k]]);
        }
        mesh.triangle_count += good;
    }
    for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        apart[i] = vertices[indices[i]];
        order[i] = i;
    }
    soup = mesh;
    soup.vertices = apart;
    soup.indices = order;
    soup.vertex_count = 3 * mesh.triangle_count;
    normals = smooth_normals_make(&mesh, &pool);
    others = smooth_normals_make(&soup, &pool);
    REQUIRE(normals != NULL && others != NULL);
    check_normals(normals, mesh.triangle_count);
    REQUIRE(memcmp(normals, others, 9 * (size_t)mesh.triangle_count * sizeof *normals) == 0);
    free(normals);
    free(others);
    return 0;
}
