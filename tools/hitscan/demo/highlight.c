// Highlights: what is selected keeps its colours and gets an outline, all else turns pale.
//
// An outline is where the object changes from a sample to one nearby, and one of the two is selected. It is looked for
// around each of the pixel's samples, so that it is as smooth as the picture. A second ray through each pixel sees the
// selected objects only, what is in front being filtered out: where that finds one that the picture does not show,
// there is a hidden part, and it is drawn as a hatch.
#include "demo/render.h"
#include "render/colour.h"
#include "render/lines.h"

typedef struct marker {
    const drawing* frame;
    const town* town;
    const hit_camera* camera;
    const findings* findings;
    uint8_t* rgb;
    float unit; // a pixel of a picture of 600 rows
} marker;

static const hit_vec3 SELECTED = {1.70f, 0.62f, 0.03f}; // linear light
static const hit_vec3 FOUND = {0.16f, 0.62f, 1.60f};

// ---- Outlines -------------------------------------------------------------------------------------------------------

// What a sample shows, as far as it is marked; 0 for the rest.
static uint32_t marked(const marker* m, int column, int row)
{
    const int columns = (int)(SAMPLES * m->frame->width), rows = (int)(SAMPLES * m->frame->height);
    uint32_t shown;
    if (column < 0 || row < 0 || column >= columns || row >= rows)
        return 0;
    shown = m->frame->shown[(size_t)row * (size_t)columns + (size_t)column];
    return m->findings->mark[shown] ? shown : 0;
}

// Whether a sample is on an outline: the mark that it is of, or 0. The outline of what is selected wins.
static uint8_t outlined(const marker* m, int column, int row)
{
    const uint32_t own = marked(m, column, row);
    const float reach = 2.3f * m->unit > 1.5f ? 2.3f * m->unit : 1.5f;
    const int steps = (int)reach;
    uint8_t best = 0;
    for (int dy = -steps; dy <= steps; dy++)
        for (int dx = -steps; dx <= steps; dx++) {
            const uint32_t near = marked(m, column + dx, row + dy);
            const uint8_t a = m->findings->mark[own], b = m->findings->mark[near], mark = a > b ? a : b;
            if (near != own && mark > best && (float)(dx * dx + dy * dy) <= reach * reach)
                best = mark;
        }
    return best;
}

static bool is_marked(void* context, hit_id id, void* user)
{
    const marker* m = context;
    (void)id;
    return m->findings->mark[(const prop*)user - m->town->props + 1] != 0;
}

// The mark of a hidden object behind a pixel, or 0.
static uint8_t hidden(const marker* m, uint32_t column, uint32_t row)
{
    marker copy = *m; // the filter's context is not const
    const hit_scene_filter filter = {.accept = is_marked, .accept_context = &copy};
    hit_scene_hit hit;
    const hit_dray ray = hit_camera_ray(m->camera, (double)column + 0.5, (double)row + 0.5);
    const prop* p;
    if (marked(m, (int)(SAMPLES * column), (int)(SAMPLES * row)) ||
        !hit_scene_first(m->town->scene, ray, &filter, &hit) || !(p = town_prop(m->town, hit.id)))
        return 0;
    return m->findings->mark[p - m->town->props + 1];
}

// ---- What was drawn to select ---------------------------------------------------------------------------------------

// How far a point is from a click: from a ring with four strokes and a dot in it.
static float click_distance(const marker* m, double x, double y)
{
    const float dx = (float)(x - m->findings->outline[0][0]), dy = (float)(y - m->findings->outline[0][1]);
    const float d = sqrtf(dx * dx + dy * dy), ring = 13.0f * m->unit, near_axis = fminf(fabsf(dx), fabsf(dy));
    float distance = fabsf(d - ring);
    if (d >= ring && d <= 26.0f * m->unit)
        distance = fminf(distance, near_axis);
    return fminf(distance, fmaxf(d - 1.2f * m->unit, 0.0f));
}

static float outline_distance(const marker* m, double x, double y)
{
    const findings* f = m->findings;
    return f->method == METHOD_CLICK ? click_distance(m, x, y) : polygon_distance(f->outline, f->outline_count, x, y);
}

static hit_vec3 draw_outline(const marker* m, uint32_t column, uint32_t row, hit_vec3 light)
{
    const float distance = outline_distance(m, (double)column + 0.5, (double)row + 0.5);
    return draw_line(light, distance, m->unit);
}

// ---- The picture ----------------------------------------------------------------------------------------------------

static hit_vec3 highlight(const marker* m, uint32_t column, uint32_t row, hit_vec3 light)
{
    const float grey = grey_of(light), share = 1.0f / (SAMPLES * SAMPLES);
    const double reach = 4.0 * (double)m->unit + 4.0, x = (double)column, y = (double)row; // wider than an outline
    float selected = 0.0f, line[3] = {0.0f, 0.0f, 0.0f};
    hit_vec3 pale = mix(light, hit_vec3_make(grey, grey, grey), 0.62f);
    pale = hit_vec3_scale(pale, 0.58f);
    if (x < m->findings->box[0][0] - reach || x > m->findings->box[1][0] + reach ||
        y < m->findings->box[0][1] - reach || y > m->findings->box[1][1] + reach)
        return pale;
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
        const int i = SAMPLES * (int)column + k % SAMPLES, j = SAMPLES * (int)row + k / SAMPLES;
        selected += share * (float)(m->findings->mark[marked(m, i, j)] == 2);
        line[outlined(m, i, j)] += share;
    }
    if (selected < 1.0f && line[0] > 0.0f) {
        const uint8_t behind = hidden(m, column, row);
        const uint32_t period = (uint32_t)(6.0f * m->unit > 3.0f ? 6.0f * m->unit : 3.0f);
        if (behind)
            pale =
                mix(pale, behind == 2 ? SELECTED : FOUND, (column + row) % period < (period + 1) / 3 ? 0.55f : 0.16f);
    }
    light = mix(pale, mix(light, SELECTED, 0.10f), selected);
    return mix(mix(light, FOUND, line[1]), SELECTED, line[2]);
}

static void highlight_row(void* context, uint32_t row)
{
    const marker* m = context;
    for (uint32_t column = 0; column < m->frame->width; column++) {
        const size_t at = 3 * ((size_t)row * m->frame->width + column);
        const float* pixel = &m->frame->light[at];
        hit_vec3 light = hit_vec3_make(pixel[0], pixel[1], pixel[2]);
        if (m->findings)
            light = draw_outline(m, column, row, highlight(m, column, row, light));
        m->rgb[at] = tone_byte(light.x);
        m->rgb[at + 1] = tone_byte(light.y);
        m->rgb[at + 2] = tone_byte(light.z);
    }
}

void highlight_picture(const drawing* frame, const town* t, const hit_camera* camera, const findings* f,
                       const hit_task_pool* pool, uint8_t* rgb)
{
    marker m = {frame, t, camera, f, rgb, (float)frame->height / 600.0f};
    pool->run(pool->context, highlight_row, &m, frame->height);
}
