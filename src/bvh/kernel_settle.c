// What kernels could not decide: triangles whose hits are in doubt, or too close to each other for floats to order.
//
// Each is decided in double with an error bound, and where that does not suffice, exactly (ray_spot.h). Typical rays
// have no doubts at all; rays along edges and through vertices have a few.
#include "bvh/kernel.h"

#include "bvh/ray_spot_box.h"

void hit_bvh_settle(hit_bvh_walk* walk)
{
    hit_bvh_spot best = {walk->best.place, 0, {walk->best.low, walk->best.high}}, other;
    bool known = best.place != HIT_BVH_NONE;

    if (known)
        best.id = hit_bvh_place_ids(walk->bvh, best.place).first;
    for (uint32_t i = 0; i < walk->doubts; i++) {
        if (!hit_bvh_spot_make(walk->bvh, walk->ray, walk->doubt[i], &other))
            continue;
        if (!known || hit_bvh_spot_order(walk->bvh, walk->ray, &other, &best) < 0) {
            best = other;
            known = true;
            walk->best.rounded = false;
        }
    }
    walk->doubts = 0;
    walk->best.place = best.place;
    walk->best.low = best.range[0];
    walk->best.high = best.range[1];
}

bool hit_bvh_settle_any(hit_bvh_walk* walk)
{
    hit_bvh_spot spot;
    bool found = false;
    for (uint32_t i = 0; i < walk->doubts && !found; i++)
        found = hit_bvh_spot_make(walk->bvh, walk->ray, walk->doubt[i], &spot);
    walk->doubts = 0;
    return found;
}

float hit_bvh_settle_box(hit_bvh_walk* walk, uint32_t place)
{
    hit_bvh_spot spot;
    hit_span span;
    if (hit_bvh_box_spot_make(walk->bvh, walk->ray, place, &spot, &span) &&
        (walk->best.place == HIT_BVH_NONE || hit_bvh_spot_order(walk->bvh, walk->ray, &spot, &walk->best_box) < 0)) {
        walk->best_box = spot;
        walk->found_box = hit_bvh_box_hit(&span, place, spot.id);
        walk->best.place = place;
        walk->best.high = spot.range[1];
    }
    const float limit = hit_bvh_ray_up(&walk->prepared, walk->best.high);
    return limit < walk->prepared.t_max ? limit : walk->prepared.t_max;
}

bool hit_bvh_finish(hit_bvh_walk* walk, hit_bvh_hit* hit)
{
    if (walk->doubts != 0)
        hit_bvh_settle(walk);
    if (walk->best.place == HIT_BVH_NONE)
        return false;
    if (hit != NULL)
        hit_bvh_place_describe(walk->bvh, walk->ray, walk->best.place,
                               hit_bvh_place_ids(walk->bvh, walk->best.place).first, hit);
    return true;
}
