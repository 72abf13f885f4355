// Files that other programs read, though they are not quite what their formats say: read here, too, and where something
// was left out, a note says so. One test for each rule.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/file_builder.h"
#include "support/mesh_io/model_check.h"

// The triangles, as "(x,y,z x,y,z x,y,z)", and behind them the points, as "[x,y,z]".
static void describe(const hit_model* m, char* text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const hit_model_mesh* mesh = &m->meshes[i];
        for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++) {
            const hit_vec3 v = mesh->vertices[mesh->indices[k]];
            n += (size_t)snprintf(text + n, size - n, "%s%g,%g,%g%s", k % 3 == 0 ? "(" : " ", (double)v.x, (double)v.y,
                                  (double)v.z, k % 3 == 2 ? ")" : "");
        }
        for (uint32_t k = 0; k < mesh->point_count; k++) {
            const hit_vec3 v = mesh->vertices[mesh->points != NULL ? mesh->points[k] : k];
            n += (size_t)snprintf(text + n, size - n, "[%g,%g,%g]", (double)v.x, (double)v.y, (double)v.z);
        }
    }
}

static void reads_bytes(const void* bytes, size_t size, hit_model_format format, const char* want, const char* note)
{
    char have[2000];
    hit_error error;
    hit_model* m = check_read(bytes, size, format, NULL, &error);
    if (m == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    describe(m, have, sizeof have);
    assert_string_equal(have, want);
    assert_int_equal(m->note_count, note != NULL);
    if (note != NULL)
        assert_string_equal(m->notes[0], note);
    hit_model_destroy(m);
}

static void reads(const char* text, hit_model_format format, const char* want, const char* note)
{
    reads_bytes(text, strlen(text), format, want, note);
}

static void refuses(const char* text, hit_model_format format, const char* message)
{
    hit_error error;
    assert_null(check_read(text, strlen(text), format, NULL, &error));
    if (strstr(error.message, message) == NULL)
        fail_msg("\"%s\" says nothing of \"%s\"", error.message, message);
}

#define ONE "(0,0,0 1,0,0 0,1,0)"
#define TWO ONE "(0,0,0 1,0,0 0,0,1)"

// ---- PLY ------------------------------------------------------------------------------------------------------------

#define HEADER(vertices, more, faces)                                                                                  \
    "ply\nformat ascii 1.0\nelement vertex " vertices "\nproperty float x\nproperty float y\nproperty float z\n" more  \
    "element face " faces "\nproperty list uchar int vertex_indices\nend_header\n"
#define LEFT_OUT "values that the header does not tell of were left out, first in line "

static void ply_with_more_values_in_a_line(void** state)
{
    (void)state;
    // In all lines of the vertices, in one of them, in faces, in elements before and behind.
    reads(HEADER("3", "", "1") "0 0 0 9 9\n1 0 0 9\n0 1 0 9\n3 0 1 2\n", HIT_MODEL_PLY, ONE, LEFT_OUT "10");
    reads(HEADER("3", "", "1") "0 0 0\n1 0 0 255 0 0\n0 1 0\n3 0 1 2\n", HIT_MODEL_PLY, ONE, LEFT_OUT "11");
    reads(HEADER("4", "", "2") "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2 200 100 50\n3 0 1 3 1 2 3\n", HIT_MODEL_PLY, TWO,
          LEFT_OUT "14");
    reads(
        "ply\nformat ascii 1.0\nelement camera 1\nproperty int a\nelement vertex 3\nproperty float x\nproperty float "
        "y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nelement more 1\nproperty int a\n"
        "end_header\n7 8 9\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 1 1\n5 5\n",
        HIT_MODEL_PLY, ONE, LEFT_OUT "14");
    // Any line ends, blank lines between.
    reads(HEADER("3", "", "1") "\r\n0 0 0 9\r\n\r\n1 0 0 9\r\n0 1 0\r\n3 0 1 2", HIT_MODEL_PLY, ONE, LEFT_OUT "11");
    reads(HEADER("3", "", "1") "0 0 0 9\r1 0 0 9\r0 1 0\r3 0 1 2\r", HIT_MODEL_PLY, ONE, LEFT_OUT "10");
    // Faces that stand before the vertices.
    reads("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 3\nproperty "
          "float x\nproperty float y\nproperty float z\nend_header\n3 0 1 2 99\n0 0 0 1\n1 0 0 1\n0 1 0 1\n",
          HIT_MODEL_PLY, ONE, LEFT_OUT "10");
}

static void ply_with_several_rows_in_a_line(void** state)
{
    (void)state;
    reads(HEADER("3", "", "1") "0 0 0 1 0 0 0 1 0 3 0 1 2", HIT_MODEL_PLY, ONE, NULL);
    reads(HEADER("3", "", "1") "0 0 0 1 0 0\n0 1 0\n3 0 1 2\n", HIT_MODEL_PLY, ONE, NULL);
    reads(HEADER("3", "", "1") "0\n0\n0\n1 0\n0\n0 1\n0\n3 0\n1 2\n", HIT_MODEL_PLY, ONE, NULL);
}

static void ply_with_a_list_that_is_missing(void** state)
{
    // The element of the faces was forgotten, so their list belongs to the vertices, and no line has it.
    (void)state;
    reads(
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty list "
        "uchar uint vertex_indices\nend_header\n1 2 3\n4 5 6\n",
        HIT_MODEL_PLY, "[1,2,3][4,5,6]", "lists that lines end before are empty, first in line 9");
    // Where rows have several lines, the list is in the next one.
    reads(
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty list "
        "uchar uint more\nend_header\n1 2 3\n1 7\n4 5 6\n0\n",
        HIT_MODEL_PLY, "[1,2,3][4,5,6]", NULL);
}

static void ply_headers(void** state)
{
    static const char body[] = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    static const char zeros[] = HEADER("3", "", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\0\0";
    char text[600];
    (void)state;
    snprintf(text, sizeof text, "\xef\xbb\xbf%s%s", HEADER("3", "", "1"), body);
    reads(text, HIT_MODEL_PLY, ONE, NULL);
    // Lines that end in another way than the first, comments anywhere, elements of nothing.
    reads("ply\r\nformat ascii 1.0\nelement vertex 3\r\nproperty float x\nproperty float y\nproperty float z\nelement "
          "face "
          "1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
          HIT_MODEL_PLY, ONE, NULL);
    reads(
        "ply\nformat ascii 1.0\r\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face "
        "1\nproperty list uchar int vertex_indices\nend_header\r\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        HIT_MODEL_PLY, ONE, NULL);
    reads("ply\ncomment a\nobj_info b\nformat ascii 1.0\ncomment c\nelement vertex 3\ncomment d\nproperty float x\n"
          "obj_info e\nproperty float y\nproperty float z\nelement none 0\nproperty int a\nelement face 1\ncomment\n"
          "property list uchar int vertex_indices\ncomment f\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
          HIT_MODEL_PLY, ONE, NULL);
    // Whole numbers with a point, zeros at the end.
    reads(HEADER("3", "", "1") "0 0 0\n1 0 0\n0 1 0\n3.0 0.0 1. 2e0\n", HIT_MODEL_PLY, ONE, NULL);
    reads_bytes(zeros, sizeof zeros - 1, HIT_MODEL_PLY, ONE, NULL);
    refuses(HEADER("3", "", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 4294967298\n", HIT_MODEL_PLY,
            "vertex index 4294967298 out of range");
    refuses(HEADER("3", "", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 -2\n", HIT_MODEL_PLY, "vertex index -2 out of range");
}

// ---- OFF ------------------------------------------------------------------------------------------------------------

static void off_with_free_white_space(void** state)
{
    (void)state;
    reads("OFF 3 1 0 0 0 0 1 0 0 0 1 0 3 0 1 2", HIT_MODEL_OFF, ONE, NULL);
    reads("OFF\n3 1 0\n0 0 0 1 0 0 0 1 0\n3 0 1 2\n", HIT_MODEL_OFF, ONE, NULL);
    reads("OFF\n3 1 0\n0\n0 0 1 0\n0 0 1\n0 3 0\n1 2\n", HIT_MODEL_OFF, ONE, NULL);
    reads("OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2 3 0 1 3\n", HIT_MODEL_OFF, TWO, NULL);
    reads("OFF 4 2 0\n0 0 0 1 0 0 # c\n0 1 0 0 0 1\n3 0 1 2 # c\n3 0 1 3\n", HIT_MODEL_OFF, TWO, NULL);
    // The second line is the first that goes on.
    reads("OFF 4 2 0\n0 0 0\n1 0 0 0 1 0\n0 0 1\n3 0 1 2 3 0 1 3\n", HIT_MODEL_OFF, TWO, NULL);
    // Numbers of normals, colours and texture coordinates are known from the keyword.
    reads("STCNOFF 3 1 0 0 0 0 9 9 9 8 8 8 8 7 7 1 0 0 9 9 9 8 8 8 8 7 7 0 1 0 9 9 9 8 8 8 8 7 7 3 0 1 2",
          HIT_MODEL_OFF, ONE, NULL);
    reads("NOFF 3 1 0\n0 0 0 9 9 9 1 0 0 9 9 9\n0 1 0 9 9 9 3 0 1 2", HIT_MODEL_OFF, ONE, NULL);
}

static void off_with_colours_and_comments(void** state)
{
    (void)state;
    reads("OFF\n4 2\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2 255 0 0\n3 0 1 3 0.5 0.5 0.5 1\n", HIT_MODEL_OFF, TWO, NULL);
    reads("OFF\n4 2 0\n0 0 0 255 0 0\n1 0 0 1 1 1\n0 1 0\n0 0 1 # c\n3 0 1 2\n3\n0 1 3\n", HIT_MODEL_OFF, TWO, NULL);
    reads("\xef\xbb\xbfOFF\n\n# c\n3 1 # c\n\n0 0 0\n# c\n1 0 0\n0 1 0\n\n3 0 1 2\n", HIT_MODEL_OFF, ONE, NULL);
    reads_bytes("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\0\x1a", 38, HIT_MODEL_OFF, ONE, NULL);
}

// ---- OBJ ------------------------------------------------------------------------------------------------------------

static void obj_number_formats(void** state)
{
    (void)state;
    reads("v 0e5 0. +.0\nv 1. 0 0E-3\nv .0 +1e0 0\nf 1 2 3\n", HIT_MODEL_OBJ, ONE, NULL);
    reads("v 1e2 2.e+1 3.1+e2\nv -3.1-e2 +1E2 1e-2\n", HIT_MODEL_OBJ, "[100,20,3.1][-3.1,100,0.01]",
          "what stands behind numbers was left out, first in \"3.1+e2\"");
    // Far out, where numbers are read as doubles, too.
    reads("v 5400000.25+e1 0 0\nv 5400000.5 0 0\n", HIT_MODEL_OBJ, "[-0.25,0,0][0,0,0]",
          "what stands behind numbers was left out, first in \"5400000.25+e1\"");
    refuses("v 1,5 0 0\n", HIT_MODEL_OBJ, "\"1,5\" is not a number");
    refuses("v 3.1+e 0 0\n", HIT_MODEL_OBJ, "\"3.1+e\" is not a number");
    refuses("v 3.1+2 0 0\n", HIT_MODEL_OBJ, "\"3.1+2\" is not a number");
    refuses("v 3.1+e2x 0 0\n", HIT_MODEL_OBJ, "\"3.1+e2x\" is not a number");
    // Weights and colours.
    reads("v 0 0 0 1\nv 1 0 0 1 0 0\nv 0 1 0 1 0.5 0.5 0.5\nf 1 2 3\n", HIT_MODEL_OBJ, ONE, NULL);
    reads("v 0 0 0\nv 1 0 0\nv 0 nan 0\nv 0 1 -inf\nv 0 1 0\nf 1 2 5\n", HIT_MODEL_OBJ, ONE, NULL);
}

static void obj_lines_of_all_kinds(void** state)
{
    static char text[1 << 17];
    size_t n;
    (void)state;
    reads("v\t0 0 0\rv  1\t0 0 \rv 0 1 0\rf\t1//2 \\\r2//4 -1//1", HIT_MODEL_OBJ, ONE, NULL);
    reads_bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\0\0\0", 35, HIT_MODEL_OBJ, ONE, NULL);
    reads_bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\r\n\x1a", 35, HIT_MODEL_OBJ, ONE, NULL);
    reads("\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", HIT_MODEL_OBJ, ONE, NULL);
    // A comment of 100,000 characters, and as many spaces in front of a number.
    n = (size_t)sprintf(text, "v 0 0 0\n#");
    memset(text + n, 'x', 50000);
    n += 50000;
    n += (size_t)sprintf(text + n, "\nv 1 0 0\nv 0 1 ");
    memset(text + n, ' ', 50000);
    n += 50000;
    n += (size_t)sprintf(text + n, "0\nf 1 2 3");
    reads_bytes(text, n, HIT_MODEL_OBJ, ONE, NULL);
}

static void obj_in_utf16(void** state)
{
    (void)state;
    refuses("\xff\xfev\x01", HIT_MODEL_OBJ, "the text is in UTF-16; save it as UTF-8 or ASCII");
    refuses("\xfe\xff\x01v", HIT_MODEL_OBJ, "the text is in UTF-16; save it as UTF-8 or ASCII");
}

// ---- STL ------------------------------------------------------------------------------------------------------------

#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

static void stl_in_text(void** state)
{
    (void)state;
    reads("SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 0\nENDLOOP\nENDFACET\n"
          "ENDSOLID A\n",
          HIT_MODEL_STL, ONE, NULL);
    reads("solid a\rfacet normal 0 0 1\router loop\rvertex 0 0 0\rvertex 1 0 0\rvertex 0 1 0\rendloop\rendfacet\r"
          "endsolid a\r",
          HIT_MODEL_STL, ONE, NULL);
    reads("solid a\n" FACET "endsolid a\n\nsolid b\n" FACET "endsolid b\n", HIT_MODEL_STL, ONE ONE, NULL);
    reads("solid a\n" FACET, HIT_MODEL_STL, ONE, "1 solid is without an \"endsolid\"");
    reads("solid a\n" FACET "solid b\n" FACET, HIT_MODEL_STL, ONE ONE, "2 solids are without an \"endsolid\"");
    reads("solid a\ncolor 1 0 0\n" FACET "; more\nendsolid a\nthe end\n", HIT_MODEL_STL, ONE,
          "3 lines of no meaning in STL were left out");
    // But nothing that looks as if it was cut off, or as if something is missing.
    refuses("solid a\n" FACET "fac", HIT_MODEL_STL, "found \"fac\"");
    refuses("solid a\n" FACET "vertex 0 0 0\nendsolid\n", HIT_MODEL_STL, "found \"vertex\"");
    refuses("solid state physics\nis no model\n", HIT_MODEL_STL, "the file ends where \"facet\" or \"endsolid\"");
    refuses("solid state physics\nis no model\nendsolid\n", HIT_MODEL_STL, "this is no STL");
}

static void stl_with_bytes_behind_its_facets(void** state)
{
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    file_builder f = {.size = 0};
    (void)state;
    for (int i = 0; i < 80; i++)
        file_builder_text(&f, "s");
    file_builder_bits(&f, 1, 4, false);
    file_builder_bits(&f, 0, 8, false);
    file_builder_bits(&f, 0, 4, false);
    for (int i = 0; i < 9; i++)
        file_builder_float(&f, corners[i], false);
    file_builder_bits(&f, 0, 2, false);
    reads_bytes(f.bytes, f.size, HIT_MODEL_STL, ONE, NULL);
    file_builder_text(&f, "behind");
    reads_bytes(f.bytes, f.size, HIT_MODEL_STL, ONE, "6 bytes behind the last facet were left out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ply_with_more_values_in_a_line),
        cmocka_unit_test(ply_with_several_rows_in_a_line),
        cmocka_unit_test(ply_with_a_list_that_is_missing),
        cmocka_unit_test(ply_headers),
        cmocka_unit_test(off_with_free_white_space),
        cmocka_unit_test(off_with_colours_and_comments),
        cmocka_unit_test(obj_number_formats),
        cmocka_unit_test(obj_lines_of_all_kinds),
        cmocka_unit_test(obj_in_utf16),
        cmocka_unit_test(stl_in_text),
        cmocka_unit_test(stl_with_bytes_behind_its_facets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
