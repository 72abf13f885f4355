// Large triangles: which they are, and how they come into a tree.
//
// A triangle wastes what its box has more than its own surface, seen along the three axes and doubled: one that fills half
// of a flat box, as half of a wall does, wastes nothing. Those that waste most, if that is a part of the whole scene, are
// taken out: they become a tree of their own, whose blocks are cut into pieces (pieces.h), and the pieces are built into
// the tree in their place. A mesh that has been scanned has none. In a hall, some ropes from wall to wall among 300,000
// triangles were tested by nearly every ray; cut, they cost nothing, and rays are half again as fast.
#include "bvh/build_large.h"

#include "base/memory.h"
#include "bvh/area.h"
#include "bvh/build_kernel.h"

enum {
    LARGE_LEVEL = 10, ///< wasting 2^-10 of the area of the scene is much
    PIECE_LEVEL = 12, ///< pieces are cut down to 2^-12 of it, if that is not too many
};

typedef struct build_search {
    const build_input* in;
    const build_tree* tree;
    double area;      ///< of the whole scene
    uint32_t shorter; ///< a box all of whose sides are less than this is not large, in cells
} build_search;

static bool may_be_large(const build_search* s, const build_fragment* f)
{
    bool any = false;

    for (int k = 0; k < 3; k++)
        any |= (uint32_t)f->side[k] + f->side[3 + k] >= 65535u + s->shorter;
    return any;
}

// How many times it wastes twice as much as is much; less than 0: not even once.
static int wasted(const build_search* s, uint32_t id)
{
    uint32_t corner[3];
    double p[3][3], side[3], a[3], b[3], surface = 0.0;
    int exponent;

    build_corners(s->in, id, corner);
    for (int k = 0; k < 3; k++) {
        float at[3];
        build_point(s->in, corner[k], at);
        for (int axis = 0; axis < 3; axis++)
            p[k][axis] = at[axis];
    }
    for (int k = 0; k < 3; k++) {
        a[k] = p[1][k] - p[0][k];
        b[k] = p[2][k] - p[0][k];
        side[k] = fmax(fmax(p[0][k], p[1][k]), p[2][k]) - fmin(fmin(p[0][k], p[1][k]), p[2][k]);
    }
    for (int k = 0; k < 3; k++)
        surface += fabs(a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    const double waste = hit_half_area(side[0], side[1], side[2]) - surface;
    if (!(waste > 0.0))
        return -1;
    (void)frexp(waste / s->area, &exponent);
    return exponent + LARGE_LEVEL - 1;
}

// The least waste that is had by some triangles, but not by more than `most`; HIT_BVH_NONE when there is none.
static uint32_t find_threshold(const build_search* s, uint32_t most, uint32_t* number)
{
    uint32_t having[LARGE_LEVEL + 1] = {0}, sum = 0, threshold = LARGE_LEVEL + 1;

    for (uint32_t i = 0; i < s->tree->fragment_count; i++)
        if (may_be_large(s, &s->tree->fragments[i])) {
            const int waste = wasted(s, s->tree->fragments[i].id);
            if (waste >= 0)
                having[waste < LARGE_LEVEL ? waste : LARGE_LEVEL]++;
        }
    while (threshold > 0 && sum + having[threshold - 1] <= most)
        sum += having[--threshold];
    *number = sum;
    return sum == 0 ? HIT_BVH_NONE : threshold;
}

// The places of the large ones among the fragments, which are still in the order of their ids.
static void list_large(const build_search* s, uint32_t threshold, build_large* large, uint32_t* places)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < s->tree->fragment_count; i++) {
        const build_fragment* f = &s->tree->fragments[i];
        if (may_be_large(s, f) && wasted(s, f->id) >= (int)threshold) {
            large->ids[count] = f->id;
            build_corners(s->in, f->id, large->corners + 3 * (size_t)count);
            places[count++] = i;
        }
    }
}

// Cut the blocks as finely as gives not more than `most` pieces. Returns how many it gives; fills no more than `pieces` has.
static uint32_t cut_blocks(build_large* large, const float bounds[6], build_piece* pieces)
{
    const hit_bvh* tree = large->tree;
    uint32_t count = 0;

    for (uint32_t b = 0; b < tree->header->blocks.count; b++) {
        hit_bvh_piece piece[HIT_BVH_PIECES_MAX];
        const unsigned made = hit_bvh_cut(&tree->blocks[b], bounds, large->level, piece);
        for (unsigned i = 0; i < made && pieces != NULL; i++) {
            memcpy(pieces[count + i].low, piece[i].low, sizeof piece[i].low);
            memcpy(pieces[count + i].high, piece[i].high, sizeof piece[i].high);
            pieces[count + i].block = b;
        }
        count += made;
    }
    return count;
}

