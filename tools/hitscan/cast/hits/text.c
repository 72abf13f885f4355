// Hits as CSV, with a header and empty fields where a miss has nothing to tell; and as NDJSON, an object per record
// that leaves these out.
#include "cast/hits/hits.h"

#include <hitscan/text.h>
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
static char* put_field(const hit_layout* l, hit_field field, const hit_record* r, const hit_facts* f, char* to)
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
        const char* name = hit_part_name(l, r->source.part, &length);
        return put(to, name, length);
    }
    default: {
        const float number = hit_field_number(field, r, f);
        if (json && !isfinite(number))
            return put_word(to, "null");
        return to + hit_text_write_float(number, to);
    }
    }
}

char* hit_write_csv(const hit_layout* l, const hit_record* r, const hit_facts* f, char* to)
{
    for (int i = 0; i < l->count; i++) {
        const hit_field field = l->fields[i];
        if (i > 0)
            *to++ = ',';
        if (r->hit || !hit_fields[field].of_hit)
            to = put_field(l, field, r, f, to);
    }
    *to++ = '\n';
    return to;
}

char* hit_write_ndjson(const hit_layout* l, const hit_record* r, const hit_facts* f, char* to)
{
    char next = '{';
    if (r->id.text) {
        to = put_word(to, "{\"id\":");
        to = put(to, r->id.text, r->id.length);
        next = ',';
    }
    for (int i = 0; i < l->count; i++) {
        const hit_field field = l->fields[i];
        if (!r->hit && hit_fields[field].of_hit)
            continue;
        *to++ = next;
        *to++ = '"';
        to = put_word(to, hit_fields[field].name);
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

void hit_write_head(const hit_layout* l, text_out* out)
{
    if (l->format != FORMAT_CSV)
        return;
    for (int i = 0; i < l->count; i++) {
        const char* name = hit_fields[l->fields[i]].name;
        const size_t length = strlen(name);
        char* to = text_room(out, length + 1);
        if (!to)
            return;
        to = put(to, name, length);
        *to = i + 1 < l->count ? ',' : '\n';
        out->used += length + 1;
    }
}
