// Tells UTF-8 from what is none: no surrogates, nothing longer than need be, nothing above U+10FFFF (RFC 3629).
#include "cli/utf8.h"

#include <stdbool.h>

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
