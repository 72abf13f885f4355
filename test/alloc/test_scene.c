// Every allocation of scenes, failed once: the call says so, nothing is leaked, the scene is as it was, and the same
// call succeeds later.
//
// Each action starts from a new scene, of which a part is committed and a part only edited. It is run with the first
// allocation failing, then with the second, and so on until it ends without reaching the one that would fail; and all
// of that again with all later ones failing too.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // mkstemp
#endif

#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/random.h"

#include <hitscan/hitscan.h>

#include <unistd.h>

enum { BOXES = 600, KINDS = 8, POINTS = 200, RAYS = 200 };

typedef struct fixture {
    failing_memory memory;
    hit_bvh* trees[2]; ///< with memory of their own
    hit_vec3 points[POINTS];
    char path[40];
    const hit_task_pool* pool; ///< for commits
    hit_scene* scene;
    hit_id boxes[BOXES];
    hit_id kinds[KINDS + 1]; ///< of an object of each kind
    hit_error error;
} fixture;

static const hit_aabb unit_box = {{-1, -1, -1}, {1, 1, 1}};

static bool hit_nothing(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context;
    (void)ray;
    (void)hit;
    return false;
}

static const hit_user_shape user_shape = {{{-1, -1, -1}, {1, 1, 1}}, hit_nothing, NULL};

// ---- The scene that actions start from ------------------------------------------------------------------------------

static hit_status add_kind(fixture* f, hit_object_kind kind, const hit_object* at, hit_id* id)
{
    switch (kind) {
    case HIT_OBJECT_BOX:
        return hit_scene_add_box(f->scene, at, unit_box, id, NULL);
    case HIT_OBJECT_MESH:
        return hit_scene_add_mesh(f->scene, at, f->trees[0], id, NULL);
    case HIT_OBJECT_SPHERE:
        return hit_scene_add_sphere(f->scene, at, (hit_sphere){{0, 0, 0}, 1}, id, NULL);
    case HIT_OBJECT_CAPSULE:
        return hit_scene_add_capsule(f->scene, at, (hit_capsule){{0, 0, 0}, {1, 0, 0}, 1}, id, NULL);
    case HIT_OBJECT_CYLINDER:
        return hit_scene_add_cylinder(f->scene, at, (hit_cylinder){{0, 0, 0}, {1, 0, 0}, 1}, id, NULL);
    case HIT_OBJECT_POLYLINE:
        return hit_scene_add_polyline(f->scene, at, f->points, 0, POINTS, 0.25f, id, NULL);
    case HIT_OBJECT_POINTS:
        return hit_scene_add_points(f->scene, at, f->points, 0, POINTS, 0.25f, id, NULL);
    default:
        return hit_scene_add_user(f->scene, at, &user_shape, id, NULL);
    }
}

static hit_object somewhere(test_random* r)
{
    return hit_object_at(hit_dvec3_from(test_random_vec3(r, -30, 30)));
}

// Where box i is after `moves` moves.
static hit_placement place_of(int i, int moves)
{
    test_random r = test_random_make(test_seed() + (uint64_t)(1000 * moves + i));
    return somewhere(&r).placement;
}

// 500 boxes and one of each kind, committed; 100 more boxes, some moved and some removed, waiting for a commit.
static void begin(fixture* f)
{
    test_random r = test_random_make(test_seed());

    failing_memory_arm(&f->memory, 0, false);
    assert_int_equal(f->memory.live, 0);
    assert_int_equal(hit_scene_create(&f->memory.allocator, &f->scene, NULL), HIT_OK);
    for (int i = 0; i < BOXES; i++) {
        const hit_object at = {.placement = place_of(i, 0)};
        if (i == 500) {
            for (int kind = HIT_OBJECT_BOX; kind <= KINDS; kind++) {
                const hit_object there = somewhere(&r);
                assert_int_equal(add_kind(f, (hit_object_kind)kind, &there, &f->kinds[kind]), HIT_OK);
            }
            assert_int_equal(hit_scene_commit(f->scene, f->pool, NULL), HIT_OK);
        }
        assert_int_equal(hit_scene_add_box(f->scene, &at, unit_box, &f->boxes[i], NULL), HIT_OK);
    }
    for (int i = 0; i < 10; i++) {
        const hit_placement place = place_of(i, 1);
        assert_int_equal(hit_scene_move(f->scene, f->boxes[i], &place, NULL), HIT_OK);
        assert_int_equal(hit_scene_remove(f->scene, f->boxes[20 + i], NULL), HIT_OK);
    }
}

