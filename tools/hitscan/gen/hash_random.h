// Random numbers by place: the same place has the same number, whatever was asked before.
#ifndef TOOL_GEN_DICE_H
#define TOOL_GEN_DICE_H

#include <stdint.h>

/// Scrambles 64 bits, one to one (the finaliser of splitmix64: Steele, Lea, Flood, 2014).
static inline uint64_t dice_scramble(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/// A number for each pair.
static inline uint64_t dice_at(uint64_t seed, uint64_t place)
{
    return dice_scramble(dice_scramble(seed + 0x9e3779b97f4a7c15u) + place * 0x9e3779b97f4a7c15u);
}

/// From 0 to below 1.
static inline double dice_unit(uint64_t number)
{
    return (double)(number >> 40) * 0x1p-24;
}

/// A row of numbers.
typedef struct dice {
    uint64_t seed, next;
} dice;

static inline dice dice_make(uint64_t seed, uint64_t place)
{
    const dice d = {dice_at(seed, place), 0};
    return d;
}

static inline double dice_roll(dice* d, double low, double high)
{
    return low + (high - low) * dice_unit(dice_at(d->seed, d->next++));
}

#endif
