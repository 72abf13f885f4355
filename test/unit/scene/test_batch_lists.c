// Many rays or points at once in a scene, with several results for each: the answers are those of single calls, bit by
// bit, whatever the world, the filter, the masks of rays, the kernel, the strides and the number of threads.
#include "support/base/cmocka_all.h"
#include "support/scene/random_scene.h"
#include "support/scene/same_hit.h"

#include <stdlib.h>

enum { RAYS = 300, OBJECTS = 200, K = 3, FILTERS = 5 };

static scene_assets things;
static test_random r;
static hit_dray rays[RAYS];
static hit_dvec3 points[RAYS];
static uint32_t masks[RAYS];

static int set_up(void** state)
{
    (void)state;
    r = test_random_make(test_seed());
    scene_assets_make(&things, test_seed());
    return 0;
}

static int tear_down(void** state)
{
    (void)state;
    scene_assets_free(&things);
    return 0;
}

static hit_scene* make_scene(scene_world world)
{
    hit_scene* scene = NULL;
    naive_scene naive;

    random_scene_make(&things, &r, world, OBJECTS, world == WORLD_WILD, &scene, &naive);
    for (int i = 0; i < RAYS; i++) {
        rays[i] = random_scene_ray(&r, world, &naive);
        points[i] = rays[i].origin;
        masks[i] = test_random_below(&r, 8);
        if (i % 97 == 0)
            rays[i].direction = hit_vec3_make(0.0f, 0.0f, 0.0f);
        if (i % 89 == 0)
            points[i].y = rays[i].origin.y = NAN;
        if (i % 79 == 0)
            rays[i].t_min = -HUGE_VALF;
    }
    naive_free(&naive);
    return scene;
}

// A pool that runs tasks backwards.
static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t tasks)
{
    ++*(int*)context;
    for (uint32_t i = tasks; i > 0; i--)
        task(task_context, i - 1);
}

// ---- What single calls say ------------------------------------------------------------------------------------------

static bool accept_odd(void* context, hit_id id, void* user)
{
    (void)context;
    (void)user;
    return (id & 1u) != 0;
}

static const hit_scene_filter filters[FILTERS] = {
    {0}, {.layers = 2}, {.sides = HIT_SIDES_BACK}, {.accept = accept_odd}, {.layers = 5, .accept = accept_odd}};

// The filter that a single call needs: the layers of the ray, and the job's filter in a callback.
typedef struct two_filters {
    const hit_scene* scene;
    const hit_scene_filter* filter;
    hit_scene_filter both;
} two_filters;

static bool accept_by_both(void* context, hit_id id, void* user)
{
    const two_filters* two = context;
    hit_object object;
    if (two->filter == NULL)
        return true;
    (void)hit_scene_get(two->scene, id, &object);
    return (two->filter->layers == 0 || (object.layers & two->filter->layers) != 0) &&
           (two->filter->accept == NULL || two->filter->accept(two->filter->accept_context, id, user));
}

static bool accept_none(void* context, hit_id id, void* user)
{
    (void)context;
    (void)id;
    (void)user;
    return false;
}

static const hit_scene_filter* filter_of(const hit_scene* scene, const hit_scene_batch_options* o, int i,
                                         two_filters* two)
{
    if (o->ray_masks == NULL)
        return o->filter;
    two->scene = scene;
    two->filter = o->filter;
    two->both = (hit_scene_filter){.layers = masks[i],
                                   .sides = o->filter == NULL ? HIT_SIDES_BOTH : o->filter->sides,
                                   .accept = masks[i] == 0 ? accept_none : accept_by_both,
                                   .accept_context = two};
    return &two->both;
}

static void assert_miss(const hit_scene_hit* hit)
{
    const hit_scene_hit miss = {.t = HUGE_VALF, .t_double = HUGE_VAL, .face = HIT_FACE_NONE};
    assert_same_hit(hit, &miss);
}

static void assert_same_closest(const hit_scene_closest* a, const hit_scene_closest* b)
{
    assert_true(a->id == b->id && a->primitive == b->primitive);
    assert_memory_equal(&a->distance, &b->distance, sizeof a->distance);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
}

// ---- The calls, with any options ------------------------------------------------------------------------------------

