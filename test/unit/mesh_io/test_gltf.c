// glTF: what is read of meshes and accessors, from a GLB and from a .gltf alike.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"

// ---- Files ----------------------------------------------------------------------------------------------------------

static hit_model* read_good(const void* bytes, size_t size)
{
    hit_error error;
    hit_model* model = check_read(bytes, size, HIT_MODEL_GLTF, NULL, &error);
    if (model == NULL)
        fail_msg("line %u, byte %u: %s", (unsigned)error.line, (unsigned)error.offset, error.message);
    return model;
}

static void assert_same(const hit_model* a, const hit_model* b)
{
    assert_int_equal(a->mesh_count, b->mesh_count);
    assert_int_equal(a->part_count, b->part_count);
    assert_int_equal(a->skipped_faces, b->skipped_faces);
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        const hit_model_mesh *x = &a->meshes[i], *y = &b->meshes[i];
        assert_int_equal(x->vertex_count, y->vertex_count);
        assert_int_equal(x->triangle_count, y->triangle_count);
        assert_string_equal(x->name, y->name);
        assert_memory_equal(x->vertices, y->vertices, x->vertex_count * sizeof *x->vertices);
        assert_memory_equal(x->indices, y->indices, 3 * x->triangle_count * sizeof *x->indices);
        assert_memory_equal(x->faces, y->faces, x->triangle_count * sizeof *x->faces);
    }
}

// Read as a GLB; and as a .gltf, which must give the same.
static hit_model* read_both(const char* json, const void* bytes, size_t size)
{
    size_t glb_size;
    unsigned char* glb = gltf_make_glb(json, bytes, size, &glb_size);
    char* text = gltf_make_text(json, bytes, size);
    hit_model *model = read_good(glb, glb_size), *other = read_good(text, strlen(text));
    assert_same(model, other);
    assert_int_equal(model->bytes, other->bytes);
    hit_model_destroy(other);
    free(glb);
    free(text);
    return model;
}

// A model with one mesh. `primitives`, `accessors` and `views` are what the arrays have in them.
static hit_model* read_mesh(const char* primitives, const char* accessors, const char* views, const void* bytes,
                            size_t size)
{
    char json[4096];
    const int length = snprintf(json, sizeof json,
                                "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'meshes':[{'primitives':[%s]}],"
                                "'accessors':[%s],'bufferViews':[%s],'buffers':[{$URI'byteLength':%zu}]}",
                                primitives, accessors, views, size);
    assert_true(length > 0 && (size_t)length < sizeof json);
    return read_both(json, bytes, size);
}

static void assert_vertex(const hit_model_mesh* m, uint32_t i, float x, float y, float z)
{
    assert_true(i < m->vertex_count);
    assert_true(m->vertices[i].x == x && m->vertices[i].y == y && m->vertices[i].z == z);
}

static void assert_triangles(const hit_model_mesh* m, const uint32_t* indices, const uint32_t* faces, uint32_t count)
{
    assert_int_equal(m->triangle_count, count);
    assert_memory_equal(m->indices, indices, 3 * count * sizeof *indices);
    assert_memory_equal(m->faces, faces, count * sizeof *faces);
}

// Five vertices (i, i^2, 0), then the indices of a strip in 8, 16 and 32 bits.
static const struct {
    float vertices[15];
    uint8_t u8[8];
    uint16_t u16[8];
    uint32_t u32[8];
} five = {{0, 0, 0, 1, 1, 0, 2, 4, 0, 3, 9, 0, 4, 16, 0},
          {4, 3, 2, 1, 0, 4, 3, 0},
          {4, 3, 2, 1, 0, 4, 3, 0},
          {4, 3, 2, 1, 0, 4, 3, 0}};
static const char five_views[] =
    "{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':60,'byteLength':8},"
    "{'buffer':0,'byteOffset':68,'byteLength':16},{'buffer':0,'byteOffset':84,'byteLength':32}";
#define FIVE "{'bufferView':0,'componentType':5126,'count':5,'type':'VEC3'},"

