// What the tests of cameras share: a standard arrangement, and looks at a camera.
//
// An eye at (1, 2, 3) that looks along -z, or in a left-handed space along +z, with 90 degrees of view vertically, near
// 1 and far 100, onto 800 x 600: at depth d the screen is 2d high and 8/3·d wide. So a pixel is d/300 of the world.
#ifndef HITSCAN_TEST_CAMERA_CHECK_H
#define HITSCAN_TEST_CAMERA_CHECK_H

#include "support/base/cmocka_all.h"
#include "support/cases/manual_matrices.h"

#include <hitscan/hitscan.h>

#define WIDTH 800.0f
#define HEIGHT 600.0f

static const double eye_at[3] = {1, 2, 3};

static inline mat standard_view(void)
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    return view_of(x, y, z, eye_at);
}

// A camera of the standard arrangement on a screen.
static inline hit_camera standard_camera(hit_screen screen)
{
    float p[16], v[16];
    hit_camera c;
    by_columns(gl_perspective(1, 4 / 3.0, 1, 100), p);
    by_columns(standard_view(), v);
    assert_true(hit_camera_from_matrices(v, p, NULL, &screen, &c));
    return c;
}

// A point by where it is from the eye.
static inline hit_dvec3 at(double right, double up, double ahead)
{
    return hit_dvec3_make(eye_at[0] + right, eye_at[1] + up, eye_at[2] - ahead);
}

static inline void assert_close(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g instead of %.17g", got, want);
}

static inline void assert_seen_at(const hit_camera* c, hit_dvec3 p, double x, double y, double depth, double tolerance)
{
    double pixel[2] = {0, 0}, d = 0;
    assert_true(hit_camera_project(c, p, pixel, &d));
    assert_close(pixel[0], x, tolerance);
    assert_close(pixel[1], y, tolerance);
    assert_close(d, depth, tolerance);
}

// The ray through a pixel starts in `from` and is in `to` at t = end; all of it is seen at the pixel, at depth t.
static inline void assert_ray(const hit_camera* c, double x, double y, hit_dvec3 from, hit_dvec3 to, double end)
{
    const hit_dray ray = hit_camera_ray(c, x, y);
    const hit_dvec3 last = hit_dray_at(ray, end);

    assert_close(ray.origin.x, from.x, 1e-5);
    assert_close(ray.origin.y, from.y, 1e-5);
    assert_close(ray.origin.z, from.z, 1e-5);
    assert_close(last.x, to.x, 1e-4);
    assert_close(last.y, to.y, 1e-4);
    assert_close(last.z, to.z, 1e-4);
    assert_true(ray.t_min == 0.0f);
    for (int i = 0; i <= 4; i++) {
        const double t = i * end / 4;
        assert_seen_at(c, hit_dray_at(ray, t), x, y, t, 1e-3);
    }
}

#endif
