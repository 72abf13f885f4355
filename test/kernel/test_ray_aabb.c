// One ray against one box: the kernel for AVX2 and the inline filter give the answers of the portable code, to the last
// bit.
//
// The floats are few and short, so that rays meet edges, corners and their own ends exactly, and all are met in one
// direction or the other; then some are shifted by an ulp, and some replaced by numbers that are none, too large or too
// small.
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"

#include <float.h>
#include <hitscan/hitscan.h>
#include <hitscan/inline.h>

static float any_number(test_random* r)
{
    static const float special[] = {0.0f,    -0.0f,     FLT_MAX,    -FLT_MAX,  HUGE_VALF, -HUGE_VALF, NAN,
                                    FLT_MIN, 0x1p-149f, -0x1p-149f, 0x1p-100f, 0x1p+100f, -0x1p+64f};
    return special[test_random_below(r, sizeof special / sizeof special[0])];
}

// A short number; one in `odds` is moved by an ulp, or is a special one.
static float number(test_random* r, uint32_t odds)
{
    const float x = (float)((int)test_random_below(r, 9) - 4) * (test_random_below(r, 4) ? 0.5f : 0.25f);
    const uint32_t k = test_random_below(r, odds);
    return k > 1 ? x : k == 1 ? nextafterf(x, test_random_below(r, 2) ? HUGE_VALF : -HUGE_VALF) : any_number(r);
}

static hit_vec3 vector(test_random* r, uint32_t odds)
{
    const float x = number(r, odds), y = number(r, odds);
    return hit_vec3_make(x, y, number(r, odds));
}

typedef struct answer {
    bool hit, yes;
    hit_span span;
} answer;

static bool same(const answer* a, const answer* b)
{
    return a->hit == b->hit && a->yes == b->yes && memcmp(&a->span.t_enter, &b->span.t_enter, sizeof(float)) == 0 &&
           memcmp(&a->span.t_exit, &b->span.t_exit, sizeof(float)) == 0 && a->span.face_enter == b->span.face_enter &&
           a->span.face_exit == b->span.face_exit && a->span.inside == b->span.inside;
}

static answer ask(const hit_ray* ray, const hit_aabb* box, bool inlined)
{
    answer a = {.span = {-77.0f, -78.0f, -79, -80, true}}; // untouched by a miss
    if (inlined) {
        a.hit = hit_ray_aabb(*ray, *box, &a.span);
        a.yes = hit_ray_aabb(*ray, *box, NULL);
    } else {
        a.hit = hit_ray_aabb_exact(ray, box, &a.span);
        a.yes = hit_ray_aabb_exact(ray, box, NULL);
    }
    return a;
}

static void compare(const hit_ray* ray, const hit_aabb* box, uint64_t* hits)
{
    answer portable, kernel, inlined;

    hit_cpu_restrict(HIT_CPU_PORTABLE);
    portable = ask(ray, box, false);
    hit_cpu_restrict(hit_cpu_best());
    kernel = ask(ray, box, false);
    inlined = ask(ray, box, true);
    *hits += portable.hit;
    assert_true(portable.hit == portable.yes);
    if (!same(&kernel, &portable) || !same(&inlined, &portable)) {
        printf("ray {%a, %a, %a} + t {%a, %a, %a}, t in [%a, %a]; box {%a, %a, %a} to {%a, %a, %a}\n",
               (double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z, (double)ray->direction.x,
               (double)ray->direction.y, (double)ray->direction.z, (double)ray->t_min, (double)ray->t_max,
               (double)box->min.x, (double)box->min.y, (double)box->min.z, (double)box->max.x, (double)box->max.y,
               (double)box->max.z);
        fail_msg("portable %d [%a, %a] %d %d, kernel %d [%a, %a] %d %d, inline %d [%a, %a] %d %d", portable.hit,
                 (double)portable.span.t_enter, (double)portable.span.t_exit, portable.span.face_enter,
                 portable.span.face_exit, kernel.hit, (double)kernel.span.t_enter, (double)kernel.span.t_exit,
                 kernel.span.face_enter, kernel.span.face_exit, inlined.hit, (double)inlined.span.t_enter,
                 (double)inlined.span.t_exit, inlined.span.face_enter, inlined.span.face_exit);
    }
}

static void run(uint32_t odds)
{
    const uint64_t cases = test_cases(2000000);
    test_random r = test_random_make(test_seed() + odds);
    uint64_t hits = 0;

    for (uint64_t i = 0; i < cases; i++) {
        const hit_vec3 a = vector(&r, odds), b = vector(&r, odds);
        const float t = number(&r, odds), u = number(&r, odds);
        const uint32_t kind = test_random_below(&r, 8);
        const hit_aabb box = {{fminf(a.x, b.x), fminf(a.y, b.y), kind == 7 ? a.z : fminf(a.z, b.z)},
                              {fmaxf(a.x, b.x), fmaxf(a.y, b.y), kind == 7 ? b.z : fmaxf(a.z, b.z)}};
        hit_ray ray = {vector(&r, odds), vector(&r, odds), fminf(t, u), fmaxf(t, u)};
        if (kind < 3)
            ray.t_max = HUGE_VALF;
        if (kind < 2)
            ray.t_min = kind == 0 ? -HUGE_VALF : number(&r, odds);
        compare(&ray, &box, &hits);
    }
    assert_true(cases < 1000 || hits > cases / 100);
}

static void short_numbers(void** state)
{
    (void)state;
    run(1000);
}

static void next_to_short_numbers(void** state)
{
    (void)state;
    run(8);
}

// Numbers of all sizes: differences that are not exact in double, products that overflow in float.
static void all_sizes(void** state)
{
    const uint64_t cases = test_cases(1000000);
    test_random r = test_random_make(test_seed() + 1);
    uint64_t hits = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const hit_aabb box = test_case_box(&r, (test_category)(i % CASE_CATEGORIES));
        hit_ray ray = test_case_ray(&r, (test_category)(i % CASE_CATEGORIES), box);
        float* numbers[] = {&ray.origin.x, &ray.direction.y, &ray.t_min, &ray.t_max};
        if (i % 4 == 0)
            *numbers[test_random_below(&r, 4)] = any_number(&r);
        compare(&ray, &box, &hits);
    }
    assert_true(cases < 1000 || hits > cases / 100);
}

