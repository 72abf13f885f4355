// Any bytes as the model of a 3MF, in a package whose checksums are right; with and without appearance, and with little
// memory.
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/zip_file.h"
#include "fuzz/require.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

static hit_status read_one(const file_builder* f, bool appearance, uint64_t max_bytes)
{
    const hit_model_options options = {.appearance = appearance, .max_bytes = max_bytes};
    hit_model* model = NULL;
    hit_error error = {0};
    const hit_status status = hit_model_read(f->bytes, f->size, HIT_MODEL_3MF, &options, &model, &error);
    REQUIRE(status == error.status && (status == HIT_OK) == (model != NULL));
    if (status == HIT_OK) {
        REQUIRE(model_problem(model) == NULL);
        REQUIRE(model->bytes <= (UINT64_C(64) << 20) + 32 * f->size + 4096);
    } else
        REQUIRE((status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT) && error.message[0] != '\0');
    hit_model_destroy(model);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static file_builder f;
    const size_t cut = size > 0 ? data[size - 1] * size / 256 : 0;
    zip_entry entries[] = {zip_stored("_rels/.rels", THREEMF_RELS),
                           {"3D/a.model", data, size, size, zip_checksum(data, size), 0, 0},
                           {"b", data, cut, cut, zip_checksum(data, cut), 0, 0}};
    hit_status plain;
    zip_make(&f, entries, 3);
    plain = read_one(&f, false, 0);
    if (plain == HIT_OK)
        REQUIRE(read_one(&f, true, 0) == HIT_OK);
    (void)read_one(&f, true, 3000);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {"<vertex x=\"0\" y=\"1\" z=\"1e39\"/>",
                                        "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/>",
                                        "<triangle v1=\"0\" v2=\"1\" v3=\"2\" pid=\"6\" p1=\"0\" p2=\"1\"/>",
                                        "<component objectid=\"1\"/>",
                                        "<item objectid=\"2\"/>",
                                        "<m:color color=\"#102030\"/>",
                                        "<m:tex2coord u=\"1\" v=\"0\"/>",
                                        "<object id=\"3\" pid=\"5\" pindex=\"1\">",
                                        "</object>",
                                        "<components>",
                                        "</components>",
                                        " p:path=\"b\"",
                                        " transform=\"1 0 0 0 1 0 0 0 1 5 0 0\"",
                                        "<m:texture2d id=\"8\" path=\"b\"/>",
                                        "4294967295",
                                        "&amp;",
                                        "<!DOCTYPE a>",
                                        "<q:a>",
                                        "</q:a>",
                                        " requiredextensions=\"m\"",
                                        "<mesh>",
                                        "</mesh>"};
    static const char seed_text[] = THREEMF_MODEL("") //
        "<resources><m:colorgroup id=\"6\"><m:color color=\"#102030\"/><m:color color=\"#ffffff80\"/></m:colorgroup>"
        "<basematerials id=\"5\"><base name=\"r\"/></basematerials><m:texture2d id=\"8\" path=\"b\"/>"
        "<m:texture2dgroup id=\"9\" texid=\"8\"><m:tex2coord u=\"0.25\" v=\"1\"/></m:texture2dgroup>"
        "<object id=\"1\">" THREEMF_TETRA "</object><object id=\"2\" name=\"b\"><components><component "
        "objectid=\"1\"/></components></object></resources><build><item objectid=\"2\"/></build></model>";
    if (seed % 16 == 1) {
        size = sizeof seed_text - 1 < max_size ? sizeof seed_text - 1 : max_size;
        memcpy(data, seed_text, size);
    }
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
