// An LBVH build: a top-level tree in a fraction of the time of an SAH build, for scenes that move so much that it will
// degrade soon.
//
// Objects are sorted along the Morton curve of their centroids. A range of the curve splits where the highest bit of
// its codes changes (C. Lauterbach et al., Fast BVH construction on GPUs, 2009). The children of a node come from
// splitting the longest range until there are eight. Ranges of up to eight objects are not split, since they make a
// node that is full of objects; but the shortest of them are dissolved into their objects as long as there are children
// for these. Boxes are found from the last node to the first. Where codes are equal, ranges are split in half, so that
// no pile of objects makes a deep tree: at most 30 splits by codes and 28 in half lie above one another.
//
// A tree is built over the one before it, in the same memory: what is needed is all there before the first node is
// written. There is room for a quarter more nodes than most trees have (hit_tlas_reserve). Should the curve need more
// (pairs of objects, each pair closer to the last one than the one before), the objects are split by their number.
//
// Some 40 ns per object, an eighth of what hit_bvh_build_aabbs takes; rays visit a twentieth more nodes. Memory is kept
// from build to build.
#include "base/assert.h"
#include "base/memory.h"
#include "base/prefetch.h"
#include "scene/tlas/tlas.h"
#include "scene/tlas/node.h"

#include <math.h>
#include <string.h>

enum { DIGIT = 10, DIGITS = 1 << DIGIT, PASSES = 3, DEPTH_MAX = 64 };

typedef struct morton_build {
    const hit_tlas_primref* primrefs; ///< by slot
    const uint32_t* slots;
    uint32_t count;
    uint64_t *key, *other; ///< the Morton code in the upper half, the slot of the object in the lower one
    hit_bvh_node* nodes;
    uint32_t* parent;
    uint32_t room, used; ///< nodes
} morton_build;

// A range of the curve: keys from begin to end.
typedef struct key_range {
    uint32_t begin, end;
} key_range;

// ---- Memory ---------------------------------------------------------------------------------------------------------

static size_t scratch_size(uint32_t count)
{
    return (size_t)count * 2 * sizeof(uint64_t);
}

static bool make_scratch(hit_bvh_scratch* scratch, uint32_t count, const hit_allocator* allocator)
{
    const size_t size = scratch_size(count);

    if (scratch->size < size) {
        // A quarter more than needed, for a scene that grows.
        void* made = hit_allocate(allocator, size + size / 4, HIT_BVH_ALIGNMENT);
        if (made == NULL)
            return false;
        hit_bvh_scratch_free(scratch, allocator);
        scratch->memory = made;
        scratch->size = size + size / 4;
    }
    return true;
}

// ---- The curve ------------------------------------------------------------------------------------------------------

// Two zeros before each of ten bits.
static uint32_t expand_bits(uint32_t x)
{
    x = (x | x << 16) & 0x30000ffu;
    x = (x | x << 8) & 0x300f00fu;
    x = (x | x << 4) & 0x30c30c3u;
    return (x | x << 2) & 0x9249249u;
}

static void make_keys(morton_build* q)
{
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, scale[3];

    for (uint32_t i = 0; i < q->count; i++) {
        const hit_tlas_primref* b = &q->primrefs[q->slots[i]];
        const float centroid[3] = {b->min.x + b->max.x, b->min.y + b->max.y, b->min.z + b->max.z};
        for (int k = 0; k < 3; k++) {
            low[k] = centroid[k] < low[k] ? centroid[k] : low[k];
            high[k] = centroid[k] > high[k] ? centroid[k] : high[k];
        }
    }
    for (int k = 0; k < 3; k++)
        scale[k] = high[k] > low[k] ? 1023.0f / (high[k] - low[k]) : 0.0f;
    for (uint32_t i = 0; i < q->count; i++) {
        const hit_tlas_primref* b = &q->primrefs[q->slots[i]];
        const float centroid[3] = {b->min.x + b->max.x, b->min.y + b->max.y, b->min.z + b->max.z};
        uint32_t code = 0;
        for (unsigned k = 0; k < 3; k++) {
            const float cell = (centroid[k] - low[k]) * scale[k];
            // Sums that overflow make cells of any size, or NaNs.
            code |= expand_bits(cell >= 1023.0f ? 1023u : cell > 0.0f ? (uint32_t)cell : 0u) << k;
        }
        q->key[i] = (uint64_t)code << 32 | q->slots[i];
    }
}

