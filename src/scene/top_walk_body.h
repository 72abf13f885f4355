// A walk over the trees of a scene with a ray, to the first object. Written once over bvh/lanes.h, compiled for each
// instruction set.
//
// An upright box is as large as the box of its lane but for the pad (ray.c), so a node tells where it is entered, within
// an interval: not before the lane's box is, and not after the lane's box made smaller by `slack` is, if the ray is in
// that at all. The least upper end so far is the limit of the walk. A box whose interval begins before that is a
// candidate; mostly there is one in the end, and its object alone has to be looked at, which is two lines of cache and
// seldom in it. All other objects wait in the stack, as nodes do, and are decided when it is their turn.
//
// Bounds. In the notation of bvh/kernel_trace.h a near plane is computed to be crossed at a t in [t' - 2p, t'], t' being
// what is true of the ray in the trees' space, and p the pad of near_offset; far planes likewise. The plane that is
// `slack` further in is then truly crossed before that t + 2p + slack·|r|. The difference of the two offsets is 2p, off
// by p/4 at most from their own roundings (p is at least 8u·|offset|), so half of it as much again, 3p·7/8, leaves
// more than p/2 for the roundings of this sum: u·|t| + u·(sum), less than p/4. Where t is shifted, p has the margin of
// the shift in it.
#include "scene/top_walk.h"

#include "bvh/kernel_trace.h"
#include "scene/fetch.h"

#include <float.h>

// The ray, and how far in from the planes of a lane those of an upright box are: in t.
typedef struct probe {
    slabs slabs;
    lanes inward[3], first, last;
} probe;

LANES_INLINE float largest(float a, float b)
{
    return a > b ? a : b;
}

// Filled in place: compilers copy a structure of this size in a slow way. Trees of scenes have no orders: no octant.
LANES_INLINE void probe_make(const hit_top_walk* walk, probe* p)
{
    const hit_bvh_ray* ray = &walk->sink.prepared;
    float first = ray->t_first, last = ray->t_last;

    for (int k = 0; k < 3; k++) {
        p->slabs.inverse[k] = lanes_all(ray->inverse[k]);
        p->slabs.near_offset[k] = lanes_all(ray->near_offset[k]);
        p->slabs.far_offset[k] = lanes_all(ray->far_offset[k]);
        p->slabs.plane[2 * k] = ray->plane[2 * k];
        p->slabs.plane[2 * k + 1] = ray->plane[2 * k + 1];
        p->inward[k] =
            lanes_all(1.5f * (ray->near_offset[k] - ray->far_offset[k]) + walk->slack * fabsf(ray->inverse[k]));
    }
    p->slabs.t_min = lanes_all(ray->t_min);
    if (walk->first > -FLT_MAX)
        first = largest(first, hit_bvh_ray_up(ray, walk->first)) + 0.0f; // never -0: kernel_trace.h
    if (walk->last < FLT_MAX)
        last = -largest(-last, -hit_bvh_ray_down(ray, walk->last));
    p->first = lanes_all(first);
    p->last = lanes_all(last);
}

// Which of some upright boxes of a node are certainly hit, as bits, and where these are entered at the latest. Few nodes
// come here, and what test_node has found of them is not kept for it.
LANES_INLINE unsigned test_upright(const hit_bvh_node* node, const probe* p, unsigned upright, lanes* latest)
{
    const slabs* s = &p->slabs;
    lanes near[3], far[3];

    for (int k = 0; k < 3; k++) {
        near[k] = lanes_mul_sub(lanes_at(node->plane, s->plane[2 * k]), s->inverse[k], s->near_offset[k]);
        far[k] = lanes_mul_sub(lanes_at(node->plane, s->plane[2 * k + 1]), s->inverse[k], s->far_offset[k]);
        near[k] = lanes_add(near[k], p->inward[k]);
        far[k] = lanes_sub(far[k], p->inward[k]);
    }
    *latest = lanes_max(lanes_max(near[0], near[1]), lanes_max(near[2], p->first));
    return upright &
           lanes_bits(lanes_at_most(*latest, lanes_min(lanes_min(far[0], far[1]), lanes_min(far[2], p->last))));
}

LANES_INLINE void fetch_record(const hit_top_walk* walk, uint32_t ref)
{
    hit_fetch(&walk->record[hit_top_slot(ref)], sizeof *walk->record);
}

LANES_INLINE void fetch_instance(const hit_top_walk* walk, uint32_t ref)
{
    hit_fetch(&walk->instance[hit_top_slot(ref)], sizeof *walk->instance);
}

