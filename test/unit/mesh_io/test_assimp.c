// Formats that Assimp reads: nodes and instances, faces that keep their numbers, errors, and that nothing else is
// opened.
#define _POSIX_C_SOURCE 200809L // symlink, mkfifo
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/folder.h"
#include "support/mesh_io/model_check.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

// A polygon and a triangle, in AC3D: they are an object within an object.
static const char ac3d[] = "AC3Db\n"
                           "MATERIAL \"m\" rgb 1 1 1  amb 1 1 1  emis 0 0 0  spec 0 0 0  shi 0  trans 0\n"
                           "OBJECT world\nkids 1\n"
                           "OBJECT group\nname \"outer\"\nloc 10 0 0\nrot 0 -1 0 1 0 0 0 0 1\nkids 1\n"
                           "OBJECT poly\nname \"inner\"\nloc 0 2 0\nnumvert 5\n0 0 0\n1 0 0\n1 0 1\n0 0 1\n0.25 0 0.5\n"
                           "numsurf 2\nSURF 0x10\nmat 0\nrefs 5\n0 0 0\n1 0 0\n2 0 0\n3 0 0\n4 0 0\n"
                           "SURF 0x10\nmat 0\nrefs 3\n0 0 0\n1 0 0\n3 0 0\nkids 0\n";