static void end(fixture* f)
{
    hit_scene_destroy(f->scene);
    f->scene = NULL;
    assert_int_equal(f->memory.live, 0);
    assert_int_equal(f->memory.wrong, 0);
}

// ---- What can be seen -----------------------------------------------------------------------------------------------

static uint64_t mix(uint64_t sum, const void* bytes, size_t size)
{
    const unsigned char* b = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ b[i]) * 0x100000001b3u;
    return sum;
}

// What queries see, as one number.
static uint64_t answers(const fixture* f)
{
    test_random r = test_random_make(test_seed());
    const hit_scene_stats stats = hit_scene_get_stats(f->scene);
    uint64_t sum = mix(0, &stats.committed, sizeof stats.committed);

    for (int i = 0; i < RAYS; i++) {
        const hit_vec3 from = test_random_vec3(&r, -50, 50), to = test_random_vec3(&r, -20, 20);
        const hit_dray ray = hit_dray_make(hit_dvec3_from(from), hit_vec3_sub(to, from));
        const uint32_t count = hit_scene_count(f->scene, ray, NULL);
        hit_scene_hit hit;
        sum = mix(sum, &count, sizeof count);
        if (hit_scene_first(f->scene, ray, NULL, &hit)) {
            sum = mix(sum, &hit.id, sizeof hit.id);
            sum = mix(sum, &hit.t, sizeof hit.t);
            sum = mix(sum, &hit.primitive, sizeof hit.primitive);
        }
    }
    for (int i = 0; i < BOXES + KINDS; i++) {
        hit_daabb box = {{0, 0, 0}, {0, 0, 0}};
        hit_scene_bounds(f->scene, i < BOXES ? f->boxes[i] : f->kinds[1 + i - BOXES], &box);
        sum = mix(sum, &box, sizeof box);
    }
    return sum;
}

// What has been edited, as one number.
static uint64_t objects(const fixture* f)
{
    static hit_id ids[2 * BOXES];
    const uint32_t count = hit_scene_list(f->scene, ids, 2 * BOXES);
    uint64_t sum = 0;

    assert_true(count <= 2 * BOXES);
    for (uint32_t i = 0; i < count; i++) {
        hit_object object;
        hit_object_shape shape;
        const hit_object_kind kind = hit_scene_get(f->scene, ids[i], &object);
        assert_true(hit_scene_shape(f->scene, ids[i], &shape));
        sum = mix(sum, &ids[i], sizeof ids[i]);
        sum = mix(sum, &kind, sizeof kind);
        sum = mix(sum, &object.placement.origin, sizeof object.placement.origin);
        sum = mix(sum, object.placement.linear, sizeof object.placement.linear);
        sum = mix(sum, &object.layers, sizeof object.layers);
        sum = mix(sum, &shape.box, sizeof shape.box);
        sum = mix(sum, &shape.mesh, sizeof shape.mesh);
        sum = mix(sum, &shape.sphere, sizeof shape.sphere);
        sum = mix(sum, &shape.capsule, sizeof shape.capsule);
        sum = mix(sum, &shape.radius, sizeof shape.radius);
        if (shape.point_count > 0)
            sum = mix(sum, shape.points, shape.point_count * sizeof *shape.points);
    }
    return sum;
}

// ---- Actions --------------------------------------------------------------------------------------------------------

// One edit or commit, or several; with a number that says which.
typedef hit_status action(fixture* f, int which);

