// glTF that Draco has compressed: as if it were not, within the bits that Draco was told to keep; hostile bytes, too.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/packed_square.h"
#include "support/mesh_io/packed.h"

#include <math.h>

#define EXTENSION "KHR_draco_mesh_compression"

// A file of one primitive that has the triangles by Draco only.
static const char packed_file[] =
    "{'asset':{'version':'2.0'},'extensionsRequired':['" EXTENSION "'],'nodes':[{'mesh':0}],'meshes':[{'primitives':["
    "{'attributes':{'POSITION':0},'indices':1,'extensions':{'" EXTENSION "':{'bufferView':0,'attributes':"
    "{'POSITION':0}}}}]}],'accessors':[{'componentType':5126,'count':$VERTICES,'type':'VEC3'},"
    "{'componentType':5123,'count':$CORNERS,'type':'SCALAR'}],'bufferViews':[{'buffer':0,'byteLength':$BYTES}],"
    "'buffers':[{$URI'byteLength':$BYTES}]}";

static char* packed_json(const char* json, size_t vertices, size_t corners, size_t bytes)
{
    char* text = gltf_replace(json, "$VERTICES", "$VERTICES");
    text = gltf_put_number(text, "$VERTICES", vertices);
    text = gltf_put_number(text, "$CORNERS", corners);
    return gltf_put_number(text, "$BYTES", bytes);
}

#ifdef HITSCAN_TEST_DRACO

enum { SIDE = 30, VERTICES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1), ROOM = 1 << 17 };

typedef struct grid {
    float positions[3 * VERTICES], normals[3 * VERTICES];
    uint32_t indices[3 * TRIANGLES];
} grid;

// Hills with random heights, all coordinates in [0, 1].
static void make_grid(grid* g)
{
    test_random random = test_random_make(test_seed());
    uint32_t at = 0;
    for (uint32_t i = 0; i < VERTICES; i++) {
        g->positions[3 * i] = (float)(i % SIDE) / (SIDE - 1);
        g->positions[3 * i + 1] = (float)(i / SIDE) / (SIDE - 1);
        g->positions[3 * i + 2] = test_random_range(&random, 0.0f, 1.0f);
        g->normals[3 * i] = g->normals[3 * i + 1] = 0.0f;
        g->normals[3 * i + 2] = 1.0f;
    }
    for (uint32_t y = 0; y + 1 < SIDE; y++)
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            const uint32_t a = y * SIDE + x, corners[6] = {a, a + 1, a + SIDE, a + SIDE, a + 1, a + SIDE + 1};
            memcpy(g->indices + at, corners, sizeof corners);
            at += 6;
        }
    assert_int_equal(at, 3 * TRIANGLES);
}

static draco_input input_of(const grid* g, int edgebreaker, int bits)
{
    return (draco_input){g->positions, g->normals, VERTICES, g->indices, TRIANGLES, edgebreaker, bits};
}

static hit_model* read_packed(const char* json, const unsigned char* bytes, size_t size,
                              const hit_model_options* options, hit_error* error)
{
    char* text = packed_json(json, VERTICES, 3 * TRIANGLES, size);
    size_t glb_size;
    unsigned char* glb = gltf_make_glb(text, bytes, size, &glb_size);
    hit_model* m = check_read(glb, glb_size, HIT_MODEL_GLTF, options, error);
    free(glb);
    free(text);
    return m;
}

// The sum over all triangles of their six edges' lengths and their corners' coordinates, by which sets of triangles are
// compared in any order: a permutation of vertices or triangles changes it by rounding alone.
static double fingerprint(const hit_vec3* vertices, const uint32_t* indices, uint32_t triangles)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < triangles; i++) {
        const hit_vec3 a = vertices[indices[3 * i]], b = vertices[indices[3 * i + 1]], c = vertices[indices[3 * i + 2]];
        const hit_vec3 corners[4] = {a, b, c, a};
        for (int k = 0; k < 3; k++) {
            const double x = (double)corners[k].x - (double)corners[k + 1].x;
            const double y = (double)corners[k].y - (double)corners[k + 1].y;
            const double z = (double)corners[k].z - (double)corners[k + 1].z;
            sum += sqrt(x * x + y * y + z * z) * ((double)corners[k].z + 2.0 * (double)corners[k + 1].z + 1.0);
        }
    }
    return sum;
}

// ---- What is read ---------------------------------------------------------------------------------------------------

