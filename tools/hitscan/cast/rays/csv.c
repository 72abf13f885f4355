// Rays from CSV: ox,oy,oz,dx,dy,dz[,tmin[,tmax]], separated by commas, semicolons, tabs or spaces, in any mixture; or
// columns in any order that a header names. Numbers may be in quotes.
//
// With a header fields are found by its separator, and those of other columns may be any text, also quoted.
#include "cast/rays/rays.h"
#include "mesh_io/text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const component_names[RAY_COMPONENTS] = {"ox", "oy", "oz", "dx", "dy", "dz", "tmin", "tmax"};
enum { NEEDED = 6 }; // of the components

static void ray_of_numbers(const float v[RAY_COMPONENTS], hit_ray* ray)
{
    ray->origin = hit_vec3_make(v[0], v[1], v[2]);
    ray->direction = hit_vec3_make(v[3], v[4], v[5]);
    ray->t_min = v[6];
    ray->t_max = v[7];
}

static bool is_separator(char c)
{
    return c == ',' || c == ';';
}

// The end of a field for a message.
static const char* field_end(const char* at, const char* end)
{
    while (at < end && !is_separator(*at) && *at != ' ' && *at != '\t')
        at++;
    return at;
}

// A number in quotes, as some write each field. NULL when there is none.
static const char* read_quoted(const char* at, const char* end, float* value)
{
    if (at == end || *at != '"')
        return NULL;
    at = hit_text_read_float(skip_blanks(at + 1, end), end, value);
    if (!at)
        return NULL;
    at = skip_blanks(at, end);
    return at < end && *at == '"' ? at + 1 : NULL;
}

static bool is_empty(const char* at, const char* end)
{
    return at == end || is_separator(*at) || *at == ' ' || *at == '\t';
}

float ray_coordinate_again(const ray_encoding* e, int axis, const char* text, const char* end)
{
    double value = 0.0;
    while (text < end && (*text == '"' || *text == ' ' || *text == '\t'))
        text++;
    hit_text_read_double(text, end, &value);
    return ray_coordinate(e, axis, value);
}

static bool read_plain(const ray_encoding* e, ray_batch* batch, const char* at, const char* end)
{
    float v[RAY_COMPONENTS] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, HUGE_VALF};
    char shown[32];
    int count = 0;
    at = skip_blanks(at, end);
    while (at < end) {
        const char* next;
        if (count == RAY_COMPONENTS)
            return reject_row(batch, "more than %d fields; a ray has %d numbers, then perhaps tmin and tmax",
                              RAY_COMPONENTS, NEEDED);
        next = hit_text_read_float(at, batch->end, &v[count]); // no number goes on in the next line, and it is faster
        if (!next)
            next = read_quoted(at, end, &v[count]);
        if (!next) {
            const char* value = end - at >= 2 && memcmp(at, "\"\"", 2) == 0 ? at + 2 : at;
            if (count < NEEDED || !is_empty(value, end)) // tmin may be left empty
                return reject_row(batch, "field %d is no number: \"%s\"", count + 1,
                                  excerpt(at, field_end(at, end), shown));
            next = value;
        } else if (e->is_far && count < 3)
            v[count] = ray_coordinate_again(e, count, at, end);
        count++;
        at = skip_blanks(next, end);
        if (at < end && is_separator(*at))
            at = skip_blanks(at + 1, end);
        else if (at < end && at == next)
            return reject_row(batch, "field %d is no number, from \"%s\" on", count,
                              excerpt(at, field_end(at, end), shown));
    }
    if (count < NEEDED)
        return reject_row(batch, "%d %s; a ray has %d: origin and direction", count, count == 1 ? "number" : "numbers",
                          NEEDED);
    ray_of_numbers(v, &batch->rays[batch->count]);
    return true;
}

// ---- With a header --------------------------------------------------------------------------------------------------

// One past the field at `at`, and at its separator or the end of the line. Quotes protect separators.
static const char* skip_field(const char* at, const char* end, char separator)
{
    if (at < end && *at == '"') {
        const char* close = memchr(at + 1, '"', (size_t)(end - at - 1));
        at = close ? close + 1 : at;
    }
    if (separator == ' ') {
        while (at < end && *at != ' ' && *at != '\t')
            at++;
        return at;
    }
    at = memchr(at, separator, (size_t)(end - at));
    return at ? at : end;
}

// The next field, without blanks around it. False at the end of the line.
static bool next_field(const char** at, const char* end, char separator, const char** field, const char** field_stop)
{
    const char* stop;
    if (!*at)
        return false;
    *field = separator == '\t' ? *at : skip_blanks(*at, end);
    if (separator == ' ' && *field == end)
        return false;
    stop = skip_field(*field, end, separator);
    *at = stop < end ? stop + 1 : NULL;
    while (stop > *field && (stop[-1] == ' ' || stop[-1] == '\t'))
        stop--;
    *field_stop = stop;
    return true;
}

