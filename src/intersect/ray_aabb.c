// A ray against an axis-aligned box: what the inline filter of hitscan/inline.h could not discard.
//
// In double first: near every hit is decided here, and every ray aimed at an edge whose floats are not arranged to
// meet it exactly. Those that are go to exact products of two doubles, and only coordinates of very different sizes
// to the slab method on expansions. Cost with a span: some 30 ns, 100 ns, and several hundred.
//
// With AVX2, the kernel of ray_aabb_avx2.c takes the place of the first stage, and of most of the second.

// The library has the function for callers whose filter uses SSE2, whether its own does or not.
#undef HIT_NO_SIMD
#include "intersect/ray_aabb.h"

#include "base/cpu.h"
#include "exact/expansion.h"
#include "exact/ratio.h"
#include "intersect/slabs.h"
#include "shapes/linear3.h"

typedef struct axis_interval {
    double near, far;
} axis_interval;

// The interval of t between two planes, by minimum and maximum: a choice by the sign of d would be a branch that rays
// of all directions make unpredictable. A parallel ray is between the planes always (infinite) or never (empty): a
// comparison.
static inline axis_interval between(float lo, float hi, float o, float d)
{
    const double r = 1.0 / (double)d;
    const double at_lo = ((double)lo - (double)o) * r, at_hi = ((double)hi - (double)o) * r;
    axis_interval in = {min2(at_lo, at_hi), max2(at_lo, at_hi)};

    if (d == 0.0f) {
        const bool out = o < lo || o > hi;
        in.near = out ? HUGE_VAL : -HUGE_VAL;
        in.far = out ? -HUGE_VAL : HUGE_VAL;
    }
    return in;
}

// Decide in double if that is certain. Quotients are off by 3·2^-53 relative at most: floats and their quotients are
// far inside the range of double. `noise` is 2^-47 and covers the difference of any two of them. Written with & and
// arithmetic where a branch would be a coin toss.
static inline hit_verdict filter(hit_ray ray, hit_aabb box, hit_span* span)
{
    const axis_interval x = between(box.min.x, box.max.x, ray.origin.x, ray.direction.x);
    const axis_interval y = between(box.min.y, box.max.y, ray.origin.y, ray.direction.y);
    const axis_interval z = between(box.min.z, box.max.z, ray.origin.z, ray.direction.z);
    const double t_min = ray.t_min, t_max = ray.t_max;
    const double near_xy = max2(x.near, y.near), far_xy = min2(x.far, y.far);
    const double near = max2(near_xy, z.near), far = min2(far_xy, z.far);
    const double enter = max2(near, t_min), leave = min2(far, t_max);
    const double noise = 0x1p-47 * (fabs(enter) + fabs(leave));
    // The runners-up: what the entry and the exit must be told apart from.
    const double near2 = max2(min2(x.near, y.near), min2(near_xy, z.near));
    const double far2 = min2(max2(x.far, y.far), max2(far_xy, z.far));
    const double wx = (double)box.max.x - box.min.x, wy = (double)box.max.y - box.min.y;
    const double wz = (double)box.max.z - box.min.z;
    const double length = fabs((double)ray.direction.x) + fabs((double)ray.direction.y) + fabs((double)ray.direction.z);
    const double all = length + wx + wy + wz + fabs((double)ray.origin.x) + fabs((double)ray.origin.y) +
                       fabs((double)ray.origin.z); // not finite when anything is not
    const bool is_valid = (all <= DBL_MAX) & (min2(min2(wx, wy), wz) >= 0.0) & (length > 0.0) & (t_min <= t_max);
    const bool inside = near < t_min;
    const bool beyond = far > t_max;
    float t_enter = ray.t_min, t_exit = ray.t_max;
    const int down = (ray.direction.x < 0.0f) + 2 * (ray.direction.y < 0.0f) + 4 * (ray.direction.z < 0.0f);
    int near_axis, far_axis;

    if ((enter - leave > noise) | (enter - leave == HUGE_VAL))
        return HIT_VERDICT_MISS;
    if (!is_valid)
        return HIT_VERDICT_UNDECIDED;
    near_axis = y.near > x.near;
    near_axis += (2 - near_axis) * (int)(z.near > near_xy);
    far_axis = y.far < x.far;
    far_axis += (2 - far_axis) * (int)(z.far < far_xy);
    if (!(leave - enter > noise)) {
        // Entry and exit too close to tell, unless they are the two sides of one thin slab, whose order is known.
        if (near_axis != far_axis || inside || beyond || !(far - max2(near2, t_min) > noise) ||
            !(min2(far2, t_max) - near > noise))
            return HIT_VERDICT_UNDECIDED;
    }
    if (span == NULL)
        return HIT_VERDICT_HIT;
    // The entry is one face, or t_min, and no other close to it; the exit likewise.
    if (!((fabs(near - t_min) > noise) & (inside | (near - near2 > noise)) & (fabs(t_max - far) > noise) &
          (beyond | (far2 - far > noise))))
        return HIT_VERDICT_UNDECIDED;
    if ((!inside && !hit_round_interval(near - 0x1p-48 * near, near + 0x1p-48 * near, &t_enter)) ||
        (!beyond && !hit_round_interval(far - 0x1p-48 * far, far + 0x1p-48 * far, &t_exit)))
        return HIT_VERDICT_UNDECIDED;
    span->t_enter = t_enter;
    span->t_exit = t_exit;
    span->face_enter = inside ? HIT_FACE_NONE : 2 * near_axis + ((down >> near_axis) & 1);
    span->face_exit = beyond ? HIT_FACE_NONE : 2 * far_axis + 1 - ((down >> far_axis) & 1);
    span->inside = inside;
    return HIT_VERDICT_HIT;
}

