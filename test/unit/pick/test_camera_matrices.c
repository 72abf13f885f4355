// Cameras from matrices: every convention of graphics APIs, depths of all kinds, and what is no camera.
//
// The matrices are those of the manuals (support/cases/manual_matrices.h). What they should show is computed from the
// geometry, not from the matrices.
#include "unit/pick/camera_check.h"
#include "support/base/fp_modes.h"

#include <string.h>

// The standard arrangement, for any matrices that are to show it. far: 100 or infinite. Floats in the matrices make
// errors of 1e-7, which the far plane of a reversed or a long depth shows a thousandfold.
static void assert_standard(const hit_camera* c, double far)
{
    assert_false(c->orthographic);
    assert_close(c->eye.x, 1, 1e-6);
    assert_close(c->eye.y, 2, 1e-6);
    assert_close(c->eye.z, 3, 1e-6);
    assert_true(c->x[3] == 0 && c->y[3] == 0 && c->w[3] == 0);
    assert_close(c->near_plane[2], -1, 1e-12);
    assert_close(c->near_plane[3], -1, 1e-6);
    // Corners of the screen, at a depth of 10: 9 behind the near plane.
    assert_seen_at(c, at(0, 0, 10), 400, 300, 9, 1e-3);
    assert_seen_at(c, at(-40 / 3.0, 10, 10), 0, 0, 9, 1e-3);
    assert_seen_at(c, at(40 / 3.0, 10, 10), 800, 0, 9, 1e-3);
    assert_seen_at(c, at(-40 / 3.0, -10, 10), 0, 600, 9, 1e-3);
    assert_ray(c, 0, 0, at(-4 / 3.0, 1, 1), at(-40 / 3.0, 10, 10), 9);
    assert_ray(c, 700, 150, at(1, 0.5, 1), at(10, 5, 10), 9);
    if (far < HUGE_VAL) {
        assert_close(hit_camera_ray(c, 100, 200).t_max, far - 1, 0.01);
        assert_close(c->far_plane[2], 1, 1e-12);
        assert_close(c->far_plane[3], far, 0.01);
    } else {
        assert_true(hit_camera_ray(c, 100, 200).t_max == HUGE_VALF);
        for (int k = 0; k < 4; k++)
            assert_true(c->far_plane[k] == 0);
    }
}

static void check_standard(mat projection, mat view, hit_lens lens, double far)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    float p[16], v[16], pv[16];
    double pd[16], vd[16];
    hit_camera c;

    lens.clip.order = HIT_MATRIX_COLUMNS;
    by_columns(projection, p);
    by_columns(view, v);
    by_columns(mat_product(projection, view), pv);
    assert_true(hit_camera_from_matrices(v, p, &lens, &screen, &c));
    assert_standard(&c, far);
    // The product of both.
    assert_true(hit_camera_from_matrices(NULL, pv, &lens, &screen, &c));
    assert_standard(&c, far);
    lens.clip.order = HIT_MATRIX_ROWS;
    by_rows(projection, p);
    by_rows(view, v);
    assert_true(hit_camera_from_matrices(v, p, &lens, &screen, &c));
    assert_standard(&c, far);
    // Doubles; and any factor that is not negative.
    for (int i = 0; i < 16; i++) {
        pd[i] = 1e100 * projection.m[i / 4][i % 4];
        vd[i] = 1e-90 * view.m[i / 4][i % 4];
    }
    assert_true(hit_camera_from_matrices_double(vd, pd, &lens, &screen, &c));
    assert_standard(&c, far);
    // Elsewhere in the world.
    lens.origin = hit_dvec3_make(1e7, -2e7, 3e7);
    assert_true(hit_camera_from_matrices(v, p, &lens, &screen, &c));
    assert_close(c.eye.x, 1e7 + 1, 1e-6);
    c.eye.x -= 1e7;
    c.eye.y += 2e7;
    c.eye.z -= 3e7;
    assert_standard(&c, far);
}

static void matrices_of_opengl(void** state)
{
    (void)state;
    check_standard(gl_perspective(1, 4 / 3.0, 1, 100), standard_view(), hit_lens_opengl(), 100);
    check_standard(gl_infinite(1, 4 / 3.0, 1), standard_view(), hit_lens_opengl(), HUGE_VAL);
}

