// Several interleaved rays over the trees of a scene: while one waits for memory, the others go on.
//
// The idea is that of bvh/traverse/interleaved.h: each traversal makes one step, prefetches what it needs next, and
// lets the next one go on. Steps are those of traverse_tree in scene/tlas/traverse_kernel.h, and so are the answers.
// What a traversal needs last are the records of its candidates, which are prefetched a turn before, too.
//
// To be included after scene/tlas/traverse_kernel.h.
#include "bvh/traverse/interleaved_stack.h"

typedef struct ray_state {
    probe probe;
    hit_tlas_traversal* traversal;
    const hit_bvh* tree; ///< NULL: nothing is left but the candidates
    uint32_t ref;
    unsigned next_tree;
    unsigned ray_slot;
    stack waiting;
} ray_state;

// Go on with the root of the next tree, which is in the caches. Without one, prefetch the records of the candidates.
SIMD_INLINE void next_tree(ray_state* f)
{
    hit_tlas_traversal* traversal = f->traversal;
    const hit_bvh* const trees[2] = {traversal->scene->primary.tree, traversal->scene->secondary.tree};

    f->tree = NULL;
    f->ref = 0;
    stack_begin(&f->waiting);
    while (f->tree == NULL && f->next_tree < 2)
        f->tree = trees[f->next_tree++];
    for (uint32_t i = 0; f->tree == NULL && i < traversal->candidate_count; i++)
        if (traversal->candidate[i].low <= traversal->visitor.limit)
            prefetch_record(traversal, traversal->candidate[i].ref);
}

SIMD_INLINE void prefetch_next_node(const hit_bvh* bvh, uint32_t ref)
{
    if (!(ref & HIT_BVH_LEAF))
        hit_prefetch(&bvh->nodes[ref], sizeof *bvh->nodes);
}

// One step in a tree.
SIMD_INLINE void step(ray_state* f)
{
    const hit_bvh* bvh = f->tree;
    hit_tlas_traversal* traversal = f->traversal;

    HIT_ASSERT(f->ref != HIT_BVH_NO_REF);
    if (!(f->ref & HIT_BVH_LEAF)) {
        const hit_bvh_node* node = &bvh->nodes[f->ref];
        f32x8 enter;
        child_hits hits = test_node(node, &f->probe.slabs, f32x8_splat(traversal->visitor.limit), &enter);
        const unsigned objects = hits.bits & children_with_bit(node->ref, HIT_BVH_LEAF);
        if (objects != 0)
            hits = child_hits_from_bits(collect_objects(traversal, node, &f->probe, hits.bits, objects, enter));
        push_hits_by_distance(&f->waiting, node, hits, enter);
    } else if (!((f->ref & HIT_TLAS_INSTANCE) && TLAS_KERNEL(hit_tlas_enter_instance)(traversal, f->ref))) {
        hit_tlas_test_object(traversal, f->ref);
    }
    if (pop_next(&f->waiting, traversal->visitor.limit, &f->ref))
        prefetch_next_node(bvh, f->ref);
    else
        next_tree(f);
}

// Let the next traversal begin in a ray slot. False when there is none.
SIMD_INLINE bool start_ray(const hit_tlas_ray_stream* stream, ray_state* f)
{
    while ((f->traversal = stream->next(stream->context, f->ray_slot)) != NULL) {
        const hit_bvh_answer answer = prepare(f->traversal, &f->probe, false);
        if (answer != HIT_BVH_UNDECIDED) {
            f->next_tree = answer == HIT_BVH_YES ? 0 : 2;
            next_tree(f);
            return true;
        }
        stream->fallback(stream->context, f->ray_slot);
    }
    return false;
}

void TLAS_KERNEL(hit_tlas_first_interleaved)(const hit_tlas_ray_stream* stream)
{
    ray_state states[HIT_TLAS_INTERLEAVE];
    ray_state* active[HIT_TLAS_INTERLEAVE];
    unsigned count = 0;

    for (unsigned i = 0; i < HIT_TLAS_INTERLEAVE; i++) {
        states[i].ray_slot = i;
        if (start_ray(stream, &states[i]))
            active[count++] = &states[i];
    }
    while (count > 0)
        for (unsigned i = 0; i < count;) {
            ray_state* f = active[i];
            HIT_ASSERT(f->ray_slot < HIT_TLAS_INTERLEAVE && f->traversal != NULL);
            if (f->tree != NULL) {
                step(f);
                i++;
                continue;
            }
            resolve_last_box(f->traversal);
            stream->retire(stream->context, f->ray_slot);
            if (start_ray(stream, f))
                i++;
            else
                active[i] = active[--count];
        }
}
