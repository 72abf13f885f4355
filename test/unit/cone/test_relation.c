// Cones against shapes: answers that can be worked out by hand, the corners of the contract, and bad input.
#include "support/base/cmocka_all.h"

#include <float.h>
#include <hitscan/hitscan.h>

static const hit_vec3 origin = {0, 0, 0}, up = {0, 0, 1};

static hit_cone standard(float h_min, float h_max)
{
    return hit_cone_clip(hit_cone_from_tan(origin, up, 1.0f), h_min, h_max);
}

static hit_aabb box(float x0, float y0, float z0, float x1, float y1, float z1)
{
    return hit_aabb_make(hit_vec3_make(x0, y0, z0), hit_vec3_make(x1, y1, z1));
}

static hit_obb as_obb(hit_aabb b)
{
    const hit_vec3 half = hit_vec3_scale(hit_vec3_sub(b.max, b.min), 0.5f);
    const hit_quat none = {0, 0, 0, 1};
    return hit_obb_make(hit_vec3_add(b.min, half), none, half);
}

// The same answer from all forms, for the box and for the same box as an oriented one.
static void expect(const hit_cone* cone, hit_aabb b, hit_relation relation, hit_feature feature)
{
    const hit_obb obb = as_obb(b);
    hit_cone_evidence e, f;
    assert_int_equal(hit_cone_aabb(cone, b, &e), relation);
    assert_int_equal(e.relation, relation);
    assert_int_equal(e.feature, feature);
    assert_int_equal(hit_cone_aabb(cone, b, NULL), relation);
    assert_int_equal(hit_cone_meets_aabb(cone, b), relation != HIT_SEPARATE);
    assert_int_equal(hit_cone_obb(cone, &obb, &f), relation);
    assert_int_equal(f.relation, relation);
    assert_int_equal(hit_cone_obb(cone, &obb, NULL), relation);
    assert_int_equal(hit_cone_meets_obb(cone, &obb), relation != HIT_SEPARATE);
}

static void boxes_between_the_heights(void** state)
{
    const hit_cone c = standard(1, 3);
    (void)state;
    expect(&c, box(-0.5f, -0.5f, 1.5f, 0.5f, 0.5f, 2.5f), HIT_OVERLAPPING, HIT_FEATURE_INTERIOR);
    // Across the axis, with its centre outside of the cone.
    expect(&c, box(-0.5f, -0.5f, 2, 9, 0.5f, 2.5f), HIT_OVERLAPPING, HIT_FEATURE_AXIS);
    // An edge reaches in from the side, a face does, a box from above to the end, a corner from below.
    expect(&c, box(1, 0.5f, 2, 9, 9, 2.5f), HIT_OVERLAPPING, HIT_FEATURE_EDGE);
    expect(&c, box(1, -4, 1, 9, 4, 2.5f), HIT_OVERLAPPING, HIT_FEATURE_FACE);
    expect(&c, box(1.75f, 0.5f, 2.5f, 9, 9, 9), HIT_OVERLAPPING, HIT_FEATURE_CAP);
    expect(&c, box(1.5f, 1, -9, 9, 9, 2), HIT_OVERLAPPING, HIT_FEATURE_VERTEX);
    // Beside, and too far out for each edge, but not for the cone of infinite height.
    expect(&c, box(3, -1, 1, 5, 1, 2), HIT_SEPARATE, HIT_FEATURE_SIDE);
}

static void boxes_at_the_caps(void** state)
{
    const hit_cone c = standard(1, 3);
    (void)state;
    expect(&c, box(-1, -1, 4, 1, 1, 5), HIT_SEPARATE, HIT_FEATURE_HEIGHT);
    expect(&c, box(-1, -1, -5, 1, 1, 0.5f), HIT_SEPARATE, HIT_FEATURE_HEIGHT);
    // Standing on the upper end, and hanging from the lower one.
    expect(&c, box(-1, -1, 3, 1, 1, 5), HIT_TOUCHING, HIT_FEATURE_CAP);
    expect(&c, box(-0.5f, -0.5f, -5, 0.5f, 0.5f, 1), HIT_TOUCHING, HIT_FEATURE_AXIS);
    // The infinite cone would meet it above the cap.
    expect(&c, box(3.5f, -1, 2, 8, 1, 9), HIT_SEPARATE, HIT_FEATURE_RIM);
    expect(&c, box(2.5f, -1, 2.75f, 8, 1, 9), HIT_OVERLAPPING, HIT_FEATURE_CAP);
    // A rim at the middle of a face.
    expect(&c, box(3, -1, 3, 8, 1, 3), HIT_TOUCHING, HIT_FEATURE_EDGE);
}

