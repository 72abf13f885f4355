// What models look like: normals, colours, texture coordinates, materials and textures of OBJ, PLY, OFF and STL.
#define _POSIX_C_SOURCE 200809L // mkdir
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"
#include "support/mesh_io/file_builder.h"
#include "support/mesh_io/model_check.h"

#include <sys/stat.h>

static const hit_model_options dressed = {.appearance = true, .allow_files = true};

// Read with and without: the same triangles.
static hit_model* read_bytes(const void* bytes, size_t size, hit_model_format format)
{
    hit_error error;
    hit_model *model = check_read(bytes, size, format, &dressed, &error), *plain;
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    plain = check_read(bytes, size, format, NULL, &error);
    assert_non_null(plain);
    assert_null(model_difference(model, plain));
    for (uint32_t i = 0; i < plain->mesh_count; i++) {
        const hit_model_mesh* m = &plain->meshes[i];
        assert_true(m->normals == NULL && m->colors == NULL && m->uvs == NULL && m->materials == NULL);
    }
    hit_model_destroy(plain);
    return model;
}

static hit_model* read_text(const char* text, hit_model_format format)
{
    return read_bytes(text, strlen(text), format);
}

// Corner k of triangle t: which vertex it is.
static uint32_t corner(const hit_model* m, uint32_t mesh, uint32_t t, uint32_t k)
{
    assert_true(mesh < m->mesh_count && t < m->meshes[mesh].triangle_count);
    return m->meshes[mesh].indices[3 * (size_t)t + k];
}

static void uv_is(const hit_model* m, uint32_t mesh, uint32_t vertex, double u, double v)
{
    const float* uv = m->meshes[mesh].uvs + 2 * (size_t)vertex;
    if ((double)uv[0] != u || (double)uv[1] != v)
        fail_msg("%g %g instead of %g %g", (double)uv[0], (double)uv[1], u, v);
}

static void color_is(const hit_model* m, uint32_t mesh, uint32_t vertex, unsigned rgba)
{
    const uint8_t* c = m->meshes[mesh].colors + 4 * (size_t)vertex;
    const unsigned have = (unsigned)c[0] << 24 | (unsigned)c[1] << 16 | (unsigned)c[2] << 8 | c[3];
    if (have != rgba)
        fail_msg("%08x instead of %08x", have, rgba);
}

// ---- OBJ ------------------------------------------------------------------------------------------------------------

static void obj_vertices_are_split_where_corners_differ(void** state)
{
    hit_model* m = read_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0.25\nvt 0.5 1\nvn 0 0 1\nvn 1 0 0\n"
                             "f 1/1/1 2/2/1 3/3/1\nf 1/1/1 3/3/2 4/-1/-2\nf 1/3/1 2/2/1 3/3/1\n",
                             HIT_MODEL_OBJ);
    const hit_model_mesh* mesh = &m->meshes[0];
    (void)state;
    assert_int_equal(mesh->triangle_count, 3);
    // Vertex 3 has two normals, vertex 1 two texture coordinates.
    assert_int_equal(mesh->vertex_count, 6);
    uv_is(m, 0, corner(m, 0, 0, 0), 0, 1);
    uv_is(m, 0, corner(m, 0, 0, 1), 1, 0.75);
    uv_is(m, 0, corner(m, 0, 0, 2), 0.5, 0);
    uv_is(m, 0, corner(m, 0, 2, 0), 0.5, 0);
    assert_true(mesh->normals[corner(m, 0, 0, 2)].z == 1);
    assert_true(mesh->normals[corner(m, 0, 1, 1)].x == 1);
    assert_true(mesh->normals[corner(m, 0, 1, 2)].z == 1);
    assert_int_equal(corner(m, 0, 0, 0), corner(m, 0, 1, 0));
    assert_int_equal(mesh->material, UINT32_MAX);
    hit_model_destroy(m);
}

static void obj_polygons_keep_their_corners(void** state)
{
    // Not convex, so that it is not a fan; each corner's u is its x.
    hit_model* m = read_text("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 1 1 0\nv 0 4 0\nvt 0 0\nvt 4 0\nvt 4 4\nvt 1 1\nvt 0 4\n"
                             "f 1/1 2/2 3/3 4/4 5/5\nf 1/5 2/4 3/3\n",
                             HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->triangle_count, 4);
    for (uint32_t t = 0; t < 3; t++)
        for (uint32_t k = 0; k < 3; k++) {
            const hit_vec3 v = m->meshes[0].vertices[corner(m, 0, t, k)];
            uv_is(m, 0, corner(m, 0, t, k), (double)v.x, 1.0 - (double)v.y);
        }
    uv_is(m, 0, corner(m, 0, 3, 0), 0, -3);
    hit_model_destroy(m);
}

