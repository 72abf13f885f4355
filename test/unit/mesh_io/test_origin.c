// Coordinates that floats are too coarse for: each format keeps them by an origin in double, and all others as they
// were.
#include "mesh_io/origin.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/mesh_io/model_check.h"

#include <stdlib.h>

// A square of 10 cm, near 5,400,000 m.
#define X0 5400000.03
#define Y0 5399999.98
#define Z0 431.27
#define SIDE 0.1

static const double square[4][3] = {{X0, Y0, Z0}, {X0 + SIDE, Y0, Z0}, {X0 + SIDE, Y0 + SIDE, Z0}, {X0, Y0 + SIDE, Z0}};

static hit_model* read_bytes(const void* bytes, size_t size, hit_model_format format)
{
    hit_error error;
    hit_model* model = check_read(bytes, size, format, NULL, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    return model;
}

static hit_model* read_text(const char* text, hit_model_format format)
{
    return read_bytes(text, strlen(text), format);
}

static hit_dvec3 move(hit_dvec3 a, hit_vec3 v)
{
    return hit_dvec3_make(a.x + (double)v.x, a.y + (double)v.y, a.z + (double)v.z);
}

static hit_dvec3 world(const hit_model* m, uint32_t part, uint32_t vertex)
{
    const hit_model_part* p = &m->parts[part];
    return move(p->placement.origin, m->meshes[p->mesh].vertices[vertex]);
}

static double area(const hit_model* m)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < m->part_count; i++) {
        const hit_model_mesh* mesh = &m->meshes[m->parts[i].mesh];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const hit_vec3 a = mesh->vertices[mesh->indices[3 * t]];
            const hit_vec3 u = hit_vec3_sub(mesh->vertices[mesh->indices[3 * t + 1]], a);
            const hit_vec3 v = hit_vec3_sub(mesh->vertices[mesh->indices[3 * t + 2]], a);
            sum += (double)hit_vec3_length(hit_vec3_cross(u, v)) / 2.0;
        }
    }
    return sum;
}

// The square has the right area and place, and the floats the rest of the numbers.
static void check_square(hit_model* m)
{
    assert_int_equal(m->triangle_count, 2);
    assert_true(fabs(area(m) - SIDE * SIDE) < 1e-6 * SIDE * SIDE);
    for (uint32_t p = 0; p < m->part_count; p++) {
        const hit_model_mesh* mesh = &m->meshes[m->parts[p].mesh];
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            const hit_dvec3 v = world(m, p, i);
            double least = HUGE_VAL;
            for (int k = 0; k < 4; k++)
                least = fmin(least, fabs(v.x - square[k][0]) + fabs(v.y - square[k][1]) + fabs(v.z - square[k][2]));
            assert_true(least < 3e-8);
        }
    }
    // A face that is left out is told, a loss of digits is not.
    for (uint32_t i = 0; i < m->note_count; i++)
        assert_non_null(strstr(m->notes[i], "left out"));
    hit_model_destroy(m);
}

// ---- The formats ----------------------------------------------------------------------------------------------------

static void put_double(char** at, double value, bool big_endian)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++)
        *(*at)++ = (char)(bits >> 8 * (big_endian ? 7 - i : i));
}

static void ply_double_keeps_area_of_a_centimetre_square(void** state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        // Rows of one size, and rows with a list, which are read one by one.
        const bool big = kind % 2 == 1, list = kind >= 2;
        char bytes[600], *at = bytes;
        at += sprintf(at,
                      "ply\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
                      "property double z\n%selement face 1\nproperty list uchar int vertex_indices\nend_header\n",
                      big ? "big" : "little", list ? "property list uchar uchar more\n" : "");
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++)
                put_double(&at, square[i][k], big);
            if (list)
                *at++ = 0;
        }
        *at++ = 4;
        for (int i = 0; i < 4; i++) {
            memset(at, 0, 4);
            at[big ? 3 : 0] = (char)i;
            at += 4;
        }
        check_square(read_bytes(bytes, (size_t)(at - bytes), HIT_MODEL_PLY));
        check_damaged(bytes, (size_t)(at - bytes), HIT_MODEL_PLY);
    }
}

