// Errors: every call that returns a status fills its hit_error on failure, with a message, and clears it on success.
// What scene edits say is the matter of test_edit_errors.c.
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"

#include <hitscan/hitscan.h>
#include <hitscan/mesh_io.h>
#include <unistd.h>

static hit_error error;

// A failure, with these words in its message; and the same call without an error has the same status.
static void failed(hit_status got, hit_status without, hit_status status, const char* words)
{
    if (got != status || without != status || error.status != status || strstr(error.message, words) == NULL)
        fail_msg("%d, %d, %d: \"%s\" without \"%s\"", (int)got, (int)without, (int)error.status, error.message, words);
}
#define FAILS(status, words, call, ...)                                                                                \
    (memset(&error, 0x5a, sizeof error), failed(call(__VA_ARGS__, &error), call(__VA_ARGS__, NULL), status, words))

static void succeeded(hit_status got)
{
    if (got != HIT_OK)
        fail_msg("%s", error.message);
    assert_true(error.status == HIT_OK && error.offset == 0 && error.line == 0);
    assert_string_equal(error.message, "");
}
#define WORKS(call, ...) (memset(&error, 0x5a, sizeof error), succeeded(call(__VA_ARGS__, &error)))

static const hit_vec3 corners[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
static const hit_mesh mesh = {.vertices = corners, .vertex_count = 6, .triangle_count = 2};
static const hit_aabb boxes[2] = {{{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}};
static const hit_task_pool no_run = {NULL, NULL, 2};

static void trees(void** state)
{
    const hit_mesh one = {.vertices = corners, .vertex_count = 3, .triangle_count = 1};
    hit_bvh *tree, *loaded, *view, *box_tree;
    char path[300];
    const void* bytes;
    size_t size;
    (void)state;
    FAILS(HIT_ERROR_ARGUMENT, "the mesh is NULL", hit_bvh_build_triangles, NULL, NULL, &tree);
    WORKS(hit_bvh_build_triangles, &mesh, NULL, &tree);
    WORKS(hit_bvh_build_aabbs, boxes, 0, 2, NULL, &box_tree);

    FAILS(HIT_ERROR_TOPOLOGY, "1 primitives do not fit a tree that was built from 2", hit_bvh_refit_triangles, tree,
          &one, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "another kind", hit_bvh_refit_aabbs, tree, boxes, 0, 2, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "another kind", hit_bvh_refit_obbs, tree, NULL, 0, 0, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "the tree is NULL", hit_bvh_refit_triangles, NULL, &mesh, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "no run function", hit_bvh_refit_triangles, tree, &mesh, &no_run);
    FAILS(HIT_ERROR_ARGUMENT, "stride", hit_bvh_refit_aabbs, box_tree, boxes, 5, 2, NULL);
    WORKS(hit_bvh_refit_triangles, tree, &mesh, NULL);
    WORKS(hit_bvh_refit_aabbs, box_tree, boxes, 0, 2, NULL);
    WORKS(hit_bvh_validate, tree);
    FAILS(HIT_ERROR_ARGUMENT, "NULL", hit_bvh_validate, NULL);

    bytes = hit_bvh_bytes(tree, &size);
    FAILS(HIT_ERROR_ARGUMENT, "reserved is not zero", hit_bvh_view, bytes, size,
          &(hit_bvh_view_options){.reserved = {1}}, &view);
    WORKS(hit_bvh_view, bytes, size, &(hit_bvh_view_options){.trusted = true}, &view);
    FAILS(HIT_ERROR_ARGUMENT, "is a view", hit_bvh_refit_triangles, view, &mesh, NULL);
    hit_bvh_destroy(view);

    snprintf(path, sizeof path, "%s", in_folder("tree"));
    WORKS(hit_bvh_save, tree, path);
    WORKS(hit_bvh_load, path, NULL, &loaded);
    assert_int_equal(unlink(path), 0);
    FAILS(HIT_ERROR_FILE, "tree", hit_bvh_load, path, NULL, &loaded);
    FAILS(HIT_ERROR_FILE, "/no/such", hit_bvh_save, tree, "/no/such/file");
    hit_bvh_destroy(loaded);
    hit_bvh_destroy(tree);
    hit_bvh_destroy(box_tree);
}

static void pools(void** state)
{
    hit_thread_pool* pool = NULL;
    (void)state;
    FAILS(HIT_ERROR_ARGUMENT, "pool is NULL", hit_thread_pool_create, 1, NULL, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "1025 threads are more than 1024", hit_thread_pool_create, 1025, NULL, &pool);
    WORKS(hit_thread_pool_create, 2, NULL, &pool);
    hit_thread_pool_destroy(pool);
}

static void selections(void** state)
{
    const hit_id ids[2] = {1, 2};
    const hit_camera camera = {0};
    hit_selection* selection = NULL;
    hit_scene* scene = NULL;
    (void)state;
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_create", hit_selection_create, NULL, NULL);
    WORKS(hit_selection_create, NULL, &selection);
    WORKS(hit_scene_create, NULL, &scene);
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_apply: selection is NULL", hit_selection_apply, NULL, HIT_SELECT_ADD, ids,
          2, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_apply: ids is NULL", hit_selection_apply, selection, HIT_SELECT_ADD, NULL,
          2, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_apply: 9 is no hit_select", hit_selection_apply, selection, (hit_select)9,
          ids, 2, NULL);
    WORKS(hit_selection_apply, selection, HIT_SELECT_ADD, ids, 2, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "the primary object 7 would not be selected", hit_selection_restore, selection, NULL, 0,
          ids, 2, 7, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_restore: remove is NULL", hit_selection_restore, selection, NULL, 1, ids,
          2, 0, NULL);
    WORKS(hit_selection_restore, selection, ids, 1, NULL, 0, 2, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_prune: scene is NULL", hit_selection_prune, selection, NULL, NULL);
    WORKS(hit_selection_prune, selection, scene, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "hit_selection_click: camera is NULL", hit_selection_click, selection, scene, NULL, 0, 0,
          0, HIT_SELECT_ADD, NULL, NULL, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "not finite", hit_selection_click, selection, scene, &camera, (double)NAN, 0, 0,
          HIT_SELECT_ADD, NULL, NULL, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "tolerance", hit_selection_click, selection, scene, &camera, 0, 0, -1, HIT_SELECT_ADD,
          NULL, NULL, NULL);
    WORKS(hit_selection_click, selection, scene, &camera, 0, 0, 1, HIT_SELECT_ADD, NULL, NULL, NULL);
    hit_scene_destroy(scene);
    hit_selection_destroy(selection);
}

static void scenes_and_models(void** state)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    hit_model* model = NULL;
    hit_scene* scene = NULL;
    (void)state;
    FAILS(HIT_ERROR_ARGUMENT, "bytes is NULL", hit_model_read, NULL, 5, HIT_MODEL_OBJ, NULL, &model);
    FAILS(HIT_ERROR_ARGUMENT, "reserved is not zero", hit_model_read, text, sizeof text - 1, HIT_MODEL_OBJ,
          &(hit_model_options){.reserved = {0, 0, 3}}, &model);
    FAILS(HIT_ERROR_FILE, "/no/such/file", hit_model_load, "/no/such/file", NULL, &model);
    WORKS(hit_model_read, text, sizeof text - 1, HIT_MODEL_OBJ, NULL, &model);
    WORKS(hit_scene_from_model, model, NULL, &scene);
    WORKS(hit_scene_commit, scene, NULL);
    FAILS(HIT_ERROR_ARGUMENT, "hit_scene_commit: the pool has no run function", hit_scene_commit, scene, &no_run);
    FAILS(HIT_ERROR_FILE, "/no/such/file", hit_scene_load, "/no/such/file", NULL, &scene);
    FAILS(HIT_ERROR_FILE, "/no/such", hit_scene_save, scene, "/no/such/file");
    hit_scene_destroy(scene);
    hit_model_destroy(model);
}

// A query of a scene that was never committed says so in debug builds: once, and never after a commit.
static void forgotten_commits(void** state)
{
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-5, 0.5, 0.5), hit_vec3_make(1, 0, 0));
    char line[300] = "";
    int lines = 0, before;
    FILE* said;
    (void)state;
    fflush(stderr);
    before = dup(STDERR_FILENO);
    assert_non_null(freopen(in_folder("said"), "w", stderr));
    for (int commits = 0; commits < 2; commits++) {
        hit_scene* scene = NULL;
        hit_id id;
        assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
        assert_false(hit_scene_any(scene, ray, NULL)); // there is nothing to commit
        assert_int_equal(hit_scene_add_box(scene, &(hit_object){0}, boxes[0], &id, NULL), HIT_OK);
        if (commits > 0)
            assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        assert_int_equal(hit_scene_first(scene, ray, NULL, NULL), commits > 0);
        assert_int_equal(hit_scene_any(scene, ray, NULL), commits > 0);
        hit_scene_destroy(scene);
    }
    fflush(stderr);
    assert_true(dup2(before, STDERR_FILENO) >= 0);
    close(before);
    said = fopen(in_folder("said"), "r");
    assert_non_null(said);
    while (fgets(line, sizeof line, said) != NULL)
        lines += strstr(line, "never committed") != NULL;
    fclose(said);
    assert_int_equal(unlink(in_folder("said")), 0);
#ifdef HITSCAN_ASSERTS
    assert_int_equal(lines, 1);
#else
    assert_int_equal(lines, 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees),
        cmocka_unit_test(pools),
        cmocka_unit_test(selections),
        cmocka_unit_test(scenes_and_models),
        cmocka_unit_test(forgotten_commits),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
