// From a tree with shared blocks to one without, in place: what a refit begins with, since pieces are no pieces of triangles
// that have moved.
//
// Lanes that are pieces go, and nodes that have no lanes then go, too. A new root has what is left below the old one and the
// tree of shared blocks. The nodes get new places, in the order they had: for the new root there is room behind them.
#include "bvh/refit/unshare.h"

#include <math.h>
#include <string.h>

#define GONE UINT32_MAX

size_t hit_bvh_uncut_room(const hit_bvh* bvh)
{
    return bvh->header->shared_root == 0 ? 0 : (size_t)(bvh->header->nodes.count + 1) * sizeof(uint32_t);
}

static void empty_lane(hit_bvh_node* node, unsigned lane)
{
    for (int p = 0; p < 6; p++)
        node->plane[p][lane] = p % 2 == 0 ? HUGE_VALF : -HUGE_VALF;
    node->ref[lane] = HIT_BVH_NO_REF;
}

// Drop lanes that are pieces, or nodes that are gone. Returns how many are left; they keep their order.
static unsigned drop_lanes(const hit_bvh_header* h, hit_bvh_node* node, const uint32_t* place)
{
    unsigned left = 0;

    for (unsigned lane = 0; lane < HIT_BVH_LANES && node->ref[lane] != HIT_BVH_NO_REF; lane++) {
        const uint32_t ref = node->ref[lane];
        if (ref & HIT_BVH_LEAF ? (ref & HIT_BVH_BLOCK_INDEX) >= h->shared_first : place[ref] == GONE)
            continue;
        for (int p = 0; p < 6; p++)
            node->plane[p][left] = node->plane[p][lane];
        node->ref[left++] = ref;
    }
    for (unsigned lane = left; lane < HIT_BVH_LANES; lane++)
        empty_lane(node, lane);
    return left;
}

static uint32_t find_depth(const hit_bvh_node* nodes, uint32_t count, uint32_t* depth)
{
    uint32_t most = 1;

    depth[0] = 1;
    for (uint32_t n = 0; n < count; n++) {
        most = depth[n] > most ? depth[n] : most;
        for (int lane = 0; lane < HIT_BVH_LANES && nodes[n].ref[lane] != HIT_BVH_NO_REF; lane++)
            if (!(nodes[n].ref[lane] & HIT_BVH_LEAF))
                depth[nodes[n].ref[lane]] = depth[n] + 1;
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

void hit_bvh_uncut(hit_bvh* bvh, uint32_t* room)
{
    hit_bvh_header* h = (hit_bvh_header*)(uintptr_t)bvh->header;
    hit_bvh_node* nodes = (hit_bvh_node*)(uintptr_t)bvh->nodes;
    const uint32_t shared = h->shared_root;
    uint32_t *place = room, count = 0;
    unsigned lanes = 0;

    if (shared == 0)
        return;
    // Children come after their parents.
    for (uint32_t n = shared; n-- > 0;)
        place[n] = drop_lanes(h, &nodes[n], place) == 0 ? GONE : 0;
    for (uint32_t n = 0; n < h->nodes.count; n++) {
        if (n < shared && place[n] == GONE)
            continue;
        nodes[count] = nodes[n];
        place[n] = ++count; // one further, behind the new root
    }
    memmove(nodes + 1, nodes, count * sizeof *nodes);
    for (uint32_t n = 1; n <= count; n++)
        for (int lane = 0; lane < HIT_BVH_LANES && nodes[n].ref[lane] != HIT_BVH_NO_REF; lane++)
            if (!(nodes[n].ref[lane] & HIT_BVH_LEAF))
                nodes[n].ref[lane] = place[nodes[n].ref[lane]];
    for (unsigned lane = 0; lane < HIT_BVH_LANES; lane++)
        empty_lane(&nodes[0], lane);
    if (place[0] != GONE)
        nodes[0].ref[lanes++] = place[0];
    nodes[0].ref[lanes] = place[shared];
    // What is behind the last node is zero.
    memset(nodes + count + 1, 0, (size_t)(h->nodes.count - count) * sizeof *nodes);
    h->nodes.count = count + 1;
    h->shared_root = h->piece_level = 0;
    h->shared_first = (uint32_t)h->blocks.count;
    h->depth = find_depth(nodes, count + 1, room);
    note_first_leaves(h, nodes);
}
