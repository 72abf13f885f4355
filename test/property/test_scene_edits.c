// A long random_edits through the life of a scene: objects come, go, move and change, now and then that is committed,
// and all the while queries are compared with the naive scene, which knows only lists and loops.
//
// Also: ids of removed objects are refused for ever, edits are invisible until a commit, edits that are refused change
// nothing, and a fresh scene with the same objects gives the same bits: how a scene came to be does not matter.
#include "support/base/cmocka_all.h"
#include "support/scene/random_scene.h"

enum { STALE = 64, SEEN = 1 << 19, ROOM = 512 };

typedef struct random_edits {
    test_random r;
    scene_world world;
    bool boxes;
    hit_scene* scene;
    naive_scene naive;
    hit_thread_pool* pool;
    hit_id stale[STALE];
    uint32_t removed, waiting;
    uint64_t faults, hits, commits, fresh;
} random_edits;

static scene_assets things;

// All ids that there ever were: none may come twice.
static hit_id* seen;
static uint32_t seen_count;

static bool seen_before(hit_id id)
{
    uint32_t slot = (uint32_t)((id * 0x9e3779b97f4a7c15u) >> 45);
    while (seen[slot] != HIT_ID_NONE) {
        if (seen[slot] == id)
            return true;
        slot = (slot + 1) % SEEN;
    }
    assert_true(++seen_count < SEEN / 2);
    seen[slot] = id;
    return false;
}

static void fault_if(random_edits* w, bool wrong, const char* what)
{
    if (wrong && w->faults++ < 5)
        printf("  %s\n", what);
}

static naive_object* any_object(random_edits* w)
{
    return w->naive.edited_count > 0 ? &w->naive.edited[test_random_below(&w->r, w->naive.edited_count)] : NULL;
}

static hit_object_kind any_kind(random_edits* w)
{
    return w->boxes ? HIT_OBJECT_BOX : random_scene_kind(&w->r);
}

static bool is_round(hit_object_kind kind)
{
    return kind == HIT_OBJECT_SPHERE || kind == HIT_OBJECT_CAPSULE || kind == HIT_OBJECT_CYLINDER;
}

// ---- Edits ----------------------------------------------------------------------------------------------------------

static void add(random_edits* w)
{
    const hit_object_kind kind = any_kind(w);
    const hit_object object = random_scene_object(&w->r, w->world, kind);
    const naive_shape shape = random_scene_shape(&things, &w->r, w->world, kind);
    hit_id id = HIT_ID_NONE;

    assert_int_equal(naive_add_to(w->scene, &object, &shape, &id), HIT_OK);
    assert_true(id != HIT_ID_NONE && !seen_before(id));
    naive_add(&w->naive, id, &object, &shape);
}

static void take_away(random_edits* w)
{
    const naive_object* o = any_object(w);
    if (o == NULL)
        return;
    w->stale[w->removed++ % STALE] = o->id;
    assert_int_equal(hit_scene_remove(w->scene, o->id, NULL), HIT_OK);
    naive_remove(&w->naive, o->id);
}

static void move(random_edits* w)
{
    naive_object* o = any_object(w);
    if (o == NULL)
        return;
    if (test_random_below(&w->r, 2)) { // a little
        o->object.placement.origin.x += o->object.placement.origin.x * 0x1p-10 + 0.125;
        o->object.placement.origin.z -= 0.25;
    } else {
        o->object.placement = random_scene_placement(&w->r, w->world, o->shape.kind);
    }
    assert_int_equal(hit_scene_move(w->scene, o->id, &o->object.placement, NULL), HIT_OK);
}

static void change(random_edits* w)
{
    naive_object* o = any_object(w);
    if (o == NULL)
        return;
    o->object = random_scene_object(&w->r, w->world, o->shape.kind);
    o->object.user = test_random_below(&w->r, 2) ? &things : NULL;
    assert_int_equal(hit_scene_set(w->scene, o->id, &o->object, NULL), HIT_OK);
}

static void replace(random_edits* w)
{
    naive_object* o = any_object(w);
    if (o == NULL)
        return;
    o->shape = random_scene_shape(&things, &w->r, w->world, o->shape.kind);
    assert_int_equal(naive_replace_in(w->scene, o->id, &o->shape), HIT_OK);
}

static void commit(random_edits* w)
{
    const hit_task_pool tasks = hit_thread_pool_tasks(w->pool);
    assert_int_equal(hit_scene_commit(w->scene, test_random_below(&w->r, 3) ? NULL : &tasks, NULL), HIT_OK);
    naive_commit(&w->naive);
    assert_int_equal(hit_scene_get_stats(w->scene).waiting, 0);
    w->commits++;
}

