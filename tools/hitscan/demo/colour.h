// Small helpers for colours and points, the same for all files of the demo.
#ifndef TOOL_DEMO_COLOUR_H
#define TOOL_DEMO_COLOUR_H

#include <hitscan/hitscan.h>

static inline hit_vec3 v(float x, float y, float z)
{
    return hit_vec3_make(x, y, z);
}

static inline hit_vec3 add_scaled(hit_vec3 a, hit_vec3 b, float s)
{
    return v(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

/// a at share 0, b at share 1.
static inline hit_vec3 mix(hit_vec3 a, hit_vec3 b, float share)
{
    return add_scaled(hit_vec3_scale(a, 1.0f - share), b, share);
}

static inline float clamp01(float x)
{
    return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

/// From 0 at `low` to 1 at `high`, level at both.
static inline float smooth(float low, float high, float x)
{
    const float t = clamp01((x - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

#endif
