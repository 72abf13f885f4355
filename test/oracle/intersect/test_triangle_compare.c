// hit_ray_triangle_compare, hit_ray_triangle_on_edge and hit_point_triangle_compare against rational numbers.
//
// The oracle takes t from the plane's normal, and looks for edges by the signs of rational areas: other expressions
// than the library's. Triangles share corners, edges and planes on purpose, and some are copies.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/oracle/distances.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>

typedef struct exact3 {
    mpq_t x[3];
} exact3;

static void init3(exact3* v)
{
    for (int i = 0; i < 3; i++)
        mpq_init(v->x[i]);
}

static void clear3(exact3* v)
{
    for (int i = 0; i < 3; i++)
        mpq_clear(v->x[i]);
}

static void difference(exact3* to, hit_vec3 a, hit_vec3 b)
{
    const float p[3] = {a.x, a.y, a.z}, q[3] = {b.x, b.y, b.z};
    mpq_t other;
    mpq_init(other);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(to->x[i], (double)p[i]);
        mpq_set_d(other, (double)q[i]);
        mpq_sub(to->x[i], to->x[i], other);
    }
    mpq_clear(other);
}

static void cross(exact3* to, const exact3* a, const exact3* b)
{
    mpq_t one, two;
    mpq_inits(one, two, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_mul(one, a->x[(i + 1) % 3], b->x[(i + 2) % 3]);
        mpq_mul(two, a->x[(i + 2) % 3], b->x[(i + 1) % 3]);
        mpq_sub(to->x[i], one, two);
    }
    mpq_clears(one, two, NULL);
}

static void dot(mpq_t to, const exact3* a, const exact3* b)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(to, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_mul(one, a->x[i], b->x[i]);
        mpq_add(to, to, one);
    }
    mpq_clear(one);
}

// What rational numbers say of a ray and a triangle.
typedef struct exact_hit {
    bool hit, on_edge;
    mpq_t t;
} exact_hit;

// A point p of the plane is inside where n·((v[k+1] - v[k]) × (p - v[k])) >= 0 for all k.
static void oracle(const hit_ray* ray, const hit_triangle* triangle, exact_hit* out)
{
    const hit_vec3 zero = {0, 0, 0}, corner[3] = {triangle->v0, triangle->v1, triangle->v2};
    exact3 e[3], n, d, s, to, c;
    mpq_t along, limit;

    out->hit = out->on_edge = false;
    if (!hit_ray_is_valid(*ray)) // and so not a number
        return;
    init3(&e[0]), init3(&e[1]), init3(&e[2]), init3(&n), init3(&d), init3(&s), init3(&to), init3(&c);
    mpq_inits(along, limit, NULL);
    for (int k = 0; k < 3; k++)
        difference(&e[k], corner[(k + 1) % 3], corner[k]);
    cross(&n, &e[0], &e[1]);
    difference(&d, ray->direction, zero);
    dot(along, &n, &d);
    if (mpq_sgn(along) != 0) {
        difference(&s, corner[0], ray->origin);
        dot(out->t, &n, &s);
        mpq_div(out->t, out->t, along);
        out->hit = true;
        if (isfinite(ray->t_min)) {
            mpq_set_d(limit, (double)ray->t_min);
            out->hit &= mpq_cmp(out->t, limit) >= 0;
        }
        if (isfinite(ray->t_max)) {
            mpq_set_d(limit, (double)ray->t_max);
            out->hit &= mpq_cmp(out->t, limit) <= 0;
        }
        for (int k = 0; k < 3; k++) {
            difference(&s, ray->origin, corner[k]);
            for (int i = 0; i < 3; i++) {
                mpq_mul(to.x[i], out->t, d.x[i]);
                mpq_add(to.x[i], to.x[i], s.x[i]);
            }
            cross(&c, &e[k], &to);
            dot(limit, &n, &c);
            out->hit &= mpq_sgn(limit) >= 0;
            out->on_edge |= mpq_sgn(limit) == 0;
        }
        out->on_edge &= out->hit;
    }
    clear3(&e[0]), clear3(&e[1]), clear3(&e[2]), clear3(&n), clear3(&d), clear3(&s), clear3(&to), clear3(&c);
    mpq_clears(along, limit, NULL);
}

static hit_vec3 any_point(test_random* r, int scale)
{
    switch (scale) {
    case 0:
        return test_random_grid_vec3(r);
    case 1:
        return test_random_vec3(r, -4, 4);
    case 2:
        return test_random_exponents(r, -30, 30);
    default:
        return test_random_any_bits(r);
    }
}

