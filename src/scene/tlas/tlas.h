// A tree over the boxes of objects that can be changed in tree_slot.
//
// It is a hit_bvh of axis-aligned boxes whose leaves name slots; in the stead of orders, a node holds the generations of
// their ids, so that lists of ids need no look at the objects (of children that are no objects, these mean nothing). What a
// query relies on - every box holds what is below it - is kept by writing the box of an object that has moved, and then those of the nodes above it. Other rules of the
// format (smallest boxes, the largest child first, a checksum) are not: no public call ever sees this tree.
#ifndef HITSCAN_SCENE_TOP_H
#define HITSCAN_SCENE_TOP_H

#include "bvh/format/layout.h"

// A reference to an object is its slot with HIT_BVH_LEAF, and with HIT_TLAS_AXIS_ALIGNED when it is a box whose matrix is
// diagonal: all that is between it and the box of its child is the pad (ray.c), so that traversals know where it is entered
// without looking at the object.
// With HIT_TLAS_INSTANCE it is an instance of a mesh: what rays need of it is in scene.instance.
#define HIT_TLAS_AXIS_ALIGNED 0x40000000u
#define HIT_TLAS_INSTANCE 0x20000000u
// In a list of candidates (scene/tlas/traverse.h), with HIT_TLAS_CERTAIN it is certainly hit.
#define HIT_TLAS_CERTAIN 0x10000000u
#define HIT_TLAS_SLOT_MASK 0x0fffffffu

static inline uint32_t hit_tlas_slot(uint32_t ref)
{
    return ref & HIT_TLAS_SLOT_MASK;
}

// Whether a reference is to an object: not to a node, and not that of a child which is not in use.
static inline bool hit_tlas_is_object(uint32_t ref)
{
    return (ref & HIT_BVH_LEAF) && ref != HIT_BVH_NO_REF;
}

// An object as a tree has it: half a line of cache.
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

// A tree_slot in a tree is 8·node + child; with HIT_TLAS_SECONDARY, in the secondary one. HIT_TLAS_NOWHERE: in none.
#define HIT_TLAS_SECONDARY 0x80000000u
#define HIT_TLAS_NOWHERE 0xffffffffu

typedef struct hit_tlas {
    hit_bvh* tree;    ///< NULL: no objects
    uint32_t* parent; ///< the tree_slot of the reference to each node; that of the root is HIT_TLAS_NOWHERE
    uint8_t* dirty;   ///< nodes below which something has moved
    uint32_t count;   ///< of objects when it was built
    uint32_t room;    ///< for so many nodes, in all three arrays
    double area;      ///< the sum of the half surfaces of all nodes' boxes
    double built_area;
    double
        area_ratio; ///< the sum, over all nodes but the root, of the part that their surface is of that of the node above
    double built_area_ratio;
    bool morton_build; ///< built in a hurry
} hit_tlas;

// Build a tree over some slots in the stead of the one that there is, and in its memory: `primrefs` is by slot, and none of
// these is empty. On failure the tree is the one that it was. Scratch memory is kept for the next time.
hit_status hit_tlas_build(hit_tlas* tlas, const hit_tlas_primref* primrefs, const uint32_t* slots, uint32_t count,
                          const hit_task_pool* pool, const hit_allocator* allocator, hit_bvh_scratch* scratch);
void hit_tlas_free(hit_tlas* tlas, const hit_allocator* allocator);

// The same in a hurry: a tree that is a little slower to ask, in a fraction of the time.
hit_status hit_tlas_build_morton(hit_tlas* tlas, const hit_tlas_primref* primrefs, const uint32_t* slots,
                                 uint32_t count, const hit_allocator* allocator, hit_bvh_scratch* scratch);

// Make sure that there is room for a tree over some objects: for a quarter as many nodes, and eight, and for `nodes` if
// these are more. If there is too little, the tree that there is goes; on failure it is the one that it was.
hit_status hit_tlas_reserve(hit_tlas* tlas, uint32_t objects, uint32_t nodes, const hit_allocator* allocator);

// Note the tree_slot of each object: where[slot] = tree_slot | mark.
void hit_tlas_store_slots(const hit_tlas* tlas, uint32_t mark, uint32_t* where);

// Give an object at a tree_slot another box, perhaps an empty one. hit_tlas_refit must follow.
void hit_tlas_move(hit_tlas* tlas, uint32_t tree_slot, const hit_tlas_primref* primref);

// Give a tree_slot to another object, or to none: NULL, or an empty box. hit_tlas_refit must follow.
void hit_tlas_replace(hit_tlas* tlas, uint32_t tree_slot, const hit_tlas_primref* primref);

// Let all boxes hold what is below them again. Lists objects, by slot, that have strayed since the last time, that is left
// the neighbourhood of their node and of the one above; `outliers` has room for all that moved, or is NULL. Returns their
// number.
uint32_t hit_tlas_refit(hit_tlas* tlas, uint32_t* outliers);

// The same when most objects have moved: take the boxes of all of them from `primrefs`, by slot. Those of objects that were
// removed must be empty.
void hit_tlas_refit_all(hit_tlas* tlas, const hit_tlas_primref* primrefs);

// How much worse the tree has become since it was built: 1 when it has not.
double hit_tlas_degradation(const hit_tlas* tlas);

// The same for a tree that has followed, by area_ratios: objects that have changed places among all others are noticed wherever
// they are, also where all have come closer together, and beside a few that are much larger.
double hit_tlas_local_degradation(const hit_tlas* tlas);

#endif
