// Many rays or points at once, with several results for each: the answers are those of single calls, bit by bit,
// whatever the strides, the filter, the kernel and the number of threads.
#include "support/base/cmocka_all.h"
#include "support/cases/box_sets.h"
#include "support/cases/mesh_rays.h"

#include <stdlib.h>
#include <string.h>

enum {
    RAYS = 600,
    K = 3,
    TREES = 4,
    FACES = 600,
    BOXES = 300,
    MASKS_MAX = 1024,
    HITS_MAX = 1024,
    FACES_LARGE = 32000, ///< of trees over which rays are interleaved
    MASKS_LARGE = 2 * FACES_LARGE
};

static hit_bvh*
    trees[TREES]; ///< triangles that share edges, a soup whose corners are on a grid, and boxes of both kinds
static test_mesh targets[TREES];
static hit_ray rays[RAYS];
static hit_vec3 points[RAYS];
static uint32_t masks[MASKS_LARGE], ray_masks[RAYS];
static test_random r;

static void make_trees(void)
{
    static const test_mesh_kind kinds[2] = {MESH_GRID_CUBE, MESH_GRID_SOUP};
    static hit_aabb aabbs[BOXES];
    static hit_obb obbs[BOXES];

    for (int i = 0; i < 2; i++) {
        targets[i] = test_mesh_make(kinds[i], FACES, test_seed());
        const hit_mesh view = test_mesh_view(&targets[i]);
        assert_int_equal(hit_bvh_build_triangles(&view, NULL, &trees[i], NULL), HIT_OK);
        assert_true(targets[i].faces <= MASKS_MAX);
    }
    test_boxes_aligned(BOXES_SCATTERED, aabbs, BOXES, test_seed());
    test_boxes_oriented(BOXES_SCATTERED, obbs, BOXES, test_seed());
    assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, BOXES, NULL, &trees[2], NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(obbs, 0, BOXES, NULL, &trees[3], NULL), HIT_OK);
    targets[2] = test_boxes_targets(aabbs, BOXES);
    targets[3] = test_obbs_targets(obbs, BOXES);
}

static int set_up(void** state)
{
    (void)state;
    r = test_random_make(test_seed());
    make_trees();
    for (int i = 0; i < MASKS_LARGE; i++)
        masks[i] = test_random_below(&r, 16);
    for (int i = 0; i < RAYS; i++)
        ray_masks[i] = test_random_below(&r, 16);
    return 0;
}

static int tear_down(void** state)
{
    (void)state;
    for (int i = 0; i < TREES; i++) {
        hit_bvh_destroy(trees[i]);
        test_mesh_free(&targets[i]);
    }
    return 0;
}

// Rays of all kinds, bad ones among them, and points where such rays begin or hit.
static void aim_at(const test_mesh* mesh)
{
    for (int i = 0; i < RAYS; i++) {
        rays[i] = test_mesh_ray(&r, mesh, i % 41 == 0 ? RAY_BAD : (test_ray_kind)test_random_below(&r, RAY_FAR_ORIGIN));
        points[i] = i % 3 == 0 ? rays[i].origin : mesh->vertex[test_random_below(&r, mesh->vertices)];
        if (i % 5 == 0)
            points[i] = hit_vec3_add(points[i], test_random_vec3(&r, -0.1f, 0.1f));
    }
    points[7].y = NAN;
    points[8].z = HUGE_VALF;
}

static int finite_points(void)
{
    int finite = 0;
    for (int i = 0; i < RAYS; i++)
        finite += hit_vec3_is_finite(points[i]);
    return finite;
}

// A pool that runs tasks backwards.
static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t tasks)
{
    ++*(int*)context;
    for (uint32_t i = tasks; i > 0; i--)
        task(task_context, i - 1);
}

// ---- What single calls say ------------------------------------------------------------------------------------------

static bool accept_even(void* context, const hit_bvh_hit* hit)
{
    (void)context;
    return hit->primitive % 2 == 0;
}

// Both masks of a primitive, the filter's and the ray's, by a callback.
typedef struct two_masks {
    const hit_bvh_filter* filter;
    uint32_t mask;
} two_masks;

