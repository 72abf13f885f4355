// Is a block of bytes a tree? Everything that queries rely on is checked, so that hostile bytes give an error and never
// a crash, a loop or a wrong answer.
//
// First the header: sizes and offsets with arithmetic that cannot wrap. Then the checksum. Then the nodes, from the
// first to the last: children come after their parents, so each node has been reached, and its depth is known, when its
// turn comes, and there is neither recursion nor a stack. A child's box must be the smallest around what is below, as
// found there; for a node, that is the union of its children, which are checked by themselves later. Everything is
// referred to once, so each node, block and id is checked a fixed number of times: the time is linear in the size of
// the block, whatever it holds. What was seen is noted in one piece of memory, of at most 64 MiB beyond the size of the
// block. Shared blocks, of which there are few, are another matter: see validate_shared.c.
#include "bvh/format/validate.h"

#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "bvh/build/child_order.h"
#include "bvh/format/handle.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- The header -----------------------------------------------------------------------------------------------------

static hit_status check_identity(const hit_bvh_header* h, uint64_t size, hit_error* error)
{
    if (size < sizeof *h)
        return hit_fail(error, HIT_ERROR_FORMAT, 0, "%" PRIu64 " bytes are too few for a tree" HIT_BVH_ADVICE, size);
    if (memcmp(h->magic, HIT_BVH_MAGIC, sizeof h->magic) != 0)
        return hit_fail(error, HIT_ERROR_FORMAT, 0, "this is not a tree that hit_bvh_save wrote");
    if (h->endian != HIT_BVH_ENDIAN)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, endian),
                        "the byte order of the tree is not that of this machine" HIT_BVH_ADVICE);
    if (h->version != HIT_BVH_VERSION)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, version),
                        "the tree has version %" PRIu32 ", this library reads version %u" HIT_BVH_ADVICE, h->version,
                        HIT_BVH_VERSION);
    if (h->size != size)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, size),
                        "the header says %" PRIu64 " bytes, but there are %" PRIu64 HIT_BVH_ADVICE, h->size, size);
    if (size % HIT_BVH_ALIGNMENT != 0)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, size),
                        "%" PRIu64 " bytes are no multiple of %d" HIT_BVH_ADVICE, size, HIT_BVH_ALIGNMENT);
    return HIT_OK;
}

static hit_status check_fields(const hit_bvh_header* h, hit_error* error)
{
    if (h->kind > HIT_BVH_OBBS)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, kind),
                        "%" PRIu32 " is no kind of tree" HIT_BVH_ADVICE, h->kind);
    if (h->quality > HIT_BVH_HIGH)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, quality),
                        "%" PRIu32 " is no quality of a tree" HIT_BVH_ADVICE, h->quality);
    if (h->primitive_count > HIT_BVH_PRIMITIVES_MAX)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, primitive_count),
                        "%" PRIu32 " primitives are too many" HIT_BVH_ADVICE, h->primitive_count);
    if (h->skipped > h->primitive_count)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, skipped),
                        "%" PRIu32 " of %" PRIu32 " primitives skipped" HIT_BVH_ADVICE, h->skipped, h->primitive_count);
    if (h->depth < 1 || h->depth > HIT_BVH_DEPTH_MAX)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, depth),
                        "a depth of %" PRIu32 ", not from 1 to %d" HIT_BVH_ADVICE, h->depth, HIT_BVH_DEPTH_MAX);
    for (size_t i = 0; i < sizeof h->spare; i++)
        if (h->spare[i] != 0)
            return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, spare) + i,
                            "a spare byte of the header is not zero" HIT_BVH_ADVICE);
    return HIT_OK;
}

