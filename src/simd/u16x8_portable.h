// The vectors of simd/u16x8.h in plain C. u16x8_x86.h says what each function does, where that is not plain.
#ifndef HITSCAN_SIMD_U16X8_PORTABLE_H
#define HITSCAN_SIMD_U16X8_PORTABLE_H

#include "simd/u16x8.h"

typedef struct f32x4 {
    float f[4];
} f32x4;
typedef struct i32x4 {
    int32_t i[4];
} i32x4;
typedef struct u16x8 {
    uint16_t u[8];
} u16x8;

#define BUILD_OPERATION(type, name, member, count, expression)                                                         \
    BUILD_INLINE type name(type a, type b)                                                                             \
    {                                                                                                                  \
        type r;                                                                                                        \
        for (int k = 0; k < (count); k++)                                                                              \
            r.member[k] = (expression);                                                                                \
        return r;                                                                                                      \
    }

BUILD_OPERATION(f32x4, f32x4_add, f, 4, a.f[k] + b.f[k])
BUILD_OPERATION(f32x4, f32x4_sub, f, 4, a.f[k] - b.f[k])
BUILD_OPERATION(f32x4, f32x4_mul, f, 4, a.f[k] * b.f[k])
BUILD_OPERATION(f32x4, f32x4_min, f, 4, a.f[k] < b.f[k] ? a.f[k] : b.f[k])
BUILD_OPERATION(f32x4, f32x4_max, f, 4, a.f[k] > b.f[k] ? a.f[k] : b.f[k])
BUILD_OPERATION(i32x4, i32x4_add, i, 4, a.i[k] + b.i[k])
BUILD_OPERATION(i32x4, i32x4_sub, i, 4, a.i[k] - b.i[k])
BUILD_OPERATION(u16x8, u16x8_max, u, 8, a.u[k] > b.u[k] ? a.u[k] : b.u[k])

BUILD_INLINE f32x4 f32x4_splat(float x)
{
    const f32x4 a = {{x, x, x, x}};
    return a;
}

BUILD_INLINE f32x4 f32x4_load(const float* p)
{
    f32x4 a;
    memcpy(a.f, p, sizeof a.f);
    return a;
}

BUILD_INLINE void f32x4_store(float* p, f32x4 a)
{
    memcpy(p, a.f, sizeof a.f);
}

BUILD_INLINE f32x4 f32x4_point(const void* p)
{
    f32x4 a = {{0.0f, 0.0f, 0.0f, 0.0f}};
    memcpy(a.f, p, 3 * sizeof a.f[0]);
    return a;
}

BUILD_INLINE void f32x4_store_point(float* p, f32x4 a)
{
    memcpy(p, a.f, 3 * sizeof a.f[0]);
}

BUILD_INLINE bool f32x4_all_zero(f32x4 a)
{
    return a.f[0] == 0.0f && a.f[1] == 0.0f && a.f[2] == 0.0f && a.f[3] == 0.0f;
}

BUILD_INLINE unsigned f32x4_le(f32x4 a, f32x4 b)
{
    unsigned bits = 0;
    for (unsigned k = 0; k < 4; k++)
        bits |= (a.f[k] <= b.f[k] ? 1u : 0u) << k;
    return bits;
}

BUILD_INLINE i32x4 i32x4_splat(int32_t x)
{
    const i32x4 a = {{x, x, x, x}};
    return a;
}

BUILD_INLINE i32x4 i32x4_load(const int32_t* p)
{
    i32x4 a;
    memcpy(a.i, p, sizeof a.i);
    return a;
}

BUILD_INLINE void i32x4_store(int32_t* p, i32x4 a)
{
    memcpy(p, a.i, sizeof a.i);
}

#define i32x4_extract(a, place) ((uint32_t)(a).i[place])

BUILD_INLINE i32x4 i32x4_abs(i32x4 a)
{
    for (int k = 0; k < 4; k++)
        a.i[k] = a.i[k] < 0 ? -a.i[k] : a.i[k];
    return a;
}

BUILD_INLINE f32x4 f32x4_from_i32x4(i32x4 a)
{
    const f32x4 b = {{(float)a.i[0], (float)a.i[1], (float)a.i[2], (float)a.i[3]}};
    return b;
}

BUILD_INLINE i32x4 i32x4_from_f32x4(f32x4 a)
{
    const i32x4 b = {{(int32_t)a.f[0], (int32_t)a.f[1], (int32_t)a.f[2], (int32_t)a.f[3]}};
    return b;
}

BUILD_INLINE f32x4 f32x4_or_infinite(f32x4 a, i32x4 n)
{
    for (int k = 0; k < 4; k++)
        a.f[k] = n.i[k] == 0 ? HUGE_VALF : a.f[k];
    return a;
}

BUILD_INLINE u16x8 u16x8_load(const void* p)
{
    u16x8 a;
    memcpy(a.u, p, sizeof a.u);
    return a;
}

