// Frusta: how they are made, for every convention, and the documented answers of the culling calls, bad input included.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>

#define ROOT 0.70710678f // the nearest float to the root of 1/2

static const hit_frustum untouched = {
    {{{7, 7, 7}, 7}, {{7, 7, 7}, 7}, {{7, 7, 7}, 7}, {{7, 7, 7}, 7}, {{7, 7, 7}, 7}, {{7, 7, 7}, 7}}};

static void assert_untouched(const hit_frustum* f)
{
    assert_memory_equal(f, &untouched, sizeof untouched);
}

static void assert_plane(hit_plane p, float x, float y, float z, float offset, float tolerance)
{
    if (!(fabsf(p.normal.x - x) <= tolerance) || !(fabsf(p.normal.y - y) <= tolerance) ||
        !(fabsf(p.normal.z - z) <= tolerance) || !(fabsf(p.offset - offset) <= tolerance))
        fail_msg("plane %g %g %g, %g instead of %g %g %g, %g", p.normal.x, p.normal.y, p.normal.z, p.offset, x, y, z,
                 offset);
}

// The view along -z with 90 degrees both ways, from 1 to 3, or to infinity.
static void assert_standard(const hit_frustum* f, bool infinite, float tolerance)
{
    assert_plane(f->plane[HIT_FRUSTUM_LEFT], ROOT, 0, -ROOT, 0, tolerance);
    assert_plane(f->plane[HIT_FRUSTUM_RIGHT], -ROOT, 0, -ROOT, 0, tolerance);
    assert_plane(f->plane[HIT_FRUSTUM_BOTTOM], 0, ROOT, -ROOT, 0, tolerance);
    assert_plane(f->plane[HIT_FRUSTUM_TOP], 0, -ROOT, -ROOT, 0, tolerance);
    assert_plane(f->plane[HIT_FRUSTUM_NEAR], 0, 0, -1, 1, tolerance);
    if (infinite)
        assert_plane(f->plane[HIT_FRUSTUM_FAR], 0, 0, 0, 0, 0);
    else
        assert_plane(f->plane[HIT_FRUSTUM_FAR], 0, 0, 1, -3, tolerance);
}

static void transpose(const float m[16], float out[16])
{
    for (int i = 0; i < 16; i++)
        out[i] = m[i % 4 * 4 + i / 4];
}

static void matrices_of_all_conventions(void** state)
{
    // By rows. The third row is what the conventions differ in.
    static const struct {
        float z[4];
        hit_depth_range depth;
        bool infinite;
    } cases[6] = {
        {{0, 0, -2, -3}, HIT_DEPTH_MINUS_ONE_TO_ONE, false}, {{0, 0, -1.5f, -1.5f}, HIT_DEPTH_ZERO_TO_ONE, false},
        {{0, 0, 0.5f, 1.5f}, HIT_DEPTH_ONE_TO_ZERO, false},  {{0, 0, -1, -2}, HIT_DEPTH_MINUS_ONE_TO_ONE, true},
        {{0, 0, -1, -1}, HIT_DEPTH_ZERO_TO_ONE, true},       {{0, 0, 0, 1}, HIT_DEPTH_ONE_TO_ZERO, true},
    };

    (void)state;
    for (int i = 0; i < 6; i++) {
        const float* z = cases[i].z;
        const float rows[16] = {1, 0, 0, 0, 0, 1, 0, 0, z[0], z[1], z[2], z[3], 0, 0, -1, 0};
        hit_clip clip = {HIT_MATRIX_ROWS, cases[i].depth, false};
        float columns[16];
        for (int mode = 0; mode < MODES; mode++) {
            hit_frustum f = untouched;
            bool done;
            mode_set(mode);
            done = hit_frustum_from_matrix(rows, &clip, &f);
            mode_set(0);
            assert_true(done);
            assert_standard(&f, cases[i].infinite, 0);
        }
        hit_frustum f = untouched;
        transpose(rows, columns);
        clip.order = HIT_MATRIX_COLUMNS;
        assert_true(hit_frustum_from_matrix(columns, &clip, &f));
        assert_standard(&f, cases[i].infinite, 0);
        clip.infinite_far = true;
        assert_true(hit_frustum_from_matrix(columns, &clip, &f));
        assert_standard(&f, true, 0);
        if (cases[i].depth == HIT_DEPTH_MINUS_ONE_TO_ONE) {
            assert_true(hit_frustum_from_matrix(columns, NULL, &f));
            assert_standard(&f, cases[i].infinite, 0);
        }
    }
}

