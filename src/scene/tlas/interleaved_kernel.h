// Several rays in flight over the trees of a scene: while one waits for memory, the others go on.
//
// The idea is that of bvh/traverse/interleaved.h: each walk makes one step, asks for what it needs next, and lets the next one
// have its turn. Steps are those of walk_tree in scene/tlas/traverse_kernel.h, and so are the answers. What a walk needs last are the
// records of its candidates, which have a turn to arrive, too.
//
// To be included after scene/tlas/traverse_kernel.h.
#include "bvh/traverse/interleaved_stack.h"
#include "scene/tlas/interleaved.h"

typedef struct flight {
    probe probe;
    hit_top_walk* walk;
    const hit_bvh* tree; ///< NULL: nothing is left but the candidates
    uint32_t ref;
    unsigned next_tree;
    unsigned place;
    stack waiting;
} flight;

// Go on with the root of the next tree, which is in the caches. Without one, ask for the records of the candidates.
LANES_INLINE void next_tree(flight* f)
{
    hit_top_walk* walk = f->walk;
    const hit_bvh* const trees[2] = {walk->scene->old.tree, walk->scene->young.tree};

    f->tree = NULL;
    f->ref = 0;
    stack_begin(&f->waiting);
    while (f->tree == NULL && f->next_tree < 2)
        f->tree = trees[f->next_tree++];
    for (uint32_t i = 0; f->tree == NULL && i < walk->candidates; i++)
        if (walk->candidate[i].low <= walk->sink.limit)
            fetch_record(walk, walk->candidate[i].ref);
}

LANES_INLINE void fetch_node(const hit_bvh* bvh, uint32_t ref)
{
    if (!(ref & HIT_BVH_LEAF))
        hit_fetch(&bvh->nodes[ref], sizeof *bvh->nodes);
}

// One step in a tree.
LANES_INLINE void step(flight* f)
{
    const hit_bvh* bvh = f->tree;
    hit_top_walk* walk = f->walk;

    if (!(f->ref & HIT_BVH_LEAF)) {
        const hit_bvh_node* node = &bvh->nodes[f->ref];
        lanes enter;
        lanes_hits hits = test_node(node, &f->probe.slabs, lanes_all(walk->sink.limit), &enter);
        const unsigned objects = hits.bits & lanes_with(node, HIT_BVH_LEAF);
        if (objects != 0)
            hits = lanes_hits_from(take_objects(walk, node, &f->probe, hits.bits, objects, enter));
        push_hits_by_distance(&f->waiting, node, hits, enter);
    } else if (!((f->ref & HIT_TOP_INSTANCE) && KERNEL(hit_top_enter)(walk, f->ref))) {
        hit_top_decide(walk, f->ref);
    }
    if (pop_next(&f->waiting, walk->sink.limit, &f->ref))
        fetch_node(bvh, f->ref);
    else
        next_tree(f);
}

// Let the next walk begin in a place. False when there is none.
LANES_INLINE bool take_off(hit_top_fleet* fleet, flight* f)
{
    while ((f->walk = fleet->next(fleet, f->place)) != NULL) {
        const hit_bvh_answer answer = prepare(f->walk, &f->probe, false);
        if (answer != HIT_BVH_UNABLE) {
            f->next_tree = answer == HIT_BVH_YES ? 0 : 2;
            next_tree(f);
            return true;
        }
        fleet->refuse(fleet, f->place);
    }
    return false;
}

void KERNEL(hit_top_first_many)(hit_top_fleet* fleet)
{
    flight flights[HIT_TOP_FLIGHTS];
    flight* active[HIT_TOP_FLIGHTS];
    unsigned count = 0;

    for (unsigned i = 0; i < HIT_TOP_FLIGHTS; i++) {
        flights[i].place = i;
        if (take_off(fleet, &flights[i]))
            active[count++] = &flights[i];
    }
    while (count > 0)
        for (unsigned i = 0; i < count;) {
            flight* f = active[i];
            if (f->tree != NULL) {
                step(f);
                i++;
                continue;
            }
            land_on_box(f->walk);
            fleet->land(fleet, f->place);
            if (take_off(fleet, f))
                i++;
            else
                active[i] = active[--count];
        }
}
