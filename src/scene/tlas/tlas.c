// A top-level tree over the boxes of objects: building by SAH, changing, refitting. See scene/tlas/tlas.h.
//
// A refit goes from the last node to the first: nodes come after their parents (bvh/format/layout.h), so the children
// of a node are right when it is reached. A refit visits dirty nodes only; a node whose box does not change leaves its
// parent clean. A refit of all goes the same way, over all nodes, and reads the boxes of objects instead of being given
// those that moved: where most move, that takes a third of the time.
#include "scene/tlas/tlas.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/prefetch.h"
#include "bvh/format/handle.h"
#include "scene/tlas/node.h"

#include <math.h>
#include <string.h>

enum { REFIT_ALL_PREFETCH = 4, REFIT_PREFETCH = 16 }; ///< nodes ahead

// The tree is the scene's own, and so are its bytes.
static hit_bvh_node* nodes_of(const hit_tlas* tlas)
{
    return (hit_bvh_node*)(uintptr_t)tlas->tree->nodes;
}

static hit_bvh_header* header_of(const hit_tlas* tlas)
{
    return (hit_bvh_header*)(uintptr_t)tlas->tree->header;
}

static uint32_t node_count(const hit_tlas* tlas)
{
    return (uint32_t)tlas->tree->header->nodes.count;
}

static void child_planes(const hit_bvh_node* node, uint32_t child, float plane[6])
{
    for (int k = 0; k < 6; k++)
        plane[k] = node->plane[k][child];
}

static bool same_planes(const float a[6], const float b[6])
{
    bool same = true;
    for (int k = 0; k < 6; k++)
        same &= a[k] == b[k];
    return same;
}

// ---- Building -------------------------------------------------------------------------------------------------------

static hit_status make_tree(hit_tlas* tlas, uint32_t room, const hit_allocator* allocator)
{
    const uint64_t size = sizeof(hit_bvh_header) + (uint64_t)room * sizeof(hit_bvh_node);
    hit_bvh_header* header = size > SIZE_MAX ? NULL : hit_allocate(allocator, (size_t)size, HIT_BVH_ALIGNMENT);

    if (header == NULL)
        return HIT_ERROR_MEMORY;
    memset(header, 0, sizeof *header);
    header->size = size;
    header->kind = HIT_BVH_AABBS;
    header->nodes = (hit_bvh_section){sizeof *header, room};
    header->blocks = header->obbs = header->ids = header->first_leaves = (hit_bvh_section){sizeof *header, 0};
    tlas->tree = hit_bvh_handle(header, true, allocator);
    if (tlas->tree == NULL) {
        hit_release(allocator, header, (size_t)size, HIT_BVH_ALIGNMENT);
        return HIT_ERROR_MEMORY;
    }
    tlas->room = room;
    tlas->parent = hit_allocate(allocator, room * sizeof *tlas->parent, 64);
    tlas->dirty = hit_allocate(allocator, room, 64);
    if (tlas->parent != NULL && tlas->dirty != NULL)
        return HIT_OK;
    hit_tlas_free(tlas, allocator);
    return HIT_ERROR_MEMORY;
}

// Trees have a sixth to a quarter as many nodes as objects. Room is kept when objects go.
hit_status hit_tlas_reserve(hit_tlas* tlas, uint32_t objects, uint32_t nodes, const hit_allocator* allocator)
{
    const uint32_t usual = objects / 4 + 8, room = usual > nodes ? usual : nodes;
    hit_tlas made = {.tree = NULL};
    hit_status status;

    if (tlas->tree != NULL && tlas->room >= room)
        return HIT_OK;
    // One that has outgrown its room grows further.
    status = make_tree(&made, tlas->tree == NULL ? room : room + room / 8, allocator);
    if (status != HIT_OK)
        return status;
    hit_tlas_free(tlas, allocator);
    *tlas = made;
    return HIT_OK;
}

// Note parents, and sum areas.
static void measure_tree(hit_tlas* tlas)
{
    const hit_bvh_node* nodes = nodes_of(tlas);

    tlas->area = tlas->area_ratio = 0.0;
    tlas->parent[0] = HIT_TLAS_NOWHERE;
    for (uint32_t n = 0; n < node_count(tlas); n++) {
        float plane[6];
        double area;
        for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++)
            if (!(nodes[n].ref[child] & HIT_BVH_LEAF)) {
                HIT_ASSERT(nodes[n].ref[child] > n && nodes[n].ref[child] < node_count(tlas));
                tlas->parent[nodes[n].ref[child]] = n << 3 | child;
            }
        hit_tlas_node_planes(&nodes[n], plane);
        area = hit_tlas_half_area(plane);
        tlas->area += area;
        tlas->area_ratio += hit_tlas_child_area_ratio(&nodes[n], area);
    }
    tlas->built_area = tlas->area;
    tlas->built_area_ratio = tlas->area_ratio;
}

