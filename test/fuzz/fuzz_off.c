// Any bytes as OFF: a model that keeps its promises, or an error.
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
    const hit_status other = hit_model_read(data, size, HIT_MODEL_OFF, &dressed, &model, NULL);
    REQUIRE(other == status || other == HIT_ERROR_LIMIT);
    if (other == HIT_OK)
        REQUIRE(model_problem(model) == NULL && model_difference(plain, model) == NULL);
    hit_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    hit_model* model = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(data, size, HIT_MODEL_OFF, NULL, &model, &error);

    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK)
        REQUIRE(model_problem(model) == NULL);
    else
        REQUIRE((status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT) && error.message[0] != '\0');
    compare_dressed(data, size, status, model);
    hit_model_destroy(model);
    return 0;
}

// Half of the files begin as they should.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char begin[] = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n";
    static const char* const words[] = {"OFF\n",           "COFF\n",  "STOFF ", "BINARY", "3 0 1 2\n",
                                        "4 0 1 2 3 0.5\n", "0 0 1\n", "nan ",   "1e39 ",  "5 ",
                                        "2 0 0\n",         "# c\n",   "\r\n",   "\t"};
    static const char binary[] = "COFF BINARY\n\0\0\0\3\0\0\0\1\0\0\0\0"
                                 "\0\0\0\0\0\0\0\0\0\0\0\0\x3f\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                 "\x3f\x80\0\0\0\0\0\0\0\0\0\0\x3f\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                 "\0\0\0\0\x3f\x80\0\0\0\0\0\0\x3f\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                 "\0\0\0\3\0\0\0\0\0\0\0\1\0\0\0\2\0\0\0\1\0\0\0\7";
    const char* seeds[] = {begin, binary};
    const size_t sizes[] = {sizeof begin - 1, sizeof binary - 1};
    const unsigned which = seed / 32 % 2;
    if (seed % 32 == 1 && max_size >= sizes[which]) {
        memcpy(data, seeds[which], sizes[which]);
        size = sizes[which];
    }
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
