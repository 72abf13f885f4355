// Normals of many hits: those of single calls, for every kind of tree, whatever the strides and the pool.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <hitscan/hitscan.h>
#include <math.h>
#include <string.h>

enum { COUNT = 200, RAYS = 9000 }; // more rays than two tasks have

// Hits of random rays in a tree over random things; kind 3 is an empty tree.
static hit_bvh* tree_with_hits(int kind, hit_bvh_hit* hits)
{
    static hit_ray rays[RAYS];
    static hit_triangle triangles[COUNT];
    static hit_aabb aabbs[COUNT];
    static hit_obb obbs[COUNT];
    test_random r = test_random_make(test_seed());
    const hit_mesh mesh = {.vertices = triangles, .vertex_count = 3 * COUNT, .triangle_count = kind == 3 ? 0 : COUNT};
    hit_bvh* bvh = NULL;

    for (int i = 0; i < COUNT; i++) {
        const hit_vec3 center = test_random_vec3(&r, -5.0f, 5.0f), half = test_random_vec3(&r, 0.1f, 2.0f);
        aabbs[i] = hit_aabb_from_center(center, half);
        obbs[i] = hit_obb_make(center, test_random_quat(&r), half);
        triangles[i] =
            (hit_triangle){center, hit_vec3_add(center, half), hit_vec3_add(center, test_random_vec3(&r, -3.0f, 3.0f))};
    }
    for (int i = 0; i < RAYS; i++)
        rays[i] = hit_ray_make(test_random_vec3(&r, -6.0f, 6.0f), test_random_vec3(&r, -1.0f, 1.0f));
    if (kind == 1)
        assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, COUNT, NULL, &bvh, NULL), HIT_OK);
    else if (kind == 2)
        assert_int_equal(hit_bvh_build_obbs(obbs, 0, COUNT, NULL, &bvh, NULL), HIT_OK);
    else
        assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first(bvh, rays, RAYS, hits, NULL, NULL), HIT_OK);
    return bvh;
}

static void normals_equal_single_calls(void** state)
{
    static hit_bvh_hit hits[RAYS];
    static struct {
        hit_bvh_hit hit;
        float more;
    } wide[RAYS];
    static hit_vec3 normals[RAYS];
    static float spread[RAYS][4];

    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        hit_bvh* bvh = tree_with_hits(kind, hits);
        hit_thread_pool* pool = NULL;
        int found = 0;
        assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
        const hit_task_pool tasks = hit_thread_pool_tasks(pool);
        const hit_bvh_batch_options options = {
            .ray_stride = sizeof wide[0], .result_stride = sizeof spread[0], .pool = &tasks};

        for (int i = 0; i < RAYS; i++) {
            wide[i].hit = hits[i];
            spread[i][3] = 7.0f;
        }
        memset(normals, 1, sizeof normals);
        assert_int_equal(hit_bvh_batch_normals(bvh, hits, RAYS, normals, NULL, NULL), HIT_OK);
        assert_int_equal(hit_bvh_batch_normals(bvh, &wide[0].hit, RAYS, (hit_vec3*)(void*)spread, &options, NULL),
                         HIT_OK);
        for (int i = 0; i < RAYS; i++) {
            const hit_vec3 one = hit_bvh_normal(bvh, &hits[i]);
            assert_memory_equal(&one, &normals[i], sizeof one);
            assert_memory_equal(&one, spread[i], sizeof one);
            assert_true(spread[i][3] == 7.0f);
            assert_true(hits[i].primitive != HIT_BVH_NONE || (one.x == 0.0f && one.y == 0.0f && one.z == 0.0f));
            found += one.x != 0.0f || one.y != 0.0f || one.z != 0.0f;
        }
        assert_true(kind == 3 ? found == 0 : found > RAYS / 50);
        hit_thread_pool_destroy(pool);
        hit_bvh_destroy(bvh);
    }
}

static void bad_arguments_write_nothing(void** state)
{
    static hit_bvh_hit hits[RAYS];
    hit_bvh* bvh = tree_with_hits(0, hits);
    hit_vec3 normal = {7.0f, 7.0f, 7.0f};
    const hit_task_pool no_run = {0};
    hit_error error;
    const hit_bvh_batch_options bad[] = {{.ray_stride = sizeof(hit_bvh_hit) - 4},
                                         {.ray_stride = 33},
                                         {.result_stride = 8},
                                         {.result_stride = 13},
                                         {.reserved = {0, 0, 0, 1}},
                                         {.pool = &no_run}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(hit_bvh_batch_normals(bvh, hits, 1, &normal, &bad[i], &error), HIT_ERROR_ARGUMENT);
        assert_true(error.message[0] != 0);
    }
    assert_int_equal(hit_bvh_batch_normals(NULL, hits, 1, &normal, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_normals(bvh, NULL, 1, &normal, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_normals(bvh, hits, 1, NULL, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_true(normal.x == 7.0f && normal.y == 7.0f && normal.z == 7.0f);
    assert_int_equal(hit_bvh_batch_normals(NULL, NULL, 0, NULL, NULL, &error), HIT_OK);
    hit_bvh_destroy(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(normals_equal_single_calls),
                                       cmocka_unit_test(bad_arguments_write_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
