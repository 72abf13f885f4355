// STL: text and binary, which is which, several solids, and what is refused.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/file_builder.h"
#include "support/mesh_io/model_check.h"

#include <math.h>

static hit_model* read_file(const file_builder* f)
{
    hit_error error;
    hit_model* model = check_read(f->bytes, f->size, HIT_MODEL_STL, NULL, &error);
    if (model == NULL)
        fail_msg("%s (line %d, byte %d)", error.message, (int)error.line, (int)error.offset);
    assert_int_equal(model->format, HIT_MODEL_STL);
    return model;
}

static hit_model* read_text(const char* text)
{
    file_builder f = {.size = 0};
    file_builder_text(&f, text);
    return read_file(&f);
}

static void assert_refused(const void* bytes, size_t size, const char* message, uint64_t line)
{
    hit_error error;
    hit_model* model = check_read(bytes, size, HIT_MODEL_STL, NULL, &error);
    if (model != NULL)
        fail_msg("read, where \"%s\" was expected", message);
    if (error.status != HIT_ERROR_FORMAT || strstr(error.message, message) == NULL || error.line != line)
        fail_msg("%d, line %d: \"%s\", where \"%s\" was expected in line %d", (int)error.status, (int)error.line,
                 error.message, message, (int)line);
}

// A binary file. Vertex k of facet f is (f, k, -f).
static void make_binary(file_builder* f, const char* header, uint32_t facets, uint32_t count)
{
    char filled[80];
    memset(filled, ' ', sizeof filled);
    memcpy(filled, header, strlen(header));
    f->size = 0;
    file_builder_add(f, filled, sizeof filled);
    file_builder_bits(f, count, 4, false);
    for (uint32_t i = 0; i < facets; i++) {
        for (int k = 0; k < 3; k++)
            file_builder_float(f, NAN, false); // the normal does not matter
        for (int k = 0; k < 3; k++) {
            file_builder_float(f, (float)i, false);
            file_builder_float(f, (float)k, false);
            file_builder_float(f, -(float)i, false);
        }
        file_builder_bits(f, 0xabcd, 2, false);
    }
}

static void assert_facets(const hit_model_mesh* m, uint32_t count)
{
    assert_int_equal(m->triangle_count, count);
    assert_int_equal(m->vertex_count, 3 * count);
    for (uint32_t i = 0; i < 3 * count; i++) {
        const hit_vec3 v = m->vertices[m->indices[i]];
        assert_true(v.x == (float)(i / 3) && v.y == (float)(i % 3) && v.z == -(float)(i / 3));
        assert_int_equal(m->faces[i / 3], i / 3);
    }
}

// ---- Binary ---------------------------------------------------------------------------------------------------------

static void binary(void** state)
{
    static const char* const headers[] = {"", "solid x", "solid\nfacet normal 0 0 0\nouter loop\nvertex"};
    (void)state;
    for (int h = 0; h < 3; h++)
        for (uint32_t count = 0; count < 4; count++)
            for (int behind = 0; behind < 3; behind++) {
                file_builder f;
                hit_model* model;
                make_binary(&f, headers[h], count, count);
                file_builder_add(&f, "solid behind", behind == 0 ? 0 : behind == 1 ? 1 : 12);
                model = read_file(&f);
                assert_int_equal(model->mesh_count, 1);
                assert_string_equal(model->parts[0].name, "");
                assert_facets(&model->meshes[0], count);
                hit_model_destroy(model);
            }
}

static void binary_that_is_too_short(void** state)
{
    file_builder f;
    (void)state;
    make_binary(&f, "solid", 3, 4);
    assert_refused(f.bytes, f.size, "binary STL of 4 facets, but the file ends after 3", 0);
    make_binary(&f, "x", 3, 0xffffffff);
    assert_refused(f.bytes, f.size, "binary STL of 4294967295 facets, but the file ends after 3", 0);
    make_binary(&f, "x", 3, 3);
    assert_refused(f.bytes, f.size - 1, "binary STL of 3 facets, but the file ends after 2", 0);
    assert_refused(f.bytes, 83, "a binary file has 84 bytes or more, not 83", 0);
    assert_refused("solids", 6, "text begins with \"solid\"", 0);
}

