// Triangles that a ray may hit, by their slot in the tree, and the choice between them and boxes: see candidate.h.
#include "bvh/traverse/candidate.h"

#include "intersect/intersect.h"

#include <hitscan/intersect.h>

static bool holds_boxes(const hit_bvh* bvh)
{
    return bvh->header->kind != HIT_BVH_TRIANGLES;
}

static hit_triangle triangle_at(const hit_bvh* bvh, uint32_t slot)
{
    return hit_bvh_block_triangle(&bvh->blocks[slot >> 3], slot & 7u);
}

hit_bvh_run hit_bvh_slot_ids(const hit_bvh* bvh, uint32_t slot)
{
    if (holds_boxes(bvh))
        return (hit_bvh_run){NULL, hit_bvh_box_id(bvh, slot), 1};
    return hit_bvh_block_ids(bvh, &bvh->blocks[slot >> 3], slot & 7u);
}

bool hit_bvh_candidate_make(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_bvh_candidate* candidate)
{
    if (holds_boxes(bvh)) {
        hit_span span;
        return hit_bvh_box_candidate_make(bvh, ray, slot, candidate, &span);
    }
    const hit_triangle triangle = triangle_at(bvh, slot);
    if (!hit_ray_triangle_range(ray, &triangle, candidate->range))
        return false;
    candidate->slot = slot;
    candidate->id = hit_bvh_slot_ids(bvh, slot).first;
    candidate->described = false;
    HIT_ASSERT(candidate->range[0] <= candidate->range[1] && candidate->id < bvh->header->primitive_count);
    return true;
}

static bool same_point(hit_vec3 a, hit_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

int hit_bvh_slot_compare(const hit_bvh* bvh, const hit_ray* ray, uint32_t first, uint32_t second)
{
    if (holds_boxes(bvh))
        return hit_bvh_box_slot_compare(bvh, ray, first, second);
    const hit_triangle a = triangle_at(bvh, first), b = triangle_at(bvh, second);
    // Copies of one triangle are hit at the same t, which saves the exact comparison where a scene is full of them.
    return same_point(a.v0, b.v0) && same_point(a.v1, b.v1) && same_point(a.v2, b.v2)
               ? 0
               : hit_ray_triangle_order(ray, &a, &b);
}

int hit_bvh_candidate_compare(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_candidate* first,
                              const hit_bvh_candidate* second)
{
    int order;
    if (first->range[1] < second->range[0])
        return -1;
    if (first->range[0] > second->range[1])
        return 1;
    // A range that is one number is the exact t.
    order = first->range[0] == first->range[1] && second->range[0] == second->range[1]
                ? 0
                : hit_bvh_slot_compare(bvh, ray, first->slot, second->slot);
    if (order != 0)
        return order;
    return first->id < second->id ? -1 : first->id > second->id;
}

void hit_bvh_slot_describe(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, uint32_t id, hit_bvh_hit* hit)
{
    if (holds_boxes(bvh)) {
        hit_bvh_box_slot_describe(bvh, ray, slot, id, hit);
        return;
    }
    const hit_triangle triangle = triangle_at(bvh, slot);
    hit_triangle_hit found;
    if (!hit_ray_triangle_in_fpenv(ray, &triangle, &found))
        return;
    *hit = (hit_bvh_hit){found.t, id, found.u, found.v, found.w, found.side, HIT_FACE_NONE, slot};
}

const hit_bvh_hit* hit_bvh_candidate_describe(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_candidate* candidate)
{
    if (!candidate->described)
        hit_bvh_slot_describe(bvh, ray, candidate->slot, candidate->id, &candidate->hit);
    candidate->described = true;
    candidate->hit.primitive = candidate->id; // several may be kept at one slot
    return &candidate->hit;
}

bool hit_bvh_hit_triangle(const hit_bvh* bvh, const hit_bvh_hit* hit, hit_triangle* triangle)
{
    if (bvh == NULL || hit == NULL || triangle == NULL || hit->primitive == HIT_BVH_NONE || holds_boxes(bvh) ||
        hit->slot >> 3 >= bvh->header->blocks.count)
        return false;
    *triangle = triangle_at(bvh, hit->slot);
    return true;
}

hit_ray hit_bvh_leave(const hit_bvh* bvh, const hit_bvh_hit* hit, hit_vec3 direction)
{
    const hit_vec3 nowhere = {NAN, NAN, NAN};
    hit_triangle triangle;

    if (!hit_bvh_hit_triangle(bvh, hit, &triangle))
        return hit_ray_make(nowhere, direction);
    return hit_ray_leave_triangle(&triangle, hit_triangle_at(&triangle, hit->u, hit->v, hit->w), direction);
}

hit_vec3 hit_bvh_normal(const hit_bvh* bvh, const hit_bvh_hit* hit)
{
    const hit_vec3 none = {0.0f, 0.0f, 0.0f};
    hit_triangle triangle;

    if (bvh == NULL || hit == NULL || hit->primitive == HIT_BVH_NONE)
        return none;
    if (holds_boxes(bvh)) {
        if (bvh->header->kind == HIT_BVH_AABBS)
            return hit_aabb_normal(hit->face);
        return hit_bvh_obb_normal(bvh, hit);
    }
    return hit_bvh_hit_triangle(bvh, hit, &triangle) ? hit_triangle_normal(&triangle) : none;
}
