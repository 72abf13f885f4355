// Textures: pictures that are halved again and again, so that a sample that covers many texels needs to look at eight.
//
// Halving is done in linear light, each texel by its alpha, so that what is transparent does not lend its colour. A
// sample lies between two of these pictures, and between four texels in each (Williams, 1983).
#include "format/picture_file.h"
#include "render/colour.h"
#include "render/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 16, STEPS = 4096 };

static const uint64_t PIXELS_MAX = (uint64_t)1 << 26; // 8192 x 8192

typedef struct level {
    uint32_t width, height;
    uint8_t* rgba;
} level;

struct texture {
    level levels[LEVELS];
    uint32_t count;
    bool clamp_u, clamp_v;
    float transform[6];
    float light[256];    // of a byte of sRGB
    uint8_t byte[STEPS]; // of light
};

// ((x + 0.055)/1.055)^2.4, with y = x^0.4 by Newton's steps for y^5 = x^2.
float linear_of(float srgb)
{
    const double x = ((double)clamp01(srgb) + 0.055) / 1.055, square = x * x;
    double y = 1.0;
    if (!(srgb > 0.04045f))
        return clamp01(srgb) / 12.92f;
    for (int i = 0; i < 24; i++)
        y = (4.0 * y + square / (y * y * y * y)) / 5.0;
    return (float)(square * y);
}

static void make_tables(texture* t)
{
    int byte = 0;
    for (int i = 0; i < 256; i++)
        t->light[i] = linear_of((float)i / 255.0f);
    for (int i = 0; i < STEPS; i++) {
        const float light = ((float)i + 0.5f) / STEPS;
        while (byte < 255 && t->light[byte + 1] - light < light - t->light[byte])
            byte++;
        t->byte[i] = (uint8_t)byte;
    }
}

static uint8_t byte_of(const texture* t, float light)
{
    const int step = (int)(light * STEPS);
    return t->byte[step < 0 ? 0 : step < STEPS ? step : STEPS - 1];
}

static bool halve(const texture* t, const level* from, level* to)
{
    to->width = from->width > 1 ? from->width / 2 : 1;
    to->height = from->height > 1 ? from->height / 2 : 1;
    to->rgba = malloc(4 * (size_t)to->width * to->height);
    for (uint32_t y = 0; to->rgba && y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            uint8_t* out = to->rgba + 4 * ((size_t)y * to->width + x);
            float sum[3] = {0.0f, 0.0f, 0.0f}, plain[3] = {0.0f, 0.0f, 0.0f}, alpha = 0.0f;
            for (uint32_t k = 0; k < 4; k++) {
                const uint32_t fx = 2 * x + (k & 1), fy = 2 * y + (k >> 1);
                const uint8_t* p = from->rgba + 4 * ((size_t)(fy < from->height ? fy : from->height - 1) * from->width +
                                                     (fx < from->width ? fx : from->width - 1));
                for (int c = 0; c < 3; c++) {
                    sum[c] += (float)p[3] * t->light[p[c]];
                    plain[c] += 0.25f * t->light[p[c]];
                }
                alpha += (float)p[3];
            }
            for (int c = 0; c < 3; c++)
                out[c] = byte_of(t, alpha > 0.0f ? sum[c] / alpha : plain[c]);
            out[3] = (uint8_t)(0.25f * alpha + 0.5f);
        }
    return to->rgba != NULL;
}

void texture_free(texture* t)
{
    for (uint32_t i = 0; t && i < LEVELS; i++)
        free(t->levels[i].rgba);
    free(t);
}

