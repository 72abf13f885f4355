// Normals that are smooth: across edges that are not sharp, whatever the vertices' numbers; and vertices of no place.
#include "support/base/cmocka_all.h"

#include "render/surface.h"

#include <math.h>
#include <stdlib.h>

static void run_in_order(void* context, hit_task* task, void* data, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        task(data, i);
}

static const hit_task_pool pool = {.run = run_in_order, .threads = 1};

// Two triangles that meet along the y axis, and rise by `slope` on both sides of it.
static int16_t* make_roof(float slope, bool turned)
{
    const hit_vec3 vertices[6] = {{0, 0, 0}, {0, 1, 0}, {-1, 0, -slope}, {0, 0, -0.0f}, {0, 1, 0}, {1, 0, -slope}};
    const uint32_t straight[6] = {0, 1, 2, 3, 5, 4}, other[6] = {0, 1, 2, 3, 4, 5};
    const hit_model_mesh mesh = {
        .name = "", .vertices = vertices, .vertex_count = 6, .indices = turned ? other : straight, .triangle_count = 2};
    int16_t* normals = smooth_normals_make(&mesh, &pool);
    assert_non_null(normals);
    return normals;
}

// The corners at the ridge have its mean, those at the sides have their own; -0 is where 0 is.
static void gentle_edges_are_smooth_and_sharp_ones_stay(void** state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        int16_t *gentle = make_roof(0.2f, turned), *sharp = make_roof(2.0f, turned);
        const int16_t up = (int16_t)(NORMAL_ONE - 1);
        assert_true(abs(gentle[0]) <= 1 && gentle[2] >= up);       // the first corner of the first triangle
        assert_true(abs(gentle[9]) <= 1 && abs(gentle[11]) >= up); // and of the second
        assert_true(gentle[6] < -NORMAL_ONE / 8 && gentle[8] > 0); // away from the ridge
        assert_true(sharp[0] < -NORMAL_ONE / 2 && sharp[2] > 0);   // nothing is mixed
        assert_true(abs(sharp[9]) > NORMAL_ONE / 2 && sharp[10] == 0);
        free(gentle);
        free(sharp);
    }
}

// Scanners write vertices without a place as NaN, and no triangle has them. Each was looked for among all others.
static void a_million_vertices_of_no_place_took_hours(void** state)
{
    enum { COUNT = 1000000 };
    static const uint32_t corners[3] = {0, 1, 2};
    hit_vec3* vertices = malloc(COUNT * sizeof *vertices);
    hit_model_mesh mesh = {.name = "", .vertex_count = COUNT, .indices = corners, .triangle_count = 1};
    int16_t* normals;
    (void)state;
    assert_non_null(vertices);
    for (uint32_t i = 0; i < COUNT; i++)
        vertices[i] = i < 3 ? hit_vec3_make(i == 1, i == 2, 0) : hit_vec3_make(NAN, NAN, NAN);
    mesh.vertices = vertices;
    normals = smooth_normals_make(&mesh, &pool);
    assert_non_null(normals);
    assert_true(normals[2] == NORMAL_ONE && normals[8] == NORMAL_ONE);
    free(normals);
    free(vertices);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(gentle_edges_are_smooth_and_sharp_ones_stay),
        cmocka_unit_test(a_million_vertices_of_no_place_took_hours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
