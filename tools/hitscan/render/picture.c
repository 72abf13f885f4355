// Draws a model: sets up, lets the threads of a pool take tile after tile, and adds up what they report.
//
// Tiles need nothing of each other, and reports are added in the order of tiles: the picture and its numbers do not
// depend on the threads.
#include "render/picture.h"
#include "cli/verb.h"
#include "cluster/cluster.h"
#include "render/colour.h"
#include "render/painter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE_SAMPLES = 128, TILE_MIN = 8 }; // along the side of a tile: memory is in proportion to samples

int interrupted_code(void)
{
    const int number = atomic_load(&interrupted);
    return number ? EXIT_SIGNAL + number : EXIT_OK;
}

// ---- What tasks use -------------------------------------------------------------------------------------------------

bool painter_cast(const painter* p, double x, double y, hit_ray* ray, hit_bvh_hit* hit)
{
    const hit_dray d = hit_camera_ray(&p->job->camera, x, y);
    *ray = hit_ray_make(hit_dvec3_relative(d.origin, p->job->origin), d.direction);
    ray->t_max = d.t_max;
    return hit_bvh_first(p->job->tree, *ray, p->has_holes ? &p->seen : NULL, hit);
}

uint32_t painter_part(const painter* p, const hit_bvh_hit* hit)
{
    return model_source_of(p->job->model, hit->primitive).part;
}

hit_vec3 painter_normal(const painter* p, const hit_ray* ray, const hit_bvh_hit* hit)
{
    const hit_vec3 n = hit_bvh_normal(p->job->tree, hit);
    return hit_vec3_dot(n, ray->direction) > 0.0f ? hit_vec3_scale(n, -1.0f) : n;
}

void painter_advance(painter* p, uint64_t pixels)
{
    const uint64_t done = atomic_fetch_add(&p->done, pixels) + pixels;
    if (!atomic_flag_test_and_set(&p->showing)) { // one thread at a time; others need not wait
        progress_at(p->job->progress, done);
        atomic_flag_clear(&p->showing);
    }
}

tile_area painter_tile(const painter* p, uint32_t index)
{
    const uint32_t x0 = index % p->across * p->tile, y0 = index / p->across * p->tile;
    const uint32_t right = p->out->width - x0, below = p->out->height - y0;
    return (tile_area){x0, y0, x0 + (right < p->tile ? right : p->tile), y0 + (below < p->tile ? below : p->tile)};
}

void draw_stats_add(draw_stats* s, double value)
{
    s->min = s->count == 0 ? value : fmin(s->min, value);
    s->max = s->count == 0 ? value : fmax(s->max, value);
    s->sum += value;
    s->count++;
}

