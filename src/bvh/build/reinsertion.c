// HIT_BVH_HIGH: subtrees of the binary tree are reinserted where they cost less.
//
// Splits are chosen from the top down, each for itself, and what one of them has put into a subtree stays there. Here a
// node is taken out of the tree, with all that is below it, and put in again where the tree as a whole has less
// surface: J. Bittner, M. Hapala and V. Havran, Fast insertion-based optimization of bounding volume hierarchies, 2013.
// The search for that place goes up from where the node was, and from each node on the way down into the other child,
// as long as it can still find something better: D. Meister and J. Bittner, Parallel reinsertion for bounding volume
// hierarchy optimization, 2018.
//
// The nodes with the largest surfaces have most to gain, so each round takes a part of all only. One thread does it,
// node by node in the order of the tree, so that the tree does not depend on the number of threads. In a hall the cost
// of the tree falls by 9 %; scanned surfaces, where nodes hardly overlap, have next to nothing to gain, and scattered
// boxes have less than more bins give them (binned_sah.c). It takes as long as the build before it, or half of that:
// searches end after so many visits, and rounds when all searches together have made so many.
//
// Surfaces of the binary tree are not what rays pay for: wide nodes skip most of them. So it may happen that a tree is
// better in one way and worse in the other, as with the layers of an onion; such a tree is not taken.
#include "bvh/build/stages.h"

#include "base/memory.h"

#include <math.h>

enum {
    ROUNDS = 3,
    ROUND_FRACTION = 8,     ///< a round moves one node of so many
    VISITS_MAX = 256,       ///< at nodes, in one search
    VISITS_PER_NODE = 12,   ///< in one round, for each node of the tree
    AREA_CLASSES = 1 << 15, ///< classes of surfaces
    REPORT_EVERY = 1 << 14  ///< nodes
};

// A node; the two children of one lie side by side, the first pair behind the root.
typedef struct reinsert_node {
    float low[3], high[3];
    uint32_t child;  ///< as in build_node
    uint32_t info;   ///< of a leaf as in build_node; else 0
    uint32_t parent; ///< the node above; of the root, itself
    uint32_t height; ///< nodes on the longest path down, it included
} reinsert_node;

typedef struct reinsertion {
    reinsert_node* node;
    uint32_t count;
    float shrink;          ///< as in build_input
    uint32_t* class_count; ///< how many nodes there are of each class
    build_watch* watch;
} reinsertion;

static bool is_leaf(const reinsert_node* n)
{
    return (n->info & BUILD_IS_LEAF) != 0;
}

static uint32_t sibling(uint32_t n)
{
    return ((n - 1) ^ 1u) + 1;
}

static float area(const reinsertion* t, uint32_t n)
{
    return build_half_area(t->node[n].low, t->node[n].high, t->shrink);
}

static float union_area(const reinsertion* t, const reinsert_node* a, const reinsert_node* b)
{
    float low[3], high[3];

    for (int k = 0; k < 3; k++) {
        low[k] = build_min(a->low[k], b->low[k]);
        high[k] = build_max(a->high[k], b->high[k]);
    }
    return build_half_area(low, high, t->shrink);
}

// The box of both children, and the height. False when nothing has changed.
static bool refit(reinsertion* t, uint32_t n)
{
    reinsert_node* node = &t->node[n];
    const reinsert_node *a = &t->node[node->child], *b = a + 1;
    const uint32_t height = 1 + (a->height > b->height ? a->height : b->height);
    bool changed = height != node->height;

    node->height = height;
    for (int k = 0; k < 3; k++) {
        const float low = build_min(a->low[k], b->low[k]), high = build_max(a->high[k], b->high[k]);
        changed |= low != node->low[k] || high != node->high[k];
        node->low[k] = low;
        node->high[k] = high;
    }
    return changed;
}

static void refit_from(reinsertion* t, uint32_t n)
{
    while (refit(t, n) && n != 0)
        n = t->node[n].parent;
}

// Put what a node was at an index, and let its children know.
static void put_node(reinsertion* t, uint32_t index, reinsert_node node, uint32_t parent)
{
    node.parent = parent;
    HIT_ASSERT(index < t->count && parent < t->count);
    t->node[index] = node;
    if (!is_leaf(&node))
        t->node[node.child].parent = t->node[node.child + 1].parent = index;
}

// Take a node out, and put it in again beside another one, which is neither its sibling, nor its parent, nor below it.
static void reinsert_beside(reinsertion* t, uint32_t n, uint32_t to)
{
    const uint32_t parent = t->node[n].parent, pair = t->node[parent].child;
    const reinsert_node moved = t->node[n], other = t->node[sibling(n)];

    HIT_ASSERT(to != n && to != parent && to != sibling(n));
    // The parent becomes what the sibling was, and the pair is free.
    put_node(t, parent, other, t->node[parent].parent);
    if (parent != 0)
        refit_from(t, t->node[parent].parent);
    put_node(t, pair, t->node[to], to);
    put_node(t, pair + 1, moved, to);
    t->node[to].child = pair;
    t->node[to].info = 0;
    refit_from(t, to); // its height has grown
}

