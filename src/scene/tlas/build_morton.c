// A tree over objects in a hurry: for scenes that move so much that it will be worn soon.
//
// Objects are sorted along the Morton curve of their middles. A piece of the curve divides where its highest bit changes
// (C. Lauterbach et al., Fast BVH construction on GPUs, 2009). The pieces of a node come from dividing the longest one
// until there are eight; those of up to eight objects are not divided, since they make a node that is full of objects,
// but the shortest of them are dissolved into their objects as long as there are lanes for these. Boxes are found from
// the last node to the first. Where codes are equal, objects are divided by their number, so that no pile of them makes a
// deep tree: 30 divisions by codes, and 28 by numbers, at most lie above another.
//
// A tree is built over the one before it, in the same memory: what is needed is all there before the first node is
// written. There is room for a quarter more nodes than there are mostly (hit_top_make_room). Should the curve need more
// (pairs of objects, each pair closer to the last one than the one before), the objects are divided by their number.
//
// Some 40 ns per object, an eighth of what hit_bvh_build_aabbs takes; rays visit a twentieth
// more nodes. Memory is kept from build to build.
#include "base/fetch.h"
#include "base/memory.h"
#include "scene/tlas/tlas.h"
#include "scene/tlas/node.h"

#include <math.h>
#include <string.h>

enum { DIGIT = 10, DIGITS = 1 << DIGIT, PASSES = 3, DIVISIONS = 64 };

typedef struct quick {
    const hit_top_item* items; ///< by slot
    const uint32_t* slots;
    uint32_t count;
    uint64_t *key, *other; ///< the place on the curve, and the slot of the object
    hit_bvh_node* nodes;
    uint32_t* parent;
    uint32_t room, used; ///< nodes
} quick;

// A piece of the curve: keys from begin to end.
typedef struct piece {
    uint32_t begin, end;
} piece;

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
static uint32_t spread(uint32_t x)
{
    x = (x | x << 16) & 0x30000ffu;
    x = (x | x << 8) & 0x300f00fu;
    x = (x | x << 4) & 0x30c30c3u;
    return (x | x << 2) & 0x9249249u;
}

static void make_keys(quick* q)
{
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, scale[3];

    for (uint32_t i = 0; i < q->count; i++) {
        const hit_top_item* b = &q->items[q->slots[i]];
        const float middle[3] = {b->min.x + b->max.x, b->min.y + b->max.y, b->min.z + b->max.z};
        for (int k = 0; k < 3; k++) {
            low[k] = middle[k] < low[k] ? middle[k] : low[k];
            high[k] = middle[k] > high[k] ? middle[k] : high[k];
        }
    }
    for (int k = 0; k < 3; k++)
        scale[k] = high[k] > low[k] ? 1023.0f / (high[k] - low[k]) : 0.0f;
    for (uint32_t i = 0; i < q->count; i++) {
        const hit_top_item* b = &q->items[q->slots[i]];
        const float middle[3] = {b->min.x + b->max.x, b->min.y + b->max.y, b->min.z + b->max.z};
        uint32_t code = 0;
        for (unsigned k = 0; k < 3; k++) {
            const float cell = (middle[k] - low[k]) * scale[k];
            // Sums that overflow make cells of any size, or none.
            code |= spread(cell >= 1023.0f ? 1023u : cell > 0.0f ? (uint32_t)cell : 0u) << k;
        }
        q->key[i] = (uint64_t)code << 32 | q->slots[i];
    }
}

static void sort_keys(quick* q)
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

// An object by its place on the curve.
static const hit_top_item* object_at(const quick* q, uint32_t place)
{
    return &q->items[(uint32_t)q->key[place]];
}

// ---- Pieces ---------------------------------------------------------------------------------------------------------

static uint32_t length(piece p)
{
    return p.end - p.begin;
}

// The highest bit of a number that is not 0.
static uint64_t highest_bit(uint64_t x)
{
#if defined(__GNUC__)
    return (uint64_t)1 << (63 - __builtin_clzll(x));
#else
    while (x & (x - 1))
        x &= x - 1;
    return x;
#endif
}