const char* texture_make(const hit_model_texture* from, uint64_t* pixels_left, texture** out)
{
    const uint64_t most = *pixels_left < PIXELS_MAX ? *pixels_left : PIXELS_MAX;
    texture* t = calloc(1, sizeof *t);
    picture_pixels pixels;
    const char* wrong;
    if (!t)
        return "needs more memory than there is";
    wrong = picture_read(from->bytes, from->size, most, &pixels);
    if (wrong && most < PIXELS_MAX && strcmp(wrong, PICTURE_TOO_LARGE) == 0)
        wrong = "has more pixels than --max-memory leaves for textures";
    if (!wrong && (pixels.width == 0 || pixels.height == 0))
        wrong = "has no pixels";
    if (wrong) {
        free(pixels.rgba);
        free(t);
        return wrong;
    }
    t->levels[0] = (level){pixels.width, pixels.height, pixels.rgba};
    t->count = 1;
    t->clamp_u = from->clamp_u;
    t->clamp_v = from->clamp_v;
    memcpy(t->transform, from->transform, sizeof t->transform);
    make_tables(t);
    while (t->count < LEVELS && (t->levels[t->count - 1].width > 1 || t->levels[t->count - 1].height > 1)) {
        if (!halve(t, &t->levels[t->count - 1], &t->levels[t->count])) {
            texture_free(t);
            return "needs more memory than there is";
        }
        t->count++;
    }
    *pixels_left -= (uint64_t)pixels.width * pixels.height;
    *out = t;
    return NULL;
}

void texture_size(const texture* t, float size[2])
{
    size[0] = (float)t->levels[0].width;
    size[1] = (float)t->levels[0].height;
}

void texture_place(const texture* t, const float uv[2], float out[2])
{
    const float* m = t->transform;
    out[0] = m[0] * uv[0] + m[1] * uv[1] + m[2];
    out[1] = m[3] * uv[0] + m[4] * uv[1] + m[5];
}

// The two texels around a coordinate, and how much of the second counts.
static float neighbours(float at, uint32_t size, bool clamp, uint32_t pair[2])
{
    const float wrapped = clamp ? clamp01(at) : at - floorf(at);
    const float x = (wrapped >= 0.0f && wrapped <= 1.0f ? wrapped : 0.0f) * (float)size - 0.5f, low = floorf(x);
    const int64_t first = (int64_t)low, last = (int64_t)size - 1;
    for (int64_t k = 0; k < 2; k++) {
        const int64_t i = first + k;
        pair[k] = (uint32_t)(i >= 0 && i <= last ? i : clamp ? (i < 0 ? 0 : last) : i < 0 ? last : 0);
    }
    return x - low;
}

static void level_at(const texture* t, const level* l, float u, float v, float share, float out[4])
{
    uint32_t x[2], y[2];
    const float right = neighbours(u, l->width, t->clamp_u, x), below = neighbours(v, l->height, t->clamp_v, y);
    for (int k = 0; k < 4; k++) {
        const uint8_t* p = l->rgba + 4 * ((size_t)y[k >> 1] * l->width + x[k & 1]);
        const float weight = share * (k & 1 ? right : 1.0f - right) * (k >> 1 ? below : 1.0f - below);
        for (int c = 0; c < 3; c++)
            out[c] += weight * t->light[p[c]];
        out[3] += weight * (float)p[3] / 255.0f;
    }
}

void texture_at(const texture* t, float u, float v, float footprint, float out[4])
{
    int exponent = 0;
    float share = 0.0f;
    uint32_t fine = 0;
    memset(out, 0, 4 * sizeof *out);
    if (footprint > 1.0f && footprint < 65536.0f) {
        share = 2.0f * frexpf(footprint, &exponent) - 1.0f; // log2, but for a bend between powers of two
        fine = (uint32_t)(exponent - 1);
    } else if (footprint >= 65536.0f)
        fine = LEVELS;
    if (fine + 1 >= t->count) {
        level_at(t, &t->levels[t->count - 1], u, v, 1.0f, out);
        return;
    }
    level_at(t, &t->levels[fine], u, v, 1.0f - share, out);
    if (share > 0.0f)
        level_at(t, &t->levels[fine + 1], u, v, share, out);
}
