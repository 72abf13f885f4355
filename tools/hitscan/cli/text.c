// Text for people: UTF-8 (RFC 3629: no surrogates, nothing longer than need be, nothing above U+10FFFF), names that are
// safe for terminals, and numbers that are easy to read.
//
// Names come from files, so no control character gets through, what is no UTF-8 is replaced, and what is very long
// loses its middle, since long names tend to differ at their ends.
#include "cli/text.h"

#include <stdio.h>
#include <string.h>

enum {
    TEXT_COLUMNS = 48,     // how wide a name may be
    TEXT_HEAD_COLUMNS = 28 // of one that is wider, how much of its beginning is shown
};

// ---- UTF-8 ----------------------------------------------------------------------------------------------------------

int utf8_length(const unsigned char* text)
{
    const unsigned char lead = text[0];
    const int length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((lead == 0xe0 && text[1] < 0xa0) || (lead == 0xed && text[1] > 0x9f) || (lead == 0xf0 && text[1] < 0x90) ||
        (lead == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

static bool is_control(const unsigned char* p)
{
    return *p < ' ' || *p == 0x7f || (p[0] == 0xc2 && p[1] < 0xa0); // the last are U+0080 to U+009F
}

char* utf8_clean(char* text)
{
    for (unsigned char* p = (unsigned char*)text; *p;) {
        const int length = utf8_length(p);
        if (length == 0 || is_control(p))
            *p++ = '?';
        else
            p += length;
    }
    return text;
}

// ---- Columns of a terminal ------------------------------------------------------------------------------------------

// Read one character of UTF-8, and move on to the next. 0xfffd for what is none, and for control characters.
static uint32_t next_character(const char** text)
{
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000}; // shorter forms of the same are no UTF-8
    const unsigned char* p = (const unsigned char*)*text;
    const int more = p[0] < 0x80             ? 0
                     : (p[0] & 0xe0) == 0xc0 ? 1
                     : (p[0] & 0xf0) == 0xe0 ? 2
                     : (p[0] & 0xf8) == 0xf0 ? 3
                                             : -1;
    uint32_t c = more <= 0 ? p[0] : p[0] & (0x3fu >> more);
    ++*text;
    if (more < 0)
        return 0xfffd;
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0xfffd;
        c = c << 6 | (p[i] & 0x3fu);
    }
    *text += more;
    if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0xfffd;
    return c;
}

// How many columns a character takes: none for combining marks, two for those of East Asia and for emoji.
static int character_width(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        int width;
    } ranges[] = {{0x300, 0x36f, 0},     {0x1100, 0x115f, 2},  {0x200b, 0x200f, 0}, {0x20d0, 0x20ff, 0},
                  {0x2e80, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},  {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0},
                  {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},  {0xffe0, 0xffe6, 2}, {0x1f300, 0x1f64f, 2},
                  {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && c >= ranges[i].first; i++)
        if (c <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

int text_width(const char* text)
{
    int width = 0;
    while (*text)
        width += character_width(next_character(&text));
    return width;
}

// Where in `text` at most so many columns follow.
static const char* tail_of(const char* text, int columns)
{
    int width = text_width(text);
    while (width > columns)
        width -= character_width(next_character(&text));
    return text;
}

const char* printable(const char* text, char* clean, size_t size)
{
    static const char dots[] = "...", unknown[] = "\xef\xbf\xbd";
    const char* tail =
        text_width(text) > TEXT_COLUMNS ? tail_of(text, TEXT_COLUMNS - TEXT_HEAD_COLUMNS - (int)sizeof dots + 1) : NULL;
    size_t used = 0;
    int width = 0;
    while (*text) {
        const char* from = text;
        const uint32_t c = next_character(&text);
        size_t length = (size_t)(text - from);
        if (tail && width + character_width(c) > TEXT_HEAD_COLUMNS) {
            from = dots;
            length = sizeof dots - 1;
            text = tail;
            tail = NULL;
        } else if (c == 0xfffd) {
            from = unknown;
            length = sizeof unknown - 1;
        }
        width += character_width(c);
        if (used + length + 1 > size)
            break;
        memcpy(clean + used, from, length);
        used += length;
    }
    clean[used] = '\0';
    return clean;
}

// ---- Words and numbers ----------------------------------------------------------------------------------------------

bool equals_ignoring_case(const char* text, const char* lower)
{
    for (; *text && *lower; text++, lower++)
        if ((*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text) != *lower)
            return false;
    return *text == *lower;
}

const char* format_grouped(uint64_t value, char text[32])
{
    char digits[24];
    const int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    char* p = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *p++ = ',';
        *p++ = digits[i];
    }
    *p = '\0';
    return text;
}

const char* format_bytes(uint64_t bytes, char* text)
{
    static const char* const units[] = {"kB", "MB", "GB", "TB"};
    double value = 1e-3 * (double)bytes;
    int unit = 0;
    if (bytes < 1000) {
        snprintf(text, 32, "%u B", (unsigned)bytes);
        return text;
    }
    for (; value >= 999.95 && unit < 3; unit++) // which would be shown as 1000.0
        value *= 1e-3;
    snprintf(text, 32, "%.1f %s", value, units[unit]);
    return text;
}
