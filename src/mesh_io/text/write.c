// Numbers to text: the shortest decimal that reads back as the same value, and of these the closest to it.
//
// Schubfach (Giulietti, The Schubfach way to render doubles, 2020): all numbers that round to a value form an interval,
// and 10^k is chosen as the largest power of ten such that a multiple of it must lie in there. The interval and the
// value are scaled by 10^-k, in integers, to a quarter of a unit and with the last bit saying whether something was
// lost, which is all that comparing them with whole numbers needs. Then either a multiple of 10 lies in the interval,
// or one of the two whole numbers next to the value is the answer. Cost: three products of 128 bits, and the digits.
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include "mesh_io/text/powers_of_ten.h"

#include <string.h>

typedef struct digits {
    uint64_t value;
    int32_t exponent; ///< of ten
} digits;

// ---- The shortest digits --------------------------------------------------------------------------------------------

// floor(log10(2^e)), and of 3/4 of that, for |e| up to 1500.
static int32_t log10_power_of_2(int32_t e)
{
    return (int32_t)(((int64_t)e * 1262611) >> 22);
}

static int32_t log10_three_quarters(int32_t e)
{
    return (int32_t)(((int64_t)e * 1262611 - 524031) >> 22);
}

// floor(c·g / 2^128), its last bit set when that is not exact: the power of ten is rounded up to g, so up to one is
// lost.
static uint64_t scale(uint64_t c, const uint64_t g[2])
{
    uint64_t high, low, carry;
    low = hit_text_multiply(c, g[0], &high);
    (void)hit_text_multiply(c, g[1], &carry);
    low += carry;
    high += low < carry;
    return high | (low > 1);
}

// The shortest decimal of mantissa·2^exponent. `even`: both ends of the interval belong to it. `uneven`: below a power
// of two, values are half as far apart.
static digits find_digits(uint64_t mantissa, int32_t exponent, bool even, bool uneven)
{
    const int32_t k = uneven ? log10_three_quarters(exponent) : log10_power_of_2(exponent);
    const int shift = exponent + hit_text_log2_power(-k) + 1;
    const uint64_t* power = hit_text_powers[-k - HIT_TEXT_POWER_MIN];
    const bool exact = -k >= 0 && -k <= 55;
    const uint64_t g[2] = {power[0] + (!exact && power[1] == UINT64_MAX), power[1] + !exact};
    const uint64_t value = scale((4 * mantissa) << shift, g);
    const uint64_t lower = scale((4 * mantissa - 2 + uneven) << shift, g) + !even;
    const uint64_t upper = scale((4 * mantissa + 2) << shift, g) - !even;
    const uint64_t s = value / 4;

    if (s >= 10) {
        const uint64_t tens = s / 10;
        const bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
        if (below != above)
            return (digits){tens + above, k + 1};
    }
    {
        const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
        // The closer one, and of two that are as close, the even one.
        const bool up = below != above ? above : value > 4 * s + 2 || (value == 4 * s + 2 && (s & 1) != 0);
        return (digits){s + up, k};
    }
}

// ---- Characters -----------------------------------------------------------------------------------------------------

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

// The digits of a number, right-aligned before `end`; where they begin.
static char* write_digits(uint64_t value, char* end)
{
    while (value >= 100) {
        const uint64_t rest = value / 100;
        end -= 2;
        memcpy(end, pairs + 2 * (value - 100 * rest), 2);
        value = rest;
    }
    if (value >= 10) {
        end -= 2;
        memcpy(end, pairs + 2 * value, 2);
    } else
        *--end = (char)('0' + value);
    return end;
}

static size_t write_exponent(int32_t e, char* text)
{
    const uint32_t size = (uint32_t)(e < 0 ? -e : e);
    char buffer[8];
    const char* first = write_digits(size, buffer + sizeof buffer);
    const size_t count = (size_t)(buffer + sizeof buffer - first);
    HIT_ASSERT(count <= 3);
    text[0] = 'e';
    text[1] = e < 0 ? '-' : '+';
    memcpy(text + 2, first, count);
    return count + 2;
}

