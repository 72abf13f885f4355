// From a binary tree to wide nodes, of up to eight children, by dynamic programming.
//
// H. Ylitie, T. Karras and S. Laine, Efficient incoherent ray traversal on GPUs through compressed wide BVHs, 2017.
// cost[i] is the lowest cost of what is below a node when it may give up to i roots to the wide nodes above:
//   cost[1] = min(area·blocks·BLOCK_COST if there are at most HIT_BVH_BLOCKS_PER_REF blocks,
//                 area·NODE_COST + min over k of left.cost[k] + right.cost[8 - k])
//   cost[i] = min(cost[i - 1], min over k of left.cost[k] + right.cost[i - k])
// Children lie behind their parent, the left one's descendants before those of the right one. Going backwards, results
// are needed in the reverse order in which they are made, so a stack holds them, and only choices are kept per node. On
// the way each node gets its box.
#include "bvh/build/stages.h"

#include <math.h>

// A node of a few boxes costs as much memory as a full one: charge it for the children that it has not.
static float node_cost(const build_input* in, uint32_t boxes)
{
    if (in->kind == HIT_BVH_TRIANGLES || boxes >= HIT_BVH_WIDTH)
        return BUILD_NODE_COST;
    return BUILD_NODE_COST + BUILD_EMPTY_CHILD_COST * (float)(HIT_BVH_WIDTH - boxes);
}

static void plan_leaf(const build_input* in, const build_node* node, build_plan* plan)
{
    // A box is in its node, and costs nothing but a child there, wherever that is.
    const float cost = in->kind == HIT_BVH_TRIANGLES ? BUILD_BLOCK_COST : 0.0f;
    memcpy(plan->low, node->low, sizeof plan->low);
    memcpy(plan->high, node->high, sizeof plan->high);
    for (int i = 0; i < HIT_BVH_WIDTH; i++) {
        plan->cost[i] = build_half_area(plan->low, plan->high, in->shrink) * cost;
        plan->wide[i] = 0;
    }
    plan->as_node = 1;
    // The block of a split reference does not lie beside others: it is a child of its own.
    plan->blocks = build_is_split_ref(node) ? HIT_BVH_BLOCKS_PER_REF + 1 : 1;
    plan->info = node->info;
}

// The wide nodes of both children when they share roots as `info` says.
static uint32_t shared_wide(const build_plan* left, const build_plan* right, uint32_t info, unsigned roots)
{
    const uint32_t from_left = BUILD_CHOICE(info, roots);
    HIT_ASSERT(from_left >= 1 && from_left < roots);
    return left->wide[from_left - 1] + right->wide[roots - from_left - 1];
}

// The box and the blocks of both children. Returns half its surface area, and what it costs as a leaf of several
// blocks.
static float join(const build_input* in, const build_plan* left, const build_plan* right, build_plan* plan,
                  float* whole)
{
    float area;

    for (int k = 0; k < 3; k++) {
        plan->low[k] = build_min(left->low[k], right->low[k]);
        plan->high[k] = build_max(left->high[k], right->high[k]);
    }
    area = build_half_area(plan->low, plan->high, in->shrink);
    plan->blocks = left->blocks + right->blocks;
    *whole = in->kind == HIT_BVH_TRIANGLES && plan->blocks <= HIT_BVH_BLOCKS_PER_REF
                 ? area * BUILD_BLOCK_COST * (float)plan->blocks
                 : HUGE_VALF;
    return area;
}

// Two leaves are two roots or one, whatever the number of roots: what plan_inner finds, without a search. A third of
// all nodes are such.
static void plan_two_leaves(const build_input* in, const build_plan* left, const build_plan* right, build_plan* plan)
{
    const float apart = left->cost[0] + right->cost[0];
    float whole;
    const float node = join(in, left, right, plan, &whole) * node_cost(in, plan->blocks) + apart;
    const bool is_leaf = whole <= node;
    const float one = is_leaf ? whole : node;
    const bool is_one = one <= apart;

    plan->as_node = 1;
    plan->cost[0] = one;
    plan->wide[0] = is_leaf ? 0 : 1;
    for (unsigned i = 1; i < HIT_BVH_WIDTH; i++) {
        plan->cost[i] = is_one ? one : apart;
        plan->wide[i] = is_one ? plan->wide[0] : 0;
    }
    plan->cost[HIT_BVH_WIDTH - 1] = HUGE_VALF;
    // One root from the first child, of two roots and of eight, which have to be as many as there are.
    plan->info = (is_leaf ? BUILD_AS_LEAF : 0) | (is_one ? 0 : 1u) | 1u << (4 * HIT_BVH_WIDTH - 8);
}

// The lowest costs of both children for each number of roots, and how they share these. The cost of a leaf does not
// depend on the number of its roots: it gets one, and its sibling the others.
static uint32_t share_roots(const build_kernel* kernel, const build_plan* left, const build_plan* right,
                            float shared[HIT_BVH_WIDTH])
{
    const bool left_leaf = (left->info & BUILD_IS_LEAF) != 0;
    const build_plan *leaf = left_leaf ? left : right, *other = left_leaf ? right : left;

    if (!(leaf->info & BUILD_IS_LEAF))
        return kernel->share_roots(left->cost, right->cost, shared);
    shared[0] = HUGE_VALF;
    for (unsigned i = 1; i < HIT_BVH_WIDTH; i++)
        shared[i] = leaf->cost[0] + other->cost[i - 1];
    return left_leaf ? 0x1111111u : 0x7654321u;
}