static hit_model* read_five(const char* primitives, const char* accessors)
{
    return read_mesh(primitives, accessors, five_views, &five, sizeof five);
}

// ---- Primitives -----------------------------------------------------------------------------------------------------

static void reads_a_square(void** state)
{
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3}, faces[] = {0, 1};
    hit_model* m = read_both(gltf_square, gltf_square_bytes, sizeof gltf_square_bytes);
    const hit_model_mesh* mesh = m->meshes;
    (void)state;
    assert_int_equal(m->format, HIT_MODEL_GLTF);
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->part_count, 1);
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->skipped_faces, 0);
    assert_string_equal(mesh->name, "mesh");
    assert_string_equal(m->parts->name, "node");
    assert_int_equal(mesh->vertex_count, 4);
    assert_vertex(mesh, 0, 0, 0, 0);
    assert_vertex(mesh, 1, 1, 0, 0);
    assert_vertex(mesh, 2, 1, 1, 0);
    assert_vertex(mesh, 3, 0, 1, 0);
    assert_triangles(mesh, indices, faces, 2);
    hit_model_destroy(m);
}

static void reads_modes(void** state)
{
    static const uint32_t list[] = {4, 3, 2, 1, 0, 4}, strip[] = {4, 3, 2, 3, 1, 2, 2, 1, 0, 1, 4, 0, 0, 4, 3};
    static const uint32_t fan[] = {3, 2, 4, 2, 1, 4, 1, 0, 4, 0, 4, 4, 4, 3, 4}, faces[] = {0, 1, 2, 3, 4};
    static const char* const types[] = {"5121", "5123", "5125"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char accessors[256];
        hit_model* m;
        snprintf(accessors, sizeof accessors, FIVE "{'bufferView':%d,'componentType':%s,'count':7,'type':'SCALAR'}",
                 i + 1, types[i]);
        m = read_five("{'attributes':{'POSITION':0},'indices':1}", accessors);
        assert_triangles(m->meshes, list, faces, 2);
        assert_int_equal(m->skipped_faces, 1); // the seventh corner
        hit_model_destroy(m);
        m = read_five("{'attributes':{'POSITION':0},'indices':1,'mode':5}", accessors);
        assert_triangles(m->meshes, strip, faces, 5);
        assert_int_equal(m->skipped_faces, 0);
        hit_model_destroy(m);
        m = read_five("{'attributes':{'POSITION':0},'indices':1,'mode':6}", accessors);
        assert_triangles(m->meshes, fan, faces, 5);
        hit_model_destroy(m);
    }
}

static void reads_without_indices(void** state)
{
    static const uint32_t list[] = {0, 1, 2}, strip[] = {0, 1, 2, 1, 3, 2, 2, 3, 4},
                          fan[] = {1, 2, 0, 2, 3, 0, 3, 4, 0};
    static const uint32_t faces[] = {0, 1, 2};
    hit_model* m = read_five("{'attributes':{'POSITION':0}}", FIVE "{}");
    (void)state;
    assert_triangles(m->meshes, list, faces, 1);
    assert_int_equal(m->skipped_faces, 1);
    hit_model_destroy(m);
    m = read_five("{'attributes':{'POSITION':0},'mode':5}", FIVE "{}");
    assert_triangles(m->meshes, strip, faces, 3);
    hit_model_destroy(m);
    m = read_five("{'attributes':{'POSITION':0},'mode':6}", FIVE "{}");
    assert_triangles(m->meshes, fan, faces, 3);
    hit_model_destroy(m);
}

