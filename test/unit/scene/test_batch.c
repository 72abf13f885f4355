// Many rays at once in a scene: the answers are those of single rays, bit by bit, whatever the world, the filter, the
// kernel, the strides and the pool. And many moves in one call.
#include "support/base/cmocka_all.h"
#include "scene/ray/search.h"
#include "support/scene/same_hit.h"
#include "support/scene/random_scene.h"

#include <stdlib.h>

enum { RAYS = 3000, SOME_RAYS = 300, OBJECTS = 300 };

static scene_assets things;
static test_random r;
static hit_dray rays[RAYS];
static hit_scene_hit hits[RAYS];
static uint8_t answers[RAYS];
static int count; ///< of rays

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

// Rays at everything in a world, some that are none, and some from far away.
static void make_rays(scene_world world, const naive_scene* naive)
{
    count = SOME_RAYS;
    for (int i = 0; i < count; i++) {
        rays[i] = random_scene_ray(&r, world, naive);
        if (i % 97 == 0)
            rays[i].direction = hit_vec3_make(0.0f, 0.0f, 0.0f);
        if (i % 89 == 0)
            rays[i].origin.y = NAN;
        if (i % 83 == 0)
            rays[i].origin.x += 1e12;
        if (i % 79 == 0)
            rays[i].t_min = -HUGE_VALF;
    }
}

// A pool that runs tasks backwards.
static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t tasks)
{
    ++*(int*)context;
    for (uint32_t i = tasks; i > 0; i--)
        task(task_context, i - 1);
}

static void assert_same(const hit_scene* scene, const hit_scene_filter* filter)
{
    for (int i = 0; i < count; i++) {
        hit_scene_hit one = {.t = HUGE_VALF, .t_double = HUGE_VAL, .face = HIT_FACE_NONE};
        const bool hit = hit_scene_first(scene, rays[i], filter, &one);
        assert_same_hit(&one, &hits[i]);
        assert_int_equal(hits[i].id != HIT_ID_NONE, hit);
        assert_int_equal(answers[i], hit);
    }
}