BUILD_INLINE void u16x8_store(void* p, u16x8 a)
{
    memcpy(p, a.u, sizeof a.u);
}

BUILD_INLINE u16x8 u16x8_zero(void)
{
    const u16x8 a = {{0, 0, 0, 0, 0, 0, 0, 0}};
    return a;
}

typedef struct u16x4 {
    uint16_t u[4];
} u16x4;

BUILD_OPERATION(u16x4, u16x4_min, u, 4, a.u[k] < b.u[k] ? a.u[k] : b.u[k])
BUILD_OPERATION(u16x4, u16x4_max, u, 4, a.u[k] > b.u[k] ? a.u[k] : b.u[k])

BUILD_INLINE u16x4 u16x4_load(const uint16_t* p)
{
    u16x4 a;
    memcpy(a.u, p, sizeof a.u);
    return a;
}

BUILD_INLINE void u16x4_store(uint16_t* p, u16x4 a)
{
    memcpy(p, a.u, sizeof a.u);
}

BUILD_INLINE u16x4 u16x4_insert(u16x4 a, unsigned axis, uint32_t value)
{
    a.u[axis] = (uint16_t)value;
    return a;
}

BUILD_INLINE u16x4 u16x8_low(u16x8 a)
{
    const u16x4 low = {{(uint16_t)~a.u[0], (uint16_t)~a.u[1], (uint16_t)~a.u[2], 0}};
    return low;
}

BUILD_INLINE u16x4 u16x8_high(u16x8 a)
{
    const u16x4 high = {{a.u[3], a.u[4], a.u[5], 0}};
    return high;
}

BUILD_INLINE u16x8 u16x8_make(i32x4 low, i32x4 high, uint32_t id)
{
    u16x8 a;
    for (int k = 0; k < 3; k++) {
        a.u[k] = (uint16_t)(65535 - low.i[k]);
        a.u[3 + k] = (uint16_t)high.i[k];
    }
    memcpy(a.u + 6, &id, sizeof id);
    return a;
}

BUILD_INLINE u16x8 u16x8_without_id(u16x8 a)
{
    a.u[6] = a.u[7] = 0;
    return a;
}

BUILD_INLINE u16x8 u16x8_count_one(u16x8 a)
{
    uint32_t count;
    memcpy(&count, &a.u[6], sizeof count);
    count++;
    memcpy(&a.u[6], &count, sizeof count);
    return a;
}

BUILD_INLINE u16x8 u16x8_merge_bins(u16x8 a, u16x8 b)
{
    u16x8 r = u16x8_max(a, b);
    uint32_t count, more;
    memcpy(&count, a.u + 6, sizeof count);
    memcpy(&more, b.u + 6, sizeof more);
    count += more;
    memcpy(r.u + 6, &count, sizeof count);
    return r;
}

BUILD_INLINE i32x4 u16x8_counts(u16x8 a, u16x8 b, u16x8 c)
{
    i32x4 counts;
    memcpy(&counts.i[0], &a.u[6], sizeof counts.i[0]);
    memcpy(&counts.i[1], &b.u[6], sizeof counts.i[0]);
    memcpy(&counts.i[2], &c.u[6], sizeof counts.i[0]);
    counts.i[3] = counts.i[2];
    return counts;
}

BUILD_INLINE i32x4 u16x8_centroids(u16x8 a)
{
    i32x4 m;
    for (int k = 0; k < 3; k++)
        m.i[k] = (65535 - a.u[k] + a.u[3 + k] + 1) >> 1;
    m.i[3] = 0;
    return m;
}

BUILD_INLINE f32x4 u16x8_areas(u16x8 a, u16x8 b, u16x8 c)
{
    const u16x8 s[3] = {a, b, c};
    f32x4 area = {{0.0f, 0.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 3; k++) {
        const float x = (float)(uint16_t)(s[k].u[0] + s[k].u[3] + 1), y = (float)(uint16_t)(s[k].u[1] + s[k].u[4] + 1),
                    z = (float)(uint16_t)(s[k].u[2] + s[k].u[5] + 1);
        area.f[k] = x * y + (x + y) * z;
    }
    return area;
}

BUILD_INLINE void i32x4_keep_cheaper(f32x4 cost, i32x4 uneven, i32x4 left, i32x4 bin, f32x4* best, i32x4* best_uneven,
                                     i32x4* best_left, i32x4* best_bin)
{
    for (int k = 0; k < 4; k++)
        if (cost.f[k] < best->f[k] || (cost.f[k] == best->f[k] && uneven.i[k] < best_uneven->i[k])) {
            best->f[k] = cost.f[k];
            best_uneven->i[k] = uneven.i[k];
            best_left->i[k] = left.i[k];
            best_bin->i[k] = bin.i[k];
        }
}

#endif