static void draco_without_loss_is_the_same(void** state)
{
    static grid g;
    static unsigned char bytes[ROOM];
    hit_error error;
    (void)state;
    make_grid(&g);
    for (int edgebreaker = 0; edgebreaker < 2; edgebreaker++) {
        const draco_input input = input_of(&g, edgebreaker, 0);
        const size_t size = draco_pack(&input, bytes, sizeof bytes);
        hit_model* m;
        assert_true(size > 0);
        m = read_packed(packed_file, bytes, size, NULL, &error);
        if (m == NULL)
            fail_msg("%s", error.message);
        assert_int_equal(m->triangle_count, TRIANGLES);
        assert_int_equal(m->meshes->vertex_count, VERTICES);
        assert_int_equal(m->note_count, 0);
        if (!edgebreaker) {
            assert_memory_equal(m->meshes->vertices, g.positions, sizeof g.positions);
            assert_memory_equal(m->meshes->indices, g.indices, sizeof g.indices);
        }
        assert_true(fabs(fingerprint(m->meshes->vertices, m->meshes->indices, TRIANGLES) -
                         fingerprint((const hit_vec3*)(const void*)g.positions, g.indices, TRIANGLES)) < 1e-8);
        hit_model_destroy(m);
    }
}

static void draco_keeps_the_bits_it_was_told_to(void** state)
{
    static grid g;
    static unsigned char bytes[ROOM];
    hit_error error;
    (void)state;
    make_grid(&g);
    for (int bits = 8; bits <= 20; bits += 4) {
        const draco_input input = input_of(&g, 0, bits);
        const size_t size = draco_pack(&input, bytes, sizeof bytes);
        const double most = 0.5001 / (double)((1 << bits) - 1);
        hit_model* m = read_packed(packed_file, bytes, size, NULL, &error);
        if (m == NULL)
            fail_msg("%s", error.message);
        for (uint32_t i = 0; i < VERTICES; i++) {
            assert_true(fabs((double)m->meshes->vertices[i].x - (double)g.positions[3 * i]) <= most);
            assert_true(fabs((double)m->meshes->vertices[i].z - (double)g.positions[3 * i + 2]) <= most);
        }
        assert_memory_equal(m->meshes->indices, g.indices, sizeof g.indices);
        hit_model_destroy(m);
    }
}

// Normals are unpacked where they are asked for, and only there.
static void draco_has_normals(void** state)
{
    static grid g;
    static unsigned char bytes[ROOM];
    const hit_model_options appearance = {.appearance = true};
    char* more = gltf_replace(packed_file, "{'POSITION':0}", "{'POSITION':0,'NORMAL':2}");
    char* ids =
        gltf_replace(more, "'attributes':{'POSITION':0,'NORMAL':2}}}", "'attributes':{'POSITION':0,'NORMAL':1}}}");
    char* json = gltf_replace(ids, "'SCALAR'}", "'SCALAR'},{'componentType':5126,'count':$VERTICES,'type':'VEC3'}");
    hit_error error;
    hit_model* m;
    draco_input input;
    size_t size;
    (void)state;
    make_grid(&g);
    input = input_of(&g, 1, 0);
    size = draco_pack(&input, bytes, sizeof bytes);
    m = read_packed(json, bytes, size, &appearance, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    assert_non_null(m->meshes->normals);
    for (uint32_t i = 0; i < VERTICES; i++)
        assert_true(m->meshes->normals[i].z == 1.0f && m->meshes->normals[i].x == 0.0f);
    hit_model_destroy(m);
    m = read_packed(json, bytes, size, NULL, &error);
    assert_non_null(m);
    assert_null(m->meshes->normals);
    hit_model_destroy(m);
    free(more);
    free(ids);
    free(json);
}

// Counts that are not those of Draco's data are told, and Draco's are taken; what is not there is an error.
static void draco_is_checked_against_accessors(void** state)
{
    static const char* const edits[][3] = {
        {"'POSITION':0}}}", "'POSITION':5}}}",
         "mesh 0, primitive 0, as Draco has packed it: POSITION is not in it as the accessor says"},
        {"'POSITION':0}}}", "'NORMAL':1}}}", "mesh 0, primitive 0: vertex index "},
        {",'indices':1", "", "mesh 0, primitive 0, as Draco has packed it: it has no indices"},
        {"{'bufferView':0,'attributes'", "{'attributes'",
         "mesh 0, primitive 0, as Draco has packed it: it has no bufferView"},
        {"'indices':1", "'indices':1,'mode':6", "mesh 0, primitive 0: Draco has triangles only"},
        {"'attributes':{'POSITION':0}}}", "'x':0}}",
         "mesh 0, primitive 0, as Draco has packed it: it has no attributes"},
        {"'POSITION':0}}}", "'POSITION':-1}}}",
         "mesh 0, primitive 0, as Draco has packed it: POSITION has no number there"}};
    static grid g;
    static unsigned char bytes[ROOM];
    hit_error error;
    hit_model* m;
    draco_input input;
    size_t size;
    char* json;
    (void)state;
    make_grid(&g);
    input = input_of(&g, 1, 11);
    size = draco_pack(&input, bytes, sizeof bytes);
    json = gltf_replace(packed_file, "$VERTICES", "7");
    m = read_packed(json, bytes, size, NULL, &error);
    assert_non_null(m);
    assert_int_equal(m->meshes->vertex_count, VERTICES);
    assert_int_equal(m->note_count, 1);
    assert_string_equal(m->notes[0], "an accessor of mesh 0 has 7 elements, and Draco unpacks 900, which are taken");
    hit_model_destroy(m);
    free(json);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        json = gltf_replace(packed_file, edits[i][0], edits[i][1]);
        m = read_packed(json, bytes, size, NULL, &error);
        if (m == NULL && strncmp(error.message, edits[i][2], strlen(edits[i][2])) != 0)
            fail_msg("%s: %s", edits[i][1], error.message);
        if (i == 1) { // no positions from Draco: they are zeros, as of any accessor without a view
            assert_non_null(m);
            hit_model_destroy(m);
        } else
            assert_null(m);
        free(json);
    }
}

