// A tree over the boxes of objects that can be changed in place: see top.h.
//
// Refitting goes from the last node to the first: nodes come after their parents (bvh/format.h), so a node is finished
// when its turn comes. Only dirty ones are looked at; a node whose box does not change makes its parent no dirtier.
// Cost: a tenth of 100,000 boxes takes some 0.5 ms, all of them 2 ms.
#include "scene/top.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

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

// The smallest box around the lanes of a node: low and high of each axis in turn. Lanes that are not in use do not count:
// their low planes are +inf and their high ones -inf. By halves, so that compilers see vectors.
static void node_planes(const hit_bvh_node* node, float plane[6])
{
    for (int k = 0; k < 6; k += 2) {
        float low[4], high[4];
        for (int i = 0; i < 4; i++) {
            const float a = node->plane[k][i], b = node->plane[k][i + 4];
            const float c = node->plane[k + 1][i], d = node->plane[k + 1][i + 4];
            low[i] = a < b ? a : b;
            high[i] = c > d ? c : d;
        }
        for (int i = 0; i < 2; i++) {
            low[i] = low[i] < low[i + 2] ? low[i] : low[i + 2];
            high[i] = high[i] > high[i + 2] ? high[i] : high[i + 2];
        }
        plane[k] = low[0] < low[1] ? low[0] : low[1];
        plane[k + 1] = high[0] > high[1] ? high[0] : high[1];
    }
}

static double half_area(const float plane[6])
{
    const double x = (double)plane[1] - plane[0], y = (double)plane[3] - plane[2], z = (double)plane[5] - plane[4];
    return x >= 0.0 && y >= 0.0 && z >= 0.0 ? x * y + y * z + z * x : 0.0;
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

// Note parents, and sum up areas.
static void survey(hit_top* top)
{
    const hit_bvh_node* nodes = nodes_of(top);

    top->area = 0.0;
    top->parent[0] = HIT_TOP_NOWHERE;
    for (uint32_t n = 0; n < node_count(top); n++) {
        float plane[6];
        for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++)
            if (!(nodes[n].ref[lane] & HIT_BVH_LEAF))
                top->parent[nodes[n].ref[lane]] = n << 3 | lane;
        node_planes(&nodes[n], plane);
        top->area += half_area(plane);
    }
    top->built_area = top->area;
}

hit_status hit_top_build(hit_top* top, const hit_aabb* box, const uint32_t* generation, const uint32_t* slots,
                         uint32_t count, const hit_task_pool* pool, const hit_allocator* allocator,
                         hit_bvh_scratch* scratch)
{
    const hit_bvh_options options = {.pool = pool, .allocator = allocator, .scratch = scratch};
    hit_top made = {.count = count};
    hit_aabb* chosen;
    hit_status status;

    if (count == 0) {
        *top = made;
        return HIT_OK;
    }
    chosen = hit_allocate(allocator, count * sizeof *chosen, 16);
    if (chosen == NULL)
        return HIT_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        chosen[i] = box[slots[i]];
    status = hit_bvh_build_aabbs(chosen, 0, count, &options, &made.tree);
    hit_release(allocator, chosen, count * sizeof *chosen, 16);
    if (status != HIT_OK)
        return status;
    made.room = node_count(&made);
    made.parent = hit_allocate(allocator, made.room * sizeof *made.parent, 64);
    made.dirty = hit_allocate(allocator, made.room, 64);
    if (made.parent == NULL || made.dirty == NULL) {
        hit_top_free(&made, allocator);
        return HIT_ERROR_MEMORY;
    }
    memset(made.dirty, 0, node_count(&made));
    survey(&made);
    for (uint32_t n = 0; n < node_count(&made); n++) {
        hit_bvh_node* node = &nodes_of(&made)[n];
        for (int lane = 0; lane < HIT_BVH_LANES; lane++)
            if (node->ref[lane] != HIT_BVH_NO_REF && (node->ref[lane] & HIT_BVH_LEAF)) {
                const uint32_t slot = slots[node->ref[lane] & ~HIT_BVH_LEAF];
                node->ref[lane] = HIT_BVH_LEAF | slot;
                node->spare[lane] = generation[slot];
            }
    }
    *top = made;
    return HIT_OK;
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
            if (ref != HIT_BVH_NO_REF && (ref & HIT_BVH_LEAF))
                where[ref & ~HIT_BVH_LEAF] = (n << 3 | lane) | mark;
        }
}

static void widen_reach(hit_top* top, const float plane[6])
{
    float reach = top->tree->header->reach;
    for (int k = 0; k < 6; k++)
        reach = isfinite(plane[k]) && fabsf(plane[k]) > reach ? fabsf(plane[k]) : reach;
    header_of(top)->reach = reach;
}

void hit_top_move(hit_top* top, uint32_t place, hit_aabb box, uint32_t generation)
{
    hit_bvh_node* node = nodes_of(top) + (place >> 3);
    const bool empty = !(box.min.x <= box.max.x);
    const float plane[6] = {empty ? HUGE_VALF : box.min.x, empty ? -HUGE_VALF : box.max.x,
                            empty ? HUGE_VALF : box.min.y, empty ? -HUGE_VALF : box.max.y,
                            empty ? HUGE_VALF : box.min.z, empty ? -HUGE_VALF : box.max.z};
    float before[6];

    if (!top->dirty[place >> 3]) {
        // What the node has counted for so far; hit_top_refit adds what it counts for then.
        node_planes(node, before);
        top->area -= half_area(before);
        top->dirty[place >> 3] = 1;
    }
    for (int k = 0; k < 6; k++)
        node->plane[k][place & 7u] = plane[k];
    node->spare[place & 7u] = generation;
    widen_reach(top, plane);
}

void hit_top_refit(hit_top* top)
{
    hit_bvh_node* nodes;
    float plane[6];

    if (top->tree == NULL)
        return;
    nodes = nodes_of(top);
    for (uint32_t n = node_count(top); n-- > 0;) {
        uint32_t up;
        if (!top->dirty[n])
            continue;
        top->dirty[n] = 0;
        node_planes(&nodes[n], plane);
        top->area += half_area(plane);
        up = top->parent[n];
        if (up != HIT_TOP_NOWHERE) {
            hit_bvh_node* parent = nodes + (up >> 3);
            float before[6], around[6];
            lane_planes(parent, up & 7u, before);
            if (same_planes(before, plane))
                continue;
            if (!top->dirty[up >> 3]) {
                node_planes(parent, around);
                top->area -= half_area(around);
                top->dirty[up >> 3] = 1;
            }
            for (int k = 0; k < 6; k++)
                parent->plane[k][up & 7u] = plane[k];
        }
    }
    node_planes(&nodes[0], plane);
    memcpy(header_of(top)->bounds, plane, sizeof plane);
}

hit_aabb hit_top_node_box(const hit_top* top, uint32_t place)
{
    float p[6];
    node_planes(nodes_of(top) + (place >> 3), p);
    return (hit_aabb){{p[0], p[2], p[4]}, {p[1], p[3], p[5]}};
}

double hit_top_wear(const hit_top* top)
{
    return top->tree == NULL || !(top->built_area > 0.0) ? 1.0 : top->area / top->built_area;
}
