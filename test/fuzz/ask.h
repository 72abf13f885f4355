// Questions to a tree, for fuzzers: each must end, and read nothing outside of the tree.
#ifndef HITSCAN_FUZZ_ASK_H
#define HITSCAN_FUZZ_ASK_H

#include <hitscan/hitscan.h>

// A fuzzer reports what it finds by ending the program.
#define REQUIRE(truth)                                                                                                 \
    do {                                                                                                               \
        if (!(truth))                                                                                                  \
            __builtin_trap();                                                                                          \
    } while (0)

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
    REQUIRE(hit_bvh_nearest(bvh, ray, NULL, all, 16) == (count < 16 ? count : 16));
    if (found) {
        REQUIRE(first.primitive == all[0].primitive && first.t == all[0].t);
        (void)hit_bvh_normal(bvh, &first);
    }
}

#endif
