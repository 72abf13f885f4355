// Areas of the screen against shapes, compared with __float128 (support/oracle/region_oracle.h).
//
// What touches must never be outside, and what is farther away than the margin must be; what lies in the area must be
// inside, and what reaches out of it farther than the margin must not be. Boxes of a traversal must agree with what is
// in them.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/oracle/region_oracle.h"

#include "pick/region.h"

typedef enum shape { POINT, SEGMENT, TRIANGLE, BOX, BALL, CAPSULE, CYLINDER, SHAPES } shape;

static const char* const shape_names[SHAPES] = {"point", "segment", "triangle", "box", "sphere", "capsule", "cylinder"};

typedef struct tally {
    uint64_t cases, touch, miss, hold, out;
} tally;

// ---- Cameras --------------------------------------------------------------------------------------------------------

// Of unit length in double, or the axes.
static void draw_axes(test_random* r, bool plain, double axes[3][3])
{
    double q[4] = {1, 0, 0, 0}, l = 0;

    if (!plain) {
        for (int i = 0; i < 4; i++) {
            q[i] = (double)test_random_range(r, -1, 1);
            l += q[i] * q[i];
        }
        for (int i = 0; i < 4; i++)
            q[i] /= sqrt(l);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        axes[i][i] = 1 - 2 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]);
        axes[i][j] = 2 * (q[1 + i] * q[1 + j] - q[1 + k] * q[0]);
        axes[i][k] = 2 * (q[1 + i] * q[1 + k] + q[1 + j] * q[0]);
    }
}

// A camera, and the length of a pixel at w = 1.
static hit_camera draw_camera(test_random* r, bool plain, double* pixel)
{
    const bool flat = test_random_below(r, 2) == 0, endless = test_random_below(r, 4) == 0;
    const double near_z = plain ? 1 : exp((double)test_random_range(r, -5, 1)), far_z = plain ? 64 : near_z * 1e4;
    const double scale = plain ? 16 : exp((double)test_random_range(r, 0, 7));
    hit_camera c = {.orthographic = flat, .screen = hit_screen_make(1024, 768)};
    double axes[3][3];

    draw_axes(r, plain, axes);
    for (int k = 0; k < 3; k++) {
        c.x[k] = scale * axes[0][k] + (flat ? 0 : 512 * axes[2][k]);
        c.y[k] = -scale * axes[1][k] + (flat ? 0 : 384 * axes[2][k]);
        c.w[k] = flat ? 0 : axes[2][k];
        c.near_plane[k] = axes[2][k];
        c.far_plane[k] = endless ? 0 : -axes[2][k];
    }
    if (flat) {
        c.x[3] = 512;
        c.y[3] = 384;
        c.w[3] = 1;
    }
    c.near_plane[3] = flat ? 0 : -near_z;
    c.far_plane[3] = endless ? 0 : far_z;
    *pixel = 1 / scale;
    return c;
}

// The point at a pixel and a depth from the eye.
static void point_at(const hit_camera* c, double pixel, double x, double y, double depth, double out[3])
{
    const double s = c->orthographic ? 1 : depth;
    for (int k = 0; k < 3; k++) {
        const double right = pixel * pixel * (c->x[k] - (c->orthographic ? 0 : 512 * c->w[k]));
        const double down = pixel * pixel * (c->y[k] - (c->orthographic ? 0 : 384 * c->w[k]));
        out[k] = (x - 512) * s * right + (y - 384) * s * down + depth * c->near_plane[k];
    }
}

// ---- Areas ----------------------------------------------------------------------------------------------------------