// Whatever is done to an id that is none any more is refused.
static void try_stale(random_edits* w)
{
    const hit_id id = test_random_below(&w->r, 8) ? w->stale[test_random_below(&w->r, STALE)]
                                                  : test_random_next(&w->r) >> test_random_below(&w->r, 64);
    const hit_object object = random_scene_object(&w->r, w->world, HIT_OBJECT_SPHERE);
    const naive_shape shape = random_scene_shape(&things, &w->r, w->world, random_scene_kind(&w->r));
    hit_object_shape told;
    hit_object got;

    if (naive_find(&w->naive, id) != NULL)
        return;
    fault_if(w,
             hit_scene_has(w->scene, id) || hit_scene_get(w->scene, id, &got) != HIT_OBJECT_NONE ||
                 hit_scene_shape(w->scene, id, &told) || hit_scene_remove(w->scene, id, NULL) != HIT_ERROR_ARGUMENT ||
                 hit_scene_move(w->scene, id, &object.placement, NULL) != HIT_ERROR_ARGUMENT ||
                 hit_scene_set(w->scene, id, &object, NULL) != HIT_ERROR_ARGUMENT ||
                 naive_replace_in(w->scene, id, &shape) != HIT_ERROR_ARGUMENT,
             "a stale id is taken");
}

// Edits that are refused.
static void try_bad(random_edits* w)
{
    const naive_object* o = any_object(w);
    hit_object object = random_scene_object(&w->r, w->world, HIT_OBJECT_SPHERE);
    hit_aabb empty = hit_aabb_empty();
    naive_shape shape = random_scene_shape(&things, &w->r, w->world, random_scene_kind(&w->r));
    hit_id id = 4711;

    if (o == NULL)
        return;
    if (shape.kind != o->shape.kind && !(o->shape.kind >= HIT_OBJECT_POLYLINE && o->shape.kind <= HIT_OBJECT_POINTS &&
                                         shape.kind >= HIT_OBJECT_POLYLINE && shape.kind <= HIT_OBJECT_POINTS))
        fault_if(w, naive_replace_in(w->scene, o->id, &shape) != HIT_ERROR_ARGUMENT, "replaced by another kind");
    fault_if(w, hit_scene_add_box(w->scene, &object, empty, &id, NULL) != HIT_ERROR_ARGUMENT || id != 4711,
             "an empty box");
    if (is_round(o->shape.kind)) {
        object.placement.linear[0][1] +=
            0.5f * (fabsf(object.placement.linear[0][0]) + fabsf(object.placement.linear[1][0]) +
                    fabsf(object.placement.linear[2][0]));
        fault_if(w,
                 hit_scene_move(w->scene, o->id, &object.placement, NULL) != HIT_ERROR_GEOMETRY ||
                     hit_scene_set(w->scene, o->id, &object, NULL) != HIT_ERROR_GEOMETRY,
                 "a round thing that is sheared");
    }
    object.placement.origin.y = test_random_below(&w->r, 2) ? (double)NAN : 0x1.1p100;
    fault_if(w,
             hit_scene_move(w->scene, o->id, &object.placement, NULL) != HIT_ERROR_ARGUMENT ||
                 hit_scene_set(w->scene, o->id, &object, NULL) != HIT_ERROR_ARGUMENT ||
                 naive_add_to(w->scene, &object, &shape, &id) != HIT_ERROR_ARGUMENT || id != 4711,
             "a place that is none");
    object.placement.origin.y = 0.0;
    object.placement.linear[2][1] = HUGE_VALF;
    fault_if(w, hit_scene_move(w->scene, o->id, &object.placement, NULL) != HIT_ERROR_ARGUMENT, "an infinite matrix");
}

// ---- Queries --------------------------------------------------------------------------------------------------------

static void ask(random_edits* w)
{
    hit_scene_filter room;
    const hit_scene_filter* filter = random_scene_filter(&w->r, &room);
    const hit_dray ray = random_scene_ray(&w->r, w->world, &w->naive);
    w->faults += naive_check_ray(w->scene, &w->naive, &ray, filter, &w->hits);
}

