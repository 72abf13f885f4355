// Hits as CSV, with a header and empty fields where a miss has no value; and as NDJSON, an object per record that
// leaves these out.
#include "cast/hits/hits.h"
#include "mesh_io/text/text.h"

#include <math.h>
#include <string.h>

static char* put(char* to, const char* text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

static char* put_word(char* to, const char* word)
{
    return put(to, word, strlen(word));
}

// The value of a field; JSON has other words for some.
static char* put_field(const record_layout* l, record_field field, const cast_record* r, const record_geometry* f,
                       char* to)
{
    static const hit_bvh_hit none = {.primitive = HIT_BVH_NONE};
    const hit_bvh_hit* hit = r->hit ? r->hit : &none; // not asked for, but then there is something to look at
    const bool json = l->format == FORMAT_NDJSON;
    switch (field) {
    case FIELD_RAY:
        return write_count(r->ray, to);
    case FIELD_HIT:
        if (json)
            return put_word(to, r->is_hit ? "true" : "false");
        *to = r->is_hit ? '1' : '0';
        return to + 1;
    case FIELD_COUNT:
        return write_count(r->count, to);
    case FIELD_PART:
        return write_count(r->source.part, to);
    case FIELD_FACE:
        return write_count(r->source.face, to);
    case FIELD_TRIANGLE:
        return write_count(hit->primitive, to);
    case FIELD_SIDE:
        if (json)
            return put_word(to, hit->side == HIT_SIDE_FRONT ? "\"front\"" : "\"back\"");
        return put_word(to, hit->side == HIT_SIDE_FRONT ? "front" : "back");
    case FIELD_PART_NAME: {
        size_t length;
        const char* name = record_part_name(l, r->source.part, &length);
        return put(to, name, length);
    }
    default: {
        const float number = record_field_number(field, r, f);
        if (record_field_is_double(l, field))
            return to + hit_text_write_double(record_field_double(field, f), to);
        if (json && !isfinite(number))
            return put_word(to, "null");
        return to + hit_text_write_float(number, to);
    }
    }
}

char* record_write_csv(const record_layout* l, const cast_record* r, const record_geometry* f, char* to)
{
    for (int i = 0; i < l->count; i++) {
        const record_field field = l->fields[i];
        if (i > 0)
            *to++ = ',';
        if (r->hit || !record_fields[field].of_hit)
            to = put_field(l, field, r, f, to);
    }
    *to++ = '\n';
    return to;
}

char* record_write_ndjson(const record_layout* l, const cast_record* r, const record_geometry* f, char* to)
{
    char next = '{';
    if (r->id.text) {
        to = put_word(to, "{\"id\":");
        to = put(to, r->id.text, r->id.length);
        next = ',';
    }
    for (int i = 0; i < l->count; i++) {
        const record_field field = l->fields[i];
        if (!r->hit && record_fields[field].of_hit)
            continue;
        *to++ = next;
        *to++ = '"';
        to = put_word(to, record_fields[field].name);
        *to++ = '"';
        *to++ = ':';
        to = put_field(l, field, r, f, to);
        next = ',';
    }
    if (next == '{')
        *to++ = '{';
    *to++ = '}';
    *to++ = '\n';
    return to;
}

void record_write_header(const record_layout* l, byte_buffer* out)
{
    if (l->format != FORMAT_CSV)
        return;
    for (int i = 0; i < l->count; i++) {
        const char* name = record_fields[l->fields[i]].name;
        const size_t length = strlen(name);
        char* to = byte_buffer_reserve(out, length + 1);
        if (!to)
            return;
        to = put(to, name, length);
        *to = i + 1 < l->count ? ',' : '\n';
        out->used += length + 1;
    }
}