static int ask_first_k(const hit_scene* scene, hit_scene_batch_options o)
{
    static struct {
        hit_scene_hit hit[K];
        double after;
    } apart[RAYS];
    static hit_scene_hit packed[RAYS][K];
    static uint32_t found[RAYS];
    int hits = 0;

    memset(packed, 0x5a, sizeof packed);
    memset(found, 0x5a, sizeof found);
    for (int i = 0; i < RAYS; i++)
        apart[i].after = i;
    assert_int_equal(hit_scene_batch_first_k(scene, rays, RAYS, K, packed[0], found, &o, NULL), HIT_OK);
    o.result_stride = sizeof *apart;
    assert_int_equal(hit_scene_batch_first_k(scene, rays, RAYS, K, apart[0].hit, NULL, &o, NULL), HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        two_filters two;
        hit_scene_hit one[K];
        const uint32_t n = hit_scene_first_k(scene, rays[i], filter_of(scene, &o, i, &two), one, K);
        assert_int_equal(found[i], n);
        for (uint32_t m = 0; m < K; m++) {
            if (m < n)
                assert_same_hit(&packed[i][m], &one[m]);
            else
                assert_miss(&packed[i][m]);
            assert_same_hit(&packed[i][m], &apart[i].hit[m]);
        }
        assert_true(apart[i].after == i);
        hits += (int)n;
    }
    return hits;
}

// Counts, then takes all, from some place on; returns how many there are.
static int ask_all(const hit_scene* scene, const hit_scene_batch_options* o)
{
    enum { FROM = 2 };
    static uint64_t offsets[RAYS + 1];
    static uint32_t counts[RAYS];
    static hit_scene_hit one[OBJECTS];
    hit_scene_hit* hits;

    memset(counts, 0x5a, sizeof counts);
    assert_int_equal(hit_scene_batch_count(scene, rays, RAYS, counts, o, NULL), HIT_OK);
    offsets[0] = FROM;
    for (int i = 0; i < RAYS; i++)
        offsets[i + 1] = offsets[i] + counts[i];
    hits = calloc(offsets[RAYS] + 1, sizeof *hits);
    assert_non_null(hits);
    for (int i = 0; i < FROM; i++)
        hits[i].id = 77;
    hits[offsets[RAYS]].id = 77;
    assert_int_equal(hit_scene_batch_all(scene, rays, RAYS, offsets, hits, o, NULL), HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        two_filters two;
        const hit_scene_filter* filter = filter_of(scene, o, i, &two);
        assert_int_equal(hit_scene_all(scene, rays[i], filter, one, OBJECTS), counts[i]);
        for (uint32_t m = 0; m < counts[i]; m++)
            assert_same_hit(&hits[offsets[i] + m], &one[m]);
    }
    assert_true(hits[0].id == 77 && hits[FROM - 1].id == 77 && hits[offsets[RAYS]].id == 77);
    free(hits);
    return (int)(offsets[RAYS] - FROM);
}

