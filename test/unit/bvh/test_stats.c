// What a tree says about itself: its numbers, by hand on small trees and by their meaning on built ones, and its
// triangles.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"

static void none(void** state)
{
    const hit_bvh_stats stats = hit_bvh_get_stats(NULL);
    hit_triangle triangle;

    (void)state;
    assert_int_equal(stats.primitives, 0);
    assert_int_equal(stats.nodes, 0);
    assert_true(stats.bytes == 0 && stats.bytes_per_primitive == 0.0 && stats.cost == 0.0);
    assert_true(stats.bounds.min.x == 0.0f && stats.bounds.max.z == 0.0f);
    assert_false(hit_bvh_find_triangle(NULL, 0, &triangle));
}

static void empty(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_EMPTY);
    hit_triangle triangle;
    hit_bvh_stats stats;
    hit_bvh* bvh;

    (void)state;
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &bvh, NULL), HIT_OK);
    stats = hit_bvh_get_stats(bvh);
    assert_int_equal(stats.kind, HIT_BVH_TRIANGLES);
    assert_int_equal(stats.primitives, 0);
    assert_int_equal(stats.skipped, 0);
    assert_int_equal(stats.nodes, 1);
    assert_int_equal(stats.leaves, 0);
    assert_int_equal(stats.depth, 1);
    assert_true(stats.bytes == 576 && stats.bytes_per_primitive == 0.0 && stats.cost == 0.0);
    assert_true(hit_aabb_is_empty(stats.bounds));
    assert_false(hit_bvh_find_triangle(bvh, 0, &triangle));
    hit_bvh_destroy(bvh);
    free(h);
}

// Children with areas that are easy to count.
static void cost_by_hand(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_AABBS);
    hit_bvh_stats stats;
    hit_bvh* bvh;

    (void)state;
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &bvh, NULL), HIT_OK);
    stats = hit_bvh_get_stats(bvh);
    assert_int_equal(stats.kind, HIT_BVH_AABBS);
    assert_int_equal(stats.primitives, 4);
    assert_int_equal(stats.skipped, 1);
    assert_int_equal(stats.nodes, 2);
    assert_int_equal(stats.leaves, 3);
    assert_int_equal(stats.depth, 2);
    assert_true(stats.bytes == 768 && stats.bytes_per_primitive == 256.0);
    assert_true(stats.bounds.min.x == -1.0f && stats.bounds.min.y == -2.0f && stats.bounds.min.z == -3.0f);
    assert_true(stats.bounds.max.x == 4.5f && stats.bounds.max.y == 5.5f && stats.bounds.max.z == 6.5f);
    // Sides 5.5, 7.5 and 9.5; a node of 2·4·6, in it boxes of 2·4·6 and 0·1·2, and a box of 0.5·0.5·0.5.
    assert_true(stats.cost == 1.0 + (44.0 + 44.0 + 2.0 + 0.75) / (5.5 * 7.5 + 7.5 * 9.5 + 9.5 * 5.5));
    hit_bvh_destroy(bvh);
    free(h);

    // A child of two blocks counts twice: with the blocks in one child each, the boxes being the same.
    h = small_tree_make(SMALL_ONE);
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &bvh, NULL), HIT_OK);
    assert_true(hit_bvh_get_stats(bvh).cost == 2.0);
    assert_int_equal(hit_bvh_get_stats(bvh).leaves, 1);
    small_tree_nodes(h)->ref[0] |= 2u << HIT_BVH_BLOCK_SHIFT; // as if there were three
    assert_true(hit_bvh_get_stats(bvh).cost == 4.0);
    hit_bvh_destroy(bvh);
    free(h);
}

// Boxes on a line have no area: every child counts.
static void no_area(void** state)
{
    hit_aabb boxes[20];
    hit_bvh_stats stats;
    hit_bvh* bvh;

    (void)state;
    for (int i = 0; i < 20; i++)
        boxes[i] = hit_aabb_make(hit_vec3_make((float)i, 0, 0), hit_vec3_make((float)i + 0.5f, 0, 0));
    assert_int_equal(hit_bvh_build_aabbs(boxes, 0, 20, NULL, &bvh, NULL), HIT_OK);
    stats = hit_bvh_get_stats(bvh);
    assert_true(stats.cost == (double)(stats.nodes + 20));
    hit_bvh_destroy(bvh);
}

