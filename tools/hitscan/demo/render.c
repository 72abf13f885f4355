// The demo's painter: one ray per sample from the eye, one to the sun, two for the light of the sky, one more where
// it mirrors.
//
// Each pixel has 2 x 2 samples. A sample casts just one ray to the sun's disc and two to the sky; what these have found
// it shares with the samples around it (render/shade.h).
//
// The picture is divided into bands of rows, which the threads of a pool take one after the other. A band samples two
// rows above it and one below as well, for the means; so bands need nothing of each other, and the picture does not
// depend on the threads, nor on the machine.
#include "demo/render.h"
#include "render/colour.h"
#include "render/shade.h"

#include <stdlib.h>

enum {
    BAND = 16 // rows of pixels that are drawn at a time
};

static const float AO_DISTANCE = 7.0f;  // how far a thing may be to take light of the sky away
static const float SUN_RADIUS = 0.022f; // of the sun's disc, as a tangent; about five times the real one
static const float RAY_BIAS = 0x1p-8f;  // how far above a surface its rays start
static const float FOG = 420.0f;        // the distance at which half of the light is that of the air

typedef struct render {
    drawing* frame;
    const town* town;
    hit_camera camera;
    const stop_flag* stop;
    hit_vec3 eye;
    float spread; // how wide a sample is, per metre of distance
    sun_disc sun;
    light_patterns patterns;
    uint64_t* band_rays; // cast by each band; UINT64_MAX: memory was short
} render;

// What one band works with.
typedef struct band {
    const render* r;
    lit_grid grid;
    uint32_t first_row; // of samples, in the picture
    uint64_t rays;
} band;

// ---- Light ----------------------------------------------------------------------------------------------------------

static const hit_vec3 SUNLIGHT = {3.50f, 2.85f, 2.05f};

// The sky without the sun, towards a direction of unit length.
static hit_vec3 sky_colour(const render* r, hit_vec3 direction)
{
    const float height = clamp01(direction.y), toward = 0.5f + 0.5f * hit_vec3_dot(direction, r->sun.centre);
    const hit_vec3 horizon = mix(v(0.74f, 0.82f, 0.92f), v(1.40f, 1.02f, 0.70f), toward * toward);
    const hit_vec3 middle = v(0.33f, 0.56f, 0.95f), zenith = v(0.10f, 0.24f, 0.55f);
    const hit_vec3 low = mix(horizon, middle, smooth(-0.03f, 0.15f, height));
    return mix(low, zenith, smooth(0.10f, 0.85f, height));
}

// Air takes light away with distance, and gives the horizon's.
static float fog_share(float distance)
{
    const float x = distance / FOG;
    return x * x / (1.0f + x * x);
}

static float sun_visible(band* b, hit_vec3 from, uint32_t pattern)
{
    const render* r = b->r;
    const hit_dray ray = hit_dray_make(hit_dvec3_from(from), sun_direction(&r->patterns, &r->sun, pattern));
    b->rays++;
    return hit_scene_any(r->town->scene, ray, NULL) ? 0.0f : 1.0f;
}

static float sky_visible(band* b, hit_vec3 from, hit_vec3 normal, uint32_t pattern)
{
    hit_vec3 toward[SKY_RAYS];
    float seen = 0.0f;
    sky_directions(&b->r->patterns, normal, pattern, toward);
    for (uint32_t k = 0; k < SKY_RAYS; k++) {
        hit_dray ray = hit_dray_make(hit_dvec3_from(from), toward[k]);
        ray.t_max = AO_DISTANCE;
        seen += hit_scene_any(b->r->town->scene, ray, NULL) ? 0.0f : 1.0f;
    }
    b->rays += SKY_RAYS;
    return seen / (float)SKY_RAYS;
}

// ---- One sample -----------------------------------------------------------------------------------------------------

// What a ray sees of a thing.
typedef struct surface_hit {
    hit_vec3 start;    // just above the surface
    hit_vec3 mirrored; // the direction in which a mirror would see
    float mirror;      // how much of a mirror it is
    float distance;    // from the eye
} surface_hit;

