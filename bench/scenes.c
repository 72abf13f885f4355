// Loading meshes, and the generated scenes but for the hall.
//
// The terrain is fractal value noise: octaves of smoothly interpolated lattices of hashed numbers, each half as large
// and a bit more than half as wide as the one before. Integer hashes and a few float operations give the same heights
// everywhere.
#include "scenes.h"

#include "draw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- All of them -------------------------------------------------------------------------------------------------

void* scene_allocate(void* old, size_t count, size_t size)
{
    void* memory = realloc(old, count * size);

    if (memory == NULL) {
        fprintf(stderr, "hitscan_bench: out of memory\n");
        exit(4);
    }
    return memory;
}

void scene_free(scene* s)
{
    free(s->vertex);
    free(s->index);
    free(s->aabb);
    free(s->obb);
    memset(s, 0, sizeof *s);
}

hit_mesh scene_mesh(const scene* s)
{
    const hit_mesh mesh = {s->vertex, 0, s->vertices, HIT_INDEX_U32, s->index, s->count};
    return mesh;
}

hit_triangle scene_triangle(const scene* s, uint32_t primitive)
{
    const uint32_t* corner = s->index + 3 * (size_t)primitive;
    const hit_triangle t = {s->vertex[corner[0]], s->vertex[corner[1]], s->vertex[corner[2]]};
    return t;
}

void scene_measure(scene* s)
{
    s->bounds = hit_aabb_empty();
    for (uint32_t i = 0; i < s->vertices; i++)
        s->bounds = hit_aabb_union(s->bounds, hit_aabb_make(s->vertex[i], s->vertex[i]));
    for (uint32_t i = 0; s->aabb != NULL && i < s->count; i++)
        s->bounds = hit_aabb_union(s->bounds, s->aabb[i]);
    for (uint32_t i = 0; s->obb != NULL && i < s->count; i++)
        s->bounds = hit_aabb_union(s->bounds, hit_obb_bounds(&s->obb[i]));
}

static void start(scene* s, const char* name, hit_bvh_kind kind)
{
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->kind = kind;
}

// ---- Real meshes -------------------------------------------------------------------------------------------------

// Look at the middle from the front, a bit from the side and from above, so that the mesh fills the picture.
// The meshes have y up; so that all cameras agree, they are turned: (x, y, z) becomes (x, -z, y), which is exact.
static void place_camera(scene* s)
{
    hit_vec3 center, size;

    for (uint32_t i = 0; i < s->vertices; i++) {
        const hit_vec3 v = s->vertex[i];
        s->vertex[i] = hit_vec3_make(v.x, -v.z, v.y);
    }
    scene_measure(s);
    center = hit_vec3_scale(hit_vec3_add(s->bounds.min, s->bounds.max), 0.5f);
    size = hit_vec3_sub(s->bounds.max, s->bounds.min);
    s->target = center;
    s->eye = hit_vec3_add(center, hit_vec3_make(0.5f * size.x, -1.6f * fmaxf(size.x, size.z), 0.4f * size.z));
    s->tangent = 0.36f;
}

bool scene_load(scene* s, const char* name)
{
    char path[256], magic[8];
    uint32_t counts[2];
    bool good;
    FILE* f;

    start(s, name, HIT_BVH_TRIANGLES);
    snprintf(path, sizeof path, SCENE_MESH_FILE, name);
    f = fopen(path, "rb");
    if (f == NULL) {
        fprintf(stderr, "hitscan_bench: %s: %s; scripts/meshes fetches it\n", path, strerror(errno));
        return false;
    }
    good = fread(magic, 1, 8, f) == 8 && memcmp(magic, "HITTRI01", 8) == 0 && fread(counts, 4, 2, f) == 2 &&
           counts[0] < 1u << 28 && counts[1] < 1u << 28;
    if (good) {
        s->vertices = counts[0];
        s->count = counts[1];
        s->vertex = scene_allocate(NULL, (size_t)s->vertices + 1, sizeof *s->vertex);
        s->index = scene_allocate(NULL, 3 * (size_t)s->count + 1, sizeof *s->index);
        good = fread(s->vertex, sizeof *s->vertex, s->vertices, f) == s->vertices &&
               fread(s->index, sizeof *s->index, 3 * (size_t)s->count, f) == 3 * (size_t)s->count;
    }
    for (size_t i = 0; good && i < 3 * (size_t)s->count; i++)
        good = s->index[i] < s->vertices;
    fclose(f);
    if (!good) {
        fprintf(stderr, "hitscan_bench: %s is no mesh of scripts/meshes; remove it and run that again\n", path);
        scene_free(s);
        return false;
    }
    place_camera(s);
    return true;
}

// ---- Terrain -----------------------------------------------------------------------------------------------------

// A number in [0, 1) for a point of a lattice.
static float lattice(uint32_t x, uint32_t y, uint32_t octave)
{
    uint32_t h = x * 0x8da6b343u + y * 0xd8163841u + octave * 0xcb1ab31fu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return (float)((h ^ (h >> 15)) >> 8) * 0x1p-24f;
}

