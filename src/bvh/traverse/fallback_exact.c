// The exact fallback: a traversal for rays and trees that are out of the kernels' range, with coordinates beyond 2^40
// or directions of unusual size.
//
// Boxes are tested one at a time, exactly: hit_ray_aabb_exact takes any numbers. What is inside a box that is hit goes
// to the visitor undecided.
#include "bvh/traverse/traverse.h"

#include <hitscan/inline.h>

// The ray up to the limit of a search, rounded up.
static hit_ray ray_to_limit(const hit_bvh_candidate_visitor* visitor)
{
    hit_ray ray = *visitor->ray;
    const float limit = nextafterf((float)visitor->limit_exact, HUGE_VALF);
    ray.t_max = limit < ray.t_max ? limit : ray.t_max;
    return ray;
}

// One pass of the traversal. False when the visitor has enough.
static bool traverse(hit_bvh_candidate_visitor* visitor, const hit_bvh_pass* pass, hit_bvh_work* work)
{
    const hit_bvh* bvh = visitor->bvh;
    uint32_t waiting[HIT_BVH_STACK_SIZE], size = 0;

    waiting[size++] = pass->root;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        const hit_ray ray = ray_to_limit(visitor);
        work->nodes++;
        for (unsigned child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
            const uint32_t ref = node->ref[child];
            const hit_aabb box = hit_bvh_child_box(node, child);
            if (!hit_ray_aabb_exact(&ray, &box, NULL))
                continue;
            HIT_ASSERT(size < HIT_BVH_STACK_SIZE);
            if (!(ref & HIT_BVH_LEAF)) {
                waiting[size++] = ref;
                continue;
            }
            if (bvh->header->kind != HIT_BVH_TRIANGLES) {
                work->leaves++;
                if (!visitor->take(visitor, index, 1u << child))
                    return false;
                continue;
            }
            if (hit_bvh_pass_skips(pass, ref))
                continue;
            const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = hit_bvh_ref_blocks(ref);
            HIT_ASSERT(begin + blocks <= bvh->header->blocks.count);
            work->leaves += blocks;
            for (uint32_t block = begin; block < begin + blocks; block++)
                if (!visitor->take(visitor, block, hit_bvh_block_mask(&bvh->blocks[block])))
                    return false;
        }
    }
    return true;
}

void hit_bvh_each_exact(hit_bvh_candidate_visitor* visitor, hit_bvh_work* work)
{
    hit_bvh_pass pass = hit_bvh_pass_first(visitor->bvh);
    hit_bvh_work unused = {0, 0};

    while (traverse(visitor, &pass, work == NULL ? &unused : work) && hit_bvh_pass_next(visitor->bvh, &pass))
        ;
}