// Lines, and what has no positions give nothing, and nothing else of them is looked at.
static void leaves_out_what_has_no_triangles(void** state)
{
    static const char* const primitives[] = {
        "{'attributes':{'POSITION':99},'mode':1},{'attributes':{'POSITION':0},'indices':99,'mode':2}",
        "{'attributes':{'POSITION':0},'mode':3}",
        "{'attributes':{}}",
        "{'attributes':{'NORMAL':0}}",
        "{}",
        "",
        "{'attributes':{'POSITION':1}}",
        "{'attributes':{'POSITION':0},'indices':2}"};
    (void)state;
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
        hit_model* m = read_five(primitives[i], FIVE "{'bufferView':0,'componentType':5126,'count':0,'type':'VEC3'},"
                                                     "{'bufferView':1,'componentType':5121,'count':0,'type':'SCALAR'}");
        assert_int_equal(m->mesh_count, 0);
        assert_int_equal(m->part_count, 0);
        assert_int_equal(m->skipped_faces, 0);
        hit_model_destroy(m);
    }
    for (int mode = 5; mode <= 6; mode++) {
        char primitive[80];
        hit_model* m;
        snprintf(primitive, sizeof primitive, "{'attributes':{'POSITION':0},'indices':1,'mode':%d}", mode);
        m = read_five(primitive, FIVE "{'bufferView':1,'componentType':5121,'count':2,'type':'SCALAR'}");
        assert_int_equal(m->mesh_count, 0);
        assert_int_equal(m->skipped_faces, 1);
        hit_model_destroy(m);
    }
}

// All primitives of a mesh, with the vertices of an accessor once, and faces that are counted over all of them.
static void reads_many_primitives(void** state)
{
    static const uint32_t indices[] = {4, 3, 2, 0, 1, 2, 5, 6, 7, 1, 0, 4, 7, 6, 5}, faces[] = {0, 1, 3, 4, 5};
    hit_model* m = read_five("{'attributes':{'POSITION':0},'indices':1},{'attributes':{'POSITION':0}},"
                             "{'attributes':{'POSITION':0},'mode':0},{'attributes':{'POSITION':2}},"
                             "{'attributes':{'POSITION':0},'indices':3},{'attributes':{'POSITION':2},'indices':4}",
                             FIVE "{'bufferView':1,'componentType':5121,'count':3,'type':'SCALAR'},"
                                  "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':3,'type':'VEC3'},"
                                  "{'bufferView':1,'byteOffset':3,'componentType':5121,'count':3,'type':'SCALAR'},"
                                  "{'bufferView':1,'byteOffset':2,'componentType':5121,'count':3,'type':'SCALAR'}");
    (void)state;
    assert_int_equal(m->meshes->vertex_count, 8);
    assert_vertex(m->meshes, 5, 1, 1, 0);
    assert_triangles(m->meshes, indices, faces, 5);
    assert_int_equal(m->skipped_faces, 1); // of the second primitive
    hit_model_destroy(m);
}

// Meshes that have one and the same accessor of positions share it.
static void shares_vertices(void** state)
{
    hit_model* m = read_both(
        "{'asset':{'version':'2.0'},'nodes':[{'mesh':0},{'mesh':1},{'mesh':2},{'mesh':1},{'mesh':3}],'meshes':["
        "{'primitives':[{'attributes':{'POSITION':0}}]},{'primitives':[{'attributes':{'POSITION':0},'mode':5}]},"
        "{'primitives':[{'attributes':{'POSITION':1}},{'attributes':{'POSITION':0}}]},"
        "{'primitives':[{'attributes':{'POSITION':0}}]}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':5,'type':'VEC3'},"
        "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':0,'byteLength':60}],'buffers':[{$URI'byteLength':60}]}",
        &five, 60);
    (void)state;
    assert_int_equal(m->mesh_count, 4);
    assert_int_equal(m->part_count, 5);
    assert_ptr_equal(m->meshes[0].vertices, m->meshes[1].vertices);
    assert_ptr_equal(m->meshes[0].vertices, m->meshes[3].vertices);
    assert_int_equal(m->meshes[2].vertex_count, 8);
    assert_vertex(&m->meshes[2], 7, 4, 16, 0);
    assert_int_equal(m->meshes[2].indices[3], 3);
    assert_int_equal(m->triangle_count, 1 + 3 + 2 + 3 + 1);
    hit_model_destroy(m);
}

