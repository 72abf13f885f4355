// Statistics of a scene, and the bounds of its objects.
#include "base/assert.h"
#include "base/fpenv.h"
#include "scene/region/visit.h"
#include "scene/scene.h"

#include <math.h>

static HIT_NOINLINE void find_bounds(const hit_object_record* record, hit_daabb* box)
{
    const hit_dvec3 o = record->placement.origin;
    double low[3], high[3];

    hit_object_bounds(record, low, high);
    // The sums are rounded: one step further, the box holds the object for certain.
    box->min = hit_dvec3_make(nextafter(o.x + low[0], -HUGE_VAL), nextafter(o.y + low[1], -HUGE_VAL),
                              nextafter(o.z + low[2], -HUGE_VAL));
    box->max = hit_dvec3_make(nextafter(o.x + high[0], HUGE_VAL), nextafter(o.y + high[1], HUGE_VAL),
                              nextafter(o.z + high[2], HUGE_VAL));
}

bool hit_scene_bounds(const hit_scene* scene, hit_id id, hit_daabb* box)
{
    const hit_object_record* record = hit_scene_committed(scene, id);
    hit_fpenv saved;

    if (record == NULL || box == NULL)
        return false;
    saved = hit_fpenv_enter();
    find_bounds(record, box);
    hit_fpenv_leave(saved);
    return true;
}

// The SAH cost: for each node, the chance that a line through the bounds meets its box.
static double tlas_cost(const hit_tlas* tlas)
{
    double root = 0.0;

    if (tlas->tree != NULL) {
        const float* b = tlas->tree->header->bounds;
        const double x = (double)b[1] - b[0], y = (double)b[3] - b[2], z = (double)b[5] - b[4];
        root = x * y + y * z + z * x;
    }
    return root > 0.0 ? tlas->area / root : 0.0;
}

static size_t tlas_bytes(const hit_tlas* tlas)
{
    return tlas->tree == NULL ? 0 : (size_t)(tlas->tree->header->size + tlas->room * 5);
}

static size_t points_bytes(const hit_object_record* record)
{
    const hit_point_set* set;

    if (record->id == HIT_ID_NONE || !hit_object_has_points(record))
        return 0;
    set = record->shape.points;
    return sizeof *set + set->count * sizeof(hit_vec3) + (set->tree == NULL ? 0 : (size_t)set->tree->header->size);
}

static HIT_NOINLINE void collect(const hit_scene* scene, hit_scene_stats* stats)
{
    const size_t per_slot = sizeof *scene->edited + sizeof(void*) + 3 * sizeof(uint32_t) + 1;
    const size_t per_committed = sizeof *scene->committed + sizeof(void*) + sizeof *scene->primref +
                                 2 * sizeof(uint32_t) + (scene->instance == NULL ? 0 : sizeof *scene->instance);

    HIT_ASSERT(scene->objects <= scene->slots && scene->committed_objects <= scene->committed_slots);
    stats->objects = scene->objects;
    stats->committed = scene->committed_objects;
    stats->waiting = scene->changed_count;
    stats->commits = scene->commits;
    stats->rebuilds = scene->rebuilds;
    stats->cost = tlas_cost(&scene->primary) + tlas_cost(&scene->secondary);
    stats->bytes = sizeof *scene + scene->capacity * per_slot + scene->committed_capacity * per_committed +
                   tlas_bytes(&scene->primary) + tlas_bytes(&scene->secondary) + scene->scratch.size;
    stats->bounds.min = hit_dvec3_make(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    stats->bounds.max = hit_dvec3_make(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
    for (uint32_t slot = 0; slot < scene->committed_slots; slot++) {
        hit_daabb box;
        stats->bytes += points_bytes(&scene->committed[slot]);
        if (scene->committed[slot].id == HIT_ID_NONE)
            continue;
        find_bounds(&scene->committed[slot], &box);
        stats->bounds.min = hit_dvec3_make(fmin(stats->bounds.min.x, box.min.x), fmin(stats->bounds.min.y, box.min.y),
                                           fmin(stats->bounds.min.z, box.min.z));
        stats->bounds.max = hit_dvec3_make(fmax(stats->bounds.max.x, box.max.x), fmax(stats->bounds.max.y, box.max.y),
                                           fmax(stats->bounds.max.z, box.max.z));
    }
}

hit_scene_stats hit_scene_get_stats(const hit_scene* scene)
{
    hit_scene_stats stats = {0};
    hit_fpenv saved;

    if (scene == NULL)
        return stats;
    saved = hit_fpenv_enter();
    collect(scene, &stats);
    hit_fpenv_leave(saved);
    return stats;
}

int32_t hit_scene_priority_min(const hit_scene* scene)
{
    return scene->priority_min;
}

int32_t hit_scene_priority_max(const hit_scene* scene)
{
    return scene->priority_max;
}
