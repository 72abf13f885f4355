// Cameras: the documented answers of each call, every kind of screen, cameras from views, and bad input. Matrices are
// the matter of test_camera_matrices.c.
#include "unit/pick/camera_check.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <string.h>

// ---- Screens --------------------------------------------------------------------------------------------------------

// Three points of the standard arrangement: the upper left corner of the viewport, its middle, and a point a quarter
// from the right and a third from the bottom.
static void assert_corners(hit_screen screen, double left, double top, double width, double height)
{
    const hit_camera c = standard_camera(screen);

    assert_seen_at(&c, at(-40 / 3.0, 10, 10), left, top, 9, 1e-4);
    assert_seen_at(&c, at(0, 0, 10), left + width / 2, top + height / 2, 9, 1e-4);
    assert_seen_at(&c, at(20 / 3.0, -10 / 3.0, 10), left + width * 0.75, top + height * 2 / 3, 9, 1e-4);
    assert_ray(&c, left + width * 0.75, top + height * 2 / 3, at(2 / 3.0, -1 / 3.0, 1), at(20 / 3.0, -10 / 3.0, 10), 9);
    assert_memory_equal(&c.screen, &screen, sizeof screen);
}

static void screens(void** state)
{
    hit_screen s = hit_screen_make(WIDTH, HEIGHT);

    (void)state;
    assert_true(s.x == 0 && s.y == 0 && s.width == WIDTH && s.height == HEIGHT && s.pixel_ratio == 0);
    assert_false(s.y_up || s.centers);
    assert_corners(s, 0, 0, 800, 600);
    // A ratio of 0 is 1.
    s.pixel_ratio = 1;
    assert_corners(s, 0, 0, 800, 600);
    // With a ratio of 2, coordinates from (0, 0) to (400, 300) cover it.
    s.pixel_ratio = 2;
    assert_corners(s, 0, 0, 400, 300);
    // The upper left pixel has its centre at (0, 0), not at (0.5, 0.5).
    s.pixel_ratio = 0;
    s.centers = true;
    assert_corners(s, -0.5, -0.5, 800, 600);
    s.centers = false;
    // From the lower left corner.
    s.y_up = true;
    assert_corners(s, 0, 600, 800, -600);
    s.centers = true;
    assert_corners(s, -0.5, 599.5, 800, -600);
}

static void viewports(void** state)
{
    hit_screen s = hit_screen_make(WIDTH, HEIGHT);

    (void)state;
    s.x = 100;
    s.y = 20;
    assert_corners(s, 100, 20, 800, 600);
    s.y_up = true;
    assert_corners(s, 100, 620, 800, -600);
    s.y_up = false;
    s.pixel_ratio = 2;
    assert_corners(s, 50, 10, 400, 300);
    // Whole numbers are the centres of units of the coordinates, not of half of them.
    s.centers = true;
    assert_corners(s, 49.5, 9.5, 400, 300);
    s.pixel_ratio = 0.5f;
    assert_corners(s, 199.5, 39.5, 1600, 1200);
    s.x = -100;
    assert_corners(s, -200.5, 39.5, 1600, 1200);
}

static void bad_screens(void** state)
{
    static const float numbers[5] = {NAN, HUGE_VALF, -HUGE_VALF, -1, 0};
    const hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, -1), hit_vec3_make(0, 1, 0));
    float p[16];
    hit_camera c;

    (void)state;
    by_columns(gl_perspective(1, 1, 1, 100), p);
    for (int field = 0; field < 5; field++)
        for (int i = 0; i < 5; i++) {
            hit_screen s = hit_screen_make(8, 6);
            float* const at[5] = {&s.width, &s.height, &s.x, &s.y, &s.pixel_ratio};
            const bool fine = (field > 1 && i == 4) || ((field == 2 || field == 3) && i == 3);
            *at[field] = numbers[i];
            assert_true(hit_camera_from_matrices(NULL, p, NULL, &s, &c) == fine);
            assert_true(hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &s, &c) == fine);
        }
}