static void an_orthographic_matrix(void** state)
{
    // x from 1 to 5, y from -2 to 2, z from -1 to -9 to the range of OpenGL, by columns.
    const float m[16] = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, -0.25f, 0, -1.5f, 0, -1.25f, 1};
    hit_frustum f = untouched;
    hit_vec3 corner[8];

    (void)state;
    assert_true(hit_frustum_from_matrix(m, NULL, &f));
    assert_plane(f.plane[HIT_FRUSTUM_LEFT], 1, 0, 0, 1, 0);
    assert_plane(f.plane[HIT_FRUSTUM_RIGHT], -1, 0, 0, -5, 0);
    assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, 1, 0, -2, 0);
    assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -1, 0, -2, 0);
    assert_plane(f.plane[HIT_FRUSTUM_NEAR], 0, 0, -1, 1, 0);
    assert_plane(f.plane[HIT_FRUSTUM_FAR], 0, 0, 1, -9, 0);
    assert_true(hit_frustum_corners(&f, corner));
    for (int i = 0; i < 8; i++) {
        assert_true(corner[i].x == (i & 1 ? 5.0f : 1.0f) && corner[i].y == (i & 2 ? 2.0f : -2.0f));
        assert_true(corner[i].z == (i & 4 ? -9.0f : -1.0f));
    }
}

static void bad_matrices(void** state)
{
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -1, 0, 0, -3, 0};
    hit_frustum f = untouched;
    hit_clip clip = {HIT_MATRIX_COLUMNS, HIT_DEPTH_MINUS_ONE_TO_ONE, false};

    (void)state;
    assert_false(hit_frustum_from_matrix(NULL, NULL, &f));
    assert_false(hit_frustum_from_matrix(m, NULL, NULL));
    for (int i = 0; i < 16; i++) {
        const float keep = m[i];
        m[i] = i % 2 ? NAN : HUGE_VALF;
        assert_false(hit_frustum_from_matrix(m, NULL, &f));
        m[i] = keep;
    }
    clip.order = (hit_matrix_order)2;
    assert_false(hit_frustum_from_matrix(m, &clip, &f));
    clip.order = HIT_MATRIX_COLUMNS;
    clip.depth = (hit_depth_range)3;
    assert_false(hit_frustum_from_matrix(m, &clip, &f));
    clip.depth = (hit_depth_range)-1;
    assert_false(hit_frustum_from_matrix(m, &clip, &f));
    assert_untouched(&f);
    // Singular by a whisker that a determinant in double would not see.
    const float close[16] = {1, 1, 1, 1, 1, 1 + FLT_EPSILON, 1, 1, 1, 1, 1 + FLT_EPSILON, 1, 1, 1, 1, 1 + FLT_EPSILON};
    const float singular[16] = {1, 2, 3, 4, 2, 3, 4, 5, 0.1f, 0.2f, 0.3f, 0.4f, 3, 5, 7, 9};
    assert_false(hit_frustum_from_matrix(singular, NULL, &f));
    assert_untouched(&f);
    assert_true(hit_frustum_from_matrix(close, NULL, &f));
    // A plane that overflows: its normal is tiny, its offset not.
    const float far[16] = {1e-38f, 0, 0, 0, 0, 1e-38f, 0, 0, 0, 0, 1e-38f, 0, 0, 0, 0, 1e30f};
    f = untouched;
    assert_false(hit_frustum_from_matrix(far, NULL, &f));
    assert_untouched(&f);
}

static hit_view standard_camera(void)
{
    hit_view c = hit_view_look_at(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, -5), hit_vec3_make(0, 1, 0));
    c.fov_y = 1.5707963f;
    c.width = c.height = 100;
    c.near_plane = 1;
    c.far_plane = 3;
    return c;
}

