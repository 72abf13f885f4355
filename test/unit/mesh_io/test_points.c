// Points, what is left out and told by a note, and which way is up: OBJ, PLY, OFF and STL.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"

static hit_model* read_text(const char* text, hit_model_format format)
{
    hit_error error;
    hit_model* model = check_read(text, strlen(text), format, NULL, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    return model;
}

// The model has one mesh of points only, these vertices, and this name.
static void is_cloud(const char* text, hit_model_format format, const char* name, uint32_t vertices, const char* want)
{
    char have[200] = "";
    size_t n = 0;
    hit_model* m = read_text(text, format);
    assert_int_equal(m->triangle_count, 0);
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->part_count, 1);
    assert_string_equal(m->parts[0].name, name);
    assert_int_equal(m->meshes[0].vertex_count, vertices);
    for (uint32_t i = 0; i < m->point_count; i++)
        n += (size_t)snprintf(have + n, sizeof have - n, "%s%u", i > 0 ? " " : "",
                              m->meshes[0].points != NULL ? m->meshes[0].points[i] : i);
    assert_string_equal(have, want);
    hit_model_destroy(m);
}

static void notes_are(const char* text, hit_model_format format, const char* want)
{
    char have[500] = "";
    hit_model* m = read_text(text, format);
    for (uint32_t i = 0; i < m->note_count; i++) {
        strncat(have, i > 0 ? "|" : "", sizeof have - strlen(have) - 1);
        strncat(have, m->notes[i], sizeof have - strlen(have) - 1);
    }
    assert_string_equal(have, want);
    hit_model_destroy(m);
}

#define PLY_VERTEX(count)                                                                                              \
    "ply\nformat ascii 1.0\nelement vertex " count "\nproperty float x\nproperty float y\nproperty float z\n"

static void obj_vertices_without_faces_are_points(void** state)
{
    (void)state;
    is_cloud("v 0 0 0\nv 1 0 0\n", HIT_MODEL_OBJ, "", 2, "0 1");
    is_cloud("o scan\nv 0 0 0\nv 1 0 nan\nv 2 0 0\n", HIT_MODEL_OBJ, "scan", 3, "0 2");
    is_cloud("v 0 nan 0\n", HIT_MODEL_OBJ, "", 1, "");
    is_cloud("v 0 0 0\nv 1 0 0\nl 1 2\n", HIT_MODEL_OBJ, "", 2, "0 1");
    notes_are("v 0 0 0\nv 1 0 nan\nv 2 0 0\n", HIT_MODEL_OBJ, "1 point was left out: not finite");
    notes_are("v 0 0 0\nv 1 0 0\n", HIT_MODEL_OBJ, "");
}

static void obj_point_elements_are_points(void** state)
{
    (void)state;
    is_cloud("v 0 0 0\nv 1 0 0\nv 2 0 0\np 3 1/1\np \\\n -2 # x\n", HIT_MODEL_OBJ, "", 3, "2 0 1");
    is_cloud("v 0 0 0\nv 1 0 inf\nv 2 0 0\np 1 2 3\n", HIT_MODEL_OBJ, "", 3, "0 2");
}

static void obj_points_beside_faces_are_a_part(void** state)
{
    hit_model* m = read_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 5 6 7\nv 0 nan 0\ng a\nf 1 2 3\ng b\nf 3 2 1\np 4 5\np 1\n",
                             HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->part_count, 3);
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->point_count, 2);
    assert_string_equal(m->parts[2].name, "points");
    assert_string_equal(m->parts[2].path, "points");
    assert_int_equal(m->meshes[2].vertex_count, 3);
    assert_int_equal(m->meshes[2].points[0], 0);
    assert_int_equal(m->meshes[2].points[1], 2);
    assert_true(m->meshes[2].vertices[0].z == 7);
    hit_model_destroy(m);
    // The same when all faces are left out.
    m = read_text("v 0 0 0\nf 1 1\np 1\n", HIT_MODEL_OBJ);
    assert_int_equal(m->part_count, 1);
    assert_int_equal(m->point_count, 1);
    hit_model_destroy(m);
}

static void obj_point_index_out_of_range(void** state)
{
    const char text[] = "v 0 0 0\np 1 2\n";
    hit_error error;
    (void)state;
    assert_null(check_read(text, sizeof text - 1, HIT_MODEL_OBJ, NULL, &error));
    assert_string_equal(error.message, "vertex index 2 out of range (1 vertices)");
    assert_int_equal(error.line, 2);
}

static void ply_vertices_without_faces_are_points(void** state)
{
    (void)state;
    is_cloud(PLY_VERTEX("2") "end_header\n0 0 0\n1 0 0\n", HIT_MODEL_PLY, "", 2, "0 1");
    is_cloud(
        PLY_VERTEX("3") "element face 0\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n0 inf 0\n1 0 0\n",
        HIT_MODEL_PLY, "", 3, "0 2");
    // A face element of nothing has no list, either.
    is_cloud(PLY_VERTEX("1") "element face 0\nend_header\n0 0 0\n", HIT_MODEL_PLY, "", 1, "0");
    is_cloud(
        PLY_VERTEX("2") "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n0 0 0\n1 0 0\n0 1\n",
        HIT_MODEL_PLY, "", 2, "0 1");
}

static void off_vertices_without_faces_are_points(void** state)
{
    (void)state;
    is_cloud("OFF\n2 0 0\n0 0 0\n1 0 0\n", HIT_MODEL_OFF, "", 2, "0 1");
    is_cloud("OFF\n3 0 0\nnan 0 0\n0 0 0\n1 0 0\n", HIT_MODEL_OFF, "", 3, "1 2");
}

