// Every rule of src/bvh/format/layout.h, broken once: validate says what and where, and a view is refused.
#include "support/base/cmocka_all.h"
#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"

#include <math.h>

// One kind of damage. Returns the place that is to be reported: where the damage is, or what does not agree with it.
typedef const void* damage(hit_bvh_header* h);

#define NODES(h) small_tree_nodes(h)
#define BLOCKS(h) small_tree_blocks(h)
#define OBBS(h) small_tree_obbs(h)
#define IDS(h) small_tree_ids(h)
#define FIRST_LEAVES(h) small_tree_first_leaves(h)

// A function that does `what` to the tree h, and returns the address of `place`.
#define DAMAGE(name, place, what)                                                                                      \
    static const void* name(hit_bvh_header* h)                                                                         \
    {                                                                                                                  \
        what;                                                                                                          \
        return &(place);                                                                                               \
    }

// ---- The header -----------------------------------------------------------------------------------------------------

DAMAGE(magic, h->magic, h->magic[3] ^= 1)
DAMAGE(version, h->version, h->version++)
DAMAGE(endian, h->endian, h->endian = 0x04030201u)
DAMAGE(size_more, h->size, h->size += 64)
DAMAGE(size_less, h->size, h->size -= 64)
DAMAGE(kind_unknown, h->kind, h->kind = 3)
DAMAGE(kind_other, h->blocks.count, h->kind = HIT_BVH_AABBS)
DAMAGE(quality_unknown, h->quality, h->quality = 3)
DAMAGE(primitives_many, h->primitive_count, h->primitive_count = HIT_BVH_PRIMITIVES_MAX + 1)
DAMAGE(primitives_more, h->primitive_count, h->primitive_count++)
DAMAGE(primitives_without_room, h->primitive_count, h->primitive_count = 1000)
DAMAGE(skipped_most, h->skipped, h->skipped = h->primitive_count + 1)
DAMAGE(skipped_less, h->primitive_count, h->skipped--)
DAMAGE(depth_zero, h->depth, h->depth = 0)
DAMAGE(depth_large, h->depth, h->depth = HIT_BVH_DEPTH_MAX + 1)
DAMAGE(depth_more, h->depth, h->depth++)
DAMAGE(depth_less, h->depth, h->depth--)
DAMAGE(bounds_small, h->bounds[4], h->bounds[4] += 0.5f)
DAMAGE(bounds_large, h->bounds[1], h->bounds[1] += 0.5f)
DAMAGE(bounds_nan, h->bounds[5], h->bounds[5] = NAN)
DAMAGE(reach_small, h->max_abs, h->max_abs -= 0.5f)
DAMAGE(reach_nan, h->max_abs, h->max_abs = NAN)
DAMAGE(reach_of_nothing, h->max_abs, h->max_abs = 1.0f)
DAMAGE(header_spare, h->spare[83], h->spare[83] = 1)

DAMAGE(nodes_in_header, h->nodes.offset, h->nodes.offset = 192)
DAMAGE(nodes_askew, h->nodes.offset, h->nodes.offset += 32)
DAMAGE(nodes_beyond, h->nodes.offset, h->nodes.offset = UINT64_MAX - 63)
DAMAGE(nodes_none, h->nodes.count, h->nodes.count = 0)
DAMAGE(nodes_wrap, h->nodes.count, h->nodes.count = UINT64_C(1) << 56)
DAMAGE(nodes_overlap, h->blocks.offset, h->blocks.offset -= 64)
DAMAGE(blocks_many, h->blocks.count, h->blocks.count += 1000)
DAMAGE(blocks_fewer, NODES(h)[0].ref[2], (h->blocks.count--, h->shared_first--, h->ids.count++))
DAMAGE(obbs_wrong_kind, h->obbs.count, (h->ids.count = 0, h->obbs.count = 1))
DAMAGE(obbs_fewer, h->obbs.count, h->obbs.count--)
DAMAGE(ids_beyond, h->ids.offset, h->ids.offset = h->size + 64)
DAMAGE(ids_many, h->ids.count, h->ids.count = UINT64_C(1) << 62)
DAMAGE(ids_unused, h->ids.offset, h->ids.count++)
DAMAGE(first_leaves_overlap, h->first_leaves.offset, h->first_leaves.offset -= 64)
DAMAGE(first_leaves_none, h->first_leaves.count, h->first_leaves.count = 0)
DAMAGE(first_leaves_of_lanes, h->first_leaves.count,
       (h->blocks.offset = h->obbs.offset = h->ids.offset = h->first_leaves.offset = h->size - 256,
        h->nodes.count = h->first_leaves.count = 1))
