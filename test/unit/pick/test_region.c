// Areas of the screen as regions of space: the documented answers, with cameras whose numbers are exact.
#include "support/base/cmocka_all.h"

#include "pick/region.h"

// Looks along z: a unit is 10 pixels, (0, 0) is at the pixel (50, 50), y downward. From z = 0 to z = 100.
static hit_camera orthographic(void)
{
    const hit_camera c = {.x = {10, 0, 0, 50},
                          .y = {0, 10, 0, 50},
                          .w = {0, 0, 0, 1},
                          .near_plane = {0, 0, 1, 0},
                          .far_plane = {0, 0, -1, 100},
                          .orthographic = true,
                          .screen = hit_screen_make(100, 100)};
    return c;
}

// The eye at the origin, along z; 90 degrees. From z = 1 to z = 100, or on and on.
static hit_camera perspective(bool endless)
{
    hit_camera c = {.x = {50, 0, 50, 0},
                    .y = {0, 50, 50, 0},
                    .w = {0, 0, 1, 0},
                    .near_plane = {0, 0, 1, -1},
                    .far_plane = {0, 0, -1, 100},
                    .screen = hit_screen_make(100, 100)};
    if (endless)
        c.far_plane[2] = c.far_plane[3] = 0;
    return c;
}

static hit_convex_shape point(double x, double y, double z)
{
    const hit_convex_shape b = {.count = 1, .point = {{x, y, z}}};
    return b;
}

static hit_convex_shape sphere(double x, double y, double z, double radius)
{
    hit_convex_shape b = point(x, y, z);
    b.radius = radius;
    return b;
}

static hit_convex_shape segment(double x0, double y0, double z0, double x1, double y1, double z1)
{
    const hit_convex_shape b = {.count = 2, .point = {{x0, y0, z0}, {x1, y1, z1}}};
    return b;
}

static hit_convex_shape cylinder(double x0, double y0, double z0, double x1, double y1, double z1, double radius)
{
    hit_convex_shape b = segment(x0, y0, z0, x1, y1, z1);
    b.radius = radius;
    b.flat_ends = true;
    return b;
}

static hit_convex_shape box(double x0, double y0, double z0, double x1, double y1, double z1)
{
    hit_convex_shape b = {.count = 8};
    for (int i = 0; i < 8; i++) {
        b.point[i][0] = i & 1 ? x1 : x0;
        b.point[i][1] = i & 2 ? y1 : y0;
        b.point[i][2] = i & 4 ? z1 : z0;
    }
    return b;
}

static hit_convex_shape triangle(const double p[3][3])
{
    hit_convex_shape b = {.count = 3};
    memcpy(b.point, p, 9 * sizeof(double));
    return b;
}

static hit_cull in_rect(const hit_camera* c, double x0, double y0, double x1, double y1, hit_convex_shape convex)
{
    hit_region region;
    hit_cull_region cull_region;
    assert_true(hit_region_from_rect(c, x0, y0, x1, y1, &region));
    cull_region = hit_region_as_cull_region(&region);
    return cull_region.convex(cull_region.context, &convex);
}

static hit_cull in_lasso(const hit_camera* c, const double (*points)[2], uint32_t count, hit_convex_shape convex)
{
    hit_region region;
    hit_cull_region cull_region;
    assert_true(hit_region_from_lasso(c, points, count, &region));
    cull_region = hit_region_as_cull_region(&region);
    return cull_region.convex(cull_region.context, &convex);
}

