// What must not matter to a tree, does not: the order of triangles and of questions, scale, axes, mirrors, how indices
// and vertices are stored, the number of threads, the floating-point environment, and whether it was built or refitted.
#include "support/cases/box_sets.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"
#include "support/base/fp_modes.h"

enum { RAYS = 400, ROOM = 256, SIZE = 1500 };

typedef struct answer {
    bool hit;
    hit_bvh_hit first;
    uint32_t count;
    hit_bvh_hit all[ROOM];
} answer;

static const test_mesh_kind kinds[] = {MESH_ICOSPHERE, MESH_TORUS,  MESH_GRID_CUBE, MESH_TERRAIN,
                                       MESH_SOUP,      MESH_NESTED, MESH_GRID_SOUP, MESH_SLIVERS};
enum { KINDS = sizeof kinds / sizeof *kinds };

static hit_bvh* build_with(const hit_mesh* mesh, const hit_bvh_options* options)
{
    hit_bvh* tree = NULL;
    assert_int_equal(hit_bvh_build_triangles(mesh, options, &tree, NULL), HIT_OK);
    return tree;
}

static hit_bvh* build(const test_mesh* m, int quality)
{
    const hit_mesh view = test_mesh_view(m);
    const hit_bvh_options options = {.quality = (hit_bvh_quality)quality};
    return build_with(&view, &options);
}

static void ask(const hit_bvh* tree, hit_ray ray, answer* a)
{
    memset(a, 0, sizeof *a);
    a->hit = hit_bvh_first(tree, ray, NULL, &a->first);
    a->count = hit_bvh_all(tree, ray, NULL, a->all, ROOM);
    a->first.slot = 0;
    for (uint32_t i = 0; i < ROOM; i++)
        a->all[i].slot = 0;
}

static void make_rays(const test_mesh* m, hit_ray* rays, uint64_t seed)
{
    test_random r = test_random_make(seed);
    for (int i = 0; i < RAYS; i++)
        rays[i] = test_mesh_ray(&r, m, (test_ray_kind)(i % RAY_TINY_DIRECTION));
}

static void assert_same(const answer* a, const answer* b)
{
    assert_int_equal(a->hit, b->hit);
    assert_memory_equal(&a->first, &b->first, sizeof a->first);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->all, b->all, (a->count < ROOM ? a->count : ROOM) * sizeof *a->all);
}

static int by_primitive(const void* x, const void* y)
{
    const hit_bvh_hit *a = x, *b = y;
    return (a->primitive > b->primitive) - (a->primitive < b->primitive);
}

// ---- Order ----------------------------------------------------------------------------------------------------------

// The same hits under other numbers. Where hits are equally near, the order is that of the numbers, so sets are
// compared.
static void permuted_triangles(void** state)
{
    static hit_ray rays[RAYS];
    static answer a, b;

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        test_random r = test_random_make(test_seed() + 100 + (uint64_t)k);
        test_mesh m = test_mesh_make(kinds[k], SIZE, 3), p = test_mesh_room(m.vertices, m.faces);
        uint32_t* old = calloc(m.faces, sizeof *old);
        assert_non_null(old);
        memcpy(p.vertex, m.vertex, m.vertices * sizeof *m.vertex);
        p.vertices = m.vertices;
        for (uint32_t i = 0; i < m.faces; i++) {
            const uint32_t j = test_random_below(&r, i + 1);
            old[i] = old[j];
            old[j] = i;
        }
        for (uint32_t i = 0; i < m.faces; i++)
            test_mesh_face(&p, m.face[old[i]][0], m.face[old[i]][1], m.face[old[i]][2]);
        hit_bvh *one = build(&m, k % 3), *other = build(&p, k % 3);
        make_rays(&m, rays, test_seed() + (uint64_t)k);
        for (int i = 0; i < RAYS; i++) {
            ask(one, rays[i], &a);
            ask(other, rays[i], &b);
            assert_int_equal(a.hit, b.hit);
            assert_int_equal(a.count, b.count);
            if (!a.hit || a.count > ROOM)
                continue;
            assert_true(a.first.t == b.first.t);
            for (uint32_t h = 0; h < b.count; h++)
                b.all[h].primitive = old[b.all[h].primitive];
            qsort(a.all, a.count, sizeof *a.all, by_primitive);
            qsort(b.all, b.count, sizeof *b.all, by_primitive);
            assert_memory_equal(a.all, b.all, a.count * sizeof *a.all);
        }
        free(old);
        hit_bvh_destroy(one);
        hit_bvh_destroy(other);
        test_mesh_free(&m);
        test_mesh_free(&p);
    }
}

