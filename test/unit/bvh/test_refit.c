// Refitting: the tree is a good one of the new geometry, its answers are those of a new tree, and on a failure nothing
// has changed.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"
#include "bvh/build/child_order.h"
#include "support/base/fp_modes.h"

#include <math.h>

enum { COUNT = 2000 };

// ---- Help -----------------------------------------------------------------------------------------------------------

static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t count)
{
    (void)context;
    while (count-- > 0)
        task(task_context, count);
}

static const hit_task_pool backwards = {run_backwards, NULL, 7};

// The same bytes twice: of a tree before something that must not change it.
typedef struct snapshot {
    size_t size;
    void* bytes;
} snapshot;

static snapshot take_snapshot(const hit_bvh* bvh)
{
    snapshot s;
    const void* bytes = hit_bvh_bytes(bvh, &s.size);

    s.bytes = malloc(s.size);
    assert_non_null(s.bytes);
    memcpy(s.bytes, bytes, s.size);
    return s;
}

static void assert_unchanged(const hit_bvh* bvh, snapshot* s)
{
    assert_memory_equal(hit_bvh_bytes(bvh, NULL), s->bytes, s->size);
    free(s->bytes);
}

// Both trees give the same answers to rays.
static void assert_same_answers(const hit_bvh* a, const hit_bvh* b, test_random* r)
{
    const hit_bvh_stats fa = hit_bvh_get_stats(a), fb = hit_bvh_get_stats(b);

    assert_memory_equal(&fa.bounds, &fb.bounds, sizeof fa.bounds);
    assert_int_equal(fa.skipped, fb.skipped);
    for (int i = 0; i < 2000; i++) {
        const hit_vec3 from = test_random_vec3(r, -15.0f, 15.0f), to = test_random_vec3(r, -10.0f, 10.0f);
        const hit_ray ray = hit_ray_make(from, hit_vec3_sub(to, from));
        hit_bvh_hit ha = {0}, hb = {0};
        assert_int_equal(hit_bvh_first(a, ray, NULL, &ha), hit_bvh_first(b, ray, NULL, &hb));
        assert_int_equal(ha.primitive, hb.primitive);
        assert_true(ha.t == hb.t && ha.u == hb.u && ha.v == hb.v);
        assert_int_equal(hit_bvh_count(a, ray, NULL), hit_bvh_count(b, ray, NULL));
    }
}

static void assert_good(const hit_bvh* bvh)
{
    hit_error error;
    if (hit_bvh_validate(bvh, &error) != HIT_OK)
        fail_msg("%s", error.message);
    // Any order is a good one, but these are the best.
    for (uint64_t n = 0; n < bvh->header->nodes.count; n++) {
        hit_bvh_node ordered = bvh->nodes[n];
        hit_bvh_order_children(&ordered);
        assert_memory_equal(&bvh->nodes[n], &ordered, sizeof ordered);
    }
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

// A grid of vertices with two triangles per cell, thrown about; every 40th triangle repeats the first, every 97th is
// bad.
typedef struct scene {
    hit_vec3 vertices[33 * 33];
    uint32_t indices[3 * COUNT];
} scene;

static hit_mesh mesh_of(const scene* s)
{
    return (hit_mesh){.vertices = s->vertices,
                      .vertex_count = 33 * 33,
                      .index_type = HIT_INDEX_U32,
                      .indices = s->indices,
                      .triangle_count = COUNT};
}

static void shake(scene* s, test_random* r, float by)
{
    for (int i = 0; i < 33 * 33; i++)
        s->vertices[i] = hit_vec3_add(hit_vec3_make((float)(i % 33) * 0.5f - 8.0f, (float)(i / 33) * 0.5f - 8.0f, 0.0f),
                                      test_random_vec3(r, -by, by));
}

static void make_scene(scene* s, test_random* r)
{
    shake(s, r, 0.3f);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t cell = i / 2, corner = cell % 32 + cell / 32 * 33;
        uint32_t* index = &s->indices[3 * i];
        index[0] = corner;
        index[1] = i % 2 == 0 ? corner + 1 : corner + 34;
        index[2] = i % 2 == 0 ? corner + 34 : corner + 33;
        if (i % 40 == 39)
            memcpy(index, s->indices, 3 * sizeof *index);
        if (i % 97 == 96)
            index[i % 3] = 33 * 33 + i;
    }
}

