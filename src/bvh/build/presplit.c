// Large triangles: which they are, and how they come into a tree.
//
// A triangle wastes what its box has more than its own surface, seen along the three axes and doubled: one that fills half
// of a flat box, as half of a wall does, wastes nothing. Those that waste most, if that is a part of the whole scene, are
// taken out: they become a tree of their own, whose blocks are cut into pieces (bvh/build/block_split.h), and the pieces are built into
// the tree in their place. A mesh that has been scanned has none. In a hall, some ropes from wall to wall among 300,000
// triangles were tested by nearly every ray; cut, they cost nothing, and rays are half again as fast.
#include "bvh/build/presplit.h"

#include "base/memory.h"
#include "bvh/format/area.h"
#include "bvh/build/kernel.h"

enum {
    LARGE_LEVEL = 10, ///< wasting 2^-10 of the area of the scene is much
    PIECE_LEVEL = 12, ///< pieces are cut down to 2^-12 of it, if that is not too many
};

typedef struct build_search {
    const build_input* in;
    const build_tree* tree;
    double area;      ///< of the whole scene
    float cells;      ///< a box of less area than this is not large, in cells
    uint32_t shorter; ///< nor is one all of whose sides are less than this
} build_search;

// A fragment that wastes much: its place among the fragments, and how much.
typedef struct build_suspect {
    uint32_t place;
    int32_t waste;
} build_suspect;

static bool may_be_large(const build_search* s, const build_fragment* f)
{
    const uint32_t x = (uint32_t)f->side[0] + f->side[3] - 65535u, y = (uint32_t)f->side[1] + f->side[4] - 65535u,
                   z = (uint32_t)f->side[2] + f->side[5] - 65535u;

    if ((x | y | z) < s->shorter) // a power of two
        return false;
    // A box may be a cell smaller on the grid than it is.
    const float a = (float)x + 1.0f, b = (float)y + 1.0f, c = (float)z + 1.0f;
    return a * b + b * c + c * a >= s->cells;
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

// Keep the suspects that waste at least so much. Returns how many they are.
static uint32_t keep(build_suspect* suspects, uint32_t count, int least)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (suspects[i].waste >= least)
            suspects[kept++] = suspects[i];
    return kept;
}

// Find the triangles that waste most, not more than `most`, in the order of their ids, which is still that of the
// fragments. Returns their number. The memory of the nodes, which are not needed yet, has room for them; where there are
// many more, those that waste least are out at once.
static uint32_t find_large(build_search* s, uint32_t most, build_suspect* suspects)
{
    uint32_t having[LARGE_LEVEL + 1] = {0}, count = 0, sum = 0;
    int least = 0, threshold = LARGE_LEVEL + 1;

    for (uint32_t i = 0; i < s->tree->fragment_count; i++) {
        if (!may_be_large(s, &s->tree->fragments[i]))
            continue;
        const int waste = wasted(s, s->tree->fragments[i].id);
        if (waste < least)
            continue;
        suspects[count].place = i;
        suspects[count++].waste = waste < LARGE_LEVEL ? waste : LARGE_LEVEL;
        for (; count > 4 * most && least < LARGE_LEVEL; count = keep(suspects, count, ++least))
            s->cells *= 2.0f;
    }
    for (uint32_t i = 0; i < count; i++)
        having[suspects[i].waste]++;
    while (threshold > least && sum + having[threshold - 1] <= most)
        sum += having[--threshold];
    return keep(suspects, count, threshold);
}

