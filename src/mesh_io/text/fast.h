// Numbers from text, fast where the text is of the usual kind: short, and not at the very end of a file. Whatever these
// functions do not take is left to the ones that take everything; they never answer otherwise than those.
//
// Eight characters are looked at in one register. The functions read up to HIT_TEXT_LOOKAHEAD bytes from where they are
// told.
#ifndef HITSCAN_MESH_IO_TEXT_FAST_H
#define HITSCAN_MESH_IO_TEXT_FAST_H

#include "mesh_io/text/eisel_lemire.h"

#include <string.h>

// A sign, up to 8 digits, a point, and up to 24 digits may be loaded.
enum { HIT_TEXT_LOOKAHEAD = 40 };

#define HIT_TEXT_EACH(byte) ((uint64_t)(byte)*UINT64_C(0x0101010101010101))

#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HIT_TEXT_FAST 1
#else
#define HIT_TEXT_FAST 0
#endif

#if HIT_TEXT_FAST

// Three calls in one loop are as many as a compiler would rather not copy.
#define HIT_TEXT_INLINE inline __attribute__((always_inline))

static inline uint64_t hit_text_load(const char* p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

// The top bit of each byte that is at least `least`, for 1 to 0x7f. No carry leaves its byte.
static inline uint64_t hit_text_at_least(uint64_t word, unsigned least)
{
    return (((word & HIT_TEXT_EACH(0x7f)) + HIT_TEXT_EACH(0x80 - least)) | word) & HIT_TEXT_EACH(0x80);
}

// The index of the byte of the lowest bit that is set; not for 0.
static inline unsigned hit_text_first_byte(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits) / 8;
}

// The top bit of the first byte that is no digit; those above it may be anything.
static inline uint64_t hit_text_no_digits(uint64_t word)
{
    return ((word + HIT_TEXT_EACH(0x80 - '0' - 10)) | (word - HIT_TEXT_EACH('0'))) & HIT_TEXT_EACH(0x80);
}

// The value of the first `count` bytes, 1 to 8 digits.
static inline uint64_t hit_text_digits(uint64_t word, unsigned count)
{
    // Zeros come in front, then neighbours are joined: to 4 numbers of two digits, 2 of four, one of eight.
    word = (word - HIT_TEXT_EACH('0')) << (64 - 8 * count);
    word = word * 10 + (word >> 8);
    return (((word & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064)) +
            (((word >> 16) & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x0000271000000001))) >>
           32;
}

// The bits of the float closest to w·10^-q, for q up to 19: as hit_text_eisel_lemire, without the cases that do not
// arise.
static inline uint32_t hit_text_eisel_lemire_small(uint64_t w, unsigned q)
{
    const int zeros = hit_text_leading_zeros(w | 1);
    uint64_t high, rest;
    int upper, shift;
    uint32_t bits;

    (void)hit_text_multiply(w << zeros, hit_text_powers[-(int)q - HIT_TEXT_POWER_MIN][0], &high);
    upper = (int)(high >> 63);
    shift = upper + 38;
    // The true product is from `high` to just below high + 1. All of these round to the same float, unless they are
    // next to the point half way between two: where a one and zeros, or the number before that, are below the float's
    // bits.
    rest = (high & ((UINT64_C(2) << shift) - 1)) - ((UINT64_C(1) << shift) - 1);
    if (rest <= 1)
        return (uint32_t)hit_text_eisel_lemire(hit_text_float_format, w, -(int64_t)q);
    bits = ((uint32_t)(hit_text_log2_power(-(int32_t)q) + 63 + upper - zeros + 127 - 1) << 23) +
           (uint32_t)(((high >> shift) + 1) >> 1);
    return w != 0 ? bits : 0;
}

// A float at p: one past its digits, which may go on there, or have an exponent; NULL when it begins in another way
// than with digits, or has very many.
static HIT_TEXT_INLINE const char* hit_text_fast_digits(const char* p, float* value)
{
    static const uint64_t powers[] = {UINT64_C(1),       UINT64_C(10),       UINT64_C(100),
                                      UINT64_C(1000),    UINT64_C(10000),    UINT64_C(100000),
                                      UINT64_C(1000000), UINT64_C(10000000), UINT64_C(100000000)};
    const uint32_t sign = (uint32_t)(*p == '-') << 31;
    unsigned behind = 0;
    uint64_t w, word, stop;
    uint32_t bits;
    unsigned count;

    p += sign != 0;
    word = hit_text_load(p);
    stop = hit_text_no_digits(word);
    if ((stop & 0x80) != 0 || stop == 0)
        return NULL;
    count = hit_text_first_byte(stop);
    w = hit_text_digits(word, count);
    p += count;
    if (*p == '.') {
        word = hit_text_load(++p);
        stop = hit_text_no_digits(word);
        if ((stop & 0x80) != 0)
            return NULL;
        behind = stop != 0 ? hit_text_first_byte(stop) : 8;
        w = w * powers[behind] + hit_text_digits(word, behind);
        p += behind;
        if (stop == 0) {
            word = hit_text_load(p);
            stop = hit_text_no_digits(word);
            if ((stop & 0x80) == 0) {
                const unsigned more = stop != 0 ? hit_text_first_byte(stop) : 8;
                if (count + 8 + more > 19)
                    return NULL;
                w = w * powers[more] + hit_text_digits(word, more);
                behind += more;
                p += more;
            }
        }
    }
    bits = hit_text_eisel_lemire_small(w, behind) | sign;
    memcpy(value, &bits, sizeof bits);
    return p;
}

// A float at p with a space or a control character behind it; NULL for all others.
static HIT_TEXT_INLINE const char* hit_text_fast_float(const char* p, float* value)
{
    float found;
    const char* after = hit_text_fast_digits(p, &found);
    if (after == NULL || (unsigned char)*after > ' ')
        return NULL;
    *value = found;
    return after;
}

#endif

#endif
