// Rays that leave a triangle: an origin from which the triangle, and its whole plane, cannot be hit again.
//
// With n the normal of the plane and s the sign of n·direction, an origin o is good when the sign of n·(o - v0) is s.
// Proof that it suffices: for t >= 0, n·(o + t·direction - v0) = n·(o - v0) + t·(n·direction) is a number of the sign s
// plus one that is zero or of the same sign, and so never zero: no point of the ray lies in the plane. That is about
// real numbers; hit_ray_triangle and hit_bvh_* are exact for the given floats, so it holds for them as it stands,
// without an epsilon. Where n·direction is zero, n·(o - v0) stays as it is: not zero is enough.
//
// Both signs are those of volumes x·(a×b) with a and b the edges from v0. They are decided in double where that is
// certain, else by expansions (exact/vector.h).
//
// The axis k with the largest |n_k| moves the origin off the plane by the shortest way. n·(o - v0) grows strictly with
// o_k in one direction, so the good values of o_k are all floats beyond some first one; that is found by steps of 1, 2,
// 4, ... floats, and by bisection back. When `point` is within e_i of a point on the plane along each axis i, the
// origin moves by at most the sum of |n_i / n_k|·e_i, which is at most the sum of the e_i, and to the next float.
// Points are mostly good at once, or one float beside a good one: some 100 ns, and 50 µs at worst.
#include "base/assert.h"
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "exact/vector.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

#include <hitscan/intersect.h>
#include <string.h>

// The sign of x·(a×b), for x = to - from. Each of the 6 products carries 7 roundings of 2^-53 at most, as in
// ray_triangle.c: the sum is off by less than 2^-50·|x||a||b|.
static int volume_sign(const hit_triangle* triangle, hit_vec3 from, hit_vec3 to)
{
    const double x[3] = {(double)to.x - from.x, (double)to.y - from.y, (double)to.z - from.z};
    double v0[3], a[3], b[3], c[3];

    vec3_load(triangle->v0, v0);
    vec3_load(triangle->v1, a);
    vec3_load(triangle->v2, b);
    for (int i = 0; i < 3; i++) {
        a[i] -= v0[i];
        b[i] -= v0[i];
    }
    cross3(a, b, c);
    const double volume = dot3(x, c), noise = 0x1p-50 * sum3_abs(x) * sum3_abs(a) * sum3_abs(b);
    if (volume > noise || volume < -noise)
        return volume > 0.0 ? 1 : -1;
    const hit_exact_vec3 exact_x = hit_exact_difference(from, to);
    const hit_exact_vec3 exact_a = hit_exact_difference(triangle->v0, triangle->v1);
    const hit_exact_vec3 exact_b = hit_exact_difference(triangle->v0, triangle->v2);
    hit_exact_number number;
    hit_exact_volume(&exact_x, &exact_a, &exact_b, &number);
    return hit_expansion_sign(number.part, number.n);
}

// On which side of the plane a point is: 1 before the front, -1 behind, 0 on it.
static int side_of(const hit_triangle* triangle, hit_vec3 point)
{
    return volume_sign(triangle, triangle->v0, point);
}

// To which side a direction points.
static int slope_of(const hit_triangle* triangle, hit_vec3 direction)
{
    return volume_sign(triangle, hit_vec3_make(0.0f, 0.0f, 0.0f), direction);
}

// The point with another coordinate: the one with this float_order.
static hit_vec3 with_coordinate(hit_vec3 point, int axis, int64_t order)
{
    const uint32_t bits = order < 0 ? UINT32_C(0x80000000) | (uint32_t)-order : (uint32_t)order;
    float x;

    memcpy(&x, &bits, sizeof x);
    if (axis == 0)
        point.x = x;
    else if (axis == 1)
        point.y = x;
    else
        point.z = x;
    return point;
}

// The first point on a side of the plane, going from one that is not there along an axis, in the direction `way`, 1 or
// -1. One beyond the largest float when there is none.
static hit_vec3 first_on_side(const hit_triangle* triangle, hit_vec3 point, int side, int axis, int way)
{
    const float coordinate[3] = {point.x, point.y, point.z};
    const int64_t last = float_order(HUGE_VALF);
    int64_t bad = way * (int64_t)float_order(coordinate[axis]), good = bad, step = 1;

    do {
        good = good + step < last ? good + step : last;
        step *= 2;
    } while (good < last && side_of(triangle, with_coordinate(point, axis, way * good)) != side);
    HIT_ASSERT(good > bad && side_of(triangle, point) != side);
    // The last order is that of infinity, which counts as good: there is nothing beyond.
    while (good - bad > 1) {
        const int64_t middle = bad + (good - bad) / 2;
        if (side_of(triangle, with_coordinate(point, axis, way * middle)) == side)
            good = middle;
        else
            bad = middle;
    }
    return with_coordinate(point, axis, way * good);
}

static HIT_NOINLINE hit_vec3 leave(const hit_triangle* triangle, hit_vec3 point, hit_vec3 direction)
{
    double v0[3], v1[3], v2[3], normal[3];
    const int at = side_of(triangle, point), slope = slope_of(triangle, direction);
    const int side = slope != 0 ? slope : at != 0 ? at : 1;
    int axis = 0;

    vec3_load(triangle->v0, v0);
    vec3_load(triangle->v1, v1);
    vec3_load(triangle->v2, v2);
    hit_normal3(v0, v1, v2, normal);
    for (int i = 1; i < 3; i++)
        axis = fabs(normal[i]) > fabs(normal[axis]) ? i : axis;
    // Without a normal there is no plane, and nothing to hit.
    if (at == side || normal[axis] == 0.0)
        return point;
    return first_on_side(triangle, point, side, axis, normal[axis] > 0.0 ? side : -side);
}

hit_ray hit_ray_leave_triangle(const hit_triangle* triangle, hit_vec3 point, hit_vec3 direction)
{
    hit_ray ray = hit_ray_make(point, direction);

    if (triangle != NULL && hit_vec3_is_finite(point) && hit_vec3_is_finite(direction) &&
        hit_vec3_is_finite(triangle->v0) && hit_vec3_is_finite(triangle->v1) && hit_vec3_is_finite(triangle->v2)) {
        const hit_fpenv saved = hit_fpenv_enter();
        ray.origin = leave(triangle, point, direction);
        hit_fpenv_leave(saved);
    }
    return ray;
}
