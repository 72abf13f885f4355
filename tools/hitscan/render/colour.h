// Colours and points, the same for all that draws.
#ifndef TOOL_RENDER_COLOUR_H
#define TOOL_RENDER_COLOUR_H

#include <hitscan/hitscan.h>
#include <hitscan/math.h>

// ---- Light ----------------------------------------------------------------------------------------------------------

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

/// Light of colour a on a surface of colour b.
static inline hit_vec3 times(hit_vec3 a, hit_vec3 b)
{
    return v(a.x * b.x, a.y * b.y, a.z * b.z);
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

/// x to the power of 2^n.
static inline float power2(float x, int n)
{
    while (n-- > 0)
        x *= x;
    return x;
}

/// How bright a colour is to the eye.
static inline float grey_of(hit_vec3 light)
{
    return 0.30f * light.x + 0.59f * light.y + 0.11f * light.z;
}

/// Linear light, 0 to 1, to sRGB's curve, fitted with square roots: the same bits everywhere.
static inline float srgb_of(float light)
{
    const float a = sqrtf(clamp01(light)), b = sqrtf(a), c = sqrtf(b);
    return clamp01(0.585122381f * a + 0.783140355f * b - 0.368262736f * c);
}

/// Linear light to a byte: a soft shoulder for what is brighter than white, then sRGB's curve.
static inline uint8_t tone_byte(float light)
{
    const float exposed = 1.05f * light, toned = exposed * (1.0f + exposed / 9.0f) / (1.0f + 0.62f * exposed);
    return (uint8_t)(255.0f * srgb_of(toned) + 0.5f);
}

// ---- Colours for numbers and parts ----------------------------------------------------------------------------------

/// From dark violet at 0 by red and orange to pale yellow at 1: lightness grows evenly, also for the colour-blind.
hit_vec3 colour_map_heat(float x);

/// From blue at 0 by green and yellow to red at 1, all of them bright, for points on black.
hit_vec3 colour_map_height(float x);

/// A colour for a part that differs from those of the parts numbered next to it: strong and light.
hit_vec3 part_colour(uint32_t part);

/// The same hue, muted, as the share of light that a surface gives back; all of them equally bright.
hit_vec3 part_tint(uint32_t part);

#endif