static void boxes_at_the_apex(void** state)
{
    const hit_cone c = standard(0, HUGE_VALF);
    (void)state;
    expect(&c, box(-1, -1, -1, 1, 1, 1), HIT_OVERLAPPING, HIT_FEATURE_AXIS); // around the apex
    expect(&c, box(-1, -1, 0, 1, 1, 2), HIT_OVERLAPPING, HIT_FEATURE_INTERIOR);
    expect(&c, box(-1, -1, -2, 1, 1, 0), HIT_TOUCHING, HIT_FEATURE_AXIS);    // behind, the apex on a face
    expect(&c, box(0, 0, -2, 1, 1, 0), HIT_TOUCHING, HIT_FEATURE_VERTEX);    // on a corner
    expect(&c, box(-1, -1, -2, 1, 1, -1), HIT_SEPARATE, HIT_FEATURE_HEIGHT); // behind
    expect(&c, box(0, 0, 0, 0, 0, 0), HIT_TOUCHING, HIT_FEATURE_VERTEX);     // the apex itself
    expect(&c, box(1, 0, 1, 1, 0, 1), HIT_TOUCHING, HIT_FEATURE_VERTEX);     // a point of the side
}

static void discs(void** state)
{
    const hit_cone disc = standard(2, 2);
    (void)state;
    expect(&disc, box(-1, -1, 1, 1, 1, 3), HIT_OVERLAPPING, HIT_FEATURE_AXIS);
    expect(&disc, box(1, -1, 1, 5, 1, 3), HIT_OVERLAPPING, HIT_FEATURE_CAP);
    expect(&disc, box(-1, -1, 2, 1, 1, 3), HIT_TOUCHING, HIT_FEATURE_CAP);
    expect(&disc, box(3, -1, 1, 5, 1, 3), HIT_SEPARATE, HIT_FEATURE_RIM);
    expect(&disc, box(-1, -1, 2.5f, 1, 1, 3), HIT_SEPARATE, HIT_FEATURE_HEIGHT);
}

// What the text of the box-cone test leaves out: the axis through a face that touches no edge.
static void a_narrow_cone_through_the_middle_of_a_face(void** state)
{
    const hit_cone c = hit_cone_make(hit_vec3_make(0, 0, -5), up, 0.01f);
    (void)state;
    expect(&c, box(-3, -1, 0, 1, 1, 2), HIT_OVERLAPPING, HIT_FEATURE_AXIS);
}

// The cone of a pixel, at a distance of a million units: half a metre beside is a miss, a tenth is a hit.
static void pick_cones(void** state)
{
    const hit_vec3 eye = {1e6f, -1e6f, 5e5f};
    const hit_cone c = hit_cone_make(eye, up, 1e-7f);
    hit_aabb b = box(1e6f, -1e6f - 1, 1.5e6f, 1e6f + 1, -1e6f + 1, 1.6e6f);
    hit_cone_evidence e;
    (void)state;
    assert_true(hit_cone_meets_aabb(&c, b));
    b.min.x += 0.0625f;
    assert_int_equal(hit_cone_aabb(&c, b, &e), HIT_OVERLAPPING);
    assert_true(e.margin > 0.0 && e.margin < 0.06);
    b.min.x += 0.0625f; // the cone is 0.11 wide where the box ends
    assert_int_equal(hit_cone_aabb(&c, b, &e), HIT_SEPARATE);
    assert_true(e.margin < 0.0);
}

