// Distances of convex bodies, proven in __float128: the two points lie in the bodies, and two planes across the normal
// keep the bodies apart by as much as the points are. So the answer is right, however it was found.
#include "support/cmocka_all.h"
#include "support/bodies.h"

#include "scene/convex/gjk.h"

#include <quadmath.h>

// What may be wrong, as a part of the sizes and distances.
static const double tight = 1e-12, loose = 1e-9;

typedef struct pair {
    body_kind kind[2];
    body_style style;
    hit_body body[2];
    hit_gap gap;
    double size;
    uint64_t number;
} pair;

static void fail_pair(const pair* p, const char* what)
{
    fail_msg("%s: %s, %s and %s, case %llu of seed %llu: lower %.17g, upper %.17g, size %g", what,
             body_style_names[p->style], body_kind_names[p->kind[0]], body_kind_names[p->kind[1]],
             (unsigned long long)p->number, (unsigned long long)test_seed(), p->gap.lower, p->gap.upper, p->size);
}

// How far the planes across the normal keep the bodies apart.
static body_quad apart(const pair* p)
{
    const body_quad direction[3] = {p->gap.normal[0], p->gap.normal[1], p->gap.normal[2]};
    const body_quad back[3] = {-direction[0], -direction[1], -direction[2]};
    const body_quad length =
        sqrtq(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    return (-body_support(&p->body[0], back) - body_support(&p->body[1], direction)) / length;
}

static void check_pair(const pair* p)
{
    const bool discs = p->kind[0] == BODY_CYLINDER || p->kind[1] == BODY_CYLINDER;
    body_quad between[3], distance;

    if (!(p->gap.lower >= 0.0 && p->gap.lower <= p->gap.upper && p->gap.upper < HUGE_VAL))
        fail_pair(p, "no bounds");
    if (body_distance_from(&p->body[0], p->kind[0], p->gap.a) > tight * p->size ||
        body_distance_from(&p->body[1], p->kind[1], p->gap.b) > tight * p->size)
        fail_pair(p, "a point is not in its body");
    for (int k = 0; k < 3; k++)
        between[k] = (body_quad)p->gap.a[k] - p->gap.b[k];
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

static void run_style(body_style style)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + (uint64_t)style);
    uint64_t separate = 0;

    for (uint64_t i = 0; i < cases; i++) {
        pair p = {.style = style, .number = i};
        for (int k = 0; k < 2; k++) {
            p.kind[k] = (body_kind)test_random_below(&r, BODY_KINDS);
            p.body[k] = body_make(&r, p.kind[k], style);
            p.size += hit_body_size(&p.body[k]);
        }
        p.gap = hit_body_gap(&p.body[0], &p.body[1], -1.0);
        check_pair(&p);
        separate += p.gap.lower > 0.0;
    }
    printf("%s: %llu pairs, %llu of them apart, seed %llu\n", body_style_names[style], (unsigned long long)cases,
           (unsigned long long)separate, (unsigned long long)test_seed());
}

static void distances_of_random_bodies(void** state)
{
    (void)state;
    run_style(BODY_RANDOM);
}

static void distances_on_a_grid(void** state)
{
    (void)state;
    run_style(BODY_GRID);
}

static void distances_of_thin_bodies(void** state)
{
    (void)state;
    run_style(BODY_THIN);
}

static void distances_far_away(void** state)
{
    (void)state;
    run_style(BODY_FAR);
}

