// The binary tree: binned surface area heuristic on the grid, top down.
//
// I. Wald, On fast construction of SAH-based bounding volume hierarchies, 2007. The centroids of the boxes of a set are
// put into 4 to 32 bins along each axis; a split between two bins costs area times number on each side, and the
// cheapest one is taken. Equal costs: the more even one, so that primrefs on a line do not make a chain. For
// HIT_BVH_FAST, large sets are split along the Morton curve.
//
// Boxes of the two sides come from the bins, and bounds of the centroids from those of the whole set: each set is read
// once for the bins and once to partition it, and that at once fills the bins of its sides if they are large. A set
// that came down to few cells is put on a finer grid. One whose centroids are all the same is halved by id, and so is,
// by centroid, one that is so large for its depth that only halving keeps within the limit of the depth: a set of n at
// depth d needs d + ceil(log2(n)) levels when halved.
#include "bvh/build/stages.h"

enum {
    REFINE_BELOW = 16,   ///< cells per bin along the longest side under which a set gets a finer grid
    REFINE_FROM = 9,     ///< smaller sets are not worth it
    PREFETCH_BELOW = 64, ///< the size of sets whose triangles are prefetched together
    SKIP_ABOVE = 64,     ///< the size of sets that are not split along all axes
    SORTED_ABOVE = 64,   ///< the size of sets that HIT_BVH_FAST splits along the Morton curve
    REPORT_EVERY = 1 << 16
};

// More bins find better splits, by about 1 % of the cost of a tree from 8 to 32 of them.
static unsigned bins_for(const build_tree* tree, uint32_t count)
{
    if (tree->many_bins)
        return 32;
    return count > 2048 ? 32 : count > 64 ? 16 : count > BUILD_SMALL_SET ? 8 : 4;
}

static uint32_t centroid(const build_primref* f, unsigned axis)
{
    return (65535u - f->side[axis] + f->side[3 + axis] + 1) >> 1;
}

// True when several threads should work on one set.
static bool in_chunks(const build_tree* tree, const build_set* set)
{
    return tree->pool != NULL && set->count >= BUILD_PARALLEL_FROM;
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

// The lowest centroid that is not in a bin of the left side.
static uint32_t first_of_right(const build_set* set, const build_bins* bins, const build_split* split)
{
    const float scale = bins->scale[split->axis];
    uint32_t distance = (uint32_t)((float)split->bin / scale);

    HIT_ASSERT(split->axis < 3 && split->bin > 0 && split->bin < bins->count);
    // At most a unit off either way.
    while (distance > 0 && (uint32_t)((float)(distance - 1) * scale) >= split->bin)
        distance--;
    while ((uint32_t)((float)distance * scale) < split->bin)
        distance++;
    return set->centroid_low[split->axis] + distance;
}

// Keep what a split found needs of the bins.
static void set_split_plane(const build_set* set, const build_bins* bins, const build_split* split,
                            build_split_plane* split_plane)
{
    memcpy(split_plane->left, bins->left, sizeof split_plane->left);
    memcpy(split_plane->right, bins->right, sizeof split_plane->right);
    split_plane->axis = split->axis;
    split_plane->plane = first_of_right(set, bins, split);
    split_plane->count = split->left;
}

// Make two sets of the first `count` primrefs and the others.
static void split_after(const build_kernel* kernel, const build_primref* primrefs, const build_set* set, uint32_t count,
                        build_set* left, build_set* right)
{
    HIT_ASSERT(count > 0 && count < set->count);
    left->begin = set->begin;
    left->count = count;
    right->begin = set->begin + count;
    right->count = set->count - count;
    kernel->survey_set(primrefs, left);
    kernel->survey_set(primrefs + count, right);
}

// Centroid along an axis, then id; with axis 3, only the id. All different.
static uint64_t halving_key(const build_primref* f, unsigned axis)
{
    return axis == 3 ? f->id : (uint64_t)centroid(f, axis) << 32 | f->id;
}

// The key that has `rank` others below it, found digit by digit: the key's 48 bits are six digits.
static uint64_t key_of_rank(const build_primref* primrefs, uint32_t count, unsigned axis, uint32_t rank)
{
    uint64_t key = 0;

    HIT_ASSERT(rank < count);
    for (int shift = 40; shift >= 0; shift -= 8) {
        uint32_t number[256] = {0};
        unsigned digit = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t k = halving_key(&primrefs[i], axis);
            number[k >> shift & 255] += k >> shift >> 8 == key;
        }
        while (rank >= number[digit])
            rank -= number[digit++];
        HIT_ASSERT(digit < 256);
        key = key << 8 | digit;
    }
    return key;
}