static bool accept_both(void* context, const hit_bvh_hit* hit)
{
    const two_masks* two = context;
    return (two->filter->masks[hit->primitive] & two->mask) != 0 &&
           (two->filter->accept == NULL || two->filter->accept(NULL, hit));
}

// The filter of a single call for ray i; `two` and `room` hold what it refers to.
static const hit_bvh_filter* filter_of(const hit_bvh_batch_options* o, int i, two_masks* two, hit_bvh_filter* room)
{
    if (o->ray_masks == NULL)
        return o->filter;
    *room = *o->filter;
    *two = (two_masks){o->filter, ray_masks[i]};
    if (room->mask == 0) {
        room->mask = two->mask;
    } else {
        room->accept = accept_both;
        room->accept_context = two;
    }
    return room;
}

static void assert_miss(const hit_bvh_hit* hit)
{
    assert_true(hit->t == HUGE_VALF && hit->primitive == HIT_BVH_NONE && hit->face == HIT_FACE_NONE);
    assert_true(hit->u == 0.0f && hit->v == 0.0f && hit->w == 0.0f && hit->slot == 0);
    assert_int_equal(hit->side, HIT_SIDE_FRONT);
}

// ---- The calls, with any options ------------------------------------------------------------------------------------

typedef struct spaced_hits {
    hit_bvh_hit hit[K];
    uint32_t after;
} spaced_hits;

static int ask_first_k(const hit_bvh* bvh, hit_bvh_batch_options o)
{
    static spaced_hits apart[RAYS];
    static hit_bvh_hit packed[RAYS][K];
    static uint32_t found[RAYS];
    hit_error error;
    int hits = 0;

    memset(packed, 0x5a, sizeof packed);
    memset(apart, 0x5a, sizeof apart);
    memset(found, 0x5a, sizeof found);
    assert_int_equal(hit_bvh_batch_first_k(bvh, rays, RAYS, K, packed[0], found, &o, &error), HIT_OK);
    o.result_stride = sizeof *apart;
    assert_int_equal(hit_bvh_batch_first_k(bvh, rays, RAYS, K, apart[0].hit, NULL, &o, &error), HIT_OK);
    assert_int_equal(error.status, HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        hit_bvh_hit one[K];
        hit_bvh_filter room;
        two_masks two;
        const uint32_t n = hit_bvh_first_k(bvh, rays[i], filter_of(&o, i, &two, &room), one, K);
        assert_int_equal(found[i], n);
        assert_memory_equal(packed[i], one, n * sizeof *one);
        for (uint32_t m = n; m < K; m++)
            assert_miss(&packed[i][m]);
        assert_memory_equal(packed[i], apart[i].hit, sizeof packed[i]);
        assert_int_equal(apart[i].after, 0x5a5a5a5a);
        hits += (int)n;
    }
    return hits;
}

// The offsets of all hits, from some number on.
static void count_hits(const hit_bvh* bvh, const hit_bvh_batch_options* o, uint64_t from, uint64_t offsets[RAYS + 1])
{
    static uint32_t counts[RAYS];

    assert_int_equal(hit_bvh_batch_count(bvh, rays, RAYS, counts, o, NULL), HIT_OK);
    offsets[0] = from;
    for (int i = 0; i < RAYS; i++)
        offsets[i + 1] = offsets[i] + counts[i];
}

static int ask_all(const hit_bvh* bvh, const hit_bvh_batch_options* o)
{
    enum { FROM = 5 };
    static uint64_t offsets[RAYS + 1];
    static hit_bvh_hit one[HITS_MAX];
    hit_bvh_hit *hits, guard;
    int most = 0;

    memset(&guard, 0x5a, sizeof guard);
    count_hits(bvh, o, FROM, offsets);
    hits = malloc((offsets[RAYS] + 1) * sizeof *hits);
    assert_non_null(hits);
    memset(hits, 0x5a, (offsets[RAYS] + 1) * sizeof *hits);
    assert_int_equal(hit_bvh_batch_all(bvh, rays, RAYS, offsets, hits, o, NULL), HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        hit_bvh_filter room;
        two_masks two;
        const hit_bvh_filter* filter = filter_of(o, i, &two, &room);
        const uint32_t n = (uint32_t)(offsets[i + 1] - offsets[i]);
        assert_int_equal(hit_bvh_all(bvh, rays[i], filter, one, HITS_MAX), n);
        assert_true(n <= HITS_MAX);
        assert_memory_equal(&hits[offsets[i]], one, n * sizeof *one);
        assert_int_equal(hit_bvh_first_k(bvh, rays[i], filter, one, n), n);
        assert_memory_equal(&hits[offsets[i]], one, n * sizeof *one);
        most = (int)n > most ? (int)n : most;
    }
    for (int i = 0; i < FROM; i++)
        assert_memory_equal(&hits[i], &guard, sizeof guard);
    assert_memory_equal(&hits[offsets[RAYS]], &guard, sizeof guard);
    free(hits);
    return most;
}