static void matrices_of_vulkan(void** state)
{
    (void)state;
    check_standard(flip_y(zo_perspective(1, 4 / 3.0, 1, 100)), standard_view(), hit_lens_vulkan(), 100);
    check_standard(flip_y(zo_infinite(1, 4 / 3.0, 1)), standard_view(), hit_lens_vulkan(), HUGE_VAL);
}

// Metal and WebGPU: as Vulkan, but y is up.
static void matrices_of_metal(void** state)
{
    hit_lens lens = hit_lens_vulkan();

    (void)state;
    lens.y_down = false;
    check_standard(zo_perspective(1, 4 / 3.0, 1, 100), standard_view(), lens, 100);
}

static void matrices_of_direct3d(void** state)
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, ahead[3] = {0, 0, -1};
    const mat view = view_of(x, y, ahead, eye_at), projection = d3d_perspective(1, 4 / 3.0, 1, 100);
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    const hit_lens lens = hit_lens_direct3d();
    // As DirectXMath has them in memory: p·V·P with the translation in the last row of V.
    const float v[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, -1, -2, 3, 1};
    const float p[16] = {0.75f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 100 / 99.0f, 1, 0, 0, -100 / 99.0f, 0};
    hit_camera c;

    (void)state;
    check_standard(projection, view, lens, 100);
    assert_true(hit_camera_from_matrices(v, p, &lens, &screen, &c));
    assert_standard(&c, 100);
}

static void reversed_depth(void** state)
{
    hit_lens lens = hit_lens_vulkan();

    (void)state;
    lens.clip.depth = HIT_DEPTH_ONE_TO_ZERO;
    check_standard(flip_y(reversed_perspective(1, 4 / 3.0, 1, 100)), standard_view(), lens, 100);
    check_standard(flip_y(reversed_infinite(1, 4 / 3.0, 1)), standard_view(), lens, HUGE_VAL);
    lens.y_down = false;
    check_standard(reversed_perspective(1, 4 / 3.0, 1, 100), standard_view(), lens, 100);
}

static void infinite_far_by_the_lens(void** state)
{
    hit_lens lens = hit_lens_opengl();
    mat almost = gl_infinite(1, 4 / 3.0, 1);

    (void)state;
    lens.clip.infinite_far = true;
    check_standard(gl_perspective(1, 4 / 3.0, 1, 100), standard_view(), lens, HUGE_VAL);
    // With an epsilon against roundings, as some engines have it.
    almost.m[2][2] += 1e-6;
    check_standard(almost, standard_view(), lens, HUGE_VAL);
}

// Of depths that are not those of the lens, a perspective camera says so.
static void depths_that_are_not_those_of_the_lens(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    const hit_lens gl = hit_lens_opengl();
    hit_lens vk = hit_lens_vulkan(), reversed = vk;
    float m[16];
    hit_camera c;

    (void)state;
    reversed.clip.depth = HIT_DEPTH_ONE_TO_ZERO;
    by_columns(reversed_perspective(1, 1, 1, 100), m);
    assert_false(hit_camera_from_matrices(NULL, m, &vk, &screen, &c));
    assert_false(hit_camera_from_matrices(NULL, m, &gl, &screen, &c));
    assert_true(hit_camera_from_matrices(NULL, m, &reversed, &screen, &c));
    by_columns(reversed_infinite(1, 1, 1), m);
    assert_false(hit_camera_from_matrices(NULL, m, &vk, &screen, &c));
    assert_false(hit_camera_from_matrices(NULL, m, &gl, &screen, &c));
    by_columns(zo_perspective(1, 1, 1, 100), m);
    assert_false(hit_camera_from_matrices(NULL, m, &reversed, &screen, &c));
    by_columns(zo_infinite(1, 1, 1), m);
    assert_false(hit_camera_from_matrices(NULL, m, &reversed, &screen, &c));
    // Also where the far plane does not matter.
    vk.clip.infinite_far = true;
    by_columns(reversed_perspective(1, 1, 1, 100), m);
    assert_false(hit_camera_from_matrices(NULL, m, &vk, &screen, &c));
    by_columns(reversed_infinite(1, 1, 1), m);
    assert_false(hit_camera_from_matrices(NULL, m, &vk, &screen, &c));
    // The negative of a matrix, with which nothing is seen.
    by_columns(gl_perspective(1, 1, 1, 100), m);
    for (int i = 0; i < 16; i++)
        m[i] = -m[i];
    assert_false(hit_camera_from_matrices(NULL, m, &gl, &screen, &c));
    by_columns(gl_ortho(-1, 1, -1, 1, 1, 100), m);
    for (int i = 0; i < 16; i++)
        m[i] = -m[i];
    assert_false(hit_camera_from_matrices(NULL, m, &gl, &screen, &c));
}

