// The handle of a tree: pointers into its block, for queries; and copies, for which a block needs no change.
#include "bvh/format/handle.h"

#include "base/fail.h"
#include "base/memory.h"
#include "bvh/traverse/leaf_prefetch.h"

#include <string.h>

hit_bvh* hit_bvh_handle(const void* block, bool owned, const hit_allocator* allocator)
{
    const hit_allocator ours = hit_allocator_or_default(allocator);
    hit_bvh* bvh = hit_allocate(&ours, sizeof *bvh, _Alignof(hit_bvh));
    const hit_bvh_header* header = block;
    const char* bytes = block;

    HIT_ASSERT((uintptr_t)block % HIT_BVH_ALIGNMENT == 0);
    if (bvh == NULL)
        return NULL;
    HIT_ASSERT(header->nodes.offset % HIT_BVH_ALIGNMENT == 0 && header->blocks.offset % HIT_BVH_ALIGNMENT == 0);
    bvh->header = header;
    bvh->nodes = (const hit_bvh_node*)(const void*)(bytes + header->nodes.offset);
    bvh->blocks = (const hit_bvh_block*)(const void*)(bytes + header->blocks.offset);
    bvh->obbs = (const hit_bvh_obb*)(const void*)(bytes + header->obbs.offset);
    bvh->ids = (const uint32_t*)(const void*)(bytes + header->ids.offset);
    bvh->first_leaf = hit_bvh_should_prefetch_leaves(header)
                          ? (const uint32_t*)(const void*)(bytes + header->first_leaves.offset)
                          : NULL;
    bvh->owned = owned;
    bvh->allocator = ours;
    return bvh;
}

hit_status hit_bvh_copy(const hit_bvh* bvh, const hit_allocator* allocator, hit_bvh** copy, hit_error* error)
{
    const hit_allocator from = hit_allocator_or_default(allocator);
    hit_bvh* made;
    void* block;
    size_t size;

    if (bvh == NULL || copy == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", bvh == NULL ? "the tree" : "copy");
    size = (size_t)bvh->header->size;
    block = hit_allocate(&from, size, HIT_BVH_ALIGNMENT);
    if (block == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a copy of %zu bytes of a tree", size);
    memcpy(block, bvh->header, size);
    made = hit_bvh_handle(block, true, &from);
    if (made == NULL) {
        hit_release(&from, block, size, HIT_BVH_ALIGNMENT);
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the handle of a tree");
    }
    *copy = made;
    return hit_succeed(error);
}

void hit_bvh_destroy(hit_bvh* bvh)
{
    if (bvh == NULL)
        return;
    const hit_allocator allocator = bvh->allocator;
    if (bvh->owned) {
        // The one place that takes the const away: an owned block was allocated by the tree.
        void* block = (void*)(uintptr_t)bvh->header;
        hit_release(&allocator, block, (size_t)bvh->header->size, HIT_BVH_ALIGNMENT);
    }
    hit_release(&allocator, bvh, sizeof *bvh, _Alignof(hit_bvh));
}