// ---- Views ----------------------------------------------------------------------------------------------------------

static hit_view standard_hit_view(void)
{
    hit_view v = hit_view_look_at(hit_vec3_make(1, 2, 3), hit_vec3_make(1, 2, -5), hit_vec3_make(0, 1, 0));
    v.fov_y = 1.5707963f;
    v.near_plane = 1;
    v.far_plane = 100;
    v.width = v.height = NAN; // give way to the screen's
    return v;
}

static void perspective_views(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    const hit_dvec3 zero = hit_dvec3_make(0, 0, 0);
    hit_view v = standard_hit_view();
    hit_camera c;

    (void)state;
    assert_true(hit_camera_from_view(&v, zero, &screen, &c));
    assert_false(c.orthographic);
    assert_true(c.eye.x == 1 && c.eye.y == 2 && c.eye.z == 3);
    assert_true(c.x[3] == 0 && c.y[3] == 0 && c.w[3] == 0);
    assert_true(c.near_plane[2] == -1 && c.near_plane[3] == -1 && c.far_plane[2] == 1 && c.far_plane[3] == 100);
    assert_seen_at(&c, at(-40 / 3.0, 10, 10), 0, 0, 9, 1e-4);
    assert_seen_at(&c, at(40 / 3.0, -10, 10), 800, 600, 9, 1e-4);
    assert_ray(&c, 700, 150, at(1, 0.5, 1), at(10, 5, 10), 9);
    assert_true(hit_camera_ray(&c, 400, 300).t_max == 99.0f);
    v.far_plane = HUGE_VALF;
    assert_true(hit_camera_from_view(&v, zero, &screen, &c));
    assert_true(hit_camera_ray(&c, 400, 300).t_max == HUGE_VALF);
    for (int k = 0; k < 4; k++)
        assert_true(c.far_plane[k] == 0);
    // The eye is relative to the origin.
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(1e7, 2e7, -3e7), &screen, &c));
    assert_true(c.eye.x == 1e7 + 1 && c.eye.y == 2e7 + 2 && c.eye.z == -3e7 + 3);
    c.eye = hit_dvec3_make(1, 2, 3);
    assert_ray(&c, 700, 150, at(1, 0.5, 1), at(10, 5, 10), 9);
}

static void orthographic_views(void** state)
{
    hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_view v = standard_hit_view();
    hit_camera c;

    (void)state;
    v.fov_y = 0;
    v.ortho_height = 6;
    v.near_plane = -10;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
    assert_true(c.orthographic && c.w[3] == 1 && c.w[0] == 0 && c.w[1] == 0 && c.w[2] == 0);
    assert_true(c.eye.x == 1 && c.eye.y == 2 && c.eye.z == 13);
    assert_seen_at(&c, at(-4, 3, 5), 0, 0, 15, 1e-9);
    assert_seen_at(&c, at(4, -3, -20), 800, 600, -10, 1e-9);
    assert_ray(&c, 100, 200, at(-3, 1, -10), at(-3, 1, 100), 110);
    assert_true(hit_camera_ray(&c, 1, 1).t_max == 110.0f);
    // The eye may round, far away; what is seen where does not change.
    screen.y_up = true;
    v.forward = hit_vec3_make(0.3f, 0.7f, -1.1f);
    v.near_plane = 0.1f;
    v.far_plane = HUGE_VALF;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(1e9, -1e9, 1e9), &screen, &c));
    assert_seen_at(&c, hit_dvec3_make(1e9 + 1, -1e9 + 2, 1e9 + 3), 400, 300, -0.1f, 1e-9);
    assert_true(hit_camera_ray(&c, 1, 1).t_max == HUGE_VALF);
}

