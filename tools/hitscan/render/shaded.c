// Pictures of surfaces: shaded, normals and parts, with some samples in each pixel.
//
// A tile samples some rows and columns around it as well: for the light that samples share, and for lines along the
// edges of parts, which are looked for around each sample, so that they are as smooth as the picture. What is selected
// is drawn in one colour and all else in greys; where it is hidden, a second ray that sees only what is selected finds
// it, and a hatch shows it.
#include "render/painter.h"
#include "render/colour.h"
#include "render/lines.h"

#include <stdlib.h>
#include <string.h>

static const hit_vec3 SELECTED_SURFACE = {0.78f, 0.25f, 0.03f};
static const hit_vec3 OTHER_SURFACE = {0.50f, 0.50f, 0.50f};
static const hit_vec3 ONLY_SURFACE = {0.56f, 0.54f, 0.51f}; // of a model with one part
static const hit_vec3 SELECTED_LINE = {1.75f, 0.46f, 0.02f};
enum { LAYERS = 8 }; // behind each other that let light through

static const float SAME_DEPTH = 0.02f; // see lit_grid.tolerance

// What one tile works with.
typedef struct tile {
    painter* p;
    task_report* report;
    tile_area area;                   // in pixels
    lit_grid grid;                    // samples of the area, and some around it
    uint32_t first_column, first_row; // of the grid, in samples of the picture
    uint32_t line_radius;             // of lines, in samples
    uint8_t* lines;                   // for each sample of the grid, whether it is on a line; NULL: there are none
} tile;

// ---- Samples --------------------------------------------------------------------------------------------------------

static bool is_selected(const painter* p, uint32_t index)
{
    return index > 0 && p->job->selected && p->job->selected[index - 1];
}

static hit_vec3 surface_colour(const painter* p, uint32_t part, const surface_look* face)
{
    if (p->job->selected)
        return p->job->selected[part] ? SELECTED_SURFACE : mix(OTHER_SURFACE, part_tint(part), 0.12f);
    if (face->has_colour)
        return face->colour;
    return model_content(p->job->model)->part_count > 1 ? part_tint(part) : ONLY_SURFACE;
}

// What is behind all; nothing where it is put there afterwards.
static hit_vec3 background(const painter* p, double y)
{
    if (p->job->has_background || p->job->is_transparent)
        return v(0.0f, 0.0f, 0.0f);
    switch (p->job->mode) {
    case DRAW_NORMALS:
        return v(0.09f, 0.09f, 0.10f);
    case DRAW_PARTS:
        return v(0.97f, 0.97f, 0.97f);
    default:
        return backdrop((float)(y / (double)p->out->height));
    }
}

static float sample_width(const painter* p, const hit_bvh_hit* hit)
{
    return (float)(hit_camera_pixel_size(&p->job->camera, (double)hit->t) / p->job->side);
}

// The light of what is behind a surface that lets some through: of the next ones, and of the background. No neighbours
// share what these find, so each looks for sun and sky in four ways.
static hit_vec3 light_behind(tile* t, hit_ray ray, float after, double y, uint32_t pattern, float* cover)
{
    const painter* p = t->p;
    hit_vec3 sum = v(0.0f, 0.0f, 0.0f);
    float through = 1.0f;
    *cover = 0.0f;
    for (int layer = 0; layer < LAYERS && through > 1.0f / 256.0f; layer++) {
        hit_bvh_hit hit;
        lit_sample one;
        ray.t_min = nextafterf(after, HUGE_VALF);
        t->report->rays++;
        if (!(ray.t_min <= ray.t_max) || !hit_bvh_first(p->job->tree, ray, &p->seen, &hit))
            break;
        const surface_look face = surface_at(p->job->surfaces, &ray, &hit, sample_width(p, &hit));
        const hit_vec3 colour = surface_colour(p, painter_part(p, &hit), &face);
        const float share = layer + 1 < LAYERS ? through * face.alpha : through;
        for (uint32_t k = 0; k < 4; k++) {
            shade_hit(&p->light, &ray, &hit, &face, colour, (pattern + 4 * k) % PATTERNS, &one, &t->report->rays);
            sum = add_scaled(sum, add_scaled(add_scaled(one.rest, one.sunlit, one.sun), one.skylit, one.sky),
                             0.25f * share);
        }
        through -= share;
        after = hit.t;
    }
    *cover = 1.0f - through;
    return add_scaled(sum, background(p, y), through);
}

static void shade_sample(tile* t, const hit_ray* ray, const hit_bvh_hit* hit, double y, uint32_t pattern,
                         lit_sample* out)
{
    const painter* p = t->p;
    const surface_look face = surface_at(p->job->surfaces, ray, hit, sample_width(p, hit));
    shade_hit(&p->light, ray, hit, &face, surface_colour(p, out->index - 1, &face), pattern, out, &t->report->rays);
    if (face.alpha < 1.0f && !p->job->selected) {
        float behind;
        const hit_vec3 light = light_behind(t, *ray, hit->t, y, pattern, &behind);
        out->sunlit = hit_vec3_scale(out->sunlit, face.alpha);
        out->skylit = hit_vec3_scale(out->skylit, face.alpha);
        out->rest = add_scaled(hit_vec3_scale(out->rest, face.alpha), light, 1.0f - face.alpha);
        out->cover = face.alpha + (1.0f - face.alpha) * behind;
    }
}