// Rectangles from (40, 40) to (60, 60) are from -1 to 1 in space.
static void rectangles_are_closed(void** state)
{
    const hit_camera c = orthographic();
    const struct {
        hit_convex_shape convex;
        hit_cull want;
    } cases[] = {
        {point(0, 0, 5), HIT_INSIDE},
        {point(1, 1, 5), HIT_INSIDE},
        {point(1.001, 1, 5), HIT_OUTSIDE},
        {box(-1, -1, 0, 1, 1, 100), HIT_INSIDE},
        {box(1, 1, 5, 3, 3, 6), HIT_CROSSING},
        {box(1.001, 1, 5, 3, 3, 6), HIT_OUTSIDE},
        {box(-1.001, -1, 5, 1, 1, 6), HIT_CROSSING},
        {sphere(2, 0, 5, 1), HIT_CROSSING},
        {sphere(2.001, 0, 5, 1), HIT_OUTSIDE},
        {sphere(0.5, 0.25, 5, 0.5), HIT_INSIDE},
        {sphere(0.501, 0.25, 5, 0.5), HIT_CROSSING},
        {cylinder(0, 0, 5, 0, 0, 9, 1), HIT_INSIDE},
        {cylinder(0, 0, 5, 0, 0, 9, 1.001), HIT_CROSSING},
        {cylinder(1, 3, 5, 1, 5, 5, 1), HIT_OUTSIDE},
        {cylinder(1, 1, 5, 1, 5, 5, 1), HIT_CROSSING},
        {segment(-3, 2, 5, 3, 2, 5), HIT_OUTSIDE},
        {segment(-3, 0, 5, 3, 0, 5), HIT_CROSSING},
        {segment(-1, 1, 0, 1, 1, 100), HIT_INSIDE},
        // Over a corner: by a hair, and past it. All four sides are met.
        {segment(0, 2, 5, 2, 0, 5), HIT_CROSSING},
        {segment(0, 2.001, 5, 2.001, 0, 5), HIT_OUTSIDE},
        {sphere(1.6, 1.8, 5, 1), HIT_CROSSING},
        {sphere(1.6, 1.8001, 5, 1), HIT_OUTSIDE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hit_cull got[2] = {in_rect(&c, 40, 40, 60, 60, cases[i].convex),
                                 in_rect(&c, 60, 40, 40, 60, cases[i].convex)};
        if (got[0] != cases[i].want || got[1] != got[0])
            fail_msg("case %zu: %d, %d instead of %d", i, (int)got[0], (int)got[1], (int)cases[i].want);
    }
}

// Between the near and the far plane, and only there.
static void depths_are_closed(void** state)
{
    const hit_camera flat = orthographic(), deep = perspective(false), endless = perspective(true);

    (void)state;
    assert_int_equal(in_rect(&flat, 0, 0, 100, 100, box(-1, -1, -2, 1, 1, 0)), HIT_CROSSING);
    assert_int_equal(in_rect(&flat, 0, 0, 100, 100, box(-1, -1, -2, 1, 1, -0.001)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&flat, 0, 0, 100, 100, box(-1, -1, 100, 1, 1, 101)), HIT_CROSSING);
    assert_int_equal(in_rect(&flat, 0, 0, 100, 100, box(-1, -1, 100.001, 1, 1, 101)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&deep, 0, 0, 100, 100, sphere(0, 0, 0, 1)), HIT_CROSSING);
    assert_int_equal(in_rect(&deep, 0, 0, 100, 100, sphere(0, 0, 0, 0.999)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&deep, 0, 0, 100, 100, box(-0.5, -0.5, 1, 0.5, 0.5, 100)), HIT_INSIDE);
    assert_int_equal(in_rect(&deep, 0, 0, 100, 100, box(-0.5, -0.5, 0.999, 0.5, 0.5, 100)), HIT_CROSSING);
    assert_int_equal(in_rect(&deep, 0, 0, 100, 100, box(-0.5, -0.5, 1, 0.5, 0.5, 100.001)), HIT_CROSSING);
    assert_int_equal(in_rect(&deep, 0, 0, 100, 100, point(0, 0, 1e6)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&endless, 0, 0, 100, 100, point(0, 0, 1e6)), HIT_INSIDE);
}

// What is behind the eye is seen nowhere, though x/w and y/w say something.
static void behind_the_eye_is_nothing(void** state)
{
    const hit_camera c = perspective(false);
    const double lasso[4][2] = {{60, 40}, {90, 40}, {90, 60}, {60, 60}};

    (void)state;
    assert_int_equal(in_rect(&c, 60, 40, 90, 60, point(-5, 0, -10)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, lasso, 4, point(-5, 0, -10)), HIT_OUTSIDE);
    // A segment through the plane of the eye: ahead it is on the left, far out.
    assert_int_equal(in_rect(&c, 60, 40, 90, 60, segment(-5, 0, -10, -5, 0, 10)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, lasso, 4, segment(-5, 0, -10, -5, 0, 10)), HIT_OUTSIDE);
    // To the right it is there, and counts with the part that is.
    assert_int_equal(in_rect(&c, 60, 40, 90, 60, segment(5, 0, -10, 5, 0, 10)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, lasso, 4, segment(5, 0, -10, 5, 0, 10)), HIT_CROSSING);
    // A box around the eye covers everything, one beside it covers one side.
    assert_int_equal(in_rect(&c, 60, 40, 90, 60, box(-9, -9, -9, 9, 9, 9)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, lasso, 4, box(-9, -9, -9, 9, 9, 9)), HIT_CROSSING);
    assert_int_equal(in_rect(&c, 60, 40, 90, 60, box(-9, -9, -9, 0, 9, 9)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, lasso, 4, box(-9, -9, -9, 0, 9, 9)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&c, 60, 40, 90, 60, sphere(0, 0, 0, 9)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, lasso, 4, sphere(0, 0, 0, 9)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, lasso, 4, sphere(-9, 0, 0, 9)), HIT_OUTSIDE);
    // A box beside the view comes into it only where the near plane cuts it.
    assert_int_equal(in_lasso(&c, lasso, 4, box(2, -1, -9, 3, 1, 2)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, lasso, 4, box(0.5, -0.1, -9, 0.9, 0.1, 9)), HIT_CROSSING);
    // A near plane that leans lets through what is behind the eye; the screen does not.
    hit_camera leaning = c;
    leaning.near_plane[0] = -0.8;
    leaning.near_plane[2] = 0.6;
    leaning.near_plane[3] = -0.5;
    assert_int_equal(in_lasso(&leaning, lasso, 4, point(-50, 0, -10)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&leaning, 60, 40, 90, 60, point(-50, 0, -10)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&leaning, lasso, 4, box(-50, -1, -10, -40, 1, 10)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&leaning, lasso, 4, point(2, 0, 10)), HIT_INSIDE);
    // At y = 50 the area is from 70 to 90; the segment comes from the far left to 62.5. Through its end behind the eye,
    // it would go to 300.
    const double slope[3][2] = {{20, 0}, {90, 50}, {80, 60}};
    assert_int_equal(in_lasso(&leaning, slope, 3, segment(-50, 0, -10, 10, 0, 40)), HIT_OUTSIDE);
}

// A comb: teeth up and down. In units of space: x from -4 to 4, y from -2 to 2, a notch from above at x from -1 to 1.
static const double notched[8][2] = {{10, 30}, {40, 30}, {40, 60}, {60, 60}, {60, 30}, {90, 30}, {90, 70}, {10, 70}};

static void lassos_may_be_concave(void** state)
{
    const hit_camera c = orthographic();
    const double across[3][3] = {{-1, -1, 5}, {1, -1, 5}, {0, 1, 5}};

    (void)state;
    // In the notch, free and touching.
    assert_int_equal(in_lasso(&c, notched, 8, box(-0.5, -1.5, 5, 0.5, 0.5, 6)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(0, -0.5, 5, 0.5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, box(-0.5, -1.5, 5, 0.5, 1, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(0, 0, 5, 1)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, cylinder(0, -1, 5, 0, 0.999, 5, 0.5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, cylinder(0, -1, 5, 0, 1, 5, 0.5)), HIT_CROSSING);
    // Over the notch: all corners are in the area.
    assert_int_equal(in_lasso(&c, notched, 8, box(-2, -1, 5, 2, 0, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-2, -1, 5, 2, -1, 5)), HIT_CROSSING);
    // Within, and touching from within; beside the notch, where corners of the polygon are on the border of the convex.
    assert_int_equal(in_lasso(&c, notched, 8, box(-3, -1, 5, -2, 1, 6)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, box(-4, -2, 5, -1, 2, 6)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, box(-4, 1, 5, 4, 2, 6)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, box(-4, 0.999, 5, 4, 2, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, box(-4.001, 1, 5, 4, 2, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(-2.5, 0, 5, 1.5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(-2.499, 0, 5, 1.5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, cylinder(-2.5, 0, 5, -2.5, 0, 9, 1.5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, cylinder(-2.5, -2, 5, -2.5, 2, 5, 1.5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, cylinder(-2.5, -2, 5, -2.5, 2, 5, 1.501)), HIT_CROSSING);
    // Touching from without, and all around.
    assert_int_equal(in_lasso(&c, notched, 8, box(4, -1, 5, 5, 1, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, box(4.001, -1, 5, 5, 1, 6)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, box(-9, -9, 5, 9, 9, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(0, 0, 50, 20)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, triangle(across)), HIT_CROSSING);
    // Not between the planes, though within the area.
    assert_int_equal(in_lasso(&c, notched, 8, box(-3, -1, -1, -2, 1, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(-2.5, 0, 0, 1)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, sphere(-2.5, 0, -2, 1)), HIT_OUTSIDE);
}

// Segments, and triangles from the side, have no interior: they may follow the border, and pass over its corners.
static void thin_shadows(void** state)
{
    const hit_camera c = orthographic();
    const double from_the_side[3][3] = {{-1, -2, 5}, {-1, 1, 5}, {-1, 0, 50}};
    const double too_far[3][3] = {{-1, -2, 5}, {-1, 2.1, 5}, {-1, 0, 50}};

    (void)state;
    assert_int_equal(in_lasso(&c, notched, 8, segment(-1, -2, 5, -1, 1, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-1, -2, 5, -1, 2, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-1, -2.1, 5, -1, 2, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-4, 1, 5, 4, 1, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-4, -2, 5, 4, -2, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-1, -2, 5, 1, -2, 5)), HIT_CROSSING);
    // Along a side, and over the notch; its middle is on the border.
    assert_int_equal(in_lasso(&c, notched, 8, segment(-4, -2, 5, 2, -2, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(2, -2, 5, -4, -2, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-2, -2, 5, 4, -2, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-2, 0, 5, 0, 2, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, segment(-2, 0, 5, 0, 0, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, segment(3, 1, 5, 3, 1, 90)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, triangle(from_the_side)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, triangle(too_far)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, notched, 8, point(-1, 0, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, point(-0.999, 0, 5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, notched, 8, box(-1, -2, 5, -1, 1, 5)), HIT_INSIDE);
    // A radius that is lost in roundings makes no difference.
    hit_convex_shape thread = segment(-1, -2, 5, -1, 1, 5);
    thread.radius = 1e-15;
    assert_int_equal(in_lasso(&c, notched, 8, thread), HIT_INSIDE);
}

// What is enclosed twice is outside.
static void lassos_may_cross_themselves(void** state)
{
    const hit_camera c = orthographic();
    // Around a square from -4 to 4 twice, the second time from -2 to 2.
    const double twice[8][2] = {{10, 10}, {90, 10}, {90, 90}, {10, 90}, {10, 10}, {30, 30}, {70, 30}, {70, 70}};
    const double tie[4][2] = {{40, 40}, {60, 60}, {60, 40}, {40, 60}};
    const double star[5][2] = {{50, 10}, {75, 85}, {10, 38}, {90, 38}, {25, 85}};

    (void)state;
    assert_int_equal(in_lasso(&c, star, 5, point(0, 0, 5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, star, 5, sphere(0, 0, 5, 0.5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, star, 5, box(-0.5, -0.5, 5, 0.5, 0.5, 6)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, star, 5, point(0, -2, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, star, 5, sphere(0, -2, 5, 0.1)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, star, 5, box(-0.5, -3, 5, 0.5, 0.5, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, twice, 8, point(1.5, -1.5, 5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, twice, 8, point(-1.5, 3, 5)), HIT_INSIDE);
    // From one half of a bow tie to the other, through the knot and beside it.
    assert_int_equal(in_lasso(&c, tie, 4, segment(-0.5, 0, 5, 0.5, 0, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, tie, 4, segment(-0.5, 0.1, 5, 0.5, 0.1, 5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, tie, 4, box(-0.5, 0, 5, 0.5, 0.001, 6)), HIT_CROSSING);
}

// A side that is gone back over is border: it touches, and what it passes through does not lie in the area.
static void spikes_and_repeated_points(void** state)
{
    const hit_camera c = orthographic();
    const double outward[6][2] = {{40, 40}, {60, 40}, {90, 40}, {60, 40}, {60, 60}, {40, 60}};
    const double inward[6][2] = {{20, 20}, {80, 20}, {80, 80}, {50, 80}, {50, 50}, {50, 80}};
    const double doubled[6][2] = {{40, 40}, {40, 40}, {60, 40}, {60, 60}, {60, 60}, {40, 60}};
    const double same[3][2] = {{60, 60}, {60, 60}, {60, 60}};

    (void)state;
    assert_int_equal(in_lasso(&c, outward, 6, box(3, -2, 5, 3.5, 0, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, outward, 6, box(3, -0.9, 5, 3.5, 0, 6)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, outward, 6, segment(1.5, -1, 5, 3, -1, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, outward, 6, box(-1, -1, 5, 1, 1, 6)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, inward, 6, box(0.1, 1, 5, 1, 2, 6)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, inward, 6, box(-0.1, 1, 5, 1, 2, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, doubled, 6, box(-1, -1, 5, 1, 1, 6)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, doubled, 6, sphere(0, 0, 5, 1)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, doubled, 6, sphere(2, 0, 5, 1)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, doubled, 6, sphere(2.001, 0, 5, 1)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&c, same, 3, point(1, 1, 5)), HIT_INSIDE);
    assert_int_equal(in_lasso(&c, same, 3, box(0, 0, 5, 2, 2, 6)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, same, 3, sphere(2, 1, 5, 1)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, same, 3, point(1, 1.001, 5)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&c, 60, 60, 60, 60, point(1, 1, 5)), HIT_INSIDE);
    assert_int_equal(in_rect(&c, 60, 60, 60, 60, box(0, 0, 5, 2, 2, 6)), HIT_CROSSING);
    assert_int_equal(in_rect(&c, 60, 60, 60, 60, point(1, 0.999, 5)), HIT_OUTSIDE);
}

// A segment that meets a spike at its tip, and elsewhere is farther from it than the margin.
static void shallow_angles(void** state)
{
    const hit_camera c = orthographic();
    const double spike[6][2] = {{40, 40}, {60, 40}, {90, 40}, {60, 40}, {60, 60}, {40, 60}};

    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        assert_int_equal(in_lasso(&c, spike, 6, segment(3, -1 - way * 1e-7, 5, 5, -1 + way * 1e-7, 5)), HIT_CROSSING);
        assert_int_equal(in_lasso(&c, spike, 6, segment(3.1, -1 - way * 1e-7, 5, 5.1, -1 + way * 1e-7, 5)),
                         HIT_OUTSIDE);
        assert_int_equal(in_lasso(&c, spike, 6, segment(5, -1 - way * 1e-7, 5, 3, -1 + way * 1e-7, 5)), HIT_CROSSING);
    }
}

// 1e-9 of the screen is 1e-8 units here. Whoever makes shapes rounds them: what is off by so little still touches.
static void the_margin(void** state)
{
    const hit_camera c = orthographic();
    const double square[4][2] = {{40, 40}, {60, 40}, {60, 60}, {40, 60}};
    const double low[3] = {0, 0, 5}, high[3] = {1.00005, 1, 6};
    const double out[] = {1e-13, 1e-11, 1.01e-8, 1e-7};
    hit_region region;

    (void)state;
    for (int i = 0; i < 4; i++) {
        const double x = 1 + out[i];
        const hit_cull touching = i < 2 ? HIT_CROSSING : HIT_OUTSIDE, holding = i < 2 ? HIT_INSIDE : HIT_CROSSING;
        assert_int_equal(in_rect(&c, 40, 40, 60, 60, box(x, 0, 5, x + 1, 1, 6)), touching);
        assert_int_equal(in_rect(&c, 40, 40, 60, 60, box(0, 0, 5, x, 1, 6)), holding);
        assert_int_equal(in_lasso(&c, square, 4, box(x, 0, 5, x + 1, 1, 6)), touching);
        assert_int_equal(in_lasso(&c, square, 4, box(0, 0, 5, x, 1, 6)), holding);
        assert_int_equal(in_lasso(&c, square, 4, segment(0, 0, 5, x, 0, 5)), holding);
        assert_int_equal(in_rect(&c, 40, 40, 60, 60, point(0, 0, -out[i])), i < 2 ? HIT_INSIDE : HIT_OUTSIDE);
        assert_int_equal(in_rect(&c, 40, 40, 60, 60, point(0, 0, 100 + out[i])), i < 2 ? HIT_INSIDE : HIT_OUTSIDE);
        if (i != 1) { // between their errors and the margin, round shapes may go either way
            assert_int_equal(in_rect(&c, 40, 40, 60, 60, sphere(x + 1, 0, 5, 1)), touching);
            assert_int_equal(in_lasso(&c, square, 4, sphere(x + 1, 0, 5, 1)), touching);
            assert_int_equal(in_lasso(&c, square, 4, sphere(x - 1, 0, 5, 1)), holding);
        }
    }
    // What is said of the box of a traversal is certain.
    assert_true(hit_region_from_rect(&c, 40, 40, 60, 60, &region));
    assert_int_equal(hit_region_box(&region, low, high), HIT_CROSSING);
}

static void areas_beyond_the_screen(void** state)
{
    const hit_camera c = orthographic(), deep = perspective(true);
    const double wide[4][2] = {{-1e300, 40}, {1e300, 40}, {1e300, 60}, {-1e300, 60}};

    (void)state;
    assert_int_equal(in_rect(&c, 1000, 40, 2000, 60, point(150, 0, 5)), HIT_INSIDE);
    assert_int_equal(in_rect(&c, -1e300, 40, 1e300, 60, point(5000, 0, 5)), HIT_INSIDE);
    assert_int_equal(in_rect(&c, -1e300, 40, 1e300, 60, point(5000, 2, 5)), HIT_OUTSIDE);
    assert_int_equal(in_rect(&c, -1e300, 40, 1e300, 60, sphere(5000, 2, 5, 1.5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, wide, 4, sphere(5000, 2, 5, 1.5)), HIT_CROSSING);
    assert_int_equal(in_lasso(&c, wide, 4, sphere(5000, 2, 5, 0.5)), HIT_OUTSIDE);
    assert_int_equal(in_lasso(&deep, wide, 4, box(-500, -0.1, 2, 500, 0.1, 3)), HIT_INSIDE);
}

static void boxes_of_a_traversal(void** state)
{
    const hit_camera c = orthographic(), deep = perspective(false);
    const double low[3] = {-0.5, -0.5, 5}, high[3] = {0.5, 0.5, 6}, out[3] = {9, 9, 6}, back[3] = {-0.5, -0.5, -5};
    const double notch_low[3] = {-0.5, -1, 5}, notch_high[3] = {0.5, 0, 6}, tooth_low[3] = {-3, -1, 5},
                 tooth_high[3] = {-2, 1, 6}, huge[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    hit_region region;

    (void)state;
    assert_true(hit_region_from_rect(&c, 40, 40, 60, 60, &region));
    assert_int_equal(hit_region_box(&region, low, high), HIT_INSIDE);
    assert_int_equal(hit_region_box(&region, low, out), HIT_CROSSING);
    assert_int_equal(hit_region_box(&region, high, out), HIT_CROSSING);
    assert_int_equal(hit_region_box(&region, back, high), HIT_CROSSING);
    assert_int_equal(hit_region_box(&region, low, huge), HIT_CROSSING);
    assert_true(hit_region_from_rect(&c, 10, 10, 20, 20, &region));
    assert_int_equal(hit_region_box(&region, low, out), HIT_OUTSIDE);
    assert_true(hit_region_from_lasso(&c, notched, 8, &region));
    assert_int_equal(hit_region_box(&region, notch_low, notch_high), HIT_OUTSIDE);
    assert_int_equal(hit_region_box(&region, tooth_low, tooth_high), HIT_INSIDE);
    assert_int_equal(hit_region_box(&region, tooth_low, notch_high), HIT_CROSSING);
    assert_int_equal(hit_region_box(&region, low, huge), HIT_CROSSING);
    // Where the eye is in the box, its corners say nothing.
    assert_true(hit_region_from_lasso(&deep, notched, 8, &region));
    assert_int_equal(hit_region_box(&region, back, high), HIT_CROSSING);
}

static void planes_hold_the_region(void** state)
{
    const hit_camera c = perspective(false), endless = perspective(true);
    const double in[3] = {0, 0, 5}, corner[3] = {0.8, 0.8, 1}, out[3] = {0.81, 0.8, 1};
    hit_region region;
    hit_cull_region cull_region;

    (void)state;
    assert_true(hit_region_from_rect(&c, 10, 10, 90, 90, &region));
    cull_region = hit_region_as_cull_region(&region);
    assert_int_equal(cull_region.plane_count, 6);
    assert_true(cull_region.planes_are_all);
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(hit_region_value(cull_region.plane[i], in) > 0);
        assert_true(hit_region_value(cull_region.plane[i], corner) >= 0);
    }
    assert_true(hit_region_value(cull_region.plane[1], out) < 0);
    assert_true(hit_region_from_lasso(&endless, notched, 8, &region));
    cull_region = hit_region_as_cull_region(&region);
    assert_int_equal(cull_region.plane_count, 5);
    assert_false(cull_region.planes_are_all);
}

static void bad_input(void** state)
{
    const hit_camera c = orthographic(), none = {.screen = hit_screen_make(0, 0)};
    hit_camera flat = perspective(false), broken = perspective(false);
    const double nan_point[3][2] = {{0, 0}, {NAN, 1}, {2, 2}}, infinite[3][2] = {{0, 0}, {1, HUGE_VAL}, {2, 2}};
    hit_region region;

    (void)state;
    assert_false(hit_region_from_rect(&c, NAN, 0, 1, 1, &region));
    assert_false(hit_region_from_rect(&c, 0, 0, HUGE_VAL, 1, &region));
    assert_false(hit_region_from_lasso(&c, nan_point, 3, &region));
    assert_false(hit_region_from_lasso(&c, infinite, 3, &region));
    assert_false(hit_region_from_lasso(&c, notched, 2, &region));
    assert_false(hit_region_from_lasso(&c, notched, 0, &region));
    assert_false(hit_region_from_rect(&none, 0, 0, 1, 1, &region));
    memset(flat.x, 0, sizeof flat.x);
    assert_false(hit_region_from_rect(&flat, 0, 0, 1, 1, &region));
    broken.near_plane[0] = NAN;
    assert_false(hit_region_from_rect(&broken, 0, 0, 1, 1, &region));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_are_closed),
        cmocka_unit_test(depths_are_closed),
        cmocka_unit_test(behind_the_eye_is_nothing),
        cmocka_unit_test(lassos_may_be_concave),
        cmocka_unit_test(thin_shadows),
        cmocka_unit_test(lassos_may_cross_themselves),
        cmocka_unit_test(spikes_and_repeated_points),
        cmocka_unit_test(shallow_angles),
        cmocka_unit_test(the_margin),
        cmocka_unit_test(areas_beyond_the_screen),
        cmocka_unit_test(boxes_of_a_traversal),
        cmocka_unit_test(planes_hold_the_region),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
