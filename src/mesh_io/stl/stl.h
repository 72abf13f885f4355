// What the readers of both kinds of STL share.
#ifndef HITSCAN_MESH_IO_STL_H
#define HITSCAN_MESH_IO_STL_H

#include "mesh_io/loader.h"

// Read an STL that is known to be text.
hit_status hit_read_stl_text(hit_loader* loader);

static inline bool hit_stl_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// True when there is this word at `text`, in any case, and then a space or the end.
static inline bool hit_stl_is_word(const char* text, const char* end, const char* word)
{
    for (; *word != '\0'; text++, word++)
        if (text == end || (*text | 0x20) != *word)
            return false;
    return text == end || hit_stl_is_space(*text);
}

#endif
