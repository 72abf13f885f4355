// Runs of lines of OBJ: every kernel gives the model, or the error, that the portable code gives, to the last bit.
//
// Files of usual lines with something unusual here and there, at every place in the blocks that a kernel looks at. The
// text is allocated exactly, so that a sanitizer sees a kernel that reads past its end.
#include "mesh_io/obj/lines.h"
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"
#include "support/base/random.h"

#include <fenv.h>

enum { MOST_TEXT = 1 << 15 };

// ---- Files ----------------------------------------------------------------------------------------------------------

typedef struct file {
    char text[MOST_TEXT];
    size_t size;
} file;

static void put(file* f, const char* text)
{
    const size_t length = strlen(text);
    assert_true(f->size + length < MOST_TEXT);
    memcpy(f->text + f->size, text, length);
    f->size += length;
}

#define ONE_OF(random, list) list[test_random_below(random, sizeof(list) / sizeof *(list))]

// Digits, of which the first may be zeros.
static void put_digits(file* f, test_random* r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const char digit[2] = {(char)('0' + test_random_below(r, 10)), '\0'};
        put(f, digit);
    }
}

static void put_coordinate(file* f, test_random* r)
{
    // Half way between floats, and next to that; beyond 2^53; very many digits, and other ways to write a number.
    static const char* const special[] = {"16777217.0",
                                          "16777219.0",
                                          "8388608.5",
                                          "8388609.5",
                                          "8388608.50000001",
                                          "8388608.49999999",
                                          "33554434.0",
                                          "33554438.00",
                                          "99999999.99999999",
                                          "90071992.54740993",
                                          "90071992.54740992",
                                          "67108868.00000001",
                                          "0.0",
                                          "-0.0",
                                          "1.",
                                          ".5",
                                          "+1.0",
                                          "1",
                                          "1e3",
                                          "1.0e-3",
                                          "123456789.0",
                                          "0.123456789",
                                          "00000001.50000000",
                                          "4194304.25",
                                          "4194304.75",
                                          "2097152.125",
                                          "2097152.375",
                                          "524288.03125",
                                          "1048576.0625",
                                          "-8388609.5",
                                          "99999988.00000001",
                                          "99999988.0",
                                          "-99999988.00000001",
                                          "99999987.99999999"};
    static const char* const wrong[] = {"1-2.0", "1.5-", "--1.0", "1.0.0", "1.0/2", "-", "1.-5", "1:0", "."};
    if (test_random_below(r, 300) == 0)
        put(f, ONE_OF(r, wrong));
    else if (test_random_below(r, 8) == 0)
        put(f, ONE_OF(r, special));
    else {
        put(f, test_random_below(r, 2) == 0 ? "-" : "");
        put_digits(f, r, 1 + test_random_below(r, test_random_below(r, 4) == 0 ? 9 : 3));
        put(f, ".");
        put_digits(f, r, test_random_below(r, 4) == 0 ? 1 + test_random_below(r, 9) : 6);
    }
}

static void put_vertex(file* f, test_random* r)
{
    const uint32_t count = test_random_below(r, 300) == 0 ? test_random_below(r, 6) : 3;
    put(f, "v");
    for (uint32_t i = 0; i < count; i++) {
        put(f, " ");
        put_coordinate(f, r);
    }
}

static void put_face(file* f, test_random* r, uint32_t vertices)
{
    static const char* const tails[] = {"/1", "//2", "/-3/4", "/", "/123456789/123456789"};
    static const char* const wrong[] = {"x", "-", "123456789", ":", ".5"};
    const uint32_t count = test_random_below(r, 10) == 0 ? test_random_below(r, 7) : 3;
    put(f, "f");
    for (uint32_t i = 0; i < count; i++) {
        char word[32];
        snprintf(word, sizeof word, " %s%u", test_random_below(r, 60) == 0 ? "0000" : "",
                 (unsigned)test_random_below(r, vertices) + (test_random_below(r, 500) != 0));
        put(f, word);
        if (test_random_below(r, 30) == 0)
            put(f, ONE_OF(r, tails));
        if (test_random_below(r, 500) == 0)
            put(f, ONE_OF(r, wrong));
    }
}

static void put_line_end(file* f, test_random* r, bool windows)
{
    static const char* const ends[] = {"\n",   "\r\n",   "\r",    " \n", "\n\n", " \r\n",
                                       "\t\n", " # x\n", " \\\n", "\n ", "  \n"};
    put(f, test_random_below(r, 40) == 0 ? ONE_OF(r, ends) : windows ? "\r\n" : "\n");
}

