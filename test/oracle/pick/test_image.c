// Images of convex shapes on the screen: how far they are from a point, checked by what such an answer must satisfy.
//
// The image of a convex convex is convex, so a point z of it is the nearest one exactly when all of the image lies
// beyond the line through z that is perpendicular to the way there. So: the answer's point is one of the convex,
// between the planes, and is seen at z; and no point of the convex is seen before that line. Points are drawn at
// random: corners, rims, the far ends in many directions, and what lies next to the answer.
#include "pick/image.h"
#include "scene/convex/gjk.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <math.h>

enum { POINTS = 60, KINDS = 7 };

static double between(test_random* r, double low, double high)
{
    return low + (high - low) * (double)(test_random_next(r) >> 11) * 0x1p-53;
}

static hit_camera random_camera(test_random* r)
{
    const hit_screen screen = hit_screen_make(800, 600);
    const hit_vec3 eye = test_random_vec3(r, -5, 5);
    hit_view view = hit_view_look_at(eye, hit_vec3_make(0, 0, 0), hit_vec3_make(0.1f, 1, 0.05f));
    hit_camera camera;

    view.fov_y = test_random_range(r, 0.2f, 2.2f);
    view.near_plane = test_random_range(r, 0.05f, 3);
    view.far_plane = test_random_below(r, 3) == 0 ? HUGE_VALF : view.near_plane + test_random_range(r, 0.5f, 20);
    if (test_random_below(r, 3) == 0) {
        view.fov_y = 0;
        view.ortho_height = test_random_range(r, 1, 20);
        view.near_plane = test_random_range(r, -6, 0.5f);
    }
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &camera));
    return camera;
}

// A point, a segment, a triangle, a box, a sphere, a capsule, a cylinder.
static hit_convex_shape random_convex(test_random* r, int kind)
{
    static const uint32_t counts[KINDS] = {1, 2, 3, 8, 1, 2, 2};
    hit_convex_shape convex = {.count = counts[kind]};
    const double size = ldexp(1.0, (int)test_random_below(r, 12) - 8);
    const hit_quat turn = test_random_quat(r);
    hit_vec3 middle = test_random_vec3(r, -4, 4);

    if (kind == 3) {
        const hit_mat3x4 m = hit_mat3x4_from_trs(middle, turn, test_random_vec3(r, 0.1f, 2));
        for (uint32_t i = 0; i < 8; i++) {
            const hit_vec3 c = {(i & 1) ? (float)size : 0, (i & 2) ? (float)size : 0, (i & 4) ? (float)size : 0};
            const hit_vec3 p = hit_mat3x4_point(&m, c);
            convex.point[i][0] = p.x;
            convex.point[i][1] = p.y;
            convex.point[i][2] = p.z;
        }
        return convex;
    }
    for (uint32_t i = 0; i < convex.count; i++) {
        const hit_vec3 way = test_random_vec3(r, (float)-size, (float)size);
        convex.point[i][0] = (double)middle.x + (double)way.x;
        convex.point[i][1] = (double)middle.y + (double)way.y;
        convex.point[i][2] = (double)middle.z + (double)way.z;
    }
    if (kind >= 4)
        convex.radius = size * between(r, 0.01, 2);
    convex.flat_ends = kind == 6;
    return convex;
}

static double value(const double row[4], const double q[3])
{
    return row[0] * q[0] + row[1] * q[1] + row[2] * q[2] + row[3];
}

static void see(const hit_pixel_view* pixel_view, const double q[3], double at[2])
{
    const double w = value(pixel_view->w, q);
    at[0] = value(pixel_view->x, q) / w;
    at[1] = value(pixel_view->y, q) / w;
}

// A point of the convex, moved towards `inner` until it is between the planes.
static void random_point(test_random* r, const hit_pixel_view* pixel_view, const hit_convex_shape* convex,
                         const double inner[3], double q[3])
{
    double d[3];

    for (int k = 0; k < 3; k++)
        d[k] = between(r, -1, 1);
    hit_convex_support(convex, d, q);
    if (test_random_below(r, 2) == 0) { // next to the answer
        const double part = ldexp(1.0, -(int)test_random_below(r, 40));
        for (int k = 0; k < 3; k++)
            q[k] = inner[k] + part * (q[k] - inner[k]);
    }
    for (int p = 0; p < 2; p++) {
        const double outer = value(pixel_view->plane[p], q), in = value(pixel_view->plane[p], inner);
        if (outer < 0.0 && in > outer)
            for (int k = 0; k < 3; k++)
                q[k] = inner[k] + fmax(0.0, in) / (fmax(0.0, in) - outer) * (q[k] - inner[k]);
    }
}

static void check(test_random* r, int kind)
{
    const hit_camera camera = random_camera(r);
    const hit_convex_shape convex = random_convex(r, kind);
    const double x = between(r, -100, 900), y = between(r, -100, 700), size = hit_convex_size(&convex);
    hit_image_point image_point;
    hit_pixel_view pixel_view;
    double at[2], reach = 0.0;

    assert_true(hit_pixel_view_make(&camera, x, y, &pixel_view));
    if (!hit_image_closest(&pixel_view, &convex, &image_point)) {
        // nothing between the planes
        double most[2];
        for (int p = 0; p < 2; p++)
            most[p] = hit_convex_support(&convex, pixel_view.plane[p], NULL) + pixel_view.plane[p][3];
        if (!(most[0] < 1e-9 * (1 + size) || most[1] < 1e-9 * (1 + size)))
            fail_msg("kind %d: not seen", kind);
        return;
    }
    if (hit_convex_closest(&convex, image_point.point).lower > 1e-12 * (1 + size))
        fail_msg("kind %d: %g from the convex", kind, hit_convex_closest(&convex, image_point.point).lower);
    for (int p = 0; p < 2; p++)
        assert_true(value(pixel_view.plane[p], image_point.point) >= -1e-12 * (20 + size));
    see(&pixel_view, image_point.point, at);
    for (int n = 0; n < POINTS; n++) {
        double q[3], seen[2], ahead;
        random_point(r, &pixel_view, &convex, image_point.point, q);
        see(&pixel_view, q, seen);
        reach = fmax(reach, fabs(seen[0]) + fabs(seen[1]));
        ahead = (seen[0] * image_point.off[0] + seen[1] * image_point.off[1]) / image_point.pixels;
        if (image_point.pixels > 0.0 && ahead < image_point.pixels * (1 - 1e-9) - 1e-9 * (1 + reach))
            fail_msg("kind %d: a point is %.17g away, not %.17g", kind, ahead, image_point.pixels);
    }
    if (hypot(at[0] - image_point.off[0], at[1] - image_point.off[1]) > 1e-9 * (1 + reach + image_point.pixels))
        fail_msg("kind %d: seen at %.17g %.17g, not %.17g %.17g", kind, at[0], at[1], image_point.off[0],
                 image_point.off[1]);
    assert_true(fabs(image_point.pixels - hypot(image_point.off[0], image_point.off[1])) <= 1e-12 * image_point.pixels);
    assert_true(fabs(image_point.depth - fmax(0.0, value(pixel_view.plane[0], image_point.point))) <=
                1e-12 * (20 + size));
}

static void distances(void** state)
{
    const uint64_t cases = test_cases(200000);
    test_random r = test_random_make(test_seed());

    (void)state;
    for (uint64_t n = 0; n < cases; n++)
        check(&r, (int)(n % KINDS));
    printf("%llu shapes, seed %llu\n", (unsigned long long)cases, (unsigned long long)test_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(distances)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
