// Pictures of surfaces: shaded, normals and parts, with some samples in each pixel.
//
// A tile samples some rows and columns around it as well: for the light that samples share, and for lines along the
// edges of parts, which are looked for around each sample, so that they are as smooth as the picture. What is selected
// is drawn in one colour and all else in greys; where it is hidden, a second ray that sees only what is selected finds
// it, and a hatch shows it.
#include "view/painter.h"
#include "view/colour.h"
#include "view/line.h"
#include "view/ramp.h"

#include <stdlib.h>
#include <string.h>

static const hit_vec3 SELECTED_SURFACE = {0.92f, 0.40f, 0.06f};
static const hit_vec3 OTHER_SURFACE = {0.50f, 0.50f, 0.50f};
static const hit_vec3 ONLY_SURFACE = {0.56f, 0.54f, 0.51f}; // of a model with one part
static const hit_vec3 SELECTED_LINE = {1.75f, 0.46f, 0.02f};
static const float SAME_DEPTH = 0.02f; // see lit_grid.tolerance

// What one tile works with.
typedef struct tile {
    painter* p;
    task_report* report;
    tile_area area;                   // in pixels
    lit_grid grid;                    // samples of the area, and some around it
    uint32_t first_column, first_row; // of the grid, in samples of the picture
    int reach;                        // of lines, in samples
} tile;

// ---- Samples ----------------------------------------------------------------------------------------------------------

static bool is_selected(const painter* p, uint32_t index)
{
    return index > 0 && p->job->selected && p->job->selected[index - 1];
}

static hit_vec3 surface_colour(const painter* p, uint32_t part)
{
    if (p->job->selected)
        return p->job->selected[part] ? SELECTED_SURFACE : mix(OTHER_SURFACE, part_tint(part), 0.12f);
    return model_content(p->job->model)->part_count > 1 ? part_tint(part) : ONLY_SURFACE;
}

static hit_vec3 background(const painter* p, double y)
{
    switch (p->job->mode) {
    case DRAW_NORMALS:
        return v(0.09f, 0.09f, 0.10f);
    case DRAW_PARTS:
        return v(0.97f, 0.97f, 0.97f);
    default:
        return backdrop((float)(y / (double)p->out->height));
    }
}

static void take_sample(tile* t, uint32_t column, uint32_t row, lit_sample* out)
{
    const painter* p = t->p;
    double place[2];
    hit_bvh_hit hit;
    hit_ray ray;
    sample_place(p->job->side, column, row, place);
    t->report->rays++;
    *out = (lit_sample){.index = 0};
    if (!painter_look(p, place[0], place[1], &ray, &hit)) {
        out->rest = background(p, place[1]);
        return;
    }
    const uint32_t part = painter_part(p, &hit);
    out->index = part + 1;
    out->depth = painter_depth(p, &hit) + (p->job->camera.orthographic ? (float)p->job->size : 0.0f);
    if (p->job->mode == DRAW_SHADED)
        shade_hit(&p->light, &ray, &hit, surface_colour(p, part), sample_way(column, row), out, &t->report->rays);
    else if (p->job->mode == DRAW_PARTS)
        out->rest = part_colour(part);
    else
        out->rest = add_scaled(v(0.5f, 0.5f, 0.5f), painter_normal(p, &ray, &hit), 0.5f);
}

static bool take_samples(tile* t)
{
    for (uint32_t y = 0; y < t->grid.rows; y++) {
        if (painter_stopped())
            return false;
        for (uint32_t x = 0; x < t->grid.columns; x++)
            take_sample(t, t->first_column + x, t->first_row + y, &t->grid.samples[(size_t)y * t->grid.columns + x]);
    }
    return true;
}

// ---- Lines ------------------------------------------------------------------------------------------------------------

// What lines go around: parts, or where something is selected, these parts only.
static uint32_t outlined_index(const tile* t, uint32_t x, uint32_t y)
{
    const uint32_t index = t->grid.samples[(size_t)y * t->grid.columns + x].index;
    return t->p->job->selected && !is_selected(t->p, index) ? 0 : index;
}

// Whether a sample is on a line: something else begins within reach. Of parts, on their own side of it only.
static bool is_on_line(const tile* t, uint32_t x, uint32_t y)
{
    const uint32_t own = outlined_index(t, x, y);
    if (own == 0 && t->p->job->mode == DRAW_PARTS)
        return false;
    for (int dy = -t->reach; dy <= t->reach; dy++)
        for (int dx = -t->reach; dx <= t->reach; dx++) {
            const int64_t nx = (int64_t)x + dx, ny = (int64_t)y + dy;
            if (dx * dx + dy * dy > t->reach * t->reach || nx < 0 || ny < 0 || nx >= t->grid.columns ||
                ny >= t->grid.rows)
                continue;
            if (outlined_index(t, (uint32_t)nx, (uint32_t)ny) != own)
                return true;
        }
    return false;
}

// ---- What is selected and hidden --------------------------------------------------------------------------------------

static bool accept_selected(void* context, const hit_bvh_hit* hit)
{
    const painter* p = context;
    return p->job->selected[painter_part(p, hit)] != 0;
}

