// Volumes over trees: the documented answers one by one, bad input included.
#include "support/base/cmocka_all.h"
#include "support/cases/volumes.h"

#include <hitscan/hitscan.h>

static const hit_cone cone = {{0, 0, -10}, {0, 0, 1}, 1, 0, HUGE_VALF};
static const hit_frustum frustum = {{{{1, 0, 0}, -1}, {{-1, 0, 0}, -1}, {{0, 1, 0}, -1}, {{0, -1, 0}, -1}}};
static const hit_aabb box = {{-1, -1, -1}, {1, 1, 1}};
static const hit_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
static const hit_sphere sphere = {{0, 0, 0}, 2};

// A row of unit boxes: box i is [i, i + 1] x [0, 1] x [0, 1].
static hit_bvh* row(uint32_t count)
{
    static hit_aabb boxes[2000];
    hit_bvh* bvh = NULL;

    for (uint32_t i = 0; i < count; i++)
        boxes[i] = hit_aabb_make(hit_vec3_make((float)i, 0, 0), hit_vec3_make((float)i + 1, 1, 1));
    assert_int_equal(hit_bvh_build_aabbs(boxes, 0, count, NULL, &bvh, NULL), HIT_OK);
    return bvh;
}

static hit_aabb slab(float from, float to)
{
    const hit_aabb b = {{from, 0, 0}, {to, 1, 1}};
    return b;
}

static void touching_and_inside(void** state)
{
    hit_bvh* bvh = row(10);
    uint32_t ids[10];

    (void)state;
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(3, 5), HIT_INCLUDE_TOUCHING, NULL, ids, 10), 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(ids[i], 2 + i); // faces count
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(3, 5), HIT_INCLUDE_INSIDE, NULL, ids, 10), 2);
    assert_int_equal(ids[0], 3);
    assert_int_equal(ids[1], 4);
    assert_int_equal(
        hit_bvh_in_aabb(bvh, slab(nextafterf(3, 4), nextafterf(5, 4)), HIT_INCLUDE_TOUCHING, NULL, ids, 10), 2);
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(-9, 99), HIT_INCLUDE_INSIDE, NULL, ids, 10), 10);
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(11, 12), HIT_INCLUDE_TOUCHING, NULL, ids, 10), 0);
    assert_int_equal(
        hit_bvh_in_sphere(bvh, hit_sphere_make(hit_vec3_make(-3, 0, 0), 3), HIT_INCLUDE_TOUCHING, NULL, ids, 9), 1);
    assert_int_equal(ids[0], 0);
    hit_bvh_destroy(bvh);
}

static void less_room_than_found(void** state)
{
    hit_bvh* bvh = row(2000);
    uint32_t ids[2001];

    (void)state;
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(100.5f, 1800.5f), HIT_INCLUDE_TOUCHING, NULL, NULL, 0), 1701);
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(100.5f, 1800.5f), HIT_INCLUDE_TOUCHING, NULL, NULL, 7), 1701);
    for (uint32_t capacity = 1; capacity < 2000; capacity = capacity * 3 / 2 + 1) {
        memset(ids, 0xee, sizeof ids);
        assert_int_equal(hit_bvh_in_aabb(bvh, slab(100.5f, 1800.5f), HIT_INCLUDE_TOUCHING, NULL, ids, capacity), 1701);
        for (uint32_t i = 0; i < capacity && i < 1701; i++)
            assert_int_equal(ids[i], 100 + i);
        assert_int_equal(ids[capacity < 1701 ? capacity : 1701], 0xeeeeeeeeu); // no more is written
    }
    hit_bvh_destroy(bvh);
}

static void masks(void** state)
{
    hit_bvh* bvh = row(600);
    uint32_t ids[600], mask[600];
    const hit_bvh_filter none = {0}, odd = {.masks = mask, .mask = 4}, nothing = {.masks = mask, .mask = 0};

    (void)state;
    for (uint32_t i = 0; i < 600; i++)
        mask[i] = i % 2 ? 6 : 3;
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(-1, 999), HIT_INCLUDE_INSIDE, &none, ids, 600), 600);
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(-1, 999), HIT_INCLUDE_INSIDE, &odd, ids, 600), 300);
    for (uint32_t i = 0; i < 300; i++)
        assert_int_equal(ids[i], 2 * i + 1);
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(9.5f, 19.5f), HIT_INCLUDE_TOUCHING, &odd, ids, 3), 6);
    assert_int_equal(ids[0], 9);
    assert_int_equal(ids[2], 13);
    assert_int_equal(hit_bvh_in_aabb(bvh, slab(-1, 999), HIT_INCLUDE_TOUCHING, &nothing, ids, 600), 0);
    hit_bvh_destroy(bvh);
}

