// The filter of kernel_portable.c with AVX2: eight boxes at a time.
//
// Four boxes go into three registers, A = (min.x, min.y), B = (min.z, max.x), C = (max.y, max.z) of each box, two boxes
// per 128-bit half. Of boxes without a gap between them, three loads of 16 bytes are two boxes; of others, two loads,
// at 0 and at 8, cover the 24 bytes of a box. So nothing else is touched. The arithmetic follows, and six shuffles,
// each with its face of eight boxes. Which of them belong to the low end depends on how the signs of the direction
// relate: a constant in each copy of the loop, so that it costs nothing.
//
// No FMA: the survivors are those of the portable kernel, bit by bit. Cost: about 0.55 ns a box.
#include "many/kernel.h"

#include <float.h>
#include <immintrin.h>

typedef struct constants {
    __m256 origin[3], scale[3], low, high;
} constants;

// Four boxes.
typedef struct four {
    __m256 a, b, c;
} four;

HIT_MANY_INLINE __m256 load_two(const unsigned char* low, const unsigned char* high)
{
    const __m128 a = _mm_loadu_ps((const float*)(const void*)low), b = _mm_loadu_ps((const float*)(const void*)high);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}

HIT_MANY_INLINE __m256 broadcast(const float values[4])
{
    const __m128 v = _mm_loadu_ps(values);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(v), v, 1);
}

// The boxes at p, p + stride, p + 4·stride and p + 5·stride.
HIT_MANY_INLINE four load_strided(const unsigned char* p, size_t stride)
{
    const unsigned char* q = p + 4 * stride;
    const __m256d low0 = _mm256_castps_pd(load_two(p, q)), low1 = _mm256_castps_pd(load_two(p + stride, q + stride));
    const __m256d high0 = _mm256_castps_pd(load_two(p + 8, q + 8));
    const __m256d high1 = _mm256_castps_pd(load_two(p + stride + 8, q + stride + 8));
    const four boxes = {_mm256_castpd_ps(_mm256_unpacklo_pd(low0, low1)),
                        _mm256_castpd_ps(_mm256_unpackhi_pd(low0, low1)),
                        _mm256_castpd_ps(_mm256_unpackhi_pd(high0, high1))};
    return boxes;
}

// The same for boxes without gaps, two of which are three loads.
HIT_MANY_INLINE four load_packed(const unsigned char* p)
{
    const __m256 w0 = load_two(p, p + 96), w1 = load_two(p + 16, p + 112), w2 = load_two(p + 32, p + 128);
    const four boxes = {_mm256_blend_ps(w0, w1, 0xcc), _mm256_shuffle_ps(w0, w2, 0x4e), _mm256_blend_ps(w1, w2, 0xcc)};
    return boxes;
}

// The parameters of the faces.
HIT_MANY_INLINE four face_t(const constants* ray, four boxes)
{
    const four t = {_mm256_mul_ps(_mm256_sub_ps(boxes.a, ray->origin[0]), ray->scale[0]),
                    _mm256_mul_ps(_mm256_sub_ps(boxes.b, ray->origin[1]), ray->scale[1]),
                    _mm256_mul_ps(_mm256_sub_ps(boxes.c, ray->origin[2]), ray->scale[2])};
    return t;
}

HIT_MANY_INLINE __m256 even(__m256 first, __m256 last)
{
    return _mm256_shuffle_ps(first, last, 0x88);
}

HIT_MANY_INLINE __m256 odd(__m256 first, __m256 last)
{
    return _mm256_shuffle_ps(first, last, 0xdd);
}

HIT_MANY_INLINE __m256 max4(__m256 a, __m256 b, __m256 c, __m256 start)
{
    return _mm256_max_ps(a, _mm256_max_ps(b, _mm256_max_ps(c, start)));
}

// The survivors of eight boxes: first holds 0, 1, 4, 5, last holds 2, 3, 6, 7.
HIT_MANY_INLINE unsigned survivors_of(const constants* ray, four first, four last, unsigned relation, bool forward)
{
    const four p = face_t(ray, first), q = face_t(ray, last);
    const __m256 min_x = even(p.a, q.a), min_y = odd(p.a, q.a), min_z = even(p.b, q.b);
    const __m256 max_x = odd(p.b, q.b), max_y = even(p.c, q.c), max_z = odd(p.c, q.c);
    const bool y_opposes = relation & HIT_MANY_Y_OPPOSES_X, z_opposes = relation & HIT_MANY_Z_OPPOSES_X;
    __m256 low = max4(min_x, y_opposes ? max_y : min_y, z_opposes ? max_z : min_z, ray->low);
    __m256 high = max4(max_x, y_opposes ? min_y : max_y, z_opposes ? min_z : max_z, ray->high);
    __m256 noise = _mm256_set1_ps(HIT_MANY_TINY);

    if (!forward) {
        const __m256 largest = _mm256_set1_ps(FLT_MAX), sign = _mm256_set1_ps(-0.0f);
        low = _mm256_min_ps(low, largest), high = _mm256_min_ps(high, largest);
        noise = _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(HIT_MANY_PAD),
                                            _mm256_max_ps(_mm256_andnot_ps(sign, low), _mm256_andnot_ps(sign, high))),
                              noise);
    }
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(_mm256_add_ps(low, high), noise, _CMP_NGT_UQ));
}

// The survivors of the eight boxes at p.
HIT_MANY_INLINE unsigned group(const constants* ray, const unsigned char* p, size_t stride, unsigned relation,
                               bool forward, bool packed)
{
    if (packed)
        return survivors_of(ray, load_packed(p), load_packed(p + 48), relation, forward);
    return survivors_of(ray, load_strided(p, stride), load_strided(p + 2 * stride, stride), relation, forward);
}

HIT_MANY_INLINE constants prepare(const hit_many_ray* ray)
{
    const constants prepared = {{broadcast(ray->origin), broadcast(ray->origin + 4), broadcast(ray->origin + 8)},
                                {broadcast(ray->scale), broadcast(ray->scale + 4), broadcast(ray->scale + 8)},
                                _mm256_set1_ps(ray->low),
                                _mm256_set1_ps(ray->high)};
    return prepared;
}

#include "many/kernel_loops.h"

size_t hit_many_scan_avx2(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors)
{
    return scan_any(ray, boxes, begin, survivors);
}

void hit_many_mark_avx2(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors)
{
    mark_any(ray, boxes, survivors);
}
