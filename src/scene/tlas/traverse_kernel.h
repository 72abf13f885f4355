// A walk over the trees of a scene with a ray, to the first object. Written once over simd/f32x8.h, compiled for each
// instruction set.
//
// An upright box is as large as the box of its lane but for the pad (ray.c), so a node tells where it is entered, within
// an interval: not before the lane's box is, and not after the lane's box made smaller by `slack` is, if the ray is in
// that at all. The least upper end so far is the limit of the walk. A box whose interval begins before that is a
// candidate; mostly there is one in the end, and its object alone has to be looked at, which is two lines of cache and
// seldom in it. All other objects wait in the stack, as nodes do, and are decided when it is their turn.
//
// Bounds. In the notation of bvh/traverse/node.h a near plane is computed to be crossed at a t in [t' - 2p, t'], t' being
// what is true of the ray in the trees' space, and p the pad of near_offset; far planes likewise. The plane that is
// `slack` further in is then truly crossed before that t + 2p + slack·|r|. The difference of the two offsets is 2p, off
// by p/4 at most from their own roundings (p is at least 8u·|offset|), so half of it as much again, 3p·7/8, leaves
// more than p/2 for the roundings of this sum: u·|t| + u·(sum), less than p/4. Where t is shifted, p has the margin of
// the shift in it.
#include "scene/tlas/traverse.h"

#include "base/fetch.h"
#include "bvh/traverse/box_bounds.h"
#include "bvh/traverse/node.h"
#include "scene/tlas/aligned_box_kernel.h"

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

// With E the extent, a side of an upright box lies in from that of its lane's box by the pad of 2^-20·E, less or more
// the roundings of a place to float, 2^-24·E, and of the ray, 2^-22·E.
#define UPRIGHT_SLACK 0x1.8p-20

LANES_INLINE float slack_of(const hit_scene* scene)
{
    return (float)(UPRIGHT_SLACK * scene->extent);
}

// The probe of a ray that is prepared. Filled in place: compilers copy a structure of this size in a slow way.
LANES_INLINE void probe_make(const hit_top_walk* walk, probe* p)
{
    const hit_bvh_ray* ray = &walk->sink.prepared;
    const float slack = slack_of(walk->scene);
    const double t0 = walk->t0;
    float first = ray->t_first, last = ray->t_last;

    p->slabs = slabs_make(ray);
    for (int k = 0; k < 3; k++)
        p->inward[k] = lanes_all(1.5f * (ray->near_offset[k] - ray->far_offset[k]) + slack * fabsf(ray->inverse[k]));
    // A ray that was moved has another t, and its range needs care: what is from first to last is certainly in it.
    if (t0 != 0.0) {
        const double t_min = walk->ray->t_min, t_max = walk->ray->t_max;
        const double certain = t_min - t0 + 0x1p-50 * (fabs(t0) + fabs(t_min));
        const double end = t_max - t0 - 0x1p-50 * (fabs(t0) + fabs(t_max));
        if (certain > -FLT_MAX)
            first = largest(first, hit_bvh_ray_up(ray, certain)) + 0.0f; // never -0: bvh/traverse/node.h
        if (end < FLT_MAX)
            last = -largest(-last, -hit_bvh_ray_down(ray, end));
    }
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
    hit_fetch(&walk->scene->seen[hit_top_slot(ref)], sizeof *walk->scene->seen);
}

LANES_INLINE void fetch_instance(const hit_top_walk* walk, uint32_t ref)
{
    hit_fetch(&walk->scene->instance[hit_top_slot(ref)], sizeof *walk->scene->instance);
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
            hit_top_decide(walk, ref);
    } while (pop(&waiting, walk->sink.limit, &ref));
}

// How the ray differs from the one before it, as far as it matters: on its own, a walk guesses its way where rays are alike,
// and so do those in instances.
LANES_INLINE void note_change(hit_top_walk* walk, three origin, three direction, bool alone)
{
    const bool instances = walk->scene->instance != NULL;

    if (!alone && !instances)
        return;
    const ray_change change = change_since_previous(origin, direction);
    walk->alike = is_alike(&change, walk->scene->reach);
    if (instances) {
        walk->aside = three_first(three_largest(change.aside));
        walk->turned = three_first(three_largest(change.turned));
        walk->size = three_first(change.size);
    }
}

