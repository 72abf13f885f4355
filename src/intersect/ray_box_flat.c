// A ray against the image of a box under a singular map: see intersect.h.
//
// Let u and v be two columns that span the plane of the image, w the third, and T the translation. The ray o + t·d
// meets the plane where o + t·d = T + a·u + b·v; with s = o - T, n = u×v and V = d·n, Cramer's rule gives
//     a = A/V, A = d·(s×v);   b = B/V, B = d·(u×s);   t = -s·n/V.
// The third column is w = (α/n_c)·u + (β/n_c)·v, where α = (w×v)_c, β = (u×w)_c and c is an axis with n_c ≠ 0. The
// point belongs to the image when there is a third coordinate z in its range such that a - z·α/n_c and b - z·β/n_c
// are in theirs. In terms of x = z·V/n_c these are three intervals, again slabs:
//     lo_u <= (A - α·x)/V <= hi_u,   lo_v <= (B - β·x)/V <= hi_v,   lo_w <= n_c·x/V <= hi_w,
// and the question is whether they have an x in common. Their ends are quotients of degrees 4 and 2; comparing two
// takes products of 6 floats, exact as hit_big. A zero column, which is what a scale of 0 gives, has α = β = 0 and
// needs no case of its own. Cost: some microseconds; singular maps are rare.
#include "intersect/intersect.h"

#include "base/assert.h"
#include "exact/big.h"
#include "exact/ratio.h"
#include "exact/vector.h"

// {x : lo <= d·x <= hi}
typedef struct big_slab {
    hit_big lo, hi, d;
} big_slab;

// {x : from <= (base + d·x)/V <= to}, for V of either sign.
static big_slab slab_of(const hit_big* base, const hit_big* d, float from, float to, const hit_big* volume)
{
    const hit_big f = hit_big_from_float(volume->sign > 0 ? from : to);
    const hit_big g = hit_big_from_float(volume->sign > 0 ? to : from);
    const hit_big lower = hit_big_mul(&f, volume), upper = hit_big_mul(&g, volume);
    const big_slab s = {hit_big_sub(&lower, base), hit_big_sub(&upper, base), *d};
    return s;
}

// Whether near/|d| of one slab is at most far/|e| of another. For d < 0 the entry is at hi, and so on.
static bool enters_before_leaving(const big_slab* in, const big_slab* out)
{
    const hit_big* near = in->d.sign > 0 ? &in->lo : &in->hi;
    const hit_big* far = out->d.sign > 0 ? &out->hi : &out->lo;
    const hit_big left = hit_big_mul(near, &out->d), right = hit_big_mul(far, &in->d);
    return hit_big_sub(&left, &right).sign * in->d.sign * out->d.sign <= 0;
}

static bool have_a_point_in_common(const big_slab slabs[3])
{
    for (int i = 0; i < 3; i++) {
        if (slabs[i].d.sign == 0 && (slabs[i].lo.sign > 0 || slabs[i].hi.sign < 0))
            return false;
        for (int j = 0; j < 3; j++)
            if (slabs[i].d.sign != 0 && slabs[j].d.sign != 0 && !enters_before_leaving(&slabs[i], &slabs[j]))
                return false;
    }
    return true;
}

static hit_vec3 column(const hit_placement* m, int i)
{
    return hit_vec3_make(m->linear[0][i], m->linear[1][i], m->linear[2][i]);
}

// Whether the crossing of the ray with the plane through columns i and j lies in the image; k is the third column.
static bool crossing_is_inside(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, int k, int axis)
{
    const float lo[3] = {box->min.x, box->min.y, box->min.z}, hi[3] = {box->max.x, box->max.y, box->max.z};
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    hit_big d[3], s[3], u[3], v[3], w[3], uv[3], sv[3], us[3], wv[3], uw[3];
    hit_big volume, a, b, minus_alpha, minus_beta;
    const hit_big zero = hit_big_from_float(0.0f);
    big_slab slabs[3];

    hit_big_vector(ray->direction, d);
    hit_big_difference_double(ray->origin, m->origin, s);
    hit_big_vector(column(m, i), u);
    hit_big_vector(column(m, j), v);
    hit_big_vector(column(m, k), w);
    hit_big_cross(u, v, uv);
    hit_big_cross(s, v, sv);
    hit_big_cross(u, s, us);
    hit_big_cross(w, v, wv);
    hit_big_cross(u, w, uw);
    volume = hit_big_dot(d, uv);
    HIT_ASSERT(volume.sign != 0); // crosses_plane has seen it
    a = hit_big_dot(d, sv);
    b = hit_big_dot(d, us);
    minus_alpha = hit_big_sub(&zero, &wv[axis]);
    minus_beta = hit_big_sub(&zero, &uw[axis]);
    slabs[0] = slab_of(&a, &minus_alpha, lo[i], hi[i], &volume);
    slabs[1] = slab_of(&b, &minus_beta, lo[j], hi[j], &volume);
    slabs[2] = slab_of(&zero, &uv[axis], lo[k], hi[k], &volume);
    return have_a_point_in_common(slabs);
}

// The crossing with the plane through columns u and v, and whether it is on the ray.
static bool crosses_plane(const hit_dray* ray, const hit_placement* m, hit_vec3 u, hit_vec3 v, float* t)
{
    const hit_vec3 origin = {0.0f, 0.0f, 0.0f};
    const hit_exact_vec3 d = hit_exact_difference(origin, ray->direction);
    const hit_exact_vec3 minus_s = hit_exact_difference_double(ray->origin, m->origin);
    const hit_exact_vec3 eu = hit_exact_difference(origin, u), ev = hit_exact_difference(origin, v);
    hit_exact_number volume, num;
    hit_ratio crossing;

    hit_exact_volume(&d, &eu, &ev, &volume);
    if (volume.n == 0)
        return false;
    hit_exact_volume(&minus_s, &eu, &ev, &num);
    crossing = (hit_ratio){num.part, volume.part, num.n, volume.n};
    if ((ray->t_min > -HUGE_VALF && hit_ratio_compare_float(crossing, ray->t_min) < 0) ||
        (ray->t_max < HUGE_VALF && hit_ratio_compare_float(crossing, ray->t_max) > 0))
        return false;
    *t = hit_ratio_round(crossing);
    return true;
}

bool hit_ray_box_flat(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, hit_span* span)
{
    for (int k = 0; k < 3; k++) {
        const hit_vec3 u = column(m, (k + 1) % 3), v = column(m, (k + 2) % 3);
        // Products of two floats are exact in double, and so is the question whether two of them are equal.
        const bool spans[3] = {(double)u.y * v.z != (double)u.z * v.y, (double)u.z * v.x != (double)u.x * v.z,
                               (double)u.x * v.y != (double)u.y * v.x};
        float t;
        if (!spans[0] && !spans[1] && !spans[2])
            continue;
        if (!crosses_plane(ray, m, u, v, &t) || !crossing_is_inside(ray, box, m, k, spans[0] ? 0 : spans[1] ? 1 : 2))
            return false;
        if (span != NULL)
            *span = (hit_span){t, t, HIT_FACE_SIDE, HIT_FACE_SIDE, false};
        return true;
    }
    return false;
}
