// A tree over the boxes of objects that can be changed in place: see scene/tlas/tlas.h.
//
// Refitting goes from the last node to the first: nodes come after their parents (bvh/format/layout.h), so a node is finished
// when its turn comes. Only dirty ones are looked at; a node whose box does not change makes its parent no dirtier.
// Following all objects goes the same way, over all nodes, and reads where objects are instead of being told: that takes
// a third of the time of telling.
#include "scene/tlas/tlas.h"

#include "base/fetch.h"
#include "base/memory.h"
#include "bvh/format/handle.h"
#include "scene/tlas/node.h"

#include <math.h>
#include <string.h>

enum { FOLLOW_AHEAD = 4, REFIT_AHEAD = 16 }; ///< nodes

// The tree is the scene's own, and so are its bytes.
static hit_bvh_node* nodes_of(const hit_top* top)
{
    return (hit_bvh_node*)(uintptr_t)top->tree->nodes;
}

static hit_bvh_header* header_of(const hit_top* top)
{
    return (hit_bvh_header*)(uintptr_t)top->tree->header;
}

static uint32_t node_count(const hit_top* top)
{
    return (uint32_t)top->tree->header->nodes.count;
}

static void lane_planes(const hit_bvh_node* node, uint32_t lane, float plane[6])
{
    for (int k = 0; k < 6; k++)
        plane[k] = node->plane[k][lane];
}

static bool same_planes(const float a[6], const float b[6])
{
    bool same = true;
    for (int k = 0; k < 6; k++)
        same &= a[k] == b[k];
    return same;
}

// ---- Building -------------------------------------------------------------------------------------------------------

static hit_status make_tree(hit_top* top, uint32_t room, const hit_allocator* allocator)
{
    const uint64_t size = sizeof(hit_bvh_header) + (uint64_t)room * sizeof(hit_bvh_node);
    hit_bvh_header* header = hit_allocate(allocator, size, HIT_BVH_ALIGNMENT);

    if (header == NULL)
        return HIT_ERROR_MEMORY;
    memset(header, 0, sizeof *header);
    header->size = size;
    header->kind = HIT_BVH_AABBS;
    header->nodes = (hit_bvh_section){sizeof *header, room};
    header->blocks = header->obbs = header->ids = header->first_leaves = (hit_bvh_section){sizeof *header, 0};
    top->tree = hit_bvh_handle(header, true, allocator);
    if (top->tree == NULL) {
        hit_release(allocator, header, size, HIT_BVH_ALIGNMENT);
        return HIT_ERROR_MEMORY;
    }
    top->room = room;
    top->parent = hit_allocate(allocator, room * sizeof *top->parent, 64);
    top->dirty = hit_allocate(allocator, room, 64);
    if (top->parent != NULL && top->dirty != NULL)
        return HIT_OK;
    hit_top_free(top, allocator);
    return HIT_ERROR_MEMORY;
}

// Trees have a sixth to a quarter as many nodes as there are objects. Room is kept when objects go.
hit_status hit_top_make_room(hit_top* top, uint32_t objects, uint32_t nodes, const hit_allocator* allocator)
{
    const uint32_t usual = objects / 4 + 8, room = usual > nodes ? usual : nodes;
    hit_top made = {.tree = NULL};
    hit_status status;

    if (top->tree != NULL && top->room >= room)
        return HIT_OK;
    // One that has outgrown its room grows further.
    status = make_tree(&made, top->tree == NULL ? room : room + room / 8, allocator);
    if (status != HIT_OK)
        return status;
    hit_top_free(top, allocator);
    *top = made;
    return HIT_OK;
}

// Note parents, and sum up areas.
static void survey(hit_top* top)
{
    const hit_bvh_node* nodes = nodes_of(top);

    top->area = top->share = 0.0;
    top->parent[0] = HIT_TOP_NOWHERE;
    for (uint32_t n = 0; n < node_count(top); n++) {
        float plane[6];
        double area;
        for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++)
            if (!(nodes[n].ref[lane] & HIT_BVH_LEAF))
                top->parent[nodes[n].ref[lane]] = n << 3 | lane;
        hit_top_node_planes(&nodes[n], plane);
        area = hit_top_half_area(plane);
        top->area += area;
        top->share += hit_top_shares(&nodes[n], area);
    }
    top->built_area = top->area;
    top->built_share = top->share;
}