static void off_centre(void** state)
{
    // glFrustum(0, 2, -1, 3, 1, 100): the eye looks at the left edge, a quarter above the lower one.
    const mat frustum = {{{1, 0, 1, 0}, {0, 0.5, 0.5, 0}, {0, 0, -101 / 99.0, -200 / 99.0}, {0, 0, -1, 0}}};
    const hit_screen screen = hit_screen_make(200, 400);
    float p[16], v[16];
    hit_camera c;

    (void)state;
    by_columns(frustum, p);
    by_columns(standard_view(), v);
    assert_true(hit_camera_from_matrices(v, p, NULL, &screen, &c));
    assert_seen_at(&c, at(0, 0, 10), 0, 300, 9, 1e-4);
    assert_seen_at(&c, at(20, 30, 10), 200, 0, 9, 1e-4);
    assert_seen_at(&c, at(0, -10, 10), 0, 400, 9, 1e-4);
    assert_ray(&c, 100, 200, at(1, 1, 1), at(10, 10, 10), 9);
}

// An oblique near plane, as mirrors and portals have it: depths count from it, along its normal.
static void oblique_near_plane(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    mat m = gl_perspective(1, 4 / 3.0, 1, 100);
    const double root = sqrt(0.5);
    float p[16];
    hit_camera c;
    hit_dray ray;

    (void)state;
    // The plane x - z = 2 of the eye's space, ahead to the right: third row = plane - fourth row (E. Lengyel, 2005).
    m.m[2][0] = 0.1;
    m.m[2][2] = -0.1 + 1;
    m.m[2][3] = -0.2;
    by_columns(m, p);
    assert_true(hit_camera_from_matrices(NULL, p, NULL, &screen, &c));
    assert_close(c.near_plane[0], root, 1e-6);
    assert_close(c.near_plane[2], -root, 1e-6);
    assert_close(c.near_plane[3], -2 * root, 1e-6);
    assert_seen_at(&c, hit_dvec3_make(0, 0, -2), 400, 300, 0, 1e-4);
    assert_seen_at(&c, hit_dvec3_make(3, 0, -3), 700, 300, 4 * root, 1e-4);
    ray = hit_camera_ray(&c, 400, 300);
    assert_close(ray.origin.z, -2, 1e-5);
    assert_close(ray.direction.z, -1 / root, 1e-6);
    // A line of sight that never meets the near plane: there is nothing to see.
    assert_false(hit_camera_project(&c, hit_dvec3_make(-2, 0, 1), (double[2]){0, 0}, NULL));
    ray = hit_camera_ray(&c, 400 - 301, 300);
    assert_true(ray.direction.x == 0.0f && ray.direction.y == 0.0f && ray.direction.z == 0.0f);
    assert_true(hit_camera_ray(&c, 400 - 299, 300).direction.z < 0.0f);
}

static void assert_orthographic(const hit_camera* c, double near, double far)
{
    assert_true(c->orthographic);
    assert_true(c->w[0] == 0 && c->w[1] == 0 && c->w[2] == 0 && c->w[3] == 1);
    // The eye is in the middle of the near plane.
    assert_close(c->eye.x, 1 + 1, 1e-6);
    assert_close(c->eye.y, 2 + 2, 1e-6);
    assert_close(c->eye.z, 3 - near, 1e-5);
    assert_close(c->near_plane[2], -1, 1e-12);
    assert_close(c->near_plane[3], 0, 1e-6);
    assert_seen_at(c, at(-3, 5, near), 0, 0, 0, 1e-3);
    assert_seen_at(c, at(5, -1, far), 800, 600, far - near, 1e-3);
    // Behind the eye, and before the near plane, an orthographic camera projects as well.
    assert_seen_at(c, at(1, 2, near - 5), 400, 300, -5, 1e-3);
    // The direction is the same for all, and the origin moves.
    assert_ray(c, 100, 200, at(-2, 3, near), at(-2, 3, far), far - near);
    assert_ray(c, -300, 700, at(-6, -2, near), at(-6, -2, far), far - near);
    assert_close(hit_camera_ray(c, 1, 1).t_max, far - near, 1e-4);
}

