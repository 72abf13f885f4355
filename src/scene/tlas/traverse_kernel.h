// A traversal over the trees of a scene with a ray, to the first object. Written once over simd/f32x8.h, compiled for each
// instruction set.
//
// An axis_aligned box is as large as the box of its lane but for the pad (ray.c), so a node tells where it is entered, within
// an interval: not before the lane's box is, and not after the lane's box made smaller by `slack` is, if the ray is in
// that at all. The least upper end so far is the limit of the traversal. A box whose interval begins before that is a
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

#include "base/prefetch.h"
#include "bvh/traverse/box_bounds.h"
#include "bvh/traverse/node.h"
#include "scene/tlas/aligned_box_kernel.h"

#include <float.h>

// The ray, and how far in from the planes of a lane those of an axis_aligned box are: in t.
typedef struct probe {
    slabs slabs;
    f32x8 inward[3], first, last;
} probe;

SIMD_INLINE float largest(float a, float b)
{
    return a > b ? a : b;
}

// With E the extent, a side of an axis_aligned box lies in from that of its lane's box by the pad of 2^-20·E, less or more
// the roundings of a place to float, 2^-24·E, and of the ray, 2^-22·E.
#define AXIS_ALIGNED_SLACK 0x1.8p-20

SIMD_INLINE float slack_of(const hit_scene* scene)
{
    return (float)(AXIS_ALIGNED_SLACK * scene->extent);
}

// The probe of a ray that is prepared. Filled in place: compilers copy a structure of this size in a slow way.
SIMD_INLINE void probe_make(const hit_tlas_traversal* traversal, probe* p)
{
    const hit_bvh_ray* ray = &traversal->sink.prepared;
    const float slack = slack_of(traversal->scene);
    const double t0 = traversal->t0;
    float first = ray->t_first, last = ray->t_last;

    p->slabs = slabs_make(ray);
    for (int k = 0; k < 3; k++)
        p->inward[k] = f32x8_splat(1.5f * (ray->near_offset[k] - ray->far_offset[k]) + slack * fabsf(ray->inverse[k]));
    // A ray that was moved has another t, and its range needs care: what is from first to last is certainly in it.
    if (t0 != 0.0) {
        const double t_min = traversal->ray->t_min, t_max = traversal->ray->t_max;
        const double certain = t_min - t0 + 0x1p-50 * (fabs(t0) + fabs(t_min));
        const double end = t_max - t0 - 0x1p-50 * (fabs(t0) + fabs(t_max));
        if (certain > -FLT_MAX)
            first = largest(first, hit_bvh_ray_up(ray, certain)) + 0.0f; // never -0: bvh/traverse/node.h
        if (end < FLT_MAX)
            last = -largest(-last, -hit_bvh_ray_down(ray, end));
    }
    p->first = f32x8_splat(first);
    p->last = f32x8_splat(last);
}

// Which of some axis_aligned boxes of a node are certainly hit, as bits, and where these are entered at the latest. Few nodes
// come here, and what test_node has found of them is not kept for it.
SIMD_INLINE unsigned test_axis_aligned(const hit_bvh_node* node, const probe* p, unsigned axis_aligned, f32x8* latest)
{
    const slabs* s = &p->slabs;
    f32x8 near[3], far[3];

    for (int k = 0; k < 3; k++) {
        near[k] = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[2 * k]), s->inverse[k], s->near_offset[k]);
        far[k] = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[2 * k + 1]), s->inverse[k], s->far_offset[k]);
        near[k] = f32x8_add(near[k], p->inward[k]);
        far[k] = f32x8_sub(far[k], p->inward[k]);
    }
    *latest = f32x8_max(f32x8_max(near[0], near[1]), f32x8_max(near[2], p->first));
    return axis_aligned &
           f32x8_mask_bits(f32x8_le(*latest, f32x8_min(f32x8_min(far[0], far[1]), f32x8_min(far[2], p->last))));
}

SIMD_INLINE void prefetch_record(const hit_tlas_traversal* traversal, uint32_t ref)
{
    hit_prefetch(&traversal->scene->seen[hit_tlas_slot(ref)], sizeof *traversal->scene->seen);
}

SIMD_INLINE void prefetch_instance(const hit_tlas_traversal* traversal, uint32_t ref)
{
    hit_prefetch(&traversal->scene->instance[hit_tlas_slot(ref)], sizeof *traversal->scene->instance);
}

SIMD_INLINE void add_candidate(hit_tlas_traversal* traversal, uint32_t ref, float low)
{
    if (traversal->candidates == HIT_TLAS_CANDIDATES)
        hit_tlas_resolve_candidates(traversal);
    traversal->candidate[traversal->candidates++] = (hit_tlas_candidate){ref, low};
}