static void facets_that_are_not_finite(void** state)
{
    static const float bad[3] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (int k = 0; k < 9; k++) {
        file_builder f;
        hit_model* model;
        const uint32_t facet = (uint32_t)k % 3;
        size_t kept;
        make_binary(&f, "x", 3, 3);
        kept = f.size;
        f.size = 84 + 50 * facet + 12 + 4 * (size_t)k;
        file_builder_float(&f, bad[k / 3], false);
        f.size = kept;
        model = read_file(&f);
        assert_int_equal(model->skipped_faces, 1);
        assert_int_equal(model->triangle_count, 2);
        assert_int_equal(model->meshes[0].faces[0], facet == 0 ? 1 : 0);
        assert_int_equal(model->meshes[0].faces[1], facet == 2 ? 1 : 2);
        for (uint32_t t = 0; t < 2; t++)
            assert_true(model->meshes[0].vertices[3 * t].x == (float)model->meshes[0].faces[t]);
        hit_model_destroy(model);
    }
}

static void the_same_with_threads(void** state)
{
    enum { FACETS = 200000 };
    const size_t size = 84 + 50 * (size_t)FACETS;
    unsigned char* bytes = calloc(size, 1);
    hit_thread_pool* pool = NULL;
    hit_task_pool tasks;
    const hit_model_options options = {.pool = &tasks};
    hit_model *one, *other;
    (void)state;
    assert_non_null(bytes);
    for (int i = 0; i < 4; i++)
        bytes[80 + i] = (unsigned char)((unsigned)FACETS >> 8 * i);
    for (size_t i = 84; i < size; i++)
        bytes[i] = (unsigned char)((i * 2654435761U) >> 16); // now and then a number that is not finite
    one = check_read(bytes, size, HIT_MODEL_UNKNOWN, NULL, NULL);
    assert_non_null(one);
    assert_true(one->skipped_faces > 0 && one->triangle_count + one->skipped_faces == FACETS);
    assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
    tasks = hit_thread_pool_tasks(pool);
    other = check_read(bytes, size, HIT_MODEL_UNKNOWN, &options, NULL);
    assert_non_null(other);
    assert_int_equal(one->triangle_count, other->triangle_count);
    assert_memory_equal(one->meshes[0].vertices, other->meshes[0].vertices, (size_t)one->triangle_count * 36);
    assert_memory_equal(one->meshes[0].faces, other->meshes[0].faces, (size_t)one->triangle_count * 4);
    hit_model_destroy(one);
    hit_model_destroy(other);
    hit_thread_pool_destroy(pool);
    free(bytes);
}

// ---- Text -----------------------------------------------------------------------------------------------------------

#define FACET(a, b, c)                                                                                                 \
    "facet normal 0 0 1\n outer loop\n  vertex " a "\n  vertex " b "\n  vertex " c "\n endloop\nendfacet\n"
#define FACET_0 FACET("0 0 0", "0 1 0", "0 2 0")
#define FACET_1 FACET("1 0 -1", "1e0 1.0 -1", "+1 2 -1.0e+00")

static void text(void** state)
{
    hit_model* model = read_text("solid my part \r\n" FACET_0 FACET_1 "endsolid my part\n");
    (void)state;
    assert_int_equal(model->mesh_count, 1);
    assert_string_equal(model->meshes[0].name, "my part");
    assert_string_equal(model->parts[0].name, "my part");
    assert_facets(&model->meshes[0], 2);
    hit_model_destroy(model);
    // Any case, any spaces, a mark of UTF-8, no end of the last line.
    model = read_text(
        "\xef\xbb\xbf  SOLID\nFacet Normal 0 0 1 OUTER LOOP\tvertex 0\n0 0 Vertex 0 1 0 vertex\r\n0 2 0 endloop\f "
        "endFACET endsolid");
    assert_string_equal(model->meshes[0].name, "");
    assert_facets(&model->meshes[0], 1);
    hit_model_destroy(model);
}

