// OFF: what is read, and what is refused with which words.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/file_builder.h"
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
    refuses("OFF BINARY\n\001\002", 0, "the counts of vertices and faces are missing");
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

// ---- What it looks like ---------------------------------------------------------------------------------------------

static hit_model* read_dressed(const void* bytes, size_t size)
{
    const hit_model_options dressed = {.appearance = true};
    hit_error error;
    hit_model* model = check_read(bytes, size, HIT_MODEL_OFF, &dressed, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    return model;
}

static void colors_are(const char* text, const uint8_t want[12])
{
    hit_model* m = read_dressed(text, strlen(text));
    assert_non_null(m->meshes[0].colors);
    assert_memory_equal(m->meshes[0].colors, want, 12);
    assert_null(m->meshes[0].normals);
    hit_model_destroy(m);
}

static void colours_of_vertices_are_read(void** state)
{
    static const uint8_t rgb[12] = {255, 0, 51, 255, 0, 255, 0, 255, 102, 0, 0, 255};
    static const uint8_t rgba[12] = {255, 0, 51, 0, 0, 255, 0, 255, 102, 0, 0, 255};
    (void)state;
    colors_are("COFF\n3 1 0\n0 0 0 255 0 51 0\n1 0 0 0 255 0 255\n1 1 0 102 0 0 255\n3 0 1 2 1 0 0\n", rgba);
    colors_are("COFF\n3 1 0\n0 0 0 1 0 .2 0\n1 0 0 0 1 0 1\n1 1 0 0.4 0 0 1 # c\n3 0 1 2\n", rgba);
    colors_are("COFF\n3 1 0\n0 0 0 255 0 51\n1 0 0 0 255 0\n1 1 0 102 0 0\n3 0 1 2\n", rgb); // without opacity
    colors_are("COFF 3 1 0 0 0 0 1 0 .2 0 1 0 0 0 1 0 1 1 1 0 .4 0 0 1 3 0 1 2", rgba);      // all in one line
    // Near 5,400,000, where the vertices are read twice.
    colors_are("COFF\n3 1 0\n5400000.5 0 0 1 0 .2 0\n5400000.51 0 0 0 1 0 1\n5400000.5 0.02 0 .4 0 0 1\n3 0 1 2\n",
               rgba);
}

static void normals_and_texture_coordinates_are_read(void** state)
{
    static const char text[] = "STCNOFF\n3 1 0\n0 0 0 0 0 1 1 0 0 1 .25 .75\n1 0 0 0 1 0 0 1 0 1 1 0\n"
                               "1 1 0 nan 0 0 0 0 1 1 .5 x\n3 0 1 2\n";
    hit_model* m = read_dressed(text, strlen(text));
    const hit_model_mesh* mesh = &m->meshes[0];
    (void)state;
    assert_true(mesh->normals[0].z == 1 && mesh->normals[1].y == 1 && mesh->normals[2].x == 0);
    assert_true(mesh->uvs[0] == 0.25f && mesh->uvs[1] == 0.25f && mesh->uvs[2] == 1 && mesh->uvs[3] == 1);
    assert_int_equal(mesh->colors[0], 255);
    assert_int_equal(mesh->colors[5], 255);
    hit_model_destroy(m);
    m = read_text(text); // nobody asked
    assert_true(m->meshes[0].normals == NULL && m->meshes[0].colors == NULL && m->meshes[0].uvs == NULL);
    hit_model_destroy(m);
}

// ---- Binary ---------------------------------------------------------------------------------------------------------

static void add_word(file_builder* f, uint32_t word)
{
    const uint8_t bytes[4] = {(uint8_t)(word >> 24), (uint8_t)(word >> 16), (uint8_t)(word >> 8), (uint8_t)word};
    file_builder_add(f, bytes, 4);
}

static void add_floats(file_builder* f, const float* values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], 4);
        add_word(f, bits);
    }
}

