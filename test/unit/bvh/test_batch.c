// Many rays at once: the answers are those of single rays, whatever the strides, the pool and the way that is chosen.
#include "support/base/cmocka_all.h"
#include "support/cases/meshes.h"

#include <hitscan/hitscan.h>
#include <stdlib.h>
#include <string.h>

enum { RAYS = 5000 };

// A terrain whose tree is large enough for rays to fly together.
static hit_bvh* large_tree(void)
{
    test_mesh m = test_terrain(600, 7);
    const hit_mesh view = test_mesh_view(&m);
    hit_bvh* bvh = NULL;
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &bvh, NULL), HIT_OK);
    test_mesh_free(&m);
    assert_true(hit_bvh_get_stats(bvh).bytes > (16u << 20));
    return bvh;
}

static float unit(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(*state >> 40) * 0x1p-24f;
}

// Rays from everywhere, from one place into all directions, side by side, and some that are none.
static hit_ray* many_rays(void)
{
    hit_ray* rays = malloc(RAYS * sizeof *rays);
    uint64_t state = 42;
    assert_non_null(rays);
    for (int i = 0; i < RAYS; i++) {
        const float a = unit(&state), b = unit(&state), c = unit(&state), d = unit(&state), e = unit(&state);
        const hit_vec3 from = {2.0f * a - 1.0f, 0.5f + b, 2.0f * c - 1.0f};
        if (i < RAYS / 3)
            rays[i] = hit_ray_make(from, hit_vec3_make(d - 0.5f, -0.3f, e - 0.5f));
        else if (i < RAYS / 3 * 2)
            rays[i] = hit_ray_make(hit_vec3_make(0.0f, 1.0f, 0.0f), hit_vec3_make(d - 0.5f, b - 0.6f, e - 0.5f));
        else
            rays[i] =
                hit_ray_make(hit_vec3_make(0.0f, 2.0f, 0.0f), hit_vec3_make(1e-4f * (float)(i % 900), -1.0f, 0.1f));
        if (i % 97 == 0)
            rays[i].direction = hit_vec3_make(0.0f, 0.0f, 0.0f);
        if (i % 101 == 0)
            rays[i].origin.y = 1e25f; // out of the kernels' range
        if (i % 103 == 0)
            rays[i].t_min = -HUGE_VALF;
    }
    return rays;
}

// A pool that runs tasks backwards.
static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t count)
{
    ++*(int*)context;
    for (uint32_t i = count; i > 0; i--)
        task(task_context, i - 1);
}

static void assert_same(const hit_bvh* bvh, const hit_ray* rays, const unsigned char* hits, size_t stride)
{
    for (int i = 0; i < RAYS; i++) {
        hit_bvh_hit one, got;
        memcpy(&got, hits + (size_t)i * stride, sizeof got);
        if (hit_bvh_first(bvh, rays[i], NULL, &one))
            assert_memory_equal(&one, &got, sizeof one);
        else
            assert_true(got.primitive == HIT_BVH_NONE && got.t == HUGE_VALF);
    }
}

static void first_equals_single_rays(void** state)
{
    hit_bvh* bvh = large_tree();
    hit_ray* rays = many_rays();
    hit_bvh_hit* hits = malloc(RAYS * sizeof *hits);
    int calls = 0;
    const hit_task_pool pool = {run_backwards, &calls, 7};
    (void)state;
    assert_non_null(hits);
    for (int level = 0; level <= (int)hit_cpu_best(); level++) {
        hit_cpu_restrict((hit_cpu)level);
        memset(hits, 0x5a, RAYS * sizeof *hits);
        assert_int_equal(hit_bvh_batch_first(bvh, rays, RAYS, hits, NULL, NULL), HIT_OK);
        assert_same(bvh, rays, (const unsigned char*)hits, sizeof *hits);
        memset(hits, 0x5a, RAYS * sizeof *hits);
        assert_int_equal(hit_bvh_batch_first(bvh, rays, RAYS, hits, &(hit_bvh_batch_options){.pool = &pool}, NULL),
                         HIT_OK);
        assert_same(bvh, rays, (const unsigned char*)hits, sizeof *hits);
    }
    assert_true(calls > 0);
    hit_cpu_restrict(hit_cpu_best());
    free(hits);
    free(rays);
    hit_bvh_destroy(bvh);
}

static void strides(void** state)
{
    struct {
        int before;
        hit_ray ray;
    }* rays = malloc(RAYS * sizeof *rays);
    struct {
        hit_bvh_hit hit;
        int after;
    }* hits = malloc(RAYS * sizeof *hits);
    hit_ray* packed = many_rays();
    hit_bvh* bvh = large_tree();
    (void)state;
    assert_true(rays != NULL && hits != NULL);
    for (int i = 0; i < RAYS; i++) {
        rays[i].before = -1;
        rays[i].ray = packed[i];
        hits[i].after = i;
    }
    assert_int_equal(
        hit_bvh_batch_first(bvh, &rays[0].ray, RAYS, &hits[0].hit,
                            &(hit_bvh_batch_options){.ray_stride = sizeof *rays, .result_stride = sizeof *hits}, NULL),
        HIT_OK);
    assert_same(bvh, packed, (const unsigned char*)hits, sizeof *hits);
    for (int i = 0; i < RAYS; i++)
        assert_int_equal(hits[i].after, i);
    free(rays);
    free(hits);
    free(packed);
    hit_bvh_destroy(bvh);
}

