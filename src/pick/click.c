// What is under a point of the screen: the first, or all.
//
// The order is that of hit_scene_all, which is exact for boxes, below the order of priorities. Where all objects of the
// scene have the same priority, the first is hit_scene_first. Else that gives the nearest, and another traversal along the
// ray looks for something with a higher priority: it tests only objects with at least the priority of the best one so
// far, which are few where priorities are given to handles. That traversal is left out when the nearest has the highest
// priority that there is.
#include "pick/best.h"

#include "base/fpenv.h"
#include "scene/region/visit.h"

#include <hitscan/pick.h>

_Static_assert(sizeof(hit_scene_hit) <= HIT_BOUNDED_HEAP_ITEM_MAX, "a hit does not fit");

// ---- The first ------------------------------------------------------------------------------------------------------

// The best so far, and the filter that lets only better ones through.
typedef struct priority_search {
    const hit_scene* scene;
    const hit_dray* ray;
    const hit_scene_filter* filter; ///< the caller's; may be NULL
    int32_t least;                  ///< lower priorities do not count
    bool any;                       ///< something has been found that counts
    int32_t priority;
    hit_scene_hit best;
} priority_search;

static bool can_outrank(void* context, hit_id id, void* user)
{
    const priority_search* c = context;
    const hit_object_record* record = hit_scene_committed(c->scene, id);

    return record->priority >= c->least &&
           (c->filter == NULL || c->filter->accept == NULL || c->filter->accept(c->filter->accept_context, id, user));
}

static bool keep_best(void* context, const hit_object_record* record, const hit_scene_hit* hit)
{
    priority_search* c = context;

    if (!c->any || record->priority > c->priority ||
        (record->priority == c->priority && hit_scene_order(c->scene, c->ray, hit, &c->best) < 0)) {
        c->any = true;
        c->priority = c->least = record->priority;
        c->best = *hit;
    }
    return true;
}

static HIT_NOINLINE bool find_first(const hit_scene* scene, const hit_dray* ray, const hit_scene_filter* filter,
                                    hit_scene_hit* hit)
{
    const int32_t highest = hit_scene_priority_max(scene);
    priority_search c = {.scene = scene, .ray = ray, .filter = filter};
    hit_scene_filter better = {.accept = can_outrank, .accept_context = &c};
    hit_scene_hit nearest;

    if (!hit_scene_first(scene, *ray, filter, &nearest))
        return false;
    if (hit_scene_priority_min(scene) < highest) {
        const int32_t priority = hit_scene_committed(scene, nearest.id)->priority;
        if (priority < highest) {
            c.least = priority + 1;
            if (filter != NULL) {
                better.layers = filter->layers;
                better.sides = filter->sides;
            }
            hit_scene_visit_hits(scene, *ray, &better, keep_best, &c);
        }
    }
    *hit = c.any ? c.best : nearest;
    return true;
}

bool hit_pick_first(const hit_scene* scene, const hit_camera* camera, double x, double y,
                    const hit_scene_filter* filter, hit_scene_hit* hit)
{
    const hit_dray ray = hit_camera_ray(camera, x, y);
    hit_scene_hit found;
    hit_fpenv saved;
    bool any;

    if (scene == NULL || !hit_dray_is_valid(ray))
        return false;
    saved = hit_fpenv_enter();
    any = find_first(scene, &ray, filter, &found);
    hit_fpenv_leave(saved);
    if (any && hit != NULL)
        *hit = found;
    return any;
}

// ---- All ------------------------------------------------------------------------------------------------------------

typedef struct hit_stack {
    const hit_scene* scene;
    const hit_dray* ray;
    bool ranked; ///< there are objects with different priorities
    hit_bounded_heap best;
} hit_stack;

static int order(const void* context, const void* a, const void* b)
{
    const hit_stack* p = context;
    const hit_scene_hit *first = a, *second = b;

    if (p->ranked) {
        const int32_t high = hit_scene_committed(p->scene, first->id)->priority;
        const int32_t low = hit_scene_committed(p->scene, second->id)->priority;
        if (high != low)
            return high > low ? -1 : 1;
    }
    return hit_scene_order(p->scene, p->ray, first, second);
}

static bool put(void* context, const hit_object_record* record, const hit_scene_hit* hit)
{
    hit_stack* p = context;
    (void)record;
    hit_bounded_heap_push(&p->best, hit);
    return true;
}

static HIT_NOINLINE void find_all(hit_stack* p, const hit_scene_filter* filter)
{
    p->ranked = hit_scene_priority_min(p->scene) < hit_scene_priority_max(p->scene);
    hit_scene_visit_hits(p->scene, *p->ray, filter, put, p);
    hit_bounded_heap_sort(&p->best);
}

uint32_t hit_pick_all(const hit_scene* scene, const hit_camera* camera, double x, double y,
                      const hit_scene_filter* filter, hit_scene_hit* hits, uint32_t capacity)
{
    const hit_dray ray = hit_camera_ray(camera, x, y);
    hit_stack p = {.scene = scene, .ray = &ray};
    hit_fpenv saved;

    if (scene == NULL || !hit_dray_is_valid(ray))
        return 0;
    p.best = (hit_bounded_heap){.items = hits,
                                .size = sizeof(hit_scene_hit),
                                .capacity = hits == NULL ? 0 : capacity,
                                .order = order,
                                .context = &p};
    saved = hit_fpenv_enter();
    find_all(&p, filter);
    hit_fpenv_leave(saved);
    return p.best.total;
}