// A number n/d with d > 0, both exact in double.
typedef struct quotient {
    double n, d;
} quotient;

// The sign of a - b. Rounding is monotone: products that round differently are ordered as their roundings are, and
// those that round alike by what was rounded off.
static inline int compare(quotient a, quotient b)
{
    double left = a.n * b.d, right = b.n * a.d, left_rest, right_rest;
    if (left != right)
        return left > right ? 1 : -1;
    left_rest = two_product(a.n, b.d, &left), right_rest = two_product(b.n, a.d, &right);
    return (left_rest > right_rest) - (left_rest < right_rest);
}

// The sign of a - t for a finite t: the product of two floats is exact in double.
static inline int compare_float(quotient a, float t)
{
    const double right = (double)t * a.d;
    return (a.n > right) - (a.n < right);
}

static float round_quotient(quotient a)
{
    const double q = a.n / a.d, error = 0x1p-52 * q;
    float rounded;
    if (hit_round_interval(q - error, q + error, &rounded))
        return rounded;
    return hit_ratio_round((hit_ratio){&a.n, &a.d, a.n != 0.0, 1});
}

// The slab method on planes whose distances from the origin are exact in double, as they are unless a coordinate is
// some 2^29 times larger than another. lo[i] and hi[i] are these distances.
static bool decide_in_double(const hit_ray* ray, const double lo[3], const double hi[3], hit_span* span)
{
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const bool starts = ray->t_min > -HUGE_VALF, ends = ray->t_max < HUGE_VALF;
    quotient near = {0.0, 0.0}, far = {0.0, 0.0}; // d = 0: none yet
    int face_enter = HIT_FACE_NONE, face_exit = HIT_FACE_NONE;
    bool inside, beyond;

    for (int i = 0; i < 3; i++) {
        const bool up = d[i] > 0.0f;
        const quotient enter = {up ? lo[i] : -hi[i], fabs((double)d[i])}, leave = {up ? hi[i] : -lo[i], enter.d};
        if (d[i] == 0.0f) {
            if (lo[i] > 0.0 || hi[i] < 0.0)
                return false;
            continue;
        }
        if (near.d == 0.0 || compare(enter, near) > 0)
            near = enter, face_enter = 2 * i + !up;
        if (far.d == 0.0 || compare(leave, far) < 0)
            far = leave, face_exit = 2 * i + up;
    }
    if (compare(near, far) > 0 || (ends && compare_float(near, ray->t_max) > 0) ||
        (starts && compare_float(far, ray->t_min) < 0))
        return false;
    if (span == NULL)
        return true;
    inside = starts && compare_float(near, ray->t_min) < 0;
    beyond = ends && compare_float(far, ray->t_max) > 0;
    span->t_enter = inside ? ray->t_min : round_quotient(near);
    span->t_exit = beyond ? ray->t_max : round_quotient(far);
    span->face_enter = inside ? HIT_FACE_NONE : face_enter;
    span->face_exit = beyond ? HIT_FACE_NONE : face_exit;
    span->inside = inside;
    return true;
}