#define CORNERS                                                                                                        \
    "5400000.03 5399999.98 431.27\n5400000.13 5399999.98 431.27\n5400000.13 5400000.08 431.27\n"                       \
    "5400000.03 5400000.08 431.27\n"

static void text_of_many_digits_keeps_area_of_a_centimetre_square(void** state)
{
    static const char ply[] = "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
                              "property double z\nelement face 1\nproperty list uchar int vertex_indices\n"
                              "end_header\n" CORNERS "4 0 1 2 3\n";
    static const char obj[] = "v 5400000.03 5399999.98 431.27\nv 5400000.13 5399999.98 431.27\n# v\n"
                              "v 5400000.13 \\\n5400000.08 431.27 0.5 0.5 0.5\n\tv 5400000.03 5400000.08 431.27\n"
                              "g a\nf 1 2 3\ng b\nf 1 3 4\n";
    static const char stl[] = "solid facet of a\nfacet normal 0 0 1\nouter loop\nvertex 5400000.03 5399999.98 431.27\n"
                              "vertex 5400000.13 5399999.98 431.27\nvertex 5400000.13 5400000.08 431.27\n"
                              "vertex 5400000.03 5400000.08 431.27\nendloop\nendfacet\nendsolid\nsolid b\nfacet\n"
                              "outer loop\nvertex 1 2 nan\nvertex 0 0 0\nvertex 0 0 0\nendloop\nendfacet\nendsolid b\n";
    (void)state;
    check_square(read_text(ply, HIT_MODEL_PLY));
    check_square(read_text(obj, HIT_MODEL_OBJ));
    check_square(read_text("OFF\n4 1 0\n" CORNERS "4 0 1 2 3\n", HIT_MODEL_OFF));
    check_square(read_text(stl, HIT_MODEL_STL));
    check_damaged(obj, sizeof obj - 1, HIT_MODEL_OBJ);
    check_damaged(stl, sizeof stl - 1, HIT_MODEL_STL);
}

// An arrowhead. As floats its corners have the same x, and it is divided by its first diagonal, which is outside.
static void polygon_is_divided_by_what_doubles_say(void** state)
{
    hit_model* m = read_text(
        "v 5400000.01 0 0\nv 5400000.05 0.02 0\nv 5400000.09 0 0\nv 5400000.05 0.08 0\nf 1 2 3 4\n", HIT_MODEL_OBJ);
    (void)state;
    assert_true(fabs(area(m) - 0.08 * (0.08 - 0.02) / 2.0) < 1e-8);
    hit_model_destroy(m);
}

// ---- All others stay ------------------------------------------------------------------------------------------------

static void is_unchanged(const char* text, hit_model_format format, float x)
{
    hit_model* m = read_text(text, format);
    assert_true(m->parts[0].placement.origin.x == 0.0 && m->parts[0].placement.origin.y == 0.0);
    assert_true(m->meshes[0].vertices[0].x == x);
    hit_model_destroy(m);
}

static void ordinary_files_have_no_origin(void** state)
{
    (void)state;
    // About the origin, next to it, and as far as floats tell millionths of the size apart.
    is_unchanged("v 0.1 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", HIT_MODEL_OBJ, 0.1f);
    is_unchanged("v 15.1 0 0\nv 16.1 0 0\nv 16 1 0\nf 1 2 3\n", HIT_MODEL_OBJ, 15.1f);
    // Far out, but what the file says are floats.
    is_unchanged("v 5400000.5 0 0\nv 5400001 0 0\nv 5400001 1 0\nf 1 2 3\n", HIT_MODEL_OBJ, 5400000.5f);
    // Only one is no float, and cannot be kept: beyond 2^100 there are no places.
    is_unchanged("v 1.1e31 0 0\nv 1.1e31 1 0\nv 1.1e31 0 1\nf 1 2 3\n", HIT_MODEL_OBJ, 1.1e31f);
    // All the same point.
    is_unchanged("v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", HIT_MODEL_OBJ, 0.0f);
}

