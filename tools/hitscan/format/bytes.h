// Numbers as the bytes of a file: little-endian on any machine. Compilers make one store of each where that is so
// anyway.
#ifndef TOOL_FORMAT_BYTES_H
#define TOOL_FORMAT_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Each returns one past the bytes that it wrote.

static inline char* put_u16(char* to, uint16_t value)
{
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8);
    return to + 2;
}

static inline char* put_u32(char* to, uint32_t value)
{
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8 & 255);
    to[2] = (char)(value >> 16 & 255);
    to[3] = (char)(value >> 24);
    return to + 4;
}

static inline char* put_u64(char* to, uint64_t value)
{
    return put_u32(put_u32(to, (uint32_t)value), (uint32_t)(value >> 32));
}

static inline char* put_f32(char* to, float value)
{
    return put_u32(to, float_bits(value));
}

static inline char* put_f64(char* to, double value)
{
    return put_u64(to, double_bits(value));
}

#endif
