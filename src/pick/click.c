// What is under a point of the screen: the first, or all.
//
// The order is that of hit_scene_all, which is exact for boxes, below the order of priorities. Where all objects of the
// scene have the same priority, the first is hit_scene_first. Else that gives the nearest, and another traversal along
// the ray looks for something with a higher priority: it tests only objects with at least the priority of the best one
// so far, which are few where priorities are given to handles. That traversal is left out when the nearest has the
// highest priority that there is.
#include "base/assert.h"
#include "base/fpenv.h"
#include "scene/region/visit.h"

#include <hitscan/pick.h>

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

    HIT_ASSERT(record != NULL);
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

// The first hits so far: a heap in the caller's array with the last one on top, which is sorted in the end.
typedef struct hit_list {
    const hit_scene* scene;
    const hit_dray* ray;
    bool ranked;         ///< there are objects with different priorities
    hit_scene_hit* hits; ///< room for `capacity`
    uint32_t capacity, kept;
    uint32_t total;
} hit_list;

static bool comes_before(const hit_list* l, const hit_scene_hit* first, const hit_scene_hit* second)
{
    if (l->ranked) {
        const int32_t high = hit_scene_committed(l->scene, first->id)->priority;
        const int32_t low = hit_scene_committed(l->scene, second->id)->priority;
        if (high != low)
            return high > low;
    }
    return hit_scene_order(l->scene, l->ray, first, second) < 0;
}

#define HIT_HEAP const hit_list
#define HIT_HEAP_ITEM hit_scene_hit
#define HIT_HEAP_GET(heap, i) ((heap)->hits[i])
#define HIT_HEAP_SET(heap, i, x) ((heap)->hits[i] = (x))
#define HIT_HEAP_BELOW(heap, a, b) comes_before(heap, a, b)
#include "base/heap.h"

static bool keep_hit(void* context, const hit_object_record* record, const hit_scene_hit* hit)
{
    hit_list* l = context;

    (void)record;
    HIT_ASSERT(l->kept <= l->capacity);
    l->total++;
    if (l->kept < l->capacity)
        heap_sift_up(l, l->kept++, *hit);
    else if (l->kept > 0 && comes_before(l, hit, &l->hits[0]))
        heap_sift_down(l, l->kept, 0, *hit);
    return true;
}

static HIT_NOINLINE void find_all(hit_list* l, const hit_scene_filter* filter)
{
    l->ranked = hit_scene_priority_min(l->scene) < hit_scene_priority_max(l->scene);
    hit_scene_visit_hits(l->scene, *l->ray, filter, keep_hit, l);
    heap_sort(l, l->kept);
}

uint32_t hit_pick_all(const hit_scene* scene, const hit_camera* camera, double x, double y,
                      const hit_scene_filter* filter, hit_scene_hit* hits, uint32_t capacity)
{
    const hit_dray ray = hit_camera_ray(camera, x, y);
    hit_list l = {.scene = scene, .ray = &ray, .hits = hits, .capacity = hits == NULL ? 0 : capacity};
    hit_fpenv saved;

    if (scene == NULL || !hit_dray_is_valid(ray))
        return 0;
    saved = hit_fpenv_enter();
    find_all(&l, filter);
    hit_fpenv_leave(saved);
    return l.total;
}
