// Batches of rays give what each ray gets alone: on trees that fit into the caches and trees that do not, for rays that
// have much in common or nothing, with bad ones among them, with every kernel and on any number of threads.
#include "support/cases/box_sets.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

typedef struct padded_ray {
    float before;
    hit_ray ray;
} padded_ray;

typedef struct padded_hit {
    hit_bvh_hit hit;
    uint32_t after;
} padded_hit;

typedef struct batch {
    const char* name;
    const hit_bvh* tree;
    hit_ray* rays;
    size_t count;
    hit_bvh_hit* expected; ///< from one call each
    uint8_t* any;
    uint32_t* counts;
} batch;

static void* room_for(size_t count, size_t size)
{
    void* memory = calloc(count + 1, size);
    assert_non_null(memory);
    return memory;
}

// Rays of all kinds in no order; or, coherent, a fan of neighbours with one of another kind now and then.
static void make_rays(test_random* r, const test_mesh* m, hit_ray* rays, size_t count, bool coherent)
{
    hit_ray base = test_mesh_ray(r, m, RAY_AT_FACE);
    for (size_t i = 0; i < count; i++) {
        const test_ray_kind kind = (test_ray_kind)test_random_below(r, RAY_FAR_ORIGIN);
        if (coherent && i % 512 == 0)
            base = test_mesh_ray(r, m, RAY_AT_FACE);
        rays[i] = base;
        rays[i].direction.x += 1e-4f * (float)(i % 512);
        if (!coherent || test_random_below(r, 300) == 0)
            rays[i] = test_mesh_ray(r, m, kind);
        if (test_random_below(r, 100) == 0)
            rays[i] = test_mesh_ray(r, m, RAY_BAD);
    }
}

static batch make_batch(const char* name, const hit_bvh* tree, const test_mesh* m, size_t count, bool coherent)
{
    test_random r = test_random_make(test_seed() + count);
    batch b = {name,
               tree,
               room_for(count, sizeof(hit_ray)),
               count,
               room_for(count, sizeof(hit_bvh_hit)),
               room_for(count, 1),
               room_for(count, sizeof(uint32_t))};
    make_rays(&r, m, b.rays, count, coherent);
    for (size_t i = 0; i < count; i++) {
        if (!hit_bvh_first(tree, b.rays[i], NULL, &b.expected[i])) {
            b.expected[i].primitive = HIT_BVH_NONE;
            b.expected[i].t = HUGE_VALF;
        }
        b.any[i] = b.expected[i].primitive != HIT_BVH_NONE;
        assert_int_equal(hit_bvh_any(tree, b.rays[i], NULL), b.any[i]);
        b.counts[i] = hit_bvh_count(tree, b.rays[i], NULL);
    }
    return b;
}

static void free_batch(batch* b)
{
    free(b->rays);
    free(b->expected);
    free(b->any);
    free(b->counts);
}

static bool same(const hit_bvh_hit* got, const hit_bvh_hit* expected)
{
    if (expected->primitive == HIT_BVH_NONE)
        return got->primitive == HIT_BVH_NONE && got->t == HUGE_VALF;
    return memcmp(got, expected, offsetof(hit_bvh_hit, slot)) == 0;
}

static void check(const batch* b, const hit_task_pool* pool)
{
    padded_ray* rays = room_for(b->count, sizeof *rays);
    padded_hit* hits = room_for(b->count, sizeof *hits);
    hit_bvh_hit* plain = room_for(b->count, sizeof *plain);
    uint8_t* any = room_for(b->count, 1);
    uint32_t* counts = room_for(b->count, sizeof *counts);
    size_t wrong = 0;

    for (size_t i = 0; i < b->count; i++) {
        rays[i] = (padded_ray){NAN, b->rays[i]};
        hits[i].after = 77;
    }
    memset(plain, 0x5a, (b->count + 1) * sizeof *plain);
    assert_int_equal(
        hit_bvh_batch_first(b->tree, b->rays, b->count, plain, &(hit_bvh_batch_options){.pool = pool}, NULL), HIT_OK);
    assert_int_equal(
        hit_bvh_batch_first(
            b->tree, &rays->ray, b->count, &hits->hit,
            &(hit_bvh_batch_options){.ray_stride = sizeof *rays, .result_stride = sizeof *hits, .pool = pool}, NULL),
        HIT_OK);
    assert_int_equal(hit_bvh_batch_any(b->tree, &rays->ray, b->count, any,
                                       &(hit_bvh_batch_options){.ray_stride = sizeof *rays, .pool = pool}, NULL),
                     HIT_OK);
    assert_int_equal(
        hit_bvh_batch_count(b->tree, b->rays, b->count, counts, &(hit_bvh_batch_options){.pool = pool}, NULL), HIT_OK);
    for (size_t i = 0; i < b->count; i++) {
        if (same(&plain[i], &b->expected[i]) && same(&hits[i].hit, &b->expected[i]) && hits[i].after == 77 &&
            any[i] == b->any[i] && counts[i] == b->counts[i])
            continue;
        if (wrong++ < 3) {
            printf("  %s, %s kernel, ray %zu: expected %u t %a, got %u t %a\n    ", b->name,
                   hit_cpu_name(hit_cpu_in_use()), i, b->expected[i].primitive, (double)b->expected[i].t,
                   plain[i].primitive, (double)plain[i].t);
            test_print_ray(b->rays[i]);
        }
    }
    free(rays);
    free(hits);
    free(plain);
    free(any);
    free(counts);
    assert_int_equal(wrong, 0);
}

