// Hits as records of fixed size, little-endian and without gaps: RAW as they are, NPY behind a header that names the
// fields. A miss has an infinite t and distance, 4294967295 in place of part, face and triangle, side 0, and NaN where
// there are other numbers.
#include "cast/hits/hits.h"
#include "format/bytes.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static float number_of_miss(record_field field)
{
    return field == FIELD_T || field == FIELD_DISTANCE ? HUGE_VALF : NAN;
}

char* record_write_binary(const record_layout* l, const cast_record* r, const record_geometry* f, char* to)
{
    for (int i = 0; i < l->count; i++) {
        const record_field field = l->fields[i];
        switch (field) {
        case FIELD_RAY:
            to = put_u64(to, r->ray);
            break;
        case FIELD_HIT:
            *to++ = r->is_hit;
            break;
        case FIELD_SIDE:
            *to++ = (char)(!r->hit ? 0 : r->hit->side == HIT_SIDE_FRONT ? 1 : -1);
            break;
        case FIELD_COUNT:
            to = put_u32(to, r->count);
            break;
        case FIELD_PART:
            to = put_u32(to, r->hit ? r->source.part : UINT32_MAX);
            break;
        case FIELD_FACE:
            to = put_u32(to, r->hit ? r->source.face : UINT32_MAX);
            break;
        case FIELD_TRIANGLE:
            to = put_u32(to, r->hit ? r->hit->primitive : UINT32_MAX);
            break;
        default:
            if (record_field_is_double(l, field))
                to = put_f64(to, r->hit ? record_field_double(field, f) : (double)NAN);
            else
                to = put_f32(to, r->hit ? record_field_number(field, r, f) : number_of_miss(field));
        }
    }
    return to;
}

// ---- Many at once ---------------------------------------------------------------------------------------------------
//
// Field by field, and without branches that depend on what is a hit: rays that have nothing in common would be mostly
// mispredicted.

enum { BATCH = 128 }; // records at a time: so many that they stay in the nearest cache from field to field

// A field of all records that is 4 bytes of a hit, or of what is like it; on a miss `other`.
static void put_column(char* restrict to, size_t step, const uint32_t* restrict miss, uint32_t count,
                       const void* restrict from, size_t from_step, uint32_t other)
{
    const char* at = from;
    for (uint32_t i = 0; i < count; i++, to += step, at += from_step) {
        uint32_t bits;
        memcpy(&bits, at, sizeof bits);
        put_u32(to, (bits & ~miss[i]) | (other & miss[i]));
    }
}

// Any field, record by record: `single` is a layout of that field alone.
static void put_column_by_record(const record_layout* l, record_field field, const record_batch* list, char* to,
                                 size_t step)
{
    record_layout single = *l;
    single.count = 1;
    single.fields[0] = field;
    for (uint32_t i = 0; i < list->count; i++, to += step) {
        const bool is_hit = list->hits[i].primitive != HIT_BVH_NONE;
        const cast_record r = {.ray = list->first_ray + i,
                               .from = &list->rays[i],
                               .hit = is_hit ? &list->hits[i] : NULL,
                               .is_hit = is_hit};
        record_geometry f;
        memset(&f, 0, sizeof f);
        if (is_hit && (field == FIELD_X || field == FIELD_Y || field == FIELD_Z))
            record_find_point(l, &list->rays[i], &list->hits[i], &f);
        else if (is_hit)
            f.normal = hit_bvh_normal(l->tree, &list->hits[i]);
        record_write_binary(&single, &r, &f, to);
    }
}