// What a ray sees, not yet asking what is hidden from sun and sky. Returns false for the sky itself.
static bool trace_ray(band* b, hit_dray ray, float spread, lit_sample* out, surface_hit* g)
{
    const render* r = b->r;
    const hit_vec3 direction = hit_vec3_normalize(ray.direction);
    hit_scene_hit hit;
    const prop* p;
    b->rays++;
    *g = (surface_hit){.distance = 1e6f};
    *out = (lit_sample){.index = 0};
    if (!hit_scene_first(r->town->scene, ray, NULL, &hit) || !(p = town_prop(r->town, hit.id))) {
        out->rest = sky_colour(r, direction);
        return false;
    }
    const hit_vec3 point = v((float)hit.point.x, (float)hit.point.y, (float)hit.point.z);
    const float distance = hit_vec3_length(hit_vec3_sub(point, r->eye)), clear = 1.0f - fog_share(distance);
    const float slant = fabsf(hit_vec3_dot(hit.normal, direction));
    const surface s = paint_at(r->town, p, &hit, direction, spread * distance / (slant > 0.1f ? slant : 0.1f));
    const hit_vec3 n = s.normal;
    const float facing = clamp01(-hit_vec3_dot(n, direction));
    const float edge = power2(1.0f - facing, 2) * (1.0f - facing); // Schlick's fifth power, the fresnel effect
    const hit_vec3 above = mix(v(0.42f, 0.38f, 0.32f), v(0.56f, 0.66f, 0.84f), 0.5f + 0.5f * n.y);
    const hit_vec3 horizon = sky_colour(r, hit_vec3_normalize(v(direction.x, 0.03f, direction.z)));

    out->index = (uint32_t)(p - r->town->props) + 1;
    out->normal = hit.normal;
    g->distance = distance;
    g->start = add_scaled(point, n, RAY_BIAS * (1.0f + 0.02f * distance));
    g->mirrored = add_scaled(direction, n, -2.0f * hit_vec3_dot(n, direction));
    g->mirror = s.gloss > 0.0f ? clear * (s.gloss + (1.0f - s.gloss) * edge) : 0.0f;
    out->sunlit =
        hit_vec3_scale(times(s.colour, SUNLIGHT), clear * clamp01(hit_vec3_dot(n, r->sun.centre)) * (1.0f - s.gloss));
    out->skylit = hit_vec3_scale(times(s.colour, above), clear * 0.85f * (1.0f - s.gloss));
    out->rest = hit_vec3_scale(horizon, 1.0f - clear);
    if (s.gloss > 0.0f) { // the sun in a shiny surface
        const float shine = power2(clamp01(hit_vec3_dot(g->mirrored, r->sun.centre)), 8);
        out->sunlit = add_scaled(out->sunlit, SUNLIGHT, clear * 1.5f * shine);
    }
    return true;
}

// The guard's lantern: light on what he can see, and a haze in its beam.
static void add_vision(band* b, hit_dray ray, const surface_hit* g, lit_sample* out)
{
    static const hit_vec3 glow = {1.60f, 0.92f, 0.08f};
    const town* t = b->r->town;
    const hit_vec3 origin = v((float)ray.origin.x, (float)ray.origin.y, (float)ray.origin.z);
    const hit_scene_filter others = {.layers = ~(uint32_t)LAYER_GUARD};
    hit_ray beam = hit_ray_make(origin, hit_vec3_normalize(ray.direction));
    hit_span span;
    beam.t_max = g->distance;
    if (!hit_ray_cone(beam, &t->vision, &span))
        return;
    const float through = span.t_exit - span.t_enter;
    // Per width of the cone there, so that the beam is seen along all of its length.
    const hit_vec3 middle = hit_ray_at(beam, 0.5f * (span.t_enter + span.t_exit));
    const float width = 0.3f + 2.0f * t->vision.tangent * hit_vec3_length(hit_vec3_sub(middle, t->vision.apex));
    float share = 0.42f * through / (through + width);
    if (out->index > 0 && hit_cone_contains(&t->vision, g->start)) {
        const hit_vec3 sight = hit_vec3_sub(g->start, t->vision.apex);
        hit_dray ask = hit_dray_make(hit_dvec3_from(t->vision.apex), sight);
        ask.t_max = 1.0f;
        b->rays++;
        if (!hit_scene_any(t->scene, ask, &others))
            share = 1.0f - 0.60f * (1.0f - share);
    }
    out->sunlit = hit_vec3_scale(out->sunlit, 1.0f - share);
    out->skylit = hit_vec3_scale(out->skylit, 1.0f - share);
    out->rest = mix(out->rest, glow, share);
}

static void take_sample(band* b, uint32_t column, uint32_t row, lit_sample* out)
{
    const render* r = b->r;
    const uint32_t pattern = sample_pattern(column, row);
    double position[2];
    hit_dray ray;
    surface_hit g;
    sample_position(SAMPLES, column, row, position);
    ray = hit_camera_ray(&r->camera, position[0], position[1]);
    if (trace_ray(b, ray, r->spread, out, &g)) {
        out->sun = hit_vec3_dot(out->normal, r->sun.centre) > 0.0f ? sun_visible(b, g.start, pattern) : 0.0f;
        out->sky = sky_visible(b, g.start, out->normal, pattern);
        if (g.mirror > 0.02f) { // what is seen in it, once
            lit_sample seen;
            surface_hit behind;
            float sun = 0.0f;
            if (trace_ray(b, hit_dray_make(hit_dvec3_from(g.start), g.mirrored), 4.0f * r->spread, &seen, &behind) &&
                hit_vec3_dot(seen.normal, r->sun.centre) > 0.0f)
                sun = sun_visible(b, behind.start, pattern);
            const hit_vec3 light = add_scaled(add_scaled(seen.rest, seen.sunlit, sun), seen.skylit, 0.8f);
            out->rest = add_scaled(out->rest, light, g.mirror);
        }
    }
    add_vision(b, ray, &g, out);
}