// Queries keep nothing: backwards, and twice, the answers are the same.
static void order_of_questions(void** state)
{
    static hit_ray rays[RAYS];
    static answer forward[RAYS], b;

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        test_mesh m = test_mesh_make(kinds[k], SIZE, 4);
        hit_bvh* tree = build(&m, k % 3);
        make_rays(&m, rays, test_seed() + (uint64_t)k);
        for (int i = 0; i < RAYS; i++)
            ask(tree, rays[i], &forward[i]);
        for (int i = RAYS; i-- > 0;) {
            ask(tree, rays[i], &b);
            assert_same(&forward[i], &b);
            ask(tree, rays[(i * 7) % RAYS], &b);
            assert_same(&forward[(i * 7) % RAYS], &b);
        }
        hit_bvh_destroy(tree);
        test_mesh_free(&m);
    }
}

// ---- Maps that are exact in floats ----------------------------------------------------------------------------------

typedef hit_vec3 map_function(hit_vec3 v, int k);

static hit_vec3 scale(hit_vec3 v, int k)
{
    return hit_vec3_scale(v, ldexpf(1.0f, k));
}

static hit_vec3 turn_axes(hit_vec3 v, int k)
{
    return k % 3 == 1 ? hit_vec3_make(v.y, v.z, v.x) : hit_vec3_make(v.z, v.x, v.y);
}

static hit_vec3 mirror(hit_vec3 v, int k)
{
    return hit_vec3_make(k == 0 ? -v.x : v.x, k == 1 ? -v.y : v.y, k == 2 ? -v.z : v.z);
}

static hit_vec3 swap_axes(hit_vec3 v, int k)
{
    return k == 0 ? hit_vec3_make(v.y, v.x, v.z) : hit_vec3_make(v.x, v.z, v.y);
}

// The mapped scene gives the same answers; a mirror shows the other sides.
static void check_map(map_function* map, int k, bool mirrors)
{
    static hit_ray rays[RAYS];
    static answer a, b;

    for (int kind = 0; kind < KINDS; kind++) {
        test_mesh m = test_mesh_make(kinds[kind], SIZE, 5), mapped = test_mesh_make(kinds[kind], SIZE, 5);
        for (uint32_t i = 0; i < m.vertices; i++)
            mapped.vertex[i] = map(m.vertex[i], k);
        hit_bvh *one = build(&m, kind % 3), *other = build(&mapped, kind % 3);
        make_rays(&m, rays, test_seed() + 30 + (uint64_t)kind);
        for (int i = 0; i < RAYS; i++) {
            hit_ray ray = rays[i];
            ray.origin = map(ray.origin, k);
            ray.direction = map(ray.direction, k);
            ask(one, rays[i], &a);
            ask(other, ray, &b);
            if (mirrors) {
                b.first.side = b.hit ? (b.first.side == HIT_SIDE_FRONT ? HIT_SIDE_BACK : HIT_SIDE_FRONT) : b.first.side;
                for (uint32_t h = 0; h < b.count && h < ROOM; h++)
                    b.all[h].side = b.all[h].side == HIT_SIDE_FRONT ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
            }
            assert_same(&a, &b);
        }
        hit_bvh_destroy(one);
        hit_bvh_destroy(other);
        test_mesh_free(&m);
        test_mesh_free(&mapped);
    }
}

static void scales(void** state)
{
    (void)state;
    check_map(scale, 1, false);
    check_map(scale, -20, false);
    check_map(scale, 35, false);
    check_map(scale, 90, false); // out of the range of kernels in float
}

static void axes_and_mirrors(void** state)
{
    (void)state;
    check_map(turn_axes, 1, false);
    check_map(turn_axes, 2, false);
    for (int k = 0; k < 3; k++)
        check_map(mirror, k, true);
    check_map(swap_axes, 0, true);
    check_map(swap_axes, 1, true);
}

// ---- How it is stored and built -------------------------------------------------------------------------------------

