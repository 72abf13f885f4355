// The binary tree: binned surface area heuristic on the grid, top down.
//
// I. Wald, On fast construction of SAH-based bounding volume hierarchies, 2007. The middles of the boxes of a set are
// put into 4 to 32 bins along each axis; a split between two bins costs area times number on each side, and the
// cheapest one is taken. Equal costs: the more even one, so that fragments on a line do not make a chain.
//
// Boxes of the two sides come from the bins, and bounds of the middles from those of the whole set: each set is read once
// for the bins and once to divide it. A set that came down to few cells is put on a finer grid. One whose middles are
// all the same is halved by id, and so is, by middle, one that is so large for its depth that only halving keeps within
// the limit of the depth: a set of n at depth d needs d + ceil(log2(n)) levels when halved.
#include "bvh/build.h"

#include <math.h>

enum {
    BINS_MAX = 32,
    REFINE_BELOW = 256, ///< cells along the longest side under which a set gets a finer grid
    REFINE_FROM = 9     ///< smaller sets are not worth it
};

// Fragments that wait to be divided, with their box and the bounds of their middles.
typedef struct build_set {
    uint32_t begin, count, node, depth;
    uint16_t side[6]; ///< as in a fragment
    uint16_t middle_low[3], middle_high[3];
    bool is_fine; ///< no finer grid would help
} build_set;

typedef struct build_bin {
    uint16_t side[6];
    uint32_t count;
} build_bin;

typedef struct build_split {
    unsigned axis;
    uint32_t bin; ///< the first one of the right side
    float cost;   ///< infinite: none found
    uint32_t left;
} build_split;

static unsigned bins_for(uint32_t count)
{
    return count > 2048 ? 32 : count > 64 ? 16 : count > 16 ? 8 : 4;
}

static uint32_t middle(const build_fragment* f, unsigned axis)
{
    const uint32_t low = 65535u - f->side[axis], high = f->side[3 + axis];
    return (low + high + 1) >> 1;
}

static void join(uint16_t side[6], const uint16_t other[6])
{
    for (int k = 0; k < 6; k++)
        side[k] = side[k] > other[k] ? side[k] : other[k];
}

static float half_area(const uint16_t side[6])
{
    const float x = (float)(side[0] + side[3] - 65535), y = (float)(side[1] + side[4] - 65535),
                z = (float)(side[2] + side[5] - 65535);
    return x * y + y * z + z * x;
}