// ---- From samples to pixels -----------------------------------------------------------------------------------------

static bool stopped(const render* r)
{
    return atomic_load_explicit(r->stop, memory_order_relaxed) != 0;
}

static void draw_band(void* context, uint32_t index)
{
    const render* r = context;
    drawing* f = r->frame;
    const uint32_t top = BAND * index, left = f->height - top, rows = left < BAND ? left : BAND;
    const uint32_t columns = SAMPLES * f->width, samples_end = SAMPLES * f->height;
    const uint32_t end = SAMPLES * (top + rows) + BELOW;
    band b = {.r = r, .first_row = SAMPLES * top < ABOVE ? 0 : SAMPLES * top - ABOVE};
    b.grid = (lit_grid){.columns = columns, .tolerance = HUGE_VALF};
    b.grid.rows = (end < samples_end ? end : samples_end) - b.first_row;
    if (stopped(r))
        return;
    b.grid.samples = calloc((size_t)b.grid.rows * columns, sizeof *b.grid.samples);
    if (!b.grid.samples) {
        r->band_rays[index] = UINT64_MAX;
        return;
    }
    for (uint32_t y = 0; y < b.grid.rows && !stopped(r); y++)
        for (uint32_t x = 0; x < columns; x++)
            take_sample(&b, x, b.first_row + y, &b.grid.samples[(size_t)y * columns + x]);
    for (uint32_t y = SAMPLES * top; y < SAMPLES * (top + rows); y++) {
        const lit_sample* line = b.grid.samples + (size_t)(y - b.first_row) * columns;
        for (uint32_t x = 0; x < columns; x++)
            f->shown[(size_t)y * columns + x] = (uint16_t)line[x].index;
    }
    for (uint32_t y = top; y < top + rows; y++)
        for (uint32_t x = 0; x < f->width; x++) {
            float* pixel = &f->light[3 * ((size_t)y * f->width + x)];
            hit_vec3 light = v(0.0f, 0.0f, 0.0f);
            for (uint32_t k = 0; k < SAMPLES * SAMPLES; k++)
                light = add_scaled(
                    light, gather_light(&b.grid, SAMPLES * x + k % SAMPLES, SAMPLES * y + k / SAMPLES - b.first_row),
                    1.0f / (SAMPLES * SAMPLES));
            pixel[0] = light.x;
            pixel[1] = light.y;
            pixel[2] = light.z;
        }
    free(b.grid.samples);
    r->band_rays[index] = b.rays;
}

// ---- Setting up -----------------------------------------------------------------------------------------------------

hit_camera town_camera(uint32_t width, uint32_t height)
{
    hit_view view = hit_view_look_at(v(36.0f, 27.0f, 66.0f), v(-7.0f, 3.0f, -14.0f), v(0.0f, 1.0f, 0.0f));
    const hit_screen screen = hit_screen_make((float)width, (float)height);
    hit_camera camera = {0};
    view.fov_y = 0.66f;
    view.near_plane = 1.0f;
    hit_camera_from_view(&view, hit_dvec3_make(0.0, 0.0, 0.0), &screen, &camera);
    return camera;
}

bool render_town(drawing* f, const town* t, const hit_camera* camera, const hit_task_pool* pool, const stop_flag* stop)
{
    const uint32_t bands = (f->height + BAND - 1) / BAND;
    render r = {.frame = f, .town = t, .camera = *camera, .stop = stop};
    bool enough = true;
    r.band_rays = calloc(bands, sizeof *r.band_rays);
    if (!r.band_rays)
        return false;
    r.eye = v((float)camera->eye.x, (float)camera->eye.y, (float)camera->eye.z);
    r.spread = (float)hit_camera_pixel_size(camera, 99.0) / (100.0f * SAMPLES);
    r.sun = sun_disc_make(hit_vec3_normalize(v(-0.62f, 0.56f, 0.50f)), SUN_RADIUS);
    r.patterns = light_patterns_make();
    pool->run(pool->context, draw_band, &r, bands);
    f->rays = 0;
    for (uint32_t i = 0; i < bands; i++) {
        enough = enough && r.band_rays[i] != UINT64_MAX;
        f->rays += r.band_rays[i];
    }
    free(r.band_rays);
    return enough;
}

drawing* drawing_create(uint32_t width, uint32_t height)
{
    const size_t pixels = (size_t)width * height;
    drawing* f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->width = width;
    f->height = height;
    f->light = calloc(3 * pixels, sizeof *f->light);
    f->shown = calloc(SAMPLES * SAMPLES * pixels, sizeof *f->shown);
    if (!f->light || !f->shown) {
        drawing_destroy(f);
        return NULL;
    }
    return f;
}

void drawing_destroy(drawing* f)
{
    if (f) {
        free(f->light);
        free(f->shown);
        free(f);
    }
}