// As many of one kind as make all arrays of the scene grow; a few where each takes memory of its own.
static hit_status add_many(fixture* f, int kind)
{
    const int count = kind == HIT_OBJECT_POLYLINE || kind == HIT_OBJECT_POINTS ? 12 : 500;
    test_random r = test_random_make(test_seed() + 77);

    for (int i = 0; i < count; i++) {
        const hit_object at = somewhere(&r);
        hit_id id = HIT_ID_NONE;
        const hit_status status = add_kind(f, (hit_object_kind)kind, &at, &id);
        assert_true((status == HIT_OK) == (id != HIT_ID_NONE));
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

static hit_status replace(fixture* f, int kind)
{
    const hit_id id = f->kinds[kind];

    switch (kind) {
    case HIT_OBJECT_BOX:
        return hit_scene_replace_box(f->scene, id, (hit_aabb){{-2, -2, -2}, {2, 2, 2}}, NULL);
    case HIT_OBJECT_MESH:
        return hit_scene_replace_mesh(f->scene, id, f->trees[1], NULL);
    case HIT_OBJECT_SPHERE:
        return hit_scene_replace_sphere(f->scene, id, (hit_sphere){{0, 0, 0}, 2}, NULL);
    case HIT_OBJECT_CAPSULE:
        return hit_scene_replace_capsule(f->scene, id, (hit_capsule){{0, 0, 0}, {1, 0, 0}, 2}, NULL);
    case HIT_OBJECT_CYLINDER:
        return hit_scene_replace_cylinder(f->scene, id, (hit_cylinder){{0, 0, 0}, {1, 0, 0}, 2}, NULL);
    case HIT_OBJECT_POLYLINE:
    case HIT_OBJECT_POINTS:
        return hit_scene_replace_points(f->scene, id, f->points + 50, 0, POINTS - 50, 0.5f, NULL);
    default:
        return hit_scene_replace_user(f->scene, id, &user_shape, NULL);
    }
}

// Move, set and remove each object.
static hit_status change_all(fixture* f, int which)
{
    (void)which;
    for (int i = 0; i < BOXES; i++) {
        const hit_placement place = place_of(i, 2);
        const hit_object object = {.placement = place_of(i, 3), .layers = 6};
        hit_status status;
        if (!hit_scene_has(f->scene, f->boxes[i]))
            continue;
        status = i % 3 == 0   ? hit_scene_move(f->scene, f->boxes[i], &place, NULL)
                 : i % 3 == 1 ? hit_scene_set(f->scene, f->boxes[i], &object, NULL)
                              : hit_scene_remove(f->scene, f->boxes[i], NULL);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

// Remove so many that the tree over the rest is better built anew.
static hit_status remove_most(fixture* f, int which)
{
    (void)which;
    for (int i = 0; i < BOXES - 10; i++)
        if (hit_scene_has(f->scene, f->boxes[i])) {
            const hit_status status = hit_scene_remove(f->scene, f->boxes[i], NULL);
            if (status != HIT_OK)
                return status;
        }
    return HIT_OK;
}

static hit_status commit(fixture* f, int which)
{
    (void)which;
    return hit_scene_commit(f->scene, f->pool, NULL);
}

// ---- Failing --------------------------------------------------------------------------------------------------------

// Edits that were made before the action, so that its commit has more to do.
static void prepare(fixture* f, action* before, int which)
{
    begin(f);
    if (before != NULL)
        assert_int_equal(before(f, which), HIT_OK);
}

// Fail one allocation of an action after the other. Returns how many there are.
static uint64_t fail_all(fixture* f, action* before, action* act, int which)
{
    const bool one_step = act != add_many; // several adds: those before the failure stay
    uint64_t edited, seen, most = 0;

    // What it leads to when nothing fails.
    prepare(f, before, which);
    assert_int_equal(act(f, which), HIT_OK);
    edited = objects(f);
    assert_int_equal(hit_scene_commit(f->scene, f->pool, NULL), HIT_OK);
    seen = answers(f);
    end(f);
    for (int mode = 0; mode < 2; mode++)
        for (uint64_t n = 1;; n++) {
            uint64_t edited_before, seen_before;
            hit_status status;
            prepare(f, before, which);
            edited_before = objects(f);
            seen_before = answers(f);
            failing_memory_arm(&f->memory, n, mode == 1);
            status = act(f, which);
            if (f->memory.failed == 0) {
                assert_int_equal(status, HIT_OK);
                assert_true(objects(f) == edited);
                end(f);
                most = n - 1 > most ? n - 1 : most;
                break;
            }
            // A commit can do without some memory; it must not tell of a failure, then.
            if (status != HIT_ERROR_MEMORY && !(act == commit && status == HIT_OK))
                fail_msg("action %d: allocation %llu failed: status %d", which, (unsigned long long)n, (int)status);
            if (status == HIT_ERROR_MEMORY) {
                assert_true(answers(f) == seen_before);
                if (one_step)
                    assert_true(objects(f) == edited_before);
            }
            failing_memory_arm(&f->memory, 0, false);
            // The same again, and this time nothing fails.
            if (one_step && status != HIT_OK) {
                assert_int_equal(act(f, which), HIT_OK);
                assert_true(objects(f) == edited);
            }
            assert_int_equal(hit_scene_commit(f->scene, f->pool, NULL), HIT_OK);
            if (one_step)
                assert_true(answers(f) == seen);
            end(f);
        }
    return most;
}

static fixture* make_fixture(void)
{
    fixture* f = malloc(sizeof *f);
    test_random r = test_random_make(test_seed());
    hit_triangle triangles[2][40];
    int file;

    assert_non_null(f);
    memset(f, 0, sizeof *f);
    failing_memory_make(&f->memory);
    for (int i = 0; i < POINTS; i++)
        f->points[i] = test_random_vec3(&r, -3, 3);
    for (int k = 0; k < 2; k++) {
        const hit_mesh mesh = {.vertices = triangles[k], .vertex_count = 120, .triangle_count = 40};
        for (int i = 0; i < 40; i++)
            triangles[k][i] =
                (hit_triangle){test_random_vec3(&r, -2, 2), test_random_vec3(&r, -2, 2), test_random_vec3(&r, -2, 2)};
        assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &f->trees[k], NULL), HIT_OK);
    }
    strcpy(f->path, "/tmp/hitscan-alloc-XXXXXX");
    file = mkstemp(f->path);
    assert_true(file >= 0);
    close(file);
    return f;
}

static void end_fixture(fixture* f)
{
    unlink(f->path);
    for (int k = 0; k < 2; k++)
        hit_bvh_destroy(f->trees[k]);
    failing_memory_end(&f->memory);
    free(f);
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void creating(void** state)
{
    fixture* f = make_fixture();

    (void)state;
    for (uint64_t n = 1;; n++) {
        hit_scene* scene = NULL;
        hit_status status;
        failing_memory_arm(&f->memory, n, false);
        status = hit_scene_create(&f->memory.allocator, &scene, NULL);
        if (status == HIT_OK) {
            assert_true(n > 1 && f->memory.failed == 0);
            hit_scene_destroy(scene);
            break;
        }
        assert_int_equal(status, HIT_ERROR_MEMORY);
        assert_null(scene);
        assert_int_equal(f->memory.live, 0);
    }
    assert_int_equal(f->memory.live, 0);
    assert_int_equal(f->memory.wrong, 0);
    end_fixture(f);
}

static void adding(void** state)
{
    fixture* f = make_fixture();

    (void)state;
    for (int kind = HIT_OBJECT_BOX; kind <= HIT_OBJECT_USER; kind++)
        assert_true(fail_all(f, NULL, add_many, kind) > 0);
    end_fixture(f);
}

static void changing(void** state)
{
    fixture* f = make_fixture();

    (void)state;
    for (int kind = HIT_OBJECT_BOX; kind <= HIT_OBJECT_USER; kind++) {
        const bool has_points = kind == HIT_OBJECT_POLYLINE || kind == HIT_OBJECT_POINTS;
        assert_true(fail_all(f, NULL, replace, kind) >= has_points);
    }
    fail_all(f, NULL, change_all, 0);
    end_fixture(f);
}

static void check_commits(fixture* f)
{
    assert_true(fail_all(f, NULL, commit, 0) > 0);
    for (int kind = HIT_OBJECT_BOX; kind <= HIT_OBJECT_USER; kind++) {
        assert_true(fail_all(f, add_many, commit, kind) > 0);
        fail_all(f, replace, commit, kind);
    }
    fail_all(f, change_all, commit, 0);
    fail_all(f, remove_most, commit, 0);
}

static void committing(void** state)
{
    fixture* f = make_fixture();

    (void)state;
    check_commits(f);
    end_fixture(f);
}

static void committing_on_threads(void** state)
{
    fixture* f = make_fixture();
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;

    (void)state;
    assert_int_equal(hit_thread_pool_create(3, NULL, &threads, NULL), HIT_OK);
    pool = hit_thread_pool_tasks(threads);
    f->pool = &pool;
    check_commits(f);
    hit_thread_pool_destroy(threads);
    end_fixture(f);
}

// After a commit that failed, more is edited, and the next commit fails too; then one that does not sees it all.
static void editing_after_failures(void** state)
{
    fixture* f = make_fixture();
    uint64_t first, last;

    (void)state;
    begin(f);
    first = answers(f);
    assert_int_equal(change_all(f, 0), HIT_OK);
    assert_int_equal(commit(f, 0), HIT_OK);
    last = answers(f);
    end(f);
    for (uint64_t n = 1; n < 40; n++) {
        begin(f);
        failing_memory_arm(&f->memory, n, true);
        if (commit(f, 0) == HIT_ERROR_MEMORY)
            assert_true(answers(f) == first);
        failing_memory_arm(&f->memory, 0, false);
        assert_int_equal(change_all(f, 0), HIT_OK);
        failing_memory_arm(&f->memory, n % 3 + 1, true);
        (void)commit(f, 0);
        failing_memory_arm(&f->memory, 0, false);
        assert_int_equal(commit(f, 0), HIT_OK);
        assert_true(answers(f) == last);
        end(f);
    }
    end_fixture(f);
}

static void saving_and_loading(void** state)
{
    fixture* f = make_fixture();
    uint64_t edited, seen;

    (void)state;
    for (int what = 0; what < 2; what++)
        for (int mode = 0; mode < 2; mode++)
            for (uint64_t n = 1;; n++) {
                hit_scene* loaded = NULL;
                hit_status status;
                uint32_t live;
                begin(f);
                assert_int_equal(hit_scene_remove(f->scene, f->kinds[HIT_OBJECT_USER], NULL), HIT_OK);
                edited = objects(f);
                if (what == 1)
                    assert_int_equal(hit_scene_save(f->scene, f->path, NULL), HIT_OK);
                live = f->memory.live;
                f->error = (hit_error){0};
                failing_memory_arm(&f->memory, n, mode == 1);
                status = what == 0 ? hit_scene_save(f->scene, f->path, &f->error)
                                   : hit_scene_load(f->path, &f->memory.allocator, &loaded, &f->error);
                assert_int_equal(f->error.status, status);
                if (f->memory.failed == 0) {
                    hit_scene* kept = f->scene;
                    assert_int_equal(status, HIT_OK);
                    assert_true(n > (what == 0 ? 4 : 8)); // scratch, tables, name; scene, trees, slots, commit
                    failing_memory_arm(&f->memory, 0, false);
                    if (what == 1) {
                        assert_int_equal(commit(f, 0), HIT_OK);
                        seen = answers(f);
                        f->scene = loaded;
                        assert_true(answers(f) == seen);
                        hit_scene_destroy(loaded);
                        f->scene = kept;
                    }
                    end(f);
                    break;
                }
                if (status != HIT_OK) { // a commit may do without some memory
                    assert_int_equal(status, HIT_ERROR_MEMORY);
                    assert_string_not_equal(f->error.message, "");
                    assert_null(loaded);
                    assert_int_equal(f->memory.live, live);
                }
                assert_true(objects(f) == edited);
                hit_scene_destroy(loaded);
                end(f);
            }
    end_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creating),
        cmocka_unit_test(adding),
        cmocka_unit_test(changing),
        cmocka_unit_test(committing),
        cmocka_unit_test(committing_on_threads),
        cmocka_unit_test(editing_after_failures),
        cmocka_unit_test(saving_and_loading),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