// Cut the blocks, if there is room for all pieces.
static bool cut_blocks(build_large* large, const float bounds[6], uint32_t most)
{
    const hit_bvh* tree = large->tree;

    large->piece_count = 0;
    for (uint32_t b = 0; b < tree->header->blocks.count; b++) {
        hit_bvh_piece piece[HIT_BVH_PIECES_MAX];
        const unsigned made = hit_bvh_cut(&tree->blocks[b], bounds, large->level, piece);
        if (made > most - large->piece_count)
            return false;
        for (unsigned i = 0; i < made; i++) {
            build_piece* p = &large->pieces[large->piece_count++];
            memcpy(p->low, piece[i].low, sizeof p->low);
            memcpy(p->high, piece[i].high, sizeof p->high);
            p->block = b;
        }
    }
    return true;
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

// Make the tree of the large triangles, and cut its blocks as finely as there is room for. False when nothing is cut, or
// there is no memory.
static bool make_pieces(const build_input* in, const float bounds[6], const hit_allocator* allocator,
                        build_large* large, hit_status* status)
{
    build_input alone = *in;

    alone.count = large->count;
    alone.index_type = HIT_INDEX_U32;
    alone.indices = large->corners;
    *status = hit_build_plain(&alone, allocator, &large->tree);
    if (*status != HIT_OK)
        return false;
    large->level = PIECE_LEVEL;
    while (!cut_blocks(large, bounds, large->room))
        large->level--; // there are no more blocks than triangles, and not more of these than pieces may be
    return large->piece_count > large->tree->header->blocks.count;
}

static bool allocate_large(build_large* large, uint32_t most, const hit_allocator* allocator)
{
    large->room = most;
    large->ids = hit_allocate(allocator, large->count * sizeof *large->ids, _Alignof(uint32_t));
    large->corners = hit_allocate(allocator, 3 * large->count * sizeof *large->corners, _Alignof(uint32_t));
    large->pieces = hit_allocate(allocator, most * sizeof *large->pieces, _Alignof(build_piece));
    return large->ids != NULL && large->corners != NULL && large->pieces != NULL;
}

hit_status hit_build_take_large(build_input* in, build_tree* tree, const build_survey* survey, build_set* set,
                                const hit_allocator* allocator, build_large* large)
{
    const float bounds[6] = {survey->low[0],  survey->high[0], survey->low[1],
                             survey->high[1], survey->low[2],  survey->high[2]};
    const uint32_t most = survey->good / HIT_BVH_PIECE_EACH;
    build_suspect* suspects = (build_suspect*)(void*)tree->nodes;
    build_search s = {.in = in, .tree = tree, .shorter = 1};
    hit_status status = HIT_ERROR_MEMORY;
    double side[3], cells[3];
    build_grid grid;

    if (most == 0 || !hit_build_grid(survey->low, survey->high, in->shrink, &grid))
        return HIT_OK;
    for (int k = 0; k < 3; k++) {
        side[k] = (double)survey->high[k] - survey->low[k];
        cells[k] = (double)set->side[k] + set->side[3 + k] - 65535.0;
    }
    s.area = hit_half_area(side[0], side[1], side[2]);
    s.cells = (float)ldexp(hit_half_area(cells[0], cells[1], cells[2]), -LARGE_LEVEL);
    // The half area of a box is at most thrice the square of its longest side.
    while (3.0f * (float)(2 * s.shorter) * (float)(2 * s.shorter) < s.cells)
        s.shorter *= 2;
    large->count = s.area > 0.0 ? find_large(&s, most, suspects) : 0;
    if (large->count == 0)
        return HIT_OK;
    if (allocate_large(large, most, allocator)) {
        for (uint32_t i = 0; i < large->count; i++) {
            large->ids[i] = tree->fragments[suspects[i].place].id;
            build_corners(in, large->ids[i], large->corners + 3 * (size_t)i);
        }
        if (make_pieces(in, bounds, allocator, large, &status)) {
            // No decision depends on the order of the fragments.
            for (uint32_t i = large->count; i-- > 0;)
                tree->fragments[suspects[i].place] = tree->fragments[--tree->fragment_count];
            add_fragments(in, &grid, large, tree);
            in->pieces = large->pieces;
            set->count = tree->fragment_count;
            return HIT_OK;
        }
    }
    hit_build_free_large(large, allocator);
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
    uint32_t* first_leaf = (uint32_t*)(void*)(bytes + header->first_leaves.offset) + header->shared_root;
    uint32_t next_id = (uint32_t)(header->ids.count - hit_build_large_ids(large));

    for (uint32_t n = 0; n < from->nodes.count; n++) {
        nodes[n] = large->tree->nodes[n];
        for (int lane = 0; lane < HIT_BVH_LANES && nodes[n].ref[lane] != HIT_BVH_NO_REF; lane++)
            nodes[n].ref[lane] += nodes[n].ref[lane] & HIT_BVH_LEAF ? header->shared_first : header->shared_root;
        first_leaf[n] = hit_bvh_first_leaf(&nodes[n]);
    }
    for (uint32_t b = 0; b < from->blocks.count; b++)
        next_id += pack_block(large, b, next_id, ids, &blocks[b]);
    header->depth = from->depth > header->depth ? from->depth : header->depth;
}

void hit_build_free_large(build_large* large, const hit_allocator* allocator)
{
    hit_bvh_destroy(large->tree);
    hit_release(allocator, large->pieces, large->room * sizeof *large->pieces, _Alignof(build_piece));
    hit_release(allocator, large->corners, 3 * large->count * sizeof *large->corners, _Alignof(uint32_t));
    hit_release(allocator, large->ids, large->count * sizeof *large->ids, _Alignof(uint32_t));
    memset(large, 0, sizeof *large);
}
