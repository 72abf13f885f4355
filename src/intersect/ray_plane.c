// A ray against a plane: one slab of no thickness, so that the exact slab code serves.
//
// normal·origin + t·normal·direction = offset. Sums of products of two floats: exact as expansions of 4 and 3 terms.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "intersect/slabs.h"

#include <hitscan/inline.h>

static hit_verdict filter(const hit_ray* ray, const hit_plane* plane, hit_span* span)
{
    const hit_vec3 n = plane->normal, o = ray->origin, d = ray->direction;
    const double nx = (double)n.x * o.x, ny = (double)n.y * o.y, nz = (double)n.z * o.z;
    const double dx = (double)n.x * d.x, dy = (double)n.y * d.y, dz = (double)n.z * d.z;
    const double offset = plane->offset;
    hit_slab slabs[3] = {{0}};

    slabs[0].lo = slabs[0].hi = offset - (nx + ny + nz);
    slabs[0].lo_error = slabs[0].hi_error = 0x1p-50 * (fabs(nx) + fabs(ny) + fabs(nz) + fabs(offset));
    slabs[0].d = dx + dy + dz;
    slabs[0].d_error = 0x1p-50 * (fabs(dx) + fabs(dy) + fabs(dz));
    return hit_slabs_filter(slabs, ray->t_min, ray->t_max, span);
}

static bool inputs_are_valid(const hit_ray* ray, const hit_plane* plane)
{
    const hit_vec3 n = plane->normal;
    return hit_ray_is_valid(*ray) && hit_vec3_is_finite(n) && isfinite(plane->offset) &&
           (n.x != 0.0f || n.y != 0.0f || n.z != 0.0f);
}

static bool decide(const hit_ray* ray, const hit_plane* plane, hit_span* span)
{
    const hit_vec3 n = plane->normal, o = ray->origin, d = ray->direction;
    const double distance_terms[4] = {(double)plane->offset, -(double)n.x * o.x, -(double)n.y * o.y,
                                      -(double)n.z * o.z};
    const double along_terms[3] = {(double)n.x * d.x, (double)n.y * d.y, (double)n.z * d.z};
    double distance[4], along[3];
    hit_slab_exact slabs[3] = {{0}}; // the other two hold everywhere: 0 <= 0·t <= 0

    slabs[0].lo = slabs[0].hi = distance;
    slabs[0].n_lo = slabs[0].n_hi = hit_expansion_from_terms(distance_terms, 4, distance);
    slabs[0].d = along;
    slabs[0].n_d = hit_expansion_from_terms(along_terms, 3, along);
    return hit_slabs_exact(slabs, ray->t_min, ray->t_max, span);
}

static HIT_NOINLINE bool intersect(const hit_ray* ray, const hit_plane* plane, hit_span* span)
{
    hit_verdict verdict;

    if (!inputs_are_valid(ray, plane))
        return false;
    verdict = filter(ray, plane, span);
    if (verdict == HIT_VERDICT_MISS || (verdict == HIT_VERDICT_UNDECIDED && !decide(ray, plane, span)))
        return false;
    // A slab has two faces; a plane has one.
    if (span != NULL && span->face_enter != HIT_FACE_NONE)
        span->face_enter = HIT_FACE_SIDE;
    if (span != NULL && span->face_exit != HIT_FACE_NONE)
        span->face_exit = HIT_FACE_SIDE;
    return true;
}

bool hit_ray_plane(hit_ray ray, hit_plane plane, hit_span* span)
{
    hit_fpenv saved;
    bool hit;

    if (hit_float_env_is_default_())
        return intersect(&ray, &plane, span);
    saved = hit_fpenv_enter();
    hit = intersect(&ray, &plane, span);
    hit_fpenv_leave(saved);
    return hit;
}
