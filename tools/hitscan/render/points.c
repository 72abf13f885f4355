// Clouds of points: every vertex is projected and drawn as a disc that always has its width in pixels, the nearest of
// them in front.
//
// There is a buffer of depths with `side` samples per pixel and axis. On the same thread in the order of the vertices:
// 20 ns a point is less than anything else about a cloud takes. Shading compares the depth of a sample with those
// around it: what is nearer than its neighbours keeps its colour, what is farther away is darkened by how much.
#include "render/picture.h"
#include "cli/verb.h"
#include "render/colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_EVERY = 1 << 16 }; // points between looks at signals and clock

static const hit_vec3 SPACE_ABOVE = {0.035f, 0.040f, 0.055f}, SPACE_BELOW = {0.085f, 0.095f, 0.115f};

// What the cloud is drawn into.
typedef struct canvas {
    const draw_job* job;
    picture* out;
    uint32_t columns, rows; // samples
    float* depth;           // from the eye; infinite where nothing is
    float* height;          // 0 to 1; or four bytes, where points have colours
    bool coloured;
    float radius;     // of a point, in samples
    double low, high; // of heights
    double eye_depth;
} canvas;

static hit_dvec3 placed(const hit_placement* p, hit_vec3 a)
{
    const double x = (double)a.x, y = (double)a.y, z = (double)a.z;
    return hit_dvec3_make(
        p->origin.x + ((double)p->linear[0][0] * x + (double)p->linear[0][1] * y + (double)p->linear[0][2] * z),
        p->origin.y + ((double)p->linear[1][0] * x + (double)p->linear[1][1] * y + (double)p->linear[1][2] * z),
        p->origin.z + ((double)p->linear[2][0] * x + (double)p->linear[2][1] * y + (double)p->linear[2][2] * z));
}

const uint32_t* cloud_points(const hit_model* c, uint32_t mesh, uint32_t* count)
{
    const hit_model_mesh* m = &c->meshes[mesh];
    *count = c->point_count > 0 ? m->point_count : m->vertex_count;
    return c->point_count > 0 ? m->points : NULL;
}

hit_daabb points_bounds(const model* m)
{
    const hit_model* c = model_content(m);
    hit_daabb box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[i].mesh];
        uint32_t count;
        const uint32_t* points = cloud_points(c, c->parts[i].mesh, &count);
        for (uint32_t k = 0; k < count; k++) {
            const hit_dvec3 p = placed(&c->parts[i].placement, mesh->vertices[points ? points[k] : k]);
            if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
                continue;
            box.min = hit_dvec3_make(fmin(box.min.x, p.x), fmin(box.min.y, p.y), fmin(box.min.z, p.z));
            box.max = hit_dvec3_make(fmax(box.max.x, p.x), fmax(box.max.y, p.y), fmax(box.max.z, p.z));
        }
    }
    return box;
}

uint64_t points_count(const model* m)
{
    const hit_model* c = model_content(m);
    uint64_t count = 0;
    for (uint32_t i = 0; i < c->part_count; i++) {
        uint32_t own;
        cloud_points(c, c->parts[i].mesh, &own);
        count += own;
    }
    return count;
}

static double height_of(const canvas* c, hit_dvec3 p)
{
    return p.x * (double)c->job->up.x + p.y * (double)c->job->up.y + p.z * (double)c->job->up.z;
}

static void draw_point(canvas* c, hit_dvec3 p, const uint8_t* rgba)
{
    const double side = (double)c->job->side;
    static const uint8_t grey[4] = {200, 200, 200, 255};
    double pixel[2], behind;
    if (!hit_camera_project(&c->job->camera, p, pixel, &behind) || behind < 0.0)
        return;
    // In samples; far beyond the picture there is nothing to draw, and numbers may be too large for an int.
    const double x = pixel[0] * side, y = pixel[1] * side, r = (double)c->radius;
    if (!(x > -r && y > -r && x < (double)c->columns + r && y < (double)c->rows + r))
        return;
    const float depth = (float)(c->eye_depth + behind);
    float height = (float)((height_of(c, p) - c->low) / (c->high > c->low ? c->high - c->low : 1.0));
    if (c->coloured)
        memcpy(&height, rgba ? rgba : grey, sizeof height);
    const int x0 = (int)fmax(floor(x - r), 0.0), x1 = (int)fmin(ceil(x + r), (double)c->columns);
    const int y0 = (int)fmax(floor(y - r), 0.0), y1 = (int)fmin(ceil(y + r), (double)c->rows);
    for (int j = y0; j < y1; j++)
        for (int i = x0; i < x1; i++) {
            const double dx = (double)i + 0.5 - x, dy = (double)j + 0.5 - y;
            const size_t at = (size_t)j * c->columns + (size_t)i;
            if (dx * dx + dy * dy <= r * r && depth < c->depth[at]) {
                c->depth[at] = depth;
                c->height[at] = height;
            }
        }
    draw_stats_add(&c->out->depth, (double)depth);
}

