// One ray against one shape.
//
// Every test answers for lines, rays and segments alike (see hit_ray), treats shapes as closed sets, and leaves its
// output untouched on a miss. `t` is in units of |direction|. A ray that is not valid (hit_ray_is_valid) and a shape
// that is the empty set give a miss. Nothing allocates; any number of threads may call at once.
//
// Hit or miss is *exact* for all shapes: the answer is what real arithmetic on the given floats says. For boxes,
// triangles and planes each t is the correctly rounded one (nearest, ties to even; beyond FLT_MAX it is infinite);
// for round shapes it is within 0.57 ulp. Answers do not depend on the rounding mode, on FTZ/DAZ, on the CPU or on
// the compiler. docs/tolerances.md is the whole contract, docs/how-it-works.md the idea.
//
// What has up to 32 bytes is passed by value, larger shapes (hit_obb, hit_triangle, hit_mat3x4) by pointer.
//
// Every `span` and `hit` may be NULL, to ask only whether there is a hit, which is faster.
//
// The two hottest tests have their floating-point filter here, inline. What the filter cannot decide with certainty
// goes to the exact function of the same name, so a caller pays for exactness only where it is needed.
#ifndef HITSCAN_INTERSECT_H
#define HITSCAN_INTERSECT_H

#include <float.h>
#include <hitscan/shapes.h>

// Code compiled with -ffast-math or -ffinite-math-only may not rely on NaN, infinities or the order of operations; it
// then calls the library instead of inlining the filters. Define HIT_NO_INLINE_FILTERS to have the same elsewhere.
#if (defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)) &&                             \
    !defined(HIT_NO_INLINE_FILTERS)
#define HIT_NO_INLINE_FILTERS
#endif

// Every x86-64 machine has SSE2, with which three planes of a box are tested at once. Define HIT_NO_SIMD to have the
// filters in plain C, as elsewhere; the answers are the same.
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(HIT_NO_SIMD) && !defined(HIT_NO_INLINE_FILTERS)
#define HIT_SSE2_
#include <emmintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// hit_ray_aabb without the inline filter: the same answer for the same input, by a function call. False for NULL.
HIT_API bool hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span);

/// hit_ray_triangle without the inline filter: the same answer for the same input, by a function call. False for NULL.
HIT_API bool hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit);

#ifdef HIT_NO_INLINE_FILTERS

/// Intersect a ray with an axis-aligned box. Exact.
HIT_API bool hit_ray_aabb(hit_ray ray, hit_aabb box, hit_span* span);

/// Intersect a ray with a triangle. Exact.
HIT_API bool hit_ray_triangle(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit);

#else

// Names that end in an underscore are not for callers: they may change with any version.

// The smaller and the larger of two floats. Written so that compilers use one instruction, which fixes what a NaN
// gives: the second argument.
HIT_INLINE float hit_min_(float a, float b)
{
    return a < b ? a : b;
}
HIT_INLINE float hit_max_(float a, float b)
{
    return a > b ? a : b;
}

// True when the CPU rounds to nearest and keeps denormals, which some filters rely on. e is a denormal: its double is lost where
// denormals are flushed or taken as zero, and it leaves 1 as it is only where sums are rounded to nearest. No sum here is
// a denormal made of normal numbers, as some CPUs take 50 ns for one.
HIT_INLINE bool hit_float_env_is_default_(void)
{
    const float e = hit_float_probe;
    return e + e > (1.0f + e) - (1.0f - e);
}

#ifdef HIT_SSE2_

// A vector with the lanes a, b, c, d of v.
#define HIT_LANES_(v, a, b, c, d) _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), _MM_SHUFFLE(d, c, b, a)))

// Intrinsics are static functions, which C allows in other static functions only: each file has a copy of the test.
#if defined(__GNUC__)
#define HIT_AABB_INLINE_ static __attribute__((always_inline)) inline
#else
#define HIT_AABB_INLINE_ static inline
#endif

/// hit_ray_aabb_exact for numbers that are in registers: (x, y, z, any number), and the direction with t_min.
HIT_API bool hit_ray_aabb_sse2_(__m128 origin, __m128 direction_t_min, __m128 min, __m128 max, float t_max,
                                hit_span* span);

#else
#define HIT_AABB_INLINE_ HIT_FORCE_INLINE
#endif

