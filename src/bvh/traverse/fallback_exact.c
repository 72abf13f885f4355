// The traverse for rays and trees that are out of the kernels' range: coordinates beyond 2^40, directions of unusual size.
//
// Boxes are tested one at a time, exactly: hit_ray_aabb_exact takes any numbers. What is inside a box that is hit is
// given to the visitor undecided.
#include "bvh/traverse/traverse.h"

#include <hitscan/intersect.h>

static bool box_is_hit(const hit_bvh_node* node, int child, const hit_ray* ray)
{
    const hit_aabb box = {{node->plane[0][child], node->plane[2][child], node->plane[4][child]},
                          {node->plane[1][child], node->plane[3][child], node->plane[5][child]}};
    return hit_ray_aabb_exact(ray, &box, NULL);
}

// The ray up to the limit of a search, rounded up.
static hit_ray ray_to_limit(const hit_bvh_candidate_visitor* visitor)
{
    hit_ray ray = *visitor->ray;
    const float limit = nextafterf((float)visitor->limit_exact, HUGE_VALF);
    ray.t_max = limit < ray.t_max ? limit : ray.t_max;
    return ray;
}

// One pass of the traverse. False when the visitor has enough.
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
        for (int child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
            const uint32_t ref = node->ref[child];
            if (!box_is_hit(node, child, &ray))
                continue;
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
            const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX,
                           blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
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
