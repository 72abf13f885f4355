// The builder's kernels, written once with simd/u16x8.h. The including file defines HIT_BUILD_KERNEL, the name of its
// table of functions.
#include "bvh/build/kernel.h"
#include "simd/u16x8.h"
#include "simd/u16x16.h"

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

BUILD_INLINE void box_of_fragment(const build_input* in, uint32_t id, four* low, four* high)
{
    if (id < in->count)
        box_of(in, id, low, high);
    else {
        *low = four_point(in->pieces[id - in->count].low);
        *high = four_point(in->pieces[id - in->count].high);
    }
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
        box_of_fragment(in, f[i].id, &low, &high);
        all_low = four_min(low, all_low);
        all_high = four_max(high, all_high);
    }
    four_store(bounds[0], all_low);
    four_store(bounds[1], all_high);
    if (!hit_build_grid(bounds[0], bounds[1], in->shrink, &grid))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        box_of_fragment(in, f[i].id, &low, &high);
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
BUILD_INLINE void add_to_bins(sides s, ints at, unsigned skip, uint16_t (*bins)[4][8])
{
    uint16_t *x = bins[ints_get(at, 0)][0], *y = bins[ints_get(at, 1)][1], *z = bins[ints_get(at, 2)][2];
    if (skip != 0)
        sides_store(x, sides_count_one(sides_max(sides_load(x), s)));
    if (skip != 1)
        sides_store(y, sides_count_one(sides_max(sides_load(y), s)));
    if (skip != 2)
        sides_store(z, sides_count_one(sides_max(sides_load(z), s)));
}

BUILD_INLINE void add_both(sides_pair s, ints low, four scale, unsigned skip, uint16_t (*bins)[4][8])
{
    const ints_pair at = sides_pair_bins(s, low, scale);
    s = sides_pair_without_id(s);
    add_to_bins(sides_one(s), ints_one(at), skip, bins);
    add_to_bins(sides_other(s), ints_other(at), skip, bins);
}

// How many bins there are per cell. The last middle gets the bin count·m/(m + 1) rounded down, m <= 65535: rounding of
// 2^-23 does not make that `count`. The fourth place, which has no meaning, always gets bin 0.
BUILD_INLINE void scale_bins(const build_set* set, build_bins* bins)
{
    for (int k = 0; k < 3; k++)
        bins->scale[k] = (float)bins->count / (float)(set->middle_high[k] - set->middle_low[k] + 1);
    bins->scale[3] = 0.0f;
}

BUILD_INLINE void begin_bins(const build_set* set, build_bins* bins)
{
    const sides empty = sides_zero();

    scale_bins(set, bins);
    for (unsigned b = 0; b < bins->count; b++)
        for (int k = 0; k < 3; k++)
            sides_store(bins->side[b][k], empty);
}

// Neighbours tend to fall into the same bin, and would wait for each other: take turns between the halves or quarters
// of a set.
BUILD_INLINE void fill_all_but(const build_fragment* f, const build_set* set, unsigned skip, build_bins* bins)
{
    const uint32_t quarter = set->count >= 64 ? set->count / 4 : 0, rest = set->count - 4 * quarter, half = rest / 2;
    const int32_t first[4] = {set->middle_low[0], set->middle_low[1], set->middle_low[2], 0};
    const ints low = ints_load(first);
    const four scale = four_load(bins->scale);

    for (uint32_t i = 0; i < quarter; i++) {
        const build_fragment* g = f + 2 * quarter;
        add_both(sides_both(sides_load(&f[i]), sides_load(&g[i])), low, scale, skip, bins->side);
        add_both(sides_both(sides_load(&f[quarter + i]), sides_load(&g[quarter + i])), low, scale, skip, bins->side);
    }
    f += 4 * quarter;
    for (uint32_t i = 0; i < half; i++)
        add_both(sides_both(sides_load(&f[i]), sides_load(&f[half + i])), low, scale, skip, bins->side);
    if (rest & 1) {
        const sides last = sides_load(&f[rest - 1]);
        add_to_bins(sides_without_id(last), ints_one(sides_pair_bins(sides_both(last, last), low, scale)), skip,
                    bins->side);
    }
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
        for (int k = 0; k < 3; k++)
            sides_store(bins->side[b][k], sides_join(sides_load(bins->side[b][k]), sides_load(others->side[b][k])));
}

// The boxes of both sides of each split, before bin b and from it on.
typedef struct split_boxes {
    _Alignas(16) uint16_t left[BUILD_BINS_MAX][3][8];
    _Alignas(16) uint16_t right[BUILD_BINS_MAX][3][8];
} split_boxes;

// Join the boxes of a bin to those of a side, and keep these.
BUILD_INLINE void join_bin(sides side[3], const uint16_t bin[4][8], uint16_t kept[3][8])
{
    for (int k = 0; k < 3; k++) {
        side[k] = sides_max(side[k], sides_load(bin[k]));
        sides_store(kept[k], side[k]);
    }
}

