// The closest primitives: the documented answers one by one, bad input included.
#include "support/base/cmocka_all.h"
#include "support/cases/shape_sets.h"

#include <float.h>
#include <hitscan/hitscan.h>
#include <string.h>

static hit_bvh* boxes(const hit_aabb* array, uint32_t count)
{
    hit_bvh* bvh = NULL;
    assert_int_equal(hit_bvh_build_aabbs(array, 0, count, NULL, &bvh, NULL), HIT_OK);
    return bvh;
}

static hit_bvh* triangles(const hit_triangle* array, uint32_t count)
{
    const hit_mesh mesh = {.vertices = array, .vertex_count = 3 * count, .triangle_count = count};
    hit_bvh* bvh = NULL;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    return bvh;
}

static hit_bvh* oriented(const hit_obb* array, uint32_t count)
{
    hit_bvh* bvh = NULL;
    assert_int_equal(hit_bvh_build_obbs(array, 0, count, NULL, &bvh, NULL), HIT_OK);
    return bvh;
}

static void assert_point(hit_vec3 p, float x, float y, float z)
{
    assert_true(p.x == x && p.y == y && p.z == z);
}

static void parts_of_a_triangle(void** state)
{
    const hit_triangle t = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    // Where to look from; distance, point, u, v, w.
    const struct {
        hit_vec3 from;
        float distance;
        hit_vec3 point;
        float u, v, w;
    } cases[] = {
        {{1, 1, 7}, 7, {1, 1, 0}, 0.25f, 0.25f, 0.5f},
        {{1, 1, -7}, 7, {1, 1, 0}, 0.25f, 0.25f, 0.5f},
        {{-3, -4, 0}, 5, {0, 0, 0}, 0, 0, 1},
        {{7, -4, 0}, 5, {4, 0, 0}, 1, 0, 0},
        {{0, 6, 0}, 2, {0, 4, 0}, 0, 1, 0},
        {{3, -4, 3}, 5, {3, 0, 0}, 0.75f, 0, 0.25f},
        {{-3, 1, 4}, 5, {0, 1, 0}, 0, 0.25f, 0.75f},
        {{4, 4, 1}, 3, {2, 2, 0}, 0.5f, 0.5f, 0},
        {{1, 2, 0}, 0, {1, 2, 0}, 0.25f, 0.5f, 0.25f},
        {{0, 0, 0}, 0, {0, 0, 0}, 0, 0, 1},
        {{2, 0, 0}, 0, {2, 0, 0}, 0.5f, 0, 0.5f},
        {{0, 0, 0x1p-149f}, 0x1p-149f, {0, 0, 0}, 0, 0, 1},
        {{4, 0, 0x1p100f}, 0x1p100f, {4, 0, 0}, 1, 0, 0},
        {{1, 1, -FLT_MAX}, FLT_MAX, {1, 1, 0}, 0.25f, 0.25f, 0.5f},
        {{3, 0, 0x1p50f}, 0x1p50f, {3, 0, 0}, 0.75f, 0, 0.25f},
    };
    hit_bvh* bvh = triangles(&t, 1);
    hit_triangle found;
    hit_bvh_closest c;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(hit_bvh_closest_points(bvh, cases[i].from, HUGE_VALF, NULL, &c, 1), 1);
        assert_int_equal(c.primitive, 0);
        assert_true(c.distance == cases[i].distance);
        assert_point(c.point, cases[i].point.x, cases[i].point.y, cases[i].point.z);
        assert_true(c.u == cases[i].u && c.v == cases[i].v && c.w == cases[i].w);
        assert_true(hit_bvh_closest_triangle(bvh, &c, &found) && memcmp(&found, &t, sizeof t) == 0);
    }
    c.primitive = HIT_BVH_NONE;
    assert_false(hit_bvh_closest_triangle(bvh, &c, &found));
    assert_false(hit_bvh_closest_triangle(bvh, NULL, &found));
    assert_false(hit_bvh_closest_triangle(NULL, &c, &found));
    hit_bvh_destroy(bvh);
}

