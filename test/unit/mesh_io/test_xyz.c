// XYZ: points as text, in the ways that programs write them.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"

static hit_model* read_text(const char* text)
{
    const hit_model_options options = {.appearance = true};
    hit_error error;
    hit_model* model = check_read(text, strlen(text), HIT_MODEL_XYZ, &options, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    return model;
}

// Reads these points, each as "x,y,z", with "#rrggbb" behind those with a colour and "^x,y,z" with a normal.
static void gives(const char* text, const char* want)
{
    char have[1000] = "";
    size_t n = 0;
    hit_model* m = read_text(text);
    const hit_model_mesh* mesh = m->meshes;
    assert_int_equal(m->format, HIT_MODEL_XYZ);
    assert_int_equal(m->up, HIT_AXIS_POSITIVE_Z);
    assert_int_equal(m->triangle_count, 0);
    assert_int_equal(m->mesh_count, want[0] != '\0');
    assert_int_equal(m->part_count, m->mesh_count);
    for (uint32_t i = 0; i < m->point_count; i++) {
        const hit_vec3 v = mesh->vertices[i];
        const hit_dvec3 o = m->parts[0].placement.origin;
        n += (size_t)snprintf(have + n, sizeof have - n, "%s%g,%g,%g", i > 0 ? " " : "", o.x + (double)v.x,
                              o.y + (double)v.y, o.z + (double)v.z);
        if (mesh->colors != NULL)
            n += (size_t)snprintf(have + n, sizeof have - n, "#%02x%02x%02x", mesh->colors[4 * i],
                                  mesh->colors[4 * i + 1], mesh->colors[4 * i + 2]);
        if (mesh->normals != NULL)
            n += (size_t)snprintf(have + n, sizeof have - n, "^%g,%g,%g", (double)mesh->normals[i].x,
                                  (double)mesh->normals[i].y, (double)mesh->normals[i].z);
    }
    assert_string_equal(have, want);
    if (m->mesh_count > 0) {
        assert_null(mesh->points);
        assert_int_equal(mesh->point_count, mesh->vertex_count);
    }
    hit_model_destroy(m);
}

static void refuses(const char* text, uint64_t line, const char* message)
{
    hit_error error;
    assert_null(check_read(text, strlen(text), HIT_MODEL_XYZ, NULL, &error));
    assert_int_equal(error.status, HIT_ERROR_FORMAT);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
}

static void separators_and_comments(void** state)
{
    (void)state;
    gives("1 2 3\n4 5 6\n", "1,2,3 4,5,6");
    gives("1 2 3", "1,2,3");
    gives("\xef\xbb\xbf 1\t2,3\r\n\r\n4;5 ; 6\r7, 8, 9", "1,2,3 4,5,6 7,8,9");
    gives("# c\n1 2 3 # c\n// c\n\n-1e2 .5 +6.\n", "1,2,3 -100,0.5,6");
    gives("1.25 -2.5 1234567.890123456789012345678901234567890000000000000000000\n", "1.25,-2.5,1.23457e+06");
    gives("", "");
    gives("# nothing\n", "");
    gives("0\n", "");
}

static void counts_and_names(void** state)
{
    (void)state;
    gives("2\n1 2 3\n4 5 6\n", "1,2,3 4,5,6");
    gives("x y z\n1 2 3\n", "1,2,3");
    gives("X,Y,Z\n1,2,3\n", "1,2,3");
    gives("\"id\",\"Z\",\"x\",\"y\"\n7,3,1,2\n8,6,4,5\n", "1,2,3 4,5,6");
    gives("1\nX Y Z label\n1 2 3 tree\n", "1,2,3");
    gives("1\n1 2 3\n1\n4 5 6\n", "1,2,3 4,5,6"); // two scans
}

static void colours_and_normals(void** state)
{
    (void)state;
    gives("0 0 0 255 0 16\n1 0 0 1 2 3\n", "0,0,0#ff0010 1,0,0#010203");
    gives("0 0 0 1 0 0.5\n1 0 0 0.2 0.2 0.2\n", "0,0,0#ff0080 1,0,0#333333");
    gives("0 0 0 0 0 -1\n1 0 0 0.6 0.8 0\n", "0,0,0^0,0,-1 1,0,0^0.6,0.8,0");
    gives("0 0 0 0.5\n1 0 0 -7\n", "0,0,0 1,0,0");      // an intensity
    gives("0 0 0 -1200 9 8 7\n", "0,0,0#090807");       // and a colour
    gives("0 0 0 9 8 7 0 0 1\n", "0,0,0#090807^0,0,1"); // in both orders
    gives("0 0 0 0 0 1 9 8 7\n", "0,0,0#090807^0,0,1");
    gives("x y z nx ny nz r g b\n0 0 0 0 1 0 9 8 7\n", "0,0,0#090807^0,1,0");
    gives("x,y,z,a,red,green,blue\n0,0,0,1,9,8,7\n", "0,0,0#090807");
    gives("0 0 0 900 8 7\n", "0,0,0"); // neither
    gives("0 0 0 9 8 7\n1 0 0 6 5 4 3 2\n", "0,0,0#090807 1,0,0#060504");
}

static void without_appearance_only_places_are_read(void** state)
{
    static const char text[] = "0 0 0 255 0 0\n1 1 1 green 0 0\n";
    hit_model* m = check_read(text, sizeof text - 1, HIT_MODEL_XYZ, NULL, NULL);
    (void)state;
    assert_int_equal(m->point_count, 2);
    assert_null(m->meshes[0].colors);
    assert_int_equal(m->note_count, 0);
    hit_model_destroy(m);
}

static void notes(void** state)
{
    hit_model* m = read_text("3\n1 2 3\nnan 0 0\n");
    (void)state;
    assert_int_equal(m->point_count, 1);
    assert_int_equal(m->note_count, 2);
    assert_string_equal(m->notes[0], "1 points that are not finite were left out");
    assert_string_equal(m->notes[1], "the file says that it has 3 points, and has 2");
    hit_model_destroy(m);
}

// A survey near 5,400,000 lost its centimetres.
static void large_coordinates_keep_their_digits(void** state)
{
    hit_model* m = read_text("2\n500000.01 5400000.01 100\n500000.11,5400000.02,100 text\nnan 5400000 100\n"
                             "# c\n500000.01 5400000.11 100.5\n");
    const hit_model_part* part;
    const hit_vec3* v;
    (void)state;
    assert_int_equal(m->point_count, 3);
    part = &m->parts[0];
    v = m->meshes[0].vertices;
    assert_true(fabs(part->placement.origin.y + (double)v[1].y - 5400000.02) < 1e-6);
    assert_true(fabs(part->placement.origin.x + (double)v[1].x - 500000.11) < 1e-6);
    assert_true(fabs(part->placement.origin.z + (double)v[2].z - 100.5) < 1e-6);
    hit_model_destroy(m);
}

static void errors(void** state)
{
    (void)state;
    refuses("1 2 3\n1 2\n", 2, "the line has 2 numbers, and a point needs 3");
    refuses("1 2 3\n1 2 x\n", 2, "\"x\" is not a number");
    refuses("# c\n2\nbenzene\nC 0 0 0\n", 3,
            "\"benzene\" is neither a number nor, with what follows in its line, the names of columns x, y and z");
    refuses("x y z\nx y z\n", 2, "\"x\" is not a number");
    refuses("1 2 3\n1.5.5 2 3\n", 2, "\"1.5.5\" is not a number");
}

static void found_by_its_name_or_by_options(void** state)
{
    const hit_model_options options = {.format = HIT_MODEL_XYZ};
    hit_model* m = NULL;
    (void)state;
    assert_int_equal(hit_model_read("1 2 3", 5, HIT_MODEL_UNKNOWN, &options, &m, NULL), HIT_OK);
    assert_int_equal(m->format, HIT_MODEL_XYZ);
    hit_model_destroy(m);
    m = NULL;
    assert_int_equal(
        hit_model_read("1 2 3", 5, HIT_MODEL_UNKNOWN, &(hit_model_options){.format = (hit_model_format)99}, &m, NULL),
        HIT_ERROR_ARGUMENT);
    assert_null(m);
}

static void damaged(void** state)
{
    static const char seed[] = "3\nx,y,z,r,g,b,nx,ny,nz\n1,2,3,4,5,6,0,0,1\n5e6 5000001 5000002 1 2 3 # c\n1\n1 2 3\n";
    static const char far[] = "5000000.1 5000000.2 5000000.3\n5000000.2 5000000.2 5000000.3 1\n";
    (void)state;
    check_damaged(seed, sizeof seed - 1, HIT_MODEL_XYZ);
    check_damaged(far, sizeof far - 1, HIT_MODEL_XYZ);
}

static void without_memory(void** state)
{
    static const char text[] = "0 0 0 9 8 7 0 0 1\n";
    static const char far[] = "5000000.1 5000000.2 5000000.3\n5000000.2 5000000.2 5000000.3 1\n\n\n";
    const hit_model_options options = {.appearance = true};
    (void)state;
    check_failing_memory(text, sizeof text - 1, HIT_MODEL_XYZ, &options);
    check_failing_memory(far, sizeof far - 1, HIT_MODEL_XYZ, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators_and_comments),
        cmocka_unit_test(counts_and_names),
        cmocka_unit_test(colours_and_normals),
        cmocka_unit_test(without_appearance_only_places_are_read),
        cmocka_unit_test(notes),
        cmocka_unit_test(large_coordinates_keep_their_digits),
        cmocka_unit_test(errors),
        cmocka_unit_test(found_by_its_name_or_by_options),
        cmocka_unit_test(damaged),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
