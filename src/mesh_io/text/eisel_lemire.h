// The float or double closest to a decimal number w·10^q, by the method of Eisel and Lemire (Lemire, Number parsing at
// a gigabyte per second, 2021): the product of w and 128 bits of the power of ten has enough bits to round it
// correctly, whenever w fits 64 bits (Mushtak and Lemire, Fast number parsing without fallback, 2023).
#ifndef HITSCAN_MESH_IO_TEXT_EISEL_LEMIRE_H
#define HITSCAN_MESH_IO_TEXT_EISEL_LEMIRE_H

#include "base/assert.h"
#include "mesh_io/text/powers_of_ten.h"

// A binary format: its bits, and the powers of ten that matter.
typedef struct hit_text_format {
    int32_t mantissa_bits;     ///< that are stored
    int32_t bias;              ///< of the exponent
    int32_t exponent_infinite; ///< the stored exponent of infinity
    int32_t smallest, largest; ///< w·10^q is 0 below, for all w of 64 bits, and infinite above, but for w = 0
    int32_t tie_low, tie_high; ///< only for q between these can w·10^q be half way between two values
} hit_text_format;

static const hit_text_format hit_text_float_format = {23, 127, 0xff, -65, 38, -17, 10};
static const hit_text_format hit_text_double_format = {52, 1023, 0x7ff, -342, 308, -4, 23};

// The bits of the closest value, without the sign.
static inline uint64_t hit_text_eisel_lemire(hit_text_format f, uint64_t w, int64_t q)
{
    const uint64_t infinite = (uint64_t)f.exponent_infinite << f.mantissa_bits;
    const uint64_t ambiguous = UINT64_MAX >> (f.mantissa_bits + 3);
    const uint64_t* power;
    uint64_t high, low, mantissa;
    int32_t exponent;
    int zeros, shift;

    if (w == 0 || q < f.smallest)
        return 0;
    if (q > f.largest)
        return infinite;
    HIT_ASSERT(q >= HIT_TEXT_POWER_MIN && q <= HIT_TEXT_POWER_MAX);
    power = hit_text_powers[q - HIT_TEXT_POWER_MIN];
    zeros = hit_text_leading_zeros(w);
    w <<= zeros;
    low = hit_text_multiply(w, power[0], &high);
    if ((high & ambiguous) == ambiguous) {
        // What the other 64 bits of the power add may carry up to the bits that count. For these q, and only these, a
        // product can be exact; the power must then not be below the true one.
        uint64_t more;
        (void)hit_text_multiply(w, power[1] + (q < 0 && q >= -27), &more);
        low += more;
        high += low < more;
    }
    shift = (int)(high >> 63) + 64 - f.mantissa_bits - 3;
    mantissa = high >> shift; // with one bit more, to round
    exponent = hit_text_log2_power((int32_t)q) + 63 + (int)(high >> 63) - zeros + f.bias;
    if (exponent <= 0) {
        // Denormal. Not a tie: w would have to be a multiple of a power of five that is beyond 64 bits.
        if (1 - exponent >= 64)
            return 0;
        mantissa >>= 1 - exponent;
        return (mantissa + (mantissa & 1)) >> 1;
    }
    if (low <= 1 && q >= f.tie_low && q <= f.tie_high && (mantissa & 3) == 1 && mantissa << shift == high)
        mantissa--;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    // The bit that is not stored adds one to the exponent, and so does a carry.
    mantissa += (uint64_t)(exponent - 1) << f.mantissa_bits;
    return mantissa < infinite ? mantissa : infinite;
}

#endif