static void degenerate_triangles(void** state)
{
    const hit_triangle t[2] = {{{1, 0, 0}, {3, 0, 0}, {2, 0, 0}}, {{0, 9, 0}, {0, 9, 0}, {0, 9, 0}}};
    hit_bvh* bvh = triangles(t, 2);
    hit_bvh_closest c[2];

    (void)state;
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(2.5f, 3, 4), HUGE_VALF, NULL, c, 2), 2);
    assert_true(c[0].primitive == 0 && c[0].distance == 5.0f);
    assert_point(c[0].point, 2.5f, 0, 0);
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(0, 9, 2), HUGE_VALF, NULL, c, 1), 1);
    assert_true(c[0].primitive == 1 && c[0].distance == 2.0f);
    assert_point(c[0].point, 0, 9, 0);
    hit_bvh_destroy(bvh);
}

static void solid_boxes(void** state)
{
    const hit_aabb b[3] = {{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {2, 2, 2}}, {{4, 5, 3}, {9, 9, 9}}};
    const hit_obb o[2] = {{{0, 0, 0}, {{3, 4, 0}, {-4, 3, 0}, {0, 0, 5}}, {5, 5, 5}},
                          {{9, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}}};
    hit_bvh* bvh = boxes(b, 3);
    hit_bvh_closest c[3];

    (void)state;
    // Inside two of them: the lower index first.
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(0.5f, 1, 0.25f), HUGE_VALF, NULL, c, 3), 3);
    assert_true(c[0].primitive == 0 && c[0].distance == 0.0f);
    assert_true(c[1].primitive == 1 && c[1].distance == 0.0f);
    assert_point(c[1].point, 0.5f, 1, 0.25f);
    assert_true(c[2].primitive == 2);
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(3, 3, 1), HUGE_VALF, NULL, c, 3), 3);
    assert_true(c[0].primitive == 1 && c[1].primitive == 0 && c[2].primitive == 2);
    assert_true(c[2].distance == 3.0f && c[2].u == 0.0f && c[2].v == 0.0f && c[2].w == 0.0f);
    assert_point(c[2].point, 4, 5, 3);
    hit_bvh_destroy(bvh);

    bvh = oriented(o, 2);
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(0.1f, 0.2f, 0.3f), HUGE_VALF, NULL, c, 2), 2);
    assert_true(c[0].primitive == 0 && c[0].distance == 0.0f);
    assert_point(c[0].point, 0.1f, 0.2f, 0.3f);
    assert_true(c[1].primitive == 1);
    // 5/8, -9/8 and 3 in its axes: 1/8 and 2 beyond.
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(1.275f, -0.175f, 3), HUGE_VALF, NULL, c, 1), 1);
    assert_true(c[0].primitive == 0 && fabsf(c[0].distance - 2.00390242f) < 1e-6f);
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(0, 0, 3), HUGE_VALF, NULL, c, 1), 1);
    assert_true(c[0].distance == 2.0f);
    assert_point(c[0].point, 0, 0, 1);
    hit_bvh_destroy(bvh);
}

static void limits(void** state)
{
    const hit_triangle t = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    hit_bvh* bvh = triangles(&t, 1);
    const hit_vec3 p = {-3, -4, 0}, on = {1, 1, 0};
    hit_bvh_closest c;

    (void)state;
    assert_int_equal(hit_bvh_closest_points(bvh, p, 5, NULL, &c, 1), 1); // inclusive
    assert_int_equal(hit_bvh_closest_points(bvh, p, nextafterf(5, 0), NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, p, 0, NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, on, 0, NULL, &c, 1), 1);
    assert_int_equal(hit_bvh_closest_points(bvh, on, -0.0f, NULL, &c, 1), 1);
    assert_int_equal(hit_bvh_closest_points(bvh, on, -1, NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, on, -0x1p-149f, NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, on, NAN, NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, on, FLT_MAX, NULL, &c, 1), 1);
    hit_bvh_destroy(bvh);
}

