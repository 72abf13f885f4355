// Any bytes as STL: a model that keeps its promises, or an error.
//
// The mutator starts from small files, text and binary, and gives binary ones the count that belongs to their size.
#include "support/mesh_io/file_builder.h"
#include "support/mesh_io/model_check.h"
#include "fuzz/require.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

// What it looks like changes neither whether it is read nor its triangles.
static void compare_dressed(const uint8_t* data, size_t size, hit_status status, const hit_model* plain)
{
    const hit_model_options dressed = {.appearance = true};
    hit_model* model = NULL;
    const hit_status other = hit_model_read(data, size, HIT_MODEL_STL, &dressed, &model, NULL);
    REQUIRE(other == status || other == HIT_ERROR_LIMIT);
    if (other == HIT_OK)
        REQUIRE(model_problem(model) == NULL && model_difference(plain, model) == NULL);
    hit_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    hit_model* model = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(data, size, HIT_MODEL_STL, NULL, &model, &error);

    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK) {
        REQUIRE(model_problem(model) == NULL);
        for (uint32_t i = 0; i < model->mesh_count; i++)
            REQUIRE(model->meshes[i].vertex_count == 3 * model->meshes[i].triangle_count);
    } else
        REQUIRE((status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT) && error.message[0] != '\0');
    compare_dressed(data, size, status, model);
    hit_model_destroy(model);
    return 0;
}

#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char text[] = "solid one\n" FACET FACET "endsolid one\nsolid\n" FACET "endsolid\n";
    static const char* const words[] = {"solid ",  "solid\n",  "endsolid\n", FACET,          "facet normal 0 0 0\n",
                                        "outer ",  "loop\n",   "vertex ",    "endloop\n",    "endfacet\n",
                                        "0 1 2\n", "nan ",     "1e39 ",      "-.5e-3 ",      "vertex 2 2 2\n",
                                        "\r\n",    "\x80\x7f", "\xff\x80",   "\xef\xbb\xbf", "SOLID A\n"};
    if (seed % 32 == 1) {
        size = sizeof text - 1 < max_size ? sizeof text - 1 : max_size;
        memcpy(data, text, size);
    } else if (seed % 32 == 3) {
        size = 84 + 50 * (size_t)(seed / 32 % 20);
        size = size < max_size ? size : max_size;
        for (size_t i = 0; i < size; i++)
            data[i] = (uint8_t)((i * 2654435761U + seed) >> 12);
    }
    size = mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
    if (seed % 4 == 3 && size >= 84) {
        const size_t count = (size - 84) / 50;
        for (int i = 0; i < 4; i++)
            data[80 + i] = (uint8_t)(count >> 8 * i);
    }
    return size;
}