static void spheres(void** state)
{
    const hit_cone c = standard(1, 3), infinite = standard(0, HUGE_VALF);
    hit_cone_evidence e;
    (void)state;
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(0, 0, 2), 9), &e), HIT_OVERLAPPING);
    assert_int_equal(e.feature, HIT_FEATURE_INTERIOR);
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(0, 0, 5), 1), &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_HEIGHT);
    assert_int_equal(e.index, 1);
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(0, 0, 5), 2), NULL), HIT_TOUCHING);
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(0, 0, -1), 2), NULL), HIT_TOUCHING);
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(6, 0, 7), 5), NULL), HIT_TOUCHING); // 3, 4, 5
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(6, 0, 7), 4.9375f), &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_RIM);
    assert_int_equal(hit_cone_sphere(&c, hit_sphere_make(hit_vec3_make(4, 0, 0), 2), &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_SIDE);
    // Behind the apex, its point is what is nearest.
    assert_int_equal(hit_cone_sphere(&infinite, hit_sphere_make(hit_vec3_make(3, 0, -4), 5), NULL), HIT_TOUCHING);
    assert_true(hit_cone_meets_sphere(&infinite, hit_sphere_make(hit_vec3_make(3, 0, -4), 5.0625f)));
    assert_false(hit_cone_meets_sphere(&infinite, hit_sphere_make(hit_vec3_make(3, 0, -4), 4.9375f)));
    assert_int_equal(hit_cone_sphere(&infinite, hit_sphere_make(origin, 0), NULL), HIT_TOUCHING);
}

static void triangles_segments_and_points(void** state)
{
    const hit_cone c = standard(1, 3);
    const hit_triangle across =
        hit_triangle_make(hit_vec3_make(-9, -9, 2), hit_vec3_make(9, -9, 2), hit_vec3_make(0, 18, 2));
    const hit_triangle beside =
        hit_triangle_make(hit_vec3_make(4, 0, 1), hit_vec3_make(5, 5, 2), hit_vec3_make(5, -5, 2));
    const hit_triangle flat =
        hit_triangle_make(hit_vec3_make(-9, 0, 2), hit_vec3_make(0, 0, 2), hit_vec3_make(9, 0, 2));
    hit_cone_evidence e;
    (void)state;
    assert_int_equal(hit_cone_triangle(&c, &across, &e), HIT_OVERLAPPING);
    assert_int_equal(e.feature, HIT_FEATURE_AXIS);
    assert_true(hit_cone_meets_triangle(&c, &across));
    assert_int_equal(hit_cone_triangle(&c, &beside, &e), HIT_SEPARATE);
    assert_false(hit_cone_meets_triangle(&c, &beside));
    assert_int_equal(hit_cone_triangle(&c, &flat, NULL), HIT_OVERLAPPING); // a segment
    assert_int_equal(hit_cone_segment(&c, hit_vec3_make(-9, 2, 2), hit_vec3_make(9, 2, 2), NULL), HIT_TOUCHING);
    assert_true(hit_cone_meets_segment(&c, hit_vec3_make(-9, 1, 2), hit_vec3_make(9, 1, 2)));
    assert_false(hit_cone_meets_segment(&c, hit_vec3_make(-9, 2.5f, 2), hit_vec3_make(9, 2.5f, 2)));
    // Through the cone above its end.
    assert_false(hit_cone_meets_segment(&c, hit_vec3_make(-9, 0, 4), hit_vec3_make(9, 0, 4)));
    assert_int_equal(hit_cone_point(&c, hit_vec3_make(1, 1, 2), &e), HIT_OVERLAPPING);
    assert_int_equal(e.feature, HIT_FEATURE_VERTEX);
    assert_int_equal(hit_cone_point(&c, hit_vec3_make(2, 0, 2), NULL), HIT_TOUCHING);
    assert_int_equal(hit_cone_point(&c, hit_vec3_make(0, 0, 3), NULL), HIT_TOUCHING);
    assert_int_equal(hit_cone_point(&c, hit_vec3_make(0, 0, 3.5f), NULL), HIT_SEPARATE);
    assert_int_equal(hit_cone_point(&c, hit_vec3_make(2.5f, 0, 2), &e), HIT_SEPARATE);
    assert_true(e.normal[0] > 0.7 && e.normal[2] < -0.7);
}

