// The filter of ray_aabb.c with AVX2: the same answers, in a third of the time.
//
// The interval of t between each pair of planes is known in double, with an error bound. So a face, or t_min, is
// certainly the entry when no other comes near to it; the bits of the lanes that do tell that, and which face it is,
// without a branch that is hard to predict. A ray aimed at an edge often meets it at a t that is a float, and then the
// point at that t decides. The rest goes to hit_ray_aabb_decide_exact. Cost with a span: about 12 ns, 25 ns for such
// rays.
//
// A vector has the lanes x, y, z, and one for the ray's own ends: a fourth pair of planes, at t_min and t_max.
#include "intersect/ray_aabb.h"

#include <immintrin.h>

// The bits of lanes.
enum { AXES = 7, RAY_END = 8, ALL = 15 };

static inline unsigned bits(__m256d mask)
{
    return (unsigned)_mm256_movemask_pd(mask);
}

static inline bool are_several(unsigned lanes)
{
    return (lanes & (lanes - 1)) != 0;
}

// The largest or smallest of all lanes, in all lanes.
static inline __m256d largest(__m256d v)
{
    const __m256d pairs = _mm256_max_pd(v, _mm256_permute2f128_pd(v, v, 1));
    return _mm256_max_pd(pairs, _mm256_permute_pd(pairs, 5));
}

static inline __m256d smallest(__m256d v)
{
    const __m256d pairs = _mm256_min_pd(v, _mm256_permute2f128_pd(v, v, 1));
    return _mm256_min_pd(pairs, _mm256_permute_pd(pairs, 5));
}

// `entry` and `exit` are one lane each, `at` the two ends rounded, `down` the axes along which the ray goes down.
static inline void write_span(unsigned down, unsigned entry, unsigned exit, __m128 at, hit_span* span)
{
    // Where a ray enters along a lane, by the axes along which it goes down; it leaves where the opposite ray enters.
    static const int face[RAY_END + 1][AXES + 1] = {
        [1] = {0, 1, 0, 1, 0, 1, 0, 1},
        [2] = {2, 2, 3, 3, 2, 2, 3, 3},
        [4] = {4, 4, 4, 4, 5, 5, 5, 5},
        [RAY_END] = {HIT_FACE_NONE, HIT_FACE_NONE, HIT_FACE_NONE, HIT_FACE_NONE, HIT_FACE_NONE, HIT_FACE_NONE,
                     HIT_FACE_NONE, HIT_FACE_NONE},
    };
    // What turns a -0 into a 0, but leaves t_min and t_max as they are.
    static const float zero[RAY_END + 1] = {[RAY_END] = -0.0f};

    span->t_enter = _mm_cvtss_f32(at) + zero[entry];
    span->t_exit = _mm_cvtss_f32(_mm_movehdup_ps(at)) + zero[exit];
    span->face_enter = face[entry][down];
    span->face_exit = face[exit][down ^ AXES];
    span->inside = entry == RAY_END;
}

