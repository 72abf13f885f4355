// hit_ray_box_affine and hit_ray_plane against GMP.
//
// An invertible map, and one with a zero column: exact, bit by bit. Other singular maps: hits well inside are found and
// points well outside are not.
#include "support/cases.h"
#include "support/cmocka_all.h"
#include "support/oracle.h"

typedef enum map_category {
    MAP_RIGID,
    MAP_SCALED,   // non-uniform scale, often mirrored
    MAP_SHEARED,  // any matrix of ordinary floats
    MAP_INTEGER,  // small integers: exact ties, and singular ones now and then
    MAP_SCALES,   // exponents 2^±20 apart
    MAP_ANY_BITS, // any finite floats at all
    MAP_CATEGORIES
} map_category;

static hit_mat3x4 make_map(test_random* r, map_category category)
{
    const hit_quat q = test_random_quat(r);
    const hit_vec3 one = {1.0f, 1.0f, 1.0f},
                   scale = {test_random_range(r, -3, 3), test_random_range(r, 0.1f, 3), test_random_range(r, -3, 3)};
    hit_mat3x4 m = hit_mat3x4_from_trs(test_random_grid_vec3(r), q, category == MAP_RIGID ? one : scale);

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            if (category == MAP_SHEARED)
                m.m[i][j] = test_random_range(r, -2, 2);
            if (category == MAP_INTEGER)
                m.m[i][j] = (float)test_random_below(r, 5) - 2.0f;
            if (category == MAP_SCALES)
                m.m[i][j] = test_random_exponent(r, -20, 20);
            if (category == MAP_ANY_BITS)
                m.m[i][j] = test_random_bits(r);
        }
    }
    return m;
}

static hit_vec3 inside(test_random* r, hit_aabb box)
{
    float p[3];
    const float lo[3] = {box.min.x, box.min.y, box.min.z}, hi[3] = {box.max.x, box.max.y, box.max.z};
    for (int i = 0; i < 3; i++) {
        const uint32_t where = test_random_below(r, 4);
        p[i] = where == 0   ? lo[i]
               : where == 1 ? hi[i]
                            : (float)((double)lo[i] + (double)test_random_range(r, 0, 1) * ((double)hi[i] - lo[i]));
    }
    return hit_vec3_make(p[0], p[1], p[2]);
}

static hit_ray make_ray(test_random* r, map_category category, hit_aabb box, const hit_mat3x4* m)
{
    const hit_vec3 target = hit_mat3x4_point(m, inside(r, box));
    hit_vec3 origin =
        category == MAP_INTEGER || test_random_below(r, 2) ? test_random_grid_vec3(r) : test_random_vec3(r, -8, 8);
    hit_vec3 direction;

    if (category == MAP_ANY_BITS)
        origin = test_random_any_bits(r);
    direction = test_random_below(r, 4) ? hit_vec3_sub(target, origin) : test_random_vec3(r, -1, 1);
    if (category == MAP_INTEGER && test_random_below(r, 2))
        direction = hit_vec3_make((float)test_random_below(r, 5) - 2.0f, (float)test_random_below(r, 5) - 2.0f,
                                  (float)test_random_below(r, 5) - 2.0f);
    if (category == MAP_ANY_BITS && test_random_below(r, 2))
        direction = test_random_any_bits(r);
    return test_case_interval(r, origin, direction, 1.0f);
}

typedef struct gmp_map {
    mpz_t column[3][3], t[3], o[3], d[3], r[3][3], det, x, y;
    oracle_slabs slabs;
} gmp_map;

static void work(gmp_map* g, void (*act)(mpz_t))
{
    for (int i = 0; i < 3; i++) {
        act(g->t[i]), act(g->o[i]), act(g->d[i]);
        for (int j = 0; j < 3; j++)
            act(g->column[i][j]), act(g->r[i][j]);
    }
    act(g->det), act(g->x), act(g->y);
}