// Take over the nodes of a tree whose leaves are places in a list of slots.
static void take_nodes(hit_top* top, const hit_bvh* built, const hit_top_item* items, const uint32_t* slots)
{
    hit_bvh_header* header = header_of(top);

    header->nodes.count = built->header->nodes.count;
    header->primitive_count = built->header->primitive_count;
    header->reach = built->header->reach;
    memcpy(header->bounds, built->header->bounds, sizeof header->bounds);
    for (uint32_t n = 0; n < node_count(top); n++) {
        hit_bvh_node* node = &nodes_of(top)[n];
        *node = built->nodes[n];
        for (int lane = 0; lane < HIT_BVH_LANES; lane++)
            if (hit_top_is_object(node->ref[lane])) {
                const hit_top_item* item = &items[slots[node->ref[lane] & ~HIT_BVH_LEAF]];
                node->ref[lane] = item->ref;
                node->generation[lane] = item->generation;
            }
    }
}

hit_status hit_top_build(hit_top* top, const hit_top_item* items, const uint32_t* slots, uint32_t count,
                         const hit_task_pool* pool, const hit_allocator* allocator, hit_bvh_scratch* scratch)
{
    const hit_bvh_options options = {.pool = pool, .allocator = allocator, .scratch = scratch};
    hit_bvh* built = NULL;
    hit_aabb* chosen;
    hit_status status;

    if (count == 0) {
        hit_top_free(top, allocator);
        return HIT_OK;
    }
    chosen = hit_allocate(allocator, count * sizeof *chosen, 16);
    if (chosen == NULL)
        return HIT_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        chosen[i] = (hit_aabb){items[slots[i]].min, items[slots[i]].max};
    status = hit_bvh_build_aabbs(chosen, 0, count, &options, &built);
    hit_release(allocator, chosen, count * sizeof *chosen, 16);
    if (status == HIT_OK)
        status = hit_top_make_room(top, count, (uint32_t)built->header->nodes.count, allocator);
    if (status == HIT_OK) {
        take_nodes(top, built, items, slots);
        top->count = count;
        top->quick = false;
        memset(top->dirty, 0, node_count(top));
        survey(top);
    }
    hit_bvh_destroy(built);
    return status;
}

void hit_top_free(hit_top* top, const hit_allocator* allocator)
{
    if (top->tree != NULL) {
        hit_release(allocator, top->parent, top->room * sizeof *top->parent, 64);
        hit_release(allocator, top->dirty, top->room, 64);
        hit_bvh_destroy(top->tree);
    }
    *top = (hit_top){.tree = NULL};
}

void hit_top_places(const hit_top* top, uint32_t mark, uint32_t* where)
{
    if (top->tree == NULL)
        return;
    for (uint32_t n = 0; n < node_count(top); n++)
        for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++) {
            const uint32_t ref = nodes_of(top)[n].ref[lane];
            if (hit_top_is_object(ref))
                where[hit_top_slot(ref)] = (n << 3 | lane) | mark;
        }
}

void hit_top_move(hit_top* top, uint32_t place, const hit_top_item* item)
{
    hit_top_write_box(nodes_of(top) + (place >> 3), place & 7u, item);
    top->dirty[place >> 3] = 1;
}

void hit_top_replace(hit_top* top, uint32_t place, const hit_top_item* item)
{
    hit_bvh_node* node = nodes_of(top) + (place >> 3);

    if (item == NULL || hit_top_item_is_none(item))
        hit_top_write_box(node, place & 7u, &hit_top_no_item);
    else
        hit_top_write_object(node, place & 7u, item);
    top->dirty[place >> 3] = 1;
}

// ---- Refitting ------------------------------------------------------------------------------------------------------

// The box of a node as the node above has it, and of the root as the header has it.
static void noted_planes(const hit_top* top, uint32_t node, float plane[6])
{
    const uint32_t up = top->parent[node];

    if (up == HIT_TOP_NOWHERE)
        memcpy(plane, header_of(top)->bounds, 6 * sizeof *plane);
    else
        lane_planes(&nodes_of(top)[up >> 3], up & 7u, plane);
}

