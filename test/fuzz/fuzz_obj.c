// Any bytes as OBJ: a model that keeps its promises, or an error; the same for every division of the file into chunks.
//
// Random bytes are hardly ever a line of OBJ. So the mutator also puts whole lines and words between what is there.
#include "support/mesh_io/model_check.h"
#include "fuzz/require.h"
#include "fuzz/words.h"

#include "mesh_io/loader.h"
#include "mesh_io/obj/obj.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

static void* allocate(void* context, size_t size, size_t alignment)
{
    (void)context, (void)alignment;
    return malloc(size);
}

static void release(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context, (void)size, (void)alignment;
    free(memory);
}

// A mesh of points has no indices.
static bool same_bytes(const void* a, const void* b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

// Read in small pieces, and compare with the model or the error that came of the whole.
static void compare_chunked(const uint8_t* data, size_t size, size_t chunk, hit_status status, const hit_model* model,
                            const hit_error* error)
{
    hit_model_owner box = {0};
    hit_error other = {0};
    static const hit_model_options options = {0};
    hit_loader loader = {.bytes = (const char*)data, .size = size, .options = &options, .left = UINT64_C(1) << 30};
    loader.pool = hit_thread_pool_tasks(NULL);
    loader.allocator = (hit_allocator){allocate, release, NULL};
    loader.error = &other;
    loader.model = &box.model;
    REQUIRE(hit_read_obj_chunked(&loader, chunk) == status);
    if (status != HIT_OK)
        REQUIRE(other.line == error->line && strcmp(other.message, error->message) == 0);
    else {
        REQUIRE(box.model.mesh_count == model->mesh_count && box.model.skipped_faces == model->skipped_faces);
        for (uint32_t i = 0; i < model->mesh_count; i++) {
            const hit_model_mesh *a = &model->meshes[i], *b = &box.model.meshes[i];
            REQUIRE(a->triangle_count == b->triangle_count && a->vertex_count == b->vertex_count);
            REQUIRE(strcmp(a->name, b->name) == 0);
            REQUIRE(same_bytes(a->indices, b->indices, 12 * (size_t)a->triangle_count));
            REQUIRE(same_bytes(a->faces, b->faces, 4 * (size_t)a->triangle_count));
            REQUIRE(same_bytes(a->vertices, b->vertices, 12 * (size_t)a->vertex_count));
        }
    }
    hit_loader_free_blocks(&loader.allocator, loader.blocks);
}

// What it looks like changes neither whether it is read nor its triangles.
static void compare_dressed(const uint8_t* data, size_t size, hit_status status, const hit_model* plain)
{
    const hit_model_options dressed = {.appearance = true};
    hit_model* model = NULL;
    const hit_status other = hit_model_read(data, size, HIT_MODEL_OBJ, &dressed, &model, NULL);
    REQUIRE(other == status || other == HIT_ERROR_LIMIT);
    if (other == HIT_OK)
        REQUIRE(model_problem(model) == NULL && model_difference(plain, model) == NULL);
    hit_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    hit_model* model = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(data, size, HIT_MODEL_OBJ, NULL, &model, &error);

    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK)
        REQUIRE(model_problem(model) == NULL);
    else
        REQUIRE((status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT) && error.message[0] != '\0' &&
                error.offset <= size);
    // What looks packed by gzip or zip is unpacked first.
    if (size >= 2 && !(data[0] == 0x1f && data[1] == 0x8b) && !(data[0] == 'P' && data[1] == 'K'))
        compare_chunked(data, size, 1 + size % 31, status, model, &error);
    compare_dressed(data, size, status, model);
    hit_model_destroy(model);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {
        "v 0 0 0\n",
        "v 1 0 0\n",
        "v 0 1 0\n",
        "v 3 1 2.5\n",
        "v 1e39 nan -inf\n",
        "f 1 2 3\n",
        "f 1 2 3 4\n",
        "f -1 -2 -3\n",
        "f 1/1 2/2/2 3//3\n",
        "o a\n",
        "g b\n",
        "g\n",
        "o b\n",
        "# c\n",
        "\\\n",
        "\r\n",
        "vn 0 0 1\n",
        " -4",
        " 5",
        " 0.125",
        "f 1 2\n",
        "\t",
        "#",
        "9999999999",
        "vt 0.5 1\n",
        "usemtl a\n",
        "mtllib b\n",
        "p 1 2\n",
        "v 0 0 1 1 0.5 0\n",
        "/1/1",
        "3.1+e2",
    };
    return mutate_with_words(data, size, max_size, seed, words, sizeof words / sizeof *words);
}
