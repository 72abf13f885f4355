// Which of two shapes lies in the other, and an oriented box against a triangle, compared with exact rationals
// (support/oracle/rational_set.h). No answer may differ.
#include "support/base/cmocka_all.h"
#include "support/oracle/rational_set.h"
#include "support/cases/frustum_cases.h"
#include "support/base/fp_modes.h"

enum { PAIRS = 9 };

static const char* const pair_names[PAIRS] = {"obb-triangle",   "obb in aabb",   "triangle in aabb",
                                              "aabb in obb",    "obb in obb",    "triangle in obb",
                                              "aabb in sphere", "obb in sphere", "triangle in sphere"};

typedef struct shapes {
    frusta_case a, b;
} shapes;

static void ask(const shapes* s, int mode, bool out[PAIRS])
{
    const frusta_case *a = &s->a, *b = &s->b;

    mode_set(mode);
    out[0] = hit_obb_triangle(&a->obb, &b->triangle);
    out[1] = hit_aabb_contains_obb(a->box, &b->obb);
    out[2] = hit_aabb_contains_triangle(a->box, &b->triangle);
    out[3] = hit_obb_contains_aabb(&a->obb, b->box);
    out[4] = hit_obb_contains_obb(&a->obb, &b->obb);
    out[5] = hit_obb_contains_triangle(&a->obb, &b->triangle);
    out[6] = hit_sphere_contains_aabb(a->sphere, b->box);
    out[7] = hit_sphere_contains_obb(a->sphere, &b->obb);
    out[8] = hit_sphere_contains_triangle(a->sphere, &b->triangle);
    mode_set(0);
}

static bool sphere_contains(hit_sphere ball, hit_vec3 p)
{
    const float c[3] = {ball.center.x, ball.center.y, ball.center.z}, q[3] = {p.x, p.y, p.z};
    mpq_t sum, x, y;
    bool holds;

    mpq_inits(sum, x, y, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, c[k]);
        mpq_set_d(y, q[k]);
        mpq_sub(x, x, y);
        mpq_mul(x, x, x);
        mpq_add(sum, sum, x);
    }
    mpq_set_d(x, ball.radius);
    mpq_mul(x, x, x);
    holds = mpq_cmp(sum, x) <= 0;
    mpq_clears(sum, x, y, NULL);
    return holds;
}

static void truth(const shapes* s, bool out[PAIRS])
{
    const frusta_case *a = &s->a, *b = &s->b;
    rational_set box, obb;

    rational_set_init(&box);
    rational_set_init(&obb);
    rational_set_add_aabb(&box, a->box);
    rational_set_add_obb(&obb, &a->obb);
    out[0] = rational_set_meets_triangle(&obb, &b->triangle);
    out[1] = rational_set_contains_obb(&box, &b->obb);
    out[2] = rational_set_contains_triangle(&box, &b->triangle);
    out[3] = rational_set_contains_aabb(&obb, b->box);
    out[4] = rational_set_contains_obb(&obb, &b->obb);
    out[5] = rational_set_contains_triangle(&obb, &b->triangle);
    out[6] = true;
    for (int i = 0; i < 8; i++) {
        const hit_vec3 corner = {i & 1 ? b->box.max.x : b->box.min.x, i & 2 ? b->box.max.y : b->box.min.y,
                                 i & 4 ? b->box.max.z : b->box.min.z};
        out[6] = out[6] && sphere_contains(a->sphere, corner);
    }
    out[7] = rational_sphere_contains_obb(a->sphere, &b->obb);
    out[8] = sphere_contains(a->sphere, b->triangle.v0) && sphere_contains(a->sphere, b->triangle.v1) &&
             sphere_contains(a->sphere, b->triangle.v2);
    rational_set_clear(&box);
    rational_set_clear(&obb);
}

static hit_vec3 toward(hit_vec3 p, hit_vec3 to, float part)
{
    return hit_vec3_add(p, hit_vec3_scale(hit_vec3_sub(to, p), part));
}

// A turned box whose corners are all at distance 3 or 7 from its centre, exactly, though not in double: its axes are
// 5·m long, with m³ beyond 53 bits.
static void inscribe(test_random* r, shapes* s)
{
    const float m = (float)(2 * test_random_below(r, 100000) + 100001);
    const bool large = test_random_below(r, 2);
    const float side[3] = {large ? 2 : 1, large ? 3 : 2, large ? 6 : 2}, radius = large ? 7 : 3;
    const hit_obb box = {s->b.obb.center, {{3 * m, 4 * m, 0}, {-4 * m, 3 * m, 0}, {0, 0, 5 * m}}, {0, 0, 0}};

    s->b.obb = box;
    for (int k = 0; k < 3; k++)
        s->b.obb.half[k] = 5 * m * side[k];
    s->a.sphere.center = box.center;
    s->a.sphere.radius = test_random_below(r, 2) ? radius : nextafterf(radius, test_random_below(r, 2) ? 0 : 9);
}