static int ask_closest(const hit_scene* scene, hit_scene_batch_options o, double max_distance)
{
    static struct {
        hit_scene_closest closest[K];
        double after;
    } apart[RAYS];
    static hit_scene_closest packed[RAYS][K];
    static uint32_t found[RAYS];
    int results = 0;

    memset(packed, 0x5a, sizeof packed);
    memset(found, 0x5a, sizeof found);
    for (int i = 0; i < RAYS; i++)
        apart[i].after = i;
    assert_int_equal(hit_scene_batch_closest(scene, points, RAYS, max_distance, K, packed[0], found, &o, NULL), HIT_OK);
    o.result_stride = sizeof *apart;
    assert_int_equal(hit_scene_batch_closest(scene, points, RAYS, max_distance, K, apart[0].closest, NULL, &o, NULL),
                     HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        const hit_scene_closest nothing = {.id = HIT_ID_NONE, .distance = HUGE_VAL};
        two_filters two;
        hit_scene_closest one[K];
        const uint32_t n =
            hit_scene_closest_points(scene, points[i], max_distance, filter_of(scene, &o, i, &two), one, K);
        assert_int_equal(found[i], n);
        for (uint32_t m = 0; m < K; m++) {
            assert_same_closest(&packed[i][m], m < n ? &one[m] : &nothing);
            assert_same_closest(&packed[i][m], &apart[i].closest[m]);
        }
        assert_true(apart[i].after == i);
        results += (int)n;
    }
    return results;
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void equal_single_calls(void** state)
{
    (void)state;
    for (int world = 0; world < WORLD_KINDS; world++) {
        hit_scene* scene = make_scene((scene_world)world);
        for (int level = 0; level <= (int)hit_cpu_best(); level++) {
            const hit_scene_batch_options defaults = {0};
            (void)hit_cpu_restrict((hit_cpu)level);
            const int first = ask_first_k(scene, defaults), all = ask_all(scene, &defaults);
            assert_true(first > 0 && all >= first);
            assert_true(ask_closest(scene, defaults, HUGE_VAL) > RAYS);
            assert_int_equal(ask_closest(scene, defaults, NAN), 0);
        }
        hit_scene_destroy(scene);
    }
}

// Every filter with and without masks of rays, on pools of several sizes and backwards.
static void filters_masks_and_threads(void** state)
{
    int calls = 0, found = 0;
    const hit_task_pool backwards = {run_backwards, &calls, 3};
    (void)state;
    for (int style = 0; style < 4 * FILTERS; style++) {
        hit_scene* scene = make_scene((scene_world)(style % WORLD_KINDS));
        hit_thread_pool* threads = NULL;
        assert_int_equal(hit_thread_pool_create((uint32_t)(1 + style % 7), NULL, &threads, NULL), HIT_OK);
        const hit_task_pool pool = hit_thread_pool_tasks(threads);
        const hit_scene_batch_options options = {.filter = style % FILTERS == 0 ? NULL : &filters[style % FILTERS],
                                                 .ray_masks = style < 2 * FILTERS ? masks : NULL,
                                                 .pool = style % 3 == 0 ? &backwards : &pool};
        found += ask_first_k(scene, options);
        found += ask_all(scene, &options);
        found += ask_closest(scene, options, style % 2 == 0 ? HUGE_VAL : 2.0);
        hit_thread_pool_destroy(threads);
        hit_scene_destroy(scene);
    }
    assert_true(calls > 0 && found > 1000);
}

static void strides_of_inputs(void** state)
{
    typedef struct padded {
        double before;
        hit_dray ray;
        hit_dvec3 point;
        uint32_t mask, after;
    } padded;
    static padded all[RAYS];
    static hit_scene_hit hits[2][RAYS];
    static hit_scene_closest closest[2][RAYS];
    static uint32_t counts[2][RAYS];
    hit_scene* scene = make_scene(WORLD_NEAR);
    const hit_scene_batch_options plain = {.ray_masks = masks};
    const hit_scene_batch_options apart = {
        .ray_stride = sizeof(padded), .ray_masks = &all[0].mask, .ray_mask_stride = sizeof(padded)};
    (void)state;
    for (int i = 0; i < RAYS; i++)
        all[i] = (padded){NAN, rays[i], points[i], masks[i], ~0u};
    for (int k = 0; k < 2; k++) {
        const hit_scene_batch_options* o = k == 0 ? &plain : &apart;
        const hit_dray* from = k == 0 ? rays : &all[0].ray;
        const hit_dvec3* at = k == 0 ? points : &all[0].point;
        assert_int_equal(hit_scene_batch_first_k(scene, from, RAYS, 1, hits[k], NULL, o, NULL), HIT_OK);
        assert_int_equal(hit_scene_batch_count(scene, from, RAYS, counts[k], o, NULL), HIT_OK);
        assert_int_equal(hit_scene_batch_closest(scene, at, RAYS, 5.0, 1, closest[k], NULL, o, NULL), HIT_OK);
    }
    for (int i = 0; i < RAYS; i++) {
        assert_same_hit(&hits[0][i], &hits[1][i]);
        assert_int_equal(counts[0][i], counts[1][i]);
        assert_same_closest(&closest[0][i], &closest[1][i]);
    }
    hit_scene_destroy(scene);
}

// Lists that are longer than what a ray hits end in misses; the first that is shorter is told, on any pool.
static void lists_of_other_lengths(void** state)
{
    static uint64_t longer[RAYS + 1], shorter[RAYS + 1];
    static uint32_t counts[RAYS];
    hit_scene* scene = make_scene(WORLD_GRID);
    hit_thread_pool* threads = NULL;
    hit_scene_hit* hits;
    hit_error error;
    int calls = 0, first = -1;
    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &threads, NULL), HIT_OK);
    const hit_task_pool backwards = {run_backwards, &calls, 3}, pool = hit_thread_pool_tasks(threads);
    const hit_task_pool* const pools[3] = {NULL, &backwards, &pool};
    assert_int_equal(hit_scene_batch_count(scene, rays, RAYS, counts, NULL, NULL), HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        const uint32_t cut = i >= 10 && counts[i] > 0;
        longer[i + 1] = longer[i] + counts[i] + 2;
        shorter[i + 1] = shorter[i] + counts[i] - cut;
        first = first < 0 && cut > 0 ? i : first;
    }
    assert_true(first > 0);
    hits = malloc(longer[RAYS] * sizeof *hits);
    assert_non_null(hits);
    for (int p = 0; p < 3; p++) {
        const hit_scene_batch_options options = {.pool = pools[p]};
        static hit_scene_hit one[OBJECTS];
        assert_int_equal(hit_scene_batch_all(scene, rays, RAYS, longer, hits, &options, &error), HIT_OK);
        for (int i = 0; i < RAYS; i++) {
            assert_int_equal(hit_scene_all(scene, rays[i], NULL, one, OBJECTS), counts[i]);
            for (uint32_t m = 0; m < counts[i]; m++)
                assert_same_hit(&hits[longer[i] + m], &one[m]);
            assert_miss(&hits[longer[i] + counts[i]]);
            assert_miss(&hits[longer[i] + counts[i] + 1]);
        }
        assert_int_equal(hit_scene_batch_all(scene, rays, RAYS, shorter, hits, &options, &error), HIT_ERROR_ARGUMENT);
        assert_int_equal(error.offset, first);
        assert_non_null(strstr(error.message, "more hits than"));
        for (int i = 0; i < RAYS; i++) {
            (void)hit_scene_all(scene, rays[i], NULL, one, OBJECTS);
            for (uint32_t m = 0; m < shorter[i + 1] - shorter[i]; m++)
                assert_same_hit(&hits[shorter[i] + m], &one[m]);
        }
    }
    free(hits);
    hit_thread_pool_destroy(threads);
    hit_scene_destroy(scene);
}

