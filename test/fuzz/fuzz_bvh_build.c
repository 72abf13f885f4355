// Any geometry: a tree that is right, with the answers of a loop over all primitives.
//
// The bytes choose kind, quality and kind of indices, then numbers: mostly of a small grid, so that things meet, touch
// and repeat, and now and then any bits at all. What is left over becomes rays.
#include "fuzz/ask.h"

#include <math.h>
#include <string.h>

enum { PRIMITIVES_MAX = 48, VERTICES_MAX = 24, COPIES_MAX = 200 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

typedef struct input {
    const uint8_t* data;
    size_t size;
} input;

static uint8_t take(input* in)
{
    if (in->size == 0)
        return 0;
    in->size--;
    return *in->data++;
}

static float take_float(input* in)
{
    static const float odd[16] = {NAN,        INFINITY, -INFINITY,  0x1.fffffep127f, -0x1.fffffep127f, 0x1p-149f,
                                  -0x1p-149f, -0.0f,    0x1p-126f,  0x1p100f,        0x1p-100f,        1e30f,
                                  -1e-30f,    0x1p127f, 3.1415927f, -0x1p60f};
    const uint8_t what = take(in);
    uint32_t bits = 0;
    float x;

    if (what < 224)
        return (float)(what % 16 - 8) * (what < 112 ? 1.0f : 0.125f);
    if (what < 248)
        return odd[what % 16];
    for (int i = 0; i < 4; i++)
        bits = bits << 8 | take(in);
    memcpy(&x, &bits, sizeof x);
    return x;
}

static hit_vec3 take_vec3(input* in)
{
    const float x = take_float(in), y = take_float(in), z = take_float(in);
    return hit_vec3_make(x, y, z);
}

// What a tree is built from.
typedef struct source {
    hit_bvh_kind kind;
    hit_bvh_options options;
    hit_mesh mesh;
    uint32_t count;
    hit_vec3 vertices[VERTICES_MAX];
    uint16_t short_indices[3 * COPIES_MAX];
    uint32_t indices[3 * COPIES_MAX];
    hit_aabb aabbs[COPIES_MAX];
    hit_obb obbs[COPIES_MAX];
} source;

static void take_source(input* in, source* s)
{
    const uint8_t what = take(in);

    memset(s, 0, sizeof *s);
    s->kind = (hit_bvh_kind)(what % 4 == 3 ? 0 : what % 4);
    s->options.quality = (hit_bvh_quality)(what / 4 % 3);
    s->count = take(in) % (PRIMITIVES_MAX + 1);
    if (s->kind == HIT_BVH_TRIANGLES) {
        s->mesh.index_type = (hit_index_type)(what / 16 % 3);
        s->mesh.vertex_count = VERTICES_MAX;
        for (int i = 0; i < VERTICES_MAX; i++)
            s->vertices[i] = take_vec3(in);
        for (uint32_t i = 0; i < 3 * s->count; i++)
            s->short_indices[i] = (uint16_t)(s->indices[i] = take(in) % (VERTICES_MAX + 1));
        // Where there are many, some may be presplit: the first few, again and again.
        for (uint32_t i = 3 * s->count; what >= 192 && s->mesh.index_type != HIT_INDEX_NONE && i < 3 * COPIES_MAX; i++)
            s->short_indices[i] = (uint16_t)(s->indices[i] = s->indices[i % 6]);
        if (what >= 192 && s->mesh.index_type != HIT_INDEX_NONE)
            s->count = COPIES_MAX;
        s->mesh.vertices = s->vertices;
        s->mesh.triangle_count = s->count;
        if (s->mesh.index_type != HIT_INDEX_NONE) // indices without a type are refused
            s->mesh.indices = s->mesh.index_type == HIT_INDEX_U16 ? (const void*)s->short_indices : s->indices;
    }
    for (uint32_t i = 0; s->kind == HIT_BVH_AABBS && i < s->count; i++) {
        s->aabbs[i].min = take_vec3(in);
        s->aabbs[i].max = take_vec3(in);
    }
    for (uint32_t i = 0; s->kind == HIT_BVH_OBBS && i < s->count; i++) {
        const hit_vec3 center = take_vec3(in), half = take_vec3(in);
        s->obbs[i] = hit_obb_make(center, hit_quat_from_axis_angle(hit_vec3_make(1, 2, 3), take_float(in)), half);
        if (take(in) % 8 == 0)
            s->obbs[i].axis[take(in) % 3] = take_vec3(in);
    }
}

static hit_status build(const source* s, hit_bvh** bvh)
{
    switch (s->kind) {
    case HIT_BVH_TRIANGLES:
        return hit_bvh_build_triangles(&s->mesh, &s->options, bvh, NULL);
    case HIT_BVH_AABBS:
        return hit_bvh_build_aabbs(s->aabbs, 0, s->count, &s->options, bvh, NULL);
    default:
        return hit_bvh_build_obbs(s->obbs, 0, s->count, &s->options, bvh, NULL);
    }
}

static hit_status refit(const source* s, hit_bvh* bvh)
{
    switch (s->kind) {
    case HIT_BVH_TRIANGLES:
        return hit_bvh_refit_triangles(bvh, &s->mesh, NULL, NULL);
    case HIT_BVH_AABBS:
        return hit_bvh_refit_aabbs(bvh, s->aabbs, 0, s->count, NULL, NULL);
    default:
        return hit_bvh_refit_obbs(bvh, s->obbs, 0, s->count, NULL, NULL);
    }
}

static hit_vec3 turned(hit_vec3 v)
{
    return hit_vec3_make(-v.y, v.z, v.x);
}

// Other places for everything, which keep good what is good and together what is together.
static void move(source* s)
{
    for (int i = 0; i < VERTICES_MAX; i++)
        s->vertices[i] = turned(s->vertices[i]);
    for (uint32_t i = 0; i < s->count; i++) {
        const hit_aabb box = s->aabbs[i];
        s->aabbs[i].min = hit_vec3_make(-box.max.y, box.min.z, box.min.x);
        s->aabbs[i].max = hit_vec3_make(-box.min.y, box.max.z, box.max.x);
        s->obbs[i].center = turned(s->obbs[i].center);
        for (int k = 0; k < 3; k++)
            s->obbs[i].axis[k] = turned(s->obbs[i].axis[k]);
    }
}

// The triangle of a primitive; false when a vertex is not there. Those that are not finite are hit by nothing.
static bool triangle_of(const source* s, uint32_t id, hit_triangle* t)
{
    hit_vec3 v[3];

    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t index = s->mesh.index_type == HIT_INDEX_NONE ? 3 * id + k : s->indices[3 * id + k];
        if (index >= VERTICES_MAX)
            return false;
        v[k] = s->vertices[index];
    }
    *t = (hit_triangle){v[0], v[1], v[2]};
    return true;
}

