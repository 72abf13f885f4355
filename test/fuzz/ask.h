// Questions to a tree, for fuzzers: each must end, and read nothing outside of the tree.
#ifndef HITSCAN_FUZZ_ASK_H
#define HITSCAN_FUZZ_ASK_H

#include "fuzz/require.h"

#include <hitscan/hitscan.h>

#include <math.h>

static bool go_on(void* context, const hit_bvh_hit* hit)
{
    (void)context;
    (void)hit;
    return true;
}

// All kinds of queries with one ray. Answers of different kinds must agree with each other.
static void ask_with_ray(const hit_bvh* bvh, hit_ray ray)
{
    hit_bvh_hit first = {0}, all[16] = {0};
    const bool found = hit_bvh_first(bvh, ray, NULL, &first);
    const uint32_t count = hit_bvh_count(bvh, ray, NULL);

    REQUIRE(hit_bvh_any(bvh, ray, NULL) == found);
    REQUIRE((count > 0) == found);
    REQUIRE(hit_bvh_all(bvh, ray, NULL, all, 16) == count);
    REQUIRE(hit_bvh_visit(bvh, ray, NULL, go_on, NULL) == count);
    REQUIRE(hit_bvh_first_k(bvh, ray, NULL, all, 16) == (count < 16 ? count : 16));
    if (found) {
        REQUIRE(first.primitive == all[0].primitive && first.t == all[0].t);
        (void)hit_bvh_normal(bvh, &first);
    }
}

// Volumes of all kinds about a point, and what is closest to it.
static void ask_about_point(const hit_bvh* bvh, hit_vec3 point, float size)
{
    const hit_sphere sphere = {point, size};
    const hit_aabb box = hit_aabb_from_center(point, hit_vec3_make(size, size, size));
    const hit_obb turned = hit_obb_make(point, hit_quat_from_axis_angle(hit_vec3_make(1, 2, 3), 1.0f),
                                        hit_vec3_make(size, size / 2, size / 4));
    const hit_cone cone = {point, {1, 1, 0}, 0.5f, 0.0f, size};
    hit_bvh_closest closest[4];
    uint32_t found[4];

    for (int relation = HIT_INCLUDE_TOUCHING; relation <= HIT_INCLUDE_INSIDE; relation++) {
        const hit_include which = (hit_include)relation;
        (void)hit_bvh_in_sphere(bvh, sphere, which, NULL, found, 4);
        (void)hit_bvh_in_aabb(bvh, box, which, NULL, found, 4);
        (void)hit_bvh_in_obb(bvh, &turned, which, NULL, found, 4);
        (void)hit_bvh_in_cone(bvh, &cone, which, NULL, found, 4);
    }
    REQUIRE(hit_bvh_in_aabb(bvh, box, HIT_INCLUDE_INSIDE, NULL, NULL, 0) <=
            hit_bvh_in_aabb(bvh, box, HIT_INCLUDE_TOUCHING, NULL, NULL, 0));
    REQUIRE(hit_bvh_closest_points(bvh, point, INFINITY, NULL, closest, 4) <= 4);
}

#endif
