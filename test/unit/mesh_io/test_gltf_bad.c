// glTF that is wrong, hostile, damaged or too large: an error that says what and where.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"

// ---- Wrong members --------------------------------------------------------------------------------------------------

typedef struct edit {
    const char *from, *to;
    const char* message;
} edit;

// Read the square with one thing changed, as a GLB and as a .gltf; both must be refused with the message.
static void assert_refused(const edit* e, const char* json)
{
    char *changed = gltf_replace(json, e->from, e->to),
         *text = gltf_make_text(changed, gltf_square_bytes, sizeof gltf_square_bytes);
    size_t size;
    unsigned char* glb = gltf_make_glb(changed, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    hit_error error;

    assert_null(check_read(glb, size, HIT_MODEL_GLTF, NULL, &error));
    if (error.status != HIT_ERROR_FORMAT || strcmp(error.message, e->message) != 0)
        fail_msg("%s: %s", e->to, error.message);
    assert_int_equal(error.line, 0);
    assert_true(error.offset >= 20);
    assert_null(check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, e->message);
    assert_int_equal(error.line, 1);
    free(changed);
    free(glb);
    free(text);
}

static void refuses_documents(void** state)
{
    static const edit edits[] = {
        {"'version':'2.0'", "'version':'3.0'", "glTF of version 3.0, not 2.x; convert the model to glTF 2.0"},
        {"'version':'2.0'", "'version':12", "glTF of version 12, not 2.x; convert the model to glTF 2.0"},
        {"'version':'2.0'", "'version':'2.1','minVersion':'2.1'", "the model needs glTF 2.1; 2.0 can be read"},
        {"'version':'2.0'", "'version':null", "not glTF: there is no \"asset\" with a \"version\""},
        {"'asset'", "'assets'", "not glTF: there is no \"asset\" with a \"version\""},
        {"{'asset'", "{'extensionsRequired':['KHR_materials_unlit','ACME_\\u001bshape'],'asset'",
         "the model requires the extension ACME_\\u001bshape, which is not known here; export without it"},
        {"{'asset'", "{'extensionsRequired':[7],'asset'", "extensionsRequired has something in it that is no string"},
        {"'accessors':[", "'accessors':[7,", "accessors: number 0 is no object"},
        {"'bufferViews':[", "'bufferViews':3,'x':[", "bufferViews is no array"},
        {"{'asset'", "[],{'asset'", "not JSON: there is more behind the end of it"},
    };
    static const edit array = {"{}", "[]", "not glTF: the JSON is no object"};
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        assert_refused(&edits[i], gltf_square);
    assert_refused(&array, "{}");
}

static void refuses_meshes(void** state)
{
    static const edit edits[] = {
        {"'primitives'", "'primitive'", "mesh 0 has no array of primitives"},
        {"'POSITION':0", "'POSITION':2", "a primitive of mesh 0: POSITION is 2, but the model has 2 of them"},
        {"'POSITION':0", "'POSITION':1", "mesh 0, primitive 0: POSITION is no VEC3 of float, or of 8 or 16 bits"},
        {"'componentType':5126", "'componentType':5125",
         "mesh 0, primitive 0: POSITION is no VEC3 of float, or of 8 or 16 bits"},
        {"'indices':1", "'indices':7", "a primitive of mesh 0: indices is 7, but the model has 2 of them"},
        {"'indices':1", "'indices':0", "mesh 0, primitive 0: indices are no SCALAR of unsigned integers"},
        {"'indices':1", "'indices':1,'mode':7", "a primitive of mesh 0: mode is 7, and may be 6 at most"},
        {"'count':6", "'count':6,'normalized':true", "mesh 0, primitive 0: indices are no SCALAR of unsigned integers"},
        {"'componentType':5123", "'componentType':5122",
         "mesh 0, primitive 0: indices are no SCALAR of unsigned integers"},
        {"'count':4", "'count':3", "mesh 0, primitive 0: vertex index 3 out of range (3 vertices)"},
        {"'primitives':[", "'primitives':[{'attributes':{'POSITION':0}},",
         "mesh 0, primitive 1: vertex index 3 out of range (3 vertices)"},
    };
    char* three = gltf_replace(gltf_square, "'count':4", "'count':3");
    (void)state;
    for (size_t i = 0; i < 10; i++)
        assert_refused(&edits[i], gltf_square);
    assert_refused(&edits[10], three);
    free(three);
}

static void refuses_accessors(void** state)
{
    static const edit edits[] = {
        {"'count':4", "'count':5",
         "accessor 0: 5 elements of 12 bytes from byte 0 are beyond the 48 bytes of bufferView 0"},
        {"'count':4", "'count':4,'byteOffset':4",
         "accessor 0: 4 elements of 12 bytes from byte 4 are beyond the 48 bytes of bufferView 0"},
        {"'count':4", "'count':1,'byteOffset':40",
         "accessor 0: 1 elements of 12 bytes from byte 40 are beyond the 48 bytes of bufferView 0"},
        {"'count':4", "'count':1,'byteOffset':9007199254740992",
         "accessor 0: 1 elements of 12 bytes from byte 9007199254740992 are beyond the 48 bytes of bufferView 0"},
        {"'count':4", "'count':9007199254740992",
         "accessor 0: 9007199254740992 elements of 12 bytes from byte 0 are beyond the 48 bytes of bufferView 0"},
        {"'count':4", "'count':1e300", "accessor 0: count is no whole number of 0 to 2^53"},
        {"'count':4", "'count':-4", "accessor 0: count is no whole number of 0 to 2^53"},
        {"'count':4", "'count':'4'", "accessor 0: count is no whole number of 0 to 2^53"},
        {"'count':4,", "", "accessor 0 has no count"},
        {"'componentType':5126", "'componentType':5124", "accessor 0: no componentType is 5124"},
        {"'componentType':5126,", "", "accessor 0 has no componentType"},
        {"'VEC3'", "'MAT3'", "accessor 0: type is no SCALAR, VEC2, VEC3, VEC4 or MAT4"},
        {",'type':'VEC3'", "", "accessor 0: type is no SCALAR, VEC2, VEC3, VEC4 or MAT4"},
        {"'bufferView':0", "'bufferView':2", "accessor 0: bufferView is 2, but the model has 2 of them"},
        {"'byteLength':48", "'byteLength':48,'byteStride':8",
         "accessor 0: a byteStride of 8 for elements of 12 bytes; it must be 12 at least"},
        {"'byteLength':48", "'byteLength':48,'byteStride':14",
         "accessor 0: 4 elements of 12 bytes from byte 0 are beyond the 48 bytes of bufferView 0"},
        {"'byteLength':48", "'byteLength':48,'byteStride':4294967296",
         "accessor 0: a byteStride of 4294967296 for elements of 12 bytes; it must be 12 at least"},
        {"'byteLength':48", "'byteLength':48,'byteStride':16",
         "accessor 0: 4 elements of 12 bytes from byte 0 are beyond the 48 bytes of bufferView 0"},
        {"'byteLength':48", "'byteLength':61", "bufferView 0: 61 bytes from byte 0 are beyond the 60 of buffer 0"},
        {"'byteOffset':48", "'byteOffset':50", "bufferView 1: 12 bytes from byte 50 are beyond the 60 of buffer 0"},
        {"'byteOffset':48", "'byteOffset':9007199254740992",
         "bufferView 1: 12 bytes from byte 9007199254740992 are beyond the 60 of buffer 0"},
        {"'buffer':0,'byteLength':48", "'byteLength':48", "bufferView 0 has no buffer"},
        {"'buffer':0,'byteLength':48", "'buffer':1,'byteLength':48",
         "bufferView 0: buffer is 1, but the model has 1 of them"},
        {"'byteLength':48", "'x':48", "bufferView 0 has no byteLength"},
        {"'byteLength':60", "'x':60", "buffer 0 has no byteLength"},
        {"'byteLength':60", "'byteLength':61", "buffer 0: byteLength is 61, but there are 60 bytes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        assert_refused(&edits[i], gltf_square);
}

static void refuses_sparse(void** state)
{
#define SPARSE(places, values) "'count':4,'sparse':{'count':2," places "," values "}"
    // The view of indices has 0 1 2 0 2 3 in 16 bits: as bytes 0 0 1 0 2 0 0 0 2 0 3 0.
    static const edit edits[] = {
        {"'count':4", "'count':4,'sparse':{'count':5}", "accessor 0 has 4 elements, but 5 sparse ones"},
        {"'count':4", "'count':4,'sparse':{}", "the sparse part of accessor 0 has no count"},
        {"'count':4", "'count':4,'sparse':7", "the sparse part of accessor 0 has no count"},
        {"'count':4", "'count':4,'sparse':{'count':1}", "accessor 0: sparse has no indices"},
        {"'count':4", "'count':4,'sparse':{'count':1,'indices':{}}", "accessor 0: sparse has no values"},
        {"'count':4", SPARSE("'indices':{'bufferView':1}", "'values':{'bufferView':0}"),
         "the sparse part of accessor 0 has no componentType"},
        {"'count':4", SPARSE("'indices':{'bufferView':1,'componentType':5126}", "'values':{'bufferView':0}"),
         "accessor 0: sparse indices of componentType 5126"},
        {"'count':4", SPARSE("'indices':{'componentType':5123}", "'values':{'bufferView':0}"),
         "accessor 0 has no bufferView for its sparse elements"},
        {"'count':4",
         SPARSE("'indices':{'bufferView':1,'componentType':5123,'byteOffset':10}", "'values':{'bufferView':0}"),
         "accessor 0: 2 elements of 2 bytes from byte 10 are beyond the 12 bytes of bufferView 1"},
        {"'count':4", SPARSE("'indices':{'bufferView':1,'componentType':5123}", "'values':{'bufferView':1}"),
         "accessor 0: 2 elements of 12 bytes from byte 0 are beyond the 12 bytes of bufferView 1"},
        {"'count':4",
         SPARSE("'indices':{'bufferView':1,'componentType':5123,'byteOffset':4}", "'values':{'bufferView':0}"),
         "accessor 0: sparse index 0 follows 2; they must increase"},
        {"'count':4", SPARSE("'indices':{'bufferView':1,'componentType':5121}", "'values':{'bufferView':0}"),
         "accessor 0: sparse index 0 follows 0; they must increase"},
        {"'count':4", SPARSE("'indices':{'bufferView':1,'componentType':5125}", "'values':{'bufferView':0}"),
         "accessor 0: sparse index 65536 out of range (4 elements)"},
        {"'count':4",
         "'count':2,'sparse':{'count':2,'indices':{'bufferView':1,'componentType':5123,'byteOffset':2},"
         "'values':{'bufferView':0}}",
         "accessor 0: sparse index 2 out of range (2 elements)"},
        {"'count':6",
         "'count':6,'sparse':{'count':1,'indices':{'bufferView':0,'componentType':5123,'byteOffset':14},"
         "'values':{'bufferView':1}}",
         "accessor 1: sparse index 16256 out of range (6 elements)"},
    };
    static const edit strides[] = {
        {"'count':4", SPARSE("'indices':{'bufferView':1,'componentType':5123}", "'values':{'bufferView':0}"),
         "accessor 0: sparse indices with a byteStride"},
        {"'count':4", SPARSE("'indices':{'bufferView':0,'componentType':5121}", "'values':{'bufferView':1}"),
         "accessor 0: sparse values with a byteStride"}};
    char *indices = gltf_replace(gltf_square, "'byteOffset':48", "'byteStride':4,'byteOffset':48"),
         *values = gltf_replace(gltf_square, "'byteOffset':48,'byteLength':12", "'byteStride':24,'byteLength':60");
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        assert_refused(&edits[i], gltf_square);
    assert_refused(&strides[0], indices);
    assert_refused(&strides[1], values);
    free(indices);
    free(values);
}

// The largest index of a type would restart a strip, even where there are enough vertices.
static void refuses_restarts(void** state)
{
    static const struct {
        const char *type, *size, *message;
        unsigned vertices;
    } cases[] = {
        {"5121", "3", "mesh 0, primitive 0: index 255 restarts a strip, which glTF does not allow", 1000},
        {"5123", "6", "mesh 0, primitive 0: index 65535 restarts a strip, which glTF does not allow", 70000},
        {"5125", "12", "mesh 0, primitive 0: index 4294967295 restarts a strip, which glTF does not allow", 9}};
    static const unsigned char bytes[12] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        char* text;
        hit_error error;
        snprintf(
            json, sizeof json,
            "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1,'mode':5}"
            "]}],'accessors':[{'componentType':5126,'count':%u,'type':'VEC3'},{'bufferView':0,'componentType':%s,"
            "'count':3,'type':'SCALAR'}],'bufferViews':[{'buffer':0,'byteLength':%s}],"
            "'buffers':[{$URI'byteLength':12}]}",
            cases[i].vertices, cases[i].type, cases[i].size);
        text = gltf_make_text(json, bytes, sizeof bytes);
        assert_null(check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error));
        assert_string_equal(error.message, cases[i].message);
        free(text);
    }
}

// Wherever among many the index stands, and however large it is. The one below the count is good.
static void refuses_indices_of_any_size(void** state)
{
    static const uint32_t bad[] = {9, 8, 10, 0x7fffffff, 0x80000000, 0x80000009, 0xfffffffe};
    enum { CORNERS = 99, VERTICES = 9 };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (size_t at = 0; at < CORNERS; at += 7) {
            uint32_t corners[CORNERS] = {0};
            char json[512], message[100];
            char* text;
            hit_model* model;
            hit_error error;
            corners[at] = bad[i];
            snprintf(
                json, sizeof json,
                "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"
                "'accessors':[{'componentType':5126,'count':%d,'type':'VEC3'},{'bufferView':0,'componentType':5125,"
                "'count':%d,'type':'SCALAR'}],'bufferViews':[{'buffer':0,'byteLength':%zu}],"
                "'buffers':[{$URI'byteLength':%zu}]}",
                VERTICES, CORNERS, sizeof corners, sizeof corners);
            text = gltf_make_text(json, (const unsigned char*)corners, sizeof corners);
            model = check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error);
            free(text);
            assert_int_equal(model != NULL, bad[i] < VERTICES);
            hit_model_destroy(model);
            snprintf(message, sizeof message, "mesh 0, primitive 0: vertex index %u out of range (9 vertices)",
                     (unsigned)bad[i]);
            if (bad[i] >= VERTICES)
                assert_string_equal(error.message, message);
        }
}

