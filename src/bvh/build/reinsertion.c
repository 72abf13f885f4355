// HIT_BVH_HIGH: subtrees of the binary tree move to where they cost less.
//
// Splits are chosen from the top down, each for itself, and what one of them has put into a subtree stays there. Here a
// node is taken out of the tree, with all that is below it, and put in again where the tree as a whole has less surface:
// J. Bittner, M. Hapala and V. Havran, Fast insertion-based optimization of bounding volume hierarchies, 2013. The search for
// that place goes up from where the node was, and from each node on the way down into the other child, as long as it can
// still find something better: D. Meister and J. Bittner, Parallel reinsertion for bounding volume hierarchy optimization,
// 2018.
//
// The nodes with the largest surfaces have most to gain, so each round takes a part of all only. One thread does it, node by
// node in the order of the tree, so that the tree does not depend on the number of threads. In a hall the cost of the tree
// falls by 9 %; scanned surfaces, where nodes hardly overlap, have next to nothing to gain, and boxes all over the place have
// less than more bins give them (bvh/build/binned_sah.c). It takes as long as the build before it, or half of that: searches end where
// they have looked at many nodes, and rounds where all searches together have.
//
// Surfaces of the binary tree are not what rays pay for: nodes of eight lanes skip most of them. So it may happen that it is
// better in one way and worse in the other, as with the layers of an onion; such a tree is not taken.
#include "bvh/build/reinsertion.h"

#include "base/memory.h"

#include <math.h>

enum {
    ROUNDS = 3,
    PART = 8,              ///< a round moves one node of so many
    LOOKS = 256,           ///< at nodes, in one search
    LOOKS_EACH = 12,       ///< in one round, for each node of the tree
    SIZES = 1 << 15,       ///< classes of surfaces
    REPORT_EVERY = 1 << 14 ///< nodes
};

// A node; the two children of one lie side by side, the first pair behind the root.
typedef struct joint {
    float low[3], high[3];
    uint32_t child;  ///< as in build_node
    uint32_t info;   ///< of a leaf as in build_node; else 0
    uint32_t up;     ///< the node above; of the root, itself
    uint32_t height; ///< nodes on the longest way down, it included
} joint;

typedef struct improver {
    joint* node;
    uint32_t count;
    float shrink;        ///< as in build_input
    uint32_t* of_a_size; ///< how many nodes there are of each class
    build_watch* watch;
} improver;

static bool is_leaf(const joint* n)
{
    return (n->info & BUILD_IS_LEAF) != 0;
}

static uint32_t sibling(uint32_t n)
{
    return ((n - 1) ^ 1u) + 1;
}

static float area(const improver* t, uint32_t n)
{
    return build_half_area(t->node[n].low, t->node[n].high, t->shrink);
}

static float joint_area(const improver* t, const joint* a, const joint* b)
{
    float low[3], high[3];

    for (int k = 0; k < 3; k++) {
        low[k] = build_min(a->low[k], b->low[k]);
        high[k] = build_max(a->high[k], b->high[k]);
    }
    return build_half_area(low, high, t->shrink);
}

