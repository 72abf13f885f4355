// A tree over objects in a hurry: for scenes that move so much that it will be worn soon.
//
// Objects are sorted along the Morton curve of their middles. The tree of two-way divisions that the bits of the curve
// give (C. Lauterbach et al., Fast BVH construction on GPUs, 2009) is found in one pass from left to right with a stack:
// the division between two neighbours is above another one when they differ in a higher bit. Nodes of eight are
// made from it by opening the largest of a node's children until there are eight. Where codes are equal, the numbers of
// the objects go on as lower bits, so that no pile of objects makes a deep tree: 62 divisions at most lie above another.
//
// Some 40 ns per object, an eighth of what hit_bvh_build_aabbs takes; rays take a tenth longer on the tree. Memory is
// kept from build to build.
#include "base/memory.h"
#include "bvh/handle.h"
#include "scene/top.h"

#include <math.h>
#include <string.h>

enum { AXIS_BITS = 10, DIGIT = 10, DIGITS = 1 << DIGIT, PASSES = 3, DIVISIONS = 64 };

// A box in the tree of two-way divisions. Those of objects come first, in the order of the curve.
typedef struct part {
    float low[3];
    uint32_t left; ///< of an object, its slot
    float high[3];
    uint32_t right; ///< of an object, its generation
} part;

typedef struct quick {
    const hit_aabb* box;
    const uint32_t* generation;
    const uint32_t* slots;
    uint32_t count;
    uint64_t *key, *other; ///< the place on the curve, and the number of the object
    part* part;
    hit_bvh_node* nodes;
    uint32_t* parent;
    uint32_t room, used; ///< nodes
    double area;
} quick;

// ---- Memory ---------------------------------------------------------------------------------------------------------

static size_t scratch_size(uint32_t count)
{
    return (size_t)count * (2 * sizeof(uint64_t) + 2 * sizeof(part));
}

