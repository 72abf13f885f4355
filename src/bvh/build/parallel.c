// The top of the binary tree, and what several threads do of it.
//
// With a pool, large sets are split by all threads together, until there are enough sets for each thread to take some;
// these become tasks, one subtree each. The tree is the same as that of one thread: no decision depends on the order of
// the primrefs in a set, and bins filled in parts are the same bins.
#include "bvh/build/stages.h"

typedef struct build_chunks {
    const build_tree* tree;
    const build_kernel* kernel;
    const build_set* set;
    const build_primref* source;
    build_bins* bins;
    build_primref* primrefs;
    const build_split_plane* split_plane;
    uint32_t size;
    const build_set* side; ///< both, or NULL when no bins are filled
    const unsigned* skip;
    uint32_t left[BUILD_CHUNKS_MAX];  ///< primrefs of a chunk that go left
    uint32_t taken[BUILD_CHUNKS_MAX]; ///< gaps that earlier chunks fill with misplaced ones
    uint32_t all_left;
} build_chunks;

static uint32_t chunk_count(const build_set* set)
{
    const uint32_t chunks = set->count / (BUILD_PARALLEL_FROM / 2);
    return chunks < BUILD_CHUNKS_MAX ? chunks : BUILD_CHUNKS_MAX;
}

static uint32_t chunk_end(const build_chunks* c, uint32_t index)
{
    const uint32_t begin = index * c->size;
    HIT_ASSERT(begin < c->set->count);
    return c->set->count - begin < c->size ? c->set->count : begin + c->size;
}

static void fill_chunk(void* context, uint32_t index)
{
    const build_chunks* c = context;
    build_set part = *c->set;
    part.count = chunk_end(c, index) - index * c->size;
    hit_build_fill(c->tree, c->kernel, c->source + index * c->size, &part, &c->bins[index]);
}

void hit_build_fill_chunks(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                           const build_set* set, build_bins* bins)
{
    const uint32_t chunks = chunk_count(set), size = (set->count + chunks - 1) / chunks;
    build_chunks c = {.tree = tree, .kernel = kernel, .set = set, .source = primrefs, .bins = tree->bins, .size = size};

    for (uint32_t i = 0; i < chunks; i++) {
        tree->bins[i].count = bins->count;
        tree->bins[i].blocks_per_prim = bins->blocks_per_prim;
    }
    hit_build_parallel_for(tree->pool, fill_chunk, &c, chunks);
    *bins = tree->bins[0];
    for (uint32_t i = 1; i < chunks; i++)
        kernel->join_bins(bins, &tree->bins[i]);
}

static void partition_chunk(void* context, uint32_t index)
{
    build_chunks* c = context;
    const uint32_t begin = index * c->size, count = chunk_end(c, index) - begin;
    build_primref* primrefs = c->primrefs + begin;
    c->left[index] = c->side == NULL
                         ? c->kernel->partition(primrefs, count, c->split_plane->axis, c->split_plane->plane)
                         : c->kernel->partition_and_bin(primrefs, count, c->split_plane->axis, c->split_plane->plane,
                                                        c->side, c->skip, &c->bins[2 * index]);
}

// The primrefs of chunk `from` that go left but lie on the right side: from *begin on, up to what is returned.
static uint32_t misplaced(const build_chunks* c, uint32_t from, uint32_t* begin)
{
    const uint32_t end = from * c->size + c->left[from];
    *begin = from * c->size < c->all_left ? c->all_left : from * c->size;
    return end < *begin ? *begin : end;
}

// Primrefs of a chunk that go right but lie on the left side are swapped with misplaced ones: the first ones that
// earlier chunks do not take.
static void swap_chunk(void* context, uint32_t index)
{
    build_chunks* c = context;
    const uint32_t chunk = chunk_end(c, index), end = chunk < c->all_left ? chunk : c->all_left;
    uint32_t from = 0, skip = c->taken[index], next = 0, next_end = 0;

    for (uint32_t at = index * c->size + c->left[index]; at < end; at++) {
        build_primref moved;
        while (next == next_end) {
            next_end = misplaced(c, from++, &next);
            if (next_end - next <= skip) {
                skip -= next_end - next;
                next = next_end;
            } else {
                next += skip;
                skip = 0;
            }
        }
        moved = c->primrefs[at];
        c->primrefs[at] = c->primrefs[next];
        c->primrefs[next++] = moved;
    }
}

// Each chunk is partitioned by itself; then those of the left side that lie too far right are swapped with those of the
// right side that lie too far left, which are as many.
static void partition_chunks(const build_tree* tree, build_chunks* c, uint32_t chunks)
{
    uint32_t taken = 0;

    hit_build_parallel_for(tree->pool, partition_chunk, c, chunks);
    for (uint32_t i = 0; i < chunks; i++)
        c->all_left += c->left[i];
    for (uint32_t i = 0; i < chunks; i++) {
        const uint32_t begin = i * c->size + c->left[i], chunk = chunk_end(c, i);
        const uint32_t end = chunk < c->all_left ? chunk : c->all_left;
        c->taken[i] = taken;
        taken += begin < end ? end - begin : 0;
    }
    HIT_ASSERT(c->all_left == c->split_plane->count);
    hit_build_parallel_for(tree->pool, swap_chunk, c, chunks);
}

