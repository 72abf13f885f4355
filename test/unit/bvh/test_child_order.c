// The orders of a node, and that traversals follow them.
#include "bvh/build/child_order.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <float.h>
#include <math.h>

static void set_child(hit_bvh_node* node, int child, hit_aabb box)
{
    const float plane[6] = {box.min.x, box.max.x, box.min.y, box.max.y, box.min.z, box.max.z};
    for (int k = 0; k < 6; k++)
        node->plane[k][child] = plane[k];
    node->ref[child] = (uint32_t)child;
}

static void empty_child(hit_bvh_node* node, int child)
{
    set_child(node, child, hit_aabb_empty());
    node->ref[child] = HIT_BVH_NO_REF;
}

// The corners of a cube: the child of a corner is the octant in which it comes first.
static void corners_are_met_in_order(void** state)
{
    hit_bvh_node node;
    (void)state;
    for (int child = 0; child < 8; child++) {
        const hit_vec3 low = {(float)(child & 1), (float)(child >> 1 & 1), (float)(child >> 2)};
        set_child(&node, child, (hit_aabb){low, hit_vec3_make(low.x + 1.0f, low.y + 1.0f, low.z + 1.0f)});
    }
    hit_bvh_order_children(&node);
    for (unsigned octant = 0; octant < 8; octant++) {
        assert_int_equal(node.order[octant] & 7u, octant);
        assert_int_equal(node.order[octant] >> 21, octant ^ 7u);
        // What is one step away comes before what is two steps away.
        for (int i = 1; i < 4; i++) {
            const unsigned from = (node.order[octant] >> 3 * i & 7u) ^ octant;
            assert_true(from == 1 || from == 2 || from == 4);
        }
    }
}

// Whatever the boxes are, an order has each child once, the opposite one is the same backwards, and centers ascend.
static void orders_are_whole(void** state)
{
    test_random random = test_random_make(test_seed());
    (void)state;
    for (int round = 0; round < 20000; round++) {
        const int used = (int)test_random_below(&random, 9);
        const float scale = round % 4 == 0 ? FLT_MAX : round % 4 == 1 ? FLT_MIN : 1.0f;
        hit_bvh_node node;
        for (int child = 0; child < 8; child++) {
            float at[6];
            if (child >= used) {
                empty_child(&node, child);
                continue;
            }
            // Few different places, so that some are the same.
            for (int k = 0; k < 6; k++)
                at[k] = scale * (0.25f * (float)test_random_below(&random, 9) - 1.0f);
            set_child(&node, child,
                      (hit_aabb){{fminf(at[0], at[1]), fminf(at[2], at[3]), fminf(at[4], at[5])},
                                 {fmaxf(at[0], at[1]), fmaxf(at[2], at[3]), fmaxf(at[4], at[5])}});
        }
        hit_bvh_order_children(&node);
        for (unsigned octant = 0; octant < 8; octant++) {
            double before = -HUGE_VAL;
            assert_true(hit_bvh_order_is_permutation(node.order[octant]));
            for (int i = 0; i < 8; i++) {
                const unsigned child = node.order[octant] >> 3 * i & 7u;
                double along = 0.0;
                assert_int_equal(child, node.order[octant ^ 7u] >> 3 * (7 - i) & 7u);
                if ((int)child >= used)
                    continue;
                for (int k = 0; k < 3; k++)
                    along += (octant >> k & 1u ? -1.0 : 1.0) *
                             ((double)node.plane[2 * k][child] + node.plane[2 * k + 1][child]);
                // But for roundings of the keys.
                assert_true(along >= before - 0x1p-20 * (double)scale);
                before = along;
            }
        }
    }
}

static void what_is_no_order_is_told(void** state)
{
    (void)state;
    assert_true(hit_bvh_order_is_permutation(076543210));
    assert_true(hit_bvh_order_is_permutation(001234567));
    assert_false(hit_bvh_order_is_permutation(0));
    assert_false(hit_bvh_order_is_permutation(076543211));
    assert_false(hit_bvh_order_is_permutation(0176543210));
}

// Rays along a row of boxes, both ways, as far as the nodes go: the first box of a row is met first, so that nothing
// behind it is ever looked at.
static void traversal_follows_the_orders(void** state)
{
    enum { BOXES = 512 };
    hit_aabb boxes[BOXES];
    hit_bvh* bvh = NULL;
    hit_bvh_stats stats;
    (void)state;
    for (int i = 0; i < BOXES; i++)
        boxes[i] = (hit_aabb){{(float)i, -1.0f, -1.0f}, {(float)i + 0.5f, 1.0f, 1.0f}};
    assert_int_equal(hit_bvh_build_aabbs(boxes, 0, BOXES, NULL, &bvh, NULL), HIT_OK);
    stats = hit_bvh_get_stats(bvh);
    for (int way = -1; way <= 1; way += 2) {
        const hit_ray ray = hit_ray_make(hit_vec3_make(way > 0 ? -1.0f : BOXES + 1.0f, 0.0f, 0.0f),
                                         hit_vec3_make((float)way, 0x1p-12f, 0x1p-12f));
        hit_bvh_hit hit;
        hit_bvh_work work;
        assert_true(hit_bvh_measure(bvh, ray, NULL, &hit, &work));
        assert_int_equal(hit.primitive, way > 0 ? 0 : BOXES - 1);
        assert_true(work.nodes <= stats.depth);
        assert_true(work.leaves <= 8); // the boxes of its node
    }
    hit_bvh_destroy(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_met_in_order),
        cmocka_unit_test(orders_are_whole),
        cmocka_unit_test(what_is_no_order_is_told),
        cmocka_unit_test(traversal_follows_the_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