// A node that a search is to visit, and what the tree saves when the node that moves comes below it, but for what grows
// there. Or the best place so far: beside which node it comes, and what that saves; 0 and nothing when there is none.
typedef struct candidate {
    uint32_t node;
    float saved;
} candidate;

// Look for a place beside a node, or below it, where the tree saves more. With S(x) the surface of x, and n the node
// that moves: beside x it saves S(x + n) less, and below x what x grows by, S(x + n) - S(x); and then, wherever it
// comes, S(n) at least.
static void search_below(const reinsertion* t, uint32_t n, candidate from, uint32_t* visits, candidate* best)
{
    const reinsert_node* moved = &t->node[n];
    const float least = area(t, n);
    candidate waiting[BUILD_DEPTH_MAX + 2];
    unsigned count = 1;

    waiting[0] = from;
    while (count > 0 && *visits < VISITS_MAX) {
        const candidate at = waiting[--count];
        const reinsert_node* node = &t->node[at.node];
        float around, below;
        if (at.saved - least <= best->saved)
            continue;
        ++*visits;
        around = union_area(t, node, moved);
        // Beside its sibling is where it is.
        if (at.saved - around > best->saved && at.node != sibling(n))
            *best = (candidate){at.node, at.saved - around};
        below = at.saved - (around - area(t, at.node));
        if (!is_leaf(node) && below - least > best->saved) {
            waiting[count++] = (candidate){node->child, below};
            waiting[count++] = (candidate){node->child + 1, below};
            HIT_ASSERT(count <= BUILD_DEPTH_MAX + 2);
        }
    }
}

// The best new sibling of a node; 0: the one it has. Without the node the tree saves its parent, and the nodes further
// up become smaller, up to the one that the new place is below, too. Adds up how many nodes were visited.
static uint32_t find_best_sibling(const reinsertion* t, uint32_t n, uint64_t* total_visits)
{
    const uint32_t parent = t->node[n].parent;
    reinsert_node rest = t->node[sibling(n)]; // what is left below `pivot` without the node
    candidate other = {sibling(n), area(t, parent)}, best = {0, 0.0f};
    uint32_t visits = 0;

    for (uint32_t pivot = parent;; pivot = t->node[pivot].parent) {
        search_below(t, n, other, &visits, &best);
        if (pivot == 0 || visits == VISITS_MAX) {
            *total_visits += visits;
            return best.node;
        }
        if (pivot != parent) {
            for (int k = 0; k < 3; k++) {
                rest.low[k] = build_min(rest.low[k], t->node[other.node].low[k]);
                rest.high[k] = build_max(rest.high[k], t->node[other.node].high[k]);
            }
            other.saved += area(t, pivot) - build_half_area(rest.low, rest.high, t->shrink);
        }
        other.node = sibling(pivot);
    }
}

// Whether the tree would be too deep. Things in one another, like the layers of an onion, want to be a chain.
static bool is_too_deep(const reinsertion* t, uint32_t n, uint32_t to)
{
    const uint32_t below = t->node[n].height > t->node[to].height ? t->node[n].height : t->node[to].height;
    uint32_t depth = 1;

    for (uint32_t above = to; above != 0; above = t->node[above].parent)
        depth++;
    HIT_ASSERT(depth <= BUILD_DEPTH_MAX);
    return depth + below > BUILD_DEPTH_MAX;
}

static uint32_t area_class(const reinsertion* t, uint32_t n)
{
    const float a = area(t, n);
    uint32_t bits;

    memcpy(&bits, &a, sizeof bits);
    return bits >> 16 & (AREA_CLASSES - 1);
}

// The class from which on there is about one node of ROUND_FRACTION, or fewer where many are of one size.
static uint32_t min_area_class(const reinsertion* t)
{
    uint32_t class = AREA_CLASSES, more = 0;

    memset(t->class_count, 0, AREA_CLASSES * sizeof *t->class_count);
    for (uint32_t n = 1; n < t->count; n++)
        t->class_count[area_class(t, n)]++;
    while (class > 0 && more < t->count / ROUND_FRACTION)
        more += t->class_count[--class];
    return more > t->count / ROUND_FRACTION * 2 ? class + 1 : class;
}

// False when nothing has moved, or the caller asks to stop.
static bool run_round(reinsertion* t, int round)
{
    const uint32_t class = min_area_class(t);
    const uint64_t visits_max = VISITS_PER_NODE * (uint64_t)t->count;
    uint64_t visits = 0;
    bool moved = false;

    for (uint32_t n = 1; n < t->count && visits < visits_max; n++) {
        const float done = (float)round + (float)n / (float)t->count;
        uint32_t to;
        if (n % REPORT_EVERY == 0 && !build_report_progress(t->watch, 0.8f + 0.1f / ROUNDS * done))
            return false;
        if (area_class(t, n) < class)
            continue;
        to = find_best_sibling(t, n, &visits);
        if (to != 0 && !is_too_deep(t, n, to)) {
            reinsert_beside(t, n, to);
            moved = true;
        }
    }
    return moved;
}