static void sort_keys(morton_build* q)
{
    uint32_t number[PASSES][DIGITS];

    memset(number, 0, sizeof number);
    for (uint32_t i = 0; i < q->count; i++)
        for (unsigned pass = 0; pass < PASSES; pass++)
            number[pass][q->key[i] >> (32 + DIGIT * pass) & (DIGITS - 1)]++;
    for (unsigned pass = 0; pass < PASSES; pass++) {
        uint64_t* done = q->other;
        uint32_t next = 0;
        for (unsigned d = 0; d < DIGITS; d++) {
            const uint32_t count = number[pass][d];
            number[pass][d] = next;
            next += count;
        }
        for (uint32_t i = 0; i < q->count; i++)
            q->other[number[pass][q->key[i] >> (32 + DIGIT * pass) & (DIGITS - 1)]++] = q->key[i];
        q->other = q->key;
        q->key = done;
    }
}

// An object by its index on the curve.
static const hit_tlas_primref* object_at(const morton_build* q, uint32_t i)
{
    HIT_ASSERT(i < q->count);
    return &q->primrefs[(uint32_t)q->key[i]];
}

// ---- Ranges ---------------------------------------------------------------------------------------------------------

static uint32_t length(key_range p)
{
    HIT_ASSERT(p.begin < p.end);
    return p.end - p.begin;
}

// The highest bit of a number that is not 0.
static uint64_t highest_bit(uint64_t x)
{
    HIT_ASSERT(x != 0);
#if defined(__GNUC__)
    return (uint64_t)1 << (63 - __builtin_clzll(x));
#else
    while (x & (x - 1))
        x &= x - 1;
    return x;
#endif
}

// Where a range of two objects or more splits: at the first key with the highest bit of codes that is not the same in
// all of them; in a pile of equal codes, whose slots come in any order, in the middle.
static uint32_t find_split(const morton_build* q, key_range p)
{
    uint64_t differ = q->key[p.begin] ^ q->key[p.end - 1];
    uint32_t low = p.begin, high = p.end - 1; // the bit is not set in the first, and set in the last

    if (differ >> 32 == 0)
        return p.begin + length(p) / 2;
    differ = highest_bit(differ);
    while (high - low > 1) {
        const uint32_t mid = low + (high - low) / 2;
        if (q->key[mid] & differ)
            high = mid;
        else
            low = mid;
    }
    HIT_ASSERT(p.begin < high && high < p.end && (q->key[high] & differ) && !(q->key[high - 1] & differ));
    return high;
}

// The ranges of the children of a node, up to eight, from its own range.
static uint32_t split_range(const morton_build* q, key_range from, key_range children[HIT_BVH_WIDTH])
{
    uint32_t count = 1;

    children[0] = from;
    while (count < HIT_BVH_WIDTH) {
        uint32_t longest = 0, at;
        for (uint32_t i = 1; i < count; i++)
            longest = length(children[i]) > length(children[longest]) ? i : longest;
        if (length(children[longest]) <= HIT_BVH_WIDTH)
            break;
        at = find_split(q, children[longest]);
        children[count++] = (key_range){at, children[longest].end};
        children[longest].end = at;
    }
    while (count < HIT_BVH_WIDTH) {
        uint32_t shortest = HIT_BVH_WIDTH, end;
        for (uint32_t i = 0; i < count; i++)
            if (length(children[i]) > 1 &&
                (shortest == HIT_BVH_WIDTH || length(children[i]) < length(children[shortest])))
                shortest = i;
        if (shortest == HIT_BVH_WIDTH || length(children[shortest]) - 1 > HIT_BVH_WIDTH - count)
            break;
        end = children[shortest].end;
        children[shortest].end = children[shortest].begin + 1;
        for (uint32_t at = children[shortest].end; at < end; at++)
            children[count++] = (key_range){at, at + 1};
    }
    return count;
}

