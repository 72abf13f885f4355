// The inline filter of hit_ray_triangle asks for no mode of the floating-point unit: in each of them, and at every
// scale, it discards nothing that is hit.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <hitscan/inline.h>
#include <math.h>

static hit_vec3 scaled(hit_vec3 v, int exponent)
{
    return hit_vec3_make(ldexpf(v.x, exponent), ldexpf(v.y, exponent), ldexpf(v.z, exponent));
}

// A triangle, and a ray at a point of it, of an edge, or beside it; most of them too large for floats, or too small, in
// some step.
static hit_ray draw_case(test_random* r, hit_triangle* triangle)
{
    const int place = (int)test_random_below(r, 250) - 124, size = place - (int)test_random_below(r, 30);
    const int away = place - (int)test_random_below(r, 60) + 30, speed = (int)test_random_below(r, 250) - 124;
    const hit_vec3 at = scaled(test_random_vec3(r, -3.9f, 3.9f), place);
    const float u = test_random_range(r, -0.1f, 1.1f),
                v = test_random_below(r, 2) == 0 ? 0.0f : test_random_range(r, -0.1f, 1.1f - u);
    hit_vec3 target, from;

    triangle->v0 = hit_vec3_add(at, scaled(test_random_vec3(r, -3.9f, 3.9f), size));
    triangle->v1 = hit_vec3_add(at, scaled(test_random_vec3(r, -3.9f, 3.9f), size));
    triangle->v2 = hit_vec3_add(at, scaled(test_random_vec3(r, -3.9f, 3.9f), size));
    target = hit_vec3_add(hit_vec3_scale(triangle->v0, 1.0f - u - v),
                          hit_vec3_add(hit_vec3_scale(triangle->v1, u), hit_vec3_scale(triangle->v2, v)));
    from = scaled(test_random_vec3(r, -1.0f, 1.0f), away < 126 ? away : 126);
    const float longest = fmaxf(fmaxf(fabsf(from.x), fabsf(from.y)), fabsf(from.z));
    const hit_vec3 unit = longest > 0.0f ? hit_vec3_make(-from.x / longest, -from.y / longest, -from.z / longest)
                                         : hit_vec3_make(1.0f, 0.0f, 0.0f);
    return hit_line_make(hit_vec3_add(target, from), scaled(unit, speed));
}

// A function that is called in a mode does its arithmetic in that mode.
typedef bool asker(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit);

static bool ask_inline(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    return hit_ray_triangle(ray, triangle, hit);
}

static asker* volatile ask = ask_inline;

static void every_mode_and_scale(void** state)
{
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_cases(300000);
    uint64_t hits = 0, large = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        hit_triangle triangle;
        const hit_ray ray = draw_case(&r, &triangle);
        hit_triangle_hit right = {0};
        const bool is_hit = hit_ray_triangle_exact(&ray, &triangle, &right);
        hits += is_hit;
        large += is_hit && fabsf(triangle.v0.x) > 0x1p100f;
        for (int mode = 0; mode < MODES; mode++) {
            hit_triangle_hit got = {0};
            bool found;
            mode_set(mode);
            found = ask(ray, &triangle, &got);
            mode_set(0);
            assert_int_equal(found, is_hit);
            assert_memory_equal(&got, &right, sizeof right);
        }
    }
    // A good part is hit, also of the largest ones.
    assert_true(cases < 1000 || (hits > cases / 300 && large > cases / 30000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_mode_and_scale)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