// The best split along each axis so far: what it costs, by how much its sides differ, the size of the left one, and the
// first bin of the right one.
typedef struct best_splits {
    four cost;
    ints uneven, left, bin;
} best_splits;

BUILD_INLINE best_splits no_splits(void)
{
    const best_splits none = {four_all(HUGE_VALF), ints_all(INT32_MAX), ints_all(0), ints_all(0)};
    return none;
}

// Compare with splits at a bin, of which the boxes of both sides and the sizes of the left ones are known. They cost
// area times the blocks that a side fills, more or less.
BUILD_INLINE void consider(const sides_pair both[3], ints left, const build_set* set, float blocks_each, unsigned bin,
                           best_splits* best)
{
    const ints right = ints_sub(ints_all((int32_t)set->count), left);
    const four total = four_pair_sum(four_pair_costs(sides_pair_areas(both[0], both[1], both[2]),
                                                     ints_both(left, right), blocks_each, 1.001f - blocks_each));
    ints_take_better(total, ints_abs(ints_sub(right, left)), left, ints_all((int32_t)bin), &best->cost, &best->uneven,
                     &best->left, &best->bin);
}

// The best of the three axes. Costs are not negative, so their bits are in their order; the first of equal ones is
// taken, without branches: which one it is cannot be foreseen.
BUILD_INLINE build_split cheapest(const best_splits* best)
{
    build_split split;
    int32_t left[4], bin[4], uneven[4];
    uint64_t least = UINT64_MAX;
    float cost[4];

    four_store(cost, best->cost);
    ints_store(left, best->left);
    ints_store(bin, best->bin);
    ints_store(uneven, best->uneven);
    split.axis = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t bits;
        uint64_t key;
        memcpy(&bits, &cost[k], sizeof bits);
        key = (uint64_t)bits << 32 | (uint32_t)uneven[k];
        split.axis = key < least ? k : split.axis;
        least = key < least ? key : least;
    }
    split.cost = cost[split.axis];
    split.bin = (uint32_t)bin[split.axis];
    split.left = split.cost < HUGE_VALF ? (uint32_t)left[split.axis] : 0;
    return split;
}

// All three axes at once: boxes of the right sides from the last bin down, then those of the left sides up, and the
// costs of both. `number` is that of the bins: where it is a constant there is no loop.
BUILD_INLINE build_split best_of(const build_set* set, const build_bins* bins, unsigned number, split_boxes* boxes)
{
    sides side[3] = {sides_zero(), sides_zero(), sides_zero()};
    ints count = ints_all(0);
    best_splits best = no_splits();

    for (unsigned b = number - 1; b > 0; b--)
        join_bin(side, bins->side[b], boxes->right[b]);
    for (int k = 0; k < 3; k++)
        side[k] = sides_zero();
    for (unsigned b = 1; b < number; b++) {
        const uint16_t(*before)[8] = bins->side[b - 1];
        sides_pair both[3];
        join_bin(side, before, boxes->left[b]);
        for (int k = 0; k < 3; k++)
            both[k] = sides_both(side[k], sides_load(boxes->right[b][k]));
        count = ints_add(count, sides_counts(sides_load(before[0]), sides_load(before[1]), sides_load(before[2])));
        consider(both, count, set, bins->blocks_each, b, &best);
    }
    return cheapest(&best);
}

static build_split best_split(const build_set* set, build_bins* bins)
{
    split_boxes boxes;
    build_split split;

    switch (bins->count) {
    case 4:
        split = best_of(set, bins, 4, &boxes);
        break;
    case 8:
        split = best_of(set, bins, 8, &boxes);
        break;
    default:
        split = best_of(set, bins, bins->count, &boxes);
        break;
    }
    if (split.left != 0) {
        sides_store(bins->left, sides_load(boxes.left[split.bin][split.axis]));
        sides_store(bins->right, sides_load(boxes.right[split.bin][split.axis]));
    }
    return split;
}

#include "bvh/build/kernel_small_set.h"

// A middle lies in the box of its side, and on its side of the plane. Numbers are stored as they will be loaded: what
// was stored in parts keeps a load of the whole waiting.
static void describe_sides(const build_cut* cut, const build_set* set, build_set* left, build_set* right)
{
    const axes low = axes_load(set->middle_low), high = axes_load(set->middle_high);
    const sides a = sides_load(cut->left), b = sides_load(cut->right);

    sides_store(left->side, a);
    sides_store(right->side, b);
    axes_store(left->middle_low, axes_max(low, sides_low(a)));
    axes_store(left->middle_high, axes_min(axes_put(high, cut->axis, cut->plane - 1), sides_high(a)));
    axes_store(right->middle_low, axes_max(axes_put(low, cut->axis, cut->plane), sides_low(b)));
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

#include "bvh/build/kernel_partition.h"
#include "bvh/build/kernel_leaf.h"

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

const build_kernel HIT_BUILD_KERNEL = {survey,       fragments,  refine,    survey_set,     fill_bins,
                                       join_bins,    best_split, split_few, describe_sides, divide,
                                       divide_ahead, fit,        vertices,  share_roots};
