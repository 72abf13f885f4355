// The first stage of hit_ray_aabb and hit_ray_triangle, inlined into the calling code.
//
// For loops that test many boxes or triangles one by one, where a call would cost as much as the test. After this
// header, hit_ray_aabb and hit_ray_triangle stand for functions that discard in float, here, what is certainly missed
// (and find, where only that is asked, what is certainly hit), and leave the rest to the library. The answers are the
// same, bit by bit. Without it, both are ordinary functions.
//
// HIT_NO_INLINE_FILTERS turns it off: then this header changes nothing. So does -ffast-math, with which code may not
// rely on NaN, infinities or the order of operations. On x86 the filter for boxes uses SSE2, by <emmintrin.h>;
// HIT_NO_SIMD has it in plain C. hitscan.h does not include this header.
#ifndef HITSCAN_INLINE_H
#define HITSCAN_INLINE_H

#include <float.h>
#include <hitscan/intersect.h>

#if (defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)) &&                             \
    !defined(HIT_NO_INLINE_FILTERS)
#define HIT_NO_INLINE_FILTERS
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// hit_ray_aabb without the filter: the same answer. False for NULL.
HIT_API bool hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span);

/// hit_ray_triangle without the filter: the same answer. False for NULL.
HIT_API bool hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit);

#ifdef __cplusplus
}
#endif

#ifndef HIT_NO_INLINE_FILTERS

// Every x86-64 machine has SSE2, with which three planes of a box are tested at once.
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(HIT_NO_SIMD)
#define HIT_SSE2_
#include <emmintrin.h>
#endif

// Inlined even where a compiler would rather not: the call would cost more than the filter.
#if defined(__GNUC__)
#define HIT_FILTER_INLINE_ static __attribute__((always_inline)) inline
#else
#define HIT_FILTER_INLINE_ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// 2^-130: a number by which filters notice another floating-point environment. Volatile, so that no compiler or linker
/// does the sums in advance, or once for several environments; never written to.
HIT_API extern const volatile float hit_float_probe;

// Names that end in an underscore are not for callers: they may change with any version.

// The smaller and the larger of two floats. Written so that compilers use one instruction, which fixes what a NaN
// gives: the second argument.
HIT_FILTER_INLINE_ float hit_min_(float a, float b)
{
    return a < b ? a : b;
}
HIT_FILTER_INLINE_ float hit_max_(float a, float b)
{
    return a > b ? a : b;
}

// True when the CPU rounds to nearest and keeps denormals, which some filters rely on. e is a denormal: its double is
// lost where denormals are flushed or taken as zero, and it leaves 1 as it is only where sums are rounded to nearest.
// No sum here is a denormal made of normal numbers, as some CPUs take 50 ns for one.
HIT_FILTER_INLINE_ bool hit_float_env_is_default_(void)
{
    const float e = hit_float_probe;
    return e + e > (1.0f + e) - (1.0f - e);
}

#ifdef HIT_SSE2_

// A vector with the lanes a, b, c, d of v.
#define HIT_LANES_(v, a, b, c, d) _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), _MM_SHUFFLE(d, c, b, a)))

/// hit_ray_aabb_exact for numbers that are in registers: (x, y, z, any number), and the direction with t_min.
HIT_API bool hit_ray_aabb_sse2_(__m128 origin, __m128 direction_t_min, __m128 min, __m128 max, float t_max,
                                hit_span* span);

#endif

