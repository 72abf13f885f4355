// Large triangles: which they are, and how they come into a tree.
//
// A triangle wastes what its box has more than its own surface, seen along the three axes and doubled: one that fills
// half of a flat box, as half of a wall does, wastes nothing. Those that waste most, if that is a part of the whole
// scene, are taken out: they become a tree of their own, whose blocks get split references (block_split.h), which are
// built into the main tree in their place. A mesh that has been scanned has none. In a hall, some ropes from wall to
// wall among 300,000 triangles were tested by nearly every ray; split, they cost nothing, and rays are half again as
// fast.
#include "bvh/build/stages.h"

#include "base/memory.h"

enum {
    PRESPLIT_LEVEL = 10, ///< wasting 2^-10 of the area of the scene is much
    SPLIT_LEVEL = 12,    ///< blocks are split down to 2^-12 of it, if that is not too many split references
};

typedef struct presplit_search {
    const build_input* in;
    const build_tree* tree;
    double area;               ///< of the whole scene
    float cells;               ///< a box of less area than this, in cells, is not large
    uint32_t longest_side_min; ///< nor is one whose sides are all less than this
} presplit_search;

// A primref that wastes much: its index among the primrefs, and how much.
typedef struct presplit_suspect {
    uint32_t index;
    int32_t waste;
} presplit_suspect;

static bool may_presplit(const presplit_search* s, const build_primref* f)
{
    const uint32_t x = (uint32_t)f->side[0] + f->side[3] - 65535u, y = (uint32_t)f->side[1] + f->side[4] - 65535u,
                   z = (uint32_t)f->side[2] + f->side[5] - 65535u;

    if ((x | y | z) < s->longest_side_min) // a power of two
        return false;
    // A box may be a cell smaller on the grid than it is.
    const float a = (float)x + 1.0f, b = (float)y + 1.0f, c = (float)z + 1.0f;
    return a * b + b * c + c * a >= s->cells;
}

// The waste of a triangle: 0 from 2^-PRESPLIT_LEVEL of the scene on, and one more for each doubling; else less than 0.
static int waste_class(const presplit_search* s, uint32_t id)
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
    return exponent + PRESPLIT_LEVEL - 1;
}

// Keep the suspects that waste at least so much. Returns how many they are.
static uint32_t keep(presplit_suspect* suspects, uint32_t count, int least)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (suspects[i].waste >= least)
            suspects[kept++] = suspects[i];
    return kept;
}

// Find the triangles that waste most, not more than `most`, in the order of their ids, which is still that of the
// primrefs. Returns their number. The memory of the nodes, which are not needed yet, has room for them; where there are
// many more, those that waste least are out at once.
static uint32_t find_presplit_prims(presplit_search* s, uint32_t most, presplit_suspect* suspects)
{
    uint32_t having[PRESPLIT_LEVEL + 1] = {0}, count = 0, sum = 0;
    int least = 0, threshold = PRESPLIT_LEVEL + 1;

    for (uint32_t i = 0; i < s->tree->primref_count; i++) {
        if (!may_presplit(s, &s->tree->primrefs[i]))
            continue;
        const int waste = waste_class(s, s->tree->primrefs[i].id);
        if (waste < least)
            continue;
        suspects[count].index = i;
        suspects[count++].waste = waste < PRESPLIT_LEVEL ? waste : PRESPLIT_LEVEL;
        for (; count > 4 * most && least < PRESPLIT_LEVEL; count = keep(suspects, count, ++least))
            s->cells *= 2.0f;
    }
    for (uint32_t i = 0; i < count; i++)
        having[suspects[i].waste]++;
    while (threshold > least && sum + having[threshold - 1] <= most)
        sum += having[--threshold];
    return keep(suspects, count, threshold);
}

// Split the blocks, if there is room for all split references.
static bool split_blocks(build_presplit* presplit, const float bounds[6], uint32_t most)
{
    const hit_bvh* tree = presplit->tree;

    presplit->split_ref_count = 0;
    for (uint32_t b = 0; b < tree->header->blocks.count; b++) {
        hit_bvh_split_ref split_ref[HIT_BVH_SPLIT_REFS_MAX];
        const unsigned made = hit_bvh_split_block(&tree->blocks[b], bounds, presplit->level, split_ref);
        if (made > most - presplit->split_ref_count)
            return false;
        for (unsigned i = 0; i < made; i++) {
            build_split_ref* p = &presplit->split_refs[presplit->split_ref_count++];
            memcpy(p->low, split_ref[i].low, sizeof p->low);
            memcpy(p->high, split_ref[i].high, sizeof p->high);
            p->block = b;
        }
    }
    return true;
}