static void triangles(void** state)
{
    static scene s;
    test_random r = test_random_make(test_seed());
    const hit_mesh mesh = mesh_of(&s);

    (void)state;
    make_scene(&s, &r);
    for (int quality = HIT_BVH_DEFAULT; quality <= HIT_BVH_HIGH; quality++) {
        const hit_bvh_options options = {.quality = (hit_bvh_quality)quality};
        hit_bvh *bvh, *again;
        assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &bvh, NULL), HIT_OK);
        assert_good(bvh);
        // Nothing moved: nothing changes, once large triangles are whole again.
        assert_true((bvh->header->shared_root == 0) == (quality == HIT_BVH_FAST));
        if (quality != HIT_BVH_FAST)
            assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_OK);
        snapshot before = take_snapshot(bvh);
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_OK);
        assert_unchanged(bvh, &before);
        for (int round = 0; round < 4; round++) {
            shake(&s, &r, round == 3 ? 20.0f : 0.5f);
            assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, round % 2 == 0 ? NULL : &backwards, NULL), HIT_OK);
            assert_good(bvh);
            assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &again, NULL), HIT_OK);
            assert_same_answers(bvh, again, &r);
            hit_bvh_destroy(again);
        }
        hit_bvh_destroy(bvh);
    }
}

// The pool changes nothing: tasks from the last to the first, and on real threads.
static void pools_agree(void** state)
{
    static scene s;
    test_random r = test_random_make(test_seed() + 1);
    const hit_mesh mesh = mesh_of(&s);
    hit_thread_pool* threads;
    hit_task_pool pools[3] = {{0}};
    hit_bvh* bvh[3];

    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &threads, NULL), HIT_OK);
    pools[1] = backwards;
    pools[2] = hit_thread_pool_tasks(threads);
    make_scene(&s, &r);
    for (int i = 0; i < 3; i++)
        assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh[i], NULL), HIT_OK);
    for (int round = 0; round < 3; round++) {
        shake(&s, &r, 3.0f);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(hit_bvh_refit_triangles(bvh[i], &mesh, i == 0 ? NULL : &pools[i], NULL), HIT_OK);
            snapshot one = take_snapshot(bvh[0]);
            assert_unchanged(bvh[i], &one);
        }
    }
    for (int i = 0; i < 3; i++)
        hit_bvh_destroy(bvh[i]);
    hit_thread_pool_destroy(threads);
}

// Indices of 16 bits, and none at all, with a stride.
static void other_arrays(void** state)
{
    static const uint16_t index[6] = {0, 1, 2, 2, 1, 3};
    float points[4][5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    const hit_mesh mesh = {.vertices = points,
                           .vertex_stride = sizeof points[0],
                           .vertex_count = 4,
                           .index_type = HIT_INDEX_U16,
                           .indices = index,
                           .triangle_count = 2};
    float plain[6][3];
    const hit_mesh soup = {.vertices = plain, .vertex_count = 6, .triangle_count = 2};
    hit_triangle t;
    hit_bvh* bvh;

    (void)state;
    for (int i = 0; i < 6; i++)
        memcpy(plain[i], points[index[i]], sizeof plain[i]);
    assert_int_equal(hit_bvh_build_triangles(&soup, NULL, &bvh, NULL), HIT_OK);
    points[3][2] = 5.0f;
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_OK);
    assert_good(bvh);
    assert_true(hit_bvh_find_triangle(bvh, 1, &t) && t.v2.z == 5.0f);
    assert_true(hit_bvh_get_stats(bvh).bounds.max.z == 5.0f);
    plain[5][2] = -6.0f;
    assert_int_equal(hit_bvh_refit_triangles(bvh, &soup, NULL, NULL), HIT_OK);
    assert_true(hit_bvh_get_stats(bvh).bounds.min.z == -6.0f && hit_bvh_get_stats(bvh).bounds.max.z == 0.0f);
    // Vertices that were one part.
    plain[3][0] = 0.5f;
    snapshot before = take_snapshot(bvh);
    assert_int_equal(hit_bvh_refit_triangles(bvh, &soup, NULL, NULL), HIT_ERROR_TOPOLOGY);
    assert_unchanged(bvh, &before);
    hit_bvh_destroy(bvh);
}