// hit_ray_aabb, with its first stage, the slab method in float, in the calling code.
HIT_FILTER_INLINE_ bool hit_ray_aabb_inline(hit_ray ray, hit_aabb box, hit_span* span)
{
    // A quotient q is off by at most 2^-21·|q| (2^-24 each for the difference and the product, 2^-22 for a reciprocal
    // that is denormal), plus 2^-150 where it underflows. No difference is lost, as denormals are kept, which is asked
    // last; so is rounding to nearest, which makes an overflow an infinity.
    //
    // Certainly a miss: enter is above leave by more than 2^-18·|leave| + 2^-140. That covers both errors: when enter
    // and leave have one sign, either |enter| < |leave|, or the gap grows faster with |enter| than its error; when not,
    // no error changes a sign, but for an underflow. What is not trusted is an infinity: a parallel ray, or an
    // overflow; an infinite `leave` makes the sum a NaN, or is never below. A NaN, from 0·inf on a plane or from bad
    // input, is dropped by a minimum or makes a comparison fail; a constraint lost cannot make a miss.
    //
    // Certainly a hit, where only that is asked: the same the other way round, with all input checked, as a lost
    // constraint or a NaN could make a false hit: the sum is not finite when a number is not, or when a difference
    // overflows; and from FLT_MIN on, a reciprocal does not. That t_min <= t_max follows.
#ifdef HIT_SSE2_
    const __m128 o = _mm_setr_ps(ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x);
    const __m128 d = _mm_setr_ps(ray.direction.x, ray.direction.y, ray.direction.z, ray.t_min);
    const __m128 lo = _mm_setr_ps(box.min.x, box.min.y, box.min.z, box.max.x);
    const __m128 hi = HIT_LANES_(_mm_setr_ps(box.min.z, box.max.x, box.max.y, box.max.z), 1, 2, 3, 3);
    const __m128 inverse = _mm_div_ps(_mm_set1_ps(1.0f), HIT_LANES_(d, 0, 1, 2, 2)); // 1/t_min might trap
    const __m128 to_lo = _mm_sub_ps(lo, o), to_hi = _mm_sub_ps(hi, o);
    const __m128 at_lo = _mm_mul_ps(to_lo, inverse), at_hi = _mm_mul_ps(to_hi, inverse);
    const __m128 first = _mm_min_ps(at_lo, at_hi), last = _mm_max_ps(at_lo, at_hi);
    const float first_x = _mm_cvtss_f32(first), last_x = _mm_cvtss_f32(last);
    const float first_y = _mm_cvtss_f32(HIT_LANES_(first, 1, 1, 1, 1));
    const float last_y = _mm_cvtss_f32(HIT_LANES_(last, 1, 1, 1, 1));
    const float first_z = _mm_cvtss_f32(_mm_movehl_ps(first, first));
    const float last_z = _mm_cvtss_f32(_mm_movehl_ps(last, last));
#else
    const float rx = 1.0f / ray.direction.x, ry = 1.0f / ray.direction.y, rz = 1.0f / ray.direction.z;
    const float ax = box.min.x - ray.origin.x, ay = box.min.y - ray.origin.y, az = box.min.z - ray.origin.z;
    const float bx = box.max.x - ray.origin.x, by = box.max.y - ray.origin.y, bz = box.max.z - ray.origin.z;
    const float first_x = hit_min_(ax * rx, bx * rx), last_x = hit_max_(ax * rx, bx * rx);
    const float first_y = hit_min_(ay * ry, by * ry), last_y = hit_max_(ay * ry, by * ry);
    const float first_z = hit_min_(az * rz, bz * rz), last_z = hit_max_(az * rz, bz * rz);
#endif
    const float enter = hit_max_(hit_max_(first_x, first_y), hit_max_(first_z, ray.t_min));
    const float leave = hit_min_(hit_min_(last_x, last_y), hit_min_(last_z, ray.t_max));

    if (enter - 0x1p-140f > leave + 0x1p-18f * fabsf(leave) && enter <= FLT_MAX && hit_float_env_is_default_())
        return false;
    if (span == NULL && leave - enter > 0x1p-18f * (fabsf(enter) + fabsf(leave)) + FLT_MIN &&
        hit_float_env_is_default_()) {
#ifdef HIT_SSE2_
        const __m128 minus = _mm_set1_ps(-0.0f);
        const __m128 sum = _mm_andnot_ps(minus, _mm_add_ps(_mm_add_ps(to_lo, to_hi), d));
        const __m128 good = _mm_and_ps(_mm_cmple_ps(lo, hi), _mm_cmple_ps(sum, _mm_set1_ps(FLT_MAX)));
        const __m128 finite = _mm_cmpge_ps(_mm_andnot_ps(minus, d), _mm_set1_ps(FLT_MIN));
        if ((_mm_movemask_ps(_mm_and_ps(good, finite)) & 7) == 7)
            return true;
#else
        const float sum = (fabsf(ax) + fabsf(ay) + fabsf(az)) + (fabsf(bx) + fabsf(by) + fabsf(bz));
        const float dx = fabsf(ray.direction.x), dy = fabsf(ray.direction.y), dz = fabsf(ray.direction.z);
        if (box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z &&
            hit_min_(hit_min_(dx, dy), dz) >= FLT_MIN && sum + dx + dy + dz <= FLT_MAX)
            return true;
#endif
    }
#ifdef HIT_SSE2_
    return hit_ray_aabb_sse2_(o, d, lo, hi, ray.t_max, span);
#else
    {
        // Copied member by member: `ray` and `box` themselves then need no memory, and a miss no stores.
        const hit_ray r = {{ray.origin.x, ray.origin.y, ray.origin.z},
                           {ray.direction.x, ray.direction.y, ray.direction.z},
                           ray.t_min,
                           ray.t_max};
        const hit_aabb b = {{box.min.x, box.min.y, box.min.z}, {box.max.x, box.max.y, box.max.z}};
        return hit_ray_aabb_exact(&r, &b, span);
    }
#endif
}