// One primitive against one ray, without a tree.
static bool hits(const source* s, uint32_t id, hit_ray ray, float* t)
{
    hit_triangle triangle;
    hit_triangle_hit hit;
    hit_span span;
    bool found = false;

    if (s->kind == HIT_BVH_TRIANGLES) {
        found = triangle_of(s, id, &triangle) && hit_ray_triangle(ray, &triangle, &hit);
        *t = found ? hit.t : 0.0f;
        return found;
    }
    if (s->kind == HIT_BVH_AABBS)
        found = hit_ray_aabb(ray, s->aabbs[id], &span);
    else // a set without bounds is no box for a tree
        found = !hit_aabb_is_empty(hit_obb_bounds(&s->obbs[id])) && hit_ray_obb(ray, &s->obbs[id], &span);
    *t = found ? span.t_enter : 0.0f;
    return found;
}

static void compare(const source* s, const hit_bvh* bvh, hit_ray ray)
{
    uint32_t count = 0;
    float best = INFINITY;
    bool found = false;
    hit_bvh_hit first = {0};

    for (uint32_t id = 0; id < s->count; id++) {
        float t;
        if (hits(s, id, ray, &t)) {
            count++;
            best = !found || t < best ? t : best;
            found = true;
        }
    }
    REQUIRE(hit_bvh_count(bvh, ray, NULL) == count);
    REQUIRE(hit_bvh_first(bvh, ray, NULL, &first) == found);
    if (found) {
        float t;
        REQUIRE(first.t == best);
        REQUIRE(hits(s, first.primitive, ray, &t) && t == best);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    enum { RAYS_MAX = 4 };
    static source s;
    input in = {data, size};
    hit_ray rays[RAYS_MAX];
    uint32_t count = 0;
    hit_error error = {0};
    hit_bvh* bvh = NULL;

    take_source(&in, &s);
    REQUIRE(build(&s, &bvh) == HIT_OK && bvh != NULL);
    REQUIRE(hit_bvh_validate(bvh, &error) == HIT_OK);
    for (; count < RAYS_MAX && in.size > 0; count++) {
        const hit_vec3 origin = take_vec3(&in), direction = take_vec3(&in);
        rays[count] = take(&in) % 2 == 0 ? hit_line_make(origin, direction) : hit_ray_make(origin, direction);
        compare(&s, bvh, rays[count]);
        ask_with_ray(bvh, rays[count]);
        if (count == 0)
            ask_about_point(bvh, origin, direction.x);
    }
    // Everything goes elsewhere: turned, so that what was one stays one.
    move(&s);
    REQUIRE(refit(&s, bvh) == HIT_OK);
    REQUIRE(hit_bvh_validate(bvh, &error) == HIT_OK);
    for (uint32_t i = 0; i < count; i++)
        compare(&s, bvh, rays[i]);
    hit_bvh_destroy(bvh);
    return 0;
}