static void assert_same_bytes(const hit_bvh* a, const hit_bvh* b)
{
    size_t size_a, size_b;
    const void *bytes_a = hit_bvh_bytes(a, &size_a), *bytes_b = hit_bvh_bytes(b, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(bytes_a, bytes_b, size_a);
}

// Small and large numbers, no numbers at all, and vertices with something in between: the same tree.
static void layouts(void** state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        test_mesh m = test_mesh_make(kinds[k], SIZE, 6);
        const hit_bvh_options options = {.quality = (hit_bvh_quality)(k % 3)};
        const hit_mesh plain = test_mesh_view(&m);
        uint16_t* small = calloc(3 * (size_t)m.faces, sizeof *small);
        float* wide = calloc(7 * (size_t)m.vertices, sizeof *wide);
        hit_vec3* loose = calloc(3 * (size_t)m.faces, sizeof *loose);
        assert_true(small != NULL && wide != NULL && loose != NULL);
        for (uint32_t i = 0; i < 3 * m.faces; i++) {
            small[i] = (uint16_t)m.face[i / 3][i % 3];
            loose[i] = m.vertex[small[i]];
        }
        for (uint32_t i = 0; i < m.vertices; i++) {
            memcpy(&wide[7 * (size_t)i], &m.vertex[i], sizeof m.vertex[i]);
            wide[7 * (size_t)i + 3] = NAN;
        }
        const hit_mesh with_small = {m.vertex, 12, m.vertices, HIT_INDEX_U16, small, m.faces};
        const hit_mesh with_wide = {wide, 28, m.vertices, HIT_INDEX_U32, m.face, m.faces};
        const hit_mesh with_none = {loose, 0, 3 * m.faces, HIT_INDEX_NONE, NULL, m.faces};
        hit_bvh *a = build_with(&plain, &options), *b = build_with(&with_small, &options);
        hit_bvh *c = build_with(&with_wide, &options), *d = build_with(&with_none, &options);
        assert_true(m.vertices <= 65536);
        assert_same_bytes(a, b);
        assert_same_bytes(a, c);
        assert_same_bytes(a, d);
        hit_bvh_destroy(a);
        hit_bvh_destroy(b);
        hit_bvh_destroy(c);
        hit_bvh_destroy(d);
        free(small);
        free(wide);
        free(loose);
        test_mesh_free(&m);
    }
}

// The same bytes from one thread and from several, for each quality and kernel, on meshes large enough to be divided.
static void threads_and_kernels(void** state)
{
    const uint32_t threads[] = {1, 2, 7};
    const test_mesh_kind large[] = {MESH_TERRAIN, MESH_SOUP, MESH_COPIES, MESH_STACK, MESH_MIXED};
    const uint32_t size = test_costly_cases(40000) < 40000 ? 9000 : 40000;

    (void)state;
    for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        test_mesh m = test_mesh_make(large[k], size, 7);
        const hit_mesh view = test_mesh_view(&m);
        for (int q = 0; q < 3; q++) {
            hit_bvh* first = build(&m, q);
            assert_int_equal(hit_bvh_validate(first, NULL), HIT_OK);
            for (int level = 0; level < 3; level++) {
                hit_thread_pool* pool = NULL;
                assert_int_equal(hit_thread_pool_create(threads[(level + q) % 3], NULL, &pool, NULL), HIT_OK);
                const hit_task_pool tasks = hit_thread_pool_tasks(pool);
                const hit_bvh_options options = {.quality = (hit_bvh_quality)q, .pool = &tasks};
                hit_cpu_restrict((hit_cpu)level);
                hit_bvh* other = build_with(&view, &options);
                hit_cpu_restrict(hit_cpu_best());
                assert_same_bytes(first, other);
                hit_bvh_destroy(other);
                hit_thread_pool_destroy(pool);
            }
            hit_bvh_destroy(first);
        }
        test_mesh_free(&m);
    }
}

// Built and asked in any floating-point mode: the same bytes, the same answers.
static void modes(void** state)
{
    static hit_ray rays[RAYS];
    static answer expected[RAYS], got[RAYS];
    const test_mesh_kind hard[] = {MESH_TORUS, MESH_GRID_SOUP, MESH_SLIVERS, MESH_TINY, MESH_DENORMAL, MESH_MIXED};

    (void)state;
    for (size_t k = 0; k < sizeof hard / sizeof *hard; k++) {
        test_mesh m = test_mesh_make(hard[k], 500, 8);
        const hit_mesh view = test_mesh_view(&m);
        hit_bvh* tree = build(&m, (int)k % 3);
        make_rays(&m, rays, test_seed() + 40 + k);
        for (int i = 0; i < RAYS; i++)
            ask(tree, rays[i], &expected[i]);
        for (int mode = 1; mode < MODES; mode++) {
            const hit_bvh_options options = {.quality = (hit_bvh_quality)(k % 3)};
            hit_bvh* other = NULL;
            mode_set(mode);
            const hit_status status = hit_bvh_build_triangles(&view, &options, &other, NULL);
            for (int i = 0; i < RAYS; i++)
                ask(tree, rays[i], &got[i]);
            mode_set(0);
            assert_int_equal(status, HIT_OK);
            assert_same_bytes(tree, other);
            for (int i = 0; i < RAYS; i++)
                assert_same(&expected[i], &got[i]);
            hit_bvh_destroy(other);
        }
        hit_bvh_destroy(tree);
        test_mesh_free(&m);
    }
}

// ---- Refitted = built -----------------------------------------------------------------------------------------------

