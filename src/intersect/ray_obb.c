// A ray against an oriented box: three slabs |axis·(p - center)| <= half.
//
// Along the ray, axis·(origin - center) + t·axis·direction lies between -half and half. All of it is a sum of
// products of two floats, so doubles filter well and expansions of at most 7 terms are exact. Cost: about 25 ns in
// double.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "intersect/slabs.h"
#include "shapes/linear3.h"

#include <hitscan/inline.h>

// The errors count roundings of 2^-53, generously: at most 5 for lo and hi, 2 for d, whose products are exact.
static hit_slab slab_of(const double axis[3], double half, const double offset[3], const double direction[3])
{
    const double start = dot3(axis, offset);
    const double error = 0x1p-49 * (dot3_abs(axis, offset) + half);
    hit_slab s;

    s.lo = -half - start, s.hi = half - start;
    s.lo_error = error, s.hi_error = error;
    s.d = dot3(axis, direction);
    s.d_error = 0x1p-50 * dot3_abs(axis, direction);
    return s;
}

static hit_verdict filter(const hit_ray* ray, const hit_obb* obb, hit_span* span)
{
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const double offset[3] = {(double)ray->origin.x - obb->center.x, (double)ray->origin.y - obb->center.y,
                              (double)ray->origin.z - obb->center.z};
    hit_slab slabs[3];

    for (int i = 0; i < 3; i++) {
        const double axis[3] = {obb->axis[i].x, obb->axis[i].y, obb->axis[i].z};
        slabs[i] = slab_of(axis, (double)obb->half[i], offset, direction);
    }
    return hit_slabs_filter(slabs, ray->t_min, ray->t_max, span);
}

static HIT_NOINLINE bool decide(const hit_ray* ray, const hit_obb* obb, hit_span* span)
{
    double lo[3][7], hi[3][7], d[3][3];
    hit_slab_exact slabs[3];

    for (int i = 0; i < 3; i++) {
        const hit_vec3 a = obb->axis[i], o = ray->origin, c = obb->center, v = ray->direction;
        double terms[7] = {(double)c.x * a.x,  (double)c.y * a.y,  (double)c.z * a.z,   -(double)o.x * a.x,
                           -(double)o.y * a.y, -(double)o.z * a.z, (double)obb->half[i]};
        const double along[3] = {(double)a.x * v.x, (double)a.y * v.y, (double)a.z * v.z};
        slabs[i].hi = hi[i], slabs[i].n_hi = hit_expansion_from_terms(terms, 7, hi[i]);
        terms[6] = -terms[6];
        slabs[i].lo = lo[i], slabs[i].n_lo = hit_expansion_from_terms(terms, 7, lo[i]);
        slabs[i].d = d[i], slabs[i].n_d = hit_expansion_from_terms(along, 3, d[i]);
    }
    return hit_slabs_exact(slabs, ray->t_min, ray->t_max, span);
}

static bool inputs_are_valid(const hit_obb* obb)
{
    for (int i = 0; i < 3; i++)
        if (!hit_vec3_is_finite(obb->axis[i]) || !(obb->half[i] >= 0.0f && obb->half[i] <= FLT_MAX))
            return false;
    return hit_vec3_is_finite(obb->center);
}

static HIT_NOINLINE bool intersect(const hit_ray* ray, const hit_obb* obb, hit_span* span)
{
    hit_verdict verdict;

    if (!hit_ray_is_valid(*ray) || !inputs_are_valid(obb))
        return false;
    verdict = filter(ray, obb, span);
    return verdict == HIT_VERDICT_UNDECIDED ? decide(ray, obb, span) : verdict == HIT_VERDICT_HIT;
}

bool hit_ray_obb(hit_ray ray, const hit_obb* obb, hit_span* span)
{
    hit_fpenv saved;
    bool hit;

    if (obb == NULL)
        return false;
    if (hit_float_env_is_default_())
        return intersect(&ray, obb, span);
    saved = hit_fpenv_enter();
    hit = intersect(&ray, obb, span);
    hit_fpenv_leave(saved);
    return hit;
}
