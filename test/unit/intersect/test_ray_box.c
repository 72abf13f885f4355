// Rays against boxes, planes and triangles: known answers, the cases of the tutorials, and every kind of bad input.
#include "support/base/cmocka_all.h"

#include <hitscan/hitscan.h>
#include <hitscan/inline.h>

static const hit_span untouched = {-77.0f, -78.0f, -79, -80, true};

static void assert_untouched(hit_span s)
{
    assert_memory_equal(&s.t_enter, &untouched.t_enter, sizeof s.t_enter);
    assert_true(s.t_exit == untouched.t_exit && s.face_enter == -79 && s.face_exit == -80 && s.inside);
}

static void assert_span(hit_span s, float t_enter, float t_exit, int face_enter, int face_exit, bool inside)
{
    assert_true(s.t_enter == t_enter);
    assert_true(s.t_exit == t_exit);
    assert_int_equal(s.face_enter, face_enter);
    assert_int_equal(s.face_exit, face_exit);
    assert_int_equal(s.inside, inside);
}

static hit_vec3 v3(float x, float y, float z)
{
    return hit_vec3_make(x, y, z);
}

static hit_aabb cube(float lo, float hi)
{
    return hit_aabb_make(v3(lo, lo, lo), v3(hi, hi, hi));
}

