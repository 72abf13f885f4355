// A cone against an oriented box in float, for yes or no: tells the clear cases, nine of ten, without a branch.
//
// In double, with a test at a time, most of the time goes into branches that no CPU can foresee: is the box beyond the
// heights, or else beside the cone, or else is a point of it inside? Here all of these are computed for every box, and
// one branch, which is nearly always taken, asks whether any of them is certain.
//
// Separate: the box lies beyond a cap; or in front of the plane through the point of the side of the cone that is
// nearest to the centre of the box, across the line to it: that is a plane along the side, or one that touches a rim.
// Overlapping: the point of the box that is nearest to the axis, at a height a little above the centre (the cone is
// wider there), moved towards a corner to a height between the caps if need be, lies in the cone.
//
// Cost: about 40 ns for any pair. Only where vectors are a part of every CPU that the library is compiled for.
//
// ---- Error bounds
//
// All of it happens in the frame of the box: y = A·x, with the rows of A the axes and x relative to the apex, makes the
// box |y_i - C_i| <= H_i, whatever the axes. Lengths are relative to s, the sum of all |C_i| and H_i, which bounds |y|
// over the box. u = 2^-23 bounds a rounding in any rounding mode. With s from 2^-24 to 2^40, |axis| from 2^-20 to 2^20
// and tangents t below 2^40, nothing overflows that matters, and what underflows or is flushed to 0 is below 2^-20 of
// the slack that it is compared with: so no environment is needed.
//
// A·Aᵀ is the identity to 2^-20 in each entry as computed, thus to 2^-19.3, which makes A a rotation Q to 2^-18.7: so a
// common point of cone and box, y = A·p, has a point y' = Q·p of a true cone, with axis Q·axis, within 0.62·e, where
// e = 2^-18·s. What is computed of that cone is within these errors: the centre C by 0.25·e (4u for each coordinate),
// the axis U by 0.95·2^-18 (10u, and the 2^-18.7), the height h of the centre by 1.4·e, the vector P from the axis to
// the centre and its length r by 2.8·e.
//
// Beyond a cap: by 1.4·e for h, 1.0·e for the rise and 0.62·e for y', 3·e in all; the slack has 32·e·(1 + t).
//
// The plane: n = l·P/r + v·U, from the foot (f, f·t) on the side to (h, r) = (f + v, f·t + l). It is compared with the
// normal n' = l·P'/|P'| + v'·Q·axis, where P' is P made perpendicular to Q·axis, and v' is v but for the rounding of f:
// the rate v + t·l, at which n grows along the side, is 0 where f is between the caps, not positive at the lower and
// not negative at the upper one, all to 0.25·e·(1 + t), as f·t < r. As slack < l <= r, the errors of P/r come in as l/r
// times those of P: n and n' differ by 5.5·e for P, 1.9·e for U (|v| <= 2.01·s) and those 0.25. So n'·y - n'·(foot) is
// at least l² + v² - sum of H_i·|n_i| for all of the box, less
//     5.5 (l·P'·C) + 2.9 (v·h) + 7.4 (H·(n - n')) + 1.9 (y - y') + 1.4 (roundings) + 0.8·(1 + t) (rates) < 20·(1 + t)
// times e·s; the slack has 32·(1 + t). The sum is multiplied by r. (Where h_min is above s, the box is below it, and
// "separate" is right whatever is computed; else f <= 1.01·s. The upper cap plays a part when f reaches it, and then it
// is not above 1.01·s either.)
//
// The point X: it is between points of the box, to 0.6·e; y' is 0.62·e away, and its height 2.6·e from the one
// computed, its distance from the axis 4.9·e. It is in the cone if t·height - distance is above (4.9 + 2.6·t)·e; the
// slack has 32·(1 + t).
//
// Bad input: a NaN or an infinity makes s one, or the square of the axis, or the slack, and no comparison with that is
// true. For sets that are empty, "separate" is right. "Overlapping" is not said of a tangent that is not above 0, as
// the slack is, nor of heights in the wrong order; that none is negative is checked.
//
// The double code agrees: what is certain here is apart, or deep, by more than 2^-16·s, and it tells from 1e-12 on.
#ifndef HITSCAN_CONE_FILTER_H
#define HITSCAN_CONE_FILTER_H

#include "simd/simd.h"

#include <hitscan/cone.h>

#ifdef HIT_SIMD_REGISTERS

// 32·e/s: see above.
#define HIT_CONE_FILTER_SLACK 0x1p-13f
// What an entry of A·Aᵀ may be off by.
#define HIT_CONE_FILTER_SKEW 0x1p-20f

_Static_assert(sizeof(hit_obb) == 15 * sizeof(float) && sizeof(hit_cone) == 9 * sizeof(float),
               "boxes and cones are loaded as rows of floats");

// A cone and a box in the frame of the box, lane 3 being 0 in all vectors; numbers are in all lanes.
typedef struct filter_pair {
    f32x4 center, half;   // of the box, relative to the apex
    f32x4 axis, up;       // of the cone, and of unit length
    f32x4 t, h0, h1;      // tangent and heights
    f32x4 h, rise, slack; // the centre's height, how much higher the box reaches, and what both may be wrong by
    f32x4 size;           // s
    f32x4 square, scale;  // of the axis, and 1/length
    f32x4_mask good;      // within the limits of the error bounds
} filter_pair;