static uint32_t longest_side(const build_set* set)
{
    uint32_t longest = 0;
    for (int k = 0; k < 3; k++) {
        const uint32_t length = (uint32_t)set->side[k] + set->side[3 + k] - 65535u;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void survey_set(const build_fragment* fragments, build_set* set)
{
    memset(set->side, 0, sizeof set->side);
    memset(set->middle_high, 0, sizeof set->middle_high);
    memset(set->middle_low, 0xff, sizeof set->middle_low);
    for (uint32_t i = 0; i < set->count; i++) {
        join(set->side, fragments[i].side);
        for (unsigned k = 0; k < 3; k++) {
            const uint16_t m = (uint16_t)middle(&fragments[i], k);
            set->middle_low[k] = m < set->middle_low[k] ? m : set->middle_low[k];
            set->middle_high[k] = m > set->middle_high[k] ? m : set->middle_high[k];
        }
    }
}

// Bins per cell. The last middle gets the bin bins·m/(m + 1) rounded down, m <= 65535: rounding of 2^-23 does not
// make that `bins`.
static float bin_scale(const build_set* set, unsigned axis, unsigned bins)
{
    return (float)bins / (float)(set->middle_high[axis] - set->middle_low[axis] + 1);
}

static uint32_t bin_of(const build_fragment* f, const build_set* set, unsigned axis, float scale)
{
    return (uint32_t)(int32_t)((float)(middle(f, axis) - set->middle_low[axis]) * scale);
}

static void fill_bins(const build_fragment* fragments, const build_set* set, unsigned bins, build_bin bin[3][BINS_MAX])
{
    float scale[3];

    for (unsigned k = 0; k < 3; k++) {
        scale[k] = bin_scale(set, k, bins);
        memset(bin[k], 0, bins * sizeof bin[k][0]);
    }
    for (uint32_t i = 0; i < set->count; i++)
        for (unsigned k = 0; k < 3; k++) {
            build_bin* b = &bin[k][bin_of(&fragments[i], set, k, scale[k])];
            join(b->side, fragments[i].side);
            b->count++;
        }
}

static uint32_t imbalance(uint32_t left, uint32_t count)
{
    return left < count - left ? count - 2 * left : 2 * left - count;
}

// The cheapest split. An empty side has no area, and is not a split.
static build_split best_split(const build_set* set, unsigned bins, build_bin bin[3][BINS_MAX])
{
    build_split best = {0, 0, HUGE_VALF, 0};

    for (unsigned axis = 0; axis < 3; axis++) {
        float right_cost[BINS_MAX];
        uint16_t side[6] = {0};
        uint32_t count = 0;
        for (unsigned b = bins - 1; b > 0; b--) {
            join(side, bin[axis][b].side);
            count += bin[axis][b].count;
            right_cost[b] = count == 0 ? HUGE_VALF : half_area(side) * (float)count;
        }
        memset(side, 0, sizeof side);
        count = 0;
        for (unsigned b = 1; b < bins; b++) {
            float cost;
            join(side, bin[axis][b - 1].side);
            count += bin[axis][b - 1].count;
            if (count == 0)
                continue;
            cost = half_area(side) * (float)count + right_cost[b];
            if (cost < best.cost || (cost == best.cost && cost < HUGE_VALF &&
                                     imbalance(count, set->count) < imbalance(best.left, set->count))) {
                const build_split found = {axis, b, cost, count};
                best = found;
            }
        }
    }
    return best;
}

// Divide by bin: those of the left side first. Returns nothing: the number is known.
static void divide(build_fragment* fragments, const build_set* set, unsigned bins, const build_split* split)
{
    const float scale = bin_scale(set, split->axis, bins);
    uint32_t left = 0;

    for (uint32_t i = 0; i < set->count; i++) {
        const build_fragment f = fragments[i];
        const bool goes_left = bin_of(&f, set, split->axis, scale) < split->bin;
        fragments[i] = fragments[left];
        fragments[left] = f;
        left += goes_left;
    }
}

// The boxes of both sides from the bins, and what is known of their middles: they lie in the box, and on their side of
// the plane, give or take the rounding.
static void describe_sides(const build_set* set, unsigned bins, const build_split* split, const build_bin bin[BINS_MAX],
                           build_set* left, build_set* right)
{
    const unsigned axis = split->axis;
    const int32_t plane = set->middle_low[axis] + (int32_t)((float)split->bin / bin_scale(set, axis, bins));

    *left = *right = *set;
    memset(left->side, 0, sizeof left->side);
    memset(right->side, 0, sizeof right->side);
    for (unsigned b = 0; b < bins; b++)
        join(b < split->bin ? left->side : right->side, bin[b].side);
    left->count = split->left;
    right->count = set->count - split->left;
    right->begin = set->begin + split->left;
    if (plane + 1 < left->middle_high[axis])
        left->middle_high[axis] = (uint16_t)(plane + 1);
    if (plane - 1 > right->middle_low[axis])
        right->middle_low[axis] = (uint16_t)(plane - 1);
    for (int k = 0; k < 2; k++) {
        build_set* s = k == 0 ? left : right;
        for (int a = 0; a < 3; a++) {
            const uint16_t low = (uint16_t)(65535 - s->side[a]), high = s->side[3 + a];
            s->middle_low[a] = low > s->middle_low[a] ? low : s->middle_low[a];
            s->middle_high[a] = high < s->middle_high[a] ? high : s->middle_high[a];
        }
    }
}

// Middle along an axis, then id; with axis 3, only the id. All different.
static uint64_t halving_key(const build_fragment* f, unsigned axis)
{
    return axis == 3 ? f->id : (uint64_t)middle(f, axis) << 32 | f->id;
}

// The key that `rank` others are below of, found digit by digit: the key's 48 bits are six digits.
static uint64_t key_of_rank(const build_fragment* fragments, uint32_t count, unsigned axis, uint32_t rank)
{
    uint64_t key = 0;

    for (int shift = 40; shift >= 0; shift -= 8) {
        uint32_t number[256] = {0};
        unsigned digit = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t k = halving_key(&fragments[i], axis);
            number[k >> shift & 255] += k >> shift >> 8 == key;
        }
        while (rank >= number[digit])
            rank -= number[digit++];
        key = key << 8 | digit;
    }
    return key;
}

static void halve(build_fragment* fragments, const build_set* set, unsigned axis, build_set* left, build_set* right)
{
    const uint32_t half = set->count / 2;
    const uint64_t limit = key_of_rank(fragments, set->count, axis, half);
    uint32_t at = 0;

    for (uint32_t i = 0; i < set->count; i++) {
        const build_fragment f = fragments[i];
        if (halving_key(&f, axis) < limit) {
            fragments[i] = fragments[at];
            fragments[at++] = f;
        }
    }
    *left = *right = *set;
    left->count = half;
    right->begin += half;
    right->count -= half;
    survey_set(fragments, left);
    survey_set(fragments + half, right);
}

static unsigned widest_axis(const build_set* set)
{
    unsigned widest = 0;
    for (unsigned k = 1; k < 3; k++)
        if (set->middle_high[k] - set->middle_low[k] > set->middle_high[widest] - set->middle_low[widest])
            widest = k;
    return widest;
}

static unsigned ceil_log2(uint32_t n)
{
    unsigned bits = 0;
    while (((uint64_t)1 << bits) < n)
        bits++;
    return bits;
}

static void split_set(const build_input* in, build_fragment* fragments, build_set* set, build_set* left,
                      build_set* right)
{
    build_bin bin[3][BINS_MAX];
    const unsigned bins = bins_for(set->count);
    build_split split;

    if (set->count >= REFINE_FROM && !set->is_fine && longest_side(set) < REFINE_BELOW) {
        set->is_fine = !hit_build_refine(in, fragments, set->count);
        survey_set(fragments, set);
    }
    if (ceil_log2(set->count) + set->depth >= BUILD_DEPTH_MAX) {
        survey_set(fragments, set);
        halve(fragments, set, widest_axis(set), left, right);
        return;
    }
    fill_bins(fragments, set, bins, bin);
    split = best_split(set, bins, bin);
    if (split.cost == HUGE_VALF) {
        // All in one bin. That may be because the bounds of the middles are not the closest.
        survey_set(fragments, set);
        if (memcmp(set->middle_low, set->middle_high, sizeof set->middle_low) == 0) {
            halve(fragments, set, 3, left, right);
            return;
        }
        fill_bins(fragments, set, bins, bin);
        split = best_split(set, bins, bin);
    }
    divide(fragments, set, bins, &split);
    describe_sides(set, bins, &split, bin[split.axis], left, right);
}

void hit_build_split(const build_input* in, build_tree* tree)
{
    build_set waiting[BUILD_DEPTH_MAX + 1];
    unsigned count = 1;

    memset(&waiting[0], 0, sizeof waiting[0]);
    waiting[0].count = tree->fragment_count;
    survey_set(tree->fragments, &waiting[0]);
    tree->node_count = 1;
    while (count > 0) {
        build_set set = waiting[--count], left, right;
        build_fragment* fragments = tree->fragments + set.begin;
        build_node* node = &tree->nodes[set.node];
        if (hit_build_leaf(in, fragments, set.count, node)) {
            node->child = set.begin;
            tree->leaf_count++;
            if (node->info & BUILD_ID_LIST)
                tree->id_count += set.count;
            continue;
        }
        split_set(in, fragments, &set, &left, &right);
        node->child = tree->node_count;
        node->info = 0;
        left.depth = right.depth = set.depth + 1;
        left.node = tree->node_count++;
        right.node = tree->node_count++;
        waiting[count++] = right;
        waiting[count++] = left;
    }
}