// Most rays: what they ask for is close to the scene, so that they need not be moved, and they are plain
// (bvh/traverse/box_bounds.h). Such a ray is valid, or begins at infinity, where nothing is. This is hit_top_approach, number by
// number but for `close`, which nobody asks for, and what the walk needs, at once. False for others.
LANES_INLINE bool aim_plain(hit_top_walk* walk, probe* p, bool alone)
{
    const hit_scene* scene = walk->scene;
    const hit_dray* ray = walk->ray;
    hit_seeker* seeker = &walk->seeker;
    const three direction = three_load_vec(&ray->direction);
    quad at = quad_load_three(&ray->origin.x);
    plain_ray plain;

    memcpy(&seeker->ray, ray, sizeof *ray);
    if ((quad_at_least(quad_abs(at), quad_all(0x1p-97)) & 7u) != 7u) {
        seeker->ray.origin = hit_dvec3_round(ray->origin);
        at = quad_load_three(&seeker->ray.origin.x);
    }
    const quad from = quad_sub(at, quad_load_three(&scene->anchor.x));
    const three origin = quad_rounded(from);

    if (!(scene->extent <= 0x1p60) || quad_at_most(quad_abs(from), quad_all(4.0 * scene->extent)) != 7u ||
        !plain_make(origin, direction, ray->t_min, ray->t_max, scene->reach, &plain))
        return false;
    hit_seeker_aim(seeker);
    walk->t0 = 0.0;
    walk->limit = ray->t_max;
    // -0 becomes 0: walks compare the bits of a t.
    walk->sink.limit = ray->t_max + 0.0f;
    walk->sink.prepared.shift = 0.0f;
    plain_slabs(&plain, ray->t_min + 0.0f, &p->slabs);
    lanes_spread(p->inward, three_add(three_mul(three_all(1.5f), three_sub(plain.near_offset, plain.far_offset)),
                                      three_mul(three_all(slack_of(scene)), three_abs(plain.inverse))));
    p->first = p->slabs.t_min;
    p->last = lanes_all(walk->sink.limit);
    note_change(walk, origin, direction, alone);
    return true;
}

static LANES_APART hit_bvh_answer aim_other(hit_top_walk* walk, probe* p, bool alone)
{
    const hit_scene* scene = walk->scene;
    // The bounds hold for a tree with the larger reach, and so for both.
    const hit_bvh* tree = scene->young.tree != NULL && scene->reach == scene->young.tree->header->reach
                              ? scene->young.tree
                              : scene->old.tree;
    three origin, direction;

    switch (hit_top_approach(walk)) {
    case HIT_TOP_NEVER:
        return HIT_BVH_NO;
    case HIT_TOP_FAR:
        return HIT_BVH_UNABLE;
    default:
        break;
    }
    if (tree == NULL)
        return HIT_BVH_NO;
    if (!make_ray(tree, &walk->close, &walk->sink.prepared))
        return HIT_BVH_UNABLE;
    walk->sink.limit = walk->sink.prepared.t_max;
    three_load_ray(&walk->close, &origin, &direction);
    note_change(walk, origin, direction, alone);
    probe_make(walk, p);
    return HIT_BVH_YES;
}

// Make a walk ready to begin; `alone` is a constant: it is not one of several. HIT_BVH_NO: it has nowhere to go.
LANES_INLINE hit_bvh_answer prepare(hit_top_walk* walk, probe* p, bool alone)
{
    walk->candidates = 0;
    walk->landed = false;
    return aim_plain(walk, p, alone) ? HIT_BVH_YES : aim_other(walk, p, alone);
}

// Mostly one upright box is left in the end, and certainly hit.
LANES_INLINE void land_on_box(hit_top_walk* walk)
{
    uint32_t left = 0, ref = 0;

    for (uint32_t i = 0; i < walk->candidates; i++)
        if (walk->candidate[i].low <= walk->sink.limit) {
            ref = walk->candidate[i].ref;
            left++;
        }
    if (left != 1 || !(ref & HIT_TOP_SURE))
        return;
    walk->slot = hit_top_slot(ref);
    walk->landed = enter_upright(&walk->scene->seen[walk->slot], &walk->seeker, &walk->t, &walk->face);
}

hit_bvh_answer KERNEL(hit_top_first)(hit_top_walk* walk)
{
    const hit_bvh* const trees[2] = {walk->scene->old.tree, walk->scene->young.tree};
    probe p;
    const hit_bvh_answer answer = prepare(walk, &p, true);

    if (answer != HIT_BVH_YES)
        return answer;
    for (int i = 0; i < 2; i++)
        if (trees[i] != NULL) {
            if (walk->alike)
                walk_tree(walk, trees[i], &p, true);
            else
                walk_tree(walk, trees[i], &p, false);
        }
    land_on_box(walk);
    return HIT_BVH_YES;
}