// hit_ray_triangle, with its first stage in the calling code.
HIT_FILTER_INLINE_ bool hit_ray_triangle_inline(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    // The determinants of Möller and Trumbore (Fast, minimum storage ray/triangle intersection, 1997): u, v, w are
    // the signed volumes of the ray with the three edges, up to a factor, and volume is their sum. The line hits the
    // triangle when no two have opposite signs. The filter only ever says "certainly a miss": one is below -noise,
    // another above noise.
    //
    // With a limit to the noise it holds in every rounding mode, and with denormals taken as zero, so that neither has
    // to be asked for. With |x| the sum of a vector's components in size, u = s·(d×b) and volume = a·(d×b) together are
    // off by less than 7·2^-23·|d||b|(|a| + |s|), which is 7 roundings of a unit each, and v = d·(s×a) by less than
    // 7·2^-23·|d||a||s|; differences of these add one rounding each: 9·2^-23, and the noise is 2^-18. Addends of 2^-30
    // cover what underflows, or is flushed to zero: some 2^-126 in a component. A NaN in the input makes the noise a
    // NaN, as a sum cannot lose it. Whatever overflows, to an infinity, a NaN or the largest float, brings the noise to
    // its limit of 2^48: if a norm were 2^126 or more, or a product of two 2^127, the product of three would be 2^66 or
    // more, as no norm is below 2^-30.
    //
    // Larger numbers, with which nothing need have overflowed, are for the default mode. There, what overflows makes
    // the noise infinite or NaN, since the norms bound every partial result; then the test fails.
    if (triangle == NULL)
        return false;
    {
        const hit_vec3 d = ray.direction, o = ray.origin, p0 = triangle->v0, p1 = triangle->v1, p2 = triangle->v2;
        const float ax = p1.x - p0.x, ay = p1.y - p0.y, az = p1.z - p0.z;
        const float bx = p2.x - p0.x, by = p2.y - p0.y, bz = p2.z - p0.z;
        const float sx = o.x - p0.x, sy = o.y - p0.y, sz = o.z - p0.z;
        const float px = d.y * bz - d.z * by, py = d.z * bx - d.x * bz, pz = d.x * by - d.y * bx;
        const float volume = ax * px + ay * py + az * pz;
        const float u = sx * px + sy * py + sz * pz;
        const float rest = volume - u; // v + w
        const float nd = fabsf(d.x) + fabsf(d.y) + fabsf(d.z) + 0x1p-30f;
        const float na = fabsf(ax) + fabsf(ay) + fabsf(az) + 0x1p-30f;
        const float nb = fabsf(bx) + fabsf(by) + fabsf(bz) + 0x1p-30f;
        const float ns = fabsf(sx) + fabsf(sy) + fabsf(sz) + 0x1p-30f;
        const float noise = 0x1p-18f * ((nd * nb) * (na + ns));

        // min(largest, -smallest, limit) > noise: one comparison, and one branch, for both signs and the limit.
        if (hit_min_(hit_min_(hit_max_(u, rest), -hit_min_(u, rest)), 0x1p48f) > noise)
            return false;
        {
            const float qx = sy * az - sz * ay, qy = sz * ax - sx * az, qz = sx * ay - sy * ax;
            const float v = d.x * qx + d.y * qy + d.z * qz, w = rest - v;
            const float more = noise + 0x1p-18f * (nd * (na * ns));
            const float opposed = hit_min_(hit_max_(hit_max_(u, v), w), -hit_min_(hit_min_(u, v), w));
            if (hit_min_(opposed, 0x1p48f) > more || (opposed > more && hit_float_env_is_default_()))
                return false;
        }
        {
            const hit_ray r = {{o.x, o.y, o.z}, {d.x, d.y, d.z}, ray.t_min, ray.t_max};
            return hit_ray_triangle_exact(&r, triangle, hit);
        }
    }
}

#ifdef __cplusplus
}
#endif

#define hit_ray_aabb hit_ray_aabb_inline
#define hit_ray_triangle hit_ray_triangle_inline

#endif // HIT_NO_INLINE_FILTERS

#endif
