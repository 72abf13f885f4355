// What HIT_BVH_HIGH does to trees of triangles: they cost less, or are what they were.
#include "support/cases/meshes.h"
#include "unit/bvh/tree_check.h"

#include <math.h>

// A tree by the rules, over triangles without indices.
static hit_bvh* build(const hit_triangle* triangles, uint32_t count, hit_bvh_quality quality)
{
    const hit_mesh mesh = {triangles, 0, 3 * count, HIT_INDEX_NONE, NULL, count};
    const hit_bvh_options options = {.quality = quality};
    const tree_source source = {triangles, NULL, NULL, NULL, count};
    hit_bvh* bvh = NULL;

    assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &bvh, NULL), HIT_OK);
    assert_int_equal(hit_bvh_validate(bvh, NULL), HIT_OK);
    tree_check_all(bvh, &source);
    return bvh;
}

// What the tree of high quality costs next to the usual one.
static double cost_ratio(const hit_triangle* triangles, uint32_t count)
{
    hit_bvh *usual = build(triangles, count, HIT_BVH_DEFAULT), *high = build(triangles, count, HIT_BVH_HIGH);
    const double before = hit_bvh_get_stats(usual).cost, after = hit_bvh_get_stats(high).cost;

    assert_int_equal(hit_bvh_get_stats(high).leaves, hit_bvh_get_stats(usual).leaves);
    hit_bvh_destroy(usual);
    hit_bvh_destroy(high);
    return before == 0.0 ? 1.0 : after / before;
}

static double cost_ratio_of(test_mesh_kind kind, uint32_t size, uint64_t seed)
{
    test_mesh m = test_mesh_make(kind, size, seed);
    hit_triangle* triangles = malloc((m.faces + 1u) * sizeof *triangles);
    double ratio;

    for (uint32_t i = 0; i < m.faces; i++)
        triangles[i] = test_mesh_triangle(&m, i);
    ratio = cost_ratio(triangles, m.faces);
    free(triangles);
    test_mesh_free(&m);
    return ratio;
}

static void trees_cost_no_more(void** state)
{
    static const uint32_t sizes[] = {3, 40, 600, 7000};

    (void)state;
    for (int kind = 0; kind < MESH_KINDS; kind++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const double ratio = cost_ratio_of((test_mesh_kind)kind, sizes[s], test_seed() + s);
            // The builder compares costs in float.
            if (!(ratio <= 1.0 + 1e-5))
                fail_msg("mesh %d of size %u: %.7f of the usual cost", kind, (unsigned)sizes[s], ratio);
        }
}

// Where small things and long ones are mixed, splits from the top down leave much to gain.
static void mixed_scenes_cost_less(void** state)
{
    (void)state;
    assert_true(cost_ratio_of(MESH_ROPES, 5000, 7) < 0.97);
    assert_true(cost_ratio_of(MESH_MIXED, 5000, 7) < 0.97);
}

// Triangles around each other, from 2^-30 to 2^30: the best binary tree is a chain.
static hit_triangle* make_nested_spheres(uint32_t layers)
{
    hit_triangle* layer = malloc(layers * sizeof *layer);

    for (uint32_t i = 0; i < layers; i++) {
        const float s = exp2f(60.0f * (float)i / (float)layers - 30.0f);
        layer[i] = hit_triangle_make(hit_vec3_make(-s, -s, -s), hit_vec3_make(s, -s, s), hit_vec3_make(0.0f, s, s / 2));
    }
    return layer;
}

// A chain of all layers would be deeper than traversals and the next stage of the build allow. Up to some hundred
// layers trees get better nevertheless; with more of them nodes of eight children would be worse off, and trees stay
// what they were.
static void nested_spheres_stay_shallow(void** state)
{
    (void)state;
    for (uint32_t layers = 100; layers < 20000; layers *= 2) {
        hit_triangle* onion = make_nested_spheres(layers);
        const double ratio = cost_ratio(onion, layers);
        assert_true(layers == 400 ? ratio < 0.9 : ratio <= 1.0 + 1e-5);
        if (layers > 6000) {
            hit_bvh *usual = build(onion, layers, HIT_BVH_DEFAULT), *high = build(onion, layers, HIT_BVH_HIGH);
            const hit_bvh_section* nodes = &usual->header->nodes;
            assert_int_equal(high->header->nodes.count, nodes->count);
            assert_memory_equal(high->nodes, usual->nodes, nodes->count * sizeof *usual->nodes);
            hit_bvh_destroy(usual);
            hit_bvh_destroy(high);
        }
        free(onion);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_cost_no_more),
        cmocka_unit_test(mixed_scenes_cost_less),
        cmocka_unit_test(nested_spheres_stay_shallow),
    };
    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
