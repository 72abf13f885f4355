// Checks of models that all formats share.
#include "support/mesh_io/model_check.h"
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"

void check_model(const hit_model* model)
{
    const char* problem = model_problem(model);
    if (problem != NULL)
        fail_msg("%s", problem);
}

hit_model* check_read(const void* bytes, size_t size, hit_model_format format, const hit_model_options* options,
                      hit_error* error)
{
    // A copy that ends where the bytes do, so that reading beyond them is seen.
    void* copy = malloc(size > 0 ? size : 1);
    hit_error own = {0};
    hit_model* model = NULL;
    hit_status status;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    memset(&own, 0x55, sizeof own);
    status = hit_model_read(copy, size, format, options, &model, &own);
    free(copy);
    assert_int_equal(status, own.status);
    if (status == HIT_OK) {
        check_model(model);
        assert_string_equal(own.message, "");
    } else {
        assert_null(model);
        assert_true(memchr(own.message, '\0', sizeof own.message) != NULL && own.message[0] != '\0');
        assert_true(own.offset <= size || own.offset <= 1u << 20); // that of unpacked bytes
    }
    if (error != NULL)
        *error = own;
    return model;
}

// With and without what it looks like: the same triangles, or errors. Formats that are read by hand only: what it looks
// like may be reason for an error in glTF.
static void check_both(const void* bytes, size_t size, hit_model_format format)
{
    const hit_model_options dressed = {.appearance = true};
    hit_model *a = check_read(bytes, size, format, NULL, NULL), *b = NULL;
    if (format == HIT_MODEL_OBJ || format == HIT_MODEL_PLY || format == HIT_MODEL_STL || format == HIT_MODEL_OFF) {
        b = check_read(bytes, size, format, &dressed, NULL);
        assert_true((a == NULL) == (b == NULL));
        if (a != NULL && model_difference(a, b) != NULL)
            fail_msg("%s", model_difference(a, b));
    }
    hit_model_destroy(a);
    hit_model_destroy(b);
}

void check_damaged(const void* bytes, size_t size, hit_model_format format)
{
    unsigned char* copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    for (size_t n = 0; n < size; n++)
        check_both(copy, n, format);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
        check_both(copy, size, format);
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    free(copy);
}

void check_failing_memory(const void* bytes, size_t size, hit_model_format format, const hit_model_options* options)
{
    hit_model_options o = options != NULL ? *options : (hit_model_options){0};
    failing_memory memory;
    hit_model* model = NULL;
    hit_error error;
    uint64_t calls;

    failing_memory_make(&memory);
    o.allocator = &memory.allocator;
    failing_memory_arm(&memory, 0, false);
    assert_int_equal(hit_model_read(bytes, size, format, &o, &model, &error), HIT_OK);
    calls = memory.calls;
    check_model(model);
    hit_model_destroy(model);
    assert_true(calls > 0 && memory.live == 0 && memory.wrong == 0);
    for (uint64_t n = 1; n <= calls; n++)
        for (int on = 0; on < 2; on++) {
            hit_status status;
            model = NULL;
            failing_memory_arm(&memory, n, on == 1);
            status = hit_model_read(bytes, size, format, &o, &model, &error);
            // What is only shrunk to spare memory may fail without harm.
            if (status == HIT_OK) {
                check_model(model);
                hit_model_destroy(model);
            } else {
                assert_int_equal(status, HIT_ERROR_MEMORY);
                assert_int_equal(error.status, HIT_ERROR_MEMORY);
                assert_true(error.message[0] != '\0');
                assert_null(model);
            }
            assert_int_equal(memory.live, 0);
            assert_int_equal(memory.wrong, 0);
        }
    failing_memory_end(&memory);
}