// The sections come in the order of the header, and each has as many elements as a tree of this kind can use.
static hit_status check_sections(const hit_bvh_header* h, hit_error* error)
{
    enum { SECTIONS = 5 };
    static const char name[SECTIONS][16] = {"nodes", "blocks", "boxes", "ids", "first leaves"};
    static const uint64_t bytes[SECTIONS] = {sizeof(hit_bvh_node), sizeof(hit_bvh_block), sizeof(hit_bvh_obb), 4, 4};
    const uint64_t held = h->primitive_count - h->skipped;
    const bool triangles = h->kind == HIT_BVH_TRIANGLES;
    // A block holds a primitive at least; an id is that of a primitive, or belongs to the table of a block. How many
    // first leaves there are is for check_shared.
    const uint64_t least[SECTIONS] = {1, 0, h->kind == HIT_BVH_OBBS ? held : 0, 0, 0};
    const uint64_t most[SECTIONS] = {UINT64_C(1) << 31, triangles ? held : 0, least[2],
                                     triangles ? held + HIT_BVH_WIDTH * h->blocks.count : 0, UINT64_MAX};
    const hit_bvh_section* section[SECTIONS] = {&h->nodes, &h->blocks, &h->obbs, &h->ids, &h->first_leaves};
    uint64_t end = sizeof *h;

    for (int i = 0; i < SECTIONS; i++) {
        const uint64_t field_offset = (uint64_t)((const char*)section[i] - (const char*)h);
        const uint64_t offset = section[i]->offset, count = section[i]->count;
        if (offset % HIT_BVH_ALIGNMENT != 0 || offset < end || offset > h->size)
            return hit_fail(error, HIT_ERROR_FORMAT, field_offset, "the %s cannot start at %" PRIu64 HIT_BVH_ADVICE,
                            name[i], offset);
        if (count > (h->size - offset) / bytes[i])
            return hit_fail(error, HIT_ERROR_FORMAT, field_offset + 8,
                            "%" PRIu64 " %s do not fit into the block" HIT_BVH_ADVICE, count, name[i]);
        if (count < least[i] || count > most[i])
            return hit_fail(error, HIT_ERROR_FORMAT, field_offset + 8,
                            "a tree of this kind and size cannot have %" PRIu64 " %s" HIT_BVH_ADVICE, count, name[i]);
        end = offset + count * bytes[i];
    }
    // A lane of a block holds one, but for runs, whose ids have a section.
    if (triangles && held > HIT_BVH_WIDTH * h->blocks.count + h->ids.count)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, primitive_count),
                        "%" PRIu64 " primitives have no room in %" PRIu64 " blocks" HIT_BVH_ADVICE, held,
                        h->blocks.count);
    return HIT_OK;
}

// Where the shared blocks and their tree begin, and what depends on whether there are any.
static hit_status check_shared(const hit_bvh_header* h, hit_error* error)
{
    const bool none = h->shared_root == 0;

    if (h->shared_root >= h->nodes.count || (!none && h->kind != HIT_BVH_TRIANGLES))
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, shared_root),
                        "the tree of shared blocks cannot begin at node %" PRIu32 HIT_BVH_ADVICE, h->shared_root);
    if (none ? h->shared_first != h->blocks.count : h->shared_first >= h->blocks.count)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, shared_first),
                        "the shared blocks cannot begin at block %" PRIu32 HIT_BVH_ADVICE, h->shared_first);
    if (!none && h->blocks.offset - h->nodes.offset < (h->nodes.count + 1) * sizeof(hit_bvh_node))
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, blocks),
                        "there is no room for one node more behind the nodes" HIT_BVH_ADVICE);
    if (!none && h->depth == HIT_BVH_DEPTH_MAX)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, depth),
                        "a depth of %" PRIu32 " leaves none for a root more" HIT_BVH_ADVICE, h->depth);
    if (none ? h->split_level != 0 : h->split_level < 1 || h->split_level > HIT_BVH_SPLIT_LEVEL_MAX)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, split_level),
                        "shared blocks cannot be split to the level %" PRIu32 HIT_BVH_ADVICE, h->split_level);
    if (h->first_leaves.count != hit_bvh_first_leaf_count(h->kind, h->nodes.count, h->shared_root))
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, first_leaves.count),
                        "%" PRIu64 " first leaves are not those of %" PRIu64 " nodes" HIT_BVH_ADVICE,
                        h->first_leaves.count, h->nodes.count);
    return HIT_OK;
}