DAMAGE(shared_root_beyond, h->shared_root, h->shared_root = 3)
DAMAGE(shared_root_of_boxes, h->shared_root, h->shared_root = 1)
DAMAGE(shared_first_less, h->shared_first, h->shared_first--)
DAMAGE(shared_first_more, h->shared_first, (h->shared_root = 1, h->shared_first = 5))
DAMAGE(shared_never_cut, h->split_level, h->split_level = 1)
DAMAGE(shared_without_room, h->blocks, (h->shared_root = 2, h->shared_first = 4, h->split_level = 12))

// ---- The nodes ------------------------------------------------------------------------------------------------------

DAMAGE(ref_to_self, NODES(h)[1].ref[0], NODES(h)[1].ref[0] = 1)
DAMAGE(ref_back, NODES(h)[2].ref[0], NODES(h)[2].ref[0] = 0)
DAMAGE(ref_beyond, NODES(h)[0].ref[1], NODES(h)[0].ref[1] = 3)
DAMAGE(ref_twice, NODES(h)[0].ref[1], NODES(h)[0].ref[1] = 1)
DAMAGE(lane_gap, NODES(h)[1].ref[3], NODES(h)[1].ref[3] = HIT_BVH_LEAF)
DAMAGE(lane_empty_box, NODES(h)[1].plane[0][5], NODES(h)[1].plane[0][5] = 1.0f)
DAMAGE(lane_empty_nan, NODES(h)[1].plane[3][7], NODES(h)[1].plane[3][7] = NAN)
DAMAGE(lane_empty_sign, NODES(h)[0].plane[1][7], NODES(h)[0].plane[1][7] = INFINITY)
DAMAGE(box_small, NODES(h)[0].plane[0][0], NODES(h)[0].plane[0][0] += 0.125f)
DAMAGE(box_large, NODES(h)[0].plane[5][0], NODES(h)[0].plane[5][0] += 0.125f)
DAMAGE(box_small_leaf, NODES(h)[0].plane[3][0], NODES(h)[1].plane[3][1] -= 0.125f)
DAMAGE(box_nan, NODES(h)[1].plane[2][1], NODES(h)[1].plane[2][1] = NAN)
DAMAGE(box_infinite, NODES(h)[0].plane[1][0], NODES(h)[1].plane[1][0] = INFINITY)
DAMAGE(box_inverted, NODES(h)[0].plane[1][1], NODES(h)[0].plane[1][1] = 1.0f)
DAMAGE(order_without_lane, NODES(h)[1].order[6], NODES(h)[1].order[6] ^= 1u)
DAMAGE(order_too_long, NODES(h)[0].order[0], NODES(h)[0].order[0] |= 1u << 31)
DAMAGE(order_missing, NODES(h)[1].order[7], NODES(h)[1].order[7] = 0)
DAMAGE(first_leaf_other, FIRST_LEAVES(h)[2], FIRST_LEAVES(h)[2] ^= 1u)
DAMAGE(first_leaf_beyond, FIRST_LEAVES(h)[0], FIRST_LEAVES(h)[0] = UINT32_MAX)

// Two children that change places: a smaller one comes first then.
static const void* children_unsorted(hit_bvh_header* h)
{
    hit_bvh_node* root = &NODES(h)[0];

    for (int p = 0; p < 6; p++) {
        const float plane = root->plane[p][0];
        root->plane[p][0] = root->plane[p][1];
        root->plane[p][1] = plane;
    }
    root->ref[0] = 2;
    root->ref[1] = 1;
    return &root->ref[1];
}

// A node that nothing refers to: the child is removed, and its box from those above.
static const void* node_lost(hit_bvh_header* h)
{
    hit_bvh_node* root = &NODES(h)[0];

    for (int p = 0; p < 6; p++) {
        root->plane[p][1] = root->plane[p][2];
        root->plane[p][2] = root->plane[p][3];
    }
    root->ref[1] = root->ref[2];
    root->ref[2] = HIT_BVH_NO_REF;
    return &NODES(h)[2];
}

