// hit_ray_leave_triangle against GMP: the origin is strictly on the side to which the direction points, it is the first
// float that is, the way to it is short, and no ray from it hits the triangle.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/oracle/gmp_oracle.h"

#include <float.h>
#include <math.h>

typedef enum category {
    LEAVE_RANDOM,
    LEAVE_GRID,      // points that lie on the plane exactly
    LEAVE_FAR,       // a small triangle at 1e4: coarse floats
    LEAVE_SLIVER,    // nearly degenerate, or so
    LEAVE_PARALLEL,  // a direction in the plane
    LEAVE_NEAR_AXIS, // points with a coordinate close to 0, the others large
    LEAVE_SCALES,    // exponents 2^±40 apart
    LEAVE_ANY_BITS,  // any finite floats, any point
    LEAVE_CATEGORIES
} category;

static hit_vec3 corner(test_random* r, category c)
{
    hit_vec3 v;

    switch (c) {
    case LEAVE_GRID:
        return test_random_grid_vec3(r);
    case LEAVE_FAR:
        v = test_random_vec3(r, -1, 1);
        return hit_vec3_make(v.x + 10000.0f, v.y - 10000.0f, v.z + 5000.0f);
    case LEAVE_NEAR_AXIS:
        v = test_random_vec3(r, -1, 1);
        return hit_vec3_make(1e6f * v.x, 1e6f * v.y, v.z);
    case LEAVE_SCALES:
        return test_random_exponents(r, -40, 40);
    case LEAVE_ANY_BITS:
        return test_random_any_bits(r);
    default:
        return test_random_vec3(r, -4, 4);
    }
}

// The sign of x·((v1 - v0)×(v2 - v0)), x a direction, or a point less v0.
static int sign_of(const hit_triangle* t, hit_vec3 x, bool is_point)
{
    const float p[4][3] = {
        {t->v0.x, t->v0.y, t->v0.z}, {t->v1.x, t->v1.y, t->v1.z}, {t->v2.x, t->v2.y, t->v2.z}, {x.x, x.y, x.z}};
    mpz_t n[4][3], sum, term;
    int sign;

    mpz_inits(sum, term, NULL);
    for (int i = 3; i >= 0; i--)
        for (int k = 0; k < 3; k++) {
            mpz_init(n[i][k]);
            oracle_set(n[i][k], p[i][k]);
        }
    for (int i = 1; i < 4; i++)
        for (int k = 0; k < 3 && (i < 3 || is_point); k++)
            mpz_sub(n[i][k], n[i][k], n[0][k]);
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        mpz_mul(term, n[1][a], n[2][b]);
        mpz_submul(term, n[1][b], n[2][a]);
        mpz_addmul(sum, term, n[3][k]);
    }
    sign = mpz_sgn(sum);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            mpz_clear(n[i][k]);
    mpz_clears(sum, term, NULL);
    return sign;
}

static bool is_degenerate(const hit_triangle* t)
{
    return sign_of(t, hit_vec3_make(1, 0, 0), false) == 0 && sign_of(t, hit_vec3_make(0, 1, 0), false) == 0 &&
           sign_of(t, hit_vec3_make(0, 0, 1), false) == 0;
}

static float ulp_of(float x)
{
    return fabsf(x) < FLT_MIN ? 0x1p-149f : ldexpf(1.0f, ilogbf(x) - 23);
}

static float largest_of(hit_vec3 v)
{
    return fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z)));
}

// The origin differs from the point along one axis at most, and the float before it, towards the point, does not serve.
static void check_shortest(const hit_triangle* t, hit_vec3 point, hit_vec3 origin, int side)
{
    const float from[3] = {point.x, point.y, point.z};
    float to[3] = {origin.x, origin.y, origin.z};
    int moved = 0, axis = -1;

    for (int k = 0; k < 3; k++)
        if (from[k] != to[k]) {
            moved++;
            axis = k;
        }
    assert_true(moved <= 1);
    if (moved == 1) {
        to[axis] = nextafterf(to[axis], from[axis]);
        assert_int_not_equal(sign_of(t, hit_vec3_make(to[0], to[1], to[2]), true), side);
    }
}

