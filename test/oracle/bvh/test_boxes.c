// Trees of boxes, aligned and oriented, against the reference: every query, filter, quality and kernel.
#include "support/cases/box_sets.h"
#include "support/bvh/bvh_check.h"
#include "support/base/cmocka_all.h"

enum { MOST = 400 };

static uint64_t run_scene(check_scene* s, test_mesh* targets, uint64_t rays, uint64_t seed)
{
    test_random r = test_random_make(seed + 1);

    for (uint64_t i = 0; i < rays; i++) {
        const test_ray_kind way = (test_ray_kind)(i % RAY_KINDS);
        const hit_ray ray = test_mesh_ray(&r, targets, way);
        float t;
        check_ray(s, &r, ray, test_ray_names[way]);
        if (i % 4 == 0 && check_some_t(s, &r, ray, &t))
            check_ray(s, &r, test_ray_end_at(&r, ray, t), "with an end at a hit");
    }
    printf("  %5u boxes: %llu rays, %llu hit, %llu wrong\n", s->count, (unsigned long long)s->rays,
           (unsigned long long)s->hits, (unsigned long long)s->wrong);
    check_free(s);
    test_mesh_free(targets);
    return s->wrong;
}

static const uint32_t sizes[] = {1, 8, 60, MOST};

// Fewer where hundreds of boxes are hit at equal t, and where floats decide nothing: each answer takes its time.
static uint64_t rays_of(test_box_kind kind, size_t size)
{
    static const uint64_t share[BOXES_KINDS] = {
        [BOXES_NESTED] = 4, [BOXES_COPIES] = 12, [BOXES_DENORMAL] = 4, [BOXES_ANY_BITS] = 4};
    const uint64_t rays = test_costly_cases(4000) / BOXES_KINDS / (share[kind] > 0 ? share[kind] : 1);
    return size == 3 ? rays / 2 : rays / 6 + RAY_KINDS;
}

static void aligned(void** state)
{
    static hit_aabb boxes[MOST];
    const test_box_kind kind = *(const test_box_kind*)*state;
    uint64_t wrong = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint64_t seed = test_seed() + 2000 + 10 * (uint64_t)kind + i;
        const uint32_t count = kind == BOXES_NONE ? 0 : sizes[i];
        test_boxes_aligned(kind, boxes, count, seed);
        test_mesh targets = test_boxes_targets(boxes, count);
        check_scene s = check_aabbs(test_box_names[kind], boxes, count, seed);
        wrong += run_scene(&s, &targets, rays_of(kind, i), seed);
    }
    assert_int_equal(wrong, 0);
}

static void oriented(void** state)
{
    static hit_obb boxes[MOST];
    const test_box_kind kind = *(const test_box_kind*)*state;
    uint64_t wrong = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint64_t seed = test_seed() + 3000 + 10 * (uint64_t)kind + i;
        const uint32_t count = kind == BOXES_NONE ? 0 : sizes[i];
        test_boxes_oriented(kind, boxes, count, seed);
        test_mesh targets = test_obbs_targets(boxes, count);
        check_scene s = check_obbs(test_box_names[kind], boxes, count, seed);
        wrong += run_scene(&s, &targets, rays_of(kind, i), seed);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    static test_box_kind kinds[BOXES_KINDS];
    static char names[2 * BOXES_KINDS][40];
    struct CMUnitTest tests[2 * BOXES_KINDS];

    printf("seed %llu\n", (unsigned long long)test_seed());
    for (int k = 0; k < BOXES_KINDS; k++) {
        kinds[k] = (test_box_kind)k;
        snprintf(names[2 * k], sizeof names[0], "aligned, %s", test_box_names[k]);
        snprintf(names[2 * k + 1], sizeof names[0], "oriented, %s", test_box_names[k]);
        tests[2 * k] = (struct CMUnitTest){names[2 * k], aligned, NULL, NULL, &kinds[k]};
        tests[2 * k + 1] = (struct CMUnitTest){names[2 * k + 1], oriented, NULL, NULL, &kinds[k]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
