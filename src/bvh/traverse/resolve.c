// What kernels could not decide: primitives whose hits are in doubt, or too close to each other for floats to order.
//
// Each is decided in double with an error bound, and where that does not suffice, exactly (bvh/traverse/candidate.h). Typical rays
// have no doubts at all; rays along edges and through vertices have a few.
#include "bvh/traverse/traverse.h"

void hit_bvh_settle(hit_bvh_walk* walk)
{
    const bool had_best = walk->best.place != HIT_BVH_NONE;
    hit_bvh_spot best, other;
    bool known = false;

    for (uint32_t i = 0; i < walk->doubts; i++) {
        const hit_bvh_doubt* doubt = &walk->doubt[i];
        if (doubt->low > walk->best.high || !hit_bvh_spot_make(walk->bvh, walk->ray, doubt->place, &other))
            continue;
        // The best so far was found with bounds only: measure it when there is something to compare it with.
        if (!known && had_best)
            known = hit_bvh_spot_make(walk->bvh, walk->ray, walk->best.place, &best);
        if (!known || hit_bvh_spot_order(walk->bvh, walk->ray, &other, &best) < 0) {
            best = other;
            known = true;
        }
    }
    walk->doubts = 0;
    if (!known)
        return;
    walk->best = (hit_bvh_best){best.place, hit_bvh_ray_down(&walk->prepared, best.range[0]),
                                hit_bvh_ray_up(&walk->prepared, best.range[1])};
    if (best.place != walk->measured.place)
        walk->measured.rounded = false;
    walk->measured.place = best.place;
    walk->measured.low = best.range[0];
    walk->measured.high = best.range[1];
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