// A square with colours and normals, as a quad with a colour and a triangle without; its first count looks like white
// space in text.
static void make_binary(file_builder* f, const char* line)
{
    static const float square[4][10] = {{0, 0, 0, 0, 0, 1, 1, 0, 0, 1},
                                        {1, 0, 0, 0, 0, 1, 0, 1, 0, 1},
                                        {1, 1, 0, 0, 0, 1, 0, 0, 1, 0.5f},
                                        {0, 1, 0, 0, 0, 1, 0, 0, 0, 1}};
    static const uint32_t words[] = {4, 0, 1, 2, 3, 3};
    f->size = 0;
    file_builder_add(f, line, strlen(line));
    add_word(f, 4);
    add_word(f, 2);
    add_word(f, 0);
    add_floats(f, square[0], 40);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_word(f, words[i]);
    add_floats(f, square[0], 3);
    for (size_t i = 0; i < 5; i++)
        add_word(f, (uint32_t[]){3, 2, 1, 0, 0}[i]);
}

static void binary_files_are_read(void** state)
{
    static const char* const lines[] = {"CNOFF BINARY\n", "CNOFF BINARY\r\n", "# c\nCNOFF BINARY # c\n"};
    static file_builder f;
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hit_model* m;
        make_binary(&f, lines[i]);
        m = read_dressed(f.bytes, f.size);
        assert_int_equal(m->triangle_count, 3);
        assert_int_equal(m->meshes[0].faces[2], 1);
        assert_int_equal(m->meshes[0].indices[6], 2);
        assert_true(m->meshes[0].vertices[2].y == 1 && m->meshes[0].normals[3].z == 1);
        assert_int_equal(m->meshes[0].colors[11], 128);
        hit_model_destroy(m);
    }
}

static void note_is(const void* bytes, size_t size, const char* want)
{
    hit_model* m = read_dressed(bytes, size);
    assert_int_equal(m->note_count, want != NULL);
    if (want != NULL)
        assert_string_equal(m->notes[0], want);
    hit_model_destroy(m);
}

static void colours_of_faces_that_are_left_out_are_told(void** state)
{
    static const char one[] = "OFF\n3 2 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 255 0 0\n3 2 1 0 # red\n";
    static const char none[] = "OFF\n3 1 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 \n";
    static const char want[] = "the colours of 1 face were left out: vertices have those that are shown";
    static file_builder f;
    hit_error error;
    hit_model* m;
    (void)state;
    note_is(one, sizeof one - 1, want);
    note_is(none, sizeof none - 1, NULL);
    make_binary(&f, "CNOFF BINARY\n");
    note_is(f.bytes, f.size, want);
    m = check_read(one, sizeof one - 1, HIT_MODEL_OFF, NULL, &error); // nobody asked for colours
    assert_int_equal(m->note_count, 0);
    hit_model_destroy(m);
}

static void damaged_binary(void** state)
{
    static file_builder f;
    hit_error error;
    (void)state;
    make_binary(&f, "CNOFF BINARY\n");
    check_damaged(f.bytes, f.size, HIT_MODEL_OFF);
    f.bytes[f.size - 5] = 4;
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_OFF, NULL, &error));
    assert_string_equal(error.message, "vertex index 4 out of range (4 vertices)");
    assert_int_equal(error.offset, f.size - 8);
    f.bytes[f.size - 5] = 0;
    f.bytes[f.size - 1] = 1;
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_OFF, NULL, &error));
    assert_string_equal(error.message, "a colour of 1 parts is longer than the file");
    assert_null(check_read(f.bytes, f.size - 4, HIT_MODEL_OFF, NULL, &error));
    assert_string_equal(error.message, "the file ends after 1 of 2 faces");
    f.bytes[13] = 1;
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_OFF, NULL, &error));
    assert_non_null(strstr(error.message, "vertices and 2 faces cannot be in the"));
}

static void without_memory(void** state)
{
    static const hit_model_options dressed = {.appearance = true};
    static file_builder f;
    (void)state;
    make_binary(&f, "CNOFF BINARY\n");
    check_failing_memory(f.bytes, f.size, HIT_MODEL_OFF, &dressed);
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
        cmocka_unit_test(variants),
        cmocka_unit_test(skipped),
        cmocka_unit_test(errors),
        cmocka_unit_test(found_by_content),
        cmocka_unit_test(damaged),
        cmocka_unit_test(colours_of_vertices_are_read),
        cmocka_unit_test(normals_and_texture_coordinates_are_read),
        cmocka_unit_test(binary_files_are_read),
        cmocka_unit_test(colours_of_faces_that_are_left_out_are_told),
        cmocka_unit_test(damaged_binary),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
