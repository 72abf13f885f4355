// Bounds in float of where a ray enters boxes, and whether it surely does.
//
// Aligned boxes. As node.h shows, plane·inverse - near_offset is at most, and plane·inverse - far_offset at
// least, the t at which a plane is crossed: a pad more than covers the error, to either side. So near planes with near
// offsets and far planes with far offsets, as the test of a node takes them, give an interval of t that holds all of
// the box; near planes with far offsets and far planes with near offsets give one that is held by it. If the latter is
// not empty and lies in the ray's range, then the box is hit, and not entered after its beginning. (Where a component
// of the direction is replaced, the pad covers how far the ray moves along that axis while it is within the bounds of
// the tree; and the beginning of that interval is such a t.)
//
// Oriented boxes. For an axis a of the box with half extent h, the ray is in its slab while |p + t·q| <= h, where p =
// a·(o - c) and q = a·d. u = 2^-24; o - c is rounded once per component, so with P = Σ|a_k·(o_k - c_k)| and Q =
// Σ|a_k·d_k|, p is off by at most 4.2u·P, q by 3.2u·Q. With r = fl(1/q) the slab is entered at -p·r - h·|r|, which
// roundings move by at most 3.3u·(P + h)·|r|. Let Q·|r| <= 2^17: then the true q is at least 0.97 of the computed one,
// and the errors of p and q move that t by at most 1.04u·|r|·(P + h)·(4.2 + 3.2·Q·|r|). Q·|r| is 1 or more, but for
// roundings, so all of it is below 12u·(P + h)·|r|·Q·|r|; 20 instead of 12 covers the roundings of what follows, sums
// of that t and the bound included, but for that of the shift: 4u of it are added. 2^-120 beside P, Q and the whole
// cover what underflows. What overflows, or has no bound, is not finite or fails the test for 2^17, and nothing is
// known then.
#ifndef HITSCAN_BVH_BOX_BOUNDS_H
#define HITSCAN_BVH_BOX_BOUNDS_H

#include "base/fpenv.h"
#include "bvh/traverse/node.h"
#include "simd/simd.h"

#define OBB_ERROR (20.0f * HIT_BVH_ULP)
#define OBB_MAX_FLATNESS 0x1p17f
#define OBB_UNDERFLOW 0x1p-120f

// A plain ray, for which the bounds hold as they are: no component of its direction is tiny, so that none has to be
// replaced, and it does not begin before its origin.
typedef struct plain_ray {
    f32x3 inverse, near_offset, far_offset; ///< as in hit_bvh_ray
} plain_ray;

// Make one for a tree, or for several, with this largest coordinate. False for other rays, which make_ray takes.
SIMD_INLINE bool plain_make(f32x3 origin, f32x3 direction, float t_min, float t_max, float max_abs, plain_ray* plain)
{
    const f32x3 inverse = f32x3_div(f32x3_splat(1.0f), direction);
    const f32x3 speed = f32x3_abs(direction);
    const f32x3 span = f32x3_add(f32x3_abs(origin), f32x3_splat(max_abs + 0x1p-60f));
    const f32x3 offset = f32x3_mul(origin, inverse);
    const f32x3 pad = f32x3_mul(f32x3_abs(inverse), f32x3_mul(span, f32x3_splat(8.0f * HIT_BVH_ULP)));

    plain->inverse = inverse;
    plain->near_offset = f32x3_add(offset, pad);
    plain->far_offset = f32x3_sub(offset, pad);
    // All finite, all of a size that the bounds allow. A span of that size has an origin and a max_abs that are
    // smaller; the larger of a speed and a span that is NaN is NaN.
    return f32x3_all_le2(f32x3_max(speed, span), f32x3_splat(MAX_COORDINATE), f32x3_splat(MIN_DIRECTION), speed) &&
           t_min >= 0.0f && t_min <= t_max;
}

SIMD_INLINE void plain_slabs(const plain_ray* plain, float t_min, slabs* s)
{
    s->octant = f32x3_signs(plain->inverse);
    for (int k = 0; k < 6; k++)
        s->plane[k] = planes_by_signs[s->octant][k];
    f32x8_splat_xyz(s->inverse, plain->inverse);
    f32x8_splat_xyz(s->near_offset, plain->near_offset);
    f32x8_splat_xyz(s->far_offset, plain->far_offset);
    s->t_min = f32x8_splat(t_min);
}

SIMD_INLINE bool make_plain_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out, slabs* s)
{
    f32x3 origin, direction;
    plain_ray plain;

    f32x3_load_ray(ray, &origin, &direction);
    if (!plain_make(origin, direction, ray->t_min, ray->t_max, bvh->header->max_abs, &plain))
        return false;
    HIT_ASSERT(ray->t_min >= 0.0f && ray->t_min <= ray->t_max);
    out->shift = 0.0f;
    out->t_min = out->t_first = ray->t_min + 0.0f;
    out->t_max = out->t_last = ray->t_max + 0.0f;
    plain_slabs(&plain, out->t_min, s);
    return true;
}

