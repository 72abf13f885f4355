// Large worlds: a scene that is moved by 1e7, or by 2^30, gives the same bits.
#include "support/base/cmocka_all.h"
#include "support/scene/scene_answers.h"
#include "support/scene/scene_pair.h"

enum { ROOM = 256 };

static scene_assets things;

static bool near_by(hit_dvec3 here, hit_dvec3 there, hit_dvec3 by, double off)
{
    return fabs(there.x - by.x - here.x) <= off + 0x1p-51 * fabs(by.x) &&
           fabs(there.y - by.y - here.y) <= off + 0x1p-51 * fabs(by.y) &&
           fabs(there.z - by.z - here.z) <= off + 0x1p-51 * fabs(by.z);
}

static bool same_hit(const hit_scene_hit* a, const hit_scene_hit* b, hit_dvec3 by)
{
    return a->id == b->id && a->t == b->t && a->primitive == b->primitive && a->u == b->u && a->v == b->v &&
           a->w == b->w && a->side == b->side && a->face == b->face && a->normal.x == b->normal.x &&
           a->normal.y == b->normal.y && a->normal.z == b->normal.z &&
           near_by(a->point, b->point, by, 1e-12 * (1.0 + fabs((double)a->t)));
}

static void rays_are_the_same(void** state)
{
    const uint64_t cases = test_cases(300000) / PAIR_MOVES;
    test_random r = test_random_make(test_seed() + 1100);
    uint64_t hits = 0, wrong = 0;

    (void)state;
    scene_assets_make(&things, 2);
    for (int m = 0; m < PAIR_MOVES; m++) {
        for (uint64_t n = 0; n < cases; n += 300) {
            scene_pair p = scene_pair_make(&things, &r, pair_moves[m], 1 + test_random_below(&r, 80));
            for (int i = 0; i < 300; i++) {
                static hit_scene_hit here[ROOM], there[ROOM];
                hit_dray ray = random_scene_ray(&r, WORLD_NEAR, &p.naive), far;
                uint32_t found;
                ray.origin = pair_snap_position(ray.origin);
                far = ray;
                far.origin = pair_moved(ray.origin, p.by);
                found = hit_scene_all(p.here, ray, NULL, here, ROOM);
                wrong += hit_scene_all(p.there, far, NULL, there, ROOM) != found;
                for (uint32_t k = 0; k < found && k < ROOM; k++)
                    wrong += !same_hit(&here[k], &there[k], p.by);
                hits += found;
                wrong += hit_scene_first(p.there, far, NULL, &there[0]) != (found > 0) ||
                         (found > 0 && !same_hit(&here[0], &there[0], p.by));
                wrong += hit_scene_any(p.there, far, NULL) != (found > 0);
            }
            scene_pair_free(&p);
        }
    }
    scene_assets_free(&things);
    printf("  %llu hits, %llu wrong\n", (unsigned long long)hits, (unsigned long long)wrong);
    assert_true(cases < 1000 || hits > cases);
    assert_int_equal(wrong, 0);
}

static void volumes_and_closest_points_are_the_same(void** state)
{
    const uint64_t cases = test_cases(300000) / 300 / PAIR_MOVES;
    test_random r = test_random_make(test_seed() + 1101);
    uint64_t wrong = 0;

    (void)state;
    scene_assets_make(&things, 3);
    for (int m = 0; m < PAIR_MOVES; m++) {
        for (uint64_t n = 0; n <= cases; n++) {
            scene_pair p = scene_pair_make(&things, &r, pair_moves[m], 1 + test_random_below(&r, 60));
            for (int i = 0; i < 10; i++) {
                const hit_dvec3 here =
                    pair_snap_position(random_scene_placement(&r, WORLD_NEAR, HIT_OBJECT_BOX).origin);
                const hit_dvec3 there = pair_moved(here, p.by);
                const float size = test_random_range(&r, 0.2f, 4.0f);
                wrong += scene_hash_volumes(p.here, &here, 1, size) != scene_hash_volumes(p.there, &there, 1, size);
                wrong += scene_hash_closest(p.here, &here, 1, size) != scene_hash_closest(p.there, &there, 1, size);
            }
            scene_pair_free(&p);
        }
    }
    scene_assets_free(&things);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_are_the_same),
        cmocka_unit_test(volumes_and_closest_points_are_the_same),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
