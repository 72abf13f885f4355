// The filter of kernel_portable.c with SSE4.1: four boxes at a time, two times per group.
//
// As kernel_avx2.c, halved: two boxes go into A = (min.x, min.y), B = (min.z, max.x), C = (max.y, max.z) of each,
// loaded without touching more than the 24 bytes of a box; the arithmetic follows, and six shuffles, each with its face
// of four boxes. The survivors are those of the portable kernel, bit by bit. Cost: about 1 ns a box.
#include "many/kernel.h"

#include <float.h>
#include <smmintrin.h>

typedef struct constants {
    __m128 origin[3], scale[3], low, high;
} constants;

// Two boxes.
typedef struct two {
    __m128 a, b, c;
} two;

HIT_MANY_INLINE __m128 load(const void* at)
{
    return _mm_loadu_ps((const float*)at);
}

HIT_MANY_INLINE two load_strided(const unsigned char* p, size_t stride)
{
    const __m128d low0 = _mm_castps_pd(load(p)), low1 = _mm_castps_pd(load(p + stride));
    const __m128d high0 = _mm_castps_pd(load(p + 8)), high1 = _mm_castps_pd(load(p + stride + 8));
    const two boxes = {_mm_castpd_ps(_mm_unpacklo_pd(low0, low1)), _mm_castpd_ps(_mm_unpackhi_pd(low0, low1)),
                       _mm_castpd_ps(_mm_unpackhi_pd(high0, high1))};
    return boxes;
}

HIT_MANY_INLINE two load_packed(const unsigned char* p)
{
    const __m128 v0 = load(p), v1 = load(p + 16), v2 = load(p + 32);
    const two boxes = {_mm_blend_ps(v0, v1, 0xc), _mm_shuffle_ps(v0, v2, 0x4e), _mm_blend_ps(v1, v2, 0xc)};
    return boxes;
}

// The parameters of the faces.
HIT_MANY_INLINE two face_t(const constants* ray, two boxes)
{
    const two t = {_mm_mul_ps(_mm_sub_ps(boxes.a, ray->origin[0]), ray->scale[0]),
                   _mm_mul_ps(_mm_sub_ps(boxes.b, ray->origin[1]), ray->scale[1]),
                   _mm_mul_ps(_mm_sub_ps(boxes.c, ray->origin[2]), ray->scale[2])};
    return t;
}

HIT_MANY_INLINE __m128 even(__m128 first, __m128 last)
{
    return _mm_shuffle_ps(first, last, 0x88);
}

HIT_MANY_INLINE __m128 odd(__m128 first, __m128 last)
{
    return _mm_shuffle_ps(first, last, 0xdd);
}

HIT_MANY_INLINE __m128 max4(__m128 a, __m128 b, __m128 c, __m128 start)
{
    return _mm_max_ps(a, _mm_max_ps(b, _mm_max_ps(c, start)));
}

// The survivors of four boxes.
HIT_MANY_INLINE unsigned survivors_of(const constants* ray, two first, two last, unsigned relation, bool forward)
{
    const two p = face_t(ray, first), q = face_t(ray, last);
    const __m128 min_x = even(p.a, q.a), min_y = odd(p.a, q.a), min_z = even(p.b, q.b);
    const __m128 max_x = odd(p.b, q.b), max_y = even(p.c, q.c), max_z = odd(p.c, q.c);
    const bool y_opposes = relation & HIT_MANY_Y_OPPOSES_X, z_opposes = relation & HIT_MANY_Z_OPPOSES_X;
    __m128 low = max4(min_x, y_opposes ? max_y : min_y, z_opposes ? max_z : min_z, ray->low);
    __m128 high = max4(max_x, y_opposes ? min_y : max_y, z_opposes ? min_z : max_z, ray->high);
    __m128 noise = _mm_set1_ps(HIT_MANY_TINY);

    if (!forward) {
        const __m128 largest = _mm_set1_ps(FLT_MAX), sign = _mm_set1_ps(-0.0f);
        low = _mm_min_ps(low, largest), high = _mm_min_ps(high, largest);
        noise = _mm_add_ps(
            _mm_mul_ps(_mm_set1_ps(HIT_MANY_PAD), _mm_max_ps(_mm_andnot_ps(sign, low), _mm_andnot_ps(sign, high))),
            noise);
    }
    return (unsigned)_mm_movemask_ps(_mm_cmpngt_ps(_mm_add_ps(low, high), noise));
}

// The survivors of the eight boxes at p.
HIT_MANY_INLINE unsigned group(const constants* ray, const unsigned char* p, size_t stride, unsigned relation,
                               bool forward, bool packed)
{
    const unsigned char* q = p + 4 * stride;

    if (packed)
        return survivors_of(ray, load_packed(p), load_packed(p + 48), relation, forward) |
               survivors_of(ray, load_packed(p + 96), load_packed(p + 144), relation, forward) << 4;
    return survivors_of(ray, load_strided(p, stride), load_strided(p + 2 * stride, stride), relation, forward) |
           survivors_of(ray, load_strided(q, stride), load_strided(q + 2 * stride, stride), relation, forward) << 4;
}

HIT_MANY_INLINE constants prepare(const hit_many_ray* ray)
{
    const constants prepared = {{load(ray->origin), load(ray->origin + 4), load(ray->origin + 8)},
                                {load(ray->scale), load(ray->scale + 4), load(ray->scale + 8)},
                                _mm_set1_ps(ray->low),
                                _mm_set1_ps(ray->high)};
    return prepared;
}

#include "many/kernel_loops.h"

size_t hit_many_scan_sse4(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors)
{
    return scan_any(ray, boxes, begin, survivors);
}

void hit_many_mark_sse4(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors)
{
    mark_any(ray, boxes, survivors);
}
