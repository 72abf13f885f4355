// The demo's painter: one ray per sample from the eye, one to the sun, two for the light of the sky, one more where
// it mirrors.
//
// Each pixel has 2 x 2 samples. A sample casts just one ray to the sun's disc and two to the sky, but in one of 16
// different ways, by its place in a 4 x 4 pattern. Then every sample takes the mean over the 4 x 4 samples around
// that lie on the same surface: all 16 ways, for the price of one (interleaved sampling: Keller and Heidrich, 2001).
// So eight rows of samples are all that is kept, whatever the picture's height.
//
// All is computed with + - * / and sqrt, which are the same on every machine, and so is the picture.
#include "demo_render.h"

#include <stdlib.h>

enum {
    SAMPLES = 2, // per pixel and axis
    PATTERN = 4, // samples per axis after which the ways repeat
    WAYS = PATTERN * PATTERN,
    SKY_RAYS = 2, // per sample
    RING = 8,     // rows of samples that are kept; a power of two
    NOTHING = -2  // the object of a sample that shows the sky
};

static const float SKY_REACH = 2.6f;    // how far a thing may be to take light of the sky away
static const float SUN_RADIUS = 0.030f; // of the sun's disc, as a tangent; about six times the real one
static const float LIFT = 0x1p-9f;      // how far above a surface its rays start

typedef struct sample {
    hit_vec3 sunlit; // light if the sun is not hidden
    hit_vec3 skylit; // light if the sky is not hidden
    hit_vec3 rest;   // light that is there anyway
    hit_vec3 normal;
    float sun, sky; // how much of each is not hidden, 0 to 1
    int32_t index;  // of the object
} sample;

struct render {
    const scene* scene;
    uint32_t width, height;
    uint32_t next_pixel_row, next_sample_row;
    uint64_t rays;
    hit_vec3 eye, ahead, right, up; // right and up reach to the picture's edge
    hit_vec3 sun, sun_side, sun_up; // unit vectors
    float disc[WAYS][2];            // points in the unit disc, evenly spread
    float dome[WAYS * SKY_RAYS][3]; // unit vectors about +z, denser near it: cosine-weighted
    sample* ring;                   // RING rows of SAMPLES·width
};

// ---- Small vector helpers --------------------------------------------------------------------------------------------

static hit_vec3 v(float x, float y, float z)
{
    return hit_vec3_make(x, y, z);
}