// Take some axis_aligned boxes of a node, which may be hit.
SIMD_INLINE void take_axis_aligned(hit_tlas_traversal* traversal, const hit_bvh_node* node, const probe* p,
                                   unsigned axis_aligned, f32x8 entered)
{
    _Alignas(32) float enter[8], latest[8];
    f32x8 at_latest;
    const unsigned certain_hits = test_axis_aligned(node, p, axis_aligned, &at_latest);

    f32x8_store(enter, entered);
    f32x8_store(latest, at_latest);
    for (; axis_aligned != 0; axis_aligned &= axis_aligned - 1) {
        const unsigned lane = lowest_bit(axis_aligned);
        if (enter[lane] > traversal->sink.limit)
            continue;
        if ((certain_hits >> lane & 1u) && latest[lane] < traversal->sink.limit) {
            traversal->sink.limit = latest[lane];
            // Most likely it will be decided.
            prefetch_record(traversal, node->ref[lane]);
        }
        add_candidate(traversal, node->ref[lane] | (certain_hits >> lane & 1u) * HIT_TLAS_CERTAIN, enter[lane]);
    }
}

// Take the objects of a node that are hit: axis_aligned boxes here and now; of others, what will be needed is fetched. Returns
// the f32x8 of what is left, and not after the limit.
SIMD_INLINE unsigned take_objects(hit_tlas_traversal* traversal, const hit_bvh_node* node, const probe* p,
                                  unsigned hits, unsigned objects, f32x8 enter)
{
    const unsigned axis_aligned = objects & children_with_bit(node, HIT_TLAS_AXIS_ALIGNED);

    for (unsigned instances = objects & children_with_bit(node, HIT_TLAS_INSTANCE); instances != 0;
         instances &= instances - 1)
        prefetch_instance(traversal, node->ref[lowest_bit(instances)]);
    if (axis_aligned == 0)
        return hits;
    take_axis_aligned(traversal, node, p, axis_aligned, enter);
    return hits & ~axis_aligned & f32x8_mask_bits(f32x8_le(enter, f32x8_splat(traversal->sink.limit)));
}

// `coherence_hint` is a constant.
SIMD_INLINE void traverse_tree(hit_tlas_traversal* traversal, const hit_bvh* bvh, const probe* p, bool coherence_hint)
{
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            f32x8 enter;
            child_hits hits = test_node(node, &p->slabs, f32x8_splat(traversal->sink.limit), &enter);
            const unsigned objects = hits.bits & children_with_bit(node, HIT_BVH_LEAF);
            if (objects != 0)
                hits = child_hits_from_bits(take_objects(traversal, node, p, hits.bits, objects, enter));
            if (hits.bits == 0)
                break;
            ref = (hits.bits & (hits.bits - 1)) == 0
                      ? only_child(node, hits, coherence_hint)
                      : push_by_distance(&waiting, node->ref, hits, enter, coherence_hint);
        }
        if ((ref & HIT_BVH_LEAF) && !((ref & HIT_TLAS_INSTANCE) && KERNEL(hit_tlas_enter_instance)(traversal, ref)))
            hit_tlas_test_object(traversal, ref);
    } while (pop(&waiting, traversal->sink.limit, &ref));
}

// How the ray differs from the one before it, as far as it matters: on its own, a traversal guesses its way where rays are coherent,
// and so do those in instances.
SIMD_INLINE void note_coherence(hit_tlas_traversal* traversal, f32x3 origin, f32x3 direction, bool alone)
{
    const bool instances = traversal->scene->instance != NULL;

    if (!alone && !instances)
        return;
    const ray_delta change = delta_from_previous_ray(origin, direction);
    traversal->coherent = is_coherent(&change, traversal->scene->max_abs);
    if (instances) {
        traversal->aside = f32x3_first(f32x3_hmax(change.aside));
        traversal->turned = f32x3_first(f32x3_hmax(change.turned));
        traversal->size = f32x3_first(change.size);
    }
}