// Make b small and bring it into a, sometimes to its border.
static void arrange(test_random* r, frusta_category category, shapes* s)
{
    frusta_make(r, category, &s->a);
    frusta_make(r, category, &s->b);
    if (category == FRUSTA_GRID) {
        for (int k = 0; k < 3; k++)
            s->b.obb.half[k] = (float)test_random_below(r, 2);
        s->a.sphere.radius *= 2.0f;
        if (test_random_below(r, 4) == 0)
            inscribe(r, s);
        return;
    }
    if (category == FRUSTA_SCALES)
        return;
    const float part = test_random_range(r, 0.3f, 1.0f);
    const hit_vec3 middle = s->a.obb.center;
    const hit_vec3 move = hit_vec3_sub(middle, s->b.obb.center);
    hit_vec3* corner[3] = {&s->b.triangle.v0, &s->b.triangle.v1, &s->b.triangle.v2};
    if (category == FRUSTA_FAR) {
        for (int i = 0; i < 3; i++)
            *corner[i] = hit_vec3_add(*corner[i], move);
        s->b.box = hit_aabb_make(hit_vec3_add(s->b.box.min, move), hit_vec3_add(s->b.box.max, move));
        s->b.obb.center = hit_vec3_add(s->b.obb.center, move);
    }
    s->a.box =
        hit_aabb_make(hit_vec3_sub(middle, hit_vec3_make(2, 2, 2)), hit_vec3_add(middle, hit_vec3_make(2, 2, 2)));
    s->a.sphere = hit_sphere_make(middle, 2.0f);
    for (int i = 0; i < 3; i++)
        *corner[i] = toward(*corner[i], middle, part);
    s->b.box = hit_aabb_make(toward(s->b.box.min, middle, part), toward(s->b.box.max, middle, part));
    s->b.obb.center = toward(s->b.obb.center, middle, part);
    for (int i = 0; i < 3; i++)
        s->b.obb.half[i] *= 1.0f - part;
    if (category == FRUSTA_TOUCHING) {
        // Boxes of one orientation whose faces, edges or corners meet to a rounding; spheres through corners.
        s->b.obb = s->a.obb;
        for (int k = 0; k < 3; k++) {
            s->b.obb.half[k] = s->a.obb.half[k] * (float)(1 + test_random_below(r, 4)) / 4.0f;
            s->b.obb.center =
                hit_vec3_add(s->b.obb.center, hit_vec3_scale(s->a.obb.axis[k], s->a.obb.half[k] - s->b.obb.half[k]));
        }
        s->a.box = hit_obb_bounds(&s->b.obb);
        s->a.sphere.radius = hit_vec3_length(hit_vec3_sub(s->a.sphere.center, *corner[test_random_below(r, 3)]));
        if (test_random_below(r, 2))
            s->a.sphere.center = s->b.obb.center,
            s->a.sphere.radius = hit_vec3_length(hit_vec3_make(s->b.obb.half[0], s->b.obb.half[1], s->b.obb.half[2]));
        if (test_random_below(r, 2))
            *corner[0] = s->a.box.max;
    }
}

static void run_category(frusta_category category)
{
    test_random r = test_random_make(test_seed() + 300 + (uint64_t)category);
    const uint64_t cases = test_cases(2000);
    uint64_t yes[PAIRS] = {0};

    for (uint64_t i = 0; i < cases; i++) {
        bool want[PAIRS], have[PAIRS];
        shapes s;
        arrange(&r, category, &s);
        ask(&s, (int)(i % MODES), have);
        truth(&s, want);
        for (int k = 0; k < PAIRS; k++) {
            if (want[k] != have[k])
                fail_msg("%s, case %llu: %d instead of %d", pair_names[k], (unsigned long long)i, have[k], want[k]);
            yes[k] += want[k];
        }
    }
    print_message("%-8s seed %llu, %llu cases; yes:", frusta_category_names[category], (unsigned long long)test_seed(),
                  (unsigned long long)cases);
    for (int k = 0; k < PAIRS; k++)
        print_message(" %s %llu", pair_names[k], (unsigned long long)yes[k]);
    print_message("\n");
}

CATEGORY_TEST(random_cases, FRUSTA_RANDOM)
CATEGORY_TEST(grid, FRUSTA_GRID)
CATEGORY_TEST(far_from_the_origin, FRUSTA_FAR)
CATEGORY_TEST(scales_apart, FRUSTA_SCALES)
CATEGORY_TEST(touching, FRUSTA_TOUCHING)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_cases), cmocka_unit_test(grid),     cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(scales_apart), cmocka_unit_test(touching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
