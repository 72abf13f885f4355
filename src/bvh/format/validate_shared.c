// Are the split references of shared blocks right? A child that is missing, or whose box is too small, would lose hits.
//
// The blocks are split again, and each split reference that comes of it must be found among the children, once. The
// number of split references that a tree may have bounds both the time and the memory.
#include "bvh/format/validate.h"

#include "base/fail.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

static uint32_t shared_count(const hit_bvh_checker* c)
{
    HIT_ASSERT(c->header->shared_first <= c->header->blocks.count);
    return (uint32_t)c->header->blocks.count - c->header->shared_first;
}

static uint32_t split_refs_limit(const hit_bvh_checker* c)
{
    return (c->header->primitive_count - c->header->skipped) / HIT_BVH_PRIMS_PER_SPLIT_REF;
}

// The size of the notes; they begin with the split references.
static size_t notes_size(const hit_bvh_checker* c)
{
    return c->split_ref_count * (sizeof *c->split_refs + sizeof *c->split_ref_seen) +
           (shared_count(c) + 1u) * sizeof *c->split_ref_begin;
}

// Split all shared blocks. Without notes, only count the split references, and stop when there are more than there may
// be.
static void split_shared(hit_bvh_checker* c)
{
    const uint32_t most = split_refs_limit(c);
    uint32_t count = 0;

    for (uint32_t i = 0; i < shared_count(c) && (c->split_refs != NULL || count <= most); i++) {
        hit_bvh_split_ref split_ref[HIT_BVH_SPLIT_REFS_MAX];
        const unsigned made = hit_bvh_split_block(&c->blocks[c->header->shared_first + i], c->header->bounds,
                                                  c->header->split_level, split_ref);
        if (c->split_refs != NULL) {
            c->split_ref_begin[i] = count;
            memcpy(c->split_refs + count, split_ref, made * sizeof *split_ref);
        }
        HIT_ASSERT(made >= 1 && made <= HIT_BVH_SPLIT_REFS_MAX);
        count += made;
    }
    if (c->split_refs != NULL)
        c->split_ref_begin[shared_count(c)] = count;
    c->split_ref_count = count;
}

hit_status hit_bvh_expect_split_refs(hit_bvh_checker* c, const hit_allocator* allocator)
{
    size_t size;
    char* notes;

    split_shared(c);
    if (c->split_ref_count > split_refs_limit(c))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &c->header->split_level),
                        "%" PRIu32 " split references or more are too many for %" PRIu32 " primitives" HIT_BVH_ADVICE,
                        c->split_ref_count, c->header->primitive_count);
    size = notes_size(c);
    notes = hit_allocate(allocator, size, _Alignof(hit_bvh_split_ref));
    if (notes == NULL)
        return hit_fail(c->error, HIT_ERROR_MEMORY, 0,
                        "no %zu bytes of memory to check the split references of a tree with", size);
    memset(notes, 0, size);
    c->split_refs = (hit_bvh_split_ref*)(void*)notes;
    c->split_ref_begin = (uint32_t*)(void*)(c->split_refs + c->split_ref_count);
    c->split_ref_seen = (uint8_t*)(c->split_ref_begin + shared_count(c) + 1);
    split_shared(c);
    HIT_ASSERT(c->split_ref_begin[0] == 0 && c->split_ref_begin[shared_count(c)] == c->split_ref_count);
    return HIT_OK;
}

static bool is_box(const hit_bvh_split_ref* split_ref, const hit_bvh_planes* child)
{
    for (int k = 0; k < 3; k++)
        if (!(split_ref->low[k] == child->at[2 * k] && split_ref->high[k] == child->at[2 * k + 1]))
            return false;
    return true;
}

hit_status hit_bvh_check_split_ref(hit_bvh_checker* c, const uint32_t* ref, const hit_bvh_planes* child)
{
    const uint32_t block = (*ref & ~HIT_BVH_LEAF) - c->header->shared_first;

    if (*ref & ~HIT_BVH_LEAF & ~HIT_BVH_BLOCK_INDEX || block >= shared_count(c))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                        "a split reference refers to blocks that are not one shared one" HIT_BVH_ADVICE);
    for (uint32_t i = c->split_ref_begin[block]; i < c->split_ref_begin[block + 1]; i++)
        if (!c->split_ref_seen[i] && is_box(&c->split_refs[i], child)) {
            c->split_ref_seen[i] = 1;
            return HIT_OK;
        }
    return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                    "a box is not that of a split reference of block %" PRIu32 HIT_BVH_ADVICE, *ref & ~HIT_BVH_LEAF);
}

hit_status hit_bvh_check_all_split_refs(const hit_bvh_checker* c)
{
    for (uint32_t i = 0; i < c->split_ref_count; i++)
        if (!c->split_ref_seen[i])
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &c->header->shared_first),
                            "a split reference of a shared block is missing" HIT_BVH_ADVICE);
    return HIT_OK;
}

void hit_bvh_free_split_refs(hit_bvh_checker* c, const hit_allocator* allocator)
{
    if (c->split_refs != NULL)
        hit_release(allocator, c->split_refs, notes_size(c), _Alignof(hit_bvh_split_ref));
    c->split_refs = NULL;
}