// The bounds that the scene tells hold each box, and not much more.
static void check_bounds(random_edits* w)
{
    const hit_daabb all = hit_scene_get_stats(w->scene).bounds;
    for (uint32_t i = 0; i < w->naive.committed_count; i++) {
        const naive_object* o = &w->naive.committed[i];
        const hit_dvec3 place = naive_round_position(o->object.placement.origin);
        const double at[3] = {place.x, place.y, place.z};
        const bool world = o->shape.kind == HIT_OBJECT_POLYLINE || o->shape.kind == HIT_OBJECT_POINTS;
        hit_daabb box = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
        float low[3], high[3];

        naive_bounds(&o->shape, low, high);
        fault_if(w, !hit_scene_bounds(w->scene, o->id, &box), "no bounds");
        for (int k = 0; k < 3; k++) {
            const double b[2] = {k == 0   ? box.min.x
                                 : k == 1 ? box.min.y
                                          : box.min.z,
                                 k == 0   ? box.max.x
                                 : k == 1 ? box.max.y
                                          : box.max.z};
            const double a[2] = {k == 0   ? all.min.x
                                 : k == 1 ? all.min.y
                                          : all.min.z,
                                 k == 0   ? all.max.x
                                 : k == 1 ? all.max.y
                                          : all.max.z};
            long double lo = (long double)at[k], hi = lo, size = fabsl(lo);
            for (int j = 0; j < 3; j++) {
                const long double m = (long double)o->object.placement.linear[k][j];
                const long double p = m * (long double)low[j], q = m * (long double)high[j];
                lo += p < q ? p : q, hi += p < q ? q : p;
                size += fabsl(p) + fabsl(q);
            }
            lo -= world ? (long double)o->shape.radius : 0.0L, hi += world ? (long double)o->shape.radius : 0.0L;
            size = 1e-5L * (hi - lo) + 0x1p-48L * size + 0x1p-1000L;
            if (o->shape.kind == HIT_OBJECT_BOX) // the box around all of it is exact there only
                fault_if(w, (long double)b[0] > lo || (long double)b[1] < hi, "the bounds of a box do not hold it");
            fault_if(w, (long double)b[0] < lo - size || (long double)b[1] > hi + size, "bounds are too large");
            fault_if(w, !(a[0] <= b[0] && b[1] <= a[1]), "bounds are not in the bounds of all");
        }
    }
}

static int by_id(const void* a, const void* b)
{
    const naive_object *p = a, *q = b;
    return p->id < q->id ? -1 : p->id > q->id;
}

// A new scene with the same objects, added in the order of their ids, gives the same bits.
static void compare_with_fresh(random_edits* w)
{
    const uint32_t count = w->naive.committed_count;
    naive_object* sorted = malloc((count + 1) * sizeof *sorted);
    hit_id* ids = malloc((count + 1) * sizeof *ids);
    hit_scene* fresh = NULL;

    assert_true(sorted != NULL && ids != NULL);
    if (count > 0)
        memcpy(sorted, w->naive.committed, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_id);
    assert_int_equal(hit_scene_create(NULL, &fresh, NULL), HIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(naive_add_to(fresh, &sorted[i].object, &sorted[i].shape, &ids[i]), HIT_OK);
        assert_true(i == 0 || ids[i] > ids[i - 1]);
    }
    assert_int_equal(hit_scene_commit(fresh, NULL, NULL), HIT_OK);
    for (int n = 0; n < 40; n++) {
        static hit_scene_hit here[ROOM], there[ROOM];
        hit_scene_filter room;
        const hit_scene_filter* filter = random_scene_filter(&w->r, &room);
        const hit_dray ray = random_scene_ray(&w->r, w->world, &w->naive);
        uint32_t found, again;

        if (filter != NULL)
            room.accept = NULL; // looks at ids
        found = hit_scene_all(w->scene, ray, filter, here, ROOM);
        again = hit_scene_all(fresh, ray, filter, there, ROOM);
        fault_if(w, found != again, "a fresh scene finds others");
        for (uint32_t i = 0; i < found && i < again && i < ROOM; i++) {
            uint32_t k = 0;
            while (k < count && ids[k] != there[i].id)
                k++;
            there[i].id = k < count ? sorted[k].id : HIT_ID_NONE;
            fault_if(w,
                     here[i].id != there[i].id || memcmp(&here[i].t, &there[i].t, sizeof(float)) != 0 ||
                         here[i].primitive != there[i].primitive || here[i].u != there[i].u ||
                         here[i].v != there[i].v || here[i].w != there[i].w || here[i].side != there[i].side ||
                         here[i].face != there[i].face ||
                         memcmp(&here[i].normal, &there[i].normal, sizeof(hit_vec3)) != 0 ||
                         memcmp(&here[i].point, &there[i].point, sizeof(hit_dvec3)) != 0,
                     "a fresh scene has another answer");
        }
    }
    hit_scene_destroy(fresh);
    free(sorted);
    free(ids);
    w->fresh++;
}

static void step(random_edits* w, uint32_t wanted)
{
    const uint32_t dice = test_random_below(&w->r, 100);
    const uint32_t adds = w->naive.edited_count < wanted ? 26 : 8;
    if (dice < adds)
        add(w);
    else if (dice < 32)
        take_away(w);
    else if (dice < 46)
        move(w);
    else if (dice < 50)
        change(w);
    else if (dice < 57)
        replace(w);
    else if (dice < 60)
        try_stale(w);
    else if (dice < 61)
        try_bad(w);
    else if (dice < 68)
        commit(w);
    else
        ask(w);
}