static void straight_through(void** state)
{
    hit_span s = untouched;

    (void)state;
    assert_true(hit_ray_aabb(hit_ray_make(v3(-3, 0.5f, 0.5f), v3(2, 0, 0)), cube(0, 1), &s));
    assert_span(s, 1.5f, 2.0f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
    assert_true(hit_ray_aabb(hit_ray_make(v3(0.5f, 5, 0.5f), v3(0, -1, 0)), cube(0, 1), &s));
    assert_span(s, 4.0f, 5.0f, HIT_FACE_POS_Y, HIT_FACE_NEG_Y, false);
    // oblique: in through z, out through x
    assert_true(hit_ray_aabb(hit_ray_make(v3(0.5f, 0.25f, -1), v3(0.25f, 0.125f, 1)), cube(0, 1), &s));
    assert_span(s, 1.0f, 2.0f, HIT_FACE_NEG_Z, HIT_FACE_POS_X, false);
}

// The worked example of a tutorial: t is 2 in units of the direction, and the distance is 2·sqrt 3.
static void diagonal_example(void** state)
{
    const hit_ray ray = hit_ray_make(v3(0, 0, 0), v3(1, 1, 1));
    hit_span s = untouched;

    (void)state;
    assert_true(hit_ray_aabb(ray, cube(2, 4), &s));
    assert_span(s, 2.0f, 4.0f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false); // through a corner: the lowest axis
    assert_true(hit_ray_distance(ray, s.t_enter) == (float)(2.0 * 1.7320508075688772));
    assert_true(hit_ray_at(ray, s.t_enter).y == 2.0f);
}

static void lines_rays_segments(void** state)
{
    const hit_vec3 o = {5, 0.5f, 0.5f}, d = {1, 0, 0};
    hit_span s = untouched;

    (void)state;
    assert_true(hit_ray_aabb(hit_line_make(o, d), cube(0, 1), &s)); // a line looks back
    assert_span(s, -5.0f, -4.0f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
    s = untouched;
    assert_false(hit_ray_aabb(hit_ray_make(o, d), cube(0, 1), &s)); // a ray does not
    assert_untouched(s);
    assert_true(
        hit_ray_aabb(hit_segment_make(v3(-1, 0.5f, 0.5f), v3(0, 0.5f, 0.5f)), cube(0, 1), &s)); // its end touches
    assert_span(s, 1.0f, 1.0f, HIT_FACE_NEG_X, HIT_FACE_NONE, false);
    s = untouched;
    assert_false(hit_ray_aabb(hit_segment_make(v3(-1, 0.5f, 0.5f), v3(-0x1p-20f, 0.5f, 0.5f)), cube(0, 1), &s));
    assert_untouched(s);
}

static void inside_and_on_the_face(void** state)
{
    hit_span s = untouched;

    (void)state;
    assert_true(hit_ray_aabb(hit_ray_make(v3(0.25f, 0.5f, 0.5f), v3(1, 0, 0)), cube(0, 1), &s));
    assert_span(s, 0.0f, 0.75f, HIT_FACE_NONE, HIT_FACE_POS_X, true);
    assert_true(hit_ray_aabb(hit_ray_make(v3(0, 0.5f, 0.5f), v3(1, 0, 0)), cube(0, 1), &s)); // starts on the face
    assert_span(s, 0.0f, 1.0f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
    assert_true(hit_ray_aabb(hit_ray_make(v3(1, 0.5f, 0.5f), v3(1, 0, 0)), cube(0, 1), &s)); // starts where it leaves
    assert_span(s, 0.0f, 0.0f, HIT_FACE_NONE, HIT_FACE_POS_X, true);
    assert_true(hit_ray_aabb(hit_segment_make(v3(0.25f, 0.25f, 0.25f), v3(0.75f, 0.5f, 0.5f)), cube(0, 1), &s));
    assert_span(s, 0.0f, 1.0f, HIT_FACE_NONE, HIT_FACE_NONE, true);
}

static void parallel_rays(void** state)
{
    const float zeros[2] = {0.0f, -0.0f};
    hit_span s;

    (void)state;
    for (int i = 0; i < 4; i++) {
        const hit_vec3 d = {1, zeros[i & 1], zeros[i >> 1]};
        s = untouched;
        assert_true(hit_ray_aabb(hit_ray_make(v3(-1, 1, 0), d), cube(0, 1), &s)); // along an edge
        assert_span(s, 1.0f, 2.0f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
        s = untouched;
        assert_false(hit_ray_aabb(hit_ray_make(v3(-1, nextafterf(1, 2), 0), d), cube(0, 1), &s));
        assert_false(hit_ray_aabb(hit_ray_make(v3(-1, 0.5f, -0x1p-149f), d), cube(0, 1), &s));
        assert_untouched(s);
    }
}

static void flat_and_empty_boxes(void** state)
{
    const hit_ray down = hit_ray_make(v3(0.5f, 0.5f, 2), v3(0, 0, -1));
    hit_span s = untouched;

    (void)state;
    assert_true(hit_ray_aabb(down, hit_aabb_make(v3(0, 0, 1), v3(1, 1, 1)), &s));
    assert_span(s, 1.0f, 1.0f, HIT_FACE_POS_Z, HIT_FACE_NEG_Z, false);
    assert_true(hit_ray_aabb(down, hit_aabb_make(v3(0.5f, 0.5f, 1), v3(0.5f, 0.5f, 1)), &s)); // a point
    s = untouched;
    assert_false(hit_ray_aabb(down, hit_aabb_make(v3(0, 0, 1), v3(1, 1, 0)), &s)); // inverted
    assert_false(hit_ray_aabb(down, hit_aabb_make(v3(0, 0, 0x1p-149f), v3(1, 1, 0)), &s));
    assert_false(hit_ray_aabb(down, hit_aabb_empty(), &s));
    for (int axis = 0; axis < 3; axis++) { // inverted on one axis only, straight in the way of an oblique ray
        const hit_ray oblique = hit_ray_make(v3(-3, -2.9f, -3.1f), v3(1, 1.1f, 0.9f));
        float lo[3] = {-1, -1, -1}, hi[3] = {1, 1, 1};
        assert_true(hit_ray_aabb(oblique, hit_aabb_make(v3(lo[0], lo[1], lo[2]), v3(hi[0], hi[1], hi[2])), NULL));
        lo[axis] = 1, hi[axis] = -1;
        assert_false(hit_ray_aabb(oblique, hit_aabb_make(v3(lo[0], lo[1], lo[2]), v3(hi[0], hi[1], hi[2])), NULL));
        assert_false(hit_ray_aabb(oblique, hit_aabb_make(v3(lo[0], lo[1], lo[2]), v3(hi[0], hi[1], hi[2])), &s));
    }
    assert_untouched(s);
}

// Every component of every argument in turn is made NaN or infinite: a miss, and nothing written.
static void bad_numbers(void** state)
{
    const float bad[3] = {NAN, HUGE_VALF, -HUGE_VALF};
    const hit_ray ray = hit_ray_make(v3(0.5f, 0.5f, -1), v3(0.01f, 0.02f, 1));
    const hit_ray kinds[3] = {ray, hit_line_make(ray.origin, ray.direction), {ray.origin, ray.direction, 0.0f, 10.0f}};
    const hit_obb obb = {{0.5f, 0.5f, 0.5f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const hit_triangle tri = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
    const hit_plane plane = {{0, 0, 1}, 0};
    const hit_mat3x4 m = hit_mat3x4_identity();

    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        hit_span s = untouched;
        hit_triangle_hit t = {-77.0f, 0, 0, 0, HIT_SIDE_BACK};
        for (int b = 0; b < 3; b++) {
            for (size_t i = 0; i < 8; i++) { // origin, direction, t_min, t_max
                float f[8];
                hit_ray r;
                memcpy(f, &kinds[kind], sizeof f);
                if (i >= 6 && !isnan(bad[b]) && !((i == 6) == (bad[b] > 0)))
                    continue; // t_min = -inf and t_max = +inf are in order
                f[i] = bad[b];
                memcpy(&r, f, sizeof r);
                assert_false(hit_ray_is_valid(r));
                assert_false(hit_ray_aabb(r, cube(0, 1), &s));
                assert_false(hit_ray_aabb(r, cube(0, 1), NULL));
                assert_false(hit_ray_aabb_exact(&r, &(hit_aabb){{0, 0, 0}, {1, 1, 1}}, &s));
                assert_false(hit_ray_obb(r, &obb, &s));
                assert_false(hit_ray_box_affine(r, cube(0, 1), &m, &s));
                assert_false(hit_ray_triangle(r, &tri, &t));
                assert_false(hit_ray_triangle_exact(&r, &tri, NULL));
                assert_false(hit_ray_plane(r, plane, &s));
            }
            for (size_t i = 0; i < 6; i++) {
                float f[6] = {0, 0, 0, 1, 1, 1};
                hit_aabb box;
                f[i] = bad[b];
                memcpy(&box, f, sizeof box);
                assert_false(hit_ray_aabb(kinds[kind], box, &s));
                assert_false(hit_ray_aabb(kinds[kind], box, NULL));
                assert_false(hit_ray_box_affine(kinds[kind], box, &m, &s));
            }
            for (size_t i = 0; i < 15; i++) {
                hit_obb o = obb;
                float f[15];
                memcpy(f, &o, sizeof f);
                f[i] = bad[b];
                memcpy(&o, f, sizeof o);
                assert_false(hit_ray_obb(kinds[kind], &o, &s));
            }
            for (size_t i = 0; i < 12; i++) {
                hit_mat3x4 n = m;
                n.m[i / 4][i % 4] = bad[b];
                assert_false(hit_ray_box_affine(kinds[kind], cube(0, 1), &n, &s));
            }
            for (size_t i = 0; i < 9; i++) {
                hit_triangle n = tri;
                float f[9];
                memcpy(f, &n, sizeof f);
                f[i] = bad[b];
                memcpy(&n, f, sizeof n);
                assert_false(hit_ray_triangle(kinds[kind], &n, &t));
            }
            for (size_t i = 0; i < 4; i++) {
                float f[4] = {0, 0, 1, 0};
                hit_plane n;
                f[i] = bad[b];
                memcpy(&n, f, sizeof n);
                assert_false(hit_ray_plane(kinds[kind], n, &s));
            }
        }
        assert_untouched(s);
        assert_true(t.t == -77.0f);
    }
}

static void zero_direction_and_empty_interval(void** state)
{
    const hit_vec3 o = {0.5f, 0.5f, 0.5f}, zero = {0.0f, -0.0f, 0.0f};
    const hit_ray kinds[4] = {
        hit_line_make(o, zero), hit_ray_make(o, zero), hit_segment_make(o, o), {o, {1, 0, 0}, 1.0f, 0.5f}};
    const hit_obb obb = {{0.5f, 0.5f, 0.5f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const hit_triangle tri = {{0, 0, 0.5f}, {2, 0, 0.5f}, {0, 2, 0.5f}};
    const hit_plane plane = {{0, 0, 1}, 0.5f};
    const hit_mat3x4 m = hit_mat3x4_identity();
    hit_span s = untouched;

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_false(hit_ray_aabb(kinds[i], cube(0, 1), &s));
        assert_false(hit_ray_aabb(kinds[i], cube(0, 1), NULL));
        assert_false(hit_ray_obb(kinds[i], &obb, &s));
        assert_false(hit_ray_box_affine(kinds[i], cube(0, 1), &m, &s));
        assert_false(hit_ray_triangle(kinds[i], &tri, NULL));
        assert_false(hit_ray_plane(kinds[i], plane, &s));
    }
    assert_untouched(s);
}

static void null_arguments(void** state)
{
    const hit_ray ray = hit_ray_make(v3(0.5f, 0.5f, -1), v3(0, 0, 1));
    const hit_aabb box = cube(0, 1);
    hit_span s = untouched;

    (void)state;
    assert_false(hit_ray_obb(ray, NULL, &s));
    assert_false(hit_ray_box_affine(ray, box, NULL, &s));
    assert_false(hit_ray_triangle_exact(&ray, NULL, NULL));
    assert_false(hit_ray_triangle_exact(NULL, NULL, NULL));
    assert_false(hit_ray_aabb_exact(NULL, &box, &s));
    assert_false(hit_ray_aabb_exact(&ray, NULL, &s));
    assert_untouched(s);
    assert_true(hit_vec3_length(hit_box_affine_normal(NULL, 0)) == 0.0f);
}

// A tutorial's oriented-box test ignores the scale of the matrix: it says 9.5 where 8 is right.
static void model_matrix_with_scale(void** state)
{
    const hit_vec3 one = {1, 1, 1}, t = {0, 0, 10};
    const hit_quat none = {0, 0, 0, 1};
    const hit_aabb box = hit_aabb_make(v3(-1, -1, -1), one);
    const hit_ray ray = hit_ray_make(v3(0, 0, 0), v3(0, 0, 1));
    const hit_mat3x4 twice = hit_mat3x4_from_trs(t, none, v3(2, 2, 2)),
                     half = hit_mat3x4_from_trs(t, none, v3(0.5f, 0.5f, 0.5f));
    hit_span s = untouched;
    hit_obb obb;

    (void)state;
    assert_true(hit_ray_box_affine(ray, box, &twice, &s));
    assert_span(s, 8.0f, 12.0f, HIT_FACE_NEG_Z, HIT_FACE_POS_Z, false);
    assert_true(hit_ray_box_affine(ray, box, &half, &s));
    assert_span(s, 9.5f, 10.5f, HIT_FACE_NEG_Z, HIT_FACE_POS_Z, false);
    assert_true(hit_obb_from_aabb_matrix(box, &twice, &obb));
    assert_true(hit_ray_obb(ray, &obb, &s));
    assert_span(s, 8.0f, 12.0f, HIT_FACE_NEG_Z, HIT_FACE_POS_Z, false);
    // an off-centre box parallel to the ray, which the same tutorial misses
    assert_true(hit_ray_box_affine(hit_ray_make(v3(2, 0, 0), v3(0, 0, 1)), hit_aabb_make(v3(1, -1, -1), v3(3, 1, 1)),
                                   &twice, NULL));
}

static void mirrored_sheared_and_flat_maps(void** state)
{
    const hit_aabb box = cube(0, 1);
    const hit_mat3x4 mirror = {{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const hit_mat3x4 shear = {{{1, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; // x' = x + z
    const hit_mat3x4 flat = {{{2, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 0, 5}}};
    const hit_mat3x4 segment = {{{2, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 5}}}, point = {{{0}}};
    hit_span s = untouched;
    hit_vec3 n;

    (void)state;
    assert_true(hit_ray_box_affine(hit_ray_make(v3(-3, 0.5f, 0.5f), v3(1, 0, 0)), box, &mirror, &s));
    assert_span(s, 2.0f, 3.0f, HIT_FACE_POS_X, HIT_FACE_NEG_X, false); // the box's +x face is now on the left
    n = hit_box_affine_normal(&mirror, s.face_enter);
    assert_true(n.x == -1.0f && n.y == 0.0f && n.z == 0.0f);
    assert_true(hit_ray_box_affine(hit_ray_make(v3(-3, 0.5f, 0.5f), v3(1, 0, 0)), box, &shear, &s));
    assert_span(s, 3.5f, 4.5f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
    n = hit_box_affine_normal(&shear, s.face_enter);
    assert_true(fabsf(n.x + 0.70710678f) < 1e-6f && n.y == 0.0f && fabsf(n.z - 0.70710678f) < 1e-6f);
    assert_true(hit_ray_box_affine(hit_ray_make(v3(2, 2, 0), v3(0, 0, 1)), box, &flat, &s)); // touches its corner
    assert_span(s, 5.0f, 5.0f, HIT_FACE_SIDE, HIT_FACE_SIDE, false);
    n = hit_box_affine_normal(&flat, s.face_enter);
    assert_true(n.x == 0.0f && n.y == 0.0f && fabsf(n.z) == 1.0f);
    assert_false(hit_ray_box_affine(hit_ray_make(v3(nextafterf(2, 3), 2, 0), v3(0, 0, 1)), box, &flat, &s));
    assert_false(hit_ray_box_affine(hit_ray_make(v3(-1, 1, 5), v3(1, 0, 0)), box, &flat, &s)); // within its plane
    assert_false(hit_ray_box_affine(hit_ray_make(v3(1, 0, 0), v3(0, 0, 1)), box, &segment, &s));
    assert_false(hit_ray_box_affine(hit_ray_make(v3(0, 0, -1), v3(0, 0, 1)), box, &point, &s));
    n = hit_box_affine_normal(&point, HIT_FACE_SIDE);
    assert_true(n.x == 0.0f && n.y == 0.0f && n.z == 0.0f);
    n = hit_box_affine_normal(&point, HIT_FACE_NEG_X);
    assert_true(n.x == 0.0f && n.y == 0.0f && n.z == 0.0f);
    n = hit_box_affine_normal(&flat, HIT_FACE_NONE);
    assert_true(n.x == 0.0f && n.y == 0.0f && n.z == 0.0f);
}

static void oriented_boxes_with_odd_axes(void** state)
{
    hit_obb b = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const hit_ray ray = hit_ray_make(v3(-3, 0, 0), v3(1, 0, 0));
    hit_span s = untouched;

    (void)state;
    b.axis[0] = v3(2, 0, 0); // |2x| <= 1
    assert_true(hit_ray_obb(ray, &b, &s));
    assert_span(s, 2.5f, 3.5f, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
    b.axis[0] = v3(0, 0, 0); // no constraint: the box is endless along x
    assert_true(hit_ray_obb(ray, &b, &s));
    assert_span(s, 0.0f, HUGE_VALF, HIT_FACE_NONE, HIT_FACE_NONE, true);
    assert_true(hit_ray_obb(hit_line_make(v3(0, 0, 0), v3(1, 0, 0)), &b, &s));
    assert_span(s, -HUGE_VALF, HUGE_VALF, HIT_FACE_NONE, HIT_FACE_NONE, true);
    b.axis[0] = v3(1, 0, 0);
    b.half[1] = -1.0f;
    s = untouched;
    assert_false(hit_ray_obb(ray, &b, &s));
    assert_untouched(s);
}

static void triangles(void** state)
{
    const hit_triangle t = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const hit_triangle line = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
    hit_triangle_hit h = {0};

    (void)state;
    assert_true(hit_ray_triangle(hit_ray_make(v3(1, 2, 2), v3(0, 0, -1)), &t, &h));
    assert_true(h.t == 2.0f && h.u == 0.25f && h.v == 0.5f && h.w == 0.25f && h.side == HIT_SIDE_FRONT);
    assert_true(hit_ray_triangle(hit_ray_make(v3(1, 2, -2), v3(0, 0, 1)), &t, &h));
    assert_true(h.t == 2.0f && h.side == HIT_SIDE_BACK);
    assert_true(hit_ray_triangle(hit_ray_make(v3(0, 0, 2), v3(0, 0, -1)), &t, &h)); // a corner
    assert_true(h.w == 1.0f && h.u == 0.0f && h.v == 0.0f);
    assert_true(hit_ray_triangle(hit_ray_make(v3(2, 2, 2), v3(0, 0, -1)), &t, &h)); // an edge
    assert_true(h.w == 0.0f && h.u == 0.5f && h.v == 0.5f);
    assert_false(hit_ray_triangle(hit_ray_make(v3(2, nextafterf(2, 3), 2), v3(0, 0, -1)), &t, &h));
    assert_false(hit_ray_triangle(hit_ray_make(v3(-1, 1, 0), v3(1, 0, 0)), &t, &h));   // in its plane
    assert_false(hit_ray_triangle(hit_ray_make(v3(0, 1, 1), v3(1, 0, 0)), &line, &h)); // degenerate
    assert_false(hit_ray_triangle(hit_ray_make(v3(1, 1, -2), v3(0, 0, -1)), &t, &h));  // behind
    assert_true(hit_ray_triangle(hit_segment_make(v3(1, 1, 1), v3(1, 1, 0)), &t, &h)); // ends on it
    assert_false(hit_ray_triangle(hit_segment_make(v3(1, 1, 1), v3(1, 1, 0x1p-20f)), &t, &h));
}

static void planes(void** state)
{
    const hit_plane floor = {{0, 2, 0}, 6}; // y = 3, with a normal that is not of unit length
    hit_span s = untouched;

    (void)state;
    assert_true(hit_ray_plane(hit_ray_make(v3(0, 5, 0), v3(1, -4, 0)), floor, &s));
    assert_span(s, 0.5f, 0.5f, HIT_FACE_SIDE, HIT_FACE_SIDE, false);
    assert_true(hit_ray_plane(hit_ray_make(v3(0, 3, 0), v3(1, 0, 0)), floor, &s)); // within
    assert_span(s, 0.0f, HUGE_VALF, HIT_FACE_NONE, HIT_FACE_NONE, true);
    s = untouched;
    assert_false(hit_ray_plane(hit_ray_make(v3(0, 2, 0), v3(1, 0, 0)), floor, &s)); // beside
    assert_false(hit_ray_plane(hit_ray_make(v3(0, 5, 0), v3(0, 1, 0)), floor, &s));
    assert_false(hit_ray_plane(hit_ray_make(v3(0, 5, 0), v3(0, 1, 0)), (hit_plane){{0, 0, 0}, 0}, &s));
    assert_untouched(s);
    assert_true(hit_ray_plane(hit_line_make(v3(0, 5, 0), v3(0, 1, 0)), floor, NULL));
}

static void clipping_and_normals(void** state)
{
    const hit_ray ray = hit_ray_make(v3(0, 0, 0), v3(1, 0, 0)), clipped = hit_ray_clip(ray, -5.0f, 3.0f);
    const hit_ray nothing = hit_ray_clip(clipped, 4.0f, 9.0f);
    const hit_cylinder pipe = hit_cylinder_make(v3(0, 0, 0), v3(2, 0, 0), 1);
    hit_vec3 n = hit_plane_normal((hit_plane){{0, -3, 4}, 7});

    (void)state;
    assert_true(clipped.t_min == 0.0f && clipped.t_max == 3.0f);
    assert_false(hit_ray_is_valid(nothing));
    assert_true(n.x == 0.0f && n.y == -0.6f && n.z == 0.8f);
    n = hit_plane_normal((hit_plane){{0, 0, 0}, 7});
    assert_true(n.x == 0.0f && n.y == 0.0f && n.z == 0.0f);
    n = hit_disc_normal(hit_disc_make(v3(1, 2, 3), v3(0, 0, -5), 1));
    assert_true(n.x == 0.0f && n.y == 0.0f && n.z == -1.0f);
    n = hit_cylinder_normal(pipe, HIT_FACE_END_A, v3(0, 0.5f, 0));
    assert_true(n.x == -1.0f && !signbit(n.y) && !signbit(n.z));
}

// The inverse of a modulo b, for coprime numbers.
static int64_t inverse_modulo(int64_t a, int64_t b)
{
    int64_t r0 = a % b, r1 = b, x0 = 1, x1 = 0;
    while (r0 > 1) {
        const int64_t q = r1 / r0, r = r1 - q * r0, x = x1 - q * x0;
        r1 = r0, r0 = r, x1 = x0, x0 = x;
    }
    return (x0 % b + b) % b;
}

// Rays that pass an edge by as little as floats can: they enter x at n1/d1 and leave y at n2/d2, where n1·d2 - n2·d1 is
// 1 or -1, and these products have 76 bits. Only what rounding a product leaves over tells them apart. A number n of 53
// bits is the difference of two floats, p = its first 24 bits and o = minus its last 24, when the 5 bits between them
// are zero.
static void closer_than_double_can_tell(void** state)
{
    uint64_t random = 1;
    int found = 0;

    (void)state;
    for (int i = 0; i < 200000 && found < 40; i++) {
        const int64_t gap = found % 2 ? 1 : -1;
        const int64_t d1 =
            8388609 + 2 * (int64_t)((random = random * 6364136223846793005u + 1442695040888963407u) >> 42);
        const int64_t d2 = d1 + 2, x = inverse_modulo(d2, d1), y = (x * d2 - 1) / d1;
        const int64_t k = ((int64_t)1 << 52) / d1 + 1 +
                          (int64_t)((random = random * 6364136223846793005u + 1442695040888963407u) >> 37);
        const int64_t n1 = (gap > 0 ? x : d1 - x) + k * d1, n2 = (gap > 0 ? y : d2 - y) + k * d2;
        hit_aabb box = {{0, 0, -1}, {0, 0, 1}};
        hit_ray ray = hit_ray_make(v3(0, 0, 0), v3((float)d1, (float)d2, 0));

        if (((n1 >> 24) & 31) != 0 || ((n2 >> 24) & 31) != 0 || n1 >> 53 != 0 || n2 >> 53 != 0)
            continue;
        found++;
        box.min.x = (float)(n1 >> 29) * 0x1p29f, box.max.x = 2 * box.min.x, ray.origin.x = -(float)(n1 & 0xffffff);
        box.max.y = (float)(n2 >> 29) * 0x1p29f, box.min.y = -box.max.y, ray.origin.y = -(float)(n2 & 0xffffff);
        assert_int_equal(hit_ray_aabb(ray, box, NULL), gap < 0); // enters after it left, or just before
        ray.direction.z = -0.0f;
        assert_int_equal(hit_ray_aabb(ray, box, &(hit_span){0}), gap < 0);
    }
    assert_int_equal(found, 40);
}

static void face_names(void** state)
{
    (void)state;
    assert_string_equal(hit_face_name(HIT_FACE_NONE), "none");
    assert_string_equal(hit_face_name(HIT_FACE_NEG_X), "-x");
    assert_string_equal(hit_face_name(HIT_FACE_POS_Z), "+z");
    assert_string_equal(hit_face_name(HIT_FACE_SIDE), "side");
    assert_string_equal(hit_face_name(HIT_FACE_END_A), "end a");
    assert_string_equal(hit_face_name(HIT_FACE_END_B), "end b");
    assert_string_equal(hit_face_name(-2), "unknown");
    assert_string_equal(hit_face_name(9), "unknown");
}

// t beyond the floats: infinite, and still a hit; t below them: zero, and never -0.
static void t_out_of_range(void** state)
{
    hit_span s = untouched;

    (void)state;
    assert_true(
        hit_ray_aabb(hit_ray_make(v3(0, 0, 0), v3(0x1p-149f, 0, 0)), hit_aabb_make(v3(1, -1, -1), v3(2, 1, 1)), &s));
    assert_span(s, HUGE_VALF, HUGE_VALF, HIT_FACE_NEG_X, HIT_FACE_POS_X, false);
    assert_true(hit_ray_aabb(hit_line_make(v3(0, 0, 0), v3(-0x1p127f, 0, 0)),
                             hit_aabb_make(v3(0x1p-149f, -1, -1), v3(1, 1, 1)), &s));
    assert_true(s.t_exit == 0.0f && !signbit(s.t_exit));
    assert_true(s.t_enter == -0x1p-127f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_through),
        cmocka_unit_test(diagonal_example),
        cmocka_unit_test(lines_rays_segments),
        cmocka_unit_test(inside_and_on_the_face),
        cmocka_unit_test(parallel_rays),
        cmocka_unit_test(flat_and_empty_boxes),
        cmocka_unit_test(bad_numbers),
        cmocka_unit_test(zero_direction_and_empty_interval),
        cmocka_unit_test(null_arguments),
        cmocka_unit_test(model_matrix_with_scale),
        cmocka_unit_test(mirrored_sheared_and_flat_maps),
        cmocka_unit_test(oriented_boxes_with_odd_axes),
        cmocka_unit_test(triangles),
        cmocka_unit_test(planes),
        cmocka_unit_test(clipping_and_normals),
        cmocka_unit_test(closer_than_double_can_tell),
        cmocka_unit_test(face_names),
        cmocka_unit_test(t_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