static void bad_input(void** state)
{
    hit_bvh* bvh = row(10);
    uint32_t id;
    hit_cone no_cone = cone;
    hit_frustum no_frustum = frustum;
    hit_obb no_obb = obb;

    (void)state;
    no_cone.tangent = 0;
    no_frustum.plane[5].offset = NAN;
    no_obb.axis[2] = no_obb.axis[0];
    assert_int_equal(hit_bvh_in_cone(bvh, NULL, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_cone(bvh, &no_cone, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_frustum(bvh, NULL, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_frustum(bvh, &no_frustum, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_obb(bvh, NULL, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_obb(bvh, &no_obb, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_aabb(bvh, hit_aabb_empty(), HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_sphere(bvh, hit_sphere_make(sphere.center, -1), HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_sphere(bvh, hit_sphere_make(sphere.center, NAN), HIT_INCLUDE_TOUCHING, NULL, &id, 1),
                     0);
    assert_int_equal(
        hit_bvh_in_sphere(bvh, hit_sphere_make(sphere.center, HUGE_VALF), HIT_INCLUDE_INSIDE, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_cone(NULL, &cone, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_frustum(NULL, &frustum, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_aabb(NULL, box, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_obb(NULL, &obb, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    assert_int_equal(hit_bvh_in_sphere(NULL, sphere, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    // A plane without a normal constrains nothing, or makes the frustum empty.
    assert_int_equal(hit_bvh_in_frustum(bvh, &frustum, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 2);
    no_frustum.plane[5].offset = 1;
    assert_int_equal(hit_bvh_in_frustum(bvh, &no_frustum, HIT_INCLUDE_TOUCHING, NULL, &id, 1), 0);
    hit_bvh_destroy(bvh);
}

static void empty_trees(void** state)
{
    const hit_mesh mesh = {0};
    hit_bvh* bvh[3] = {NULL, NULL, NULL};
    uint32_t id;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh[0], NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_aabbs(NULL, 0, 0, NULL, &bvh[1], NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(NULL, 0, 0, NULL, &bvh[2], NULL), HIT_OK);
    for (int i = 0; i < 3; i++) {
        for (int relation = 0; relation < 2; relation++) {
            const hit_include r = (hit_include)relation;
            assert_int_equal(hit_bvh_in_cone(bvh[i], &cone, r, NULL, &id, 1), 0);
            assert_int_equal(hit_bvh_in_frustum(bvh[i], &frustum, r, NULL, &id, 1), 0);
            assert_int_equal(hit_bvh_in_aabb(bvh[i], box, r, NULL, &id, 1), 0);
            assert_int_equal(hit_bvh_in_obb(bvh[i], &obb, r, NULL, &id, 1), 0);
            assert_int_equal(hit_bvh_in_sphere(bvh[i], sphere, r, NULL, &id, 1), 0);
        }
        hit_bvh_destroy(bvh[i]);
    }
}

// Many copies of one triangle, which share a place in the tree.
static void copies(void** state)
{
    static hit_triangle soup[300];
    static uint32_t ids[300], mask[300];
    const hit_bvh_filter filter = {.masks = mask, .mask = 1};
    const hit_mesh mesh = {.vertices = soup, .vertex_count = 900, .triangle_count = 300};
    hit_bvh* bvh = NULL;

    (void)state;
    for (uint32_t i = 0; i < 300; i++) {
        const float x = i % 3 == 0 ? 5.0f : 0.0f;
        soup[i] = hit_triangle_make(hit_vec3_make(x, 0, 0), hit_vec3_make(x + 1, 0, 0), hit_vec3_make(x, 1, 0));
        mask[i] = i % 5 == 0;
    }
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    for (int relation = 0; relation < 2; relation++) {
        const hit_include r = (hit_include)relation;
        assert_int_equal(
            hit_bvh_in_aabb(bvh, hit_aabb_make(hit_vec3_make(5, 0, 0), hit_vec3_make(6, 1, 1)), r, NULL, ids, 300),
            100);
        for (uint32_t i = 0; i < 100; i++)
            assert_int_equal(ids[i], 3 * i);
        assert_int_equal(
            hit_bvh_in_aabb(bvh, hit_aabb_make(hit_vec3_make(5, 0, 0), hit_vec3_make(6, 1, 1)), r, &filter, ids, 300),
            20);
        for (uint32_t i = 0; i < 20; i++)
            assert_int_equal(ids[i], 15 * i);
    }
    hit_bvh_destroy(bvh);
}

// Every kernel gives the same answers; so does a tree whose ids are not consecutive.
static void kernels(void** state)
{
    static scene s;
    static uint32_t want[SCENE_MAX], have[SCENE_MAX];
    test_random r = test_random_make(test_seed() + 700);
    const hit_cpu best = hit_cpu_best();

    (void)state;
    for (int i = 0; i < 12; i++) {
        scene_make(&r, (scene_category)(i % SCENE_CATEGORIES), (hit_bvh_kind)(i % 3), 700, &s);
        hit_bvh* bvh = scene_tree(&s, HIT_BVH_DEFAULT);
        volume v;
        volume_make(&r, &s, &v);
        for (int kind = 0; kind < VOLUME_KINDS; kind++) {
            for (int relation = 0; relation < 2; relation++) {
                uint32_t count = 0;
                for (uint32_t k = 0; k < s.count; k++)
                    if (volume_takes((volume_kind)kind, &v, (hit_include)relation, &s, k))
                        want[count++] = k;
                for (int level = 0; level <= (int)best; level++) {
                    hit_cpu_restrict((hit_cpu)level);
                    assert_int_equal(
                        volume_query(bvh, (volume_kind)kind, &v, (hit_include)relation, NULL, have, SCENE_MAX), count);
                    assert_memory_equal(have, want, count * sizeof have[0]);
                }
                hit_cpu_restrict(best);
            }
        }
        hit_bvh_destroy(bvh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_and_inside),
        cmocka_unit_test(less_room_than_found),
        cmocka_unit_test(masks),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(empty_trees),
        cmocka_unit_test(copies),
        cmocka_unit_test(kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
