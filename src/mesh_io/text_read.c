// Numbers from text.
#include <hitscan/text.h>
#include <stdlib.h>
#include <string.h>

const char* hit_text_read_double(const char* text, const char* end, double* value)
{
    char copy[64];
    char* stop;
    size_t n = (size_t)(end - text) < 63 ? (size_t)(end - text) : 63;
    double v;
    memcpy(copy, text, n);
    copy[n] = '\0';
    if (n == 0 || copy[0] == ' ')
        return NULL;
    v = strtod(copy, &stop);
    if (stop == copy)
        return NULL;
    *value = v;
    return text + (stop - copy);
}

const char* hit_text_read_float(const char* text, const char* end, float* value)
{
    double v;
    const char* stop = hit_text_read_double(text, end, &v);
    if (stop != NULL)
        *value = (float)v;
    return stop;
}