static void bad_views(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    const hit_dvec3 zero = hit_dvec3_make(0, 0, 0);
    const hit_view good = standard_hit_view();
    hit_view v = good;
    unsigned char before[sizeof(hit_camera)];
    hit_camera c;

    (void)state;
    memset(&c, 7, sizeof c);
    memcpy(before, &c, sizeof c);
    assert_false(hit_camera_from_view(NULL, zero, &screen, &c));
    assert_false(hit_camera_from_view(&v, zero, NULL, &c));
    assert_false(hit_camera_from_view(&v, zero, &screen, NULL));
    assert_false(hit_camera_from_view(&v, hit_dvec3_make(0, NAN, 0), &screen, &c));
    assert_false(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0x1p101), &screen, &c));
    v.eye.x = NAN;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v.eye.x = FLT_MAX;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v = good;
    v.forward = v.up;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v.forward = hit_vec3_make(0, 0, 0);
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v = good;
    v.near_plane = 0;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v.near_plane = v.far_plane;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v = good;
    v.fov_y = 3.1415927f;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v.fov_y = -1;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v.fov_y = 0;
    v.ortho_height = 0;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    v.ortho_height = NAN;
    assert_false(hit_camera_from_view(&v, zero, &screen, &c));
    assert_memory_equal(&c, before, sizeof c);
}

// ---- Rays and points ------------------------------------------------------------------------------------------------

static void assert_no_ray(hit_dray ray)
{
    assert_true(ray.direction.x == 0 && ray.direction.y == 0 && ray.direction.z == 0);
}

static void rays(void** state)
{
    const hit_screen y_up = {.width = WIDTH, .height = HEIGHT, .y_up = true};
    const hit_camera c = standard_camera(hit_screen_make(WIDTH, HEIGHT)), mirrored = standard_camera(y_up);
    hit_camera none;
    hit_dray ray;

    (void)state;
    // Straight ahead: no component is a remainder of rounding.
    ray = hit_camera_ray(&c, 400, 300);
    assert_true(ray.direction.x == 0 && ray.direction.y == 0 && ray.direction.z == -1);
    assert_false(signbit(ray.direction.x) || signbit(ray.direction.y));
    ray = hit_camera_ray(&mirrored, 400, 300);
    assert_false(signbit(ray.direction.x) || signbit(ray.direction.y));
    assert_true(ray.origin.x == 1 && ray.origin.y == 2);
    assert_close(ray.origin.z, 2, 1e-6);
    // Beyond the viewport.
    assert_ray(&c, -800, 1500, at(-4, -4, 1), at(-40, -40, 10), 9);
    // As far as floats reach, and no farther.
    ray = hit_camera_ray(&c, 1e30, 300);
    assert_true(ray.direction.x > 1e27f && ray.direction.z == -1);
    assert_no_ray(hit_camera_ray(&c, 1e60, 300));
    assert_no_ray(hit_camera_ray(&c, 1e300, -1e300));
    assert_no_ray(hit_camera_ray(&c, NAN, 300));
    assert_no_ray(hit_camera_ray(&c, 400, HUGE_VAL));
    assert_no_ray(hit_camera_ray(NULL, 400, 300));
    memset(&none, 0, sizeof none);
    assert_no_ray(hit_camera_ray(&none, 0, 0));
}

