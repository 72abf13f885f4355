// glTF that meshoptimizer has compressed: as if it were not; every mode and filter; hostile bytes, too.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/packed_square.h"

#define NAME "EXT_meshopt_compression"

// The square, with its vertices in view 0 and its indices in view 1; what stands for $PACKED in each is where the
// packed bytes are, and buffer 1 is where they would be unpacked.
static const char packed_file[] =
    "{'asset':{'version':'2.0'},'extensionsRequired':['" NAME "','KHR_mesh_quantization'],'nodes':[{'mesh':0}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"
    "'accessors':[{'bufferView':0,$TYPE,'count':4,'type':'VEC3'},"
    "{'bufferView':1,'componentType':5123,'count':6,'type':'SCALAR'}],"
    "'bufferViews':[{'buffer':1,'byteLength':48,'byteStride':$STRIDE,'extensions':{'" NAME "':{'buffer':0,"
    "'byteLength':$FIRST,'byteStride':$STRIDE,'count':4,'mode':'ATTRIBUTES'$FILTER}}},"
    "{'buffer':1,'byteOffset':48,'byteLength':12,'extensions':{'" NAME "':{'buffer':0,'byteOffset':$FIRST,"
    "'byteLength':$SECOND,'byteStride':2,'count':6,'mode':'$MODE'}}}],"
    "'buffers':[{$URI'byteLength':$ALL},{'byteLength':60,'extensions':{'" NAME "':{'fallback':true}}}]}";

typedef struct shape {
    const char *type, *filter, *mode;
    size_t stride;
} shape;

static char* packed_json(const shape* s, size_t first, size_t second)
{
    char* text = gltf_replace(packed_file, "$TYPE", s->type);
    text = gltf_put(text, "$FILTER", s->filter);
    text = gltf_put(text, "$MODE", s->mode);
    text = gltf_put_number(text, "$STRIDE", s->stride);
    text = gltf_put_number(text, "$FIRST", first);
    text = gltf_put_number(text, "$SECOND", second);
    return gltf_put_number(text, "$ALL", first + second);
}

#define FLOATS "'componentType':5126"
#define SHORTS "'componentType':5122"

#ifdef HITSCAN_TEST_MESHOPT
#include <meshoptimizer.h>

static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const unsigned indices[6] = {0, 1, 2, 0, 2, 3};

enum { ROOM = 1024 };

typedef struct packed {
    unsigned char bytes[2 * ROOM];
    size_t first, second;
} packed;

static packed pack(const void* vertices, size_t stride, bool as_triangles)
{
    packed p = {{0}, 0, 0};
    p.first = meshopt_encodeVertexBuffer(p.bytes, ROOM, vertices, 4, stride);
    assert_true(p.first > 0);
    p.second = as_triangles ? meshopt_encodeIndexBuffer(p.bytes + p.first, ROOM, indices, 6)
                            : meshopt_encodeIndexSequence(p.bytes + p.first, ROOM, indices, 6);
    assert_true(p.second > 0);
    return p;
}

static hit_model* read_packed(const shape* s, const packed* p, const hit_model_options* options, hit_error* error)
{
    char* json = packed_json(s, p->first, p->second);
    size_t size;
    unsigned char* glb = gltf_make_glb(json, p->bytes, p->first + p->second, &size);
    hit_model* m = check_read(glb, size, HIT_MODEL_GLTF, options, error);
    free(glb);
    free(json);
    return m;
}

static void assert_square(const hit_model* m, const hit_error* error)
{
    if (m == NULL)
        fail_msg("%s", error->message);
    assert_int_equal(m->triangle_count, 2);
    assert_int_equal(m->meshes->vertex_count, 4);
    assert_memory_equal(m->meshes->vertices, corners, sizeof corners);
    for (uint32_t i = 0; i < 2; i++) { // the encoder may turn triangles
        const uint32_t* t = m->meshes->indices + 3 * i;
        const uint32_t k = t[0] == indices[3 * i] ? 0 : t[1] == indices[3 * i] ? 1 : 2;
        for (uint32_t c = 0; c < 3; c++)
            assert_int_equal(t[(k + c) % 3], indices[3 * i + c]);
    }
}

static void meshopt_is_the_same(void** state)
{
    static const shape triangles = {FLOATS, "", "TRIANGLES", 12}, sequence = {FLOATS, "", "INDICES", 12};
    const packed a = pack(corners, 12, true), b = pack(corners, 12, false);
    hit_error error;
    hit_model* m = read_packed(&triangles, &a, NULL, &error);
    (void)state;
    assert_square(m, &error);
    hit_model_destroy(m);
    m = read_packed(&sequence, &b, NULL, &error);
    assert_square(m, &error);
    hit_model_destroy(m);
}

