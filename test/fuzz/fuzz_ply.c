// Any bytes as PLY: a model that keeps its promises, or an error; and the same with threads, and as with little memory.
//
// Headers are long, and what they promise must fit what follows: the mutator starts from small files of every encoding
// and type, and puts whole words in.
#include "support/mesh_io/ply_builder.h"
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
    const hit_status other = hit_model_read(data, size, HIT_MODEL_PLY, &dressed, &model, NULL);
    REQUIRE(other == status || other == HIT_ERROR_LIMIT);
    if (other == HIT_OK)
        REQUIRE(model_problem(model) == NULL && model_difference(plain, model) == NULL);
    hit_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    hit_model* model = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(data, size, HIT_MODEL_PLY, NULL, &model, &error);

    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK) {
        const hit_model_options little = {.max_bytes = 600};
        hit_model* other = NULL;
        REQUIRE(model_problem(model) == NULL);
        REQUIRE(model->bytes <= (UINT64_C(64) << 20) + 16 * size + 4096);
        if (hit_model_read(data, size, HIT_MODEL_PLY, &little, &other, &error) == HIT_OK)
            REQUIRE(other->triangle_count == model->triangle_count && other->skipped_faces == model->skipped_faces);
        else
            REQUIRE(error.status == HIT_ERROR_LIMIT && error.message[0] != '\0');
        hit_model_destroy(other);
    } else
        REQUIRE((status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT) && error.message[0] != '\0');
    compare_dressed(data, size, status, model);
    hit_model_destroy(model);
    return 0;
}

static void make_strips(file_builder* f, encoding e)
{
    add_header(f, e);
    file_builder_text(
        f, "element extra 2\nproperty list uchar short a\nelement vertex 5\nproperty double x\nproperty float y\n"
           "property uchar red\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\n"
           "element face 2\nproperty list uchar uchar vertex_index\nproperty float quality\nend_header\n");
    for (int i = 0; i < 2; i++) {
        add_value(f, e, &types[1], 1);
        add_value(f, e, &types[2], i);
    }
    for (int v = 0; v < 5; v++) {
        add_value(f, e, &types[7], v);
        add_value(f, e, &types[6], v % 2);
        add_value(f, e, &types[1], 255);
        add_value(f, e, &types[6], v / 3);
    }
    add_value(f, e, &types[4], 7);
    for (int i = 0; i < 7; i++)
        add_value(f, e, &types[4], i == 3 ? -1 : i % 5);
    for (int i = 0; i < 2; i++) {
        add_value(f, e, &types[1], 3 + i);
        for (int k = 0; k < 3 + i; k++)
            add_value(f, e, &types[1], k + i);
        add_value(f, e, &types[6], 0.5);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {"element vertex ",
                                        "element face ",
                                        "element tristrips ",
                                        "element x ",
                                        "property list ",
                                        "property float x\n",
                                        "property double y\n",
                                        "end_header\n",
                                        "uchar ",
                                        "int ",
                                        "ushort ",
                                        "vertex_indices\n",
                                        "comment\n",
                                        "2147483648",
                                        "18446744073709551615",
                                        "-1 ",
                                        "nan ",
                                        "1e39 ",
                                        "3 0 1 2\n",
                                        "\r\n",
                                        "\x03",
                                        "\xff\xff\xff\xff",
                                        "0\n",
                                        "ascii",
                                        "binary_little_endian",
                                        "binary_big_endian",
                                        "property uchar red\n",
                                        "property float green\n",
                                        "property ushort blue\n",
                                        "property float nx\n",
                                        "property list uchar float texcoord\n",
                                        "comment TextureFile a\n",
                                        "element edge 1\n"};
    if (seed % 16 == 1) {
        static file_builder f;
        const encoding e = (encoding)(seed / 16 % 3);
        if (seed / 64 % 2 == 0)
            make_tetra(&f, e, &types[seed / 128 % 8], &types[seed / 1024 % 6], &types[seed / 8192 % 6]);
        else
            make_strips(&f, e);
        size = f.size < max_size ? f.size : max_size;
        memcpy(data, f.bytes, size);
    }
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