static void cameras(void** state)
{
    hit_view c = standard_camera();
    hit_frustum f = untouched;

    (void)state;
    assert_true(c.forward.z == -5.0f);
    for (int mode = 0; mode < MODES; mode++) {
        hit_frustum other = untouched;
        bool done;
        mode_set(mode);
        done = hit_frustum_from_view(&c, &other);
        mode_set(0);
        assert_true(done);
        assert_standard(&other, false, 1.2e-7f);
        if (mode == 0)
            f = other;
        assert_memory_equal(&f, &other, sizeof f);
    }
    c.far_plane = HUGE_VALF;
    assert_true(hit_frustum_from_view(&c, &f));
    assert_standard(&f, true, 1.2e-7f);
    // Up need not be perpendicular, and no length matters.
    c.up = hit_vec3_make(0, 1e-3f, 1e-3f);
    c.forward = hit_vec3_make(0, 0, -1e-30f);
    assert_true(hit_frustum_from_view(&c, &f));
    assert_standard(&f, true, 1.2e-7f);
    // Wide: the tangent of 60 degrees on each side, 1.7320508.
    c.fov_y = 2.0943951f;
    assert_true(hit_frustum_from_view(&c, &f));
    assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -0.5f, -0.8660254f, 0, 1.2e-7f);
    // Twice as wide as high: x reaches twice as far as y.
    c = standard_camera();
    c.width = 200;
    assert_true(hit_frustum_from_view(&c, &f));
    assert_plane(f.plane[HIT_FRUSTUM_LEFT], 0.4472136f, 0, -0.8944272f, 0, 1.2e-7f);
    assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, ROOT, -ROOT, 0, 1.2e-7f);
    // Elsewhere: the side planes go through the eye.
    c.eye = hit_vec3_make(1, 2, 3);
    assert_true(hit_frustum_from_view(&c, &f));
    assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, ROOT, -ROOT, 2 * ROOT - 3 * ROOT, 2.4e-7f);
    assert_plane(f.plane[HIT_FRUSTUM_NEAR], 0, 0, -1, -2, 0);
    assert_plane(f.plane[HIT_FRUSTUM_FAR], 0, 0, 1, 0, 0);
}

static void rectangles(void** state)
{
    const hit_view c = standard_camera();
    hit_frustum f = untouched, g = untouched;
    hit_view flat = c;

    (void)state;
    // The pixel 25, 25 looks along -1/2, +1/2, -1: up is where y is small.
    assert_true(hit_frustum_from_rectangle(&c, 20, 20, 30, 30, &f));
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(-1, 1, -2)), HIT_INSIDE);
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(-1, -1, -2)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(1, 1, -2)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(-2, 2, -4)), HIT_OUTSIDE);
    assert_true(hit_frustum_from_rectangle(&c, 30, 20, 20, 30, &g)); // any order
    assert_memory_equal(&f, &g, sizeof f);
    assert_true(hit_frustum_from_rectangle(&c, 20, 30, 30, 20, &g));
    assert_memory_equal(&f, &g, sizeof f);
    // The whole viewport is what the camera sees.
    assert_true(hit_frustum_from_rectangle(&c, 0, 0, 100, 100, &f));
    assert_true(hit_frustum_from_view(&c, &g));
    assert_memory_equal(&f, &g, sizeof f);
    // One without a width is flat, not empty.
    assert_true(hit_frustum_from_rectangle(&c, 50, 0, 50, 100, &f));
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(0, 1, -2)), HIT_INSIDE);
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(1e-30f, 1, -2)), HIT_OUTSIDE);
    // Orthographic: 8 high and wide.
    flat.fov_y = 0;
    flat.ortho_height = 8;
    flat.near_plane = -1;
    assert_true(hit_frustum_from_rectangle(&flat, 0, 0, 50, 25, &f));
    assert_plane(f.plane[HIT_FRUSTUM_LEFT], 1, 0, 0, -4, 0);
    assert_plane(f.plane[HIT_FRUSTUM_RIGHT], -1, 0, 0, 0, 0);
    assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, 1, 0, 2, 0);
    assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -1, 0, -4, 0);
    assert_plane(f.plane[HIT_FRUSTUM_NEAR], 0, 0, -1, -1, 0);
    assert_plane(f.plane[HIT_FRUSTUM_FAR], 0, 0, 1, -3, 0);
}