static void add_split_primrefs(const build_input* in, const build_grid* grid, const build_presplit* presplit,
                               build_tree* tree)
{
    for (uint32_t i = 0; i < presplit->split_ref_count; i++) {
        const build_split_ref* split_ref = &presplit->split_refs[i];
        build_primref* f = &tree->primrefs[tree->primref_count++];
        f->id = in->count + i;
        for (int k = 0; k < 3; k++) {
            f->side[k] =
                (uint16_t)(65535 - (int32_t)((split_ref->low[k] * grid->shrink - grid->origin[k]) * grid->cells));
            f->side[3 + k] = (uint16_t)((split_ref->high[k] * grid->shrink - grid->origin[k]) * grid->cells);
        }
    }
}

// Make the tree of the large triangles, and split its blocks as finely as there is room for. False when no block is
// split, or there is no memory.
static bool make_split_refs(const build_input* in, const float bounds[6], const hit_allocator* allocator,
                            build_presplit* presplit, hit_status* status)
{
    build_input alone = *in;

    alone.count = presplit->count;
    alone.index_type = HIT_INDEX_U32;
    alone.indices = presplit->corners;
    *status = hit_build_unsplit(&alone, allocator, &presplit->tree);
    if (*status != HIT_OK)
        return false;
    presplit->level = SPLIT_LEVEL;
    HIT_ASSERT(presplit->tree->header->blocks.count <= presplit->room);
    while (!split_blocks(presplit, bounds, presplit->room))
        presplit->level--; // there are no more blocks than triangles, and no more of these than there is room for
    return presplit->split_ref_count > presplit->tree->header->blocks.count;
}

static bool allocate_presplit(build_presplit* presplit, uint32_t most, const hit_allocator* allocator)
{
    presplit->room = most;
    presplit->ids = hit_allocate(allocator, presplit->count * sizeof *presplit->ids, _Alignof(uint32_t));
    presplit->corners = hit_allocate(allocator, 3 * presplit->count * sizeof *presplit->corners, _Alignof(uint32_t));
    presplit->split_refs = hit_allocate(allocator, most * sizeof *presplit->split_refs, _Alignof(build_split_ref));
    return presplit->ids != NULL && presplit->corners != NULL && presplit->split_refs != NULL;
}

hit_status hit_build_presplit(build_input* in, build_tree* tree, const build_survey* survey, build_set* set,
                              const hit_allocator* allocator, build_presplit* presplit)
{
    const float bounds[6] = {survey->low[0],  survey->high[0], survey->low[1],
                             survey->high[1], survey->low[2],  survey->high[2]};
    const uint32_t most = survey->good / HIT_BVH_PRIMS_PER_SPLIT_REF;
    presplit_suspect* suspects = (presplit_suspect*)(void*)tree->nodes;
    presplit_search s = {.in = in, .tree = tree, .longest_side_min = 1};
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
    s.cells = (float)ldexp(hit_half_area(cells[0], cells[1], cells[2]), -PRESPLIT_LEVEL);
    // Half the surface area of a box is at most three times the square of its longest side.
    while (3.0f * (float)(2 * s.longest_side_min) * (float)(2 * s.longest_side_min) < s.cells)
        s.longest_side_min *= 2;
    presplit->count = s.area > 0.0 ? find_presplit_prims(&s, most, suspects) : 0;
    if (presplit->count == 0)
        return HIT_OK;
    HIT_ASSERT(presplit->count <= most);
    if (allocate_presplit(presplit, most, allocator)) {
        for (uint32_t i = 0; i < presplit->count; i++) {
            presplit->ids[i] = tree->primrefs[suspects[i].index].id;
            build_corners(in, presplit->ids[i], presplit->corners + 3 * (size_t)i);
        }
        if (make_split_refs(in, bounds, allocator, presplit, &status)) {
            // No decision depends on the order of the primrefs.
            for (uint32_t i = presplit->count; i-- > 0;)
                tree->primrefs[suspects[i].index] = tree->primrefs[--tree->primref_count];
            add_split_primrefs(in, &grid, presplit, tree);
            in->split_refs = presplit->split_refs;
            set->count = tree->primref_count;
            return HIT_OK;
        }
    }
    hit_build_free_presplit(presplit, allocator);
    return status;
}

// ---- Packing --------------------------------------------------------------------------------------------------------

// Ids that lie close enough together need no list.
static bool needs_list(const build_presplit* presplit, const hit_bvh_block* block, uint32_t lanes)
{
    const uint32_t first = hit_bvh_block_ids(presplit->tree, block, 0).first;
    const uint32_t last = hit_bvh_block_ids(presplit->tree, block, lanes - 1).first;

    return (block->id_base & (HIT_BVH_ID_LIST | HIT_BVH_ID_RUNS)) == (HIT_BVH_ID_LIST | HIT_BVH_ID_RUNS) ||
           presplit->ids[last] - presplit->ids[first] > UINT16_MAX;
}