HIT_NOINLINE bool hit_ray_aabb_decide_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    const double d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    double lo[3], hi[3], lo_rest[3], hi_rest[3], exact_lo[3][2], exact_hi[3][2];
    bool fits = true;
    hit_slab_exact slabs[3];

    if (!hit_ray_is_valid(*ray) || hit_aabb_is_empty(*box))
        return false;
    for (int i = 0; i < 3; i++) {
        lo_rest[i] = two_sum((double)min[i], -(double)o[i], &lo[i]);
        hi_rest[i] = two_sum((double)max[i], -(double)o[i], &hi[i]);
        fits = fits && lo_rest[i] == 0.0 && hi_rest[i] == 0.0;
    }
    if (fits)
        return decide_in_double(ray, lo, hi, span);
    for (int i = 0; i < 3; i++) {
        const double lo_terms[2] = {lo_rest[i], lo[i]}, hi_terms[2] = {hi_rest[i], hi[i]};
        slabs[i].lo = exact_lo[i], slabs[i].n_lo = hit_expansion_from_terms(lo_terms, 2, exact_lo[i]);
        slabs[i].hi = exact_hi[i], slabs[i].n_hi = hit_expansion_from_terms(hi_terms, 2, exact_hi[i]);
        slabs[i].d = &d[i], slabs[i].n_d = d[i] != 0.0;
    }
    return hit_slabs_exact(slabs, ray->t_min, ray->t_max, span);
}

static HIT_NOINLINE bool intersect(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    const hit_verdict verdict = filter(*ray, *box, span);
    return verdict == HIT_VERDICT_UNDECIDED ? hit_ray_aabb_decide_exact(ray, box, span) : verdict == HIT_VERDICT_HIT;
}

static inline bool intersect_in_any_fpenv(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    hit_fpenv saved;
    bool hit;

    if (hit_float_env_is_default_())
        return intersect(ray, box, span);
    saved = hit_fpenv_enter();
    hit = intersect(ray, box, span);
    hit_fpenv_leave(saved);
    return hit;
}

#ifdef HIT_SSE2_

static HIT_NOINLINE bool unpack(__m128 o, __m128 d, __m128 lo, __m128 hi, float t_max, hit_span* span)
{
    float origin[4], direction[4], min[4], max[4];

    _mm_storeu_ps(origin, o);
    _mm_storeu_ps(direction, d);
    _mm_storeu_ps(min, lo);
    _mm_storeu_ps(max, hi);
    const hit_ray ray = {
        {origin[0], origin[1], origin[2]}, {direction[0], direction[1], direction[2]}, direction[3], t_max};
    const hit_aabb box = {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
    return intersect_in_any_fpenv(&ray, &box, span);
}

bool hit_ray_aabb_sse2_(__m128 o, __m128 d, __m128 lo, __m128 hi, float t_max, hit_span* span)
{
#ifdef HITSCAN_HAVE_AVX2
    if (hit_cpu_now() >= HIT_CPU_AVX2 && hit_float_env_is_default_())
        return hit_ray_aabb_avx2(o, d, lo, hi, t_max, span);
#endif
    return unpack(o, d, lo, hi, t_max, span);
}

#endif

bool hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    if (ray == NULL || box == NULL)
        return false;
#if defined(HIT_SSE2_) && defined(HITSCAN_HAVE_AVX2)
    if (hit_cpu_now() >= HIT_CPU_AVX2 && hit_float_env_is_default_())
        return hit_ray_aabb_avx2(_mm_loadu_ps(&ray->origin.x), _mm_loadu_ps(&ray->direction.x),
                                 _mm_loadu_ps(&box->min.x), HIT_LANES_(_mm_loadu_ps(&box->min.z), 1, 2, 3, 3),
                                 ray->t_max, span);
#endif
    return intersect_in_any_fpenv(ray, box, span);
}

#undef hit_ray_aabb
bool hit_ray_aabb(hit_ray ray, hit_aabb box, hit_span* span)
{
    return hit_ray_aabb_inline(ray, box, span);
}
