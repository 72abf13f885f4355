// A walk over a tree in its place: see scene/region/instance_traverse.h.
#include "scene/region/instance_traverse.h"

#include <math.h>

// Each node that is taken from the stack leaves at most eight, one level down.
enum { STACK = HIT_BVH_DEPTH_MAX * (HIT_BVH_LANES - 1) + HIT_BVH_LANES };

void hit_box_image(const float linear[3][3], const double offset[3], const float low[3], const float high[3],
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

static void lane_box(const hit_placed_tree* t, const hit_bvh_node* node, uint32_t lane, double low[3], double high[3])
{
    const float a[3] = {node->plane[0][lane], node->plane[2][lane], node->plane[4][lane]};
    const float b[3] = {node->plane[1][lane], node->plane[3][lane], node->plane[5][lane]};

    hit_box_image(t->linear, t->offset, a, b, low, high);
    for (int k = 0; k < 3; k++) {
        low[k] -= t->radius + 0x1p-50 * (t->radius + fabs(low[k]));
        high[k] += t->radius + 0x1p-50 * (t->radius + fabs(high[k]));
    }
}

// One turn of the walk; false when a visitor ended it.
static bool walk(const hit_placed_tree* tree, const hit_bvh_turn* turn, hit_box_visitor* box, hit_leaf_visitor* leaf,
                 void* context)
{
    uint32_t stack[STACK], size = 0;

    stack[size++] = turn->root;
    while (size > 0) {
        const hit_bvh_node* node = tree->tree->nodes + stack[--size];
        for (uint32_t lane = 0; lane < HIT_BVH_LANES && node->ref[lane] != HIT_BVH_NO_REF; lane++) {
            double low[3], high[3];
            hit_step step;
            if ((node->ref[lane] & HIT_BVH_LEAF) && hit_bvh_turn_skips(turn, node->ref[lane]))
                continue;
            lane_box(tree, node, lane, low, high);
            step = box(context, low, high);
            if (step == HIT_STEP_END)
                return false;
            if (step == HIT_STEP_SKIP)
                continue;
            if (!(node->ref[lane] & HIT_BVH_LEAF))
                stack[size++] = node->ref[lane];
            else if (!leaf(context, node, lane))
                return false;
        }
    }
    return true;
}

bool hit_placed_tree_walk(const hit_placed_tree* tree, hit_box_visitor* box, hit_leaf_visitor* leaf, void* context)
{
    hit_bvh_turn turn = hit_bvh_turn_first(tree->tree);

    do
        if (!walk(tree, &turn, box, leaf, context))
            return false;
    while (hit_bvh_turn_next(tree->tree, &turn));
    return true;
}