static void halve(const build_kernel* kernel, build_primref* primrefs, const build_set* set, unsigned axis,
                  build_set* left, build_set* right)
{
    const uint32_t half = set->count / 2;
    const uint64_t limit = key_of_rank(primrefs, set->count, axis, half);
    uint32_t at = 0;

    for (uint32_t i = 0; i < set->count; i++) {
        const build_primref f = primrefs[i];
        if (halving_key(&f, axis) < limit) {
            primrefs[i] = primrefs[at];
            primrefs[at++] = f;
        }
    }
    HIT_ASSERT(at == half); // keys are all different
    split_after(kernel, primrefs, set, half, left, right);
}

static unsigned widest_axis(const build_set* set)
{
    unsigned widest = 0;
    for (unsigned k = 1; k < 3; k++)
        if (set->centroid_high[k] - set->centroid_low[k] > set->centroid_high[widest] - set->centroid_low[widest])
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

// The axis along which the centroids of a large set extend least: a split across it is hardly ever the best. 3: none.
static unsigned axis_to_skip(const build_tree* tree, const build_set* set)
{
    unsigned extent[3], narrowest = 0;

    if (tree->many_bins || set->count <= SKIP_ABOVE)
        return 3;
    for (unsigned k = 0; k < 3; k++) {
        extent[k] = (unsigned)(set->centroid_high[k] - set->centroid_low[k]);
        narrowest = extent[k] < extent[narrowest] ? k : narrowest;
    }
    return narrowest;
}

void hit_build_fill(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                    const build_set* set, build_bins* bins)
{
    kernel->fill_bins(primrefs, set, axis_to_skip(tree, set), bins);
}

static build_split find_split(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                              const build_set* set, build_bins* bins)
{
    bins->count = bins_for(tree, set->count);
    bins->blocks_per_prim = tree->blocks_per_prim;
    if (bins->count == 4)
        return kernel->split_small_set(primrefs, set, bins);
    if (in_chunks(tree, set))
        hit_build_fill_chunks(tree, kernel, primrefs, set, bins);
    else
        hit_build_fill(tree, kernel, primrefs, set, bins);
    return kernel->best_split(set, bins);
}

// True when only halving a set keeps within the limit of the depth.
static bool is_deep(const build_set* set)
{
    return set->depth >= BUILD_DEPTH_MAX - 30 && ceil_log2(set->count) + set->depth >= BUILD_DEPTH_MAX;
}

static bool is_coarse(const build_tree* tree, const build_set* set)
{
    return set->count >= REFINE_FROM && !set->is_fine && longest_side(set) < REFINE_BELOW * bins_for(tree, set->count);
}

static void partition(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs, const build_set* set,
                      const build_split_plane* split_plane)
{
    if (in_chunks(tree, set))
        hit_build_partition_chunks(tree, kernel, primrefs, set, split_plane);
    else
        kernel->partition(primrefs, set->count, split_plane->axis, split_plane->plane);
}

// Partition a set, and find on the way where its sides are to be split, as far as they are split along two axes.
static void partition_and_bin(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                              const build_set* set, const build_split_plane* split_plane, const build_set side[2],
                              build_split_plane split_planes[2])
{
    build_bins bins[2];
    unsigned skip[2];
    bool wanted[2];

    for (int k = 0; k < 2; k++) {
        skip[k] = axis_to_skip(tree, &side[k]);
        wanted[k] = skip[k] < 3 && !is_deep(&side[k]) && !is_coarse(tree, &side[k]);
        skip[k] = wanted[k] ? skip[k] : 0;
        bins[k].count = wanted[k] ? bins_for(tree, side[k].count) : 1;
        bins[k].blocks_per_prim = tree->blocks_per_prim;
    }
    if (!wanted[0] && !wanted[1]) {
        partition(tree, kernel, primrefs, set, split_plane);
        return;
    }
    if (in_chunks(tree, set))
        hit_build_partition_and_bin_chunks(tree, kernel, primrefs, set, split_plane, side, skip, bins);
    else
        kernel->partition_and_bin(primrefs, set->count, split_plane->axis, split_plane->plane, side, skip, bins);
    for (int k = 0; k < 2; k++)
        if (wanted[k]) {
            const build_split split = kernel->best_split(&side[k], &bins[k]);
            if (split.left != 0)
                set_split_plane(&side[k], &bins[k], &split, &split_planes[1 - k]);
        }
}

// Split a set whose centroids are all the same, or find that all of it is one triangle: false then.
static bool split_same_centroids(const build_input* in, const build_kernel* kernel, build_primref* primrefs,
                                 const build_set* set, build_set* left, build_set* right)
{
    const uint32_t same = hit_build_group_duplicates(in, primrefs, set->count);

    if (same == set->count)
        return false;
    // Fewer than a quarter do not pay: taking them out one kind at a time could go on for long.
    if (same > BUILD_LEAF_MAX && same >= set->count / 4)
        split_after(kernel, primrefs, set, same, left, right);
    else
        halve(kernel, primrefs, set, 3, left, right);
    return true;
}

static void inherit(const build_set* set, build_set* left, build_set* right)
{
    left->depth = right->depth = set->depth + 1;
    left->is_fine = right->is_fine = set->is_fine;
    left->is_prefetched = right->is_prefetched = set->is_prefetched;
    left->is_sorted = right->is_sorted = set->is_sorted;
}

// Split a set that is in the order of the Morton curve. False when it is small, or all of it has one code.
static bool split_sorted(const build_primref* primrefs, const build_set* set, build_set* left, build_set* right)
{
    const uint32_t first = hit_build_morton(&primrefs[0]), last = hit_build_morton(&primrefs[set->count - 1]);
    uint32_t low = 0, high = set->count - 1, bit = 1u << 20;

    if (set->count <= SORTED_ABOVE || first == last)
        return false;
    while (((first ^ last) & bit) == 0)
        bit >>= 1;
    // low has that bit clear, high has it set.
    while (high - low > 1) {
        const uint32_t at = low + (high - low) / 2;
        if (hit_build_morton(&primrefs[at]) & bit)
            high = at;
        else
            low = at;
    }
    HIT_ASSERT(high > 0 && high < set->count);
    left->begin = set->begin;
    left->count = high;
    right->begin = set->begin + high;
    right->count = set->count - high;
    inherit(set, left, right);
    return true;
}

// Split a set at a plane. split_planes[0] and split_planes[1] are left as they are, or become those of the right and
// the left side.
static void split_at(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs, const build_set* set,
                     const build_split_plane* split_plane, build_set* left, build_set* right,
                     build_split_plane split_planes[2])
{
    HIT_ASSERT(split_plane->axis < 3 && split_plane->count > 0 && split_plane->count < set->count);
    kernel->describe_sides(split_plane, set, left, right);
    left->begin = set->begin;
    left->count = split_plane->count;
    right->begin = set->begin + split_plane->count;
    right->count = set->count - split_plane->count;
    inherit(set, left, right);
    if (set->count > SKIP_ABOVE) {
        const build_set side[2] = {*left, *right};
        partition_and_bin(tree, kernel, primrefs, set, split_plane, side, split_planes);
    } else
        partition(tree, kernel, primrefs, set, split_plane);
}

bool hit_build_split_set(const build_input* in, const build_tree* tree, const build_kernel* kernel, build_set* set,
                         build_set* left, build_set* right, build_split_plane split_planes[2])
{
    build_primref* primrefs = tree->primrefs + set->begin;
    build_bins bins;
    build_split split;
    build_split_plane split_plane;

    if (split_planes[0].count != 0) {
        split_plane = split_planes[0];
        split_planes[0].count = split_planes[1].count = 0;
        split_at(tree, kernel, primrefs, set, &split_plane, left, right, split_planes);
        return true;
    }
    split_planes[1].count = 0;
    if (set->is_sorted) {
        if (split_sorted(primrefs, set, left, right))
            return true;
        kernel->survey_set(primrefs, set);
        set->is_sorted = false;
    }
    if (is_deep(set)) {
        kernel->survey_set(primrefs, set);
        halve(kernel, primrefs, set, widest_axis(set), left, right);
        inherit(set, left, right);
        return true;
    }
    if (is_coarse(tree, set)) {
        set->is_fine = !kernel->refine(in, primrefs, set->count);
        kernel->survey_set(primrefs, set);
    }
    split = find_split(tree, kernel, primrefs, set, &bins);
    if (split.left == 0) {
        // All in one bin. That may be because the bounds of the centroids are not the closest.
        kernel->survey_set(primrefs, set);
        if (memcmp(set->centroid_low, set->centroid_high, 3 * sizeof set->centroid_low[0]) == 0) {
            if (!split_same_centroids(in, kernel, primrefs, set, left, right))
                return false;
            inherit(set, left, right);
            return true;
        }
        split = find_split(tree, kernel, primrefs, set, &bins);
    }
    set_split_plane(set, &bins, &split, &split_plane);
    split_at(tree, kernel, primrefs, set, &split_plane, left, right, split_planes);
    return true;
}

// Prefetch the triangles of a small set before its leaves need them one after the other.
static void prefetch_triangles(const build_input* in, const build_primref* primrefs, uint32_t count)
{
    if (in->kind != HIT_BVH_TRIANGLES)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (primrefs[i].id < in->count)
            build_prefetch_corners(in, primrefs[i].id);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner[3];
        if (primrefs[i].id >= in->count)
            continue;
        build_corners(in, primrefs[i].id, corner);
        for (int k = 0; k < 3; k++)
            hit_prefetch_line(in->points + (size_t)corner[k] * in->point_stride);
    }
}