// Bodies put side by side with a given gap, along a direction in which both are as far as they go.
static void known_gaps(void** state)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + 10);

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        pair p = {.style = (body_style)test_random_below(&r, BODY_STYLES), .number = i};
        const double wish =
            test_random_below(&r, 4) == 0 ? 0.0 : pow(10.0, (double)test_random_range(&r, -11.0f, 0.0f));
        double direction[3], back[3], at[2][3], by[3], gap;

        for (int k = 0; k < 2; k++) {
            p.kind[k] = (body_kind)test_random_below(&r, BODY_KINDS);
            // A thin cylinder, once moved, has another axis.
            if (p.kind[k] == BODY_CYLINDER && p.style == BODY_THIN)
                p.kind[k] = BODY_CAPSULE;
            p.body[k] = body_make(&r, p.kind[k], p.style);
            p.size += hit_body_size(&p.body[k]);
        }
        gap = wish * p.size;
        body_direction(&r, direction);
        for (int k = 0; k < 3; k++)
            back[k] = -direction[k];
        hit_body_reach(&p.body[0], back, at[0]);
        hit_body_reach(&p.body[1], direction, at[1]);
        for (int k = 0; k < 3; k++)
            by[k] = at[0][k] - at[1][k] - gap * direction[k];
        body_move(&p.body[1], by);
        p.size = hit_body_size(&p.body[0]) + hit_body_size(&p.body[1]);
        // Decided with a limit on either side, and measured.
        p.gap = hit_body_gap(&p.body[0], &p.body[1], gap + loose * p.size);
        if (p.gap.lower > gap + tight * p.size)
            fail_pair(&p, "the lower bound is too high");
        if (gap > 2.0 * loose * p.size) {
            p.gap = hit_body_gap(&p.body[0], &p.body[1], gap - loose * p.size);
            if (!(p.gap.lower > gap - loose * p.size))
                fail_pair(&p, "the gap is not seen");
        }
        p.gap = hit_body_gap(&p.body[0], &p.body[1], -1.0);
        if (fabs(p.gap.upper - gap) > loose * p.size || fabs(p.gap.lower - gap) > loose * p.size)
            fail_pair(&p, "the gap is another");
    }
}

// The closest point of a body, against the distance of the point as a body; and the farthest one.
static void points_and_bodies(void** state)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + 11);

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        pair p = {.style = (body_style)test_random_below(&r, BODY_STYLES), .number = i};
        double far_off;
        p.kind[0] = (body_kind)test_random_below(&r, BODY_KINDS);
        p.kind[1] = BODY_POINT;
        for (int k = 0; k < 2; k++) {
            p.body[k] = body_make(&r, p.kind[k], p.style);
            p.size += hit_body_size(&p.body[k]);
        }
        p.gap = hit_body_closest(&p.body[0], p.body[1].point[0]);
        check_pair(&p);
        if (p.gap.upper - p.gap.lower > tight * p.size)
            fail_pair(&p, "the bounds are far apart");
        // No direction finds a point that is farther than the farthest; some of them come close to it.
        far_off = hit_body_farthest(&p.body[0], p.body[1].point[0]);
        for (int n = 0; n < 20; n++) {
            double direction[3], at[3], away[3];
            body_direction(&r, direction);
            for (int k = 0; k < 3 && n < (int)p.body[0].count; k++)
                direction[k] = p.body[0].point[n][k] - p.body[1].point[0][k];
            for (int step = 0; step < 60; step++) {
                hit_body_reach(&p.body[0], direction, at);
                for (int k = 0; k < 3; k++)
                    away[k] = at[k] - p.body[1].point[0][k];
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

// A segment that leads away from the cap of a cylinder, 7e-9 above its middle: all points that are found lie in the plane of
// the cap, and those of an edge between two of them, right below the segment's end, turn the normal.
static void above_the_middle_of_a_cap(void** state)
{
    pair p = {.kind = {BODY_SEGMENT, BODY_CYLINDER}};
    const hit_body segment = {.count = 2, .point = {{-0.25, -0.5, 0.75}, {-1.25, -0.75, 0.5}}};
    const hit_body cylinder = {.count = 2,
                               .point = {{-0.24999999614396656, -0.50000000385603349, 0.74999999614396651},
                                         {0.50000000385603349, -1.2500000038560335, -3.8560334369996951e-09}},
                               .radius = 1.25,
                               .flat_ends = true};

    (void)state;
    p.body[0] = segment;
    p.body[1] = cylinder;
    p.size = hit_body_size(&segment) + hit_body_size(&cylinder);
    p.gap = hit_body_gap(&segment, &cylinder, -1.0);
    check_pair(&p);
    assert_true(p.gap.lower > 6.678e-9 && p.gap.upper < 6.679e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_of_random_bodies),
        cmocka_unit_test(distances_on_a_grid),
        cmocka_unit_test(distances_of_thin_bodies),
        cmocka_unit_test(distances_far_away),
        cmocka_unit_test(known_gaps),
        cmocka_unit_test(points_and_bodies),
        cmocka_unit_test(above_the_middle_of_a_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
