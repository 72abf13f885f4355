// Leaves: which triangles fit one block, and identical triangles.
//
// A block has eight vertices. Triangles share those that have the same place, whatever their indices are: a mesh
// without indices packs as well as one with.
//
// In a mesh whose triangles share vertices a block holds six of them: two rows of four vertices. Splits that know this
// leave sets of six more often than the plain number of triangles would; trees get a fifth smaller, and no worse.
//
// No split takes identical triangles apart. Any number of them becomes one lane of a block, with a list of ids, so that
// rays test them once.
#include "bvh/build/kernel.h"

static void sift_down(build_fragment* heap, uint32_t at, uint32_t count)
{
    const build_fragment f = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && heap[child + 1].id > heap[child].id;
        if (heap[child].id <= f.id)
            break;
        heap[at] = heap[child];
    }
    heap[at] = f;
}

// Mostly they are in order already.
static void sort_by_id(build_fragment* fragments, uint32_t count)
{
    uint32_t sorted = 1;

    while (sorted < count && fragments[sorted - 1].id < fragments[sorted].id)
        sorted++;
    if (sorted >= count)
        return;
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(fragments, i, count);
    for (uint32_t i = count - 1; i > 0; i--) {
        const build_fragment f = fragments[0];
        fragments[0] = fragments[i];
        fragments[i] = f;
        sift_down(fragments, 0, i);
    }
}

static bool has_piece(const build_input* in, const build_fragment* fragments, uint32_t count)
{
    bool any = false;

    for (uint32_t i = 0; i < count; i++)
        any |= fragments[i].id >= in->count;
    return any;
}

static bool make_piece_leaf(const build_input* in, const build_fragment* fragments, uint32_t count, build_node* node)
{
    if (count > 1)
        return false;
    memcpy(node->low, in->pieces[fragments[0].id - in->count].low, sizeof node->low);
    memcpy(node->high, in->pieces[fragments[0].id - in->count].high, sizeof node->high);
    node->info = BUILD_IS_LEAF | BUILD_PIECE;
    return true;
}

bool hit_build_leaf(const build_input* in, const build_kernel* kernel, build_fragment* fragments, uint32_t count,
                    build_node* node)
{
    if (in->kind != HIT_BVH_TRIANGLES) {
        if (count > 1)
            return false;
        build_bounds(in, fragments[0].id, node->low, node->high);
        node->info = BUILD_IS_LEAF;
        return true;
    }
    if (count > BUILD_LEAF_MAX)
        return false;
    if (in->pieces != NULL && has_piece(in, fragments, count))
        return make_piece_leaf(in, fragments, count, node);
    if (!kernel->fit(in, fragments, count, node))
        return false;
    if (fragments[count - 1].id - fragments[0].id > UINT16_MAX)
        node->info |= BUILD_ID_LIST;
    return true;
}

uint32_t hit_build_gather_same(const build_input* in, build_fragment* fragments, uint32_t count)
{
    uint32_t lowest = 0, same = 0, corner[3];
    float model[3][3];

    if (in->kind != HIT_BVH_TRIANGLES)
        return 0;
    for (uint32_t i = 1; i < count; i++)
        if (fragments[i].id < fragments[lowest].id)
            lowest = i;
    // Pieces have higher ids than triangles, and are never the same.
    if (fragments[lowest].id >= in->count)
        return 0;
    build_corners(in, fragments[lowest].id, corner);
    for (int k = 0; k < 3; k++)
        build_point(in, corner[k], model[k]);
    for (uint32_t i = 0; i < count; i++) {
        const build_fragment f = fragments[i];
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
            fragments[i] = fragments[same];
            fragments[same++] = f;
        }
    }
    return same;
}

void hit_build_run(const build_input* in, const build_kernel* kernel, build_fragment* fragments, uint32_t count,
                   build_node* node)
{
    sort_by_id(fragments, count);
    kernel->fit(in, fragments, 1, node);
    node->info = BUILD_IS_LEAF | BUILD_RUN | BUILD_ID_LIST | (count - 1);
}

// The vertices in different places of some triangles that follow each other; the most there can be if one is bad.
static unsigned places_of(const build_input* in, uint32_t first, uint32_t count)
{
    float place[3 * BUILD_LEAF_MAX][3];
    unsigned places = 0;

    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t corner[3];
        unsigned k = 0;
        build_corners(in, first + i / 3, corner);
        if (corner[i % 3] >= in->point_count)
            return 3 * count;
        build_point(in, corner[i % 3], place[places]);
        while (place[k][0] != place[places][0] || place[k][1] != place[places][1] || place[k][2] != place[places][2])
            if (++k > places) // a NaN is not even where itself is
                return 3 * count;
        places += k == places;
    }
    return places;
}

// Neighbours in a mesh are mostly neighbours in its order. Where they are not, a mesh has fewer vertices than
// triangles.
float hit_build_blocks_each(const build_input* in)
{
    enum { SAMPLES = 64, EACH = BUILD_LEAF_MAX, SHARED = 20 };
    const uint32_t samples = in->count / EACH < SAMPLES ? in->count / EACH : SAMPLES;
    uint32_t places = 0;

    // Boxes are lanes, and eight of them a node.
    if (in->kind != HIT_BVH_TRIANGLES)
        return 1.0f / HIT_BVH_LANES;
    if (in->index_type != HIT_INDEX_NONE && in->point_count < in->count)
        return BUILD_SHARED_BLOCK;
    for (uint32_t i = 0; i < samples; i++)
        places += places_of(in, (uint32_t)((uint64_t)(in->count - EACH) * i / samples), EACH);
    return places <= SHARED * samples ? BUILD_SHARED_BLOCK : 1.0f;
}