static void bad_cameras(void** state)
{
    static const float bad_fov[4] = {-1, 3.1415927f, 4, NAN};
    hit_frustum f = untouched;
    hit_view c;

    (void)state;
    assert_false(hit_frustum_from_view(NULL, &f));
    c = standard_camera();
    assert_false(hit_frustum_from_view(&c, NULL));
    assert_false(hit_frustum_from_rectangle(NULL, 0, 0, 1, 1, &f));
    for (int i = 0; i < 4; i++) {
        float r[4] = {0, 0, 1, 1};
        r[i] = i % 2 ? NAN : HUGE_VALF;
        assert_false(hit_frustum_from_rectangle(&c, r[0], r[1], r[2], r[3], &f));
        c.fov_y = bad_fov[i];
        assert_false(hit_frustum_from_view(&c, &f));
        c = standard_camera();
    }
    c.forward = hit_vec3_make(0, 0, 0);
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.up = hit_vec3_make(0, 0, 3); // parallel to forward
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.up.x = NAN;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.eye.y = HUGE_VALF;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.near_plane = 0;
    assert_false(hit_frustum_from_view(&c, &f));
    c.near_plane = 3; // not below far
    assert_false(hit_frustum_from_view(&c, &f));
    c.near_plane = NAN;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.far_plane = NAN;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.width = 0;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.height = -1;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.fov_y = 0; // orthographic, but without a height
    assert_false(hit_frustum_from_view(&c, &f));
    c.ortho_height = HUGE_VALF;
    assert_false(hit_frustum_from_view(&c, &f));
    c = standard_camera();
    c.eye.z = -FLT_MAX; // near and far coincide there, which is legal; but FLT_MAX beyond is not
    c.far_plane = FLT_MAX;
    assert_false(hit_frustum_from_view(&c, &f));
    assert_untouched(&f);
}

static void from_corners(void** state)
{
    test_random r = test_random_make(test_seed());
    hit_vec3 p[8], q[8];
    hit_frustum f = untouched;

    (void)state;
    for (int i = 0; i < 8; i++)
        p[i] = hit_vec3_make(i & 1 ? 2.0f : -1.0f, i & 2 ? 3.0f : -2.0f, i & 4 ? -9.0f : -4.0f);
    assert_true(hit_frustum_from_corners(p, &f));
    assert_plane(f.plane[HIT_FRUSTUM_LEFT], 1, 0, 0, -1, 0);
    assert_plane(f.plane[HIT_FRUSTUM_RIGHT], -1, 0, 0, -2, 0);
    assert_plane(f.plane[HIT_FRUSTUM_BOTTOM], 0, 1, 0, -2, 0);
    assert_plane(f.plane[HIT_FRUSTUM_TOP], 0, -1, 0, -3, 0);
    assert_plane(f.plane[HIT_FRUSTUM_NEAR], 0, 0, -1, 4, 0);
    assert_plane(f.plane[HIT_FRUSTUM_FAR], 0, 0, 1, -9, 0);
    // A pyramid, and one upside down.
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < 8; i++)
            q[i] = (i >> 2) == end ? hit_vec3_make(0, 0, 0) : p[i];
        assert_true(hit_frustum_from_corners(q, &f));
        for (int i = 0; i < 8; i++)
            assert_int_equal(hit_frustum_point(&f, q[i]), HIT_INSIDE);
    }
    // Corners of cameras, in their order and mirrored: all are contained, exactly.
    for (int n = 0; n < 2000; n++) {
        hit_view c =
            hit_view_look_at(test_random_vec3(&r, -9, 9), test_random_vec3(&r, -9, 9), test_random_vec3(&r, -1, 1));
        c.far_plane = 5;
        if (!hit_frustum_from_view(&c, &f) || !hit_frustum_corners(&f, q))
            continue;
        for (int i = 0; i < 8; i++)
            p[i] = q[n % 2 ? i ^ 1 : i];
        assert_true(hit_frustum_from_corners(p, &f));
        for (int i = 0; i < 8; i++)
            assert_int_equal(hit_frustum_point(&f, p[i]), HIT_INSIDE);
    }
}