static void expect_nothing(const hit_cone* cone, hit_aabb b, const hit_obb* obb, hit_sphere sphere,
                           const hit_triangle* t, hit_vec3 p)
{
    hit_cone_evidence e;
    memset(&e, 0xa5, sizeof e);
    assert_int_equal(hit_cone_aabb(cone, b, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    assert_true(e.offset == 0.0 && e.normal[2] == 0.0 && e.point[0] == 0.0);
    memset(&e, 0xa5, sizeof e);
    assert_int_equal(hit_cone_obb(cone, obb, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    memset(&e, 0xa5, sizeof e);
    assert_int_equal(hit_cone_sphere(cone, sphere, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    memset(&e, 0xa5, sizeof e);
    assert_int_equal(hit_cone_triangle(cone, t, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    memset(&e, 0xa5, sizeof e);
    assert_int_equal(hit_cone_segment(cone, p, p, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    memset(&e, 0xa5, sizeof e);
    assert_int_equal(hit_cone_point(cone, p, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    assert_false(hit_cone_meets_aabb(cone, b));
    assert_false(hit_cone_meets_obb(cone, obb));
    assert_false(hit_cone_meets_sphere(cone, sphere));
    assert_false(hit_cone_meets_triangle(cone, t));
    assert_false(hit_cone_meets_segment(cone, p, p));
}

static void empty_sets_are_separate_from_everything(void** state)
{
    static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF};
    const hit_aabb b = box(-1, -1, 0, 1, 1, 2);
    const hit_obb obb = as_obb(b);
    const hit_sphere sphere = {{0, 0, 1}, 1};
    const hit_triangle t = {{-1, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    const hit_vec3 p = {0, 0, 1};
    const hit_cone good = standard(0, HUGE_VALF);
    (void)state;

    assert_true(hit_cone_meets_aabb(&good, b) && hit_cone_meets_obb(&good, &obb) && hit_cone_point(&good, p, NULL));
    expect_nothing(NULL, b, &obb, sphere, &t, p);
    for (int k = 0; k < 9; k++) {
        for (int i = 0; i < 3; i++) {
            hit_cone c = good;
            (&c.apex.x)[k] = bad[i];
            if (!(k == 8 && i == 1)) // an infinite h_max is fine
                expect_nothing(&c, b, &obb, sphere, &t, p);
        }
    }
    for (int k = 0; k < 4; k++) {
        hit_cone c = good;
        if (k == 0)
            c.tangent = 0.0f;
        else if (k == 1)
            c.tangent = -1.0f;
        else if (k == 2)
            c.axis = origin;
        else
            c.h_min = 3.0f, c.h_max = 2.0f;
        expect_nothing(&c, b, &obb, sphere, &t, p);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 15; k++) {
            hit_aabb bad_box = b;
            hit_obb bad_obb = obb;
            hit_sphere bad_sphere = sphere;
            hit_triangle bad_triangle = t;
            hit_vec3 bad_point = p;
            (&bad_box.min.x)[k % 6] = bad[i];
            (&bad_obb.center.x)[k] = bad[i];
            (&bad_sphere.center.x)[k % 4] = bad[i];
            (&bad_triangle.v0.x)[k % 9] = bad[i];
            (&bad_point.x)[k % 3] = bad[i];
            expect_nothing(&good, bad_box, &bad_obb, bad_sphere, &bad_triangle, bad_point);
        }
    }
}

static void boxes_that_are_none(void** state)
{
    const hit_cone c = standard(0, HUGE_VALF);
    hit_obb flat = as_obb(box(-1, -1, 0, 1, 1, 2)), negative = flat;
    hit_cone_evidence e;
    (void)state;
    flat.axis[2] = flat.axis[1]; // does not span space
    negative.half[1] = -1.0f;
    assert_int_equal(hit_cone_obb(&c, &flat, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    assert_int_equal(hit_cone_obb(&c, &negative, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    assert_int_equal(hit_cone_obb(&c, NULL, NULL), HIT_SEPARATE);
    assert_int_equal(hit_cone_triangle(&c, NULL, NULL), HIT_SEPARATE);
    // The third axis is the sum of the others; a determinant in double says otherwise.
    flat.axis[0] = hit_vec3_make(8388607, 5592405, 2796203);
    flat.axis[1] = hit_vec3_make(1398101, 7340031, 4194301);
    flat.axis[2] = hit_vec3_add(flat.axis[0], flat.axis[1]);
    assert_int_equal(hit_cone_obb(&c, &flat, &e), HIT_SEPARATE);
    assert_int_equal(e.feature, HIT_FEATURE_NONE);
    assert_false(hit_cone_meets_obb(&c, &flat));
    for (int axis = 0; axis < 3; axis++) { // inverted, around the axis of the cone
        hit_aabb b = box(-1, -1, 1, 1, 1, 2);
        const float swap = (&b.min.x)[axis];
        (&b.min.x)[axis] = (&b.max.x)[axis];
        (&b.max.x)[axis] = swap;
        assert_int_equal(hit_cone_aabb(&c, b, &e), HIT_SEPARATE);
        assert_int_equal(e.feature, HIT_FEATURE_NONE);
        assert_false(hit_cone_meets_aabb(&c, b));
    }
}

// A wide cone, and a long box straight behind its apex that reaches around it: the centre of the box is on the axis but
// for rounding, so that there is no direction from the one to the other.
static void boxes_behind_the_apex(void** state)
{
    const hit_cone c = {{0, 0, 0}, {0x1.ep+0f, -0x1.5p+1f, -0x1.ap+0f}, 0x1.3bc962p+4f, 0, HUGE_VALF};
    const hit_aabb b = box(-0x1.474bf8p+3f, 0x1.20816p+1f, -0x1.11995p+4f, 0x1.9e97fp+2f, 0x1.7f7eap+1f, 0x1.45995p+4f);
    const hit_obb obb = as_obb(b);
    (void)state;
    assert_int_equal(hit_cone_aabb(&c, b, NULL), HIT_OVERLAPPING);
    assert_int_equal(hit_cone_obb(&c, &obb, NULL), HIT_OVERLAPPING);
}

// The corner at height 3 + 2^-49·4/5 is in the infinite cone, but where the segment comes down to the cap it is beside
// it.
static void a_segment_flat_across_the_cap(void** state)
{
    const hit_cone c = {{0, 0, 0}, {3, 4, 0}, 0x1.55556p+0f, 0, 3};
    const hit_vec3 a = {5, 0x1p-49f, 0}, b = {5, -0x1.74p-40f, 100};
    (void)state;
    assert_int_equal(hit_cone_segment(&c, a, b, NULL), HIT_TOUCHING);
}

// The thinnest cone has nothing but its axis, and that is enough for a triangle or a flat box across it.
static void the_thinnest_cone_meets_what_its_axis_goes_through(void** state)
{
    const hit_cone c = hit_cone_from_tan(hit_vec3_make(1, 2, 3), hit_vec3_make(1, 2, 3), 0x1p-149f);
    const hit_triangle t = {{3, 3, 6}, {0, 5, 6}, {4, 7, 6.5f}};
    const hit_obb plate =
        hit_obb_make(hit_vec3_make(2.25f, 4, 6), (hit_quat){0, 0.6f, 0, 0.8f}, hit_vec3_make(1, 1, 0));
    hit_cone_evidence e;
    (void)state;
    assert_int_equal(hit_cone_triangle(&c, &t, &e), HIT_OVERLAPPING);
    assert_int_equal(e.feature, HIT_FEATURE_AXIS);
    assert_int_equal(hit_cone_obb(&c, &plate, &e), HIT_OVERLAPPING);
    assert_int_equal(e.feature, HIT_FEATURE_AXIS);
    assert_int_equal(hit_cone_aabb(&c, box(0, 2, 6, 4, 6, 6), &e), HIT_OVERLAPPING);
    assert_int_equal(e.feature, HIT_FEATURE_AXIS);
}

// An axis that is rounded leaves no plane that has all of so wide a cone behind it: rather a hit than a plane that is
// not one. Less wide, the plane is there.
static void planes_of_the_widest_cones(void** state)
{
    const hit_aabb b = box(1, 1, 1, 2, 2, 2);
    hit_cone_evidence e;
    (void)state;
    for (int k = 0; k < 120; k += 4) {
        const hit_cone whole = hit_cone_from_tan(origin, hit_vec3_make(-1, -2, -3), ldexpf(1.0f, k));
        const hit_cone clipped = hit_cone_clip(whole, 0.5f, HUGE_VALF);
        const hit_relation expected = k < 49 ? HIT_SEPARATE : HIT_TOUCHING;
        assert_int_equal(hit_cone_point(&whole, hit_vec3_make(1, 2, 3), NULL), k < 49 ? HIT_SEPARATE : HIT_TOUCHING);
        assert_int_equal(hit_cone_aabb(&clipped, b, &e), expected);
        assert_int_equal(hit_cone_meets_aabb(&clipped, b), expected != HIT_SEPARATE);
        assert_int_equal(hit_cone_aabb_mask(&clipped, &b, 0, 1, NULL), expected != HIT_SEPARATE);
    }
}

// Only the direction of the axis counts, and the set is what it is, however it is written.
static void axes_of_any_length(void** state)
{
    const hit_aabb b = box(1, 0.5f, 2, 9, 9, 2.5f);
    (void)state;
    for (int e = -140; e <= 120; e += 20) {
        hit_cone c = standard(1, 3);
        c.axis.z = ldexpf(1.5f, e);
        assert_int_equal(hit_cone_aabb(&c, b, NULL), HIT_OVERLAPPING);
        c.h_max = 1.5f;
        assert_int_equal(hit_cone_aabb(&c, b, NULL), HIT_SEPARATE);
    }
}

static void evidence_can_be_checked_and_named(void** state)
{
    const hit_cone c = standard(1, 3), infinite = standard(0, HUGE_VALF);
    const hit_aabb beside = box(9, -1, 1, 10, 1, 2), around = box(2, 0, 1, 9, 1, 3);
    const double up_normal[3] = {0, 0, 1}, down[3] = {0, 0, -1}, aside[3] = {0.6, 0, -0.8}, away[3] = {1, 0, 0};
    hit_cone far = c;
    hit_cone_evidence e;
    (void)state;
    assert_int_equal(hit_cone_aabb(&c, beside, &e), HIT_SEPARATE);
    assert_true(hit_cone_reach(&c, e.normal) <= e.offset);
    assert_true(e.normal[0] * 9 - fabs(e.normal[1]) + fmin(e.normal[2], e.normal[2] * 2) > e.offset);
    assert_true(fabs(hit_cone_reach(&c, up_normal) - 3) < 1e-15 && fabs(hit_cone_reach(&c, down) + 1) < 1e-15);
    assert_true(fabs(hit_cone_reach(&c, away) - 3) < 1e-15);
    assert_true(fabs(hit_cone_reach(&c, aside) + 0.2) < 1e-15); // at h = 1: 0.6 - 0.8
    assert_true(hit_cone_reach(&infinite, away) == HUGE_VAL && hit_cone_reach(&infinite, aside) == 0.0);
    assert_true(hit_cone_reach(NULL, away) == -HUGE_VAL && hit_cone_reach(&c, NULL) == -HUGE_VAL);
    far.apex = hit_vec3_make(100, 200, 300);
    assert_int_equal(hit_cone_aabb(&far, box(102, 200, 301, 109, 201, 303), &e), hit_cone_aabb(&c, around, NULL));
    const hit_vec3 p = hit_cone_evidence_point(&far, &e);
    assert_true(hit_cone_contains(&far, p) && p.x >= 102.0f);
    far.tangent = 0.0f;
    assert_true(hit_cone_reach(&far, away) == -HUGE_VAL);
    assert_string_equal(hit_relation_name(HIT_TOUCHING), "touching");
    assert_string_equal(hit_relation_name((hit_relation)7), "unknown");
    assert_string_equal(hit_feature_name(HIT_FEATURE_NONE), "none");
    assert_string_equal(hit_feature_name(HIT_FEATURE_RIM), "rim");
    assert_string_equal(hit_feature_name((hit_feature)99), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_between_the_heights),
        cmocka_unit_test(boxes_at_the_caps),
        cmocka_unit_test(boxes_at_the_apex),
        cmocka_unit_test(discs),
        cmocka_unit_test(a_narrow_cone_through_the_middle_of_a_face),
        cmocka_unit_test(pick_cones),
        cmocka_unit_test(spheres),
        cmocka_unit_test(triangles_segments_and_points),
        cmocka_unit_test(empty_sets_are_separate_from_everything),
        cmocka_unit_test(boxes_that_are_none),
        cmocka_unit_test(boxes_behind_the_apex),
        cmocka_unit_test(a_segment_flat_across_the_cap),
        cmocka_unit_test(the_thinnest_cone_meets_what_its_axis_goes_through),
        cmocka_unit_test(planes_of_the_widest_cones),
        cmocka_unit_test(axes_of_any_length),
        cmocka_unit_test(evidence_can_be_checked_and_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
