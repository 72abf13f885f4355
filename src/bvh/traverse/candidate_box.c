// Boxes that a ray may enter, by their slot in the tree: see candidate.h.
//
// The t of a hit is that of the entry: of the plane of the face that hit_ray_aabb or hit_ray_obb names, or t_min for a
// ray that starts inside. Two entries are compared as exact quotients where double cannot tell them apart: boxes that
// stand on one floor, or share a wall, are entered at equal t all the time.
#include "bvh/traverse/candidate.h"

#include "exact/big.h"

#include <float.h>
#include <hitscan/inline.h>

static hit_aabb aabb_at(const hit_bvh* bvh, uint32_t slot)
{
    return hit_bvh_child_box(&bvh->nodes[slot >> 3], slot & 7u);
}

static const hit_bvh_obb* obb_at(const hit_bvh* bvh, uint32_t slot)
{
    return &bvh->obbs[bvh->nodes[slot >> 3].ref[slot & 7u] & ~HIT_BVH_LEAF];
}

static bool enter(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_span* span)
{
    HIT_ASSERT(slot >> 3 < bvh->header->nodes.count && (bvh->nodes[slot >> 3].ref[slot & 7u] & HIT_BVH_LEAF) != 0);
    if (bvh->header->kind == HIT_BVH_OBBS)
        return hit_ray_obb(*ray, &obb_at(bvh, slot)->box, span);
    const hit_aabb box = aabb_at(bvh, slot);
    return hit_ray_aabb_exact(ray, &box, span);
}

uint32_t hit_bvh_box_id(const hit_bvh* bvh, uint32_t slot)
{
    return bvh->header->kind == HIT_BVH_OBBS ? obb_at(bvh, slot)->id
                                             : bvh->nodes[slot >> 3].ref[slot & 7u] & ~HIT_BVH_LEAF;
}

static double component(hit_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

bool hit_bvh_box_candidate_make(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_bvh_candidate* candidate,
                                hit_span* span)
{
    if (!enter(bvh, ray, slot, span))
        return false;
    candidate->slot = slot;
    candidate->id = hit_bvh_box_id(bvh, slot);
    candidate->described = false;
    if (span->inside) {
        candidate->range[0] = candidate->range[1] = ray->t_min;
    } else if (bvh->header->kind == HIT_BVH_AABBS) {
        // A difference of floats and a quotient, within 2^-52 of the exact one.
        const int axis = span->face_enter / 2;
        const double plane = bvh->nodes[slot >> 3].plane[span->face_enter][slot & 7u];
        const double t = (plane - component(ray->origin, axis)) / component(ray->direction, axis);
        candidate->range[0] = t - 0x1p-51 * fabs(t);
        candidate->range[1] = t + 0x1p-51 * fabs(t);
    } else {
        // The exact t rounds to this one, so it lies between the neighbours.
        candidate->range[0] = span->t_enter < -FLT_MAX ? -HUGE_VAL : nextafterf(span->t_enter, -HUGE_VALF);
        candidate->range[1] = span->t_enter > FLT_MAX ? HUGE_VAL : nextafterf(span->t_enter, HUGE_VALF);
    }
    HIT_ASSERT(candidate->range[0] <= candidate->range[1]);
    return true;
}

// The exact t of an entry as num/den, den > 0.
static void exact_t(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_big* num, hit_big* den)
{
    hit_span span = {0};
    int axis;

    *den = hit_big_from_float(1.0f);
    *num = hit_big_from_float(ray->t_min);
    if (!enter(bvh, ray, slot, &span) || span.inside)
        return;
    axis = span.face_enter / 2;
    if (bvh->header->kind == HIT_BVH_AABBS) {
        const hit_big plane = hit_big_from_float(bvh->nodes[slot >> 3].plane[span.face_enter][slot & 7u]);
        const hit_big origin = hit_big_from_float((float)component(ray->origin, axis));
        *num = hit_big_sub(&plane, &origin);
        *den = hit_big_from_float((float)component(ray->direction, axis));
    } else {
        // a·(o + t·d - c) = ±half
        const hit_obb* box = &obb_at(bvh, slot)->box;
        const hit_big half = hit_big_from_float(span.face_enter % 2 ? box->half[axis] : -box->half[axis]);
        hit_big a[3], d[3], from_center[3], start;
        hit_big_vector(box->axis[axis], a);
        hit_big_vector(ray->direction, d);
        hit_big_difference(ray->origin, box->center, from_center);
        start = hit_big_dot(a, from_center);
        *num = hit_big_sub(&half, &start);
        *den = hit_big_dot(a, d);
    }
    if (den->sign < 0) {
        den->sign = -den->sign;
        num->sign = -num->sign;
    }
    HIT_ASSERT(den->sign > 0); // a ray enters no plane that it is parallel to
}

// Two aligned boxes that are entered through one plane, as those on a floor are, are entered at the same t.
static bool share_entry(const hit_bvh* bvh, const hit_ray* ray, uint32_t first, uint32_t second)
{
    hit_span a, b;
    if (bvh->header->kind != HIT_BVH_AABBS || !enter(bvh, ray, first, &a) || !enter(bvh, ray, second, &b) || a.inside ||
        b.inside || a.face_enter != b.face_enter)
        return false;
    return bvh->nodes[first >> 3].plane[a.face_enter][first & 7u] ==
           bvh->nodes[second >> 3].plane[b.face_enter][second & 7u];
}

int hit_bvh_box_slot_compare(const hit_bvh* bvh, const hit_ray* ray, uint32_t first, uint32_t second)
{
    hit_big num[2], den[2], left, right;
    if (share_entry(bvh, ray, first, second))
        return 0;
    exact_t(bvh, ray, first, &num[0], &den[0]);
    exact_t(bvh, ray, second, &num[1], &den[1]);
    left = hit_big_mul(&num[0], &den[1]);
    right = hit_big_mul(&num[1], &den[0]);
    return hit_big_sub(&left, &right).sign;
}

hit_bvh_hit hit_bvh_box_hit(const hit_span* span, uint32_t slot, uint32_t id)
{
    const hit_side side = span->inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
    return (hit_bvh_hit){span->t_enter, id, 0.0f, 0.0f, 0.0f, side, span->face_enter, slot};
}

void hit_bvh_box_slot_describe(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, uint32_t id, hit_bvh_hit* hit)
{
    hit_span span;
    if (enter(bvh, ray, slot, &span))
        *hit = hit_bvh_box_hit(&span, slot, id);
}

hit_vec3 hit_bvh_obb_normal(const hit_bvh* bvh, const hit_bvh_hit* hit)
{
    const hit_vec3 none = {0.0f, 0.0f, 0.0f};
    const uint64_t node = hit->slot >> 3;
    // Slots come from callers, who may have changed them.
    if (node >= bvh->header->nodes.count || !(bvh->nodes[node].ref[hit->slot & 7u] & HIT_BVH_LEAF) ||
        bvh->nodes[node].ref[hit->slot & 7u] == HIT_BVH_NO_REF)
        return none;
    return hit_obb_normal(&obb_at(bvh, hit->slot)->box, hit->face);
}