static HIT_NOINLINE bool decide(__m128 o, __m128 d, __m128 lo, __m128 hi, hit_span* span)
{
    float origin[4], direction[4], min[4], max[4];

    _mm_storeu_ps(origin, o);
    _mm_storeu_ps(direction, d);
    _mm_storeu_ps(min, lo);
    _mm_storeu_ps(max, hi);
    const hit_ray ray = {{origin[0], origin[1], origin[2]}, {direction[0], direction[1], direction[2]}, min[3], max[3]};
    const hit_aabb box = {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
    return hit_ray_aabb_decide_exact(&ray, &box, span);
}

// The lanes in which b - a, rounded to `difference`, is not exact. It is exact if and only if both of these are.
static inline __m256d inexact(__m256d a, __m256d b, __m256d difference)
{
    return _mm256_or_pd(_mm256_cmp_pd(_mm256_add_pd(difference, a), b, _CMP_NEQ_UQ),
                        _mm256_cmp_pd(_mm256_sub_pd(b, difference), a, _CMP_NEQ_UQ));
}

// What the filter tells resolve(): the lanes that the ends certainly come from (0 when that is not certain, or how they
// are rounded), and whether the one is certainly not after the other.
enum { EXIT_SHIFT = 4, MEETS = 256 };

// Decide with the help of the floats next to the ends. Let t be that of the entry, and n/|d| the t at which the ray
// passes a plane: n > t·|d|, where the product of two floats is exact, says that the ray is not yet in the box at t.
// Rounding n to double cannot turn such an order round; only where both are equal n must be exact. When none is larger
// and some are equal, t is the entry, and the lowest axis of these has the face; t_min has it only when no plane does.
// All that holds for the exit likewise.
static HIT_NOINLINE bool resolve(__m128 o, __m128 d, __m128 lo, __m128 hi, __m128d ends, unsigned known, hit_span* span)
{
    const __m256d origin = _mm256_cvtps_pd(o), low = _mm256_cvtps_pd(lo), high = _mm256_cvtps_pd(hi);
    const __m256d direction = _mm256_cvtps_pd(d), minus = _mm256_set1_pd(-0.0);
    const __m256d size = _mm256_andnot_pd(minus, direction), down = _mm256_and_pd(minus, direction);
    const __m256d to_low = _mm256_sub_pd(low, origin), to_high = _mm256_sub_pd(high, origin);
    const unsigned rough = bits(_mm256_or_pd(inexact(origin, low, to_low), inexact(origin, high, to_high)));
    const unsigned parallel = bits(_mm256_cmp_pd(direction, _mm256_setzero_pd(), _CMP_EQ_OQ));
    // Seen along the ray: a plane of a ray that goes down is at the opposite distance.
    const __m256d near = _mm256_xor_pd(_mm256_blendv_pd(to_low, to_high, direction), down);
    const __m256d far = _mm256_xor_pd(_mm256_blendv_pd(to_high, to_low, direction), down);
    const __m128 at = _mm_cvtpd_ps(ends);
    const __m256d enter = _mm256_set1_pd((double)_mm_cvtss_f32(at));
    const __m256d leave = _mm256_set1_pd((double)_mm_cvtss_f32(_mm_movehdup_ps(at)));
    const __m256d at_enter = _mm256_mul_pd(enter, size), at_leave = _mm256_mul_pd(leave, size);
    const unsigned later = bits(_mm256_cmp_pd(near, at_enter, _CMP_GT_OQ));
    const unsigned earlier = bits(_mm256_cmp_pd(far, at_leave, _CMP_LT_OQ));
    unsigned entry = bits(_mm256_cmp_pd(near, at_enter, _CMP_EQ_OQ)) & ~parallel;
    unsigned exit = bits(_mm256_cmp_pd(far, at_leave, _CMP_EQ_OQ)) & ~parallel;

    entry = later == 0 && (entry & rough) == 0 ? entry & (0 - entry) : 0;
    exit = earlier == 0 && (exit & rough) == 0 ? exit & (0 - exit) : 0;
    // Two ends that are floats, and too close to tell apart, are equal.
    if (!(known & MEETS) && (entry == 0 || exit == 0))
        return decide(o, d, lo, hi, span);
    if (span == NULL)
        return true;
    entry = known & ALL ? known & ALL : entry;
    exit = known >> EXIT_SHIFT & ALL ? known >> EXIT_SHIFT & ALL : exit;
    if (entry == 0 || exit == 0)
        return decide(o, d, lo, hi, span);
    write_span((unsigned)_mm_movemask_ps(d) & AXES, entry, exit, at, span);
    return true;
}

// As in ray_aabb.c, where the bound is derived: quotients are off by 3·2^-53 relative at most, and `noise` of 2^-47
// covers the difference of any two of them.
bool hit_ray_aabb_avx2(__m128 origin, __m128 direction_t_min, __m128 min, __m128 max, float t_max, hit_span* span)
{
    const __m128 o = _mm_insert_ps(origin, origin, 0x08);                    // 0 for the fourth origin
    const __m128 d = _mm_insert_ps(direction_t_min, _mm_set_ss(1.0f), 0x30); // 1 for the fourth direction
    const __m128 lo = _mm_insert_ps(min, direction_t_min, 0xf0), hi = _mm_insert_ps(max, _mm_set_ss(t_max), 0x30);
    const __m256d from = _mm256_cvtps_pd(o), direction = _mm256_cvtps_pd(d);
    const __m256d inverse = _mm256_div_pd(_mm256_set1_pd(1.0), direction);
    const __m256d at_lo = _mm256_mul_pd(_mm256_sub_pd(_mm256_cvtps_pd(lo), from), inverse);
    const __m256d at_hi = _mm256_mul_pd(_mm256_sub_pd(_mm256_cvtps_pd(hi), from), inverse);
    __m256d near = _mm256_min_pd(at_hi, at_lo), far = _mm256_max_pd(at_lo, at_hi); // of 0 and -0 the second one

    const __m256d parallel = _mm256_cmp_pd(direction, _mm256_setzero_pd(), _CMP_EQ_OQ);
    if (bits(parallel) != 0) {
        // Between two planes always, or never.
        const __m128 out = _mm_or_ps(_mm_cmplt_ps(o, lo), _mm_cmpgt_ps(o, hi));
        if (bits(parallel) == AXES ||
            ((unsigned)_mm_movemask_ps(_mm_and_ps(out, _mm_cmpeq_ps(d, _mm_setzero_ps()))) & AXES) != 0)
            return false;
        near = _mm256_blendv_pd(near, _mm256_set1_pd(-HUGE_VAL), parallel);
        far = _mm256_blendv_pd(far, _mm256_set1_pd(HUGE_VAL), parallel);
    }
    const __m256d enter = largest(near), leave = smallest(far), minus = _mm256_set1_pd(-0.0);
    const __m256d size = _mm256_add_pd(_mm256_andnot_pd(minus, enter), _mm256_andnot_pd(minus, leave));
    const __m256d noise = _mm256_mul_pd(_mm256_set1_pd(0x1p-47), size), length = _mm256_sub_pd(leave, enter);
    if (-_mm256_cvtsd_f64(length) > _mm256_cvtsd_f64(noise))
        return false;

    // Finite numbers less themselves are 0, all others are not a number.
    const __m128 sum = _mm_add_ps(_mm_add_ps(lo, hi), _mm_add_ps(o, d)), nothing = _mm_sub_ps(sum, sum);
    const __m128 checked = _mm_add_ps(hi, _mm_insert_ps(nothing, nothing, 0x08)); // t_min and t_max may be infinite
    const bool good = _mm_movemask_ps(_mm_cmple_ps(lo, checked)) == ALL;
    const bool meets = good & (_mm256_cvtsd_f64(length) > _mm256_cvtsd_f64(noise));
    if ((span == NULL) & meets)
        return true;
    const unsigned entry = bits(_mm256_cmp_pd(near, _mm256_sub_pd(enter, noise), _CMP_GE_OQ));
    const unsigned exit = bits(_mm256_cmp_pd(far, _mm256_add_pd(leave, noise), _CMP_LE_OQ));
    const __m128d ends = _mm256_castpd256_pd128(_mm256_unpacklo_pd(enter, leave));
    const __m128d error = _mm_mul_pd(_mm_set1_pd(0x1p-48), ends);
    const __m128 at = _mm_cvtpd_ps(_mm_add_pd(ends, error)); // a sum keeps a -0
    const unsigned differ = (unsigned)_mm_movemask_ps(_mm_cmpneq_ps(at, _mm_cvtpd_ps(_mm_sub_pd(ends, error))));
    if (meets & (((entry & (entry - 1)) | (exit & (exit - 1)) | (differ & 3)) == 0)) {
        write_span((unsigned)_mm_movemask_ps(d) & AXES, entry, exit, at, span);
        return true;
    }
    if (!good)
        return decide(o, d, lo, hi, span);
    // The order of two planes of one pair is known: they need not be told apart, so that a flat box is hit.
    const unsigned sure_entry = are_several(entry) || (differ & 1) ? 0 : entry;
    const unsigned sure_exit = are_several(exit) || (differ & 2) ? 0 : exit;
    const bool in_order = meets || (entry == exit && entry != 0 && !are_several(entry));
    return resolve(o, d, lo, hi, ends, sure_entry | sure_exit << EXIT_SHIFT | (in_order ? MEETS : 0), span);
}
