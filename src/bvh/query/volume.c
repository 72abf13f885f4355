// What of a tree touches a volume, or lies in it.
//
// One traversal for all volumes (volume.h): a culler tests the eight boxes of a node. What is outside is dropped; below
// a box that is inside everything counts, without a test; what remains goes down to the primitives, where the boxes of
// up to eight triangles are culled in the same way before the exact test.
//
// The indices found are kept in the caller's array: appended while there is room, sorted at the end. When there are
// more than its capacity, the array becomes a heap with the largest index on top, which the next smaller one replaces;
// so the lowest ones are left, and nothing is allocated.
#include "bvh/query/volume.h"

#include "base/fpenv.h"
#include "bvh/format/layout.h"

// Each node that is taken from the stack leaves at most eight, one level down.
enum { STACK = HIT_BVH_DEPTH_MAX * (HIT_BVH_WIDTH - 1) + 8 };

// On the stack: the box of this node is inside. Leaves are never on the stack, so their mark is free.
#define INSIDE_FLAG HIT_BVH_LEAF

// ---- What is found ---------------------------------------------------------------------------------------------

typedef struct found_ids {
    uint32_t* ids;
    uint32_t capacity;
    uint32_t count; ///< of all found
    const uint32_t* masks;
    uint32_t mask;
} found_ids;

static bool counts(const found_ids* found, uint32_t id)
{
    return found->masks == NULL || (found->masks[id] & found->mask) != 0;
}

static void add(found_ids* found, uint32_t id)
{
    if (!counts(found, id))
        return;
    if (found->count < found->capacity) {
        found->ids[found->count] = id;
    } else if (found->capacity > 0) {
        if (found->count == found->capacity)
            hit_ids_make_heap(found->ids, found->capacity);
        HIT_ASSERT(id != found->ids[0]); // each is found once
        if (id < found->ids[0])
            hit_ids_replace_top(found->ids, found->capacity, id);
    }
    found->count++;
}

// ---- Primitives ------------------------------------------------------------------------------------------------

static void add_run(found_ids* found, const hit_bvh_run* run)
{
    if (run->ids == NULL) {
        add(found, run->first);
        return;
    }
    for (uint32_t i = 0; i < run->count; i++)
        add(found, run->ids[i]);
}

static bool run_counts(const found_ids* found, const hit_bvh_run* run)
{
    if (run->ids == NULL)
        return counts(found, run->first);
    for (uint32_t i = 0; i < run->count; i++)
        if (counts(found, run->ids[i]))
            return true;
    return false;
}

static void test_block(const hit_bvh* bvh, const hit_bvh_block* block, const hit_volume* volume,
                       const hit_volume_kernel* kernel, found_ids* found)
{
    unsigned met, inside;

    kernel->cull_block(&volume->culler, block, &met, &inside);
    met &= hit_bvh_block_mask(block);
    for (; met != 0; met &= met - 1) {
        const unsigned lane = hit_many_lowest_bit(met);
        const hit_bvh_run run = hit_bvh_block_ids(bvh, block, lane);
        if (!run_counts(found, &run))
            continue;
        if ((inside >> lane & 1u) == 0) {
            const hit_triangle triangle = hit_bvh_block_triangle(block, lane);
            if (!hit_volume_accepts_triangle(volume, &triangle))
                continue;
        }
        add_run(found, &run);
    }
}

// A leaf whose box the volume may cross.
static void test_leaf(const hit_bvh* bvh, const hit_bvh_node* node, unsigned child, const hit_volume* volume,
                      const hit_volume_kernel* kernel, found_ids* found)
{
    const uint32_t at = node->ref[child] & ~HIT_BVH_LEAF;

    if (bvh->header->kind == HIT_BVH_TRIANGLES) {
        const hit_bvh_block* block = bvh->blocks + (at & HIT_BVH_BLOCK_INDEX);
        for (uint32_t n = hit_bvh_ref_blocks(node->ref[child]); n > 0; n--, block++)
            test_block(bvh, block, volume, kernel, found);
    } else if (bvh->header->kind == HIT_BVH_AABBS) {
        if (counts(found, at) && hit_volume_accepts_aabb(volume, hit_bvh_child_box(node, child)))
            add(found, at);
    } else {
        const hit_bvh_obb* obb = bvh->obbs + at;
        if (counts(found, obb->id) && hit_volume_accepts_obb(volume, &obb->box))
            add(found, obb->id);
    }
}

// A leaf that is inside.
static void add_leaf(const hit_bvh* bvh, uint32_t ref, found_ids* found)
{
    const uint32_t at = ref & ~HIT_BVH_LEAF;

    if (bvh->header->kind == HIT_BVH_TRIANGLES) {
        const hit_bvh_block* block = bvh->blocks + (at & HIT_BVH_BLOCK_INDEX);
        for (uint32_t n = hit_bvh_ref_blocks(ref); n > 0; n--, block++) {
            for (unsigned lanes = hit_bvh_block_mask(block); lanes != 0; lanes &= lanes - 1) {
                const hit_bvh_run run = hit_bvh_block_ids(bvh, block, hit_many_lowest_bit(lanes));
                add_run(found, &run);
            }
        }
    } else {
        add(found, bvh->header->kind == HIT_BVH_AABBS ? at : bvh->obbs[at].id);
    }
}

// ---- The tree --------------------------------------------------------------------------------------------------

static unsigned used_children(const hit_bvh_node* node)
{
    unsigned used = 0;
    for (unsigned child = 0; child < HIT_BVH_WIDTH; child++)
        used |= (unsigned)(node->ref[child] != HIT_BVH_NO_REF) << child;
    return used;
}

