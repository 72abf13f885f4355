// hit_ray_triangle against GMP: hit or miss, t, all three barycentrics and the side, bit by bit.
//
// The oracle takes other determinants than the library: those of the corners as seen from the ray's origin.
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/oracle/gmp_oracle.h"

#include <hitscan/inline.h>
#undef hit_ray_triangle // both are tested: the function of the library, and the inline one

typedef enum triangle_category {
    TRI_RANDOM,
    TRI_VERTEX,    // rays aimed at corners
    TRI_EDGE,      // rays aimed at edges
    TRI_GRID,      // everything on a coarse grid: exact ties of all kinds
    TRI_FAR,       // a small triangle at 1e4: cancellation
    TRI_SLIVER,    // nearly or quite degenerate
    TRI_COPLANAR,  // the ray in the triangle's plane, or nearly
    TRI_ORIGIN_ON, // the origin on the triangle
    TRI_SCALES,    // exponents 2^±40 apart
    TRI_ANY_BITS,  // any finite floats at all
    TRI_CATEGORIES
} triangle_category;

static hit_vec3 mix(hit_vec3 a, hit_vec3 b, hit_vec3 c, float u, float v)
{
    const float w = 1.0f - u - v;
    return hit_vec3_make(w * a.x + u * b.x + v * c.x, w * a.y + u * b.y + v * c.y, w * a.z + u * b.z + v * c.z);
}

static hit_vec3 scattered(test_random* r, triangle_category category)
{
    hit_vec3 v;

    switch (category) {
    case TRI_GRID:
        return test_random_grid_vec3(r);
    case TRI_FAR:
        v = test_random_vec3(r, -1, 1);
        return hit_vec3_make(v.x + 10000.0f, v.y - 10000.0f, v.z + 5000.0f);
    case TRI_SCALES:
        return test_random_exponents(r, -40, 40);
    case TRI_ANY_BITS:
        return test_random_any_bits(r);
    default:
        return test_random_below(r, 3) ? test_random_vec3(r, -4, 4) : test_random_grid_vec3(r);
    }
}

static hit_triangle make_triangle(test_random* r, triangle_category category)
{
    hit_triangle t = {scattered(r, category), scattered(r, category), scattered(r, category)};

    if (category == TRI_SLIVER) { // the third corner on the line of the others, exactly or almost
        t.v2 = mix(t.v0, t.v1, t.v1, test_random_range(r, 0, 1), 0.0f);
        if (test_random_below(r, 2))
            t.v2.x = nextafterf(t.v2.x, HUGE_VALF);
        if (test_random_below(r, 8) == 0)
            t.v2 = t.v0;
    }
    return t;
}

static hit_ray make_ray(test_random* r, triangle_category category, const hit_triangle* t)
{
    hit_vec3 origin = scattered(r, category),
             target = mix(t->v0, t->v1, t->v2, test_random_range(r, -0.2f, 1), test_random_range(r, -0.2f, 0.8f));
    hit_vec3 direction;
    const hit_vec3 corner[3] = {t->v0, t->v1, t->v2};
    const uint32_t k = test_random_below(r, 3);

    if (category == TRI_VERTEX || (category == TRI_FAR && test_random_below(r, 2)))
        target = corner[k];
    if (category == TRI_EDGE)
        target = mix(corner[k], corner[(k + 1) % 3], corner[(k + 1) % 3],
                     test_random_below(r, 2) ? 0.5f : test_random_range(r, 0, 1), 0.0f);
    if (category == TRI_GRID)
        target = test_random_below(r, 2) ? test_random_grid_vec3(r) : corner[k];
    if (category == TRI_COPLANAR)
        origin = mix(t->v0, t->v1, t->v2, test_random_range(r, -2, 2), test_random_range(r, -2, 2));
    if (category == TRI_ORIGIN_ON)
        target = scattered(r, category),
        origin = test_random_below(r, 2) ? corner[k] : mix(t->v0, t->v1, t->v2, 0.25f, 0.5f);
    direction = hit_vec3_sub(target, origin);
    if (category == TRI_SCALES && test_random_below(r, 2))
        direction = hit_vec3_scale(direction, ldexpf(1.0f, (int)test_random_below(r, 81) - 40));
    if (category == TRI_ANY_BITS)
        direction = scattered(r, category);
    if (category == TRI_COPLANAR && test_random_below(r, 2))
        direction = hit_vec3_sub(corner[k], corner[(k + 1) % 3]);
    if (test_random_below(r, 8) == 0)
        direction.z = 0.0f;
    if (test_random_below(r, 16) == 0)
        direction.x = -0.0f;
    return test_case_interval(r, origin, direction, category == TRI_ORIGIN_ON ? 0.0f : 1.0f);
}

