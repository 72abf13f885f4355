// Rounds sizes.
#include "info/rounded.h"

#include <stdio.h>

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
