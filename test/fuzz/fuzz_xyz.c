// Any bytes as points: a model that keeps its promises, or an error; the same points with and without appearance.
#include "support/mesh_io/model_check.h"
#include "fuzz/require.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const hit_model_options options = {.appearance = true};
    hit_model *model = NULL, *other = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(data, size, HIT_MODEL_XYZ, NULL, &model, &error);
    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK) {
        REQUIRE(model_problem(model) == NULL);
        REQUIRE(hit_model_read(data, size, HIT_MODEL_XYZ, &options, &other, &error) == HIT_OK);
        REQUIRE(model_problem(other) == NULL && other->point_count == model->point_count);
        hit_model_destroy(other);
    } else
        REQUIRE((status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT) && error.message[0] != '\0');
    hit_model_destroy(model);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {"5400000.01 ", "5400000.02 ", "nan ",   "1e39 ", "-1 ",     "0.5,",
                                        "255;",        "\n",          "\r\n",   "# c\n", "// c\n",  "x y z ",
                                        "r g b ",      "nx ny nz\n",  "\"x\",", "2\n",   "1 2 3\n", "1 2 3 4 5 6\n"};
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
