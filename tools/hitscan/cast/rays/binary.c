// Rays from records of fixed size: six or eight numbers each, floats or doubles, in either order of bytes. A double is
// rounded to the nearest float, in a far model after its origin was subtracted; one that is beyond them makes a ray
// that is not valid.
#include "cast/rays/rays.h"
#include "format/bytes.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static uint64_t load(const unsigned char* from, size_t bytes, bool big)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << 8 * (big ? bytes - 1 - i : i);
    return value;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { AS_IN_MEMORY = true }; // the usual kind is stored as rays are
#else
enum { AS_IN_MEMORY = false };
#endif
_Static_assert(offsetof(hit_ray, origin) == 0 && offsetof(hit_ray, direction) == 12, "six floats in a row");

// Six floats per ray, as they are in memory.
static void copy_rays(const unsigned char* from, hit_ray* rays, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, from += 24) {
        memcpy(&rays[i], from, 24);
        rays[i].t_min = 0.0f;
        rays[i].t_max = HUGE_VALF;
    }
}

// The usual kind, written so that compilers see one load per number.
static void read_floats(const unsigned char* from, uint32_t numbers, float v[RAY_COMPONENTS])
{
    for (uint32_t i = 0; i < numbers; i++, from += 4)
        v[i] = float_from_bits((uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
                               (uint32_t)from[3] << 24);
}

static void read_others(const unsigned char* from, const ray_encoding* e, float v[RAY_COMPONENTS])
{
    const bool big = e->kind == NUMBER_F4_BIG || e->kind == NUMBER_F8_BIG;
    const bool small = e->kind == NUMBER_F4 || e->kind == NUMBER_F4_BIG;
    for (uint32_t i = 0; i < e->numbers; i++) {
        const double value = small ? (double)float_from_bits((uint32_t)load(from + 4 * i, 4, big))
                                   : double_from_bits(load(from + 8 * i, 8, big));
        v[i] = e->is_far && i < 3 ? ray_coordinate(e, (int)i, value) : (float)value;
    }
}

void ray_records_read(const ray_encoding* e, ray_batch* batch)
{
    const size_t size = ray_record_bytes(e);
    const unsigned char* from = (const unsigned char*)batch->begin;
    const uint32_t count = (uint32_t)((size_t)(batch->end - batch->begin) / size);
    float v[RAY_COMPONENTS] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, HUGE_VALF};
    assert((size_t)(batch->end - batch->begin) == count * size && count <= BATCH_RECORDS);
    batch->count = batch->row_count = count;
    if (AS_IN_MEMORY && e->kind == NUMBER_F4 && e->numbers == 6 && !e->is_far) {
        copy_rays(from, batch->rays, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++, from += size) {
        if (e->kind == NUMBER_F4 && e->numbers == 6 && !e->is_far)
            read_floats(from, 6, v);
        else if (e->kind == NUMBER_F4 && !e->is_far)
            read_floats(from, RAY_COMPONENTS, v);
        else
            read_others(from, e, v);
        batch->rays[i].origin = hit_vec3_make(v[0], v[1], v[2]);
        batch->rays[i].direction = hit_vec3_make(v[3], v[4], v[5]);
        batch->rays[i].t_min = v[6];
        batch->rays[i].t_max = v[7];
    }
}
