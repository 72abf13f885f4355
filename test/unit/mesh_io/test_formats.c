// One mesh in every format and every option that is read: all of them give the same triangles.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/ply_builder.h"

// The tetrahedron of ply_builder.h, face by face.
static void check_tetra(const void* bytes, size_t size, hit_model_format format, const char* what)
{
    for (int appearance = 0; appearance < 2; appearance++) {
        const hit_model_options options = {.appearance = appearance == 1};
        hit_error error;
        hit_model* m = check_read(bytes, size, format, &options, &error);
        const hit_model_mesh* mesh;
        if (m == NULL)
            fail_msg("%s: line %u: %s", what, (unsigned)error.line, error.message);
        assert_int_equal(m->mesh_count, 1);
        assert_int_equal(m->triangle_count, 4);
        assert_int_equal(m->note_count, 0);
        mesh = &m->meshes[0];
        for (size_t k = 0; k < 12; k++) {
            const hit_vec3 v = mesh->vertices[mesh->indices[k]];
            const float* want = tetra[tetra_faces[k / 3][k % 3]];
            if (v.x != want[0] || v.y != want[1] || v.z != want[2])
                fail_msg("%s: corner %zu of triangle %zu differs", what, k % 3, k / 3);
            assert_int_equal(mesh->faces[k / 3], k / 3);
        }
        hit_model_destroy(m);
    }
}

// ---- Packed by gzip -------------------------------------------------------------------------------------------------

static uint32_t crc32_of(const char* bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

// As it is, and stored in a gzip file.
static void check_file(const file_builder* f, hit_model_format format, const char* what)
{
    static const unsigned char head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1};
    file_builder packed = {.size = 0};
    check_tetra(f->bytes, f->size, format, what);
#ifndef HITSCAN_TEST_ZLIB
    return;
#endif
    file_builder_add(&packed, head, sizeof head);
    file_builder_bits(&packed, f->size, 2, false);
    file_builder_bits(&packed, ~(uint64_t)f->size, 2, false);
    file_builder_add(&packed, f->bytes, f->size);
    file_builder_bits(&packed, crc32_of(f->bytes, f->size), 4, false);
    file_builder_bits(&packed, f->size, 4, false);
    check_tetra(packed.bytes, packed.size, format, what);
}

// ---- The formats ----------------------------------------------------------------------------------------------------

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(file_builder* f, const char* format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    file_builder_text(f, text);
}

static void ply_of_all_encodings_and_types(void** state)
{
    (void)state;
    for (int e = 0; e < 3; e++)
        for (int xyz = 0; xyz < 8; xyz++)
            for (int count = 0; count < 6; count++)
                for (int index = 0; index < 6; index++) {
                    char what[100];
                    file_builder f;
                    make_tetra(&f, (encoding)e, &types[xyz], &types[count], &types[index]);
                    snprintf(what, sizeof what, "PLY, %s, %s, lists of %s and %s", encoding_names[e], types[xyz].name,
                             types[count].name, types[index].name);
                    check_file(&f, HIT_MODEL_PLY, what);
                }
}

static void obj_of_all_corners_and_line_ends(void** state)
{
    static const char* const ends[] = {"\n", "\r\n", "\r"};
    (void)state;
    for (int end = 0; end < 3; end++)
        for (int corner = 0; corner < 4; corner++)
            for (int relative = 0; relative < 2; relative++) {
                file_builder f = {.size = 0};
                for (int v = 0; v < 4; v++)
                    put(&f, "v %g %g %g%s", (double)tetra[v][0], (double)tetra[v][1], (double)tetra[v][2], ends[end]);
                put(&f, "vt 0.5 0.5%svn 0 0 1%s", ends[end], ends[end]);
                for (int i = 0; i < 4; i++) {
                    put(&f, "f");
                    for (int k = 0; k < 3; k++)
                        put(&f, " %d%s", relative ? tetra_faces[i][k] - 4 : tetra_faces[i][k] + 1,
                            corner == 0   ? ""
                            : corner == 1 ? "/1"
                            : corner == 2 ? "//1"
                                          : "/-1/-1");
                    put(&f, "%s", ends[end]);
                }
                check_file(&f, HIT_MODEL_OBJ, "OBJ");
            }
}

