#include "support/cases/battery.h"

#include <hitscan/inline.h>
#include <string.h>

const char* const battery_names[BATTERY_KINDS] = {
    "ray_aabb",           "ray_aabb_exact", "ray_obb",     "ray_box_affine", "ray_triangle",
    "ray_triangle_exact", "ray_plane",      "ray_sphere",  "ray_capsule",    "ray_cylinder",
    "ray_disc",           "aabb_nearest",   "aabb_mask",   "contains",       "ray_cone",
    "cone_aabb",          "cone_obb",       "cone_sphere", "cone_triangle",  "cone_point",
    "cone_contains",      "cone_mask",      "frustum",     "frustum_mask",   "overlap",
};

// A cone of any kind about the box of a case, wide or narrow, and a frustum.
static void make_volumes(test_random* r, battery_case* c)
{
    const hit_vec3 aside = test_random_grid_vec3(r), axis = test_random_grid_vec3(r), any = test_random_vec3(r, -4, 4);
    const hit_vec3 corner = test_random_below(r, 2) ? c->box.min : c->box.max;
    const int exponent = (int)test_random_below(r, 32) - 20;
    const float tangent = ldexpf(test_random_range(r, 0.5f, 1.0f), exponent);
    const float low = test_random_range(r, 0.0f, 2.0f), length = test_random_range(r, 0.0f, 6.0f);
    const uint32_t kind = test_random_below(r, 5), place = test_random_below(r, 4);
    const float unit = hit_vec3_length(hit_vec3_sub(c->box.max, c->box.min));
    const hit_view camera = {any,        axis, aside,        length / 2.0f,      3.0f,
                             1.0f + low, 1.0f, 0.125f + low, 1.0f + low + length};
    hit_frustum frustum;

    // At a corner of the box, or away from it by its own size, whatever that is.
    c->cone = hit_cone_from_tan(place == 0 ? corner : hit_vec3_add(corner, hit_vec3_scale(aside, 0.25f * unit)),
                                place == 1 ? any : axis, tangent);
    if (kind == 1)
        c->cone = hit_cone_clip(c->cone, low * unit, HUGE_VALF);
    if (kind == 2)
        c->cone = hit_cone_clip(c->cone, low * unit, low * unit);
    if (kind >= 3)
        c->cone = hit_cone_clip(c->cone, kind == 3 ? 0.0f : low * unit, (low + length) * unit);
    if (hit_frustum_from_view(&camera, &frustum))
        c->frustum = frustum;
    else
        c->frustum.plane[0] = hit_plane_make(any, axis);
}

