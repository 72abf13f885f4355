// Buffers and their views: from a number to bytes, read when they are needed for the first time. A buffer that has
// only images or animations in it is never opened.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>

static hit_status read_buffer(hit_gltf* g, uint32_t number)
{
    hit_gltf_buffer* buffer = &g->buffers[number];
    const uint32_t token = g->buffer_list.tokens[number];
    const uint32_t uri = hit_json_find(&g->json, token, "uri");
    const char* bytes = g->chunk;
    uint64_t size = g->chunk_size;
    hit_status status;

    status = hit_gltf_needed(g, token, "byteLength", "buffer", number, HIT_GLTF_ANY, &buffer->size);
    if (status != HIT_OK)
        return status;
    if (uri != 0) {
        status = hit_gltf_load_uri(g, uri, "buffer", number, &buffer->memory, &size);
        if (status != HIT_OK)
            return status;
        bytes = buffer->memory;
    } else if (number != 0 || bytes == NULL) {
        const char* name;
        if (hit_gltf_meshopt(g, token, &name) != 0)
            return hit_gltf_fail_packed(g, token, name, "libmeshoptimizer");
        return hit_gltf_fail(g, token, "buffer %" PRIu32 " has no uri%s", number,
                             number == 0 && g->binary ? ", and the GLB no binary chunk" : "");
    }
    if (size < buffer->size)
        return hit_gltf_fail(g, token, "buffer %" PRIu32 ": byteLength is %" PRIu64 ", but there are %" PRIu64 " bytes",
                             number, buffer->size, size);
    buffer->bytes = bytes;
    return HIT_OK;
}

hit_status hit_gltf_buffer_bytes(hit_gltf* g, uint32_t object, const char* what, uint32_t number, const char** bytes,
                                 uint64_t* offset, uint64_t* size)
{
    const hit_gltf_buffer* buffer;
    uint32_t which;
    hit_status status = hit_gltf_reference(g, object, "buffer", what, number, &g->buffer_list, &which);
    if (status == HIT_OK)
        status = hit_gltf_whole(g, object, "byteOffset", what, number, HIT_GLTF_ANY, 0, offset);
    if (status == HIT_OK)
        status = hit_gltf_needed(g, object, "byteLength", what, number, HIT_GLTF_ANY, size);
    if (status != HIT_OK)
        return status;
    if (which == HIT_GLTF_NONE)
        return hit_gltf_fail(g, object, "%s %" PRIu32 " has no buffer", what, number);
    buffer = &g->buffers[which];
    if (buffer->bytes == NULL) {
        status = read_buffer(g, which);
        if (status != HIT_OK)
            return status;
    }
    if (*offset > buffer->size || *size > buffer->size - *offset)
        return hit_gltf_fail(g, object,
                             "%s %" PRIu32 ": %" PRIu64 " bytes from byte %" PRIu64 " are beyond the %" PRIu64
                             " of buffer %" PRIu32,
                             what, number, *size, *offset, buffer->size, which);
    *bytes = buffer->bytes + *offset;
    HIT_ASSERT(buffer->bytes != NULL);
    return HIT_OK;
}

void hit_gltf_allow(hit_gltf* g, uint64_t bytes)
{
    const uint64_t each = g->loader->left_per_byte;
    if (each > 0)
        g->loader->left = bytes > (UINT64_MAX - g->loader->left) / each ? UINT64_MAX : g->loader->left + each * bytes;
}

static hit_status read_view(hit_gltf* g, uint32_t number)
{
    hit_gltf_view* view = &g->views[number];
    const uint32_t token = g->view_list.tokens[number];
    const char* name;
    const uint32_t packed = hit_gltf_meshopt(g, token, &name);
    bool done = false;
    hit_status status = hit_gltf_whole(g, token, "byteStride", "bufferView", number, HIT_GLTF_ANY, 0, &view->stride);
    if (status == HIT_OK && packed != 0)
        status = hit_gltf_unpack_meshopt(g, number, packed, &done);
    if (status != HIT_OK || done)
        return status;
    return hit_gltf_buffer_bytes(g, token, "bufferView", number, &view->bytes, &view->offset, &view->size);
}

hit_status hit_gltf_view_bytes(hit_gltf* g, uint32_t number, const hit_gltf_view** view)
{
    HIT_ASSERT(number < g->view_list.count);
    *view = &g->views[number];
    return g->views[number].bytes != NULL ? HIT_OK : read_view(g, number);
}