/// Intersect a ray with an axis-aligned box. Exact.
///
/// The slab method: the ray is inside the box where it is between all three pairs of planes. A ray parallel to a pair
/// is decided by comparing coordinates, not by a threshold.
///
/// @param box   min = max is a flat box and can be hit; an inverted or non-finite box cannot
/// @param span  filled on a hit, else untouched; NULL to ask only whether there is one
/// @return  true when some t in [t_min, t_max] lies in the box, touching included
HIT_AABB_INLINE_ bool hit_ray_aabb(hit_ray ray, hit_aabb box, hit_span* span)
{
    // A quotient q is off by at most 2^-21·|q| (2^-24 each for the difference and the product, 2^-22 for a reciprocal
    // that is denormal), plus 2^-150 where it underflows. No difference is lost, as denormals are kept, which is asked
    // last; so is rounding to nearest, which makes an overflow an infinity.
    //
    // Certainly a miss: enter is above leave by more than 2^-18·|leave| + 2^-140. That covers both errors: when enter and
    // leave have one sign, either |enter| < |leave|, or the gap grows faster with |enter| than its error; when not, no
    // error changes a sign, but for an underflow. What is not trusted is an infinity: a parallel ray, or an overflow; an
    // infinite `leave` makes the sum a NaN, or is never below. A NaN, from 0·inf on a plane or from bad input, is
    // dropped by a minimum or makes a comparison fail; a constraint lost cannot make a miss.
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

/// Intersect a ray with a triangle. Exact.
///
/// Both sides are hit. Edges and corners belong to the triangle, so a ray through a shared edge hits both of its
/// triangles, at the same t, and cannot slip between them. A ray that lies in the triangle's plane hits nothing, and
/// nothing hits a degenerate triangle.
///
/// @param triangle  NULL, or one with a NaN or infinite coordinate, cannot be hit
/// @param hit       filled on a hit, else untouched; NULL to ask only whether there is one
HIT_FORCE_INLINE bool hit_ray_triangle(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    // The determinants of Möller and Trumbore (Fast, minimum storage ray/triangle intersection, 1997): u, v, w are
    // the signed volumes of the ray with the three edges, up to a factor, and volume is their sum. The line hits the
    // triangle when no two have opposite signs. The filter only ever says "certainly a miss": one is below -noise,
    // another above noise.
    //
    // With a limit to the noise it holds in every rounding mode, and with denormals taken as zero, so that neither has to
    // be asked for. With |x| the sum of a vector's components in size, u = s·(d×b) and volume = a·(d×b) together are off
    // by less than 7·2^-23·|d||b|(|a| + |s|), which is 7 roundings of a unit each, and v = d·(s×a) by less than
    // 7·2^-23·|d||a||s|; differences of these add one rounding each: 9·2^-23, and the noise is 2^-18. Addends of 2^-30
    // cover what underflows, or is flushed to zero: some 2^-126 in a component. A NaN in the input makes the noise a NaN,
    // as a sum cannot lose it. Whatever overflows, to an infinity, a NaN or the largest float, brings the noise to its
    // limit of 2^48: if a norm were 2^126 or more, or a product of two 2^127, the product of three would be 2^66 or more, as no
    // norm is below 2^-30.
    //
    // Larger numbers, with which nothing need have overflowed, are for the default mode. There, what overflows makes the
    // noise infinite or NaN, since the norms bound every partial result; then the test fails.
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

#endif // HIT_NO_INLINE_FILTERS

/// Intersect a ray with an oriented box. Exact for the set that hit_obb defines, whatever its axes.
///
/// @param obb   false for NULL, a negative half, or a NaN or infinity
/// @param span  filled on a hit, else untouched; may be NULL. Faces count along axis[0], axis[1], axis[2]. An
///              unbounded set (axes that do not span space) may give an infinite t_enter or t_exit, with HIT_FACE_NONE
HIT_API bool hit_ray_obb(hit_ray ray, const hit_obb* obb, hit_span* span);

/// Intersect a ray with the image of a box under any affine map: scale, shear, mirror, or all of them.
///
/// `t` is that of the given ray, so that hits of different objects can be compared. Exact for every matrix. When it
/// is singular (decided exactly) the image is flat; then a ray parallel to its plane, or within it, is a miss, and
/// nothing hits an image that is only a segment or a point.
///
/// @param m     false for NULL or a NaN or infinity
/// @param span  filled on a hit, else untouched; may be NULL. Faces are those of the box before the map; a singular
///              map gives HIT_FACE_SIDE for both
HIT_API bool hit_ray_box_affine(hit_ray ray, hit_aabb box, const hit_mat3x4* m, hit_span* span);

/// The outward unit normal, in world space, of a face that hit_ray_box_affine gave. The zero vector for HIT_FACE_NONE
/// or a number that is no face of a box; for HIT_FACE_SIDE, which a singular map gives, the normal of the flat image,
/// of either sign.
HIT_API hit_vec3 hit_box_affine_normal(const hit_mat3x4* m, int face);

/// Intersect a ray with a plane. Exact.
///
/// @param span  t_enter = t_exit is the crossing, with HIT_FACE_SIDE. A ray within the plane is a hit over its whole
///              length: [t_min, t_max], `inside`, without faces
HIT_API bool hit_ray_plane(hit_ray ray, hit_plane plane, hit_span* span);

/// Intersect a ray with a solid ball. Hit or miss is exact, t within 0.57 ulp.
HIT_API bool hit_ray_sphere(hit_ray ray, hit_sphere sphere, hit_span* span);

/// Intersect a ray with a solid capsule. Hit or miss and the faces are exact, t within 0.57 ulp.
///
/// @param span  the faces say on which part the points lie; exactly on a seam, and where a = b, that is HIT_FACE_SIDE
HIT_API bool hit_ray_capsule(hit_ray ray, hit_capsule capsule, hit_span* span);

/// Intersect a ray with a solid cylinder with flat ends. Hit or miss and the faces are exact, t within 0.57 ulp.
///
/// @param span  on the rim, HIT_FACE_SIDE wins over an end
HIT_API bool hit_ray_cylinder(hit_ray ray, hit_cylinder cylinder, hit_span* span);

/// Intersect a ray with a disc. Hit or miss is exact, t within 0.57 ulp.
///
/// @param span  t_enter = t_exit is the crossing, with HIT_FACE_SIDE. A ray within the disc's plane, decided exactly,
///              hits along a chord: t_enter and t_exit are its ends
HIT_API bool hit_ray_disc(hit_ray ray, hit_disc disc, hit_span* span);

/// Intersect a ray with a solid cone, cut or not. Hit or miss and the faces are exact, t within 0.57 ulp.
///
/// @param cone  false for NULL
/// @param span  the faces are HIT_FACE_SIDE, HIT_FACE_END_A (the end at h_min) and HIT_FACE_END_B (at h_max); on a rim
///              and at the apex the side wins over an end. The exit of a ray that never leaves an infinite cone is
///              t_max, with HIT_FACE_NONE; so is an entry that lies infinitely far back, with t_min and `inside`
HIT_API bool hit_ray_cone(hit_ray ray, const hit_cone* cone, hit_span* span);

#ifdef __cplusplus
}
#endif

#endif
