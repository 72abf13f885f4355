// What hitscan-assimp answers, read as hostile bytes: all of it arrives, and whatever is wrong with it is an error.
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/mesh_io/assimp_answer.h"
#include "support/mesh_io/model_check.h"

#define ENOUGH (UINT64_C(1) << 20)

static file_builder whole, other;

static void everything_arrives(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended;
    (void)state;
    answer_make(&whole);
    assert_int_equal(answer_read(whole.bytes, whole.size, NULL, ENOUGH, &model, &ended, &error), HIT_OK);
    check_model(model);
    assert_int_equal(model->note_count, 1);
    assert_string_equal(model->notes[0], "3 bones are ignored");
    assert_int_equal(model->up, HIT_AXIS_POSITIVE_Z);
    assert_true(model->unit == 0.01);
    // A square of two triangles, something that is no face, and a triangle: faces keep their numbers.
    assert_int_equal(model->meshes[0].triangle_count, 3);
    assert_int_equal(model->meshes[0].faces[1], 0);
    assert_int_equal(model->meshes[0].faces[2], 2);
    assert_int_equal(model->meshes[0].point_count, 1);
    assert_int_equal(model->meshes[0].points[0], 4);
    assert_true(model->meshes[0].normals[3].z == 1 && model->meshes[0].uvs[3] == 0 &&
                model->meshes[0].colors[0] == 255);
    assert_string_equal(model->parts[0].path, "a/part");
    assert_string_equal(model->parts[1].path, "b/part");
    assert_true(model->parts[1].placement.origin.x == 5400000.123); // in double
    assert_int_equal(model->textures[0].size, 3);
    assert_memory_equal(model->textures[0].bytes, "PNG", 3);
    assert_true(model->textures[0].clamp_v && !model->textures[0].clamp_u);
    assert_string_equal(model->materials[0].name, "red");
    assert_true(model->cameras[0].y_fov == 0.5 && model->cameras[0].far_z == 100);
    hit_model_destroy(model);
}

static void check_bytes(const char* bytes, size_t size)
{
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended = false;
    const hit_status status = answer_read(bytes, size, NULL, ENOUGH, &model, &ended, &error);
    if (status == HIT_OK) {
        assert_null(model_problem(model));
        hit_model_destroy(model);
    } else if (!ended)
        assert_true(error.status == status && error.message[0] != '\0');
}

static void every_truncation_ends_early(void** state)
{
    (void)state;
    answer_make(&whole);
    for (size_t size = 0; size < whole.size; size++) {
        hit_model* model = NULL;
        hit_error error = {0};
        bool ended = false;
        assert_int_equal(answer_read(whole.bytes, size, NULL, ENOUGH, &model, &ended, &error), HIT_ERROR_FORMAT);
        assert_true(ended);
    }
}

static void every_flipped_bit_is_survived(void** state)
{
    (void)state;
    answer_make(&whole);
    for (size_t i = 0; i < 8 * whole.size; i++) {
        other = whole;
        other.bytes[i / 8] = (char)(other.bytes[i / 8] ^ (1 << i % 8));
        check_bytes(other.bytes, other.size);
    }
}

static void little_memory(void** state)
{
    (void)state;
    answer_make(&whole);
    for (uint64_t most = 0; most < 4000; most += 40) {
        hit_model* model = NULL;
        hit_error error = {0};
        bool ended = false;
        const hit_status status = answer_read(whole.bytes, whole.size, NULL, most, &model, &ended, &error);
        assert_true(status == HIT_OK || status == HIT_ERROR_LIMIT);
        hit_model_destroy(model);
    }
}

static void failing_allocations(void** state)
{
    failing_memory memory;
    uint64_t calls = 1;
    (void)state;
    answer_make(&whole);
    failing_memory_make(&memory);
    for (uint64_t n = 0; n <= calls; n++) {
        hit_model* model = NULL;
        hit_error error = {0};
        bool ended = false;
        hit_status status;
        failing_memory_arm(&memory, n, false);
        status = answer_read(whole.bytes, whole.size, &memory.allocator, ENOUGH, &model, &ended, &error);
        if (n == 0)
            calls = memory.calls;
        assert_int_equal(status, n == 0 ? HIT_OK : HIT_ERROR_MEMORY);
        hit_model_destroy(model);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.wrong, 0);
    }
    failing_memory_end(&memory);
}

