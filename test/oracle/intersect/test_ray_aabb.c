// hit_ray_aabb against GMP, in all categories, next to the algorithms that tutorials teach.
//
// Prints a table of false misses and false hits. With HIT_TABLE=FILE the table is written there too, as Markdown: that
// is how docs/exactness-table.md is made.
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/oracle/gmp_oracle.h"

#include <hitscan/inline.h>
#undef hit_ray_aabb // both are tested: the function of the library, and the inline one

typedef struct tally {
    uint64_t cases, hits;
    uint64_t lost[3], false_hits[3]; // by method
    uint64_t wrong_span;
} tally;

enum { OURS, DIVISION, INVERSE };

static tally tallies[CASE_CATEGORIES];

// The slab test with a threshold for parallel rays and a division for each plane.
static bool by_division(const hit_ray* ray, const hit_aabb* box)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const float lo[3] = {box->min.x, box->min.y, box->min.z}, hi[3] = {box->max.x, box->max.y, box->max.z};
    float t_min = ray->t_min, t_max = ray->t_max;

    for (int i = 0; i < 3; i++) {
        float t1, t2;
        if (fabsf(d[i]) < 1e-6f) {
            if (o[i] < lo[i] || o[i] > hi[i])
                return false;
            continue;
        }
        t1 = (lo[i] - o[i]) / d[i];
        t2 = (hi[i] - o[i]) / d[i];
        if (t1 > t2) {
            const float t = t1;
            t1 = t2;
            t2 = t;
        }
        t_min = t1 > t_min ? t1 : t_min;
        t_max = t2 < t_max ? t2 : t_max;
        if (t_min > t_max)
            return false;
    }
    return true;
}

// The branchless slab test with the inverse direction and minima and maxima.
static bool by_inverse(const hit_ray* ray, const hit_aabb* box)
{
    const float rx = 1.0f / ray->direction.x, ry = 1.0f / ray->direction.y, rz = 1.0f / ray->direction.z;
    const float x1 = (box->min.x - ray->origin.x) * rx, x2 = (box->max.x - ray->origin.x) * rx;
    const float y1 = (box->min.y - ray->origin.y) * ry, y2 = (box->max.y - ray->origin.y) * ry;
    const float z1 = (box->min.z - ray->origin.z) * rz, z2 = (box->max.z - ray->origin.z) * rz;
    float t_min = ray->t_min, t_max = ray->t_max;

#define MIN2(a, b) ((a) < (b) ? (a) : (b))
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
    t_min = MAX2(t_min, MIN2(x1, x2)), t_max = MIN2(t_max, MAX2(x1, x2));
    t_min = MAX2(t_min, MIN2(y1, y2)), t_max = MIN2(t_max, MAX2(y1, y2));
    t_min = MAX2(t_min, MIN2(z1, z2)), t_max = MIN2(t_max, MAX2(z1, z2));
    return t_min <= t_max;
}

static bool by_gmp(oracle_slabs* s, const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const float lo[3] = {box->min.x, box->min.y, box->min.z}, hi[3] = {box->max.x, box->max.y, box->max.z};

    for (int i = 0; i < 3; i++) {
        oracle_set(s->d[i], o[i]); // for a moment
        oracle_set(s->lo[i], lo[i]);
        oracle_set(s->hi[i], hi[i]);
        mpz_sub(s->lo[i], s->lo[i], s->d[i]);
        mpz_sub(s->hi[i], s->hi[i], s->d[i]);
        oracle_set(s->d[i], d[i]);
    }
    return oracle_slabs_hit(s, ray->t_min, ray->t_max, span);
}

static void print_case(const hit_ray* r, const hit_aabb* b, bool expected, hit_span e, bool got, hit_span g)
{
    printf("ray {%a, %a, %a} + t {%a, %a, %a}, t in [%a, %a]; box {%a, %a, %a} to {%a, %a, %a}\n", (double)r->origin.x,
           (double)r->origin.y, (double)r->origin.z, (double)r->direction.x, (double)r->direction.y,
           (double)r->direction.z, (double)r->t_min, (double)r->t_max, (double)b->min.x, (double)b->min.y,
           (double)b->min.z, (double)b->max.x, (double)b->max.y, (double)b->max.z);
    printf("  exact: %d [%a, %a] faces %d %d inside %d\n", expected, (double)e.t_enter, (double)e.t_exit, e.face_enter,
           e.face_exit, e.inside);
    printf("  ours:  %d [%a, %a] faces %d %d inside %d\n", got, (double)g.t_enter, (double)g.t_exit, g.face_enter,
           g.face_exit, g.inside);
}