// Every triangle of small and built trees, and none that is not there.
static void triangles_by_hand(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_TRIANGLES);
    hit_triangle t = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}}, run;
    hit_bvh* bvh;

    (void)state;
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &bvh, NULL), HIT_OK);
    assert_false(hit_bvh_find_triangle(bvh, 0, NULL));
    assert_false(hit_bvh_find_triangle(bvh, 20, &t));
    assert_false(hit_bvh_find_triangle(bvh, UINT32_MAX, &t));
    assert_false(hit_bvh_find_triangle(bvh, 7, &t)); // skipped
    assert_false(hit_bvh_find_triangle(bvh, 19, &t));
    assert_true(t.v0.x == 7.0f && t.v2.z == 7.0f);
    for (uint32_t id = 0; id < 19; id++)
        assert_int_equal(hit_bvh_find_triangle(bvh, id, &t), id != 7);
    assert_true(hit_bvh_find_triangle(bvh, 13, &t)); // the last of a strip
    assert_true(t.v0.x == -8.0f + 0.75f * 5 && t.v0.y == 1.0f && t.v0.z == 0.5f);
    assert_true(t.v2.x == -8.0f + 0.75f * 7 && t.v2.y == 1.0f && t.v2.z == 0.25f);
    assert_true(hit_bvh_find_triangle(bvh, 2, &t) && hit_bvh_find_triangle(bvh, 18, &run)); // of one run
    assert_memory_equal(&t, &run, sizeof t);
    assert_true(hit_bvh_find_triangle(bvh, 6, &run)); // of the next
    assert_true(run.v0.x == t.v1.x && run.v1.y == t.v2.y);
    hit_bvh_destroy(bvh);
    free(h);
    h = small_tree_make(SMALL_OBBS);
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &bvh, NULL), HIT_OK);
    assert_false(hit_bvh_find_triangle(bvh, 0, &t));
    assert_int_equal(hit_bvh_get_stats(bvh).kind, HIT_BVH_OBBS);
    assert_int_equal(hit_bvh_get_stats(bvh).leaves, 3);
    hit_bvh_destroy(bvh);
    free(h);
}

static void triangles_of_built_trees(void** state)
{
    enum { COUNT = 500 };
    static hit_triangle given[COUNT];
    test_random r = test_random_make(test_seed());
    const hit_mesh mesh = {.vertices = given, .vertex_count = 3 * COUNT, .triangle_count = COUNT};
    hit_bvh_stats stats;
    hit_bvh* bvh;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        given[i].v0 = test_random_vec3(&r, -10.0f, 10.0f);
        given[i].v1 = hit_vec3_add(given[i].v0, test_random_vec3(&r, -1.0f, 1.0f));
        given[i].v2 = hit_vec3_add(given[i].v0, test_random_vec3(&r, -1.0f, 1.0f));
        if (i % 7 == 6) // runs
            given[i] = given[i / 70];
        if (i % 50 == 49)
            given[i].v1.y = NAN;
    }
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    for (uint32_t id = 0; id < COUNT; id++) {
        hit_triangle t;
        assert_int_equal(hit_bvh_find_triangle(bvh, id, &t), id % 50 != 49);
        if (id % 50 != 49)
            assert_memory_equal(&t, &given[id], sizeof t);
    }
    stats = hit_bvh_get_stats(bvh);
    assert_int_equal(stats.primitives, COUNT);
    assert_int_equal(stats.skipped, COUNT / 50);
    assert_true(stats.bytes_per_primitive == (double)stats.bytes / (COUNT - COUNT / 50));
    // At least the root and one leaf are tested, and not everything.
    assert_true(stats.cost > 2.0 && stats.cost < stats.nodes + stats.leaves);
    assert_int_equal(hit_bvh_validate(bvh, NULL), HIT_OK);
    hit_bvh_destroy(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none),
        cmocka_unit_test(empty),
        cmocka_unit_test(cost_by_hand),
        cmocka_unit_test(no_area),
        cmocka_unit_test(triangles_by_hand),
        cmocka_unit_test(triangles_of_built_trees),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
