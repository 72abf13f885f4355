// Bounds in float of where a ray enters boxes, and whether it surely does.
//
// Aligned boxes. bvh/traverse/node.h has it that plane·inverse - near_offset is at most, and plane·inverse - far_offset at
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
#ifndef HITSCAN_BVH_KERNEL_BOXES_BOUND_H
#define HITSCAN_BVH_KERNEL_BOXES_BOUND_H

#include "base/fpenv.h"
#include "bvh/traverse/node.h"
#include "simd/f32x8_flags.h"

#define OBB_ERROR (20.0f * HIT_BVH_ULP)
#define OBB_FLATTEST 0x1p17f
#define OBB_UNDERFLOW 0x1p-120f

// A ray that the bounds hold for without further ado: no component of its direction is tiny, so that none has to be
// replaced, and it does not begin before its origin.
typedef struct plain_ray {
    three inverse, near_offset, far_offset; ///< as in hit_bvh_ray
} plain_ray;

// Make one for a tree, or for several, of such a reach. False for other rays, which make_ray takes.
LANES_INLINE bool plain_make(three origin, three direction, float t_min, float t_max, float reach, plain_ray* plain)
{
    const three inverse = three_div(three_all(1.0f), direction);
    const three speed = three_abs(direction);
    const three span = three_add(three_abs(origin), three_all(reach + 0x1p-60f));
    const three offset = three_mul(origin, inverse);
    const three pad = three_mul(three_abs(inverse), three_mul(span, three_all(8.0f * HIT_BVH_ULP)));

    plain->inverse = inverse;
    plain->near_offset = three_add(offset, pad);
    plain->far_offset = three_sub(offset, pad);
    // All finite, all of a size that the bounds allow. A span of that size has an origin and a reach that are smaller;
    // the larger of a speed and a span that is NaN is NaN.
    return three_both_at_most(three_max(speed, span), three_all(WIDEST), three_all(FLATTEST), speed) && t_min >= 0.0f &&
           t_min <= t_max;
}

// A component in all lanes.
LANES_INLINE void lanes_spread(lanes out[3], three a)
{
    out[0] = lanes_all_x(a);
    out[1] = lanes_all_y(a);
    out[2] = lanes_all_z(a);
}

LANES_INLINE void plain_slabs(const plain_ray* plain, float t_min, slabs* s)
{
    s->octant = three_signs(plain->inverse);
    for (int k = 0; k < 6; k++)
        s->plane[k] = planes_by_signs[s->octant][k];
    lanes_spread(s->inverse, plain->inverse);
    lanes_spread(s->near_offset, plain->near_offset);
    lanes_spread(s->far_offset, plain->far_offset);
    s->t_min = lanes_all(t_min);
}

LANES_INLINE bool make_plain_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out, slabs* s)
{
    three origin, direction;
    plain_ray plain;

    three_load_ray(ray, &origin, &direction);
    if (!plain_make(origin, direction, ray->t_min, ray->t_max, bvh->header->reach, &plain))
        return false;
    out->shift = 0.0f;
    out->t_min = out->t_first = ray->t_min + 0.0f;
    out->t_max = out->t_last = ray->t_max + 0.0f;
    plain_slabs(&plain, out->t_min, s);
    return true;
}

// Any other ray. False as make_ray.
LANES_INLINE bool make_other_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out, slabs* s)
{
    if (!make_ray(bvh, ray, out))
        return false;
    *s = slabs_make(out);
    return true;
}

// Which boxes of a node are hit for certain, as bits, and when they are entered at the latest. `first` and `last` are
// t_first and t_last of the ray.
LANES_INLINE unsigned surely_hit(const hit_bvh_node* node, const slabs* s, lanes first, lanes last, lanes* enter)
{
    return lanes_bits(cross_slabs(node, s, s->far_offset, s->near_offset, first, last, enter));
}

// A ray for oriented boxes.
typedef struct turned_ray {
    three origin, x, y, z; ///< x, y and z of the direction in all places
    float shift, margin;
} turned_ray;

LANES_INLINE turned_ray turned_make(const hit_ray* ray, const hit_bvh_ray* prepared)
{
    turned_ray r;
    three direction;
    three_load_ray(ray, &r.origin, &direction);
    r.x = three_all_x(direction);
    r.y = three_all_y(direction);
    r.z = three_all_z(direction);
    r.shift = prepared->shift;
    r.margin = 4.0f * HIT_BVH_ULP * prepared->shift + OBB_UNDERFLOW;
    return r;
}

typedef enum box_state { BOX_MISSED, BOX_DOUBTFUL, BOX_HIT } box_state;

// Bounds of the t at which an oriented box is entered, if it is. `low` comes in as what is known already.
LANES_INLINE box_state bound_obb(const hit_bvh_obb* record, const turned_ray* r, const hit_bvh_ray* prepared,
                                 float limit, float* low, float* high)
{
    const obb_columns box = obb_load(record);
    const three from = three_sub(r->origin, box.center);
    const three px = three_mul(box.x, three_all_x(from)), qx = three_mul(box.x, r->x);
    const three py = three_mul(box.y, three_all_y(from)), qy = three_mul(box.y, r->y);
    const three pz = three_mul(box.z, three_all_z(from)), qz = three_mul(box.z, r->z);
    const three p = three_add(three_add(px, py), pz), q = three_add(three_add(qx, qy), qz);
    const three p_size = three_add(three_add(three_abs(px), three_abs(py)), three_abs(pz));
    const three q_size = three_add(three_add(three_abs(qx), three_abs(qy)), three_abs(qz));
    const three inverse = three_div(three_all(1.0f), q), size = three_abs(inverse);
    const three tiny = three_all(OBB_UNDERFLOW), zero = three_all(0.0f);
    const three flatness = three_mul(three_add(q_size, tiny), size);
    const three reach = three_mul(three_add(three_add(p_size, tiny), box.half), size);
    const three error = three_add(three_mul(three_mul(reach, flatness), three_all(OBB_ERROR)), three_all(r->margin));
    const three middle = three_sub(three_all(r->shift), three_mul(p, inverse)), radius = three_mul(box.half, size);
    const three near = three_sub(middle, radius), far = three_add(middle, radius);
    // Exits are negated, so that all four are the largest of something: the entry at the earliest and at the latest,
    // and minus the exit at the latest and at the earliest.
    const float least[4] = {*low, prepared->t_first, -limit, -prepared->t_last};
    float most[4];

    three_largest_four(three_sub(near, error), three_add(near, error), three_sub(three_sub(zero, far), error),
                       three_sub(error, far), least, most);
    *high = HUGE_VALF;
    if (!three_both_at_most(flatness, three_all(OBB_FLATTEST), error, three_all(0x1p120f)))
        return BOX_DOUBTFUL;
    *low = most[0];
    if (most[0] > -most[2])
        return BOX_MISSED;
    *high = most[1];
    return most[1] <= -most[3] ? BOX_HIT : BOX_DOUBTFUL;
}

#endif