static void init(mpz_t z)
{
    mpz_init(z);
}

static void clear(mpz_t z)
{
    mpz_clear(z);
}

// Local coordinates are r_i·(p - T)/det. Returns the sign of det; on 0 there is no answer.
static int by_gmp(gmp_map* g, const hit_ray* ray, const hit_aabb* box, const hit_mat3x4* m, bool* hit, hit_span* span)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z},
                d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const float min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    int sign;

    for (int j = 0; j < 3; j++) {
        oracle_set(g->t[j], m->m[j][3]);
        oracle_set(g->o[j], o[j]);
        mpz_sub(g->o[j], g->o[j], g->t[j]);
        oracle_set(g->d[j], d[j]);
        for (int i = 0; i < 3; i++)
            oracle_set(g->column[i][j], m->m[j][i]);
    }
    mpz_set_ui(g->det, 0);
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int y = (j + 1) % 3, z = (j + 2) % 3;
            mpz_mul(g->r[i][j], g->column[a][y], g->column[b][z]);
            mpz_submul(g->r[i][j], g->column[a][z], g->column[b][y]);
        }
    }
    for (int j = 0; j < 3; j++)
        mpz_addmul(g->det, g->column[0][j], g->r[0][j]);
    sign = mpz_sgn(g->det);
    if (sign == 0)
        return 0;
    for (int i = 0; i < 3; i++) { // degree 4: min·det - (r·(o - T) and r·d raised by one)
        mpz_set_ui(g->x, 0);
        mpz_set_ui(g->slabs.d[i], 0);
        for (int j = 0; j < 3; j++) {
            mpz_addmul(g->x, g->r[i][j], g->o[j]);
            mpz_addmul(g->slabs.d[i], g->r[i][j], g->d[j]);
        }
        oracle_raise(g->x, 1);
        oracle_raise(g->slabs.d[i], 1);
        oracle_set(g->y, sign > 0 ? min[i] : max[i]);
        mpz_mul(g->slabs.lo[i], g->y, g->det);
        mpz_sub(g->slabs.lo[i], g->slabs.lo[i], g->x);
        oracle_set(g->y, sign > 0 ? max[i] : min[i]);
        mpz_mul(g->slabs.hi[i], g->y, g->det);
        mpz_sub(g->slabs.hi[i], g->slabs.hi[i], g->x);
    }
    *hit = oracle_slabs_hit(&g->slabs, ray->t_min, ray->t_max, span);
    if (*hit && sign < 0) {
        span->face_enter = span->face_enter < 0 ? span->face_enter : span->face_enter ^ 1;
        span->face_exit = span->face_exit < 0 ? span->face_exit : span->face_exit ^ 1;
    }
    return sign;
}

static void run_category(map_category category)
{
    const uint64_t cases = test_cases(2000000) / MAP_CATEGORIES;
    test_random r = test_random_make(test_seed() + 400 + (uint64_t)category);
    uint64_t run = 0, hits = 0, wrong = 0, mirrored = 0;
    gmp_map g;

    work(&g, init);
    oracle_slabs_init(&g.slabs);
    for (uint64_t i = 0; i < cases; i++) {
        const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};
        const test_category kinds[5] = {CASE_RANDOM, CASE_FLAT, CASE_POINT, CASE_SCALES_APART, CASE_RANDOM};
        const hit_aabb box = test_case_box(&r, kinds[test_random_below(&r, category >= MAP_SCALES ? 5 : 3)]);
        const hit_mat3x4 m = make_map(&r, category);
        const hit_ray ray = make_ray(&r, category, box, &m);
        hit_span expected = untouched, got = untouched;
        bool hit = false, ours;
        int sign;

        if (!hit_ray_is_valid(ray) || (sign = by_gmp(&g, &ray, &box, &m, &hit, &expected)) == 0)
            continue;
        ours = hit_ray_box_affine(ray, box, &m, &got);
        run++, hits += hit, mirrored += sign < 0;
        if (ours != hit || !oracle_same_span(got, expected) || hit_ray_box_affine(ray, box, &m, NULL) != hit) {
            if (wrong++ < 3)
                printf("case %llu: exact %d [%a, %a] %d %d %d, ours %d [%a, %a] %d %d %d\n", (unsigned long long)i, hit,
                       (double)expected.t_enter, (double)expected.t_exit, expected.face_enter, expected.face_exit,
                       expected.inside, ours, (double)got.t_enter, (double)got.t_exit, got.face_enter, got.face_exit,
                       got.inside);
        }
    }
    oracle_slabs_clear(&g.slabs);
    work(&g, clear);
    printf("  %llu cases, %llu mirrored, %llu hits, %llu wrong\n", (unsigned long long)run,
           (unsigned long long)mirrored, (unsigned long long)hits, (unsigned long long)wrong);
    assert_true(hits > cases / 200 && (mirrored > cases / 10 || category == MAP_RIGID));
    assert_int_equal(wrong, 0);
}