// Any other ray. False as make_ray.
SIMD_INLINE bool make_general_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out, slabs* s)
{
    if (!make_ray(bvh, ray, out))
        return false;
    *s = slabs_make(out);
    return true;
}

// Which boxes of a node are hit for certain, as bits, and when they are entered at the latest. `first` and `last` are
// t_first and t_last of the ray.
SIMD_INLINE unsigned certain_box_hits(const hit_bvh_node* node, const slabs* s, f32x8 first, f32x8 last, f32x8* enter)
{
    return f32x8_mask_bits(cross_slabs(node, s, s->far_offset, s->near_offset, first, last, enter));
}

// A ray for oriented boxes.
typedef struct obb_ray {
    f32x3 origin, x, y, z; ///< x, y and z of the direction in all lanes
    float shift, margin;
} obb_ray;

SIMD_INLINE obb_ray obb_ray_make(const hit_ray* ray, const hit_bvh_ray* prepared)
{
    obb_ray r;
    f32x3 direction;
    f32x3_load_ray(ray, &r.origin, &direction);
    r.x = f32x3_splat_x(direction);
    r.y = f32x3_splat_y(direction);
    r.z = f32x3_splat_z(direction);
    r.shift = prepared->shift;
    r.margin = 4.0f * HIT_BVH_ULP * prepared->shift + OBB_UNDERFLOW;
    return r;
}

typedef enum box_state { BOX_MISSED, BOX_UNDECIDED, BOX_HIT } box_state;

// Bounds of the t at which an oriented box is entered, if it is. `low` is a lower bound already.
SIMD_INLINE box_state bound_obb(const hit_bvh_obb* record, const obb_ray* r, const hit_bvh_ray* prepared, float limit,
                                float* low, float* high)
{
    const obb_columns box = obb_load(&record->box);
    const f32x3 from = f32x3_sub(r->origin, box.center);
    const f32x3 px = f32x3_mul(box.x, f32x3_splat_x(from)), qx = f32x3_mul(box.x, r->x);
    const f32x3 py = f32x3_mul(box.y, f32x3_splat_y(from)), qy = f32x3_mul(box.y, r->y);
    const f32x3 pz = f32x3_mul(box.z, f32x3_splat_z(from)), qz = f32x3_mul(box.z, r->z);
    const f32x3 p = f32x3_add(f32x3_add(px, py), pz), q = f32x3_add(f32x3_add(qx, qy), qz);
    const f32x3 p_size = f32x3_add(f32x3_add(f32x3_abs(px), f32x3_abs(py)), f32x3_abs(pz));
    const f32x3 q_size = f32x3_add(f32x3_add(f32x3_abs(qx), f32x3_abs(qy)), f32x3_abs(qz));
    const f32x3 inverse = f32x3_div(f32x3_splat(1.0f), q), size = f32x3_abs(inverse);
    const f32x3 tiny = f32x3_splat(OBB_UNDERFLOW), zero = f32x3_splat(0.0f);
    const f32x3 flatness = f32x3_mul(f32x3_add(q_size, tiny), size);
    const f32x3 t_size = f32x3_mul(f32x3_add(f32x3_add(p_size, tiny), box.half), size); // (P + h)·|r|
    const f32x3 error =
        f32x3_add(f32x3_mul(f32x3_mul(t_size, flatness), f32x3_splat(OBB_ERROR)), f32x3_splat(r->margin));
    const f32x3 center = f32x3_sub(f32x3_splat(r->shift), f32x3_mul(p, inverse)), radius = f32x3_mul(box.half, size);
    const f32x3 near = f32x3_sub(center, radius), far = f32x3_add(center, radius);
    // Exits are negated, so that all four are the largest of something: the entry at the earliest and at the latest,
    // and minus the exit at the latest and at the earliest.
    const float least[4] = {*low, prepared->t_first, -limit, -prepared->t_last};
    float most[4];

    f32x3_hmax4(f32x3_sub(near, error), f32x3_add(near, error), f32x3_sub(f32x3_sub(zero, far), error),
                f32x3_sub(error, far), least, most);
    *high = HUGE_VALF;
    if (!f32x3_all_le2(flatness, f32x3_splat(OBB_MAX_FLATNESS), error, f32x3_splat(0x1p120f)))
        return BOX_UNDECIDED;
    *low = most[0];
    if (most[0] > -most[2])
        return BOX_MISSED;
    *high = most[1];
    return most[1] <= -most[3] ? BOX_HIT : BOX_UNDECIDED;
}

#endif
