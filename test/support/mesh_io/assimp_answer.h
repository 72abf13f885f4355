// Answers of hitscan-assimp, made by hand, and read as the library reads them: for tests and for the fuzzer.
#ifndef HITSCAN_TEST_ASSIMP_ANSWER_H
#define HITSCAN_TEST_ASSIMP_ANSWER_H

#include "base/fail.h"
#include "base/memory.h"
#include "mesh_io/assimp/assimp.h"
#include "support/mesh_io/file_builder.h"

#include <string.h>

// ---- Making ---------------------------------------------------------------------------------------------------------

static inline void answer_frame(file_builder* f, uint32_t kind, const void* head, size_t head_size, const void* rest,
                                size_t rest_size)
{
    const hit_assimp_frame frame = {kind, 0, head_size + rest_size};
    file_builder_add(f, &frame, sizeof frame);
    if (head_size > 0)
        file_builder_add(f, head, head_size);
    if (rest_size > 0)
        file_builder_add(f, rest, rest_size);
}

// All that an answer can have: a note, a texture and a material, a square with points and appearance, two parts, a
// camera.
static inline void answer_make(file_builder* f)
{
    static const struct {
        float vertices[5][3], normals[5][3];
        uint8_t colors[5][4];
        float uvs[5][2];
        uint32_t counts[3], corners[7], points[1];
        char name[4];
    } square = {.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {5, 5, 5}},
                .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                .colors = {{255, 0, 0, 255}},
                .uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}},
                .counts = {4, 0, 3},
                .corners = {0, 1, 2, 3, 0, 2, 3},
                .points = {4},
                .name = "mesh"};
    const hit_assimp_hello hello = {HIT_ASSIMP_MAGIC, HIT_ASSIMP_VERSION};
    const hit_assimp_scene scene = {
        .meshes = 1, .parts = 2, .cameras = 1, .materials = 1, .textures = 1, .up = 3, .unit = 0.01};
    const hit_assimp_texture texture = {.name_size = 1, .clamp = 2, .transform = {1, 0, 0, 0, 1, 0}};
    const hit_assimp_material material = {.name_size = 3, .texture = 0, .color = {1, 0.5f, 0, 1}};
    const hit_assimp_mesh mesh = {.flags = HIT_ASSIMP_NORMALS | HIT_ASSIMP_COLORS | HIT_ASSIMP_UVS,
                                  .vertex_count = 5,
                                  .face_count = 3,
                                  .corner_count = 7,
                                  .point_count = 1,
                                  .name_size = 4};
    hit_assimp_part part = {.name_size = 4, .path_size = 6, .rows = {[0] = 1, [5] = 1, [10] = 1}};
    const hit_assimp_camera camera = {
        .name_size = 3, .rows = {[0] = 1, [5] = 1, [10] = 1}, .y_fov = 0.5, .near_z = 0.1, .far_z = 100};
    f->size = 0;
    answer_frame(f, HIT_ASSIMP_HELLO, &hello, sizeof hello, NULL, 0);
    answer_frame(f, HIT_ASSIMP_NOTE, "3 bones are ignored", 19, NULL, 0);
    answer_frame(f, HIT_ASSIMP_WANT, "skin.jpg", 8, NULL, 0);
    answer_frame(f, HIT_ASSIMP_SCENE, &scene, sizeof scene, NULL, 0);
    answer_frame(f, HIT_ASSIMP_TEXTURE, &texture, sizeof texture, "tPNG", 4);
    answer_frame(f, HIT_ASSIMP_MATERIAL, &material, sizeof material, "red", 3);
    answer_frame(f, HIT_ASSIMP_MESH, &mesh, sizeof mesh, &square, sizeof square);
    answer_frame(f, HIT_ASSIMP_PART, &part, sizeof part, "parta/part", 10);
    part.rows[3] = 5400000.123;
    answer_frame(f, HIT_ASSIMP_PART, &part, sizeof part, "partb/part", 10);
    answer_frame(f, HIT_ASSIMP_CAMERA, &camera, sizeof camera, "cam", 3);
    answer_frame(f, HIT_ASSIMP_END, NULL, 0, NULL, 0);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

typedef struct answer_view {
    const char* at;
    size_t left;
} answer_view;

static inline bool answer_view_read(void* context, void* to, size_t size)
{
    answer_view* v = context;
    if (size > v->left)
        return false;
    if (size > 0)
        memcpy(to, v->at, size);
    v->at += size;
    v->left -= size;
    return true;
}

// What the library sends is thrown away.
static inline bool answer_view_write(void* context, const void* from, size_t size)
{
    (void)context, (void)from, (void)size;
    return true;
}

// Make a model of an answer, as hit_model_read does; `most` is how much memory it may take. *ended: it stopped too
// early.
static inline hit_status answer_read(const void* bytes, size_t size, const hit_allocator* allocator, uint64_t most,
                                     hit_model** model, bool* ended, hit_error* error)
{
    static const hit_model_options options = {.appearance = true};
    const hit_allocator memory = hit_allocator_or_default(allocator);
    hit_model_owner* owner = hit_allocate(&memory, sizeof *owner, 16);
    answer_view view = {bytes, size};
    hit_assimp_source source = {answer_view_read, answer_view_write, &view, false};
    hit_loader loader = {.bytes = "", .error = error, .allocator = memory, .left = most, .options = &options};
    hit_status status;
    if (owner == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a model");
    memset(owner, 0, sizeof *owner);
    owner->allocator = memory;
    owner->model.format = HIT_MODEL_OTHER;
    loader.model = &owner->model;
    status = hit_assimp_decode(&loader, &source);
    *ended = source.ended;
    owner->blocks = loader.blocks;
    if (status != HIT_OK) {
        hit_model_destroy(&owner->model);
        return status;
    }
    for (uint32_t i = 0; i < owner->model.part_count; i++) {
        owner->model.triangle_count += owner->model.meshes[owner->model.parts[i].mesh].triangle_count;
        owner->model.point_count += owner->model.meshes[owner->model.parts[i].mesh].point_count;
    }
    owner->model.bytes = sizeof *owner + hit_loader_block_bytes(owner->blocks);
    *model = &owner->model;
    return hit_succeed(error);
}

#endif