#define CATEGORY_TEST(name, category)                                                                                  \
    static void name(void** state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        run_category(category);                                                                                        \
    }

CATEGORY_TEST(rigid, MAP_RIGID)
CATEGORY_TEST(scaled, MAP_SCALED)
CATEGORY_TEST(sheared, MAP_SHEARED)
CATEGORY_TEST(integer_maps, MAP_INTEGER)
CATEGORY_TEST(scales_apart, MAP_SCALES)
CATEGORY_TEST(any_bits, MAP_ANY_BITS)

// out = x·(y×z), of degree 3.
static void volume(gmp_map* g, mpz_t out, mpz_t x[3], mpz_t y[3], mpz_t z[3])
{
    mpz_set_ui(out, 0);
    for (int j = 0; j < 3; j++) {
        const int a = (j + 1) % 3, b = (j + 2) % 3;
        mpz_mul(g->x, y[a], z[b]);
        mpz_submul(g->x, y[b], z[a]);
        mpz_addmul(out, g->x, x[j]);
    }
}

// A zero column makes a parallelogram: s + t·d = a·c_i + b·c_j for s = o - T. The volumes of s + t·d - a·c_i - b·c_j = 0 with
// pairs of the vectors give the three unknowns.
static void one_zero_column(void** state)
{
    const uint64_t cases = test_cases(2000000) / 8;
    test_random r = test_random_make(test_seed() + 450);
    uint64_t hits = 0, run = 0, wrong = 0;
    mpz_t v, a, b, t;
    gmp_map g;

    (void)state;
    work(&g, init);
    oracle_slabs_init(&g.slabs);
    mpz_inits(v, a, b, t, NULL);
    for (uint64_t n = 0; n < cases; n++) {
        const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};
        const int k = (int)test_random_below(&r, 3), i = (k + 1) % 3, j = (k + 2) % 3;
        const map_category category = (map_category)test_random_below(&r, MAP_CATEGORIES);
        const hit_aabb box = test_case_box(&r, test_random_below(&r, 2) ? CASE_RANDOM : CASE_FLAT);
        const float lo[3] = {box.min.x, box.min.y, box.min.z}, hi[3] = {box.max.x, box.max.y, box.max.z};
        hit_mat3x4 m = make_map(&r, category);
        hit_span got = untouched, expected = untouched;
        bool hit = false, ours;
        hit_ray ray;

        for (int row = 0; row < 3; row++)
            m.m[row][k] = test_random_below(&r, 2) ? 0.0f : -0.0f;
        ray = make_ray(&r, category, box, &m);
        if (!hit_ray_is_valid(ray))
            continue;
        assert_int_equal(by_gmp(&g, &ray, &box, &m, &hit, &expected), 0); // singular; fills in the vectors
        volume(&g, v, g.d, g.column[i], g.column[j]);
        volume(&g, a, g.d, g.o, g.column[j]);
        volume(&g, b, g.d, g.column[i], g.o);
        volume(&g, t, g.o, g.column[j], g.column[i]);
        hit = mpz_sgn(v) != 0 && oracle_compare_float(a, v, lo[i]) >= 0 && oracle_compare_float(a, v, hi[i]) <= 0 &&
              oracle_compare_float(b, v, lo[j]) >= 0 && oracle_compare_float(b, v, hi[j]) <= 0 &&
              (!isfinite(ray.t_min) || oracle_compare_float(t, v, ray.t_min) >= 0) &&
              (!isfinite(ray.t_max) || oracle_compare_float(t, v, ray.t_max) <= 0);
        if (hit) {
            const float rounded = oracle_round(t, v);
            expected = (hit_span){rounded, rounded, HIT_FACE_SIDE, HIT_FACE_SIDE, false};
        }
        ours = hit_ray_box_affine(ray, box, &m, &got);
        run++, hits += hit;
        wrong += ours != hit || !oracle_same_span(got, expected) || hit_ray_box_affine(ray, box, &m, NULL) != hit;
    }
    mpz_clears(v, a, b, t, NULL);
    oracle_slabs_clear(&g.slabs);
    work(&g, clear);
    printf("  %llu cases, %llu hits, %llu wrong\n", (unsigned long long)run, (unsigned long long)hits,
           (unsigned long long)wrong);
    assert_true(hits > cases / 10);
    assert_int_equal(wrong, 0);
}