// The same by numbers: ranges as long as a power of eight, but for the last one, so that nodes are full. For n objects
// there are at most n/7 nodes, and one for each level.
static uint32_t split_range_evenly(key_range from, key_range children[HIT_BVH_WIDTH])
{
    uint64_t unit = 1;
    uint32_t count = 0;

    while (unit * HIT_BVH_WIDTH < length(from))
        unit *= HIT_BVH_WIDTH;
    for (uint64_t begin = from.begin; begin < from.end; begin += unit)
        children[count++] = (key_range){(uint32_t)begin, begin + unit < from.end ? (uint32_t)(begin + unit) : from.end};
    return count;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

// Prefetch what a node that is made soon needs: the lines that it is written to, and its objects, which are anywhere in
// memory. Without that a build takes a third longer.
static void prefetch_node(const morton_build* q, uint32_t node, key_range p)
{
    hit_prefetch(&q->nodes[node], sizeof *q->nodes);
    for (uint32_t i = p.begin; length(p) <= HIT_BVH_WIDTH && i < p.end; i++)
        hit_prefetch(object_at(q, i), sizeof(hit_tlas_primref));
}

// A range of up to eight objects makes a node of its own.
static void write_objects(const morton_build* q, key_range p, hit_bvh_node* node)
{
    const hit_tlas_primref* primref[HIT_BVH_WIDTH];

    HIT_ASSERT(length(p) <= HIT_BVH_WIDTH);
    for (uint32_t child = 0; child < HIT_BVH_WIDTH; child++)
        primref[child] = child < length(p) ? object_at(q, p.begin + child) : &hit_tlas_empty_primref;
    hit_tlas_write_objects(node, primref);
}

// All nodes, each after its parent, and without the boxes of nodes. False when there is no room for them, which cannot
// be where they are split evenly.
static bool make_nodes(morton_build* q, bool evenly)
{
    // The children of a node are all made before their siblings' children: seven of each level wait.
    enum { WAITING_MAX = DEPTH_MAX * (HIT_BVH_WIDTH - 1) + HIT_BVH_WIDTH };
    struct {
        key_range key_range;
        uint32_t node;
    } waiting[WAITING_MAX];
    uint32_t size = 0;

    q->used = 1;
    q->parent[0] = HIT_TLAS_NOWHERE;
    waiting[size].key_range = (key_range){0, q->count};
    waiting[size++].node = 0;
    while (size > 0) {
        const key_range from = waiting[--size].key_range;
        const uint32_t at = waiting[size].node;
        hit_bvh_node* node = &q->nodes[at];
        key_range children[HIT_BVH_WIDTH];
        if (length(from) <= HIT_BVH_WIDTH) {
            write_objects(q, from, node);
            continue;
        }
        const uint32_t count = evenly ? split_range_evenly(from, children) : split_range(q, from, children);
        for (uint32_t child = 0; child < count; child++) {
            if (length(children[child]) == 1) {
                hit_tlas_write_object(node, child, object_at(q, children[child].begin));
                continue;
            }
            if (q->used == q->room)
                return false;
            node->ref[child] = q->used;
            node->generation[child] = 0;
            q->parent[q->used] = at << 3 | child;
            prefetch_node(q, q->used, children[child]);
            HIT_ASSERT(size < WAITING_MAX);
            waiting[size].key_range = children[child];
            waiting[size++].node = q->used++;
        }
        for (uint32_t child = count; child < HIT_BVH_WIDTH; child++)
            hit_tlas_write_object(node, child, &hit_tlas_empty_primref);
    }
    return true;
}

// The boxes of nodes, and the sums of their areas and area ratios: children come after their parents. `bounds` are
// those of the root.
static void make_boxes(const morton_build* q, hit_tlas* tlas, float bounds[6])
{
    tlas->area = tlas->area_ratio = 0.0;
    for (uint32_t n = q->used; n-- > 0;)
        hit_tlas_propagate_box(tlas, q->nodes, n, bounds);
}

// ---- The tree -------------------------------------------------------------------------------------------------------

static void finish(hit_tlas* tlas, const morton_build* q)
{
    hit_bvh_header* header = (hit_bvh_header*)(uintptr_t)tlas->tree->header;

    HIT_ASSERT(q->used <= tlas->room);
    header->nodes.count = q->used;
    header->primitive_count = q->count;
    header->max_abs = hit_tlas_max_abs(header->bounds);
    tlas->count = q->count;
    tlas->built_area = tlas->area;
    tlas->built_area_ratio = tlas->area_ratio;
    tlas->morton_build = true;
    memset(tlas->dirty, 0, q->used);
}

hit_status hit_tlas_build_morton(hit_tlas* tlas, const hit_tlas_primref* primrefs, const uint32_t* slots,
                                 uint32_t count, const hit_allocator* allocator, hit_bvh_scratch* scratch)
{
    morton_build q = {.primrefs = primrefs, .slots = slots, .count = count};
    hit_status status;

    if (count == 0) {
        hit_tlas_free(tlas, allocator);
        return HIT_OK;
    }
    if (!make_scratch(scratch, count, allocator))
        return HIT_ERROR_MEMORY;
    status = hit_tlas_reserve(tlas, count, 0, allocator);
    if (status != HIT_OK)
        return status;
    q.key = scratch->memory;
    q.other = q.key + count;
    q.nodes = (hit_bvh_node*)(uintptr_t)tlas->tree->nodes;
    q.parent = tlas->parent;
    q.room = tlas->room;
    make_keys(&q);
    sort_keys(&q);
    if (!make_nodes(&q, false)) {
        const bool fits = make_nodes(&q, true);
        HIT_ASSERT(fits);
        (void)fits;
    }
    make_boxes(&q, tlas, ((hit_bvh_header*)(uintptr_t)tlas->tree->header)->bounds);
    finish(tlas, &q);
    return HIT_OK;
}
