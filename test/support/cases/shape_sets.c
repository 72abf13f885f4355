#include "support/cases/shape_sets.h"

const char* const scene_names[SCENE_CATEGORIES] = {"random", "grid", "surface", "far", "small", "large", "scales"};

static hit_vec3 whole(test_random* r, int most)
{
    const uint32_t n = (uint32_t)(2 * most + 1);
    const float x = (float)((int)test_random_below(r, n) - most), y = (float)((int)test_random_below(r, n) - most);
    return hit_vec3_make(x, y, (float)((int)test_random_below(r, n) - most));
}

static hit_vec3 offset(test_random* r, const scene* s, hit_vec3 from, float size)
{
    if (s->category == SCENE_GRID)
        return hit_vec3_add(from, whole(r, 2));
    if (s->category == SCENE_SCALES)
        return test_random_below(r, 4) ? test_random_exponents(r, -60, 60) : from;
    return hit_vec3_add(from, test_random_vec3(r, -size, size));
}

hit_vec3 scene_point(test_random* r, const scene* s)
{
    if (s->category == SCENE_GRID)
        return whole(r, 6);
    if (s->category == SCENE_SCALES)
        return test_random_exponents(r, -60, 60);
    return hit_vec3_add(s->middle, test_random_vec3(r, -s->size, s->size));
}

static hit_aabb sorted(hit_vec3 a, hit_vec3 b)
{
    return hit_aabb_make(hit_vec3_min(a, b), hit_vec3_max(a, b));
}

static bool solid(const hit_obb* obb)
{
    const hit_mat3x4 m = {{{obb->axis[0].x, obb->axis[0].y, obb->axis[0].z, 0},
                           {obb->axis[1].x, obb->axis[1].y, obb->axis[1].z, 0},
                           {obb->axis[2].x, obb->axis[2].y, obb->axis[2].z, 0}}};
    return hit_mat3x4_determinant(&m) != 0.0f;
}

static hit_obb oriented(test_random* r, const scene* s, float size)
{
    hit_obb obb = hit_obb_make(scene_point(r, s), test_random_quat(r), hit_vec3_scale(test_random_vec3(r, 0, 1), size));

    if (s->category == SCENE_GRID) {
        do {
            for (int k = 0; k < 3; k++)
                obb.axis[k] = whole(r, 2);
        } while (!solid(&obb));
        for (int k = 0; k < 3; k++)
            obb.half[k] = (float)test_random_below(r, 4);
    } else if (s->category == SCENE_SCALES) {
        for (int k = 0; k < 3; k++)
            obb.half[k] = fabsf(test_random_exponent(r, -60, 60));
    } else if (test_random_below(r, 8) == 0) {
        // Not perpendicular, not of unit length.
        for (int k = 0; k < 3; k++)
            obb.axis[k] = hit_vec3_add(obb.axis[k], test_random_vec3(r, -0.4f, 0.4f));
    }
    return obb;
}

static void soup(test_random* r, scene* s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const float size = s->size * (test_random_below(r, 5) ? 0.1f : 0.6f);
        const hit_vec3 a = scene_point(r, s), b = offset(r, s, a, size), c = offset(r, s, a, size);
        const uint32_t kind = test_random_below(r, 12);
        s->triangles[i] = hit_triangle_make(a, b,
                                            kind == 0   ? b
                                            : kind == 1 ? hit_vec3_scale(hit_vec3_add(a, b), 0.5f)
                                                        : c);
        s->boxes[i] = sorted(a, b);
        if (kind < 3)
            s->boxes[i].max.z = s->boxes[i].min.z;
        if (kind == 0)
            s->boxes[i].max = s->boxes[i].min, s->triangles[i].v1 = s->triangles[i].v2 = a;
        s->obbs[i] = oriented(r, s, size);
        if (i > 0 && test_random_below(r, 16) == 0) { // again
            const uint32_t j = test_random_below(r, i);
            s->triangles[i] = s->triangles[j];
            s->boxes[i] = s->boxes[j];
            s->obbs[i] = s->obbs[j];
        }
    }
}

