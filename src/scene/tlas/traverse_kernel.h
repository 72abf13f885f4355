// A traversal of the trees of a scene with a ray, to the first object. Written once over simd/simd.h, compiled for
// each instruction set.
//
// An axis-aligned box is as large as the box of its child but for the pad (PAD in scene/commit/bounds.c), so a node
// tells where the ray enters it, within an interval: not before it enters the child's box, and not after it enters that
// box made smaller by `slack`, if the ray meets that at all. The least upper end so far is the limit of the traversal.
// A box whose interval begins before that is a candidate. Mostly there is one in the end, and its object alone has to
// be looked at, which is two cache lines and seldom in the cache. All other objects wait in the stack, as nodes do, and
// are decided when they are popped.
//
// Bounds. In the notation of bvh/traverse/node.h a near plane is computed to be crossed at a t in [t' - 2p, t'], t'
// being what is true of the ray in the trees' space, and p the pad of near_offset; far planes likewise. The plane that
// is `slack` further in is then truly crossed before that t + 2p + slack·|r|. The difference of the two offsets is 2p,
// off by p/4 at most from their own roundings (p is at least 8u·|offset|), so half of it as much again, 3p·7/8, leaves
// more than p/2 for the roundings of this sum: u·|t| + u·(sum), less than p/4. Where t is shifted, p has the margin of
// the shift in it.
//
// To be included with HIT_SIMD_* and TLAS_KERNEL(name) defined.
#include "scene/tlas/traverse.h"

#include "base/prefetch.h"
#include "bvh/traverse/box_bounds.h"
#include "bvh/traverse/box_double.h"
#include "bvh/traverse/node.h"
#include "simd/simd.h"

#include <float.h>

// The ray, and how far in from the planes of a child those of an axis-aligned box are: in t.
typedef struct probe {
    slabs slabs;
    f32x8 inward[3], first, last;
} probe;

SIMD_INLINE float larger_of(float a, float b)
{
    return a > b ? a : b;
}

// With E the extent, a side of an axis-aligned box lies in from that of its child's box by the pad of 2^-20·E, less or
// more the roundings of a coordinate to float, 2^-24·E, and of the ray, 2^-22·E.
#define AXIS_ALIGNED_SLACK 0x1.8p-20

SIMD_INLINE float slack_of(const hit_scene* scene)
{
    return (float)(AXIS_ALIGNED_SLACK * scene->extent);
}

// The probe of a ray that is prepared. Filled in place: compilers copy a structure of this size in a slow way.
SIMD_INLINE void probe_make(const hit_tlas_traversal* traversal, probe* p)
{
    const hit_bvh_ray* ray = &traversal->visitor.prepared;
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
            first = larger_of(first, hit_bvh_ray_up(ray, certain)) + 0.0f; // never -0: bvh/traverse/node.h
        if (end < FLT_MAX)
            last = -larger_of(-last, -hit_bvh_ray_down(ray, end));
    }
    p->first = f32x8_splat(first);
    p->last = f32x8_splat(last);
}

// Which of some axis-aligned boxes of a node are certainly hit, as bits, and where these are entered at the latest. Few
// nodes come here, so what test_node has found of them is computed again.
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
    hit_prefetch(&traversal->scene->committed[hit_tlas_slot(ref)], sizeof *traversal->scene->committed);
}

SIMD_INLINE void prefetch_instance(const hit_tlas_traversal* traversal, uint32_t ref)
{
    hit_prefetch(&traversal->scene->instance[hit_tlas_slot(ref)], sizeof *traversal->scene->instance);
}

SIMD_INLINE void add_candidate(hit_tlas_traversal* traversal, uint32_t ref, float low)
{
    if (traversal->candidate_count == HIT_TLAS_CANDIDATES)
        hit_tlas_resolve_candidates(traversal);
    HIT_ASSERT(traversal->candidate_count < HIT_TLAS_CANDIDATES && (ref & HIT_TLAS_AXIS_ALIGNED));
    traversal->candidate[traversal->candidate_count++] = (hit_tlas_candidate){ref, low};
}

// Collect some axis-aligned boxes of a node, which may be hit. Those that certainly are lower the limit.
SIMD_INLINE void collect_axis_aligned(hit_tlas_traversal* traversal, const hit_bvh_node* node, const probe* p,
                                      unsigned axis_aligned, f32x8 entered)
{
    _Alignas(32) float enter[8], latest[8];
    f32x8 at_latest;
    const unsigned certain_hits = test_axis_aligned(node, p, axis_aligned, &at_latest);

    f32x8_store_aligned(enter, entered);
    f32x8_store_aligned(latest, at_latest);
    for (; axis_aligned != 0; axis_aligned &= axis_aligned - 1) {
        const unsigned child = lowest_bit(axis_aligned);
        if (enter[child] > traversal->visitor.limit)
            continue;
        if ((certain_hits >> child & 1u) && latest[child] < traversal->visitor.limit) {
            traversal->visitor.limit = latest[child];
            // Most likely it will be decided.
            prefetch_record(traversal, node->ref[child]);
        }
        add_candidate(traversal, node->ref[child] | (certain_hits >> child & 1u) * HIT_TLAS_CERTAIN, enter[child]);
    }
}

