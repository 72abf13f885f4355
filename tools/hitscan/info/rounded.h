// Sizes for people.
#ifndef TOOL_INFO_ROUNDED_H
#define TOOL_INFO_ROUNDED_H

#include <stdint.h>

/// A number of bytes to three digits or so, in the decimal unit that fits: "812 B", "36.9 kB", "114.6 MB", "2.1 GB".
/// `text` has room for 32 characters. Returns `text`.
const char* format_bytes(uint64_t bytes, char* text);

#endif
