// Rays from NDJSON: one object per line, as in {"origin":[0,0,5],"direction":[0,0,-1],"tmin":0,"tmax":10,"id":"a7"}.
//
// A small parser that goes over the line once. Keys may stand in any order, "o" and "d" are short for origin and
// direction, null is as good as absent, and other keys are passed over, whatever they have. Numbers may also be NaN and
// Infinity, which some writers of JSON put there. Nothing recurses: the brackets that are open are bits of a number.
#include "cast/rays/rays.h"
#include "cli/text.h"
#include "mesh_io/text/text.h"

#include <math.h>
#include <string.h>

enum { DEPTH_MAX = 64 };

typedef struct cursor {
    const char *at, *end;
    const char* text_end; ///< of what may be read: numbers are read faster where there is more
} cursor;

static bool same_text(const char* begin, const char* end, const char* text)
{
    const size_t length = strlen(text);
    return (size_t)(end - begin) == length && memcmp(begin, text, length) == 0;
}

// Take a character, and the blanks before it, when it is the next one.
static bool accept_char(cursor* c, char what)
{
    c->at = skip_blanks(c->at, c->end);
    if (c->at == c->end || *c->at != what)
        return false;
    c->at++;
    return true;
}

static bool accept_word(cursor* c, const char* word)
{
    const size_t length = strlen(word);
    c->at = skip_blanks(c->at, c->end);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Take a string: its text with the quotes is what the cursor passes.
static bool parse_string(cursor* c)
{
    if (!accept_char(c, '"'))
        return false;
    for (; c->at < c->end && *c->at != '"'; c->at++) {
        if ((unsigned char)*c->at < ' ')
            return false;
        if (*c->at != '\\')
            continue;
        if (++c->at == c->end || *c->at == '\0' || !strchr("\"\\/bfnrtu", *c->at))
            return false;
        if (*c->at == 'u')
            for (int i = 0; i < 4; i++)
                if (++c->at == c->end || !is_hex(*c->at))
                    return false;
    }
    return accept_char(c, '"');
}

static bool parse_float(cursor* c, float* value)
{
    const char* stop;
    c->at = skip_blanks(c->at, c->end);
    stop = hit_text_read_float(c->at, c->text_end, value); // it does not go on in the next line
    c->at = stop ? stop : c->at;
    return stop != NULL;
}

static bool parse_scalar(cursor* c)
{
    double ignored;
    const char* stop;
    if (parse_string(c) || accept_word(c, "true") || accept_word(c, "false") || accept_word(c, "null"))
        return true;
    if (c->at == c->end || *c->at == '"')
        return false;
    stop = hit_text_read_double(c->at, c->end, &ignored);
    c->at = stop ? stop : c->at;
    return stop != NULL;
}

// Pass over any value. Brackets must fit; what stands between them is looked at only as far as needed for that.
static bool skip_value(cursor* c)
{
    uint64_t braces = 0; // bit 0: the innermost bracket is a brace
    int depth = 0;
    do {
        c->at = skip_blanks(c->at, c->end);
        if (c->at == c->end)
            return false;
        if (*c->at == '{' || *c->at == '[') {
            if (++depth > DEPTH_MAX)
                return false;
            braces = braces << 1 | (*c->at++ == '{');
        } else if (*c->at == '}' || *c->at == ']') {
            if (depth == 0 || (braces & 1) != (*c->at++ == '}'))
                return false;
            depth--;
            braces >>= 1;
        } else if (depth > 0 && (*c->at == ',' || *c->at == ':'))
            c->at++;
        else if (!parse_scalar(c))
            return false;
    } while (depth > 0);
    return true;
}

static bool parse_point(cursor* c, hit_vec3* point)
{
    return accept_char(c, '[') && parse_float(c, &point->x) && accept_char(c, ',') && parse_float(c, &point->y) &&
           accept_char(c, ',') && parse_float(c, &point->z) && accept_char(c, ']');
}

// An origin; in a far model by doubles.
static bool parse_origin(cursor* c, const ray_encoding* e, hit_vec3* point)
{
    float* const to[3] = {&point->x, &point->y, &point->z};
    for (int i = 0; i < 3; i++) {
        const char* begin;
        if (!accept_char(c, i == 0 ? '[' : ','))
            return false;
        begin = c->at;
        if (!parse_float(c, to[i]))
            return false;
        if (e->is_far)
            *to[i] = ray_coordinate_again(e, i, begin, c->at);
    }
    return accept_char(c, ']');
}

// What a line has given so far.
typedef struct line_ray {
    hit_ray ray;
    ray_id id;
    bool has_origin, has_direction;
} line_ray;

// A number that may also be null.
static bool parse_limit(cursor* c, float* limit)
{
    float value;
    if (accept_word(c, "null"))
        return true;
    if (!parse_float(c, &value))
        return false;
    *limit = value;
    return true;
}

static bool parse_digits(cursor* c)
{
    const char* begin = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        c->at++;
    return c->at > begin;
}

// A number as JSON has it, and not as others write it: an id is copied to where it must be JSON.
static bool parse_json_number(cursor* c)
{
    const char* digits;
    c->at += c->at < c->end && *c->at == '-';
    digits = c->at;
    if (!parse_digits(c) || (*digits == '0' && c->at - digits > 1))
        return false;
    if (c->at < c->end && *c->at == '.') {
        c->at++;
        if (!parse_digits(c))
            return false;
    }
    if (c->at < c->end && (*c->at == 'e' || *c->at == 'E')) {
        c->at++;
        c->at += c->at < c->end && (*c->at == '-' || *c->at == '+');
        return parse_digits(c);
    }
    return true;
}

static bool parse_id(cursor* c, ray_id* id)
{
    c->at = skip_blanks(c->at, c->end);
    id->text = c->at;
    if (c->at < c->end && *c->at == '"') {
        if (!parse_string(c))
            return false;
    } else if (!accept_word(c, "true") && !accept_word(c, "false") && !accept_word(c, "null") && !parse_json_number(c))
        return false;
    id->length = (size_t)(c->at - id->text);
    return true;
}

// The value of a key. On failure the cursor is somewhere in it.
static bool parse_value(cursor* c, const ray_encoding* e, const char* key, const char* key_end, line_ray* r)
{
    if (same_text(key, key_end, "\"origin\"") || same_text(key, key_end, "\"o\"")) {
        r->has_origin = parse_origin(c, e, &r->ray.origin);
        return r->has_origin;
    }
    if (same_text(key, key_end, "\"direction\"") || same_text(key, key_end, "\"d\"")) {
        r->has_direction = parse_point(c, &r->ray.direction);
        return r->has_direction;
    }
    if (same_text(key, key_end, "\"tmin\""))
        return parse_limit(c, &r->ray.t_min);
    if (same_text(key, key_end, "\"tmax\""))
        return parse_limit(c, &r->ray.t_max);
    if (same_text(key, key_end, "\"id\""))
        return parse_id(c, &r->id);
    return skip_value(c);
}

static bool read_object(cursor* c, const ray_encoding* e, line_ray* r, ray_batch* batch)
{
    char shown[32];
    if (!accept_char(c, '{'))
        return reject_row(batch, "no JSON object: \"%s\"", excerpt(c->at, c->end, shown));
    if (!accept_char(c, '}')) {
        do {
            const char *key, *key_end;
            c->at = skip_blanks(c->at, c->end);
            key = c->at;
            if (!parse_string(c))
                return reject_row(batch, "no key: \"%s\"", excerpt(c->at, c->end, shown));
            key_end = c->at;
            if (!accept_char(c, ':') || !parse_value(c, e, key, key_end, r))
                return reject_row(batch, "the value of %s cannot be used, from \"%s\" on", excerpt(key, key_end, shown),
                                  excerpt(c->at, c->end, (char[32]){0}));
        } while (accept_char(c, ','));
        if (!accept_char(c, '}'))
            return reject_row(batch, "neither , nor }: \"%s\"", excerpt(c->at, c->end, shown));
    }
    c->at = skip_blanks(c->at, c->end);
    if (c->at < c->end)
        return reject_row(batch, "text after the object: \"%s\"", excerpt(c->at, c->end, shown));
    return true;
}

// An id is copied to the output, so it must not spoil that. It has no zero, and what ends it is no part of a sequence.
static bool is_utf8(ray_id id)
{
    size_t at = 0;
    while (at < id.length) {
        const int length = utf8_length((const unsigned char*)id.text + at);
        if (length == 0)
            return false;
        at += (size_t)length;
    }
    return true;
}

bool ndjson_read_row(const ray_encoding* e, ray_batch* batch, const char* line, const char* end)
{
    line_ray r = {.ray = {.t_min = 0.0f, .t_max = HUGE_VALF}};
    cursor c = {line, end, batch->end};
    if (!read_object(&c, e, &r, batch))
        return false;
    if (!r.has_origin || !r.has_direction)
        return reject_row(batch, "no %s: a ray has \"origin\":[x,y,z] and \"direction\":[x,y,z]",
                          r.has_origin ? "direction" : "origin");
    if (!is_utf8(r.id))
        return reject_row(batch, "the id is no UTF-8: %s", excerpt(r.id.text, r.id.text + r.id.length, (char[32]){0}));
    batch->rays[batch->count] = r.ray;
    batch->ids[batch->count] = r.id;
    return true;
}