static void vertices_that_are_not_finite_do_not_count(void** state)
{
    hit_model* m =
        read_text("v nan 0 0\nv 5400000.03 0 0\nv inf 0 0\nv 5400000.13 0 0\nv 5400000.13 0.1 0\nv 1e40 0 0\n"
                  "f 2 4 5\nf 1 2 3\nf 2 4 6\n",
                  HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->triangle_count, 1);
    assert_int_equal(m->skipped_faces, 2);
    assert_true(fabs(area(m) - 0.005) < 1e-8);
    hit_model_destroy(m);
}

// ---- Notes ----------------------------------------------------------------------------------------------------------

static void note_says_what_is_still_lost(void** state)
{
    // 17 digits are more than a double has where the model is 1e-10 of its distance in size.
    hit_model* m =
        read_text("v 100000.00000000001 0 0\nv 100000.00000000002 1e-11 0\nv 100000 0 1e-11\nf 1 2 3\n", HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->note_count, 1);
    assert_non_null(strstr(m->notes[0], "coordinates are rounded to doubles, by up to"));
    hit_model_destroy(m);
    // A part of a millimetre, 10 km from the next one.
    m = read_text("v 5400000.03 0 0\nv 5400001.1 0 0\nv 5400000 1 0\nv 5410000.001 0 0\nv 5410000.002 0 0\n"
                  "v 5410000.001 0.001 0\no a\nf 1 2 3\no b\nf 4 5 6\n",
                  HIT_MODEL_OBJ);
    assert_int_equal(m->note_count, 1);
    assert_non_null(strstr(m->notes[0], "2 small parts are rounded to floats, by up to"));
    hit_model_destroy(m);
}

// ---- The origin -----------------------------------------------------------------------------------------------------

// Vertices about a random place with a random extent: the differences are right to 2^-23 of the extent.
static void random_places(void** state)
{
    test_random rng = test_random_make(test_seed());
    enum { COUNT = 20 };
    (void)state;
    for (uint64_t round = test_cases(20000); round > 0; round--) {
        hit_loader loader = {0};
        const double extent = ldexp(1.0, (int)test_random_below(&rng, 60) - 30);
        const double away = extent * ldexp(1.0, 5 + (int)test_random_below(&rng, 30));
        hit_dvec3 exact[COUNT], centre, origin;
        hit_vec3 vertices[COUNT];
        centre = hit_dvec3_make(away * (1.0 + (double)test_random_range(&rng, 0.0f, 1.0f)),
                                away * (double)test_random_range(&rng, 0.0f, 1.0f), -away);
        for (int i = 0; i < COUNT; i++) {
            exact[i] = hit_dvec3_make(centre.x + extent * (double)test_random_range(&rng, 0.0f, 1.0f),
                                      centre.y + extent * (double)test_random_range(&rng, 0.0f, 1.0f),
                                      centre.z + extent * (double)test_random_range(&rng, 0.0f, 1.0f));
            vertices[i] = hit_dvec3_relative(exact[i], hit_dvec3_make(0.0, 0.0, 0.0));
        }
        assert_true(hit_origin_is_far(vertices, COUNT));
        assert_int_equal(hit_origin_subtract(&loader, exact, false, vertices, COUNT, &origin), HIT_OK);
        for (int i = 0; i < COUNT; i++) {
            const hit_dvec3 v = move(origin, vertices[i]);
            // Half of a bit of the double that `v` is, and of the float.
            const double bound = extent * 0x1p-23 + away * 0x1p-52;
            assert_true(fabs(v.x - exact[i].x) <= bound && fabs(v.y - exact[i].y) <= bound &&
                        fabs(v.z - exact[i].z) <= bound);
            assert_true(fabs((double)vertices[i].x) < 1.5 * extent);
        }
    }
}

