// The builder's kernels, written once with build_vec.h. The including file defines HIT_BUILD_KERNEL, the name of its
// table of functions.
#include "bvh/build_kernel.h"
#include "bvh/build_vec.h"

// ---- Ingest
// ----------------------------------------------------------------------------------------------------------

BUILD_INLINE void box_of(const build_input* in, uint32_t id, four* low, four* high)
{
    if (in->kind == HIT_BVH_TRIANGLES) {
        uint32_t corner[3];
        four p[3];
        build_corners(in, id, corner);
        for (int k = 0; k < 3; k++)
            p[k] = four_point(in->points + (size_t)corner[k] * in->point_stride);
        *low = four_min(four_min(p[0], p[1]), p[2]);
        *high = four_max(four_max(p[0], p[1]), p[2]);
    } else {
        *low = four_point(in->boxes + (size_t)id * in->box_stride);
        *high = four_point(in->boxes + (size_t)id * in->box_stride + 3 * sizeof(float));
    }
}

// The box of a primitive, if it is good. x - x is 0 for finite x, and NaN for others.
BUILD_INLINE bool good_box_of(const build_input* in, uint32_t id, four* low, four* high)
{
    if (in->kind == HIT_BVH_TRIANGLES) {
        uint32_t corner[3];
        four p[3];
        build_corners(in, id, corner);
        if (corner[0] >= in->point_count || corner[1] >= in->point_count || corner[2] >= in->point_count)
            return false;
        for (int k = 0; k < 3; k++)
            p[k] = four_point(in->points + (size_t)corner[k] * in->point_stride);
        *low = four_min(four_min(p[0], p[1]), p[2]);
        *high = four_max(four_max(p[0], p[1]), p[2]);
        return four_all_zero(four_add(four_add(four_sub(p[0], p[0]), four_sub(p[1], p[1])), four_sub(p[2], p[2])));
    }
    box_of(in, id, low, high);
    return four_not_above(*low, *high) == 15 && four_all_zero(four_add(four_sub(*low, *low), four_sub(*high, *high)));
}

static void survey(const build_input* in, uint32_t begin, uint32_t end, build_survey* s)
{
    four all_low = four_point(s->low), all_high = four_point(s->high);

    for (uint32_t id = begin; id < end; id++) {
        four low, high;
        if (good_box_of(in, id, &low, &high)) {
            s->good++;
            all_low = four_min(low, all_low);
            all_high = four_max(high, all_high);
        } else if (id < s->first_bad)
            s->first_bad = id;
    }
    four_store_point(s->low, all_low);
    four_store_point(s->high, all_high);
}

BUILD_INLINE ints to_cells(const build_grid* grid, four x)
{
    const four scaled = four_sub(four_mul(x, four_all(grid->shrink)), four_load(grid->origin));
    return ints_from_four(four_mul(scaled, four_all(grid->cells)));
}

static build_fragment* fragments(const build_input* in, const build_grid* grid, uint32_t begin, uint32_t end,
                                 bool check, build_fragment* out)
{
    for (uint32_t id = begin; id < end; id++) {
        four low, high;
        if (!check)
            box_of(in, id, &low, &high);
        else if (!good_box_of(in, id, &low, &high))
            continue;
        sides_store(out++, sides_make(to_cells(grid, low), to_cells(grid, high), id));
    }
    return out;
}

static bool refine(const build_input* in, build_fragment* f, uint32_t count)
{
    four all_low = four_all(HUGE_VALF), all_high = four_all(-HUGE_VALF), low, high;
    float bounds[2][4];
    build_grid grid;

    for (uint32_t i = 0; i < count; i++) {
        box_of(in, f[i].id, &low, &high);
        all_low = four_min(low, all_low);
        all_high = four_max(high, all_high);
    }
    four_store(bounds[0], all_low);
    four_store(bounds[1], all_high);
    if (!hit_build_grid(bounds[0], bounds[1], in->shrink, &grid))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        box_of(in, f[i].id, &low, &high);
        sides_store(&f[i], sides_make(to_cells(&grid, low), to_cells(&grid, high), f[i].id));
    }
    return true;
}

// ---- Splits
// ------------------------------------------------------------------------------------------------------------

