// Any bytes as what Draco or meshoptimizer have packed: a model that keeps all promises of mesh_io.h, or an error that
// says what is wrong; within the limit of memory that the loader promises, which Draco's own memory counts to.
//
// The first bytes say what packed the others, and into how many vertices and corners; the file around them is made, and
// is right. fuzz_gltf changes the file.
#define _POSIX_C_SOURCE 200809L // posix_memalign

#include "fuzz/memory_budget.h"
#include "fuzz/require.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/packed_square.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 5 }; ///< what it is packed by; vertices, corners; where its indices begin, in 256 and in ones

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

static packed_square square_of(const uint8_t* data, size_t size)
{
    static const char* const modes[] = {"TRIANGLES", "INDICES", "ATTRIBUTES"};
    // Counts up to 255, or 255 times as many, to be asked for much.
    const unsigned scale = data[0] % 8 == 7 ? 65521 : 1;
    packed_square p = {
        .bytes = data + HEAD, .size = size - HEAD, .vertices = scale * data[1], .corners = scale * data[2]};
    if (data[0] % 4 != 0) {
        const size_t cut = (size_t)data[3] * 256 + data[4];
        p.size = cut < p.size ? cut : p.size;
        p.indices = p.bytes + p.size;
        p.index_size = size - HEAD - p.size;
        p.mode = modes[data[0] % 4 - 1];
    }
    return p;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    packed_square p;
    size_t glb_size;
    unsigned char* glb;
    uint64_t most;
    size_t room;
    memory_budget budget;
    const hit_allocator allocator = {memory_budget_allocate, memory_budget_release, &budget};
    hit_model_options options = {.allocator = &allocator};
    hit_error error = {0};
    hit_model* model = NULL;
    hit_status status;

    if (size < HEAD)
        return 0;
    p = square_of(data, size);
    glb = packed_glb(&p, &glb_size);
    most = ((uint64_t)1 << 20) + 64 * (uint64_t)glb_size;
    room = (size_t)most + ((size_t)1 << 17);
    budget.left = room;
    options.max_bytes = most;
    status = hit_model_read(glb, glb_size, HIT_MODEL_GLTF, &options, &model, &error);
    REQUIRE(status == error.status);
    REQUIRE((status == HIT_OK) == (model != NULL));
    if (status == HIT_OK)
        REQUIRE(model_problem(model) == NULL);
    else
        REQUIRE(status != HIT_ERROR_MEMORY && error.message[0] != '\0');
    hit_model_destroy(model);
    REQUIRE(budget.left == room);
    free(glb);
    return 0;
}

// ---- Mutation -------------------------------------------------------------------------------------------------------

static size_t begin_anew(uint8_t* data, size_t max_size, unsigned which)
{
    static const struct {
        uint8_t kind;
        const unsigned char *bytes, *indices;
        size_t size, index_size;
    } seeds[] = {{0, packed_draco_sequential, NULL, sizeof packed_draco_sequential, 0},
                 {0, packed_draco_edgebreaker, NULL, sizeof packed_draco_edgebreaker, 0},
                 {1, packed_meshopt_vertices, packed_meshopt_triangles, sizeof packed_meshopt_vertices,
                  sizeof packed_meshopt_triangles},
                 {2, packed_meshopt_vertices, packed_meshopt_indices, sizeof packed_meshopt_vertices,
                  sizeof packed_meshopt_indices}};
    const unsigned k = which % (sizeof seeds / sizeof *seeds);
    const size_t all = HEAD + seeds[k].size + seeds[k].index_size;
    if (all > max_size)
        return 0;
    data[0] = seeds[k].kind;
    data[1] = 4;
    data[2] = 6;
    data[3] = (uint8_t)(seeds[k].size / 256);
    data[4] = (uint8_t)seeds[k].size;
    memcpy(data + HEAD, seeds[k].bytes, seeds[k].size);
    if (seeds[k].indices != NULL)
        memcpy(data + HEAD + seeds[k].size, seeds[k].indices, seeds[k].index_size);
    return all;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    if (size < 16 || seed % 64 == 0)
        size = begin_anew(data, max_size, seed / 64);
    return LLVMFuzzerMutate(data, size, max_size);
}