// Every way to fail, each time on the last element, when all others are fine: nothing may have been written.
static void triangle_failures(void** state)
{
    static scene s;
    test_random r = test_random_make(test_seed() + 2);
    hit_mesh mesh = mesh_of(&s);
    hit_bvh* bvh;

    (void)state;
    make_scene(&s, &r);
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    shake(&s, &r, 2.0f);
    for (int pool = 0; pool < 2; pool++) {
        const hit_task_pool* tasks = pool == 0 ? NULL : &backwards;
        snapshot before = take_snapshot(bvh);
        uint32_t* index = &s.indices[3 * (COUNT - 1)];
        const uint32_t old = *index;
        const float x = s.vertices[500].x;
        // A good one becomes bad: by its index, by a vertex.
        *index = UINT32_MAX;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        *index = old;
        s.vertices[500].x = INFINITY;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        s.vertices[500].x = NAN;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        s.vertices[500].x = x;
        // A bad one becomes good; then another becomes bad as well.
        const uint32_t bad = s.indices[3 * 96];
        s.indices[3 * 96] = 0;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        *index = UINT32_MAX;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        s.indices[3 * 96] = bad;
        *index = old;
        // One of a run goes elsewhere.
        const uint32_t in_run = s.indices[3 * 39];
        s.indices[3 * 39] = 700;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        s.indices[3 * 39] = in_run;
        // The number.
        mesh.triangle_count--;
        assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, tasks, NULL), HIT_ERROR_TOPOLOGY);
        mesh.triangle_count++;
        assert_unchanged(bvh, &before);
    }
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_OK);
    hit_bvh_destroy(bvh);
}

// Identical triangles that share a lane must stay identical.
static void runs(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_TRIANGLES);
    hit_triangle given[20], t;
    const hit_mesh mesh = {.vertices = given, .vertex_count = 60, .triangle_count = 20};
    hit_bvh* bvh = hit_bvh_handle(h, true, NULL);

    (void)state;
    assert_non_null(bvh);
    for (uint32_t id = 0; id < 20; id++) {
        given[id].v0.x = NAN;
        assert_int_equal(hit_bvh_find_triangle(bvh, id, &given[id]), id != 7 && id != 19);
    }
    snapshot before = take_snapshot(bvh);
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_OK);
    // 2, 5 and 18 are one. Their v0 belongs to no other triangle.
    given[18].v0.z = 9.0f;
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_ERROR_TOPOLOGY);
    assert_unchanged(bvh, &before);
    given[2].v0.z = given[5].v0.z = 9.0f;
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_OK);
    assert_good(bvh);
    assert_true(hit_bvh_find_triangle(bvh, 5, &t) && t.v0.z == 9.0f);
    assert_true(hit_bvh_get_stats(bvh).bounds.max.z == 9.0f);
    given[18].v1.y = NAN;
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL), HIT_ERROR_TOPOLOGY);
    hit_bvh_destroy(bvh);
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------

typedef struct crate {
    int name;
    hit_aabb box;
    hit_obb turned;
} crate;

static void throw_crates(crate* crates, test_random* r)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        const hit_vec3 center = test_random_vec3(r, -10.0f, 10.0f), half = test_random_vec3(r, 0.0f, 0.5f);
        crates[i].box = hit_aabb_from_center(center, half);
        crates[i].turned = hit_obb_make(center, test_random_quat(r), half);
        if (i % 50 == 49) {
            crates[i].box.max.y = NAN;
            crates[i].turned.half[1] = -1.0f;
        }
    }
}