static void obj_parts_keep_their_looks(void** state)
{
    // Parts that share vertices and come again, so that all is gathered anew.
    hit_model* m =
        read_text("v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvt 0.5 0.5\nvt 0.25 0.25\nvn 0 0 1\n"
                  "usemtl red\no a\nf 1/1 2/1 3/1\no b\nusemtl blue\nf 1/2/1 2/2/1 3/2/1\nusemtl red\no a\nf "
                  "3 2 1\n",
                  HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->mesh_count, 2);
    assert_int_equal(m->material_count, 2);
    assert_string_equal(m->materials[0].name, "red");
    assert_int_equal(m->meshes[0].triangle_count, 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(m->meshes[0].materials[i], 0);
    assert_int_equal(m->meshes[1].materials[0], 1);
    color_is(m, 0, corner(m, 0, 0, 0), 0xff0000ff);
    color_is(m, 0, corner(m, 0, 1, 0), 0x0000ffff);
    color_is(m, 1, corner(m, 1, 0, 1), 0x00ff00ff);
    uv_is(m, 0, corner(m, 0, 0, 0), 0.5, 0.5);
    uv_is(m, 1, corner(m, 1, 0, 2), 0.25, 0.75);
    assert_true(m->meshes[1].normals[corner(m, 1, 0, 2)].z == 1);
    assert_true(m->meshes[0].normals[corner(m, 0, 0, 2)].z == 0);
    hit_model_destroy(m);
}

static void obj_colours_of_vertices(void** state)
{
    hit_model* m =
        read_text("v 0 0 0 1 0.5 0\nv 1 0 0 0 0 1 0.5\nv 0 1 0\nv 5 5 5 0 0 0\nf 1 2 3\np 4\n", HIT_MODEL_OBJ);
    (void)state;
    color_is(m, 0, 0, 0xff8000ff);
    color_is(m, 0, 1, 0x0000ff80);
    color_is(m, 0, 2, 0xffffffff);
    color_is(m, 1, 0, 0x000000ff);
    hit_model_destroy(m);
    m = read_text("v 0 0 0 255 128 0\nv 1 0 0 1 1 1\n", HIT_MODEL_OBJ);
    color_is(m, 0, 0, 0xff8000ff);
    color_is(m, 0, 1, 0x010101ff);
    hit_model_destroy(m);
    m = read_text("v 0 0 0 1\nv 1 0 0 0.5\n", HIT_MODEL_OBJ);
    assert_null(m->meshes[0].colors);
    hit_model_destroy(m);
}

static void obj_lines_are_those_of_the_first_reading(void** state)
{
    hit_model* m =
        read_text("v 0 0 0\n\\\nv 1 0 0\nfoo\\\nv 9 9 9\nv 0 1 0 # c\nvt 1 1\nf 1/1 2/1 3/1\n", HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->triangle_count, 1);
    uv_is(m, 0, 0, 1, 0);
    hit_model_destroy(m);
}

static void obj_numbers_that_lead_nowhere(void** state)
{
    hit_model* m = read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 nan\nf 1/1/7 2/-2 3/99999999999/0\n", HIT_MODEL_OBJ);
    (void)state;
    assert_int_equal(m->note_count, 1);
    assert_string_equal(m->notes[0], "4 numbers of normals or texture coordinates are out of range");
    assert_null(m->meshes[0].normals);
    uv_is(m, 0, 0, 0.5, 0);
    uv_is(m, 0, 1, 0, 0);
    hit_model_destroy(m);
}

// ---- MTL ------------------------------------------------------------------------------------------------------------

static hit_model* load(const char* name)
{
    char path[600];
    hit_error error;
    hit_model* m = NULL;
    snprintf(path, sizeof path, "%s", in_folder(name));
    if (hit_model_load(path, &dressed, &m, &error) != HIT_OK)
        fail_msg("%s", error.message);
    check_model(m);
    return m;
}

static void write_text(const char* name, const char* text)
{
    write_file(name, text, strlen(text));
}

// Remove files, whose names have bars between them, the last one first.
static void forget(const char* names)
{
    char copy[200], *bar;
    snprintf(copy, sizeof copy, "%s", names);
    while ((bar = strrchr(copy, '|')) != NULL) {
        assert_int_equal(remove(in_folder(bar + 1)), 0);
        *bar = '\0';
    }
    assert_int_equal(remove(in_folder(copy)), 0);
}

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static void mtl_files_are_read(void** state)
{
    hit_model* m;
    (void)state;
    write_text("a b.mtl",
               "# c\nnewmtl not used\nmap_Kd none.png\nnewmtl red\nKd 1 0.5 0\nd 0.25\nnewmtl x y\n\tKd 0 0 0\n"
               "map_Kd -clamp on -s 2 4 -o 0.5 0.25 0 -mm 0 1 .\\one.png\n");
    write_text("more.mtl",
               "newmtl glass\r\nKd 2 nan -1\r\nTr 0.75\r\nmap_Kd C:\\far\\away\\one.png\r\nnewmtl red\nKd 0 0 0\n");
    write_text("one.png", "PNG?");
    write_text("m.obj", "mtllib a b.mtl\nmtllib none.mtl more.mtl\n" TRIANGLE
                        "f 1 2 3\nusemtl red\nf 1 2 3\nusemtl x y \nf 1 2 3\n"
                        "usemtl glass\nf 1 2 3\nusemtl lost\nf 1 2 3\nusemtl red\nf 3 2 1\n");
    m = load("m.obj");
    assert_int_equal(m->material_count, 5);
    assert_string_equal(m->materials[0].name, "red");
    assert_true(m->materials[0].color[0] == 1 && m->materials[0].color[1] == 0.5f && m->materials[0].color[2] == 0);
    assert_true(m->materials[0].color[3] == 0.25f && m->materials[0].is_blended);
    assert_int_equal(m->materials[0].texture, UINT32_MAX);
    // Black with a texture is white.
    assert_string_equal(m->materials[1].name, "x y");
    assert_true(m->materials[1].color[0] == 1 && !m->materials[1].is_blended);
    assert_int_equal(m->texture_count, 2);
    assert_int_equal(m->materials[1].texture, 0);
    assert_string_equal(m->textures[0].name, "./one.png");
    assert_int_equal(m->textures[0].size, 4);
    assert_memory_equal(m->textures[0].bytes, "PNG?", 4);
    assert_true(m->textures[0].clamp_u && m->textures[0].clamp_v);
    assert_true(m->textures[0].transform[0] == 2 && m->textures[0].transform[2] == 0.5f);
    assert_true(m->textures[0].transform[4] == 4 && m->textures[0].transform[5] == -3.25f);
    assert_true(m->materials[2].color[0] == 1 && m->materials[2].color[1] == 0 && m->materials[2].color[2] == 0);
    assert_true(m->materials[2].color[3] == 0.25f);
    assert_int_equal(m->materials[2].texture, 1);
    assert_true(!m->textures[1].clamp_u && m->textures[1].transform[0] == 1 && m->textures[1].transform[5] == 0);
    assert_string_equal(m->materials[3].name, "lost");
    assert_string_equal(m->materials[4].name, "");
    assert_int_equal(m->meshes[0].materials[0], 4);
    assert_int_equal(m->meshes[0].materials[1], 0);
    assert_int_equal(m->meshes[0].materials[5], 0);
    assert_int_equal(m->note_count, 2);
    assert_non_null(strstr(m->notes[0], "none.mtl"));
    assert_string_equal(m->notes[1], "1 material is not defined, and shown white");
    hit_model_destroy(m);
    forget("a b.mtl|more.mtl|one.png|m.obj");
}

static void textures_that_cannot_be_read_are_notes(void** state)
{
    hit_model* m;
    (void)state;
    write_text("t.mtl",
               "newmtl a\nKd 0 0 1\nmap_Kd ../../etc/passwd\nnewmtl b\nmap_Kd\nnewmtl c\nmap_Kd /etc/passwd\n");
    write_text("t.obj", "mtllib t.mtl\n" TRIANGLE "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\nusemtl c\nf 1 2 3\n");
    m = load("t.obj");
    assert_int_equal(m->texture_count, 0);
    assert_int_equal(m->note_count, 3);
    assert_non_null(strstr(m->notes[0], "a texture was left out: "));
    assert_true(m->materials[0].color[0] == 0 && m->materials[0].color[2] == 1);
    hit_model_destroy(m);
    // From memory nothing is opened.
    m = read_text("mtllib t.mtl\n" TRIANGLE "usemtl a\nf 1 2 3\n", HIT_MODEL_OBJ);
    assert_int_equal(m->note_count, 2);
    assert_non_null(strstr(m->notes[0], "materials were left out: "));
    hit_model_destroy(m);
    forget("t.mtl|t.obj");
}

static void textures_lie_beside_their_materials(void** state)
{
    hit_model* m;
    (void)state;
    assert_int_equal(mkdir(in_folder("sub"), 0700), 0);
    write_text("sub/s.mtl", "newmtl a\nmap_Kd here.png\nnewmtl b\nmap_Kd there.png\n");
    write_text("sub/here.png", "1");
    write_text("there.png", "22");
    write_text("s.obj", "mtllib sub\\s.mtl\n" TRIANGLE "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n");
    m = load("s.obj");
    assert_int_equal(m->texture_count, 2);
    assert_int_equal(m->textures[0].size, 1);
    assert_int_equal(m->textures[1].size, 2);
    assert_int_equal(m->note_count, 0);
    hit_model_destroy(m);
    forget("sub|sub/s.mtl|sub/here.png|there.png|s.obj");
}

// ---- PLY ------------------------------------------------------------------------------------------------------------

#define PLY "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES(count) "element face " count "\nproperty list uchar int vertex_indices\n"

static void ply_vertices_look(void** state)
{
    hit_model* m =
        read_text(PLY "element vertex 3\nproperty uchar red\nproperty ushort green\nproperty float blue\n" XYZ
                      "property float nx\nproperty float ny\nproperty float nz\nproperty float s\nproperty "
                      "float t\nproperty uchar alpha\n" FACES(
                          "1") "end_header\n255 32768 0.5 0 0 0 0 0 1 0.25 "
                               "0.25 128\n0 0 0 1 0 0 0 nan 1 1 1 255\n0 65535 2 0 1 0 1 0 0 0 0 0\n3 0 1 2\n",
                  HIT_MODEL_PLY);
    (void)state;
    color_is(m, 0, 0, 0xff808080);
    color_is(m, 0, 1, 0x000000ff);
    color_is(m, 0, 2, 0x00ffff00);
    assert_true(m->meshes[0].normals[0].z == 1 && m->meshes[0].normals[1].z == 0 && m->meshes[0].normals[2].x == 1);
    uv_is(m, 0, 0, 0.25, 0.75);
    uv_is(m, 0, 2, 0, 1);
    hit_model_destroy(m);
    // Points have colours, too, and parts of a colour are no colour.
    m = read_text(PLY "element vertex 1\n" XYZ
                      "property uchar diffuse_red\nproperty uchar diffuse_green\nproperty uchar "
                      "diffuse_blue\nend_header\n0 0 0 1 2 3\n",
                  HIT_MODEL_PLY);
    color_is(m, 0, 0, 0x010203ff);
    hit_model_destroy(m);
    m = read_text(PLY "element vertex 1\n" XYZ "property uchar red\nproperty list uchar uchar green\nproperty uchar "
                      "blue\nend_header\n0 0 0 1 1 2 3\n",
                  HIT_MODEL_PLY);
    assert_null(m->meshes[0].colors);
    hit_model_destroy(m);
}

static void ply_faces_look(void** state)
{
    hit_model* m = read_text(
        PLY "comment TextureFile x.png\ncomment TextureFile y.png\nelement vertex 4\n" XYZ FACES(
            "3") "property list uchar float texcoord\nproperty int texnumber\nproperty uchar red\nproperty "
                 "uchar green\nproperty uchar blue\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
                 "4 0 1 2 3 8 0 0 1 0 1 1 0 1 0 255 0 0\n2 0 1 0 0 0 0 0\n3 0 1 2 6 0.5 0 1 0 1 1 1 0 255 0\n",
        HIT_MODEL_PLY);
    (void)state;
    assert_int_equal(m->triangle_count, 3);
    assert_int_equal(m->material_count, 2);
    assert_int_equal(m->meshes[0].materials[0], 0);
    assert_int_equal(m->meshes[0].materials[2], 1);
    for (uint32_t t = 0; t < 3; t++)
        for (uint32_t k = 0; k < 3; k++)
            color_is(m, 0, corner(m, 0, t, k), t < 2 ? 0xff0000ff : 0x00ff00ff);
    for (uint32_t k = 0; k < 3; k++) {
        const hit_vec3 v = m->meshes[0].vertices[corner(m, 0, 1, k)];
        uv_is(m, 0, corner(m, 0, 1, k), (double)v.x, 1.0 - (double)v.y);
    }
    uv_is(m, 0, corner(m, 0, 2, 0), 0.5, 1);
    // Nothing is opened for a model in memory.
    assert_int_equal(m->texture_count, 0);
    assert_int_equal(m->note_count, 3);
    hit_model_destroy(m);
}

// ---- STL ------------------------------------------------------------------------------------------------------------

static void stl_colours(void** state)
{
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    (void)state;
    for (int magics = 0; magics < 2; magics++) {
        file_builder f = {.size = 0};
        hit_model* m;
        file_builder_text(&f, magics ? "COLOR=\x01\x02\x03\x04" : "0123456789");
        while (f.size < 80)
            file_builder_text(&f, " ");
        file_builder_bits(&f, 3, 4, false);
        for (int t = 0; t < 3; t++) {
            for (int i = 0; i < 3; i++)
                file_builder_float(&f, 0, false);
            for (int i = 0; i < 9; i++)
                file_builder_float(&f, t == 1 && i == 0 ? NAN : corners[i], false);
            file_builder_bits(&f, t == 0 ? 0x8000 | 31 : 31, 2, false);
        }
        m = read_bytes(f.bytes, f.size, HIT_MODEL_STL);
        assert_int_equal(m->triangle_count, 2);
        color_is(m, 0, 2, magics ? 0x01020304 : 0x0000ffff);
        color_is(m, 0, 3, magics ? 0xff0000ff : 0xffffffff);
        hit_model_destroy(m);
    }
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

static void damaged(void** state)
{
    static const char obj[] =
        "mtllib x.mtl\nv 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0\nv 0 nan 0\nv 0 1 0\nvt 0 0\nvt 1 1\nvn 0 0 1\n"
        "usemtl a\nf 1/1/1 2/2 3//1\no b\nusemtl b\nf 1/1 2/2 3/1 5/-1\nf 1 2 4\np 1 2\n";
    static const char ply[] =
        PLY "comment TextureFile x\nelement vertex 4\n" XYZ "property uchar red\nproperty uchar green\n"
            "property uchar blue\nproperty float u\nproperty float v\n" FACES(
                "3") "property list uchar float texcoord\nproperty int texnumber\nproperty uchar red\nproperty "
                     "uchar green\nproperty uchar blue\nend_header\n0 0 0 1 2 3 0 0\n1 0 0 1 2 3 0 0\n1 1 0 1 2 3 "
                     "0 0\n0 1 0 1 2 3 0 0\n4 0 1 2 3 8 0 0 1 0 1 1 0 1 0 255 0 0\n2 0 1 0 0 0 0 0\n3 0 1 2 6 0.5 0 "
                     "1 0 1 1 1 0 255 0\n";
    (void)state;
    check_damaged(ply, sizeof ply - 1, HIT_MODEL_PLY);
    check_failing_memory(ply, sizeof ply - 1, HIT_MODEL_PLY, &dressed);
    check_damaged(obj, sizeof obj - 1, HIT_MODEL_OBJ);
    check_failing_memory(obj, sizeof obj - 1, HIT_MODEL_OBJ, &dressed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_vertices_are_split_where_corners_differ),
        cmocka_unit_test(obj_polygons_keep_their_corners),
        cmocka_unit_test(obj_parts_keep_their_looks),
        cmocka_unit_test(obj_colours_of_vertices),
        cmocka_unit_test(obj_lines_are_those_of_the_first_reading),
        cmocka_unit_test(obj_numbers_that_lead_nowhere),
        cmocka_unit_test_setup_teardown(mtl_files_are_read, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(textures_that_cannot_be_read_are_notes, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(textures_lie_beside_their_materials, folder_make, folder_remove),
        cmocka_unit_test(ply_vertices_look),
        cmocka_unit_test(ply_faces_look),
        cmocka_unit_test(stl_colours),
        cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