static void off_with_and_without_lines(void** state)
{
    static const char* const keywords[] = {"OFF", "COFF", "NOFF", "STOFF", ""};
    static const char* const more[] = {"", " 1 0 0 1", " 0 0 1", " 0.5 0.5", ""};
    (void)state;
    for (int keyword = 0; keyword < 5; keyword++)
        for (int lines = 0; lines < 2; lines++) {
            const char* end = lines == 1 ? "\n" : " ";
            file_builder f = {.size = 0};
            put(&f, "%s%s4 4 6%s", keywords[keyword], end, end);
            for (int v = 0; v < 4; v++)
                put(&f, "%g %g %g%s%s", (double)tetra[v][0], (double)tetra[v][1], (double)tetra[v][2], more[keyword],
                    end);
            for (int i = 0; i < 4; i++)
                put(&f, "3 %d %d %d%s", tetra_faces[i][0], tetra_faces[i][1], tetra_faces[i][2], end);
            check_file(&f, HIT_MODEL_OFF, "OFF");
        }
}

static void stl_of_both_kinds(void** state)
{
    file_builder text = {.size = 0}, binary = {.size = 0};
    (void)state;
    put(&text, "solid tetra\n");
    for (int i = 0; i < 80; i++)
        file_builder_text(&binary, " ");
    file_builder_bits(&binary, 4, 4, false);
    for (int i = 0; i < 4; i++) {
        put(&text, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++)
            file_builder_float(&binary, 0, false);
        for (int k = 0; k < 9; k++) {
            const float* v = tetra[tetra_faces[i][k / 3]];
            put(&text, "%s%g%s", k % 3 == 0 ? "vertex " : " ", (double)v[k % 3], k % 3 == 2 ? "\n" : "");
            file_builder_float(&binary, v[k % 3], false);
        }
        put(&text, "endloop\nendfacet\n");
        file_builder_bits(&binary, 0, 2, false);
    }
    put(&text, "endsolid tetra\n");
    check_file(&text, HIT_MODEL_STL, "STL in text");
    check_file(&binary, HIT_MODEL_STL, "binary STL");
}

static void gltf_of_both_kinds(void** state)
{
    static const int component_types[] = {5121, 5123, 5125}, sizes[] = {1, 2, 4};
    (void)state;
    for (int wide = 0; wide < 3; wide++) {
        file_builder body = {.size = 0}, f = {.size = 0};
        char json[800], *text;
        unsigned char* glb;
        size_t glb_size;
        for (int v = 0; v < 4; v++)
            for (int k = 0; k < 3; k++)
                file_builder_float(&body, tetra[v][k], false);
        for (int i = 0; i < 12; i++)
            file_builder_bits(&body, (uint64_t)tetra_faces[i / 3][i % 3], (size_t)sizes[wide], false);
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"
                 "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],"
                 "'max':[1,1,1]},{'bufferView':1,'componentType':%d,'count':12,'type':'SCALAR'}],"
                 "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':%d}],"
                 "'buffers':[{$URI'byteLength':%d}]}",
                 component_types[wide], 12 * sizes[wide], 48 + 12 * sizes[wide]);
        text = gltf_make_text(json, body.bytes, body.size);
        file_builder_text(&f, text);
        check_file(&f, HIT_MODEL_GLTF, "glTF");
        glb = gltf_make_glb(json, body.bytes, body.size, &glb_size);
        f.size = 0;
        file_builder_add(&f, glb, glb_size);
        check_file(&f, HIT_MODEL_GLTF, "GLB");
        free(text);
        free(glb);
    }
}

// A byte order mark hid the first word, and a file without a name was of no known format.
static void found_behind_a_byte_order_mark(void** state)
{
    static const struct {
        const char* text;
        hit_model_format format;
    } cases[] = {
        {"ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
         HIT_MODEL_PLY},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", HIT_MODEL_OFF},
        {"STCNOFF\n0 0 0\n", HIT_MODEL_OFF},
        {"# c\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", HIT_MODEL_OBJ},
        {"solid x\nendsolid x\n", HIT_MODEL_STL},
        {"{\"asset\":{\"version\":\"2.0\"}}", HIT_MODEL_GLTF}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int mark = 0; mark < 2; mark++) {
            char text[200];
            hit_error error;
            hit_model* m;
            snprintf(text, sizeof text, "%s%s", mark == 1 ? "\xef\xbb\xbf" : "", cases[i].text);
            m = check_read(text, strlen(text), HIT_MODEL_UNKNOWN, NULL, &error);
            if (m == NULL)
                fail_msg("case %zu: %s", i, error.message);
            assert_int_equal(m->format, cases[i].format);
            hit_model_destroy(m);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_behind_a_byte_order_mark),
        cmocka_unit_test(ply_of_all_encodings_and_types),
        cmocka_unit_test(obj_of_all_corners_and_line_ends),
        cmocka_unit_test(off_with_and_without_lines),
        cmocka_unit_test(stl_of_both_kinds),
        cmocka_unit_test(gltf_of_both_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