// Dependent columns, none of them zero: a hexagon. Rays to images of points of the box must hit, far beyond it must miss.
static void dependent_columns(void** state)
{
    const uint64_t cases = test_cases(2000000) / 20;
    test_random r = test_random_make(test_seed() + 451);

    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        const hit_vec3 lo = test_random_grid_vec3(&r), size = {1.0f, 2.0f, 3.0f};
        const hit_aabb box = hit_aabb_make(lo, hit_vec3_add(lo, size));
        hit_mat3x4 m;
        hit_vec3 local = inside(&r, box), origin = test_random_vec3(&r, -8, 8), normal, target;
        hit_span span;
        hit_ray ray;

        for (int row = 0; row < 3; row++) {
            m.m[row][0] = test_random_grid(&r);
            m.m[row][1] = test_random_grid(&r);
            m.m[row][2] = m.m[row][0] - m.m[row][1]; // exact on the grid
            m.m[row][3] = test_random_grid(&r);
        }
        normal = hit_vec3_cross(hit_vec3_make(m.m[0][0], m.m[1][0], m.m[2][0]),
                                hit_vec3_make(m.m[0][1], m.m[1][1], m.m[2][1]));
        if (hit_vec3_length(normal) < 0.5f)
            continue;
        // a point well inside, or one that sticks out along the longest column by its whole length
        local = hit_vec3_make(lo.x + 0.25f + 0.5f * (local.x - lo.x), lo.y + 0.5f + 0.5f * (local.y - lo.y),
                              lo.z + 0.75f + 0.5f * (local.z - lo.z));
        target = hit_mat3x4_point(&m, local);
        ray = hit_ray_make(origin, hit_vec3_sub(target, origin));
        if (fabsf(hit_vec3_dot(hit_vec3_normalize(normal), ray.direction)) < 1e-3f)
            continue;
        assert_true(hit_ray_box_affine(ray, box, &m, &span));
        assert_true(fabsf(span.t_enter - 1.0f) < 1e-3f);
        assert_true(hit_vec3_length(hit_box_affine_normal(&m, span.face_enter)) > 0.99f);
        {
            const hit_vec3 c = {m.m[0][0], m.m[1][0], m.m[2][0]};
            const float reach = 100.0f;
            target = hit_vec3_add(target, hit_vec3_scale(c, reach));
            if (hit_vec3_length(c) > 0.5f)
                assert_false(hit_ray_box_affine(hit_ray_make(origin, hit_vec3_sub(target, origin)), box, &m, &span) &&
                             fabsf(span.t_enter - 1.0f) < 1e-3f);
        }
    }
}