// Two nodes with the same triangle, one of them moved, in COLLADA.
static const char collada[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
    "<asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id=\"g\" name=\"tri\"><mesh>"
    "<source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common>"
    "<accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" "
    "type=\"float\"/>"
    "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
    "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 "
    "2</p></triangles></mesh></geometry>"
    "</library_geometries><library_visual_scenes><visual_scene id=\"s\">"
    "<node id=\"a\" name=\"first\"><instance_geometry url=\"#g\"/></node>"
    "<node id=\"b\" name=\"second\"><translate>0 0 5</translate><rotate>0 0 1 90</rotate><node id=\"c\" "
    "name=\"third\"><translate>1 0 0</translate><scale>2 2 2</scale>"
    "<instance_geometry url=\"#g\"/></node></node></visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

static hit_model* load(const char* name, const void* bytes, size_t size, const hit_model_options* options,
                       hit_error* error)
{
    hit_model* model = NULL;
    hit_status status;
    write_file(name, bytes, size);
    status = hit_model_load(in_folder(name), options, &model, error);
    assert_int_equal(unlink(in_folder(name)), 0);
    assert_int_equal(status, error->status);
    if (status == HIT_OK) {
        check_model(model);
        assert_int_equal(model->format, HIT_MODEL_OTHER);
    } else {
        assert_null(model);
        assert_true(error->message[0] != '\0');
    }
    return model;
}

static hit_model* load_well(const char* name, const char* text)
{
    hit_error error;
    hit_model* model = load(name, text, strlen(text), NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

static void objects_within_objects(void** state)
{
    static const float linear[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
    hit_model* model = load_well("x.ac", ac3d);
    const hit_model_part* part = NULL;
    (void)state;
    assert_int_equal(model->triangle_count, 4);
    for (uint32_t i = 0; i < model->part_count; i++)
        if (model->meshes[model->parts[i].mesh].triangle_count > 0)
            part = &model->parts[i];
    assert_non_null(part);
    assert_string_equal(part->name, "inner");
    // Assimp has moved the vertices by the innermost place already.
    assert_memory_equal(part->placement.linear, linear, sizeof linear);
    assert_true(part->placement.origin.x == 10 && part->placement.origin.y == 0 && part->placement.origin.z == 0);
    assert_true(model->meshes[part->mesh].vertices[0].y == 2);
    // The polygon that is not convex is the first face, the triangle the second.
    assert_int_equal(model->meshes[part->mesh].faces[2], 0);
    assert_int_equal(model->meshes[part->mesh].faces[3], 1);
    hit_model_destroy(model);
}

static void instances(void** state)
{
    static const float linear[3][3] = {{0, -2, 0}, {2, 0, 0}, {0, 0, 2}};
    hit_model* model = load_well("x.dae", collada);
    const hit_placement *first = &model->parts[0].placement, *second = &model->parts[1].placement;
    (void)state;
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->part_count, 2);
    assert_int_equal(model->triangle_count, 2);
    assert_string_equal(model->parts[0].name, "a");
    assert_string_equal(model->parts[1].name, "c");
    assert_true(first->origin.z == 0 && first->linear[0][0] == 1);
    // The outer node turns (1, 0, 0) to (0, 1, 0); the inner one's scale comes before that.
    assert_true(fabs(second->origin.x) < 1e-6 && fabs(second->origin.y - 1) < 1e-6 && second->origin.z == 5);
    for (int i = 0; i < 9; i++)
        assert_true(fabsf(second->linear[i / 3][i % 3] - linear[i / 3][i % 3]) < 1e-6f);
    hit_model_destroy(model);
}

// Two objects, of which Assimp's reader makes a node and NULL.
static void nodes_that_are_missing(void** state)
{
    hit_model* model = load_well("x.raw", "one\n0 0 0 1 0 0 0 1 0\ntwo\n0 0 1 1 0 1 0 1 1\n");
    (void)state;
    assert_true(model->triangle_count > 0);
    hit_model_destroy(model);
}

static void what_cannot_be_read(void** state)
{
    static const struct {
        const char *name, *text, *message;
    } cases[] = {{"x.txt", "some text", "a format that cannot be read: .txt; known are OBJ, PLY"},
                 {"x.dae", "<COLLADA><", "Assimp cannot read it: "},
                 {"x.3ds", "MM", "Assimp cannot read it: "},
                 {"x.\x1b[31m", "x", "?[31m; known are OBJ"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hit_error error;
        assert_null(load(cases[i].name, cases[i].text, strlen(cases[i].text), NULL, &error));
        assert_int_equal(error.status, HIT_ERROR_FORMAT);
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("\"%s\", where \"%s\" was expected", error.message, cases[i].message);
    }
}

// ---- Companion files ------------------------------------------------------------------------------------------------

// Load a scene that names an object by `reference`, where the object is in the file "part.ac".
static hit_model* load_scene(const char* reference, bool allow_files, hit_error* error)
{
    char scene[256];
    snprintf(scene, sizeof scene, "LWSC\n3\n\nLoadObjectLayer 1 %s\nShowObject 6 3\n", reference);
    return load("x.lws", scene, strlen(scene), &(hit_model_options){.allow_files = allow_files}, error);
}

static void expect_refused(const char* reference, bool allow_files, const char* message)
{
    hit_error error;
    hit_model* model = load_scene(reference, allow_files, &error);
    if (model != NULL || error.status != HIT_ERROR_FILE || strstr(error.message, message) == NULL)
        fail_msg("%s: \"%s\", where \"%s\" was expected", reference, error.message, message);
}

static void companions_come_from_the_folder(void** state)
{
    static const char* const references[] = {"part.ac", "./part.ac", "PART.AC", "deep/../part.ac", "inner.ac"};
    hit_error error;
    (void)state;
    write_file("part.ac", ac3d, strlen(ac3d));
    assert_int_equal(symlink("part.ac", in_folder("inner.ac")), 0); // a link that stays inside
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        hit_model* model = load_scene(references[i], true, &error);
        if (model == NULL)
            fail_msg("%s: %s", references[i], error.message);
        assert_int_equal(model->triangle_count, 4);
        hit_model_destroy(model);
    }
    assert_int_equal(unlink(in_folder("inner.ac")), 0);
    assert_int_equal(unlink(in_folder("part.ac")), 0);
}

// Scenes without their objects were models of a placeholder.
static void lws_placeholders_are_errors(void** state)
{
    (void)state;
    expect_refused("part.ac", true, "the model names the file \"part.ac\", which is not in its folder");
    write_file("part.ac", ac3d, strlen(ac3d));
    expect_refused("part.ac", false, "which may not be opened (allow_files)");
    assert_int_equal(unlink(in_folder("part.ac")), 0);
}

static void nothing_outside_of_the_folder_is_opened(void** state)
{
    char outside[64], reference[96];
    FILE* file;
    (void)state;
    snprintf(outside, sizeof outside, "/tmp/hitscan-outside-%ld.ac", (long)getpid());
    file = fopen(outside, "wb");
    assert_non_null(file);
    fwrite(ac3d, 1, strlen(ac3d), file);
    fclose(file);
    expect_refused(outside, true, "is not in its folder");
    snprintf(reference, sizeof reference, "../../../../../../../..%s", outside);
    expect_refused(reference, true, "is not in its folder");
    assert_int_equal(symlink(outside, in_folder("part.ac")), 0);
    expect_refused("part.ac", true, "is not in its folder");
    assert_int_equal(unlink(in_folder("part.ac")), 0);
    assert_int_equal(mkfifo(in_folder("part.ac"), 0600), 0);
    expect_refused("part.ac", true, "is not in its folder");
    assert_int_equal(unlink(in_folder("part.ac")), 0);
    assert_int_equal(unlink(outside), 0);
}

static void memory_is_limited(void** state)
{
    hit_error error;
    (void)state;
    assert_null(load("x.ac", ac3d, strlen(ac3d), &(hit_model_options){.max_bytes = 300}, &error));
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
}

static void without_memory(void** state)
{
    failing_memory memory;
    hit_model_options options = {.allocator = &memory.allocator};
    uint64_t calls = 1;
    (void)state;
    failing_memory_make(&memory);
    for (uint64_t n = 0; n <= calls; n++) {
        hit_error error;
        hit_model* model;
        failing_memory_arm(&memory, n, false);
        model = load("x.dae", collada, strlen(collada), &options, &error);
        if (n == 0) {
            assert_non_null(model);
            calls = memory.calls;
        } else if (model == NULL)
            assert_int_equal(error.status, HIT_ERROR_MEMORY);
        hit_model_destroy(model);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.wrong, 0);
    }
    failing_memory_end(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_within_objects),
        cmocka_unit_test(instances),
        cmocka_unit_test(nodes_that_are_missing),
        cmocka_unit_test(what_cannot_be_read),
        cmocka_unit_test(companions_come_from_the_folder),
        cmocka_unit_test(lws_placeholders_are_errors),
        cmocka_unit_test(nothing_outside_of_the_folder_is_opened),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(without_memory),
    };
    hit_model* model = NULL;
    hit_error error;
    if (hit_model_read("x", 1, HIT_MODEL_OTHER, NULL, &model, &error) != HIT_ERROR_FORMAT ||
        strstr(error.message, "without it") != NULL) {
        printf("there is no Assimp: %s\n", error.message);
        return 77;
    }
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