hit_status hit_bvh_check_header(const hit_bvh_header* header, uint64_t size, hit_error* error)
{
    hit_status status = check_identity(header, size, error);

    if (status == HIT_OK)
        status = check_fields(header, error);
    if (status == HIT_OK)
        status = check_sections(header, error);
    if (status == HIT_OK)
        status = check_shared(header, error);
    return status;
}

// ---- The nodes ------------------------------------------------------------------------------------------------------

static hit_bvh_planes union_of_children(const hit_bvh_node* node)
{
    hit_bvh_planes all = hit_bvh_planes_empty();

    for (int p = 0; p < 6; p += 2)
        for (int child = 0; child < HIT_BVH_WIDTH; child++) {
            const float low = node->plane[p][child], high = node->plane[p + 1][child];
            all.at[p] = low < all.at[p] ? low : all.at[p];
            all.at[p + 1] = high > all.at[p + 1] ? high : all.at[p + 1];
        }
    return all;
}

static hit_status check_empty_child(const hit_bvh_checker* c, uint32_t n, int child)
{
    for (int p = 0; p < 6; p++) {
        const float* plane = &c->nodes[n].plane[p][child];
        if (!isinf(*plane) || (*plane < 0.0f) != (p % 2 == 1))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, plane),
                            "node %" PRIu32 ", child %d: empty, but its box is not" HIT_BVH_ADVICE, n, child);
    }
    return HIT_OK;
}

// The box that a child has, against that of what is in it.
static hit_status check_child_box(const hit_bvh_checker* c, uint32_t n, int child, const hit_bvh_planes* below)
{
    for (int p = 0; p < 6; p++) {
        const float* plane = &c->nodes[n].plane[p][child];
        if (!(*plane == below->at[p]))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, plane),
                            "node %" PRIu32
                            ", child %d: the box is not the smallest around what is in it" HIT_BVH_ADVICE,
                            n, child);
    }
    return HIT_OK;
}

static hit_status check_child(hit_bvh_checker* c, uint32_t n, int child, hit_bvh_planes* below)
{
    const uint32_t* ref = &c->nodes[n].ref[child];
    const uint64_t end = c->header->shared_root == 0 || c->shared ? c->header->nodes.count : c->header->shared_root;

    if (*ref <= n || *ref >= end)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                        "node %" PRIu32 ", child %d: refers to node %" PRIu32
                        ", not to a later one of %" PRIu64 HIT_BVH_ADVICE,
                        n, child, *ref, end);
    if (c->depth[*ref] != 0)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                        "node %" PRIu32 " is referred to twice" HIT_BVH_ADVICE, *ref);
    if (c->depth[n] == HIT_BVH_DEPTH_MAX)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                        "node %" PRIu32 " is deeper than %d" HIT_BVH_ADVICE, *ref, HIT_BVH_DEPTH_MAX);
    HIT_ASSERT(c->depth[n] >= 1 && c->depth[n] < HIT_BVH_DEPTH_MAX);
    c->depth[*ref] = (uint8_t)(c->depth[n] + 1);
    *below = union_of_children(&c->nodes[*ref]);
    return HIT_OK;
}

static hit_status check_used_child(hit_bvh_checker* c, uint32_t n, int child)
{
    const hit_bvh_node* node = &c->nodes[n];
    hit_bvh_planes below;
    hit_status status;

    for (int p = 0; p < 6; p++) {
        below.at[p] = node->plane[p][child];
        // Written so that a NaN fails it too.
        if (!isfinite(below.at[p]) || (p % 2 == 1 && !(below.at[p - 1] <= below.at[p])))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &node->plane[p][child]),
                            "node %" PRIu32 ", child %d: the box is empty or not finite" HIT_BVH_ADVICE, n, child);
    }
    if (node->ref[child] & HIT_BVH_LEAF)
        status = hit_bvh_check_leaf(c, &node->ref[child], &below);
    else
        status = check_child(c, n, child, &below);
    if (status == HIT_OK)
        status = check_child_box(c, n, child, &below);
    // The factor forgives another order of the same operations: nothing but speed depends on it.
    if (status == HIT_OK && child > 0 &&
        hit_bvh_child_area(node, (unsigned)child) > 1.000001 * hit_bvh_child_area(node, (unsigned)child - 1))
        status = hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &node->ref[child]),
                          "node %" PRIu32 ", child %d: larger than the child before it" HIT_BVH_ADVICE, n, child);
    return status;
}