static void ask(const hit_scene* scene, const hit_scene_filter* filter, const hit_task_pool* pool)
{
    memset(hits, 0x5a, sizeof hits);
    memset(answers, 0x5a, sizeof answers);
    assert_int_equal(hit_scene_batch_first(scene, rays, (size_t)count, hits,
                                           &(hit_scene_batch_options){.filter = filter, .pool = pool}, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_batch_any(scene, rays, (size_t)count, answers,
                                         &(hit_scene_batch_options){.filter = filter, .pool = pool}, NULL),
                     HIT_OK);
    assert_same(scene, filter);
    if (filter == NULL) {
        memset(hits, 0x5a, sizeof hits);
        hit_scene_first_interleaved(scene, rays, hits, (size_t)count);
        assert_same(scene, filter);
    }
}

static void equals_single_rays(void** state)
{
    (void)state;
    for (int k = 0; k < 2 * WORLD_KINDS; k++) {
        const scene_world world = (scene_world)(k / 2);
        hit_scene* scene = NULL;
        naive_scene naive;
        // WORLD_WILD has boxes only.
        random_scene_make(&things, &r, world, OBJECTS, k % 2 == 0 || world == WORLD_WILD, &scene, &naive);
        make_rays(world, &naive);
        for (int level = 0; level <= (int)hit_cpu_best(); level++) {
            hit_scene_filter room;
            (void)hit_cpu_restrict((hit_cpu)level);
            ask(scene, NULL, NULL);
            ask(scene, random_scene_filter(&r, &room), NULL);
        }
        (void)hit_cpu_restrict(hit_cpu_best());
        naive_free(&naive);
        hit_scene_destroy(scene);
    }
}

// ---- Masks of rays --------------------------------------------------------------------------------------------------

// The filter that a single call needs: the layers of the ray, and the job's filter in a callback.
typedef struct two_filters {
    const hit_scene* scene;
    const hit_scene_filter* filter;
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

static void masks_of_rays(void** state)
{
    static uint32_t masks[SOME_RAYS][2];
    int calls = 0, found = 0;
    const hit_task_pool pool = {run_backwards, &calls, 3};
    (void)state;
    for (int k = 0; k < 12; k++) {
        const scene_world world = (scene_world)(k % WORLD_KINDS);
        hit_scene* scene = NULL;
        hit_scene_filter room;
        const hit_scene_filter* filter = k % 3 == 0 ? NULL : random_scene_filter(&r, &room);
        naive_scene naive;
        random_scene_make(&things, &r, world, OBJECTS, world == WORLD_WILD, &scene, &naive);
        make_rays(world, &naive);
        for (int i = 0; i < count; i++)
            masks[i][0] = test_random_below(&r, 8);
        const hit_scene_batch_options options = {.filter = filter,
                                                 .ray_masks = masks[0],
                                                 .ray_mask_stride = sizeof masks[0],
                                                 .pool = k % 2 == 0 ? NULL : &pool};
        memset(hits, 0x5a, sizeof hits);
        assert_int_equal(hit_scene_batch_first(scene, rays, (size_t)count, hits, &options, NULL), HIT_OK);
        assert_int_equal(hit_scene_batch_any(scene, rays, (size_t)count, answers, &options, NULL), HIT_OK);
        for (int i = 0; i < count; i++) {
            two_filters two = {scene, filter};
            const hit_scene_filter same = {.layers = masks[i][0],
                                           .sides = filter == NULL ? HIT_SIDES_BOTH : filter->sides,
                                           .accept = accept_by_both,
                                           .accept_context = &two};
            hit_scene_hit one = {.t = HUGE_VALF, .t_double = HUGE_VAL, .face = HIT_FACE_NONE};
            const bool hit = masks[i][0] != 0 && hit_scene_first(scene, rays[i], &same, &one);
            assert_same_hit(&one, &hits[i]);
            assert_int_equal(hits[i].id != HIT_ID_NONE, hit);
            assert_int_equal(answers[i], hit);
            found += hit;
        }
        naive_free(&naive);
        hit_scene_destroy(scene);
    }
    assert_true(found > 0);
}

static bool accept_odd(void* context, hit_id id, void* user)
{
    (void)context;
    (void)user;
    return (id & 1u) != 0;
}

static void filters(void** state)
{
    const hit_scene_filter every[4] = {{.layers = 2}, {.sides = HIT_SIDES_BACK}, {.accept = accept_odd}, {.layers = 0}};
    hit_scene* scene = NULL;
    naive_scene naive;
    (void)state;
    random_scene_make(&things, &r, WORLD_NEAR, OBJECTS, false, &scene, &naive);
    make_rays(WORLD_NEAR, &naive);
    for (int i = 0; i < 4; i++)
        ask(scene, &every[i], NULL);
    naive_free(&naive);
    hit_scene_destroy(scene);
}

// Boxes beside each other, and some that have moved: two trees; and a scene without objects. Large enough for rays to
// fly together.
static void several_trees(void** state)
{
    enum { BOXES = 20000 };
    hit_scene* scene = NULL;
    static hit_id ids[BOXES];
    int calls = 0;
    const hit_task_pool pool = {run_backwards, &calls, 7};
    (void)state;
    count = RAYS;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < RAYS; i++)
        rays[i] = hit_dray_make(hit_dvec3_make(-5.0, 0.01 * (i % 100), 0.003 * i),
                                hit_vec3_make(1.0f, test_random_range(&r, -0.3f, 0.3f), 0.1f));
    ask(scene, NULL, NULL);
    for (int i = 0; i < BOXES; i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(0.5 * (i % 27), i % 31, i % 29));
        const hit_aabb box = {{-0.2f, -0.2f, -0.2f}, {0.2f, 0.2f, 0.2f}};
        assert_int_equal(hit_scene_add_box(scene, &object, box, &ids[i], NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    ask(scene, NULL, NULL);
    for (int i = 0; i < OBJECTS / 10; i++) {
        const hit_placement place = hit_placement_at(hit_dvec3_make(i % 5, 3.0, -2.0 + 0.1 * i));
        assert_int_equal(hit_scene_move(scene, ids[101 * i], &place, NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    ask(scene, NULL, NULL);
    ask(scene, NULL, &pool);
    assert_true(calls > 0);
    assert_true(scene->primary.tree != NULL && scene->secondary.tree != NULL &&
                scene->primary.tree->header->nodes.count > 2500);
    hit_scene_destroy(scene);
}

static void strides(void** state)
{
    struct {
        double before;
        hit_dray ray;
    }* apart = malloc(SOME_RAYS * sizeof *apart);
    struct {
        hit_scene_hit hit;
        double after;
    }* into = malloc(SOME_RAYS * sizeof *into);
    hit_scene* scene = NULL;
    naive_scene naive;
    (void)state;
    assert_true(apart != NULL && into != NULL);
    random_scene_make(&things, &r, WORLD_NEAR, OBJECTS, false, &scene, &naive);
    make_rays(WORLD_NEAR, &naive);
    for (int i = 0; i < count; i++) {
        apart[i].before = -1.0;
        apart[i].ray = rays[i];
        into[i].after = i;
    }
    assert_int_equal(hit_scene_batch_any(scene, &apart[0].ray, (size_t)count, answers,
                                         &(hit_scene_batch_options){.ray_stride = sizeof *apart}, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_batch_first(
                         scene, &apart[0].ray, (size_t)count, &into[0].hit,
                         &(hit_scene_batch_options){.ray_stride = sizeof *apart, .result_stride = sizeof *into}, NULL),
                     HIT_OK);
    for (int i = 0; i < count; i++) {
        hits[i] = into[i].hit;
        assert_true(into[i].after == i);
    }
    assert_same(scene, NULL);
    naive_free(&naive);
    hit_scene_destroy(scene);
    free(apart);
    free(into);
}

static hit_dvec3 place_of(const hit_scene* scene, hit_id id)
{
    hit_object object;
    assert_true(hit_scene_get(scene, id, &object) != HIT_OBJECT_NONE);
    return object.placement.origin;
}

// A call for many moves is as many calls for one, with any stride; an object that comes twice ends where it came last.
// With origins only, its matrix stays.
static void compare_moves(bool origins)
{
    enum { MOVES = 100 };
    struct {
        double before;
        hit_placement place;
    } to[MOVES];
    hit_scene* scene[2] = {NULL, NULL};
    naive_scene naive;
    hit_id ids[MOVES];
    test_random start = r;
    for (int k = 0; k < 2; k++) {
        r = start;
        random_scene_make(&things, &r, WORLD_NEAR, OBJECTS, false, &scene[k], &naive);
        make_rays(WORLD_NEAR, &naive);
        for (int i = 0; i < MOVES; i++) {
            const naive_object* o = &naive.edited[test_random_below(&r, naive.edited_count)];
            hit_object now;
            assert_true(hit_scene_get(scene[k], o->id, &now) != HIT_OBJECT_NONE);
            ids[i] = o->id;
            to[i].place = random_scene_placement(&r, WORLD_NEAR, o->shape.kind);
            if (origins)
                memcpy(to[i].place.linear, now.placement.linear, sizeof now.placement.linear);
        }
        naive_free(&naive);
    }
    for (int i = 0; i < MOVES; i++)
        assert_int_equal(hit_scene_move(scene[0], ids[i], &to[i].place, NULL), HIT_OK);
    assert_int_equal(origins ? hit_scene_move_origins(scene[1], ids, &to[0].place.origin, sizeof to[0], MOVES, NULL)
                             : hit_scene_move_many(scene[1], ids, &to[0].place, sizeof to[0], MOVES, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_get_stats(scene[0]).waiting, hit_scene_get_stats(scene[1]).waiting);
    for (int k = 0; k < 2; k++)
        assert_int_equal(hit_scene_commit(scene[k], NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_first(scene[1], rays, (size_t)count, hits, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_any(scene[1], rays, (size_t)count, answers, NULL, NULL), HIT_OK);
    assert_same(scene[0], NULL);
    for (int k = 0; k < 2; k++)
        hit_scene_destroy(scene[k]);
}

static void many_moves(void** state)
{
    (void)state;
    compare_moves(false);
}

static void many_origins(void** state)
{
    (void)state;
    compare_moves(true);
}

// The first move that is refused ends it.
static void refused_moves(void** state)
{
    const hit_aabb box = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    hit_placement to[3];
    hit_scene* scene = NULL;
    hit_id ids[3], some[3];
    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < 3; i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        const hit_sphere sphere = {{0.0f, 0.0f, 0.0f}, 1.0f};
        assert_int_equal(i == 1 ? hit_scene_add_sphere(scene, &object, sphere, &ids[i], NULL)
                                : hit_scene_add_box(scene, &object, box, &ids[i], NULL),
                         HIT_OK);
    }
    for (int wrong = 0; wrong < 3; wrong++) {
        const hit_status expected = wrong == 1 ? HIT_ERROR_GEOMETRY : HIT_ERROR_ARGUMENT;
        for (int i = 0; i < 3; i++) {
            some[i] = ids[i];
            to[i] = hit_placement_at(hit_dvec3_make(wrong + 1.0, 0.0, 0.0));
        }
        if (wrong == 0)
            some[1] = 77;
        else if (wrong == 1)
            to[1].linear[0][0] = 2.0f;
        else
            to[1].origin.y = NAN;
        assert_int_equal(hit_scene_move_many(scene, some, to, 0, 3, NULL), expected);
        assert_true(place_of(scene, ids[0]).x == wrong + 1.0);
        assert_true(place_of(scene, ids[1]).x == 0.0 && place_of(scene, ids[2]).x == 0.0);
    }
    assert_int_equal(hit_scene_move_many(NULL, ids, to, 0, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_many(scene, NULL, to, 0, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_many(scene, ids, NULL, 0, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_many(scene, ids, to, sizeof to[0] - 8, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_many(scene, ids, to, sizeof to[0] + 4, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_many(NULL, NULL, NULL, 0, 0, NULL), HIT_OK);
    hit_scene_destroy(scene);
}

static void refused_origins(void** state)
{
    const hit_aabb box = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    hit_scene* scene = NULL;
    hit_id ids[3], some[3];
    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < 3; i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        assert_int_equal(hit_scene_add_box(scene, &object, box, &ids[i], NULL), HIT_OK);
    }
    for (int wrong = 0; wrong < 3; wrong++) {
        hit_dvec3 to[3];
        for (int i = 0; i < 3; i++) {
            some[i] = ids[i];
            to[i] = hit_dvec3_make(wrong + 1.0, 0.0, 0.0);
        }
        if (wrong == 0)
            some[1] = 77;
        else
            to[1].z = wrong == 1 ? NAN : 0x1.8p100;
        assert_int_equal(hit_scene_move_origins(scene, some, to, 0, 3, NULL), HIT_ERROR_ARGUMENT);
        assert_true(place_of(scene, ids[0]).x == wrong + 1.0);
        assert_true(place_of(scene, ids[1]).x == 0.0 && place_of(scene, ids[2]).x == 0.0);
    }
    const hit_dvec3 to = hit_dvec3_make(0x1.8p-149, -0x1p-150, 5.0);
    assert_int_equal(hit_scene_move_origins(scene, ids, &to, 0, 1, NULL), HIT_OK);
    // Rounded to multiples of 2^-149, as all places are.
    assert_true(place_of(scene, ids[0]).x == 0x1p-148 && place_of(scene, ids[0]).y == 0.0);
    assert_int_equal(hit_scene_move_origins(NULL, ids, &to, 0, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_origins(scene, NULL, &to, 0, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_origins(scene, ids, NULL, 0, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_origins(scene, ids, &to, sizeof to - 8, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_origins(scene, ids, &to, sizeof to + 4, 1, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move_origins(NULL, NULL, NULL, 0, 0, NULL), HIT_OK);
    hit_scene_destroy(scene);
}

// A box that is turned and turned back moves as if nothing had been: what a tree knows of unrotated boxes is that of
// now.
static void turned_boxes(void** state)
{
    const hit_aabb box = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    const hit_dray ray = hit_dray_make(hit_dvec3_make(1.2, 0.0, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
    const hit_dvec3 zero = hit_dvec3_make(0.0, 0.0, 0.0);
    const hit_object object = hit_object_at(zero);
    const hit_placement unrotated = hit_placement_at(zero);
    const hit_placement turned = hit_placement_from_trs(
        zero, hit_quat_from_axis_angle(hit_vec3_make(0.0f, 0.0f, 1.0f), 0.785398f), hit_vec3_make(1.0f, 1.0f, 1.0f));
    hit_scene* scene = NULL;
    hit_id id;
    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_box(scene, &object, box, &id, NULL), HIT_OK);
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(hit_scene_move_many(scene, &id, i % 2 == 0 ? &turned : &unrotated, 0, 1, NULL), HIT_OK);
        assert_int_equal(hit_scene_move_origins(scene, &id, &zero, 0, 1, NULL), HIT_OK);
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        assert_true(hit_scene_any(scene, ray, NULL) == (i % 2 == 0));
        assert_true(hit_scene_first(scene, ray, NULL, NULL) == (i % 2 == 0));
    }
    hit_scene_destroy(scene);
}

static void bad_arguments(void** state)
{
    const hit_dray ray = hit_dray_make(hit_dvec3_make(0.0, 0.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
    const size_t size = sizeof(hit_scene_hit);
    hit_scene_hit hit = {.id = 7};
    uint8_t answer = 7;
    hit_scene* scene = NULL;
    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_first(NULL, &ray, 1, &hit, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_first(scene, NULL, 1, &hit, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_first(scene, &ray, 1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(
        hit_scene_batch_first(scene, &ray, 1, &hit, &(hit_scene_batch_options){.ray_stride = sizeof ray - 8}, NULL),
        HIT_ERROR_ARGUMENT);
    assert_int_equal(
        hit_scene_batch_first(scene, &ray, 1, &hit, &(hit_scene_batch_options){.ray_stride = sizeof ray + 4}, NULL),
        HIT_ERROR_ARGUMENT);
    assert_int_equal(
        hit_scene_batch_first(scene, &ray, 1, &hit, &(hit_scene_batch_options){.result_stride = size - 8}, NULL),
        HIT_ERROR_ARGUMENT);
    assert_int_equal(
        hit_scene_batch_first(scene, &ray, 1, &hit, &(hit_scene_batch_options){.result_stride = size + 4}, NULL),
        HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_any(NULL, &ray, 1, &answer, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_any(scene, NULL, 1, &answer, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_any(scene, &ray, 1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_any(scene, &ray, 1, &answer, &(hit_scene_batch_options){.ray_stride = 4}, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_true(hit.id == 7 && answer == 7);
    assert_int_equal(hit_scene_batch_first(NULL, NULL, 0, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_any(NULL, NULL, 0, NULL, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_first(scene, &ray, 1, &hit, NULL, NULL), HIT_OK);
    assert_int_equal(hit_scene_batch_any(scene, &ray, 1, &answer, NULL, NULL), HIT_OK);
    assert_true(hit.id == HIT_ID_NONE && hit.t == HUGE_VALF && answer == 0);
    hit_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_single_rays), cmocka_unit_test(filters),       cmocka_unit_test(masks_of_rays),
        cmocka_unit_test(several_trees),      cmocka_unit_test(strides),       cmocka_unit_test(many_moves),
        cmocka_unit_test(refused_moves),      cmocka_unit_test(many_origins),  cmocka_unit_test(refused_origins),
        cmocka_unit_test(turned_boxes),       cmocka_unit_test(bad_arguments),
    };
    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
