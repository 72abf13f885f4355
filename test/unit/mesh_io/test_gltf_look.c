// glTF with options.appearance: normals, colours, texture coordinates, materials, textures; and points.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"

#include <math.h>

// Four vertices with all attributes, two triangles, and the bytes of an image.
static const struct {
    float positions[12], normals[12], uvs[8], more_uvs[8];
    uint8_t colors[16];
    float linear[12];
    uint16_t indices[6];
    char image[8];
} bytes = {{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0},
           {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 2},
           {0, 0, 1, 0, 1, 1, 0, 1},
           {0.5f, 0, 0, 0, 0, 0, 0, 0},
           {0, 255, 188, 255, 255, 0, 0, 128, 0, 0, 0, 0, 1, 2, 3, 4},
           {0, 1, 0.5f, 0, 0, 0, 2, -1, 0, 0, 0, 0},
           {0, 1, 2, 0, 2, 3},
           "\x89PNG..."};

#define ACCESSORS                                                                                                      \
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"                                      \
    "{'bufferView':0,'byteOffset':48,'componentType':5126,'count':4,'type':'VEC3'},"                                   \
    "{'bufferView':0,'byteOffset':96,'componentType':5126,'count':4,'type':'VEC2'},"                                   \
    "{'bufferView':0,'byteOffset':128,'componentType':5126,'count':4,'type':'VEC2'},"                                  \
    "{'bufferView':0,'byteOffset':160,'componentType':5121,'normalized':true,'count':4,'type':'VEC4'},"                \
    "{'bufferView':0,'byteOffset':176,'componentType':5126,'count':4,'type':'VEC3'},"                                  \
    "{'bufferView':0,'byteOffset':224,'componentType':5123,'count':6,'type':'SCALAR'}]"

static hit_model* read_look(const char* primitives, const char* more, bool appearance)
{
    const hit_model_options options = {.appearance = appearance};
    char json[4096];
    char* text;
    hit_error error;
    hit_model* m;
    const int length =
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'meshes':[{'primitives':[%s]}]," ACCESSORS
                 ",'bufferViews':[{'buffer':0,'byteLength':236},{'buffer':0,'byteOffset':236,'byteLength':7}],"
                 "'buffers':[{$URI'byteLength':%zu}]%s}",
                 primitives, sizeof bytes, more);
    assert_true(length > 0 && (size_t)length < sizeof json);
    text = gltf_make_text(json, &bytes, sizeof bytes);
    m = check_read(text, strlen(text), HIT_MODEL_GLTF, &options, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    free(text);
    return m;
}

#define FULL "{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TEXCOORD_1':3,'COLOR_0':4},'indices':6"

static void reads_what_vertices_look_like(void** state)
{
    static const uint8_t srgb[] = {0, 255, 223, 255, 255, 0, 0, 128};
    hit_model* m = read_look(FULL "}", "", true);
    (void)state;
    assert_memory_equal(m->meshes->normals, bytes.normals, sizeof bytes.normals);
    assert_memory_equal(m->meshes->uvs, bytes.uvs, sizeof bytes.uvs);
    assert_memory_equal(m->meshes->colors, srgb, sizeof srgb); // 188 of 255, linear, is 223 in sRGB
    assert_int_equal(m->material_count, 0);
    assert_int_equal(m->meshes->material, UINT32_MAX);
    hit_model_destroy(m);
    m = read_look("{'attributes':{'POSITION':0,'COLOR_0':5}}", "", true);
    assert_int_equal(m->meshes->colors[1], 255);
    assert_int_equal(m->meshes->colors[2], 188); // 0.5
    assert_int_equal(m->meshes->colors[3], 255);
    assert_int_equal(m->meshes->colors[8], 255); // 2 is too much, and -1 too little
    assert_int_equal(m->meshes->colors[9], 0);
    hit_model_destroy(m);
    m = read_look(FULL "}", "", false);
    assert_null(m->meshes->normals);
    assert_null(m->meshes->uvs);
    assert_null(m->meshes->colors);
    hit_model_destroy(m);
}

// Primitives that share positions, and nothing else, have vertices of their own.
static void primitives_differ_in_their_look(void** state)
{
    hit_model* m = read_look(FULL "}," FULL "},{'attributes':{'POSITION':0,'NORMAL':5},'indices':6}", "", true);
    (void)state;
    assert_int_equal(m->meshes->vertex_count, 8);
    assert_int_equal(m->triangle_count, 6);
    assert_int_equal(m->meshes->indices[6], 0);
    assert_int_equal(m->meshes->indices[12], 4);
    assert_int_equal(m->meshes->colors[4 * 4], 255); // white, where there is none
    hit_model_destroy(m);
    m = read_look(FULL "}," FULL "},{'attributes':{'POSITION':0,'NORMAL':5},'indices':6}", "", false);
    assert_int_equal(m->meshes->vertex_count, 4);
    hit_model_destroy(m);
}