// A vertex that is not finite takes its triangles with it, and no other.
static void skips_what_is_not_finite(void** state)
{
    static const uint32_t indices[] = {0, 1, 2, 2, 4, 0}, faces[] = {0, 3};
    struct {
        float vertices[15];
        uint8_t indices[12];
    } bytes = {{0}, {0, 1, 2, 0, 1, 3, 3, 1, 2, 2, 4, 0}};
    static const float bad[] = {(float)NAN, HUGE_VALF, -HUGE_VALF};
    (void)state;
    for (int i = 0; i < 9; i++) {
        hit_model* m;
        memcpy(bytes.vertices, five.vertices, sizeof bytes.vertices);
        bytes.vertices[9 + i % 3] = bad[i / 3];
        m = read_mesh("{'attributes':{'POSITION':0},'indices':1}",
                      FIVE "{'bufferView':1,'componentType':5121,'count':12,'type':'SCALAR'}",
                      "{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':60,'byteLength':12}", &bytes,
                      sizeof bytes);
        assert_triangles(m->meshes, indices, faces, 2);
        assert_int_equal(m->skipped_faces, 2);
        hit_model_destroy(m);
        // Two meshes that share the vertices: both without the bad one.
        m = read_mesh(
            "{'attributes':{'POSITION':0},'indices':1}]},{'primitives':[{'attributes':{'POSITION':0},'mode':6}",
            FIVE "{'bufferView':1,'componentType':5121,'count':12,'type':'SCALAR'}",
            "{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':60,'byteLength':12}", &bytes, sizeof bytes);
        assert_int_equal(m->mesh_count, 1);
        hit_model_destroy(m);
    }
    for (int i = 0; i < 15; i++)
        bytes.vertices[i] = (float)NAN;
    hit_model* m =
        read_mesh("{'attributes':{'POSITION':0},'indices':1}",
                  FIVE "{'bufferView':1,'componentType':5121,'count':12,'type':'SCALAR'}",
                  "{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':60,'byteLength':12}", &bytes, sizeof bytes);
    assert_int_equal(m->mesh_count, 0);
    assert_int_equal(m->part_count, 0);
    assert_int_equal(m->skipped_faces, 4);
    hit_model_destroy(m);
}

// ---- Accessors ------------------------------------------------------------------------------------------------------

