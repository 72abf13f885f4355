// The walk for rays and trees that are out of the kernels' range: coordinates beyond 2^60, directions of denormal size.
//
// Boxes are tested in double, one at a time. The difference of two floats and a quotient have an error of 2^-53 each, relative to the result, and
// nothing overflows or underflows; 2^-50 covers both ends of the comparison. What is inside a box that is hit is given to the sink undecided.
#include "bvh/kernel.h"

static bool box_may_be_hit(const hit_bvh_node* node, int lane, const hit_ray* ray, double limit)
{
    const double o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const double d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    double enter = ray->t_min, leave = limit;

    for (int k = 0; k < 3; k++) {
        const double low = node->plane[2 * k][lane] - o[k], high = node->plane[2 * k + 1][lane] - o[k];
        if (d[k] == 0.0) {
            if (!(low <= 0.0 && high >= 0.0))
                return false;
        } else {
            const double near_t = (d[k] > 0.0 ? low : high) / d[k], far_t = (d[k] > 0.0 ? high : low) / d[k];
            const double padded_near = near_t - 0x1p-50 * fabs(near_t), padded_far = far_t + 0x1p-50 * fabs(far_t);
            enter = padded_near > enter ? padded_near : enter;
            leave = padded_far < leave ? padded_far : leave;
        }
    }
    return enter <= leave;
}

void hit_bvh_each_careful(hit_bvh_sink* sink)
{
    const hit_bvh* bvh = sink->bvh;
    uint32_t waiting[HIT_BVH_STACK], size = 0;

    waiting[size++] = 0;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        for (int lane = 0; lane < HIT_BVH_LANES && node->ref[lane] != HIT_BVH_NO_REF; lane++) {
            const uint32_t ref = node->ref[lane];
            if (!box_may_be_hit(node, lane, sink->ray, sink->limit_exact))
                continue;
            if (!(ref & HIT_BVH_LEAF)) {
                waiting[size++] = ref;
                continue;
            }
            if (bvh->header->kind != HIT_BVH_TRIANGLES) {
                if (!sink->take(sink, index, 1u << lane))
                    return;
                continue;
            }
            const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX,
                           blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
            for (uint32_t block = begin; block < begin + blocks; block++)
                if (!sink->take(sink, block, hit_bvh_block_lanes(&bvh->blocks[block])))
                    return;
        }
    }
}
