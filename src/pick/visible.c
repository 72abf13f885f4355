// The objects of an area of the screen that are seen.
//
// Rays are cast through points of the area and the viewport, in rows and columns at most `step` apart. The ids of their
// first hits are kept in ascending order in the caller's array: the lowest ones that it holds. If some were lost that
// way, all rays are cast again for what is above the highest id so far, into an array here; and so on until none is
// lost, to know the number of all. An object that does not lie in the area is not tested again at the next ray.
#include "base/assert.h"
#include "pick/region.h"

#include <math.h>
#include <string.h>

enum { MORE_MAX = 512, REFUSED_MAX = 256 };

// Fewer pixels than this between rays make no sense, and too many rays.
#define STEP_MIN 0.0625

typedef struct visible_set {
    hit_id* ids; ///< ascending
    uint32_t count, capacity;
    hit_id above; ///< ids up to this one do not count
    bool lost;    ///< there was one without room
} visible_set;

typedef struct view {
    const hit_screen_area* area;
    double low[2], high[2]; ///< of the area in the viewport
    uint32_t steps[2];
    hit_id refused[REFUSED_MAX]; ///< by their last bits: objects that do not lie in the area
} view;

// The part of the area's bounds that is in the viewport, and how many rays that takes.
static bool set_grid(view* v)
{
    const hit_screen* s = &v->area->camera->screen;
    const double ratio = s->pixel_ratio > 0.0f ? (double)s->pixel_ratio : 1.0, shift = s->centers ? 0.5 : 0.0;
    const double from[2] = {(double)s->x / ratio - shift, (double)s->y / ratio - shift};
    const double to[2] = {((double)s->x + (double)s->width) / ratio - shift,
                          ((double)s->y + (double)s->height) / ratio - shift};
    const double step = v->area->options->step > 0.0f ? fmax((double)v->area->options->step, STEP_MIN) : 1.0;

    for (int k = 0; k < 2; k++) {
        double steps;
        v->low[k] = fmax(v->area->low[k], from[k]);
        v->high[k] = fmin(v->area->high[k], to[k]);
        if (!(v->low[k] <= v->high[k]))
            return false;
        steps = ceil((v->high[k] - v->low[k]) / step);
        v->steps[k] = (uint32_t)fmin(fmax(steps, 1.0), 0x1p24);
    }
    return true;
}

static double coordinate(const view* v, int axis, uint32_t i)
{
    return v->low[axis] + (v->high[axis] - v->low[axis]) * ((double)i + 0.5) / (double)v->steps[axis];
}

static void keep(visible_set* found, hit_id id)
{
    uint32_t low = 0, high = found->count;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (found->ids[mid] < id)
            low = mid + 1;
        else
            high = mid;
    }
    if (low < found->count && found->ids[low] == id)
        return;
    if (found->count == found->capacity) {
        found->lost = true;
        if (low == found->capacity)
            return;
        found->count--;
    }
    HIT_ASSERT(low <= found->count && found->count < found->capacity);
    memmove(found->ids + low + 1, found->ids + low, (found->count - low) * sizeof(hit_id));
    found->ids[low] = id;
    found->count++;
}

static bool is_wanted(view* v, hit_id id)
{
    const bool contained = v->area->options->contained;
    hit_id* refused = &v->refused[id % REFUSED_MAX];
    const hit_object_record* record;
    hit_cull cull;

    if (v->area->flush && !contained)
        return true;
    if (*refused == id)
        return false;
    record = hit_scene_committed(v->area->scene, id);
    HIT_ASSERT(record != NULL);
    cull = hit_object_relation(record, v->area->cull_region, contained ? HIT_INCLUDE_INSIDE : HIT_INCLUDE_TOUCHING);
    if (cull == HIT_INSIDE || (cull == HIT_CROSSING && !contained))
        return true;
    *refused = id;
    return false;
}

// Cast all rays.
static void cast_rays(view* v, visible_set* found)
{
    hit_id last = HIT_ID_NONE;

    for (uint32_t row = 0; row < v->steps[1]; row++)
        for (uint32_t column = 0; column < v->steps[0]; column++) {
            const double at[2] = {coordinate(v, 0, column), coordinate(v, 1, row)};
            hit_scene_hit hit;
            if (v->area->holds != NULL && !v->area->holds(v->area->context, at))
                continue;
            if (!hit_scene_first(v->area->scene, hit_camera_ray(v->area->camera, at[0], at[1]),
                                 v->area->options->filter, &hit))
                continue;
            // Neighbours mostly see the same.
            if (hit.id == last)
                continue;
            last = hit.id;
            if (hit.id > found->above && is_wanted(v, hit.id))
                keep(found, hit.id);
        }
}

uint32_t hit_pick_visible(const hit_screen_area* area, hit_id* ids, uint32_t capacity)
{
    view v = {.area = area};
    visible_set found = {ids, 0, capacity, HIT_ID_NONE, false};
    hit_id more[MORE_MAX];
    uint32_t total = 0;

    if (!set_grid(&v))
        return 0;
    for (;;) {
        cast_rays(&v, &found);
        total += found.count;
        if (!found.lost)
            return total;
        if (found.count > 0)
            found.above = found.ids[found.count - 1];
        found.ids = more;
        found.capacity = MORE_MAX;
        found.count = 0;
        found.lost = false;
    }
}