// Where a piece of two objects or more divides: the first key with the highest bit of codes that is not the same in all of
// them; in a pile of equal codes, whose slots come in any order, the middle.
static uint32_t middle_of(const quick* q, piece p)
{
    uint64_t differ = q->key[p.begin] ^ q->key[p.end - 1];
    uint32_t low = p.begin, high = p.end - 1; // the bit is not set in the first, and set in the last

    if (differ >> 32 == 0)
        return p.begin + length(p) / 2;
    differ = highest_bit(differ);
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (q->key[middle] & differ)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// The pieces of a node, up to eight, from the one that it stands for.
static uint32_t divide(const quick* q, piece from, piece lanes[HIT_BVH_LANES])
{
    uint32_t count = 1;

    lanes[0] = from;
    while (count < HIT_BVH_LANES) {
        uint32_t longest = 0, at;
        for (uint32_t i = 1; i < count; i++)
            longest = length(lanes[i]) > length(lanes[longest]) ? i : longest;
        if (length(lanes[longest]) <= HIT_BVH_LANES)
            break;
        at = middle_of(q, lanes[longest]);
        lanes[count++] = (piece){at, lanes[longest].end};
        lanes[longest].end = at;
    }
    while (count < HIT_BVH_LANES) {
        uint32_t shortest = HIT_BVH_LANES, end;
        for (uint32_t i = 0; i < count; i++)
            if (length(lanes[i]) > 1 && (shortest == HIT_BVH_LANES || length(lanes[i]) < length(lanes[shortest])))
                shortest = i;
        if (shortest == HIT_BVH_LANES || length(lanes[shortest]) - 1 > HIT_BVH_LANES - count)
            break;
        end = lanes[shortest].end;
        lanes[shortest].end = lanes[shortest].begin + 1;
        for (uint32_t at = lanes[shortest].end; at < end; at++)
            lanes[count++] = (piece){at, at + 1};
    }
    return count;
}

// The same by numbers: pieces as long as a power of eight, but for the last one, so that nodes are full. Nodes for n objects
// are at most n/7 and one for each level.
static uint32_t divide_evenly(piece from, piece lanes[HIT_BVH_LANES])
{
    uint64_t unit = 1;
    uint32_t count = 0;

    while (unit * HIT_BVH_LANES < length(from))
        unit *= HIT_BVH_LANES;
    for (uint64_t begin = from.begin; begin < from.end; begin += unit)
        lanes[count++] = (piece){(uint32_t)begin, begin + unit < from.end ? (uint32_t)(begin + unit) : from.end};
    return count;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

// Ask for what a node that is made soon needs: the lines that it is written to, and its objects, which are anywhere.
// Without that a build takes a third longer.
static void fetch_node(const quick* q, uint32_t node, piece p)
{
    hit_fetch(&q->nodes[node], sizeof *q->nodes);
    for (uint32_t i = p.begin; length(p) <= HIT_BVH_LANES && i < p.end; i++)
        hit_fetch(object_at(q, i), sizeof(hit_top_item));
}

// A piece of up to eight objects makes a node of its own.
static void write_objects(const quick* q, piece p, hit_bvh_node* node)
{
    const hit_top_item* item[HIT_BVH_LANES];

    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++)
        item[lane] = lane < length(p) ? object_at(q, p.begin + lane) : &hit_top_no_item;
    hit_top_write_objects(node, item);
}

// All nodes, each after its parent, and without the boxes of nodes. False when there is no room for them, which cannot be
// where they are divided evenly.
static bool make_nodes(quick* q, bool evenly)
{
    // The children of a node are all made before their sisters' children: seven of each level wait.
    struct {
        piece piece;
        uint32_t node;
    } waiting[DIVISIONS * (HIT_BVH_LANES - 1) + HIT_BVH_LANES];
    uint32_t size = 0;

    q->used = 1;
    q->parent[0] = HIT_TOP_NOWHERE;
    waiting[size].piece = (piece){0, q->count};
    waiting[size++].node = 0;
    while (size > 0) {
        const piece from = waiting[--size].piece;
        const uint32_t at = waiting[size].node;
        hit_bvh_node* node = &q->nodes[at];
        piece lanes[HIT_BVH_LANES];
        if (length(from) <= HIT_BVH_LANES) {
            write_objects(q, from, node);
            continue;
        }
        const uint32_t count = evenly ? divide_evenly(from, lanes) : divide(q, from, lanes);
        for (uint32_t lane = 0; lane < count; lane++) {
            if (length(lanes[lane]) == 1) {
                hit_top_write_object(node, lane, object_at(q, lanes[lane].begin));
                continue;
            }
            if (q->used == q->room)
                return false;
            node->ref[lane] = q->used;
            node->generation[lane] = 0;
            q->parent[q->used] = at << 3 | lane;
            fetch_node(q, q->used, lanes[lane]);
            waiting[size].piece = lanes[lane];
            waiting[size++].node = q->used++;
        }
        for (uint32_t lane = count; lane < HIT_BVH_LANES; lane++)
            hit_top_write_object(node, lane, &hit_top_no_item);
    }
    return true;
}

// The boxes of nodes, and the sums of their areas and shares: children come after their parents. `bounds` are those of
// the root.
static void make_boxes(const quick* q, hit_top* top, float bounds[6])
{
    top->area = top->share = 0.0;
    for (uint32_t n = q->used; n-- > 0;)
        hit_top_give_box(top, q->nodes, n, bounds);
}

// ---- The tree -------------------------------------------------------------------------------------------------------

static void finish(hit_top* top, const quick* q)
{
    hit_bvh_header* header = (hit_bvh_header*)(uintptr_t)top->tree->header;

    header->nodes.count = q->used;
    header->primitive_count = q->count;
    header->reach = hit_top_reach(header->bounds);
    top->count = q->count;
    top->built_area = top->area;
    top->built_share = top->share;
    top->quick = true;
    memset(top->dirty, 0, q->used);
}

hit_status hit_top_build_quick(hit_top* top, const hit_top_item* items, const uint32_t* slots, uint32_t count,
                               const hit_allocator* allocator, hit_bvh_scratch* scratch)
{
    quick q = {.items = items, .slots = slots, .count = count};
    hit_status status;

    if (count == 0) {
        hit_top_free(top, allocator);
        return HIT_OK;
    }
    if (!make_scratch(scratch, count, allocator))
        return HIT_ERROR_MEMORY;
    status = hit_top_make_room(top, count, 0, allocator);
    if (status != HIT_OK)
        return status;
    q.key = scratch->memory;
    q.other = q.key + count;
    q.nodes = (hit_bvh_node*)(uintptr_t)top->tree->nodes;
    q.parent = top->parent;
    q.room = top->room;
    make_keys(&q);
    sort_keys(&q);
    if (!make_nodes(&q, false))
        (void)make_nodes(&q, true);
    make_boxes(&q, top, ((hit_bvh_header*)(uintptr_t)top->tree->header)->bounds);
    finish(top, &q);
    return HIT_OK;
}
