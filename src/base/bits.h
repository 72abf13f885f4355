// The bits of a word.
#ifndef HITSCAN_BASE_BITS_H
#define HITSCAN_BASE_BITS_H

// The number of zeros below the lowest bit of x, which is not 0.
static inline unsigned lowest_bit(unsigned x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(x);
#else
    unsigned n = 0;
    for (; !(x & 1u); x >>= 1)
        n++;
    return n;
#endif
}

static inline unsigned count_bits(unsigned x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_popcount(x);
#else
    unsigned n = 0;
    for (; x != 0; x &= x - 1)
        n++;
    return n;
#endif
}

#endif