static float smooth_noise(float x, float y, uint32_t octave)
{
    const float fx = floorf(x), fy = floorf(y), a = x - fx, b = y - fy;
    const uint32_t ix = (uint32_t)fx, iy = (uint32_t)fy;
    const float u = a * a * (3.0f - 2.0f * a), v = b * b * (3.0f - 2.0f * b);
    const float low = lattice(ix, iy, octave) + u * (lattice(ix + 1, iy, octave) - lattice(ix, iy, octave));
    const float high =
        lattice(ix, iy + 1, octave) + u * (lattice(ix + 1, iy + 1, octave) - lattice(ix, iy + 1, octave));
    return low + v * (high - low);
}

// Of a point of the unit square. The first octaves are folded into ridges, and rough places are high ones.
static float height(float x, float y)
{
    float sum = 0.0f, amplitude = 0.16f, frequency = 3.0f, rough = 1.0f;

    for (uint32_t octave = 0; octave < 10; octave++) {
        float n = smooth_noise(x * frequency, y * frequency, octave);
        if (octave < 3) {
            n = 1.0f - fabsf(2.0f * n - 1.0f);
            n *= n;
        }
        sum += amplitude * rough * n;
        rough = 0.3f + fminf(0.7f, 5.0f * sum);
        amplitude *= 0.47f;
        frequency *= 2.03f;
    }
    return sum;
}

void scene_terrain(scene* s, const char* name, uint32_t triangles)
{
    const uint32_t side = (uint32_t)lround(sqrt(0.5 * triangles)); // squares
    uint32_t* corner;

    start(s, name, HIT_BVH_TRIANGLES);
    s->count = 2 * side * side;
    s->vertices = (side + 1) * (side + 1);
    s->vertex = scene_allocate(NULL, (size_t)s->vertices + 1, sizeof *s->vertex);
    corner = s->index = scene_allocate(NULL, 3 * (size_t)s->count, sizeof *s->index);
    for (uint32_t j = 0; j <= side; j++) {
        for (uint32_t i = 0; i <= side; i++) {
            const float x = (float)i / (float)side, y = (float)j / (float)side;
            s->vertex[(size_t)j * (side + 1) + i] = hit_vec3_make(x, y, height(x, y));
        }
    }
    for (uint32_t j = 0; j < side; j++) {
        for (uint32_t i = 0; i < side; i++) {
            const uint32_t a = j * (side + 1) + i, b = a + 1, c = a + side + 1, d = c + 1;
            const uint32_t both[6] = {a, b, d, a, d, c};
            memcpy(corner, both, sizeof both);
            corner += 6;
        }
    }
    scene_measure(s);
    s->eye = hit_vec3_make(0.05f, 0.02f, 0.34f);
    s->target = hit_vec3_make(0.55f, 0.6f, 0.06f);
    s->tangent = 0.5f;
}

// ---- Soup --------------------------------------------------------------------------------------------------------

void scene_soup(scene* s, uint32_t triangles, bool identical)
{
    draw_state = 7;
    start(s, identical ? "identical" : "distinct", HIT_BVH_TRIANGLES);
    s->count = triangles;
    s->vertices = 3 * triangles;
    s->vertex = scene_allocate(NULL, (size_t)s->vertices + 1, sizeof *s->vertex);
    s->index = scene_allocate(NULL, (size_t)s->vertices, sizeof *s->index);
    for (uint32_t i = 0; i < s->vertices; i += 3) {
        const hit_vec3 place = point(0.0f, 1.0f);
        for (uint32_t k = 0; k < 3; k++) {
            s->index[i + k] = i + k;
            s->vertex[i + k] = identical && i > 0 ? s->vertex[k] : hit_vec3_add(place, point(-0.02f, 0.02f));
        }
    }
    scene_measure(s);
    s->eye = hit_vec3_make(0.5f, -1.5f, 0.8f);
    s->target = hit_vec3_make(0.5f, 0.5f, 0.5f);
    s->tangent = 0.45f;
}

// ---- Boxes -------------------------------------------------------------------------------------------------------

void scene_boxes(scene* s, uint32_t count, hit_bvh_kind kind)
{
    // The cube of the mean free space around each of `count` boxes in a unit cube, and halves below that.
    const float cell = 1.0f / cbrtf((float)count);
    char name[24];

    draw_state = 11;
    snprintf(name, sizeof name, "%s1e%ld", kind == HIT_BVH_AABBS ? "aabb" : "obb", lround(log10(count)));
    start(s, name, kind);
    s->count = count;
    if (kind == HIT_BVH_AABBS)
        s->aabb = scene_allocate(NULL, count, sizeof *s->aabb);
    else
        s->obb = scene_allocate(NULL, count, sizeof *s->obb);
    for (uint32_t i = 0; i < count; i++) {
        const float scale = cell * powf(2.0f, -uniform(0.5f, 3.5f));
        const hit_vec3 center = point(0.0f, 1.0f), half = hit_vec3_scale(point(0.25f, 1.0f), scale);
        if (kind == HIT_BVH_AABBS)
            s->aabb[i] = hit_aabb_make(hit_vec3_sub(center, half), hit_vec3_add(center, half));
        else
            s->obb[i] = hit_obb_make(center, rotation(), half);
    }
    scene_measure(s);
    s->eye = hit_vec3_make(0.9f, -1.3f, 1.1f);
    s->target = hit_vec3_make(0.5f, 0.5f, 0.5f);
    s->tangent = 0.4f;
}