typedef struct spaced_closest {
    hit_bvh_closest closest[K];
    float after;
} spaced_closest;

// Does primitive p count for point i?
static bool counts_for(const hit_bvh_batch_options* o, int i, uint32_t p)
{
    return o->filter == NULL || o->filter->masks == NULL ||
           (o->ray_masks == NULL
                ? (masks[p] & o->filter->mask) != 0
                : (masks[p] & ray_masks[i]) != 0 && (o->filter->mask == 0 || (masks[p] & o->filter->mask) != 0));
}

// Closest points have no callback: masks of primitives that let through what both masks do, instead.
static hit_bvh_filter closest_filter(const hit_bvh_batch_options* o, int i, uint32_t either[MASKS_MAX])
{
    for (uint32_t p = 0; p < MASKS_MAX; p++)
        either[p] = counts_for(o, i, p);
    return (hit_bvh_filter){.masks = either, .mask = 1};
}

static int ask_closest(const hit_bvh* bvh, hit_bvh_batch_options o, float max_distance)
{
    static hit_bvh_closest packed[RAYS][K];
    static spaced_closest apart[RAYS];
    static uint32_t found[RAYS], either[MASKS_MAX];
    int some = 0;

    memset(packed, 0x5a, sizeof packed);
    memset(apart, 0x5a, sizeof apart);
    assert_int_equal(hit_bvh_batch_closest(bvh, points, RAYS, max_distance, K, packed[0], found, &o, NULL), HIT_OK);
    o.result_stride = sizeof *apart;
    assert_int_equal(hit_bvh_batch_closest(bvh, points, RAYS, max_distance, K, apart[0].closest, NULL, &o, NULL),
                     HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        const hit_bvh_filter filter = closest_filter(&o, i, either);
        hit_bvh_closest one[K];
        const float guard = apart[i].after;
        const uint32_t n = hit_bvh_closest_points(bvh, points[i], max_distance, &filter, one, K);
        assert_int_equal(found[i], n);
        assert_memory_equal(packed[i], one, n * sizeof *one);
        for (uint32_t m = n; m < K; m++) {
            const hit_bvh_closest nothing = {.distance = HUGE_VALF, .primitive = HIT_BVH_NONE};
            assert_memory_equal(&packed[i][m], &nothing, sizeof nothing);
        }
        assert_memory_equal(packed[i], apart[i].closest, sizeof packed[i]);
        assert_int_equal(((const unsigned char*)&guard)[0], 0x5a);
        some += n > 0;
    }
    return some;
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void first_k_equals_single_rays(void** state)
{
    (void)state;
    for (int t = 0; t < TREES; t++) {
        aim_at(&targets[t]);
        for (int level = 0; level <= (int)hit_cpu_best(); level++) {
            hit_cpu_restrict((hit_cpu)level);
            assert_true(ask_first_k(trees[t], (hit_bvh_batch_options){0}) > RAYS / 2);
        }
    }
}

static void all_hits_equal_single_rays(void** state)
{
    (void)state;
    for (int t = 0; t < TREES; t++) {
        aim_at(&targets[t]);
        for (int level = 0; level <= (int)hit_cpu_best(); level++) {
            hit_cpu_restrict((hit_cpu)level);
            assert_true(ask_all(trees[t], &(hit_bvh_batch_options){0}) > 2);
        }
    }
}

static void closest_equal_single_points(void** state)
{
    (void)state;
    for (int t = 0; t < TREES; t++) {
        aim_at(&targets[t]);
        for (int level = 0; level <= (int)hit_cpu_best(); level++) {
            hit_cpu_restrict((hit_cpu)level);
            assert_int_equal(ask_closest(trees[t], (hit_bvh_batch_options){0}, HUGE_VALF), finite_points());
            assert_in_range(ask_closest(trees[t], (hit_bvh_batch_options){0}, 0.05f), 1, RAYS - 3);
            assert_int_equal(ask_closest(trees[t], (hit_bvh_batch_options){0}, NAN), 0);
            assert_int_equal(ask_closest(trees[t], (hit_bvh_batch_options){0}, -1.0f), 0);
        }
    }
}

// Every kind of filter, with and without masks of rays, on pools of several sizes and backwards.
static void filters_masks_and_threads(void** state)
{
    int calls = 0, found = 0;
    const hit_task_pool backwards = {run_backwards, &calls, 3};
    (void)state;
    for (int style = 0; style < 32; style++) {
        const bool has_masks = (style & 1) != 0, by_ray = (style & 2) != 0 && has_masks;
        const hit_bvh_filter filter = {.masks = has_masks ? masks : NULL,
                                       .mask = (style & 4) != 0 ? 6u
                                               : by_ray         ? 0u
                                                                : 9u,
                                       .sides = (style & 8) != 0 ? HIT_SIDES_FRONT : HIT_SIDES_BOTH,
                                       .unique = (style & 8) != 0,
                                       .accept = (style & 16) != 0 ? accept_even : NULL};
        const hit_bvh* bvh = trees[style % TREES];
        hit_thread_pool* threads = NULL;
        assert_int_equal(hit_thread_pool_create((uint32_t)(1 + style % 7), NULL, &threads, NULL), HIT_OK);
        const hit_task_pool pool = hit_thread_pool_tasks(threads);
        const hit_bvh_batch_options options = {
            .filter = &filter, .ray_masks = by_ray ? ray_masks : NULL, .pool = style % 3 == 0 ? &backwards : &pool};
        aim_at(&targets[style % TREES]);
        found += ask_first_k(bvh, options);
        (void)ask_all(bvh, &options);
        found += ask_closest(bvh, options, style % 2 == 0 ? HUGE_VALF : 1.0f);
        hit_thread_pool_destroy(threads);
    }
    assert_true(calls > 0 && found > 1000);
}

// Trees that are larger than the caches: a closed surface, and one with split references, which takes two passes.
static void interleaved_rays_equal_single_rays(void** state)
{
    static const test_mesh_kind kinds[2] = {MESH_TORUS, MESH_ROPES};
    static const hit_bvh_quality qualities[2] = {HIT_BVH_DEFAULT, HIT_BVH_HIGH};
    const hit_bvh_filter filters[3] = {
        {.unique = true}, {.masks = masks, .mask = 5}, {.accept = accept_even, .sides = HIT_SIDES_BACK}};
    (void)state;
    for (int t = 0; t < 2; t++) {
        test_mesh mesh = test_mesh_make(kinds[t], FACES_LARGE, test_seed());
        const hit_mesh view = test_mesh_view(&mesh);
        const hit_bvh_options options = {.quality = qualities[t]};
        hit_bvh* tree = NULL;
        size_t size;
        assert_true(mesh.faces <= MASKS_LARGE);
        assert_int_equal(hit_bvh_build_triangles(&view, &options, &tree, NULL), HIT_OK);
        (void)hit_bvh_bytes(tree, &size);
        assert_true(size > 1 << 20);
        aim_at(&mesh);
        for (int level = 0; level <= (int)hit_cpu_best(); level++) {
            hit_cpu_restrict((hit_cpu)level);
            assert_true(ask_first_k(tree, (hit_bvh_batch_options){0}) > RAYS / 4);
            assert_true(ask_all(tree, &(hit_bvh_batch_options){0}) > 1);
            // All filters with the best instructions, and with the others one each.
            for (int f = 0; f < 3; f++) {
                if (level < (int)hit_cpu_best() && (level + t) % 3 != f)
                    continue;
                assert_true(ask_first_k(tree, (hit_bvh_batch_options){.filter = &filters[f]}) > 0);
                assert_true(ask_all(tree, &(hit_bvh_batch_options){.filter = &filters[f]}) > 0);
            }
        }
        hit_bvh_destroy(tree);
        test_mesh_free(&mesh);
    }
}

// Rays, points and masks that have other things between them.
static void strides_of_inputs(void** state)
{
    typedef struct padded {
        float before;
        hit_ray ray;
        hit_vec3 point;
        uint32_t mask;
    } padded;
    static padded all[RAYS];
    static hit_bvh_hit hits[2][RAYS][K];
    static hit_bvh_closest closest[2][RAYS][K];
    static uint64_t offsets[RAYS + 1];
    const hit_bvh_filter filter = {.masks = masks};
    const hit_bvh_batch_options plain = {.filter = &filter, .ray_masks = ray_masks};
    const hit_bvh_batch_options apart = {
        .filter = &filter, .ray_stride = sizeof(padded), .ray_masks = &all[0].mask, .ray_mask_stride = sizeof(padded)};
    (void)state;
    aim_at(&targets[0]);
    for (int i = 0; i < RAYS; i++) {
        all[i] = (padded){NAN, rays[i], points[i], ray_masks[i]};
        offsets[i + 1] = offsets[i] + K;
    }
    assert_int_equal(hit_bvh_batch_first_k(trees[0], rays, RAYS, K, hits[0][0], NULL, &plain, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first_k(trees[0], &all[0].ray, RAYS, K, hits[1][0], NULL, &apart, NULL), HIT_OK);
    assert_memory_equal(hits[0], hits[1], sizeof hits[0]);
    memset(hits[1], 0x5a, sizeof hits[1]);
    // Where every list has room for K hits, the nearest are those of first_k, and rays with more are told of.
    assert_int_equal(hit_bvh_batch_all(trees[0], &all[0].ray, RAYS, offsets, hits[1][0], &apart, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_memory_equal(hits[0], hits[1], sizeof hits[0]);
    assert_int_equal(hit_bvh_batch_closest(trees[0], points, RAYS, 1.0f, K, closest[0][0], NULL, &plain, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_closest(trees[0], &all[0].point, RAYS, 1.0f, K, closest[1][0], NULL, &apart, NULL),
                     HIT_OK);
    assert_memory_equal(closest[0], closest[1], sizeof closest[0]);
}

// Lists that are longer than what a ray hits end in misses; the first that is shorter is told, on any pool.
static void lists_of_other_lengths(void** state)
{
    static uint64_t offsets[RAYS + 1], shorter[RAYS + 1], longer[RAYS + 1];
    hit_thread_pool* threads = NULL;
    hit_bvh_hit *hits, *more;
    hit_error error;
    int calls = 0, first = -1;
    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &threads, NULL), HIT_OK);
    const hit_task_pool backwards = {run_backwards, &calls, 3}, pool = hit_thread_pool_tasks(threads);
    const hit_task_pool* const pools[3] = {NULL, &backwards, &pool};
    aim_at(&targets[1]);
    count_hits(trees[1], NULL, 0, offsets);
    for (int i = 0; i < RAYS; i++) {
        const uint64_t n = offsets[i + 1] - offsets[i];
        longer[i + 1] = longer[i] + n + (uint64_t)(i % 3);
        shorter[i + 1] = shorter[i] + (i >= RAYS / 2 && n > 0 ? n - 1 : n);
        first = first < 0 && i >= RAYS / 2 && n > 0 ? i : first;
    }
    assert_true(first > 0);
    hits = malloc((offsets[RAYS] + 1) * sizeof *hits);
    more = malloc((longer[RAYS] + 1) * sizeof *more);
    assert_true(hits != NULL && more != NULL);
    for (int p = 0; p < 3; p++) {
        const hit_bvh_batch_options options = {.pool = pools[p]};
        assert_int_equal(hit_bvh_batch_all(trees[1], rays, RAYS, offsets, hits, &options, NULL), HIT_OK);
        memset(more, 0x5a, (longer[RAYS] + 1) * sizeof *more);
        assert_int_equal(hit_bvh_batch_all(trees[1], rays, RAYS, longer, more, &options, &error), HIT_OK);
        for (int i = 0; i < RAYS; i++) {
            const uint64_t n = offsets[i + 1] - offsets[i];
            assert_memory_equal(&more[longer[i]], &hits[offsets[i]], n * sizeof *hits);
            for (uint64_t m = longer[i] + n; m < longer[i + 1]; m++)
                assert_miss(&more[m]);
        }
        memset(more, 0x5a, (longer[RAYS] + 1) * sizeof *more);
        assert_int_equal(hit_bvh_batch_all(trees[1], rays, RAYS, shorter, more, &options, &error), HIT_ERROR_ARGUMENT);
        assert_int_equal(error.offset, first);
        assert_non_null(strstr(error.message, "more hits than"));
        for (int i = 0; i < RAYS; i++)
            assert_memory_equal(&more[shorter[i]], &hits[offsets[i]], (shorter[i + 1] - shorter[i]) * sizeof *hits);
        assert_int_equal(*(const unsigned char*)&more[shorter[RAYS]], 0x5a);
    }
    free(hits);
    free(more);
    hit_thread_pool_destroy(threads);
}

// No rays, no results, no primitives.
static void nothing_to_do(void** state)
{
    const uint64_t none[3] = {4, 4, 4};
    const hit_ray miss[2] = {hit_ray_make(hit_vec3_make(1e9f, 0, 0), hit_vec3_make(1, 0, 0)), {.t_max = 1.0f}};
    const hit_vec3 point = {0, 0, 0};
    hit_bvh* empty = NULL;
    uint32_t found[2] = {7, 7};
    hit_bvh_hit hit;
    hit_bvh_closest closest;
    (void)state;
    assert_int_equal(hit_bvh_build_aabbs(NULL, 0, 0, NULL, &empty, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first_k(NULL, NULL, 0, 5, NULL, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_all(NULL, NULL, 0, NULL, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_closest(NULL, NULL, 0, 1.0f, 5, NULL, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first_k(trees[0], miss, 2, 0, NULL, found, NULL, NULL), HIT_OK);
    assert_true(found[0] == 0 && found[1] == 0);
    assert_int_equal(hit_bvh_batch_all(trees[0], miss, 2, none, NULL, NULL, NULL), HIT_OK);
    found[0] = 7;
    assert_int_equal(hit_bvh_batch_closest(trees[0], &point, 1, 1.0f, 0, NULL, found, NULL, NULL), HIT_OK);
    assert_int_equal(found[0], 0);
    found[0] = 7;
    assert_int_equal(hit_bvh_batch_first_k(empty, miss, 1, 1, &hit, found, NULL, NULL), HIT_OK);
    assert_int_equal(found[0], 0);
    assert_miss(&hit);
    found[0] = 7;
    assert_int_equal(hit_bvh_batch_closest(empty, &point, 1, HUGE_VALF, 1, &closest, found, NULL, NULL), HIT_OK);
    assert_true(found[0] == 0 && closest.primitive == HIT_BVH_NONE && closest.distance == HUGE_VALF);
    hit_bvh_destroy(empty);
}

static void assert_refused(hit_status status, const hit_error* error, const char* words)
{
    assert_int_equal(status, HIT_ERROR_ARGUMENT);
    assert_int_equal(error->status, HIT_ERROR_ARGUMENT);
    if (strstr(error->message, words) == NULL)
        fail_msg("\"%s\" without \"%s\"", error->message, words);
}

static void bad_options(void** state)
{
    const uint32_t mask = 1;
    const hit_bvh_filter newer = {.reserved = {0, 0, 1}};
    const hit_task_pool no_run = {NULL, NULL, 2};
    const struct {
        hit_bvh_batch_options options;
        const char* words;
    } bad[] = {
        {{.ray_stride = 10}, "ray_stride"},
        {{.ray_stride = 1001}, "ray_stride"},
        {{.result_stride = sizeof(hit_bvh_hit) + 2}, "result_stride"},
        {{.result_stride = 12}, "result_stride"},
        {{.ray_mask_stride = 6}, "ray_mask_stride"},
        {{.ray_masks = &mask}, "no masks of the primitives"},
        {{.pool = &no_run}, "no run function"},
        {{.reserved = {0, 1}}, "hit_bvh_batch_options.reserved is not zero"},
        {{.filter = &newer}, "hit_bvh_filter.reserved is not zero"},
    };
    const uint64_t offsets[2] = {0, 1};
    hit_bvh_hit hit[2] = {{.t = 7.0f}};
    hit_bvh_closest closest[2] = {{.distance = 7.0f}};
    uint32_t found = 7;
    hit_error e;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const hit_bvh_batch_options* o = &bad[i].options;
        assert_refused(hit_bvh_batch_first_k(trees[0], rays, 1, 1, hit, &found, o, &e), &e, bad[i].words);
        assert_refused(hit_bvh_batch_all(trees[0], rays, 1, offsets, hit, o, &e), &e, bad[i].words);
        assert_refused(hit_bvh_batch_closest(trees[0], points, 1, 1.0f, 1, closest, &found, o, &e), &e, bad[i].words);
    }
    // The k results of a ray lie side by side, and all hits of all rays do.
    const hit_bvh_batch_options one = {.result_stride = sizeof *hit}, two = {.result_stride = 2 * sizeof *hit};
    assert_refused(hit_bvh_batch_first_k(trees[0], rays, 1, 2, hit, &found, &one, &e), &e, "result_stride");
    assert_refused(hit_bvh_batch_closest(trees[0], points, 1, 1.0f, 2, closest, &found, &one, &e), &e, "result_stride");
    assert_refused(hit_bvh_batch_all(trees[0], rays, 1, offsets, hit, &two, &e), &e, "result_stride");
    assert_true(hit[0].t == 7.0f && closest[0].distance == 7.0f && found == 7);
}

static void bad_arguments(void** state)
{
    const hit_bvh* tree = trees[0];
    const uint64_t one[2] = {0, 1}, down[4] = {0, 3, 2, 3}, huge[2] = {0, UINT64_MAX / 2};
    hit_bvh_hit hit = {.t = 7.0f};
    hit_bvh_closest closest = {.distance = 7.0f};
    hit_error e;
    (void)state;
    assert_refused(hit_bvh_batch_first_k(NULL, rays, 1, 1, &hit, NULL, NULL, &e), &e, "the tree is NULL");
    assert_refused(hit_bvh_batch_first_k(tree, NULL, 1, 1, &hit, NULL, NULL, &e), &e, "they are NULL");
    assert_refused(hit_bvh_batch_first_k(tree, rays, 1, 1, NULL, NULL, NULL, &e), &e, "no array for the results");
    assert_refused(hit_bvh_batch_all(NULL, rays, 1, one, &hit, NULL, &e), &e, "the tree is NULL");
    assert_refused(hit_bvh_batch_all(tree, NULL, 1, one, &hit, NULL, &e), &e, "they are NULL");
    assert_refused(hit_bvh_batch_all(tree, rays, 1, NULL, &hit, NULL, &e), &e, "the offsets are NULL");
    assert_refused(hit_bvh_batch_all(tree, rays, 1, one, NULL, NULL, &e), &e, "no array for the results");
    assert_refused(hit_bvh_batch_all(tree, rays, 3, down, &hit, NULL, &e), &e, "offsets[2] is 2, less than the 3");
    assert_int_equal(e.offset, 2);
    assert_refused(hit_bvh_batch_all(tree, rays, 1, huge, &hit, NULL, &e), &e, "more hits than memory can hold");
    assert_refused(hit_bvh_batch_closest(NULL, points, 1, 1.0f, 1, &closest, NULL, NULL, &e), &e, "the tree is NULL");
    assert_refused(hit_bvh_batch_closest(tree, NULL, 1, 1.0f, 1, &closest, NULL, NULL, &e), &e,
                   "batch of points: they");
    assert_refused(hit_bvh_batch_closest(tree, points, 1, 1.0f, 1, NULL, NULL, NULL, &e), &e, "no array");
    assert_true(hit.t == 7.0f && closest.distance == 7.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_k_equals_single_rays),
        cmocka_unit_test(all_hits_equal_single_rays),
        cmocka_unit_test(interleaved_rays_equal_single_rays),
        cmocka_unit_test(closest_equal_single_points),
        cmocka_unit_test(filters_masks_and_threads),
        cmocka_unit_test(strides_of_inputs),
        cmocka_unit_test(lists_of_other_lengths),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(bad_options),
        cmocka_unit_test(bad_arguments),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