static void survey_set(const build_fragment* f, build_set* set)
{
    sides all = sides_zero();
    int32_t low[3] = {65535, 65535, 65535}, high[3] = {0, 0, 0};
    uint16_t bounds[2][4] = {{0}};

    for (uint32_t i = 0; i < set->count; i++) {
        int32_t middle[4];
        const sides s = sides_load(&f[i]);
        all = sides_max(all, s);
        ints_store(middle, sides_middles(s));
        for (int k = 0; k < 3; k++) {
            low[k] = middle[k] < low[k] ? middle[k] : low[k];
            high[k] = middle[k] > high[k] ? middle[k] : high[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        bounds[0][k] = (uint16_t)low[k];
        bounds[1][k] = (uint16_t)high[k];
    }
    sides_store(set->side, all);
    axes_store(set->middle_low, axes_load(bounds[0]));
    axes_store(set->middle_high, axes_load(bounds[1]));
}

// `skip` is an axis that is left out; 3: none.
BUILD_INLINE void add_to_bins(sides s, ints low, four scale, unsigned skip, uint16_t (*bins)[4][8])
{
    const ints at = ints_from_four(four_mul(four_from_ints(ints_sub(sides_middles(s), low)), scale));
    uint16_t *x = bins[ints_get(at, 0)][0], *y = bins[ints_get(at, 1)][1], *z = bins[ints_get(at, 2)][2];
    s = sides_without_id(s);
    if (skip != 0)
        sides_store(x, sides_count_one(sides_max(sides_load(x), s)));
    if (skip != 1)
        sides_store(y, sides_count_one(sides_max(sides_load(y), s)));
    if (skip != 2)
        sides_store(z, sides_count_one(sides_max(sides_load(z), s)));
}

// Empty the bins, and find how many there are per cell. The last middle gets the bin count·m/(m + 1) rounded down, m <=
// 65535: rounding of 2^-23 does not make that `count`. The fourth place, which has no meaning, always gets bin 0.
BUILD_INLINE void begin_bins(const build_set* set, build_bins* bins)
{
    for (int k = 0; k < 3; k++)
        bins->scale[k] = (float)bins->count / (float)(set->middle_high[k] - set->middle_low[k] + 1);
    bins->scale[3] = 0.0f;
    memset(bins->side, 0, bins->count * sizeof bins->side[0]);
}

BUILD_INLINE void fill_all_but(const build_fragment* f, const build_set* set, unsigned skip, build_bins* bins)
{
    const uint32_t half = set->count / 2, end = set->count;
    const int32_t first[4] = {set->middle_low[0], set->middle_low[1], set->middle_low[2], 0};
    const ints low = ints_load(first);
    const four scale = four_load(bins->scale);

    // Neighbours tend to fall into the same bin, and would wait for each other: take turns between two halves.
    for (uint32_t i = 0; i < half; i++) {
        add_to_bins(sides_load(&f[i]), low, scale, skip, bins->side);
        add_to_bins(sides_load(&f[half + i]), low, scale, skip, bins->side);
    }
    if (end & 1)
        add_to_bins(sides_load(&f[end - 1]), low, scale, skip, bins->side);
}

static void fill_bins(const build_fragment* f, const build_set* set, unsigned skip, build_bins* bins)
{
    begin_bins(set, bins);
    switch (skip) {
    case 0:
        fill_all_but(f, set, 0, bins);
        break;
    case 1:
        fill_all_but(f, set, 1, bins);
        break;
    case 2:
        fill_all_but(f, set, 2, bins);
        break;
    default:
        fill_all_but(f, set, 3, bins);
        break;
    }
}

static void join_bins(build_bins* bins, const build_bins* others)
{
    for (unsigned b = 0; b < bins->count; b++)
        for (int k = 0; k < 3; k++) {
            uint16_t* side = bins->side[b][k];
            uint32_t count, more;
            memcpy(&count, side + 6, sizeof count);
            memcpy(&more, others->side[b][k] + 6, sizeof more);
            sides_store(side, sides_max(sides_load(side), sides_load(others->side[b][k])));
            count += more;
            memcpy(side + 6, &count, sizeof count);
        }
}

// Join the boxes of a bin to those of a side; returns the numbers in the bin.
BUILD_INLINE ints join_bin(sides side[3], const uint16_t bin[4][8])
{
    const sides x = sides_load(bin[0]), y = sides_load(bin[1]), z = sides_load(bin[2]);
    side[0] = sides_max(side[0], x);
    side[1] = sides_max(side[1], y);
    side[2] = sides_max(side[2], z);
    return sides_counts(x, y, z);
}

// How much a number of fragments weighs: the blocks that they fill, more or less.
BUILD_INLINE four weights(ints count, const build_bins* bins)
{
    const four filled = four_mul(four_from_ints(count), four_all(bins->blocks_each));
    return four_from_ints(ints_from_four(four_add(filled, four_all(1.001f - bins->blocks_each))));
}

// All three axes at once: costs of the right sides from the last bin down, then those of the left sides up.
static build_split best_split(const build_set* set, const build_bins* bins)
{
    float right[BUILD_BINS_MAX][4], cost[4];
    int32_t left[4], bin[4], uneven[4];
    sides side[3] = {sides_zero(), sides_zero(), sides_zero()};
    ints count = ints_all(0), best_left = ints_all(0), best_bin = ints_all(0), best_uneven = ints_all(INT32_MAX);
    four best = four_all(HUGE_VALF);
    build_split split = {HUGE_VALF, 0, 0, 0};
    int32_t least = INT32_MAX;

    for (unsigned b = bins->count - 1; b > 0; b--) {
        count = ints_add(count, join_bin(side, bins->side[b]));
        four_store(right[b],
                   four_or_infinite(four_mul(sides_areas(side[0], side[1], side[2]), weights(count, bins)), count));
    }
    count = ints_all(0);
    for (int k = 0; k < 3; k++)
        side[k] = sides_zero();
    for (unsigned b = 1; b < bins->count; b++) {
        four total;
        count = ints_add(count, join_bin(side, bins->side[b - 1]));
        total = four_or_infinite(four_mul(sides_areas(side[0], side[1], side[2]), weights(count, bins)), count);
        total = four_add(total, four_load(right[b]));
        ints_take_better(total, ints_abs(ints_sub(ints_all((int32_t)set->count), ints_add(count, count))), count,
                         ints_all((int32_t)b), &best, &best_uneven, &best_left, &best_bin);
    }
    four_store(cost, best);
    ints_store(left, best_left);
    ints_store(bin, best_bin);
    ints_store(uneven, best_uneven);
    for (unsigned k = 0; k < 3; k++)
        if (cost[k] < HUGE_VALF && (cost[k] < split.cost || (cost[k] == split.cost && uneven[k] < least))) {
            const build_split found = {cost[k], k, (uint32_t)bin[k], (uint32_t)left[k]};
            split = found;
            least = uneven[k];
        }
    return split;
}

// A middle lies in the box of its side, and on its side of the plane. Numbers are stored as they will be loaded: what
// was stored in parts keeps a load of the whole waiting.
static void describe_sides(const build_bins* bins, const build_split* split, uint32_t plane, const build_set* set,
                           build_set* left, build_set* right)
{
    const axes low = axes_load(set->middle_low), high = axes_load(set->middle_high);
    sides a = sides_zero(), b = sides_zero();
    unsigned at = 0;

    for (; at < split->bin; at++)
        a = sides_max(a, sides_load(bins->side[at][split->axis]));
    for (; at < bins->count; at++)
        b = sides_max(b, sides_load(bins->side[at][split->axis]));
    sides_store(left->side, a);
    sides_store(right->side, b);
    axes_store(left->middle_low, axes_max(low, sides_low(a)));
    axes_store(left->middle_high, axes_min(axes_put(high, split->axis, plane - 1), sides_high(a)));
    axes_store(right->middle_low, axes_max(axes_put(low, split->axis, plane), sides_low(b)));
    axes_store(right->middle_high, axes_min(high, sides_high(b)));
}

// In place and without branches: which side a fragment goes to cannot be foreseen.
static uint32_t divide(build_fragment* f, uint32_t count, unsigned axis, uint32_t plane)
{
    // (65535 - s + h + 1) / 2 < plane, for a low side stored as s and a high side h.
    const int32_t limit = 2 * (int32_t)plane - 65536;
    uint32_t left = 0;

    for (uint32_t i = 0; i < count; i++) {
        const bool goes_left = (int32_t)f[i].side[3 + axis] - (int32_t)f[i].side[axis] < limit;
        const sides s = sides_load(&f[i]);
        sides_store(&f[i], sides_load(&f[left]));
        sides_store(&f[left], s);
        left += goes_left;
    }
    return left;
}

// ---- Leaves
// ------------------------------------------------------------------------------------------------------------

enum { CORNERS_MAX = 3 * BUILD_LEAF_MAX };

// The corners of some triangles: indices and places.
typedef struct leaf_corners {
    uint32_t index[CORNERS_MAX];
    float x[CORNERS_MAX], y[CORNERS_MAX], z[CORNERS_MAX];
    unsigned count;
} leaf_corners;

// Bit i: corner i has the index of corner j; or its place.
BUILD_INLINE unsigned same_index(const leaf_corners* c, unsigned j, unsigned eights)
{
    unsigned same = 0;
    for (unsigned k = 0; k < eights; k++)
        same |= eight_same_bits(&c->index[8 * k], &c->index[j]) << 8 * k;
    return same;
}

BUILD_INLINE unsigned same_place(const leaf_corners* c, unsigned j, unsigned eights)
{
    const eight x = eight_repeat(&c->x[j]), y = eight_repeat(&c->y[j]), z = eight_repeat(&c->z[j]);
    unsigned same = 0;
    for (unsigned k = 0; k < eights; k++)
        same |= eight_bits(eight_same(eight_load(&c->x[8 * k]), x), eight_same(eight_load(&c->y[8 * k]), y),
                           eight_same(eight_load(&c->z[8 * k]), z))
                << 8 * k;
    return same;
}

// Give slots to corners, the same to those that are the same. Each is compared with all of them, eight at a time, and
// takes the slot of the first one like it. These comparisons do not wait for each other, as they would if each asked
// only what was found new before. What lies beyond the corners comes last and does not count. Returns the number of
// slots.
BUILD_INLINE unsigned give_slots(const leaf_corners* c, bool by_place, unsigned eights, uint8_t* slot)
{
    unsigned used = 0;

    for (unsigned j = 0; j < c->count; j++) {
        const unsigned first = lowest_bit(by_place ? same_place(c, j, eights) : same_index(c, j, eights));
        slot[j] = first == j ? (uint8_t)used : slot[first];
        used += first == j;
    }
    return used;
}

static unsigned slots_by_place(const build_input* in, leaf_corners* c, uint8_t* slot)
{
    for (unsigned j = 0; j < c->count; j++) {
        const unsigned char* at = in->points + (size_t)c->index[j] * in->point_stride;
        memcpy(&c->x[j], at, sizeof c->x[j]);
        memcpy(&c->y[j], at + sizeof(float), sizeof c->y[j]);
        memcpy(&c->z[j], at + 2 * sizeof(float), sizeof c->z[j]);
    }
    for (unsigned j = c->count; j & 7u; j++)
        c->x[j] = c->y[j] = c->z[j] = 0.0f;
    return c->count <= 16 ? give_slots(c, true, 2, slot) : give_slots(c, true, 3, slot);
}

// What an indexed leaf holds, for packing.
BUILD_INLINE uint32_t note_vertices(build_fragment* f, const leaf_corners* c, const uint8_t* slot, four extents)
{
    float extent[4];
    uint32_t bits;

    for (unsigned j = 0; j < c->count; j++)
        build_set_slot_index(f, slot[j], c->index[j]);
    four_store(extent, extents);
    extent[0] = build_max(build_max(extent[0], extent[1]), extent[2]);
    memcpy(&bits, extent, sizeof bits);
    return BUILD_INDEXED | (bits + 0xffffu) >> 16 << BUILD_EXTENT_SHIFT |
           ((bits & 0xffffu) == 0 ? BUILD_EXTENT_EXACT : 0);
}

// Vertices with one index have one place. Mostly that says enough, and places, which take longer, need not be compared;
// more than six triangles seldom fit in that way.
static bool fit(const build_input* in, build_fragment* f, uint32_t count, build_node* node)
{
    leaf_corners c;
    uint8_t slot[CORNERS_MAX];
    four low = four_all(HUGE_VALF), high = four_all(-HUGE_VALF), extents = four_all(0.0f);
    unsigned used = BUILD_LEAF_MAX + 1;

    c.count = 3 * count;
    memset(c.index, 0, sizeof c.index);
    memset(slot, 0, sizeof slot);
    for (unsigned i = 0; i < count; i++) {
        four p[3], least, most;
        build_corners(in, f[i].id, &c.index[3 * i]);
        for (unsigned k = 0; k < 3; k++)
            p[k] = four_point(in->points + (size_t)c.index[3 * i + k] * in->point_stride);
        least = four_min(four_min(p[0], p[1]), p[2]);
        most = four_max(four_max(p[0], p[1]), p[2]);
        low = four_min(least, low);
        high = four_max(most, high);
        extents = four_max(four_sub(most, least), extents);
    }
    node->info = BUILD_IS_LEAF | (count - 1);
    if (in->index_type != HIT_INDEX_NONE && count <= 6)
        used = count <= 5 ? give_slots(&c, false, 2, slot) : give_slots(&c, false, 3, slot);
    if (used <= BUILD_LEAF_MAX && used <= 2 * count)
        node->info |= note_vertices(f, &c, slot, extents) | (used - 1) << BUILD_SLOTS_SHIFT;
    else if (used > BUILD_LEAF_MAX)
        used = slots_by_place(in, &c, slot);
    if (used > BUILD_LEAF_MAX)
        return false;
    for (unsigned i = 0; i < count; i++)
        f[i].side[0] = (uint16_t)(slot[3 * i] | slot[3 * i + 1] << 3 | slot[3 * i + 2] << 6);
    four_store_point(node->low, low);
    four_store_point(node->high, high);
    return true;
}

// From the last triangle to the first, so that of vertices with the same place the first one is kept.
static float vertices(const build_input* in, const build_member* members, uint32_t count, hit_bvh_block* block)
{
    uint32_t corner[3];
    four extents = four_all(0.0f);
    float extent[4];

    build_corners(in, members[0].id, corner);
    for (int k = 0; k < 3; k++) {
        const unsigned char* first = in->points + (size_t)corner[0] * in->point_stride;
        float p;
        memcpy(&p, first + (size_t)k * sizeof p, sizeof p);
        eight_store(k == 0 ? block->x : k == 1 ? block->y : block->z, eight_repeat(&p));
    }
    for (uint32_t i = count; i-- > 0;) {
        four low, high;
        build_corners(in, members[i].id, corner);
        low = high = four_point(in->points + (size_t)corner[0] * in->point_stride);
        for (int k = 0; k < 3; k++) {
            const unsigned char* at = in->points + (size_t)corner[k] * in->point_stride;
            const unsigned slot = members[i].slots >> 3 * k & 7u;
            const four p = four_point(at);
            memcpy(&block->x[slot], at, sizeof(float));
            memcpy(&block->y[slot], at + sizeof(float), sizeof(float));
            memcpy(&block->z[slot], at + 2 * sizeof(float), sizeof(float));
            low = four_min(p, low);
            high = four_max(p, high);
        }
        extents = four_max(four_sub(high, low), extents);
    }
    four_store(extent, extents);
    return build_max(build_max(extent[0], extent[1]), extent[2]);
}

// ---- Eight lanes
// -------------------------------------------------------------------------------------------------------

// cost[i - 1] is for i roots. Sums are tried with all numbers of roots from the left at once for each number of roots
// in all: candidate k takes left[k - 1] and right[i - k - 1].
static uint32_t share_roots(const float left[8], const float right[8], float best[8])
{
    // right[i - k - 1] for i = 1..8 begins k places before `right`, where costs are infinite.
    float shifted[16];
    eight least = eight_infinite(), from = eight_zero();
    uint32_t choice[8], packed = 0;

    eight_store(shifted, eight_infinite());
    eight_store(shifted + 8, eight_load(right));
    for (unsigned k = 1; k < HIT_BVH_LANES; k++)
        eight_take_less(eight_add(eight_repeat(&left[k - 1]), eight_load(shifted + 8 - k)), k, &least, &from);
    eight_store(best, least);
    eight_store_bits(choice, from);
    for (unsigned i = 2; i <= HIT_BVH_LANES; i++)
        packed |= choice[i - 1] << (4 * i - 8);
    return packed;
}

const build_kernel HIT_BUILD_KERNEL = {survey,     fragments,      refine, survey_set, fill_bins, join_bins,
                                       best_split, describe_sides, divide, fit,        vertices,  share_roots};