static bool is_hidden_there(tile* t, uint32_t x, uint32_t y)
{
    const hit_bvh_filter filter = {.accept = accept_selected, .accept_context = t->p};
    const hit_dray d = hit_camera_ray(&t->p->job->camera, (double)x + 0.5, (double)y + 0.5);
    hit_ray ray = hit_ray_make(v((float)d.origin.x, (float)d.origin.y, (float)d.origin.z), d.direction);
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

// ---- Pixels -----------------------------------------------------------------------------------------------------------

static void write_pixel(uint8_t* rgb, hit_vec3 c, bool is_light)
{
    const float channels[3] = {c.x, c.y, c.z};
    for (int k = 0; k < 3; k++)
        rgb[k] = is_light ? tone_byte(channels[k]) : (uint8_t)(255.0f * clamp01(channels[k]) + 0.5f);
}

static void paint_pixel(tile* t, uint32_t x, uint32_t y, uint8_t* rgb)
{
    const draw_job* job = t->p->job;
    const uint32_t side = job->side;
    const bool lined = job->mode == DRAW_PARTS || job->selected;
    const float share = 1.0f / (float)(side * side);
    hit_vec3 colour = v(0.0f, 0.0f, 0.0f);
    float line = 0.0f, selected = 0.0f;
    for (uint32_t k = 0; k < side * side; k++) {
        const uint32_t column = side * x + k % side - t->first_column, row = side * y + k / side - t->first_row;
        const lit_sample* s = &t->grid.samples[(size_t)row * t->grid.columns + column];
        colour = add_scaled(colour, job->mode == DRAW_SHADED ? gather_light(&t->grid, column, row) : s->rest, share);
        selected += is_selected(t->p, s->index) ? share : 0.0f;
        line += lined && is_on_line(t, column, row) ? share : 0.0f;
        t->report->looks++;
        t->report->hits += s->index > 0;
    }
    if (job->mode == DRAW_PARTS)
        colour = hit_vec3_scale(colour, 1.0f - 0.60f * line);
    else if (job->selected) {
        if (selected == 0.0f && line < 1.0f && is_hidden_there(t, x, y))
            colour = hatch(t, x, y, colour);
        colour = mix(colour, SELECTED_LINE, line);
    }
    if (job->outline_count > 0)
        colour = draw_line(colour, polygon_distance(job->outline, job->outline_count, (double)x + 0.5, (double)y + 0.5),
                           t->p->unit);
    write_pixel(rgb, colour, job->mode == DRAW_SHADED);
}

// What the middle of a pixel shows, as numbers.
static void keep_raw(tile* t, uint32_t x, uint32_t y, uint32_t* raw)
{
    hit_bvh_hit hit;
    hit_ray ray;
    const bool found = painter_look(t->p, (double)x + 0.5, (double)y + 0.5, &ray, &hit);
    t->report->rays += t->p->job->side > 1; // else it has been counted
    if (t->p->job->mode == DRAW_PARTS)
        *raw = found ? painter_part(t->p, &hit) : UINT32_MAX;
    else {
        const hit_vec3 n = found ? painter_normal(t->p, &ray, &hit) : v(0.0f, 0.0f, 0.0f);
        memcpy(raw, &n, 3 * sizeof *raw);
    }
}

void paint_lit_tile(void* context, uint32_t index)
{
    painter* p = context;
    const draw_job* job = p->job;
    tile t = {.p = p, .report = &p->report[index], .area = painter_tile(p, index)};
    const float reach = (float)job->side * (p->unit > 1.0f ? p->unit : 1.0f);
    const bool lined = job->mode == DRAW_PARTS || job->selected;
    t.reach = (int)(job->mode == DRAW_PARTS ? 0.6f * reach + 0.5f : 1.2f * reach);
    const uint32_t line_reach = lined ? (uint32_t)t.reach : 0, shared = job->mode == DRAW_SHADED;
    const uint32_t before = line_reach > ABOVE * shared ? line_reach : ABOVE * shared;
    const uint32_t after = line_reach > BELOW * shared ? line_reach : BELOW * shared;
    const uint32_t end_column = job->side * p->out->width, end_row = job->side * p->out->height;
    const uint32_t x0 = job->side * t.area.x0, y0 = job->side * t.area.y0;
    const uint32_t x1 = job->side * t.area.x1 + after, y1 = job->side * t.area.y1 + after;
    if (painter_stopped())
        return;
    t.first_column = x0 < before ? 0 : x0 - before;
    t.first_row = y0 < before ? 0 : y0 - before;
    t.grid.columns = (x1 < end_column ? x1 : end_column) - t.first_column;
    t.grid.rows = (y1 < end_row ? y1 : end_row) - t.first_row;
    t.grid.tolerance = SAME_DEPTH;
    t.grid.samples = malloc((size_t)t.grid.columns * t.grid.rows * sizeof *t.grid.samples);
    if (!t.grid.samples) {
        t.report->short_of_memory = true;
        return;
    }
    if (take_samples(&t))
        for (uint32_t y = t.area.y0; y < t.area.y1; y++)
            for (uint32_t x = t.area.x0; x < t.area.x1; x++) {
                const size_t at = (size_t)y * p->out->width + x;
                paint_pixel(&t, x, y, &p->out->rgb[3 * at]);
                if (p->out->channels > 0)
                    keep_raw(&t, x, y, &p->out->raw[p->out->channels * at]);
            }
    free(t.grid.samples);
    painter_advance(p, (uint64_t)(t.area.x1 - t.area.x0) * (t.area.y1 - t.area.y0));
}
