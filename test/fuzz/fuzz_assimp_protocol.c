// Any bytes as an answer of hitscan-assimp: a model that keeps its promises, or an error; never more memory than is
// allowed.
#define _POSIX_C_SOURCE 200809L // posix_memalign
#include "fuzz/memory_budget.h"
#include "fuzz/require.h"
#include "fuzz/words.h"
#include "support/mesh_io/assimp_answer.h"
#include "support/mesh_io/model_check.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // Blocks have headers, which are not counted, and small blocks come from few bytes of the answer.
    memory_budget budget = {(1 << 20) + 128 * size + 65536};
    const hit_allocator allocator = {memory_budget_allocate, memory_budget_release, &budget};
    const size_t before = budget.left;
    hit_model* model = NULL;
    hit_error error = {0};
    bool ended = false;
    const hit_status status = answer_read(data, size, &allocator, 1 << 19, &model, &ended, &error);

    REQUIRE((status == HIT_OK) == (model != NULL));
    if (status == HIT_OK)
        REQUIRE(model_problem(model) == NULL);
    else
        REQUIRE(ended || (error.status == status && error.message[0] != '\0'));
    hit_model_destroy(model);
    REQUIRE(budget.left == before);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {"\x04",    "\x05", "\x07", "\x08", "\x09", "\x0a", "\x0b", "\xff\xff\xff\xff",
                                        "\x7f\xc0"};
    if (seed % 16 == 1) {
        static file_builder f;
        answer_make(&f);
        size = f.size < max_size ? f.size : max_size;
        memcpy(data, f.bytes, size);
    }
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