static void planes(void** state)
{
    const uint64_t cases = test_cases(2000000) / 4;
    test_random r = test_random_make(test_seed() + 460);
    uint64_t wrong = 0, hits = 0, within = 0;
    mpz_t x, y, num, den;

    (void)state;
    mpz_inits(x, y, num, den, NULL);
    for (uint64_t n = 0; n < cases; n++) {
        const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};
        const bool bits = test_random_below(&r, 3) == 0;
        float v[3][3];
        hit_plane plane;
        hit_ray ray;
        hit_span expected = untouched, got = untouched;
        bool hit = true;

        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                v[k][j] = bits                       ? test_random_bits(&r)
                          : test_random_below(&r, 2) ? test_random_grid(&r)
                                                     : test_random_range(&r, -4, 4);
        plane.normal = hit_vec3_make(v[0][0], v[0][1], v[0][2]);
        plane.offset = bits ? test_random_bits(&r) : test_random_grid(&r);
        ray = test_case_interval(&r, hit_vec3_make(v[1][0], v[1][1], v[1][2]), hit_vec3_make(v[2][0], v[2][1], v[2][2]),
                                 1.0f);
        if (test_random_below(&r, 4) == 0) // a ray in the plane, or beside it
            ray.direction = hit_vec3_make(-plane.normal.y, plane.normal.x, 0.0f);
        if (test_random_below(&r, 4) == 0 && !bits)
            plane = hit_plane_make(ray.origin, plane.normal);
        if (!hit_ray_is_valid(ray) || (plane.normal.x == 0.0f && plane.normal.y == 0.0f && plane.normal.z == 0.0f))
            continue;
        oracle_set_degree(num, plane.offset, 2);
        mpz_set_ui(den, 0);
        for (int j = 0; j < 3; j++) {
            const float nj = j == 0 ? plane.normal.x : j == 1 ? plane.normal.y : plane.normal.z;
            const float oj = j == 0 ? ray.origin.x : j == 1 ? ray.origin.y : ray.origin.z;
            const float dj = j == 0 ? ray.direction.x : j == 1 ? ray.direction.y : ray.direction.z;
            oracle_set(x, nj);
            oracle_set(y, oj);
            mpz_submul(num, x, y);
            oracle_set(y, dj);
            mpz_addmul(den, x, y);
        }
        if (mpz_sgn(den) == 0) {
            hit = mpz_sgn(num) == 0;
            within += hit;
            expected = hit ? (hit_span){ray.t_min, ray.t_max, HIT_FACE_NONE, HIT_FACE_NONE, true} : untouched;
        } else {
            hit = (!isfinite(ray.t_min) || oracle_compare_float(num, den, ray.t_min) >= 0) &&
                  (!isfinite(ray.t_max) || oracle_compare_float(num, den, ray.t_max) <= 0);
            if (hit) {
                const float t = oracle_round(num, den);
                expected = (hit_span){t, t, HIT_FACE_SIDE, HIT_FACE_SIDE, false};
            }
        }
        hits += hit;
        wrong += hit_ray_plane(ray, plane, &got) != hit || !oracle_same_span(got, expected) ||
                 hit_ray_plane(ray, plane, NULL) != hit;
    }
    mpz_clears(x, y, num, den, NULL);
    printf("  %llu hits, %llu within the plane, %llu wrong\n", (unsigned long long)hits, (unsigned long long)within,
           (unsigned long long)wrong);
    assert_true(hits > cases / 10 && within > cases / 1000);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid),           cmocka_unit_test(scaled),
        cmocka_unit_test(sheared),         cmocka_unit_test(integer_maps),
        cmocka_unit_test(scales_apart),    cmocka_unit_test(any_bits),
        cmocka_unit_test(one_zero_column), cmocka_unit_test(dependent_columns),
        cmocka_unit_test(planes),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
