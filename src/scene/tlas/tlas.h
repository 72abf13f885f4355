// TLAS: a top-level tree over the boxes of objects, whose boxes and objects can be changed where they are.
//
// It is a hit_bvh of axis-aligned boxes whose leaves name slots of the scene. Where a public tree has the orders of its
// children, a node has the generations of the ids of its objects, so that lists of ids need no look at the objects (of
// children that are no objects, these mean nothing). Queries rely on one rule: every box holds what is below it. A
// change writes the box of an object and marks its node dirty; a refit then corrects the nodes above. Other rules of
// the format (smallest boxes, the largest child first, a checksum) do not hold: no public call ever sees this tree.
#ifndef HITSCAN_SCENE_TLAS_H
#define HITSCAN_SCENE_TLAS_H

#include "base/assert.h"
#include "bvh/format/layout.h"

// A reference to an object is its slot with HIT_BVH_LEAF.
//
// With HIT_TLAS_AXIS_ALIGNED the object is a box whose matrix is diagonal: all that is between it and the box of its
// child is the pad (PAD in scene/commit/bounds.c), so that traversals know where it is entered without looking at the
// object. With HIT_TLAS_INSTANCE it is an instance of a mesh: what rays need of it is in scene->instance.
#define HIT_TLAS_AXIS_ALIGNED 0x40000000u
#define HIT_TLAS_INSTANCE 0x20000000u
// In a list of candidates (scene/tlas/traverse.h), with HIT_TLAS_CERTAIN it is certainly hit.
#define HIT_TLAS_CERTAIN 0x10000000u
#define HIT_TLAS_SLOT_MASK 0x0fffffffu

static inline uint32_t hit_tlas_slot(uint32_t ref)
{
    HIT_ASSERT(ref & HIT_BVH_LEAF);
    return ref & HIT_TLAS_SLOT_MASK;
}

// Whether a reference is to an object: not to a node, and not that of an unused child.
static inline bool hit_tlas_is_object(uint32_t ref)
{
    return (ref & HIT_BVH_LEAF) && ref != HIT_BVH_NO_REF;
}

// A primitive reference: an object as a tree has it. Half a cache line.
typedef struct hit_tlas_primref {
    hit_vec3 min; ///< of its box in the anchor's space, padded; an empty one (min.x is not up to max.x) is in no tree
    uint32_t ref;
    hit_vec3 max;
    uint32_t generation; ///< of its id
} hit_tlas_primref;

static inline bool hit_tlas_primref_is_empty(const hit_tlas_primref* primref)
{
    return !(primref->min.x <= primref->max.x);
}

// A tree slot, the place of an object in a tree, is 8·node + child; with HIT_TLAS_SECONDARY, in the secondary tree.
// HIT_TLAS_NOWHERE: in none.
#define HIT_TLAS_SECONDARY 0x80000000u
#define HIT_TLAS_NOWHERE 0xffffffffu

typedef struct hit_tlas {
    hit_bvh* tree;    ///< NULL: no objects
    uint32_t* parent; ///< the tree slot of the reference to each node; that of the root is HIT_TLAS_NOWHERE
    uint8_t* dirty;   ///< nodes with a child that has changed since the last refit
    uint32_t count;   ///< of objects when it was built
    uint32_t room;    ///< for so many nodes, in all three arrays
    double area;      ///< the sum of the half areas of all nodes' boxes
    double built_area;
    double
        area_ratio; ///< the sum, over all nodes but the root, of their area by that of their parent; when last measured
    double built_area_ratio;
    bool morton_build; ///< built by hit_tlas_build_morton
} hit_tlas;

// Build a tree over some slots, in place of the one that there is and in its memory: `primrefs` is by slot, and none of
// these is empty. On failure the tree is the one that it was. Scratch memory is kept for the next time.
hit_status hit_tlas_build(hit_tlas* tlas, const hit_tlas_primref* primrefs, const uint32_t* slots, uint32_t count,
                          const hit_task_pool* pool, const hit_allocator* allocator, hit_bvh_scratch* scratch);
void hit_tlas_free(hit_tlas* tlas, const hit_allocator* allocator);

// The same by an LBVH build: a tree that is a little slower to traverse, in a fraction of the time.
hit_status hit_tlas_build_morton(hit_tlas* tlas, const hit_tlas_primref* primrefs, const uint32_t* slots,
                                 uint32_t count, const hit_allocator* allocator, hit_bvh_scratch* scratch);

// Make sure that there is room for a tree over some objects: for a quarter as many nodes, and eight, and for `nodes` if
// these are more. If there is too little, the tree that there is goes; on failure it is the one that it was.
hit_status hit_tlas_reserve(hit_tlas* tlas, uint32_t objects, uint32_t nodes, const hit_allocator* allocator);

// Note the tree slot of each object: tree_slots[slot] = tree slot | mark.
void hit_tlas_store_slots(const hit_tlas* tlas, uint32_t mark, uint32_t* tree_slots);

// Give the object at a tree slot another box, perhaps an empty one. hit_tlas_refit must follow.
void hit_tlas_move(hit_tlas* tlas, uint32_t tree_slot, const hit_tlas_primref* primref);

// Give a tree slot to another object, or to none: NULL, or an empty box. hit_tlas_refit must follow.
void hit_tlas_replace(hit_tlas* tlas, uint32_t tree_slot, const hit_tlas_primref* primref);

// Let all boxes hold what is below them again. Lists the outliers by slot: objects that have moved, since the last
// refit, out of the neighbourhood of their node and of its parent. `outliers` has room for all that moved, or is NULL.
// Returns their number.
uint32_t hit_tlas_refit(hit_tlas* tlas, uint32_t* outliers);

// The same when most objects have moved: take the boxes of all of them from `primrefs`, by slot. Those of objects that
// were removed must be empty.
void hit_tlas_refit_all(hit_tlas* tlas, const hit_tlas_primref* primrefs);

// SAH degradation: how much worse the tree has become since it was built; 1 when it has not.
double hit_tlas_degradation(const hit_tlas* tlas);

// The same by area ratios. That notices objects which have changed places among all others wherever they are, also
// where all have come closer together, and beside a few that are much larger. Builds and hit_tlas_refit_all measure the
// ratios.
double hit_tlas_local_degradation(const hit_tlas* tlas);

#endif
