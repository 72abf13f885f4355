// The builder's kernels, written once with build_vec.h. The including file defines HIT_BUILD_KERNEL, the name of its
// table of functions.
#include "bvh/build_kernel.h"
#include "bvh/build_vec.h"

// ---- Ingest ----------------------------------------------------------------------------------------------------------

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

// ---- Splits ------------------------------------------------------------------------------------------------------------

static void survey_set(const build_fragment* f, build_set* set)
{
    sides all = sides_zero();
    int32_t low[3] = {65535, 65535, 65535}, high[3] = {0, 0, 0};

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
    sides_store(set->side, all);
    for (int k = 0; k < 3; k++) {
        set->middle_low[k] = (uint16_t)low[k];
        set->middle_high[k] = (uint16_t)high[k];
    }
}

static void fill_bins(const build_fragment* f, const build_set* set, build_bins* bins)
{
    int32_t first[4] = {0, 0, 0, 0};
    ints low;
    four scale;

    // The last middle gets the bin count·m/(m + 1) rounded down, m <= 65535: rounding of 2^-23 does not make that
    // `count`. The fourth place, which has no meaning, always gets bin 0.
    for (int k = 0; k < 3; k++) {
        first[k] = set->middle_low[k];
        bins->scale[k] = (float)bins->count / (float)(set->middle_high[k] - set->middle_low[k] + 1);
    }
    bins->scale[3] = 0.0f;
    memset(bins->bin, 0, bins->count * sizeof bins->bin[0]);
    low = ints_load(first);
    scale = four_load(bins->scale);
    for (uint32_t i = 0; i < set->count; i++) {
        const sides s = sides_load(&f[i]);
        int32_t at[4];
        ints_store(at, ints_from_four(four_mul(four_from_ints(ints_sub(sides_middles(s), low)), scale)));
        for (int k = 0; k < 3; k++) {
            uint16_t* side = bins->bin[at[k]].side[k];
            sides_store(side, sides_max(sides_load(side), s));
            bins->bin[at[k]].count[k]++;
        }
    }
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
        for (int k = 0; k < 3; k++)
            side[k] = sides_max(side[k], sides_load(bins->bin[b].side[k]));
        count = ints_add(count, ints_load(bins->bin[b].count));
        four_store(right[b],
                   four_or_infinite(four_mul(sides_areas(side[0], side[1], side[2]), four_from_ints(count)), count));
    }
    count = ints_all(0);
    for (int k = 0; k < 3; k++)
        side[k] = sides_zero();
    for (unsigned b = 1; b < bins->count; b++) {
        four total;
        for (int k = 0; k < 3; k++)
            side[k] = sides_max(side[k], sides_load(bins->bin[b - 1].side[k]));
        count = ints_add(count, ints_load(bins->bin[b - 1].count));
        total = four_or_infinite(four_mul(sides_areas(side[0], side[1], side[2]), four_from_ints(count)), count);
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

static void split_sides(const build_bins* bins, const build_split* split, uint16_t left[8], uint16_t right[8])
{
    sides s = sides_zero();
    unsigned b = 0;

    for (; b < split->bin; b++)
        s = sides_max(s, sides_load(bins->bin[b].side[split->axis]));
    sides_store(left, s);
    for (s = sides_zero(); b < bins->count; b++)
        s = sides_max(s, sides_load(bins->bin[b].side[split->axis]));
    sides_store(right, s);
}

// ---- Leaves ------------------------------------------------------------------------------------------------------------

// The vertices of triangles in the order in which they are met, each place once, and what is around them.
typedef struct shared_vertices {
    eight x, y, z;    ///< places beyond `used` repeat the first one
    unsigned used;    ///< 9: more than eight
    four low, high;   ///< of all triangles
    four extent;      ///< the largest one of any triangle along each axis, rounded
    unsigned bits[3]; ///< of the triangle that was added last, its slots
} shared_vertices;

// The slot of a vertex. Without branches: whether it is new cannot be foreseen.
BUILD_INLINE unsigned add_vertex(shared_vertices* v, four p)
{
    const eight x = eight_all(p), y = eight_all(four_y(p)), z = eight_all(four_z(p));
    const unsigned found = eight_bits(eight_same(v->x, x), eight_same(v->y, y), eight_same(v->z, z));
    const unsigned slot = lowest_bit(found | 1u << v->used);
    // Where the vertex is known already, the same is stored again; but the first one's zeros must keep their sign.
    const eight place = eight_place(found == 0 ? v->used : 8);
    v->x = eight_put(v->x, x, place);
    v->y = eight_put(v->y, y, place);
    v->z = eight_put(v->z, z, place);
    v->used += found == 0;
    return slot;
}

BUILD_INLINE void begin_vertices(const build_input* in, uint32_t id, shared_vertices* v)
{
    uint32_t corner[3];
    four p;
    build_corners(in, id, corner);
    p = four_point(in->points + (size_t)corner[0] * in->point_stride);
    v->x = eight_all(p);
    v->y = eight_all(four_y(p));
    v->z = eight_all(four_z(p));
    v->used = 1;
    v->low = v->high = p;
    v->extent = four_all(0.0f);
}

BUILD_INLINE void add_triangle(const build_input* in, uint32_t id, shared_vertices* v)
{
    uint32_t corner[3];
    four p[3], low, high;

    build_corners(in, id, corner);
    for (int k = 0; k < 3; k++) {
        p[k] = four_point(in->points + (size_t)corner[k] * in->point_stride);
        v->bits[k] = add_vertex(v, p[k]);
    }
    low = four_min(four_min(p[0], p[1]), p[2]);
    high = four_max(four_max(p[0], p[1]), p[2]);
    v->low = four_min(low, v->low);
    v->high = four_max(high, v->high);
    v->extent = four_max(four_sub(high, low), v->extent);
}

static bool fit(const build_input* in, const build_fragment* f, uint32_t count, build_node* node)
{
    shared_vertices v;

    begin_vertices(in, f[0].id, &v);
    for (uint32_t i = 0; i < count; i++) {
        add_triangle(in, f[i].id, &v);
        if (v.used > BUILD_LEAF_MAX)
            return false;
    }
    four_store_point(node->low, v.low);
    four_store_point(node->high, v.high);
    return true;
}

static float vertices(const build_input* in, const uint32_t* ids, uint32_t count, hit_bvh_block* block)
{
    shared_vertices v;
    float extent[4];

    begin_vertices(in, ids[0], &v);
    for (uint32_t i = 0; i < count; i++) {
        add_triangle(in, ids[i], &v);
        for (int k = 0; k < 3; k++)
            block->corner[k] |= v.bits[k] << 3 * i;
    }
    eight_store(block->x, v.x);
    eight_store(block->y, v.y);
    eight_store(block->z, v.z);
    four_store(extent, v.extent);
    return build_max(build_max(extent[0], extent[1]), extent[2]);
}

const build_kernel HIT_BUILD_KERNEL = {survey,     fragments,   refine, survey_set, fill_bins,
                                       best_split, split_sides, fit,    vertices};
