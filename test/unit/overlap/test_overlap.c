// Overlaps: the documented answers one by one, bad input included.
#include "support/base/cmocka_all.h"

#include <float.h>
#include <hitscan/hitscan.h>

static hit_aabb box(float x0, float y0, float z0, float x1, float y1, float z1)
{
    const hit_aabb b = {{x0, y0, z0}, {x1, y1, z1}};
    return b;
}

static hit_obb cube(float x, float y, float z, float half)
{
    const hit_obb o = {{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {half, half, half}};
    return o;
}

// Turned about z by the angle of the triangle 3, 4, 5, exactly: axes of length 5, so half counts in fifths.
static hit_obb turned(float x, float y, float z, float half)
{
    const hit_obb o = {{x, y, z}, {{3, 4, 0}, {-4, 3, 0}, {0, 0, 5}}, {5 * half, 5 * half, 5 * half}};
    return o;
}

static void aligned_boxes(void** state)
{
    const hit_aabb a = box(0, 0, 0, 1, 1, 1);

    (void)state;
    assert_true(hit_aabb_aabb(a, a));
    assert_true(hit_aabb_aabb(a, box(1, 1, 1, 2, 2, 2)));
    assert_false(hit_aabb_aabb(a, box(nextafterf(1, 2), 0, 0, 2, 1, 1)));
    assert_false(hit_aabb_aabb(a, box(0, 0, 1.5f, 2, 1, 2)));
    assert_true(hit_aabb_aabb(a, box(-9, -9, -9, 9, 9, 9)));
    assert_true(hit_aabb_aabb(box(-9, -9, -9, 9, 9, 9), a));
    assert_true(hit_aabb_aabb(a, box(0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f)));
    assert_true(hit_aabb_aabb(box(0, 0, 0, 0x1p-149f, 1, 1), box(0x1p-149f, 0, 0, 1, 1, 1)));
    assert_false(hit_aabb_aabb(box(0, 0, 0, 0x1p-149f, 1, 1), box(0x1p-148f, 0, 0, 1, 1, 1)));
    assert_false(hit_aabb_aabb(a, box(1, 0, 0, 0, 1, 1)));
    assert_false(hit_aabb_aabb(a, hit_aabb_empty()));
    assert_false(hit_aabb_aabb(hit_aabb_empty(), hit_aabb_empty()));
    assert_false(hit_aabb_aabb(a, box(0, NAN, 0, 1, 1, 1)));
    assert_false(hit_aabb_aabb(box(0, 0, 0, HUGE_VALF, 1, 1), a));
}

static void oriented_boxes(void** state)
{
    const hit_obb a = cube(0, 0, 0, 1);
    hit_obb b = cube(2, 2, 2, 1);

    (void)state;
    assert_true(hit_obb_obb(&a, &a));
    assert_true(hit_obb_obb(&a, &b)); // a corner
    b.center.x = nextafterf(2, 3);
    assert_false(hit_obb_obb(&a, &b));
    // The corner of the turned box reaches 7/5 along x.
    b = turned(2.4f, 0.2f, 0, 1);
    assert_false(hit_obb_obb(&a, &b)); // 2.4f is above 2.4
    b.center.x = nextafterf(2.4f, 0);
    assert_true(hit_obb_obb(&a, &b));
    b = turned(0, 0, 0, 0);
    assert_true(hit_obb_obb(&a, &b)); // a point
    assert_true(hit_obb_obb(&b, &b));
    b = cube(0, 0, 0, 1);
    b.axis[2] = b.axis[1]; // does not span space
    assert_false(hit_obb_obb(&a, &b));
    assert_false(hit_obb_obb(&b, &a));
    b = cube(0, 0, 0, -1);
    assert_false(hit_obb_obb(&a, &b));
    b = cube(0, NAN, 0, 1);
    assert_false(hit_obb_obb(&b, &a));
    b = cube(0, 0, 0, HUGE_VALF);
    assert_false(hit_obb_obb(&b, &a));
    assert_false(hit_obb_obb(NULL, &a));
    assert_false(hit_obb_obb(&a, NULL));
}

static void aligned_and_oriented(void** state)
{
    hit_obb b = turned(2.4f, 0.2f, 0, 1);

    (void)state;
    assert_false(hit_aabb_obb(box(-1, -1, -1, 1, 1, 1), &b));
    b.center.x = nextafterf(2.4f, 0);
    assert_true(hit_aabb_obb(box(-1, -1, -1, 1, 1, 1), &b));
    assert_true(hit_aabb_obb(box(2.5f, 0, 0, 2.5f, 0, 0), &b));
    assert_false(hit_aabb_obb(hit_aabb_empty(), &b));
    assert_false(hit_aabb_obb(box(0, 0, 0, 1, 1, 1), NULL));
    b.half[1] = -1;
    assert_false(hit_aabb_obb(box(-9, -9, -9, 9, 9, 9), &b));
}

static void boxes_and_triangles(void** state)
{
    const hit_aabb a = box(0, 0, 0, 1, 1, 1);
    hit_triangle t = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}};

    (void)state;
    assert_true(hit_aabb_triangle(a, &t));
    t = hit_triangle_make(hit_vec3_make(3, 0, 0), hit_vec3_make(0, 3, 0), hit_vec3_make(0, 0, 3));
    assert_true(hit_aabb_triangle(a, &t)); // the corner 1, 1, 1
    t.v0.x = nextafterf(3, 4);
    assert_false(hit_aabb_triangle(a, &t));
    // A segment through the box that has no corner in it, and one that passes an edge.
    t = hit_triangle_make(hit_vec3_make(-1, 0.5f, 0.5f), hit_vec3_make(2, 0.5f, 0.5f), hit_vec3_make(2, 0.5f, 0.5f));
    assert_true(hit_aabb_triangle(a, &t));
    t = hit_triangle_make(hit_vec3_make(2, 0, 0.5f), hit_vec3_make(0, 2, 0.5f), hit_vec3_make(1, 1, 0.5f));
    assert_true(hit_aabb_triangle(a, &t));
    t = hit_triangle_make(hit_vec3_make(2.1f, 0, 0.5f), hit_vec3_make(0, 2, 0.5f), hit_vec3_make(2.1f, 0, 0.5f));
    assert_false(hit_aabb_triangle(a, &t));
    t = hit_triangle_make(hit_vec3_make(1, 1, 1), hit_vec3_make(1, 1, 1), hit_vec3_make(1, 1, 1));
    assert_true(hit_aabb_triangle(a, &t));
    assert_false(hit_aabb_triangle(hit_aabb_empty(), &t));
    assert_false(hit_aabb_triangle(a, NULL));
    t.v1.y = NAN;
    assert_false(hit_aabb_triangle(a, &t));
}