// A block that nothing refers to.
static const void* block_lost(hit_bvh_header* h)
{
    hit_bvh_node* root = &NODES(h)[0];

    root->ref[2] = HIT_BVH_NO_REF;
    FIRST_LEAVES(h)[0] = 0;
    for (int p = 0; p < 6; p++) {
        root->plane[p][2] = root->plane[p][3];
        h->bounds[p] =
            p % 2 == 0 ? fminf(root->plane[p][0], root->plane[p][1]) : fmaxf(root->plane[p][0], root->plane[p][1]);
    }
    h->max_abs = 8.0f;
    return &h->blocks;
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

DAMAGE(block_beyond, NODES(h)[2].ref[0], NODES(h)[2].ref[0] = HIT_BVH_LEAF | 5)
DAMAGE(block_beyond_by_count, NODES(h)[0].ref[2], NODES(h)[0].ref[2] |= 1u << HIT_BVH_BLOCK_SHIFT)
DAMAGE(block_twice, NODES(h)[2].ref[0], NODES(h)[2].ref[0] = HIT_BVH_LEAF | 4)
DAMAGE(lanes_none, BLOCKS(h)[3].corner[0], BLOCKS(h)[3].corner[0] &= 0xffffffu)
DAMAGE(lanes_gap, BLOCKS(h)[3].corner[0], BLOCKS(h)[3].corner[0] ^= 0x02000000u)
DAMAGE(corner_unused, BLOCKS(h)[3].corner[2], BLOCKS(h)[3].corner[2] |= 1u << 9)
DAMAGE(corner_unused_last, BLOCKS(h)[3].corner[2], BLOCKS(h)[3].corner[2] |= 1u << 21)
DAMAGE(vertex_unused, BLOCKS(h)[3].x[6], BLOCKS(h)[3].z[6] = 0.0f)
DAMAGE(vertex_nan, BLOCKS(h)[3].y[1], BLOCKS(h)[3].y[1] = NAN)
DAMAGE(vertex_infinite, BLOCKS(h)[3].z[2], BLOCKS(h)[3].z[2] = INFINITY)
DAMAGE(vertex_moved, NODES(h)[2].plane[2][0], BLOCKS(h)[3].y[1] = BLOCKS(h)[3].y[3] = -7.25f)
DAMAGE(extent_small, BLOCKS(h)[0].corner[1], BLOCKS(h)[0].corner[1] -= 1u << 24)
DAMAGE(extent_large, BLOCKS(h)[0].corner[1], BLOCKS(h)[0].corner[1] += 2u << 24)
DAMAGE(extent_nan, BLOCKS(h)[0].corner[1],
       (BLOCKS(h)[0].corner[1] |= 0xff000000u, BLOCKS(h)[0].corner[2] |= 0x7f000000u))
DAMAGE(extent_negative, BLOCKS(h)[0].corner[1], BLOCKS(h)[0].corner[2] |= 0x80000000u)

// All of lane 0, so that slot 0 is a vertex of none.
static const void* vertex_first_unused(hit_bvh_header* h)
{
    hit_bvh_block* leaf = &BLOCKS(h)[3];
    leaf->corner[0] |= 3; // a triangle with two corners in one place
    return &leaf->x[0];
}

// ---- Ids ------------------------------------------------------------------------------------------------------------

DAMAGE(id_beyond, BLOCKS(h)[3].id_delta[2], BLOCKS(h)[3].id_delta[2] = 40)
DAMAGE(id_twice, BLOCKS(h)[3].id_delta[2], BLOCKS(h)[3].id_delta[2] = 13)
DAMAGE(id_descends, BLOCKS(h)[3].id_delta[1], BLOCKS(h)[3].id_delta[1] = 0)
DAMAGE(id_unused, BLOCKS(h)[3].id_delta[3], BLOCKS(h)[3].id_delta[3] = 1)
DAMAGE(id_unused_list, BLOCKS(h)[1].id_delta[0], BLOCKS(h)[1].id_delta[0] = 1)
DAMAGE(runs_without_list, BLOCKS(h)[3].id_delta[0], BLOCKS(h)[3].id_base |= HIT_BVH_ID_RUNS)
DAMAGE(list_beyond, BLOCKS(h)[1].id_base, BLOCKS(h)[1].id_base = HIT_BVH_ID_LIST | 7)
DAMAGE(list_far_beyond, BLOCKS(h)[1].id_base, BLOCKS(h)[1].id_base = HIT_BVH_ID_LIST | HIT_BVH_ID_INDEX)
DAMAGE(list_descends, IDS(h)[1], IDS(h)[0] = 17)
DAMAGE(list_id_beyond, IDS(h)[1], IDS(h)[1] = 0x80000000u)
DAMAGE(runs_table_beyond, BLOCKS(h)[2].id_base, BLOCKS(h)[2].id_base = HIT_BVH_ID_LIST | HIT_BVH_ID_RUNS | 7)
DAMAGE(run_empty, IDS(h)[2], IDS(h)[2] = 0)
DAMAGE(run_back, IDS(h)[3], IDS(h)[3] = 3)
DAMAGE(run_beyond, IDS(h)[3], IDS(h)[3] = 5)
DAMAGE(run_far_beyond, IDS(h)[3], IDS(h)[3] = 0xffffffffu)
DAMAGE(run_descends, IDS(h)[6], (IDS(h)[5] = 18, IDS(h)[6] = 5))
DAMAGE(run_lanes_descend, IDS(h)[7], (IDS(h)[4] = 6, IDS(h)[5] = 7, IDS(h)[7] = 2))
DAMAGE(run_id_twice, IDS(h)[7], IDS(h)[7] = 8)

// ---- Boxes ----------------------------------------------------------------------------------------------------------

DAMAGE(aabb_beyond, NODES(h)[1].ref[1], NODES(h)[1].ref[1] = HIT_BVH_LEAF | 4)
DAMAGE(aabb_twice, NODES(h)[1].ref[1], NODES(h)[1].ref[1] = HIT_BVH_LEAF | 0)
DAMAGE(aabb_inverted, NODES(h)[1].plane[1][1], NODES(h)[1].plane[0][1] = 1.5f)
DAMAGE(obb_beyond, NODES(h)[1].ref[0], NODES(h)[1].ref[0] = HIT_BVH_LEAF | 3)
DAMAGE(obb_twice, NODES(h)[1].ref[1], NODES(h)[1].ref[1] = HIT_BVH_LEAF | 2)
DAMAGE(obb_nan, OBBS(h)[1], OBBS(h)[1].box.axis[1].y = NAN)
DAMAGE(obb_flat, OBBS(h)[1], OBBS(h)[1].box.axis[1] = OBBS(h)[1].box.axis[0])
DAMAGE(obb_negative, OBBS(h)[1], OBBS(h)[1].box.half[1] = -1.0f)
DAMAGE(obb_moved, NODES(h)[1].plane[0][0], OBBS(h)[1].box.center.x += 0.5f)
DAMAGE(obb_id_beyond, OBBS(h)[2].id, OBBS(h)[2].id = 4)
DAMAGE(obb_id_twice, OBBS(h)[0].id, OBBS(h)[2].id = 0)

typedef struct damage_case {
    damage* apply;
    const char* name;
    const char* message; // part of it
    small_tree_kind kind;
} damage_case;

#define CASE(kind, name, message)                                                                                      \
    {                                                                                                                  \
        name, #name, message, kind                                                                                     \
    }
#define T(name, message) CASE(SMALL_TRIANGLES, name, message)
#define A(name, message) CASE(SMALL_AABBS, name, message)
#define O(name, message) CASE(SMALL_OBBS, name, message)

static const damage_case cases[] = {
    T(magic, "not a tree"),
    T(version, "version 4"),
    T(endian, "byte order"),
    T(size_more, "the header says"),
    T(size_less, "the header says"),
    T(kind_unknown, "3 is no kind"),
    T(kind_other, "cannot have 5 blocks"),
    T(quality_unknown, "3 is no quality"),
    T(primitives_many, "too many"),
    T(primitives_more, "but the tree has 18"),
    A(primitives_more, "but the tree has 3"),
    T(primitives_without_room, "998 primitives have no room in 5 blocks"),
    T(skipped_most, "21 of 20 primitives skipped"),
    T(skipped_less, "but the tree has 18"),
    T(depth_zero, "depth of 0"),
    T(depth_large, "depth of 65"),
    T(depth_more, "depth of 3, it is 2"),
    T(depth_less, "depth of 1, it is 2"),
    T(bounds_small, "bounds in the header"),
    T(bounds_large, "bounds in the header"),
    T(bounds_nan, "bounds in the header"),
    T(reach_small, "max_abs in the header"),
    T(reach_nan, "max_abs in the header"),
    CASE(SMALL_EMPTY, reach_of_nothing, "max_abs in the header"),
    T(header_spare, "spare byte"),
    T(nodes_in_header, "nodes cannot start at 192"),
    T(nodes_askew, "nodes cannot start at 288"),
    T(nodes_beyond, "nodes cannot start"),
    T(nodes_none, "cannot have 0 nodes"),
    T(nodes_wrap, "nodes do not fit"),
    T(nodes_overlap, "blocks cannot start"),
    T(blocks_many, "1005 blocks do not fit"),
    T(blocks_fewer, "a reference to block 4, not to one from 0 up to 4"),
    T(obbs_wrong_kind, "cannot have 1 boxes"),
    O(obbs_fewer, "cannot have 2 boxes"),
    T(ids_beyond, "ids cannot start"),
    T(ids_many, "ids do not fit"),
    T(ids_unused, "of 9 ids 8 are in use"),
    T(first_leaves_overlap, "first leaves cannot start"),
    T(first_leaves_none, "0 first leaves are not those of 3 nodes"),
    O(first_leaves_none, "0 first leaves are not those of"),
    A(first_leaves_of_lanes, "1 first leaves are not those of 1 nodes"),
    T(shared_root_beyond, "cannot begin at node 3"),
    A(shared_root_of_boxes, "cannot begin at node 1"),
    T(shared_first_less, "cannot begin at block 4"),
    T(shared_first_more, "cannot begin at block 5"),
    T(shared_never_cut, "to the level 1"),
    T(shared_without_room, "no room for one node more"),
    T(ref_to_self, "node 1, child 0: refers to node 1"),
    T(ref_back, "node 2, child 0: refers to node 0"),
    T(ref_beyond, "node 0, child 1: refers to node 3"),
    T(ref_twice, "node 1 is referred to twice"),
    T(lane_gap, "node 1, child 3: in use after an empty child"),
    T(lane_empty_box, "node 1, child 5: empty, but its box is not"),
    T(lane_empty_nan, "node 1, child 7: empty, but its box is not"),
    T(lane_empty_sign, "node 0, child 7: empty, but its box is not"),
    T(box_small, "node 0, child 0: the box is not the smallest"),
    T(box_large, "node 0, child 0: the box is not the smallest"),
    T(box_small_leaf, "node 0, child 0: the box is not the smallest"),
    T(box_nan, "node 1, child 1: the box is empty or not finite"),
    T(box_infinite, "node 0, child 0: the box is not the smallest"),
    T(box_inverted, "node 0, child 1: the box is empty"),
    T(order_without_lane, "node 1: an order"),
    T(order_too_long, "node 0: an order"),
    T(order_missing, "node 1: an order"),
    T(first_leaf_other, "node 2: its leaves do not begin at"),
    T(first_leaf_beyond, "node 0: its leaves do not begin at"),
    O(first_leaf_beyond, "node 0: its leaves do not begin at"),
    T(children_unsorted, "node 0, child 1: larger than the child before it"),
    T(block_lost, "of 5 leaves 4 are in the tree"),
    T(node_lost, "node 2 is not reached"),
    T(block_beyond, "a reference to block 5, not to one from 0 up to 5"),
    T(block_beyond_by_count, "a reference to block 5, not to one from 0 up to 5"),
    T(block_twice, "block 4 is referred to twice"),
    T(lanes_none, "lanes in use of a block"),
    T(lanes_gap, "lanes in use of a block"),
    T(corner_unused, "a corner of a lane that is not in use"),
    T(corner_unused_last, "a corner of a lane that is not in use"),
    T(vertex_unused, "vertex 6 of a block is not in use"),
    T(vertex_first_unused, "vertex 0 of a block is not in use"),
    T(vertex_nan, "vertex 1 of a block is not finite"),
    T(vertex_infinite, "vertex 2 of a block is not finite"),
    T(vertex_moved, "node 2, child 0: the box is not the smallest"),
    T(extent_small, "extent of a block is too small"),
    T(extent_large, "extent of a block is too large"),
    T(extent_nan, "extent of a block is no number"),
    T(extent_negative, "extent of a block is no number"),
    T(id_beyond, "primitive 41 does not exist"),
    T(id_twice, "is in the tree twice"),
    T(id_descends, "do not ascend at primitive 1"),
    T(id_unused, "not in use is not zero"),
    T(id_unused_list, "not in use is not zero"),
    T(runs_without_list, "does not exist"),
    T(list_beyond, "ids of a block lie behind the last one"),
    T(list_far_beyond, "ids of a block lie behind the last one"),
    T(list_descends, "do not ascend at primitive 17"),
    T(list_id_beyond, "does not exist"),
    T(runs_table_beyond, "ids of a block lie behind the last one"),
    T(run_empty, "a run of ids ends at 0"),
    T(run_back, "a run of ids ends at 3"),
    T(run_beyond, "a run of ids ends at 5"),
    T(run_far_beyond, "a run of ids ends at 4294967295"),
    T(run_descends, "do not ascend at primitive 5"),
    T(run_lanes_descend, "do not ascend at primitive 2"),
    T(run_id_twice, "primitive 8 is in the tree twice"),
    A(aabb_beyond, "primitive 4 does not exist"),
    A(aabb_twice, "primitive 0 is in the tree twice"),
    A(aabb_inverted, "node 1, child 1: the box is empty"),
    O(obb_beyond, "a reference to box 3 of 3"),
    O(obb_twice, "box 2 is referred to twice"),
    O(obb_nan, "box 1 is empty or not finite"),
    O(obb_flat, "box 1 is empty or not finite"),
    O(obb_negative, "box 1 is empty or not finite"),
    O(obb_moved, "node 1, child 0: the box is not the smallest"),
    O(obb_id_beyond, "primitive 4 does not exist"),
    O(obb_id_twice, "primitive 0 is in the tree twice"),
};

// What both ways to ask say about a block.
static hit_status ask(hit_bvh_header* h, size_t size, hit_error* error)
{
    hit_error again = {0};
    hit_bvh* view = NULL;
    hit_bvh handle = {.header = h};
    const hit_status status = hit_bvh_view(h, size, NULL, &view, error);

    if (h->size == size) {
        assert_int_equal(hit_bvh_validate(&handle, &again), status);
        assert_string_equal(again.message, error->message);
        assert_true(again.offset == error->offset);
        assert_int_equal(hit_bvh_validate(&handle, NULL), status);
    }
    assert_int_equal(error->status, status);
    assert_true((view != NULL) == (status == HIT_OK));
    hit_bvh_destroy(view);
    return status;
}

static void every_rule(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const damage_case* d = &cases[i];
        hit_bvh_header* h = small_tree_make(d->kind);
        const size_t size = (size_t)h->size;
        const char* at;
        hit_error error = {0};
        hit_status status;

        assert_int_equal(ask(h, size, &error), HIT_OK);
        at = d->apply(h);
        if (h->size == size)
            small_tree_seal(h);
        status = ask(h, size, &error);
        if (status != HIT_ERROR_FORMAT || strstr(error.message, d->message) == NULL)
            fail_msg("%s: status %d, '%s'", d->name, (int)status, error.message);
        if (error.offset != (uint64_t)(at - (const char*)h))
            fail_msg("%s: at %llu instead of %llu", d->name, (unsigned long long)error.offset,
                     (unsigned long long)(at - (const char*)h));
        if (d->apply != magic)
            assert_non_null(strstr(error.message, "build the tree and save it again"));
        free(h);
    }
}