static void assert_refit_is_build(const hit_bvh* refitted, const hit_bvh* built, const test_mesh* targets,
                                  uint64_t seed)
{
    static hit_ray rays[RAYS];
    static answer a, b;
    hit_error error = {0};
    if (hit_bvh_validate(refitted, &error) != HIT_OK)
        fail_msg("%s", error.message);
    make_rays(targets, rays, seed);
    for (int i = 0; i < RAYS; i++) {
        ask(refitted, rays[i], &a);
        ask(built, rays[i], &b);
        assert_same(&a, &b);
    }
}

// Moves each vertex by its place alone, so that those in the same place stay together.
static hit_vec3 wave(hit_vec3 v, int k)
{
    const float by = 0.05f * (float)k;
    return hit_vec3_make(v.x + by * sinf(5 * v.y), v.y - by * cosf(3 * v.z), v.z * (1.0f + by));
}

static void refitted_triangles(void** state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        test_mesh m = test_mesh_make(kinds[k], SIZE, 9);
        hit_bvh* tree = build(&m, k % 3);
        hit_thread_pool* pool = NULL;
        assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
        const hit_task_pool tasks = hit_thread_pool_tasks(pool);
        for (int step = 1; step < 5; step++) {
            const hit_mesh view = test_mesh_view(&m);
            for (uint32_t i = 0; i < m.vertices; i++)
                m.vertex[i] = wave(m.vertex[i], step * step);
            assert_int_equal(hit_bvh_refit_triangles(tree, &view, step % 2 ? &tasks : NULL, NULL), HIT_OK);
            hit_bvh* built = build(&m, HIT_BVH_DEFAULT);
            assert_refit_is_build(tree, built, &m, test_seed() + 60 + (uint64_t)k);
            hit_bvh_destroy(built);
        }
        hit_thread_pool_destroy(pool);
        hit_bvh_destroy(tree);
        test_mesh_free(&m);
    }
}

static void refitted_boxes(void** state)
{
    enum { BOXES = 300 };
    static hit_aabb boxes[BOXES], moved[BOXES];
    static hit_obb obbs[BOXES], moved_obbs[BOXES];
    const test_box_kind scenes[] = {BOXES_SCATTERED, BOXES_GRID, BOXES_NESTED, BOXES_FLAT, BOXES_COPIES, BOXES_MIXED};

    (void)state;
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        const hit_bvh_options options = {.quality = (hit_bvh_quality)(k % 3)};
        hit_bvh *tree = NULL, *built = NULL;
        test_boxes_aligned(scenes[k], boxes, BOXES, 10);
        test_boxes_aligned(scenes[k], moved, BOXES, 11); // all of them elsewhere
        assert_int_equal(hit_bvh_build_aabbs(boxes, 0, BOXES, &options, &tree, NULL), HIT_OK);
        assert_int_equal(hit_bvh_refit_aabbs(tree, moved, 0, BOXES, NULL, NULL), HIT_OK);
        assert_int_equal(hit_bvh_build_aabbs(moved, 0, BOXES, NULL, &built, NULL), HIT_OK);
        test_mesh targets = test_boxes_targets(moved, BOXES);
        assert_refit_is_build(tree, built, &targets, test_seed() + 70 + k);
        test_mesh_free(&targets);
        hit_bvh_destroy(tree);
        hit_bvh_destroy(built);

        test_boxes_oriented(scenes[k], obbs, BOXES, 12);
        // Which ones are bad must stay.
        for (int i = 0; i < BOXES; i++) {
            moved_obbs[i] = obbs[i];
            moved_obbs[i].center = wave(obbs[i].center, 3);
            moved_obbs[i].half[i % 3] *= 1.5f;
        }
        assert_int_equal(hit_bvh_build_obbs(obbs, 0, BOXES, &options, &tree, NULL), HIT_OK);
        assert_int_equal(hit_bvh_refit_obbs(tree, moved_obbs, 0, BOXES, NULL, NULL), HIT_OK);
        assert_int_equal(hit_bvh_build_obbs(moved_obbs, 0, BOXES, NULL, &built, NULL), HIT_OK);
        targets = test_obbs_targets(moved_obbs, BOXES);
        assert_refit_is_build(tree, built, &targets, test_seed() + 80 + k);
        test_mesh_free(&targets);
        hit_bvh_destroy(tree);
        hit_bvh_destroy(built);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permuted_triangles),
        cmocka_unit_test(order_of_questions),
        cmocka_unit_test(scales),
        cmocka_unit_test(axes_and_mirrors),
        cmocka_unit_test(layouts),
        cmocka_unit_test(modes),
        cmocka_unit_test(threads_and_kernels),
        cmocka_unit_test(refitted_triangles),
        cmocka_unit_test(refitted_boxes),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