// Collect the objects of a node that are hit: axis-aligned boxes at once; of instances, what will be needed is
// prefetched. Returns the children that are left, and not after the limit, as bits.
SIMD_INLINE unsigned collect_objects(hit_tlas_traversal* traversal, const hit_bvh_node* node, const probe* p,
                                     unsigned hits, unsigned objects, f32x8 enter)
{
    const unsigned axis_aligned = objects & children_with_bit(node->ref, HIT_TLAS_AXIS_ALIGNED);

    for (unsigned instances = objects & children_with_bit(node->ref, HIT_TLAS_INSTANCE); instances != 0;
         instances &= instances - 1)
        prefetch_instance(traversal, node->ref[lowest_bit(instances)]);
    HIT_ASSERT((objects & ~hits) == 0);
    if (axis_aligned == 0)
        return hits;
    collect_axis_aligned(traversal, node, p, axis_aligned, enter);
    return hits & ~axis_aligned & f32x8_mask_bits(f32x8_le(enter, f32x8_splat(traversal->visitor.limit)));
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
            child_hits hits = test_node(node, &p->slabs, f32x8_splat(traversal->visitor.limit), &enter);
            const unsigned objects = hits.bits & children_with_bit(node->ref, HIT_BVH_LEAF);
            if (objects != 0)
                hits = child_hits_from_bits(collect_objects(traversal, node, p, hits.bits, objects, enter));
            if (hits.bits == 0)
                break;
            ref = (hits.bits & (hits.bits - 1)) == 0
                      ? only_child(node, hits, coherence_hint)
                      : push_by_distance(&waiting, node->ref, hits, enter, coherence_hint);
        }
        HIT_ASSERT(ref != HIT_BVH_NO_REF);
        if ((ref & HIT_BVH_LEAF) &&
            !((ref & HIT_TLAS_INSTANCE) && TLAS_KERNEL(hit_tlas_enter_instance)(traversal, ref)))
            hit_tlas_test_object(traversal, ref);
    } while (pop(&waiting, traversal->visitor.limit, &ref));
}

// How the ray differs from the one before it, as far as it matters: a traversal that is alone finds the next node by
// branches where rays are coherent, and so do those in instances.
SIMD_INLINE void note_coherence(hit_tlas_traversal* traversal, f32x3 origin, f32x3 direction, bool alone)
{
    const bool instances = traversal->scene->instance != NULL;

    if (!alone && !instances)
        return;
    const ray_delta change = delta_from_previous_ray(origin, direction);
    traversal->coherent = is_coherent(&change, traversal->scene->max_abs);
    if (instances) {
        traversal->origin_delta = f32x3_first(f32x3_hmax(change.origin_delta));
        traversal->direction_delta = f32x3_first(f32x3_hmax(change.direction_delta));
        traversal->direction_max = f32x3_first(change.size);
    }
}

// Most rays: they begin close to the scene, so that they need not be moved, and they are plain
// (bvh/traverse/box_bounds.h). Such a ray is valid, or begins at infinity, where nothing is. This is
// hit_tlas_setup_ray, number by number but for `local_ray`, which nobody asks for, and what the traversal needs, at
// once. False for others.
SIMD_INLINE bool setup_plain_ray(hit_tlas_traversal* traversal, probe* p, bool alone)
{
    const hit_scene* scene = traversal->scene;
    const hit_dray* ray = traversal->ray;
    hit_ray_context* ray_ctx = &traversal->ray_ctx;
    const f32x3 direction = f32x3_load_vec(&ray->direction);
    f64x4 at = f64x4_load3(&ray->origin.x);
    plain_ray plain;

    memcpy(&ray_ctx->ray, ray, sizeof *ray);
    if ((f64x4_ge_bits(f64x4_abs(at), f64x4_splat(0x1p-97)) & 7u) != 7u) {
        ray_ctx->ray.origin = hit_dvec3_round(ray->origin);
        at = f64x4_load3(&ray_ctx->ray.origin.x);
    }
    const f64x4 from = f64x4_sub(at, f64x4_load3(&scene->anchor.x));
    const f32x3 origin = f32x3_from_f64x4(from);

    if (!(scene->extent <= 0x1p60) || f64x4_le3_bits(f64x4_abs(from), f64x4_splat(4.0 * scene->extent)) != 7u ||
        !plain_make(origin, direction, ray->t_min, ray->t_max, scene->max_abs, &plain))
        return false;
    hit_ray_context_derive(ray_ctx);
    traversal->t0 = 0.0;
    traversal->limit = ray->t_max;
    // -0 becomes 0: traversals compare the bits of a t.
    traversal->visitor.limit = ray->t_max + 0.0f;
    traversal->visitor.prepared.shift = 0.0f;
    plain_slabs(&plain, ray->t_min + 0.0f, &p->slabs);
    f32x8_splat_xyz(p->inward, f32x3_add(f32x3_mul(f32x3_splat(1.5f), f32x3_sub(plain.near_offset, plain.far_offset)),
                                         f32x3_mul(f32x3_splat(slack_of(scene)), f32x3_abs(plain.inverse))));
    p->first = p->slabs.t_min;
    p->last = f32x8_splat(traversal->visitor.limit);
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
    if (!make_ray(tree, &traversal->local_ray, &traversal->visitor.prepared))
        return HIT_BVH_UNDECIDED;
    traversal->visitor.limit = traversal->visitor.prepared.t_max;
    f32x3_load_ray(&traversal->local_ray, &origin, &direction);
    note_coherence(traversal, origin, direction, alone);
    probe_make(traversal, p);
    return HIT_BVH_YES;
}