static void bad_corners(void** state)
{
    hit_vec3 p[8], q[8];
    hit_frustum f = untouched;

    (void)state;
    for (int i = 0; i < 8; i++)
        p[i] = hit_vec3_make(i & 1 ? 1.0f : 0.0f, i & 2 ? 1.0f : 0.0f, i & 4 ? 1.0f : 0.0f);
    assert_false(hit_frustum_from_corners(NULL, &f));
    assert_false(hit_frustum_from_corners(p, NULL));
    memcpy(q, p, sizeof p);
    q[3].y = NAN;
    assert_false(hit_frustum_from_corners(q, &f));
    memcpy(q, p, sizeof p);
    q[6] = p[7], q[7] = p[6]; // twisted
    assert_false(hit_frustum_from_corners(q, &f));
    memcpy(q, p, sizeof p);
    q[7] = hit_vec3_make(0.5f, 0.5f, 0.5f); // dented
    assert_false(hit_frustum_from_corners(q, &f));
    memcpy(q, p, sizeof p);
    q[7].x = 1.01f; // not flat
    assert_false(hit_frustum_from_corners(q, &f));
    for (int i = 0; i < 8; i++)
        q[i] = hit_vec3_make(p[i].x, p[i].y, 0); // no volume
    assert_false(hit_frustum_from_corners(q, &f));
    for (int i = 0; i < 8; i++)
        q[i] = p[0];
    assert_false(hit_frustum_from_corners(q, &f));
    assert_untouched(&f);
}

static void corners_that_do_not_exist(void** state)
{
    hit_view c = standard_camera();
    hit_vec3 p[8] = {{7, 7, 7}};
    hit_frustum f;

    (void)state;
    c.far_plane = HUGE_VALF;
    assert_true(hit_frustum_from_view(&c, &f));
    assert_false(hit_frustum_corners(&f, p));
    assert_false(hit_frustum_corners(NULL, p));
    assert_false(hit_frustum_corners(&f, NULL));
    f.plane[5] = f.plane[4];
    f.plane[0].normal.x = NAN;
    assert_false(hit_frustum_corners(&f, p));
    f = untouched;
    assert_false(hit_frustum_corners(&f, p));
    assert_true(p[0].x == 7.0f);
}

// A box seen as a frustum: |x|, |y| <= 1, z from -3 to -1.
static hit_frustum box_frustum(void)
{
    const hit_frustum f = {
        {{{1, 0, 0}, -1}, {{-1, 0, 0}, -1}, {{0, 1, 0}, -1}, {{0, -1, 0}, -1}, {{0, 0, -1}, 1}, {{0, 0, 1}, -3}}};
    return f;
}

