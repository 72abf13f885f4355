// What lies in an area of the screen, and what of it is seen.
//
// The area is a region of space (region.h). A traversal of the scene finds the objects in it (scene/region/visit.h), or
// rays through the area do (visible.c).
#include "base/fpenv.h"
#include "pick/region.h"

// For hit_screen_area.holds.
static bool is_odd(const void* context, const double at[2])
{
    return hit_region_is_odd(context, at);
}

static HIT_NOINLINE uint32_t find(const hit_scene* scene, const hit_region* region, const hit_area_options* options,
                                  hit_id* ids, uint32_t capacity)
{
    static const hit_area_options defaults;
    const hit_cull_region cull_region = hit_region_as_cull_region(region);
    const hit_screen_area area = {.scene = scene,
                                  .camera = region->camera,
                                  .options = options != NULL ? options : &defaults,
                                  .cull_region = &cull_region,
                                  .flush = true,
                                  .low = {region->low[0], region->low[1]},
                                  .high = {region->high[0], region->high[1]},
                                  .holds = region->rectangle ? NULL : is_odd,
                                  .context = region};

    if (area.options->visible)
        return hit_pick_visible(&area, ids, capacity);
    return hit_scene_query_region(scene, &cull_region,
                                  area.options->contained ? HIT_INCLUDE_INSIDE : HIT_INCLUDE_TOUCHING,
                                  area.options->filter, ids, capacity);
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