void hit_build_partition_chunks(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                                const build_set* set, const build_split_plane* split_plane)
{
    const uint32_t chunks = chunk_count(set), size = (set->count + chunks - 1) / chunks;
    build_chunks c = {.kernel = kernel, .set = set, .primrefs = primrefs, .split_plane = split_plane, .size = size};

    partition_chunks(tree, &c, chunks);
}

void hit_build_partition_and_bin_chunks(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                                        const build_set* set, const build_split_plane* split_plane,
                                        const build_set side[2], const unsigned skip[2], build_bins bins[2])
{
    const uint32_t chunks = chunk_count(set), size = (set->count + chunks - 1) / chunks;
    build_chunks c = {.kernel = kernel,
                      .set = set,
                      .bins = tree->bins,
                      .primrefs = primrefs,
                      .split_plane = split_plane,
                      .size = size,
                      .side = side,
                      .skip = skip};

    for (uint32_t i = 0; i < 2 * chunks; i++) {
        c.bins[i].count = bins[i % 2].count;
        c.bins[i].blocks_per_prim = bins[i % 2].blocks_per_prim;
    }
    partition_chunks(tree, &c, chunks);
    for (uint32_t k = 0; k < 2; k++) {
        bins[k] = c.bins[k];
        for (uint32_t i = 1; i < chunks; i++)
            kernel->join_bins(&bins[k], &c.bins[2 * i + k]);
    }
}

static void add_task(build_tree* tree, const build_set* set, const build_split_plane* split_plane)
{
    build_task* task = &tree->tasks[tree->task_count++];
    HIT_ASSERT(tree->task_count <= tree->task_max && set->count > 0);
    memset(task, 0, sizeof *task);
    task->set = *set;
    task->split_plane = *split_plane;
}

// Split large sets until the others are tasks. The nodes of those that are split come in the order that
// hit_build_collapse needs: parents first, all below a left child before all below a right one.
static void make_tasks(const build_input* in, build_tree* tree, const build_set* all)
{
    const build_kernel* kernel = hit_build_kernel();
    const uint32_t few = tree->primref_count / (tree->task_max / 4);
    const uint32_t limit = few < BUILD_PARALLEL_FROM ? BUILD_PARALLEL_FROM : few;
    build_set waiting[BUILD_DEPTH_MAX + 2];
    build_split_plane split_planes[BUILD_DEPTH_MAX + 2];
    unsigned count = 1;

    waiting[0] = *all;
    split_planes[0].count = 0;
    while (count > 0) {
        build_set set = waiting[--count], left, right;
        if (set.count < limit || tree->task_count + count + 2 > tree->task_max ||
            !hit_build_split_set(in, tree, kernel, &set, &left, &right, &split_planes[count])) {
            add_task(tree, &set, &split_planes[count]);
            continue;
        }
        tree->nodes[set.node].child = tree->upper_count;
        tree->nodes[set.node].info = 0;
        left.node = tree->upper_count++;
        right.node = tree->upper_count++;
        HIT_ASSERT(count + 2 <= BUILD_DEPTH_MAX + 2);
        // hit_build_split_set has put the planes where they belong.
        waiting[count++] = right;
        waiting[count++] = left;
    }
}

typedef struct build_task_run {
    const build_input* in;
    build_tree* tree;
    uint32_t first;
    uint16_t order[BUILD_TASKS_MAX];
} build_task_run;

static void run_task(void* context, uint32_t index)
{
    const build_task_run* run = context;
    hit_build_subtree(run->in, run->tree, &run->tree->tasks[run->order[run->first + index]]);
}

// The largest first: the last ones to end are small then.
static void sort_tasks(const build_tree* tree, uint16_t order[BUILD_TASKS_MAX])
{
    for (uint32_t i = 0; i < tree->task_count; i++) {
        uint32_t j = i;
        for (; j > 0 && tree->tasks[order[j - 1]].set.count < tree->tasks[i].set.count; j--)
            order[j] = order[j - 1];
        order[j] = (uint16_t)i;
    }
}

bool hit_build_split(const build_input* in, build_tree* tree, const build_set* set)
{
    build_task_run run = {.in = in, .tree = tree};
    build_set all = *set;
    uint32_t batch, done = 0;

    tree->upper_count = 1;
    if (tree->quality == HIT_BVH_FAST) {
        hit_build_sort_morton(tree);
        all.is_sorted = true;
    }
    if (tree->pool == NULL) {
        const build_split_plane unknown = {.count = 0};
        add_task(tree, &all, &unknown);
    } else
        make_tasks(in, tree, &all);
    sort_tasks(tree, run.order);
    // Progress is reported between batches.
    batch = tree->pool == NULL || tree->watch->progress == NULL ? tree->task_count : 4 * (tree->pool->threads + 1);
    while (run.first < tree->task_count) {
        const uint32_t left = tree->task_count - run.first, size = left < batch ? left : batch;
        hit_build_parallel_for(tree->pool, run_task, &run, size);
        for (uint32_t i = 0; i < size; i++)
            done += tree->tasks[run.order[run.first + i]].set.count;
        run.first += size;
        if (!build_report_progress(tree->watch, 0.1f + 0.7f * (float)done / (float)tree->primref_count))
            return false;
    }
    for (uint32_t i = 0; i < tree->task_count; i++) {
        build_node* root = &tree->nodes[tree->tasks[i].set.node];
        if (!(root->info & BUILD_IS_LEAF))
            root->info = BUILD_IS_TASK | i;
        tree->leaf_count += tree->tasks[i].leaves;
        tree->id_count += tree->tasks[i].ids;
    }
    return true;
}
