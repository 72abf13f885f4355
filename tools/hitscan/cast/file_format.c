// Finds the format of a file by its name.
#include "cast/file_format.h"

#include <stddef.h>
#include <string.h>

const char* const format_names[] = {"csv", "ndjson", "npy", "raw", NULL};

static const struct {
    const char* ending;
    file_format format;
} endings[] = {
    {"csv", FORMAT_CSV}, {"tsv", FORMAT_CSV}, {"txt", FORMAT_CSV}, {"ndjson", FORMAT_NDJSON}, {"jsonl", FORMAT_NDJSON},
    {"npy", FORMAT_NPY}, {"raw", FORMAT_RAW}, {"f32", FORMAT_RAW}, {"bin", FORMAT_RAW},
};

static bool same_letters(const char* a, const char* lower)
{
    for (; *a && *lower; a++, lower++)
        if ((*a >= 'A' && *a <= 'Z' ? *a - 'A' + 'a' : *a) != *lower)
            return false;
    return *a == *lower;
}

file_format format_of_path(const char* path)
{
    const char* dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/'))
        return FORMAT_NONE;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (same_letters(dot + 1, endings[i].ending))
            return endings[i].format;
    return FORMAT_NONE;
}