static void touching_counts(void** state)
{
    const hit_frustum f = box_frustum();
    const hit_vec3 corner = {1, 1, -1};
    const float beyond = nextafterf(1, 2);
    hit_triangle t = {{1, 1, -1}, {2, 2, 0}, {3, 2, 0}};
    hit_obb o = {{4, 0, -2}, {{3, 4, 0}, {-4, 3, 0}, {0, 0, 1}}, {15, 0, 1}};

    (void)state;
    assert_int_equal(hit_frustum_point(&f, corner), HIT_INSIDE);
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(beyond, 1, -1)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(corner, hit_vec3_make(2, 2, 2))), HIT_CROSSING);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(hit_vec3_make(beyond, 1, -1), hit_vec3_make(2, 2, 2))),
                     HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(hit_vec3_make(-1, -1, -3), corner)), HIT_INSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(hit_vec3_make(-1, -1, -3), hit_vec3_make(beyond, 1, -1))),
                     HIT_CROSSING);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(0, 0, -2), 1)), HIT_INSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(0, 0, -2), beyond)), HIT_CROSSING);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(4, 5, -2), 5)), HIT_CROSSING); // an edge
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(4, 5, -2), nextafterf(5, 0))), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(3, 4, 5), 7)), HIT_CROSSING); // a corner
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(3, 4, 5), nextafterf(7, 0))), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_triangle(&f, &t), HIT_CROSSING);
    t.v0.x = beyond;
    assert_int_equal(hit_frustum_triangle(&f, &t), HIT_OUTSIDE);
    t = hit_triangle_make(corner, hit_vec3_make(-1, 0, -2), hit_vec3_make(0, -1, -3));
    assert_int_equal(hit_frustum_triangle(&f, &t), HIT_INSIDE);
    // A plate of length 6 along 3, 4 that ends at (2.2, -2.4), and one that begins at the edge x = y = 1.
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
    o.center = hit_vec3_make(2.8f, 3.4f, -2);
    o.half[0] = 15.0001f; // the centre is rounded
    o.half[1] = 0.0001f;
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_CROSSING);
    o.center = hit_vec3_make(2.81f, 3.41f, -2);
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
}

static void only_the_exact_form_sees_corners(void** state)
{
    const hit_frustum f = box_frustum();
    // Turned by 45 degrees, the box reaches past each plane of the edge x = y = 1, but does not touch it.
    const hit_obb o = {{2.5f, 2.5f, -2}, {{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}, {1, 8, 0.5f}};

    (void)state;
    assert_int_equal(hit_frustum_obb_quick(&f, &o), HIT_CROSSING);
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
    // A tilted frustum, and a box behind its far edge.
    hit_view c = standard_camera();
    hit_frustum g;
    assert_true(hit_frustum_from_view(&c, &g));
    const hit_aabb box = {{3, -1, -9}, {9, 1, -2.9f}};
    assert_int_equal(hit_frustum_aabb_quick(&g, box), HIT_CROSSING);
    assert_int_equal(hit_frustum_aabb(&g, box), HIT_OUTSIDE);
}

static void bad_shapes_are_outside(void** state)
{
    hit_frustum f = box_frustum();
    const hit_aabb all = {{-9, -9, -9}, {9, 9, 9}};
    const hit_vec3 middle = {0, 0, -2};
    const hit_triangle t = {{0, 0, -2}, {1, 0, -2}, {0, 1, -2}}, bad = {{0, 0, NAN}, {1, 0, -2}, {0, 1, -2}};
    hit_obb o = {{0, 0, -2}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};

    (void)state;
    assert_int_equal(hit_frustum_aabb(NULL, all), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb_quick(NULL, all), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_point(NULL, middle), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_obb(NULL, &o), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(NULL, hit_sphere_make(middle, 1)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_triangle(NULL, &t), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_obb(&f, NULL), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_obb_quick(&f, NULL), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_triangle(&f, NULL), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_triangle_quick(&f, NULL), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_triangle(&f, &bad), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_empty()), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(all.max, all.min)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(all.min, hit_vec3_make(9, HUGE_VALF, 9))), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_aabb(&f, hit_aabb_make(all.min, hit_vec3_make(9, 9, NAN))), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_point(&f, hit_vec3_make(NAN, 0, -2)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(middle, -1)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(middle, HUGE_VALF)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(middle, NAN)), HIT_OUTSIDE);
    o.axis[1] = hit_vec3_make(0, 0, 2); // does not span space
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_obb_quick(&f, &o), HIT_OUTSIDE);
    o.axis[1] = hit_vec3_make(0, 1, 0);
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_INSIDE);
    o.half[0] = -1;
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
    o.half[0] = 1;
    // Any number of a frustum that is not finite makes it empty.
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 4; k++) {
            float* x = k < 3 ? &f.plane[i].normal.x + k : &f.plane[i].offset;
            const float keep = *x;
            *x = (i + k) % 3 == 0 ? NAN : (i + k) % 3 == 1 ? HUGE_VALF : -HUGE_VALF;
            assert_int_equal(hit_frustum_aabb(&f, all), HIT_OUTSIDE);
            assert_int_equal(hit_frustum_aabb_quick(&f, all), HIT_OUTSIDE);
            assert_int_equal(hit_frustum_point(&f, middle), HIT_OUTSIDE);
            assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
            assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(middle, 1)), HIT_OUTSIDE);
            assert_int_equal(hit_frustum_triangle(&f, &t), HIT_OUTSIDE);
            *x = keep;
        }
    }
    assert_int_equal(hit_frustum_point(&f, middle), HIT_INSIDE);
}

