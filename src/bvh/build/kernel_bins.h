// The builder's kernels, written once over simd/simd.h. kernels_<isa>.c includes this file, with KERNEL(name) defined.
#include "bvh/build/kernel.h"
#include "bvh/build/primref_vectors.h"

// ---- Primitive references -------------------------------------------------------------------------------------------

SIMD_ALWAYS_INLINE void box_of(const build_input* in, uint32_t id, f32x4* low, f32x4* high)
{
    if (in->kind == HIT_BVH_TRIANGLES) {
        uint32_t corner[3];
        f32x4 p[3];
        build_corners(in, id, corner);
        for (int k = 0; k < 3; k++)
            p[k] = f32x4_load_point(in->points + (size_t)corner[k] * in->point_stride);
        *low = f32x4_min(f32x4_min(p[0], p[1]), p[2]);
        *high = f32x4_max(f32x4_max(p[0], p[1]), p[2]);
    } else {
        *low = f32x4_load_point(in->boxes + (size_t)id * in->box_stride);
        *high = f32x4_load_point(in->boxes + (size_t)id * in->box_stride + 3 * sizeof(float));
    }
}

// The box of a primitive, if it is good. x - x is 0 for finite x, and NaN for others.
SIMD_ALWAYS_INLINE bool good_box_of(const build_input* in, uint32_t id, f32x4* low, f32x4* high)
{
    if (in->kind == HIT_BVH_TRIANGLES) {
        uint32_t corner[3];
        f32x4 p[3];
        build_corners(in, id, corner);
        if (corner[0] >= in->point_count || corner[1] >= in->point_count || corner[2] >= in->point_count)
            return false;
        for (int k = 0; k < 3; k++)
            p[k] = f32x4_load_point(in->points + (size_t)corner[k] * in->point_stride);
        *low = f32x4_min(f32x4_min(p[0], p[1]), p[2]);
        *high = f32x4_max(f32x4_max(p[0], p[1]), p[2]);
        return all_zero(f32x4_add(f32x4_add(f32x4_sub(p[0], p[0]), f32x4_sub(p[1], p[1])), f32x4_sub(p[2], p[2])));
    }
    box_of(in, id, low, high);
    return f32x4_mask_all(f32x4_le(*low, *high)) && all_zero(f32x4_add(f32x4_sub(*low, *low), f32x4_sub(*high, *high)));
}

static void survey(const build_input* in, uint32_t begin, uint32_t end, build_survey* s)
{
    f32x4 all_low = f32x4_load_point(s->low), all_high = f32x4_load_point(s->high);

    HIT_ASSERT(begin <= end && end <= in->count);
    for (uint32_t id = begin; id < end; id++) {
        f32x4 low, high;
        if (good_box_of(in, id, &low, &high)) {
            s->good++;
            all_low = f32x4_min(low, all_low);
            all_high = f32x4_max(high, all_high);
        } else if (id < s->first_bad)
            s->first_bad = id;
    }
    f32x4_store_point(s->low, all_low);
    f32x4_store_point(s->high, all_high);
}

SIMD_ALWAYS_INLINE void box_of_primref(const build_input* in, uint32_t id, f32x4* low, f32x4* high)
{
    if (id < in->count)
        box_of(in, id, low, high);
    else {
        HIT_ASSERT(in->split_refs != NULL);
        *low = f32x4_load_point(in->split_refs[id - in->count].low);
        *high = f32x4_load_point(in->split_refs[id - in->count].high);
    }
}

SIMD_ALWAYS_INLINE i32x4 to_cells(const build_grid* grid, f32x4 x)
{
    const f32x4 scaled = f32x4_sub(f32x4_mul(x, f32x4_splat(grid->shrink)), f32x4_load(grid->origin));
    return i32x4_from_f32x4(f32x4_mul(scaled, f32x4_splat(grid->cells)));
}

static build_primref* primrefs(const build_input* in, const build_grid* grid, uint32_t begin, uint32_t end, bool check,
                               build_primref* out)
{
    for (uint32_t id = begin; id < end; id++) {
        f32x4 low, high;
        if (!check)
            box_of(in, id, &low, &high);
        else if (!good_box_of(in, id, &low, &high))
            continue;
        u16x8_store_aligned(out++, primref_make(to_cells(grid, low), to_cells(grid, high), id));
    }
    return out;
}

