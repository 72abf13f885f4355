// Which way is up, where a format has no place for it: in a comment, as programs and people write it there.
//
// The first comments of a file are looked through for words such as "z up", "Y-up" or "-z up", which `hitscan gen`
// writes as well. Only the first kilobyte counts, so that it costs nothing.
#include "mesh_io/loader.h"
#include "mesh_io/text/scan.h"

#include <string.h>

enum { LOOKED_AT = 1024 };

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

// The axis that a line names; unknown when it names none.
static hit_axis axis_in(const char* line, const char* end)
{
    for (const char* p = line + 1; end - p >= 4; p++) {
        const char axis = lower(*p);
        const bool joined = p[1] == ' ' || p[1] == '-' || p[1] == '_';
        if (axis < 'x' || axis > 'z' || !joined || lower(p[2]) != 'u' || lower(p[3]) != 'p')
            continue;
        if ((end - p > 4 && is_word(p[4])) || is_word(p[-1]))
            continue;
        return (hit_axis)((p[-1] == '-' ? HIT_AXIS_NEGATIVE_X : HIT_AXIS_POSITIVE_X) + (axis - 'x'));
    }
    return HIT_AXIS_UNKNOWN;
}

hit_axis hit_loader_find_up(const hit_loader* loader, hit_axis otherwise)
{
    const char* p = loader->bytes;
    const char* end = p + (loader->size < LOOKED_AT ? loader->size : LOOKED_AT);
    while (p < end) {
        const char* stop = memchr(p, '\n', (size_t)(end - p));
        const size_t length = (size_t)((stop ? stop : end) - p);
        const bool is_comment = p[0] == '#' || (length > 8 && memcmp(p, "comment ", 8) == 0);
        const hit_axis axis = is_comment ? axis_in(p, p + length) : HIT_AXIS_UNKNOWN;
        if (axis != HIT_AXIS_UNKNOWN)
            return axis;
        if (!stop || (length >= 10 && memcmp(p, "end_header", 10) == 0))
            break;
        p = stop + 1;
    }
    return otherwise;
}