void battery_make(battery_case* cases, size_t count, uint64_t seed)
{
    test_random r = test_random_make(seed), volumes = test_random_make(seed + 1000);

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
            // A line whose entry through x is at t = -0.5, a quotient with a denormal numerator that flush-to-zero
            // turns into 0, and whose exit through y is before that 0 and now and then after -0.5.
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
        make_volumes(&volumes, c);
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

static void mix_double(uint64_t* hash, double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    mix(hash, (uint32_t)bits);
    mix(hash, (uint32_t)(bits >> 32));
}

// `alone` is the relation without evidence, and yes or no.
static void mix_relation(uint64_t* hash, hit_relation relation, const hit_cone_evidence* e, unsigned alone)
{
    mix(hash, (uint32_t)relation + 4u * alone + 64u * (uint32_t)e->feature + 4096u * (uint32_t)e->index);
    for (int i = 0; i < 3; i++) {
        mix_double(hash, e->point[i]);
        mix_double(hash, e->normal[i]);
    }
    mix_double(hash, e->height);
    mix_double(hash, e->margin);
    mix_double(hash, e->offset);
}

static void mix_cones(uint64_t* hash, const battery_case* c)
{
    const hit_cone* k = &c->cone;
    hit_cone_evidence e;

    mix_relation(&hash[0], hit_cone_aabb(k, c->box, &e), &e,
                 (unsigned)hit_cone_aabb(k, c->box, NULL) * 2u + hit_cone_meets_aabb(k, c->box));
    mix_relation(&hash[1], hit_cone_obb(k, &c->obb, &e), &e,
                 (unsigned)hit_cone_obb(k, &c->obb, NULL) * 2u + hit_cone_meets_obb(k, &c->obb));
    mix_relation(&hash[2], hit_cone_sphere(k, c->sphere, &e), &e,
                 (unsigned)hit_cone_sphere(k, c->sphere, NULL) * 2u + hit_cone_meets_sphere(k, c->sphere));
    mix_relation(&hash[3], hit_cone_triangle(k, &c->triangle, &e), &e,
                 (unsigned)hit_cone_triangle(k, &c->triangle, NULL) * 2u + hit_cone_meets_triangle(k, &c->triangle));
    mix_relation(&hash[4], hit_cone_point(k, c->ray.origin, &e), &e,
                 hit_cone_meets_segment(k, c->ray.origin, c->box.max));
    mix(&hash[5], hit_cone_contains(k, c->ray.origin) + hit_cone_contains_aabb(k, c->box) * 2u +
                      hit_cone_contains_obb(k, &c->obb) * 4u + hit_cone_contains_sphere(k, c->sphere) * 8u +
                      hit_cone_contains_triangle(k, &c->triangle) * 16u +
                      hit_cone_contains_segment(k, c->ray.origin, c->box.max) * 32u);
    const hit_aabb bounds = hit_cone_bounds(k);
    const float* f = &bounds.min.x;
    for (int i = 0; i < 6; i++)
        mix_float(&hash[5], f[i]);
}

static void mix_frusta(uint64_t* hash, const battery_case* c)
{
    const hit_frustum* f = &c->frustum;

    for (int i = 0; i < 6; i++) {
        mix_float(hash, f->plane[i].normal.x);
        mix_float(hash, f->plane[i].normal.y);
        mix_float(hash, f->plane[i].normal.z);
        mix_float(hash, f->plane[i].offset);
    }
    mix(hash, (uint32_t)hit_frustum_aabb(f, c->box) * 4u + (uint32_t)hit_frustum_aabb_quick(f, c->box));
    mix(hash, (uint32_t)hit_frustum_obb(f, &c->obb) * 4u + (uint32_t)hit_frustum_obb_quick(f, &c->obb));
    mix(hash, (uint32_t)hit_frustum_sphere(f, c->sphere) * 4u + (uint32_t)hit_frustum_sphere_quick(f, c->sphere));
    mix(hash,
        (uint32_t)hit_frustum_triangle(f, &c->triangle) * 4u + (uint32_t)hit_frustum_triangle_quick(f, &c->triangle));
    mix(hash, (uint32_t)hit_frustum_point(f, c->box.min) * 4u + (uint32_t)hit_frustum_point_quick(f, c->box.min));
}

static void mix_overlaps(uint64_t* hash, const battery_case* c, const battery_case* next)
{
    mix(hash, hit_aabb_aabb(c->box, next->box) + hit_aabb_obb(c->box, &c->obb) * 2u +
                  hit_obb_obb(&c->obb, &next->obb) * 4u + hit_aabb_triangle(c->box, &c->triangle) * 8u +
                  hit_sphere_sphere(c->sphere, next->sphere) * 16u + hit_sphere_aabb(c->sphere, c->box) * 32u +
                  hit_sphere_obb(c->sphere, &c->obb) * 64u + hit_sphere_triangle(c->sphere, &c->triangle) * 128u);
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
        uint32_t mask[2] = {0}, inside[2] = {0}, index = 0;

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
        mix_span(&hash[11], hit_ray_aabb_first(c->ray, &c->box, sizeof *c, few, &index, &s), &s,
                 hit_ray_aabb_first(c->ray, &c->box, sizeof *c, few, NULL, NULL));
        mix(&hash[11], index);
        mix(&hash[12], hit_ray_aabb_mask(c->ray, &c->box, sizeof *c, few, mask));
        mix(&hash[12], mask[0]);
        mix(&hash[12], mask[1]);
        mix(&hash[13], hit_aabb_contains(c->box, c->ray.origin) * 4u + hit_obb_contains(&c->obb, c->ray.origin) * 2u +
                           hit_sphere_contains(c->sphere, c->ray.origin));
        mix_span(&hash[14], hit_ray_cone(c->ray, &c->cone, &s), &s, hit_ray_cone(c->ray, &c->cone, NULL));
        mix_cones(&hash[15], c);
        mix(&hash[21], hit_cone_aabb_mask(&c->cone, &c->box, sizeof *c, few, mask));
        mix(&hash[21], mask[0]);
        mix(&hash[21], mask[1]);
        mix_frusta(&hash[22], c);
        mix(&hash[23], hit_frustum_aabb_mask(&c->frustum, &c->box, sizeof *c, few, mask, inside));
        mix(&hash[23], mask[0] ^ inside[1]);
        mix(&hash[23], mask[1] ^ inside[0]);
        mix(&hash[23], hit_frustum_aabb_mask_quick(&c->frustum, &c->box, sizeof *c, few, mask, inside));
        mix(&hash[23], mask[0] ^ inside[1]);
        mix(&hash[23], mask[1] ^ inside[0]);
        mix_overlaps(&hash[24], c, i + 1 < count ? c + 1 : cases);
    }
}