// A size that is no multiple of 64, however right it is otherwise.
static void odd_size(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_ONE);
    const size_t size = (size_t)h->size + 8;
    char* room = aligned_alloc(64, (size_t)h->size + 64);
    hit_bvh_header* longer = (hit_bvh_header*)(void*)room;
    hit_error error;

    (void)state;
    assert_non_null(room);
    memset(room, 0, (size_t)h->size + 64);
    memcpy(room, h, (size_t)h->size);
    longer->size = size;
    small_tree_seal(longer);
    assert_int_equal(ask(longer, size, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "no multiple of 64"));
    free(room);
    free(h);
}

static void good_trees(void** state)
{
    (void)state;
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        hit_bvh_header* h = small_tree_make((small_tree_kind)kind);
        hit_error error = {.status = HIT_ERROR_FILE, .offset = 7, .line = 7, .message = "old"};
        hit_bvh handle = {.header = h};
        assert_int_equal(hit_bvh_validate(&handle, &error), HIT_OK);
        assert_int_equal(error.status, HIT_OK);
        assert_true(error.offset == 0);
        assert_string_equal(error.message, "");
        free(h);
    }
}

static void arguments(void** state)
{
    hit_error error = {0};

    (void)state;
    assert_int_equal(hit_bvh_validate(NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
    assert_string_not_equal(error.message, "");
    assert_int_equal(hit_bvh_validate(NULL, NULL), HIT_ERROR_ARGUMENT);
}

// A chain of nodes, each with a box and the next node: 64 are allowed, one more is not.
static void depth_limit(void** state)
{
    (void)state;
    for (uint32_t depth = 63; depth <= 66; depth++) {
        const size_t size = 256 + 256 * (size_t)depth;
        hit_bvh_header* small = small_tree_make(SMALL_AABBS);
        hit_bvh_header* h = aligned_alloc(64, size);
        hit_bvh_node* nodes;
        hit_error error = {0};

        assert_non_null(h);
        memset(h, 0, size);
        memcpy(h, small, 256);
        h->size = size;
        h->nodes.count = depth;
        h->blocks.offset = h->obbs.offset = h->ids.offset = h->first_leaves.offset = size;
        h->depth = depth <= HIT_BVH_DEPTH_MAX ? depth : HIT_BVH_DEPTH_MAX;
        h->primitive_count = depth;
        h->skipped = 0;
        h->max_abs = 1.0f;
        nodes = NODES(h);
        for (uint32_t n = 0; n < depth; n++) {
            nodes[n] = NODES(small)[0];
            for (int child = 0; child < 2; child++)
                for (int p = 0; p < 6; p++)
                    nodes[n].plane[p][child] = h->bounds[p] = p % 2 == 0 ? -1.0f : 1.0f;
            nodes[n].ref[0] = HIT_BVH_LEAF | n;
            nodes[n].ref[1] = n + 1;
        }
        for (int p = 0; p < 6; p++)
            nodes[depth - 1].plane[p][1] = p % 2 == 0 ? INFINITY : -INFINITY;
        nodes[depth - 1].ref[1] = HIT_BVH_NO_REF;
        small_tree_seal(h);
        if (depth <= HIT_BVH_DEPTH_MAX)
            assert_int_equal(ask(h, size, &error), HIT_OK);
        else {
            assert_int_equal(ask(h, size, &error), HIT_ERROR_FORMAT);
            assert_non_null(strstr(error.message, "node 64 is deeper than 64"));
        }
        free(h);
        free(small);
    }
}

// The extent of a block is rounded up from the real difference, which may be no double.
static void extent_exactly(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_ONE);
    hit_bvh_block* leaf = BLOCKS(h);
    hit_bvh_node* root = NODES(h);
    hit_error error;

    (void)state;
    for (int i = 0; i < 8; i++)
        leaf->x[i] = i == 1 ? 1.0f : -0x1p-140f;
    root->plane[0][0] = h->bounds[0] = -0x1p-140f;
    root->plane[1][0] = h->bounds[1] = 1.0f;
    // 1 + 2^-140 is above 1, and 1 too small an extent. The next bfloat16 is 1 + 2^-7.
    leaf->corner[1] = (leaf->corner[1] & 0xffffffu) | 0x80000000u;
    leaf->corner[2] = (leaf->corner[2] & 0xffffffu) | 0x3f000000u;
    small_tree_seal(h);
    assert_int_equal(ask(h, (size_t)h->size, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "extent of a block is too small"));
    leaf->corner[1] |= 0x01000000u;
    small_tree_seal(h);
    assert_int_equal(ask(h, (size_t)h->size, &error), HIT_OK);
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_trees), cmocka_unit_test(every_rule),  cmocka_unit_test(arguments),
        cmocka_unit_test(odd_size),   cmocka_unit_test(depth_limit), cmocka_unit_test(extent_exactly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
