// A plain conservative traversal over a binary tree of boxes, in float.
//
// The tree splits at the median of the longer side, down to four boxes; nodes lie in depth-first order, and the boxes
// of any node lie next to each other. The traversal has what makes it fast: the test of a plane is that of the
// centre against the radius of the box along its normal; planes that a node lies behind are not asked again below it
// (Assarsson and Möller, Optimized View Frustum Culling Algorithms for Bounding Boxes, 2000); and a node that lies
// behind none with any part is taken as a whole. It is conservative: near the edges of the frustum, where no single
// plane separates, it takes boxes that are outside.
#include "plain_tree.h"

#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF = 4, STACK = 64, PLANES = 6, ALL_PLANES = (1 << PLANES) - 1 };

typedef struct extent {
    float center[3], half[3];
} extent;

typedef struct node {
    extent around;
    uint32_t first, count; // of the boxes below
    uint32_t right;        // the second child; the first one is the next node. 0: a leaf
} node;

struct plain_tree {
    node* nodes;
    extent* boxes; // in the order of the tree
    uint32_t* number;
    uint32_t count;
};

// ---- Building ----------------------------------------------------------------------------------------------------

static extent extent_of(const hit_aabb* b)
{
    const hit_vec3 center = hit_vec3_scale(hit_vec3_add(b->min, b->max), 0.5f);
    const hit_vec3 half = hit_vec3_scale(hit_vec3_sub(b->max, b->min), 0.5f);
    const extent e = {{center.x, center.y, center.z}, {half.x, half.y, half.z}};
    return e;
}

static float centroid(const hit_aabb* b, int axis)
{
    return axis == 0 ? b->min.x + b->max.x : axis == 1 ? b->min.y + b->max.y : b->min.z + b->max.z;
}

// Let the lower half of boxes [first, first + count) come first (Hoare's selection).
static void split(uint32_t* number, uint32_t count, uint32_t half, const hit_aabb* boxes, int axis)
{
    uint32_t low = 0, high = count - 1;

    while (low < high) {
        const float pivot = centroid(&boxes[number[low + (high - low) / 2]], axis);
        uint32_t i = low, j = high;
        for (;;) {
            while (centroid(&boxes[number[i]], axis) < pivot)
                i++;
            while (centroid(&boxes[number[j]], axis) > pivot)
                j--;
            if (i >= j)
                break;
            const uint32_t swapped = number[i];
            number[i++] = number[j];
            number[j--] = swapped;
        }
        if (half <= j)
            high = j;
        else
            low = j + 1;
    }
}

static int longest_side(const hit_aabb* b)
{
    const hit_vec3 size = hit_vec3_sub(b->max, b->min);
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

plain_tree* plain_tree_build(const hit_aabb* boxes, uint32_t count)
{
    plain_tree* tree = scene_allocate(NULL, 1, sizeof *tree);
    struct {
        uint32_t first, count, parent; // whose second child it is, or 0
    } stack[STACK];
    uint32_t depth = 0, nodes = 0;

    tree->count = count;
    tree->number = scene_allocate(NULL, count, sizeof *tree->number);
    tree->boxes = scene_allocate(NULL, count, sizeof *tree->boxes);
    tree->nodes = scene_allocate(NULL, count, sizeof *tree->nodes); // leaves have more than one box
    for (uint32_t i = 0; i < count; i++)
        tree->number[i] = i;
    stack[depth].first = stack[depth].parent = 0;
    stack[depth++].count = count;
    while (depth > 0) {
        const uint32_t first = stack[--depth].first, inside = stack[depth].count, parent = stack[depth].parent;
        const uint32_t self = nodes++, half = inside / 2;
        hit_aabb around = hit_aabb_empty();

        for (uint32_t i = 0; i < inside; i++)
            around = hit_aabb_union(around, boxes[tree->number[first + i]]);
        tree->nodes[self] = (node){extent_of(&around), first, inside, 0};
        if (parent != 0)
            tree->nodes[parent - 1].right = self;
        if (inside <= LEAF)
            continue;
        split(tree->number + first, inside, half, boxes, longest_side(&around));
        stack[depth].first = first + half;
        stack[depth].parent = self + 1;
        stack[depth++].count = inside - half;
        stack[depth].first = first;
        stack[depth].parent = 0;
        stack[depth++].count = half;
    }
    for (uint32_t i = 0; i < count; i++)
        tree->boxes[i] = extent_of(&boxes[tree->number[i]]);
    return tree;
}

void plain_tree_free(plain_tree* tree)
{
    if (tree == NULL)
        return;
    free(tree->nodes);
    free(tree->boxes);
    free(tree->number);
    free(tree);
}

// ---- Walking -----------------------------------------------------------------------------------------------------

typedef struct slab {
    float normal[3], size[3], offset; // `size` has the normal's absolute values
} slab;

// Which of the given planes cut a box; -1 when it is beyond one of them.
static inline int cut_by(const slab* planes, int mask, const extent* e)
{
    int cut = 0;

    for (int i = 0; i < PLANES; i++) {
        const slab* p = &planes[i];
        float distance, radius;
        if (!(mask & 1 << i))
            continue;
        distance = p->normal[0] * e->center[0] + p->normal[1] * e->center[1] + p->normal[2] * e->center[2] - p->offset;
        radius = p->size[0] * e->half[0] + p->size[1] * e->half[1] + p->size[2] * e->half[2];
        if (distance < -radius)
            return -1;
        if (distance < radius)
            cut |= 1 << i;
    }
    return cut;
}

static uint32_t take_leaf(const plain_tree* tree, const node* n, const slab* planes, int mask, bool contained,
                          uint32_t* found)
{
    uint32_t taken = 0;

    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        const int cut = cut_by(planes, mask, &tree->boxes[i]);
        if (cut == 0 || (cut > 0 && !contained))
            found[taken++] = tree->number[i];
    }
    return taken;
}

uint32_t plain_tree_frustum(const plain_tree* tree, const hit_frustum* frustum, bool contained, uint32_t* found)
{
    struct {
        uint32_t node;
        int mask;
    } stack[STACK];
    slab planes[PLANES];
    uint32_t depth = 0, taken = 0;

    for (int i = 0; i < PLANES; i++) {
        const hit_plane* p = &frustum->plane[i];
        planes[i] = (slab){{p->normal.x, p->normal.y, p->normal.z},
                           {fabsf(p->normal.x), fabsf(p->normal.y), fabsf(p->normal.z)},
                           p->offset};
    }
    stack[depth].node = 0;
    stack[depth++].mask = ALL_PLANES;
    while (depth > 0) {
        const uint32_t index = stack[--depth].node;
        const node* n = &tree->nodes[index];
        const int mask = cut_by(planes, stack[depth].mask, &n->around);

        if (mask < 0)
            continue;
        if (mask == 0) {
            memcpy(found + taken, tree->number + n->first, n->count * sizeof *found);
            taken += n->count;
        } else if (n->right == 0) {
            taken += take_leaf(tree, n, planes, mask, contained, found + taken);
        } else {
            stack[depth].node = n->right;
            stack[depth++].mask = mask;
            stack[depth].node = index + 1;
            stack[depth++].mask = mask;
        }
    }
    return taken;
}