// Most rays: what they ask for is close to the scene, so that they need not be moved, and they are plain
// (bvh/traverse/box_bounds.h). Such a ray is valid, or begins at infinity, where nothing is. This is hit_tlas_setup_ray, number by
// number but for `close`, which nobody asks for, and what the traversal needs, at once. False for others.
SIMD_INLINE bool setup_plain_ray(hit_tlas_traversal* traversal, probe* p, bool alone)
{
    const hit_scene* scene = traversal->scene;
    const hit_dray* ray = traversal->ray;
    hit_ray_context* ray_ctx = &traversal->ray_ctx;
    const f32x3 direction = f32x3_load_vec(&ray->direction);
    f64x4 at = f64x4_load3(&ray->origin.x);
    plain_ray plain;

    memcpy(&ray_ctx->ray, ray, sizeof *ray);
    if ((f64x4_ge(f64x4_abs(at), f64x4_splat(0x1p-97)) & 7u) != 7u) {
        ray_ctx->ray.origin = hit_dvec3_round(ray->origin);
        at = f64x4_load3(&ray_ctx->ray.origin.x);
    }
    const f64x4 from = f64x4_sub(at, f64x4_load3(&scene->anchor.x));
    const f32x3 origin = f64x4_to_f32x3(from);

    if (!(scene->extent <= 0x1p60) || f64x4_le3(f64x4_abs(from), f64x4_splat(4.0 * scene->extent)) != 7u ||
        !plain_make(origin, direction, ray->t_min, ray->t_max, scene->max_abs, &plain))
        return false;
    hit_ray_context_derive(ray_ctx);
    traversal->t0 = 0.0;
    traversal->limit = ray->t_max;
    // -0 becomes 0: traversals compare the bits of a t.
    traversal->sink.limit = ray->t_max + 0.0f;
    traversal->sink.prepared.shift = 0.0f;
    plain_slabs(&plain, ray->t_min + 0.0f, &p->slabs);
    f32x8_splat_xyz(p->inward, f32x3_add(f32x3_mul(f32x3_splat(1.5f), f32x3_sub(plain.near_offset, plain.far_offset)),
                                         f32x3_mul(f32x3_splat(slack_of(scene)), f32x3_abs(plain.inverse))));
    p->first = p->slabs.t_min;
    p->last = f32x8_splat(traversal->sink.limit);
    note_coherence(traversal, origin, direction, alone);
    return true;
}

static SIMD_NOINLINE hit_bvh_answer setup_other_ray(hit_tlas_traversal* traversal, probe* p, bool alone)
{
    const hit_scene* scene = traversal->scene;
    // The bounds hold for a tree with the larger max_abs, and so for both.
    const hit_bvh* tree = scene->secondary.tree != NULL && scene->max_abs == scene->secondary.tree->header->max_abs
                              ? scene->secondary.tree
                              : scene->primary.tree;
    f32x3 origin, direction;

    switch (hit_tlas_setup_ray(traversal)) {
    case HIT_TLAS_MISS:
        return HIT_BVH_NO;
    case HIT_TLAS_TOO_FAR:
        return HIT_BVH_UNDECIDED;
    default:
        break;
    }
    if (tree == NULL)
        return HIT_BVH_NO;
    if (!make_ray(tree, &traversal->close, &traversal->sink.prepared))
        return HIT_BVH_UNDECIDED;
    traversal->sink.limit = traversal->sink.prepared.t_max;
    f32x3_load_ray(&traversal->close, &origin, &direction);
    note_coherence(traversal, origin, direction, alone);
    probe_make(traversal, p);
    return HIT_BVH_YES;
}

// Make a traversal ready to begin; `alone` is a constant: it is not one of several. HIT_BVH_NO: it has nowhere to go.
SIMD_INLINE hit_bvh_answer prepare(hit_tlas_traversal* traversal, probe* p, bool alone)
{
    traversal->candidates = 0;
    traversal->resolved = false;
    return setup_plain_ray(traversal, p, alone) ? HIT_BVH_YES : setup_other_ray(traversal, p, alone);
}

// Mostly one axis_aligned box is left in the end, and certainly hit.
SIMD_INLINE void resolve_last_box(hit_tlas_traversal* traversal)
{
    uint32_t left = 0, ref = 0;

    for (uint32_t i = 0; i < traversal->candidates; i++)
        if (traversal->candidate[i].low <= traversal->sink.limit) {
            ref = traversal->candidate[i].ref;
            left++;
        }
    if (left != 1 || !(ref & HIT_TLAS_CERTAIN))
        return;
    traversal->slot = hit_tlas_slot(ref);
    traversal->resolved = enter_axis_aligned(&traversal->scene->seen[traversal->slot], &traversal->ray_ctx,
                                             &traversal->t, &traversal->face);
}

hit_bvh_answer KERNEL(hit_tlas_first)(hit_tlas_traversal* traversal)
{
    const hit_bvh* const trees[2] = {traversal->scene->primary.tree, traversal->scene->secondary.tree};
    probe p;
    const hit_bvh_answer answer = prepare(traversal, &p, true);

    if (answer != HIT_BVH_YES)
        return answer;
    for (int i = 0; i < 2; i++)
        if (trees[i] != NULL) {
            if (traversal->coherent)
                traverse_tree(traversal, trees[i], &p, true);
            else
                traverse_tree(traversal, trees[i], &p, false);
        }
    resolve_last_box(traversal);
    return HIT_BVH_YES;
}