// The box of both children, and the height. False when nothing has changed.
static bool refit(improver* t, uint32_t n)
{
    joint* node = &t->node[n];
    const joint *a = &t->node[node->child], *b = a + 1;
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

static void refit_from(improver* t, uint32_t n)
{
    while (refit(t, n) && n != 0)
        n = t->node[n].up;
}

// Put what a node was into a place, and let its children know.
static void settle_at(improver* t, uint32_t place, joint node, uint32_t up)
{
    node.up = up;
    t->node[place] = node;
    if (!is_leaf(&node))
        t->node[node.child].up = t->node[node.child + 1].up = place;
}

// Take a node out, and put it in again beside another one, which is neither its sibling, nor the node above, nor below it.
static void move_beside(improver* t, uint32_t n, uint32_t to)
{
    const uint32_t above = t->node[n].up, pair = t->node[above].child;
    const joint moved = t->node[n], other = t->node[sibling(n)];

    // The node above becomes what the sibling was, and the pair is free.
    settle_at(t, above, other, t->node[above].up);
    if (above != 0)
        refit_from(t, t->node[above].up);
    settle_at(t, pair, t->node[to], to);
    settle_at(t, pair + 1, moved, to);
    t->node[to].child = pair;
    t->node[to].info = 0;
    refit_from(t, to); // its height has grown
}

// A node that a search is to look at, and what the tree saves when the node that moves comes below it, but for what grows
// there. Or the best place so far: beside which node it comes, and what that saves; 0 and nothing when there is none.
typedef struct look {
    uint32_t node;
    float saved;
} look;

// Look for a place beside a node, or below it, where the tree saves more. With S(x) the surface of x, and n the node that
// moves: beside x it saves S(x + n) less, and below x what x grows by, S(x + n) - S(x); and then, wherever it comes, S(n) at
// least.
static void search_below(const improver* t, uint32_t n, look from, uint32_t* looks, look* best)
{
    const joint* moved = &t->node[n];
    const float least = area(t, n);
    look waiting[BUILD_DEPTH_MAX + 2];
    unsigned count = 1;

    waiting[0] = from;
    while (count > 0 && *looks < LOOKS) {
        const look at = waiting[--count];
        const joint* node = &t->node[at.node];
        float around, below;
        if (at.saved - least <= best->saved)
            continue;
        ++*looks;
        around = joint_area(t, node, moved);
        // Beside its sibling is where it is.
        if (at.saved - around > best->saved && at.node != sibling(n))
            *best = (look){at.node, at.saved - around};
        below = at.saved - (around - area(t, at.node));
        if (!is_leaf(node) && below - least > best->saved) {
            waiting[count++] = (look){node->child, below};
            waiting[count++] = (look){node->child + 1, below};
        }
    }
}

// Where a node is best put in again; 0: where it is. Without it the tree saves the node above, and the nodes further above
// become smaller, up to the one that the new place is below, too. Adds up how many nodes were looked at.
static uint32_t find_place(const improver* t, uint32_t n, uint64_t* looks_of_all)
{
    const uint32_t above = t->node[n].up;
    joint rest = t->node[sibling(n)]; // what is left below `pivot` without the node
    look other = {sibling(n), area(t, above)}, best = {0, 0.0f};
    uint32_t looks = 0;

    for (uint32_t pivot = above;; pivot = t->node[pivot].up) {
        search_below(t, n, other, &looks, &best);
        if (pivot == 0 || looks == LOOKS) {
            *looks_of_all += looks;
            return best.node;
        }
        if (pivot != above) {
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
static bool is_too_deep(const improver* t, uint32_t n, uint32_t to)
{
    const uint32_t below = t->node[n].height > t->node[to].height ? t->node[n].height : t->node[to].height;
    uint32_t depth = 1;

    for (uint32_t up = to; up != 0; up = t->node[up].up)
        depth++;
    return depth + below > BUILD_DEPTH_MAX;
}

static uint32_t size_class(const improver* t, uint32_t n)
{
    const float a = area(t, n);
    uint32_t bits;

    memcpy(&bits, &a, sizeof bits);
    return bits >> 16 & (SIZES - 1);
}

// The class from which on there is about one node of PART, or fewer where many are of one size.
static uint32_t large_class(const improver* t)
{
    uint32_t class = SIZES, more = 0;

    memset(t->of_a_size, 0, SIZES * sizeof *t->of_a_size);
    for (uint32_t n = 1; n < t->count; n++)
        t->of_a_size[size_class(t, n)]++;
    while (class > 0 && more < t->count / PART)
        more += t->of_a_size[--class];
    return more > t->count / PART * 2 ? class + 1 : class;
}

// False when nothing has moved, or the caller says stop.
static bool run_round(improver* t, int round)
{
    const uint32_t class = large_class(t);
    const uint64_t looks_max = LOOKS_EACH * (uint64_t)t->count;
    uint64_t looks = 0;
    bool moved = false;

    for (uint32_t n = 1; n < t->count && looks < looks_max; n++) {
        const float done = (float)round + (float)n / (float)t->count;
        uint32_t to;
        if (n % REPORT_EVERY == 0 && !build_go_on(t->watch, 0.8f + 0.1f / ROUNDS * done))
            return false;
        if (size_class(t, n) < class)
            continue;
        to = find_place(t, n, &looks);
        if (to != 0 && !is_too_deep(t, n, to)) {
            move_beside(t, n, to);
            moved = true;
        }
    }
    return moved;
}

// ---- From and to the tree of the build -------------------------------------------------------------------------------

// A node that is to be copied.
typedef struct step {
    uint32_t from, to;
} step;

// Both ways, pairs come in the order that hit_build_collapse wants: parents first, all below a left child before all below
// a right one.
static uint32_t push_children(step* waiting, unsigned* count, uint32_t child, uint32_t* used)
{
    const uint32_t first = *used;

    waiting[(*count)++] = (step){child + 1, first + 1};
    waiting[(*count)++] = (step){child, first};
    *used += 2;
    return first;
}

// Copy the tree of a build; `node` may be NULL. Returns the number of nodes.
static uint32_t gather(const build_tree* tree, joint* node)
{
    step waiting[BUILD_DEPTH_MAX + 2] = {{0, 0}};
    uint32_t used = 1;
    unsigned count = 1;

    while (count > 0) {
        const step s = waiting[--count];
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
            node[child].up = node[child + 1].up = s.to;
    }
    return used;
}

// Copy it back.
static void give_back(const improver* t, build_tree* tree)
{
    step waiting[BUILD_DEPTH_MAX + 2] = {{0, 0}};
    uint32_t used = 1;
    unsigned count = 1;

    while (count > 0) {
        const step s = waiting[--count];
        const joint* n = &t->node[s.from];
        build_node* made = &tree->nodes[s.to];
        memcpy(made->low, n->low, sizeof made->low);
        memcpy(made->high, n->high, sizeof made->high);
        made->child = is_leaf(n) ? n->child : push_children(waiting, &count, n->child, &used);
        made->info = n->info;
    }
    tree->top_count = used;
}

// Let the build have the improved tree, if it costs less.
static void offer(const improver* t, const build_input* in, build_tree* tree, float cost, build_node* room)
{
    const uint32_t wide_count = tree->wide_count, top_count = tree->top_count;

    memcpy(room, tree->nodes, t->count * sizeof *room);
    give_back(t, tree);
    if (hit_build_collapse(in, tree) < cost)
        return;
    // What is behind these nodes was not touched.
    memcpy(tree->nodes, room, t->count * sizeof *room);
    tree->wide_count = wide_count;
    tree->top_count = top_count;
}

hit_status hit_build_improve(const build_input* in, build_tree* tree, float cost, const hit_allocator* allocator)
{
    const uint32_t count = gather(tree, NULL);
    const size_t fixed = SIZES * sizeof(uint32_t), each = sizeof(joint) + sizeof(build_node);
    const size_t size = fixed + count * each;
    improver t = {.count = count, .shrink = in->shrink, .watch = tree->watch};

    if (count == 1)
        return HIT_OK;
    if (count > (SIZE_MAX - fixed) / each)
        return HIT_ERROR_MEMORY;
    t.of_a_size = hit_allocate(allocator, size, HIT_BVH_ALIGNMENT);
    if (t.of_a_size == NULL)
        return HIT_ERROR_MEMORY;
    t.node = (joint*)(void*)(t.of_a_size + SIZES);
    t.node[0].up = 0;
    (void)gather(tree, t.node);
    // Children lie behind their parents, until they are moved.
    for (uint32_t n = count; n-- > 0;)
        if (!is_leaf(&t.node[n]))
            (void)refit(&t, n);
    for (int round = 0; round < ROUNDS && run_round(&t, round); round++)
        ;
    if (!t.watch->cancelled)
        offer(&t, in, tree, cost, (build_node*)(void*)(t.node + count));
    hit_release(allocator, t.of_a_size, size, HIT_BVH_ALIGNMENT);
    return HIT_OK;
}