static hit_status check_node(hit_bvh_checker* c, uint32_t n)
{
    const hit_bvh_node* node = &c->nodes[n];
    bool empty = false;

    if (c->depth[n] == 0)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, node),
                        "node %" PRIu32 " is not reached from the root" HIT_BVH_ADVICE, n);
    for (int child = 0; child < HIT_BVH_WIDTH; child++) {
        const uint32_t* ref = &node->ref[child];
        hit_status status;
        if (*ref != HIT_BVH_NO_REF && empty)
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                            "node %" PRIu32 ", child %d: in use after an empty child" HIT_BVH_ADVICE, n, child);
        empty = *ref == HIT_BVH_NO_REF;
        status = empty ? check_empty_child(c, n, child) : check_used_child(c, n, child);
        if (status != HIT_OK)
            return status;
    }
    for (int octant = 0; octant < 8; octant++)
        if (!hit_bvh_order_is_permutation(node->order[octant]))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &node->order[octant]),
                            "node %" PRIu32 ": an order that has not each child once" HIT_BVH_ADVICE, n);
    if (c->header->first_leaves.count != 0 && c->first_leaf[n] != hit_bvh_first_leaf(node))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &c->first_leaf[n]),
                        "node %" PRIu32 ": its leaves do not begin at %" PRIu32 HIT_BVH_ADVICE, n, c->first_leaf[n]);
    return HIT_OK;
}

// What the header says about the whole tree, once all of it has been checked.
static hit_status check_totals(const hit_bvh_checker* c)
{
    const hit_bvh_header* h = c->header;
    const uint64_t leaves = h->blocks.count + h->obbs.count;
    const hit_bvh_planes all = union_of_children(&c->nodes[0]);
    uint32_t depth = 0;
    float max_abs = 0.0f;

    // Each was met once, and what is met is within the sections.
    HIT_ASSERT(c->leaves <= leaves && c->primitives <= h->primitive_count);
    for (uint64_t n = 0; n < h->nodes.count; n++)
        depth = c->depth[n] > depth ? c->depth[n] : depth;
    for (int p = 0; p < 6; p++) {
        if (c->primitives > 0 && fabsf(all.at[p]) > max_abs)
            max_abs = fabsf(all.at[p]);
        if (!(h->bounds[p] == all.at[p]))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &h->bounds[p]),
                            "the bounds in the header are not those of the tree" HIT_BVH_ADVICE);
    }
    if (!(h->max_abs == max_abs))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &h->max_abs),
                        "the max_abs in the header is not that of the tree" HIT_BVH_ADVICE);
    if (h->depth != depth)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &h->depth),
                        "the header says a depth of %" PRIu32 ", it is %" PRIu32 HIT_BVH_ADVICE, h->depth, depth);
    if (c->leaves != leaves)
        return hit_fail(c->error, HIT_ERROR_FORMAT,
                        hit_bvh_byte_offset(c, h->kind == HIT_BVH_OBBS ? &h->obbs : &h->blocks),
                        "of %" PRIu64 " leaves %" PRIu32 " are in the tree" HIT_BVH_ADVICE, leaves, c->leaves);
    if (c->ids_used != h->ids.count)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &h->ids),
                        "of %" PRIu64 " ids %" PRIu64 " are in use" HIT_BVH_ADVICE, h->ids.count, c->ids_used);
    if (c->primitives != h->primitive_count - h->skipped)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &h->primitive_count),
                        "the header says %" PRIu32 " primitives, %" PRIu32
                        " of them skipped, but the tree has %" PRIu32 HIT_BVH_ADVICE,
                        h->primitive_count, h->skipped, c->primitives);
    return HIT_OK;
}

