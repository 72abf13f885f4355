// Hits as records of fixed size, little-endian and without gaps: RAW as they are, NPY behind a header that names the
// fields. A miss has an infinite t and distance, 4294967295 in place of part, face and triangle, side 0, and NaN where
// there are other numbers.
#include "cast/hits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char* put_u32(char* to, uint32_t value)
{
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8 & 255);
    to[2] = (char)(value >> 16 & 255);
    to[3] = (char)(value >> 24);
    return to + 4;
}

static char* put_float(char* to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put_u32(to, bits);
}

static float number_of_miss(hit_field field)
{
    return field == FIELD_T || field == FIELD_DISTANCE ? HUGE_VALF : NAN;
}

char* hit_write_packed(const hit_layout* l, const hit_record* r, const hit_facts* f, char* to)
{
    for (int i = 0; i < l->count; i++) {
        const hit_field field = l->fields[i];
        switch (field) {
        case FIELD_RAY:
            to = put_u32(to, (uint32_t)r->ray);
            to = put_u32(to, (uint32_t)(r->ray >> 32));
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
            to = put_u32(to, r->hit ? f->source.part : UINT32_MAX);
            break;
        case FIELD_FACE:
            to = put_u32(to, r->hit ? f->source.face : UINT32_MAX);
            break;
        case FIELD_TRIANGLE:
            to = put_u32(to, r->hit ? r->hit->primitive : UINT32_MAX);
            break;
        default:
            to = put_float(to, r->hit ? hit_field_number(field, r, f) : number_of_miss(field));
        }
    }
    return to;
}

void hit_npy_descr(const hit_layout* l, char descr[], size_t size)
{
    size_t used = 0;
    for (int i = 0; i < l->count && used < size; i++) {
        const field_facts* facts = &hit_fields[l->fields[i]];
        used +=
            (size_t)snprintf(descr + used, size - used, "%s('%s', '%s')", i > 0 ? ", " : "[", facts->name, facts->type);
    }
    if (used < size)
        snprintf(descr + used, size - used, "]");
}