static void any_and_count(void** state)
{
    hit_bvh* bvh = large_tree();
    hit_ray* rays = many_rays();
    uint8_t* answers = malloc(RAYS);
    uint32_t* counts = malloc(RAYS * sizeof *counts);
    int calls = 0;
    const hit_task_pool pool = {run_backwards, &calls, 2};
    (void)state;
    assert_true(answers != NULL && counts != NULL);
    assert_int_equal(hit_bvh_batch_any(bvh, rays, RAYS, answers, &(hit_bvh_batch_options){.pool = &pool}, NULL),
                     HIT_OK);
    assert_int_equal(hit_bvh_batch_count(bvh, rays, RAYS, counts, NULL, NULL), HIT_OK);
    for (int i = 0; i < RAYS; i++) {
        assert_int_equal(answers[i], hit_bvh_any(bvh, rays[i], NULL));
        assert_int_equal(counts[i], hit_bvh_count(bvh, rays[i], NULL));
        assert_int_equal(answers[i] != 0, counts[i] != 0);
    }
    free(answers);
    free(counts);
    free(rays);
    hit_bvh_destroy(bvh);
}

static void boxes(void** state)
{
    hit_aabb array[100];
    hit_ray ray = hit_ray_make(hit_vec3_make(-10.0f, 0.5f, 0.5f), hit_vec3_make(1.0f, 0.0f, 0.0f));
    hit_bvh_hit hit;
    hit_bvh* bvh = NULL;
    (void)state;
    for (int i = 0; i < 100; i++)
        array[i] = hit_aabb_make(hit_vec3_make((float)(99 - i), 0, 0), hit_vec3_make((float)(99 - i) + 0.5f, 1, 1));
    assert_int_equal(hit_bvh_build_aabbs(array, 0, 100, NULL, &bvh, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit, NULL, NULL), HIT_OK);
    assert_true(hit.primitive == 99 && hit.t == 10.0f && hit.face == HIT_FACE_NEG_X);
    hit_bvh_destroy(bvh);
}

// ---- Filters and masks ----------------------------------------------------------------------------------------------

static bool accept_even(void* context, const hit_bvh_hit* hit)
{
    (void)context;
    return hit->primitive % 2 == 0;
}

// What single calls say with the masks of a filter and of a ray: both must let a primitive through.
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

static void filters_and_masks(void** state)
{
    typedef struct mask_of_ray {
        uint32_t other, mask;
    } mask_of_ray;
    typedef struct spaced {
        uint32_t count, after;
    } spaced;
    enum { SOME = 4500 }; // more than one task
    test_mesh m = test_terrain(60, 7);
    const hit_mesh view = test_mesh_view(&m);
    uint32_t* masks = malloc(m.faces * sizeof *masks);
    hit_ray* rays = many_rays();
    hit_bvh_hit* hits = malloc(SOME * sizeof *hits);
    mask_of_ray* ray_masks = malloc(SOME * sizeof *ray_masks);
    spaced* counts = malloc(SOME * sizeof *counts);
    uint8_t* answers = malloc(3 * SOME);
    int calls = 0, found = 0;
    const hit_task_pool pool = {run_backwards, &calls, 3};
    hit_bvh* bvh = NULL;
    uint64_t random = 5;
    (void)state;
    assert_true(masks != NULL && hits != NULL && ray_masks != NULL && counts != NULL && answers != NULL);
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &bvh, NULL), HIT_OK);
    for (uint32_t i = 0; i < m.faces; i++)
        masks[i] = (uint32_t)(16.0f * unit(&random));
    for (int i = 0; i < SOME; i++)
        ray_masks[i] = (mask_of_ray){~0u, (uint32_t)(16.0f * unit(&random))};
    for (int style = 0; style < 32; style += 3) {
        const bool has_masks = (style & 1) != 0, by_ray = (style & 2) != 0 && has_masks;
        const hit_bvh_filter filter = {.masks = has_masks ? masks : NULL,
                                       .mask = (style & 4) != 0 ? 6u
                                               : by_ray         ? 0u
                                                                : 9u,
                                       .sides = (style & 8) != 0 ? HIT_SIDES_FRONT : HIT_SIDES_BOTH,
                                       .unique = (style & 8) != 0,
                                       .accept = (style & 16) != 0 ? accept_even : NULL};
        hit_bvh_batch_options options = {.filter = &filter,
                                         .ray_masks = by_ray ? &ray_masks[0].mask : NULL,
                                         .ray_mask_stride = sizeof *ray_masks,
                                         .pool = (style & 4) != 0 ? &pool : NULL};
        memset(counts, 0x5a, SOME * sizeof *counts);
        memset(answers, 0x5a, 3 * SOME);
        assert_int_equal(hit_bvh_batch_first(bvh, rays, SOME, hits, &options, NULL), HIT_OK);
        options.result_stride = sizeof *counts;
        assert_int_equal(hit_bvh_batch_count(bvh, rays, SOME, &counts[0].count, &options, NULL), HIT_OK);
        options.result_stride = 3;
        assert_int_equal(hit_bvh_batch_any(bvh, rays, SOME, answers, &options, NULL), HIT_OK);
        for (int i = 0; i < SOME; i++) {
            two_masks two = {&filter, ray_masks[i].mask};
            hit_bvh_filter same = filter;
            hit_bvh_hit one;
            bool hit;
            if (by_ray && filter.mask == 0)
                same.mask = two.mask;
            else if (by_ray) {
                same.accept = accept_both;
                same.accept_context = &two;
            }
            hit = hit_bvh_first(bvh, rays[i], &same, &one);
            found += hit;
            assert_int_equal(hit, hits[i].primitive != HIT_BVH_NONE);
            if (hit)
                assert_memory_equal(&one, &hits[i], sizeof one);
            assert_int_equal(answers[3 * i], hit);
            assert_int_equal(answers[3 * i + 1], 0x5a);
            assert_int_equal(counts[i].count, hit_bvh_count(bvh, rays[i], &same));
            assert_int_equal(counts[i].after, 0x5a5a5a5a);
        }
    }
    assert_true(calls > 0 && found > 1000);
    free(masks);
    free(rays);
    free(hits);
    free(ray_masks);
    free(counts);
    free(answers);
    hit_bvh_destroy(bvh);
    test_mesh_free(&m);
}