// Positions of each type of component, three vertices of 8 bytes each.
static void reads_components(void** state)
{
    static const struct {
        const char* type;
        bool normalized;
        float x, y, z; ///< of the first vertex
        unsigned char bytes[8];
    } cases[] = {
        {"5120", false, -128, 127, -1, {0x80, 0x7f, 0xff}},
        {"5120", true, -1, 1, -1.0f / 127.0f, {0x80, 0x7f, 0xff}},
        {"5121", false, 128, 127, 255, {0x80, 0x7f, 0xff}},
        {"5121", true, 128.0f / 255.0f, 127.0f / 255.0f, 1, {0x80, 0x7f, 0xff}},
        {"5122", false, -32768, 32767, -2, {0x00, 0x80, 0xff, 0x7f, 0xfe, 0xff}},
        {"5122", true, -1, 1, -2.0f / 32767.0f, {0x00, 0x80, 0xff, 0x7f, 0xfe, 0xff}},
        {"5123", false, 32768, 32767, 65534, {0x00, 0x80, 0xff, 0x7f, 0xfe, 0xff}},
        {"5123",
         true,
         32768.0f / 65535.0f,
         32767.0f / 65535.0f,
         65534.0f / 65535.0f,
         {0, 0x80, 0xff, 0x7f, 0xfe, 0xff}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char accessor[160];
        unsigned char bytes[24] = {0};
        hit_model* m;
        memcpy(bytes, cases[i].bytes, 8);
        memcpy(bytes + 16, cases[i].bytes, 8);
        snprintf(accessor, sizeof accessor,
                 "{'bufferView':0,'componentType':%s,'count':3,'type':'VEC3','normalized':%s}", cases[i].type,
                 cases[i].normalized ? "true" : "false");
        m = read_mesh("{'attributes':{'POSITION':0}}", accessor, "{'buffer':0,'byteLength':24,'byteStride':8}", bytes,
                      24);
        assert_vertex(m->meshes, 0, cases[i].x, cases[i].y, cases[i].z);
        assert_vertex(m->meshes, 1, 0, 0, 0);
        assert_vertex(m->meshes, 2, cases[i].x, cases[i].y, cases[i].z);
        hit_model_destroy(m);
    }
}

// Vertices of 20 bytes with positions from byte 4 on; the last one ends where the view does. And a stride of 0, which
// means none.
static void reads_strides(void** state)
{
    float bytes[15] = {9, 0, 0, 0, 9, 9, 1, 0, 0, 9, 9, 0, 1, 0, 9};
    hit_model* m = read_mesh("{'attributes':{'POSITION':0}}",
                             "{'bufferView':0,'byteOffset':4,'componentType':5126,'count':3,'type':'VEC3'}",
                             "{'buffer':0,'byteLength':56,'byteStride':20}", bytes, sizeof bytes);
    (void)state;
    assert_vertex(m->meshes, 0, 0, 0, 0);
    assert_vertex(m->meshes, 1, 1, 0, 0);
    assert_vertex(m->meshes, 2, 0, 1, 0);
    hit_model_destroy(m);
    m = read_mesh("{'attributes':{'POSITION':0}}", "{'bufferView':0,'componentType':5126,'count':5,'type':'VEC3'}",
                  "{'buffer':0,'byteLength':60,'byteStride':0}", bytes, sizeof bytes);
    assert_vertex(m->meshes, 4, 1, 0, 9);
    hit_model_destroy(m);
    // Indices that stand four bytes apart, or as far as they are long.
    m = read_mesh("{'attributes':{'POSITION':0},'indices':1}",
                  FIVE "{'bufferView':1,'componentType':5121,'count':3,'type':'SCALAR'}",
                  "{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':84,'byteLength':12,'byteStride':4}", &five,
                  sizeof five);
    assert_int_equal(m->meshes->indices[2], 2);
    hit_model_destroy(m);
    m = read_mesh("{'attributes':{'POSITION':0},'indices':1}",
                  FIVE "{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'}",
                  "{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':68,'byteLength':12,'byteStride':2}", &five,
                  sizeof five);
    assert_int_equal(m->meshes->indices[2], 2);
    hit_model_destroy(m);
}

static const struct {
    float vertices[9], values[6];
    uint32_t places32[2];
    uint16_t places16[2];
    uint8_t places8[2], index_values[2], late_places[4];
} sparse_bytes = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {7, 8, 9, 10, 11, 12}, {0, 2}, {0, 2}, {0, 2}, {2, 0}, {2, 4}};
static const char sparse_views[] =
    "{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':24},{'buffer':0,'byteOffset':60,"
    "'byteLength':8},{'buffer':0,'byteOffset':68,'byteLength':4},{'buffer':0,'byteOffset':72,'byteLength':4},"
    "{'buffer':0,'byteOffset':76,'byteLength':2}";

static void reads_sparse(void** state)
{
    static const char* const types[] = {"5125", "5123", "5121"};
    (void)state;
    for (int i = 0; i < 6; i++) {
        char accessor[320];
        const bool base = i < 3;
        hit_model* m;
        snprintf(accessor, sizeof accessor,
                 "{%s'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':%d,"
                 "'componentType':%s},'values':{'bufferView':1}}}",
                 base ? "'bufferView':0," : "", 2 + i % 3, types[i % 3]);
        m = read_mesh("{'attributes':{'POSITION':0}}", accessor, sparse_views, &sparse_bytes, sizeof sparse_bytes);
        assert_vertex(m->meshes, 0, 7, 8, 9);
        assert_vertex(m->meshes, 1, base ? 1 : 0, 0, 0);
        assert_vertex(m->meshes, 2, 10, 11, 12);
        hit_model_destroy(m);
    }
    // Indices: those that are there, or zeros, with the first and the third replaced by 2 and 0.
    hit_model* m = read_mesh("{'attributes':{'POSITION':0},'indices':1}",
                             "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
                             "{'componentType':5121,'count':4,'type':'SCALAR','sparse':{'count':2,'indices':{"
                             "'bufferView':4,'componentType':5121},'values':{'bufferView':4,'byteOffset':2}}}",
                             sparse_views, &sparse_bytes, sizeof sparse_bytes);
    static const uint32_t indices[] = {2, 0, 0}, late[] = {0, 0, 2}, faces[] = {0};
    assert_triangles(m->meshes, indices, faces, 1);
    hit_model_destroy(m);
    // A sparse element behind those that make triangles.
    m = read_mesh("{'attributes':{'POSITION':0},'indices':1}",
                  "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
                  "{'componentType':5121,'count':5,'type':'SCALAR','sparse':{'count':2,'indices':{"
                  "'bufferView':5,'componentType':5121},'values':{'bufferView':4,'byteOffset':2}}}",
                  sparse_views, &sparse_bytes, sizeof sparse_bytes);
    assert_triangles(m->meshes, late, faces, 1);
    hit_model_destroy(m);
    // No view and nothing sparse: zeros.
    m = read_mesh("{'attributes':{'POSITION':0}}", "{'componentType':5126,'count':3,'type':'VEC3'}", sparse_views,
                  &sparse_bytes, sizeof sparse_bytes);
    assert_vertex(m->meshes, 2, 0, 0, 0);
    hit_model_destroy(m);
}