static void draw_stats_merge(draw_stats* s, const draw_stats* other)
{
    if (other->count == 0)
        return;
    s->min = s->count == 0 ? other->min : fmin(s->min, other->min);
    s->max = s->count == 0 ? other->max : fmax(s->max, other->max);
    s->sum += other->sum;
    s->count += other->count;
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

bool picture_room(picture* p, const draw_job* job, uint32_t channels)
{
    const uint32_t width = (uint32_t)job->camera.screen.width, height = (uint32_t)job->camera.screen.height;
    const size_t pixels = (size_t)width * height;
    picture_free(p);
    *p = (picture){.width = width, .height = height, .channels = channels};
    p->rgb = calloc(pixels, 3);
    p->alpha = job->is_transparent ? calloc(pixels, 1) : NULL;
    p->raw = channels > 0 ? calloc(pixels * channels, sizeof *p->raw) : NULL;
    return p->rgb && (p->alpha || !job->is_transparent) && (channels == 0 || p->raw);
}

void picture_put(picture* p, const draw_job* job, size_t pixel, const uint8_t rgb[3], float cover)
{
    uint8_t* out = &p->rgb[3 * pixel];
    memcpy(out, rgb, 3);
    if (p->alpha)
        p->alpha[pixel] = (uint8_t)(255.0f * clamp01(cover) + 0.5f);
    else if (job->has_background && cover <= 0.0f)
        memcpy(out, job->background, 3);
    else if (job->has_background && cover < 1.0f)
        for (int k = 0; k < 3; k++) {
            const float front = linear_of((float)rgb[k] / 255.0f), back = linear_of((float)job->background[k] / 255.0f);
            out[k] = (uint8_t)(255.0f * srgb_of(cover * front + (1.0f - cover) * back) + 0.5f);
        }
}

void picture_free(picture* p)
{
    free(p->rgb);
    free(p->alpha);
    free(p->raw);
    p->rgb = NULL;
    p->alpha = NULL;
    p->raw = NULL;
}

static uint32_t channels_of(const draw_job* job)
{
    switch (job->mode) {
    case DRAW_DEPTH:
    case DRAW_COST:
    case DRAW_PARTS:
        return 1; // colours, and the list of parts, are made from these
    case DRAW_NORMALS:
        return job->raw ? 3 : 0;
    default:
        return 0;
    }
}

static bool add_reports(const painter* p, uint32_t tasks)
{
    picture* out = p->out;
    assert(p->report);
    for (uint32_t i = 0; i < tasks; i++) {
        const task_report* r = &p->report[i];
        if (r->short_of_memory)
            return false;
        out->rays += r->rays;
        out->primary_rays += r->primary_rays;
        out->hits += r->hits;
        draw_stats_merge(&out->depth, &r->depth);
        draw_stats_merge(&out->nodes, &r->nodes);
        draw_stats_merge(&out->leaves, &r->leaves);
        draw_stats_merge(&out->cost, &r->cost);
    }
    return true;
}

// The cost that all but the most expensive hundredth of the pixels stay within: along silhouettes it is many times that
// of all else, and would leave everything dark. Costs beyond the table count as its last.
static double usual_cost(const picture* p)
{
    enum { COSTS = 4096 };
    uint64_t count[COSTS] = {0};
    const size_t pixels = (size_t)p->width * p->height;
    uint64_t within = 0;
    uint32_t cost = 0;
    for (size_t i = 0; i < pixels; i++)
        count[p->raw[i] < COSTS ? p->raw[i] : COSTS - 1]++;
    for (; cost < COSTS - 1; cost++) {
        within += count[cost];
        if (within >= pixels - pixels / 100)
            break;
    }
    return (double)cost;
}

// What the first and the last colour stand for.
static void choose_range(const draw_job* job, picture* out)
{
    const bool given = !isnan(job->range[0]), any = out->depth.count > 0;
    if (given)
        memcpy(out->range, job->range, sizeof out->range);
    else if (job->mode == DRAW_COST)
        out->range[1] = fmax(usual_cost(out), 1.0);
    else {
        out->range[0] = any ? out->depth.min : 0.0;
        out->range[1] = any ? out->depth.max : 1.0;
    }
}

// ---- Tiles on several ranks -----------------------------------------------------------------------------------------

enum { TILES = 16 }; // that a rank takes at a time

typedef struct tile_run {
    painter* p;
    void (*task)(void* context, uint32_t tile);
    uint32_t first;
} tile_run;

static void run_tile(void* context, uint32_t index)
{
    const tile_run* r = context;
    r->task(r->p, r->first + index);
}

// Each rank draws some tiles. What it has not drawn is zero, so all that was drawn is the union, for rank 0.
static int draw_together(painter* p, void (*task)(void* context, uint32_t tile), uint32_t tiles)
{
    const cluster_module* mpi = cluster_mpi();
    picture* out = p->out;
    const size_t pixels = (size_t)out->width * out->height;
    char why[CLUSTER_TEXT_MAX] = "";
    uint64_t group;
    if (!mpi->queue_open((tiles + TILES - 1) / TILES, why)) {
        print_error("render: %s", why);
        return EXIT_RESOURCES;
    }
    while (mpi->queue_take(&group)) {
        tile_run r = {p, task, (uint32_t)group * TILES};
        p->job->pool->run(p->job->pool->context, run_tile, &r, tiles - r.first < TILES ? tiles - r.first : TILES);
        if (atomic_load(&interrupted) != 0)
            mpi->queue_close();
    }
    mpi->queue_destroy();
    mpi->join(p->report, tiles * sizeof *p->report);
    mpi->join(out->rgb, 3 * pixels);
    if (out->alpha)
        mpi->join(out->alpha, pixels);
    if (out->raw)
        mpi->join(out->raw, pixels * out->channels * sizeof *out->raw);
    return EXIT_OK;
}

int draw_picture(const draw_job* job, picture* out)
{
    const uint32_t width = (uint32_t)job->camera.screen.width, height = (uint32_t)job->camera.screen.height;
    const bool measured = job->mode == DRAW_DEPTH || job->mode == DRAW_COST;
    painter p = {.job = job, .out = out, .showing = ATOMIC_FLAG_INIT};
    uint32_t tasks;
    bool enough;
    int code = picture_room(out, job, channels_of(job)) ? EXIT_OK : out_of_memory("render");
    code = cluster_agree(code);
    if (code != EXIT_OK)
        return code;
    p.tile = TILE_SAMPLES / job->side > TILE_MIN ? TILE_SAMPLES / job->side : TILE_MIN;
    p.across = (width + p.tile - 1) / p.tile;
    tasks = p.across * ((height + p.tile - 1) / p.tile);
    p.light = shading_make(job->tree, &job->camera, job->up, job->size);
    if (job->surfaces && surfaces_have_holes(job->surfaces)) {
        p.seen = (hit_bvh_filter){.accept = surface_is_seen, .accept_context = (void*)(uintptr_t)job->surfaces};
        p.shadow = (hit_bvh_filter){.accept = surface_gives_shadow, .accept_context = (void*)(uintptr_t)job->surfaces};
        p.light.filter = &p.shadow;
        p.has_holes = true;
    }
    p.eye_depth = job->camera.orthographic ? 0.0f : (float)-job->camera.near_plane[3];
    p.unit = (float)height / 600.0f;
    p.report = calloc(tasks, sizeof *p.report);
    code = cluster_agree(p.report ? EXIT_OK : out_of_memory("render"));
    if (code == EXIT_OK && cluster_mpi())
        code = draw_together(&p, measured ? measure_heatmap_tile : paint_shaded_tile, tasks);
    else if (code == EXIT_OK)
        job->pool->run(job->pool->context, measured ? measure_heatmap_tile : paint_shaded_tile, &p, tasks);
    enough = code != EXIT_OK || add_reports(&p, tasks);
    free(p.report);
    if (code != EXIT_OK)
        return code;
    if (interrupted_code() != EXIT_OK)
        return interrupted_code();
    if (!enough)
        return out_of_memory("render");
    if (measured) {
        choose_range(job, out);
        job->pool->run(job->pool->context, paint_heatmap_row, &p, height);
    }
    return EXIT_OK;
}