// Two meshes have the same indices, and the first one leaves a triangle out: what was unpacked is not changed by that.
static void meshopt_indices_are_shared(void** state)
{
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsRequired':['" NAME "'],'nodes':[{'mesh':0},{'mesh':1},{'mesh':2}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':2},'indices':1}]},{'primitives':[{'attributes':"
        "{'POSITION':0},'indices':1}]},{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},{'bufferView':1,'componentType':"
        "5125,'count':6,'type':'SCALAR'},{'bufferView':2,'componentType':5126,'count':4,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':1,'byteLength':48,'extensions':{'" NAME "':{'buffer':0,'byteLength':$FIRST,"
        "'byteStride':12,'count':4,'mode':'ATTRIBUTES'}}},{'buffer':1,'byteLength':24,'extensions':{'" NAME
        "':{'buffer':0,'byteOffset':$FIRST,'byteLength':$SECOND,'byteStride':4,'count':6,'mode':'INDICES'}}},"
        "{'buffer':1,'byteLength':48,'extensions':{'" NAME "':{'buffer':0,'byteOffset':$OFFSET,'byteLength':$THIRD,"
        "'byteStride':12,'count':4,'mode':'ATTRIBUTES'}}}],"
        "'buffers':[{'byteLength':$ALL},{'byteLength':60,'extensions':{'" NAME "':{'fallback':true}}}]}";
    packed p = pack(corners, 12, false);
    float bad[4][3];
    size_t third, all, size;
    unsigned char* glb;
    hit_error error;
    hit_model* m;
    char* text;
    (void)state;
    memcpy(bad, corners, sizeof bad);
    bad[1][0] = NAN;
    third = meshopt_encodeVertexBuffer(p.bytes + p.first + p.second, ROOM, bad, 4, 12);
    all = p.first + p.second + third;
    text = gltf_put_number(gltf_put_number(gltf_replace(json, "$FIRST", "$FIRST"), "$FIRST", p.first), "$SECOND",
                           p.second);
    text = gltf_put_number(gltf_put_number(text, "$OFFSET", p.first + p.second), "$THIRD", third);
    text = gltf_put_number(text, "$ALL", all);
    glb = gltf_make_glb(text, p.bytes, all, &size);
    m = check_read(glb, size, HIT_MODEL_GLTF, NULL, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(m->mesh_count, 3);
    assert_int_equal(m->meshes[0].triangle_count, 1);
    assert_memory_equal(m->meshes[0].indices, indices + 3, 3 * sizeof *indices);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(m->meshes[i].triangle_count, 2);
        assert_memory_equal(m->meshes[i].indices, indices, sizeof indices);
        assert_memory_equal(m->meshes[i].vertices, corners, sizeof corners);
    }
    hit_model_destroy(m);
    check_failing_memory(glb, size, HIT_MODEL_GLTF, NULL);
    free(glb);
    free(text);
}

static void meshopt_with_quantization(void** state)
{
    static const int16_t shorts[4][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {0, 1, 0, 0}};
    static const shape s = {SHORTS, "", "TRIANGLES", 8};
    const packed p = pack(shorts, 8, true);
    hit_error error;
    hit_model* m = read_packed(&s, &p, NULL, &error);
    (void)state;
    assert_square(m, &error);
    hit_model_destroy(m);
}

// The filter of floats that have few bits: 2^e times a whole number is exact.
static void meshopt_filters_floats(void** state)
{
    static const shape s = {FLOATS, ",'filter':'EXPONENTIAL'", "TRIANGLES", 12};
    unsigned filtered[4][3];
    packed p;
    hit_error error;
    hit_model* m;
    (void)state;
    meshopt_encodeFilterExp(filtered, 4, 12, 15, &corners[0][0]);
    p = pack(filtered, 12, true);
    m = read_packed(&s, &p, NULL, &error);
    assert_square(m, &error);
    hit_model_destroy(m);
}

// Normals and rotations are made by the library's own filters, whose sizes are checked before.
static void meshopt_filters_normals(void** state)
{
    static const float normals[4][4] = {{0, 0, 1, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -1, 0}};
    static const shape oct = {SHORTS ",'normalized':true", ",'filter':'OCTAHEDRAL'", "TRIANGLES", 8};
    static const shape quat = {SHORTS ",'normalized':true", ",'filter':'QUATERNION'", "TRIANGLES", 8};
    static const shape odd = {FLOATS, ",'filter':'QUATERNION'", "TRIANGLES", 12};
    static const shape unknown = {FLOATS, ",'filter':'WAVELET'", "TRIANGLES", 12};
    int16_t filtered[4][4];
    packed p;
    hit_error error;
    hit_model* m;
    (void)state;
    meshopt_encodeFilterOct(filtered, 4, 8, 15, &normals[0][0]);
    p = pack(filtered, 8, true);
    m = read_packed(&oct, &p, NULL, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    for (int i = 0; i < 4; i++) {
        assert_true(fabs((double)m->meshes->vertices[i].x - (double)normals[i][0]) < 1e-3);
        assert_true(fabs((double)m->meshes->vertices[i].y - (double)normals[i][1]) < 1e-3);
        assert_true(fabs((double)m->meshes->vertices[i].z - (double)normals[i][2]) < 1e-3);
    }
    hit_model_destroy(m);
    meshopt_encodeFilterQuat(filtered, 4, 8, 15, &normals[0][0]);
    p = pack(filtered, 8, true);
    m = read_packed(&quat, &p, NULL, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    assert_true(fabs((double)m->meshes->vertices[1].x - 1.0) < 1e-3);
    hit_model_destroy(m);
    p = pack(corners, 12, true);
    assert_null(read_packed(&odd, &p, NULL, &error));
    assert_string_equal(error.message,
                        "bufferView 0, as meshoptimizer has packed it: the filter is not for elements of "
                        "that byteStride");
    assert_null(read_packed(&unknown, &p, NULL, &error));
    assert_string_equal(error.message, "bufferView 0, as meshoptimizer has packed it: its filter is not known here");
}

static void meshopt_is_checked(void** state)
{
    static const char* const edits[][3] = {
        {"'count':4,'mode'", "'count':40000,'mode'", "it has more elements than its bytes can hold"},
        {"'count':6,'mode'", "'count':5,'mode'", "the count of indices of triangles is no multiple of 3"},
        {"'byteStride':2", "'byteStride':3", "byteStride of indices is not 2 or 4"},
        {"'ATTRIBUTES'", "'POINTS'", "its mode is not ATTRIBUTES, TRIANGLES or INDICES"},
        {"'byteStride':12,'count'", "'byteStride':14,'count'", "byteStride is no multiple of 4 up to 256"},
        {"'count':4,'mode'", "'count':90,'mode'", "its bytes are damaged, or need a newer "}};
    static const shape s = {FLOATS, "", "TRIANGLES", 12};
    const packed p = pack(corners, 12, true);
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *good = packed_json(&s, p.first, p.second), *json = gltf_replace(good, edits[i][0], edits[i][1]);
        size_t size;
        unsigned char* glb = gltf_make_glb(json, p.bytes, p.first + p.second, &size);
        hit_error error;
        hit_model* m = check_read(glb, size, HIT_MODEL_GLTF, NULL, &error);
        if (m != NULL || strstr(error.message, edits[i][2]) == NULL)
            fail_msg("%s: %s", edits[i][1], error.message);
        free(glb);
        free(json);
        free(good);
    }
}

static void meshopt_damaged(void** state)
{
    static const shape s = {FLOATS, "", "TRIANGLES", 12};
    const packed p = pack(corners, 12, true);
    const size_t size = p.first + p.second;
    hit_error error;
    (void)state;
    for (size_t n = 0; n < p.first; n++) {
        packed shorter = p;
        shorter.first = n;
        hit_model_destroy(read_packed(&s, &shorter, NULL, &error));
    }
    for (size_t n = 0; n < p.second; n++) {
        packed shorter = p;
        shorter.second = n;
        hit_model_destroy(read_packed(&s, &shorter, NULL, &error));
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
        packed damaged = p;
        damaged.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        hit_model_destroy(read_packed(&s, &damaged, NULL, &error));
    }
}

static void meshopt_failing_allocations(void** state)
{
    static const shape s = {FLOATS, "", "TRIANGLES", 12};
    const packed p = pack(corners, 12, true);
    char* json = packed_json(&s, p.first, p.second);
    size_t size;
    unsigned char* glb = gltf_make_glb(json, p.bytes, p.first + p.second, &size);
    (void)state;
    check_failing_memory(glb, size, HIT_MODEL_GLTF, NULL);
    free(glb);
    free(json);
}

// What the fuzzers begin with is a square.
static void fuzzers_begin_with_a_square(void** state)
{
    const packed_square squares[] = {{packed_meshopt_vertices, sizeof packed_meshopt_vertices, packed_meshopt_triangles,
                                      sizeof packed_meshopt_triangles, "TRIANGLES", 4, 6},
                                     {packed_meshopt_vertices, sizeof packed_meshopt_vertices, packed_meshopt_indices,
                                      sizeof packed_meshopt_indices, "INDICES", 4, 6}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        size_t size;
        unsigned char* glb = packed_glb(&squares[i], &size);
        hit_error error;
        hit_model* m = check_read(glb, size, HIT_MODEL_GLTF, NULL, &error);
        assert_square(m, &error);
        hit_model_destroy(m);
        free(glb);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshopt_is_the_same),
        cmocka_unit_test(meshopt_indices_are_shared),
        cmocka_unit_test(meshopt_with_quantization),
        cmocka_unit_test(meshopt_filters_floats),
        cmocka_unit_test(meshopt_filters_normals),
        cmocka_unit_test(meshopt_is_checked),
        cmocka_unit_test(meshopt_damaged),
        cmocka_unit_test(meshopt_failing_allocations),
        cmocka_unit_test(fuzzers_begin_with_a_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

// A build without meshoptimizer names it.
static void meshopt_is_missing(void** state)
{
    static const shape s = {FLOATS, "", "TRIANGLES", 12};
    char* json = packed_json(&s, 30, 30);
    char* text = gltf_make_text(json, gltf_square_bytes, sizeof gltf_square_bytes);
    hit_error error;
    (void)state;
    assert_null(check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message, "the triangles are packed by " NAME
                                       ", and libmeshoptimizer was missing when hitscan was built; build with it, or "
                                       "unpack with `gltf-transform copy IN OUT`");
    free(text);
    free(json);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(meshopt_is_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