// Any point will do for the eye of an orthographic camera, if its rows are relative to it.
static void another_eye(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    const double by[3] = {1, -2, 7};
    hit_view v = standard_hit_view();
    hit_camera c;
    hit_frustum first, f;
    hit_dray ray, other;

    (void)state;
    v.forward = hit_vec3_make(0.3f, 0.7f, -1.1f);
    v.fov_y = 0;
    v.ortho_height = 6;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
    ray = hit_camera_ray(&c, 77, 123);
    assert_true(hit_camera_frustum(&c, 10, 20, 300, 400, &first));
    c.eye = hit_dvec3_make(c.eye.x + by[0], c.eye.y + by[1], c.eye.z + by[2]);
    for (int k = 0; k < 3; k++) {
        c.x[3] += c.x[k] * by[k];
        c.y[3] += c.y[k] * by[k];
        c.near_plane[3] += c.near_plane[k] * by[k];
        c.far_plane[3] += c.far_plane[k] * by[k];
    }
    other = hit_camera_ray(&c, 77, 123);
    assert_close(other.origin.x, ray.origin.x, 1e-12);
    assert_close(other.origin.y, ray.origin.y, 1e-12);
    assert_close(other.origin.z, ray.origin.z, 1e-12);
    assert_close(other.t_max, ray.t_max, 1e-5);
    assert_true(hit_camera_frustum(&c, 10, 20, 300, 400, &f));
    for (int i = 0; i < 6; i++) {
        const hit_vec3 n = f.plane[i].normal;
        const double moved = (double)n.x * by[0] + (double)n.y * by[1] + (double)n.z * by[2];
        assert_close((double)first.plane[i].offset, (double)f.plane[i].offset + moved, 1e-4);
    }
}

// t_max is rounded up: the point of the far plane on the ray is on the ray. By little: the next float below is before
// it.
static void the_far_plane_is_reached(void** state)
{
    hit_view v = standard_hit_view();
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_camera c;

    (void)state;
    v.forward = hit_vec3_make(1, -2, 3);
    v.near_plane = 0.1f;
    v.far_plane = 33.3f;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
    for (int i = 0; i < 1000; i++) {
        const hit_dray ray = hit_camera_ray(&c, i * 0.8, 600 - i * 0.6);
        const double past[3] = {ray.origin.x - c.eye.x, ray.origin.y - c.eye.y, ray.origin.z - c.eye.z};
        double end = c.far_plane[3], before, slope;
        for (int k = 0; k < 3; k++)
            end += c.far_plane[k] * past[k];
        slope = c.far_plane[0] * (double)ray.direction.x + c.far_plane[1] * (double)ray.direction.y +
                c.far_plane[2] * (double)ray.direction.z;
        before = end + slope * (double)nextafterf(ray.t_max, 0);
        assert_true(end + slope * (double)ray.t_max <= 1e-13);
        assert_true(before > 0);
    }
}

static void points(void** state)
{
    const hit_camera c = standard_camera(hit_screen_make(WIDTH, HEIGHT));
    double pixel[2] = {7, 7}, depth = 7;
    hit_camera none;

    (void)state;
    // Beyond the viewport, before the near and beyond the far plane.
    assert_seen_at(&c, at(40, 30, 10), 400 + 1200, 300 - 900, 9, 1e-4);
    assert_seen_at(&c, at(0, 0, 0.5), 400, 300, -0.5, 1e-4);
    assert_seen_at(&c, at(0, 0, 1000), 400, 300, 999, 1e-4);
    assert_true(hit_camera_project(&c, at(0, 0, 10), pixel, NULL));
    assert_close(pixel[0], 400, 1e-9);
    // At the eye, beside it, behind it; what is not finite; nothing.
    pixel[0] = 7;
    pixel[1] = 7;
    assert_false(hit_camera_project(&c, at(0, 0, 0), pixel, &depth));
    assert_false(hit_camera_project(&c, at(1, 0, 0), pixel, &depth));
    assert_false(hit_camera_project(&c, at(0, 0, -1e-9), pixel, &depth));
    assert_false(hit_camera_project(&c, hit_dvec3_make(NAN, 0, 0), pixel, &depth));
    assert_false(hit_camera_project(&c, hit_dvec3_make(0, 0, -HUGE_VAL), pixel, &depth));
    assert_false(hit_camera_project(&c, hit_dvec3_make(DBL_MAX, 0, -DBL_MAX), pixel, &depth));
    assert_false(hit_camera_project(NULL, at(0, 0, 10), pixel, &depth));
    assert_false(hit_camera_project(&c, at(0, 0, 10), NULL, &depth));
    memset(&none, 0, sizeof none);
    assert_false(hit_camera_project(&none, at(0, 0, 10), pixel, &depth));
    assert_true(pixel[0] == 7 && pixel[1] == 7 && depth == 7);
}

