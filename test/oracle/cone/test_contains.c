// Oriented boxes and spheres in cones, against quadruple precision.
//
// Both are computed in double, with a slack: what is inside must be found inside, what stands out by more than 1e-12 of
// its distance from the apex must not. The shapes are made to touch the side or an end from inside, and are then grown
// or shrunk by 1e-16 to 1e-6. How often a shape falls between the two bounds is counted: there both answers are right.
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/base/random.h"

#include <hitscan/cone.h>
#include <inttypes.h>

static test_random state;

static float range(float low, float high)
{
    return test_random_range(&state, low, high);
}

static void load(hit_vec3 v, quad out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static quad dot(const quad a[3], const quad b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const quad a[3], const quad b[3], quad out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// How deep a sphere about apex + p lies in the cone; negative when it stands out.
static quad depth(const hit_cone* cone, const quad p[3], quad radius)
{
    quad axis[3], across[3];
    load(cone->axis, axis);
    const quad length = sqrtq(dot(axis, axis)), h = dot(axis, p) / length, t = cone->tangent;
    cross(axis, p, across);
    const quad r = sqrtq(dot(across, across)) / length;
    const quad side = (h * t - r) / sqrtq(1 + t * t);
    quad least = fminq(side, h - cone->h_min);
    if (isfinite(cone->h_max))
        least = fminq(least, cone->h_max - h);
    return least - radius;
}

typedef struct tally {
    uint64_t inside, outside, between;
} tally;

static void judge(quad deep, quad distance, bool got, tally* to)
{
    if (deep >= 0) {
        to->inside++;
        assert_true(got);
    } else if (deep < (quad)-1e-12 * distance) {
        to->outside++;
        assert_false(got);
    } else {
        to->between++;
    }
}

static hit_cone any_cone(void)
{
    hit_cone cone;
    const uint32_t kind = test_random_below(&state, 4);
    const float small = test_random_exponent(&state, -24, -6);
    const float large = test_random_exponent(&state, 2, 20);
    const float medium = range(0.05f, 3.0f);
    cone.apex = test_random_vec3(&state, -10.0f, 10.0f);
    cone.axis = test_random_vec3(&state, -1.0f, 1.0f);
    cone.tangent = kind == 0 ? fabsf(small) : kind == 1 ? fabsf(large) : medium;
    cone.h_min = test_random_below(&state, 2) ? 0.0f : range(0.0f, 3.0f);
    cone.h_max = test_random_below(&state, 2) ? HUGE_VALF : cone.h_min + range(0.1f, 10.0f);
    return cone;
}

// A point on or about the axis, within the heights.
static hit_vec3 any_center(const hit_cone* cone)
{
    const float top = isfinite(cone->h_max) ? cone->h_max : cone->h_min + 5.0f;
    const double h = range(cone->h_min, top), aside = range(0.0f, 1.1f) * fmin(1.0, (double)cone->tangent) * h;
    const hit_vec3 d = hit_vec3_normalize(cone->axis), v = test_random_vec3(&state, -1.0f, 1.0f);
    const hit_vec3 n = hit_vec3_normalize(hit_vec3_cross(d, v));
    return hit_vec3_make((float)(cone->apex.x + h * d.x + aside * n.x), (float)(cone->apex.y + h * d.y + aside * n.y),
                         (float)(cone->apex.z + h * d.z + aside * n.z));
}

// 1, a little more or a little less.
static double about_one(int low, int high)
{
    const float by = test_random_exponent(&state, low, high);
    return test_random_below(&state, 4) == 0 ? 1.0 : 1.0 + by;
}

static void spheres(void** unused)
{
    const uint64_t cases = test_cases(100000), seed = test_seed();
    tally t = {0, 0, 0};
    (void)unused;
    printf("seed %" PRIu64 ", %" PRIu64 " cases\n", seed, cases);
    state = test_random_make(seed + 40);
    for (uint64_t i = 0; i < cases; i++) {
        const hit_cone cone = any_cone();
        const hit_vec3 center = any_center(&cone);
        quad p[3], apex[3];
        if (!hit_cone_is_valid(&cone))
            continue;
        load(center, p);
        load(cone.apex, apex);
        for (int k = 0; k < 3; k++)
            p[k] -= apex[k];
        const quad room = depth(&cone, p, 0);
        float radius = room > 0 ? (float)((double)room * about_one(-52, -20)) : 0.0f;
        if (test_random_below(&state, 4) == 0)
            radius = nextafterf(radius, test_random_below(&state, 2) ? 0.0f : 1.0f);
        judge(depth(&cone, p, radius), sqrtq(dot(p, p)),
              hit_cone_contains_sphere(&cone, hit_sphere_make(center, radius)), &t);
    }
    printf("spheres: %" PRIu64 " inside, %" PRIu64 " outside, %" PRIu64 " between\n", t.inside, t.outside, t.between);
    assert_true(cases < 10000 || (t.inside > cases / 10 && t.outside > cases / 10 && t.between > 10));
}

static void boxes(void** unused)
{
    const uint64_t cases = test_cases(100000) / 50, seed = test_seed();
    tally t = {0, 0, 0};
    (void)unused;
    printf("seed %" PRIu64 ", %" PRIu64 " cases\n", seed, cases);
    state = test_random_make(seed + 41);
    for (uint64_t i = 0; i < cases; i++) {
        const hit_cone cone = any_cone();
        const hit_vec3 center = any_center(&cone);
        const hit_quat turn = test_random_quat(&state);
        const hit_vec3 half = test_random_vec3(&state, 0.1f, 1.0f);
        hit_obb obb = hit_obb_make(center, turn, half);
        if (test_random_below(&state, 3) == 0) // sheared, and of other lengths
            for (int k = 0; k < 3; k++)
                obb.axis[k] = test_random_vec3(&state, -2.0f, 2.0f);
        quad a[3][3], b[3][3], c[3], apex[3];
        if (!hit_cone_is_valid(&cone))
            continue;
        for (int k = 0; k < 3; k++)
            load(obb.axis[k], a[k]);
        for (int k = 0; k < 3; k++)
            cross(a[(k + 1) % 3], a[(k + 2) % 3], b[k]);
        const quad det = dot(a[0], b[0]);
        if (fabsq(det) < (quad)1e-6)
            continue;
        load(center, c);
        load(cone.apex, apex);
        for (int k = 0; k < 3; k++)
            c[k] -= apex[k];
        // The largest box of this form that is inside, by bisection; then a little more or less.
        const float shape[3] = {obb.half[0], obb.half[1], obb.half[2]};
        const double by = about_one(-24, -8);
        double low = 0.0, high = 16.0;
        quad deep = 0, far = 0;
        for (int step = 0; step <= 24; step++) { // as far as floats go
            const double scale = step < 24 ? 0.5 * (low + high) : low * by;
            deep = HUGE_VAL;
            far = 0;
            for (int k = 0; k < 3; k++)
                obb.half[k] = (float)(shape[k] * scale);
            for (int corner = 0; corner < 8; corner++) {
                quad p[3] = {c[0], c[1], c[2]};
                for (int e = 0; e < 3; e++)
                    for (int k = 0; k < 3; k++)
                        p[k] += (corner >> e & 1 ? 1 : -1) * obb.half[e] * b[e][k] / det;
                deep = fminq(deep, depth(&cone, p, 0));
                far = fmaxq(far, sqrtq(dot(p, p)));
            }
            *(deep >= 0 ? &low : &high) = scale;
        }
        judge(deep, far, hit_cone_contains_obb(&cone, &obb), &t);
    }
    printf("boxes: %" PRIu64 " inside, %" PRIu64 " outside, %" PRIu64 " between\n", t.inside, t.outside, t.between);
    assert_true(cases < 1000 || (t.inside > cases / 20 && t.outside > cases / 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spheres), cmocka_unit_test(boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
