// From a model to a scene: parts are objects in their order, meshes are shared, and what fails says which part.
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/mesh_io/model_check.h"

#include <hitscan/mesh_io.h>

// Three squares of 1 by 1 at z = 0, 1 and 2 along x.
static const char squares[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no a\nf 1 2 3 4\n"
                              "v 2 0 1\nv 3 0 1\nv 3 1 1\nv 2 1 1\no b\nf 5 6 7 8\n"
                              "v 4 0 2\nv 5 0 2\nv 5 1 2\nv 4 1 2\no c\nf 9 10 11 12\n";

static hit_model* read_squares(void)
{
    hit_error error;
    hit_model* model = check_read(squares, strlen(squares), HIT_MODEL_OBJ, NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

static void run_tasks(void* context, hit_task* task, void* task_context, uint32_t count)
{
    ++*(int*)context;
    for (uint32_t i = 0; i < count; i++)
        task(task_context, i);
}

static void parts_are_objects(void** state)
{
    hit_model* model = read_squares();
    int runs = 0;
    const hit_task_pool pool = {run_tasks, &runs, 2};
    const hit_model_scene_options options = {.pool = &pool, .quality = HIT_BVH_HIGH, .layers = 4};
    hit_error error;
    (void)state;
    for (int i = 0; i < 2; i++) {
        hit_scene* scene = NULL;
        hit_object object;
        assert_int_equal(hit_scene_from_model(model, i == 0 ? NULL : &options, &scene, &error), HIT_OK);
        assert_true(error.status == HIT_OK && error.message[0] == '\0');
        assert_int_equal(hit_scene_get_stats(scene).committed, 3);
        for (uint32_t p = 0; p < 3; p++) {
            const hit_dray ray =
                hit_dray_make(hit_dvec3_make(2.0 * p + 0.25, 0.5, 10.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
            hit_scene_hit hit;
            assert_true(hit_scene_first(scene, ray, NULL, &hit) && hit.id == p + 1 && hit.t == 10.0f - (float)p);
            assert_int_equal(hit_scene_get(scene, p + 1, &object), HIT_OBJECT_MESH);
            assert_int_equal(object.layers, i == 0 ? 1 : 4);
        }
        hit_scene_destroy(scene);
    }
    hit_model_destroy(model);
}

// Two parts of one mesh share a tree; one of them is scaled to nothing, and stays so.
static void parts_share_meshes(void** state)
{
    hit_model* model = read_squares();
    const float flat[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 1};
    const hit_model_part parts[2] = {{"", 1, hit_placement_at(hit_dvec3_make(0, 0, 0)), ""},
                                     {"flat", 1, hit_placement_from_array(flat, HIT_MATRIX_COLUMNS), "flat"}};
    hit_model two = *model;
    hit_scene* scene = NULL;
    hit_object_shape shape[2];
    (void)state;
    two.parts = parts;
    two.part_count = 2;
    assert_int_equal(hit_scene_from_model(&two, NULL, &scene, NULL), HIT_OK);
    assert_true(hit_scene_shape(scene, 1, &shape[0]) && hit_scene_shape(scene, 2, &shape[1]));
    assert_ptr_equal(shape[0].mesh, shape[1].mesh);
    assert_true(
        hit_scene_any(scene, hit_dray_make(hit_dvec3_make(2.5, 0.25, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f)), NULL));
    assert_false(
        hit_scene_any(scene, hit_dray_make(hit_dvec3_make(9.5, 0.25, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f)), NULL));
    hit_scene_destroy(scene);
    hit_model_destroy(model);
}

// Parts without triangles keep their ids, are hit by nothing, and leave the others where they are.
static void part_without_triangles_is_an_object_that_nothing_hits(void** state)
{
    static const char text[] = "solid none\nendsolid\nsolid one\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                               "vertex 0 1 0\nendloop\nendfacet\nendsolid\nsolid none too\nendsolid\n";
    hit_error error;
    hit_model* model = check_read(text, strlen(text), HIT_MODEL_STL, NULL, &error);
    hit_scene* scene = NULL;
    hit_scene_hit hit;
    hit_id found[3];
    (void)state;
    assert_non_null(model);
    assert_int_equal(model->part_count, 3);
    assert_int_equal(hit_scene_from_model(model, NULL, &scene, &error), HIT_OK);
    assert_int_equal(hit_scene_get_stats(scene).committed, 3);
    assert_true(hit_scene_first(scene, hit_dray_make(hit_dvec3_make(0.25, 0.25, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f)),
                                NULL, &hit));
    assert_int_equal(hit.id, 2);
    assert_false(
        hit_scene_any(scene, hit_dray_make(hit_dvec3_make(0.75, 0.75, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f)), NULL));
    assert_int_equal(hit_scene_in_sphere(scene, hit_dvec3_make(0.0, 0.0, 0.0),
                                         hit_sphere_make(hit_vec3_make(0.0f, 0.0f, 0.0f), 100.0f), HIT_INCLUDE_TOUCHING,
                                         NULL, found, 3),
                     1);
    assert_int_equal(found[0], 2);
    hit_scene_destroy(scene);
    hit_model_destroy(model);
}

// Two walls 10 cm apart, near 5,400,000: rays between and beside them, where floats are 0.5 apart.
static void scene_keeps_the_origin_of_a_survey(void** state)
{
    static const char text[] =
        "v 5400000.03 5400000.01 0.5\nv 5400000.03 5400000.91 0.5\nv 5400000.03 5400000.01 2.5\no left\nf 1 2 3\n"
        "v 5400000.13 5400000.01 0.5\nv 5400000.13 5400000.91 0.5\nv 5400000.13 5400000.01 2.5\no right\nf 4 5 6\n";
    hit_error error;
    hit_model* model = check_read(text, strlen(text), HIT_MODEL_OBJ, NULL, &error);
    const hit_vec3 ahead = hit_vec3_make(1.0f, 0.0f, 0.0f);
    hit_scene* scene = NULL;
    hit_scene_hit hit;
    (void)state;
    assert_non_null(model);
    assert_true(model->parts[0].placement.origin.x > 5399990.0);
    assert_int_equal(hit_scene_from_model(model, NULL, &scene, &error), HIT_OK);
    assert_true(hit_scene_first(scene, hit_dray_make(hit_dvec3_make(5400000.0, 5400000.2, 1.0), ahead), NULL, &hit));
    assert_int_equal(hit.id, 1);
    assert_true(fabs(hit.t_double - 0.03) < 1e-7);
    assert_true(hit_scene_first(scene, hit_dray_make(hit_dvec3_make(5400000.05, 5400000.2, 1.0), ahead), NULL, &hit));
    assert_int_equal(hit.id, 2);
    assert_true(fabs(hit.t_double - 0.08) < 1e-7 && fabs(hit.point.x - 5400000.13) < 1e-7);
    assert_false(hit_scene_any(scene, hit_dray_make(hit_dvec3_make(5400000.14, 5400000.2, 1.0), ahead), NULL));
    hit_scene_destroy(scene);
    hit_model_destroy(model);
}

static void failures(void** state)
{
    hit_model* model = read_squares();
    hit_model_part parts[2] = {model->parts[0], model->parts[1]};
    hit_model bad = *model;
    const hit_model empty = {.format = HIT_MODEL_OBJ};
    hit_scene* scene = NULL;
    hit_error error;
    (void)state;
    assert_int_equal(hit_scene_from_model(NULL, NULL, &scene, &error), HIT_ERROR_ARGUMENT);
    assert_string_equal(error.message, "model is NULL");
    assert_int_equal(hit_scene_from_model(model, NULL, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_from_model(model, &(hit_model_scene_options){.reserved = {1}}, &scene, &error),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(
        hit_scene_from_model(model, &(hit_model_scene_options){.quality = (hit_bvh_quality)9}, &scene, &error),
        HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "mesh 0 of the model: options.quality"));
    parts[1].placement.origin.x = 0x1p101;
    bad.parts = parts;
    bad.part_count = 2;
    assert_int_equal(hit_scene_from_model(&bad, NULL, &scene, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(error.offset, 1);
    assert_non_null(strstr(error.message, "part 1 of the model, b: hit_scene_add_mesh: the origin's x is "));
    assert_int_equal(hit_scene_from_model(&bad, NULL, &scene, NULL), HIT_ERROR_ARGUMENT);
    assert_null(scene);
    assert_int_equal(hit_scene_from_model(&empty, NULL, &scene, &error), HIT_OK);
    assert_int_equal(hit_scene_get_stats(scene).objects, 0);
    hit_scene_destroy(scene);
    hit_model_destroy(model);
}

static void failing_allocations(void** state)
{
    hit_model* model = read_squares();
    failing_memory* memory = malloc(sizeof *memory);
    bool made = false;
    (void)state;
    assert_non_null(memory);
    failing_memory_make(memory);
    for (uint64_t n = 1; !made; n++) {
        const hit_model_scene_options options = {.allocator = &memory->allocator};
        hit_scene* scene = NULL;
        hit_error error;
        failing_memory_arm(memory, n, false);
        made = hit_scene_from_model(model, &options, &scene, &error) == HIT_OK;
        assert_int_equal(error.status, made ? HIT_OK : HIT_ERROR_MEMORY);
        assert_true(made == (scene != NULL));
        hit_scene_destroy(scene);
        assert_int_equal(memory->live, 0);
    }
    assert_int_equal(memory->wrong, 0);
    failing_memory_end(memory);
    free(memory);
    hit_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_objects),
        cmocka_unit_test(parts_share_meshes),
        cmocka_unit_test(part_without_triangles_is_an_object_that_nothing_hits),
        cmocka_unit_test(scene_keeps_the_origin_of_a_survey),
        cmocka_unit_test(failures),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