// Write a number that is not 0 in fixed or scientific form.
static size_t write_decimal(digits d, int32_t fixed_digits, char* text)
{
    char buffer[24] = {0};
    const char* first = write_digits(d.value, buffer + sizeof buffer);
    int32_t count = (int32_t)(buffer + sizeof buffer - first);
    const int32_t point = count + d.exponent; // how many digits stand before it
    HIT_ASSERT(d.value > 0);
    while (first[count - 1] == '0')
        count--;
    if (point > fixed_digits || point < -4) {
        size_t n = 1;
        text[0] = first[0];
        if (count > 1) {
            text[1] = '.';
            memcpy(text + 2, first + 1, (size_t)count - 1);
            n = (size_t)count + 1;
        }
        return n + write_exponent(point - 1, text + n);
    }
    if (point <= 0) {
        const size_t before = (size_t)(2 - point); // "0." and zeros
        memset(text, '0', before);
        text[1] = '.';
        memcpy(text + before, first, (size_t)count);
        return before + (size_t)count;
    }
    if (count <= point) {
        memcpy(text, first, (size_t)count);
        memset(text + count, '0', (size_t)(point - count));
        return (size_t)point;
    }
    memcpy(text, first, (size_t)point);
    text[point] = '.';
    memcpy(text + point + 1, first + point, (size_t)(count - point));
    return (size_t)count + 1;
}

// Write what the bits of a float or double are, without the sign: `stored` is the exponent.
static size_t write_parts(uint64_t fraction, int32_t stored, int32_t infinite, int32_t mantissa_bits, int32_t bias,
                          int32_t fixed_digits, char* text)
{
    const uint64_t one = UINT64_C(1) << mantissa_bits;
    if (stored == infinite) {
        const char* word = fraction == 0 ? "inf" : "nan";
        for (int i = 0; i < 3; i++)
            text[i] = word[i];
        return 3;
    }
    if (stored == 0 && fraction == 0) {
        text[0] = '0';
        return 1;
    }
    if (stored == 0)
        return write_decimal(find_digits(fraction, 1 - bias - mantissa_bits, fraction % 2 == 0, false), fixed_digits,
                             text);
    // Whole numbers that fit the mantissa are exact as they are.
    if (stored >= bias && stored <= bias + mantissa_bits) {
        const uint64_t mantissa = one | fraction;
        const int shift = mantissa_bits - (stored - bias);
        if ((mantissa & ((UINT64_C(1) << shift) - 1)) == 0)
            return write_decimal((digits){mantissa >> shift, 0}, fixed_digits, text);
    }
    return write_decimal(
        find_digits(one | fraction, stored - bias - mantissa_bits, fraction % 2 == 0, fraction == 0 && stored > 1),
        fixed_digits, text);
}

size_t hit_text_write_float(float value, char* text)
{
    uint32_t bits;
    size_t sign;
    memcpy(&bits, &value, sizeof bits);
    sign = bits >> 31 && (bits & 0x7fffffff) <= 0x7f800000; // none for NaN
    text[0] = '-';
    return sign + write_parts(bits & 0x7fffff, bits >> 23 & 0xff, 0xff, 23, 127, 9, text + sign);
}

size_t hit_text_write_double(double value, char* text)
{
    uint64_t bits;
    size_t sign;
    memcpy(&bits, &value, sizeof bits);
    sign = bits >> 63 && (bits & (UINT64_MAX >> 1)) <= UINT64_C(0x7ff) << 52;
    text[0] = '-';
    return sign +
           write_parts(bits & (UINT64_MAX >> 12), (int32_t)(bits >> 52 & 0x7ff), 0x7ff, 52, 1023, 17, text + sign);
}
