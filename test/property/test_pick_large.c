// Large worlds: picks with a camera that has been moved by 1e7 together with its scene.
//
// The origins of the camera's rays are rounded to double, which moves them by 1e-9 there (by 2^-22 at 2^31): ids are
// the same, and depths to what such a move changes them, which is more where a surface is grazed.
#include "support/base/cmocka_all.h"
#include "support/scene/scene_pair.h"

#include <hitscan/pick.h>

enum { ROOM = 256 };

static scene_assets things;

typedef struct views {
    const scene_pair* scenes;
    hit_camera here, there;
    uint64_t hits, wrong;
} views;

static void fault_if(views* v, bool wrong, const char* what, double x, double y)
{
    if (wrong && v->wrong++ < 5)
        printf("  %s at %.17g, %.17g\n", what, x, y);
}

static bool same_depth(const views* v, const hit_scene_hit* a, const hit_scene_hit* b, double x, double y)
{
    const hit_dray ray = hit_camera_ray(&v->here, x, y);
    const double facing = fabs((double)hit_vec3_dot(ray.direction, a->normal));
    return facing < 1e-4 || fabs((double)a->t - (double)b->t) <= 1e-5 + 1e-6 / facing;
}

static void compare_picks(views* v, double x, double y)
{
    static hit_scene_hit a[ROOM], b[ROOM];
    const uint32_t found = hit_pick_all(v->scenes->here, &v->here, x, y, NULL, a, ROOM);

    fault_if(v, hit_pick_all(v->scenes->there, &v->there, x, y, NULL, b, ROOM) != found, "the number of picks", x, y);
    for (uint32_t k = 0; k < found && k < ROOM; k++) {
        fault_if(v, a[k].id != b[k].id, "another object", x, y);
        fault_if(v, a[k].id == b[k].id && !same_depth(v, &a[k], &b[k], x, y), "another depth", x, y);
    }
    v->hits += found;
}

static void compare_areas(views* v, double x, double y)
{
    const double lasso[4][2] = {{x, y}, {x + 90.0, y - 20.0}, {x - 30.0, y + 70.0}, {x + 60.0, y + 60.0}};
    const hit_scene *here = v->scenes->here, *there = v->scenes->there;
    hit_id ids[2][ROOM];
    uint32_t count = hit_pick_rect(here, &v->here, x, y, x + 50.0, y + 40.0, NULL, ids[0], ROOM);

    fault_if(v,
             hit_pick_rect(there, &v->there, x, y, x + 50.0, y + 40.0, NULL, ids[1], ROOM) != count ||
                 memcmp(ids[0], ids[1], count * sizeof(hit_id)) != 0,
             "a rectangle", x, y);
    count = hit_pick_lasso(here, &v->here, lasso, 4, NULL, ids[0], ROOM);
    fault_if(v,
             hit_pick_lasso(there, &v->there, lasso, 4, NULL, ids[1], ROOM) != count ||
                 memcmp(ids[0], ids[1], count * sizeof(hit_id)) != 0,
             "a lasso", x, y);
}

static void compare_near(views* v, double x, double y)
{
    static hit_pick_near_hit a[ROOM], b[ROOM];
    const uint32_t count = hit_pick_near(v->scenes->here, &v->here, x, y, 6.0, NULL, a, ROOM);

    fault_if(v, hit_pick_near(v->scenes->there, &v->there, x, y, 6.0, NULL, b, ROOM) != count, "the number near by", x,
             y);
    for (uint32_t k = 0; k < count && k < ROOM; k++)
        fault_if(v, a[k].id != b[k].id || fabs(a[k].pixels - b[k].pixels) > 1e-3, "near by", x, y);
}

static void picks_are_the_same(void** state)
{
    const uint64_t cases = test_costly_cases(300000) / 1000 / PAIR_MOVES;
    test_random r = test_random_make(test_seed() + 1102);
    views v = {0};

    (void)state;
    scene_assets_make(&things, 4);
    for (uint64_t n = 0; n <= PAIR_MOVES * cases; n++) {
        const hit_screen screen = hit_screen_make(640.0f, 480.0f);
        const hit_vec3 eye = {(float)pair_snap((double)test_random_range(&r, -9.0f, 9.0f)), -12.0f, 3.0f};
        hit_view view = hit_view_look_at(eye, hit_vec3_make(0.0f, 0.0f, 0.0f), hit_vec3_make(0.0f, 0.0f, 1.0f));
        scene_pair p = scene_pair_make(&things, &r, pair_moves[n % PAIR_MOVES], 1 + test_random_below(&r, 60));

        v.scenes = &p;
        view.fov_y = n % 4 ? 1.0f : 0.0f;
        view.ortho_height = 12.0f;
        view.near_plane = n % 4 ? 0.25f : -2.0f;
        view.far_plane = 40.0f;
        assert_true(hit_camera_from_view(&view, hit_dvec3_make(0.0, 0.0, 0.0), &screen, &v.here));
        assert_true(hit_camera_from_view(&view, p.by, &screen, &v.there));
        for (int i = 0; i < 40; i++) {
            const double x = (double)test_random_range(&r, 0.0f, 640.0f),
                         y = (double)test_random_range(&r, 0.0f, 480.0f);
            compare_picks(&v, x, y);
            compare_areas(&v, x, y);
            compare_near(&v, x, y);
        }
        scene_pair_free(&p);
    }
    scene_assets_free(&things);
    printf("  %llu hits, %llu wrong\n", (unsigned long long)v.hits, (unsigned long long)v.wrong);
    assert_true(v.hits > cases);
    assert_int_equal(v.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(picks_are_the_same)};

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
