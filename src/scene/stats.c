// Facts about a scene.
#include "base/fpenv.h"
#include "scene/region/visit.h"
#include "scene/scene.h"

#include <math.h>

static HIT_NOINLINE void find_bounds(const hit_object_record* record, hit_daabb* box)
{
    const hit_dvec3 o = record->placement.origin;
    double low[3], high[3];

    hit_object_bounds(record, low, high);
    // The sums round: one step further, the box holds the object for certain.
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

// Expected tests of a line through the bounds: for each node, the chance that its box is met.
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

static HIT_NOINLINE void collect(const hit_scene* scene, hit_scene_stats* facts)
{
    const size_t per_slot = sizeof *scene->edited + sizeof(void*) + 3 * sizeof(uint32_t) + 1;
    const size_t per_seen = sizeof *scene->seen + sizeof(void*) + sizeof *scene->primref + 2 * sizeof(uint32_t) +
                            (scene->instance == NULL ? 0 : sizeof *scene->instance);

    facts->objects = scene->objects;
    facts->committed = scene->committed;
    facts->waiting = scene->changed_count;
    facts->commits = scene->commits;
    facts->rebuilds = scene->rebuilds;
    facts->cost = tlas_cost(&scene->primary) + tlas_cost(&scene->secondary);
    facts->bytes = sizeof *scene + scene->capacity * per_slot + scene->seen_capacity * per_seen +
                   tlas_bytes(&scene->primary) + tlas_bytes(&scene->secondary) + scene->scratch.size;
    facts->bounds.min = hit_dvec3_make(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    facts->bounds.max = hit_dvec3_make(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
    for (uint32_t slot = 0; slot < scene->seen_slots; slot++) {
        hit_daabb box;
        facts->bytes += points_bytes(&scene->seen[slot]);
        if (scene->seen[slot].id == HIT_ID_NONE)
            continue;
        find_bounds(&scene->seen[slot], &box);
        facts->bounds.min = hit_dvec3_make(fmin(facts->bounds.min.x, box.min.x), fmin(facts->bounds.min.y, box.min.y),
                                           fmin(facts->bounds.min.z, box.min.z));
        facts->bounds.max = hit_dvec3_make(fmax(facts->bounds.max.x, box.max.x), fmax(facts->bounds.max.y, box.max.y),
                                           fmax(facts->bounds.max.z, box.max.z));
    }
}

hit_scene_stats hit_scene_get_stats(const hit_scene* scene)
{
    hit_scene_stats facts = {0};
    hit_fpenv saved;

    if (scene == NULL)
        return facts;
    saved = hit_fpenv_enter();
    collect(scene, &facts);
    hit_fpenv_leave(saved);
    return facts;
}

int32_t hit_scene_priority_min(const hit_scene* scene)
{
    return scene->priority_min;
}

int32_t hit_scene_priority_max(const hit_scene* scene)
{
    return scene->priority_max;
}
