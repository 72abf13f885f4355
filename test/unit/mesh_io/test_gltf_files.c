// glTF with its buffer in a data: URI or in a file beside it: what is opened, and what is not.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // symlink, mkdir
#endif

#include "support/base/cmocka_all.h"
#include "support/base/folder.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"

#include <sys/stat.h>
#include <unistd.h>

// Load the square with its buffer in a file, by the name `uri`.
static hit_status load_sibling(const char* uri, bool allow, hit_error* error)
{
    const hit_model_options options = {.allow_files = allow};
    char member[256], *json, *text;
    hit_model* model = NULL;
    hit_status status;
    snprintf(member, sizeof member, "'uri':'%s',", uri);
    json = gltf_replace(gltf_square, "$URI", member);
    text = gltf_replace(json, "'", "\"");
    write_file("model.gltf", text, strlen(text));
    status = hit_model_load(in_folder("model.gltf"), &options, &model, error);
    if (status == HIT_OK)
        check_model(model);
    hit_model_destroy(model);
    assert_int_equal(unlink(in_folder("model.gltf")), 0);
    free(json);
    free(text);
    return status;
}

static void opens_sibling_files(void** state)
{
    hit_error error;
    (void)state;
    write_file("a b.bin", gltf_square_bytes, sizeof gltf_square_bytes);
    assert_int_equal(load_sibling("a%20b.bin", true, &error), HIT_OK);
    assert_int_equal(load_sibling("./%61 b%2ebin", true, &error), HIT_OK);
    assert_int_equal(load_sibling("a%20b.bin", false, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "allow_files"));
    assert_int_equal(load_sibling("other.bin", true, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "other.bin"));
    write_file("a b.bin", gltf_square_bytes, sizeof gltf_square_bytes - 1);
    assert_int_equal(load_sibling("a%20b.bin", true, &error), HIT_ERROR_FORMAT);
    assert_string_equal(error.message, "buffer 0: byteLength is 60, but there are 59 bytes");
    assert_int_equal(unlink(in_folder("a b.bin")), 0);
}

// A program that writes files must be able to keep off those that a model was read from.
static void tells_the_files_that_it_read(void** state)
{
    const hit_model_options options = {.allow_files = true};
    char *json = gltf_replace(gltf_square, "$URI", "'uri':'./a.bin',"), *text = gltf_replace(json, "'", "\"");
    hit_model* model = NULL;
    hit_error error;
    (void)state;
    write_file("a.bin", gltf_square_bytes, sizeof gltf_square_bytes);
    write_file("model.gltf", text, strlen(text));
    assert_int_equal(hit_model_load(in_folder("model.gltf"), &options, &model, &error), HIT_OK);
    assert_int_equal(model->file_count, 2);
    assert_string_equal(model->files[0], in_folder("model.gltf"));
    assert_string_equal(model->files[1], in_folder("./a.bin"));
    hit_model_destroy(model);
    model = NULL;
    assert_int_equal(hit_model_read("", 0, HIT_MODEL_OBJ, NULL, &model, &error), HIT_OK);
    assert_int_equal(model->file_count, 0);
    hit_model_destroy(model);
    assert_int_equal(unlink(in_folder("model.gltf")), 0);
    assert_int_equal(unlink(in_folder("a.bin")), 0);
    free(json);
    free(text);
}

// The file is there, and would be good: only its name is not.
static void never_leaves_the_folder(void** state)
{
    static const struct {
        const char *uri, *message;
    } cases[] = {
        {"../%s/model.bin", "leads out of the model's folder; put the file there"},
        {"%%2e%%2e/%s/model.bin", "leads out of the model's folder; put the file there"},
        {".%%2E%%2f%s%%2Fmodel.bin", "leads out of the model's folder; put the file there"},
        {"x/..\\\\%s\\\\model.bin", "leads out of the model's folder; put the file there"},
        {"/tmp/%s/model.bin", "leads out of the model's folder; put the file there"},
        {"%%2ftmp/%s/model.bin", "leads out of the model's folder; put the file there"},
        {"//localhost/tmp/%s/model.bin", "leads out of the model's folder; put the file there"},
        {"\\\\\\\\server\\\\%s\\\\model.bin", "leads out of the model's folder; put the file there"},
        {"file:///tmp/%s/model.bin", "is not a file of the model's folder; put it there"},
        {"file:%s/model.bin", "is not a file of the model's folder; put it there"},
        {"http://example.org/%s/model.bin", "is not a file of the model's folder; put it there"},
        {"C:/%s/model.bin", "is not a file of the model's folder; put it there"},
        {"model.bin%%00%s", "is not a URI of a file"},
        {"model.bin\\u0000%s", "is not a URI of a file"},
        {"model%%2.bin%s", "is not a URI of a file"},
        {"%s%%", "is not a URI of a file"},
    };
    const char* name = strrchr(folder_path(), '/') + 1;
    hit_error error;
    (void)state;
    write_file("model.bin", gltf_square_bytes, sizeof gltf_square_bytes);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *format = gltf_replace(cases[i].uri, "%%", "%"), *uri = gltf_replace(format, "%s", name);
        if (load_sibling(uri, true, &error) != HIT_ERROR_FILE || strstr(error.message, cases[i].message) == NULL)
            fail_msg("%s: %s", uri, error.message);
        assert_int_equal(error.line, 1);
        free(format);
        free(uri);
    }
    assert_int_equal(load_sibling("", true, &error), HIT_ERROR_FILE);
    // A link to a file outside.
    assert_int_equal(mkdir(in_folder("sub"), 0700), 0);
    write_file("sub/model.gltf", "", 0);
    assert_int_equal(symlink("/etc/hostname", in_folder("link.bin")), 0);
    assert_int_equal(load_sibling("link.bin", true, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "link"));
    assert_int_equal(load_sibling("sub", true, &error), HIT_ERROR_FILE);
    assert_int_equal(unlink(in_folder("sub/model.gltf")), 0);
    assert_int_equal(rmdir(in_folder("sub")), 0);
    assert_int_equal(unlink(in_folder("link.bin")), 0);
    assert_int_equal(unlink(in_folder("model.bin")), 0);
}

static void refuses_data(void** state)
{
    static const struct {
        const char *uri, *message;
    } cases[] = {{"data:application/octet-stream,abc", "is a data: URI without \";base64,\""},
                 {"data:", "is a data: URI without \";base64,\""},
                 {"data:;base64", "is a data: URI without \";base64,\""},
                 {"data:;base64,AAA", "is not base64, or cut off"},
                 {"data:;base64,AA=A", "is not base64, or cut off"},
                 {"data:;base64,A===", "is not base64, or cut off"},
                 {"data:;base64,====", "is not base64, or cut off"},
                 {"data:;base64,AA AA", "is not base64, or cut off"},
                 {"data:;base64,AA_A", "is not base64, or cut off"},
                 {"data:;base64,AA\\u00e9", "is not base64, or cut off"}};
    hit_error error;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(load_sibling(cases[i].uri, true, &error), HIT_ERROR_FORMAT);
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("%s: %s", cases[i].uri, error.message);
    }
    assert_int_equal(load_sibling("data:;base64,AAAA", true, &error), HIT_ERROR_FORMAT);
    assert_string_equal(error.message, "buffer 0: byteLength is 60, but there are 3 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_sibling_files),
        cmocka_unit_test(tells_the_files_that_it_read),
        cmocka_unit_test(never_leaves_the_folder),
        cmocka_unit_test(refuses_data),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