// ---- Extensions and buffers ----------------------------------------------------------------------------------------

static void follows_extensions(void** state)
{
    static const char* const edits[][2] = {
        {"{'asset'", "{'extensionsRequired':['KHR_mesh_quantization','KHR_materials_unlit','KHR_texture_transform',"
                     "'KHR_materials_\\u0070brSpecularGlossiness'],'asset'"},
        {"{'attributes'", "{'extensions':{'KHR_draco_mesh_compression':{'bufferView':9}},'attributes'"},
        {"'version':'2.0'", "'version':'2.1','minVersion':'2.0'"},
        {"{'asset'", "\xef\xbb\xbf{'asset'"}};
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char* json = gltf_replace(gltf_square, edits[i][0], edits[i][1]);
        hit_model* m = read_both(json, gltf_square_bytes, sizeof gltf_square_bytes);
        assert_int_equal(m->triangle_count, 2);
        hit_model_destroy(m);
        free(json);
    }
}

// Buffers, views, accessors and meshes that no part needs are not even looked at; strings may be escaped; keys count
// when they come last.
static void looks_at_what_it_needs(void** state)
{
    static const char* const edits[][2] = {
        {"'byteLength':60}]", "'byteLength':60},{},{'uri':'http://x'},{'uri':'textures.bin','byteLength':1}]"},
        {"'byteLength':12}]", "'byteLength':12},{},{'buffer':7,'byteLength':-1}]"},
        {"'SCALAR'}]", "'SCALAR'},{},{'count':-1}]"},
        {"'indices':1}]}]", "'indices':1}]},{},{'primitives':0}]"},
        {"'count':4", "'count':400,'coun\\u0074':4"},
        {"{'asset'", "{'images':[{'uri':'../x.png'}],'skins':7,'animations':[[]],'cameras':null,'asset'"}};
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char* json = gltf_replace(gltf_square, edits[i][0], edits[i][1]);
        hit_model* m = read_both(json, gltf_square_bytes, sizeof gltf_square_bytes);
        assert_int_equal(m->triangle_count, 2);
        hit_model_destroy(m);
        free(json);
    }
}

// A model has no more memory than it needs: what was taken to read it has been given back.
static void keeps_no_tables(void** state)
{
    static const char* const lists[] = {"'byteLength':60}", "'byteLength':12}", "'SCALAR'}", "'indices':1}]}",
                                        "'node'}"};
    hit_model *m = read_both(gltf_square, gltf_square_bytes, sizeof gltf_square_bytes), *more;
    char* json = gltf_replace(gltf_square, "{'asset'", "{'extras':[0,1,2,3,4,5,6,7],'asset'");
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char item[64], *longer;
        snprintf(item, sizeof item, "%s,{},{},{},{},{},{},{},{}", lists[i]);
        longer = gltf_replace(json, lists[i], item);
        free(json);
        json = longer;
    }
    more = read_both(json, gltf_square_bytes, sizeof gltf_square_bytes);
    assert_same(m, more);
    assert_int_equal(m->bytes, more->bytes);
    hit_model_destroy(m);
    hit_model_destroy(more);
    free(json);
}