static void a_bad_attribute_is_a_note(void** state)
{
    hit_model* m = read_look("{'attributes':{'POSITION':0,'NORMAL':2,'TEXCOORD_0':6},'indices':6}", "", true);
    (void)state;
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->note_count, 2);
    assert_string_equal(m->notes[0], "NORMAL is left out: mesh 0, primitive 0: NORMAL has 2 components");
    hit_model_destroy(m);
}

static void reads_materials_and_textures(void** state)
{
    hit_model* m = read_look(
        FULL ",'material':0}," FULL ",'material':1}," FULL "}",
        ",'materials':[{'name':'red','doubleSided':true,'alphaMode':'MASK','alphaCutoff':0.25,'pbrMetallicRoughness':{"
        "'baseColorFactor':[1,0.5,0,0.75],'baseColorTexture':{'index':0,'texCoord':1}}},{'alphaMode':'BLEND',"
        "'extensions':{'KHR_materials_pbrSpecularGlossiness':{'diffuseFactor':[0,1,0,1],'diffuseTexture':{'index':0,"
        "'extensions':{'KHR_texture_transform':{'offset':[0.5,0.25],'rotation':1.5707963267948966,'scale':[2,3]}}}}}}],"
        "'textures':[{'source':0,'sampler':0}],'samplers':[{'wrapS':33071}],"
        "'images':[{'bufferView':1,'mimeType':'image/png','name':'skin'}]",
        true);
    const hit_model_material *red = &m->materials[0], *green = &m->materials[1];
    const hit_model_texture* texture = &m->textures[red->texture];
    const float* t = m->textures[green->texture].transform;
    (void)state;
    assert_int_equal(m->material_count, 3); // one for the primitive that has none
    assert_string_equal(red->name, "red");
    assert_true(red->color[0] == 1.0f && fabs((double)red->color[1] - 0.735357) < 1e-5 && red->color[2] == 0.0f);
    assert_true(red->color[3] == 0.75f && red->alpha_cutoff == 0.25f && red->is_two_sided && !red->is_blended);
    assert_true(green->is_blended && green->color[0] == 0.0f && green->color[1] == 1.0f);
    assert_int_equal(texture->size, 7);
    assert_memory_equal(texture->bytes, bytes.image, 7);
    assert_true(texture->clamp_u && !texture->clamp_v);
    assert_string_equal(texture->name, "skin");
    assert_true(texture->transform[0] == 1.0f && texture->transform[4] == 1.0f && texture->transform[2] == 0.0f);
    assert_true(fabs((double)t[0]) < 1e-6 && t[1] == 3.0f && t[2] == 0.5f && t[3] == -2.0f && t[5] == 0.25f);
    assert_int_equal(m->meshes->materials[0], 0);
    assert_int_equal(m->meshes->materials[2], 1);
    assert_int_equal(m->meshes->materials[4], 2);
    assert_true(m->materials[2].color[0] == 1.0f && m->materials[2].texture == UINT32_MAX);
    // The first is put on by the second set of coordinates, so its vertices are others.
    assert_true(m->meshes->uvs[0] == 0.5f);
    assert_true(m->meshes->uvs[2 * m->meshes->indices[6]] == 0.0f);
    hit_model_destroy(m);
}

static void a_texture_that_cannot_be_read_is_a_note(void** state)
{
    static const char* const images[][2] = {
        {"{'uri':'no.png'}", "a texture is left out: the model names the file \"no.png\", "},
        {"{'uri':'../x.png'}", "a texture is left out: image 0: \"../x.png\" leads out of the model's folder; "},
        {"{'uri':'http://x/y.png'}", "a texture is left out: image 0: \"http://x/y.png\" is not a file of "},
        {"{'bufferView':7}", "a texture is left out: image 0: bufferView is 7, but the model has 2 of them"},
        {"{}", "a texture is left out: image 0 has neither a uri nor a bufferView"}};
    (void)state;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        char more[300];
        hit_model* m;
        snprintf(more, sizeof more,
                 ",'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}],'textures':[{'source':0}],"
                 "'images':[%s]",
                 images[i][0]);
        m = read_look(FULL ",'material':0}", more, true);
        assert_int_equal(m->triangle_count, 2);
        assert_int_equal(m->texture_count, 0);
        assert_int_equal(m->materials->texture, UINT32_MAX);
        assert_int_equal(m->note_count, 1);
        assert_memory_equal(m->notes[0], images[i][1], strlen(images[i][1]));
        hit_model_destroy(m);
    }
}