static void pixel_sizes(void** state)
{
    hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_camera c = standard_camera(screen);
    hit_view v = standard_hit_view();
    double a[2], b[2];
    float p[16];

    (void)state;
    assert_close(hit_camera_pixel_size(&c, 9), 10 / 300.0, 1e-8);
    assert_close(hit_camera_pixel_size(&c, 0), 1 / 300.0, 1e-8);
    assert_true(hit_camera_project(&c, at(0, 0, 10), a, NULL));
    assert_true(hit_camera_project(&c, at(0, hit_camera_pixel_size(&c, 9), 10), b, NULL));
    assert_close(a[1] - b[1], 1, 1e-6);
    // At the eye, behind it, and for what is no depth.
    assert_true(hit_camera_pixel_size(&c, -1.5) == 0);
    assert_true(hit_camera_pixel_size(&c, NAN) == 0);
    assert_true(hit_camera_pixel_size(&c, HUGE_VAL) == 0);
    assert_true(hit_camera_pixel_size(NULL, 1) == 0);
    // Of an orthographic camera the same everywhere.
    v.fov_y = 0;
    v.ortho_height = 6;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
    assert_close(hit_camera_pixel_size(&c, 0), 0.01, 1e-12);
    assert_close(hit_camera_pixel_size(&c, -50), 0.01, 1e-12);
    // A unit of the screen is two pixels then.
    screen.pixel_ratio = 2;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
    assert_close(hit_camera_pixel_size(&c, 1), 0.02, 1e-12);
    // Pixels that are not square: the side of a square of the same area.
    screen.pixel_ratio = 1;
    by_columns(gl_ortho(-4, 4, -12, 12, 1, 10), p);
    assert_true(hit_camera_from_matrices(NULL, p, NULL, &screen, &c));
    assert_close(hit_camera_pixel_size(&c, 1), 0.02, 1e-9);
}

// ---- Frusta ---------------------------------------------------------------------------------------------------------

static void assert_plane(hit_plane p, float x, float y, float z, float offset)
{
    if (!(fabsf(p.normal.x - x) <= 3e-7f) || !(fabsf(p.normal.y - y) <= 3e-7f) || !(fabsf(p.normal.z - z) <= 3e-7f) ||
        !(fabsf(p.offset - offset) <= 1e-5f))
        fail_msg("plane %g %g %g, %g instead of %g %g %g, %g", p.normal.x, p.normal.y, p.normal.z, p.offset, x, y, z,
                 offset);
}

static void frusta(void** state)
{
    const float root = 0.70710678f;
    hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_view v = standard_hit_view();
    hit_camera c;
    hit_frustum f;

    (void)state;
    // The square in the middle, whose sides are seen under 45 degrees; then the part of it on the upper left.
    for (int up = 0; up < 2; up++) {
        const double lower = up ? 0 : 600, upper = 600 - lower;
        screen.y_up = up != 0;
        assert_true(hit_camera_from_view(&v, hit_dvec3_make(1e7, 0, 0), &screen, &c));
        assert_true(hit_camera_frustum(&c, 100, lower, 700, upper, &f));
        assert_plane(f.plane[HIT_FRUSTUM_LEFT], root, 0, -root, 0);
        assert_plane(f.plane[HIT_FRUSTUM_RIGHT], -root, 0, -root, 0);
        assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, root, -root, 0);
        assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -root, -root, 0);
        assert_plane(f.plane[HIT_FRUSTUM_NEAR], 0, 0, -1, 1);
        assert_plane(f.plane[HIT_FRUSTUM_FAR], 0, 0, 1, -100);
        assert_true(hit_camera_frustum(&c, 400, 300, 100, upper, &f));
        assert_plane(f.plane[HIT_FRUSTUM_LEFT], root, 0, -root, 0);
        assert_plane(f.plane[HIT_FRUSTUM_RIGHT], -1, 0, 0, 0);
        assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, 1, 0, 0);
        assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -root, -root, 0);
    }
    v.far_plane = HUGE_VALF;
    v.fov_y = 0;
    v.ortho_height = 6;
    assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
    assert_true(hit_camera_frustum(&c, 100, 0, 700, 500, &f));
    assert_plane(f.plane[HIT_FRUSTUM_LEFT], 1, 0, 0, -3);
    assert_plane(f.plane[HIT_FRUSTUM_RIGHT], -1, 0, 0, -3);
    assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, 1, 0, -3);
    assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -1, 0, -2);
    assert_plane(f.plane[HIT_FRUSTUM_NEAR], 0, 0, -1, 0);
    assert_plane(f.plane[HIT_FRUSTUM_FAR], 0, 0, 0, 0);
}