static void bad_input(void** state)
{
    const hit_triangle t = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const hit_mesh none = {0};
    hit_bvh *bvh = triangles(&t, 1), *empty = NULL;
    const hit_vec3 p = {1, 1, 1};
    hit_bvh_closest c, untouched;

    (void)state;
    memset(&c, 0x5a, sizeof c);
    untouched = c;
    assert_int_equal(hit_bvh_closest_points(NULL, p, 9, NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, p, 9, NULL, NULL, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, p, 9, NULL, &c, 0), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(NAN, 0, 0), 9, NULL, &c, 1), 0);
    assert_int_equal(hit_bvh_closest_points(bvh, hit_vec3_make(0, HUGE_VALF, 0), HUGE_VALF, NULL, &c, 1), 0);
    hit_bvh_destroy(bvh);
    assert_int_equal(hit_bvh_build_triangles(&none, NULL, &empty, NULL), HIT_OK);
    assert_int_equal(hit_bvh_closest_points(empty, p, HUGE_VALF, NULL, &c, 1), 0);
    hit_bvh_destroy(empty);
    assert_memory_equal(&c, &untouched, sizeof c);
}

// The fan around a corner: all are at the same distance, and come by index; masks leave some out.
static void ties_and_masks(void** state)
{
    enum { N = 40 };
    hit_triangle fan[2 * N];
    uint32_t mask[2 * N];
    const hit_bvh_filter filter = {.masks = mask, .mask = 2}, nothing = {.masks = mask, .mask = 8};
    hit_bvh_closest c[2 * N + 1];

    (void)state;
    for (uint32_t i = 0; i < 2 * N; i++) {
        const float angle = (float)(i * 7 % N) * 6.2831853f / N, next = angle + 6.2831853f / N;
        fan[i] = hit_triangle_make(hit_vec3_make(cosf(angle), sinf(angle), -1), hit_vec3_make(0, 0, 0),
                                   hit_vec3_make(cosf(next), sinf(next), -1));
        mask[i] = i % 4 == 0 ? 6 : 1;
    }
    hit_bvh* bvh = triangles(fan, 2 * N); // each twice
    const hit_vec3 above = {0, 0, 3};
    assert_int_equal(hit_bvh_closest_points(bvh, above, HUGE_VALF, NULL, c, 2 * N + 1), 2 * N);
    for (uint32_t i = 0; i < 2 * N; i++) {
        assert_int_equal(c[i].primitive, i);
        assert_true(c[i].distance == 3.0f && c[i].u == 1.0f);
    }
    assert_int_equal(hit_bvh_closest_points(bvh, above, HUGE_VALF, NULL, c, 7), 7);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(c[i].primitive, i);
    assert_int_equal(hit_bvh_closest_points(bvh, above, 3, &filter, c, 2 * N), N / 2);
    for (uint32_t i = 0; i < N / 2; i++)
        assert_int_equal(c[i].primitive, 4 * i);
    assert_int_equal(hit_bvh_closest_points(bvh, above, HUGE_VALF, &nothing, c, 2 * N), 0);
    hit_bvh_destroy(bvh);
}

// What depends on the tree.
static void forget_slots(hit_bvh_closest* c, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        c[i].slot = 0;
}

// Every kernel and every quality gives the same bits.
static void kernels(void** state)
{
    static scene s;
    static hit_bvh_closest want[50], have[50];
    test_random r = test_random_make(test_seed() + 800);
    const hit_cpu best = hit_cpu_best();

    (void)state;
    for (int i = 0; i < 21; i++) {
        scene_make(&r, (scene_category)(i % SCENE_CATEGORIES), (hit_bvh_kind)(i / SCENE_CATEGORIES), 700, &s);
        const hit_vec3 p = scene_point(&r, &s);
        uint32_t count = 0;
        for (int quality = 0; quality < 3; quality++) {
            hit_bvh* bvh = scene_tree(&s, (hit_bvh_quality)quality);
            if (quality == 0)
                count = hit_bvh_closest_points(bvh, p, HUGE_VALF, NULL, want, 50);
            forget_slots(want, count);
            for (int level = 0; level <= (int)best; level++) {
                hit_cpu_restrict((hit_cpu)level);
                assert_int_equal(hit_bvh_closest_points(bvh, p, HUGE_VALF, NULL, have, 50), count);
                forget_slots(have, count);
                assert_memory_equal(have, want, count * sizeof have[0]);
            }
            hit_cpu_restrict(best);
            hit_bvh_destroy(bvh);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_triangle),
        cmocka_unit_test(degenerate_triangles),
        cmocka_unit_test(solid_boxes),
        cmocka_unit_test(limits),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(ties_and_masks),
        cmocka_unit_test(kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
