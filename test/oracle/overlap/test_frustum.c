// Frusta against points, boxes, spheres and triangles, compared with exact rationals (support/oracle/rational_set.h).
//
// The exact form must never differ. The quick form may say "crossing" for anything else, but nothing else that is not
// so; how often it does is printed.
#include "support/base/cmocka_all.h"
#include "support/oracle/rational_set.h"
#include "support/cases/frustum_cases.h"
#include "support/base/fp_modes.h"

typedef struct tally {
    uint64_t seen[3];  ///< by answer
    uint64_t hesitant; ///< "crossing" by the quick form for what is not
    uint64_t outside;  ///< of these, what is outside
} tally;

enum { SHAPES = 5 };

static const char* const shape_names[SHAPES] = {"point", "aabb", "obb", "sphere", "triangle"};

static hit_cull truth(bool meets, bool holds)
{
    return !meets ? HIT_OUTSIDE : holds ? HIT_INSIDE : HIT_CROSSING;
}

static void count(tally* t, hit_cull want, hit_cull exact, hit_cull quick, const char* what, uint64_t i)
{
    if (exact != want)
        fail_msg("%s, case %llu: %d instead of %d", what, (unsigned long long)i, (int)exact, (int)want);
    if (quick != HIT_CROSSING && quick != want)
        fail_msg("%s quick, case %llu: %d instead of %d", what, (unsigned long long)i, (int)quick, (int)want);
    t->seen[want]++;
    t->hesitant += quick == HIT_CROSSING && want != HIT_CROSSING;
    t->outside += quick == HIT_CROSSING && want == HIT_OUTSIDE;
}

static hit_cull truth_aabb(const rational_set* frustum, hit_aabb box)
{
    rational_set set;
    hit_cull result;

    rational_set_init(&set);
    for (int i = 0; i < frustum->count; i++) {
        for (int k = 0; k < 3; k++)
            mpq_set(set.a[i][k], frustum->a[i][k]);
        mpq_set(set.b[i], frustum->b[i]);
    }
    set.count = frustum->count;
    rational_set_add_aabb(&set, box);
    result = truth(rational_set_has_point(&set), rational_set_contains_aabb(frustum, box));
    rational_set_clear(&set);
    return result;
}

static hit_cull truth_obb(const hit_frustum* frustum, const hit_obb* obb)
{
    rational_set set, planes;
    hit_cull result;

    rational_set_init(&set);
    rational_set_init(&planes);
    rational_set_add_frustum(&planes, frustum);
    rational_set_add_frustum(&set, frustum);
    rational_set_add_obb(&set, obb);
    result = truth(rational_set_has_point(&set), rational_set_contains_obb(&planes, obb));
    rational_set_clear(&set);
    rational_set_clear(&planes);
    return result;
}

// The answers are asked for in one floating-point mode after the other.
static void ask(const frusta_case* c, int mode, hit_cull exact[SHAPES], hit_cull quick[SHAPES])
{
    const hit_frustum* f = &c->frustum;

    mode_set(mode);
    exact[0] = hit_frustum_point(f, c->triangle.v0), quick[0] = hit_frustum_point_quick(f, c->triangle.v0);
    exact[1] = hit_frustum_aabb(f, c->box), quick[1] = hit_frustum_aabb_quick(f, c->box);
    exact[2] = hit_frustum_obb(f, &c->obb), quick[2] = hit_frustum_obb_quick(f, &c->obb);
    exact[3] = hit_frustum_sphere(f, c->sphere), quick[3] = hit_frustum_sphere_quick(f, c->sphere);
    exact[4] = hit_frustum_triangle(f, &c->triangle), quick[4] = hit_frustum_triangle_quick(f, &c->triangle);
    mode_set(0);
}

static void run_category(frusta_category category)
{
    test_random r = test_random_make(test_seed() + (uint64_t)category);
    const uint64_t cases = test_cases(1500);
    tally tallies[SHAPES] = {{{0, 0, 0}, 0, 0}};

    for (uint64_t i = 0; i < cases; i++) {
        hit_cull want[SHAPES], exact[SHAPES], quick[SHAPES];
        rational_set set;
        frusta_case c;
        frusta_make(&r, category, &c);
        ask(&c, (int)(i % MODES), exact, quick);
        rational_set_init(&set);
        rational_set_add_frustum(&set, &c.frustum);
        want[0] = truth_aabb(&set, hit_aabb_make(c.triangle.v0, c.triangle.v0));
        want[1] = truth_aabb(&set, c.box);
        want[2] = truth_obb(&c.frustum, &c.obb);
        want[3] = truth(rational_set_meets_sphere(&set, c.sphere), rational_set_contains_sphere(&set, c.sphere));
        want[4] =
            truth(rational_set_meets_triangle(&set, &c.triangle), rational_set_contains_triangle(&set, &c.triangle));
        rational_set_clear(&set);
        for (int s = 0; s < SHAPES; s++)
            count(&tallies[s], want[s], exact[s], quick[s], shape_names[s], i);
    }
    print_message("%-8s seed %llu, %llu cases\n", frusta_category_names[category], (unsigned long long)test_seed(),
                  (unsigned long long)cases);
    for (int s = 0; s < SHAPES; s++) {
        const tally* t = &tallies[s];
        const uint64_t clear = t->seen[HIT_OUTSIDE] + t->seen[HIT_INSIDE];
        print_message(
            "    %-8s %5llu outside %5llu crossing %5llu inside; falsely crossing %.2f %% (outside: %.2f %%)\n",
            shape_names[s], (unsigned long long)t->seen[HIT_OUTSIDE], (unsigned long long)t->seen[HIT_CROSSING],
            (unsigned long long)t->seen[HIT_INSIDE], 100.0 * (double)t->hesitant / (double)(clear ? clear : 1),
            100.0 * (double)t->outside / (double)(t->seen[HIT_OUTSIDE] ? t->seen[HIT_OUTSIDE] : 1));
    }
}

CATEGORY_TEST(random_cases, FRUSTA_RANDOM)
CATEGORY_TEST(grid, FRUSTA_GRID)
CATEGORY_TEST(far_from_the_origin, FRUSTA_FAR)
CATEGORY_TEST(beside_corners, FRUSTA_CORNERS)
CATEGORY_TEST(flat_and_empty, FRUSTA_FLAT)
CATEGORY_TEST(off_axis_and_infinite, FRUSTA_OFF_AXIS)
CATEGORY_TEST(scales_apart, FRUSTA_SCALES)
CATEGORY_TEST(orthographic, FRUSTA_ORTHO)
CATEGORY_TEST(touching, FRUSTA_TOUCHING)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_cases),   cmocka_unit_test(grid),           cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(beside_corners), cmocka_unit_test(flat_and_empty), cmocka_unit_test(off_axis_and_infinite),
        cmocka_unit_test(scales_apart),   cmocka_unit_test(orthographic),   cmocka_unit_test(touching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