static bool refine(const build_input* in, build_primref* f, uint32_t count)
{
    f32x4 all_low = f32x4_splat(HUGE_VALF), all_high = f32x4_splat(-HUGE_VALF), low, high;
    float bounds[2][4];
    build_grid grid;

    for (uint32_t i = 0; i < count; i++) {
        box_of_primref(in, f[i].id, &low, &high);
        all_low = f32x4_min(low, all_low);
        all_high = f32x4_max(high, all_high);
    }
    f32x4_store(bounds[0], all_low);
    f32x4_store(bounds[1], all_high);
    if (!hit_build_grid(bounds[0], bounds[1], in->shrink, &grid))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        box_of_primref(in, f[i].id, &low, &high);
        u16x8_store_aligned(&f[i], primref_make(to_cells(&grid, low), to_cells(&grid, high), f[i].id));
    }
    return true;
}

// ---- Splits ---------------------------------------------------------------------------------------------------------

static void survey_set(const build_primref* f, build_set* set)
{
    u16x8 all = u16x8_splat(0);
    int32_t low[3] = {65535, 65535, 65535}, high[3] = {0, 0, 0};
    uint16_t bounds[2][4] = {{0}};

    for (uint32_t i = 0; i < set->count; i++) {
        int32_t centroid[4];
        const u16x8 s = u16x8_load_aligned(&f[i]);
        all = u16x8_max(all, s);
        i32x4_store(centroid, primref_centroids(s));
        for (int k = 0; k < 3; k++) {
            low[k] = centroid[k] < low[k] ? centroid[k] : low[k];
            high[k] = centroid[k] > high[k] ? centroid[k] : high[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        bounds[0][k] = (uint16_t)low[k];
        bounds[1][k] = (uint16_t)high[k];
    }
    u16x8_store_aligned(set->side, all);
    u16x4_store(set->centroid_low, u16x4_load(bounds[0]));
    u16x4_store(set->centroid_high, u16x4_load(bounds[1]));
}

// `skip` is an axis that is left out; 3: none.
SIMD_ALWAYS_INLINE void add_to_bins(u16x8 s, i32x4 at, unsigned skip, uint16_t (*bins)[4][8])
{
    uint16_t *x = bins[i32x4_extract(at, 0)][0], *y = bins[i32x4_extract(at, 1)][1], *z = bins[i32x4_extract(at, 2)][2];
    if (skip != 0)
        u16x8_store_aligned(x, primref_count_one(u16x8_max(u16x8_load_aligned(x), s)));
    if (skip != 1)
        u16x8_store_aligned(y, primref_count_one(u16x8_max(u16x8_load_aligned(y), s)));
    if (skip != 2)
        u16x8_store_aligned(z, primref_count_one(u16x8_max(u16x8_load_aligned(z), s)));
}

SIMD_ALWAYS_INLINE void add_both(u16x16 s, i32x4 low, f32x4 scale, unsigned skip, uint16_t (*bins)[4][8])
{
    const i32x8 at = primref_pair_bins(s, low, scale);
    s = primref_pair_without_id(s);
    add_to_bins(u16x16_low(s), i32x8_low(at), skip, bins);
    add_to_bins(u16x16_high(s), i32x8_high(at), skip, bins);
}

// How many bins there are per cell. The last centroid gets the bin count·m/(m + 1) rounded down, m <= 65535: rounding
// of 2^-23 does not make that `count`. The fourth place, which has no meaning, always gets bin 0.
SIMD_ALWAYS_INLINE void scale_bins(const build_set* set, build_bins* bins)
{
    for (int k = 0; k < 3; k++)
        bins->scale[k] = (float)bins->count / (float)(set->centroid_high[k] - set->centroid_low[k] + 1);
    bins->scale[3] = 0.0f;
}

SIMD_ALWAYS_INLINE void begin_bins(const build_set* set, build_bins* bins)
{
    const u16x8 empty = u16x8_splat(0);

    HIT_ASSERT(bins->count <= BUILD_BINS_MAX);
    scale_bins(set, bins);
    for (unsigned b = 0; b < bins->count; b++)
        for (int k = 0; k < 3; k++)
            u16x8_store_aligned(bins->side[b][k], empty);
}

// Neighbours tend to fall into the same bin, and would wait for each other: alternate between the halves or quarters of
// a set.
SIMD_ALWAYS_INLINE void fill_all_but(const build_primref* f, const build_set* set, unsigned skip, build_bins* bins)
{
    const uint32_t quarter = set->count >= 64 ? set->count / 4 : 0, rest = set->count - 4 * quarter, half = rest / 2;
    const int32_t first[4] = {set->centroid_low[0], set->centroid_low[1], set->centroid_low[2], 0};
    const i32x4 low = i32x4_load(first);
    const f32x4 scale = f32x4_load(bins->scale);

    for (uint32_t i = 0; i < quarter; i++) {
        const build_primref* g = f + 2 * quarter;
        add_both(u16x16_from_halves(u16x8_load_aligned(&f[i]), u16x8_load_aligned(&g[i])), low, scale, skip,
                 bins->side);
        add_both(u16x16_from_halves(u16x8_load_aligned(&f[quarter + i]), u16x8_load_aligned(&g[quarter + i])), low,
                 scale, skip, bins->side);
    }
    f += 4 * quarter;
    for (uint32_t i = 0; i < half; i++)
        add_both(u16x16_from_halves(u16x8_load_aligned(&f[i]), u16x8_load_aligned(&f[half + i])), low, scale, skip,
                 bins->side);
    if (rest & 1) {
        const u16x8 last = u16x8_load_aligned(&f[rest - 1]);
        add_to_bins(primref_without_id(last), i32x8_low(primref_pair_bins(u16x16_from_halves(last, last), low, scale)),
                    skip, bins->side);
    }
}

static void fill_bins(const build_primref* f, const build_set* set, unsigned skip, build_bins* bins)
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
            u16x8_store_aligned(bins->side[b][k], primref_merge_bins(u16x8_load_aligned(bins->side[b][k]),
                                                                     u16x8_load_aligned(others->side[b][k])));
}

// The boxes of both sides of each split, before bin b and from it on.
typedef struct split_boxes {
    _Alignas(16) uint16_t left[BUILD_BINS_MAX][3][8];
    _Alignas(16) uint16_t right[BUILD_BINS_MAX][3][8];
} split_boxes;

// Join the boxes of a bin to those of a side, and keep these.
SIMD_ALWAYS_INLINE void join_bin(u16x8 side[3], const uint16_t bin[4][8], uint16_t kept[3][8])
{
    for (int k = 0; k < 3; k++) {
        side[k] = u16x8_max(side[k], u16x8_load_aligned(bin[k]));
        u16x8_store_aligned(kept[k], side[k]);
    }
}

// The best split along each axis so far: what it costs, by how much the counts of its sides differ, the count of the
// left one, and the first bin of the right one.
typedef struct best_splits {
    f32x4 cost;
    i32x4 uneven, left, bin;
} best_splits;

SIMD_ALWAYS_INLINE best_splits no_splits(void)
{
    const best_splits none = {f32x4_splat(HUGE_VALF), i32x4_splat(INT32_MAX), i32x4_splat(0), i32x4_splat(0)};
    return none;
}

// Compare with splits at a bin, of which the boxes of both sides and the counts of the left ones are known. They cost
// area times the blocks that a side fills, more or less.
SIMD_ALWAYS_INLINE void consider(const u16x16 both[3], i32x4 left, const build_set* set, float blocks_per_prim,
                                 unsigned bin, best_splits* best)
{
    const i32x4 right = i32x4_sub(i32x4_splat((int32_t)set->count), left);
    const f32x4 total = f32x8_sum_of_halves(primref_pair_costs(primref_pair_areas(both[0], both[1], both[2]),
                                                               i32x8_from_halves(left, right), blocks_per_prim,
                                                               1.001f - blocks_per_prim));
    primref_keep_cheaper(total, i32x4_abs(i32x4_sub(right, left)), left, i32x4_splat((int32_t)bin), &best->cost,
                         &best->uneven, &best->left, &best->bin);
}

// The best of the three axes. Costs are not negative, so their bits are in their order; the first of equal ones is
// taken, without branches: which one it is cannot be predicted.
SIMD_ALWAYS_INLINE build_split cheapest(const best_splits* best)
{
    build_split split;
    int32_t left[4], bin[4], uneven[4];
    uint64_t least = UINT64_MAX;
    float cost[4];

    f32x4_store(cost, best->cost);
    i32x4_store(left, best->left);
    i32x4_store(bin, best->bin);
    i32x4_store(uneven, best->uneven);
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
SIMD_ALWAYS_INLINE build_split best_of(const build_set* set, const build_bins* bins, unsigned number,
                                       split_boxes* boxes)
{
    u16x8 side[3] = {u16x8_splat(0), u16x8_splat(0), u16x8_splat(0)};
    i32x4 count = i32x4_splat(0);
    best_splits best = no_splits();

    for (unsigned b = number - 1; b > 0; b--)
        join_bin(side, bins->side[b], boxes->right[b]);
    for (int k = 0; k < 3; k++)
        side[k] = u16x8_splat(0);
    for (unsigned b = 1; b < number; b++) {
        const uint16_t(*before)[8] = bins->side[b - 1];
        u16x16 both[3];
        join_bin(side, before, boxes->left[b]);
        for (int k = 0; k < 3; k++)
            both[k] = u16x16_from_halves(side[k], u16x8_load_aligned(boxes->right[b][k]));
        count = i32x4_add(count, primref_counts(u16x8_load_aligned(before[0]), u16x8_load_aligned(before[1]),
                                                u16x8_load_aligned(before[2])));
        consider(both, count, set, bins->blocks_per_prim, b, &best);
    }
    return cheapest(&best);
}

static build_split best_split(const build_set* set, build_bins* bins)
{
    split_boxes boxes;
    build_split split;

    HIT_ASSERT(bins->count >= 2 && bins->count <= BUILD_BINS_MAX);
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
        HIT_ASSERT(split.axis < 3 && split.bin > 0 && split.bin < bins->count && split.left < set->count);
        u16x8_store_aligned(bins->left, u16x8_load_aligned(boxes.left[split.bin][split.axis]));
        u16x8_store_aligned(bins->right, u16x8_load_aligned(boxes.right[split.bin][split.axis]));
    }
    return split;
}

#include "bvh/build/kernel_small_set.h"

// A centroid lies in the box of its side, and on its side of the plane. Numbers are stored as they will be loaded: a
// load would have to wait for what was stored in parts.
static void describe_sides(const build_split_plane* split_plane, const build_set* set, build_set* left,
                           build_set* right)
{
    const u16x4 low = u16x4_load(set->centroid_low), high = u16x4_load(set->centroid_high);
    const u16x8 a = u16x8_load_aligned(split_plane->left), b = u16x8_load_aligned(split_plane->right);

    u16x8_store_aligned(left->side, a);
    u16x8_store_aligned(right->side, b);
    u16x4_store(left->centroid_low, u16x4_max(low, primref_low(a)));
    u16x4_store(left->centroid_high,
                u16x4_min(u16x4_insert(high, split_plane->axis, split_plane->plane - 1), primref_high(a)));
    u16x4_store(right->centroid_low,
                u16x4_max(u16x4_insert(low, split_plane->axis, split_plane->plane), primref_low(b)));
    u16x4_store(right->centroid_high, u16x4_min(high, primref_high(b)));
}

// In place and without branches: which side a primref goes to cannot be predicted.
static uint32_t partition(build_primref* f, uint32_t count, unsigned axis, uint32_t plane)
{
    // (65535 - s + h + 1) / 2 < plane, for a low side stored as s and a high side h.
    const int32_t limit = 2 * (int32_t)plane - 65536;
    uint32_t left = 0;

    for (uint32_t i = 0; i < count; i++) {
        const bool goes_left = (int32_t)f[i].side[3 + axis] - (int32_t)f[i].side[axis] < limit;
        const u16x8 s = u16x8_load_aligned(&f[i]);
        u16x8_store_aligned(&f[i], u16x8_load_aligned(&f[left]));
        u16x8_store_aligned(&f[left], s);
        left += goes_left;
    }
    return left;
}

#include "bvh/build/kernel_partition.h"
#include "bvh/build/kernel_leaf.h"

// ---- Wide nodes -----------------------------------------------------------------------------------------------------

// cost[i - 1] is for i roots. Sums are tried with all numbers of roots from the left at once for each number of roots
// in all: candidate k takes left[k - 1] and right[i - k - 1].
static uint32_t share_roots(const float left[8], const float right[8], float best[8])
{
    // right[i - k - 1] for i = 1..8 begins k places before `right`, where costs are infinite.
    float shifted[16];
    f32x8 least = f32x8_splat(HUGE_VALF), from = f32x8_splat(0.0f); // the bits of `from` are the k of the least
    uint32_t packed = 0;
    float choice[8];

    f32x8_store(shifted, least);
    f32x8_store(shifted + 8, f32x8_load(right));
    for (unsigned k = 1; k < HIT_BVH_WIDTH; k++) {
        const f32x8 sum = f32x8_add(f32x8_splat(left[k - 1]), f32x8_load(shifted + 8 - k));
        const f32x8_mask less = f32x8_lt(sum, least);
        least = f32x8_select(less, sum, least);
        from = f32x8_select(less, f32x8_splat(float_of(k)), from);
    }
    f32x8_store(best, least);
    f32x8_store(choice, from);
    for (unsigned i = 2; i <= HIT_BVH_WIDTH; i++)
        packed |= bits_of(choice[i - 1]) << (4 * i - 8);
    return packed;
}

const build_kernel KERNEL(hit_build_kernel) = {
    survey,          primrefs,       refine,    survey_set,        fill_bins, join_bins, best_split,
    split_small_set, describe_sides, partition, partition_and_bin, fit,       vertices,  share_roots};
