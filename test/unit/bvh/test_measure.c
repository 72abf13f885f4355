// How much work a ray is: the answers are those of hit_bvh_first, and the counts those of a traversal, the same on
// every CPU.
#include "support/cases/box_sets.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"
#include "support/cases/meshes.h"

#include "bvh/format/layout.h"
#include "bvh/traverse/traverse.h"
#include "support/base/fp_modes.h"

#include <string.h>

// ---- Small trees, whose counts are known ----------------------------------------------------------------------------

static hit_bvh* tree_of(const test_mesh* m)
{
    const hit_mesh view = test_mesh_view(m);
    hit_bvh* bvh = NULL;
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &bvh, NULL), HIT_OK);
    return bvh;
}

static void assert_work(const hit_bvh* bvh, hit_ray ray, uint32_t nodes, uint32_t leaves)
{
    hit_bvh_work work = {77, 77};
    hit_bvh_measure(bvh, ray, NULL, NULL, &work);
    assert_int_equal(work.nodes, nodes);
    assert_int_equal(work.leaves, leaves);
}

static void small_trees_are_counted_by_hand(void** state)
{
    test_mesh one = test_mesh_make(MESH_ONE, 1, 1), none = test_mesh_make(MESH_NOTHING, 0, 1);
    hit_bvh *bvh = tree_of(&one), *empty = tree_of(&none);
    const hit_triangle t = test_mesh_triangle(&one, 0);
    const hit_vec3 middle = hit_vec3_scale(hit_vec3_add(hit_vec3_add(t.v0, t.v1), t.v2), 1.0f / 3.0f);
    const hit_vec3 above = hit_vec3_add(middle, hit_vec3_make(0.0f, 0.0f, 1.0f));
    const hit_aabb boxes[2] = {{{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}}, {{2.0f, 0.0f, 0.0f}, {3.0f, 1.0f, 1.0f}}};
    const hit_vec3 along = hit_vec3_make(1.0f, 0.0f, 0.0f), start = hit_vec3_make(-1.0f, 0.5f, 0.5f);
    hit_bvh* two = NULL;
    (void)state;
    assert_int_equal(hit_bvh_build_aabbs(boxes, 0, 2, NULL, &two, NULL), HIT_OK);
    assert_true(hit_bvh_measure(bvh, hit_ray_make(above, hit_vec3_sub(middle, above)), NULL, NULL, NULL));
    assert_work(bvh, hit_ray_make(above, hit_vec3_sub(middle, above)), 1, 1);
    assert_work(bvh, hit_ray_make(above, hit_vec3_make(0.0f, 0.0f, 1.0f)), 1, 0);
    assert_work(empty, hit_ray_make(above, along), 1, 0);
    assert_work(two, hit_ray_make(start, along), 1, 1); // the second is behind the first
    assert_work(two, hit_ray_make(hit_vec3_make(-1.0f, 5.0f, 0.0f), along), 1, 0);
    hit_bvh_destroy(two);
    hit_bvh_destroy(empty);
    hit_bvh_destroy(bvh);
    test_mesh_free(&none);
    test_mesh_free(&one);
}

static void bad_input_is_no_work(void** state)
{
    test_mesh m = test_icosphere(1, hit_vec3_make(0.0f, 0.0f, 0.0f));
    hit_bvh* bvh = tree_of(&m);
    const hit_ray none = hit_ray_make(hit_vec3_make(0.0f, 0.0f, 0.0f), hit_vec3_make(0.0f, 0.0f, 0.0f));
    const hit_bvh_filter front = {.sides = HIT_SIDES_FRONT};
    hit_bvh_hit hit = {.primitive = 5};
    hit_bvh_work work = {77, 77};
    (void)state;
    assert_work(bvh, none, 0, 0);
    assert_work(NULL, hit_ray_make(hit_vec3_make(0.0f, 0.0f, 9.0f), hit_vec3_make(0.0f, 0.0f, -1.0f)), 0, 0);
    assert_false(hit_bvh_measure(bvh, none, &front, &hit, &work));
    assert_true(work.nodes == 0 && work.leaves == 0 && hit.primitive == 5);
    hit_bvh_destroy(bvh);
    test_mesh_free(&m);
}

