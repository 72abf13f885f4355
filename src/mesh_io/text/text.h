// Numbers as text: exact both ways, fast, and the same in every locale.
//
// Private to hitscan_io and to the command, which links it statically: both read and write files of numbers.
#ifndef HITSCAN_MESH_IO_TEXT_TEXT_H
#define HITSCAN_MESH_IO_TEXT_TEXT_H

#include <stddef.h>

// Read a decimal number at the beginning of some text: an optional sign, digits with an optional point, an optional
// exponent; or `inf`, `infinity` or `nan` in any case. Leading spaces are not skipped.
//
// `end` is one past the last character that may be read. *value becomes the float that is closest to the number, ties
// to even, however long the text is; infinite when the number is beyond FLT_MAX. It is untouched when there is no
// number. Returns one past the number, or NULL when there is none at `text`. The caller checks what follows it.
const char* hit_text_read_float(const char* text, const char* end, float* value);

// The same for doubles.
const char* hit_text_read_double(const char* text, const char* end, double* value);

// What hit_text_write_float and hit_text_write_double write at most.
#define HIT_TEXT_NUMBER 32

// Write the shortest decimal number that reads back as the same float: "0.1", "1e-45", "-0", "16777216", "inf", "nan".
// From 1e-5 to below 1e9 it has no exponent, else one as in "1.5e+30".
//
// `text` has room for HIT_TEXT_NUMBER characters; no zero is written behind the number. Returns the number of
// characters.
size_t hit_text_write_float(float value, char* text);

// The same for doubles, from 1e-5 to below 1e17 without an exponent.
size_t hit_text_write_double(double value, char* text);

#endif