// An entry or an exit halfway between two floats, at a quotient that double does not give exactly.
static void halfway_between_floats(void** state)
{
    const uint64_t cases = test_cases(500000);
    test_random r = test_random_make(test_seed() + 2);
    uint64_t hits = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t halfway = (1u << 24) + 2 * test_random_below(&r, 1u << 23) + 1,
                       d = 3 + 2 * test_random_below(&r, 4);
        const uint64_t n = (uint64_t)halfway * d, low = n & 0xfff;
        const float sign = test_random_below(&r, 2) ? 1.0f : -1.0f, from = -sign * (float)(n - low),
                    to = sign * (float)low;
        const float wide = (float)(1u << 30), before = from - sign * wide;
        const hit_ray ray = {{from, 0.0f, 0.0f}, {sign * (float)d, 0.5f, 0.25f}, -wide * wide, wide * wide};
        // The ray comes in at `to`, or goes out there.
        const float other = test_random_below(&r, 2) ? to + sign * wide : before;
        const hit_aabb box = {{fminf(to, other), -wide * wide, -wide * wide},
                              {fmaxf(to, other), wide * wide, wide * wide}};
        compare(&ray, &box, &hits);
    }
    assert_int_equal(hits, cases);
}

// Parameters of a few times 2^-149, halfway between two of these: what they are rounded to does not tell their order.
static void parameters_that_underflow(void** state)
{
    const uint64_t cases = test_cases(500000);
    test_random r = test_random_make(test_seed() + 3);
    uint64_t hits = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const double t = ((double)test_random_below(&r, 8) + 0.5) * 0x1p-149;
        const float dx = test_random_range(&r, 0x1p119f, 0x1p120f), dy = test_random_range(&r, 0x1p119f, 0x1p120f);
        float x = (float)(t * (double)dx), y = (float)(t * (double)dy);
        if (test_random_below(&r, 2))
            x = nextafterf(x, test_random_below(&r, 2) ? HUGE_VALF : -HUGE_VALF);
        const hit_ray ray = {{0.0f, 0.0f, 0.0f}, {dx, dy, dx}, 0.0f, HUGE_VALF};
        const hit_aabb box = {{x, -1.0f, -1.0f}, {1.0f, y, 1.0f}};
        compare(&ray, &box, &hits);
    }
    assert_true(cases < 1000 || (hits > cases / 100 && hits < cases));
}

static int at_all_levels(void** state)
{
    (void)state;
    if (hit_cpu_best() != HIT_CPU_AVX2)
        printf("this machine has no AVX2: only the inline filter is compared\n");
    return 0;
}

static int restore(void** state)
{
    (void)state;
    hit_cpu_restrict(hit_cpu_best());
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_numbers),
        cmocka_unit_test(next_to_short_numbers),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test(halfway_between_floats),
        cmocka_unit_test(parameters_that_underflow),
    };
    return cmocka_run_group_tests(tests, at_all_levels, restore);
}
