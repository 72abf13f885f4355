// The objects of a scene that are closest to a point.
//
// Branch and bound over the trees of the scene, the nearest box first; within an object, see closest_object.c. The k
// best objects so far are a heap in the caller's array with the farthest on top, by distance and then by id, which is
// sorted in the end. What is farther than the top of a full heap is dropped. Cost: some 5 us for the closest of 10,000
// objects.
#include "scene/region/visit.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "bvh/traverse/traverse.h"
#include "scene/scene.h"
#include "scene/forgotten_commit.h"

#include <math.h>

typedef struct entry {
    uint32_t ref;
    double lower;
} entry;

typedef struct query {
    const hit_scene* scene;
    const hit_scene_filter* filter;
    hit_dvec3 point;
    double from[3]; ///< the anchor, from the point
    double max_distance;
    hit_scene_closest* found;
    uint32_t k, count;
} query;

// ---- The best so far ------------------------------------------------------------------------------------------------

static bool is_farther(const hit_scene_closest* a, const hit_scene_closest* b)
{
    return a->distance > b->distance || (a->distance == b->distance && a->id > b->id);
}

// The farthest is on top.
#define HIT_HEAP hit_scene_closest
#define HIT_HEAP_ITEM hit_scene_closest
#define HIT_HEAP_GET(heap, i) ((heap)[i])
#define HIT_HEAP_SET(heap, i, x) ((heap)[i] = (x))
#define HIT_HEAP_BELOW(heap, a, b) is_farther(b, a)
#include "base/heap.h"

static void keep(query* q, const hit_scene_closest* item)
{
    HIT_ASSERT(q->count <= q->k);
    if (q->count < q->k)
        heap_sift_up(q->found, q->count++, *item);
    else if (is_farther(&q->found[0], item))
        heap_sift_down(q->found, q->count, 0, *item);
}

// What is farther does not matter.
static double limit_of(const query* q)
{
    return q->count < q->k ? q->max_distance : q->found[0].distance;
}

// ---- The search -----------------------------------------------------------------------------------------------------

static void test_object(query* q, const hit_object_record* record)
{
    hit_object_closest closest;
    hit_scene_closest item;

    if (!hit_scene_counts(q->scene, record, q->filter) ||
        !hit_object_closest_point(record, q->point, q->max_distance, limit_of(q), &closest))
        return;
    item.id = record->id;
    item.distance = closest.distance;
    item.primitive = closest.primitive;
    item.point = hit_dvec3_make(q->point.x + closest.at[0], q->point.y + closest.at[1], q->point.z + closest.at[2]);
    keep(q, &item);
}

// Push the children of a node, the nearest on top.
static uint32_t push_node(const query* q, const hit_bvh_node* node, entry* stack, uint32_t size)
{
    const uint32_t base = size;

    for (uint32_t child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
        double low[3], high[3];
        entry e = {.ref = node->ref[child]};
        uint32_t at = size;

        if (!(node->plane[0][child] <= node->plane[1][child]))
            continue;
        for (int k = 0; k < 3; k++) {
            const double slack = 0x1p-50 * fabs(q->from[k]);
            low[k] = q->from[k] + node->plane[2 * k][child] - slack;
            high[k] = q->from[k] + node->plane[2 * k + 1][child] + slack;
        }
        e.lower = hit_closest_box(low, high);
        if (e.lower > limit_of(q))
            continue;
        for (; at > base && stack[at - 1].lower < e.lower; at--)
            stack[at] = stack[at - 1];
        HIT_ASSERT(size < HIT_BVH_STACK_SIZE);
        stack[at] = e;
        size++;
    }
    return size;
}

static void search_tree(query* q, const hit_tlas* tlas)
{
    entry stack[HIT_BVH_STACK_SIZE];
    uint32_t size;

    if (tlas->tree == NULL)
        return;
    size = push_node(q, tlas->tree->nodes, stack, 0);
    while (size > 0) {
        const entry e = stack[--size];
        if (e.lower > limit_of(q))
            continue;
        if (e.ref & HIT_BVH_LEAF)
            test_object(q, &q->scene->committed[hit_tlas_slot(e.ref)]);
        else
            size = push_node(q, tlas->tree->nodes + e.ref, stack, size);
    }
}

static HIT_NOINLINE uint32_t closest_points(query* q)
{
    q->from[0] = q->scene->anchor.x - q->point.x;
    q->from[1] = q->scene->anchor.y - q->point.y;
    q->from[2] = q->scene->anchor.z - q->point.z;
    // In a scene that is too large for floats, all objects are tested.
    if (!(q->scene->extent <= 0x1p60)) {
        for (uint32_t slot = 0; slot < q->scene->committed_slots; slot++)
            test_object(q, &q->scene->committed[slot]);
    } else {
        search_tree(q, &q->scene->primary);
        search_tree(q, &q->scene->secondary);
    }
    heap_sort(q->found, q->count);
    return q->count;
}

uint32_t hit_scene_closest_points(const hit_scene* scene, hit_dvec3 point, double max_distance,
                                  const hit_scene_filter* filter, hit_scene_closest* found, uint32_t k)
{
    query q = {.scene = scene, .filter = filter, .point = point, .max_distance = max_distance, .found = found, .k = k};
    hit_fpenv saved;
    uint32_t count = 0;

    if (scene == NULL || found == NULL || k == 0 || !(max_distance >= 0.0) || !hit_dvec3_is_position(point))
        return 0;
    hit_scene_warn_now(scene);
    saved = hit_fpenv_enter();
    count = closest_points(&q);
    hit_fpenv_leave(saved);
    return count;
}
