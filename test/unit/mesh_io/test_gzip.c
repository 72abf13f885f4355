// gzip: members, limits, and damage of every kind. Packed by zlib itself, where the build has it.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/file_builder.h"
#include "support/mesh_io/model_check.h"

#ifdef HITSCAN_TEST_ZLIB
#include <zlib.h>

#define MODEL                                                                                                          \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"  \
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"

// Add a member that holds some bytes.
static void add_member(file_builder* f, const void* bytes, size_t size, int level)
{
    z_stream s = {0};
    assert_int_equal(deflateInit2(&s, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    s.next_in = (Bytef*)(uintptr_t)bytes;
    s.avail_in = (uInt)size;
    s.next_out = (Bytef*)f->bytes + f->size;
    s.avail_out = (uInt)(FILE_BUILDER_MAX - f->size);
    assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
    f->size = FILE_BUILDER_MAX - s.avail_out;
    deflateEnd(&s);
}

static void assert_read(const file_builder* f, const hit_model_options* options)
{
    hit_error error;
    hit_model* model = check_read(f->bytes, f->size, HIT_MODEL_UNKNOWN, options, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(model->format, HIT_MODEL_PLY);
    assert_int_equal(model->triangle_count, 1);
    hit_model_destroy(model);
}

static void assert_refused(const file_builder* f, const hit_model_options* options, hit_status status,
                           const char* message, uint64_t offset)
{
    hit_error error;
    assert_null(check_read(f->bytes, f->size, HIT_MODEL_UNKNOWN, options, &error));
    if (error.status != status || strstr(error.message, message) == NULL || error.offset != offset)
        fail_msg("%d, byte %d: \"%s\", where \"%s\" was expected at byte %d", (int)error.status, (int)error.offset,
                 error.message, message, (int)offset);
}

static void one_member(void** state)
{
    (void)state;
    for (int level = 0; level <= 9; level++) {
        file_builder f = {.size = 0};
        add_member(&f, MODEL, strlen(MODEL), level);
        assert_read(&f, NULL);
    }
}

// The model cut into members at every place, some of them empty.
static void several_members(void** state)
{
    (void)state;
    for (size_t cut = 0; cut <= strlen(MODEL); cut++) {
        file_builder f = {.size = 0};
        add_member(&f, MODEL, cut, 6);
        add_member(&f, "", 0, 6);
        add_member(&f, &MODEL[cut], strlen(MODEL) - cut, 6);
        assert_read(&f, NULL);
        file_builder_add(&f, (const char[512]){0}, cut % 512);
        assert_read(&f, NULL);
    }
}

static void behind_the_end(void** state)
{
    file_builder f = {.size = 0};
    size_t end;
    (void)state;
    add_member(&f, MODEL, strlen(MODEL), 6);
    end = f.size;
    file_builder_text(&f, "more");
    assert_refused(&f, NULL, HIT_ERROR_FORMAT, "gzip, at packed byte", end + 2);
    f.size = end;
    file_builder_add(&f, "\x1f\x8b", 2);
    assert_refused(&f, NULL, HIT_ERROR_FORMAT, "the file was cut off", end + 2);
}

static void checks(void** state)
{
    file_builder f = {.size = 0};
    (void)state;
    add_member(&f, MODEL, strlen(MODEL), 6);
    f.bytes[f.size - 8] ^= 1;
    assert_refused(&f, NULL, HIT_ERROR_FORMAT, "incorrect data check", f.size - 4);
    f.bytes[f.size - 8] ^= 1;
    f.bytes[f.size - 4] ^= 1;
    assert_refused(&f, NULL, HIT_ERROR_FORMAT, "incorrect length check", f.size);
    f.bytes[f.size - 4] ^= 1;
    assert_read(&f, NULL);
}

static void nothing_packed(void** state)
{
    file_builder f = {.size = 0};
    (void)state;
    add_member(&f, "", 0, 6);
    assert_refused(&f, NULL, HIT_ERROR_FORMAT, "the file is empty once it is unpacked", 0);
}

// As large as the limit is good, a byte more is not; whatever the last member claims.
static void limits(void** state)
{
    static char zeros[6000];
    (void)state;
    for (size_t extra = 0; extra < 2; extra++) {
        file_builder f = {.size = 0};
        const hit_model_options options = {.max_bytes = 5000};
        memset(zeros, ' ', sizeof zeros);
        memcpy(zeros, MODEL, strlen(MODEL));
        add_member(&f, zeros, 4000, 6);
        add_member(&f, zeros + 4000, 1000 + extra, 6);
        if (extra == 0)
            assert_read(&f, &options);
        else
            assert_refused(&f, &options, HIT_ERROR_LIMIT, "unpacks to more than the 5000 bytes", 0);
    }
}

// 100 MB of zeros in 100 KB: beyond 64 MiB and 64 times the size.
static void a_bomb(void** state)
{
    enum { MIB = 1 << 20 };
    char* zeros = calloc(MIB, 1);
    char* packed = malloc(MIB);
    z_stream s = {0};
    hit_error error;
    (void)state;
    assert_true(zeros != NULL && packed != NULL);
    assert_int_equal(deflateInit2(&s, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    s.next_out = (Bytef*)packed;
    s.avail_out = MIB;
    for (int i = 0; i < 100; i++) {
        s.next_in = (Bytef*)zeros;
        s.avail_in = MIB;
        assert_true(deflate(&s, i < 99 ? Z_NO_FLUSH : Z_FINISH) >= Z_OK);
    }
    deflateEnd(&s);
    assert_null(check_read(packed, MIB - s.avail_out, HIT_MODEL_UNKNOWN, NULL, &error));
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "unpacks to more than"));
    free(zeros);
    free(packed);
}

static void damaged(void** state)
{
    file_builder f = {.size = 0};
    (void)state;
    add_member(&f, MODEL, 60, 6);
    add_member(&f, &MODEL[60], strlen(MODEL) - 60, 1);
    check_damaged(f.bytes, f.size, HIT_MODEL_UNKNOWN);
}

static void without_memory(void** state)
{
    file_builder f = {.size = 0};
    static char large[9000];
    (void)state;
    memset(large, '\n', sizeof large);
    memcpy(large, MODEL, strlen(MODEL));
    add_member(&f, large, sizeof large, 6);
    add_member(&f, "\n", 1, 6); // whose length is no good guess: room grows
    check_failing_memory(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_member), cmocka_unit_test(several_members), cmocka_unit_test(behind_the_end),
        cmocka_unit_test(checks),     cmocka_unit_test(nothing_packed),  cmocka_unit_test(limits),
        cmocka_unit_test(a_bomb),     cmocka_unit_test(damaged),         cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("this build has no zlib\n");
    return 77;
}

#endif
