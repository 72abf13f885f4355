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
#ifndef HITSCAN_CONE_QUICK_H
#define HITSCAN_CONE_QUICK_H

#include "cone/floats.h"

#include <hitscan/cone.h>

#ifdef HIT_CONE_FLOATS

// 32·e/s: see above.
#define HIT_CONE_QUICK_SLACK 0x1p-13f
// What an entry of A·Aᵀ may be off by.
#define HIT_CONE_QUICK_SKEW 0x1p-20f

_Static_assert(sizeof(hit_obb) == 15 * sizeof(float) && sizeof(hit_cone) == 9 * sizeof(float),
               "boxes and cones are loaded as rows of floats");

// A cone and a box in the frame of the box, lane 3 being 0 in all vectors; numbers are in all lanes.
typedef struct quick_pair {
    hit_floats center, half;   // of the box, relative to the apex
    hit_floats axis, up;       // of the cone, and of unit length
    hit_floats t, h0, h1;      // tangent and heights
    hit_floats h, rise, slack; // the centre's height, how much higher the box reaches, and what both may be wrong by
    hit_floats size;           // s
    hit_floats square, scale;  // of the axis, and 1/length
    hit_flags good;            // within the limits of the error bounds
} quick_pair;

static inline hit_floats quick_dot(hit_floats a, hit_floats b)
{
    return floats_sum(floats_mul(a, b));
}

static inline hit_floats quick_clamp(hit_floats a, hit_floats low, hit_floats high)
{
    return floats_min(floats_max(a, low), high);
}

// The three dot products of v with the axes of the box.
static inline hit_floats quick_turn(const hit_floats column[3], hit_floats v)
{
    return floats_add(floats_add(floats_mul(column[0], floats_lane(v, 0)), floats_mul(column[1], floats_lane(v, 1))),
                      floats_mul(column[2], floats_lane(v, 2)));
}

// Whether the axes of the box are orthonormal enough: squares of their lengths, and products of one with the next.
static inline hit_flags quick_is_rotation(const hit_floats column[3])
{
    hit_floats square = floats_mul(column[0], column[0]), product = floats_mul(column[0], floats_turn(column[0]));
    for (int k = 1; k < 3; k++) {
        square = floats_add(square, floats_mul(column[k], column[k]));
        product = floats_add(product, floats_mul(column[k], floats_turn(column[k])));
    }
    const hit_floats ones = floats_rest(floats_all(1.0f));
    const hit_floats off = floats_max(floats_abs(floats_sub(square, ones)), floats_abs(product));
    return floats_above(floats_all(HIT_CONE_QUICK_SKEW), off);
}

static inline void quick_load(const hit_cone* cone, const hit_obb* obb, quick_pair* p)
{
    const hit_floats one = floats_all(1.0f), huge = floats_all(0x1p40f);
    // Loads end within the object: what would go past it starts a float earlier.
    const hit_floats row[3] = {floats_at(obb, 3), floats_at(obb, 6), floats_rest(floats_at(obb, 8))};
    const hit_floats axis = floats_rest(floats_at(cone, 2)), heights = floats_at(cone, 5);
    hit_floats column[3];
    floats_columns(row, column);
    p->t = floats_lane(heights, 1), p->h0 = floats_lane(heights, 2), p->h1 = floats_lane(heights, 3);
    p->half = floats_rest(floats_at(obb, 11));
    p->center = quick_turn(column, floats_sub(floats_at(obb, 0), floats_at(cone, 0)));
    p->axis = quick_turn(column, axis);
    // The length of the axis takes long; so what can do without it does.
    p->square = quick_dot(axis, axis);
    p->scale = floats_div(one, floats_sqrt(p->square));
    p->up = floats_mul(p->axis, p->scale);
    p->h = floats_mul(quick_dot(p->center, p->axis), p->scale);
    p->rise = floats_mul(quick_dot(p->half, floats_abs(p->axis)), p->scale);

    p->size = floats_sum(floats_add(floats_abs(p->center), p->half));
    p->slack = floats_mul(floats_mul(floats_all(HIT_CONE_QUICK_SLACK), floats_add(one, floats_abs(p->t))), p->size);
    p->good = flags_and(flags_and(floats_above(p->size, floats_all(0x1p-24f)), floats_above(huge, p->size)),
                        flags_and(floats_above(p->square, floats_all(0x1p-40f)), floats_above(huge, p->square)));
    p->good = flags_and(p->good, flags_and(quick_is_rotation(column), floats_above(huge, p->t)));
    // By their signs, as a negative denormal may count as 0 in a comparison.
    p->good = flags_and(p->good, flags_and(floats_unsigned(p->half), floats_unsigned(p->h0)));
}

