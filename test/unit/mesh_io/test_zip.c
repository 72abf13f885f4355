// Zip files: the only model is found, what it names comes from the zip file, and whatever is wrong is said.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/zip_file.h"

#ifdef HITSCAN_TEST_MINIZIP
#include <zlib.h>

#define OBJ "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"

static hit_model* read_zip(const file_builder* f, const hit_model_options* options)
{
    hit_error error;
    hit_model* model = check_read(f->bytes, f->size, HIT_MODEL_UNKNOWN, options, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

static void refuses(const file_builder* f, const hit_model_options* options, hit_status status, const char* message)
{
    hit_error error;
    assert_null(check_read(f->bytes, f->size, HIT_MODEL_UNKNOWN, options, &error));
    if (error.status != status || strstr(error.message, message) == NULL)
        fail_msg("%d: \"%s\", where \"%s\" was expected", (int)error.status, error.message, message);
}

// Deflated by zlib itself.
static zip_entry deflated(const char* name, const void* bytes, size_t size, file_builder* room)
{
    z_stream s = {0};
    zip_entry e = {name, room->bytes, 0, size, zip_checksum(bytes, size), 8, 0};
    assert_int_equal(deflateInit2(&s, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    s.next_in = (Bytef*)(uintptr_t)bytes;
    s.avail_in = (uInt)size;
    s.next_out = (Bytef*)room->bytes;
    s.avail_out = FILE_BUILDER_MAX;
    assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
    e.packed_size = FILE_BUILDER_MAX - s.avail_out;
    deflateEnd(&s);
    return e;
}

static void a_zip_with_one_model_is_that_model(void** state)
{
    static file_builder f, room;
    (void)state;
    for (int packed = 0; packed < 2; packed++) {
        const zip_entry entries[] = {
            zip_stored("folder/", ""),
            zip_stored("__MACOSX/folder/._a.obj", "x"),
            zip_stored("folder/.hidden.stl", "x"),
            zip_stored("folder/readme.txt", "read me"),
            zip_stored("folder/a.mtl", "newmtl x"),
            zip_stored("folder/texture.png", "png"),
            packed ? deflated("folder/a.OBJ", OBJ, strlen(OBJ), &room) : zip_stored("folder/a.OBJ", OBJ),
        };
        hit_model* m;
        zip_make(&f, entries, sizeof entries / sizeof *entries);
        m = read_zip(&f, NULL);
        assert_int_equal(m->format, HIT_MODEL_OBJ);
        assert_int_equal(m->triangle_count, 1);
        hit_model_destroy(m);
    }
}

static void several_models_are_named(void** state)
{
    static file_builder f;
    const zip_entry entries[] = {zip_stored("a.obj", OBJ), zip_stored("sub/b.stl", "solid"), zip_stored("c.dae", "")};
    const zip_entry none[] = {zip_stored("a.txt", OBJ), zip_stored("b/", "")};
    (void)state;
    zip_make(&f, entries, 3);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "zip: it has 3 models (a.obj, sub/b.stl, c.dae); unpack it");
    zip_make(&f, none, 2);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "none of its 2 entries is a model");
    zip_make(&f, NULL, 0);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "none of its 0 entries is a model");
}

static void an_encrypted_model_says_so(void** state)
{
    static file_builder f;
    zip_entry entry = zip_stored("a.obj", OBJ);
    (void)state;
    entry.flags = 1;
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "a.obj is encrypted");
    entry.flags = 0;
    entry.method = 12;
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "another way than by deflate");
}