// What there is of other lines.
static void put_other(file* f, test_random* r)
{
    static const char* const others[] = {"vn 0 0 1",
                                         "vt 0.5 0.5",
                                         "usemtl x",
                                         "",
                                         "s 1",
                                         "#",
                                         "f",
                                         "f ",
                                         "f 1",
                                         "f  1 ",
                                         "f  1",
                                         "f 1 2",
                                         "f 1  2 3",
                                         " v 1.5 2.5 3.5",
                                         "\tf 1 2 3",
                                         "vx",
                                         "o a",
                                         "g b",
                                         "fx 1 2",
                                         "v 1.5 2.5 3.5 1.0",
                                         "v  1.5 2.5 3.5"};
    static const char* const wrong[] = {"v", "v ", "v 1 2", "f 1 2 \xc3\xa4", "f -9999 1 2", "f 99999 1 2"};
    if (test_random_below(r, 30) == 0)
        put(f, ONE_OF(r, wrong));
    else
        put(f, ONE_OF(r, others));
}

static void make_file(file* f, test_random* r, uint32_t lines)
{
    const bool windows = test_random_below(r, 5) == 0;
    const uint32_t unusual = 2 + test_random_below(r, 100);
    uint32_t vertices = 4;
    bool faces = false;
    f->size = 0;
    put(f, "v 0.5 0.5 0.5\nv 1.5 2.25 3.5\nv 0.0 1.0 2.0\nv 4.0 4.0 4.0\n");
    for (uint32_t i = 0; i < lines; i++) {
        if (test_random_below(r, 10) == 0)
            faces = !faces;
        if (test_random_below(r, unusual) == 0)
            put_other(f, r);
        else if (faces)
            put_face(f, r, vertices);
        else {
            put_vertex(f, r);
            vertices++;
        }
        put_line_end(f, r, windows);
    }
    put(f, "f 1 2 3\n"); // there is a mesh, whose vertices can be compared
    // Sometimes so much behind it that no line is near the end of the file.
    for (uint32_t i = 0; i < 3 * HIT_OBJ_LINE_LOOKAHEAD && lines % 2 == 0; i++)
        put(f, "\n");
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

static hit_model* read_at(hit_cpu level, const file* f, hit_error* error)
{
    char* exact = malloc(f->size);
    hit_model* model = NULL;
    assert_non_null(exact);
    memcpy(exact, f->text, f->size);
    memset(error, 0, sizeof *error);
    hit_cpu_restrict(level);
    (void)hit_model_read(exact, f->size, HIT_MODEL_OBJ, NULL, &model, error);
    hit_cpu_restrict(hit_cpu_best());
    free(exact);
    return model;
}

static void check_same_model(const hit_model* a, const hit_model* b)
{
    assert_int_equal(a->mesh_count, b->mesh_count);
    assert_int_equal(a->skipped_faces, b->skipped_faces);
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        const hit_model_mesh *p = &a->meshes[i], *q = &b->meshes[i];
        assert_string_equal(p->name, q->name);
        assert_int_equal(p->vertex_count, q->vertex_count);
        assert_int_equal(p->triangle_count, q->triangle_count);
        assert_memory_equal(p->vertices, q->vertices, p->vertex_count * sizeof *p->vertices);
        assert_memory_equal(p->indices, q->indices, 3 * (size_t)p->triangle_count * sizeof *p->indices);
        assert_memory_equal(p->faces, q->faces, p->triangle_count * sizeof *p->faces);
    }
}

static void check_same(const file* f, hit_cpu level)
{
    hit_error a_error, b_error;
    hit_model *a = read_at(HIT_CPU_PORTABLE, f, &a_error), *b = read_at(level, f, &b_error);
    assert_int_equal(a != NULL, b != NULL);
    assert_string_equal(a_error.message, b_error.message);
    assert_int_equal(a_error.status, b_error.status);
    assert_int_equal(a_error.line, b_error.line);
    assert_int_equal(a_error.offset, b_error.offset);
    if (a != NULL)
        check_same_model(a, b);
    hit_model_destroy(a);
    hit_model_destroy(b);
}

static void any_lines(void** state)
{
    static file f;
    test_random r = test_random_make(test_seed());
    (void)state;
    print_message("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = test_costly_cases(20000); i > 0; i--) {
        make_file(&f, &r, 1 + test_random_below(&r, i % 50 == 0 ? 300 : 30));
        for (int level = HIT_CPU_SSE4; level <= (int)hit_cpu_best(); level++)
            check_same(&f, (hit_cpu)level);
    }
}

