// A traversal of the tree of an instance: see scene/region/instance_traverse.h.
#include "scene/region/instance_traverse.h"

#include "base/assert.h"
#include "bvh/traverse/traverse.h"

#include <math.h>

void hit_transform_box(const float linear[3][3], const double offset[3], const float low[3], const float high[3],
                       double out_low[3], double out_high[3])
{
    for (int i = 0; i < 3; i++) {
        double least = 0.0, most = 0.0, size = fabs(offset[i]);
        for (int j = 0; j < 3; j++) {
            const double a = (double)linear[i][j] * low[j], b = (double)linear[i][j] * high[j];
            least += a < b ? a : b;
            most += a < b ? b : a;
            size += fabs(a) > fabs(b) ? fabs(a) : fabs(b);
        }
        // Products are exact; four sums round by 2^-53 of at most `size` each.
        out_low[i] = offset[i] + least - 0x1p-50 * size;
        out_high[i] = offset[i] + most + 0x1p-50 * size;
    }
}

static void child_box(const hit_instance_tree* t, const hit_bvh_node* node, uint32_t child, double low[3],
                      double high[3])
{
    const float a[3] = {node->plane[0][child], node->plane[2][child], node->plane[4][child]};
    const float b[3] = {node->plane[1][child], node->plane[3][child], node->plane[5][child]};

    hit_transform_box(t->linear, t->offset, a, b, low, high);
    for (int k = 0; k < 3; k++) {
        low[k] -= t->radius + 0x1p-50 * (t->radius + fabs(low[k]));
        high[k] += t->radius + 0x1p-50 * (t->radius + fabs(high[k]));
    }
}

// One pass of the traversal; false when a visitor ended it.
static bool traverse(const hit_instance_tree* tree, const hit_bvh_pass* pass, hit_box_visitor* box,
                     hit_leaf_visitor* leaf, void* context)
{
    uint32_t stack[HIT_BVH_STACK_SIZE], size = 0;

    stack[size++] = pass->root;
    while (size > 0) {
        const hit_bvh_node* node = tree->tree->nodes + stack[--size];
        for (uint32_t child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
            double low[3], high[3];
            hit_visit_action step;
            if ((node->ref[child] & HIT_BVH_LEAF) && hit_bvh_pass_skips(pass, node->ref[child]))
                continue;
            child_box(tree, node, child, low, high);
            step = box(context, low, high);
            if (step == HIT_VISIT_STOP)
                return false;
            if (step == HIT_VISIT_SKIP)
                continue;
            HIT_ASSERT(size < HIT_BVH_STACK_SIZE);
            if (!(node->ref[child] & HIT_BVH_LEAF))
                stack[size++] = node->ref[child];
            else if (!leaf(context, node, child))
                return false;
        }
    }
    return true;
}

bool hit_instance_traverse(const hit_instance_tree* tree, hit_box_visitor* box, hit_leaf_visitor* leaf, void* context)
{
    hit_bvh_pass pass = hit_bvh_pass_first(tree->tree);

    HIT_ASSERT(tree->radius >= 0.0);
    do
        if (!traverse(tree, &pass, box, leaf, context))
            return false;
    while (hit_bvh_pass_next(tree->tree, &pass));
    return true;
}