// A field that is a number, as a whole.
static bool is_number(const char* field, const char* stop, float* value)
{
    const char* end = hit_text_read_float(field, stop, value);
    if (!end)
        end = read_quoted(field, stop, value);
    return end && end == stop;
}

static bool read_named(const ray_encoding* e, ray_batch* batch, const char* at, const char* end)
{
    const csv_columns* c = &e->columns;
    float v[RAY_COMPONENTS] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, HUGE_VALF};
    unsigned seen = 0;
    const char *field, *stop;
    char shown[32];
    for (int i = 0; i < c->count && next_field(&at, end, c->separator, &field, &stop); i++) {
        const int component = c->component[i];
        if (component < 0 || field == stop || (stop - field == 2 && memcmp(field, "\"\"", 2) == 0))
            continue;
        if (!is_number(field, stop, &v[component]))
            return reject_row(batch, "%s is no number: \"%s\"", component_names[component],
                              excerpt(field, stop, shown));
        if (e->is_far && component < 3)
            v[component] = ray_coordinate_again(e, component, field, stop);
        seen |= 1u << component;
    }
    for (int component = 0; component < NEEDED; component++)
        if ((seen & 1u << component) == 0)
            return reject_row(batch, "%s is missing", component_names[component]);
    ray_of_numbers(v, &batch->rays[batch->count]);
    return true;
}

bool csv_read_row(const ray_encoding* e, ray_batch* batch, const char* line, const char* end)
{
    return e->columns.named ? read_named(e, batch, line, end) : read_plain(e, batch, line, end);
}

// ---- The header -----------------------------------------------------------------------------------------------------

static int component_of_name(const char* name, const char* end)
{
    if (end - name >= 2 && *name == '"' && end[-1] == '"') {
        name++;
        end--;
    }
    for (int component = 0; component < RAY_COMPONENTS; component++) {
        const char *a = name, *b = component_names[component];
        for (; a < end && *b; a++) {
            const char lower = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a;
            if (lower == *b)
                b++;
            else if (lower != '_') // t_min
                break;
        }
        if (a == end && !*b)
            return component;
    }
    return -1;
}

static char separator_of(const char* line, const char* end)
{
    static const char separators[] = ",;\t";
    for (int i = 0; separators[i]; i++)
        if (memchr(line, separators[i], (size_t)(end - line)))
            return separators[i];
    return ' ';
}

// True when none of the fields of a line is a number.
static bool has_no_number(const char* line, const char* end, char separator)
{
    const char *field, *stop;
    float number;
    while (next_field(&line, end, separator, &field, &stop))
        if (is_number(field, stop, &number))
            return false;
    return true;
}

static bool read_names(csv_columns* c, const char* line, const char* end, char why[160])
{
    const char *field, *stop;
    for (int component = 0; component < RAY_COMPONENTS; component++)
        c->column_of_component[component] = -1;
    for (c->count = 0; c->count < COLUMNS_MAX && next_field(&line, end, c->separator, &field, &stop); c->count++) {
        const int component = component_of_name(field, stop);
        c->component[c->count] = component;
        if (component >= 0 && c->column_of_component[component] >= 0) {
            snprintf(why, 160, "the header names %s twice", component_names[component]);
            return false;
        }
        if (component >= 0)
            c->column_of_component[component] = c->count;
    }
    for (int component = 0; component < NEEDED; component++)
        if (c->column_of_component[component] < 0) {
            snprintf(why, 160,
                     "the header names no column %s; it needs ox, oy, oz, dx, dy, dz, and may have tmin and tmax",
                     component_names[component]);
            return false;
        }
    return true;
}

const char* csv_read_header(csv_columns* columns, const char* begin, const char* end, uint64_t* lines, char why[160])
{
    while (begin < end) {
        const char* stop = memchr(begin, '\n', (size_t)(end - begin));
        const char* next = stop ? stop + 1 : end;
        stop = stop ? stop : end;
        if (stop > begin && stop[-1] == '\r')
            stop--;
        if (line_is_row(begin, stop, FORMAT_CSV)) {
            columns->known = true;
            columns->separator = separator_of(begin, stop);
            columns->named = stop - begin <= LINE_MAX_BYTES && has_no_number(begin, stop, columns->separator);
            if (!columns->named)
                return begin;
            ++*lines;
            return read_names(columns, begin, stop, why) ? next : NULL;
        }
        ++*lines;
        begin = next;
    }
    return end;
}