static void spheres(void** state)
{
    const hit_sphere a = {{0, 0, 0}, 1};
    hit_obb b = turned(2, 0, 0, 1);
    hit_sphere s = {{3, 4, 0}, 4};

    (void)state;
    assert_true(hit_sphere_sphere(a, s));
    s.radius = nextafterf(4, 0);
    assert_false(hit_sphere_sphere(a, s));
    assert_true(hit_sphere_sphere(hit_sphere_make(s.center, 0), hit_sphere_make(s.center, 0)));
    s.radius = -1;
    assert_false(hit_sphere_sphere(a, s));
    s.radius = NAN;
    assert_false(hit_sphere_sphere(s, a));
    s.radius = HUGE_VALF;
    assert_false(hit_sphere_sphere(s, a));

    assert_true(hit_sphere_aabb(a, box(1, 0, 0, 2, 1, 1)));
    assert_false(hit_sphere_aabb(a, box(nextafterf(1, 2), 0, 0, 2, 1, 1)));
    assert_true(hit_sphere_aabb(hit_sphere_make(a.center, 5), box(3, 4, -1, 9, 9, 9)));
    assert_false(hit_sphere_aabb(hit_sphere_make(a.center, nextafterf(5, 0)), box(3, 4, -1, 9, 9, 9)));
    assert_true(hit_sphere_aabb(a, box(-1, -1, -1, 2, 2, 2)));
    assert_false(hit_sphere_aabb(a, hit_aabb_empty()));
    assert_false(hit_sphere_aabb(hit_sphere_make(a.center, -1), box(-1, -1, -1, 1, 1, 1)));

    // The centre is at -6/5, 8/5 in the axes of the box: 1/5 and 3/5 beyond.
    assert_true(hit_sphere_obb(a, &b));
    assert_true(hit_sphere_obb(hit_sphere_make(a.center, 0.6324556f), &b)); // the root of 0.4, rounded up
    assert_false(hit_sphere_obb(hit_sphere_make(a.center, 0.6324555f), &b));
    assert_false(hit_sphere_obb(a, NULL));
    b.axis[0] = b.axis[1];
    assert_false(hit_sphere_obb(a, &b));
}

