// What lies in an area of the screen, and what of it is seen.
//
// The area is a region of space (region.h), and the walk over the scene does the rest (scene/gather.h).
//
// Seen. Rays are cast through points of the area and the viewport, in rows and columns at most `step` apart. The ids of
// their first hits are kept in ascending order in the caller's array: the lowest ones that it holds. If some were lost
// that way, all rays are cast again for what is above the highest id so far, into an array here; and so on until none is
// lost, to know the number of all. An object that does not lie in the area is not asked again at the next ray.
#include "base/fpenv.h"
#include "pick/region.h"
#include "scene/gather.h"

#include <hitscan/pick.h>

#include <string.h>

enum { MORE_MAX = 512, REFUSED_MAX = 256 };

// Fewer pixels than this between rays make no sense, and too many rays.
#define STEP_MIN 0.0625

typedef struct seen {
    hit_id* ids; ///< ascending
    uint32_t count, capacity;
    hit_id above; ///< ids up to this one do not count
    bool lost;    ///< there was one without room
} seen;

typedef struct view {
    const hit_scene* scene;
    const hit_region* region;
    hit_sieve sieve;
    const hit_area_options* options;
    double low[2], high[2]; ///< of the area in the viewport
    uint32_t steps[2];
    hit_id refused[REFUSED_MAX]; ///< by their last bits: objects that do not lie in the area
} view;

// The part of the area's bounds that is in the viewport, and how many rays that takes.
static bool set_grid(view* v)
{
    const hit_screen* s = &v->region->camera->screen;
    const double ratio = s->pixel_ratio > 0.0f ? (double)s->pixel_ratio : 1.0, shift = s->centers ? 0.5 : 0.0;
    const double from[2] = {(double)s->x / ratio - shift, (double)s->y / ratio - shift};
    const double to[2] = {((double)s->x + (double)s->width) / ratio - shift,
                          ((double)s->y + (double)s->height) / ratio - shift};
    const double step = v->options->step > 0.0f ? fmax((double)v->options->step, STEP_MIN) : 1.0;

    for (int k = 0; k < 2; k++) {
        double steps;
        v->low[k] = fmax(v->region->low[k], from[k]);
        v->high[k] = fmin(v->region->high[k], to[k]);
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

static void keep(seen* found, hit_id id)
{
    uint32_t low = 0, high = found->count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (found->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < found->count && found->ids[low] == id)
        return;
    if (found->count == found->capacity) {
        found->lost = true;
        if (low == found->capacity)
            return;
        found->count--;
    }
    memmove(found->ids + low + 1, found->ids + low, (found->count - low) * sizeof(hit_id));
    found->ids[low] = id;
    found->count++;
}

static bool is_wanted(view* v, hit_id id)
{
    hit_id* refused = &v->refused[id % REFUSED_MAX];
    const hit_record* record;

    if (!v->options->contained)
        return true;
    if (*refused == id)
        return false;
    record = hit_scene_committed(v->scene, id);
    if (record != NULL && hit_record_relation(record, &v->sieve, HIT_BVH_INSIDE) == HIT_INSIDE)
        return true;
    *refused = id;
    return false;
}

// Cast all rays.
static void look(view* v, seen* found)
{
    hit_id last = HIT_ID_NONE;

    for (uint32_t row = 0; row < v->steps[1]; row++)
        for (uint32_t column = 0; column < v->steps[0]; column++) {
            const double at[2] = {coordinate(v, 0, column), coordinate(v, 1, row)};
            hit_scene_hit hit;
            if (!v->region->rectangle && !hit_region_is_odd(v->region, at))
                continue;
            if (!hit_scene_first(v->scene, hit_camera_ray(v->region->camera, at[0], at[1]), v->options->filter, &hit))
                continue;
            // Neighbours mostly see the same.
            if (hit.id == last)
                continue;
            last = hit.id;
            if (hit.id > found->above && is_wanted(v, hit.id))
                keep(found, hit.id);
        }
}

static uint32_t find_seen(view* v, hit_id* ids, uint32_t capacity)
{
    seen found = {ids, 0, capacity, HIT_ID_NONE, false};
    hit_id more[MORE_MAX];
    uint32_t total = 0;

    if (!set_grid(v))
        return 0;
    memset(v->refused, 0, sizeof v->refused);
    for (;;) {
        look(v, &found);
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

static HIT_NOINLINE uint32_t find(const hit_scene* scene, const hit_region* region, const hit_area_options* options,
                                  hit_id* ids, uint32_t capacity)
{
    static const hit_area_options defaults;
    view v = {.scene = scene, .region = region, .sieve = hit_region_sieve(region)};

    v.options = options != NULL ? options : &defaults;
    if (v.options->visible)
        return find_seen(&v, ids, capacity);
    return hit_scene_gather(scene, &v.sieve, v.options->contained ? HIT_BVH_INSIDE : HIT_BVH_TOUCHING,
                            v.options->filter, ids, capacity);
}

static HIT_NOINLINE uint32_t find_in_rect(const hit_scene* scene, const hit_camera* camera, const double rect[4],
                                          const hit_area_options* options, hit_id* ids, uint32_t capacity)
{
    hit_region region;
    return hit_region_from_rect(camera, rect[0], rect[1], rect[2], rect[3], &region)
               ? find(scene, &region, options, ids, capacity)
               : 0;
}

static HIT_NOINLINE uint32_t find_in_lasso(const hit_scene* scene, const hit_camera* camera, const double (*points)[2],
                                           uint32_t count, const hit_area_options* options, hit_id* ids,
                                           uint32_t capacity)
{
    hit_region region;
    return hit_region_from_lasso(camera, points, count, &region) ? find(scene, &region, options, ids, capacity) : 0;
}

uint32_t hit_pick_rect(const hit_scene* scene, const hit_camera* camera, double x0, double y0, double x1, double y1,
                       const hit_area_options* options, hit_id* ids, uint32_t capacity)
{
    const double rect[4] = {x0, y0, x1, y1};
    hit_fpenv saved;
    uint32_t count;

    if (scene == NULL || camera == NULL)
        return 0;
    saved = hit_fpenv_enter();
    count = find_in_rect(scene, camera, rect, options, ids, ids != NULL ? capacity : 0);
    hit_fpenv_leave(saved);
    return count;
}

uint32_t hit_pick_lasso(const hit_scene* scene, const hit_camera* camera, const double (*points)[2], uint32_t count,
                        const hit_area_options* options, hit_id* ids, uint32_t capacity)
{
    hit_fpenv saved;
    uint32_t found;

    if (scene == NULL || camera == NULL || points == NULL)
        return 0;
    saved = hit_fpenv_enter();
    found = find_in_lasso(scene, camera, points, count, options, ids, ids != NULL ? capacity : 0);
    hit_fpenv_leave(saved);
    return found;
}
