// What kernels could not decide: triangles whose hits are in doubt, or too close to each other for floats to order.
//
// Each is decided in double with an error bound, and where that does not suffice, exactly (ray_spot.h). Typical rays
// have no doubts at all; rays along edges and through vertices have a few.
#include "bvh/kernel.h"

#include "bvh/ray_spot_box.h"

void hit_bvh_settle(hit_bvh_walk* walk)
{
    const bool had_best = walk->best.place != HIT_BVH_NONE;
    hit_bvh_spot best, other;
    bool known = false;

    for (uint32_t i = 0; i < walk->doubts; i++) {
        const hit_bvh_doubt* doubt = &walk->doubt[i];
        if (doubt->low > walk->best.high || !hit_bvh_spot_make(walk->bvh, walk->ray, doubt->place, &other))
            continue;
        // The best so far was found by floats: measure it when there is something to compare it with.
        if (!known && had_best)
            known = hit_bvh_spot_make(walk->bvh, walk->ray, walk->best.place, &best);
        if (!known || hit_bvh_spot_order(walk->bvh, walk->ray, &other, &best) < 0) {
            best = other;
            known = true;
        }
    }
    walk->doubts = 0;
    if (known)
        walk->best = (hit_bvh_best){best.place, hit_bvh_ray_down(&walk->prepared, best.range[0]),
                                    hit_bvh_ray_up(&walk->prepared, best.range[1])};
}

bool hit_bvh_settle_any(hit_bvh_walk* walk)
{
    hit_bvh_spot spot;
    bool found = false;
    for (uint32_t i = 0; i < walk->doubts && !found; i++)
        found = hit_bvh_spot_make(walk->bvh, walk->ray, walk->doubt[i].place, &spot);
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
        walk->best.high = hit_bvh_ray_up(&walk->prepared, spot.range[1]);
    }
    return walk->best.high < walk->prepared.t_max ? walk->best.high : walk->prepared.t_max;
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
