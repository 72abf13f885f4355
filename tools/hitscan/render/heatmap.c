// Pictures of numbers: depth, and how much work each ray was. One ray through the middle of each pixel; colours follow
// when the largest number is known.
#include "render/painter.h"
#include "format/bytes.h"
#include "render/colour.h"

#include <math.h>
#include <string.h>

static uint32_t measure_depth(const painter* p, double x, double y, task_report* r)
{
    hit_bvh_hit hit;
    hit_ray ray;
    if (!painter_cast(p, x, y, &ray, &hit))
        return float_bits(HUGE_VALF);
    r->hits++;
    draw_stats_add(&r->depth, (double)painter_depth(p, &hit));
    return float_bits(painter_depth(p, &hit));
}

static uint32_t measure_cost(const painter* p, double x, double y, task_report* r)
{
    const hit_dray d = hit_camera_ray(&p->job->camera, x, y);
    hit_ray ray = hit_ray_make(hit_dvec3_relative(d.origin, p->job->origin), d.direction);
    hit_bvh_work work;
    ray.t_max = d.t_max;
    r->hits += hit_bvh_measure(p->job->tree, ray, NULL, NULL, &work);
    draw_stats_add(&r->nodes, (double)work.nodes);
    draw_stats_add(&r->leaves, (double)work.leaves);
    draw_stats_add(&r->cost, (double)work.nodes + (double)work.leaves);
    return work.nodes + work.leaves;
}

void measure_heatmap_tile(void* context, uint32_t index)
{
    painter* p = context;
    task_report* r = &p->report[index];
    const tile_area a = painter_tile(p, index);
    const uint64_t pixels = (uint64_t)(a.x1 - a.x0) * (a.y1 - a.y0);
    if (painter_stopped())
        return;
    for (uint32_t y = a.y0; y < a.y1; y++)
        for (uint32_t x = a.x0; x < a.x1; x++) {
            uint32_t* raw = &p->out->raw[(size_t)y * p->out->width + x];
            *raw = (p->job->mode == DRAW_DEPTH ? measure_depth : measure_cost)(p, (double)x + 0.5, (double)y + 0.5, r);
        }
    r->rays = r->primary_rays = pixels;
    painter_advance(p, pixels);
}

// Where a number lies in the range of colours.
static float share_of(const painter* p, double value)
{
    const double* range = p->out->range;
    return range[1] > range[0] ? clamp01((float)((value - range[0]) / (range[1] - range[0]))) : 0.0f;
}

void paint_heatmap_row(void* context, uint32_t row)
{
    const painter* p = context;
    for (uint32_t x = 0; x < p->out->width; x++) {
        const size_t at = (size_t)row * p->out->width + x;
        const uint32_t raw = p->out->raw[at];
        uint8_t rgb[3];
        float cover = 1.0f;
        if (p->job->mode == DRAW_DEPTH) {
            // White near, dark far; black is left for what is nowhere.
            const float depth = float_from_bits(raw), near = 1.0f - share_of(p, (double)depth);
            const float grey = depth < HUGE_VALF ? 40.0f + 215.0f * near : 0.0f;
            rgb[0] = rgb[1] = rgb[2] = (uint8_t)(grey + 0.5f);
            cover = depth < HUGE_VALF ? 1.0f : 0.0f;
        } else {
            const hit_vec3 c = colour_map_heat(share_of(p, (double)raw));
            rgb[0] = (uint8_t)(255.0f * c.x + 0.5f);
            rgb[1] = (uint8_t)(255.0f * c.y + 0.5f);
            rgb[2] = (uint8_t)(255.0f * c.z + 0.5f);
        }
        picture_put(p->out, p->job, at, rgb, cover);
    }
}