static void search(const hit_bvh* bvh, const hit_volume* volume, const hit_bvh_pass* pass, found_ids* found)
{
    const hit_volume_kernel* const kernel = hit_volume_kernels[hit_cpu_in_use()];
    uint32_t stack[STACK];
    unsigned top = 0;

    stack[top++] = pass->root;
    while (top > 0) {
        const uint32_t entry = stack[--top];
        const hit_bvh_node* node = bvh->nodes + (entry & ~INSIDE_FLAG);
        unsigned met, inside;
        if (entry & INSIDE_FLAG)
            met = inside = used_children(node);
        else
            kernel->cull_node(&volume->culler, node->plane, &met, &inside);
        for (unsigned rest = met; rest != 0; rest &= rest - 1)
            hit_bvh_prefetch(bvh, node->ref[hit_many_lowest_bit(rest)]);
        for (; met != 0; met &= met - 1) {
            const unsigned child = hit_many_lowest_bit(met);
            const uint32_t ref = node->ref[child];
            const bool is_inside = (inside >> child & 1u) != 0;
            HIT_ASSERT(ref != HIT_BVH_NO_REF && top < STACK);
            if (!(ref & HIT_BVH_LEAF))
                stack[top++] = is_inside ? ref | INSIDE_FLAG : ref;
            else if (hit_bvh_pass_skips(pass, ref))
                continue;
            else if (is_inside)
                add_leaf(bvh, ref, found);
            else
                test_leaf(bvh, node, child, volume, kernel, found);
        }
    }
}

// ---- The public calls ------------------------------------------------------------------------------------------

// The shape of a query: one of these.
typedef struct shape {
    hit_volume_kind kind;
    const hit_cone* cone;
    const hit_frustum* frustum;
    const hit_obb* obb;
    hit_aabb box;
    hit_sphere sphere;
} shape;

static HIT_NOINLINE void find(const hit_bvh* bvh, const shape* s, hit_include include, found_ids* found)
{
    const float max_abs = bvh->header->max_abs;
    hit_bvh_pass pass = hit_bvh_pass_first(bvh);
    hit_volume volume;
    bool solid;

    volume.include = include;
    switch (s->kind) {
    case HIT_VOLUME_CONE:
        solid = hit_volume_from_cone(s->cone, &volume);
        break;
    case HIT_VOLUME_FRUSTUM:
        solid = hit_volume_from_frustum(s->frustum, max_abs, &volume);
        break;
    case HIT_VOLUME_AABB:
        solid = hit_volume_from_aabb(s->box, &volume);
        break;
    case HIT_VOLUME_OBB:
        solid = hit_volume_from_obb(s->obb, max_abs, &volume);
        break;
    default:
        solid = hit_volume_from_sphere(s->sphere, max_abs, &volume);
        break;
    }
    if (!solid)
        return;
    do
        search(bvh, &volume, &pass, found);
    while (hit_bvh_pass_next(bvh, &pass));
    hit_ids_sort(found->ids, found->count < found->capacity ? found->count : found->capacity);
}

static uint32_t in_shape(const hit_bvh* bvh, const shape* s, hit_include include, const hit_bvh_filter* filter,
                         uint32_t* primitives, uint32_t capacity)
{
    found_ids found = {primitives, primitives == NULL ? 0 : capacity, 0, filter == NULL ? NULL : filter->masks,
                       filter == NULL ? 0 : filter->mask};
    hit_fpenv saved;

    if (bvh == NULL)
        return 0;
    saved = hit_fpenv_enter();
    find(bvh, s, include, &found);
    hit_fpenv_leave(saved);
    return found.count;
}

uint32_t hit_bvh_in_cone(const hit_bvh* bvh, const hit_cone* cone, hit_include include, const hit_bvh_filter* filter,
                         uint32_t* primitives, uint32_t capacity)
{
    const shape s = {.kind = HIT_VOLUME_CONE, .cone = cone};
    return cone == NULL ? 0 : in_shape(bvh, &s, include, filter, primitives, capacity);
}

uint32_t hit_bvh_in_frustum(const hit_bvh* bvh, const hit_frustum* frustum, hit_include include,
                            const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity)
{
    const shape s = {.kind = HIT_VOLUME_FRUSTUM, .frustum = frustum};
    return frustum == NULL ? 0 : in_shape(bvh, &s, include, filter, primitives, capacity);
}

uint32_t hit_bvh_in_aabb(const hit_bvh* bvh, hit_aabb box, hit_include include, const hit_bvh_filter* filter,
                         uint32_t* primitives, uint32_t capacity)
{
    const shape s = {.kind = HIT_VOLUME_AABB, .box = box};
    return in_shape(bvh, &s, include, filter, primitives, capacity);
}

uint32_t hit_bvh_in_obb(const hit_bvh* bvh, const hit_obb* obb, hit_include include, const hit_bvh_filter* filter,
                        uint32_t* primitives, uint32_t capacity)
{
    const shape s = {.kind = HIT_VOLUME_OBB, .obb = obb};
    return obb == NULL ? 0 : in_shape(bvh, &s, include, filter, primitives, capacity);
}

uint32_t hit_bvh_in_sphere(const hit_bvh* bvh, hit_sphere sphere, hit_include include, const hit_bvh_filter* filter,
                           uint32_t* primitives, uint32_t capacity)
{
    const shape s = {.kind = HIT_VOLUME_SPHERE, .sphere = sphere};
    return in_shape(bvh, &s, include, filter, primitives, capacity);
}
