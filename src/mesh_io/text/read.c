// Numbers from text, correctly rounded, however long they are.
//
// The first 19 digits that count fit 64 bits; where there are no more, eisel_lemire.h has the answer. Of a longer
// number they give a lower bound, and one more in the last place an upper one. Almost always both round to the same
// value; if not, the number is compared in full with the point half way between them, in integers of up to 3,072 bits:
// no tie of doubles has more than 767 digits, so what follows the first 800 can only say that a number is a bit larger
// than these.
#include "mesh_io/text/text.h"

#include "mesh_io/text/fast.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <string.h>

enum { FIRST_DIGITS = 19, MOST_DIGITS = 800, LIMBS = 48 };

typedef struct decimal {
    bool negative;
    bool special;             ///< infinite or not a number
    bool not_a_number;        ///< if special
    bool longer;              ///< there are other digits than zeros behind the first 19
    uint64_t first;           ///< the first 19 digits that count, or all of them
    int64_t exponent;         ///< the number is about first·10^exponent
    const char *digits, *end; ///< from the first digit that counts; a point may be among them
} decimal;

// ---- Parsing --------------------------------------------------------------------------------------------------------

// Behind a word in any case, or NULL.
static const char* accept(const char* p, const char* end, const char* word)
{
    for (; *word != '\0'; word++, p++)
        if (p == end || (*p | 0x20) != *word)
            return NULL;
    return p;
}

static const char* parse_special(const char* p, const char* end, decimal* d)
{
    const char* after = accept(p, end, "nan");
    d->special = true;
    d->not_a_number = after != NULL;
    if (after == NULL)
        after = accept(p, end, "infinity");
    return after != NULL ? after : accept(p, end, "inf");
}

// An exponent at p, which is added; behind it, or p when there is none.
static const char* parse_exponent(const char* p, const char* end, int64_t* exponent)
{
    const char* q = p;
    int64_t value = 0;
    bool minus;
    if (q == end || (*q | 0x20) != 'e')
        return p;
    q++;
    minus = q < end && *q == '-';
    q += q < end && (*q == '-' || *q == '+');
    if (q == end || !is_digit(*q))
        return p;
    // No text is long enough for more than a million digits to matter against this.
    for (; q < end && is_digit(*q); q++)
        value = value > INT64_MAX / 100 ? value : 10 * value + (*q - '0');
    *exponent += minus ? -value : value;
    return q;
}

static const char* parse(const char* p, const char* end, decimal* d)
{
    bool point = false, some = false;
    int64_t behind = 0; // digits behind the point, up to the last that is in `first`
    int count = 0;

    memset(d, 0, sizeof *d);
    if (p < end && (*p == '-' || *p == '+'))
        d->negative = *p++ == '-';
    if (p < end && ((*p | 0x20) == 'i' || (*p | 0x20) == 'n'))
        return parse_special(p, end, d);
    for (; p < end; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*p))
            break;
        some = true;
        if (count == 0 && *p == '0') {
            behind += point;
            continue;
        }
        if (count == 0)
            d->digits = p;
        if (count < FIRST_DIGITS) {
            d->first = 10 * d->first + (uint64_t)(*p - '0');
            behind += point;
            count++;
        } else {
            d->longer |= *p != '0';
            behind -= !point;
        }
    }
    if (!some)
        return NULL;
    d->end = p;
    d->exponent = -behind;
    return parse_exponent(p, end, &d->exponent);
}

// ---- Long numbers ---------------------------------------------------------------------------------------------------

typedef struct big {
    uint64_t limb[LIMBS]; ///< the lowest first
    int count;
} big;

// b = b·factor + add
static void multiply(big* b, uint64_t factor, uint64_t add)
{
    for (int i = 0; i < b->count; i++) {
        uint64_t high;
        const uint64_t low = hit_text_multiply(b->limb[i], factor, &high);
        b->limb[i] = low + add;
        add = high + (b->limb[i] < low);
    }
    if (add > 0) {
        HIT_ASSERT(b->count < LIMBS);
        b->limb[b->count++] = add;
    }
}

static void multiply_by_power_of_5(big* b, int64_t power)
{
    static const uint64_t five_to_27 = UINT64_C(7450580596923828125);
    for (; power >= 27; power -= 27)
        multiply(b, five_to_27, 0);
    for (; power > 0; power--)
        multiply(b, 5, 0);
}

