// Numbers to text.
#include <hitscan/text.h>
#include <stdio.h>
#include <stdlib.h>

size_t hit_text_write_double(double value, char* text)
{
    int n = 0;
    for (int digits = 1; digits <= 17; digits++) {
        n = snprintf(text, HIT_TEXT_NUMBER, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return (size_t)n;
}

size_t hit_text_write_float(float value, char* text)
{
    int n = 0;
    for (int digits = 1; digits <= 9; digits++) {
        n = snprintf(text, HIT_TEXT_NUMBER, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    return (size_t)n;
}