static void several_solids(void** state)
{
    static const struct {
        const char* name;
        uint32_t triangles, first_face;
    } expected[4] = {{"a", 2, 0}, {"", 0, 0}, {"b c", 1, 2}, {"gr\xc3\xbcn?", 1, 3}};
    hit_model* model = read_text("solid a\n" FACET_0 FACET_1 "endsolid a\nsolid\nendsolid\nsolid b c\n" FACET_0
                                 "endsolid\nsolid gr\xc3\xbcn\xff\n" FACET_1 "endsolid gr\xc3\xbcn");
    (void)state;
    assert_int_equal(model->mesh_count, 4);
    assert_int_equal(model->part_count, 4);
    assert_int_equal(model->triangle_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(model->parts[i].name, expected[i].name);
        assert_int_equal(model->parts[i].mesh, i);
        assert_int_equal(model->meshes[i].triangle_count, expected[i].triangles);
        if (expected[i].triangles > 0)
            assert_int_equal(model->meshes[i].faces[0], expected[i].first_face);
    }
    assert_facets(&model->meshes[0], 2);
    assert_true(model->meshes[3].vertices[2].x == 1 && model->meshes[3].vertices[2].y == 2);
    hit_model_destroy(model);
}

static void loops_of_any_length(void** state)
{
    hit_model* model = read_text(
        "solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 vertex 0 1 0 endloop endfacet\n"
        "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 endloop endfacet\n" FACET("0 0 0", "nan 0 0", "1 0 0")
            FACET("0 0 0", "1e39 0 0", "1 0 0") FACET_1 "endsolid");
    (void)state;
    assert_int_equal(model->triangle_count, 3);
    assert_int_equal(model->skipped_faces, 3);
    assert_int_equal(model->meshes[0].faces[1], 0);
    assert_int_equal(model->meshes[0].faces[2], 4);
    assert_true(model->meshes[0].vertices[3].x == 0 && model->meshes[0].vertices[4].y == 1);
    hit_model_destroy(model);
}

static void bad_texts(void** state)
{
    static const struct {
        const char *text, *message;
        uint64_t line;
    } cases[] = {
        {"solid", "the file ends where \"facet\" or \"endsolid\" should be", 1},
        {"solid a\n" FACET_0 "facets", "found \"facets\"", 9},
        {"solid a\nfacet normal 0 0\nouter loop", "expected a number, found \"outer\"", 3},
        {"solid a\nfacet normal 0 0 0\nloop", "expected \"outer loop\", found \"loop\"", 3},
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 1 2x", "expected a number, found \"2x\"", 4},
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 1", "the file ends where a number should be", 4},
        {"solid a\n" FACET("0 0 0", "0,5 0 0", "1 0 0"), "expected a number, found \"0,5\"", 5},
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 1 2\nendfacet", "\"vertex\" or \"endloop\"", 5},
        {"solid a\nfacet normal 0 0 0\nouter loop\nendloop\nendsolid", "expected \"endfacet\"", 5},
        {"solid a\nendsolid\nmore", "expected \"facet\", \"solid\" or \"endsolid\", found \"more\"", 3},
        {"solid a\nendsolid\n\xff\xfe", "expected \"facet\", \"solid\" or \"endsolid\"; is this text?", 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i].text, strlen(cases[i].text), cases[i].message, cases[i].line);
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

static void damaged(void** state)
{
    static const char two[] = "solid a\n" FACET_0 FACET_1 "endsolid\nsolid b\n" FACET_1 "endsolid\n";
    file_builder f;
    (void)state;
    check_damaged(two, sizeof two - 1, HIT_MODEL_STL);
    make_binary(&f, "solid x", 3, 3);
    check_damaged(f.bytes, f.size, HIT_MODEL_STL);
}

static void without_memory(void** state)
{
    static const char three[] =
        "solid a\n" FACET_0 "endsolid\nsolid b\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 "
        "vertex 1 1 0 vertex 0 1 0 vertex 0 .5 0 vertex 0 .25 0 vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 "
        "endloop endfacet endsolid\nsolid c\nendsolid\nsolid d\nendsolid\nsolid e\nendsolid";
    file_builder f;
    (void)state;
    check_failing_memory(three, sizeof three - 1, HIT_MODEL_STL, NULL);
    make_binary(&f, "", 3, 3);
    check_failing_memory(f.bytes, f.size, HIT_MODEL_STL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary),
        cmocka_unit_test(binary_that_is_too_short),
        cmocka_unit_test(facets_that_are_not_finite),
        cmocka_unit_test(the_same_with_threads),
        cmocka_unit_test(text),
        cmocka_unit_test(several_solids),
        cmocka_unit_test(loops_of_any_length),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(damaged),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
