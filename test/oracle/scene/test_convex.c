// Distances of convex shapes, proven in __float128: the two points lie in the shapes, and two planes across the normal
// keep the shapes apart by as much as the points are. So the answer is right, however it was found.
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/oracle/convex_shapes.h"

#include "scene/convex/gjk.h"

// What may be wrong, as a part of the sizes and distances.
static const double tight = 1e-12, loose = 1e-9;

typedef struct pair {
    test_convex_kind kind[2];
    test_convex_style style;
    hit_convex_shape convex[2];
    hit_gjk_result gap;
    double size;
    uint64_t number;
} pair;

static void fail_pair(const pair* p, const char* what)
{
    fail_msg("%s: %s, %s and %s, case %llu of seed %llu: lower %.17g, upper %.17g, size %g", what,
             test_convex_style_names[p->style], test_convex_kind_names[p->kind[0]], test_convex_kind_names[p->kind[1]],
             (unsigned long long)p->number, (unsigned long long)test_seed(), p->gap.lower, p->gap.upper, p->size);
}

// How far the planes across the normal keep the shapes apart.
static test_convex_quad apart(const pair* p)
{
    const test_convex_quad direction[3] = {p->gap.normal[0], p->gap.normal[1], p->gap.normal[2]};
    const test_convex_quad back[3] = {-direction[0], -direction[1], -direction[2]};
    const test_convex_quad length =
        sqrtq(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    return (-test_convex_support(&p->convex[0], back) - test_convex_support(&p->convex[1], direction)) / length;
}

static void check_pair(const pair* p)
{
    const bool discs = p->kind[0] == CONVEX_CYLINDER || p->kind[1] == CONVEX_CYLINDER;
    test_convex_quad between[3], distance;

    if (!(p->gap.lower >= 0.0 && p->gap.lower <= p->gap.upper && p->gap.upper < HUGE_VAL))
        fail_pair(p, "no bounds");
    if (test_convex_distance(&p->convex[0], p->kind[0], p->gap.a) > tight * p->size ||
        test_convex_distance(&p->convex[1], p->kind[1], p->gap.b) > tight * p->size)
        fail_pair(p, "a point is not in its convex");
    for (int k = 0; k < 3; k++)
        between[k] = (test_convex_quad)p->gap.a[k] - p->gap.b[k];
    distance = sqrtq(between[0] * between[0] + between[1] * between[1] + between[2] * between[2]);
    if (distance > p->gap.upper + tight * p->size)
        fail_pair(p, "the points are farther apart");
    if (p->gap.lower > distance + tight * p->size)
        fail_pair(p, "the points are closer than the lower bound");
    if (p->gap.upper - p->gap.lower > (discs ? loose : tight) * p->size)
        fail_pair(p, "the bounds are far apart");
    if (p->gap.lower > 0.0 && apart(p) < p->gap.lower - tight * p->size)
        fail_pair(p, "no plane keeps them apart");
}

static void run_style(test_convex_style style)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + (uint64_t)style);
    uint64_t separate = 0;

    for (uint64_t i = 0; i < cases; i++) {
        pair p = {.style = style, .number = i};
        for (int k = 0; k < 2; k++) {
            p.kind[k] = (test_convex_kind)test_random_below(&r, CONVEX_KINDS);
            p.convex[k] = test_convex_make(&r, p.kind[k], style);
            p.size += hit_convex_size(&p.convex[k]);
        }
        p.gap = hit_convex_distance(&p.convex[0], &p.convex[1], -1.0);
        check_pair(&p);
        separate += p.gap.lower > 0.0;
    }
    printf("%s: %llu pairs, %llu of them apart, seed %llu\n", test_convex_style_names[style], (unsigned long long)cases,
           (unsigned long long)separate, (unsigned long long)test_seed());
}

static void distances_of_random_convexes(void** state)
{
    (void)state;
    run_style(CONVEX_RANDOM);
}

static void distances_on_a_grid(void** state)
{
    (void)state;
    run_style(CONVEX_GRID);
}

static void distances_of_thin_convexes(void** state)
{
    (void)state;
    run_style(CONVEX_THIN);
}

static void distances_far_away(void** state)
{
    (void)state;
    run_style(CONVEX_FAR);
}