// The floats number `first` to `first` + 3 of an object.
static inline f32x4 filter_load_at(const void* object, size_t first)
{
    return f32x4_load((const float*)object + first);
}

// From (a, b, c, d) make (b, c, a, d).
static inline f32x4 filter_yzx(f32x4 v)
{
    return f32x4_shuffle(v, 1, 2, 0, 3);
}

// The sum of the four lanes, in all lanes: (a + b) + (c + d).
static inline f32x4 filter_sum(f32x4 v)
{
    const f32x4 pairs = f32x4_add(v, f32x4_shuffle(v, 1, 0, 3, 2));
    return f32x4_add(pairs, f32x4_shuffle(pairs, 2, 3, 0, 1));
}

// The first three columns of a matrix with three rows, of which the last has a 0 in lane 3; so have the columns.
static inline void filter_columns(const f32x4 row[3], f32x4 column[3])
{
    const f32x4 low = f32x4_zip_low(row[0], row[1]), high = f32x4_zip_high(row[0], row[1]);
    column[0] = f32x4_shuffle2(low, row[2], 0, 1, 0, 3);
    column[1] = f32x4_shuffle2(low, row[2], 2, 3, 1, 3);
    column[2] = f32x4_shuffle2(high, row[2], 0, 1, 2, 3);
}

static inline f32x4 filter_dot(f32x4 a, f32x4 b)
{
    return filter_sum(f32x4_mul(a, b));
}

static inline f32x4 filter_clamp(f32x4 a, f32x4 low, f32x4 high)
{
    return f32x4_min(f32x4_max(a, low), high);
}

// The three dot products of v with the axes of the box.
static inline f32x4 filter_rotate(const f32x4 column[3], f32x4 v)
{
    return f32x4_add(f32x4_add(f32x4_mul(column[0], f32x4_shuffle(v, 0, 0, 0, 0)),
                               f32x4_mul(column[1], f32x4_shuffle(v, 1, 1, 1, 1))),
                     f32x4_mul(column[2], f32x4_shuffle(v, 2, 2, 2, 2)));
}

// Whether the axes of the box are orthonormal enough: squares of their lengths, and products of one with the next.
static inline f32x4_mask filter_is_rotation(const f32x4 column[3])
{
    f32x4 square = f32x4_mul(column[0], column[0]), product = f32x4_mul(column[0], filter_yzx(column[0]));
    for (int k = 1; k < 3; k++) {
        square = f32x4_add(square, f32x4_mul(column[k], column[k]));
        product = f32x4_add(product, f32x4_mul(column[k], filter_yzx(column[k])));
    }
    const f32x4 ones = f32x4_drop_first(f32x4_splat(1.0f));
    const f32x4 off = f32x4_max(f32x4_abs(f32x4_sub(square, ones)), f32x4_abs(product));
    return f32x4_gt(f32x4_splat(HIT_CONE_FILTER_SKEW), off);
}

static inline void filter_load(const hit_cone* cone, const hit_obb* obb, filter_pair* p)
{
    const f32x4 one = f32x4_splat(1.0f), huge = f32x4_splat(0x1p40f);
    // Loads end within the object: what would go past it starts a float earlier.
    const f32x4 row[3] = {filter_load_at(obb, 3), filter_load_at(obb, 6), f32x4_drop_first(filter_load_at(obb, 8))};
    const f32x4 axis = f32x4_drop_first(filter_load_at(cone, 2)), heights = filter_load_at(cone, 5);
    f32x4 column[3];
    filter_columns(row, column);
    p->t = f32x4_shuffle(heights, 1, 1, 1, 1), p->h0 = f32x4_shuffle(heights, 2, 2, 2, 2),
    p->h1 = f32x4_shuffle(heights, 3, 3, 3, 3);
    p->half = f32x4_drop_first(filter_load_at(obb, 11));
    p->center = filter_rotate(column, f32x4_sub(filter_load_at(obb, 0), filter_load_at(cone, 0)));
    p->axis = filter_rotate(column, axis);
    // The length of the axis takes long; so what can do without it does.
    p->square = filter_dot(axis, axis);
    p->scale = f32x4_div(one, f32x4_sqrt(p->square));
    p->up = f32x4_mul(p->axis, p->scale);
    p->h = f32x4_mul(filter_dot(p->center, p->axis), p->scale);
    p->rise = f32x4_mul(filter_dot(p->half, f32x4_abs(p->axis)), p->scale);

    p->size = filter_sum(f32x4_add(f32x4_abs(p->center), p->half));
    p->slack = f32x4_mul(f32x4_mul(f32x4_splat(HIT_CONE_FILTER_SLACK), f32x4_add(one, f32x4_abs(p->t))), p->size);
    p->good = f32x4_mask_and(f32x4_mask_and(f32x4_gt(p->size, f32x4_splat(0x1p-24f)), f32x4_gt(huge, p->size)),
                             f32x4_mask_and(f32x4_gt(p->square, f32x4_splat(0x1p-40f)), f32x4_gt(huge, p->square)));
    p->good = f32x4_mask_and(p->good, f32x4_mask_and(filter_is_rotation(column), f32x4_gt(huge, p->t)));
    // By their signs, as a negative denormal may count as 0 in a comparison.
    p->good = f32x4_mask_and(p->good, f32x4_mask_and(f32x4_sign_clear(p->half), f32x4_sign_clear(p->h0)));
}

