// Finds the JSON and the binary chunk of a glTF file: a .gltf is all JSON; a GLB has a header of 12 bytes and chunks,
// each with a length, a type and its bytes. The first chunk is the JSON, and one of type BIN may follow. Other chunks
// belong to extensions and are skipped, as the specification asks for (section 4.4).
#include "mesh_io/gltf/gltf.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

enum { HEADER = 12, CHUNK_HEADER = 8, JSON_CHUNK = 0x4e4f534a, BIN_CHUNK = 0x004e4942 };

static hit_status read_header(hit_gltf* g, uint64_t* length)
{
    hit_loader* loader = g->loader;
    uint32_t version;
    if (loader->size < HEADER)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, loader->size, "the GLB ends in its header");
    version = load_u32(loader->bytes + 4);
    *length = load_u32(loader->bytes + 8);
    g->is_version_1 = version == 1;
    if (g->is_version_1)
        return HIT_OK;
    if (version != 2)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 4,
                               "GLB of version %" PRIu32 ", not 2; convert the model to glTF 2.0", version);
    if (*length > loader->size)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 8,
                               "the GLB is cut off: it has %zu of the %" PRIu64 " bytes that its header tells",
                               loader->size, *length);
    return HIT_OK;
}

hit_status hit_gltf_open(hit_gltf* g, const char** text, size_t* size)
{
    hit_loader* loader = g->loader;
    uint64_t length = 0, at = HEADER;
    hit_status status;

    *text = NULL;
    g->binary = loader->size >= 4 && memcmp(loader->bytes, "glTF", 4) == 0;
    if (!g->binary) {
        *text = loader->bytes;
        *size = loader->size;
        return HIT_OK;
    }
    status = read_header(g, &length);
    if (status != HIT_OK || g->is_version_1)
        return status;
    while (at < length) {
        uint64_t chunk;
        uint32_t type;
        if (length - at < CHUNK_HEADER)
            return hit_loader_fail(loader, HIT_ERROR_FORMAT, at, "the GLB ends in the header of a chunk");
        chunk = load_u32(loader->bytes + at);
        type = load_u32(loader->bytes + at + 4);
        if (chunk > length - at - CHUNK_HEADER)
            return hit_loader_fail(loader, HIT_ERROR_FORMAT, at,
                                   "a chunk of the GLB has %" PRIu64 " bytes, of which %" PRIu64 " are there", chunk,
                                   length - at - CHUNK_HEADER);
        if ((*text == NULL) != (type == JSON_CHUNK))
            return hit_loader_fail(loader, HIT_ERROR_FORMAT, at, "%s",
                                   *text == NULL ? "the first chunk of the GLB is not JSON"
                                                 : "the GLB has a second chunk of JSON");
        at += CHUNK_HEADER;
        if (*text == NULL) {
            *text = loader->bytes + at;
            *size = (size_t)chunk;
        } else if (type == BIN_CHUNK && g->chunk == NULL) {
            g->chunk = loader->bytes + at;
            g->chunk_size = chunk;
        }
        at += chunk;
        HIT_ASSERT(at <= length && length <= loader->size);
    }
    if (*text == NULL)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, at, "the GLB has no chunk of JSON");
    return HIT_OK;
}
