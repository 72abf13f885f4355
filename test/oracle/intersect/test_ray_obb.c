// hit_ray_obb against GMP: exact for the set {p : |axis·(p - center)| <= half}, whatever the axes.
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/oracle/gmp_oracle.h"

typedef enum obb_category {
    OBB_ROTATED,   // unit axes of a random rotation, rounded
    OBB_AIMED,     // the same, rays aimed at its corners and edges
    OBB_ON_FACE,   // rays that start on a face, or almost: the distance to its plane cancels
    OBB_ALIGNED,   // axes along the coordinates, so that rays are parallel to faces
    OBB_INTEGER,   // small integer axes, neither unit nor orthogonal: planes meet exactly
    OBB_FLAT,      // one or more zero halves
    OBB_ZERO_AXIS, // an axis that constrains nothing
    OBB_SCALES,    // exponents 2^±40 apart
    OBB_ANY_BITS,  // any finite floats at all
    OBB_CATEGORIES
} obb_category;

typedef struct counts {
    uint64_t cases, hits, wrong;
} counts;

static hit_vec3 small_integers(test_random* r)
{
    const float x = (float)test_random_below(r, 7) - 3.0f, y = (float)test_random_below(r, 7) - 3.0f;
    return hit_vec3_make(x, y, (float)test_random_below(r, 7) - 3.0f);
}