static void add_fragments(const build_input* in, const build_grid* grid, const build_large* large, build_tree* tree)
{
    for (uint32_t i = 0; i < large->piece_count; i++) {
        const build_piece* piece = &large->pieces[i];
        build_fragment* f = &tree->fragments[tree->fragment_count++];
        f->id = in->count + i;
        for (int k = 0; k < 3; k++) {
            f->side[k] = (uint16_t)(65535 - (int32_t)((piece->low[k] * grid->shrink - grid->origin[k]) * grid->cells));
            f->side[3 + k] = (uint16_t)((piece->high[k] * grid->shrink - grid->origin[k]) * grid->cells);
        }
    }
}

// Make the tree of the large triangles, and the pieces. Without any cut, there are no pieces.
static hit_status make_pieces(const build_input* in, const float bounds[6], uint32_t most,
                              const hit_allocator* allocator, build_large* large)
{
    build_input alone = *in;
    hit_status status;

    alone.count = large->count;
    alone.index_type = HIT_INDEX_U32;
    alone.indices = large->corners;
    status = hit_build_plain(&alone, allocator, &large->tree);
    if (status != HIT_OK)
        return status;
    for (large->level = PIECE_LEVEL; large->level > 0; large->level--) {
        large->piece_count = cut_blocks(large, bounds, NULL);
        if (large->piece_count <= most)
            break;
    }
    if (large->level == 0 || large->piece_count == large->tree->header->blocks.count)
        return HIT_OK;
    large->pieces = hit_allocate(allocator, large->piece_count * sizeof *large->pieces, _Alignof(build_piece));
    if (large->pieces == NULL)
        return HIT_ERROR_MEMORY;
    cut_blocks(large, bounds, large->pieces);
    return HIT_OK;
}

static hit_status take(build_search* s, uint32_t threshold, build_input* in, build_tree* tree, const float bounds[6],
                       const build_grid* grid, const hit_allocator* allocator, build_large* large)
{
    const size_t room = large->count * sizeof(uint32_t);
    uint32_t* places = hit_allocate(allocator, room, _Alignof(uint32_t));
    hit_status status = HIT_ERROR_MEMORY;

    large->ids = hit_allocate(allocator, room, _Alignof(uint32_t));
    large->corners = hit_allocate(allocator, 3 * room, _Alignof(uint32_t));
    if (places != NULL && large->ids != NULL && large->corners != NULL) {
        list_large(s, threshold, large, places);
        status = make_pieces(in, bounds, in->count / HIT_BVH_PIECE_EACH, allocator, large);
    }
    if (status == HIT_OK && large->pieces != NULL) {
        // No decision depends on the order of the fragments.
        for (uint32_t i = large->count; i-- > 0;)
            tree->fragments[places[i]] = tree->fragments[--tree->fragment_count];
        add_fragments(in, grid, large, tree);
        in->pieces = large->pieces;
    }
    hit_release(allocator, places, room, _Alignof(uint32_t));
    return status;
}

hit_status hit_build_take_large(build_input* in, build_tree* tree, const build_survey* survey, build_set* set,
                                const hit_allocator* allocator, build_large* large)
{
    const float bounds[6] = {survey->low[0],  survey->high[0], survey->low[1],
                             survey->high[1], survey->low[2],  survey->high[2]};
    const uint32_t most = in->count / HIT_BVH_PIECE_EACH;
    build_search s = {.in = in, .tree = tree};
    double side[3], cells[3];
    uint32_t threshold;
    build_grid grid;
    hit_status status;

    if (most == 0 || !hit_build_grid(survey->low, survey->high, in->shrink, &grid))
        return HIT_OK;
    for (int k = 0; k < 3; k++) {
        side[k] = (double)survey->high[k] - survey->low[k];
        cells[k] = (double)set->side[k] + set->side[3 + k] - 65535.0;
    }
    s.area = hit_half_area(side[0], side[1], side[2]);
    // The half area of a box is at most thrice the square of its longest side.
    s.shorter = (uint32_t)sqrt(ldexp(hit_half_area(cells[0], cells[1], cells[2]), -LARGE_LEVEL) / 3.0);
    threshold = find_threshold(&s, most, &large->count);
    if (threshold == HIT_BVH_NONE || !(s.area > 0.0))
        return HIT_OK;
    status = take(&s, threshold, in, tree, bounds, &grid, allocator, large);
    if (status != HIT_OK || large->pieces == NULL)
        hit_build_free_large(large, allocator);
    set->count = tree->fragment_count;
    return status;
}

// ---- Packing --------------------------------------------------------------------------------------------------------