static hit_vec3 surface_vertex(const scene* s, uint32_t i, uint32_t j, uint32_t n)
{
    const float x = (float)i / (float)n * 2.0f - 1.0f, y = (float)j / (float)n * 2.0f - 1.0f;
    const float z = 0.3f * x * y + 0.05f * (float)((i * 7 + j * 13) % 5);
    return hit_vec3_add(s->middle, hit_vec3_scale(hit_vec3_make(x, y, z), s->size));
}

static void surface(scene* s)
{
    uint32_t n = 1, i = 0;
    while (2 * (n + 1) * (n + 1) <= s->count)
        n++;
    for (uint32_t x = 0; x < n; x++) {
        for (uint32_t y = 0; y < n; y++) {
            const hit_vec3 a = surface_vertex(s, x, y, n), b = surface_vertex(s, x + 1, y, n);
            const hit_vec3 c = surface_vertex(s, x, y + 1, n), d = surface_vertex(s, x + 1, y + 1, n);
            for (int half = 0; half < 2; half++, i++) {
                s->triangles[i] = half ? hit_triangle_make(b, d, c) : hit_triangle_make(a, b, c);
                s->boxes[i] = sorted(half ? b : a, half ? c : b);
                s->obbs[i] = (hit_obb){half ? b : a,
                                       {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}},
                                       {s->size / (float)n, s->size / (float)n, 0.1f * s->size}};
            }
        }
    }
    s->count = i;
}

void scene_make(test_random* r, scene_category category, hit_bvh_kind kind, uint32_t count, scene* out)
{
    out->category = category;
    out->kind = kind;
    out->count = count > SCENE_MAX ? SCENE_MAX : count;
    out->size = category == SCENE_SMALL   ? 1e-30f
                : category == SCENE_LARGE ? 1e30f
                : category == SCENE_GRID  ? 6.0f
                                          : 4.0f;
    out->middle = category == SCENE_FAR ? hit_vec3_make(1e5f, -1e5f, 3e4f) : hit_vec3_make(0, 0, 0);
    if (category == SCENE_SURFACE || (category == SCENE_FAR && test_random_below(r, 2)))
        surface(out);
    else
        soup(r, out);
}

hit_vec3 scene_corner(test_random* r, const scene* s)
{
    const uint32_t i = test_random_below(r, s->count), which = test_random_below(r, 8);

    if (s->kind == HIT_BVH_TRIANGLES)
        return which % 3 == 0 ? s->triangles[i].v0 : which % 3 == 1 ? s->triangles[i].v1 : s->triangles[i].v2;
    if (s->kind == HIT_BVH_AABBS)
        return hit_vec3_make(which & 1 ? s->boxes[i].max.x : s->boxes[i].min.x,
                             which & 2 ? s->boxes[i].max.y : s->boxes[i].min.y,
                             which & 4 ? s->boxes[i].max.z : s->boxes[i].min.z);
    return which & 1 ? s->obbs[i].center
                     : hit_vec3_add(s->obbs[i].center, hit_vec3_scale(s->obbs[i].axis[0], s->obbs[i].half[0]));
}

hit_bvh* scene_tree(const scene* s, hit_bvh_quality quality)
{
    const hit_bvh_options options = {.quality = quality};
    const hit_mesh mesh = {.vertices = s->triangles, .vertex_count = 3 * s->count, .triangle_count = s->count};
    hit_bvh* bvh = NULL;

    if (s->kind == HIT_BVH_TRIANGLES)
        hit_bvh_build_triangles(&mesh, &options, &bvh, NULL);
    else if (s->kind == HIT_BVH_AABBS)
        hit_bvh_build_aabbs(s->boxes, 0, s->count, &options, &bvh, NULL);
    else
        hit_bvh_build_obbs(s->obbs, 0, s->count, &options, &bvh, NULL);
    return bvh;
}
