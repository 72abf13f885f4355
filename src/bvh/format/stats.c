// What a tree is: its numbers, and its triangles.
//
// The cost is that of the surface area heuristic (Goldsmith and Salmon 1987; MacDonald and Booth 1990): a random line
// that meets a convex body meets a convex part of it with a probability that is the ratio of their surface areas. So
// the expected number of tests is 1 for the root, and for each child the ratio of its area to that of the bounds, once
// for a node and for a box, and for triangles as often as it has blocks. Where the bounds have no area, all children
// count in full.
#include "base/fpenv.h"
#include "bvh/format/layout.h"

static HIT_NOINLINE void find_costs(const hit_bvh* bvh, uint32_t held, double* bytes, double* cost)
{
    const float* b = bvh->header->bounds;
    const double whole = hit_half_area((double)b[1] - b[0], (double)b[3] - b[2], (double)b[5] - b[4]);
    // Those that the first hit is found in; split references are among them.
    const uint64_t ray_nodes = bvh->header->shared_root != 0 ? bvh->header->shared_root : bvh->header->nodes.count;
    double sum = 0.0;

    *bytes = *cost = 0.0;
    if (held == 0)
        return;
    *bytes = (double)bvh->header->size / held;
    for (uint64_t n = 0; n < ray_nodes; n++)
        for (unsigned child = 0; child < HIT_BVH_WIDTH && bvh->nodes[n].ref[child] != HIT_BVH_NO_REF; child++) {
            const uint32_t ref = bvh->nodes[n].ref[child];
            const bool blocks = (ref & HIT_BVH_LEAF) != 0 && bvh->header->kind == HIT_BVH_TRIANGLES;
            const double tests = blocks ? hit_bvh_ref_blocks(ref) : 1.0;
            sum += tests * (whole > 0.0 ? hit_bvh_child_area(&bvh->nodes[n], child) : 1.0);
        }
    *cost = 1.0 + (whole > 0.0 ? sum / whole : sum);
}

hit_bvh_stats hit_bvh_get_stats(const hit_bvh* bvh)
{
    hit_bvh_stats stats = {0};
    const hit_bvh_header* h;
    uint32_t held;
    hit_fpenv env;

    if (bvh == NULL)
        return stats;
    h = bvh->header;
    HIT_ASSERT(h->skipped <= h->primitive_count);
    held = h->primitive_count - h->skipped;
    stats.kind = (hit_bvh_kind)h->kind;
    stats.primitives = h->primitive_count;
    stats.skipped = h->skipped;
    stats.nodes = (uint32_t)h->nodes.count;
    stats.leaves = h->kind == HIT_BVH_TRIANGLES ? (uint32_t)h->blocks.count : held;
    stats.depth = h->depth;
    stats.bytes = (size_t)h->size;
    stats.bounds.min = hit_vec3_make(h->bounds[0], h->bounds[2], h->bounds[4]);
    stats.bounds.max = hit_vec3_make(h->bounds[1], h->bounds[3], h->bounds[5]);
    env = hit_fpenv_enter();
    find_costs(bvh, held, &stats.bytes_per_primitive, &stats.cost);
    hit_fpenv_leave(env);
    return stats;
}

// True when the ids of a lane, which ascend, include this one.
static bool run_has(hit_bvh_run run, uint32_t primitive)
{
    if (run.count == 1)
        return run.first == primitive;
    for (uint32_t low = 0, high = run.count; low < high;) {
        const uint32_t at = low + (high - low) / 2;
        if (run.ids[at] == primitive)
            return true;
        if (run.ids[at] < primitive)
            low = at + 1;
        else
            high = at;
    }
    return false;
}

bool hit_bvh_find_triangle(const hit_bvh* bvh, uint32_t primitive, hit_triangle* triangle)
{
    if (bvh == NULL || triangle == NULL || bvh->header->kind != HIT_BVH_TRIANGLES ||
        primitive >= bvh->header->primitive_count)
        return false;
    for (uint64_t b = 0; b < bvh->header->blocks.count; b++) {
        const hit_bvh_block* block = &bvh->blocks[b];
        for (unsigned lane = 0; lane < HIT_BVH_WIDTH && (hit_bvh_block_mask(block) >> lane & 1u) != 0; lane++)
            if (run_has(hit_bvh_block_ids(bvh, block, lane), primitive)) {
                *triangle = hit_bvh_block_triangle(block, lane);
                return true;
            }
    }
    return false;
}