static region_area draw_area(test_random* r, const hit_camera* camera, bool plain)
{
    region_area a = {.camera = camera, .count = 4, .margin = 1e-9 * 1024};
    const double x = (double)test_random_range(r, 0, 1000), y = (double)test_random_range(r, 0, 700);
    const double size = exp((double)test_random_range(r, 0, 7));
    const uint32_t kind = test_random_below(r, 6);

    a.rectangle = kind == 0;
    if (kind == 1)
        a.count = 3;
    else if (kind > 1)
        a.count = 3 + test_random_below(r, kind == 5 ? 29 : 9);
    for (uint32_t i = 0; i < a.count; i++) {
        const double angle = 6.283185307179586 * i / a.count, radius = kind == 3 && i % 2 ? 0.3 * size : size;
        a.point[i][0] = x + (kind < 4 ? radius * cos(angle) : size * (double)test_random_range(r, -1, 1));
        a.point[i][1] = y + (kind < 4 ? radius * sin(angle) : size * (double)test_random_range(r, -1, 1));
    }
    // Spikes, points that are repeated, sides that are.
    if (kind == 5)
        for (uint32_t i = 2; i + 1 < a.count; i += 5)
            for (int k = 0; k < 2; k++)
                a.point[i][k] = a.point[i - (uint32_t)test_random_below(r, 3)][k];
    if (plain)
        for (uint32_t i = 0; i < a.count; i++)
            for (int k = 0; k < 2; k++)
                a.point[i][k] = 16 * floor(a.point[i][k] / 16);
    if (a.rectangle) {
        const double low[2] = {a.point[0][0], a.point[1][1]}, high[2] = {a.point[2][0], a.point[3][1]};
        for (uint32_t i = 0; i < 4; i++) {
            a.point[i][0] = i == 0 || i == 3 ? low[0] : high[0];
            a.point[i][1] = i < 2 ? low[1] : high[1];
        }
    }
    return a;
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static void draw_offset(test_random* r, double size, bool plain, double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = size * (double)test_random_range(r, -1, 1);
        if (plain)
            out[k] = floor(out[k]);
    }
}