static void shift_left(big* b, int64_t bits)
{
    const int limbs = (int)(bits / 64), rest = (int)(bits % 64);
    if (rest > 0)
        multiply(b, UINT64_C(1) << rest, 0);
    HIT_ASSERT(b->count + limbs <= LIMBS);
    memmove(b->limb + limbs, b->limb, (size_t)b->count * sizeof *b->limb);
    memset(b->limb, 0, (size_t)limbs * sizeof *b->limb);
    b->count += limbs;
}

// -1, 0 or 1
static int compare(const big* a, const big* b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

// The digits of a number as an integer; *exponent becomes that of their last one.
static void collect_digits(const decimal* d, big* b, int64_t* exponent)
{
    const char* p = d->digits;
    uint64_t group = 0, scale = 1;
    bool more = false;
    int count = 0;
    b->count = 0;
    for (; p < d->end && count < MOST_DIGITS; p++) {
        if (!is_digit(*p))
            continue;
        group = 10 * group + (uint64_t)(*p - '0');
        scale *= 10;
        count++;
        if (scale == UINT64_C(10000000000000000000)) {
            multiply(b, scale, group);
            group = 0;
            scale = 1;
        }
    }
    if (scale > 1)
        multiply(b, scale, group);
    *exponent = d->exponent + FIRST_DIGITS - count;
    // One more digit stands for all that follow.
    for (; p < d->end && !more; p++)
        more = *p > '0' && *p <= '9';
    if (more) {
        multiply(b, 10, 1);
        --*exponent;
    }
}

// How a long number compares with the point half way between the value of these bits and the next one.
static int compare_with_halfway(const decimal* d, hit_text_format f, uint64_t bits)
{
    const int32_t stored = (int32_t)(bits >> f.mantissa_bits);
    const uint64_t fraction = bits & ((UINT64_C(1) << f.mantissa_bits) - 1);
    // The value is mantissa·2^power; the halfway, one bit further, (2·mantissa + 1)·2^(power - 1).
    const uint64_t mantissa = stored > 0 ? fraction | UINT64_C(1) << f.mantissa_bits : fraction;
    const int64_t power = (stored > 0 ? stored : 1) - f.bias - f.mantissa_bits - 1;
    big number, halfway = {{2 * mantissa + 1}, 1};
    int64_t exponent;

    collect_digits(d, &number, &exponent);
    if (exponent >= 0)
        multiply_by_power_of_5(&number, exponent);
    else
        multiply_by_power_of_5(&halfway, -exponent);
    if (exponent > power)
        shift_left(&number, exponent - power);
    else
        shift_left(&halfway, power - exponent);
    return compare(&number, &halfway);
}

// The bits of the value that is closest to a number, with its sign.
static uint64_t round_decimal(const decimal* d, hit_text_format f, int sign_bit)
{
    const uint64_t sign = (uint64_t)d->negative << sign_bit;
    uint64_t low, high;
    int side;

    if (d->special)
        return sign | ((uint64_t)f.exponent_infinite << f.mantissa_bits) |
               ((uint64_t)d->not_a_number << (f.mantissa_bits - 1));
    low = hit_text_eisel_lemire(f, d->first, d->exponent);
    if (!d->longer)
        return sign | low;
    high = hit_text_eisel_lemire(f, d->first + 1, d->exponent);
    if (low == high)
        return sign | low;
    side = compare_with_halfway(d, f, low);
    return sign | (side > 0 || (side == 0 && (low & 1) != 0) ? high : low);
}

// ---- The calls ------------------------------------------------------------------------------------------------------

const char* hit_text_read_float(const char* text, const char* end, float* value)
{
    decimal d;
    const char* after;
#if HIT_TEXT_FAST
    if (end - text >= HIT_TEXT_LOOKAHEAD) {
        float found;
        after = hit_text_fast_digits(text, &found);
        if (after != NULL && !is_digit(*after) && (*after | 0x20) != 'e') {
            *value = found;
            return after;
        }
    }
#endif
    after = parse(text, end, &d);
    if (after != NULL) {
        const uint32_t bits = (uint32_t)round_decimal(&d, hit_text_float_format, 31);
        memcpy(value, &bits, sizeof bits);
    }
    return after;
}

const char* hit_text_read_double(const char* text, const char* end, double* value)
{
    decimal d;
    const char* after = parse(text, end, &d);
    if (after != NULL) {
        const uint64_t bits = round_decimal(&d, hit_text_double_format, 63);
        memcpy(value, &bits, sizeof bits);
    }
    return after;
}
