// Scenes of many different meshes, which come and go in any order.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <hitscan/hitscan.h>
#include <stdio.h>

enum { TREES = 400, ROUNDS = 30 };

static hit_bvh* trees[TREES]; // tree i is a triangle at the height i, which rays from above meet
static hit_id ids[TREES];     // its instance, at x = 4·i; HIT_ID_NONE when there is none

static int make_trees(void** state)
{
    (void)state;
    for (int i = 0; i < TREES; i++) {
        const float z = (float)i;
        const float corners[9] = {-1.0f, -1.0f, z, 1.0f, -1.0f, z, 0.0f, 1.0f, z};
        const hit_mesh mesh = {.vertices = corners, .vertex_count = 3, .triangle_count = 1};
        if (hit_bvh_build_triangles(&mesh, NULL, &trees[i], NULL) != HIT_OK)
            return 1;
    }
    return 0;
}

static int destroy_trees(void** state)
{
    (void)state;
    for (int i = 0; i < TREES; i++)
        hit_bvh_destroy(trees[i]);
    return 0;
}

static void check_all(const hit_scene* scene)
{
    for (int i = 0; i < TREES; i++) {
        const hit_dray ray = hit_dray_make(hit_dvec3_make(4.0 * i, 0.0, 1000.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
        hit_scene_hit hit = {0};
        assert_int_equal(hit_scene_first(scene, ray, NULL, &hit), ids[i] != HIT_ID_NONE);
        assert_int_equal(hit.id, ids[i]);
        if (ids[i] != HIT_ID_NONE)
            assert_float_equal(hit.point.z, (double)i, 1e-3);
    }
}

// In each round some objects appear, some go, and some get another tree of the same height and then the old one again,
// in an order that has nothing to do with that of the trees in memory.
static void many_meshes_in_any_order(void** state)
{
    test_random r = test_random_make(test_seed());
    hit_scene* scene = NULL;
    (void)state;
    printf("seed %llu\n", (unsigned long long)test_seed());
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t edits = test_random_below(&r, 2 * TREES);
        for (uint32_t k = 0; k < edits; k++) {
            const uint32_t i = test_random_below(&r, TREES);
            const hit_object at = hit_object_at(hit_dvec3_make(4.0 * i, 0.0, 0.0));
            if (ids[i] == HIT_ID_NONE)
                assert_int_equal(hit_scene_add_mesh(scene, &at, trees[i], &ids[i], NULL), HIT_OK);
            else if (test_random_below(&r, 4) == 0) {
                assert_int_equal(hit_scene_replace_mesh(scene, ids[i], trees[TREES - 1 - i], NULL), HIT_OK);
                assert_int_equal(hit_scene_replace_mesh(scene, ids[i], trees[i], NULL), HIT_OK);
            } else {
                assert_int_equal(hit_scene_remove(scene, ids[i], NULL), HIT_OK);
                ids[i] = HIT_ID_NONE;
            }
        }
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        check_all(scene);
    }
    hit_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_meshes_in_any_order)};
    return cmocka_run_group_tests(tests, make_trees, destroy_trees);
}