typedef struct gmp_work {
    mpz_t p[3][3], d[3], cross[3][3], weight[3], volume, n, x, y;
} gmp_work;

static void work_init(gmp_work* g)
{
    for (int i = 0; i < 3; i++) {
        mpz_inits(g->d[i], g->weight[i], NULL);
        for (int j = 0; j < 3; j++)
            mpz_inits(g->p[i][j], g->cross[i][j], NULL);
    }
    mpz_inits(g->volume, g->n, g->x, g->y, NULL);
}

static void work_clear(gmp_work* g)
{
    for (int i = 0; i < 3; i++) {
        mpz_clears(g->d[i], g->weight[i], NULL);
        for (int j = 0; j < 3; j++)
            mpz_clears(g->p[i][j], g->cross[i][j], NULL);
    }
    mpz_clears(g->volume, g->n, g->x, g->y, NULL);
}

static bool by_gmp(gmp_work* g, const hit_ray* ray, const hit_triangle* t, hit_triangle_hit* hit)
{
    const float corner[3][3] = {{t->v0.x, t->v0.y, t->v0.z}, {t->v1.x, t->v1.y, t->v1.z}, {t->v2.x, t->v2.y, t->v2.z}};
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    int sign[3];

    for (int j = 0; j < 3; j++) {
        oracle_set(g->d[j], d[j]);
        oracle_set(g->x, o[j]);
        for (int i = 0; i < 3; i++) {
            oracle_set(g->p[i][j], corner[i][j]);
            mpz_sub(g->p[i][j], g->p[i][j], g->x);
        }
    }
    // cross[i] = p[i+1] × p[i+2]; its product with d is the weight of corner i.
    mpz_set_ui(g->volume, 0);
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        mpz_set_ui(g->weight[i], 0);
        for (int j = 0; j < 3; j++) {
            const int y = (j + 1) % 3, z = (j + 2) % 3;
            mpz_mul(g->cross[i][j], g->p[a][y], g->p[b][z]);
            mpz_submul(g->cross[i][j], g->p[a][z], g->p[b][y]);
            mpz_addmul(g->weight[i], g->cross[i][j], g->d[j]);
        }
        mpz_add(g->volume, g->volume, g->weight[i]);
        sign[i] = mpz_sgn(g->weight[i]);
    }
    if (mpz_sgn(g->volume) == 0 || sign[0] * sign[1] < 0 || sign[1] * sign[2] < 0 || sign[2] * sign[0] < 0)
        return false;
    mpz_set_ui(g->n, 0);
    for (int j = 0; j < 3; j++)
        mpz_addmul(g->n, g->p[0][j], g->cross[0][j]);
    if ((isfinite(ray->t_min) && oracle_compare_float(g->n, g->volume, ray->t_min) < 0) ||
        (isfinite(ray->t_max) && oracle_compare_float(g->n, g->volume, ray->t_max) > 0))
        return false;
    hit->t = oracle_round(g->n, g->volume);
    hit->w = oracle_round(g->weight[0], g->volume);
    hit->u = oracle_round(g->weight[1], g->volume);
    hit->v = oracle_round(g->weight[2], g->volume);
    hit->side = mpz_sgn(g->volume) < 0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    return true;
}

static bool same(hit_triangle_hit a, hit_triangle_hit b)
{
    return a.t == b.t && a.u == b.u && a.v == b.v && a.w == b.w && a.side == b.side;
}