static hit_obb make_obb(test_random* r, obb_category category)
{
    const hit_quat q = test_random_quat(r);
    const bool grid = test_random_below(r, 2);
    hit_obb b =
        hit_obb_make(grid ? test_random_grid_vec3(r) : test_random_vec3(r, -4, 4), q, test_random_vec3(r, 0.1f, 3.0f));

    if (category == OBB_ALIGNED || category == OBB_INTEGER || category == OBB_FLAT) {
        const uint32_t first = test_random_below(r, 3);
        b.center = test_random_grid_vec3(r);
        for (uint32_t i = 0; i < 3; i++) {
            float e[3] = {0.0f, 0.0f, 0.0f};
            e[(first + i) % 3] = test_random_below(r, 2) ? 1.0f : -1.0f;
            if (category != OBB_FLAT || test_random_below(r, 2))
                b.axis[i] = hit_vec3_make(e[0], e[1], e[2]);
            b.half[i] = (float)test_random_below(r, 16) / 4.0f;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (category == OBB_INTEGER)
            b.axis[i] = small_integers(r);
        if (category == OBB_SCALES)
            b.axis[i] = hit_vec3_scale(b.axis[i], ldexpf(1.0f, (int)test_random_below(r, 81) - 40)),
            b.half[i] = fabsf(test_random_exponent(r, -40, 40));
        if (category == OBB_ANY_BITS)
            b.axis[i] = test_random_any_bits(r), b.half[i] = fabsf(test_random_bits(r));
    }
    if (category == OBB_FLAT)
        b.half[test_random_below(r, 3)] = 0.0f;
    if (category == OBB_ZERO_AXIS)
        b.axis[test_random_below(r, 3)] = hit_vec3_make(0.0f, -0.0f, 0.0f);
    if (category == OBB_SCALES)
        b.center = test_random_exponents(r, -40, 40);
    return b;
}

// A corner, a point of an edge or of a face, or inside, of a box with roughly orthonormal axes.
static hit_vec3 target_of(test_random* r, const hit_obb* b)
{
    double p[3] = {b->center.x, b->center.y, b->center.z};
    const uint32_t free_axes = test_random_below(r, 4);

    for (uint32_t i = 0; i < 3; i++) {
        const double side = i < free_axes ? (double)test_random_range(r, -1, 1) : test_random_below(r, 2) ? 1.0 : -1.0;
        p[0] += side * b->half[i] * b->axis[i].x;
        p[1] += side * b->half[i] * b->axis[i].y;
        p[2] += side * b->half[i] * b->axis[i].z;
    }
    return hit_vec3_make((float)p[0], (float)p[1], (float)p[2]);
}

static hit_ray make_ray(test_random* r, obb_category category, const hit_obb* b)
{
    const bool grid = category == OBB_INTEGER || category == OBB_ALIGNED || test_random_below(r, 2);
    hit_vec3 origin = grid ? test_random_grid_vec3(r) : test_random_vec3(r, -8, 8), direction;

    if (category == OBB_SCALES)
        origin = test_random_exponents(r, -40, 40);
    if (category == OBB_ON_FACE) {
        origin = target_of(r, b);
        return test_case_interval(r, origin, test_random_vec3(r, -1, 1), 0.0f);
    }
    direction = category == OBB_ROTATED ? test_random_vec3(r, -1, 1) : hit_vec3_sub(target_of(r, b), origin);
    if (category == OBB_INTEGER && test_random_below(r, 2))
        direction = small_integers(r);
    if (category == OBB_ANY_BITS) {
        origin = test_random_any_bits(r);
        direction = test_random_any_bits(r);
    }
    if (test_random_below(r, 8) == 0)
        direction.x = 0.0f;
    if (test_random_below(r, 8) == 0)
        direction.y = -0.0f;
    return test_case_interval(r, origin, direction, 1.0f);
}

// sum of a_i·b_i, of degree 2.
static void dot(mpz_t out, mpz_t scratch, mpz_t scratch2, hit_vec3 a, hit_vec3 b)
{
    const float pa[3] = {a.x, a.y, a.z}, pb[3] = {b.x, b.y, b.z};

    mpz_set_ui(out, 0);
    for (int i = 0; i < 3; i++) {
        oracle_set(scratch, pa[i]);
        oracle_set(scratch2, pb[i]);
        mpz_addmul(out, scratch, scratch2);
    }
}

static bool by_gmp(oracle_slabs* s, mpz_t x, mpz_t y, const hit_ray* ray, const hit_obb* b, hit_span* span)
{
    for (int i = 0; i < 3; i++) {
        dot(s->lo[i], x, y, b->axis[i], b->center);
        dot(s->d[i], x, y, b->axis[i], ray->origin);
        mpz_sub(s->hi[i], s->lo[i], s->d[i]); // axis·(center - origin)
        oracle_set_degree(x, b->half[i], 2);
        mpz_sub(s->lo[i], s->hi[i], x);
        mpz_add(s->hi[i], s->hi[i], x);
        dot(s->d[i], x, y, b->axis[i], ray->direction);
    }
    return oracle_slabs_hit(s, ray->t_min, ray->t_max, span);
}

static void run_category(obb_category category)
{
    const uint64_t cases = test_cases(10000000) / OBB_CATEGORIES;
    test_random r = test_random_make(test_seed() + 100 + (uint64_t)category);
    counts n = {0};
    oracle_slabs s;
    mpz_t x, y;

    mpz_inits(x, y, NULL);
    oracle_slabs_init(&s);
    for (uint64_t i = 0; i < cases; i++) {
        const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};
        const hit_obb b = make_obb(&r, category);
        const hit_ray ray = make_ray(&r, category, &b);
        hit_span expected = untouched, got = untouched;
        bool hit, ours;
        if (!hit_ray_is_valid(ray))
            continue;
        hit = by_gmp(&s, x, y, &ray, &b, &expected);
        ours = hit_ray_obb(ray, &b, &got);
        n.cases++, n.hits += hit;
        if (ours != hit || !oracle_same_span(got, expected) || hit_ray_obb(ray, &b, NULL) != hit) {
            if (n.wrong++ < 3)
                printf("case %llu: exact %d [%a, %a] %d %d %d, ours %d [%a, %a] %d %d %d\n", (unsigned long long)i, hit,
                       (double)expected.t_enter, (double)expected.t_exit, expected.face_enter, expected.face_exit,
                       expected.inside, ours, (double)got.t_enter, (double)got.t_exit, got.face_enter, got.face_exit,
                       got.inside);
        }
    }
    oracle_slabs_clear(&s);
    mpz_clears(x, y, NULL);
    printf("  %llu cases, %llu hits, %llu wrong\n", (unsigned long long)n.cases, (unsigned long long)n.hits,
           (unsigned long long)n.wrong);
    assert_true(cases < 1000 || n.hits > cases / 200);
    assert_int_equal(n.wrong, 0);
}

CATEGORY_TEST(rotated, OBB_ROTATED)
CATEGORY_TEST(aimed_at_features, OBB_AIMED)
CATEGORY_TEST(starts_on_a_face, OBB_ON_FACE)
CATEGORY_TEST(axis_aligned, OBB_ALIGNED)
CATEGORY_TEST(integer_axes, OBB_INTEGER)
CATEGORY_TEST(flat, OBB_FLAT)
CATEGORY_TEST(zero_axis, OBB_ZERO_AXIS)
CATEGORY_TEST(scales_apart, OBB_SCALES)
CATEGORY_TEST(any_bits, OBB_ANY_BITS)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotated),      cmocka_unit_test(aimed_at_features), cmocka_unit_test(starts_on_a_face),
        cmocka_unit_test(axis_aligned), cmocka_unit_test(integer_axes),      cmocka_unit_test(flat),
        cmocka_unit_test(zero_axis),    cmocka_unit_test(scales_apart),      cmocka_unit_test(any_bits),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
