// The points of polylines and clouds: copied, counted by their users, and with a tree over them when there are many.
#include "base/assert.h"
#include "base/memory.h"
#include "scene/scene.h"

#include <string.h>

// Sets of up to so many elements need no tree.
enum { FEW = 16 };

static size_t set_size(uint32_t count)
{
    return sizeof(hit_point_set) + count * sizeof(hit_vec3);
}

// A tree over the boxes of all segments or points, in their own space, without their radius.
static hit_status build_tree(const hit_allocator* allocator, hit_point_set* set, bool segments)
{
    const uint32_t count = segments ? set->count - 1 : set->count;
    const hit_bvh_options options = {.allocator = allocator};
    hit_aabb* boxes;
    hit_status status;

    if (count <= FEW)
        return HIT_OK;
    boxes = hit_allocate(allocator, count * sizeof *boxes, 16);
    if (boxes == NULL)
        return HIT_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 a = set->point[i], b = set->point[segments ? i + 1 : i];
        boxes[i] = (hit_aabb){hit_vec3_min(a, b), hit_vec3_max(a, b)};
    }
    status = hit_bvh_build_aabbs(boxes, 0, count, &options, &set->tree, NULL);
    hit_release(allocator, boxes, count * sizeof *boxes, 16);
    return status;
}

hit_point_set* hit_point_set_make(const hit_allocator* allocator, const hit_vec3* points, size_t stride, uint32_t count,
                                  float radius, bool segments)
{
    hit_point_set* set = hit_allocate(allocator, set_size(count), 16);

    HIT_ASSERT(count >= (segments ? 2u : 1u) && stride >= sizeof(hit_vec3) && radius >= 0.0f);
    if (set == NULL)
        return NULL;
    set->users = 1;
    set->count = count;
    set->radius = radius;
    set->tree = NULL;
    for (uint32_t i = 0; i < count; i++)
        memcpy(&set->point[i], (const char*)points + i * stride, sizeof(hit_vec3));
    if (build_tree(allocator, set, segments) != HIT_OK) {
        hit_point_set_release(allocator, set);
        return NULL;
    }
    return set;
}

void hit_point_set_release(const hit_allocator* allocator, hit_point_set* points)
{
    HIT_ASSERT(points->users > 0);
    if (--points->users > 0)
        return;
    hit_bvh_destroy(points->tree);
    hit_release(allocator, points, set_size(points->count), 16);
}
