// The outline of a mesh: boxes of its tree that hold it, for bounds of instances.
//
// The bounds of one box that is turned are up to three times as large as they need be, and rays look at every instance
// whose bounds they meet. Some 32 boxes from the upper levels of the tree, the largest ones opened first, follow the
// shape: on 10,000 bunnies rays look at 1.9 instances instead of 2.2.
#include "scene/scene.h"

#include <math.h>

enum { STEP = 8 };

// A lane of the tree.
typedef struct lane {
    const hit_bvh_node* node;
    uint32_t index;
} lane;

static float area_of(const hit_bvh_node* node, uint32_t i)
{
    const float x = node->plane[1][i] - node->plane[0][i], y = node->plane[3][i] - node->plane[2][i],
                z = node->plane[5][i] - node->plane[4][i];
    return x * y + y * z + z * x;
}

static uint32_t open_node(const hit_bvh_node* node, lane* lanes, uint32_t count)
{
    for (uint32_t i = 0; i < HIT_BVH_LANES && node->ref[i] != HIT_BVH_NO_REF; i++)
        lanes[count++] = (lane){node, i};
    return count;
}

void hit_outline_make(const hit_bvh* mesh, hit_outline* outline)
{
    lane lanes[HIT_OUTLINE_BOXES];
    uint32_t count = open_node(mesh->nodes, lanes, 0);

    outline->count = 0;
    if (count == 0)
        return;
    while (count + HIT_BVH_LANES - 1 <= HIT_OUTLINE_BOXES) {
        uint32_t largest = count;
        for (uint32_t i = 0; i < count; i++)
            if (!(lanes[i].node->ref[lanes[i].index] & HIT_BVH_LEAF) &&
                (largest == count ||
                 area_of(lanes[i].node, lanes[i].index) > area_of(lanes[largest].node, lanes[largest].index)))
                largest = i;
        if (largest == count)
            break;
        const hit_bvh_node* below = mesh->nodes + lanes[largest].node->ref[lanes[largest].index];
        lanes[largest] = lanes[--count];
        count = open_node(below, lanes, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lane* l = &lanes[i];
        for (int k = 0; k < 3; k++) {
            const double a = l->node->plane[2 * k][l->index], b = l->node->plane[2 * k + 1][l->index];
            const float center = (float)(0.5 * a + 0.5 * b);
            outline->center[k][i] = center;
            outline->half[k][i] = nextafterf((float)fmax(b - center, center - a), HUGE_VALF);
        }
    }
    outline->reach = 2.0f * mesh->header->reach;
    for (; count % STEP != 0; count++)
        for (int k = 0; k < 3; k++) {
            outline->center[k][count] = outline->center[k][count - 1];
            outline->half[k][count] = outline->half[k][count - 1];
        }
    outline->count = count;
}

void hit_outline_bounds(const hit_outline* outline, const float linear[3][3], double low[3], double high[3])
{
    for (int i = 0; i < 3; i++) {
        const float x = linear[i][0], y = linear[i][1], z = linear[i][2];
        const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
        float least[STEP], most[STEP], size = 0.0f;
        for (int j = 0; j < STEP; j++)
            least[j] = HUGE_VALF, most[j] = -HUGE_VALF;
        // Some at a time, for the sake of compilers.
        for (uint32_t box = 0; box < outline->count; box += STEP)
            for (uint32_t j = 0; j < STEP; j++) {
                const uint32_t b = box + j;
                const float c = x * outline->center[0][b] + y * outline->center[1][b] + z * outline->center[2][b];
                const float h = ax * outline->half[0][b] + ay * outline->half[1][b] + az * outline->half[2][b];
                least[j] = c - h < least[j] ? c - h : least[j];
                most[j] = c + h > most[j] ? c + h : most[j];
            }
        for (int j = 1; j < STEP; j++) {
            least[0] = least[j] < least[0] ? least[j] : least[0];
            most[0] = most[j] > most[0] ? most[j] : most[0];
        }
        // Seven roundings of 2^-24, each of at most |c| + h, which is not above this; and what underflows.
        size = (ax + ay + az) * outline->reach;
        low[i] = (double)least[0] - 0x1p-20 * (double)size - 0x1p-140;
        high[i] = (double)most[0] + 0x1p-20 * (double)size + 0x1p-140;
    }
}
