// Scenes as files: what was saved comes back, ids included.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // unlink
#endif

#include "support/base/cmocka_all.h"
#include "support/base/folder.h"
#include "support/base/random.h"
#include "support/scene/small_scenes.h"
#include "support/bvh/small_trees.h"

#include "scene/scene.h"

#include <unistd.h>

// ---- What comes back ------------------------------------------------------------------------------------------------

static bool same_bytes(const void* a, const void* b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void assert_same_object(const hit_scene* a, const hit_scene* b, hit_id id)
{
    hit_object at, bt;
    hit_object_shape as, bs;

    assert_int_equal(hit_scene_get(a, id, &at), hit_scene_get(b, id, &bt));
    assert_true(same_bytes(&at.placement.origin, &bt.placement.origin, sizeof at.placement.origin));
    assert_true(same_bytes(at.placement.linear, bt.placement.linear, sizeof at.placement.linear));
    assert_int_equal(at.layers, bt.layers);
    assert_int_equal(at.priority, bt.priority);
    assert_true(at.disabled == bt.disabled);
    assert_null(bt.user); // not saved
    assert_true(hit_scene_shape(a, id, &as) && hit_scene_shape(b, id, &bs));
    assert_int_equal(as.kind, bs.kind);
    assert_true(same_bytes(&as.box, &bs.box, sizeof as.box));
    assert_true(same_bytes(&as.sphere, &bs.sphere, sizeof as.sphere));
    assert_true(same_bytes(&as.capsule, &bs.capsule, sizeof as.capsule));
    assert_true(same_bytes(&as.cylinder, &bs.cylinder, sizeof as.cylinder));
    assert_int_equal(as.point_count, bs.point_count);
    assert_true(as.radius == bs.radius);
    if (as.point_count > 0)
        assert_true(same_bytes(as.points, bs.points, as.point_count * sizeof *as.points));
    assert_true((as.mesh == NULL) == (bs.mesh == NULL));
    if (as.mesh != NULL) {
        size_t size, other;
        const void *bytes = hit_bvh_bytes(as.mesh, &size), *copy = hit_bvh_bytes(bs.mesh, &other);
        assert_true(size == other && bytes != copy && same_bytes(bytes, copy, size));
    }
}

static void assert_same_objects(const hit_scene* a, const hit_scene* b)
{
    enum { ROOM = 2000 };
    static hit_id ids[ROOM], others[ROOM];
    const uint32_t count = hit_scene_list(a, ids, ROOM);

    assert_true(count <= ROOM);
    assert_int_equal(hit_scene_list(b, others, ROOM), count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(ids[i] == others[i]);
        assert_same_object(a, b, ids[i]);
    }
}

// All rays from some place to another: the same hits.
static void assert_same_answers(const hit_scene* a, const hit_scene* b)
{
    const hit_scene_stats stats = hit_scene_get_stats(b);
    test_random r = test_random_make(test_seed());

    for (int i = 0; i < 2000; i++) {
        const hit_vec3 from = test_random_vec3(&r, -40, 40), to = test_random_vec3(&r, -5, 5);
        hit_dray ray = hit_dray_make(hit_dvec3_from(from), hit_vec3_sub(to, from));
        hit_scene_hit one = {0}, other = {0};
        ray.t_max = 100;
        assert_true(hit_scene_first(a, ray, NULL, &one) == hit_scene_first(b, ray, NULL, &other));
        assert_true(one.id == other.id && one.t == other.t && one.primitive == other.primitive);
        assert_int_equal(hit_scene_count(a, ray, NULL), hit_scene_count(b, ray, NULL));
    }
    assert_int_equal(stats.waiting, 0);
    assert_int_equal(stats.objects, stats.committed);
}

static void all_kinds(void** state)
{
    (void)state;
    for (int committed = 0; committed < 2; committed++) {
        small_scene s = small_scene_make(NULL, committed != 0);
        hit_error error = {.status = HIT_ERROR_FILE, .offset = 1, .line = 1, .message = "old"};
        hit_scene* loaded = NULL;
        void *bytes, *again;
        size_t size, size_again;

        // Twice: the second time over the first.
        assert_int_equal(hit_scene_save(s.scene, in_folder("scene"), &error), HIT_OK);
        assert_int_equal(error.status, HIT_OK);
        assert_string_equal(error.message, "");
        assert_int_equal(hit_scene_save(s.scene, in_folder("scene"), NULL), HIT_OK);
        assert_int_equal(files_in_folder(), 1);
        bytes = small_scene_read(in_folder("scene"), &size);
        error = (hit_error){.status = HIT_ERROR_FILE, .offset = 1, .line = 1, .message = "old"};
        assert_int_equal(hit_scene_load(in_folder("scene"), NULL, &loaded, &error), HIT_OK);
        assert_int_equal(error.status, HIT_OK);
        assert_string_equal(error.message, "");
        assert_same_objects(s.scene, loaded);
        assert_int_equal(hit_scene_list(loaded, NULL, 0), SMALL_SCENE_OBJECTS);
        assert_false(hit_scene_has(loaded, s.gone[0]) || hit_scene_has(loaded, s.gone[1]));
        assert_int_equal(hit_scene_commit(s.scene, NULL, NULL), HIT_OK);
        assert_same_answers(s.scene, loaded);
        // What is saved again is the same, byte by byte.
        assert_int_equal(hit_scene_save(loaded, in_folder("scene"), NULL), HIT_OK);
        again = small_scene_read(in_folder("scene"), &size_again);
        assert_true(size == size_again && same_bytes(bytes, again, size));
        assert_int_equal(unlink(in_folder("scene")), 0);
        free(bytes);
        free(again);
        hit_scene_destroy(loaded);
        small_scene_end(&s);
    }
}

static void empty_scenes(void** state)
{
    hit_scene *scene, *loaded = NULL;

    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    assert_int_equal(hit_scene_save(scene, in_folder("scene"), NULL), HIT_OK);
    assert_int_equal(hit_scene_load(in_folder("scene"), NULL, &loaded, NULL), HIT_OK);
    assert_int_equal(hit_scene_list(loaded, NULL, 0), 0);
    assert_false(hit_scene_any(loaded, hit_dray_make(hit_dvec3_make(0, 0, 0), hit_vec3_make(1, 0, 0)), NULL));
    assert_int_equal(unlink(in_folder("scene")), 0);
    hit_scene_destroy(loaded);
    hit_scene_destroy(scene);
}

// Ids of objects that are gone are refused after loading, and not given out again, whatever is added and removed.
static void ids_stay_used(void** state)
{
    enum { COUNT = 50, ROUNDS = 4 };
    const hit_object object = hit_object_at(hit_dvec3_make(1, 2, 3));
    const hit_aabb box = {{0, 0, 0}, {1, 1, 1}};
    hit_id used[COUNT * ROUNDS];
    hit_scene *scene, *loaded = NULL;

    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(hit_scene_add_box(scene, &object, box, &used[COUNT * round + i], NULL), HIT_OK);
        // Of the last round, a third stays.
        for (int i = 0; i < COUNT; i++)
            if (round < ROUNDS - 1 || i % 3 != 0)
                assert_int_equal(hit_scene_remove(scene, used[COUNT * round + i], NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_save(scene, in_folder("scene"), NULL), HIT_OK);
    assert_int_equal(hit_scene_load(in_folder("scene"), NULL, &loaded, NULL), HIT_OK);
    assert_same_objects(scene, loaded);
    for (int i = 0; i < COUNT * ROUNDS; i++)
        assert_true(hit_scene_has(loaded, used[i]) == hit_scene_has(scene, used[i]));
    // Slots that are free are used first.
    assert_int_equal(hit_scene_slot_count(loaded), COUNT);
    for (int round = 0; round < 3; round++) {
        hit_id fresh[2 * COUNT];
        for (int i = 0; i < 2 * COUNT; i++) {
            assert_int_equal(hit_scene_add_box(loaded, &object, box, &fresh[i], NULL), HIT_OK);
            for (int k = 0; k < COUNT * ROUNDS; k++)
                assert_true(fresh[i] != used[k]);
            for (int k = 0; k < i; k++)
                assert_true(fresh[i] != fresh[k]);
            if (i < 2 * COUNT / 3)
                assert_true(round > 0 || hit_scene_slot_count(loaded) == COUNT);
        }
        assert_int_equal(hit_scene_list(loaded, NULL, 0), hit_scene_list(scene, NULL, 0) + 2 * COUNT);
        for (int i = 0; i < 2 * COUNT; i++)
            assert_int_equal(hit_scene_remove(loaded, fresh[i], NULL), HIT_OK);
    }
    assert_same_objects(scene, loaded);
    assert_int_equal(unlink(in_folder("scene")), 0);
    hit_scene_destroy(loaded);
    hit_scene_destroy(scene);
}

// A loaded scene can be edited as any other one.
static void edited_after_loading(void** state)
{
    small_scene s = small_scene_make(NULL, true);
    const hit_dray down = hit_dray_make(hit_dvec3_make(500, 50, 500), hit_vec3_make(0, -1, 0));
    hit_scene_hit hit = {0};
    hit_scene* loaded = NULL;
    hit_placement there = hit_placement_at(hit_dvec3_make(500, 0, 500));
    hit_id added = HIT_ID_NONE;
    hit_object object = {.placement = there};

    (void)state;
    assert_int_equal(hit_scene_save(s.scene, in_folder("scene"), NULL), HIT_OK);
    assert_int_equal(hit_scene_load(in_folder("scene"), NULL, &loaded, NULL), HIT_OK);
    assert_int_equal(unlink(in_folder("scene")), 0);
    assert_false(hit_scene_first(loaded, down, NULL, &hit));
    assert_int_equal(hit_scene_move(loaded, s.ids[2], &there, NULL), HIT_OK);
    for (int i = 0; i < SMALL_SCENE_OBJECTS; i++)
        if (i != 2)
            assert_int_equal(hit_scene_remove(loaded, s.ids[i], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(loaded, &object, s.trees[1], &added, NULL), HIT_OK);
    assert_int_equal(hit_scene_commit(loaded, NULL, NULL), HIT_OK);
    assert_true(hit_scene_any(loaded, hit_dray_make(hit_dvec3_make(501, 50, 503), hit_vec3_make(0, -1, 0)), NULL));
    assert_int_equal(hit_scene_list(loaded, NULL, 0), 2);
    assert_true(hit_scene_has(loaded, added) && hit_scene_has(loaded, s.ids[2]));
    hit_scene_destroy(loaded);
    small_scene_end(&s);
}

// A tree is written once, however many instances it has, and each instance has it again.
static void shared_trees(void** state)
{
    enum { COUNT = 1000 };
    hit_bvh_header* blocks[2] = {small_tree_make(SMALL_TRIANGLES), small_tree_make(SMALL_TRIANGLES)};
    hit_bvh* trees[2];
    const hit_bvh* seen[2] = {NULL, NULL};
    hit_scene *scene, *loaded = NULL;
    hit_id ids[COUNT];
    size_t size;

    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(hit_bvh_view(blocks[i], (size_t)blocks[i]->size, NULL, &trees[i], NULL), HIT_OK);
    for (int i = 0; i < COUNT; i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(i, 0, 0));
        assert_int_equal(hit_scene_add_mesh(scene, &object, trees[i / 3 % 2], &ids[i], NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_save(scene, in_folder("scene"), NULL), HIT_OK);
    free(small_scene_read(in_folder("scene"), &size));
    assert_int_equal(size, 128 + 64 + 112 * COUNT + 2 * blocks[0]->size);
    assert_int_equal(hit_scene_load(in_folder("scene"), NULL, &loaded, NULL), HIT_OK);
    for (int i = 0; i < COUNT; i++) {
        hit_object_shape shape;
        assert_true(hit_scene_shape(loaded, ids[i], &shape));
        if (seen[i / 3 % 2] == NULL)
            seen[i / 3 % 2] = shape.mesh;
        assert_ptr_equal(shape.mesh, seen[i / 3 % 2]);
    }
    assert_ptr_not_equal(seen[0], seen[1]);
    assert_same_objects(scene, loaded);
    assert_int_equal(unlink(in_folder("scene")), 0);
    hit_scene_destroy(loaded);
    hit_scene_destroy(scene);
    for (int i = 0; i < 2; i++) {
        hit_bvh_destroy(trees[i]);
        free(blocks[i]);
    }
}

// ---- What cannot be saved, or is not there --------------------------------------------------------------------------

static bool never_hit(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context;
    (void)ray;
    (void)hit;
    return false;
}

static void user_shapes(void** state)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0, 0, 0));
    const hit_user_shape shape = {{{0, 0, 0}, {1, 1, 1}}, never_hit, NULL};
    small_scene s = small_scene_make(NULL, false);
    hit_error error = {0};
    char number[32];
    hit_id id;

    (void)state;
    assert_int_equal(hit_scene_add_user(s.scene, &object, &shape, &id, NULL), HIT_OK);
    assert_int_equal(hit_scene_save(s.scene, in_folder("scene"), &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
    snprintf(number, sizeof number, "object %llu ", (unsigned long long)id);
    assert_non_null(strstr(error.message, number));
    assert_int_equal(hit_scene_save(s.scene, in_folder("scene"), NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(files_in_folder(), 0);
    assert_int_equal(hit_scene_remove(s.scene, id, NULL), HIT_OK);
    assert_int_equal(hit_scene_save(s.scene, in_folder("scene"), &error), HIT_OK);
    assert_int_equal(unlink(in_folder("scene")), 0);
    small_scene_end(&s);
}

static void bad_arguments(void** state)
{
    hit_error error = {0};
    hit_scene *scene = NULL, *made = NULL;

    (void)state;
    assert_int_equal(hit_scene_create(NULL, &made, NULL), HIT_OK);
    assert_int_equal(hit_scene_save(NULL, in_folder("scene"), &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "scene is NULL"));
    assert_int_equal(hit_scene_save(made, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "path is NULL"));
    assert_int_equal(hit_scene_load(NULL, NULL, &scene, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_load("x", NULL, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_load("x", NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_null(scene);
    assert_int_equal(files_in_folder(), 0);
    hit_scene_destroy(made);
}

static void files_that_fail(void** state)
{
    small_scene s = small_scene_make(NULL, true);
    hit_scene* loaded = NULL;
    hit_error error = {0};
    char zeros[4096] = {0};

    (void)state;
    assert_int_equal(hit_scene_save(s.scene, in_folder("none/scene"), &error), HIT_ERROR_FILE);
    assert_int_equal(error.status, HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "cannot create"));
    assert_int_equal(hit_scene_load(in_folder("none"), NULL, &loaded, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "none: No such file"));
    assert_int_equal(hit_scene_load(in_folder("none"), NULL, &loaded, NULL), HIT_ERROR_FILE);
    assert_int_equal(hit_scene_load(folder_path(), NULL, &loaded, &error), HIT_ERROR_FILE);
    write_file("bytes", zeros, sizeof zeros);
    assert_int_equal(hit_scene_load(in_folder("bytes"), NULL, &loaded, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "not a scene"));
    write_file("bytes", s.blocks[0], (size_t)s.blocks[0]->size);
    assert_int_equal(hit_scene_load(in_folder("bytes"), NULL, &loaded, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "not a scene"));
    assert_null(loaded);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    small_scene_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),     cmocka_unit_test(empty_scenes),
        cmocka_unit_test(ids_stay_used), cmocka_unit_test(edited_after_loading),
        cmocka_unit_test(shared_trees),  cmocka_unit_test(user_shapes),
        cmocka_unit_test(bad_arguments), cmocka_unit_test(files_that_fail),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
