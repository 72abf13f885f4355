// Which format a file is of.
#ifndef HITSCAN_MESH_IO_FORMAT_H
#define HITSCAN_MESH_IO_FORMAT_H

#include <hitscan/mesh_io.h>

// The part of a path behind its last point, without that, a ".gz" at its end left out; "" when there is none, or it is
// too long to be known.
enum { HIT_EXTENSION = 16 };
void hit_extension_find(const char* path, char extension[HIT_EXTENSION]);

// True when it is that word, in any case; the word is in lower case.
bool hit_extension_is(const char* extension, const char* word);

// What the extension of a name says: HIT_MODEL_UNKNOWN for none, HIT_MODEL_OTHER for those that only Assimp may know.
hit_model_format hit_format_by_name(const char* extension);

// What the bytes say, and failing that the extension, and failing that the first words.
hit_model_format hit_format_find(const char* bytes, size_t size, const char* extension);

#endif
