// What kernels could not decide: primitives whose hits are undecided, or too close to each other for floats to order.
//
// Each is decided in double with an error bound, and where that does not suffice, exactly (candidate.h). Typical rays
// have nothing undecided at all; rays along edges and through vertices have a few.
#include "bvh/traverse/traverse.h"

void hit_bvh_resolve(hit_bvh_traversal* traversal)
{
    const bool had_best = traversal->best.slot != HIT_BVH_NONE;
    hit_bvh_candidate best, other;
    bool known = false;

    HIT_ASSERT(traversal->undecided_count <= HIT_BVH_UNDECIDED_MAX);
    for (uint32_t i = 0; i < traversal->undecided_count; i++) {
        const hit_bvh_undecided* undecided = &traversal->undecided[i];
        if (undecided->low > traversal->best.high ||
            !hit_bvh_candidate_make(traversal->bvh, traversal->ray, undecided->slot, &other))
            continue;
        // The closest so far is known by bounds only: compute it when there is something to compare it with.
        if (!known && had_best)
            known = hit_bvh_candidate_make(traversal->bvh, traversal->ray, traversal->best.slot, &best);
        if (!known || hit_bvh_candidate_compare(traversal->bvh, traversal->ray, &other, &best) < 0) {
            best = other;
            known = true;
        }
    }
    traversal->undecided_count = 0;
    if (!known)
        return;
    HIT_ASSERT(best.range[0] <= best.range[1]);
    traversal->best = (hit_bvh_best){best.slot, hit_bvh_ray_down(&traversal->prepared, best.range[0]),
                                     hit_bvh_ray_up(&traversal->prepared, best.range[1])};
    if (best.slot != traversal->double_hit.slot)
        traversal->double_hit.rounded = false;
    traversal->double_hit.slot = best.slot;
    traversal->double_hit.low = best.range[0];
    traversal->double_hit.high = best.range[1];
}

bool hit_bvh_resolve_any(hit_bvh_traversal* traversal)
{
    hit_bvh_candidate candidate;
    bool found = false;
    for (uint32_t i = 0; i < traversal->undecided_count && !found; i++)
        found = hit_bvh_candidate_make(traversal->bvh, traversal->ray, traversal->undecided[i].slot, &candidate);
    traversal->undecided_count = 0;
    return found;
}

bool hit_bvh_resolve_first(hit_bvh_traversal* traversal, hit_bvh_hit* hit)
{
    if (traversal->undecided_count != 0)
        hit_bvh_resolve(traversal);
    if (traversal->best.slot == HIT_BVH_NONE)
        return false;
    if (hit != NULL)
        hit_bvh_slot_describe(traversal->bvh, traversal->ray, traversal->best.slot,
                              hit_bvh_slot_ids(traversal->bvh, traversal->best.slot).first, hit);
    return true;
}
