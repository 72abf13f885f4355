// The walk for rays and trees that are out of the kernels' range: coordinates beyond 2^40, directions of unusual size.
//
// Boxes are tested one at a time, exactly: hit_ray_aabb_exact takes any numbers. What is inside a box that is hit is
// given to the sink undecided.
#include "bvh/traverse/traverse.h"

#include <hitscan/intersect.h>

static bool box_is_hit(const hit_bvh_node* node, int lane, const hit_ray* ray)
{
    const hit_aabb box = {{node->plane[0][lane], node->plane[2][lane], node->plane[4][lane]},
                          {node->plane[1][lane], node->plane[3][lane], node->plane[5][lane]}};
    return hit_ray_aabb_exact(ray, &box, NULL);
}

// The ray up to the limit of a search, rounded up.
static hit_ray ray_to_limit(const hit_bvh_sink* sink)
{
    hit_ray ray = *sink->ray;
    const float limit = nextafterf((float)sink->limit_exact, HUGE_VALF);
    ray.t_max = limit < ray.t_max ? limit : ray.t_max;
    return ray;
}

// One turn of the walk. False when the sink has enough.
static bool walk(hit_bvh_sink* sink, const hit_bvh_turn* turn, hit_bvh_work* work)
{
    const hit_bvh* bvh = sink->bvh;
    uint32_t waiting[HIT_BVH_STACK], size = 0;

    waiting[size++] = turn->root;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        const hit_ray ray = ray_to_limit(sink);
        work->nodes++;
        for (int lane = 0; lane < HIT_BVH_LANES && node->ref[lane] != HIT_BVH_NO_REF; lane++) {
            const uint32_t ref = node->ref[lane];
            if (!box_is_hit(node, lane, &ray))
                continue;
            if (!(ref & HIT_BVH_LEAF)) {
                waiting[size++] = ref;
                continue;
            }
            if (bvh->header->kind != HIT_BVH_TRIANGLES) {
                work->leaves++;
                if (!sink->take(sink, index, 1u << lane))
                    return false;
                continue;
            }
            if (hit_bvh_turn_skips(turn, ref))
                continue;
            const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX,
                           blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
            work->leaves += blocks;
            for (uint32_t block = begin; block < begin + blocks; block++)
                if (!sink->take(sink, block, hit_bvh_block_lanes(&bvh->blocks[block])))
                    return false;
        }
    }
    return true;
}

void hit_bvh_each_careful(hit_bvh_sink* sink, hit_bvh_work* work)
{
    hit_bvh_turn turn = hit_bvh_turn_first(sink->bvh);
    hit_bvh_work unused = {0, 0};

    while (walk(sink, &turn, work == NULL ? &unused : work) && hit_bvh_turn_next(sink->bvh, &turn))
        ;
}