static void finish_leaf(build_task* task, const build_set* set, build_node* node)
{
    node->child = set->begin;
    if (build_is_split_ref(node))
        return;
    task->leaves++;
    if (node->info & BUILD_ID_LIST)
        task->ids += set->count;
    if (node->info & BUILD_DUPLICATES)
        task->ids++;
}

// Report the progress of a task that is the only one, now and then. False: stop.
static bool report(build_tree* tree, uint32_t done, uint32_t* next)
{
    if (done < *next)
        return true;
    *next = done + REPORT_EVERY;
    return build_report_progress(tree->watch, 0.1f + 0.7f * (float)done / (float)tree->primref_count);
}

// The nodes of a task: those from `first` up to `next` are in use.
typedef struct build_room {
    uint32_t first, next, end;
} build_room;

static build_room roomy_for(const build_tree* tree, const build_set* set)
{
    const uint32_t first = 2 * (tree->task_max + set->begin);
    const build_room room = {first, first, first + 2 * set->count};
    return room;
}

static build_room tight_for(const build_tree* tree, const build_set* set)
{
    // Pairs begin at even indices.
    const uint32_t all = 2 * (tree->task_max + tree->primref_count);
    const uint32_t first = all + (set->begin / BUILD_TIGHT + 1) / 2 * 2;
    const build_room room = {first, first, all + (set->begin + set->count) / BUILD_TIGHT / 2 * 2};
    return room;
}