// ---- From and to the tree of the build ------------------------------------------------------------------------------

// A node that is to be copied.
typedef struct copy_step {
    uint32_t from, to;
} copy_step;

// Both ways, pairs come in the order that hit_build_collapse wants: parents first, all below a left child before all
// below a right one.
static uint32_t push_children(copy_step* waiting, unsigned* count, uint32_t child, uint32_t* used)
{
    const uint32_t first = *used;

    waiting[(*count)++] = (copy_step){child + 1, first + 1};
    waiting[(*count)++] = (copy_step){child, first};
    HIT_ASSERT(*count <= BUILD_DEPTH_MAX + 2);
    *used += 2;
    return first;
}

// Copy the tree of a build; `node` may be NULL. Returns the number of nodes.
static uint32_t copy_from_build(const build_tree* tree, reinsert_node* node)
{
    copy_step waiting[BUILD_DEPTH_MAX + 2] = {{0, 0}};
    uint32_t used = 1;
    unsigned count = 1;

    while (count > 0) {
        const copy_step s = waiting[--count];
        const build_node* n = &tree->nodes[s.from];
        const bool leaf = (n->info & BUILD_IS_LEAF) != 0;
        const uint32_t child = leaf ? n->child : push_children(waiting, &count, n->child, &used);
        if (node == NULL)
            continue;
        memcpy(node[s.to].low, n->low, sizeof n->low);
        memcpy(node[s.to].high, n->high, sizeof n->high);
        node[s.to].child = child;
        node[s.to].info = leaf ? n->info : 0;
        node[s.to].height = 1;
        if (!leaf)
            node[child].parent = node[child + 1].parent = s.to;
    }
    return used;
}

// Copy it back.
static void copy_to_build(const reinsertion* t, build_tree* tree)
{
    copy_step waiting[BUILD_DEPTH_MAX + 2] = {{0, 0}};
    uint32_t used = 1;
    unsigned count = 1;

    while (count > 0) {
        const copy_step s = waiting[--count];
        const reinsert_node* n = &t->node[s.from];
        build_node* made = &tree->nodes[s.to];
        memcpy(made->low, n->low, sizeof made->low);
        memcpy(made->high, n->high, sizeof made->high);
        made->child = is_leaf(n) ? n->child : push_children(waiting, &count, n->child, &used);
        made->info = n->info;
    }
    HIT_ASSERT(used == t->count);
    tree->upper_count = used;
}

// Let the build have the improved tree, if it costs less.
static void keep_if_cheaper(const reinsertion* t, const build_input* in, build_tree* tree, float cost, build_node* room)
{
    const uint32_t wide_count = tree->wide_count, upper_count = tree->upper_count;

    memcpy(room, tree->nodes, t->count * sizeof *room);
    copy_to_build(t, tree);
    if (hit_build_collapse(in, tree) < cost)
        return;
    // What is behind these nodes was not touched.
    memcpy(tree->nodes, room, t->count * sizeof *room);
    tree->wide_count = wide_count;
    tree->upper_count = upper_count;
}

hit_status hit_build_reinsert(const build_input* in, build_tree* tree, float cost, const hit_allocator* allocator)
{
    const uint32_t count = copy_from_build(tree, NULL);
    const size_t fixed = AREA_CLASSES * sizeof(uint32_t), each = sizeof(reinsert_node) + sizeof(build_node);
    const size_t size = fixed + count * each;
    reinsertion t = {.count = count, .shrink = in->shrink, .watch = tree->watch};

    if (count == 1)
        return HIT_OK;
    if (count > (SIZE_MAX - fixed) / each)
        return HIT_ERROR_MEMORY;
    t.class_count = hit_allocate(allocator, size, HIT_BVH_ALIGNMENT);
    if (t.class_count == NULL)
        return HIT_ERROR_MEMORY;
    t.node = (reinsert_node*)(void*)(t.class_count + AREA_CLASSES);
    t.node[0].parent = 0;
    (void)copy_from_build(tree, t.node);
    // Children lie behind their parents, until they are moved.
    for (uint32_t n = count; n-- > 0;)
        if (!is_leaf(&t.node[n]))
            (void)refit(&t, n);
    for (int round = 0; round < ROUNDS && run_round(&t, round); round++)
        ;
    if (!t.watch->cancelled)
        keep_if_cheaper(&t, in, tree, cost, (build_node*)(void*)(t.node + count));
    hit_release(allocator, t.class_count, size, HIT_BVH_ALIGNMENT);
    return HIT_OK;
}