static bool make_scratch(hit_top_memory* memory, uint32_t count, const hit_allocator* allocator)
{
    const size_t size = scratch_size(count);

    if (memory->size < size) {
        // A quarter more than needed, for a scene that grows.
        void* made = hit_allocate(allocator, size + size / 4, 64);
        if (made == NULL)
            return false;
        hit_release(allocator, memory->memory, memory->size, 64);
        memory->memory = made;
        memory->size = size + size / 4;
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
        const hit_aabb* b = &q->box[q->slots[i]];
        const float middle[3] = {b->min.x + b->max.x, b->min.y + b->max.y, b->min.z + b->max.z};
        for (int k = 0; k < 3; k++) {
            low[k] = middle[k] < low[k] ? middle[k] : low[k];
            high[k] = middle[k] > high[k] ? middle[k] : high[k];
        }
    }
    for (int k = 0; k < 3; k++)
        scale[k] = high[k] > low[k] ? 1023.0f / (high[k] - low[k]) : 0.0f;
    for (uint32_t i = 0; i < q->count; i++) {
        const hit_aabb* b = &q->box[q->slots[i]];
        const float middle[3] = {b->min.x + b->max.x, b->min.y + b->max.y, b->min.z + b->max.z};
        uint32_t code = 0;
        for (unsigned k = 0; k < 3; k++) {
            const float cell = (middle[k] - low[k]) * scale[k];
            // Sums that overflow make cells of any size, or none.
            code |= spread(cell >= 1023.0f ? 1023u : cell > 0.0f ? (uint32_t)cell : 0u) << k;
        }
        q->key[i] = (uint64_t)code << 32 | i;
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

// ---- Divisions ------------------------------------------------------------------------------------------------------

static void make_objects(quick* q)
{
    for (uint32_t i = 0; i < q->count; i++) {
        const uint32_t slot = q->slots[(uint32_t)q->key[i]];
        const hit_aabb* b = &q->box[slot];
        q->part[i] = (part){{b->min.x, b->min.y, b->min.z}, slot, {b->max.x, b->max.y, b->max.z}, q->generation[slot]};
    }
}

static void join(quick* q, uint32_t at)
{
    part* p = &q->part[at];
    const part *a = &q->part[p->left], *b = &q->part[p->right];
    for (int k = 0; k < 3; k++) {
        p->low[k] = a->low[k] < b->low[k] ? a->low[k] : b->low[k];
        p->high[k] = a->high[k] > b->high[k] ? a->high[k] : b->high[k];
    }
}

// The root of the divisions.
static uint32_t divide(quick* q)
{
    uint32_t open[DIVISIONS], size = 0, left = 0;
    uint64_t bits[DIVISIONS];

    for (uint32_t i = 0; i + 1 < q->count; i++) {
        const uint64_t differ = q->key[i] ^ q->key[i + 1];
        const uint32_t at = q->count + i;
        left = i;
        while (size > 0 && bits[size - 1] < differ) {
            q->part[open[--size]].right = left;
            left = open[size];
            join(q, left);
        }
        q->part[at].left = left;
        open[size] = at;
        bits[size++] = differ;
    }
    left = q->count - 1;
    while (size > 0) {
        q->part[open[--size]].right = left;
        left = open[size];
        join(q, left);
    }
    return left;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static float half_area(const part* p)
{
    const float x = p->high[0] - p->low[0], y = p->high[1] - p->low[1], z = p->high[2] - p->low[2];
    return x * y + y * z + z * x;
}

// Up to eight parts that a node has, from the one that it stands for.
static uint32_t open_part(const quick* q, uint32_t from, uint32_t lanes[HIT_BVH_LANES])
{
    float area[HIT_BVH_LANES];
    uint32_t count = 1;

    lanes[0] = from;
    area[0] = from < q->count ? -1.0f : half_area(&q->part[from]);
    while (count < HIT_BVH_LANES) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < count; i++)
            largest = area[i] > area[largest] ? i : largest;
        // Objects cannot be opened.
        if (lanes[largest] < q->count)
            break;
        const uint32_t a = q->part[lanes[largest]].left, b = q->part[lanes[largest]].right;
        lanes[largest] = a;
        area[largest] = a < q->count ? -1.0f : half_area(&q->part[a]);
        lanes[count] = b;
        area[count++] = b < q->count ? -1.0f : half_area(&q->part[b]);
    }
    return count;
}

static void write_node(quick* q, uint32_t at, const uint32_t lanes[HIT_BVH_LANES], uint32_t count)
{
    hit_bvh_node* node = &q->nodes[at];

    for (uint32_t lane = 0; lane < HIT_BVH_LANES; lane++) {
        const part* p = lane < count ? &q->part[lanes[lane]] : NULL;
        for (int k = 0; k < 3; k++) {
            node->plane[2 * k][lane] = p == NULL ? HUGE_VALF : p->low[k];
            node->plane[2 * k + 1][lane] = p == NULL ? -HUGE_VALF : p->high[k];
        }
        node->ref[lane] = p == NULL ? HIT_BVH_NO_REF : HIT_BVH_LEAF | p->left;
        node->spare[lane] = p == NULL ? 0 : p->right;
    }
}

// All nodes, each after its parent. False when there is no room for them.
static bool collapse(quick* q, uint32_t root)
{
    // The children of a node are all opened before their sisters' children: seven of each level wait.
    struct {
        uint32_t part, node;
    } waiting[DIVISIONS * (HIT_BVH_LANES - 1) + HIT_BVH_LANES];
    uint32_t size = 0;

    q->used = 1;
    q->area = 0.0;
    q->parent[0] = HIT_TOP_NOWHERE;
    waiting[size].part = root;
    waiting[size++].node = 0;
    while (size > 0) {
        const uint32_t from = waiting[--size].part, at = waiting[size].node;
        uint32_t lanes[HIT_BVH_LANES];
        const uint32_t count = open_part(q, from, lanes);
        q->area += half_area(&q->part[from]);
        write_node(q, at, lanes, count);
        for (uint32_t lane = 0; lane < count; lane++) {
            if (lanes[lane] < q->count)
                continue;
            if (q->used == q->room)
                return false;
            q->nodes[at].ref[lane] = q->used;
            q->parent[q->used] = at << 3 | lane;
            waiting[size].part = lanes[lane];
            waiting[size++].node = q->used++;
        }
    }
    return true;
}

// ---- The tree -------------------------------------------------------------------------------------------------------

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
    header->blocks = header->obbs = header->ids = (hit_bvh_section){sizeof *header, 0};
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

static void finish(hit_top* top, const quick* q, const part* root)
{
    hit_bvh_header* header = (hit_bvh_header*)(uintptr_t)top->tree->header;

    header->nodes.count = q->used;
    header->primitive_count = q->count;
    header->reach = 0.0f;
    for (int k = 0; k < 3; k++) {
        header->bounds[2 * k] = root->low[k];
        header->bounds[2 * k + 1] = root->high[k];
        header->reach = fmaxf(header->reach, fmaxf(fabsf(root->low[k]), fabsf(root->high[k])));
    }
    top->count = q->count;
    top->area = top->built_area = q->area;
    top->quick = true;
    memset(top->dirty, 0, q->used);
}

hit_status hit_top_build_quick(hit_top* top, const hit_aabb* box, const uint32_t* generation, const uint32_t* slots,
                               uint32_t count, const hit_allocator* allocator, hit_top_memory* memory)
{
    // Nodes of less than eight lanes have objects only, so that there are never more than 9/15 of the objects; a third
    // will do, mostly.
    const uint32_t usual = count / 3 + 8, most = (uint32_t)((uint64_t)count * 9 / 15) + 8;
    quick q = {.box = box, .generation = generation, .slots = slots, .count = count};
    uint32_t root;

    if (count == 0) {
        hit_top_free(top, allocator);
        return HIT_OK;
    }
    if (!make_scratch(memory, count, allocator)) {
        hit_top_free(top, allocator);
        return HIT_ERROR_MEMORY;
    }
    q.key = memory->memory;
    q.other = q.key + count;
    q.part = (part*)(void*)(q.other + count);
    make_keys(&q);
    sort_keys(&q);
    make_objects(&q);
    root = divide(&q);
    for (uint32_t room = usual;; room = most) {
        if (top->tree == NULL || top->room < room) {
            hit_status status;
            hit_top_free(top, allocator);
            status = make_tree(top, room, allocator);
            if (status != HIT_OK)
                return status;
        }
        q.nodes = (hit_bvh_node*)(uintptr_t)top->tree->nodes;
        q.parent = top->parent;
        q.room = top->room;
        if (collapse(&q, root))
            break;
        if (room == most) {
            hit_top_free(top, allocator);
            return HIT_ERROR_LIMIT; // cannot be, as long as areas are numbers
        }
    }
    finish(top, &q, &q.part[root]);
    return HIT_OK;
}