static void orthographic(void** state)
{
    static const double near[3] = {1, -50, 0};
    hit_lens gl = hit_lens_opengl(), vk = hit_lens_vulkan(), reversed = vk;
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    float p[16], v[16];
    hit_camera c;

    (void)state;
    reversed.clip.depth = HIT_DEPTH_ONE_TO_ZERO;
    by_columns(standard_view(), v);
    for (int i = 0; i < 3; i++) {
        const double n = near[i], f = 100;
        by_columns(gl_ortho(-3, 5, -1, 5, n, f), p);
        assert_true(hit_camera_from_matrices(v, p, &gl, &screen, &c));
        assert_orthographic(&c, n, f);
        by_columns(flip_y(zo_ortho(-3, 5, -1, 5, n, f)), p);
        assert_true(hit_camera_from_matrices(v, p, &vk, &screen, &c));
        assert_orthographic(&c, n, f);
        by_columns(flip_y(zo_ortho(-3, 5, -1, 5, f, n)), p);
        assert_true(hit_camera_from_matrices(v, p, &reversed, &screen, &c));
        assert_orthographic(&c, n, f);
        // Some inverses leave a last row that is not quite 1.
        by_columns(gl_ortho(-3, 5, -1, 5, n, f), p);
        for (int k = 0; k < 16; k++)
            p[k] *= 1.25f;
        assert_true(hit_camera_from_matrices(v, p, &gl, &screen, &c));
        assert_orthographic(&c, n, f);
        gl.clip.infinite_far = true;
        assert_true(hit_camera_from_matrices(v, p, &gl, &screen, &c));
        assert_true(hit_camera_ray(&c, 1, 1).t_max == HUGE_VALF);
        gl.clip.infinite_far = false;
    }
}