static void one_case(oracle_slabs* s, const hit_ray* ray, const hit_aabb* box, tally* out)
{
    const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};
    hit_span expected = untouched, got = untouched, exact = untouched, plain = untouched;
    const bool hit = by_gmp(s, ray, box, &expected);
    const bool ours = hit_ray_aabb_inline(*ray, *box, &got);
    const bool answers[3] = {ours, by_division(ray, box), by_inverse(ray, box)};

    out->cases++;
    out->hits += hit;
    for (int i = 0; i < 3; i++) {
        out->lost[i] += hit && !answers[i];
        out->false_hits[i] += !hit && answers[i];
    }
    // Correct spans, untouched on a miss; the other two forms of the call agree.
    if (ours != hit || !oracle_same_span(got, expected) || hit_ray_aabb_inline(*ray, *box, NULL) != hit ||
        hit_ray_aabb(*ray, *box, &plain) != hit || !oracle_same_span(plain, expected) ||
        hit_ray_aabb(*ray, *box, NULL) != hit || hit_ray_aabb_exact(ray, box, &exact) != hit ||
        !oracle_same_span(exact, expected)) {
        if (out->wrong_span++ < 3)
            print_case(ray, box, hit, expected, ours, got);
    }
}

static void run_category(test_category category)
{
    const uint64_t cases = test_cases(10000000) / CASE_CATEGORIES;
    test_random r = test_random_make(test_seed() + (uint64_t)category);
    oracle_slabs s;

    oracle_slabs_init(&s);
    for (uint64_t i = 0; i < cases; i++) {
        const hit_aabb box = test_case_box(&r, category);
        const hit_ray ray = test_case_ray(&r, category, box);
        if (ray.direction.x != 0.0f || ray.direction.y != 0.0f || ray.direction.z != 0.0f)
            one_case(&s, &ray, &box, &tallies[category]);
    }
    oracle_slabs_clear(&s);
    // A category that never hits proves nothing.
    assert_true(cases < 1000 || tallies[category].hits > cases / 100);
    assert_int_equal(tallies[category].lost[OURS], 0);
    assert_int_equal(tallies[category].false_hits[OURS], 0);
    assert_int_equal(tallies[category].wrong_span, 0);
}

CATEGORY_TEST(random_rays, CASE_RANDOM)
CATEGORY_TEST(aimed_at_edges, CASE_EDGE)
CATEGORY_TEST(aimed_at_corners, CASE_CORNER)
CATEGORY_TEST(zero_direction_components, CASE_ZERO_DIRECTION)
CATEGORY_TEST(origin_on_face, CASE_ORIGIN_ON_FACE)
CATEGORY_TEST(origin_inside, CASE_INSIDE)
CATEGORY_TEST(flat_boxes, CASE_FLAT)
CATEGORY_TEST(point_boxes, CASE_POINT)
CATEGORY_TEST(scales_apart, CASE_SCALES_APART)
CATEGORY_TEST(tiny_directions, CASE_TINY_DIRECTION)
CATEGORY_TEST(huge_coordinates, CASE_HUGE)

static void print_table(FILE* out)
{
    tally sum = {0};

    fprintf(out, "| category | cases | hits | `hit_ray_aabb` lost | false | division, 1e-6: lost | false | "
                 "inverse, min/max: lost | false |\n");
    fprintf(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i <= CASE_CATEGORIES; i++) {
        const tally* t = i < CASE_CATEGORIES ? &tallies[i] : &sum;
        fprintf(out, "| %s | %llu | %llu |", i < CASE_CATEGORIES ? test_category_names[i] : "**all**",
                (unsigned long long)t->cases, (unsigned long long)t->hits);
        for (int k = 0; k < 3; k++) {
            fprintf(out, " %llu | %llu |", (unsigned long long)t->lost[k], (unsigned long long)t->false_hits[k]);
            sum.lost[k] += t->lost[k], sum.false_hits[k] += t->false_hits[k];
        }
        fprintf(out, "\n");
        sum.cases += t->cases, sum.hits += t->hits;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rays),      cmocka_unit_test(aimed_at_edges),
        cmocka_unit_test(aimed_at_corners), cmocka_unit_test(zero_direction_components),
        cmocka_unit_test(origin_on_face),   cmocka_unit_test(origin_inside),
        cmocka_unit_test(flat_boxes),       cmocka_unit_test(point_boxes),
        cmocka_unit_test(scales_apart),     cmocka_unit_test(tiny_directions),
        cmocka_unit_test(huge_coordinates),
    };
    const char* table = getenv("HIT_TABLE");
    int failed;

    printf("seed %llu\n", (unsigned long long)test_seed());
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_table(stdout);
    if (table != NULL) {
        FILE* out = fopen(table, "w");
        if (out == NULL) {
            perror(table);
            return 1;
        }
        print_table(out);
        if (fclose(out) != 0) {
            perror(table);
            return 1;
        }
    }
    return failed;
}