static void bad_options(void** state)
{
    const hit_triangle one = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const hit_mesh mesh = {.vertices = &one, .vertex_count = 3, .triangle_count = 1};
    const hit_ray ray = hit_ray_make(hit_vec3_make(0.2f, 0.2f, 1.0f), hit_vec3_make(0, 0, -1));
    const uint32_t mask = 1;
    const hit_bvh_filter unmasked = {0}, masked = {.masks = &mask, .mask = 1}, newer = {.reserved = {0, 0, 1}};
    const hit_task_pool no_run = {NULL, NULL, 2};
    const struct {
        hit_bvh_batch_options options;
        const char* words;
    } bad[] = {
        {{.ray_stride = 28}, "ray_stride"},
        {{.result_stride = 30}, "result_stride"},
        {{.ray_mask_stride = 6}, "ray_mask_stride"},
        {{.ray_masks = &mask}, "no masks of the primitives"},
        {{.ray_masks = &mask, .filter = &unmasked}, "no masks of the primitives"},
        {{.pool = &no_run}, "no run function"},
        {{.reserved = {0, 1}}, "hit_bvh_batch_options.reserved is not zero"},
        {{.filter = &newer}, "hit_bvh_filter.reserved is not zero"},
    };
    hit_bvh_hit hit;
    hit_bvh* bvh = NULL;
    hit_error error;
    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit, &bad[i].options, &error), HIT_ERROR_ARGUMENT);
        assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
        if (strstr(error.message, bad[i].words) == NULL)
            fail_msg("\"%s\" without \"%s\"", error.message, bad[i].words);
    }
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit,
                                         &(hit_bvh_batch_options){.filter = &masked, .ray_masks = &mask}, &error),
                     HIT_OK);
    assert_true(error.status == HIT_OK && error.message[0] == '\0' && hit.primitive == 0);
    hit_bvh_destroy(bvh);
}

static void bad_arguments(void** state)
{
    const hit_triangle one = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const hit_mesh mesh = {.vertices = &one, .vertex_count = 3, .triangle_count = 1};
    hit_ray ray = hit_ray_make(hit_vec3_make(0.2f, 0.2f, 1.0f), hit_vec3_make(0, 0, -1));
    hit_bvh_hit hit;
    uint8_t answer;
    uint32_t count;
    hit_bvh* bvh = NULL;
    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_first(NULL, &ray, 1, &hit, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(bvh, NULL, 1, &hit, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit, &(hit_bvh_batch_options){.ray_stride = 28}, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit, &(hit_bvh_batch_options){.ray_stride = 34}, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit, &(hit_bvh_batch_options){.result_stride = 28}, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(bvh, &ray, 1, &hit, &(hit_bvh_batch_options){.result_stride = 33}, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_first(NULL, NULL, 0, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_batch_any(bvh, &ray, 1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_any(bvh, &ray, 1, &answer, NULL, NULL), HIT_OK);
    assert_int_equal(answer, 1);
    assert_int_equal(hit_bvh_batch_count(bvh, &ray, 1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_batch_count(bvh, &ray, 1, &count, NULL, NULL), HIT_OK);
    assert_int_equal(count, 1);
    hit_bvh_destroy(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_equals_single_rays),
        cmocka_unit_test(strides),
        cmocka_unit_test(any_and_count),
        cmocka_unit_test(boxes),
        cmocka_unit_test(filters_and_masks),
        cmocka_unit_test(bad_options),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