static void planes_without_a_normal(void** state)
{
    hit_frustum f = {{{{0, 0, 0}, 0}, {{0, -0.0f, 0}, -0.0f}, {{0, 0, 0}, -5}, {{0, 0, 0}, -0x1p-149f}}};
    const hit_aabb all = {{-FLT_MAX, -FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};
    const hit_triangle t = {{0, 0, -2}, {1, 0, -2}, {0, 1, -2}};
    const hit_obb o = {{0, 0, -2}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};

    (void)state;
    assert_int_equal(hit_frustum_aabb(&f, all), HIT_INSIDE);
    assert_int_equal(hit_frustum_aabb_quick(&f, all), HIT_INSIDE);
    assert_int_equal(hit_frustum_obb_quick(&f, &o), HIT_INSIDE);
    assert_int_equal(hit_frustum_sphere_quick(&f, hit_sphere_make(t.v1, FLT_MAX)), HIT_INSIDE);
    assert_int_equal(hit_frustum_triangle_quick(&f, &t), HIT_INSIDE);
    f.plane[2].offset = 0x1p-149f;
    assert_int_equal(hit_frustum_aabb(&f, all), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_obb(&f, &o), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(t.v1, FLT_MAX)), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_triangle(&f, &t), HIT_OUTSIDE);
    assert_int_equal(hit_frustum_point(&f, t.v1), HIT_OUTSIDE);
}

// What a double cannot tell: the distance from the corner is the root of r² + 1, or r, with r of 24 bits.
static void spheres_that_just_miss_a_corner(void** state)
{
    const hit_frustum f = {{{{-1, 0, 0}, 0}, {{0, -1, 0}, 0}, {{0, 0, -1}, 0}}};

    (void)state;
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(12499999, 3000, 4000), 12500000)),
                     HIT_OUTSIDE);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(12, 3, 4), 13)), HIT_CROSSING);
    assert_int_equal(hit_frustum_sphere(&f, hit_sphere_make(hit_vec3_make(3000, 12499999, 4000), 12500001)),
                     HIT_CROSSING);
    assert_int_equal(hit_frustum_sphere_quick(&f, hit_sphere_make(hit_vec3_make(12, 3, 4), 1)), HIT_OUTSIDE);
    // So small that the squares of products of four floats are 0 in double.
    const float tiny = 0x1p-149f, unit = 0x1p-140f;
    const hit_frustum g = {{{{-tiny, 0, 0}, 0}, {{0, -tiny, 0}, 0}, {{0, 0, -tiny}, 0}}};
    const hit_vec3 center = {12 * unit, 3 * unit, 4 * unit};
    assert_int_equal(hit_frustum_sphere(&g, hit_sphere_make(center, 13 * unit)), HIT_CROSSING);
    assert_int_equal(hit_frustum_sphere(&g, hit_sphere_make(center, 13 * unit - tiny)), HIT_OUTSIDE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_of_all_conventions),
        cmocka_unit_test(an_orthographic_matrix),
        cmocka_unit_test(bad_matrices),
        cmocka_unit_test(cameras),
        cmocka_unit_test(rectangles),
        cmocka_unit_test(bad_cameras),
        cmocka_unit_test(from_corners),
        cmocka_unit_test(bad_corners),
        cmocka_unit_test(corners_that_do_not_exist),
        cmocka_unit_test(touching_counts),
        cmocka_unit_test(only_the_exact_form_sees_corners),
        cmocka_unit_test(bad_shapes_are_outside),
        cmocka_unit_test(planes_without_a_normal),
        cmocka_unit_test(spheres_that_just_miss_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
