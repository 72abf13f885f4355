// Builds without zlib, minizip, expat or Assimp: they say which library a file needs, and what to do without it.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/zip_file.h"

#if !defined(HITSCAN_TEST_ZLIB) || !defined(HITSCAN_TEST_MINIZIP) || !defined(HITSCAN_TEST_EXPAT) ||                   \
    !defined(HITSCAN_TEST_ASSIMP)
static void expect(const void* bytes, size_t size, hit_model_format format, const char* words)
{
    hit_error error;
    assert_null(check_read(bytes, size, format, NULL, &error));
    if (error.status != HIT_ERROR_FORMAT || strstr(error.message, words) == NULL)
        fail_msg("%d: \"%s\", where \"%s\" was expected", (int)error.status, error.message, words);
}
#endif

static void gzip_needs_zlib(void** state)
{
    (void)state;
#ifdef HITSCAN_TEST_ZLIB
    skip();
#else
    expect("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10, HIT_MODEL_UNKNOWN,
           "packed by gzip, which this build cannot read: unpack it first (gunzip), or build with zlib");
#endif
}

static void zip_needs_minizip(void** state)
{
    (void)state;
#ifdef HITSCAN_TEST_MINIZIP
    skip();
#else
    static file_builder f;
    const zip_entry entries[] = {zip_stored("a.obj", "v 0 0 0\n")};
    zip_make(&f, entries, 1);
    expect(f.bytes, f.size, HIT_MODEL_UNKNOWN,
           "the file is a zip, which this build cannot read: unpack it first, or build with minizip");
#endif
}

static void threemf_needs_minizip_and_expat(void** state)
{
    (void)state;
#if defined(HITSCAN_TEST_MINIZIP) && defined(HITSCAN_TEST_EXPAT)
    skip();
#else
    static file_builder f;
    const zip_entry entries[] = {zip_stored("[Content_Types].xml", "<Types/>"),
                                 zip_stored("3D/3dmodel.model", "<model/>")};
    zip_make(&f, entries, 2);
    expect(f.bytes, f.size, HIT_MODEL_3MF, "this build cannot read");
#endif
}

static void others_need_assimp(void** state)
{
    (void)state;
#ifdef HITSCAN_TEST_ASSIMP
    skip();
#else
    expect("x", 1, HIT_MODEL_OTHER, "its program hitscan-assimp is not there");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gzip_needs_zlib),
        cmocka_unit_test(zip_needs_minizip),
        cmocka_unit_test(threemf_needs_minizip_and_expat),
        cmocka_unit_test(others_need_assimp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
