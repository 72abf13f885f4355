// Numbers as text: exact both ways, fast, and the same in every locale.
//
// Belongs to the library `hitscan_io`, as mesh_io.h does: what reads and writes files of rays, hits and models needs it.
#ifndef HITSCAN_TEXT_H
#define HITSCAN_TEXT_H

#include <hitscan/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Read a decimal number at the beginning of some text: an optional sign, digits with an optional point, an optional
/// exponent; or `inf`, `infinity` or `nan` in any case. Leading spaces are not skipped.
///
/// @param end    one past the last character that may be read
/// @param value  the float that is closest to the number, ties to even: of the whole text, however long; infinite
///               when it is beyond FLT_MAX. Untouched when there is no number
/// @return  one past the number, or NULL when there is none at `text`. What follows it is the caller's to check
HIT_API const char* hit_text_read_float(const char* text, const char* end, float* value);

/// The same for doubles.
HIT_API const char* hit_text_read_double(const char* text, const char* end, double* value);

/// Enough room for hit_text_write_float and _double.
#define HIT_TEXT_NUMBER 32

/// Write the shortest decimal number that reads back as the same float: "0.1", "1e-45", "-0", "16777216", "inf", "nan".
/// From 1e-5 to below 1e9 without an exponent, else as in "1.5e+30".
///
/// @param text  room for HIT_TEXT_NUMBER characters; no zero is written behind the number
/// @return  the number of characters
HIT_API size_t hit_text_write_float(float value, char* text);

/// The same for doubles, from 1e-5 to below 1e17 without an exponent.
HIT_API size_t hit_text_write_double(double value, char* text);

#ifdef __cplusplus
}
#endif

#endif