static void one_case(test_random* r, category c, uint64_t* moved)
{
    hit_triangle t = {corner(r, c), corner(r, c), corner(r, c)};
    const float u = test_random_range(r, 0, 1), v = test_random_range(r, 0, 1) * (1.0f - u);
    hit_vec3 direction = c == LEAVE_ANY_BITS ? test_random_any_bits(r) : test_random_vec3(r, -1, 1);
    hit_vec3 point;
    hit_ray ray;

    if (c == LEAVE_SLIVER)
        t.v2 = hit_triangle_at(&t, u, 0.0f, 1.0f - u);
    if (c == LEAVE_PARALLEL)
        direction = hit_vec3_sub(t.v1, t.v0);
    if (c == LEAVE_GRID && test_random_below(r, 2))
        direction = hit_vec3_sub(test_random_grid_vec3(r), t.v0);
    point = c == LEAVE_GRID || c == LEAVE_ANY_BITS ? (test_random_below(r, 2) ? t.v0 : corner(r, c))
                                                   : hit_triangle_at(&t, u, v, 1.0f - u - v);
    ray = hit_ray_leave_triangle(&t, point, direction);
    assert_true(ray.t_min == 0.0f && ray.t_max == HUGE_VALF);
    assert_memory_equal(&ray.direction, &direction, sizeof direction);
    assert_false(hit_ray_triangle(ray, &t, NULL));
    if (!hit_vec3_is_finite(ray.origin)) // there is no float on that side
        return;
    if (is_degenerate(&t)) {
        assert_memory_equal(&ray.origin, &point, sizeof point);
        return;
    }
    const int slope = sign_of(&t, direction, false), at = sign_of(&t, point, true);
    const int side = sign_of(&t, ray.origin, true);
    assert_int_not_equal(side, 0);
    assert_int_equal(side, slope != 0 ? slope : at != 0 ? at : 1);
    check_shortest(&t, point, ray.origin, side);
    if (c != LEAVE_ANY_BITS && c != LEAVE_GRID) {
        // hit_triangle_at rounds once, from weights whose sum is 1 to 2^-23 of the corners.
        const float size = fmaxf(fmaxf(largest_of(t.v0), largest_of(t.v1)), largest_of(t.v2));
        const hit_vec3 way = hit_vec3_sub(ray.origin, point);
        assert_true(largest_of(way) <= 8.0f * ulp_of(size));
    }
    *moved += memcmp(&ray.origin, &point, sizeof point) != 0;
}

static void run(category c)
{
    const uint64_t cases = test_cases(200000) / LEAVE_CATEGORIES;
    test_random r = test_random_make(test_seed() + 900 + (uint64_t)c);
    uint64_t moved = 0;

    for (uint64_t i = 0; i < cases; i++)
        one_case(&r, c, &moved);
    printf("  %llu cases, %llu points moved\n", (unsigned long long)cases, (unsigned long long)moved);
}

static void categories(void** state)
{
    (void)state;
    for (int c = 0; c < LEAVE_CATEGORIES; c++)
        run((category)c);
}

static void bad_input(void** state)
{
    const hit_triangle t = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, bad = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}};
    const hit_vec3 up = {0, 0, 1}, point = {0.25f, 0.25f, 0.0f};
    (void)state;
    assert_true(hit_ray_leave_triangle(&t, point, up).origin.z == 0x1p-149f);
    assert_true(hit_ray_leave_triangle(&t, point, hit_vec3_make(0, 0, -2)).origin.z == -0x1p-149f);
    assert_true(hit_ray_leave_triangle(&t, point, hit_vec3_make(1, 0, 0)).origin.z == 0x1p-149f);
    assert_true(hit_ray_leave_triangle(NULL, point, up).origin.z == 0.0f);
    assert_true(hit_ray_leave_triangle(&bad, point, up).origin.z == 0.0f);
    assert_false(hit_ray_is_valid(hit_ray_leave_triangle(&t, hit_vec3_make(NAN, 0, 0), up)));
    assert_false(hit_ray_is_valid(hit_ray_leave_triangle(&t, point, hit_vec3_make(0, HUGE_VALF, 0))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
