// FNV-1a over numbers, bit by bit, with one zero.
#ifndef HITSCAN_TEST_SCENE_MIX_H
#define HITSCAN_TEST_SCENE_MIX_H

#include <hitscan/scene.h>

static const uint64_t MIX_START = 0xcbf29ce484222325u;

static inline void mix(uint64_t* hash, const void* data, size_t size)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static inline void mix_number(uint64_t* hash, uint32_t number)
{
    mix(hash, &number, sizeof number);
}

static inline void mix_float(uint64_t* hash, float x)
{
    x += 0.0f;
    mix(hash, &x, sizeof x);
}

static inline void mix_double(uint64_t* hash, double x)
{
    x += 0.0;
    mix(hash, &x, sizeof x);
}

// The place of an id among all.
static inline void mix_id(uint64_t* hash, const hit_id* ids, uint32_t count, hit_id id)
{
    uint32_t i = 0;
    while (i < count && ids[i] != id)
        i++;
    mix_number(hash, i);
}

#endif
