// Splits vertices where corners look different, and keeps lists of materials and textures.
//
// The first look of a vertex stays at it. Other looks of it are found by hashing vertex and look together; where in the
// table they stand depends on an address, so that no file can be made to fill one corner of it. Cost: O(corners), and
// for polygons that are divided once more, which says which of its corners a triangle has.
#include "mesh_io/appearance.h"

#include "base/assert.h"
#include "base/fail.h"
#include <math.h>
#include <string.h>

// ---- Corners --------------------------------------------------------------------------------------------------------

hit_status hit_looks_begin(hit_loader* loader, hit_soup* soup, hit_looks* looks)
{
    hit_status status = HIT_OK;
    *looks = (hit_looks){.loader = loader, .soup = soup};
    looks->corners = hit_loader_allocate(loader, 3 * (uint64_t)soup->triangle_count, sizeof *looks->corners, &status);
    if (looks->corners != NULL)
        memset(looks->corners, 0xff, 3 * (size_t)soup->triangle_count * sizeof *looks->corners);
    return status;
}

static hit_status reserve(hit_looks* looks, uint32_t n)
{
    const uint64_t capacity = 2 * (uint64_t)n;
    hit_status status = HIT_OK;
    if (n <= looks->capacity)
        return HIT_OK;
    hit_loader_free(looks->loader, looks->positions);
    hit_loader_free(looks->loader, looks->slots);
    looks->slots = NULL;
    looks->capacity = 0;
    looks->positions = hit_loader_allocate(looks->loader, capacity, sizeof *looks->positions, &status);
    if (looks->positions != NULL)
        looks->slots = hit_loader_allocate(looks->loader, 3 * capacity, sizeof *looks->slots, &status);
    looks->capacity = status == HIT_OK ? (uint32_t)capacity : 0;
    return status;
}

hit_status hit_looks_face(hit_looks* looks, uint32_t face, const uint32_t* vertices, const hit_look* corners,
                          uint32_t n, uint32_t* first, uint32_t* end)
{
    const hit_soup* soup = looks->soup;
    hit_look* out = looks->corners + 3 * (size_t)looks->triangle;
    hit_status status;
    *first = *end = looks->triangle;
    while (*end < soup->triangle_count && soup->faces[*end] == face)
        ++*end;
    if (*first == *end)
        return HIT_OK;
    HIT_ASSERT(n == *end - *first + 2);
    looks->triangle = *end;
    if (n == 3) {
        memcpy(out, corners, 3 * sizeof *out);
        return HIT_OK;
    }
    status = reserve(looks, n);
    if (status != HIT_OK)
        return status;
    for (uint32_t i = 0; i < n; i++) {
        looks->positions[i] = soup->vertices[vertices[i]];
        looks->slots[i] = i;
    }
    hit_polygon_triangulate(looks->positions, looks->slots, n);
    for (size_t i = 0; i < 3 * (size_t)(n - 2); i++) {
        HIT_ASSERT(soup->indices[3 * (size_t)*first + i] == vertices[looks->slots[i]]);
        out[i] = corners[looks->slots[i]];
    }
    return HIT_OK;
}

// ---- Vertices -------------------------------------------------------------------------------------------------------