static hit_vec3 add_scaled(hit_vec3 a, hit_vec3 b, float s)
{
    return v(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

static hit_vec3 times(hit_vec3 a, hit_vec3 b)
{
    return v(a.x * b.x, a.y * b.y, a.z * b.z);
}

static hit_vec3 mix(hit_vec3 a, hit_vec3 b, float share)
{
    return add_scaled(hit_vec3_scale(a, 1.0f - share), b, share);
}

static float clamp01(float x)
{
    return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

static float smooth(float low, float high, float x)
{
    const float t = clamp01((x - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

// x to the power of 2^n.
static float power2(float x, int n)
{
    while (n-- > 0)
        x *= x;
    return x;
}

// Two unit vectors that make a right angle with n and each other (Duff et al., Building an orthonormal basis, 2017).
static void basis(hit_vec3 n, hit_vec3* a, hit_vec3* b)
{
    const float sign = n.z < 0.0f ? -1.0f : 1.0f, c = -1.0f / (sign + n.z), d = n.x * n.y * c;
    *a = v(1.0f + sign * n.x * n.x * c, sign * d, -sign * n.x);
    *b = v(d, sign + n.y * n.y * c, -n.y);
}

// ---- Light -----------------------------------------------------------------------------------------------------------

static const hit_vec3 SUNLIGHT = {3.60f, 2.85f, 2.00f};

// The sky without the sun, towards a direction of unit length.
static hit_vec3 sky_colour(const render* r, hit_vec3 direction)
{
    const float height = clamp01(direction.y), toward = 0.5f + 0.5f * hit_vec3_dot(direction, r->sun);
    const hit_vec3 horizon = mix(v(0.80f, 0.76f, 0.78f), v(1.45f, 0.98f, 0.62f), toward * toward);
    const hit_vec3 middle = v(0.36f, 0.58f, 0.92f), zenith = v(0.10f, 0.24f, 0.55f);
    const hit_vec3 low = mix(horizon, middle, smooth(-0.04f, 0.22f, height));
    return mix(low, zenith, smooth(0.12f, 0.85f, height));
}

static hit_vec3 sky_with_sun(const render* r, hit_vec3 direction)
{
    const float c = clamp01(hit_vec3_dot(direction, r->sun));
    hit_vec3 colour = sky_colour(r, direction);
    colour = add_scaled(colour, v(1.0f, 0.72f, 0.42f), 0.35f * power2(c, 3) + 0.5f * power2(c, 6));
    return add_scaled(colour, v(1.0f, 0.85f, 0.6f), 6.0f * smooth(0.99955f, 0.99985f, c));
}

// Air takes light away with distance, and gives the horizon's.
static float fog_share(float distance)
{
    const float x = distance / 75.0f;
    return x * x / (1.0f + x * x);
}

// The ground: large tiles of two near tones with fine joints, which fade where a sample is wider than they are.
static hit_vec3 ground_colour(hit_vec3 point, float footprint)
{
    const hit_vec3 light = v(0.60f, 0.56f, 0.50f), dark = v(0.47f, 0.44f, 0.40f), joint = v(0.33f, 0.31f, 0.29f);
    const float tile = 1.6f, x = point.x / tile + 0.5f, z = point.z / tile + 0.5f;
    const float fx = x - floorf(x), fz = z - floorf(z);
    const bool odd = ((int)floorf(x) + (int)floorf(z)) & 1;
    const float edge = tile * fminf(fminf(fx, 1.0f - fx), fminf(fz, 1.0f - fz));
    const float blur = footprint / tile, keep = 1.0f / (1.0f + 6.0f * blur * blur);
    const hit_vec3 tone = mix(hit_vec3_scale(hit_vec3_add(light, dark), 0.5f), odd ? dark : light, keep);
    const float line = (1.0f - smooth(0.010f, 0.022f + footprint, edge)) * (0.030f / (0.030f + footprint));
    return mix(tone, joint, line);
}

// ---- One sample ------------------------------------------------------------------------------------------------------

static float sun_visible(render* r, hit_vec3 from, uint32_t way)
{
    const hit_vec3 toward = add_scaled(add_scaled(r->sun, r->sun_side, SUN_RADIUS * r->disc[way][0]), r->sun_up,
                                       SUN_RADIUS * r->disc[way][1]);
    r->rays++;
    return scene_any(r->scene, hit_ray_make(from, toward)) ? 0.0f : 1.0f;
}

static float sky_visible(render* r, hit_vec3 from, hit_vec3 normal, uint32_t way)
{
    float seen = 0.0f;
    hit_vec3 a, b;
    basis(normal, &a, &b);
    for (uint32_t k = 0; k < SKY_RAYS; k++) {
        const float* d = r->dome[way + WAYS * k];
        hit_ray ray = hit_ray_make(from, add_scaled(add_scaled(hit_vec3_scale(normal, d[2]), a, d[0]), b, d[1]));
        ray.t_max = SKY_REACH;
        seen += scene_any(r->scene, ray) ? 0.0f : 1.0f;
    }
    r->rays += SKY_RAYS;
    return seen / (float)SKY_RAYS;
}

// What a ray sees, not yet asking what is hidden from sun and sky. Returns false for the sky itself.
static bool look(render* r, hit_ray ray, float spread, sample* out, hit_vec3* start, hit_vec3* mirrored, float* mirror)
{
    const hit_vec3 direction = hit_vec3_normalize(ray.direction);
    scene_hit hit;
    r->rays++;
    *mirror = 0.0f;
    *out = (sample){.index = NOTHING};
    if (!scene_first(r->scene, ray, &hit)) {
        out->rest = sky_with_sun(r, direction);
        return false;
    }
    const hit_vec3 point = hit_ray_at(ray, hit.span.t_enter), n = scene_normal(r->scene, &hit, ray);
    const bool ground = hit.index == SCENE_GROUND;
    const float distance = hit_ray_distance(ray, hit.span.t_enter), facing = clamp01(-hit_vec3_dot(n, direction));
    const float slant = facing > 0.05f ? facing : 0.05f, clear = 1.0f - fog_share(distance);
    const hit_vec3 colour =
        ground ? ground_colour(point, spread * distance / slant) : r->scene->objects[hit.index].colour;
    const float gloss = ground ? 0.0f : r->scene->objects[hit.index].gloss;
    const float edge = power2(1.0f - facing, 2) * (1.0f - facing); // Schlick's fifth power, the fresnel effect
    const hit_vec3 above = mix(v(0.42f, 0.36f, 0.31f), v(0.52f, 0.62f, 0.80f), 0.5f + 0.5f * n.y);
    const hit_vec3 horizon = sky_colour(r, hit_vec3_normalize(v(direction.x, 0.02f, direction.z)));

    out->index = hit.index;
    out->normal = n;
    *start = add_scaled(point, n, LIFT * (1.0f + 0.02f * distance));
    *mirrored = add_scaled(direction, n, -2.0f * hit_vec3_dot(n, direction));
    *mirror = gloss > 0.0f ? clear * (gloss + (1.0f - gloss) * edge) : 0.0f;
    out->sunlit = hit_vec3_scale(times(colour, SUNLIGHT), clear * clamp01(hit_vec3_dot(n, r->sun)) * (1.0f - gloss));
    out->skylit = hit_vec3_scale(times(colour, above), clear * 0.80f * (1.0f - gloss));
    out->rest = hit_vec3_scale(horizon, 1.0f - clear);
    if (gloss > 0.0f) { // the sun in a shiny surface
        const float shine = power2(clamp01(hit_vec3_dot(*mirrored, r->sun)), 8);
        out->sunlit = add_scaled(out->sunlit, SUNLIGHT, clear * 1.5f * shine);
    }
    return true;
}

static hit_ray eye_ray(const render* r, float x, float y)
{
    return hit_ray_make(r->eye, add_scaled(add_scaled(r->ahead, r->right, x), r->up, y));
}

static void take_sample(render* r, uint32_t column, uint32_t row, sample* out)
{
    static const uint8_t order[PATTERN][PATTERN] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    const uint32_t way = order[row % PATTERN][column % PATTERN];
    const uint32_t i = column % SAMPLES, j = row % SAMPLES, pixel_x = column / SAMPLES, pixel_y = row / SAMPLES;
    // A turned grid: each sample has its own quarter of the pixel's width and its own of its height, so that steep
    // and flat edges get three tones between, not one.
    const float x = (float)pixel_x + 0.125f + 0.25f * (float)(2 * i + j);
    const float y = (float)pixel_y + 0.125f + 0.25f * (float)(2 * j + 1 - i);
    const hit_ray ray = eye_ray(r, 2.0f * x / (float)r->width - 1.0f, 1.0f - 2.0f * y / (float)r->height);
    const float spread = hit_vec3_length(r->up) / (hit_vec3_length(r->ahead) * (float)r->height);
    hit_vec3 start, mirrored;
    float mirror;
    if (!look(r, ray, spread, out, &start, &mirrored, &mirror))
        return;
    out->sun = hit_vec3_dot(out->normal, r->sun) > 0.0f ? sun_visible(r, start, way) : 0.0f;
    out->sky = sky_visible(r, start, out->normal, way);
    if (mirror > 0.02f) { // what is seen in it, once
        sample seen;
        hit_vec3 seen_start, unused;
        float unused_mirror, sun = 0.0f;
        if (look(r, hit_ray_make(start, mirrored), 4.0f * spread, &seen, &seen_start, &unused, &unused_mirror) &&
            hit_vec3_dot(seen.normal, r->sun) > 0.0f)
            sun = sun_visible(r, seen_start, way);
        const hit_vec3 light = add_scaled(add_scaled(seen.rest, seen.sunlit, sun), seen.skylit, 0.8f);
        out->rest = add_scaled(out->rest, light, mirror);
    }
}

// ---- From samples to pixels ------------------------------------------------------------------------------------------

static sample* sample_row(const render* r, uint32_t row)
{
    return r->ring + (size_t)(row % RING) * SAMPLES * r->width;
}

// The light of a sample, with the shares of sun and sky that its neighbours on the same surface agree on.
static hit_vec3 gather(const render* r, uint32_t column, uint32_t row)
{
    const sample* s = &sample_row(r, row)[column];
    const uint32_t last_row = SAMPLES * r->height - 1, last_column = SAMPLES * r->width - 1;
    const uint32_t row0 = row < 2 ? 0 : row - 2, row1 = row + 1 > last_row ? last_row : row + 1;
    const uint32_t column0 = column < 2 ? 0 : column - 2, column1 = column + 1 > last_column ? last_column : column + 1;
    float sun = 0.0f, sky = 0.0f, count = 0.0f;
    if (s->index == NOTHING)
        return s->rest;
    for (uint32_t y = row0; y <= row1; y++) {
        const sample* line = sample_row(r, y);
        for (uint32_t x = column0; x <= column1; x++) {
            const sample* near = &line[x];
            if (near->index == s->index && hit_vec3_dot(near->normal, s->normal) > 0.8f) {
                sun += near->sun;
                sky += near->sky;
                count += 1.0f;
            }
        }
    }
    return add_scaled(add_scaled(s->rest, s->sunlit, sun / count), s->skylit, sky / count);
}

// A mark about the centre of the picture: a ring and four strokes. Returns how much of the pixel it covers, and how
// much its dark seam does.
static float mark(const render* r, uint32_t column, uint32_t row, float* seam)
{
    const float x = (float)column + 0.5f - 0.5f * (float)r->width, y = (float)row + 0.5f - 0.5f * (float)r->height;
    const float unit = (float)r->height / 600.0f, ring = 13.0f * unit, near_axis = fminf(fabsf(x), fabsf(y));
    const float d = sqrtf(x * x + y * y), thick = unit > 0.6f ? unit : 0.6f;
    float distance = fabsf(d - ring); // to the ring, or to a stroke
    *seam = 0.0f;
    if (d > 40.0f * unit || r->height < 100)
        return 0.0f;
    if (d >= ring && d <= 24.0f * unit)
        distance = fminf(distance, near_axis);
    distance = fminf(distance, fmaxf(d - 1.2f * unit, 0.0f)); // and to the dot in the middle
    *seam = 0.45f * (1.0f - smooth(0.8f * thick, 2.6f * thick, distance));
    return 1.0f - smooth(0.5f * thick, 1.3f * thick, distance);
}

// Linear light to a byte: a soft shoulder for what is brighter than white, then sRGB's curve, fitted with square roots.
static uint8_t byte_of(float light)
{
    const float exposed = 1.05f * light, toned = exposed * (1.0f + exposed / 9.0f) / (1.0f + 0.62f * exposed);
    const float a = sqrtf(clamp01(toned)), b = sqrtf(a), c = sqrtf(b);
    return (uint8_t)(255.0f * clamp01(0.585122381f * a + 0.783140355f * b - 0.368262736f * c) + 0.5f);
}

void render_row(render* r, uint8_t* rgb)
{
    const uint32_t row = r->next_pixel_row++, rows = SAMPLES * r->height, need = SAMPLES * row + SAMPLES + 1;
    for (; r->next_sample_row < need && r->next_sample_row < rows; r->next_sample_row++) {
        sample* line = sample_row(r, r->next_sample_row);
        for (uint32_t column = 0; column < SAMPLES * r->width; column++)
            take_sample(r, column, r->next_sample_row, &line[column]);
    }
    for (uint32_t column = 0; column < r->width; column++, rgb += 3) {
        float seam;
        const float marked = mark(r, column, row, &seam);
        hit_vec3 light = v(0.0f, 0.0f, 0.0f);
        for (uint32_t k = 0; k < SAMPLES * SAMPLES; k++)
            light = add_scaled(light, gather(r, SAMPLES * column + k % SAMPLES, SAMPLES * row + k / SAMPLES),
                               1.0f / (SAMPLES * SAMPLES));
        light = mix(hit_vec3_scale(light, 1.0f - seam), v(3.0f, 3.0f, 3.0f), marked);
        rgb[0] = byte_of(light.x);
        rgb[1] = byte_of(light.y);
        rgb[2] = byte_of(light.z);
    }
}

// ---- Setting up ------------------------------------------------------------------------------------------------------

// Points on a spiral of equal areas, the turn between two being the golden angle (Vogel, 1979). They fill the unit
// disc evenly; as the feet of unit vectors they give the cosine-weighted dome.
static void spread_points(render* r)
{
    const float turn_cos = -0.73736888f, turn_sin = 0.67549029f;
    float c = 1.0f, s = 0.0f;
    for (uint32_t i = 0; i < WAYS * SKY_RAYS; i++) {
        const float disc_radius = sqrtf(((float)i + 0.5f) / WAYS);
        const float dome_radius = sqrtf(((float)i + 0.5f) / (WAYS * SKY_RAYS)), next = c * turn_cos - s * turn_sin;
        if (i < WAYS) {
            r->disc[i][0] = disc_radius * c;
            r->disc[i][1] = disc_radius * s;
        }
        r->dome[i][0] = dome_radius * c;
        r->dome[i][1] = dome_radius * s;
        r->dome[i][2] = sqrtf(1.0f - dome_radius * dome_radius);
        s = c * turn_sin + s * turn_cos;
        c = next;
    }
}

render* render_create(const scene* s, uint32_t width, uint32_t height)
{
    const float tangent = 0.345f; // of half the vertical angle of view
    const hit_vec3 target = v(0.0f, 1.4f, 0.0f);
    render* r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->ring = calloc((size_t)RING * SAMPLES * width, sizeof *r->ring);
    if (!r->ring) {
        render_destroy(r);
        return NULL;
    }
    r->scene = s;
    r->width = width;
    r->height = height;
    r->eye = v(5.4f, 4.4f, 13.2f);
    r->ahead = hit_vec3_sub(target, r->eye); // not of unit length: t = 1 is the target
    r->right = hit_vec3_normalize(hit_vec3_cross(r->ahead, v(0.0f, 1.0f, 0.0f)));
    r->up = hit_vec3_normalize(hit_vec3_cross(r->right, r->ahead));
    r->up = hit_vec3_scale(r->up, tangent * hit_vec3_length(r->ahead));
    r->right = hit_vec3_scale(r->right, hit_vec3_length(r->up) * (float)width / (float)height);
    r->sun = hit_vec3_normalize(v(-0.78f, 0.55f, 0.24f));
    basis(r->sun, &r->sun_side, &r->sun_up);
    spread_points(r);
    return r;
}

void render_destroy(render* r)
{
    if (r) {
        free(r->ring);
        free(r);
    }
}

hit_ray render_centre_ray(const render* r)
{
    return eye_ray(r, 0.0f, 0.0f);
}

uint64_t render_ray_count(const render* r)
{
    return r->rays;
}