static hit_status check_nodes(hit_bvh_checker* c, uint64_t begin, uint64_t end)
{
    hit_status status = HIT_OK;

    HIT_ASSERT(begin < end && end <= c->header->nodes.count);
    c->depth[begin] = 1;
    for (uint64_t n = begin; n < end && status == HIT_OK; n++)
        status = check_node(c, (uint32_t)n);
    return status;
}

// The tree of shared blocks first: once these are known to be good, their split references can be computed.
static HIT_NOINLINE void check_tree(hit_bvh_checker* c, const hit_allocator* allocator, hit_status* status)
{
    const hit_bvh_header* h = c->header;

    *status = HIT_OK;
    if (h->shared_root != 0) {
        c->shared = true;
        *status = check_nodes(c, h->shared_root, h->nodes.count);
        c->shared = false;
        if (*status == HIT_OK)
            *status = hit_bvh_expect_split_refs(c, allocator);
    }
    if (*status == HIT_OK)
        *status = check_nodes(c, 0, h->shared_root != 0 ? h->shared_root : h->nodes.count);
    if (*status == HIT_OK && h->shared_root != 0 && c->first_leaf[h->nodes.count] != 0)
        *status = hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &c->first_leaf[h->nodes.count]),
                           "the last of the first leaves is not zero" HIT_BVH_ADVICE);
    if (*status == HIT_OK)
        *status = hit_bvh_check_all_split_refs(c);
    if (*status == HIT_OK)
        *status = check_totals(c);
}

hit_status hit_bvh_check(const void* bytes, size_t size, const hit_allocator* allocator, hit_error* error)
{
    const hit_bvh_header* h = bytes;
    const hit_allocator ours = hit_allocator_or_default(allocator);
    hit_status status = hit_bvh_check_header(h, size, error);
    size_t node_notes, leaf_notes, notes;
    hit_bvh_checker c = {0};
    hit_fpenv env;

    if (status != HIT_OK)
        return status;
    if (hit_bvh_checksum(h) != h->checksum)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_bvh_header, checksum),
                        "the checksum is wrong, so the tree is damaged" HIT_BVH_ADVICE);
    // No more than the bytes of the sections, and a bit for each of 2^29 primitives: this cannot wrap.
    node_notes = (size_t)h->nodes.count;
    leaf_notes = (size_t)((h->blocks.count + h->obbs.count) / 8 + 1);
    notes = node_notes + leaf_notes + h->primitive_count / 8 + 1;
    c.bytes = bytes;
    c.header = h;
    c.nodes = (const hit_bvh_node*)(const void*)(c.bytes + h->nodes.offset);
    c.blocks = (const hit_bvh_block*)(const void*)(c.bytes + h->blocks.offset);
    c.obbs = (const hit_bvh_obb*)(const void*)(c.bytes + h->obbs.offset);
    c.ids = (const uint32_t*)(const void*)(c.bytes + h->ids.offset);
    c.first_leaf = (const uint32_t*)(const void*)(c.bytes + h->first_leaves.offset);
    c.error = error;
    c.depth = hit_allocate(&ours, notes, 1);
    if (c.depth == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no %zu bytes of memory to check the tree with", notes);
    memset(c.depth, 0, notes);
    c.leaf_seen = c.depth + node_notes;
    c.id_seen = c.leaf_seen + leaf_notes;
    HIT_ASSERT(c.id_seen + h->primitive_count / 8 < c.depth + notes);
    env = hit_fpenv_enter();
    check_tree(&c, &ours, &status);
    hit_fpenv_leave(env);
    hit_bvh_free_split_refs(&c, &ours);
    hit_release(&ours, c.depth, notes, 1);
    return status == HIT_OK ? hit_succeed(error) : status;
}

hit_status hit_bvh_validate(const hit_bvh* bvh, hit_error* error)
{
    if (bvh == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the tree is NULL");
    return hit_bvh_check(bvh->header, (size_t)bvh->header->size, &bvh->allocator, error);
}