static void go(scene_world world, bool boxes, uint64_t share)
{
    const uint64_t steps = test_cases(100000) / share;
    random_edits w = {
        .r = test_random_make(test_seed() + 950 + 10 * (uint64_t)world + boxes), .world = world, .boxes = boxes};

    scene_assets_make(&things, test_seed());
    seen = calloc(SEEN, sizeof *seen);
    seen_count = 0;
    assert_non_null(seen);
    assert_int_equal(hit_scene_create(NULL, &w.scene, NULL), HIT_OK);
    assert_int_equal(hit_thread_pool_create(3, NULL, &w.pool, NULL), HIT_OK);
    w.naive = naive_make();
    for (uint64_t i = 0; i < steps && w.faults < 20; i++) {
        const uint32_t phase = (uint32_t)(i / 4000 % 4);
        step(&w, phase == 0 ? 12 : phase == 1 ? 150 : phase == 2 ? 50 : 1);
        if (i % 97 == 0)
            w.faults += naive_check_objects(w.scene, &w.naive);
        if (i % 499 == 0) {
            commit(&w);
            check_bounds(&w);
            compare_with_fresh(&w);
        }
    }
    printf("  %s: %llu steps, %llu commits, %llu fresh scenes, %llu hits, %llu faults\n", scene_world_names[world],
           (unsigned long long)steps, (unsigned long long)w.commits, (unsigned long long)w.fresh,
           (unsigned long long)w.hits, (unsigned long long)w.faults);
    assert_true(steps < 1000 || w.hits > steps / 20);
    assert_int_equal(w.faults, 0);
    hit_scene_destroy(w.scene);
    hit_thread_pool_destroy(w.pool);
    naive_free(&w.naive);
    scene_assets_free(&things);
    free(seen);
}

static void boxes_on_a_grid(void** state)
{
    (void)state;
    go(WORLD_GRID, true, 2);
}

static void all_kinds(void** state)
{
    (void)state;
    go(WORLD_NEAR, false, 1);
}

static void all_kinds_far_away(void** state)
{
    (void)state;
    go(WORLD_FAR, false, 4);
}

static void huge_coordinates(void** state)
{
    (void)state;
    go(WORLD_HUGE, false, 4);
}

// Thousands of boxes, of which a tenth, or all, move each frame: what the tree over them does then is never visible.
static void objects_that_all_move(void** state)
{
    const uint64_t frames = 5 + test_costly_cases(100000) / 2500;
    const uint32_t count = 4000;
    random_edits w = {.r = test_random_make(test_seed() + 990), .world = WORLD_NEAR, .boxes = true};

    (void)state;
    scene_assets_make(&things, test_seed());
    random_scene_make(&things, &w.r, w.world, count, true, &w.scene, &w.naive);
    for (uint64_t frame = 0; frame < frames && w.faults == 0; frame++) {
        const uint32_t share = frame % 8 == 7 ? 1 : frame % 8 == 3 ? 200 : 10;
        for (uint32_t i = 0; i < w.naive.edited_count; i++) {
            naive_object* o = &w.naive.edited[i];
            if (test_random_below(&w.r, share) != 0)
                continue;
            o->object.placement.origin = random_scene_placement(&w.r, w.world, HIT_OBJECT_BOX).origin;
            if (frame % 16 == 7) // all into one corner, and out again
                o->object.placement.origin = hit_dvec3_make(30.0 + 1e-3 * (double)i, 5.0, 5.0);
            assert_int_equal(hit_scene_move(w.scene, o->id, &o->object.placement, NULL), HIT_OK);
        }
        for (uint32_t i = 0; i < 20; i++) {
            const naive_object* o = any_object(&w);
            hit_object object = o->object;
            naive_shape shape = o->shape;
            hit_id id = HIT_ID_NONE;
            assert_int_equal(hit_scene_remove(w.scene, o->id, NULL), HIT_OK);
            naive_remove(&w.naive, o->id);
            assert_int_equal(naive_add_to(w.scene, &object, &shape, &id), HIT_OK);
            naive_add(&w.naive, id, &object, &shape);
        }
        assert_int_equal(hit_scene_commit(w.scene, NULL, NULL), HIT_OK);
        naive_commit(&w.naive);
        for (int i = 0; i < 20; i++)
            ask(&w);
    }
    printf("  %llu frames, %llu hits, %llu faults\n", (unsigned long long)frames, (unsigned long long)w.hits,
           (unsigned long long)w.faults);
    assert_int_equal(w.faults, 0);
    hit_scene_destroy(w.scene);
    naive_free(&w.naive);
    scene_assets_free(&things);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_on_a_grid),       cmocka_unit_test(all_kinds),
        cmocka_unit_test(all_kinds_far_away),    cmocka_unit_test(huge_coordinates),
        cmocka_unit_test(objects_that_all_move),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
