// Text for people: UTF-8 as far as names need it, and numbers that are easy to read.
#ifndef TOOL_CLI_TEXT_H
#define TOOL_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The length of the UTF-8 sequence at `text`, from 1 to 4, or 0 when there is none. Reads no byte behind one that does
/// not belong to it, so a zero is the end of what is read.
int utf8_length(const unsigned char* text);

/// Make text safe for terminals, where it stands: each byte that is no UTF-8 or of a control character becomes '?'.
char* utf8_clean(char* text);

/// Make text safe for a terminal: control characters and what is no UTF-8 become U+FFFD, and of text that needs more
/// than 48 columns the middle becomes "...". For whole names there is --json.
///
/// @param clean  room for `size` bytes; what does not fit is cut off
/// @return  `clean`
const char* printable(const char* text, char* clean, size_t size);

/// How many columns a terminal needs for some UTF-8 text.
int text_width(const char* text);

/// True when a text is a word of lower case letters, but for the case of its own letters (of ASCII).
bool equals_ignoring_case(const char* text, const char* lower);

/// Groups of three digits, with commas; `text` has room for 32 characters. Returns `text`.
const char* format_grouped(uint64_t value, char text[32]);

/// A number of bytes to three digits or so, in the decimal unit that fits: "812 B", "36.9 kB", "114.6 MB", "2.1 GB".
/// `text` has room for 32 characters. Returns `text`.
const char* format_bytes(uint64_t bytes, char* text);

#endif