// Copy the nodes of a tree whose leaves are indices in a list of slots.
static void copy_nodes(hit_tlas* tlas, const hit_bvh* built, const hit_tlas_primref* primrefs, const uint32_t* slots)
{
    hit_bvh_header* header = header_of(tlas);

    HIT_ASSERT(built->header->nodes.count <= tlas->room);
    header->nodes.count = built->header->nodes.count;
    header->primitive_count = built->header->primitive_count;
    header->max_abs = built->header->max_abs;
    memcpy(header->bounds, built->header->bounds, sizeof header->bounds);
    for (uint32_t n = 0; n < node_count(tlas); n++) {
        hit_bvh_node* node = &nodes_of(tlas)[n];
        *node = built->nodes[n];
        for (int child = 0; child < HIT_BVH_WIDTH; child++)
            if (hit_tlas_is_object(node->ref[child])) {
                const hit_tlas_primref* primref = &primrefs[slots[node->ref[child] & ~HIT_BVH_LEAF]];
                node->ref[child] = primref->ref;
                node->generation[child] = primref->generation;
            }
    }
}

hit_status hit_tlas_build(hit_tlas* tlas, const hit_tlas_primref* primrefs, const uint32_t* slots, uint32_t count,
                          const hit_task_pool* pool, const hit_allocator* allocator, hit_bvh_scratch* scratch)
{
    const hit_bvh_options options = {.pool = pool, .allocator = allocator, .scratch = scratch};
    hit_bvh* built = NULL;
    hit_aabb* chosen;
    hit_status status;

    if (count == 0) {
        hit_tlas_free(tlas, allocator);
        return HIT_OK;
    }
    chosen = hit_allocate(allocator, count * sizeof *chosen, 16);
    if (chosen == NULL)
        return HIT_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        chosen[i] = (hit_aabb){primrefs[slots[i]].min, primrefs[slots[i]].max};
    status = hit_bvh_build_aabbs(chosen, 0, count, &options, &built, NULL);
    hit_release(allocator, chosen, count * sizeof *chosen, 16);
    if (status == HIT_OK)
        status = hit_tlas_reserve(tlas, count, (uint32_t)built->header->nodes.count, allocator);
    if (status == HIT_OK) {
        copy_nodes(tlas, built, primrefs, slots);
        tlas->count = count;
        tlas->morton_build = false;
        memset(tlas->dirty, 0, node_count(tlas));
        measure_tree(tlas);
    }
    hit_bvh_destroy(built);
    return status;
}

void hit_tlas_free(hit_tlas* tlas, const hit_allocator* allocator)
{
    if (tlas->tree != NULL) {
        hit_release(allocator, tlas->parent, tlas->room * sizeof *tlas->parent, 64);
        hit_release(allocator, tlas->dirty, tlas->room, 64);
        hit_bvh_destroy(tlas->tree);
    }
    *tlas = (hit_tlas){.tree = NULL};
}

void hit_tlas_store_slots(const hit_tlas* tlas, uint32_t mark, uint32_t* tree_slots)
{
    if (tlas->tree == NULL)
        return;
    for (uint32_t n = 0; n < node_count(tlas); n++)
        for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++) {
            const uint32_t ref = nodes_of(tlas)[n].ref[child];
            if (hit_tlas_is_object(ref))
                tree_slots[hit_tlas_slot(ref)] = (n << 3 | child) | mark;
        }
}

// Whether there is an object at a tree slot, or was one.
static bool is_object_slot(const hit_tlas* tlas, uint32_t tree_slot)
{
    return tree_slot >> 3 < node_count(tlas) && hit_tlas_is_object(nodes_of(tlas)[tree_slot >> 3].ref[tree_slot & 7u]);
}

void hit_tlas_move(hit_tlas* tlas, uint32_t tree_slot, const hit_tlas_primref* primref)
{
    HIT_ASSERT(is_object_slot(tlas, tree_slot));
    hit_tlas_write_box(nodes_of(tlas) + (tree_slot >> 3), tree_slot & 7u, primref);
    tlas->dirty[tree_slot >> 3] = 1;
}

void hit_tlas_replace(hit_tlas* tlas, uint32_t tree_slot, const hit_tlas_primref* primref)
{
    hit_bvh_node* node = nodes_of(tlas) + (tree_slot >> 3);

    HIT_ASSERT(is_object_slot(tlas, tree_slot));
    if (primref == NULL || hit_tlas_primref_is_empty(primref))
        hit_tlas_write_box(node, tree_slot & 7u, &hit_tlas_empty_primref);
    else
        hit_tlas_write_object(node, tree_slot & 7u, primref);
    tlas->dirty[tree_slot >> 3] = 1;
}

// ---- Refitting ------------------------------------------------------------------------------------------------------

// The box of a node as its parent has it, and of the root as the header has it.
static void stored_planes(const hit_tlas* tlas, uint32_t node, float plane[6])
{
    const uint32_t up = tlas->parent[node];

    HIT_ASSERT(up == HIT_TLAS_NOWHERE ? node == 0 : up >> 3 < node);
    if (up == HIT_TLAS_NOWHERE)
        memcpy(plane, header_of(tlas)->bounds, 6 * sizeof *plane);
    else
        child_planes(&nodes_of(tlas)[up >> 3], up & 7u, plane);
}