static void lines_are_left_out_with_a_note(void** state)
{
    (void)state;
    notes_are("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nl 1 2\n", HIT_MODEL_OBJ, "1 line was left out");
    notes_are("v 0 0 0\nv 1 0 0\nl 1 2\nl 2 \\\n1\n", HIT_MODEL_OBJ, "2 lines were left out");
    notes_are(
        PLY_VERTEX("1") "element edge 2\nproperty int vertex1\nproperty int vertex2\nend_header\n0 0 0\n0 0\n0 0\n",
        HIT_MODEL_PLY, "2 edges were left out");
}

static void skipped_faces_are_told(void** state)
{
    (void)state;
    notes_are("v 0 0 0\nv 1 0 0\nv 1 1 0\nv nan 0 0\nf 1 2 3\nf 1 2\nf 1\nf 1 2 4\n", HIT_MODEL_OBJ,
              "3 faces were left out: 2 have fewer than three corners, 1 has a vertex that is not finite");
    notes_are("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf 1 2\n", HIT_MODEL_OBJ,
              "1 face was left out: 1 has fewer than three corners");
    notes_are(
        PLY_VERTEX("4") "element face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n"
                        "0 0 inf\n3 0 1 2\n2 0 1\n3 0 1 3\n3 3 1 2\n",
        HIT_MODEL_PLY, "3 faces were left out: 1 has fewer than three corners, 2 have a vertex that is not finite");
    notes_are("OFF\n4 3 0\n0 0 0\n1 0 0\n1 1 0\n0 nan 0\n2 0 1\n3 0 1 3\n3 0 1 2\n", HIT_MODEL_OFF,
              "2 faces were left out: 1 has fewer than three corners, 1 has a vertex that is not finite");
    notes_are("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 inf\nvertex 0 1 0\nendloop\nendfacet\n"
              "endsolid\n",
              HIT_MODEL_STL, "1 face was left out: 1 has a vertex that is not finite");
}

static void up_is_that_of_the_format(void** state)
{
    static const struct {
        const char* text;
        hit_model_format format;
        hit_axis up;
    } rows[] = {{"v 0 0 0\n", HIT_MODEL_OBJ, HIT_AXIS_POSITIVE_Y},
                {PLY_VERTEX("1") "end_header\n0 0 0\n", HIT_MODEL_PLY, HIT_AXIS_POSITIVE_Z},
                {"OFF\n1 0 0\n0 0 0\n", HIT_MODEL_OFF, HIT_AXIS_POSITIVE_Z},
                {"solid\nendsolid\n", HIT_MODEL_STL, HIT_AXIS_POSITIVE_Z}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hit_model* m = read_text(rows[i].text, rows[i].format);
        assert_int_equal(m->up, rows[i].up);
        assert_true(m->unit == 0);
        hit_model_destroy(m);
    }
}

static void damaged(void** state)
{
    static const char obj[] = "o a\nv 0 0 0\nv 1 0 0\nv 1 nan 0\nf 1 2 2\np 1 -1\np 2\nl 1 2\n";
    static const char ply[] = PLY_VERTEX("2") "end_header\n0 0 0\n1 nan 0\n";
    (void)state;
    check_damaged(obj, sizeof obj - 1, HIT_MODEL_OBJ);
    check_damaged(ply, sizeof ply - 1, HIT_MODEL_PLY);
    check_failing_memory(obj, sizeof obj - 1, HIT_MODEL_OBJ, NULL);
    check_failing_memory(ply, sizeof ply - 1, HIT_MODEL_PLY, NULL);
}

static void up_is(const char* text, hit_model_format format, hit_axis up)
{
    hit_model* m = read_text(text, format);
    if (m->up != up)
        fail_msg("up is %d, not %d: %s", (int)m->up, (int)up, text);
    hit_model_destroy(m);
}

static void a_comment_says_which_way_is_up(void** state)
{
    (void)state;
    up_is("# hitscan gen; metres, z up\nv 0 0 0\n", HIT_MODEL_OBJ, HIT_AXIS_POSITIVE_Z);
    up_is("# made by\n# Y-Up\nv 0 0 0\n", HIT_MODEL_OBJ, HIT_AXIS_POSITIVE_Y);
    up_is("v 0 0 0\n# -x up", HIT_MODEL_OBJ, HIT_AXIS_NEGATIVE_X);
    up_is("OFF\n# y up\n0 0 0\n", HIT_MODEL_OFF, HIT_AXIS_POSITIVE_Y);
    up_is(PLY_VERTEX("0") "comment metres, y up\nend_header\n", HIT_MODEL_PLY, HIT_AXIS_POSITIVE_Y);
    // No comments, and no such words.
    up_is("o z up\nv 0 0 0\n", HIT_MODEL_OBJ, HIT_AXIS_POSITIVE_Y);
    up_is("# fuzz up\n# z upper\n# z\n#\nv 0 0 0\n", HIT_MODEL_OBJ, HIT_AXIS_POSITIVE_Y);
    up_is("v 0 0 0\n# z u", HIT_MODEL_OBJ, HIT_AXIS_POSITIVE_Y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comment_says_which_way_is_up),
        cmocka_unit_test(obj_vertices_without_faces_are_points),
        cmocka_unit_test(obj_point_elements_are_points),
        cmocka_unit_test(obj_points_beside_faces_are_a_part),
        cmocka_unit_test(obj_point_index_out_of_range),
        cmocka_unit_test(ply_vertices_without_faces_are_points),
        cmocka_unit_test(off_vertices_without_faces_are_points),
        cmocka_unit_test(lines_are_left_out_with_a_note),
        cmocka_unit_test(skipped_faces_are_told),
        cmocka_unit_test(up_is_that_of_the_format),
        cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