static void plan_inner(const build_input* in, const build_kernel* kernel, const build_plan* left,
                       const build_plan* right, build_plan* plan)
{
    float whole, shared[HIT_BVH_WIDTH];
    const float area = join(in, left, right, plan, &whole);

    plan->info = share_roots(kernel, left, right, shared);
    plan->cost[0] = area * node_cost(in, plan->blocks) + shared[HIT_BVH_WIDTH - 1];
    plan->as_node = plan->wide[0] = 1 + shared_wide(left, right, plan->info, HIT_BVH_WIDTH);
    if (whole <= plan->cost[0]) {
        plan->cost[0] = whole;
        plan->wide[0] = 0;
        plan->info |= BUILD_AS_LEAF;
    }
    // Fewer roots that cost no more are as good. Without branches: which ones do cannot be foreseen.
    for (unsigned i = 1; i < HIT_BVH_WIDTH - 1; i++) {
        const uint32_t fewer = 0u - (plan->cost[i - 1] <= shared[i] ? 1u : 0u);
        plan->cost[i] = build_min(shared[i], plan->cost[i - 1]);
        plan->wide[i] = (plan->wide[i - 1] & fewer) | (shared_wide(left, right, plan->info, i + 1) & ~fewer);
        plan->info &= ~(15u << (4 * i - 4) & fewer);
    }
    plan->cost[HIT_BVH_WIDTH - 1] = HUGE_VALF; // not asked for
    plan->wide[HIT_BVH_WIDTH - 1] = 0;
}

static void keep(build_node* node, const build_plan* plan)
{
    memcpy(node->low, plan->low, sizeof node->low);
    memcpy(node->high, plan->high, sizeof node->high);
    node->info = plan->info;
}

// Plans for the pairs of nodes from `end` back to `first`. Plans of nodes that are tasks are found in `tasks`.
static void plan_pairs(const build_input* in, build_node* nodes, uint32_t first, uint32_t end, const build_task* tasks,
                       build_plan* result)
{
    // One plan for each right sibling on a path down, and the one in the making.
    build_plan done[BUILD_DEPTH_MAX + 2] = {{.info = 0}};
    const build_kernel* kernel = hit_build_kernel();
    unsigned count = 0;

    for (uint32_t pair = end; pair > first; pair -= 2) {
        build_node* node = &nodes[pair - 2];
        build_plan leaf[2], made;
        const build_plan* side[2];
        for (int k = 0; k < 2; k++)
            if (node[k].info & BUILD_IS_LEAF) {
                plan_leaf(in, &node[k], &leaf[k]);
                side[k] = &leaf[k];
            } else {
                side[k] = node[k].info & BUILD_IS_TASK ? &tasks[node[k].info & ~BUILD_IS_TASK].plan : &done[--count];
                keep(&node[k], side[k]);
            }
        if (node[0].info & node[1].info & BUILD_IS_LEAF)
            plan_two_leaves(in, side[0], side[1], &made);
        else
            plan_inner(in, kernel, side[0], side[1], &made);
        HIT_ASSERT(count < sizeof done / sizeof done[0]);
        done[count++] = made;
    }
    HIT_ASSERT(count <= 1); // the root's
    if (count > 0)
        *result = done[0];
}

void hit_build_collapse_task(const build_input* in, build_node* nodes, uint32_t first, uint32_t end, build_plan* plan)
{
    plan_pairs(in, nodes, first, end, NULL, plan);
}

// The root becomes a wide node even when it could be a leaf.
float hit_build_collapse(const build_input* in, build_tree* tree)
{
    build_node* root = &tree->nodes[0];
    build_plan plan = {.info = 0};

    tree->wide_count = 1;
    if (root->info & BUILD_IS_LEAF)
        return 0.0f;
    if (root->info & BUILD_IS_TASK)
        plan = tree->tasks[0].plan;
    else
        plan_pairs(in, tree->nodes, 1, tree->upper_count, tree->tasks, &plan);
    keep(root, &plan);
    tree->wide_count = plan.as_node;
    return plan.cost[0];
}

unsigned hit_build_children(const build_tree* tree, uint32_t node, uint32_t child[HIT_BVH_WIDTH])
{
    struct {
        uint32_t node, roots;
    } waiting[HIT_BVH_WIDTH];
    unsigned count = 0, children = 0;

    if (tree->nodes[node].info & BUILD_IS_LEAF) {
        child[0] = node;
        return 1;
    }
    waiting[0].node = node;
    waiting[0].roots = HIT_BVH_WIDTH;
    for (count = 1; count > 0;) {
        const build_node* n;
        uint32_t roots, from_left;
        count--;
        n = &tree->nodes[waiting[count].node];
        roots = waiting[count].roots;
        from_left = 0;
        if (!(n->info & BUILD_IS_LEAF))
            for (; roots > 1 && (from_left = BUILD_CHOICE(n->info, roots)) == 0; roots--)
                ;
        if (from_left == 0) {
            HIT_ASSERT(children < HIT_BVH_WIDTH);
            child[children++] = waiting[count].node;
            continue;
        }
        waiting[count].node = n->child + 1;
        waiting[count++].roots = roots - from_left;
        waiting[count].node = n->child;
        waiting[count++].roots = from_left;
    }
    return children;
}
