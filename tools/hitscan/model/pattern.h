// Patterns as shells have them for names of files.
#ifndef TOOL_MODEL_PATTERN_H
#define TOOL_MODEL_PATTERN_H

#include <stdbool.h>

/// True when all of a text is as a pattern says: * stands for any characters, also slashes, or none; ? for one; [abc],
/// [a-z] and [!abc] for one of some; \ takes the next as it is. What is no such thing, as a bracket without an end,
/// stands for itself. Characters are those of UTF-8; upper and lower case differ. Takes time in proportion to the
/// product of the lengths at most.
bool pattern_matches(const char* pattern, const char* text);

#endif