// ---- Points ---------------------------------------------------------------------------------------------------------

static void points_were_left_out(void** state)
{
    hit_model* m = read_look("{'attributes':{'POSITION':0},'mode':0}", "", false);
    (void)state;
    assert_int_equal(m->part_count, 1);
    assert_int_equal(m->triangle_count, 0);
    assert_int_equal(m->point_count, 4);
    assert_null(m->meshes->points);
    hit_model_destroy(m);
    m = read_look("{'attributes':{'POSITION':0},'indices':6,'mode':0}," FULL "}", "", false);
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->meshes->point_count, 6);
    assert_int_equal(m->meshes->points[4], 2);
    assert_int_equal(m->meshes->vertex_count, 4);
    assert_int_equal(m->skipped_faces, 0);
    hit_model_destroy(m);
}

static void lines_are_a_note(void** state)
{
    hit_model* m = read_look("{'attributes':{'POSITION':0},'mode':1}," FULL "}", "", false);
    (void)state;
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->note_count, 1);
    assert_string_equal(m->notes[0], "1 primitive of lines is left out");
    hit_model_destroy(m);
}

// Numbers may begin at any byte, and elements be any number of bytes apart.
static void unaligned_views_were_refused(void** state)
{
    static const char json[] =
        "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
        "'indices':1}]}],'accessors':[{'bufferView':0,'byteOffset':1,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':1,'byteOffset':1,'componentType':5123,'count':3,'type':'SCALAR'}],"
        "'bufferViews':[{'buffer':0,'byteLength':40,'byteStride':13},{'buffer':0,'byteOffset':40,'byteLength':7}],"
        "'buffers':[{$URI'byteLength':47}]}";
    static const float corners[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9.5f}};
    unsigned char file[47] = {0};
    char* text;
    hit_error error;
    hit_model* m;
    (void)state;
    for (int i = 0; i < 3; i++)
        memcpy(file + 1 + 13 * i, corners[i], 12);
    file[41] = 2;
    file[43] = 1;
    text = gltf_make_text(json, file, sizeof file);
    m = check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    assert_memory_equal(m->meshes->vertices, corners, sizeof corners);
    assert_int_equal(m->meshes->indices[0], 2);
    assert_int_equal(m->meshes->indices[1], 1);
    hit_model_destroy(m);
    free(text);
}

static void failing_allocations(void** state)
{
    const hit_model_options options = {.appearance = true};
    char json[4096];
    char* text;
    (void)state;
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'nodes':[{'mesh':0,'name':'a','children':[1]},{'camera':0,'mesh':0,"
             "'weights':[1],'name':'b'},{'mesh':0,'skin':0}],'skins':[{'joints':[0]}],'cameras':[{'name':'c',"
             "'perspective':{'yfov':1,'znear':1}}],'animations':[{}],'meshes':[{'primitives':[" FULL
             ",'material':0,'targets':[{'POSITION':1}]},{'attributes':{'POSITION':0},'mode':0,'indices':6},"
             "{'attributes':{'POSITION':0,'JOINTS_0':4,'WEIGHTS_0':4},'mode':1}]}]," ACCESSORS
             ",'bufferViews':[{'buffer':0,'byteLength':236},{'buffer':0,'byteOffset':236,'byteLength':7}],"
             "'materials':[{'name':'m','pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}],"
             "'textures':[{'source':0}],'images':[{'bufferView':1}],'buffers':[{$URI'byteLength':%zu}]}",
             sizeof bytes);
    text = gltf_make_text(json, &bytes, sizeof bytes);
    check_failing_memory(text, strlen(text), HIT_MODEL_GLTF, &options);
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_vertices_look_like),
        cmocka_unit_test(primitives_differ_in_their_look),
        cmocka_unit_test(a_bad_attribute_is_a_note),
        cmocka_unit_test(reads_materials_and_textures),
        cmocka_unit_test(a_texture_that_cannot_be_read_is_a_note),
        cmocka_unit_test(points_were_left_out),
        cmocka_unit_test(lines_are_a_note),
        cmocka_unit_test(unaligned_views_were_refused),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