// All kernels, one thread and several, and a batch that is not a multiple of anything.
static void check_tree(const char* name, const hit_bvh* tree, const test_mesh* m, size_t count)
{
    static const uint32_t threads[] = {2, 7};
    for (int coherent = 0; coherent < 2; coherent++) {
        batch b = make_batch(name, tree, m, count + 13, coherent != 0);
        for (int level = 0; level < 3; level++) {
            hit_cpu_restrict((hit_cpu)level);
            check(&b, NULL);
            for (int t = 0; t < 2; t++) {
                hit_thread_pool* pool = NULL;
                assert_int_equal(hit_thread_pool_create(threads[t], NULL, &pool, NULL), HIT_OK);
                const hit_task_pool tasks = hit_thread_pool_tasks(pool);
                check(&b, &tasks);
                hit_thread_pool_destroy(pool);
            }
        }
        hit_cpu_restrict(hit_cpu_best());
        free_batch(&b);
    }
}

static void triangles(void** state)
{
    // Bytes: some thousand, above 4 MB, and above 16 MB.
    static const uint32_t sizes[] = {0, 500, 200000, 600000};
    static const test_mesh_kind kinds[] = {MESH_SOUP, MESH_TORUS, MESH_TERRAIN, MESH_TORUS};
    const size_t count = (size_t)test_costly_cases(6000);
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        test_mesh m = test_mesh_make(kinds[k], sizes[k], 30);
        const hit_mesh view = test_mesh_view(&m);
        hit_bvh* tree = NULL;
        assert_int_equal(hit_bvh_build_triangles(&view, NULL, &tree, NULL), HIT_OK);
        printf("  %u triangles, %zu bytes\n", m.faces, hit_bvh_get_stats(tree).bytes);
        check_tree(test_mesh_names[kinds[k]], tree, &m, count);
        hit_bvh_destroy(tree);
        test_mesh_free(&m);
    }
}

static void boxes(void** state)
{
    enum { MANY = 130000 };
    const size_t count = (size_t)test_costly_cases(6000) / 4;
    hit_aabb* aabbs = room_for(MANY, sizeof *aabbs);
    hit_obb* obbs = room_for(MANY, sizeof *obbs);
    (void)state;
    test_boxes_aligned(BOXES_SCATTERED, aabbs, MANY, 31);
    test_boxes_oriented(BOXES_SCATTERED, obbs, MANY, 31);
    for (uint32_t i = 0; i < MANY; i++) { // small, so that a ray does not hit thousands
        const hit_vec3 c = aabbs[i].min;
        aabbs[i].max = hit_vec3_add(c, hit_vec3_scale(hit_vec3_sub(aabbs[i].max, c), 0.1f));
        for (int k = 0; k < 3; k++)
            obbs[i].half[k] *= 0.1f;
    }
    for (uint32_t n = 300; n <= MANY; n += MANY - 300) {
        hit_bvh *a = NULL, *o = NULL;
        test_mesh targets = test_boxes_targets(aabbs, n < 2000 ? n : 2000);
        assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, n, NULL, &a, NULL), HIT_OK);
        assert_int_equal(hit_bvh_build_obbs(obbs, 0, n, NULL, &o, NULL), HIT_OK);
        check_tree("aligned boxes", a, &targets, count);
        check_tree("oriented boxes", o, &targets, count);
        hit_bvh_destroy(a);
        hit_bvh_destroy(o);
        test_mesh_free(&targets);
    }
    free(aabbs);
    free(obbs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles),
        cmocka_unit_test(boxes),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