static void print_case(const hit_ray* r, const hit_triangle* t, bool hit, hit_triangle_hit e, bool ours,
                       hit_triangle_hit g)
{
    printf("ray {%a, %a, %a} + t {%a, %a, %a}, t in [%a, %a]; triangle {%a, %a, %a} {%a, %a, %a} {%a, %a, %a}\n",
           (double)r->origin.x, (double)r->origin.y, (double)r->origin.z, (double)r->direction.x,
           (double)r->direction.y, (double)r->direction.z, (double)r->t_min, (double)r->t_max, (double)t->v0.x,
           (double)t->v0.y, (double)t->v0.z, (double)t->v1.x, (double)t->v1.y, (double)t->v1.z, (double)t->v2.x,
           (double)t->v2.y, (double)t->v2.z);
    printf("  exact: %d t %a, u %a, v %a, w %a, side %d\n", hit, (double)e.t, (double)e.u, (double)e.v, (double)e.w,
           e.side);
    printf("  ours:  %d t %a, u %a, v %a, w %a, side %d\n", ours, (double)g.t, (double)g.u, (double)g.v, (double)g.w,
           g.side);
}

static void run_category(triangle_category category)
{
    const uint64_t cases = test_cases(10000000) / TRI_CATEGORIES;
    test_random r = test_random_make(test_seed() + 200 + (uint64_t)category);
    uint64_t hits = 0, wrong = 0, run = 0;
    gmp_work g;

    work_init(&g);
    for (uint64_t i = 0; i < cases; i++) {
        const hit_triangle_hit untouched = {-77.0f, -78.0f, -79.0f, -80.0f, HIT_SIDE_BACK};
        const hit_triangle t = make_triangle(&r, category);
        const hit_ray ray = make_ray(&r, category, &t);
        hit_triangle_hit expected = untouched, got = untouched, exact = untouched, plain = untouched;
        bool hit, ours;
        if (!hit_ray_is_valid(ray) || !hit_vec3_is_finite(t.v2))
            continue;
        hit = by_gmp(&g, &ray, &t, &expected);
        ours = hit_ray_triangle_inline(ray, &t, &got);
        run++, hits += hit;
        if (ours != hit || !same(got, expected) || hit_ray_triangle_inline(ray, &t, NULL) != hit ||
            hit_ray_triangle(ray, &t, &plain) != hit || !same(plain, expected) ||
            hit_ray_triangle(ray, &t, NULL) != hit || hit_ray_triangle_exact(&ray, &t, &exact) != hit ||
            !same(exact, expected)) {
            if (wrong++ < 3)
                print_case(&ray, &t, hit, expected, ours, got);
        }
        if (hit)
            assert_true(got.u >= 0.0f && got.v >= 0.0f && got.w >= 0.0f && got.u <= 1.0f && got.v <= 1.0f &&
                        got.w <= 1.0f);
    }
    work_clear(&g);
    printf("  %llu cases, %llu hits, %llu wrong\n", (unsigned long long)run, (unsigned long long)hits,
           (unsigned long long)wrong);
    assert_true(cases < 1000 || hits > cases / 1000 || category == TRI_COPLANAR);
    assert_int_equal(wrong, 0);
}

CATEGORY_TEST(random_triangles, TRI_RANDOM)
CATEGORY_TEST(aimed_at_vertices, TRI_VERTEX)
CATEGORY_TEST(aimed_at_edges, TRI_EDGE)
CATEGORY_TEST(on_a_grid, TRI_GRID)
CATEGORY_TEST(far_from_the_origin, TRI_FAR)
CATEGORY_TEST(slivers, TRI_SLIVER)
CATEGORY_TEST(coplanar, TRI_COPLANAR)
CATEGORY_TEST(origin_on_triangle, TRI_ORIGIN_ON)
CATEGORY_TEST(scales_apart, TRI_SCALES)
CATEGORY_TEST(any_bits, TRI_ANY_BITS)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_triangles), cmocka_unit_test(aimed_at_vertices),   cmocka_unit_test(aimed_at_edges),
        cmocka_unit_test(on_a_grid),        cmocka_unit_test(far_from_the_origin), cmocka_unit_test(slivers),
        cmocka_unit_test(coplanar),         cmocka_unit_test(origin_on_triangle),  cmocka_unit_test(scales_apart),
        cmocka_unit_test(any_bits),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