// ---- Against hit_bvh_first, and against a plain traversal -----------------------------------------------------------

// What any traversal must look at: nodes and leaves whose boxes a ray meets, exactly, up to the first hit. With a
// filter, and for a ray that the kernel leaves undecided, a traversal meets each triangle once: it begins at two roots
// when blocks are shared.
static hit_bvh_work least_work(const hit_bvh* bvh, hit_ray ray, bool once)
{
    const uint32_t shared = once && bvh->header->shared_root != 0 ? bvh->header->shared_root : UINT32_MAX;
    uint32_t waiting[8 * HIT_BVH_DEPTH_MAX], size = 0;
    hit_bvh_work work = {0, 0};
    hit_bvh_hit hit;
    waiting[size++] = 0;
    if (shared != UINT32_MAX)
        waiting[size++] = shared;
    if (hit_bvh_first(bvh, ray, NULL, &hit))
        ray.t_max = nextafterf(hit.t, -HUGE_VALF); // surely before it: another one may share its t
    if (!hit_ray_is_valid(ray)) {
        work.nodes = size;
        return work;
    }
    while (size > 0) {
        const uint32_t n = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[n];
        work.nodes++;
        for (int i = 0; i < HIT_BVH_WIDTH && node->ref[i] != HIT_BVH_NO_REF; i++) {
            const hit_aabb box = {{node->plane[0][i], node->plane[2][i], node->plane[4][i]},
                                  {node->plane[1][i], node->plane[3][i], node->plane[5][i]}};
            hit_span span;
            if (!hit_ray_aabb(ray, box, &span))
                continue;
            if (!(node->ref[i] & HIT_BVH_LEAF))
                waiting[size++] = node->ref[i];
            else if (shared != UINT32_MAX && n < shared &&
                     (node->ref[i] & HIT_BVH_BLOCK_INDEX) >= bvh->header->shared_first)
                continue;
            else if (bvh->header->kind == HIT_BVH_TRIANGLES)
                work.leaves += ((node->ref[i] & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
            else
                work.leaves++;
        }
    }
    return work;
}

static bool is_undecided(const hit_bvh* bvh, hit_ray ray)
{
    hit_bvh_hit hit;
    hit_bvh_work work = {0, 0};
    return hit_bvh_kernel_first_counted(bvh, &ray, &hit, &work) == HIT_BVH_UNDECIDED;
}

// The leaves that all children refer to: those of shared blocks as often as they have split references, and once more.
static uint32_t most_leaves(const hit_bvh* bvh)
{
    uint32_t leaves = 0;
    for (uint64_t n = 0; n < bvh->header->nodes.count; n++)
        for (int i = 0; i < HIT_BVH_WIDTH && bvh->nodes[n].ref[i] != HIT_BVH_NO_REF; i++)
            if (bvh->nodes[n].ref[i] & HIT_BVH_LEAF)
                leaves += bvh->header->kind == HIT_BVH_TRIANGLES
                              ? ((bvh->nodes[n].ref[i] & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1
                              : 1;
    assert_true(bvh->header->shared_root != 0 || leaves == hit_bvh_get_stats(bvh).leaves);
    return leaves;
}

typedef struct sums {
    uint64_t rays, hits;
    uint64_t nodes, leaves;             // of rays without a hit
    uint64_t least_nodes, least_leaves; // the same by the plain traversal
} sums;

static bool odd_only(void* context, const hit_bvh_hit* hit)
{
    (void)context;
    return hit->primitive % 2 == 1;
}

static bool anything(void* context, const hit_bvh_hit* hit)
{
    (void)context;
    (void)hit;
    return true;
}

static void check_ray_work(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, uint64_t seed, sums* s)
{
    const hit_bvh_stats stats = hit_bvh_get_stats(bvh);
    hit_bvh_hit first, hit;
    hit_bvh_work work, again, least;
    bool found, found_again;
    memset(&first, 0x55, sizeof first);
    memset(&hit, 0x55, sizeof hit);
    hit_cpu_restrict(hit_cpu_best());
    found = hit_bvh_first(bvh, ray, filter, &first);
    if (hit_bvh_measure(bvh, ray, filter, &hit, &work) != found || memcmp(&first, &hit, sizeof hit) != 0)
        fail_msg("another answer than that of hit_bvh_first, seed %llu", (unsigned long long)seed);
    for (int level = HIT_CPU_PORTABLE; level < (int)hit_cpu_best(); level++) {
        hit_cpu_restrict((hit_cpu)level);
        found_again = hit_bvh_measure(bvh, ray, filter, NULL, &again);
        if (found_again != found || memcmp(&work, &again, sizeof work) != 0)
            fail_msg("other counts for CPU level %d, seed %llu", level, (unsigned long long)seed);
    }
    hit_cpu_restrict(hit_cpu_best());
    if (!hit_ray_is_valid(ray)) {
        assert_true(work.nodes == 0 && work.leaves == 0);
        return;
    }
    least = least_work(bvh, ray, filter != NULL || is_undecided(bvh, ray));
    s->rays++;
    s->hits += found;
    if (work.nodes > stats.nodes || work.leaves > most_leaves(bvh) || work.nodes < 1)
        fail_msg("more work than there is, seed %llu", (unsigned long long)seed);
    if ((filter == NULL || filter->accept == anything) && (work.nodes < least.nodes || work.leaves < least.leaves))
        fail_msg("less work than there must be: %u nodes of %u, %u leaves of %u, seed %llu", (unsigned)work.nodes,
                 (unsigned)least.nodes, (unsigned)work.leaves, (unsigned)least.leaves, (unsigned long long)seed);
    if (!found) {
        const hit_bvh_work all = hit_bvh_first(bvh, ray, NULL, NULL) ? work : least;
        s->nodes += work.nodes;
        s->leaves += work.leaves;
        s->least_nodes += all.nodes;
        s->least_leaves += all.leaves;
    }
}

// Rays of some kind; RAY_KINDS stands for all of them.
static void check_rays(const hit_bvh* bvh, const test_mesh* targets, test_ray_kind only, uint64_t rays, uint64_t seed,
                       sums* s)
{
    const hit_bvh_filter filters[3] = {{.sides = HIT_SIDES_BACK}, {.accept = odd_only}, {.accept = anything}};
    test_random r = test_random_make(seed);
    for (uint64_t i = 0; i < rays; i++) {
        const test_ray_kind any = (test_ray_kind)test_random_below(&r, RAY_KINDS);
        const hit_ray ray = test_mesh_ray(&r, targets, only == RAY_KINDS ? any : only);
        check_ray_work(bvh, ray, i % 2 == 1 ? &filters[i / 2 % 3] : NULL, seed, s);
    }
}

static void work_is_that_of_a_traversal(void** state)
{
    const uint64_t seed = test_seed(), rays = test_costly_cases(300);
    sums s = {0};
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        test_mesh m = test_mesh_make((test_mesh_kind)kind, 600, seed + (uint64_t)kind);
        hit_bvh* bvh = tree_of(&m);
        check_rays(bvh, &m, RAY_KINDS, rays, seed + 100 + (uint64_t)kind, &s);
        hit_bvh_destroy(bvh);
        test_mesh_free(&m);
    }
    assert_true(rays < 10 || (s.rays > 0 && s.hits > s.rays / 10));
}

// Trees of aligned boxes, or of oriented ones.
static void check_boxes(test_box_kind kind, bool turned, test_ray_kind only, uint64_t rays, uint64_t seed, sums* s)
{
    static hit_aabb aligned[400];
    static hit_obb oriented[400];
    test_mesh targets;
    hit_bvh* bvh = NULL;
    test_boxes_aligned(kind, aligned, 400, seed);
    test_boxes_oriented(kind, oriented, 400, seed);
    targets = turned ? test_obbs_targets(oriented, 400) : test_boxes_targets(aligned, 400);
    assert_int_equal(turned ? hit_bvh_build_obbs(oriented, 0, 400, NULL, &bvh, NULL)
                            : hit_bvh_build_aabbs(aligned, 0, 400, NULL, &bvh, NULL),
                     HIT_OK);
    check_rays(bvh, &targets, only, rays, seed + 200 + (uint64_t)kind, s);
    hit_bvh_destroy(bvh);
    test_mesh_free(&targets);
}

static void work_on_boxes_is_that_of_a_traversal(void** state)
{
    const uint64_t seed = test_seed(), rays = test_costly_cases(300);
    sums s = {0};
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int kind = 0; kind < 2 * BOXES_KINDS; kind++)
        check_boxes((test_box_kind)(kind / 2), kind % 2, RAY_KINDS, rays, seed, &s);
    assert_true(rays < 10 || (s.rays > 0 && s.hits > s.rays / 10));
}

// A tame ray without a hit visits what it must, and what is closer to it than roundings.
static void no_work_is_counted_twice(void** state)
{
    const uint64_t seed = test_seed(), rays = test_costly_cases(2000);
    sums s[3] = {{0}, {0}, {0}};
    test_mesh m = test_torus(24, 24);
    hit_bvh* bvh = tree_of(&m);
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    check_rays(bvh, &m, RAY_ANYWHERE, rays, seed, &s[0]);
    check_boxes(BOXES_SCATTERED, false, RAY_ANYWHERE, rays, seed, &s[1]);
    check_boxes(BOXES_SCATTERED, true, RAY_ANYWHERE, rays, seed, &s[2]);
    for (int i = 0; i < 3; i++) {
        print_message("%llu rays, %llu hits; without a hit %llu nodes and %llu leaves, at least %llu and %llu\n",
                      (unsigned long long)s[i].rays, (unsigned long long)s[i].hits, (unsigned long long)s[i].nodes,
                      (unsigned long long)s[i].leaves, (unsigned long long)s[i].least_nodes,
                      (unsigned long long)s[i].least_leaves);
        assert_true(rays < 100 || (s[i].nodes > s[i].rays / 10 && s[i].leaves > s[i].rays / 10));
        assert_true((double)s[i].nodes <= 1.01 * (double)s[i].least_nodes);
        assert_true((double)s[i].leaves <= 1.01 * (double)s[i].least_leaves);
    }
    hit_bvh_destroy(bvh);
    test_mesh_free(&m);
}

static void modes_do_not_matter(void** state)
{
    test_mesh m = test_torus(20, 20);
    hit_bvh* bvh = tree_of(&m);
    test_random r = test_random_make(test_seed());
    (void)state;
    for (int i = 0; i < 200; i++) {
        const hit_ray ray = test_mesh_ray(&r, &m, (test_ray_kind)test_random_below(&r, RAY_KINDS));
        hit_bvh_work work, other;
        hit_bvh_hit hit = {.primitive = HIT_BVH_NONE}, other_hit = hit;
        const bool found = hit_bvh_measure(bvh, ray, NULL, &hit, &work);
        for (int mode = 1; mode < MODES; mode++) {
            bool again, first;
            mode_set(mode);
            again = hit_bvh_measure(bvh, ray, NULL, NULL, &other);
            first = hit_bvh_first(bvh, ray, NULL, &other_hit);
            mode_set(0);
            assert_true(again == found && memcmp(&work, &other, sizeof work) == 0);
            assert_true(first == found && memcmp(&hit, &other_hit, sizeof hit) == 0);
        }
    }
    hit_bvh_destroy(bvh);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_trees_are_counted_by_hand), cmocka_unit_test(bad_input_is_no_work),
        cmocka_unit_test(work_is_that_of_a_traversal),     cmocka_unit_test(work_on_boxes_is_that_of_a_traversal),
        cmocka_unit_test(no_work_is_counted_twice),        cmocka_unit_test(modes_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
