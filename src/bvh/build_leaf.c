// Leaves: which triangles fit one block, and their true box.
//
// A block has eight vertices. Triangles share those that have the same place, whatever their indices are: a mesh
// without indices packs as well as one with. Slots are given in the order in which vertices are met, so that the slots
// alone tell later where each vertex was met first, and a leaf needs no memory but its fragments.
#include "bvh/build.h"

static void sort_by_id(build_fragment* fragments, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const build_fragment f = fragments[i];
        uint32_t j = i;
        for (; j > 0 && fragments[j - 1].id > f.id; j--)
            fragments[j] = fragments[j - 1];
        fragments[j] = f;
    }
}

static void finish(build_node* node, const build_fragment* fragments, uint32_t count)
{
    node->info = BUILD_IS_LEAF | (count - 1);
    if (fragments[count - 1].id - fragments[0].id > UINT16_MAX)
        node->info |= BUILD_ID_LIST;
}

static bool triangles_fit(const build_input* in, build_fragment* fragments, uint32_t count, build_node* node)
{
    float slot[BUILD_LEAF_MAX][3];
    uint16_t slots_of[BUILD_LEAF_MAX];
    unsigned slots = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner[3];
        unsigned bits = 0;
        build_corners(in, fragments[i].id, corner);
        for (int k = 0; k < 3; k++) {
            float p[3];
            unsigned s = 0;
            build_point(in, corner[k], p);
            while (s < slots && !(slot[s][0] == p[0] && slot[s][1] == p[1] && slot[s][2] == p[2]))
                s++;
            if (s == slots) {
                if (slots == BUILD_LEAF_MAX)
                    return false;
                memcpy(slot[slots++], p, sizeof p);
            }
            bits |= s << 3 * k;
        }
        slots_of[i] = (uint16_t)bits;
    }
    // Only now: the sides are needed when the triangles do not fit.
    for (uint32_t i = 0; i < count; i++)
        fragments[i].side[0] = slots_of[i];
    memcpy(node->low, slot[0], sizeof node->low);
    memcpy(node->high, slot[0], sizeof node->high);
    for (unsigned s = 1; s < slots; s++)
        for (int k = 0; k < 3; k++) {
            node->low[k] = build_min(slot[s][k], node->low[k]);
            node->high[k] = build_max(slot[s][k], node->high[k]);
        }
    return true;
}

bool hit_build_leaf(const build_input* in, build_fragment* fragments, uint32_t count, build_node* node)
{
    if (in->kind != HIT_BVH_TRIANGLES) {
        if (count > 1)
            return false;
        build_bounds(in, fragments[0].id, node->low, node->high);
        finish(node, fragments, 1);
        return true;
    }
    if (count > BUILD_LEAF_MAX)
        return false;
    sort_by_id(fragments, count);
    if (!triangles_fit(in, fragments, count, node))
        return false;
    finish(node, fragments, count);
    return true;
}
