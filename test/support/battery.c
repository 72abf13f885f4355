#include "support/battery.h"

#include <string.h>

const char* const battery_names[BATTERY_KINDS] = {
    "ray_aabb",   "ray_aabb_exact", "ray_obb",      "ray_box_affine", "ray_triangle", "ray_triangle_exact", "ray_plane",
    "ray_sphere", "ray_capsule",    "ray_cylinder", "ray_disc",       "aabb_nearest", "aabb_mask",          "contains",
};

void battery_make(battery_case* cases, size_t count, uint64_t seed)
{
    test_random r = test_random_make(seed);

    for (size_t i = 0; i < count; i++) {
        const test_category category = (test_category)test_random_below(&r, CASE_CATEGORIES);
        battery_case* c = &cases[i];
        hit_vec3 grid[6], any[6];
        float size[6];
        const hit_quat q = test_random_quat(&r);
        const float tiny = ldexpf(1.0f, -(int)test_random_below(&r, 140));
        const bool small = test_random_below(&r, 4) == 0; // everything denormal or close to it

        memset(c, 0, sizeof *c);
        c->box = test_case_box(&r, category);
        c->ray = test_case_ray(&r, category, c->box);
        for (int k = 0; k < 6;
             k++) // drawn one after the other: the order of evaluation of arguments is a compiler's choice
            grid[k] = test_random_grid_vec3(&r), any[k] = test_random_vec3(&r, -4, 4),
            size[k] = test_random_range(&r, 0, 3);
        c->obb = hit_obb_make(grid[0], q, hit_vec3_make(size[0], size[1], size[2]));
        c->matrix = hit_mat3x4_from_trs(grid[1], q, grid[2]);
        c->triangle = hit_triangle_make(grid[0], any[0], grid[1]);
        c->plane = hit_plane_make(grid[2], any[1]);
        c->sphere = hit_sphere_make(grid[3], size[3]);
        c->capsule = hit_capsule_make(grid[4], any[2], size[4]);
        c->cylinder = hit_cylinder_make(any[3], grid[5], size[5]);
        c->disc = hit_disc_make(grid[2], any[4], size[0]);
        if (test_random_below(&r, 16) == 0) {
            // A line whose entry through x is at t = -0.5, a quotient with a denormal numerator that flush-to-zero turns into
            // 0, and whose exit through y is before that 0 and now and then after -0.5.
            const float exit = test_random_range(&r, -0.75f, -0.125f);
            c->ray = hit_line_make(hit_vec3_make(0.0f, 0.0f, 0.0f), hit_vec3_make(FLT_MIN, 1.0f, 0.001f));
            c->box = hit_aabb_make(hit_vec3_make(-0x1p-127f, -4.0f, -4.0f), hit_vec3_make(1.0f, exit, 4.0f));
        } else if (small) {
            const float k = tiny * 0x1p-8f;
            c->box = hit_aabb_make(hit_vec3_scale(c->box.min, k), hit_vec3_scale(c->box.max, k));
            c->ray.origin = hit_vec3_scale(c->ray.origin, k);
            if (test_random_below(&r, 2))
                c->ray.direction = hit_vec3_scale(c->ray.direction, k);
            c->obb.center = hit_vec3_scale(c->obb.center, k);
            c->obb.half[0] *= k, c->obb.half[1] *= k, c->obb.half[2] *= k;
            for (int row = 0; row < 3; row++)
                c->matrix.m[row][3] *= k;
            c->triangle.v0 = hit_vec3_scale(c->triangle.v0, k);
            c->triangle.v1 = hit_vec3_scale(c->triangle.v1, k);
            c->triangle.v2 = hit_vec3_scale(c->triangle.v2, k);
            c->plane.offset *= k;
            c->sphere.center = hit_vec3_scale(c->sphere.center, k), c->sphere.radius *= k;
            c->capsule.a = hit_vec3_scale(c->capsule.a, k), c->capsule.b = hit_vec3_scale(c->capsule.b, k);
            c->capsule.radius *= k;
            c->cylinder.a = hit_vec3_scale(c->cylinder.a, k), c->cylinder.b = hit_vec3_scale(c->cylinder.b, k);
            c->cylinder.radius *= k;
            c->disc.center = hit_vec3_scale(c->disc.center, k), c->disc.radius *= k;
        }
    }
}