// Buffers of glTF come from the folder of the model in the zip file, with and without allow_files.
static void siblings_come_from_the_zip(void** state)
{
    static file_builder f;
    char* json = gltf_replace(gltf_square, "$URI", "'uri':'./data//square.bin',");
    char* text = gltf_replace(json, "'", "\"");
    zip_entry entries[] = {zip_stored("m/scene.gltf", text), zip_stored("m/data/square.bin", ""),
                           zip_stored("data/square.bin", "not this one")};
    hit_model* m;
    (void)state;
    entries[1].packed = gltf_square_bytes;
    entries[1].packed_size = entries[1].size = sizeof gltf_square_bytes;
    entries[1].checksum = zip_checksum(gltf_square_bytes, sizeof gltf_square_bytes);
    zip_make(&f, entries, 3);
    m = read_zip(&f, NULL);
    assert_int_equal(m->format, HIT_MODEL_GLTF);
    assert_int_equal(m->triangle_count, 2);
    hit_model_destroy(m);
    entries[1].name = "square.bin";
    zip_make(&f, entries, 3);
    refuses(&f, NULL, HIT_ERROR_FILE, "which is not beside it in the zip file");
    free(json);
    free(text);
    json = gltf_replace(gltf_square, "$URI", "'uri':'../data/square.bin',");
    text = gltf_replace(json, "'", "\"");
    entries[0] = zip_stored("m/scene.gltf", text);
    zip_make(&f, entries, 3);
    refuses(&f, NULL, HIT_ERROR_FILE, "leads out of the model's folder");
    free(json);
    free(text);
}

static void what_is_packed_twice(void** state)
{
    static file_builder inner, f;
    zip_entry entry = zip_stored("a.obj", OBJ);
    hit_model* m;
    (void)state;
    threemf_make(&inner, THREEMF_MODEL("") "<resources><object id=\"1\">" THREEMF_TETRA
                                           "</object></resources><build><item objectid=\"1\"/></build></model>");
    entry = (zip_entry){"print.3mf", inner.bytes, inner.size, inner.size, zip_checksum(inner.bytes, inner.size), 0, 0};
    zip_make(&f, &entry, 1);
    m = read_zip(&f, NULL);
    assert_int_equal(m->format, HIT_MODEL_3MF);
    hit_model_destroy(m);
    entry = zip_stored("a.obj", OBJ);
    zip_make(&inner, &entry, 1);
    entry = (zip_entry){"b.obj", inner.bytes, inner.size, inner.size, zip_checksum(inner.bytes, inner.size), 0, 0};
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "the model in the zip file is a zip file");
}

// 16 MB of zeros in 16 KB; and claims that are not true.
static void bombs_are_refused(void** state)
{
    enum { SIZE = 12 << 20 };
    static file_builder f, room;
    char* zeros = calloc(SIZE, 1);
    const hit_model_options options = {.max_bytes = SIZE - 1};
    zip_entry entry;
    (void)state;
    assert_non_null(zeros);
    memset(zeros, '\n', SIZE);
    entry = deflated("a.obj", zeros, SIZE, &room);
    zip_make(&f, &entry, 1);
    refuses(&f, &options, HIT_ERROR_LIMIT, "unpacks to more than the 12582911 bytes that it may");
    entry.size = 0xfffffff0u; // more than so few bytes can hold
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "claims a size that its packed bytes cannot have");
    entry.size = 100; // less than there is: no more is unpacked, and the checksum is another
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "damaged");
    entry.size = SIZE + 1;
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "damaged");
    free(zeros);
}

static void checksums_are_compared(void** state)
{
    static file_builder f;
    zip_entry entry = zip_stored("a.obj", OBJ);
    (void)state;
    entry.checksum ^= 1;
    zip_make(&f, &entry, 1);
    refuses(&f, NULL, HIT_ERROR_FORMAT, "a.obj is damaged: its checksum is wrong");
}

static void damaged(void** state)
{
    static file_builder f, room;
    const zip_entry entries[] = {zip_stored("x/", ""), deflated("x/a.obj", OBJ, strlen(OBJ), &room)};
    (void)state;
    zip_make(&f, entries, 2);
    check_damaged(f.bytes, f.size, HIT_MODEL_UNKNOWN);
}

static void without_memory(void** state)
{
    static file_builder f, room;
    const zip_entry entries[] = {zip_stored("x/", ""), deflated("x/a.obj", OBJ, strlen(OBJ), &room)};
    (void)state;
    zip_make(&f, entries, 2);
    check_failing_memory(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zip_with_one_model_is_that_model),
        cmocka_unit_test(several_models_are_named),
        cmocka_unit_test(an_encrypted_model_says_so),
        cmocka_unit_test(siblings_come_from_the_zip),
        cmocka_unit_test(what_is_packed_twice),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(checksums_are_compared),
        cmocka_unit_test(damaged),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("this build has no minizip\n");
    return 77;
}

#endif
