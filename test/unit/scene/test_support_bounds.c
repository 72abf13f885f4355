// Support bounds of meshes: bounds of instances hold them, however they are turned, and not much more.
#include "scene/scene.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <math.h>

enum { SIDE = 64, CORNERS = 6 * SIDE * SIDE, MATRICES = 400 };

static test_random r;

static hit_vec3 corners[CORNERS + 300];

static hit_bvh* tree_of(uint32_t count)
{
    const hit_mesh mesh = {.vertices = corners, .vertex_count = count, .triangle_count = count / 3};
    hit_bvh* tree = NULL;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    return tree;
}

// Two triangles for each cell of a grid; `at` says where its corners are.
static uint32_t make_sheet(hit_vec3 (*at)(float, float))
{
    static const int corner[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 1}, {1, 0}};
    uint32_t count = 0;

    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++)
            for (int k = 0; k < 6; k++)
                corners[count++] = at((float)(x + corner[k][0]) / SIDE, (float)(y + corner[k][1]) / SIDE);
    return count;
}

static hit_vec3 on_sphere(float x, float y)
{
    const float a = 6.2831853f * x, b = 3.1415927f * y;
    return hit_vec3_make(3.0f + cosf(a) * sinf(b), sinf(a) * sinf(b), cosf(b));
}

// Its normal is the diagonal: the boxes of nodes reach far along it, those of triangles hardly.
static hit_vec3 on_slope(float x, float y)
{
    return hit_vec3_make(10.0f * x, 10.0f * y, -10.0f * (x + y));
}

static void any_rows(float m[3][3], int kind)
{
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = kind % 8 == 0   ? (float)(int)test_random_below(&r, 3) - 1.0f
                          : kind % 8 == 1 ? ldexpf(test_random_range(&r, -1.0f, 1.0f), -(int)test_random_below(&r, 40))
                                          : test_random_range(&r, -1.0f, 1.0f);
}

// `excess`: how large bounds are in proportion to what they need be, at most; or 0, when it does not matter.
static void check(uint32_t count, double excess)
{
    hit_bvh* tree = tree_of(count);
    hit_support_table support;

    hit_support_table_make(tree, &support);
    for (int k = 0; k < MATRICES; k++) {
        float m[3][3];
        double low[3], high[3];
        any_rows(m, k);
        hit_support_table_bounds(&support, (const float(*)[3])m, low, high);
        for (int i = 0; i < 3; i++) {
            double least = HUGE_VAL, most = -HUGE_VAL;
            for (uint32_t c = 0; c < count; c++) {
                const double x = (double)m[i][0] * (double)corners[c].x + (double)m[i][1] * (double)corners[c].y +
                                 (double)m[i][2] * (double)corners[c].z;
                // By comparisons: gcc 12 for ARM64 fails at such a loop of fmin and fmax.
                least = x < least ? x : least;
                most = x > most ? x : most;
            }
            assert_true(low[i] <= least && high[i] >= most);
            assert_true(excess <= 0.0 || high[i] - low[i] <= excess * (most - least) + 0x1p-120);
        }
    }
    hit_bvh_destroy(tree);
}

static void a_sphere(void** state)
{
    (void)state;
    check(make_sheet(on_sphere), 1.2);
}

// Far out along the diagonal there is something small, whose nodes come last.
static void something_small_before_a_slope(void** state)
{
    uint32_t count = make_sheet(on_slope);

    (void)state;
    for (int i = 0; i < 300; i++) {
        const float by = test_random_range(&r, 0.0f, 0.01f);
        corners[count++] = hit_vec3_make(1.5f + by, 1.5f - by * by, 1.5f);
    }
    check(count, 0.0);
}

static void one_triangle(void** state)
{
    (void)state;
    for (int k = 0; k < 50; k++) {
        for (int i = 0; i < 3; i++)
            corners[i] = hit_vec3_make(test_random_range(&r, -1.0f, 1.0f), test_random_range(&r, 5.0f, 9.0f), -1e-3f);
        check(3, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_sphere), cmocka_unit_test(something_small_before_a_slope),
                                       cmocka_unit_test(one_triangle)};
    r = test_random_make(test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
