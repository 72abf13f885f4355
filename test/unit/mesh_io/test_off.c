// OFF: what is read, and what is refused with which words.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"

static hit_model* read_text(const char* text)
{
    hit_error error;
    hit_model* model = check_read(text, strlen(text), HIT_MODEL_OFF, NULL, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    return model;
}

// Reads a model of one mesh with these indices and faces, each triangle as "a,b,c@face".
static void gives(const char* text, uint32_t vertices, const char* want)
{
    char have[1000] = "";
    size_t n = 0;
    hit_model* m = read_text(text);
    assert_int_equal(m->format, HIT_MODEL_OFF);
    assert_int_equal(m->mesh_count, vertices > 0);
    assert_int_equal(m->part_count, m->mesh_count);
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const uint32_t* c = m->meshes[0].indices + 3 * (size_t)t;
        n += (size_t)snprintf(have + n, sizeof have - n, "%s%u,%u,%u@%u", t > 0 ? " " : "", c[0], c[1], c[2],
                              m->meshes[0].faces[t]);
    }
    assert_string_equal(have, want);
    if (m->mesh_count > 0) {
        assert_int_equal(m->meshes[0].vertex_count, vertices);
        assert_string_equal(m->parts[0].name, "");
    }
    hit_model_destroy(m);
}

static void refuses(const char* text, uint64_t line, const char* message)
{
    hit_error error;
    assert_null(check_read(text, strlen(text), HIT_MODEL_OFF, NULL, &error));
    assert_int_equal(error.status, HIT_ERROR_FORMAT);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
}

#define FOUR "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

static void variants(void** state)
{
    (void)state;
    gives("OFF\n4 2 0\n" FOUR "3 0 1 2\n3 0 2 3\n", 4, "0,1,2@0 0,2,3@1");
    gives("OFF 4 1 0\n" FOUR "4 0 1 2 3\n", 4, "0,1,2@0 0,2,3@0");
    gives("4 1 0\n" FOUR "4 0 1 2 3", 4, "0,1,2@0 0,2,3@0");
    gives("# c\nOFF # c\n\n# 1 2 3\n4 1\n\n" FOUR "\n# c\n4 0 1 2 3 # c\n", 4, "0,1,2@0 0,2,3@0");
    gives("OFF\r\n3 1 0\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n3 0 1 2\r\n", 3, "0,1,2@0");
    gives("OFF\r3 1 0\r0 0 0\r1 0 0\r1 1 0\r3 0 1 2\r", 3, "0,1,2@0");
    gives("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 1\n1 1 0 1 1 1 1\n3 0 1 2 0.5 0.5 0.5\n", 3, "0,1,2@0");
    gives("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n3 0 1 2\n", 3, "0,1,2@0");
    gives("STCNOFF 3 1 0\n0 0 0 1\n1 0 0 2\n1 1 0 3\n3 0 1 2 7\n", 3, "0,1,2@0");
    gives("STOFF 3 1 0\n0 0 0 1\n1 0 0 2\n1 1 0 3\n3 0 1 2 7\n", 3, "0,1,2@0");
    // A face may go on in the next line.
    gives("OFF\n4 2 0\n" FOUR "3\n0 1\n2\n3 0 2 3\n", 4, "0,1,2@0 0,2,3@1");
    gives("OFF\n0 0 0\n", 0, "");
    gives("OFF\n4 0 0\n" FOUR, 4, "");
}

static void skipped(void** state)
{
    hit_model* m = read_text("OFF\n4 5 0\n0 0 0\n1 0 0\n1 1 0\n0 nan 0\n2 0 1\n0\n3 0 1 3\n4 0 1 2 3\n3 2 1 0\n");
    (void)state;
    assert_int_equal(m->skipped_faces, 4);
    assert_int_equal(m->triangle_count, 1);
    assert_int_equal(m->meshes[0].faces[0], 4);
    hit_model_destroy(m);
}

static void errors(void** state)
{
    (void)state;
    refuses("OFF BINARY\n\001\002", 1, "binary OFF cannot be read; convert it to ASCII, or to PLY");
    refuses("4OFF\n1 0 0\n0 0 0 1\n", 1, "vertices of other than three dimensions cannot be read");
    refuses("nOFF\n5\n1 0 0\n0 0 0 1 2\n", 1, "vertices of other than three dimensions cannot be read");
    refuses("# x\nOOF\n", 2, "\"OOF\" is not a keyword of OFF");
    refuses("OFF\n", 2, "the counts of vertices and faces are missing");
    refuses("OFF\n4\n", 3, "the counts of vertices and faces are missing");
    refuses("OFF\n-4 1 0\n", 2, "\"-4\" is not a number of vertices");
    refuses("OFF\n4 1.5 0\n", 2, "\"1.5\" is not a number of faces");
    refuses("OFF\n4000000000 1 0\n0 0 0\n", 2, "4000000000 vertices and 1 faces cannot be in the 7 bytes that follow");
    refuses("OFF\n1 99999999999999999999 0\n0 0 0\n", 2,
            "1 vertices and 9999999999 faces cannot be in the 7 bytes that follow");
    refuses("OFF\n2 0 0\n0 0 0\n1 1       \n", 5, "the file ends after 1 of 2 vertices");
    refuses("OFF\n1 0 0\n0 0 x\n", 3, "\"x\" is not a number");
    refuses("OFF\n1 0 0\n0 0 1,5\n", 3, "\"1,5\" is not a number");
    refuses("OFF\n4 2 0\n" FOUR "3 0 1 2\n", 8, "the file ends after 1 of 2 faces");
    refuses("OFF\n4 1 0\n" FOUR "4 0 1 2\n", 8, "the file ends after 0 of 1 faces");
    refuses("OFF\n4 1 0\n" FOUR "3 0 1 4\n", 7, "vertex index 4 out of range (4 vertices)");
    refuses("OFF\n4 1 0\n" FOUR "3 0 1 -1\n", 7, "\"-1\" is not the index of a vertex");
    refuses("OFF\n4 1 0\n" FOUR "99999999999999 0 1 1\n", 8, "the file ends after 0 of 1 faces");
}

static void found_by_content(void** state)
{
    const char* text = "COFF\n3 1 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n";
    hit_model* m = NULL;
    (void)state;
    assert_int_equal(hit_model_read(text, strlen(text), HIT_MODEL_UNKNOWN, NULL, &m, NULL), HIT_OK);
    assert_int_equal(m->format, HIT_MODEL_OFF);
    hit_model_destroy(m);
}

static void damaged(void** state)
{
    static const char seed[] = "COFF # c\n5 4 0\n" FOUR "0 0 1e39 1 1 1\n3 0 1 2\n4 0 1 2 3 0.5\n2 0 1\n3 0 1 4\n";
    (void)state;
    check_damaged(seed, sizeof seed - 1, HIT_MODEL_OFF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants),         cmocka_unit_test(skipped), cmocka_unit_test(errors),
        cmocka_unit_test(found_by_content), cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
