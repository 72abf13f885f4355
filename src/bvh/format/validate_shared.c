// Are the pieces of shared blocks right? A lane that is missing, or whose box is too small, would lose hits.
//
// The blocks are cut again, and each piece that comes of it must be found among the lanes, once. The number of pieces that
// a tree may have bounds both the time and the memory.
#include "bvh/format/validate_shared.h"

#include "base/fail.h"
#include "base/memory.h"
#include "bvh/format/validate.h"

#include <inttypes.h>
#include <string.h>

static uint32_t shared_count(const hit_bvh_checker* c)
{
    return (uint32_t)c->header->blocks.count - c->header->shared_first;
}

static uint32_t most_pieces(const hit_bvh_checker* c)
{
    return (c->header->primitive_count - c->header->skipped) / HIT_BVH_PIECE_EACH;
}

// The size of the notes; they begin with the pieces.
static size_t notes_size(const hit_bvh_checker* c)
{
    return c->piece_count * (sizeof *c->pieces + sizeof *c->piece_seen) +
           (shared_count(c) + 1u) * sizeof *c->piece_begin;
}

// Cut all shared blocks. Without notes, only count the pieces, up to one more than there may be.
static void cut_shared(hit_bvh_checker* c)
{
    const uint32_t most = most_pieces(c);
    uint32_t count = 0;

    for (uint32_t i = 0; i < shared_count(c) && (c->pieces != NULL || count <= most); i++) {
        hit_bvh_piece piece[HIT_BVH_PIECES_MAX];
        const unsigned made =
            hit_bvh_cut(&c->blocks[c->header->shared_first + i], c->header->bounds, c->header->piece_level, piece);
        if (c->pieces != NULL) {
            c->piece_begin[i] = count;
            memcpy(c->pieces + count, piece, made * sizeof *piece);
        }
        count += made;
    }
    if (c->pieces != NULL)
        c->piece_begin[shared_count(c)] = count;
    c->piece_count = count;
}

hit_status hit_bvh_expect_pieces(hit_bvh_checker* c, const hit_allocator* allocator)
{
    size_t size;
    char* notes;

    cut_shared(c);
    if (c->piece_count > most_pieces(c))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_place(c, &c->header->piece_level),
                        "%" PRIu32 " pieces or more are too many for %" PRIu32 " primitives" HIT_BVH_ADVICE,
                        c->piece_count, c->header->primitive_count);
    size = notes_size(c);
    notes = hit_allocate(allocator, size, _Alignof(hit_bvh_piece));
    if (notes == NULL)
        return hit_fail(c->error, HIT_ERROR_MEMORY, 0, "no %zu bytes of memory to check the pieces of a tree with",
                        size);
    memset(notes, 0, size);
    c->pieces = (hit_bvh_piece*)(void*)notes;
    c->piece_begin = (uint32_t*)(void*)(c->pieces + c->piece_count);
    c->piece_seen = (uint8_t*)(c->piece_begin + shared_count(c) + 1);
    cut_shared(c);
    return HIT_OK;
}

static bool is_box(const hit_bvh_piece* piece, const hit_bvh_planes* lane)
{
    for (int k = 0; k < 3; k++)
        if (!(piece->low[k] == lane->at[2 * k] && piece->high[k] == lane->at[2 * k + 1]))
            return false;
    return true;
}

hit_status hit_bvh_check_piece(hit_bvh_checker* c, const uint32_t* ref, const hit_bvh_planes* lane)
{
    const uint32_t block = (*ref & ~HIT_BVH_LEAF) - c->header->shared_first;

    if (*ref & ~HIT_BVH_LEAF & ~HIT_BVH_BLOCK_INDEX || block >= shared_count(c))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_place(c, ref),
                        "a piece refers to blocks that are not one shared one" HIT_BVH_ADVICE);
    for (uint32_t i = c->piece_begin[block]; i < c->piece_begin[block + 1]; i++)
        if (!c->piece_seen[i] && is_box(&c->pieces[i], lane)) {
            c->piece_seen[i] = 1;
            return HIT_OK;
        }
    return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_place(c, ref),
                    "a box is not that of a piece of block %" PRIu32 HIT_BVH_ADVICE, *ref & ~HIT_BVH_LEAF);
}

hit_status hit_bvh_check_all_pieces(const hit_bvh_checker* c)
{
    for (uint32_t i = 0; i < c->piece_count; i++)
        if (!c->piece_seen[i])
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_place(c, &c->header->shared_first),
                            "a piece of a shared block is missing" HIT_BVH_ADVICE);
    return HIT_OK;
}

void hit_bvh_forget_pieces(hit_bvh_checker* c, const hit_allocator* allocator)
{
    if (c->pieces != NULL)
        hit_release(allocator, c->pieces, notes_size(c), _Alignof(hit_bvh_piece));
    c->pieces = NULL;
}
