// Trees of triangles against the reference: every query, every filter, every quality and every kernel give exactly the
// answers of a plain loop over all triangles, for rays of all kinds at meshes of all kinds.
#include "support/bvh/bvh_check.h"
#include "support/base/cmocka_all.h"

static uint64_t run_mesh(test_mesh_kind kind, uint32_t size, uint64_t rays, uint64_t seed)
{
    test_random r = test_random_make(seed + 1);
    test_mesh m = test_mesh_make(kind, size, seed);
    check_scene s = check_mesh(test_mesh_names[kind], &m, seed);

    for (uint64_t i = 0; i < rays; i++) {
        const test_ray_kind way = (test_ray_kind)(i % RAY_KINDS);
        const hit_ray ray = test_mesh_ray(&r, &m, way);
        float t;
        check_ray(&s, &r, ray, test_ray_names[way]);
        // One end of the interval exactly at a hit, or next to it.
        if (i % 4 == 0 && check_some_t(&s, &r, ray, &t))
            check_ray(&s, &r, test_ray_end_at(&r, ray, t), "with an end at a hit");
    }
    printf("  %5u triangles: %llu rays, %llu hit, %llu wrong\n", m.faces, (unsigned long long)s.rays,
           (unsigned long long)s.hits, (unsigned long long)s.wrong);
    check_free(&s);
    test_mesh_free(&m);
    return s.wrong;
}

// How many rays a kind gets less than others: where hundreds of hits have equal t, or where floats decide nothing, each
// answer takes its time.
static uint64_t share(test_mesh_kind kind)
{
    return kind == MESH_ANY_BITS ? 60 : kind == MESH_FAN || kind == MESH_COPIES ? 15 : kind == MESH_POINT ? 3 : 1;
}

static void run_sizes(test_mesh_kind kind)
{
    // Sizes around those of a block and a node, and one with several levels.
    static const uint32_t sizes[] = {2, 9, 70, 600};
    const uint64_t rays = test_costly_cases(10000) / MESH_KINDS / share(kind);
    uint64_t wrong = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        wrong +=
            run_mesh(kind, sizes[i], i == 3 ? rays / 2 : rays / 6 + RAY_KINDS, test_seed() + 1000 * (uint64_t)kind + i);
    assert_int_equal(wrong, 0);
}

// Each kind is a test of its own, so that one failure does not hide the others.
static void run_kind(void** state)
{
    run_sizes(*(const test_mesh_kind*)*state);
}

// Two copies that a ray meets 2^-160 of their size from an edge: u rounds to 0, but the hit is not on the edge, and
// `unique` keeps both. On the edge itself, it keeps one.
static void next_to_an_edge(void** state)
{
    test_mesh m = test_mesh_room(3, 2);
    test_random r = test_random_make(1);
    (void)state;
    test_mesh_vertex(&m, 0.0f, 0.0f, 0.0f);
    test_mesh_vertex(&m, 0x1p50f, 0.0f, 0.0f);
    test_mesh_vertex(&m, 0.0f, 0x1p50f, 0.0f);
    test_mesh_face(&m, 0, 1, 2);
    test_mesh_face(&m, 0, 1, 2);
    check_scene s = check_mesh("next to an edge", &m, 1);
    for (int i = 0; i < 200; i++) { // the checks draw filters at random
        const float x = i % 2 ? 0x1p-110f : 0.0f;
        check_ray(&s, &r, hit_ray_make(hit_vec3_make(x, 0x1p48f, -1.0f), hit_vec3_make(0.0f, 0.0f, 1.0f)), s.name);
    }
    assert_int_equal(s.wrong, 0);
    check_free(&s);
    test_mesh_free(&m);
}

int main(void)
{
    static test_mesh_kind kinds[MESH_KINDS];
    struct CMUnitTest tests[MESH_KINDS + 1];

    printf("seed %llu\n", (unsigned long long)test_seed());
    for (int k = 0; k < MESH_KINDS; k++) {
        kinds[k] = (test_mesh_kind)k;
        tests[k] = (struct CMUnitTest){test_mesh_names[k], run_kind, NULL, NULL, &kinds[k]};
    }
    tests[MESH_KINDS] = (struct CMUnitTest)cmocka_unit_test(next_to_an_edge);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
