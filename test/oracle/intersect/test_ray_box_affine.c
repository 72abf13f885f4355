// hit_ray_box_affine and hit_ray_plane against GMP.
//
// Invertible maps and singular ones: exact, bit by bit.
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/oracle/gmp_oracle.h"

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
    assert_true(cases < 1000 || (hits > cases / 200 && (mirrored > cases / 10 || category == MAP_RIGID)));
    assert_int_equal(wrong, 0);
}

CATEGORY_TEST(rigid, MAP_RIGID)
CATEGORY_TEST(scaled, MAP_SCALED)
CATEGORY_TEST(sheared, MAP_SHEARED)
CATEGORY_TEST(integer_maps, MAP_INTEGER)
CATEGORY_TEST(scales_apart, MAP_SCALES)
CATEGORY_TEST(any_bits, MAP_ANY_BITS)

// A singular map of rank 2, its columns dependent in one of several ways.
static hit_mat3x4 make_flat_map(test_random* r)
{
    const map_category category = (map_category)test_random_below(r, MAP_CATEGORIES);
    const uint32_t kind = test_random_below(r, 4);
    const int k = (int)test_random_below(r, 3), i = (k + 1) % 3, j = (k + 2) % 3;
    hit_mat3x4 m = make_map(r, category);

    for (int row = 0; row < 3; row++) {
        if (kind >= 2) { // 16 bits, so that sums are exact
            m.m[row][i] = (float)((int)test_random_below(r, 131071) - 65535) * 0x1p-14f;
            m.m[row][j] = (float)((int)test_random_below(r, 131071) - 65535) * 0x1p-14f;
        }
        m.m[row][k] = kind == 0   ? (row % 2 ? 0.0f : -0.0f) // what a scale of 0 gives
                      : kind == 1 ? -0.5f * m.m[row][i]      // parallel to another
                      : kind == 2 ? m.m[row][i] + m.m[row][j]
                                  : 2.0f * m.m[row][j] - m.m[row][i];
    }
    return m;
}

// The image is the convex hull of the images of the corners, and its sides run along the columns. So a point of its
// plane belongs to it when, for each column, it is not farther out sideways than all corners. (The library looks for
// the third coordinate instead.) `g` holds the columns, and o - T and d of the ray. V = d·n is not zero; the crossing
// is o + (num/V)·d.
static bool inside_hull(gmp_map* g, mpz_t n[3], mpz_t num, mpz_t v, const hit_aabb* box)
{
    const float bound[2][3] = {{box->min.x, box->min.y, box->min.z}, {box->max.x, box->max.y, box->max.z}};
    mpz_t side[3], here, there, x, y;
    bool inside = true;

    mpz_inits(side[0], side[1], side[2], here, there, x, y, NULL);
    for (int i = 0; i < 3; i++) {
        int below = 0, above = 0;
        for (int j = 0; j < 3; j++) {
            const int a = (j + 1) % 3, b = (j + 2) % 3;
            mpz_mul(side[j], n[a], g->column[i][b]);
            mpz_submul(side[j], n[b], g->column[i][a]);
        }
        if (mpz_sgn(side[0]) == 0 && mpz_sgn(side[1]) == 0 && mpz_sgn(side[2]) == 0)
            continue;
        // V·side·(point - T), of one degree less than V·side·(corner - T), which has the box's coordinate too
        mpz_set_ui(here, 0);
        for (int j = 0; j < 3; j++) {
            mpz_mul(x, g->o[j], v);
            mpz_addmul(x, num, g->d[j]);
            mpz_addmul(here, x, side[j]);
        }
        oracle_raise(here, 1);
        for (int corner = 0; corner < 8; corner++) {
            mpz_set_ui(there, 0);
            for (int j = 0; j < 3; j++) {
                mpz_set_ui(y, 0);
                for (int k = 0; k < 3; k++) {
                    oracle_set(x, bound[(corner >> k) & 1][k]);
                    mpz_addmul(y, x, g->column[k][j]);
                }
                mpz_addmul(there, y, side[j]);
            }
            mpz_mul(there, there, v);
            below += mpz_cmp(there, here) * mpz_sgn(v) <= 0;
            above += mpz_cmp(there, here) * mpz_sgn(v) >= 0;
        }
        inside = inside && below > 0 && above > 0;
    }
    mpz_clears(side[0], side[1], side[2], here, there, x, y, NULL);
    return inside;
}

