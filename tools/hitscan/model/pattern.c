// Matches names by patterns. After a mismatch only the last star is tried with one more character: what earlier ones
// stand for can stay as it is, as the last one may take whatever follows.
#include "model/pattern.h"
#include "cli/text.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A character, as its bytes: one of UTF-8, or a byte that is none.
static size_t character(const char* text, uint32_t* value)
{
    const int length = utf8_length((const unsigned char*)text);
    const size_t bytes = length > 0 ? (size_t)length : 1;
    *value = 0;
    for (size_t i = 0; i < bytes; i++)
        *value = *value << 8 | (unsigned char)text[i]; // the order of UTF-8 is that of the characters
    return bytes;
}

// A bracket: one past its end, or NULL when it has none.
static const char* match_bracket(const char* p, uint32_t c, bool* matches)
{
    const bool negated = *p == '!' || *p == '^';
    bool found = false, first = true;
    for (p += negated; *p && (*p != ']' || first); first = false) {
        uint32_t low, high;
        p += character(p, &low);
        high = low;
        if (p[0] == '-' && p[1] && p[1] != ']')
            p += 1 + character(p + 1, &high);
        found = found || (c >= low && c <= high);
    }
    *matches = found != negated;
    return *p == ']' ? p + 1 : NULL;
}

// What stands for one character: one past it, or NULL when it does not stand for this one.
static const char* match_one(const char* p, uint32_t c)
{
    uint32_t literal;
    bool matches;
    const char* end = *p == '[' ? match_bracket(p + 1, c, &matches) : NULL;
    if (end)
        return matches ? end : NULL;
    if (*p == '?')
        return p + 1;
    if (*p == '\\' && p[1])
        p++;
    p += character(p, &literal);
    return literal == c ? p : NULL;
}

bool pattern_matches(const char* pattern, const char* text)
{
    const char *star = NULL, *star_text = NULL;
    while (*text) {
        uint32_t c;
        const size_t length = character(text, &c);
        const char* next = NULL;
        if (*pattern == '*') {
            star = ++pattern;
            star_text = text;
            continue;
        }
        if (*pattern)
            next = match_one(pattern, c);
        if (next) {
            pattern = next;
            text += length;
        } else if (star) {
            star_text += character(star_text, &c);
            pattern = star;
            text = star_text;
        } else
            return false;
    }
    pattern += strspn(pattern, "*");
    return *pattern == '\0';
}
