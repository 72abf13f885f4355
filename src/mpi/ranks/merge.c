// The order of hits and of closest points that several ranks have found: see merge.h.
#include "mpi/ranks/merge.h"

#include <math.h>
#include <string.h>

const hit_ranks_hit hit_ranks_no_hit = {.primitive = HIT_RANKS_NONE, .t = HUGE_VALF};
const hit_ranks_closest hit_ranks_no_closest = {.primitive = HIT_RANKS_NONE, .distance = HUGE_VALF};

hit_ranks_hit hit_ranks_describe(const hit_ray* ray, uint64_t primitive, const hit_triangle* triangle)
{
    hit_ranks_hit hit = hit_ranks_no_hit;
    hit_triangle_hit found;

    if (!hit_ray_triangle(*ray, triangle, &found))
        return hit;
    hit.primitive = primitive;
    hit.t = found.t;
    hit.u = found.u;
    hit.v = found.v;
    hit.w = found.w;
    hit.side = found.side;
    hit.triangle = *triangle;
    return hit;
}

static int compare_ids(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

int hit_ranks_hit_compare(const hit_ray* ray, const hit_ranks_hit* a, const hit_ranks_hit* b)
{
    int order;

    if (a->t != b->t)
        return a->t < b->t ? -1 : 1;
    order = hit_ray_triangle_compare(*ray, &a->triangle, &b->triangle);
    return order != 0 ? order : compare_ids(a->primitive, b->primitive);
}

int hit_ranks_closest_compare(hit_vec3 point, const hit_ranks_closest* a, const hit_ranks_closest* b)
{
    int order;

    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    order = hit_point_triangle_compare(point, &a->triangle, &b->triangle);
    return order != 0 ? order : compare_ids(a->primitive, b->primitive);
}

bool hit_ranks_on_edge(const hit_ray* ray, const hit_ranks_hit* hit)
{
    // One that is tiny may round to 0, too.
    return (hit->u == 0.0f || hit->v == 0.0f || hit->w == 0.0f) && hit_ray_triangle_on_edge(*ray, &hit->triangle);
}

// Make room in a list at `at`, if the list has any for what is to stand there.
static bool make_room(hit_ranks_list* list, uint64_t at, size_t size)
{
    unsigned char* items = list->items;

    if (list->count == list->capacity)
        list->overflow = true;
    if (at == list->capacity)
        return false;
    list->count += list->count < list->capacity;
    memmove(items + (at + 1) * size, items + at * size, (size_t)(list->count - 1 - at) * size);
    return true;
}

// Where a hit belongs.
static uint64_t find_place(const hit_ray* ray, const hit_ranks_list* list, const hit_ranks_hit* hit)
{
    const hit_ranks_hit* items = list->items;
    uint64_t low = 0, high = list->count;

    // Mostly at the end: ranks are asked in the order in which the ray meets them.
    if (high > 0 && hit_ranks_hit_compare(ray, hit, &items[high - 1]) > 0)
        return high;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (hit_ranks_hit_compare(ray, hit, &items[middle]) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool same_crossing(const hit_ray* ray, const hit_ranks_hit* a, const hit_ranks_hit* b)
{
    return a->t == b->t && a->side == b->side && hit_ray_triangle_compare(*ray, &a->triangle, &b->triangle) == 0 &&
           hit_ranks_on_edge(ray, a);
}

// Drop what a hit on an edge makes a duplicate; false when it is one itself. What has equal t is side by side, and of
// those on one side and on edges there is at most one in the list.
static bool drop_duplicate(const hit_ray* ray, hit_ranks_list* list, const hit_ranks_hit* hit, uint64_t at)
{
    hit_ranks_hit* items = list->items;

    for (uint64_t i = at; i > 0 && items[i - 1].t == hit->t; i--)
        if (same_crossing(ray, &items[i - 1], hit))
            return false;
    for (uint64_t i = at; i < list->count && items[i].t == hit->t; i++)
        if (same_crossing(ray, &items[i], hit)) {
            list->count--;
            memmove(&items[i], &items[i + 1], (size_t)(list->count - i) * sizeof *items);
            return true;
        }
    return true;
}

void hit_ranks_keep_hit(const hit_ray* ray, hit_ranks_list* list, const hit_ranks_hit* hit, bool unique)
{
    const uint64_t at = find_place(ray, list, hit);

    HIT_ASSERT(hit->primitive != HIT_RANKS_NONE && list->count <= list->capacity);
    if (unique && hit_ranks_on_edge(ray, hit) && !drop_duplicate(ray, list, hit, at))
        return;
    if (make_room(list, at, sizeof *hit))
        ((hit_ranks_hit*)list->items)[at] = *hit;
}

void hit_ranks_keep_closest(hit_vec3 point, hit_ranks_list* list, const hit_ranks_closest* closest)
{
    const hit_ranks_closest* items = list->items;
    uint64_t at = list->count;

    HIT_ASSERT(closest->primitive != HIT_RANKS_NONE && list->count <= list->capacity);
    while (at > 0 && hit_ranks_closest_compare(point, closest, &items[at - 1]) < 0)
        at--;
    if (make_room(list, at, sizeof *closest))
        ((hit_ranks_closest*)list->items)[at] = *closest;
}
