// Accessors: arrays of scalars or vectors in a view, with a stride, and some elements replaced by others ("sparse").
//
// All of an array is in its view: checked without forming a sum or product that could wrap. An accessor is checked
// once; the indices of sparse elements each time they are used, as they are as many as what is then read.
#include "mesh_io/gltf/gltf.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

// ---- Numbers in little endian ---------------------------------------------------------------------------------------

static float load_float(const char* at)
{
    const uint32_t bits = load_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t load_unsigned(const char* at, uint16_t component)
{
    return component == HIT_GLTF_UBYTE    ? (unsigned char)*at
           : component == HIT_GLTF_USHORT ? load_u16(at)
                                          : load_u32(at);
}

size_t hit_gltf_component_size(uint64_t component)
{
    switch (component) {
    case HIT_GLTF_BYTE:
    case HIT_GLTF_UBYTE:
        return 1;
    case HIT_GLTF_SHORT:
    case HIT_GLTF_USHORT:
        return 2;
    case HIT_GLTF_UINT:
    case HIT_GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

// Section 3.6.2.2: c / (2^n - 1), or max(c / (2^(n-1) - 1), -1); one rounding each.
static float load_component(const char* at, uint16_t component, bool normalized)
{
    float value, most;
    switch (component) {
    case HIT_GLTF_BYTE:
        value = (float)(signed char)*at;
        most = 127.0f;
        break;
    case HIT_GLTF_UBYTE:
        value = (float)(unsigned char)*at;
        most = 255.0f;
        break;
    case HIT_GLTF_SHORT:
        value = (float)(int16_t)load_u16(at);
        most = 32767.0f;
        break;
    case HIT_GLTF_USHORT:
        value = (float)load_u16(at);
        most = 65535.0f;
        break;
    case HIT_GLTF_UINT:
        return normalized ? (float)(load_u32(at) / 4294967295.0) : (float)load_u32(at);
    default:
        return load_float(at);
    }
    if (!normalized)
        return value;
    return value < -most ? -1.0f : value / most;
}

// ---- Checking -------------------------------------------------------------------------------------------------------

static hit_status read_type(const hit_gltf* g, uint32_t token, uint32_t number, hit_gltf_accessor* a)
{
    static const char* const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"};
    static const uint8_t widths[] = {1, 2, 3, 4, 16};
    const uint32_t type = hit_json_find(&g->json, token, "type");
    const uint32_t normalized = hit_json_find(&g->json, token, "normalized");
    const uint32_t component_token = hit_json_find(&g->json, token, "componentType");
    uint64_t component;
    hit_status status = hit_gltf_needed(g, token, "componentType", "accessor", number, HIT_GLTF_ANY, &component);
    if (status != HIT_OK)
        return status;
    if (hit_gltf_component_size(component) == 0)
        return hit_gltf_fail(g, component_token, "accessor %" PRIu32 ": no componentType is %" PRIu64, number,
                             component);
    a->component = (uint16_t)component;
    a->normalized = normalized != 0 && hit_json_is(&g->json, normalized, HIT_JSON_TRUE);
    a->width = 0;
    for (unsigned i = 0; type != 0 && i < sizeof widths; i++)
        if (hit_json_equals(&g->json, type, names[i]))
            a->width = widths[i];
    if (a->width == 0)
        return hit_gltf_fail(g, type != 0 ? type : token,
                             "accessor %" PRIu32 ": type is no SCALAR, VEC2, VEC3, VEC4 or MAT4", number);
    return HIT_OK;
}

// Find `count` elements of `size` bytes in a view: their first byte, and the bytes from one to the next. They may begin
// at any byte: numbers are put together of bytes when they are read.
static hit_status locate(hit_gltf* g, uint32_t object, uint32_t number, uint64_t count, size_t size, const char** bytes,
                         uint32_t* stride)
{
    const hit_gltf_view* view;
    uint64_t offset, step, room;
    uint32_t which;
    hit_status status = hit_gltf_reference(g, object, "bufferView", "accessor", number, &g->view_list, &which);
    if (status == HIT_OK)
        status = hit_gltf_whole(g, object, "byteOffset", "accessor", number, HIT_GLTF_ANY, 0, &offset);
    if (status == HIT_OK && which == HIT_GLTF_NONE)
        status = hit_gltf_fail(g, object, "accessor %" PRIu32 " has no bufferView for its sparse elements", number);
    if (status == HIT_OK)
        status = hit_gltf_view_bytes(g, which, &view);
    if (status != HIT_OK)
        return status;
    step = view->stride != 0 ? view->stride : size;
    // Strides of more than 252 bytes, and what is not aligned, are against the rules, and can be read all the same.
    if (step < size || step > UINT32_MAX)
        return hit_gltf_fail(g, object,
                             "accessor %" PRIu32 ": a byteStride of %" PRIu64
                             " for elements of %zu bytes; it must be %zu at least",
                             number, step, size, size);
    room = offset <= view->size ? view->size - offset : 0;
    if (count > 0 && (room < size || step == 0 || (room - size) / step < count - 1))
        return hit_gltf_fail(g, object,
                             "accessor %" PRIu32 ": %" PRIu64 " elements of %zu bytes from byte %" PRIu64
                             " are beyond the %" PRIu64 " bytes of bufferView %" PRIu32,
                             number, count, size, offset, view->size, which);
    *bytes = count > 0 ? view->bytes + offset : view->bytes;
    *stride = (uint32_t)step;
    return HIT_OK;
}

static hit_status read_sparse(hit_gltf* g, uint32_t sparse, uint32_t number, hit_gltf_accessor* a)
{
    const uint32_t indices = hit_json_find(&g->json, sparse, "indices");
    const uint32_t values = hit_json_find(&g->json, sparse, "values");
    const size_t part = hit_gltf_component_size(a->component);
    uint64_t component = 0;
    uint32_t step = 0;
    hit_status status =
        hit_gltf_needed(g, sparse, "count", "the sparse part of accessor", number, HIT_GLTF_ANY, &a->sparse_count);
    if (status != HIT_OK)
        return status;
    if (a->sparse_count > a->count)
        return hit_gltf_fail(g, sparse, "accessor %" PRIu32 " has %" PRIu64 " elements, but %" PRIu64 " sparse ones",
                             number, a->count, a->sparse_count);
    if (indices == 0 || values == 0)
        return hit_gltf_fail(g, sparse, "accessor %" PRIu32 ": sparse has no %s", number,
                             indices == 0 ? "indices" : "values");
    status =
        hit_gltf_needed(g, indices, "componentType", "the sparse part of accessor", number, HIT_GLTF_ANY, &component);
    if (status != HIT_OK)
        return status;
    if (component != HIT_GLTF_UBYTE && component != HIT_GLTF_USHORT && component != HIT_GLTF_UINT)
        return hit_gltf_fail(g, indices, "accessor %" PRIu32 ": sparse indices of componentType %" PRIu64, number,
                             component);
    a->sparse_index_component = (uint16_t)component;
    status = locate(g, indices, number, a->sparse_count, hit_gltf_component_size(component), &a->sparse_indices, &step);
    if (status == HIT_OK && step != hit_gltf_component_size(component))
        status = hit_gltf_fail(g, indices, "accessor %" PRIu32 ": sparse indices with a byteStride", number);
    if (status == HIT_OK)
        status = locate(g, values, number, a->sparse_count, part * a->width, &a->sparse_values, &step);
    if (status == HIT_OK && step != part * a->width)
        status = hit_gltf_fail(g, values, "accessor %" PRIu32 ": sparse values with a byteStride", number);
    return status;
}

static hit_status read_accessor(hit_gltf* g, uint32_t number, hit_gltf_accessor* a)
{
    const uint32_t token = g->accessor_list.tokens[number];
    const uint32_t sparse = hit_json_find(&g->json, token, "sparse");
    hit_status status = read_type(g, token, number, a);
    if (status == HIT_OK)
        status = hit_gltf_needed(g, token, "count", "accessor", number, HIT_GLTF_ANY, &a->count);
    if (status == HIT_OK && hit_json_find(&g->json, token, "bufferView") != 0) {
        const size_t part = hit_gltf_component_size(a->component);
        status = locate(g, token, number, a->count, part * a->width, &a->bytes, &a->stride);
    }
    if (status == HIT_OK && sparse != 0)
        status = read_sparse(g, sparse, number, a);
    return status;
}

hit_status hit_gltf_accessor_get(hit_gltf* g, uint32_t number, hit_gltf_accessor** accessor)
{
    hit_gltf_accessor* a = &g->accessors[number];
    hit_status status = HIT_OK;
    HIT_ASSERT(number < g->accessor_list.count);
    *accessor = a;
    if (!a->known)
        status = read_accessor(g, number, a);
    a->known = status == HIT_OK;
    return status;
}

// ---- Adopting -------------------------------------------------------------------------------------------------------

// Bytes of the file are in little endian.
static bool is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

void* hit_gltf_adopt(hit_gltf* g, uint32_t number, hit_gltf_component component, unsigned width)
{
    hit_gltf_accessor* a = &g->accessors[number];
    char** owner = &a->memory;
    HIT_ASSERT(a->known && hit_gltf_component_size(component) == 4);
    if (a->bytes == NULL || a->component != component || a->width != width || a->stride != 4 * width ||
        a->sparse_count > 0 || (uintptr_t)a->bytes % 4 != 0 || !is_little_endian())
        return NULL;
    if (a->memory == NULL) {
        const uint32_t token = hit_json_find(&g->json, g->accessor_list.tokens[number], "bufferView");
        uint64_t view = 0;
        if (a->unpacked != 0 || token == 0 || !hit_json_whole(&g->json, token, &view))
            return NULL;
        HIT_ASSERT(view < g->view_list.count);
        owner = &g->views[view].memory;
    }
    if (*owner == NULL)
        return NULL;
    *owner = NULL; // it is the model's now
    return (void*)(uintptr_t)a->bytes;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// The index of a sparse element: larger than the one before, and below the count. An error when it is not.
static hit_status read_sparse_index(const hit_gltf* g, uint32_t number, uint64_t i, uint64_t* before,
                                    uint32_t* sparse_at)
{
    const hit_gltf_accessor* a = &g->accessors[number];
    *sparse_at = load_unsigned(a->sparse_indices + i * hit_gltf_component_size(a->sparse_index_component),
                               a->sparse_index_component);
    if (*sparse_at >= a->count)
        return hit_gltf_fail(g, g->accessor_list.tokens[number],
                             "accessor %" PRIu32 ": sparse index %" PRIu32 " out of range (%" PRIu64 " elements)",
                             number, *sparse_at, a->count);
    if (i > 0 && *sparse_at <= *before)
        return hit_gltf_fail(g, g->accessor_list.tokens[number],
                             "accessor %" PRIu32 ": sparse index %" PRIu32 " follows %" PRIu64 "; they must increase",
                             number, *sparse_at, *before);
    *before = *sparse_at;
    return HIT_OK;
}

static void read_element(const hit_gltf_accessor* a, const char* at, float* out)
{
    const size_t part = hit_gltf_component_size(a->component);
    for (unsigned c = 0; c < a->width; c++)
        out[c] = load_component(at + c * part, a->component, a->normalized);
}

hit_status hit_gltf_floats(const hit_gltf* g, uint32_t number, float* out)
{
    const hit_gltf_accessor* a = &g->accessors[number];
    const uint64_t count = a->count * a->width;
    uint64_t before = 0;
    HIT_ASSERT(a->known && a->width >= 1 && a->width <= 16 && a->sparse_count <= a->count);

    if ((const char*)out == a->bytes)
        return HIT_OK; // adopted
    if (a->bytes == NULL)
        memset(out, 0, (size_t)count * sizeof *out);
    else if (a->component == HIT_GLTF_FLOAT && a->stride == 4u * a->width)
        for (uint64_t i = 0; i < count; i++)
            out[i] = load_float(a->bytes + 4 * i);
    else
        for (uint64_t i = 0; i < a->count; i++)
            read_element(a, a->bytes + i * a->stride, out + i * a->width);
    for (uint64_t i = 0; i < a->sparse_count; i++) {
        uint32_t sparse_at;
        hit_status status = read_sparse_index(g, number, i, &before, &sparse_at);
        if (status != HIT_OK)
            return status;
        read_element(a, a->sparse_values + i * a->width * hit_gltf_component_size(a->component),
                     out + (uint64_t)sparse_at * a->width);
    }
    return HIT_OK;
}

hit_status hit_gltf_indices(const hit_gltf* g, uint32_t number, uint64_t count, uint32_t* out)
{
    const hit_gltf_accessor* a = &g->accessors[number];
    const size_t size = hit_gltf_component_size(a->component);
    uint64_t before = 0;
    HIT_ASSERT(a->known && a->width == 1 && count <= a->count && a->sparse_count <= a->count);

    if ((const char*)out == a->bytes)
        return HIT_OK; // adopted
    if (a->bytes == NULL)
        memset(out, 0, (size_t)count * sizeof *out);
    else if (a->stride != size)
        for (uint64_t i = 0; i < count; i++)
            out[i] = load_unsigned(a->bytes + i * a->stride, a->component);
    else if (a->component == HIT_GLTF_UBYTE)
        for (uint64_t i = 0; i < count; i++)
            out[i] = (unsigned char)a->bytes[i];
    else if (a->component == HIT_GLTF_USHORT)
        for (uint64_t i = 0; i < count; i++)
            out[i] = load_u16(a->bytes + 2 * i);
    else
        for (uint64_t i = 0; i < count; i++)
            out[i] = load_u32(a->bytes + 4 * i);
    for (uint64_t i = 0; i < a->sparse_count; i++) {
        uint32_t sparse_at;
        hit_status status = read_sparse_index(g, number, i, &before, &sparse_at);
        if (status != HIT_OK)
            return status;
        if (sparse_at < count)
            out[sparse_at] = load_unsigned(a->sparse_values + i * size, a->component);
    }
    return HIT_OK;
}
