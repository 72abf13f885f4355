// Rays in scenes against the naive scene: millions of picks among objects of all kinds, under any placement.
//
// Boxes bit by bit against GMP; other objects as naive_scene.h derives from the promise of scene.h.
#include "support/base/cmocka_all.h"
#include "support/scene/random_scene.h"

enum { RAYS_PER_SCENE = 200 };

static void run(scene_world world, bool boxes, uint64_t share)
{
    const uint64_t cases = test_cases(1000000) / share;
    test_random r = test_random_make(test_seed() + 900 + 10 * (uint64_t)world + boxes);
    static scene_assets s;
    uint64_t hits = 0, faults = 0, rays = 0;

    scene_assets_make(&s, test_seed());
    while (rays < cases) {
        hit_scene* scene = NULL;
        naive_scene naive;
        random_scene_make(&s, &r, world, 1 + test_random_below(&r, 60), boxes, &scene, &naive);
        for (int i = 0; i < RAYS_PER_SCENE && rays < cases; i++, rays++) {
            hit_scene_filter room;
            const hit_scene_filter* filter = random_scene_filter(&r, &room);
            const hit_dray ray = random_scene_ray(&r, world, &naive);
            faults += naive_check_ray(scene, &naive, &ray, filter, &hits);
        }
        hit_scene_destroy(scene);
        naive_free(&naive);
    }
    scene_assets_free(&s);
    printf("  %s: %llu rays, %llu hits, %llu faults\n", scene_world_names[world], (unsigned long long)rays,
           (unsigned long long)hits, (unsigned long long)faults);
    assert_true(cases < 1000 || hits > cases / 10);
    assert_int_equal(faults, 0);
}

static void boxes_on_a_grid(void** state)
{
    (void)state;
    run(WORLD_GRID, true, 8);
}

static void boxes_near(void** state)
{
    (void)state;
    run(WORLD_NEAR, true, 8);
}

static void boxes_far(void** state)
{
    (void)state;
    run(WORLD_FAR, true, 16);
}

static void boxes_of_all_scales(void** state)
{
    (void)state;
    run(WORLD_SCALES, true, 16);
}

static void boxes_huge(void** state)
{
    (void)state;
    run(WORLD_HUGE, true, 16);
}

static void boxes_of_any_floats(void** state)
{
    (void)state;
    run(WORLD_WILD, true, 8);
}

static void all_on_a_grid(void** state)
{
    (void)state;
    run(WORLD_GRID, false, 8);
}

static void all_near(void** state)
{
    (void)state;
    run(WORLD_NEAR, false, 8);
}

static void all_far(void** state)
{
    (void)state;
    run(WORLD_FAR, false, 16);
}

static void all_of_all_scales(void** state)
{
    (void)state;
    run(WORLD_SCALES, false, 16);
}

static void all_huge(void** state)
{
    (void)state;
    run(WORLD_HUGE, false, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_on_a_grid),     cmocka_unit_test(boxes_near), cmocka_unit_test(boxes_far),
        cmocka_unit_test(boxes_of_all_scales), cmocka_unit_test(boxes_huge), cmocka_unit_test(boxes_of_any_floats),
        cmocka_unit_test(all_on_a_grid),       cmocka_unit_test(all_near),   cmocka_unit_test(all_far),
        cmocka_unit_test(all_of_all_scales),   cmocka_unit_test(all_huge),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
