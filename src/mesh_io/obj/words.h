// Lines and words of an OBJ file, and of the materials beside it, as all that reads them sees them.
//
// A line is what stands up to a line feed, a carriage return, or both; but a backslash in front of these joins the next
// line to it.
#ifndef HITSCAN_MESH_IO_OBJ_WORDS_H
#define HITSCAN_MESH_IO_OBJ_WORDS_H

#include "mesh_io/text/fast.h"
#include "mesh_io/text/scan.h"

// Behind the line end at p.
static inline const char* skip_line_end(const char* p, const char* end)
{
    return p + 1 < end && p[0] == '\r' && p[1] == '\n' ? p + 2 : p + 1;
}

// True for a backslash that joins lines.
static inline bool is_join(const char* p, const char* end)
{
    return p[0] == '\\' && p + 1 < end && is_line_end(p[1]);
}

static inline const char* skip_blanks(const char* p, const char* end)
{
    while (p < end) {
        if (is_blank(*p))
            p++;
        else if (is_join(p, end))
            p = skip_line_end(p + 1, end);
        else
            break;
    }
    return p;
}

// True where a word of numbers is over.
static inline bool is_word_end(const char* p, const char* end)
{
    return p == end || is_blank(*p) || is_line_end(*p) || *p == '#' || is_join(p, end);
}

// The end of the physical line.
static inline const char* find_line_end(const char* p, const char* end)
{
#if HIT_TEXT_FAST
    while (end - p >= 8) {
        // Neither tabs nor whatever else is below a space comes often.
        uint64_t control = ~hit_text_at_least(hit_text_load(p), ' ') & HIT_TEXT_EACH(0x80);
        for (; control != 0; control &= control - 1)
            if (is_line_end(p[hit_text_first_byte(control)]))
                return p + hit_text_first_byte(control);
        p += 8;
    }
#endif
    while (p < end && !is_line_end(*p))
        p++;
    return p;
}

// The end of the line, joined lines included.
static inline const char* find_joined_end(const char* p, const char* end)
{
    const char* begin = p;
    for (;;) {
        p = find_line_end(p, end);
        if (p == end || p == begin || p[-1] != '\\')
            return p;
        p = skip_line_end(p, end);
        begin = p;
    }
}

#endif