static void put_columns(const record_layout* l, const record_batch* list, char* to)
{
    static const uint32_t no_part = 0;
    const size_t step = l->record_max_bytes;
    uint32_t miss[BATCH]; // all bits, or none
    assert(list->count <= BATCH);
    for (uint32_t i = 0; i < list->count; i++)
        miss[i] = 0u - (list->hits[i].primitive == HIT_BVH_NONE);
    for (int i = 0; i < l->count; i++) {
        const record_field field = l->fields[i];
        const uint32_t other = float_bits(number_of_miss(field));
        switch (field) {
        case FIELD_T:
            put_column(to, step, miss, list->count, &list->hits->t, sizeof *list->hits, other);
            break;
        case FIELD_U:
            put_column(to, step, miss, list->count, &list->hits->u, sizeof *list->hits, other);
            break;
        case FIELD_V:
            put_column(to, step, miss, list->count, &list->hits->v, sizeof *list->hits, other);
            break;
        case FIELD_TRIANGLE:
            put_column(to, step, miss, list->count, &list->hits->primitive, sizeof *list->hits, UINT32_MAX);
            break;
        case FIELD_PART:
            if (l->triangles_are_faces)
                put_column(to, step, miss, list->count, &no_part, 0, UINT32_MAX);
            else
                put_column(to, step, miss, list->count, &list->sources->part, sizeof *list->sources, UINT32_MAX);
            break;
        case FIELD_FACE:
            if (l->triangles_are_faces)
                put_column(to, step, miss, list->count, &list->hits->primitive, sizeof *list->hits, UINT32_MAX);
            else
                put_column(to, step, miss, list->count, &list->sources->face, sizeof *list->sources, UINT32_MAX);
            break;
        default:
            put_column_by_record(l, field, list, to, step);
        }
        to += record_field_bytes(l, field);
    }
}

// The fields that there are when nobody asks for others, of a model whose triangles are its faces.
static bool is_default_layout(const record_layout* l)
{
    static const record_field usual[] = {FIELD_T, FIELD_PART, FIELD_FACE, FIELD_TRIANGLE, FIELD_U, FIELD_V};
    enum { COUNT = sizeof usual / sizeof usual[0] };
    return l->triangles_are_faces && l->count == COUNT && memcmp(l->fields, usual, sizeof usual) == 0;
}

static void put_default_layout(const record_batch* list, char* to)
{
    const uint32_t far = float_bits(HUGE_VALF), none = float_bits(NAN);
    for (uint32_t i = 0; i < list->count; i++) {
        const hit_bvh_hit* hit = &list->hits[i];
        const uint32_t miss = 0u - (hit->primitive == HIT_BVH_NONE);
        to = put_u32(to, (float_bits(hit->t) & ~miss) | (far & miss));
        to = put_u32(to, miss);
        to = put_u32(to, hit->primitive | miss);
        to = put_u32(to, hit->primitive | miss);
        to = put_u32(to, (float_bits(hit->u) & ~miss) | (none & miss));
        to = put_u32(to, (float_bits(hit->v) & ~miss) | (none & miss));
    }
}

void record_write_batch(const record_layout* l, const record_batch* list, byte_buffer* out)
{
    char* to = byte_buffer_reserve(out, l->record_max_bytes * list->count);
    assert(l->mode == MODE_FIRST && !l->hits_only && !format_is_text(l->format));
    if (!to)
        return;
    out->used += l->record_max_bytes * list->count;
    if (is_default_layout(l)) {
        put_default_layout(list, to);
        return;
    }
    for (uint32_t i = 0; i < list->count; i += BATCH) {
        const uint32_t left = list->count - i;
        const record_batch some = {list->rays + i, list->hits + i, list->sources + i, left < BATCH ? left : BATCH,
                                   list->first_ray + i};
        put_columns(l, &some, to);
        to += BATCH * l->record_max_bytes;
    }
}

static const char* type_of(const record_layout* l, record_field field)
{
    return record_field_is_double(l, field) ? "<f8" : record_fields[field].type;
}

size_t record_field_bytes(const record_layout* l, record_field field)
{
    assert(record_fields[field].type); // text has no size
    return (size_t)(type_of(l, field)[2] - '0');
}

void record_npy_descr(const record_layout* l, char descr[], size_t size)
{
    size_t used = 0;
    for (int i = 0; i < l->count && used < size; i++) {
        const field_info* info = &record_fields[l->fields[i]];
        used += (size_t)snprintf(descr + used, size - used, "%s('%s', '%s')", i > 0 ? ", " : "[", info->name,
                                 type_of(l, l->fields[i]));
    }
    if (used < size)
        snprintf(descr + used, size - used, "]");
}