// A rectangle without width or height makes a flat frustum, not an empty one.
static void flat_frusta(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_view v = standard_hit_view();
    hit_camera c;
    hit_frustum f;

    (void)state;
    v.forward = hit_vec3_make(0.3f, 0.7f, -1.1f);
    for (int ortho = 0; ortho < 2; ortho++) {
        v.fov_y = ortho ? 0.0f : 1.0f;
        v.ortho_height = 7.7f;
        assert_true(hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &c));
        for (int i = 0; i < 100; i++) {
            assert_true(hit_camera_frustum(&c, 7.7 * i, 5.1 * i, 7.7 * i, 5.1 * i, &f));
            for (int k = 0; k < 4; k += 2) {
                assert_true(f.plane[k].normal.x == -f.plane[k + 1].normal.x);
                assert_true(f.plane[k].normal.y == -f.plane[k + 1].normal.y);
                assert_true(f.plane[k].normal.z == -f.plane[k + 1].normal.z);
                assert_true(f.plane[k].offset == -f.plane[k + 1].offset);
            }
        }
    }
}

static void bad_frusta(void** state)
{
    const hit_camera c = standard_camera(hit_screen_make(WIDTH, HEIGHT));
    hit_frustum f, before;
    hit_camera none;

    (void)state;
    memset(&f, 7, sizeof f);
    memcpy(&before, &f, sizeof f);
    memset(&none, 0, sizeof none);
    assert_false(hit_camera_frustum(NULL, 0, 0, 1, 1, &f));
    assert_false(hit_camera_frustum(&c, 0, 0, 1, 1, NULL));
    assert_false(hit_camera_frustum(&none, 0, 0, 1, 1, &f));
    assert_false(hit_camera_frustum(&c, NAN, 0, 1, 1, &f));
    assert_false(hit_camera_frustum(&c, 0, HUGE_VAL, 1, 1, &f));
    assert_false(hit_camera_frustum(&c, 0, 0, -HUGE_VAL, 1, &f));
    assert_false(hit_camera_frustum(&c, 0, 0, 1, NAN, &f));
    assert_memory_equal(&f, &before, sizeof f);
    // Far beyond the viewport, squares of its coordinates overflow; the planes do not.
    assert_true(hit_camera_frustum(&c, -1e200, -1e200, 1e200, 1e200, &f));
    assert_plane(f.plane[HIT_FRUSTUM_LEFT], 0, 0, -1, 0);
}

// ---- Modes ----------------------------------------------------------------------------------------------------------