static void singular_maps(void** state)
{
    const uint64_t cases = test_cases(2000000) / 8;
    test_random r = test_random_make(test_seed() + 450);
    uint64_t hits = 0, run = 0, wrong = 0;
    mpz_t v, t, n[3];
    gmp_map g;

    (void)state;
    work(&g, init);
    oracle_slabs_init(&g.slabs);
    mpz_inits(v, t, n[0], n[1], n[2], NULL);
    for (uint64_t c = 0; c < cases; c++) {
        const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};
        const test_category kind = test_random_below(&r, 3) == 0 ? CASE_FLAT : CASE_RANDOM;
        const hit_aabb box = test_case_box(&r, kind);
        const hit_mat3x4 m = make_flat_map(&r);
        hit_ray ray = make_ray(&r, MAP_SCALED, box, &m);
        hit_span got = untouched, expected = untouched;
        bool hit = false, ours;

        if (test_random_below(&r, 8) == 0) // start on the image, or almost
            ray.origin = hit_mat3x4_point(&m, inside(&r, box));
        if (!hit_ray_is_valid(ray))
            continue;
        if (by_gmp(&g, &ray, &box, &m, &hit, &expected) != 0) { // fills in the vectors
            continue;                                           // halving a denormal rounded
        }
        hit = false, expected = untouched;
        mpz_set_ui(n[0], 0), mpz_set_ui(n[1], 0), mpz_set_ui(n[2], 0); // cofactors are multiples of the normal, or zero
        for (int i = 0; i < 3; i++) {
            if (mpz_sgn(g.r[i][0]) == 0 && mpz_sgn(g.r[i][1]) == 0 && mpz_sgn(g.r[i][2]) == 0)
                continue;
            for (int j = 0; j < 3; j++)
                mpz_set(n[j], g.r[i][j]);
            break;
        }
        mpz_set_ui(v, 0);
        mpz_set_ui(t, 0);
        for (int j = 0; j < 3; j++) {
            mpz_addmul(v, n[j], g.d[j]);
            mpz_submul(t, n[j], g.o[j]);
        }
        hit = mpz_sgn(v) != 0 && (!isfinite(ray.t_min) || oracle_compare_float(t, v, ray.t_min) >= 0) &&
              (!isfinite(ray.t_max) || oracle_compare_float(t, v, ray.t_max) <= 0) && inside_hull(&g, n, t, v, &box);
        if (hit) {
            const float rounded = oracle_round(t, v);
            expected = (hit_span){rounded, rounded, HIT_FACE_SIDE, HIT_FACE_SIDE, false};
        }
        ours = hit_ray_box_affine(ray, box, &m, &got);
        run++, hits += hit;
        wrong += ours != hit || !oracle_same_span(got, expected) || hit_ray_box_affine(ray, box, &m, NULL) != hit ||
                 (hit && signbit(got.t_enter) && got.t_enter == 0.0f);
        if (hit)
            assert_true(hit_vec3_length(hit_box_affine_normal(&m, got.face_enter)) > 0.99f);
    }
    mpz_clears(v, t, n[0], n[1], n[2], NULL);
    oracle_slabs_clear(&g.slabs);
    work(&g, clear);
    printf("  %llu cases, %llu hits, %llu wrong\n", (unsigned long long)run, (unsigned long long)hits,
           (unsigned long long)wrong);
    assert_true(cases < 1000 || hits > cases / 20);
    assert_int_equal(wrong, 0);
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
    assert_true(cases < 1000 || (hits > cases / 10 && within > cases / 1000));
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid),         cmocka_unit_test(scaled),       cmocka_unit_test(sheared),
        cmocka_unit_test(integer_maps),  cmocka_unit_test(scales_apart), cmocka_unit_test(any_bits),
        cmocka_unit_test(singular_maps), cmocka_unit_test(planes),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