// A cabinet projection: lines of sight that are not perpendicular to the near plane. t is the depth all the same.
static void sheared_orthographic(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    mat shear = {{{1, 0, 0.5, 0}, {0, 1, 0.25, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    float p[16];
    hit_camera c;
    hit_dray ray;

    (void)state;
    by_columns(mat_product(gl_ortho(-4, 4, -3, 3, 1, 9), shear), p);
    assert_true(hit_camera_from_matrices(NULL, p, NULL, &screen, &c));
    ray = hit_camera_ray(&c, 400, 300);
    assert_close(ray.direction.x, 0.5, 1e-7);
    assert_close(ray.direction.y, 0.25, 1e-7);
    assert_close(ray.direction.z, -1, 1e-7);
    assert_ray(&c, 400, 300, hit_dvec3_make(0.5, 0.25, -1), hit_dvec3_make(4.5, 2.25, -9), 8);
}

// The numbers of a view matrix 1e7 from the origin are off by 1 as floats; but the camera that they describe, wherever
// it is, sends its rays through the pixels that it shows things at.
static void far_from_the_origin(void** state)
{
    const double x[3] = {0.6, 0, -0.8}, y[3] = {0, 1, 0}, z[3] = {0.8, 0, 0.6}, far_eye[3] = {1e7, -1.5e7, 2e7};
    const hit_screen screen = hit_screen_make(8192, 8192);
    double vd[16], pd[16];
    float p[16], v[16];
    hit_lens rows = hit_lens_opengl();
    hit_camera c;

    (void)state;
    by_columns(gl_perspective(1.5, 1, 0.1, 1000), p);
    by_columns(view_of(x, y, z, far_eye), v);
    assert_true(hit_camera_from_matrices(v, p, NULL, &screen, &c));
    assert_close(c.eye.x, far_eye[0], 4);
    assert_close(c.near_plane[3], -0.1, 1e-8);
    assert_close(c.far_plane[3], 1000, 0.5);
    for (int i = 0; i < 64; i++) {
        const double px = 8192 * (i % 8 / 7.0), py = 8192 * (i / 8 / 7.0);
        const hit_dray ray = hit_camera_ray(&c, px, py);
        for (double t = 0.01; t < 1000; t *= 3) {
            double pixel[2], depth;
            assert_true(hit_camera_project(&c, hit_dray_at(ray, t), pixel, &depth));
            assert_close(pixel[0], px, 1e-3);
            assert_close(pixel[1], py, 1e-3);
            assert_close(depth, t, 1e-8 + 1e-6 * t);
        }
    }
    // As doubles, the numbers are right to 2e-9, and so is the eye.
    rows.clip.order = HIT_MATRIX_ROWS;
    for (int i = 0; i < 16; i++) {
        vd[i] = view_of(x, y, z, far_eye).m[i / 4][i % 4];
        pd[i] = gl_perspective(1.5, 1, 0.1, 1000).m[i / 4][i % 4];
    }
    assert_true(hit_camera_from_matrices_double(vd, pd, &rows, &screen, &c));
    assert_close(c.eye.x, far_eye[0], 1e-8);
    assert_close(c.eye.y, far_eye[1], 1e-8);
    assert_close(c.eye.z, far_eye[2], 1e-8);
    assert_close(c.near_plane[3], -0.1, 1e-15);
    assert_close(c.far_plane[3], 1000, 1e-8);
}

// A product of floats, far from the origin: its depths are noise, and may put the near plane behind the eye. It goes
// through the eye then.
static void near_plane_that_is_lost(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    mat m = gl_infinite(1, 4 / 3.0, 0.1);
    float p[16];
    hit_camera c;

    (void)state;
    m.m[2][3] = 0.5;
    by_columns(m, p);
    assert_true(hit_camera_from_matrices(NULL, p, &(hit_lens){.clip = {.infinite_far = true}}, &screen, &c));
    assert_close(c.near_plane[2], -1, 1e-12);
    assert_true(c.near_plane[3] == 0);
    assert_seen_at(&c, hit_dvec3_make(0, 0, -2), 400, 300, 2, 1e-9);
    assert_true(hit_camera_ray(&c, 400, 300).origin.z == 0);
}

static void bad_matrices(void** state)
{
    static const unsigned char pattern[sizeof(hit_camera)] = {0};
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    float p[16], v[16], bad[16];
    hit_camera c;

    (void)state;
    memset(&c, 0, sizeof c);
    by_columns(gl_perspective(1, 4 / 3.0, 1, 100), p);
    by_columns(standard_view(), v);
    assert_false(hit_camera_from_matrices(v, NULL, NULL, &screen, &c));
    assert_false(hit_camera_from_matrices_double(NULL, NULL, NULL, &screen, &c));
    assert_false(hit_camera_from_matrices(v, p, NULL, NULL, &c));
    assert_false(hit_camera_from_matrices(v, p, NULL, &screen, NULL));
    for (int i = 0; i < 16; i++) {
        memcpy(bad, p, sizeof bad);
        bad[i] = i % 2 ? NAN : HUGE_VALF;
        assert_false(hit_camera_from_matrices(v, bad, NULL, &screen, &c));
        memcpy(bad, v, sizeof bad);
        bad[i] = i % 2 ? -HUGE_VALF : NAN;
        assert_false(hit_camera_from_matrices(bad, p, NULL, &screen, &c));
    }
    // Singular: a zero, equal rows, and by a whisker that a determinant in double would not see.
    memset(bad, 0, sizeof bad);
    assert_false(hit_camera_from_matrices(v, bad, NULL, &screen, &c));
    assert_false(hit_camera_from_matrices(bad, p, NULL, &screen, &c));
    memcpy(bad, p, sizeof bad);
    bad[0] = 0;
    assert_false(hit_camera_from_matrices(v, bad, NULL, &screen, &c));
    const float singular[16] = {1, 2, 3, 4, 2, 3, 4, 5, 0.1f, 0.2f, 0.3f, 0.4f, 3, 5, 7, 9};
    assert_false(hit_camera_from_matrices(v, singular, NULL, &screen, &c));
    assert_false(hit_camera_from_matrices(singular, p, NULL, &screen, &c));
    // Not singular, but all lines of sight are parallel while w is not constant: there is no eye.
    const float no_eye[16] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assert_false(hit_camera_from_matrices(NULL, no_eye, NULL, &screen, &c));
    // An eye beyond all places.
    memcpy(bad, v, sizeof bad);
    bad[12] = 0x1p101f;
    assert_false(hit_camera_from_matrices(bad, p, NULL, &screen, &c));
    // A near plane through the eye: singular, by either matrix.
    const hit_lens no_far = {.clip = {.infinite_far = true}};
    const float flat[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0};
    assert_false(hit_camera_from_matrices(v, flat, &no_far, &screen, &c));
    memcpy(bad, v, sizeof bad);
    bad[12] = bad[13] = bad[14] = bad[15] = 0;
    assert_false(hit_camera_from_matrices(bad, p, &no_far, &screen, &c));
    assert_memory_equal(&c, pattern, sizeof c);
}

static void bad_lenses(void** state)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);
    hit_lens lens = hit_lens_opengl();
    float p[16];
    hit_camera c;

    (void)state;
    by_columns(gl_perspective(1, 4 / 3.0, 1, 100), p);
    assert_true(hit_camera_from_matrices(NULL, p, &lens, &screen, &c));
    lens.clip.order = (hit_matrix_order)2;
    assert_false(hit_camera_from_matrices(NULL, p, &lens, &screen, &c));
    lens = hit_lens_opengl();
    lens.clip.depth = (hit_depth_range)3;
    assert_false(hit_camera_from_matrices(NULL, p, &lens, &screen, &c));
    lens.clip.depth = (hit_depth_range)-1;
    assert_false(hit_camera_from_matrices(NULL, p, &lens, &screen, &c));
    lens = hit_lens_opengl();
    lens.origin.y = NAN;
    assert_false(hit_camera_from_matrices(NULL, p, &lens, &screen, &c));
    lens.origin.y = 0x1.8p100;
    assert_false(hit_camera_from_matrices(NULL, p, &lens, &screen, &c));
}

static void lenses(void** state)
{
    const hit_lens gl = hit_lens_opengl(), vk = hit_lens_vulkan(), d3d = hit_lens_direct3d();

    (void)state;
    assert_true(gl.clip.order == HIT_MATRIX_COLUMNS && gl.clip.depth == HIT_DEPTH_MINUS_ONE_TO_ONE && !gl.y_down);
    assert_true(vk.clip.order == HIT_MATRIX_COLUMNS && vk.clip.depth == HIT_DEPTH_ZERO_TO_ONE && vk.y_down);
    assert_true(d3d.clip.order == HIT_MATRIX_COLUMNS && d3d.clip.depth == HIT_DEPTH_ZERO_TO_ONE && !d3d.y_down);
    assert_false(gl.clip.infinite_far || vk.clip.infinite_far || d3d.clip.infinite_far);
    assert_true(gl.origin.x == 0 && vk.origin.y == 0 && d3d.origin.z == 0);
}

// Whatever floating-point mode the caller is in, the bits are the same.
static void modes(void** state)
{
    const hit_screen screen = hit_screen_make(1001, 777);
    const double x[3] = {0.6, 0, -0.8}, y[3] = {0, 1, 0}, z[3] = {0.8, 0, 0.6}, eye[3] = {12.3, 45.6, -78.9};
    hit_camera first;
    float p[16], v[16];

    (void)state;
    memset(&first, 0, sizeof first);
    by_columns(gl_perspective(1.7, 1.3, 0.1, 77), p);
    by_columns(view_of(x, y, z, eye), v);
    for (int mode = 0; mode < MODES; mode++) {
        hit_camera c;
        bool done;
        memset(&c, 0, sizeof c);
        mode_set(mode);
        done = hit_camera_from_matrices(v, p, NULL, &screen, &c);
        mode_set(0);
        assert_true(done);
        if (mode == 0)
            first = c;
        assert_memory_equal(&c.eye, &first.eye, sizeof c.eye);
        assert_memory_equal(c.x, first.x, sizeof c.x);
        assert_memory_equal(c.y, first.y, sizeof c.y);
        assert_memory_equal(c.w, first.w, sizeof c.w);
        assert_memory_equal(c.near_plane, first.near_plane, sizeof c.near_plane);
        assert_memory_equal(c.far_plane, first.far_plane, sizeof c.far_plane);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_of_opengl),
        cmocka_unit_test(matrices_of_vulkan),
        cmocka_unit_test(matrices_of_metal),
        cmocka_unit_test(matrices_of_direct3d),
        cmocka_unit_test(reversed_depth),
        cmocka_unit_test(infinite_far_by_the_lens),
        cmocka_unit_test(depths_that_are_not_those_of_the_lens),
        cmocka_unit_test(off_centre),
        cmocka_unit_test(oblique_near_plane),
        cmocka_unit_test(orthographic),
        cmocka_unit_test(sheared_orthographic),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(near_plane_that_is_lost),
        cmocka_unit_test(bad_matrices),
        cmocka_unit_test(bad_lenses),
        cmocka_unit_test(lenses),
        cmocka_unit_test(modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
