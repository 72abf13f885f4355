// The last stage of a build: writes the block of bytes.
//
// The nodes near the root are written in the order of their depth, until BRANCHES of them wait; each of these is the
// root of a branch. The branches follow one after the other, each from the root down: the children of a node lie side
// by side, and so do its leaves; then comes all that is below the first child. That is the order in which the binary
// tree and its primrefs lie in memory, so they are read from one end to the other (but for the primrefs of trees
// after reinsertion). The order depends on the tree alone. With several threads the size of each branch is counted
// first, and then each is filled by itself.
#include "bvh/build/stages.h"
#include "bvh/build/child_order.h"

#include <math.h>

enum {
    BRANCHES = 128,                                 ///< or as many as a node's children more
    UPPER_MAX = 256,                                ///< more than wait at any time, and a power of two
    WAITING_MAX = HIT_BVH_DEPTH_MAX * HIT_BVH_WIDTH ///< nodes of a branch that wait: all children on a path down
};

// What comes next in each section.
typedef struct build_next {
    uint32_t node, leaf, id;
} build_next;

// A node of the binary tree that becomes the wide node `wide`.
typedef struct build_pack_item {
    uint32_t node, wide, depth;
} build_pack_item;

// Leaves whose blocks are written some time after they were found, when what they need has been prefetched.
enum { QUEUE = 32, PACK_AFTER = 24, PREFETCH_VERTICES_AFTER = 16, PREFETCH_CORNERS_AFTER = 8 };

typedef struct build_queue {
    struct {
        const build_node* leaf;
        uint32_t block, id;
    } entry[QUEUE];
    uint32_t begin, end;
} build_queue;

typedef struct build_branch {
    build_pack_item root;
    build_next next; ///< first its size, then where it begins
    uint32_t depth;
} build_branch;

typedef struct build_fill {
    const build_input* in;
    const build_tree* tree;
    const build_kernel* kernel;
    hit_bvh_node* nodes;
    hit_bvh_block* blocks;
    hit_bvh_obb* obbs;
    uint32_t *ids, *first_leaf;
    build_branch branch[UPPER_MAX];
    uint32_t branches, depth, shared_first;
} build_fill;

typedef struct build_leaves {
    const build_node* leaf[HIT_BVH_BLOCKS_PER_REF];
    unsigned count;
} build_leaves;

// The leaves of the binary tree below a node, from left to right.
static void leaves_below(const build_tree* tree, const build_node* node, build_leaves* leaves)
{
    const build_node* waiting[HIT_BVH_BLOCKS_PER_REF + 1];
    unsigned count = 1;

    leaves->count = 0;
    waiting[0] = node;
    while (count > 0) {
        const build_node* n = waiting[--count];
        if (n->info & BUILD_IS_LEAF) {
            HIT_ASSERT(leaves->count < HIT_BVH_BLOCKS_PER_REF);
            leaves->leaf[leaves->count++] = n;
            continue;
        }
        waiting[count++] = &tree->nodes[n->child + 1];
        waiting[count++] = &tree->nodes[n->child];
    }
}

static uint32_t ids_of(const build_node* leaf)
{
    const uint32_t end_of_run = leaf->info & BUILD_DUPLICATES ? 1 : 0;
    return leaf->info & BUILD_ID_LIST ? build_leaf_count(leaf) + end_of_run : 0;
}

// ---- Leaves ---------------------------------------------------------------------------------------------------------

static void pack_oldest(const build_fill* job, build_queue* queue)
{
    const uint32_t at = queue->begin++ % QUEUE;
    HIT_ASSERT(queue->begin <= queue->end && queue->end - queue->begin < QUEUE);
    hit_build_pack_block(job->in, job->tree, job->kernel, queue->entry[at].leaf, queue->entry[at].id, job->ids,
                         &job->blocks[queue->entry[at].block]);
}

static void pack_later(const build_fill* job, build_queue* queue, const build_node* leaf, uint32_t block, uint32_t id)
{
    const uint32_t at = queue->end++, waiting = queue->end - queue->begin;

    queue->entry[at % QUEUE].leaf = leaf;
    queue->entry[at % QUEUE].block = block;
    queue->entry[at % QUEUE].id = id;
    hit_build_prefetch_primrefs(job->tree, leaf);
    if (waiting > PREFETCH_CORNERS_AFTER)
        hit_build_prefetch_corners(job->in, job->tree, queue->entry[(at - PREFETCH_CORNERS_AFTER) % QUEUE].leaf);
    if (waiting > PREFETCH_VERTICES_AFTER)
        hit_build_prefetch_vertices(job->in, job->tree, queue->entry[(at - PREFETCH_VERTICES_AFTER) % QUEUE].leaf);
    if (waiting > PACK_AFTER)
        pack_oldest(job, queue);
}

