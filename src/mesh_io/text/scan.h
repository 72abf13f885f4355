// Characters, words and numbers as bytes: what the readers of several formats look at.
//
// By hand rather than by <ctype.h>: the locale has no say in what a file holds.
#ifndef HITSCAN_MESH_IO_TEXT_SCAN_H
#define HITSCAN_MESH_IO_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// ---- Characters -----------------------------------------------------------------------------------------------------

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool is_space(char c)
{
    return is_blank(c) || is_line_end(c);
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static inline bool is_same_but_for_case(const char* a, const char* b)
{
    for (; *a != '\0' && lower(*a) == lower(*b); a++)
        b++;
    return *a == '\0' && *b == '\0';
}

// The length of the UTF-8 sequence at `at`, which is not `end`; 0 when there is none (table 3-7 of Unicode): overlong
// forms, surrogates and what is beyond U+10FFFF are none.
static inline size_t utf8_length(const char* at, const char* end)
{
    const unsigned char* b = (const unsigned char*)at;
    const size_t length = b[0] < 0x80 ? 1 : b[0] < 0xc2 ? 0 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : b[0] < 0xf5 ? 4 : 0;
    const unsigned char least = b[0] == 0xe0 ? 0xa0 : b[0] == 0xf0 ? 0x90 : 0x80;
    const unsigned char most = b[0] == 0xed ? 0x9f : b[0] == 0xf4 ? 0x8f : 0xbf;
    if (length <= 1 || (size_t)(end - at) < length)
        return length <= 1 ? length : 0;
    if (b[1] < least || b[1] > most)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((b[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

// ---- Words ----------------------------------------------------------------------------------------------------------

// Behind the byte order mark of UTF-8, if there is one.
static inline const char* skip_byte_order_mark(const char* at, const char* end)
{
    return end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? at + 3 : at;
}

// True when a line ends somewhere in this text.
static inline bool has_line_end(const char* begin, const char* end)
{
    while (begin < end && !is_line_end(*begin))
        begin++;
    return begin < end;
}

// Where a text ends: zeros and the ends of file of old systems (Ctrl-Z) behind it do not count.
static inline const char* trim_text_end(const char* begin, const char* end)
{
    while (end > begin && (end[-1] == '\0' || end[-1] == 0x1a))
        end--;
    return end;
}

// How much of the word at `at` a message may show: printable characters, and no more than `most`.
static inline int printable_length(const char* at, const char* end, int most)
{
    int length = 0;
    while (length < most && length < end - at && at[length] > ' ' && at[length] <= '~')
        length++;
    return length;
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

// Where the line that `p` is in ends.
static inline const char* skip_to_line_end(const char* p, const char* end)
{
    while (p < end && !is_line_end(*p))
        p++;
    return p;
}

// The next character that is neither white space nor in a comment, which begins with # or, where that is asked for, //;
// `end` when there is none.
static inline const char* skip_space_and_comments(const char* p, const char* end, bool slashes)
{
    while (p < end)
        if (*p == '#' || (slashes && *p == '/' && p + 1 < end && p[1] == '/'))
            p = skip_to_line_end(p, end);
        else if (is_space(*p))
            p++;
        else
            break;
    return p;
}

// ---- Binary numbers -------------------------------------------------------------------------------------------------

static inline uint16_t load_u16(const char* at)
{
    const unsigned char* b = (const unsigned char*)at;
    return (uint16_t)(b[0] | b[1] << 8);
}

static inline uint32_t load_u32(const char* at)
{
    const unsigned char* b = (const unsigned char*)at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// The same, where the most significant byte comes first.
static inline uint32_t load_u32_big(const char* at)
{
    const unsigned char* b = (const unsigned char*)at;
    return b[3] | (uint32_t)b[2] << 8 | (uint32_t)b[1] << 16 | (uint32_t)b[0] << 24;
}

// Whether the float with these bits is finite.
static inline bool is_finite_bits(uint32_t bits)
{
    return (bits & 0x7f800000u) != 0x7f800000u;
}

#endif