static inline f32x4_mask filter_separate(const filter_pair* p)
{
    const f32x4 one = f32x4_splat(1.0f);
    const f32x4 below = f32x4_sub(p->h0, p->h), above = f32x4_sub(p->h, p->h1);
    const f32x4_mask beyond = f32x4_gt(f32x4_max(below, above), f32x4_add(p->rise, p->slack));

    const f32x4 along = f32x4_div(filter_dot(p->center, p->axis), p->square);
    const f32x4 across = f32x4_sub(p->center, f32x4_mul(p->axis, along)); // P
    const f32x4 r = f32x4_sqrt(filter_dot(across, across));
    const f32x4 nearest = f32x4_div(f32x4_add(p->h, f32x4_mul(p->t, r)), f32x4_add(one, f32x4_mul(p->t, p->t)));
    const f32x4 foot = filter_clamp(nearest, p->h0, p->h1);
    const f32x4 l = f32x4_sub(r, f32x4_mul(foot, p->t)), v = f32x4_sub(p->h, foot);
    const f32x4 normal = f32x4_add(f32x4_mul(across, l), f32x4_mul(p->up, f32x4_mul(v, r))); // times r
    const f32x4 extent = filter_dot(p->half, f32x4_abs(normal));
    const f32x4 gap = f32x4_sub(f32x4_add(f32x4_mul(l, l), f32x4_mul(v, v)), f32x4_mul(p->slack, p->size));
    const f32x4_mask beside = f32x4_mask_and(f32x4_gt(l, p->slack), f32x4_gt(f32x4_mul(r, gap), extent));
    return f32x4_mask_or(beyond, beside);
}

static inline f32x4_mask filter_overlaps(const filter_pair* p)
{
    const f32x4 zero = f32x4_splat(0.0f), one = f32x4_splat(1.0f), twice = f32x4_add(p->slack, p->slack);
    const f32x4 level = filter_clamp(f32x4_add(p->h, f32x4_mul(f32x4_splat(0.5f), p->rise)), p->h0, p->h1);
    const f32x4 near =
        filter_clamp(f32x4_mul(p->up, level), f32x4_sub(p->center, p->half), f32x4_add(p->center, p->half));
    const f32x4 near_h = filter_dot(near, p->up);
    // Whatever part of the way to the lowest or the highest corner is taken, it ends in the box.
    const f32x4 way = f32x4_sub(filter_clamp(near_h, f32x4_add(p->h0, twice), f32x4_sub(p->h1, twice)), near_h);
    const f32x4 corner = f32x4_add(p->center, f32x4_mul_sign(f32x4_mul_sign(p->half, p->up), way));
    const f32x4 corner_way = f32x4_sub(f32x4_add(p->h, f32x4_mul_sign(p->rise, way)), near_h);
    const f32x4 part = filter_clamp(f32x4_div(way, corner_way), zero, one); // 0 for a NaN
    const f32x4 x = f32x4_add(near, f32x4_mul(f32x4_sub(corner, near), part));
    const f32x4 x_h = f32x4_add(near_h, f32x4_mul(corner_way, part));
    const f32x4 from_axis = f32x4_sub(x, f32x4_mul(p->up, x_h));
    const f32x4 width = f32x4_sub(f32x4_mul(p->t, x_h), p->slack);
    const f32x4_mask within =
        f32x4_mask_and(f32x4_gt(width, zero), f32x4_gt(f32x4_mul(width, width), filter_dot(from_axis, from_axis)));
    return f32x4_mask_and(
        within, f32x4_mask_and(f32x4_gt(f32x4_sub(x_h, p->h0), p->slack), f32x4_gt(f32x4_sub(p->h1, x_h), p->slack)));
}

// True when it is clear how the cone and the box lie; then `relation` is HIT_SEPARATE or HIT_OVERLAPPING.
static inline bool hit_cone_filter_obb(const hit_cone* cone, const hit_obb* obb, hit_relation* relation)
{
    filter_pair p;
    filter_load(cone, obb, &p);
    if (!f32x4_mask_all(p.good)) // seldom, or again and again; either way foreseen
        return false;
    const f32x4_mask separate = filter_separate(&p), overlap = filter_overlaps(&p);
    *relation = f32x4_mask_all(overlap) ? HIT_OVERLAPPING : HIT_SEPARATE;
    return f32x4_mask_all(f32x4_mask_or(separate, overlap));
}

#else

// The double code is not slower than this would be.
static inline bool hit_cone_filter_obb(const hit_cone* cone, const hit_obb* obb, hit_relation* relation)
{
    (void)cone, (void)obb, (void)relation;
    return false;
}

#endif

#endif