// Near a corner or a side of the area, or anywhere; of any size; at any depth, before and behind the planes.
static hit_convex_shape draw_convex(test_random* r, const region_area* a, double pixel, shape what, bool plain)
{
    static const uint32_t counts[SHAPES] = {1, 2, 3, 8, 1, 2, 2};
    const hit_camera* c = a->camera;
    const uint32_t i = test_random_below(r, a->count), place = test_random_below(r, 4), j = (i + 1) % a->count;
    const double part = place == 0 ? 0 : (double)test_random_range(r, 0, 1);
    const double near_z = c->orthographic ? 0 : -c->near_plane[3];
    double x = a->point[i][0] + part * (a->point[j][0] - a->point[i][0]);
    double y = a->point[i][1] + part * (a->point[j][1] - a->point[i][1]);
    double depth = near_z + (c->orthographic ? (double)test_random_range(r, -2, 30)
                                             : near_z * (exp((double)test_random_range(r, 0, 6)) - 1.5));
    double at[3], axis[4][3], size;
    hit_convex_shape convex = {.count = counts[what]};

    if (place == 2) {
        // Somewhere between the border and the middle.
        const double inward = (double)test_random_range(r, 0, 1);
        double middle[2] = {0, 0};
        for (uint32_t n = 0; n < a->count; n++)
            for (int k = 0; k < 2; k++)
                middle[k] += a->point[n][k] / a->count;
        x += inward * (middle[0] - x);
        y += inward * (middle[1] - y);
    }
    if (place == 3) {
        x += 100 * (double)test_random_range(r, -1, 1);
        y += 100 * (double)test_random_range(r, -1, 1);
    }
    if (plain)
        depth = floor(depth);
    size = pixel * (c->orthographic ? 1 : fabs(depth) + 0.1 * near_z) * exp((double)test_random_range(r, -3, 7));
    if (test_random_below(r, 8) == 0)
        size = fabs(depth) + near_z;
    if (plain)
        size = (double)(1 + test_random_below(r, 8));
    point_at(c, pixel, x, y, depth, at);
    for (int k = 0; k < 3 && plain; k++)
        at[k] = floor(at[k]);
    for (int n = 0; n < 4; n++)
        draw_offset(r, size, plain, axis[n]);
    for (uint32_t n = 0; n < convex.count; n++)
        for (int k = 0; k < 3; k++) {
            convex.point[n][k] = at[k] + (what == BOX ? 0 : axis[n][k]);
            for (int b = 0; what == BOX && b < 3; b++)
                if (n >> b & 1)
                    convex.point[n][k] += plain ? (b == k ? fabs(axis[b][k]) : 0) : axis[b][k];
        }
    if (what >= BALL)
        convex.radius = plain ? (double)(1 + test_random_below(r, 4)) : size * (double)test_random_range(r, 0, 2);
    convex.flat_ends = what == CYLINDER;
    if (what == CYLINDER && memcmp(convex.point[0], convex.point[1], sizeof convex.point[0]) == 0)
        convex.point[1][0] += 1; // else it would be empty
    return convex;
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void fail_case(const region_area* a, const hit_convex_shape* convex, hit_cull answer, const char* why,
                      uint64_t i)
{
    for (uint32_t k = 0; k < a->count; k++)
        print_message("corner %.17g %.17g\n", a->point[k][0], a->point[k][1]);
    for (uint32_t k = 0; k < convex->count; k++)
        print_message("point %.17g %.17g %.17g\n", convex->point[k][0], convex->point[k][1], convex->point[k][2]);
    fail_msg("case %llu, %s, radius %g: %d, but %s", (unsigned long long)i,
             a->camera->orthographic ? "orthographic" : "perspective", convex->radius, (int)answer, why);
}

// A box around the convex, with some room.
static void check_box(test_random* r, const hit_region* region, const region_area* a, const hit_convex_shape* convex,
                      hit_cull answer, uint64_t n)
{
    const double room = test_random_below(r, 2) ? 0 : exp((double)test_random_range(r, -20, 2));
    double low[3], high[3];
    hit_cull box;

    for (int k = 0; k < 3; k++) {
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
        for (uint32_t i = 0; i < convex->count; i++) {
            low[k] = fmin(low[k], convex->point[i][k]);
            high[k] = fmax(high[k], convex->point[i][k]);
        }
        low[k] -= convex->radius + room * (high[k] - low[k]);
        high[k] += convex->radius;
    }
    box = hit_region_box(region, low, high);
    if (box != HIT_CROSSING && box != answer)
        fail_case(a, convex, answer, box == HIT_INSIDE ? "its box is inside" : "its box is outside", n);
}

static void check(test_random* r, const region_area* a, const hit_convex_shape* convex, shape what, tally* t,
                  uint64_t n)
{
    hit_region region;
    hit_cull_region cull_region;
    hit_cull answer;
    region_demand d;

    if (a->rectangle)
        assert_true(
            hit_region_from_rect(a->camera, a->point[2][0], a->point[0][1], a->point[0][0], a->point[2][1], &region));
    else
        assert_true(hit_region_from_lasso(a->camera, a->point, a->count, &region));
    cull_region = hit_region_as_cull_region(&region);
    answer = cull_region.convex(cull_region.context, convex);
    d = what < BALL ? region_truth_flat(a, convex) : region_truth_round(a, convex);
    if (d.touch && answer == HIT_OUTSIDE)
        fail_case(a, convex, answer, "it touches", n);
    if (d.miss && answer != HIT_OUTSIDE)
        fail_case(a, convex, answer, "it is outside", n);
    if (d.hold && answer != HIT_INSIDE)
        fail_case(a, convex, answer, "it lies in the area", n);
    if (d.must_not_hold && answer == HIT_INSIDE)
        fail_case(a, convex, answer, "it does not lie in the area", n);
    check_box(r, &region, a, convex, answer, n);
    t->cases++;
    t->touch += d.touch;
    t->miss += d.miss;
    t->hold += d.hold;
    t->out += d.must_not_hold;
}

static void run(shape what, bool plain, uint64_t otherwise)
{
    const uint64_t cases = what < BALL ? test_cases(otherwise) : test_costly_cases(otherwise), seed = test_seed();
    test_random r = test_random_make(seed + what * 2 + plain);
    tally t = {0};

    for (uint64_t n = 0; n < cases; n++) {
        double pixel;
        const hit_camera camera = draw_camera(&r, plain, &pixel);
        const region_area area = draw_area(&r, &camera, plain);
        const hit_convex_shape convex = draw_convex(&r, &area, pixel, what, plain);
        check(&r, &area, &convex, what, &t, n);
    }
    print_message("%-8s %-7s seed %llu: %llu cases, %llu touch, %llu miss, %llu inside, %llu not inside\n",
                  shape_names[what], plain ? "on grid" : "", (unsigned long long)seed, (unsigned long long)t.cases,
                  (unsigned long long)t.touch, (unsigned long long)t.miss, (unsigned long long)t.hold,
                  (unsigned long long)t.out);
    // A handful of cases, as slow builds run them, need not have some of everything.
    if (cases >= 100)
        assert_true(t.touch > cases / 20 && t.miss > cases / 20 && t.hold > 0 && t.out > cases / 20);
}

static void flat_convexes(void** state)
{
    (void)state;
    for (int what = POINT; what < BALL; what++)
        run((shape)what, false, 10000);
}

static void flat_convexes_on_a_grid(void** state)
{
    (void)state;
    for (int what = POINT; what < BALL; what++)
        run((shape)what, true, 10000);
}

static void round_convexes(void** state)
{
    (void)state;
    for (int what = BALL; what < SHAPES; what++)
        run((shape)what, false, 100);
}

static void round_convexes_on_a_grid(void** state)
{
    (void)state;
    for (int what = BALL; what < SHAPES; what++)
        run((shape)what, true, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_convexes),
        cmocka_unit_test(flat_convexes_on_a_grid),
        cmocka_unit_test(round_convexes),
        cmocka_unit_test(round_convexes_on_a_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