static void spheres_and_triangles(void** state)
{
    hit_triangle t = {{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}};
    const hit_sphere a = {{0, 0, 0}, 1};

    (void)state;
    assert_true(hit_sphere_triangle(a, &t)); // touches the face
    assert_false(hit_sphere_triangle(hit_sphere_make(a.center, nextafterf(1, 0)), &t));
    t = hit_triangle_make(hit_vec3_make(3, 4, -5), hit_vec3_make(3, 4, 5), hit_vec3_make(6, 8, 0));
    assert_true(hit_sphere_triangle(hit_sphere_make(a.center, 5), &t)); // an edge
    assert_false(hit_sphere_triangle(hit_sphere_make(a.center, nextafterf(5, 0)), &t));
    t.v2 = t.v1; // a segment, twice
    assert_true(hit_sphere_triangle(hit_sphere_make(a.center, 5), &t));
    assert_false(hit_sphere_triangle(hit_sphere_make(a.center, nextafterf(5, 0)), &t));
    t.v0 = t.v1 = t.v2 = hit_vec3_make(3, 4, 0); // a point
    assert_true(hit_sphere_triangle(hit_sphere_make(a.center, 5), &t));
    assert_false(hit_sphere_triangle(hit_sphere_make(a.center, nextafterf(5, 0)), &t));
    assert_false(hit_sphere_triangle(a, NULL));
    assert_false(hit_sphere_triangle(hit_sphere_make(a.center, NAN), &t));
    t.v0.x = HUGE_VALF;
    assert_false(hit_sphere_triangle(hit_sphere_make(a.center, 50), &t));
}

static void oriented_boxes_and_triangles(void** state)
{
    // The corner of the turned box reaches 7/5 along x.
    const hit_obb b = turned(0, 0, 0, 1);
    hit_obb bad = b;
    hit_triangle t = {{1.4375f, 0.25f, 0}, {9, 0, 0}, {9, 1, 0}};

    (void)state;
    assert_false(hit_obb_triangle(&b, &t)); // at 17/16 and -1 in its axes
    t.v0.x = 1.3125f;
    assert_true(hit_obb_triangle(&b, &t));
    t.v0 = hit_vec3_make(-9, 0, 0);
    assert_true(hit_obb_triangle(&b, &t)); // through the middle
    t = hit_triangle_make(hit_vec3_make(2, -9, 0), hit_vec3_make(2, 9, 0), hit_vec3_make(3, 0, 0));
    assert_false(hit_obb_triangle(&b, &t));
    t = hit_triangle_make(hit_vec3_make(0, 0, 1), hit_vec3_make(9, 0, 1), hit_vec3_make(9, 9, 1));
    assert_true(hit_obb_triangle(&b, &t)); // on the top
    t = hit_triangle_make(hit_vec3_make(9, 9, 1), hit_vec3_make(-9, -9, 1), hit_vec3_make(-9, -9, 1));
    assert_true(hit_obb_triangle(&b, &t)); // a segment over the top
    t.v0.z = t.v1.z = t.v2.z = nextafterf(1, 2);
    assert_false(hit_obb_triangle(&b, &t));
    assert_false(hit_obb_triangle(&b, NULL));
    assert_false(hit_obb_triangle(NULL, &t));
    t.v0.z = t.v1.z = t.v2.z = 0;
    bad.axis[1] = bad.axis[0];
    assert_false(hit_obb_triangle(&bad, &t));
    t.v1.x = NAN;
    assert_false(hit_obb_triangle(&b, &t));
}

static void in_aligned_boxes(void** state)
{
    const hit_aabb a = box(-1, -1, -1, 1, 1, 1);
    hit_triangle t = {{1, 1, 1}, {-1, -1, -1}, {0, 0.5f, 1}};
    hit_obb b = cube(0.5f, 0, 0, 0.5f);

    (void)state;
    assert_true(hit_aabb_contains_triangle(a, &t));
    t.v2.z = nextafterf(1, 2);
    assert_false(hit_aabb_contains_triangle(a, &t));
    t.v2.z = NAN;
    assert_false(hit_aabb_contains_triangle(a, &t));
    assert_false(hit_aabb_contains_triangle(a, NULL));
    assert_true(hit_aabb_contains_obb(a, &b)); // face on face
    b.center.x = nextafterf(0.5f, 1);
    assert_false(hit_aabb_contains_obb(a, &b));
    b = turned(0, 0, 0, 5.0f / 8);
    assert_true(hit_aabb_contains_obb(box(-0.875f, -0.875f, -1, 0.875f, 0.875f, 1), &b)); // 7/5 of 5/8
    assert_false(hit_aabb_contains_obb(box(-0.875f, -0.875f, -1, nextafterf(0.875f, 0), 0.875f, 1), &b));
    assert_false(hit_aabb_contains_obb(hit_aabb_empty(), &b));
    assert_false(hit_aabb_contains_obb(a, NULL));
    b.half[0] = -1;
    assert_false(hit_aabb_contains_obb(a, &b));
}

