// Views that meshoptimizer has compressed: EXT_meshopt_compression, and KHR_meshopt_compression, which is the same with
// one filter more.
//
// A view says how many elements of how many bytes it unpacks to, and in which mode: as vertices, triangles or other
// indices. Afterwards a filter may make normals, rotations or floats of integers. All of that is in libmeshoptimizer,
// which is loaded when a file asks for it (dlopen), as it and the C++ library that it needs take longer to load than
// most answers take. Its decoders check what they read; their arguments are checked here, and so is how much the bytes
// can unpack to, before memory is taken for it.
#include "mesh_io/gltf/gltf.h"
#include "mesh_io/gltf/library.h"

#include "base/assert.h"
#include <inttypes.h>

uint32_t hit_gltf_meshopt(const hit_gltf* g, uint32_t token, const char** name)
{
    static const char* const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (int i = 0; i < 2; i++) {
        const uint32_t extension = hit_gltf_extension(g, token, names[i]);
        *name = names[i];
        if (extension != 0)
            return extension;
    }
    return 0;
}

#ifdef HITSCAN_HAVE_MESHOPT

enum { ATTRIBUTES, TRIANGLES, INDICES, MODES };
enum { NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL, COLOR, FILTERS };

// The most bytes that one may unpack to: groups of 16 bytes that are all the same have two bits.
enum { EXPANSION = 64 };

typedef int decode_function(void* out, size_t count, size_t size, const unsigned char* bytes, size_t byte_count);
typedef void filter_function(void* bytes, size_t count, size_t stride);

// A view to be unpacked.
typedef struct packed {
    uint32_t number, token;
    uint64_t count, stride;
    const char* bytes;
    uint64_t offset, size;
    int mode, filter;
} packed;

static hit_status fail_view(const hit_gltf* g, const packed* p, const char* what)
{
    return hit_gltf_fail(g, p->token, "bufferView %" PRIu32 ", as meshoptimizer has packed it: %s", p->number, what);
}

// Which of some words a member is; `otherwise` when there is no such member, and -1 when it is none of them.
static int find_word(const hit_gltf* g, uint32_t object, const char* key, const char* const* words, int count,
                     int otherwise)
{
    const uint32_t token = hit_json_find(&g->json, object, key);
    for (int i = 0; token != 0 && i < count; i++)
        if (hit_json_equals(&g->json, token, words[i]))
            return i;
    return token != 0 ? -1 : otherwise;
}

static hit_status check_sizes(const hit_gltf* g, const packed* p)
{
    static const uint64_t filter_steps[FILTERS] = {1, 4, 8, 4, 4};
    if (p->mode == ATTRIBUTES && (p->stride == 0 || p->stride > 256 || p->stride % 4 != 0))
        return fail_view(g, p, "byteStride is no multiple of 4 up to 256");
    if (p->mode != ATTRIBUTES && p->stride != 2 && p->stride != 4)
        return fail_view(g, p, "byteStride of indices is not 2 or 4");
    if (p->mode == TRIANGLES && p->count % 3 != 0)
        return fail_view(g, p, "the count of indices of triangles is no multiple of 3");
    if (p->filter != NONE && (p->mode != ATTRIBUTES || p->stride % filter_steps[p->filter] != 0 ||
                              (p->filter != EXPONENTIAL && p->stride > 8)))
        return fail_view(g, p, "the filter is not for elements of that byteStride");
    if (p->count > p->size * EXPANSION / p->stride)
        return fail_view(g, p, "it has more elements than its bytes can hold");
    return HIT_OK;
}

static hit_status read_packed(hit_gltf* g, packed* p)
{
    static const char* const modes[MODES] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    static const char* const filters[FILTERS] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"};
    hit_status status =
        hit_gltf_buffer_bytes(g, p->token, "the packed bufferView", p->number, &p->bytes, &p->offset, &p->size);
    if (status == HIT_OK)
        status = hit_gltf_needed(g, p->token, "byteStride", "the packed bufferView", p->number, 256, &p->stride);
    if (status == HIT_OK)
        status = hit_gltf_needed(g, p->token, "count", "the packed bufferView", p->number, HIT_GLTF_ANY, &p->count);
    if (status != HIT_OK)
        return status;
    p->mode = find_word(g, p->token, "mode", modes, MODES, -1);
    p->filter = find_word(g, p->token, "filter", filters, FILTERS, NONE);
    if (p->mode < 0)
        return fail_view(g, p, "its mode is not ATTRIBUTES, TRIANGLES or INDICES");
    if (p->filter < 0)
        return fail_view(g, p, "its filter is not known here");
    return check_sizes(g, p);
}

static hit_status decode(hit_gltf* g, const packed* p, char* out)
{
    static const char* const decoders[MODES] = {"meshopt_decodeVertexBuffer", "meshopt_decodeIndexBuffer",
                                                "meshopt_decodeIndexSequence"};
    static const char* const filters[FILTERS] = {NULL, "meshopt_decodeFilterOct", "meshopt_decodeFilterQuat",
                                                 "meshopt_decodeFilterExp", "meshopt_decodeFilterColor"};
    void* library = hit_library_open(HITSCAN_MESHOPT_FILE);
    decode_function* unpack = NULL;
    filter_function* filter = NULL;
    HIT_ASSERT(p->mode >= 0 && p->mode < MODES && p->filter >= 0 && p->filter < FILTERS);
    if (library == NULL)
        return fail_view(g, p, "the library " HITSCAN_MESHOPT_FILE " cannot be loaded; install it");
    hit_library_find(library, decoders[p->mode], &unpack);
    if (p->filter != NONE)
        hit_library_find(library, filters[p->filter], &filter);
    if (unpack == NULL || (p->filter != NONE && filter == NULL))
        return fail_view(g, p, "a newer " HITSCAN_MESHOPT_FILE " is needed");
    if (p->count == 0)
        return HIT_OK;
    if (unpack(out, (size_t)p->count, (size_t)p->stride, (const unsigned char*)p->bytes, (size_t)p->size) != 0)
        return fail_view(g, p, "its bytes are damaged, or need a newer " HITSCAN_MESHOPT_FILE);
    if (filter != NULL)
        filter(out, (size_t)p->count, (size_t)p->stride);
    return HIT_OK;
}

hit_status hit_gltf_unpack_meshopt(hit_gltf* g, uint32_t number, uint32_t extension, bool* done)
{
    hit_gltf_view* view = &g->views[number];
    packed p = {.number = number, .token = extension};
    hit_status status = read_packed(g, &p);
    char* out;
    if (status != HIT_OK)
        return status;
    HIT_ASSERT(p.count <= UINT64_MAX / 256);
    // What it unpacks to counts as if it were in the file.
    hit_gltf_allow(g, p.count * p.stride);
    out = hit_loader_allocate(g->loader, p.count, (size_t)p.stride, &status);
    if (out == NULL)
        return status;
    view->memory = out;
    status = decode(g, &p, out);
    if (status != HIT_OK)
        return status;
    view->bytes = out;
    view->offset = 0;
    view->size = p.count * p.stride;
    *done = true;
    return HIT_OK;
}

#else

hit_status hit_gltf_unpack_meshopt(hit_gltf* g, uint32_t number, uint32_t extension, bool* done)
{
    // The view's own buffer may have the bytes unpacked; where it has not, buffer.c says what is missing.
    (void)g, (void)number, (void)extension;
    *done = false;
    return HIT_OK;
}

#endif