static inline hit_flags quick_separate(const quick_pair* p)
{
    const hit_floats one = floats_all(1.0f);
    const hit_floats below = floats_sub(p->h0, p->h), above = floats_sub(p->h, p->h1);
    const hit_flags beyond = floats_above(floats_max(below, above), floats_add(p->rise, p->slack));

    const hit_floats along = floats_div(quick_dot(p->center, p->axis), p->square);
    const hit_floats across = floats_sub(p->center, floats_mul(p->axis, along)); // P
    const hit_floats r = floats_sqrt(quick_dot(across, across));
    const hit_floats nearest =
        floats_div(floats_add(p->h, floats_mul(p->t, r)), floats_add(one, floats_mul(p->t, p->t)));
    const hit_floats foot = quick_clamp(nearest, p->h0, p->h1);
    const hit_floats l = floats_sub(r, floats_mul(foot, p->t)), v = floats_sub(p->h, foot);
    const hit_floats normal = floats_add(floats_mul(across, l), floats_mul(p->up, floats_mul(v, r))); // times r
    const hit_floats reach = quick_dot(p->half, floats_abs(normal));
    const hit_floats gap = floats_sub(floats_add(floats_mul(l, l), floats_mul(v, v)), floats_mul(p->slack, p->size));
    const hit_flags beside = flags_and(floats_above(l, p->slack), floats_above(floats_mul(r, gap), reach));
    return flags_or(beyond, beside);
}

static inline hit_flags quick_overlaps(const quick_pair* p)
{
    const hit_floats zero = floats_all(0.0f), one = floats_all(1.0f), twice = floats_add(p->slack, p->slack);
    const hit_floats level = quick_clamp(floats_add(p->h, floats_mul(floats_all(0.5f), p->rise)), p->h0, p->h1);
    const hit_floats near =
        quick_clamp(floats_mul(p->up, level), floats_sub(p->center, p->half), floats_add(p->center, p->half));
    const hit_floats near_h = quick_dot(near, p->up);
    // Whatever part of the way to the lowest or the highest corner is taken, it ends in the box.
    const hit_floats way = floats_sub(quick_clamp(near_h, floats_add(p->h0, twice), floats_sub(p->h1, twice)), near_h);
    const hit_floats corner = floats_add(p->center, floats_flip(floats_flip(p->half, p->up), way));
    const hit_floats corner_way = floats_sub(floats_add(p->h, floats_flip(p->rise, way)), near_h);
    const hit_floats part = quick_clamp(floats_div(way, corner_way), zero, one); // 0 for a NaN
    const hit_floats x = floats_add(near, floats_mul(floats_sub(corner, near), part));
    const hit_floats x_h = floats_add(near_h, floats_mul(corner_way, part));
    const hit_floats from_axis = floats_sub(x, floats_mul(p->up, x_h));
    const hit_floats width = floats_sub(floats_mul(p->t, x_h), p->slack);
    const hit_flags within =
        flags_and(floats_above(width, zero), floats_above(floats_mul(width, width), quick_dot(from_axis, from_axis)));
    return flags_and(within, flags_and(floats_above(floats_sub(x_h, p->h0), p->slack),
                                       floats_above(floats_sub(p->h1, x_h), p->slack)));
}

// True when it is clear how the cone and the box lie; then `relation` is HIT_SEPARATE or HIT_OVERLAPPING.
static inline bool hit_cone_quick_obb(const hit_cone* cone, const hit_obb* obb, hit_relation* relation)
{
    quick_pair p;
    quick_load(cone, obb, &p);
    if (!flags_all(p.good)) // seldom, or again and again; either way foreseen
        return false;
    const hit_flags separate = quick_separate(&p), overlap = quick_overlaps(&p);
    *relation = flags_all(overlap) ? HIT_OVERLAPPING : HIT_SEPARATE;
    return flags_all(flags_or(separate, overlap));
}

#else

// The double code is not slower than this would be.
static inline bool hit_cone_quick_obb(const hit_cone* cone, const hit_obb* obb, hit_relation* relation)
{
    (void)cone, (void)obb, (void)relation;
    return false;
}

#endif

#endif