static uint32_t triangle_count(const hit_bvh_block* block)
{
    uint32_t lanes = 0;

    while (hit_bvh_block_mask(block) >> lanes != 0)
        lanes++;
    HIT_ASSERT(lanes >= 1 && lanes <= HIT_BVH_WIDTH);
    return lanes;
}

// The entries that the ids of a block need; written from `ids` on unless that is NULL.
static uint32_t list_ids(const build_presplit* presplit, const hit_bvh_block* block, uint32_t* ids)
{
    const bool runs = (block->id_base & HIT_BVH_ID_LIST) && (block->id_base & HIT_BVH_ID_RUNS);
    const uint32_t lanes = triangle_count(block), table = runs ? lanes : 0;
    uint32_t count = 0;

    for (uint32_t lane = 0; lane < lanes; lane++) {
        const hit_bvh_run run = hit_bvh_block_ids(presplit->tree, block, lane);
        for (uint32_t i = 0; i < run.count && ids != NULL; i++)
            ids[table + count + i] = presplit->ids[run.ids == NULL ? run.first : run.ids[i]];
        count += run.count;
        if (runs && ids != NULL)
            ids[lane] = count;
    }
    return table + count;
}

uint64_t hit_build_presplit_ids(const build_presplit* presplit)
{
    uint64_t count = 0;

    if (presplit->tree != NULL)
        for (uint64_t b = 0; b < presplit->tree->header->blocks.count; b++) {
            const hit_bvh_block* block = &presplit->tree->blocks[b];
            if (needs_list(presplit, block, triangle_count(block)))
                count += list_ids(presplit, block, NULL);
        }
    return count;
}

// A block with the ids that its triangles have in the whole mesh. Returns the entries used.
static uint32_t pack_block(const build_presplit* presplit, uint32_t from, uint32_t first_id, uint32_t* ids,
                           hit_bvh_block* to)
{
    const hit_bvh_block* block = &presplit->tree->blocks[from];
    const uint32_t lanes = triangle_count(block);
    uint32_t base;

    *to = *block;
    memset(to->id_delta, 0, sizeof to->id_delta);
    if (needs_list(presplit, block, lanes)) {
        to->id_base =
            HIT_BVH_ID_LIST | (block->id_base & HIT_BVH_ID_LIST ? block->id_base & HIT_BVH_ID_RUNS : 0) | first_id;
        return list_ids(presplit, block, ids + first_id);
    }
    base = presplit->ids[hit_bvh_block_ids(presplit->tree, block, 0).first];
    to->id_base = base;
    for (uint32_t lane = 0; lane < lanes; lane++)
        to->id_delta[lane] = (uint16_t)(presplit->ids[hit_bvh_block_ids(presplit->tree, block, lane).first] - base);
    return 0;
}

void hit_build_pack_presplit(const build_presplit* presplit, hit_bvh_header* header)
{
    const hit_bvh_header* from = presplit->tree->header;
    char* bytes = (char*)header;
    hit_bvh_node* nodes = (hit_bvh_node*)(void*)(bytes + header->nodes.offset) + header->shared_root;
    hit_bvh_block* blocks = (hit_bvh_block*)(void*)(bytes + header->blocks.offset) + header->shared_first;
    uint32_t* ids = (uint32_t*)(void*)(bytes + header->ids.offset);
    uint32_t* first_leaf = (uint32_t*)(void*)(bytes + header->first_leaves.offset) + header->shared_root;
    uint32_t next_id = (uint32_t)(header->ids.count - hit_build_presplit_ids(presplit));

    for (uint32_t n = 0; n < from->nodes.count; n++) {
        nodes[n] = presplit->tree->nodes[n];
        for (int child = 0; child < HIT_BVH_WIDTH && nodes[n].ref[child] != HIT_BVH_NO_REF; child++)
            nodes[n].ref[child] += nodes[n].ref[child] & HIT_BVH_LEAF ? header->shared_first : header->shared_root;
        first_leaf[n] = hit_bvh_first_leaf(&nodes[n]);
    }
    for (uint32_t b = 0; b < from->blocks.count; b++)
        next_id += pack_block(presplit, b, next_id, ids, &blocks[b]);
    HIT_ASSERT(next_id == header->ids.count);
    header->depth = from->depth > header->depth ? from->depth : header->depth;
}

void hit_build_free_presplit(build_presplit* presplit, const hit_allocator* allocator)
{
    hit_bvh_destroy(presplit->tree);
    hit_release(allocator, presplit->split_refs, presplit->room * sizeof *presplit->split_refs,
                _Alignof(build_split_ref));
    hit_release(allocator, presplit->corners, 3 * presplit->count * sizeof *presplit->corners, _Alignof(uint32_t));
    hit_release(allocator, presplit->ids, presplit->count * sizeof *presplit->ids, _Alignof(uint32_t));
    memset(presplit, 0, sizeof *presplit);
}
