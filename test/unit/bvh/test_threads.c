// Trees and threads: any number of them may query one tree at once, and several may build one together. Under TSan
// (make san) this is also the proof that queries share nothing and that the builder's tasks do not meet.
#include "support/cases/box_sets.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

enum { RAYS = 400, TASKS = 8, ROOM = 32, BOXES = 3000 };

typedef struct work {
    const hit_bvh* tree;
    hit_ray rays[RAYS];
    uint64_t hash[TASKS];
} work;

static uint64_t mix(uint64_t hash, uint32_t number)
{
    return (hash ^ number) * 0x100000001b3u;
}

// Every query of one tree, in an order that differs between the tasks; the hash does not depend on it.
static void ask(void* context, uint32_t task)
{
    work* w = context;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < RAYS; i++) {
        const hit_ray ray = w->rays[(i + 50 * task) % RAYS];
        const hit_bvh_filter unique = {.unique = true};
        const hit_aabb around = hit_aabb_make(hit_vec3_sub(ray.origin, hit_vec3_make(0.1f, 0.1f, 0.1f)),
                                              hit_vec3_add(ray.origin, hit_vec3_make(0.1f, 0.1f, 0.1f)));
        hit_bvh_hit hits[ROOM];
        hit_bvh_closest closest;
        uint32_t found[ROOM];
        uint64_t hash = 0xcbf29ce484222325u;
        memset(hits, 0, sizeof hits);
        hash = mix(hash, hit_bvh_first(w->tree, ray, NULL, hits) ? hits[0].primitive : HIT_BVH_NONE);
        hash = mix(hash, hit_bvh_any(w->tree, ray, NULL));
        hash = mix(hash, hit_bvh_all(w->tree, ray, NULL, hits, ROOM));
        hash = mix(hash, hits[0].primitive);
        hash = mix(hash, hit_bvh_first_k(w->tree, ray, &unique, hits, 3));
        hash = mix(hash, hit_bvh_count(w->tree, ray, &unique));
        hash = mix(hash, hit_bvh_in_aabb(w->tree, around, HIT_INCLUDE_TOUCHING, NULL, found, ROOM));
        if (hit_bvh_closest_points(w->tree, ray.origin, HUGE_VALF, NULL, &closest, 1) == 1)
            hash = mix(hash, closest.primitive);
        sum += hash;
    }
    w->hash[task] = sum;
}

static void check_queries(const hit_bvh* tree, const test_mesh* m, const hit_task_pool* tasks)
{
    static work w;
    test_random r = test_random_make(test_seed() + 90);
    uint64_t alone[TASKS];
    w.tree = tree;
    for (int i = 0; i < RAYS; i++)
        w.rays[i] = test_mesh_ray(&r, m, (test_ray_kind)(i % RAY_TINY_DIRECTION));
    for (uint32_t i = 0; i < TASKS; i++)
        ask(&w, i);
    memcpy(alone, w.hash, sizeof alone);
    memset(w.hash, 0, sizeof w.hash);
    tasks->run(tasks->context, ask, &w, TASKS);
    assert_memory_equal(w.hash, alone, sizeof alone);
}

static void queries_at_once(void** state)
{
    static hit_aabb aabbs[BOXES];
    static hit_obb obbs[BOXES];
    hit_thread_pool* pool = NULL;
    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    const test_mesh_kind kinds[] = {MESH_TORUS, MESH_SOUP, MESH_GRID_CUBE};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        test_mesh m = test_mesh_make(kinds[k], 3000, 40);
        const hit_mesh view = test_mesh_view(&m);
        hit_bvh* tree = NULL;
        assert_int_equal(hit_bvh_build_triangles(&view, NULL, &tree, NULL), HIT_OK);
        check_queries(tree, &m, &tasks);
        hit_bvh_destroy(tree);
        test_mesh_free(&m);
    }
    test_boxes_aligned(BOXES_SCATTERED, aabbs, BOXES, 41);
    test_boxes_oriented(BOXES_SCATTERED, obbs, BOXES, 41);
    test_mesh targets = test_boxes_targets(aabbs, 300);
    hit_bvh *a = NULL, *o = NULL;
    assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, BOXES, NULL, &a, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(obbs, 0, BOXES, NULL, &o, NULL), HIT_OK);
    check_queries(a, &targets, &tasks);
    check_queries(o, &targets, &tasks);
    hit_bvh_destroy(a);
    hit_bvh_destroy(o);
    test_mesh_free(&targets);
    hit_thread_pool_destroy(pool);
}