static void draw_all(canvas* c)
{
    const hit_model* content = model_content(c->job->model);
    uint64_t done = 0;
    for (uint32_t i = 0; i < content->part_count; i++) {
        const hit_model_mesh* mesh = &content->meshes[content->parts[i].mesh];
        uint32_t count;
        const uint32_t* points = cloud_points(content, content->parts[i].mesh, &count);
        for (uint32_t k = 0; k < count; k++, done++) {
            const uint32_t vertex = points ? points[k] : k;
            if (done % CHECK_EVERY == 0) {
                progress_at(c->job->progress, done);
                if (interrupted_code() != EXIT_OK)
                    return;
            }
            if (hit_vec3_is_finite(mesh->vertices[vertex]))
                draw_point(c, placed(&content->parts[i].placement, mesh->vertices[vertex]),
                           mesh->colors ? mesh->colors + 4 * (size_t)vertex : NULL);
        }
    }
}

// How much light a sample keeps: less, the more of what is around it is nearer.
static float seam(const canvas* c, uint32_t x, uint32_t y)
{
    static const int around[8][2] = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    const float own = c->depth[(size_t)y * c->columns + x];
    float nearer = 0.0f;
    for (int k = 0; k < 8; k++) {
        const int64_t nx = (int64_t)x + around[k][0], ny = (int64_t)y + around[k][1];
        if (nx < 0 || ny < 0 || nx >= c->columns || ny >= c->rows)
            continue;
        const float depth = c->depth[(size_t)ny * c->columns + (size_t)nx];
        if (depth < own)
            nearer += clamp01(40.0f * (own - depth) / own - 0.3f); // a slope is no edge
    }
    return 1.0f / (1.0f + 0.35f * nearer);
}

// In sRGB: that of the file, or of the height.
static hit_vec3 colour_of(const canvas* c, size_t at)
{
    uint8_t rgba[4];
    if (!c->coloured)
        return colour_map_height(c->height[at]);
    memcpy(rgba, &c->height[at], sizeof rgba);
    return hit_vec3_scale(v((float)rgba[0], (float)rgba[1], (float)rgba[2]), 1.0f / 255.0f);
}

static void paint_row(void* context, uint32_t row)
{
    const canvas* c = context;
    const uint32_t side = c->job->side;
    const float share = 1.0f / (float)(side * side);
    const bool behind = c->job->has_background || c->job->is_transparent;
    const hit_vec3 space =
        behind ? v(0.0f, 0.0f, 0.0f) : mix(SPACE_ABOVE, SPACE_BELOW, (float)row / (float)c->out->height);
    for (uint32_t x = 0; x < c->out->width; x++) {
        uint8_t rgb[3];
        hit_vec3 colour = v(0.0f, 0.0f, 0.0f);
        float cover = 0.0f;
        for (uint32_t k = 0; k < side * side; k++) {
            const uint32_t i = side * x + k % side, j = side * row + k / side;
            const size_t at = (size_t)j * c->columns + i;
            const bool there = c->depth[at] < HUGE_VALF;
            colour = add_scaled(colour, there ? hit_vec3_scale(colour_of(c, at), seam(c, i, j)) : space, share);
            cover += there ? share : 0.0f;
        }
        if (behind && cover > 0.0f)
            colour = hit_vec3_scale(colour, 1.0f / cover);
        rgb[0] = (uint8_t)(255.0f * clamp01(colour.x) + 0.5f);
        rgb[1] = (uint8_t)(255.0f * clamp01(colour.y) + 0.5f);
        rgb[2] = (uint8_t)(255.0f * clamp01(colour.z) + 0.5f);
        picture_put(c->out, c->job, (size_t)row * c->out->width + x, rgb, cover);
    }
}

static void count_pixels(const canvas* c)
{
    const size_t samples = (size_t)c->columns * c->rows;
    c->out->primary_rays = samples;
    for (size_t i = 0; i < samples; i++)
        c->out->hits += c->depth[i] < HUGE_VALF;
}

int draw_points(const draw_job* job, double pixels, picture* out)
{
    const uint32_t width = (uint32_t)job->camera.screen.width, height = (uint32_t)job->camera.screen.height;
    const hit_daabb box = points_bounds(job->model);
    canvas c = {.job = job, .out = out, .columns = job->side * width, .rows = job->side * height};
    const size_t samples = (size_t)c.columns * c.rows;
    bool enough = picture_room(out, job, 0);
    c.depth = malloc(samples * sizeof *c.depth);
    c.height = malloc(samples * sizeof *c.height);
    enough = enough && c.depth && c.height;
    if (enough) {
        for (size_t i = 0; i < samples; i++) {
            c.depth[i] = HUGE_VALF;
            c.height[i] = 0.0f;
        }
        c.radius = (float)(0.5 * pixels * (double)job->side);
        c.radius = c.radius > 0.71f ? c.radius : 0.71f; // at least one sample, wherever the point is
        c.low = height_of(&c, box.min);
        c.high = height_of(&c, box.max);
        c.eye_depth = job->camera.orthographic ? 0.0 : -job->camera.near_plane[3];
        for (uint32_t i = 0; i < model_content(job->model)->mesh_count; i++)
            c.coloured |= model_content(job->model)->meshes[i].colors != NULL;
        draw_all(&c);
        job->pool->run(job->pool->context, paint_row, &c, height);
        count_pixels(&c);
    } else
        print_error("render: out of memory");
    free(c.depth);
    free(c.height);
    return enough ? interrupted_code() : EXIT_RESOURCES;
}