LANES_INLINE void add_candidate(hit_top_walk* walk, uint32_t ref, float low)
{
    if (walk->candidates == HIT_TOP_CANDIDATES)
        hit_top_settle(walk);
    walk->candidate[walk->candidates++] = (hit_top_candidate){ref, low};
}

// Take some upright boxes of a node, which may be hit.
LANES_INLINE void take_upright(hit_top_walk* walk, const hit_bvh_node* node, const probe* p, unsigned upright,
                               lanes entered)
{
    _Alignas(32) float enter[8], latest[8];
    lanes at_latest;
    const unsigned sure = test_upright(node, p, upright, &at_latest);

    lanes_store(enter, entered);
    lanes_store(latest, at_latest);
    for (; upright != 0; upright &= upright - 1) {
        const unsigned lane = lowest_bit(upright);
        if (enter[lane] > walk->sink.limit)
            continue;
        if ((sure >> lane & 1u) && latest[lane] < walk->sink.limit) {
            walk->sink.limit = latest[lane];
            // Most likely it will be decided.
            fetch_record(walk, node->ref[lane]);
        }
        add_candidate(walk, node->ref[lane] | (sure >> lane & 1u) * HIT_TOP_SURE, enter[lane]);
    }
}

// Take the objects of a node that are hit: upright boxes here and now; of others, what will be needed is fetched. Returns
// the lanes of what is left, and not after the limit.
LANES_INLINE unsigned take_objects(hit_top_walk* walk, const hit_bvh_node* node, const probe* p, unsigned hits,
                                   unsigned objects, lanes enter)
{
    const unsigned upright = objects & lanes_with(node, HIT_TOP_UPRIGHT);

    for (unsigned instances = objects & lanes_with(node, HIT_TOP_INSTANCE); instances != 0; instances &= instances - 1)
        fetch_instance(walk, node->ref[lowest_bit(instances)]);
    if (upright == 0)
        return hits;
    take_upright(walk, node, p, upright, enter);
    return hits & ~upright & lanes_bits(lanes_at_most(enter, lanes_all(walk->sink.limit)));
}

// `guess` is a constant.
LANES_INLINE void walk_tree(hit_top_walk* walk, const hit_bvh* bvh, const probe* p, bool guess)
{
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes enter;
            lanes_hits hits = test_node(node, &p->slabs, lanes_all(walk->sink.limit), &enter);
            const unsigned objects = hits.bits & lanes_with(node, HIT_BVH_LEAF);
            if (objects != 0)
                hits = lanes_hits_from(take_objects(walk, node, p, hits.bits, objects, enter));
            if (hits.bits == 0)
                break;
            ref = (hits.bits & (hits.bits - 1)) == 0 ? only_child(node, hits, guess)
                                                     : push_by_distance(&waiting, node->ref, hits, enter, guess);
        }
        if ((ref & HIT_BVH_LEAF) && !((ref & HIT_TOP_INSTANCE) && KERNEL(hit_top_enter)(walk, ref)))
            walk->decide(walk, ref);
    } while (pop(&waiting, walk->sink.limit, &ref));
}

// Make a walk ready to begin. HIT_BVH_NO: there is no tree.
LANES_INLINE hit_bvh_answer prepare(hit_top_walk* walk, probe* p)
{
    const hit_bvh* const* tree = walk->tree;
    // The bounds hold for a tree with the larger reach, and so for both.
    const bool second = tree[0] == NULL || (tree[1] != NULL && tree[1]->header->reach > tree[0]->header->reach);

    walk->candidates = 0;
    if (tree[second] == NULL)
        return HIT_BVH_NO;
    if (!make_ray(tree[second], walk->sink.ray, &walk->sink.prepared))
        return HIT_BVH_UNABLE;
    walk->sink.limit = walk->sink.prepared.t_max;
    const ray_change change = change_since_previous(walk->sink.ray);
    walk->alike = is_alike(&change, tree[second]->header->reach);
    walk->aside = three_first(three_largest(change.aside));
    walk->turned = three_first(three_largest(change.turned));
    walk->size = three_first(change.size);
    probe_make(walk, p);
    return HIT_BVH_YES;
}

hit_bvh_answer KERNEL(hit_top_first)(hit_top_walk* walk)
{
    probe p;
    const hit_bvh_answer answer = prepare(walk, &p);

    for (int i = 0; i < HIT_TOP_TREES && answer == HIT_BVH_YES; i++)
        if (walk->tree[i] != NULL) {
            if (walk->alike)
                walk_tree(walk, walk->tree[i], &p, true);
            else
                walk_tree(walk, walk->tree[i], &p, false);
        }
    return answer;
}