static void nothing_to_do(void** state)
{
    const uint64_t none[2] = {4, 4};
    const hit_dray ray = hit_dray_make(hit_dvec3_make(0.0, 0.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
    hit_scene* empty = NULL;
    hit_scene_hit hit;
    hit_scene_closest closest;
    uint32_t found = 7;
    (void)state;
    assert_int_equal(hit_scene_create(NULL, &empty, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_count(NULL, NULL, 0, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_first_k(NULL, NULL, 0, 5, NULL, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_all(NULL, NULL, 0, NULL, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_closest(NULL, NULL, 0, 1.0, 5, NULL, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_first_k(empty, &ray, 1, 0, NULL, &found, NULL, NULL), HIT_OK);
    assert_int_equal(found, 0);
    assert_int_equal(hit_scene_batch_all(empty, &ray, 1, none, NULL, NULL, NULL), HIT_OK);
    found = 7;
    assert_int_equal(hit_scene_batch_first_k(empty, &ray, 1, 1, &hit, &found, NULL, NULL), HIT_OK);
    assert_int_equal(found, 0);
    assert_miss(&hit);
    found = 7;
    assert_int_equal(hit_scene_batch_closest(empty, &ray.origin, 1, HUGE_VAL, 1, &closest, &found, NULL, NULL), HIT_OK);
    assert_true(found == 0 && closest.id == HIT_ID_NONE && closest.distance == HUGE_VAL);
    hit_scene_destroy(empty);
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
    const hit_scene_filter newer = {.reserved = {0, 0, 1}};
    const hit_task_pool no_run = {NULL, NULL, 2};
    const struct {
        hit_scene_batch_options options;
        const char* words;
    } bad[] = {
        {{.ray_stride = 16}, "ray_stride"},
        {{.ray_stride = 1004}, "ray_stride"},
        {{.result_stride = 3}, "result_stride"},
        {{.result_stride = 1002}, "result_stride"},
        {{.ray_mask_stride = 6}, "ray_mask_stride"},
        {{.pool = &no_run}, "no run function"},
        {{.reserved = {0, 1}}, "hit_scene_batch_options.reserved is not zero"},
        {{.filter = &newer}, "hit_scene_filter.reserved is not zero"},
    };
    const uint64_t offsets[2] = {0, 1};
    hit_scene* scene = make_scene(WORLD_NEAR);
    hit_scene_hit hit[2] = {{.id = 7}};
    hit_scene_closest closest[2] = {{.id = 7}};
    uint32_t found = 7;
    hit_error e;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const hit_scene_batch_options* o = &bad[i].options;
        assert_refused(hit_scene_batch_count(scene, rays, 1, &found, o, &e), &e, bad[i].words);
        assert_refused(hit_scene_batch_first_k(scene, rays, 1, 1, hit, &found, o, &e), &e, bad[i].words);
        assert_refused(hit_scene_batch_all(scene, rays, 1, offsets, hit, o, &e), &e, bad[i].words);
        assert_refused(hit_scene_batch_closest(scene, points, 1, 1.0, 1, closest, &found, o, &e), &e, bad[i].words);
    }
    const hit_scene_batch_options one = {.result_stride = sizeof *hit}, two = {.result_stride = 2 * sizeof *hit};
    const hit_scene_batch_options one_closest = {.result_stride = sizeof *closest};
    assert_refused(hit_scene_batch_first_k(scene, rays, 1, 2, hit, &found, &one, &e), &e, "result_stride");
    assert_refused(hit_scene_batch_closest(scene, points, 1, 1.0, 2, closest, &found, &one_closest, &e), &e,
                   "result_stride");
    assert_refused(hit_scene_batch_all(scene, rays, 1, offsets, hit, &two, &e), &e, "result_stride");
    assert_true(hit[0].id == 7 && closest[0].id == 7 && found == 7);
    hit_scene_destroy(scene);
}

static void bad_arguments(void** state)
{
    const uint64_t one[2] = {0, 1}, down[4] = {0, 3, 2, 3}, huge[2] = {0, UINT64_MAX / 2};
    hit_scene* s = make_scene(WORLD_NEAR);
    hit_scene_hit hit = {.id = 7};
    hit_scene_closest closest = {.id = 7};
    uint32_t count = 7;
    hit_error e;
    (void)state;
    assert_refused(hit_scene_batch_count(NULL, rays, 1, &count, NULL, &e), &e, "the scene is NULL");
    assert_refused(hit_scene_batch_count(s, NULL, 1, &count, NULL, &e), &e, "they are NULL");
    assert_refused(hit_scene_batch_count(s, rays, 1, NULL, NULL, &e), &e, "no array for the results");
    assert_refused(hit_scene_batch_first_k(NULL, rays, 1, 1, &hit, NULL, NULL, &e), &e, "the scene is NULL");
    assert_refused(hit_scene_batch_first_k(s, NULL, 1, 1, &hit, NULL, NULL, &e), &e, "they are NULL");
    assert_refused(hit_scene_batch_first_k(s, rays, 1, 1, NULL, NULL, NULL, &e), &e, "no array for the results");
    assert_refused(hit_scene_batch_all(NULL, rays, 1, one, &hit, NULL, &e), &e, "the scene is NULL");
    assert_refused(hit_scene_batch_all(s, NULL, 1, one, &hit, NULL, &e), &e, "they are NULL");
    assert_refused(hit_scene_batch_all(s, rays, 1, NULL, &hit, NULL, &e), &e, "the offsets are NULL");
    assert_refused(hit_scene_batch_all(s, rays, 1, one, NULL, NULL, &e), &e, "no array for the results");
    assert_refused(hit_scene_batch_all(s, rays, 3, down, &hit, NULL, &e), &e, "offsets[2] is 2, less than the 3");
    assert_int_equal(e.offset, 2);
    assert_refused(hit_scene_batch_all(s, rays, 1, huge, &hit, NULL, &e), &e, "more hits than memory can hold");
    assert_refused(hit_scene_batch_closest(NULL, points, 1, 1.0, 1, &closest, NULL, NULL, &e), &e, "the scene is NULL");
    assert_refused(hit_scene_batch_closest(s, NULL, 1, 1.0, 1, &closest, NULL, NULL, &e), &e, "of points: they are");
    assert_refused(hit_scene_batch_closest(s, points, 1, 1.0, 1, NULL, NULL, NULL, &e), &e, "no array");
    assert_true(hit.id == 7 && closest.id == 7 && count == 7);
    hit_scene_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_single_calls), cmocka_unit_test(filters_masks_and_threads),
        cmocka_unit_test(strides_of_inputs),  cmocka_unit_test(lists_of_other_lengths),
        cmocka_unit_test(nothing_to_do),      cmocka_unit_test(bad_options),
        cmocka_unit_test(bad_arguments),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