// Make a traversal ready to begin; `alone` is a constant: it is not interleaved. HIT_BVH_NO: it does not meet the
// scene.
SIMD_INLINE hit_bvh_answer prepare(hit_tlas_traversal* traversal, probe* p, bool alone)
{
    HIT_ASSERT(traversal->search != NULL && traversal->scene != NULL && traversal->ray != NULL);
    traversal->candidate_count = 0;
    traversal->resolved = false;
    return setup_plain_ray(traversal, p, alone) ? HIT_BVH_YES : setup_other_ray(traversal, p, alone);
}

// Where a ray enters an axis-aligned box that it certainly hits: most rays of a scene of boxes end here. `t` is
// rounded, and `face` is the face; from inside, t_min and HIT_FACE_NONE. False where double does not suffice.
//
// As in bvh/traverse/box_double.h, the entry is the largest of four numbers, where the three slabs are entered and
// t_min, each with a bound of its error. Which one that is must be certain, and what it rounds to. The bounds are those
// of scene/ray/aligned_box.c.
SIMD_INLINE bool enter_axis_aligned(const hit_object_record* record, const hit_ray_context* ray_ctx, float* t,
                                    int* face)
{
    const hit_dray* ray = &ray_ctx->ray;
    const hit_placement* placement = &record->placement;
    const float* plane = &record->shape.box.min.x;
    const f64x4 scale =
        f64x4_from_floats(placement->linear[0][0], placement->linear[1][1], placement->linear[2][2], 1.0f);
    const f64x4 inverse = f64x4_make(ray_ctx->inverse[0], ray_ctx->inverse[1], ray_ctx->inverse[2], 1.0);
    // Bit k: along this axis the ray comes to the box's max first.
    const unsigned swapped = f64x4_signs(scale) ^ f64x4_signs(inverse);
    const f64x4 near =
        f64x4_mul(scale, f64x4_from_floats(plane[3 * (swapped & 1u)], plane[1 + (3 * (swapped >> 1 & 1u))],
                                           plane[2 + (3 * (swapped >> 2 & 1u))], ray->t_min));
    const f64x4 from = f64x4_sub(f64x4_load3(&ray->origin.x), f64x4_load3(&placement->origin.x));
    const f64x4 way = f64x4_sub(near, from), at = f64x4_mul(way, inverse);
    const f64x4 noise = f64x4_add(
        f64x4_mul(f64x4_mul(f64x4_add(f64x4_abs(from), f64x4_abs(way)), f64x4_abs(inverse)), f64x4_splat(0x1p-52)),
        f64x4_mul(f64x4_abs(at), f64x4_splat(0x1p-51)));
    unsigned which;

    if (f64x4_ge_bits(f64x4_splat(0x1p300), noise) != 15u || !choose_entry(at, noise, ray->t_min, &which, t))
        return false;
    *face = which == 3 ? HIT_FACE_NONE : (int)(2 * which + (swapped >> which & 1u));
    return true;
}

// Mostly one axis-aligned box is left in the end, and certainly hit.
SIMD_INLINE void resolve_last_box(hit_tlas_traversal* traversal)
{
    uint32_t left = 0, ref = 0;

    for (uint32_t i = 0; i < traversal->candidate_count; i++)
        if (traversal->candidate[i].low <= traversal->visitor.limit) {
            ref = traversal->candidate[i].ref;
            left++;
        }
    if (left != 1 || !(ref & HIT_TLAS_CERTAIN))
        return;
    traversal->slot = hit_tlas_slot(ref);
    HIT_ASSERT(traversal->scene->committed[traversal->slot].axis_aligned);
    traversal->resolved = enter_axis_aligned(&traversal->scene->committed[traversal->slot], &traversal->ray_ctx,
                                             &traversal->t, &traversal->face);
}

hit_bvh_answer TLAS_KERNEL(hit_tlas_first)(hit_tlas_traversal* traversal)
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
