// Leaves: which triangles fit one block, and identical triangles.
//
// A block has eight vertices. Triangles share those that have the same position, whatever their indices are: a mesh
// without indices packs as well as one with them.
//
// In a mesh whose triangles share vertices a block holds six of them: two rows of four vertices. Splits that know this
// leave sets of six more often than the plain number of triangles would; trees get a fifth smaller, and no worse.
//
// No split takes identical triangles apart. Any number of them becomes one lane of a block, with a list of ids, so that
// rays test them once.
#include "bvh/build/stages.h"

// The highest id is on top.
#define HIT_HEAP build_primref
#define HIT_HEAP_ITEM build_primref
#define HIT_HEAP_GET(primrefs, i) (primrefs)[i]
#define HIT_HEAP_SET(primrefs, i, f) ((primrefs)[i] = (f))
#define HIT_HEAP_BELOW(primrefs, a, b) ((a)->id < (b)->id)
#include "base/heap.h"

// Mostly they are in order already.
static void sort_by_id(build_primref* primrefs, uint32_t count)
{
    uint32_t sorted = 1;

    while (sorted < count && primrefs[sorted - 1].id < primrefs[sorted].id)
        sorted++;
    if (sorted >= count)
        return;
    heap_make(primrefs, count);
    heap_sort(primrefs, count);
}

static bool has_split_ref(const build_input* in, const build_primref* primrefs, uint32_t count)
{
    bool any = false;

    for (uint32_t i = 0; i < count; i++)
        any |= primrefs[i].id >= in->count;
    return any;
}

static bool make_split_ref_leaf(const build_input* in, const build_primref* primrefs, uint32_t count, build_node* node)
{
    if (count > 1)
        return false;
    memcpy(node->low, in->split_refs[primrefs[0].id - in->count].low, sizeof node->low);
    memcpy(node->high, in->split_refs[primrefs[0].id - in->count].high, sizeof node->high);
    node->info = BUILD_IS_LEAF | BUILD_SPLIT_REF;
    return true;
}

bool hit_build_leaf(const build_input* in, const build_kernel* kernel, build_primref* primrefs, uint32_t count,
                    build_node* node)
{
    HIT_ASSERT(count > 0);
    if (in->kind != HIT_BVH_TRIANGLES) {
        if (count > 1)
            return false;
        build_bounds(in, primrefs[0].id, node->low, node->high);
        node->info = BUILD_IS_LEAF;
        return true;
    }
    if (count > BUILD_LEAF_MAX)
        return false;
    if (in->split_refs != NULL && has_split_ref(in, primrefs, count))
        return make_split_ref_leaf(in, primrefs, count, node);
    if (!kernel->fit(in, primrefs, count, node))
        return false;
    HIT_ASSERT(primrefs[0].id <= primrefs[count - 1].id); // sorted
    if (primrefs[count - 1].id - primrefs[0].id > UINT16_MAX)
        node->info |= BUILD_ID_LIST;
    return true;
}

uint32_t hit_build_group_duplicates(const build_input* in, build_primref* primrefs, uint32_t count)
{
    uint32_t lowest = 0, same = 0, corner[3];
    float model[3][3];

    if (in->kind != HIT_BVH_TRIANGLES)
        return 0;
    for (uint32_t i = 1; i < count; i++)
        if (primrefs[i].id < primrefs[lowest].id)
            lowest = i;
    // Split references have higher ids than triangles, and are never the same.
    if (primrefs[lowest].id >= in->count)
        return 0;
    build_corners(in, primrefs[lowest].id, corner);
    for (int k = 0; k < 3; k++)
        build_point(in, corner[k], model[k]);
    for (uint32_t i = 0; i < count; i++) {
        const build_primref f = primrefs[i];
        bool is_same = true;
        if (f.id >= in->count)
            continue;
        build_corners(in, f.id, corner);
        for (int k = 0; k < 3 && is_same; k++) {
            float p[3];
            build_point(in, corner[k], p);
            is_same = p[0] == model[k][0] && p[1] == model[k][1] && p[2] == model[k][2];
        }
        if (is_same) {
            primrefs[i] = primrefs[same];
            primrefs[same++] = f;
        }
    }
    HIT_ASSERT(same >= 1 && same <= count);
    return same;
}

void hit_build_duplicate_leaf(const build_input* in, const build_kernel* kernel, build_primref* primrefs,
                              uint32_t count, build_node* node)
{
    sort_by_id(primrefs, count);
    kernel->fit(in, primrefs, 1, node);
    node->info = BUILD_IS_LEAF | BUILD_DUPLICATES | BUILD_ID_LIST | (count - 1);
}

// The vertices in different positions of some triangles that follow each other; the most there can be if one is bad.
static unsigned distinct_positions(const build_input* in, uint32_t first, uint32_t count)
{
    float position[3 * BUILD_LEAF_MAX][3];
    unsigned positions = 0;

    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t corner[3];
        unsigned k = 0;
        build_corners(in, first + i / 3, corner);
        if (corner[i % 3] >= in->point_count)
            return 3 * count;
        build_point(in, corner[i % 3], position[positions]);
        while (position[k][0] != position[positions][0] || position[k][1] != position[positions][1] ||
               position[k][2] != position[positions][2])
            if (++k > positions) // a NaN is not even where itself is
                return 3 * count;
        positions += k == positions;
    }
    HIT_ASSERT(positions > 0 && positions <= 3 * count);
    return positions;
}

// Neighbours in a mesh are mostly neighbours in its order. Where they are not, a mesh has fewer vertices than
// triangles.
float hit_build_blocks_per_prim(const build_input* in)
{
    enum { SAMPLES = 64, EACH = BUILD_LEAF_MAX, SHARED = 20 };
    const uint32_t samples = in->count / EACH < SAMPLES ? in->count / EACH : SAMPLES;
    uint32_t positions = 0;

    // Boxes are children, and eight of them fill a node.
    if (in->kind != HIT_BVH_TRIANGLES)
        return 1.0f / HIT_BVH_WIDTH;
    if (in->index_type != HIT_INDEX_NONE && in->point_count < in->count)
        return BUILD_SHARED_BLOCK;
    for (uint32_t i = 0; i < samples; i++)
        positions += distinct_positions(in, (uint32_t)((uint64_t)(in->count - EACH) * i / samples), EACH);
    return positions <= SHARED * samples ? BUILD_SHARED_BLOCK : 1.0f;
}