// Two triangles that often have something in common, and a ray or a point that looks for it.
static void make_case(test_random* r, hit_triangle t[2], hit_ray* ray)
{
    const int scale = (int)test_random_below(r, 5);
    hit_vec3 target;

    for (int i = 0; i < 2; i++)
        t[i] = (hit_triangle){any_point(r, scale), any_point(r, scale), any_point(r, scale)};
    switch (test_random_below(r, 6)) {
    case 0: // a shared edge
        t[1].v0 = t[0].v1;
        t[1].v1 = t[0].v0;
        break;
    case 1: // a shared corner
        t[1].v2 = t[0].v0;
        break;
    case 2: // the same corners
        t[1] = (hit_triangle){t[0].v1, t[0].v2, t[0].v0};
        break;
    case 3: // nearly the same plane
        t[1] = t[0];
        t[1].v2.x = nextafterf(t[1].v2.x, HUGE_VALF);
        break;
    default:
        break;
    }
    switch (test_random_below(r, 4)) {
    case 0:
        target = t[0].v0;
        break;
    case 1:
        target = hit_vec3_make((t[0].v0.x + t[0].v1.x) / 2, (t[0].v0.y + t[0].v1.y) / 2, (t[0].v0.z + t[0].v1.z) / 2);
        break;
    default:
        target = hit_triangle_at(&t[0], 0.25f, 0.5f, 0.25f);
        break;
    }
    ray->origin = any_point(r, scale);
    ray->direction = hit_vec3_make(target.x - ray->origin.x, target.y - ray->origin.y, target.z - ray->origin.z);
    ray->t_min = test_random_below(r, 4) == 0 ? -HUGE_VALF : 0.0f;
    ray->t_max = test_random_below(r, 4) == 0 ? 1.0f : HUGE_VALF;
    if (test_random_below(r, 64) == 0)
        ray->direction.y = NAN;
}

static void rays_are_compared_exactly(void** state)
{
    const uint64_t cases = test_cases(40000);
    test_random r = test_random_make(test_seed() + 2420);
    uint64_t ties = 0, edges = 0, orders = 0;
    exact_hit want[2];

    (void)state;
    mpq_inits(want[0].t, want[1].t, NULL);
    for (uint64_t i = 0; i < cases; i++) {
        hit_triangle t[2];
        hit_ray ray;
        int order;
        make_case(&r, t, &ray);
        for (int k = 0; k < 2; k++) {
            oracle(&ray, &t[k], &want[k]);
            edges += want[k].on_edge;
            assert_int_equal(hit_ray_triangle_on_edge(ray, &t[k]), want[k].on_edge);
            assert_int_equal(hit_ray_triangle(ray, &t[k], NULL), want[k].hit);
        }
        order = (int)want[1].hit - (int)want[0].hit;
        if (want[0].hit && want[1].hit) {
            order = mpq_cmp(want[0].t, want[1].t);
            ties += order == 0;
            orders += order != 0;
        }
        if (hit_ray_triangle_compare(ray, &t[0], &t[1]) != (order > 0) - (order < 0))
            fail_msg("case %llu of seed %llu: not %d", (unsigned long long)i, (unsigned long long)test_seed(), order);
        assert_int_equal(hit_ray_triangle_compare(ray, &t[1], &t[0]), (order < 0) - (order > 0));
    }
    assert_true(cases < 1000 || (ties > cases / 50 && edges > cases / 50 && orders > cases / 50));
    mpq_clears(want[0].t, want[1].t, NULL);
}

static void distances_are_compared_exactly(void** state)
{
    const uint64_t cases = test_cases(20000);
    test_random r = test_random_make(test_seed() + 2421);
    uint64_t ties = 0;
    mpq_t square[2];

    (void)state;
    mpq_inits(square[0], square[1], NULL);
    for (uint64_t i = 0; i < cases; i++) {
        hit_triangle t[2];
        hit_ray ray;
        int order;
        make_case(&r, t, &ray);
        if (test_random_below(&r, 4) == 0)
            ray.origin = t[0].v0;
        distance2_triangle(ray.origin, &t[0], square[0]);
        distance2_triangle(ray.origin, &t[1], square[1]);
        order = mpq_cmp(square[0], square[1]);
        ties += order == 0;
        if (hit_point_triangle_compare(ray.origin, &t[0], &t[1]) != (order > 0) - (order < 0))
            fail_msg("case %llu of seed %llu: not %d", (unsigned long long)i, (unsigned long long)test_seed(), order);
    }
    assert_true(cases < 1000 || (ties > cases / 50 && ties < cases));
    mpq_clears(square[0], square[1], NULL);
}

// What is nothing comes last.
static void nothing_comes_last(void** state)
{
    const hit_triangle t = {{-1, -1, 1}, {1, -1, 1}, {0, 1, 1}}, bad = {{NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const hit_ray ray = hit_ray_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1));
    const hit_ray away = hit_ray_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, -1));
    const hit_ray none = hit_ray_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 0));

    (void)state;
    assert_int_equal(hit_ray_triangle_compare(ray, &t, &bad), -1);
    assert_int_equal(hit_ray_triangle_compare(ray, &bad, &t), 1);
    assert_int_equal(hit_ray_triangle_compare(ray, NULL, &t), 1);
    assert_int_equal(hit_ray_triangle_compare(ray, NULL, &bad), 0);
    assert_int_equal(hit_ray_triangle_compare(away, &t, &t), 0);
    assert_int_equal(hit_ray_triangle_compare(none, &t, &t), 0);
    assert_false(hit_ray_triangle_on_edge(none, &t));
    assert_false(hit_ray_triangle_on_edge(ray, NULL));
    assert_int_equal(hit_point_triangle_compare(ray.origin, &t, &bad), -1);
    assert_int_equal(hit_point_triangle_compare(ray.origin, NULL, &t), 1);
    assert_int_equal(hit_point_triangle_compare(ray.origin, NULL, &bad), 0);
    assert_int_equal(hit_point_triangle_compare(hit_vec3_make(NAN, 0, 0), &t, &bad), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_are_compared_exactly),
        cmocka_unit_test(distances_are_compared_exactly),
        cmocka_unit_test(nothing_comes_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