static void take_sample(tile* t, uint32_t column, uint32_t row, lit_sample* out)
{
    const painter* p = t->p;
    double position[2];
    hit_bvh_hit hit;
    hit_ray ray;
    sample_position(p->job->side, column, row, position);
    t->report->rays++;
    *out = (lit_sample){.index = 0};
    if (!painter_cast(p, position[0], position[1], &ray, &hit)) {
        out->rest = background(p, position[1]);
        return;
    }
    const uint32_t part = painter_part(p, &hit);
    out->index = part + 1;
    out->cover = 1.0f;
    out->depth = painter_depth(p, &hit) + (p->job->camera.orthographic ? (float)p->job->size : 0.0f);
    if (p->job->mode == DRAW_SHADED)
        shade_sample(t, &ray, &hit, position[1], sample_pattern(column, row), out);
    else if (p->job->mode == DRAW_PARTS)
        out->rest = part_colour(part);
    else
        out->rest = add_scaled(v(0.5f, 0.5f, 0.5f), painter_normal(p, &ray, &hit), 0.5f);
}

static void take_samples(tile* t)
{
    for (uint32_t y = 0; y < t->grid.rows; y++) {
        if (painter_stopped())
            return;
        for (uint32_t x = 0; x < t->grid.columns; x++)
            take_sample(t, t->first_column + x, t->first_row + y, &t->grid.samples[(size_t)y * t->grid.columns + x]);
    }
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

static uint32_t key_of(const tile* t, uint32_t index, bool by_part)
{
    if (!t->p->job->selected)
        return index;
    return !is_selected(t->p, index) ? 0 : by_part ? index : 1;
}

// Mark the samples on lines: along the edges of parts, or around what is selected, and thinner within it.
static bool find_lines(tile* t)
{
    const size_t samples = (size_t)t->grid.columns * t->grid.rows;
    uint32_t* keys = malloc(samples * sizeof *keys);
    uint16_t* runs = malloc(samples * sizeof *runs);
    t->lines = calloc(samples, 1);
    if (keys && runs && t->lines) {
        const edge_grid grid = {t->grid.columns, t->grid.rows, keys, runs};
        const bool selected = t->p->job->selected;
        for (int by_part = 0; by_part < (selected ? 2 : 1); by_part++) {
            for (size_t i = 0; i < samples; i++)
                keys[i] = key_of(t, t->grid.samples[i].index, by_part);
            mark_edge_lines(&grid, by_part ? t->line_radius / 3 : t->line_radius, !selected || by_part, t->lines);
        }
    }
    free(keys);
    free(runs);
    return keys && runs && t->lines;
}

// ---- What is selected and hidden ------------------------------------------------------------------------------------

static bool accept_selected(void* context, const hit_bvh_hit* hit)
{
    const painter* p = context;
    return p->job->selected[painter_part(p, hit)] != 0;
}

static bool is_hidden_there(tile* t, uint32_t x, uint32_t y)
{
    const hit_bvh_filter filter = {.accept = accept_selected, .accept_context = t->p};
    const hit_dray d = hit_camera_ray(&t->p->job->camera, (double)x + 0.5, (double)y + 0.5);
    hit_ray ray = hit_ray_make(hit_dvec3_relative(d.origin, t->p->job->origin), d.direction);
    ray.t_max = d.t_max;
    t->report->rays++;
    return hit_bvh_first(t->p->job->tree, ray, &filter, NULL);
}

static hit_vec3 hatch(const tile* t, uint32_t x, uint32_t y, hit_vec3 light)
{
    const float unit = t->p->unit;
    const uint32_t period = (uint32_t)(6.0f * unit > 4.0f ? 6.0f * unit : 4.0f);
    return mix(light, SELECTED_LINE, (x + y) % period < (period + 1) / 3 ? 0.50f : 0.10f);
}

// ---- Pixels ---------------------------------------------------------------------------------------------------------

static void write_pixel(uint8_t* rgb, hit_vec3 c, bool is_light)
{
    const float channels[3] = {c.x, c.y, c.z};
    for (int k = 0; k < 3; k++)
        if (is_light)
            rgb[k] = tone_byte(channels[k]);
        else
            rgb[k] = (uint8_t)(255.0f * clamp01(channels[k]) + 0.5f);
}

static void paint_pixel(tile* t, uint32_t x, uint32_t y)
{
    const draw_job* job = t->p->job;
    const uint32_t side = job->side;
    const float share = 1.0f / (float)(side * side);
    hit_vec3 colour = v(0.0f, 0.0f, 0.0f);
    float line = 0.0f, selected = 0.0f, cover = 0.0f;
    uint8_t rgb[3];
    for (uint32_t k = 0; k < side * side; k++) {
        const uint32_t column = side * x + k % side - t->first_column, row = side * y + k / side - t->first_row;
        const lit_sample* s = &t->grid.samples[(size_t)row * t->grid.columns + column];
        colour = add_scaled(colour, job->mode == DRAW_SHADED ? gather_light(&t->grid, column, row) : s->rest, share);
        selected += is_selected(t->p, s->index) ? share : 0.0f;
        line += t->lines && t->lines[(size_t)row * t->grid.columns + column] ? share : 0.0f;
        cover += share * s->cover;
        t->report->primary_rays++;
        t->report->hits += s->index > 0;
    }
    if (job->mode == DRAW_PARTS)
        colour = hit_vec3_scale(colour, 1.0f - 0.60f * line);
    else if (job->selected) {
        if (selected == 0.0f && line < 1.0f && is_hidden_there(t, x, y))
            colour = hatch(t, x, y, colour);
        colour = mix(colour, SELECTED_LINE, line);
        cover = cover + (1.0f - cover) * line;
    }
    if (job->outline_count > 0) {
        const float distance = polygon_distance(job->outline, job->outline_count, (double)x + 0.5, (double)y + 0.5);
        colour = draw_line(colour, distance, t->p->unit);
        cover = 1.0f - (1.0f - cover) * (1.0f - line_cover(distance, t->p->unit));
    }
    if ((job->has_background || job->is_transparent) && cover > 0.0f && cover < 1.0f)
        colour = hit_vec3_scale(colour, 1.0f / cover); // what is there; the rest is the background's
    write_pixel(rgb, colour, job->mode == DRAW_SHADED);
    picture_put(t->p->out, job, (size_t)y * t->p->out->width + x, rgb, cover);
}

// What the middle of a pixel shows, as numbers.
static void keep_raw(tile* t, uint32_t x, uint32_t y, uint32_t* raw)
{
    hit_bvh_hit hit;
    hit_ray ray;
    const bool found = painter_cast(t->p, (double)x + 0.5, (double)y + 0.5, &ray, &hit);
    t->report->rays += t->p->job->side > 1; // else it has been counted
    if (t->p->job->mode == DRAW_PARTS)
        *raw = found ? painter_part(t->p, &hit) : UINT32_MAX;
    else {
        const hit_vec3 n = found ? painter_normal(t->p, &ray, &hit) : v(0.0f, 0.0f, 0.0f);
        memcpy(raw, &n, 3 * sizeof *raw);
    }
}

// How many samples around its own a tile needs: `before` to the left and above, `after` to the right and below.
static void choose_margins(tile* t, uint32_t* before, uint32_t* after)
{
    const draw_job* job = t->p->job;
    const float width = t->p->unit < 1.0f ? 1.0f : t->p->unit > 3.0f ? 3.0f : t->p->unit; // of lines
    const float line_radius = (float)job->side * width * (job->mode == DRAW_PARTS ? 0.6f : 1.2f);
    *before = job->mode == DRAW_SHADED ? ABOVE : 0;
    *after = job->mode == DRAW_SHADED ? BELOW : 0;
    if (job->mode != DRAW_PARTS && !job->selected)
        return;
    t->line_radius = line_radius > 1.0f ? (uint32_t)line_radius : 1;
    *before = t->line_radius > *before ? t->line_radius : *before;
    *after = t->line_radius > *after ? t->line_radius : *after;
}

static bool sample_tile(tile* t)
{
    const draw_job* job = t->p->job;
    const uint32_t end_column = job->side * t->p->out->width, end_row = job->side * t->p->out->height;
    const uint32_t x0 = job->side * t->area.x0, y0 = job->side * t->area.y0;
    uint32_t before, after, x1, y1;
    choose_margins(t, &before, &after);
    x1 = job->side * t->area.x1 + after;
    y1 = job->side * t->area.y1 + after;
    t->first_column = x0 < before ? 0 : x0 - before;
    t->first_row = y0 < before ? 0 : y0 - before;
    t->grid.columns = (x1 < end_column ? x1 : end_column) - t->first_column;
    t->grid.rows = (y1 < end_row ? y1 : end_row) - t->first_row;
    t->grid.tolerance = SAME_DEPTH;
    t->grid.samples = calloc((size_t)t->grid.columns * t->grid.rows, sizeof *t->grid.samples);
    if (!t->grid.samples)
        return false;
    take_samples(t);
    return t->line_radius == 0 || painter_stopped() || find_lines(t);
}

void paint_shaded_tile(void* context, uint32_t index)
{
    painter* p = context;
    tile t = {.p = p, .report = &p->report[index], .area = painter_tile(p, index)};
    if (painter_stopped())
        return;
    t.report->short_of_memory = !sample_tile(&t);
    if (!t.report->short_of_memory && !painter_stopped())
        for (uint32_t y = t.area.y0; y < t.area.y1; y++)
            for (uint32_t x = t.area.x0; x < t.area.x1; x++) {
                const size_t at = (size_t)y * p->out->width + x;
                paint_pixel(&t, x, y);
                if (p->out->channels > 0)
                    keep_raw(&t, x, y, &p->out->raw[p->out->channels * at]);
            }
    free(t.lines);
    free(t.grid.samples);
    painter_advance(p, (uint64_t)(t.area.x1 - t.area.x0) * (t.area.y1 - t.area.y0));
}