// Move the nodes of a task to where there is room for any subtree.
static void move_out(build_tree* tree, const build_task* task, build_room* room, build_set* waiting, unsigned count)
{
    build_room roomy = roomy_for(tree, &task->set);
    const uint32_t used = room->next - room->first, offset = roomy.first - room->first;

    HIT_ASSERT(used + 2 <= roomy.end - roomy.first);
    // Nodes of sets that wait have no children yet: what is done to them here is overwritten later.
    memcpy(&tree->nodes[roomy.first], &tree->nodes[room->first], used * sizeof *tree->nodes);
    for (uint32_t i = roomy.first; i < roomy.first + used; i++)
        if (!(tree->nodes[i].info & BUILD_IS_LEAF))
            tree->nodes[i].child += offset;
    for (unsigned i = 0; i < count; i++)
        if (waiting[i].node != task->set.node)
            waiting[i].node += offset;
    if (used > 0)
        tree->nodes[task->set.node].child += offset;
    roomy.next += used;
    *room = roomy;
}

void hit_build_subtree(const build_input* in, build_tree* tree, build_task* task)
{
    const build_kernel* kernel = hit_build_kernel();
    build_room room = tree->is_tight ? tight_for(tree, &task->set) : roomy_for(tree, &task->set);
    // The last one is next. Sets stay where they are: copies would wait for what was just written.
    build_set waiting[BUILD_DEPTH_MAX + 2];
    build_split_plane split_planes[BUILD_DEPTH_MAX + 2];
    uint32_t report_at = REPORT_EVERY;
    // On threads of a pool, nothing is reported, and sets are not divided further.
    build_tree own = *tree;
    unsigned count = 1;

    own.pool = NULL;
    waiting[0] = task->set;
    split_planes[0] = task->split_plane;
    while (count > 0) {
        build_set *set = &waiting[count - 1], *left = &waiting[count], right;
        build_primref* primrefs = tree->primrefs + set->begin;
        build_node* node;
        if (room.next + 2 > room.end)
            move_out(tree, task, &room, waiting, count);
        HIT_ASSERT(count <= BUILD_DEPTH_MAX + 1 && set->count > 0 && set->depth <= BUILD_DEPTH_MAX);
        node = &tree->nodes[set->node];
        if (set->count <= PREFETCH_BELOW && !set->is_prefetched) {
            prefetch_triangles(in, primrefs, set->count);
            set->is_prefetched = true;
        }
        if (hit_build_leaf(in, kernel, primrefs, set->count, node)) {
            finish_leaf(task, set, node);
            count--;
            if (tree->pool == NULL && !report(tree, set->begin + set->count, &report_at))
                return;
        } else if (!hit_build_split_set(in, &own, kernel, set, left, &right, &split_planes[count - 1])) {
            hit_build_duplicate_leaf(in, kernel, primrefs, set->count, node);
            finish_leaf(task, set, node);
            count--;
        } else {
            node->child = room.next;
            node->info = 0;
            left->node = room.next++;
            right.node = room.next++;
            *set = right;
            count++;
        }
    }
    hit_build_collapse_task(in, tree->nodes, room.first, room.next, &task->plan);
}