// Whether a box extends out of another one by more than half the size of that. An empty one does not. Where the box of
// a node does not, no object has left its neighbourhood.
static bool outgrows(const float of[6], const float box[6])
{
    bool out = false;

    for (int k = 0; k < 6; k += 2) {
        const float room = 0.5f * (of[k + 1] - of[k]);
        out |= box[k] < of[k] - room || box[k + 1] > of[k + 1] + room;
    }
    return out;
}

// Whether an object has left the neighbourhood of a node: its centroid lies beyond the node's box by more than half the
// size of that, and its own. Never for an empty box, whose centroid is a NaN.
static bool is_beyond(const float node[6], const float object[6])
{
    for (int k = 0; k < 6; k += 2) {
        const float room = 0.5f * (node[k + 1] - node[k]) + (object[k + 1] - object[k]);
        const float centroid = 0.5f * object[k] + 0.5f * object[k + 1];
        if (centroid < node[k] - room || centroid > node[k + 1] + room)
            return true;
    }
    return false;
}

// List the objects of a node that have left its neighbourhood, and that of its parent, whose box is not written yet.
static uint32_t list_outliers(const hit_tlas* tlas, uint32_t node, const float before[6], uint32_t* outliers)
{
    const hit_bvh_node* n = &nodes_of(tlas)[node];
    float above[6], object[6];
    uint32_t count = 0;

    HIT_ASSERT(node > 0);
    stored_planes(tlas, tlas->parent[node] >> 3, above);
    for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++) {
        if (!hit_tlas_is_object(n->ref[child]))
            continue;
        child_planes(n, child, object);
        if (is_beyond(before, object) && is_beyond(above, object))
            outliers[count++] = hit_tlas_slot(n->ref[child]);
    }
    return count;
}

uint32_t hit_tlas_refit(hit_tlas* tlas, uint32_t* outliers)
{
    hit_bvh_node* nodes;
    float* bounds;
    uint32_t count = 0;

    if (tlas->tree == NULL)
        return 0;
    nodes = nodes_of(tlas);
    bounds = header_of(tlas)->bounds;
    for (uint32_t n = node_count(tlas); n-- > 0;) {
        const uint32_t up = tlas->parent[n];
        float plane[6], before[6];
        if (!tlas->dirty[n])
            continue;
        // The parents of other nodes are not in the cache.
        if (n > REFIT_PREFETCH)
            hit_prefetch(nodes[tlas->parent[n - REFIT_PREFETCH] >> 3].plane, sizeof nodes->plane);
        tlas->dirty[n] = 0;
        hit_tlas_node_planes(&nodes[n], plane);
        stored_planes(tlas, n, before);
        if (same_planes(before, plane))
            continue;
        tlas->area += hit_tlas_half_area(plane) - hit_tlas_half_area(before);
        if (up == HIT_TLAS_NOWHERE) {
            memcpy(bounds, plane, sizeof plane);
            continue;
        }
        if (outliers != NULL && outgrows(before, plane))
            count += list_outliers(tlas, n, before, outliers + count);
        for (int k = 0; k < 6; k++)
            nodes[up >> 3].plane[k][up & 7u] = plane[k];
        tlas->dirty[up >> 3] = 1;
    }
    header_of(tlas)->max_abs = hit_tlas_max_abs(bounds);
    return count;
}

// Prefetch the objects of a node.
static void prefetch_objects(const hit_bvh_node* node, const hit_tlas_primref* primrefs)
{
    for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++)
        if (hit_tlas_is_object(node->ref[child]))
            hit_prefetch(&primrefs[hit_tlas_slot(node->ref[child])], sizeof *primrefs);
}

void hit_tlas_refit_all(hit_tlas* tlas, const hit_tlas_primref* primrefs)
{
    hit_bvh_node* nodes;
    hit_bvh_header* header;

    if (tlas->tree == NULL)
        return;
    nodes = nodes_of(tlas);
    header = header_of(tlas);
    tlas->area = tlas->area_ratio = 0.0;
    HIT_ASSERT(node_count(tlas) <= tlas->room);
    for (uint32_t n = node_count(tlas); n-- > 0;) {
        if (n >= REFIT_ALL_PREFETCH)
            prefetch_objects(&nodes[n - REFIT_ALL_PREFETCH], primrefs);
        for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++) {
            const uint32_t ref = nodes[n].ref[child];
            if (hit_tlas_is_object(ref))
                hit_tlas_write_object(&nodes[n], child, &primrefs[hit_tlas_slot(ref)]);
        }
        hit_tlas_propagate_box(tlas, nodes, n, header->bounds);
    }
    header->max_abs = hit_tlas_max_abs(header->bounds);
}

double hit_tlas_local_degradation(const hit_tlas* tlas)
{
    return tlas->tree == NULL || !(tlas->built_area_ratio > 0.0) ? 1.0 : tlas->area_ratio / tlas->built_area_ratio;
}

double hit_tlas_degradation(const hit_tlas* tlas)
{
    return tlas->tree == NULL || !(tlas->built_area > 0.0) ? 1.0 : tlas->area / tlas->built_area;
}