static void refuses_instances(void** state)
{
#define INSTANCES(attributes)                                                                                          \
    "{'mesh':0,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{" attributes "}}},'name':'node'"
    static const edit edits[] = {
        {"{'mesh':0,'name':'node'", INSTANCES("'TRANSLATION':9"),
         "instancing of node 0: TRANSLATION is 9, but the model has 2 of them"},
        {"{'mesh':0,'name':'node'", INSTANCES("'SCALE':1"), "instancing of node 0: SCALE is no VEC3 of floats"},
        {"{'mesh':0,'name':'node'", INSTANCES("'ROTATION':0"), "instancing of node 0: ROTATION is no VEC4 of floats"},
        {"'SCALAR'}", "'SCALAR'},{'componentType':5126,'count':3,'type':'VEC3'}",
         "instancing of node 0: 3 elements of SCALE, but 4 of another"},
    };
    char* json;
    (void)state;
    for (size_t i = 0; i < 3; i++)
        assert_refused(&edits[i], gltf_square);
    json = gltf_replace(gltf_square, "{'mesh':0,'name':'node'", INSTANCES("'TRANSLATION':0,'SCALE':2"));
    assert_refused(&edits[3], json);
    free(json);
}

// ---- Containers -----------------------------------------------------------------------------------------------------