static uint32_t split_ref_block(const build_fill* job, const build_node* leaf)
{
    const uint32_t split_ref = job->tree->primrefs[leaf->child].id - job->in->count;
    return job->shared_first + job->in->split_refs[split_ref].block;
}

// The reference of a child that is a leaf; what it refers to is written now or later.
static uint32_t pack_leaf(const build_fill* job, const build_node* child, build_queue* queue, build_next* next)
{
    const build_tree* tree = job->tree;
    const uint32_t first = next->leaf;
    build_leaves leaves;

    if (job->in->kind == HIT_BVH_AABBS)
        return HIT_BVH_LEAF | tree->primrefs[child->child].id;
    if (job->in->kind == HIT_BVH_OBBS) {
        const uint32_t id = tree->primrefs[child->child].id;
        hit_bvh_obb* obb = &job->obbs[next->leaf++];
        memcpy(&obb->box, job->in->obbs + (size_t)id * job->in->obb_stride, sizeof obb->box);
        obb->id = id;
        return HIT_BVH_LEAF | first;
    }
    if (build_is_split_ref(child))
        return HIT_BVH_LEAF | split_ref_block(job, child);
    leaves_below(tree, child, &leaves);
    for (unsigned k = 0; k < leaves.count; k++) {
        pack_later(job, queue, leaves.leaf[k], next->leaf++, next->id);
        next->id += ids_of(leaves.leaf[k]);
    }
    return HIT_BVH_LEAF | (leaves.count - 1) << HIT_BVH_BLOCK_SHIFT | first;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static double box_area(const build_node* node)
{
    return hit_half_area((double)node->high[0] - node->low[0], (double)node->high[1] - node->low[1],
                         (double)node->high[2] - node->low[2]);
}

static void clear_children(hit_bvh_node* node)
{
    for (int child = 0; child < HIT_BVH_WIDTH; child++) {
        for (int k = 0; k < 3; k++) {
            node->plane[2 * k][child] = HUGE_VALF;
            node->plane[2 * k + 1][child] = -HUGE_VALF;
        }
        node->ref[child] = HIT_BVH_NO_REF;
    }
}

// Write a node, and what its leaves refer to. Returns the number of children that are nodes, which get the next
// indices.
static unsigned fill_node(const build_fill* job, build_pack_item item, build_queue* queue, build_next* next,
                          build_pack_item below[HIT_BVH_WIDTH])
{
    uint32_t child[HIT_BVH_WIDTH];
    const unsigned children = hit_build_children(job->tree, item.node, child);
    hit_bvh_node* node = &job->nodes[item.wide];
    unsigned inner = 0;
    struct {
        const build_node* node;
        double area;
        uint32_t ref;
    } sorted[HIT_BVH_WIDTH];

    HIT_ASSERT(children >= 1 && children <= HIT_BVH_WIDTH);
    // Sorted by area as they come, equal ones in this order.
    for (unsigned k = 0; k < children; k++) {
        const build_node* n = &job->tree->nodes[child[k]];
        const double area = box_area(n);
        unsigned at = k;
        uint32_t ref;
        if (build_is_wide_leaf(n))
            ref = pack_leaf(job, n, queue, next);
        else {
            ref = next->node++;
            below[inner++] = (build_pack_item){child[k], ref, item.depth + 1};
        }
        for (; at > 0 && sorted[at - 1].area < area; at--)
            sorted[at] = sorted[at - 1];
        sorted[at].node = n;
        sorted[at].area = area;
        sorted[at].ref = ref;
    }
    clear_children(node);
    for (unsigned k = 0; k < children; k++) {
        for (int axis = 0; axis < 3; axis++) {
            node->plane[2 * axis][k] = sorted[k].node->low[axis];
            node->plane[2 * axis + 1][k] = sorted[k].node->high[axis];
        }
        node->ref[k] = sorted[k].ref;
    }
    hit_bvh_order_children(node);
    if (job->in->kind != HIT_BVH_AABBS)
        job->first_leaf[item.wide] = hit_bvh_first_leaf(node);
    return inner;
}

// The same without writing: counts what belongs to the node.
static unsigned count_node(const build_fill* job, build_pack_item item, build_next* size,
                           build_pack_item below[HIT_BVH_WIDTH])
{
    uint32_t child[HIT_BVH_WIDTH];
    const unsigned children = hit_build_children(job->tree, item.node, child);
    unsigned inner = 0;

    for (unsigned k = 0; k < children; k++) {
        const build_node* n = &job->tree->nodes[child[k]];
        build_leaves leaves;
        if (!build_is_wide_leaf(n)) {
            below[inner++] = (build_pack_item){child[k], 0, 0};
            continue;
        }
        if (build_is_split_ref(n))
            continue;
        leaves_below(job->tree, n, &leaves);
        size->leaf += leaves.count;
        for (unsigned j = 0; j < leaves.count; j++)
            size->id += ids_of(leaves.leaf[j]);
    }
    size->node += inner;
    return inner;
}

// ---- Branches -------------------------------------------------------------------------------------------------------

// Go through a branch, the first child of a node and all below it first. Without a queue, only count.
static void traverse_branch(const build_fill* job, build_branch* out, build_queue* queue)
{
    build_branch branch = *out; // other threads write the ones beside it, which are in the same line of cache
    build_pack_item waiting[WAITING_MAX];
    unsigned count = 1;

    waiting[0] = branch.root;
    while (count > 0) {
        build_pack_item below[HIT_BVH_WIDTH];
        const build_pack_item item = waiting[--count];
        unsigned inner = queue == NULL ? count_node(job, item, &branch.next, below)
                                       : fill_node(job, item, queue, &branch.next, below);
        branch.depth = item.depth > branch.depth ? item.depth : branch.depth;
        HIT_ASSERT(count + inner <= WAITING_MAX);
        while (inner > 0)
            waiting[count++] = below[--inner];
    }
    while (queue != NULL && queue->begin < queue->end)
        pack_oldest(job, queue);
    *out = branch;
}

static void count_branch(void* context, uint32_t index)
{
    build_fill* job = context;
    traverse_branch(job, &job->branch[index], NULL);
}

static void fill_branch(void* context, uint32_t index)
{
    build_fill* job = context;
    build_queue queue = {.begin = 0};
    traverse_branch(job, &job->branch[index], &queue);
}

// Write the nodes near the root, and find the branches. Returns where what belongs to these begins.
static build_next fill_upper(build_fill* job)
{
    build_pack_item waiting[UPPER_MAX], below[HIT_BVH_WIDTH];
    build_queue queue = {.begin = 0};
    build_next next = {1, 0, 0};
    unsigned begin = 0, end = 1;

    waiting[0] = (build_pack_item){0, 0, 1};
    while (begin < end && end - begin < BRANCHES) {
        const build_pack_item item = waiting[begin++ % UPPER_MAX];
        const unsigned inner = fill_node(job, item, &queue, &next, below);
        job->depth = item.depth; // never less than that of the one before
        for (unsigned k = 0; k < inner; k++)
            waiting[end++ % UPPER_MAX] = below[k];
        HIT_ASSERT(end - begin <= UPPER_MAX);
    }
    while (queue.begin < queue.end)
        pack_oldest(job, &queue);
    for (; begin < end; begin++)
        job->branch[job->branches++] = (build_branch){waiting[begin % UPPER_MAX], {0, 0, 0}, 0};
    return next;
}

static void fill_all(build_fill* job)
{
    build_next next = fill_upper(job);

    if (job->tree->pool != NULL) {
        hit_build_parallel_for(job->tree->pool, count_branch, job, job->branches);
        for (uint32_t i = 0; i < job->branches; i++) {
            const build_next size = job->branch[i].next;
            job->branch[i].next = next;
            next.node += size.node;
            next.leaf += size.leaf;
            next.id += size.id;
        }
        hit_build_parallel_for(job->tree->pool, fill_branch, job, job->branches);
    } else
        for (uint32_t i = 0; i < job->branches; i++) {
            job->branch[i].next = next;
            fill_branch(job, i);
            next = job->branch[i].next;
        }
    HIT_ASSERT(next.node == job->tree->wide_count);
    for (uint32_t i = 0; i < job->branches; i++)
        job->depth = job->branch[i].depth > job->depth ? job->branch[i].depth : job->depth;
}

static void note_bounds(const build_node* root, hit_bvh_header* header)
{
    for (int k = 0; k < 3; k++) {
        header->bounds[2 * k] = root->low[k];
        header->bounds[2 * k + 1] = root->high[k];
        header->max_abs = build_max(fabsf(root->low[k]), header->max_abs);
        header->max_abs = build_max(fabsf(root->high[k]), header->max_abs);
    }
}

void hit_build_pack(const build_input* in, build_tree* tree, hit_bvh_header* header)
{
    char* bytes = (char*)header;
    build_fill job = {.in = in,
                      .tree = tree,
                      .kernel = hit_build_kernel(),
                      .nodes = (hit_bvh_node*)(void*)(bytes + header->nodes.offset),
                      .blocks = (hit_bvh_block*)(void*)(bytes + header->blocks.offset),
                      .obbs = (hit_bvh_obb*)(void*)(bytes + header->obbs.offset),
                      .ids = (uint32_t*)(void*)(bytes + header->ids.offset),
                      .first_leaf = (uint32_t*)(void*)(bytes + header->first_leaves.offset),
                      .shared_first = header->shared_first};

    if (tree->primref_count == 0) {
        clear_children(job.nodes);
        hit_bvh_order_children(job.nodes);
        header->depth = 1;
        return;
    }
    fill_all(&job);
    HIT_ASSERT(job.depth >= 1 && job.depth <= HIT_BVH_DEPTH_MAX);
    header->depth = job.depth;
    note_bounds(&tree->nodes[0], header);
}