// Base64 of every length, by the bytes that end up in vertices; and with slashes escaped, as some writers of JSON do.
static void reads_base64(void** state)
{
    (void)state;
    for (size_t size = 36; size <= 39; size++) {
        unsigned char bytes[39];
        hit_model* m;
        char *json, *text, *escaped;
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)(i % 4 == 3 ? 0x3f : 0xff - 5 * i);
        json = gltf_replace(gltf_square, ",'indices':1", "");
        text = gltf_replace(json, "'count':4", "'count':3");
        free(json);
        json = gltf_replace(text, "'byteLength':48", "'byteLength':36");
        free(text);
        text = gltf_replace(json, "'byteLength':60", "'byteLength':36");
        free(json);
        m = read_both(text, bytes, size);
        assert_memory_equal(m->meshes->vertices, bytes, 36);
        json = gltf_make_text(text, bytes, size);
        escaped = gltf_replace(json, "/", "\\/");
        hit_model* again = read_good(escaped, strlen(escaped));
        assert_same(m, again);
        hit_model_destroy(again);
        hit_model_destroy(m);
        free(text);
        free(json);
        free(escaped);
    }
}

// A GLB may have chunks of other types, and bytes behind its end.
static void skips_other_chunks(void** state)
{
    static const unsigned char chunk[] = {4, 0, 0, 0, 'N', 'O', 'N', 'E', 1, 2, 3, 4};
    size_t size, text_size;
    unsigned char* glb = gltf_make_glb(gltf_square, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    unsigned char* more = malloc(size + 2 * sizeof chunk + 5);
    hit_model* m;
    (void)state;
    assert_non_null(more);
    text_size = size - 8 - sizeof gltf_square_bytes;
    memcpy(more, glb, text_size);
    memcpy(more + text_size, chunk, sizeof chunk);
    memcpy(more + text_size + sizeof chunk, glb + text_size, size - text_size);
    memcpy(more + size + sizeof chunk, chunk, sizeof chunk);
    memset(more + size + 2 * sizeof chunk, 0xff, 5);
    gltf_put_u32(more + 8, size + 2 * sizeof chunk);
    m = read_good(more, size + 2 * sizeof chunk + 5);
    assert_int_equal(m->triangle_count, 2);
    hit_model_destroy(m);
    free(more);
    free(glb);
}

// Found by a fuzzer: a list of points of which there are none was moved on, beside triangles.
static void no_points_beside_triangles(void** state)
{
    char* with =
        gltf_replace(gltf_square, "'indices':1}", "'indices':1},{'attributes':{'POSITION':0},'mode':0,'indices':2}");
    char* json = gltf_replace(with, "'SCALAR'}]", "'SCALAR'},{'componentType':5123,'count':0,'type':'SCALAR'}]");
    char* text = gltf_make_text(json, gltf_square_bytes, sizeof gltf_square_bytes);
    hit_error error;
    hit_model* m = check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error);
    (void)state;
    if (m == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->point_count, 0);
    hit_model_destroy(m);
    free(text);
    free(json);
    free(with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_points_beside_triangles),
        cmocka_unit_test(reads_a_square),
        cmocka_unit_test(reads_modes),
        cmocka_unit_test(reads_without_indices),
        cmocka_unit_test(leaves_out_what_has_no_triangles),
        cmocka_unit_test(reads_many_primitives),
        cmocka_unit_test(shares_vertices),
        cmocka_unit_test(skips_what_is_not_finite),
        cmocka_unit_test(reads_components),
        cmocka_unit_test(reads_strides),
        cmocka_unit_test(reads_sparse),
        cmocka_unit_test(follows_extensions),
        cmocka_unit_test(looks_at_what_it_needs),
        cmocka_unit_test(keeps_no_tables),
        cmocka_unit_test(reads_base64),
        cmocka_unit_test(skips_other_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