// Whether a box reaches out of another one by more than half the size of that. An empty one does not. Where the box of a
// node does not, no object has left its neighbourhood.
static bool reaches_out(const float of[6], const float box[6])
{
    bool out = false;

    for (int k = 0; k < 6; k += 2) {
        const float room = 0.5f * (of[k + 1] - of[k]);
        out |= box[k] < of[k] - room || box[k + 1] > of[k + 1] + room;
    }
    return out;
}

// Whether an object has left the neighbourhood of a node: its middle lies beyond the node's box by more than half the size
// of that, and its own. Never for an empty box, whose middle is a NaN.
static bool is_beyond(const float node[6], const float object[6])
{
    for (int k = 0; k < 6; k += 2) {
        const float room = 0.5f * (node[k + 1] - node[k]) + (object[k + 1] - object[k]);
        const float middle = 0.5f * object[k] + 0.5f * object[k + 1];
        if (middle < node[k] - room || middle > node[k + 1] + room)
            return true;
    }
    return false;
}

// List the objects of a node that have left its neighbourhood, and that of the node above, whose box is not written yet.
static uint32_t list_strays(const hit_top* top, uint32_t node, const float before[6], uint32_t* strays)
{
    const hit_bvh_node* n = &nodes_of(top)[node];
    float above[6], object[6];
    uint32_t count = 0;

    noted_planes(top, top->parent[node] >> 3, above);
    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++) {
        if (!hit_top_is_object(n->ref[lane]))
            continue;
        lane_planes(n, lane, object);
        if (is_beyond(before, object) && is_beyond(above, object))
            strays[count++] = hit_top_slot(n->ref[lane]);
    }
    return count;
}

uint32_t hit_top_refit(hit_top* top, uint32_t* strays)
{
    hit_bvh_node* nodes;
    float* bounds;
    uint32_t count = 0;

    if (top->tree == NULL)
        return 0;
    nodes = nodes_of(top);
    bounds = header_of(top)->bounds;
    for (uint32_t n = node_count(top); n-- > 0;) {
        const uint32_t up = top->parent[n];
        float plane[6], before[6];
        if (!top->dirty[n])
            continue;
        // Boxes go up to nodes that are elsewhere.
        if (n > REFIT_AHEAD)
            hit_fetch(nodes[top->parent[n - REFIT_AHEAD] >> 3].plane, sizeof nodes->plane);
        top->dirty[n] = 0;
        hit_top_node_planes(&nodes[n], plane);
        noted_planes(top, n, before);
        if (same_planes(before, plane))
            continue;
        top->area += hit_top_half_area(plane) - hit_top_half_area(before);
        if (up == HIT_TOP_NOWHERE) {
            memcpy(bounds, plane, sizeof plane);
            continue;
        }
        if (strays != NULL && reaches_out(before, plane))
            count += list_strays(top, n, before, strays + count);
        for (int k = 0; k < 6; k++)
            nodes[up >> 3].plane[k][up & 7u] = plane[k];
        top->dirty[up >> 3] = 1;
    }
    header_of(top)->reach = hit_top_reach(bounds);
    return count;
}

// Ask for the objects of a node.
static void fetch_objects(const hit_bvh_node* node, const hit_top_item* items)
{
    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++)
        if (hit_top_is_object(node->ref[lane]))
            hit_fetch(&items[hit_top_slot(node->ref[lane])], sizeof *items);
}

void hit_top_follow(hit_top* top, const hit_top_item* items)
{
    hit_bvh_node* nodes;
    hit_bvh_header* header;

    if (top->tree == NULL)
        return;
    nodes = nodes_of(top);
    header = header_of(top);
    top->area = top->share = 0.0;
    for (uint32_t n = node_count(top); n-- > 0;) {
        if (n >= FOLLOW_AHEAD)
            fetch_objects(&nodes[n - FOLLOW_AHEAD], items);
        for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++) {
            const uint32_t ref = nodes[n].ref[lane];
            if (hit_top_is_object(ref))
                hit_top_write_object(&nodes[n], lane, &items[hit_top_slot(ref)]);
        }
        hit_top_give_box(top, nodes, n, header->bounds);
    }
    header->reach = hit_top_reach(header->bounds);
}

double hit_top_mixing(const hit_top* top)
{
    return top->tree == NULL || !(top->built_share > 0.0) ? 1.0 : top->share / top->built_share;
}

double hit_top_wear(const hit_top* top)
{
    return top->tree == NULL || !(top->built_area > 0.0) ? 1.0 : top->area / top->built_area;
}