static void boxes(void** state)
{
    static crate crates[COUNT];
    test_random r = test_random_make(test_seed() + 3);
    hit_bvh *aabbs, *obbs, *again;

    (void)state;
    throw_crates(crates, &r);
    assert_int_equal(hit_bvh_build_aabbs(&crates[0].box, sizeof(crate), COUNT, NULL, &aabbs, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(&crates[0].turned, sizeof(crate), COUNT, NULL, &obbs, NULL), HIT_OK);
    for (int round = 0; round < 4; round++) {
        const hit_task_pool* pool = round % 2 == 0 ? NULL : &backwards;
        throw_crates(crates, &r);
        assert_int_equal(hit_bvh_refit_aabbs(aabbs, &crates[0].box, sizeof(crate), COUNT, pool, NULL), HIT_OK);
        assert_good(aabbs);
        assert_int_equal(hit_bvh_build_aabbs(&crates[0].box, sizeof(crate), COUNT, NULL, &again, NULL), HIT_OK);
        assert_same_answers(aabbs, again, &r);
        hit_bvh_destroy(again);
        assert_int_equal(hit_bvh_refit_obbs(obbs, &crates[0].turned, sizeof(crate), COUNT, pool, NULL), HIT_OK);
        assert_good(obbs);
        assert_int_equal(hit_bvh_build_obbs(&crates[0].turned, sizeof(crate), COUNT, NULL, &again, NULL), HIT_OK);
        assert_same_answers(obbs, again, &r);
        hit_bvh_destroy(again);
    }
    hit_bvh_destroy(aabbs);
    hit_bvh_destroy(obbs);
}

static void box_failures(void** state)
{
    static crate crates[COUNT];
    test_random r = test_random_make(test_seed() + 4);
    hit_bvh *aabbs, *obbs;

    (void)state;
    throw_crates(crates, &r);
    assert_int_equal(hit_bvh_build_aabbs(&crates[0].box, sizeof(crate), COUNT, NULL, &aabbs, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(&crates[0].turned, sizeof(crate), COUNT, NULL, &obbs, NULL), HIT_OK);
    throw_crates(crates, &r);
    for (uint32_t which = 0; which < COUNT; which += which == 49 ? COUNT - 51 : 49) { // 0, 49, 1998
        const crate old = crates[which];
        snapshot before_aabbs = take_snapshot(aabbs), before_obbs = take_snapshot(obbs);
        if (which == 49) { // bad until now
            crates[which].box.max.y = crates[which].box.min.y;
            crates[which].turned.half[1] = 1.0f;
        } else {
            crates[which].box.min.x = INFINITY;
            crates[which].turned.axis[2] = crates[which].turned.axis[0];
        }
        assert_int_equal(hit_bvh_refit_aabbs(aabbs, &crates[0].box, sizeof(crate), COUNT, NULL, NULL),
                         HIT_ERROR_TOPOLOGY);
        assert_int_equal(hit_bvh_refit_obbs(obbs, &crates[0].turned, sizeof(crate), COUNT, NULL, NULL),
                         HIT_ERROR_TOPOLOGY);
        if (which == 49) { // and another one, which was good, turns bad: as many as before
            const crate other = crates[50];
            crates[50].box.min.y = NAN;
            crates[50].turned.center.x = NAN;
            assert_int_equal(hit_bvh_refit_aabbs(aabbs, &crates[0].box, sizeof(crate), COUNT, NULL, NULL),
                             HIT_ERROR_TOPOLOGY);
            assert_int_equal(hit_bvh_refit_obbs(obbs, &crates[0].turned, sizeof(crate), COUNT, NULL, NULL),
                             HIT_ERROR_TOPOLOGY);
            crates[50] = other;
        }
        crates[which] = old;
        assert_int_equal(hit_bvh_refit_aabbs(aabbs, &crates[0].box, sizeof(crate), COUNT - 1, NULL, NULL),
                         HIT_ERROR_TOPOLOGY);
        assert_unchanged(aabbs, &before_aabbs);
        assert_unchanged(obbs, &before_obbs);
    }
    hit_bvh_destroy(aabbs);
    hit_bvh_destroy(obbs);
}

// ---- All kinds ------------------------------------------------------------------------------------------------------

static void arguments(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_AABBS);
    hit_aabb box = hit_aabb_make(hit_vec3_make(0, 0, 0), hit_vec3_make(1, 1, 1));
    hit_obb obb = hit_obb_make(hit_vec3_make(0, 0, 0), (hit_quat){0, 0, 0, 1}, hit_vec3_make(1, 1, 1));
    hit_triangle t = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    hit_mesh mesh = {.vertices = &t, .vertex_count = 3, .triangle_count = 1};
    const hit_task_pool useless = {NULL, NULL, 1};
    hit_bvh *view, *aabbs, *triangles_of, *obbs;

    (void)state;
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_aabbs(&box, 0, 1, NULL, &aabbs, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(&obb, 0, 1, NULL, &obbs, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &triangles_of, NULL), HIT_OK);
    assert_int_equal(hit_bvh_refit_aabbs(view, &box, 0, 4, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(NULL, &box, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(aabbs, NULL, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(aabbs, &box, 20, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(aabbs, &box, 26, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(aabbs, &box, 0, 1, &useless, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(triangles_of, &box, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_aabbs(obbs, &box, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_obbs(NULL, &obb, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_obbs(aabbs, &obb, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_obbs(obbs, &obb, 40, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_obbs(obbs, NULL, 0, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_obbs(obbs, &obb, 0, 1, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_refit_triangles(NULL, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_refit_triangles(aabbs, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    mesh.vertex_stride = 8;
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    mesh.vertex_stride = 0;
    mesh.index_type = HIT_INDEX_U16;
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    mesh.index_type = (hit_index_type)9;
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    mesh.index_type = HIT_INDEX_NONE;
    mesh.vertices = NULL;
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    mesh.vertices = (const char*)&t + 1;
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, &mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    mesh.vertices = &t;
    assert_int_equal(hit_bvh_refit_triangles(triangles_of, &mesh, NULL, NULL), HIT_OK);
    hit_bvh_destroy(view);
    hit_bvh_destroy(aabbs);
    hit_bvh_destroy(obbs);
    hit_bvh_destroy(triangles_of);
    free(h);
}

static void empty_trees(void** state)
{
    hit_mesh mesh = {0};
    hit_bvh* bvh;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    assert_int_equal(hit_bvh_refit_triangles(bvh, &mesh, &backwards, NULL), HIT_OK);
    assert_good(bvh);
    hit_bvh_destroy(bvh);
    assert_int_equal(hit_bvh_build_obbs(NULL, 0, 0, NULL, &bvh, NULL), HIT_OK);
    assert_int_equal(hit_bvh_refit_obbs(bvh, NULL, 0, 0, NULL, NULL), HIT_OK);
    assert_good(bvh);
    hit_bvh_destroy(bvh);
}

// The largest and the smallest floats, and any floating-point mode.
static void extremes(void** state)
{
    static const float scales[] = {0x1p-149f, 0x1p-130f, 1.0f, 0x1p100f, 0x1.fffffep127f / 4.0f};
    float given[60][9];
    const hit_mesh mesh = {.vertices = given, .vertex_count = 180, .triangle_count = 60};
    test_random r = test_random_make(test_seed() + 5);

    (void)state;
    for (int mode = 0; mode < MODES; mode++)
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            hit_status status;
            hit_bvh* bvh;
            for (int i = 0; i < 540; i++)
                given[i / 9][i % 9] = test_random_grid(&r);
            assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
            // No two coordinates of a vertex that were equal may part: all are scaled alike.
            for (int i = 0; i < 540; i++)
                given[i / 9][i % 9] = roundf(given[i / 9][i % 9] * 8.0f) / 8.0f * scales[s];
            mode_set(mode);
            status = hit_bvh_refit_triangles(bvh, &mesh, NULL, NULL);
            mode_set(0);
            assert_int_equal(status, HIT_OK);
            assert_good(bvh);
            mode_set(mode);
            status = hit_bvh_validate(bvh, NULL);
            mode_set(0);
            assert_int_equal(status, HIT_OK);
            hit_bvh_destroy(bvh);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles),    cmocka_unit_test(pools_agree),       cmocka_unit_test(runs),
        cmocka_unit_test(other_arrays), cmocka_unit_test(triangle_failures), cmocka_unit_test(boxes),
        cmocka_unit_test(box_failures), cmocka_unit_test(arguments),         cmocka_unit_test(empty_trees),
        cmocka_unit_test(extremes),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
