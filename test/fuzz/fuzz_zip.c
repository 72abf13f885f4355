// Any bytes as a zip file, and any bytes as entries of one whose list and checksums are right: a model that keeps its
// promises, or an error.
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/zip_file.h"
#include "fuzz/require.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

static void read_one(const void* bytes, size_t size)
{
    const hit_model_options options = {.max_bytes = 1 << 20};
    hit_model* model = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(bytes, size, HIT_MODEL_UNKNOWN, &options, &model, &error);
    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK)
        REQUIRE(model_problem(model) == NULL);
    else
        REQUIRE(error.message[0] != '\0');
    hit_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const char* const names[] = {"a.obj",
                                        "b/a.obj",
                                        "b/c.gltf",
                                        "b/c.bin",
                                        "x.3mf",
                                        "__MACOSX/a.obj",
                                        "3D/3dmodel.model",
                                        "_rels/.rels",
                                        "[Content_Types].xml",
                                        "c.xyz"};
    static file_builder f;
    zip_entry entries[3];
    size_t count = size > 0 ? 1 + data[0] % 3u : 1, at = size > 0;
    read_one(data, size);
    for (size_t i = 0; i < count; i++) {
        const size_t part = i + 1 < count ? (size - at) / 2 : size - at;
        const unsigned which = size > 0 ? data[0] / 3u + (unsigned)i * 7u : 0;
        entries[i] = (zip_entry){names[which % 10], data + at, part, part, zip_checksum(data + at, part), 0, 0};
        at += part;
    }
    zip_make(&f, entries, count);
    read_one(f.bytes, f.size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {"PK\3\4", "PK\1\2",           "PK\5\6", "PK\6\6",    "PK\6\7",   "\x14",
                                        "\x08",   "\xff\xff\xff\xff", "a.obj",  "v 0 0 0\n", "f 1 1 1\n"};
    if (seed % 16 == 1) {
        static file_builder f;
        const zip_entry entries[] = {zip_stored("x/", ""), zip_stored("x/a.obj", "v 0 0 0\nf 1 1 1\n")};
        zip_make(&f, entries, 2);
        size = f.size < max_size ? f.size : max_size;
        memcpy(data, f.bytes, size);
    }
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
