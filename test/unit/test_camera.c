// Cameras: the documented answers of each call, every convention of matrices and screens, and bad input.
//
// The matrices are composed here from the formulas of the manuals: gluPerspective and glOrtho, glm's *_ZO forms, the
// XMMatrix*LH of DirectXMath, three.js. What they should show is computed from the geometry, not from the matrices.
#include "support/cmocka_all.h"
#include <hitscan/hitscan.h>

#include <float.h>

#define WIDTH 800.0f
#define HEIGHT 600.0f

// ---- Matrices as the manuals have them, for column vectors: m[row][column] ---------------------------------------------

typedef struct mat {
    double m[4][4];
} mat;

static mat mat_product(mat a, mat b)
{
    mat out = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 4; j++)
                out.m[i][k] += a.m[i][j] * b.m[j][k];
    return out;
}

static void by_columns(mat a, float out[16])
{
    for (int i = 0; i < 16; i++)
        out[i] = (float)a.m[i % 4][i / 4];
}

static void by_rows(mat a, float out[16])
{
    for (int i = 0; i < 16; i++)
        out[i] = (float)a.m[i / 4][i % 4];
}

// gluPerspective, with the cotangent of half the field of view.
static mat gl_perspective(double cot, double aspect, double n, double f)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, (f + n) / (n - f), 2 * f * n / (n - f)}, {0, 0, -1, 0}}};
    return m;
}

// glm::perspectiveRH_ZO, for Vulkan before its y is turned.
static mat zo_perspective(double cot, double aspect, double n, double f)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, f / (n - f), -f * n / (f - n)}, {0, 0, -1, 0}}};
    return m;
}

// The same with near and far exchanged: reversed depth.
static mat reversed_perspective(double cot, double aspect, double n, double f)
{
    return zo_perspective(cot, aspect, f, n);
}

// Without a far plane: the limits of the three for f to infinity.
static mat gl_infinite(double cot, double aspect, double n)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, -1, -2 * n}, {0, 0, -1, 0}}};
    return m;
}

static mat zo_infinite(double cot, double aspect, double n)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, -1, -n}, {0, 0, -1, 0}}};
    return m;
}

static mat reversed_infinite(double cot, double aspect, double n)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, 0, n}, {0, 0, -1, 0}}};
    return m;
}

// XMMatrixPerspectiveFovLH: for row vectors, so that the manual shows the transpose of this.
static mat d3d_perspective(double cot, double aspect, double n, double f)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, f / (f - n), -n * f / (f - n)}, {0, 0, 1, 0}}};
    return m;
}

// glOrtho.
static mat gl_ortho(double l, double r, double b, double t, double n, double f)
{
    const mat m = {{{2 / (r - l), 0, 0, -(r + l) / (r - l)},
                    {0, 2 / (t - b), 0, -(t + b) / (t - b)},
                    {0, 0, -2 / (f - n), -(f + n) / (f - n)},
                    {0, 0, 0, 1}}};
    return m;
}

// glm::orthoRH_ZO, and with near and far exchanged the reversed one.
__attribute__((unused)) static mat zo_ortho(double l, double r, double b, double t, double n, double f)
{
    mat m = gl_ortho(l, r, b, t, n, f);
    m.m[2][2] = -1 / (f - n);
    m.m[2][3] = -n / (f - n);
    return m;
}

static mat flip_y(mat a)
{
    for (int k = 0; k < 4; k++)
        a.m[1][k] = -a.m[1][k];
    return a;
}

// A view: rows are the right, the up and the backward direction (of a right-handed eye space), then the translation.
static mat view_of(const double right[3], const double up[3], const double back[3], const double eye[3])
{
    const double* row[3] = {right, up, back};
    mat m = {{{0}, {0}, {0}, {0, 0, 0, 1}}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            m.m[i][k] = row[i][k];
            m.m[i][3] -= row[i][k] * eye[k];
        }
    return m;
}

// ---- The standard arrangement ------------------------------------------------------------------------------------------
// An eye at (1, 2, 3) that looks along -z, or in a left-handed space along +z, with 90 degrees of view vertically, near 1
// and far 100, onto 800 x 600: at depth d the screen is 2d high and 8/3·d wide. So a pixel is d/300 of the world.

static const double eye_at[3] = {1, 2, 3};

static mat standard_view(void)
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    return view_of(x, y, z, eye_at);
}

static hit_dvec3 at(double right, double up, double ahead)
{
    return hit_dvec3_make(eye_at[0] + right, eye_at[1] + up, eye_at[2] - ahead);
}

static void assert_close(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g instead of %.17g", got, want);
}

static void assert_seen_at(const hit_camera* c, hit_dvec3 p, double x, double y, double depth, double tolerance)
{
    double pixel[2] = {0, 0}, d = 0;
    assert_true(hit_camera_project(c, p, pixel, &d));
    assert_close(pixel[0], x, tolerance);
    assert_close(pixel[1], y, tolerance);
    assert_close(d, depth, tolerance);
}

// The ray through a pixel meets the near plane in `from` and the far plane in `to`, at `end`; all is seen at the pixel.
static void assert_ray(const hit_camera* c, double x, double y, hit_dvec3 from, hit_dvec3 to, double end)
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
    for (double t = 0; t <= end; t += end / 4) {
        double pixel[2], depth;
        assert_true(hit_camera_project(c, hit_dray_at(ray, t), pixel, &depth));
        assert_close(pixel[0], x, 1e-3);
        assert_close(pixel[1], y, 1e-3);
        assert_close(depth, t, 1e-6 * (1 + t));
    }
}

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
    const hit_lens gl = hit_lens_opengl(), vk = hit_lens_vulkan();
    hit_lens reversed = vk;
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