static void in_oriented_boxes(void** state)
{
    const hit_obb a = turned(0, 0, 0, 1);
    hit_obb b = turned(0.6f, 0.8f, 0, 0);
    hit_triangle t = {{0, 0, 0}, {0.5f, 0, 1}, {0, 1, -1}};

    (void)state;
    assert_true(hit_obb_contains_triangle(&a, &t));
    t.v1 = hit_vec3_make(1.25f, 0, 0); // at 3/4 and -1 in the axes of the box
    assert_true(hit_obb_contains_triangle(&a, &t));
    t.v1.x = nextafterf(1.25f, 2);
    assert_false(hit_obb_contains_triangle(&a, &t));
    t.v1.x = HUGE_VALF;
    assert_false(hit_obb_contains_triangle(&a, &t));
    assert_false(hit_obb_contains_triangle(&a, NULL));
    assert_false(hit_obb_contains_triangle(NULL, &t));
    assert_true(hit_obb_contains_aabb(&a, box(0, 0, -1, 1.25f, 0, 1)));
    assert_false(hit_obb_contains_aabb(&a, box(0, 0, -1, 1.25f, 0x1p-149f, nextafterf(1, 2))));
    assert_false(hit_obb_contains_aabb(&a, hit_aabb_empty()));
    assert_false(hit_obb_contains_aabb(NULL, box(0, 0, 0, 0, 0, 0)));
    assert_true(hit_obb_contains_obb(&a, &a));
    assert_true(hit_obb_contains_obb(&a, &b) == hit_obb_contains(&a, b.center));
    b = turned(0, 0, 0, nextafterf(1, 2));
    assert_true(hit_obb_contains_obb(&b, &a));
    assert_false(hit_obb_contains_obb(&a, &b));
    assert_false(hit_obb_contains_obb(NULL, &b));
    assert_false(hit_obb_contains_obb(&a, NULL));
    b.axis[0] = b.axis[1];
    assert_false(hit_obb_contains_obb(&a, &b));
    assert_false(hit_obb_contains_obb(&b, &a));
    assert_false(hit_obb_contains_triangle(&b, &t));
}

static void in_spheres(void** state)
{
    const hit_sphere a = {{0, 0, 0}, 3};
    const hit_triangle t = {{1, 2, 2}, {-2, -2, 1}, {0, 0, 0}};
    const hit_sphere less = {{0, 0, 0}, nextafterf(3, 0)}, bad = {{0, 0, 0}, -1}, worse = {{NAN, 0, 0}, 1};
    const hit_obb b = {{0, 0, 0}, {{3, 4, 0}, {-4, 3, 0}, {0, 0, 5}}, {5, 10, 10}};
    hit_obb flat = b;

    (void)state;
    assert_true(hit_sphere_contains_triangle(a, &t));
    assert_false(hit_sphere_contains_triangle(less, &t));
    assert_false(hit_sphere_contains_triangle(a, NULL));
    assert_true(hit_sphere_contains_aabb(a, box(-1, -2, -2, 1, 2, 2)));
    assert_false(hit_sphere_contains_aabb(less, box(-1, -2, -2, 1, 2, 2)));
    for (int corner = 0; corner < 8; corner++) {
        const hit_aabb unit = box(corner & 1 ? -2 : -1, corner & 2 ? -3 : -1, corner & 4 ? -2 : -1, corner & 1 ? 1 : 2,
                                  corner & 2 ? 1 : 3, corner & 4 ? 1 : 2);
        assert_false(hit_sphere_contains_aabb(a, unit)); // one corner is out
    }
    assert_false(hit_sphere_contains_aabb(a, hit_aabb_empty()));
    assert_true(hit_sphere_contains_obb(a, &b)); // 1, 2, 2 in its own axes
    assert_false(hit_sphere_contains_obb(less, &b));
    assert_false(hit_sphere_contains_obb(a, NULL));
    assert_false(hit_sphere_contains_obb(bad, &b));
    assert_false(hit_sphere_contains_obb(worse, &b));
    flat.axis[2] = flat.axis[0];
    assert_false(hit_sphere_contains_obb(a, &flat));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned_boxes),
        cmocka_unit_test(oriented_boxes),
        cmocka_unit_test(aligned_and_oriented),
        cmocka_unit_test(boxes_and_triangles),
        cmocka_unit_test(spheres),
        cmocka_unit_test(spheres_and_triangles),
        cmocka_unit_test(oriented_boxes_and_triangles),
        cmocka_unit_test(in_aligned_boxes),
        cmocka_unit_test(in_oriented_boxes),
        cmocka_unit_test(in_spheres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