static void assert_same_bytes(const hit_bvh* a, const hit_bvh* b)
{
    size_t size_a, size_b;
    const void *bytes_a = hit_bvh_bytes(a, &size_a), *bytes_b = hit_bvh_bytes(b, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(bytes_a, bytes_b, size_a);
}

// Built by four threads, and refitted, and asked in a batch: as by one.
static void built_together(void** state)
{
    hit_thread_pool* pool = NULL;
    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    const test_mesh_kind kinds[] = {MESH_TERRAIN, MESH_SOUP, MESH_MIXED, MESH_COPIES};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        test_mesh m = test_mesh_make(kinds[k], 20000, 42);
        const hit_mesh view = test_mesh_view(&m);
        for (int q = 0; q < 3; q++) {
            const hit_bvh_options alone = {.quality = (hit_bvh_quality)q};
            const hit_bvh_options together = {.quality = (hit_bvh_quality)q, .pool = &tasks};
            hit_bvh *a = NULL, *b = NULL;
            assert_int_equal(hit_bvh_build_triangles(&view, &alone, &a, NULL), HIT_OK);
            assert_int_equal(hit_bvh_build_triangles(&view, &together, &b, NULL), HIT_OK);
            assert_same_bytes(a, b);
            assert_int_equal(hit_bvh_refit_triangles(a, &view, NULL, NULL), HIT_OK);
            assert_int_equal(hit_bvh_refit_triangles(b, &view, &tasks, NULL), HIT_OK);
            assert_same_bytes(a, b);
            hit_bvh_destroy(a);
            hit_bvh_destroy(b);
        }
        test_mesh_free(&m);
    }
    hit_thread_pool_destroy(pool);
}

// A mesh that seems to share vertices, as it has fewer of them than triangles, but whose neighbours in space share
// none: the subtrees of tasks outgrow the nodes that they begin with.
static void crowded_tasks(void** state)
{
    enum { TRIANGLES = 40000, VERTICES = 30000 };
    static hit_vec3 vertices[VERTICES];
    static uint32_t indices[TRIANGLES][3];
    const hit_mesh mesh = {.vertices = vertices,
                           .vertex_count = VERTICES,
                           .indices = indices,
                           .index_type = HIT_INDEX_U32,
                           .triangle_count = TRIANGLES};
    test_random r = test_random_make(test_seed() + 92);
    hit_thread_pool* pool = NULL;
    hit_bvh *a = NULL, *b = NULL;
    (void)state;
    for (int i = 0; i < VERTICES; i++)
        vertices[i] = test_random_vec3(&r, 0.0f, 1.0f);
    for (int i = 0; i < TRIANGLES; i++)
        for (int k = 0; k < 3; k++)
            indices[i][k] = test_random_below(&r, VERTICES);
    assert_int_equal(hit_thread_pool_create(4, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    const hit_bvh_options together = {.pool = &tasks};
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &a, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_triangles(&mesh, &together, &b, NULL), HIT_OK);
    assert_same_bytes(a, b);
    assert_int_equal(hit_bvh_validate(b, NULL), HIT_OK);
    // Two triangles in a block: more leaves, and twice as many nodes, than a task has room for at first.
    assert_true(hit_bvh_get_stats(b).leaves > TRIANGLES / 3);
    hit_bvh_destroy(a);
    hit_bvh_destroy(b);
    hit_thread_pool_destroy(pool);
}

static void batches(void** state)
{
    enum { MANY = 20000 };
    static hit_ray rays[MANY];
    static hit_bvh_hit one[MANY], several[MANY];
    test_random r = test_random_make(test_seed() + 91);
    test_mesh m = test_mesh_make(MESH_TERRAIN, 20000, 43);
    const hit_mesh view = test_mesh_view(&m);
    hit_thread_pool* pool = NULL;
    hit_bvh* tree = NULL;
    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &tree, NULL), HIT_OK);
    for (int i = 0; i < MANY; i++)
        rays[i] = test_mesh_ray(&r, &m, RAY_ANYWHERE);
    assert_int_equal(hit_bvh_batch_first(tree, rays, MANY, one, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first(tree, rays, MANY, several, &(hit_bvh_batch_options){.pool = &tasks}, NULL),
                     HIT_OK);
    assert_memory_equal(one, several, sizeof one);
    hit_bvh_destroy(tree);
    hit_thread_pool_destroy(pool);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_at_once),
        cmocka_unit_test(built_together),
        cmocka_unit_test(crowded_tasks),
        cmocka_unit_test(batches),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