static bool same(hit_look a, hit_look b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static uint64_t mix(uint64_t h)
{
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

static uint64_t hash(uint64_t seed, uint32_t vertex, hit_look look)
{
    const uint64_t h = mix(seed ^ ((uint64_t)vertex << 32 | look.key[0]));
    return mix(h ^ ((uint64_t)look.key[1] << 32 | look.key[2]));
}

// Let each vertex have the look of the first corner that is there. Returns how many corners look otherwise.
static uint64_t first_looks(const hit_looks* looks, hit_look* of_vertex, uint8_t* seen)
{
    const hit_soup* soup = looks->soup;
    uint64_t others = 0;
    memset(of_vertex, 0xff, soup->vertex_count * sizeof *of_vertex);
    memset(seen, 0, soup->vertex_count);
    for (size_t i = 0; i < 3 * (size_t)soup->triangle_count; i++) {
        const uint32_t v = soup->indices[i];
        if (!seen[v])
            of_vertex[v] = looks->corners[i];
        seen[v] = 1;
        others += !same(of_vertex[v], looks->corners[i]);
    }
    return others;
}

// What a new vertex is a copy of.
typedef struct split_vertex {
    uint32_t from;
    hit_look look;
} split_vertex;

// Number the vertices that are new; returns how many there are. `slots` are a power of two, zero, and of the numbers
// of `made`, plus one.
static uint32_t find_splits(const hit_looks* looks, const hit_look* of_vertex, split_vertex* made, uint32_t* slots,
                            uint64_t mask)
{
    const hit_soup* soup = looks->soup;
    const uint64_t seed = mix((uint64_t)(uintptr_t)slots);
    uint32_t count = 0;
    for (size_t i = 0; i < 3 * (size_t)soup->triangle_count; i++) {
        const uint32_t v = soup->indices[i];
        const hit_look look = looks->corners[i];
        uint64_t at;
        if (same(of_vertex[v], look))
            continue;
        for (at = hash(seed, v, look) & mask; slots[at] != 0; at = (at + 1) & mask)
            if (made[slots[at] - 1].from == v && same(made[slots[at] - 1].look, look))
                break;
        if (slots[at] == 0) {
            made[count] = (split_vertex){v, look};
            slots[at] = ++count;
        }
        soup->indices[i] = soup->vertex_count + slots[at] - 1;
    }
    return count;
}

// A larger copy of an array, whose new things are copies of old ones; NULL stays NULL.
static void* extend(hit_looks* looks, void* old, size_t size, const split_vertex* made, uint32_t count,
                    hit_status* status)
{
    const uint32_t before = looks->soup->vertex_count;
    char* larger;
    if (old == NULL || *status != HIT_OK)
        return old;
    larger = hit_loader_grow(looks->loader, old, before, (uint64_t)before + count, size, status);
    if (larger == NULL)
        return old;
    for (uint32_t i = 0; i < count; i++)
        memcpy(larger + ((size_t)before + i) * size, larger + made[i].from * size, size);
    return larger;
}

static hit_status append(hit_looks* looks, hit_look** of_vertex, const split_vertex* made, uint32_t count)
{
    hit_soup* soup = looks->soup;
    hit_status status = HIT_OK;
    if ((uint64_t)soup->vertex_count + count >= UINT32_MAX)
        return hit_loader_fail(looks->loader, HIT_ERROR_LIMIT, 0,
                               "too many vertices, as many look different; split the model");
    soup->vertices = extend(looks, soup->vertices, sizeof *soup->vertices, made, count, &status);
    soup->normals = extend(looks, soup->normals, sizeof *soup->normals, made, count, &status);
    soup->colors = extend(looks, soup->colors, 4, made, count, &status);
    soup->uvs = extend(looks, soup->uvs, 2 * sizeof *soup->uvs, made, count, &status);
    *of_vertex = extend(looks, *of_vertex, sizeof **of_vertex, made, count, &status);
    for (uint32_t i = 0; i < count && status == HIT_OK; i++)
        (*of_vertex)[soup->vertex_count + i] = made[i].look;
    if (status == HIT_OK)
        soup->vertex_count += count;
    return status;
}

hit_status hit_looks_split(hit_looks* looks, hit_look** of_vertex)
{
    hit_loader* loader = looks->loader;
    const uint32_t vertices = looks->soup->vertex_count;
    hit_status status = HIT_OK;
    uint64_t others = 0, size = 4;
    uint8_t* seen = NULL;
    hit_loader_free(loader, looks->positions);
    hit_loader_free(loader, looks->slots);
    *of_vertex = hit_loader_allocate(loader, vertices, sizeof **of_vertex, &status);
    if (*of_vertex != NULL)
        seen = hit_loader_allocate(loader, vertices, 1, &status);
    if (seen == NULL)
        return status;
    others = first_looks(looks, *of_vertex, seen);
    hit_loader_free(loader, seen);
    if (others > 0) {
        split_vertex* made = hit_loader_allocate(loader, others, sizeof *made, &status);
        uint32_t* slots = NULL;
        while (size < 2 * others)
            size *= 2;
        if (made != NULL)
            slots = hit_loader_allocate(loader, size, sizeof *slots, &status);
        if (slots == NULL)
            return status;
        memset(slots, 0, (size_t)size * sizeof *slots);
        status = append(looks, of_vertex, made, find_splits(looks, *of_vertex, made, slots, size - 1));
        hit_loader_free(loader, made);
        hit_loader_free(loader, slots);
    }
    hit_loader_free(loader, looks->corners);
    return status;
}

void hit_mesh_make_finite(const hit_model_mesh* mesh)
{
    hit_vec3* normals = (hit_vec3*)(uintptr_t)mesh->normals;
    float* uvs = (float*)(uintptr_t)mesh->uvs;
    for (uint32_t i = 0; normals != NULL && i < mesh->vertex_count; i++)
        if (!hit_vec3_is_finite(normals[i]))
            normals[i] = hit_vec3_make(0.0f, 0.0f, 0.0f);
    for (size_t i = 0; uvs != NULL && i < 2 * (size_t)mesh->vertex_count; i++)
        if (!isfinite(uvs[i]))
            uvs[i] = 0.0f;
}

uint8_t hit_color_byte(double value, double most)
{
    const double scaled = value * (255.0 / most) + 0.5;
    return (uint8_t)(scaled >= 255.0 ? 255.0 : scaled > 0.0 ? scaled : 0.0);
}