// Ids that lie close enough together need no list.
static bool needs_list(const build_large* large, const hit_bvh_block* block, uint32_t lanes)
{
    const uint32_t first = hit_bvh_block_ids(large->tree, block, 0).first;
    const uint32_t last = hit_bvh_block_ids(large->tree, block, lanes - 1).first;

    return (block->id_base & (HIT_BVH_ID_LIST | HIT_BVH_ID_RUNS)) == (HIT_BVH_ID_LIST | HIT_BVH_ID_RUNS) ||
           large->ids[last] - large->ids[first] > UINT16_MAX;
}

static uint32_t lanes_of(const hit_bvh_block* block)
{
    uint32_t lanes = 0;

    while (hit_bvh_block_lanes(block) >> lanes != 0)
        lanes++;
    return lanes;
}

// The entries that the ids of a block need; written from `ids` on unless that is NULL.
static uint32_t list_ids(const build_large* large, const hit_bvh_block* block, uint32_t* ids)
{
    const bool runs = (block->id_base & HIT_BVH_ID_LIST) && (block->id_base & HIT_BVH_ID_RUNS);
    const uint32_t lanes = lanes_of(block), table = runs ? lanes : 0;
    uint32_t count = 0;

    for (uint32_t lane = 0; lane < lanes; lane++) {
        const hit_bvh_run run = hit_bvh_block_ids(large->tree, block, lane);
        for (uint32_t i = 0; i < run.count && ids != NULL; i++)
            ids[table + count + i] = large->ids[run.ids == NULL ? run.first : run.ids[i]];
        count += run.count;
        if (runs && ids != NULL)
            ids[lane] = count;
    }
    return table + count;
}

uint64_t hit_build_large_ids(const build_large* large)
{
    uint64_t count = 0;

    if (large->tree != NULL)
        for (uint64_t b = 0; b < large->tree->header->blocks.count; b++) {
            const hit_bvh_block* block = &large->tree->blocks[b];
            if (needs_list(large, block, lanes_of(block)))
                count += list_ids(large, block, NULL);
        }
    return count;
}

// A block with the ids that its triangles have in the whole mesh. Returns the entries used.
static uint32_t pack_block(const build_large* large, uint32_t from, uint32_t first_id, uint32_t* ids, hit_bvh_block* to)
{
    const hit_bvh_block* block = &large->tree->blocks[from];
    const uint32_t lanes = lanes_of(block);
    uint32_t base;

    *to = *block;
    memset(to->id_delta, 0, sizeof to->id_delta);
    if (needs_list(large, block, lanes)) {
        to->id_base =
            HIT_BVH_ID_LIST | (block->id_base & HIT_BVH_ID_LIST ? block->id_base & HIT_BVH_ID_RUNS : 0) | first_id;
        return list_ids(large, block, ids + first_id);
    }
    base = large->ids[hit_bvh_block_ids(large->tree, block, 0).first];
    to->id_base = base;
    for (uint32_t lane = 0; lane < lanes; lane++)
        to->id_delta[lane] = (uint16_t)(large->ids[hit_bvh_block_ids(large->tree, block, lane).first] - base);
    return 0;
}

void hit_build_pack_large(const build_large* large, hit_bvh_header* header)
{
    const hit_bvh_header* from = large->tree->header;
    char* bytes = (char*)header;
    hit_bvh_node* nodes = (hit_bvh_node*)(void*)(bytes + header->nodes.offset) + header->shared_root;
    hit_bvh_block* blocks = (hit_bvh_block*)(void*)(bytes + header->blocks.offset) + header->shared_first;
    uint32_t* ids = (uint32_t*)(void*)(bytes + header->ids.offset);
    uint32_t next_id = (uint32_t)(header->ids.count - hit_build_large_ids(large));

    for (uint32_t n = 0; n < from->nodes.count; n++) {
        nodes[n] = large->tree->nodes[n];
        for (int lane = 0; lane < HIT_BVH_LANES && nodes[n].ref[lane] != HIT_BVH_NO_REF; lane++)
            nodes[n].ref[lane] += nodes[n].ref[lane] & HIT_BVH_LEAF ? header->shared_first : header->shared_root;
    }
    for (uint32_t b = 0; b < from->blocks.count; b++)
        next_id += pack_block(large, b, next_id, ids, &blocks[b]);
    header->depth = from->depth > header->depth ? from->depth : header->depth;
}

void hit_build_free_large(build_large* large, const hit_allocator* allocator)
{
    const size_t room = large->count * sizeof(uint32_t);

    if (large->tree != NULL)
        hit_bvh_destroy(large->tree);
    if (large->pieces != NULL)
        hit_release(allocator, large->pieces, large->piece_count * sizeof *large->pieces, _Alignof(build_piece));
    hit_release(allocator, large->corners, 3 * room, _Alignof(uint32_t));
    hit_release(allocator, large->ids, room, _Alignof(uint32_t));
    memset(large, 0, sizeof *large);
}