// FNV-1a, a word at a time.
static void mix(uint64_t* hash, uint32_t word)
{
    *hash = (*hash ^ word) * 0x100000001b3u;
}

static void mix_float(uint64_t* hash, float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    mix(hash, bits);
}

// `alone` is the answer to the same question without an output: another path through the filters.
static void mix_span(uint64_t* hash, bool hit, const hit_span* s, bool alone)
{
    mix(hash, hit + 2u * alone);
    if (!hit)
        return;
    mix_float(hash, s->t_enter);
    mix_float(hash, s->t_exit);
    mix(hash, (uint32_t)(s->face_enter * 16 + s->face_exit * 2 + s->inside));
}

static void mix_triangle(uint64_t* hash, bool hit, const hit_triangle_hit* h, bool alone)
{
    mix(hash, hit + 2u * alone);
    if (!hit)
        return;
    mix_float(hash, h->t);
    mix_float(hash, h->u);
    mix_float(hash, h->v);
    mix_float(hash, h->w);
    mix(hash, (uint32_t)h->side);
}

void battery_run(const battery_case* cases, size_t count, uint64_t hash[BATTERY_KINDS])
{
    for (int k = 0; k < BATTERY_KINDS; k++)
        hash[k] = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) {
        const battery_case* c = &cases[i];
        const uint32_t few = (uint32_t)(count - i < 40 ? count - i : 40);
        hit_span s = {0};
        hit_triangle_hit t = {0};
        uint32_t mask[2] = {0}, index = 0;

        mix_span(&hash[0], hit_ray_aabb(c->ray, c->box, &s), &s, hit_ray_aabb(c->ray, c->box, NULL));
        mix_span(&hash[1], hit_ray_aabb_exact(&c->ray, &c->box, &s), &s, hit_ray_aabb_exact(&c->ray, &c->box, NULL));
        mix_span(&hash[2], hit_ray_obb(c->ray, &c->obb, &s), &s, hit_ray_obb(c->ray, &c->obb, NULL));
        mix_span(&hash[3], hit_ray_box_affine(c->ray, c->box, &c->matrix, &s), &s,
                 hit_ray_box_affine(c->ray, c->box, &c->matrix, NULL));
        mix_triangle(&hash[4], hit_ray_triangle(c->ray, &c->triangle, &t), &t,
                     hit_ray_triangle(c->ray, &c->triangle, NULL));
        mix_triangle(&hash[5], hit_ray_triangle_exact(&c->ray, &c->triangle, &t), &t,
                     hit_ray_triangle_exact(&c->ray, &c->triangle, NULL));
        mix_span(&hash[6], hit_ray_plane(c->ray, c->plane, &s), &s, hit_ray_plane(c->ray, c->plane, NULL));
        mix_span(&hash[7], hit_ray_sphere(c->ray, c->sphere, &s), &s, hit_ray_sphere(c->ray, c->sphere, NULL));
        mix_span(&hash[8], hit_ray_capsule(c->ray, c->capsule, &s), &s, hit_ray_capsule(c->ray, c->capsule, NULL));
        mix_span(&hash[9], hit_ray_cylinder(c->ray, c->cylinder, &s), &s, hit_ray_cylinder(c->ray, c->cylinder, NULL));
        mix_span(&hash[10], hit_ray_disc(c->ray, c->disc, &s), &s, hit_ray_disc(c->ray, c->disc, NULL));
        mix_span(&hash[11], hit_ray_aabb_nearest(c->ray, &c->box, sizeof *c, few, &index, &s), &s,
                 hit_ray_aabb_nearest(c->ray, &c->box, sizeof *c, few, NULL, NULL));
        mix(&hash[11], index);
        mix(&hash[12], hit_ray_aabb_mask(c->ray, &c->box, sizeof *c, few, mask));
        mix(&hash[12], mask[0]);
        mix(&hash[12], mask[1]);
        mix(&hash[13], hit_aabb_contains(c->box, c->ray.origin) * 4u + hit_obb_contains(&c->obb, c->ray.origin) * 2u +
                           hit_sphere_contains(c->sphere, c->ray.origin));
    }
}