// Where the file has triangles both ways and does not require Draco, they are read as they are.
static void draco_is_left_where_the_file_has_both(void** state)
{
    char* json =
        gltf_replace(gltf_square, "{'attributes'", "{'extensions':{'" EXTENSION "':{'bufferView':9}},'attributes'");
    char* text = gltf_make_text(json, gltf_square_bytes, sizeof gltf_square_bytes);
    hit_error error;
    hit_model* m = check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error);
    (void)state;
    assert_non_null(m);
    assert_int_equal(m->triangle_count, 2);
    hit_model_destroy(m);
    free(text);
    free(json);
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

// Every beginning of the packed bytes, and these with bytes changed: a model or an error, and never more memory than
// the limit allows.
static void draco_damaged(void** state)
{
    static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    unsigned char bytes[512], damaged[512];
    (void)state;
    for (int edgebreaker = 0; edgebreaker < 2; edgebreaker++) {
        const draco_input input = {square, NULL, 4, corners, 2, edgebreaker, 10};
        const size_t size = draco_pack(&input, bytes, sizeof bytes);
        const hit_model_options tight = {.max_bytes = 1 << 20};
        hit_error error;
        assert_true(size > 0);
        for (size_t length = 0; length < size; length++)
            hit_model_destroy(read_packed(packed_file, bytes, length, NULL, &error));
        for (size_t at = 0; at < size; at++)
            for (int bit = 0; bit < 8; bit++) {
                memcpy(damaged, bytes, size);
                damaged[at] ^= (unsigned char)(1 << bit);
                hit_model_destroy(read_packed(packed_file, damaged, size, &tight, &error));
            }
    }
}

static void draco_failing_allocations(void** state)
{
    static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    unsigned char bytes[512];
    (void)state;
    for (int edgebreaker = 0; edgebreaker < 2; edgebreaker++) {
        const draco_input input = {square, NULL, 4, corners, 2, edgebreaker, 10};
        const size_t size = draco_pack(&input, bytes, sizeof bytes);
        char* json = packed_json(packed_file, 4, 6, size);
        size_t glb_size;
        unsigned char* glb = gltf_make_glb(json, bytes, size, &glb_size);
        check_failing_memory(glb, glb_size, HIT_MODEL_GLTF, NULL);
        free(glb);
        free(json);
    }
}

// What the fuzzers begin with is a square.
static void fuzzers_begin_with_a_square(void** state)
{
    const packed_square squares[] = {{packed_draco_sequential, sizeof packed_draco_sequential, NULL, 0, NULL, 4, 6},
                                     {packed_draco_edgebreaker, sizeof packed_draco_edgebreaker, NULL, 0, NULL, 4, 6}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        size_t size;
        unsigned char* glb = packed_glb(&squares[i], &size);
        hit_error error;
        hit_model* m = check_read(glb, size, HIT_MODEL_GLTF, NULL, &error);
        if (m == NULL)
            fail_msg("%s", error.message);
        assert_int_equal(m->triangle_count, 2);
        hit_model_destroy(m);
        free(glb);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(draco_without_loss_is_the_same),
        cmocka_unit_test(draco_keeps_the_bits_it_was_told_to),
        cmocka_unit_test(draco_has_normals),
        cmocka_unit_test(draco_is_checked_against_accessors),
        cmocka_unit_test(draco_is_left_where_the_file_has_both),
        cmocka_unit_test(draco_damaged),
        cmocka_unit_test(draco_failing_allocations),
        cmocka_unit_test(fuzzers_begin_with_a_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

// A build without Draco names it.
static void draco_is_missing(void** state)
{
    char* json = packed_json(packed_file, 4, 6, 60);
    char* text = gltf_make_text(json, gltf_square_bytes, sizeof gltf_square_bytes);
    hit_error error;
    (void)state;
    assert_null(check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error));
    assert_string_equal(error.message,
                        "the triangles are packed by " EXTENSION ", and libdraco was missing when hitscan was built; "
                        "build with it, or unpack with `gltf-transform copy IN OUT`");
    free(text);
    free(json);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(draco_is_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