// ---- What hides it --------------------------------------------------------------------------------------------------

// A vertex that programs leave at 0,0,0 made the extent as large as the coordinates.
static void a_stray_vertex_at_zero_hides_nothing(void** state)
{
    static const char* const files[] = {
        "v 0 0 0\nv 5400000.03 5399999.98 431.27\nv 5400000.13 5399999.98 431.27\nv 5400000.13 5400000.08 431.27\n"
        "v 5400000.03 5400000.08 431.27\nf 2 3 4 5\n",
        "v 5400000.03 5399999.98 431.27\nv 5400000.13 5399999.98 431.27\nv 5400000.13 5400000.08 431.27\n"
        "v 5400000.03 5400000.08 431.27\nv 0 -0 0.0\nf 1 2 3 4\n"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        hit_model* m = read_text(files[i], HIT_MODEL_OBJ);
        assert_int_equal(m->triangle_count, 2);
        if (!(fabs(area(m) - SIDE * SIDE) < 2e-6 * SIDE * SIDE))
            fail_msg("file %zu: the area is %g", i, area(m));
        hit_model_destroy(m);
    }
}

// Where faces use it, it stays where it is.
static void a_vertex_at_zero_stays(void** state)
{
    hit_model* m =
        read_text("v 5400000.03 5399999.98 431.27\nv 5400000.04 5399999.98 431.27\nv 0 0 0\nf 1 2 3\n", HIT_MODEL_OBJ);
    const hit_dvec3 zero = world(m, 0, 2), first = world(m, 0, 0);
    (void)state;
    assert_true(zero.x == 0 && zero.y == 0 && zero.z == 0);
    assert_true(fabs(first.x - X0) < 2e-8 && fabs(first.y - Y0) < 2e-8);
    hit_model_destroy(m);
}

// A town with a doorknob far out: the file needs no origin, but the knob lost digits and nobody said so.
static void small_parts_of_wide_files_are_told(void** state)
{
    static const struct {
        const char* knob; ///< the coordinate behind 4000, of a part of 5 cm
        bool told;
    } cases[] = {{".123456", true}, {".12346", false}, {".5", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        const char* k = cases[i].knob;
        hit_model* m;
        snprintf(text, sizeof text,
                 "o ground\nv 0 0 0\nv 5000 0 0\nv 0 5000 0\nf 1 2 3\no knob_1234567890.5\n"
                 "v 4000%s 0.1 0.2\nv 4000%s 0.15 0.2\nv 4000%s 0.1 0.25\nf 4 5 6\n",
                 k, k, k);
        m = read_text(text, HIT_MODEL_OBJ);
        assert_int_equal(m->note_count, cases[i].told);
        if (cases[i].told)
            assert_string_equal(m->notes[0],
                                "coordinates of 1 small part are rounded to floats, by up to 0.00012, which "
                                "is up to 0.0024 of the part's size: the file has one origin for all of "
                                "its parts");
        hit_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stray_vertex_at_zero_hides_nothing),
        cmocka_unit_test(a_vertex_at_zero_stays),
        cmocka_unit_test(small_parts_of_wide_files_are_told),
        cmocka_unit_test(ply_double_keeps_area_of_a_centimetre_square),
        cmocka_unit_test(text_of_many_digits_keeps_area_of_a_centimetre_square),
        cmocka_unit_test(polygon_is_divided_by_what_doubles_say),
        cmocka_unit_test(ordinary_files_have_no_origin),
        cmocka_unit_test(vertices_that_are_not_finite_do_not_count),
        cmocka_unit_test(note_says_what_is_still_lost),
        cmocka_unit_test(random_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