// One line of each kind behind a usual one, at every place in a block. Most of the files above have several faults.
static void one_fault(void** state)
{
    static file f;
    test_random r = test_random_make(test_seed());
    (void)state;
    for (uint64_t i = test_costly_cases(20000); i > 0; i--) {
        const uint32_t before = test_random_below(&r, 12), length = test_random_below(&r, 40);
        f.size = 0;
        put(&f, "v 0.5 0.5 0.5\nv 1.5 2.25 3.5\nv 0.0 1.0 2.0\nv 4.0 4.0 4.0\nv ");
        put_digits(&f, &r, 1 + length);
        put(&f, ".5 1.0 1.0\n");
        for (uint32_t k = 0; k < before; k++)
            put(&f, i % 2 == 0 ? "f 1 2 3\n" : "v 1.25 2.25 3.75\n");
        if (i % 3 == 0)
            put_other(&f, &r);
        else if (i % 3 == 1)
            put_face(&f, &r, 5);
        else
            put_vertex(&f, &r);
        put_line_end(&f, &r, false);
        for (uint32_t k = 0; k < 20; k++)
            put(&f, i % 2 == 0 ? "f 4 2 3\n" : "v 1.25 2.25 3.75\n");
        put(&f, "f 1 2 3\n");
        check_same(&f, hit_cpu_best());
    }
}

static void any_rounding_mode(void** state)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static file f;
    hit_error error;
    (void)state;
    f.size = 0;
    for (int i = 0; i < 50; i++)
        put(&f, "v 0.1 0.7 0.123457\nv -0.1 -0.7 -0.123457\n");
    put(&f, "f 1 2 3\nf 4 5 6\n");
    for (int i = 0; i < 3; i++) {
        hit_model *usual = read_at(hit_cpu_best(), &f, &error), *other;
        assert_non_null(usual);
        assert_int_equal(fesetround(modes[i]), 0);
        other = read_at(hit_cpu_best(), &f, &error);
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        assert_non_null(other);
        check_same_model(usual, other);
        hit_model_destroy(usual);
        hit_model_destroy(other);
    }
}

// What is compared above is not the portable code with itself.
static void usual_lines_are_taken(void** state)
{
    enum { LINES = 20 };
    static file f;
    hit_vec3 vertices[LINES];
    uint32_t indices[3 * (LINES + 1)], faces[LINES + 1];
    hit_obj_counts count = {0};
    hit_obj_run run;
    (void)state;
    if (hit_cpu_best() != HIT_CPU_AVX2)
        skip();
    f.size = 0;
    for (int i = 0; i < LINES; i++)
        put(&f, "v 0.123456 -12.5 1234567.5\n");
    run = (hit_obj_run){f.text + f.size, f.text + MOST_TEXT, LINES, 0};
    assert_ptr_equal(hit_obj_lines_in_use()->count(f.text, run.end, run.limit, &count), run.end);
    assert_int_equal(count.vertices, LINES);
    (void)hit_obj_lines_in_use()->vertices(f.text, &run, vertices);
    assert_int_equal(run.made, LINES - 1); // the last one has no room behind it
    f.size = 0;
    for (int i = 0; i < LINES; i++)
        put(&f, "f 1 23456 12345678\n");
    run = (hit_obj_run){f.text + f.size, f.text + MOST_TEXT, LINES, 0};
    assert_ptr_equal(hit_obj_lines_in_use()->count(f.text, run.end, run.limit, &count), run.end);
    assert_int_equal(count.faces, LINES);
    assert_int_equal(count.triangles, LINES);
    // Those of a chunk end where it does.
    count = (hit_obj_counts){0};
    assert_ptr_equal(hit_obj_lines_in_use()->count(f.text, f.text + 7 * f.size / LINES, run.limit, &count),
                     f.text + 7 * f.size / LINES);
    assert_int_equal(count.faces, 7);
    assert_int_equal(count.triangles, 7);
    f.text[f.size - 1] = '\r'; // the last line ends in another way
    put(&f, "\nf 1 2 3\n");
    run = (hit_obj_run){f.text + f.size, f.text + MOST_TEXT, LINES + 1, 0};
    (void)hit_obj_lines_in_use()->triangles(f.text, &run, 12345678, 7, indices, faces);
    assert_int_equal(run.made, LINES);
    assert_int_equal(indices[5], 12345677);
    assert_int_equal(faces[5], 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_lines),
        cmocka_unit_test(one_fault),
        cmocka_unit_test(any_rounding_mode),
        cmocka_unit_test(usual_lines_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
