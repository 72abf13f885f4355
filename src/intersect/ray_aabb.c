// A ray against an axis-aligned box: what the inline filter of intersect.h could not discard.
//
// In double first: near every hit is decided here, and every ray aimed at an edge whose floats are not arranged to meet
// it exactly. Then exactly, with the slab method on expansions. Cost: about 10 ns in double, 100 ns when exact.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "exact/round.h"
#include "intersect/slabs.h"

#include <hitscan/intersect.h>

typedef struct axis_interval {
    double near, far;
} axis_interval;

static inline double min2(double a, double b)
{
    return a < b ? a : b;
}

static inline double max2(double a, double b)
{
    return a > b ? a : b;
}

// The interval of t between two planes. A parallel ray is between them always (infinite) or never (empty): a comparison.
static inline axis_interval between(float lo, float hi, float o, float d)
{
    const double r = 1.0 / (double)d;
    const double at_lo = ((double)lo - (double)o) * r, at_hi = ((double)hi - (double)o) * r;
    axis_interval in = {d < 0.0f ? at_hi : at_lo, d < 0.0f ? at_lo : at_hi};

    if (d == 0.0f) {
        const bool out = o < lo || o > hi;
        in.near = out ? HUGE_VAL : -HUGE_VAL;
        in.far = out ? -HUGE_VAL : HUGE_VAL;
    }
    return in;
}

// Decide in double if that is certain. Quotients are off by 3·2^-53 relative at most: floats and their
// quotients are far inside the range of double. `noise` is 2^-47 and covers the difference of any two of them.
static inline hit_verdict filter(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    const axis_interval x = between(box->min.x, box->max.x, ray->origin.x, ray->direction.x);
    const axis_interval y = between(box->min.y, box->max.y, ray->origin.y, ray->direction.y);
    const axis_interval z = between(box->min.z, box->max.z, ray->origin.z, ray->direction.z);
    const double t_min = ray->t_min, t_max = ray->t_max;
    const double near = max2(max2(x.near, y.near), z.near), far = min2(min2(x.far, y.far), z.far);
    const double enter = max2(near, t_min), leave = min2(far, t_max);
    const double noise = 0x1p-47 * (fabs(enter) + fabs(leave));
    // The runners-up: what the entry and the exit must be told apart from.
    const double near2 = max2(max2(min2(x.near, y.near), min2(max2(x.near, y.near), z.near)), t_min);
    const double far2 = min2(min2(max2(x.far, y.far), max2(min2(x.far, y.far), z.far)), t_max);
    const double width =
        min2(min2((double)box->max.x - box->min.x, (double)box->max.y - box->min.y), (double)box->max.z - box->min.z);
    const double length =
        fabs((double)ray->direction.x) + fabs((double)ray->direction.y) + fabs((double)ray->direction.z);
    // Not finite when anything is not; the minimum above may lose a NaN.
    const double all = length + fabs((double)ray->origin.x) + fabs((double)ray->origin.y) +
                       fabs((double)ray->origin.z) + ((double)box->max.x - box->min.x) +
                       ((double)box->max.y - box->min.y) + ((double)box->max.z - box->min.z);
    const bool inside = near<t_min, beyond = far> t_max;
    int near_axis, far_axis;
    bool near_max, far_max;
    float t_enter = ray->t_min, t_exit = ray->t_max;

    if (enter - leave > noise || enter - leave == HUGE_VAL)
        return HIT_VERDICT_MISS;
    if (!(width >= 0.0 && length > 0.0 && all <= DBL_MAX && t_min <= t_max))
        return HIT_VERDICT_UNSURE;
    near_axis = y.near > x.near ? 1 : 0;
    near_axis = z.near > max2(x.near, y.near) ? 2 : near_axis;
    far_axis = y.far < x.far ? 1 : 0;
    far_axis = z.far < min2(x.far, y.far) ? 2 : far_axis;
    if (!(leave - enter > noise)) {
        // Entry and exit too close to tell, unless they are the two sides of one thin slab, whose order is known.
        if (near_axis != far_axis || inside || beyond || !(far - near2 > noise) || !(far2 - near > noise))
            return HIT_VERDICT_UNSURE;
    }
    if (span == NULL)
        return HIT_VERDICT_HIT;
    if (!(fabs(near - (inside ? t_min : near2)) > noise) || !(fabs(far - (beyond ? t_max : far2)) > noise))
        return HIT_VERDICT_UNSURE;
    if ((!inside && !hit_round_sure(near - 0x1p-48 * near, near + 0x1p-48 * near, &t_enter)) ||
        (!beyond && !hit_round_sure(far - 0x1p-48 * far, far + 0x1p-48 * far, &t_exit)))
        return HIT_VERDICT_UNSURE;
    near_max = (near_axis == 0 ? ray->direction.x : near_axis == 1 ? ray->direction.y : ray->direction.z) < 0.0f;
    far_max = (far_axis == 0 ? ray->direction.x : far_axis == 1 ? ray->direction.y : ray->direction.z) > 0.0f;
    span->t_enter = t_enter;
    span->t_exit = t_exit;
    span->face_enter = inside ? HIT_FACE_NONE : 2 * near_axis + near_max;
    span->face_exit = beyond ? HIT_FACE_NONE : 2 * far_axis + far_max;
    span->inside = inside;
    return HIT_VERDICT_HIT;
}

// plane - origin, exactly.
static size_t difference(float plane, float origin, double out[2])
{
    const double terms[2] = {(double)plane, -(double)origin};
    return hit_expansion_from_terms(terms, 2, out);
}

static bool decide(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    const double d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    double lo[3][2], hi[3][2];
    hit_slab_exact slabs[3];

    if (!hit_ray_is_valid(*ray) || hit_aabb_is_empty(*box))
        return false;
    for (int i = 0; i < 3; i++) {
        slabs[i].lo = lo[i], slabs[i].n_lo = difference(min[i], o[i], lo[i]);
        slabs[i].hi = hi[i], slabs[i].n_hi = difference(max[i], o[i], hi[i]);
        slabs[i].d = &d[i], slabs[i].n_d = d[i] != 0.0;
    }
    return hit_slabs_exact(slabs, ray->t_min, ray->t_max, span);
}

static HIT_NOINLINE bool answer(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    const hit_verdict verdict = filter(ray, box, span);
    return verdict == HIT_VERDICT_UNSURE ? decide(ray, box, span) : verdict == HIT_VERDICT_HIT;
}

bool hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    hit_fpenv saved;
    bool hit;

    if (ray == NULL || box == NULL)
        return false;
    if (hit_float_env_is_default_())
        return answer(ray, box, span);
    saved = hit_fpenv_enter();
    hit = answer(ray, box, span);
    hit_fpenv_leave(saved);
    return hit;
}