static void refuses_containers(void** state)
{
    static const struct {
        unsigned at;
        unsigned char value;
        const char* message; ///< what it begins with
    } cases[] = {{4, 3, "GLB of version 3, not 2; convert the model to glTF 2.0"},
                 {10, 9, "the GLB is cut off: it has "},
                 {14, 9, "a chunk of the GLB has "},
                 {16, 'X', "the first chunk of the GLB is not JSON"}};
    size_t size;
    unsigned char* glb = gltf_make_glb(gltf_square, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    unsigned char bytes[64] = {0};
    hit_error error;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned char old = glb[cases[i].at];
        glb[cases[i].at] = cases[i].value;
        assert_null(check_read(glb, size, HIT_MODEL_GLTF, NULL, &error));
        assert_memory_equal(error.message, cases[i].message, strlen(cases[i].message));
        glb[cases[i].at] = old;
    }
    memcpy(bytes, glb, 12);
    assert_null(check_read(bytes, 9, HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, "the GLB ends in its header");
    gltf_put_u32(bytes + 8, 12);
    assert_null(check_read(bytes, 12, HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, "the GLB has no chunk of JSON");
    gltf_put_u32(bytes + 8, 16);
    assert_null(check_read(bytes, 16, HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, "the GLB ends in the header of a chunk");
    gltf_put_u32(bytes + 8, 28);
    memcpy(bytes + 16, "JSON", 4);
    memcpy(bytes + 24, "JSON", 4);
    assert_null(check_read(bytes, 28, HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, "the GLB has a second chunk of JSON");
    free(glb);
    glb = gltf_make_glb(gltf_square, NULL, 0, &size);
    assert_null(check_read(glb, size, HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, "buffer 0 has no uri, and the GLB no binary chunk");
    free(glb);
}

// ---- Size and damage ------------------------------------------------------------------------------------------------

// Few bytes that ask for much: the limit is met, not the machine's memory.
static void meets_the_limit(void** state)
{
    static const char* const edits[][2] = {
        // vertices from nothing
        {"{'bufferView':0,'componentType':5126,'count':4,", "{'componentType':5126,'count':1e8,"},
        {"{'bufferView':1,'componentType':5123,'count':6,", "{'componentType':5123,'count':4e9,"},
        {"{'bufferView':1,'componentType':5123,'count':6,", "{'componentType':5123,'count':9e15,"},
        {"{'bufferView':0,'componentType':5126,'count':4,", "{'componentType':5126,'count':9e15,"},
        // one accessor of a million indices, in a hundred primitives
        {"{'bufferView':1,'componentType':5123,'count':6,", "{'componentType':5123,'count':1000000,"},
        // instances from nothing
        {"{'mesh':0,", "{'mesh':0,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'SCALE':2}}},"},
    };
    char primitives[8000] = "'primitives':[";
    (void)state;
    for (int i = 0; i < 100; i++)
        strcat(primitives, "{'attributes':{'POSITION':0},'indices':1},");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *json = gltf_replace(gltf_square, edits[i][0], edits[i][1]),
             *second = gltf_replace(json, "'primitives':[", i == 4 ? primitives : "'primitives':["),
             *third = gltf_replace(second, "'SCALAR'}", "'SCALAR'},{'componentType':5126,'count':2e9,'type':'VEC3'}"),
             *text = gltf_make_text(third, gltf_square_bytes, sizeof gltf_square_bytes);
        hit_error error;
        assert_null(check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error));
        if (error.status != HIT_ERROR_LIMIT)
            fail_msg("%d: %s", (int)i, error.message);
        free(json);
        free(second);
        free(third);
        free(text);
    }
}

// JSON that is nested deeper than any stack: it is skipped where it means nothing, and refused where it is cut off.
static void deep_nesting(void** state)
{
    enum { DEPTH = 100000 };
    char* deep = malloc(2 * DEPTH + 20);
    char *json, *text;
    hit_model* m;
    (void)state;
    assert_non_null(deep);
    strcpy(deep, "{'extras':");
    memset(deep + 10, '[', DEPTH);
    memset(deep + 10 + DEPTH, ']', DEPTH);
    strcpy(deep + 10 + 2 * DEPTH, ",'asset'");
    json = gltf_replace(gltf_square, "{'asset'", deep);
    text = gltf_make_text(json, gltf_square_bytes, sizeof gltf_square_bytes);
    m = check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, NULL);
    assert_non_null(m);
    hit_model_destroy(m);
    hit_model_destroy(check_read(text, DEPTH / 2, HIT_MODEL_GLTF, NULL, NULL));
    free(json);
    free(text);
    memset(deep, '[', 2 * DEPTH);
    assert_null(check_read(deep, 2 * DEPTH, HIT_MODEL_GLTF, NULL, NULL));
    free(deep);
}

// A file with all that the reader knows, in few bytes.
static const char rich[] =
    "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0,'name':'n\\u00e9','children':[1],"
    "'translation':[1,2,3]},{'mesh':1,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1],'extensions':{'EXT_mesh_gpu_"
    "instancing':"
    "{'attributes':{'TRANSLATION':0}}}}],'meshes':[{'name':'m','primitives':[{'attributes':{'POSITION':0},'indices':1},"
    "{'attributes':{'POSITION':0},'mode':5}]},{'primitives':[{'attributes':{'POSITION':2},'mode':6}]}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':1,'componentType':5123,'count':6,'type':'SCALAR'},"
    "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':1,"
    "'componentType':5123},'values':{'bufferView':0}}}],"
    "'bufferViews':[{'buffer':0,'byteLength':48,'byteStride':12},{'buffer':0,'byteOffset':48,'byteLength':12}],"
    "'buffers':[{$URI'byteLength':60}]}";

static void damaged(void** state)
{
    size_t size;
    unsigned char* glb = gltf_make_glb(rich, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    char* text = gltf_make_text(rich, gltf_square_bytes, sizeof gltf_square_bytes);
    hit_model* m = check_read(glb, size, HIT_MODEL_GLTF, NULL, NULL);
    (void)state;
    assert_non_null(m);
    assert_int_equal(m->part_count, 5);
    assert_int_equal(m->triangle_count, 4 + 4 * 2);
    hit_model_destroy(m);
    check_damaged(glb, size, HIT_MODEL_GLTF);
    check_damaged(text, strlen(text), HIT_MODEL_GLTF);
    free(glb);
    free(text);
}

static void failing_allocations(void** state)
{
    size_t size;
    unsigned char* glb = gltf_make_glb(rich, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    char* text = gltf_make_text(rich, gltf_square_bytes, sizeof gltf_square_bytes);
    (void)state;
    check_failing_memory(glb, size, HIT_MODEL_GLTF, NULL);
    check_failing_memory(text, strlen(text), HIT_MODEL_GLTF, NULL);
    free(glb);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_documents), cmocka_unit_test(refuses_meshes),
        cmocka_unit_test(refuses_accessors), cmocka_unit_test(refuses_sparse),
        cmocka_unit_test(refuses_restarts),  cmocka_unit_test(refuses_indices_of_any_size),
        cmocka_unit_test(refuses_instances), cmocka_unit_test(refuses_containers),

        cmocka_unit_test(meets_the_limit),   cmocka_unit_test(deep_nesting),
        cmocka_unit_test(damaged),           cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
