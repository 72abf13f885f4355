// From a tree with shared blocks to one without, in place: what a refit begins with, since the boxes of split
// references are no longer right when triangles have moved.
//
// Children that are split references go, and nodes that have no children then go, too. A new root has what is left
// below the old one and the tree of shared blocks. The nodes get new indices, in the order they had: for the new root
// there is room behind them.
#include "bvh/refit/refit.h"

#include <math.h>
#include <string.h>

#define REMOVED UINT32_MAX

size_t hit_bvh_unsplit_scratch_size(const hit_bvh* bvh)
{
    return bvh->header->shared_root == 0 ? 0 : (size_t)(bvh->header->nodes.count + 1) * sizeof(uint32_t);
}

static void clear_child(hit_bvh_node* node, unsigned child)
{
    for (int p = 0; p < 6; p++)
        node->plane[p][child] = p % 2 == 0 ? HUGE_VALF : -HUGE_VALF;
    node->ref[child] = HIT_BVH_NO_REF;
}

// Drop children that are split references, or nodes that are gone. Returns how many are left; they keep their order.
static unsigned drop_children(const hit_bvh_header* h, hit_bvh_node* node, const uint32_t* new_index)
{
    unsigned left = 0;

    for (unsigned child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
        const uint32_t ref = node->ref[child];
        if (ref & HIT_BVH_LEAF ? (ref & HIT_BVH_BLOCK_INDEX) >= h->shared_first : new_index[ref] == REMOVED)
            continue;
        for (int p = 0; p < 6; p++)
            node->plane[p][left] = node->plane[p][child];
        node->ref[left++] = ref;
    }
    HIT_ASSERT(left <= HIT_BVH_WIDTH);
    for (unsigned child = left; child < HIT_BVH_WIDTH; child++)
        clear_child(node, child);
    return left;
}

static uint32_t find_depth(const hit_bvh_node* nodes, uint32_t count, uint32_t* depth)
{
    uint32_t most = 1;

    depth[0] = 1;
    for (uint32_t n = 0; n < count; n++) {
        HIT_ASSERT(depth[n] >= 1 && depth[n] <= HIT_BVH_DEPTH_MAX);
        most = depth[n] > most ? depth[n] : most;
        for (int child = 0; child < HIT_BVH_WIDTH && nodes[n].ref[child] != HIT_BVH_NO_REF; child++)
            if (!(nodes[n].ref[child] & HIT_BVH_LEAF))
                depth[nodes[n].ref[child]] = depth[n] + 1;
    }
    return most;
}

// Where leaves begin. What is behind the last entry is zero.
static void note_first_leaves(hit_bvh_header* h, const hit_bvh_node* nodes)
{
    uint32_t* first_leaf = (uint32_t*)(void*)((char*)h + h->first_leaves.offset);

    memset(first_leaf, 0, (size_t)h->first_leaves.count * sizeof *first_leaf);
    h->first_leaves.count = h->nodes.count;
    for (uint64_t n = 0; n < h->nodes.count; n++)
        first_leaf[n] = hit_bvh_first_leaf(&nodes[n]);
}

void hit_bvh_unsplit(hit_bvh* bvh, uint32_t* room)
{
    hit_bvh_header* h = (hit_bvh_header*)(uintptr_t)bvh->header;
    hit_bvh_node* nodes = (hit_bvh_node*)(uintptr_t)bvh->nodes;
    const uint32_t shared = h->shared_root;
    uint32_t *new_index = room, count = 0;
    unsigned children = 0;

    if (shared == 0)
        return;
    HIT_ASSERT(shared < h->nodes.count && h->shared_first < h->blocks.count);
    // Children come after their parents.
    for (uint32_t n = shared; n-- > 0;)
        new_index[n] = drop_children(h, &nodes[n], new_index) == 0 ? REMOVED : 0;
    for (uint32_t n = 0; n < h->nodes.count; n++) {
        if (n < shared && new_index[n] == REMOVED)
            continue;
        nodes[count] = nodes[n];
        new_index[n] = ++count; // one further, behind the new root
    }
    HIT_ASSERT(count <= h->nodes.count); // so that the new root has room
    memmove(nodes + 1, nodes, count * sizeof *nodes);
    for (uint32_t n = 1; n <= count; n++)
        for (int child = 0; child < HIT_BVH_WIDTH && nodes[n].ref[child] != HIT_BVH_NO_REF; child++)
            if (!(nodes[n].ref[child] & HIT_BVH_LEAF))
                nodes[n].ref[child] = new_index[nodes[n].ref[child]];
    for (unsigned child = 0; child < HIT_BVH_WIDTH; child++)
        clear_child(&nodes[0], child);
    if (new_index[0] != REMOVED)
        nodes[0].ref[children++] = new_index[0];
    nodes[0].ref[children] = new_index[shared];
    // What is behind the last node is zero.
    memset(nodes + count + 1, 0, (size_t)(h->nodes.count - count) * sizeof *nodes);
    h->nodes.count = count + 1;
    h->shared_root = h->split_level = 0;
    h->shared_first = (uint32_t)h->blocks.count;
    h->depth = find_depth(nodes, count + 1, room);
    note_first_leaves(h, nodes);
}