static void modes(void** state)
{
    hit_view v = standard_hit_view();
    const hit_screen screen = hit_screen_make(1001, 777);
    hit_camera first, c;
    hit_dray first_ray, ray;
    hit_frustum first_frustum, frustum;
    double first_seen[4] = {0}, seen[4] = {0};

    (void)state;
    v.forward = hit_vec3_make(0.3f, 0.7f, -1.1f);
    memset(&first, 0, sizeof first);
    memset(&first_ray, 0, sizeof first_ray);
    memset(&first_frustum, 0, sizeof first_frustum);
    for (int ortho = 0; ortho < 2; ortho++) {
        v.fov_y = ortho ? 0.0f : 1.0f;
        v.ortho_height = 7.7f;
        for (int mode = 0; mode < MODES; mode++) {
            memset(&c, 0, sizeof c);
            mode_set(mode);
            (void)hit_camera_from_view(&v, hit_dvec3_make(0.1, 1e7 / 3, 77), &screen, &c);
            ray = hit_camera_ray(&c, 77.7, 123.4);
            (void)hit_camera_project(&c, hit_dvec3_make(3.3, 1e7 / 3 + 7.7, 55.5), seen, &seen[2]);
            seen[3] = hit_camera_pixel_size(&c, 1.1);
            (void)hit_camera_frustum(&c, 1.1, 2.2, 3.3, 4.4, &frustum);
            mode_set(0);
            if (mode == 0) {
                first = c;
                first_ray = ray;
                first_frustum = frustum;
                memcpy(first_seen, seen, sizeof seen);
            }
            assert_memory_equal(&c.eye, &first.eye, sizeof c.eye);
            assert_memory_equal(c.x, first.x, sizeof c.x);
            assert_memory_equal(c.y, first.y, sizeof c.y);
            assert_memory_equal(c.near_plane, first.near_plane, sizeof c.near_plane);
            assert_memory_equal(c.far_plane, first.far_plane, sizeof c.far_plane);
            assert_memory_equal(&ray, &first_ray, offsetof(hit_dray, t_max) + sizeof ray.t_max);
            assert_memory_equal(&frustum, &first_frustum, sizeof frustum);
            assert_memory_equal(seen, first_seen, sizeof seen);
            assert_true(ray.t_max > 0 && seen[3] > 0);
        }
    }
}

static void distances(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, -1), hit_vec3_make(0, 1, 0));
    const hit_dvec3 far = {1e7, 0.0, 0.0};
    hit_camera camera;

    (void)state;
    assert_true(hit_camera_from_view(&view, far, &screen, &camera));
    assert_true(hit_camera_distance(&camera, hit_dvec3_make(1e7 + 3.0, 0.0, -4.0)) == 5.0);
    assert_true(hit_camera_distance(&camera, hit_dvec3_make(1e7, 0.0, 4.0)) == 4.0); // behind it, too
    assert_true(isnan(hit_camera_distance(NULL, far)));
    assert_true(isnan(hit_camera_distance(&camera, hit_dvec3_make(0.0, (double)NAN, 0.0))));
    // An orthographic camera: from the near plane, along its rays.
    view.fov_y = 0.0f;
    view.ortho_height = 10.0f;
    view.near_plane = 2.0f;
    view.far_plane = 100.0f;
    assert_true(hit_camera_from_view(&view, far, &screen, &camera));
    assert_true(fabs(hit_camera_distance(&camera, hit_dvec3_make(1e7 + 3.0, 1.0, -7.0)) - 5.0) < 1e-9);
    assert_true(fabs(hit_camera_distance(&camera, hit_dvec3_make(1e7, 0.0, 0.0)) + 2.0) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screens),
        cmocka_unit_test(viewports),
        cmocka_unit_test(bad_screens),
        cmocka_unit_test(perspective_views),
        cmocka_unit_test(orthographic_views),
        cmocka_unit_test(bad_views),
        cmocka_unit_test(rays),
        cmocka_unit_test(another_eye),
        cmocka_unit_test(the_far_plane_is_reached),
        cmocka_unit_test(points),
        cmocka_unit_test(pixel_sizes),
        cmocka_unit_test(distances),
        cmocka_unit_test(frusta),
        cmocka_unit_test(flat_frusta),
        cmocka_unit_test(bad_frusta),
        cmocka_unit_test(modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