// A frame behind a greeting: it must be refused, with these words.
static void expect(uint32_t kind, const void* head, size_t size, hit_status status, const char* words)
{
    const hit_assimp_hello hello = {HIT_ASSIMP_MAGIC, HIT_ASSIMP_VERSION};
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended = false;
    other.size = 0;
    answer_frame(&other, HIT_ASSIMP_HELLO, &hello, sizeof hello, NULL, 0);
    answer_frame(&other, kind, head, size, NULL, 0);
    assert_int_equal(answer_read(other.bytes, other.size, NULL, ENOUGH, &model, &ended, &error), status);
    if (ended || strstr(error.message, words) == NULL)
        fail_msg("kind %u: \"%s\", where \"%s\" was expected", kind, error.message, words);
}

static void nonsense_is_refused(void** state)
{
    const hit_assimp_scene many = {.meshes = 0xfffffff0u}, parts = {.parts = 100000000};
    const hit_assimp_scene axis = {.up = 7};
    const int32_t success = HIT_OK;
    (void)state;
    expect(HIT_ASSIMP_SCENE, &many, sizeof many, HIT_ERROR_LIMIT, "needs more memory");
    expect(HIT_ASSIMP_SCENE, &parts, sizeof parts, HIT_ERROR_LIMIT, "needs more memory");
    expect(HIT_ASSIMP_SCENE, &axis, sizeof axis, HIT_ERROR_FORMAT, "makes no sense (the axes)");
    expect(HIT_ASSIMP_MESH, "", 0, HIT_ERROR_FORMAT, "a frame that is not expected");
    expect(HIT_ASSIMP_END, NULL, 0, HIT_ERROR_FORMAT, "less than it promised");
    expect(HIT_ASSIMP_HELLO, "", 0, HIT_ERROR_FORMAT, "a frame that is not expected");
    expect(99, "", 0, HIT_ERROR_FORMAT, "a frame that is not expected");
    expect(HIT_ASSIMP_ERROR, &success, sizeof success, HIT_ERROR_FORMAT, "an error");
    expect(HIT_ASSIMP_ERROR, &(hit_assimp_hello){HIT_ERROR_FORMAT, 0x4d5b1b20}, 8, HIT_ERROR_FORMAT, " ?[M");
}

static void another_version_is_told(void** state)
{
    const hit_assimp_hello hello = {HIT_ASSIMP_MAGIC, HIT_ASSIMP_VERSION + 1};
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended = false;
    (void)state;
    other.size = 0;
    answer_frame(&other, HIT_ASSIMP_HELLO, &hello, sizeof hello, NULL, 0);
    assert_int_equal(answer_read(other.bytes, other.size, NULL, ENOUGH, &model, &ended, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "another version"));
}

// Normals and texture coordinates that are not finite become zero, as mesh_io.h promises finite ones.
static void looks_that_are_not_finite_become_zero(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended = false;
    const float infinite = (float)INFINITY, *normal = NULL;
    (void)state;
    answer_make(&whole);
    for (size_t i = 0; i + 24 <= whole.size && normal == NULL; i++)
        if (memcmp(whole.bytes + i, (const float[]){5, 5, 5, 0, 0, 1}, 24) == 0) { // the last vertex, the first normal
            memcpy(whole.bytes + i + 20, &infinite, sizeof infinite);
            normal = &infinite;
        }
    assert_non_null(normal);
    assert_int_equal(answer_read(whole.bytes, whole.size, NULL, ENOUGH, &model, &ended, &error), HIT_OK);
    check_model(model);
    assert_true(model->meshes[0].normals[0].z == 0 && model->meshes[0].normals[1].z == 1);
    hit_model_destroy(model);
}

// A model of nothing but NaN was one without triangles.
static void faces_that_are_all_nan_are_an_error(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended = false;
    const float nan_bits = (float)NAN;
    (void)state;
    answer_make(&whole);
    // The vertices stand behind the head of the only mesh: none of the four corners stays finite, and the point goes.
    for (size_t i = 0; i + sizeof(hit_assimp_frame) < whole.size;) {
        hit_assimp_frame frame;
        memcpy(&frame, whole.bytes + i, sizeof frame);
        i += sizeof frame;
        for (size_t v = 0; frame.kind == HIT_ASSIMP_MESH && v < 5; v++)
            memcpy(whole.bytes + i + sizeof(hit_assimp_mesh) + 12 * v, &nan_bits, sizeof nan_bits);
        i += frame.size;
    }
    assert_int_equal(answer_read(whole.bytes, whole.size, NULL, ENOUGH, &model, &ended, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "no face with finite corners"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_arrives),
        cmocka_unit_test(every_truncation_ends_early),
        cmocka_unit_test(every_flipped_bit_is_survived),
        cmocka_unit_test(little_memory),
        cmocka_unit_test(failing_allocations),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(another_version_is_told),
        cmocka_unit_test(looks_that_are_not_finite_become_zero),
        cmocka_unit_test(faces_that_are_all_nan_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
