// Colours for numbers and for parts.
//
// The heat ramp goes through a few colours of matplotlib's "inferno" (N. Smith, S. van der Walt, 2015), whose lightness
// is linear; the height ramp through some of "turbo" (A. Mikhailov, 2019). In between they are interpolated. Hues of
// parts advance by the golden ratio: any run of them is spread evenly over the circle.
#include "render/colour.h"

static hit_vec3 interpolate(const float (*stops)[3], int count, float x)
{
    const float at = clamp01(x) * (float)(count - 1);
    const int i = (int)at < count - 2 ? (int)at : count - 2;
    const hit_vec3 a = v(stops[i][0], stops[i][1], stops[i][2]);
    const hit_vec3 b = v(stops[i + 1][0], stops[i + 1][1], stops[i + 1][2]);
    return mix(a, b, at - (float)i);
}

hit_vec3 colour_map_heat(float x)
{
    static const float stops[9][3] = {{0.001f, 0.000f, 0.014f}, {0.122f, 0.047f, 0.282f}, {0.334f, 0.060f, 0.428f},
                                      {0.535f, 0.134f, 0.415f}, {0.735f, 0.216f, 0.330f}, {0.892f, 0.350f, 0.200f},
                                      {0.978f, 0.558f, 0.035f}, {0.974f, 0.798f, 0.206f}, {0.988f, 0.998f, 0.645f}};
    return interpolate(stops, 9, x);
}

hit_vec3 colour_map_height(float x)
{
    static const float stops[8][3] = {{0.25f, 0.35f, 0.85f}, {0.27f, 0.55f, 0.99f}, {0.11f, 0.79f, 0.87f},
                                      {0.19f, 0.95f, 0.61f}, {0.60f, 0.99f, 0.26f}, {0.91f, 0.85f, 0.22f},
                                      {0.99f, 0.57f, 0.16f}, {0.91f, 0.28f, 0.10f}};
    return interpolate(stops, 8, x);
}

// A hue of full saturation, from 0 to 1 around the circle.
static hit_vec3 hue_colour(float hue)
{
    const float h = 6.0f * hue;
    return v(clamp01(fabsf(h - 3.0f) - 1.0f), clamp01(2.0f - fabsf(h - 2.0f)), clamp01(2.0f - fabsf(h - 4.0f)));
}

static float part_hue(uint32_t part)
{
    // 2^32 over the golden ratio; whole numbers wrap around as hues do.
    return (float)((part * 2654435769u + 0x18000000u) >> 8) * 0x1p-24f;
}

hit_vec3 part_colour(uint32_t part)
{
    static const float lightness[3] = {0.86f, 0.70f, 0.96f}, paleness[3] = {0.30f, 0.15f, 0.52f};
    const hit_vec3 hue = hue_colour(part_hue(part));
    return hit_vec3_scale(mix(hue, v(1.0f, 1.0f, 1.0f), paleness[part % 3]), lightness[part % 3]);
}

hit_vec3 part_tint(uint32_t part)
{
    const hit_vec3 muted = mix(v(0.55f, 0.55f, 0.55f), hue_colour(part_hue(part)), 0.22f);
    return hit_vec3_scale(muted, 0.47f / grey_of(muted));
}