// Bodies put side by side with a given gap, along a direction in which both are as far as they go.
static void known_gaps(void** state)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + 10);

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        pair p = {.style = (test_convex_style)test_random_below(&r, CONVEX_STYLES), .number = i};
        const double wish =
            test_random_below(&r, 4) == 0 ? 0.0 : pow(10.0, (double)test_random_range(&r, -11.0f, 0.0f));
        double direction[3], back[3], at[2][3], by[3], gap;

        for (int k = 0; k < 2; k++) {
            p.kind[k] = (test_convex_kind)test_random_below(&r, CONVEX_KINDS);
            // A thin cylinder, once moved, has another axis.
            if (p.kind[k] == CONVEX_CYLINDER && p.style == CONVEX_THIN)
                p.kind[k] = CONVEX_CAPSULE;
            p.convex[k] = test_convex_make(&r, p.kind[k], p.style);
            p.size += hit_convex_size(&p.convex[k]);
        }
        gap = wish * p.size;
        test_convex_direction(&r, direction);
        for (int k = 0; k < 3; k++)
            back[k] = -direction[k];
        hit_convex_support(&p.convex[0], back, at[0]);
        hit_convex_support(&p.convex[1], direction, at[1]);
        for (int k = 0; k < 3; k++)
            by[k] = at[0][k] - at[1][k] - gap * direction[k];
        test_convex_move(&p.convex[1], by);
        p.size = hit_convex_size(&p.convex[0]) + hit_convex_size(&p.convex[1]);
        // Decided with a limit on either side, and measured.
        p.gap = hit_convex_distance(&p.convex[0], &p.convex[1], gap + loose * p.size);
        if (p.gap.lower > gap + tight * p.size)
            fail_pair(&p, "the lower bound is too high");
        if (gap > 2.0 * loose * p.size) {
            p.gap = hit_convex_distance(&p.convex[0], &p.convex[1], gap - loose * p.size);
            if (!(p.gap.lower > gap - loose * p.size))
                fail_pair(&p, "the gap is not seen");
        }
        p.gap = hit_convex_distance(&p.convex[0], &p.convex[1], -1.0);
        if (fabs(p.gap.upper - gap) > loose * p.size || fabs(p.gap.lower - gap) > loose * p.size)
            fail_pair(&p, "the gap is another");
    }
}

// The closest point of a convex, against the distance of the point as a convex; and the farthest one.
static void points_and_convexes(void** state)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + 11);

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        pair p = {.style = (test_convex_style)test_random_below(&r, CONVEX_STYLES), .number = i};
        double far_off;
        p.kind[0] = (test_convex_kind)test_random_below(&r, CONVEX_KINDS);
        p.kind[1] = CONVEX_POINT;
        for (int k = 0; k < 2; k++) {
            p.convex[k] = test_convex_make(&r, p.kind[k], p.style);
            p.size += hit_convex_size(&p.convex[k]);
        }
        p.gap = hit_convex_closest(&p.convex[0], p.convex[1].point[0]);
        check_pair(&p);
        if (p.gap.upper - p.gap.lower > tight * p.size)
            fail_pair(&p, "the bounds are far apart");
        // No direction finds a point that is farther than the farthest; some of them come close to it.
        far_off = hit_convex_farthest(&p.convex[0], p.convex[1].point[0]);
        for (int n = 0; n < 20; n++) {
            double direction[3], at[3], away[3];
            test_convex_direction(&r, direction);
            for (int k = 0; k < 3 && n < (int)p.convex[0].count; k++)
                direction[k] = p.convex[0].point[n][k] - p.convex[1].point[0][k];
            for (int step = 0; step < 60; step++) {
                hit_convex_support(&p.convex[0], direction, at);
                for (int k = 0; k < 3; k++)
                    away[k] = at[k] - p.convex[1].point[0][k];
                const double length = sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
                if (length > far_off + tight * p.size)
                    fail_pair(&p, "there is a farther point");
                for (int k = 0; k < 3 && length > 0.0; k++)
                    direction[k] = away[k] / length;
            }
            if (n == 0)
                p.gap.lower = 0.0;
            p.gap.lower = fmax(p.gap.lower, sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]));
        }
        if (p.gap.lower < far_off - 10.0 * loose * p.size)
            fail_pair(&p, "no point is that far");
    }
}

// A segment that leads away from the cap of a cylinder, 7e-9 above its middle: all points that are found lie in the
// plane of the cap, and those of an edge between two of them, right below the segment's end, turn the normal.
static void above_the_center_of_a_cap(void** state)
{
    pair p = {.kind = {CONVEX_SEGMENT, CONVEX_CYLINDER}};
    const hit_convex_shape segment = {.count = 2, .point = {{-0.25, -0.5, 0.75}, {-1.25, -0.75, 0.5}}};
    const hit_convex_shape cylinder = {.count = 2,
                                       .point = {{-0.24999999614396656, -0.50000000385603349, 0.74999999614396651},
                                                 {0.50000000385603349, -1.2500000038560335, -3.8560334369996951e-09}},
                                       .radius = 1.25,
                                       .flat_ends = true};

    (void)state;
    p.convex[0] = segment;
    p.convex[1] = cylinder;
    p.size = hit_convex_size(&segment) + hit_convex_size(&cylinder);
    p.gap = hit_convex_distance(&segment, &cylinder, -1.0);
    check_pair(&p);
    assert_true(p.gap.lower > 6.678e-9 && p.gap.upper < 6.679e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_of_random_convexes),
        cmocka_unit_test(distances_on_a_grid),
        cmocka_unit_test(distances_of_thin_convexes),
        cmocka_unit_test(distances_far_away),
        cmocka_unit_test(known_gaps),
        cmocka_unit_test(points_and_convexes),
        cmocka_unit_test(above_the_center_of_a_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
