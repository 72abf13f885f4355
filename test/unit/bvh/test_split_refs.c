// Large triangles cut into split references: these cover them, and no query can tell a tree that has them from one that
// has not.
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"
#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"
#include "bvh/build/block_split.h"

#include <math.h>

enum {
    SIZE = 3000,
    ROOM = 64,
    DAMAGED = 1 ///< a mesh whose tree has all that is damaged
};

static hit_bvh* build(const test_mesh* m, hit_bvh_quality quality)
{
    const hit_mesh mesh = test_mesh_view(m);
    const hit_bvh_options options = {.quality = quality};
    hit_bvh* tree = NULL;

    assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &tree, NULL), HIT_OK);
    assert_int_equal(hit_bvh_validate(tree, NULL), HIT_OK);
    return tree;
}

// ---- Cutting --------------------------------------------------------------------------------------------------------

static float place(test_random* r, float scale, float offset)
{
    return scale * test_random_range(r, -1.0f, 1.0f) + offset;
}

static hit_bvh_block some_block(test_random* r, float scale, float offset)
{
    hit_bvh_block block = {.id_base = 0};
    const unsigned lanes = 1 + (unsigned)test_random_below(r, test_random_below(r, 2) ? 8 : 1);

    for (int slot = 0; slot < 8; slot++) {
        // Some in rows: flat, or thin.
        block.x[slot] = slot > 0 && test_random_below(r, 4) == 0 ? block.x[slot - 1] : place(r, scale, offset);
        block.y[slot] = slot > 0 && test_random_below(r, 4) == 0 ? block.y[slot - 1] : place(r, scale, offset);
        block.z[slot] = slot > 0 && test_random_below(r, 2) == 0 ? block.z[slot - 1] : place(r, scale, offset);
    }
    for (int k = 0; k < 3; k++)
        block.corner[k] = (uint32_t)test_random_next(r) & ((1u << 3 * lanes) - 1);
    block.corner[0] |= (0xffu >> (8 - lanes)) << 24;
    return block;
}

static bool has(const hit_bvh_split_ref* box, const long double p[3])
{
    bool in = true;
    for (int k = 0; k < 3; k++)
        in = in && (long double)box->low[k] <= p[k] && p[k] <= (long double)box->high[k];
    return in;
}

static bool any_has(const hit_bvh_split_ref* split_refs, unsigned count, const long double p[3])
{
    for (unsigned i = 0; i < count; i++)
        if (has(&split_refs[i], p))
            return true;
    return false;
}

// Points of triangles, exact in 64 bits or as good as: the pads are 2^20 times larger.
static void check_cover(test_random* r, const hit_bvh_block* block, const hit_bvh_split_ref* split_refs, unsigned count)
{
    for (unsigned lane = 0; hit_bvh_block_mask(block) >> lane != 0; lane++) {
        const hit_triangle t = hit_bvh_block_triangle(block, lane);
        for (int i = 0; i < 20; i++) {
            const uint32_t u = (uint32_t)test_random_below(r, 65), v = (uint32_t)test_random_below(r, 65 - u);
            const long double a = u / 64.0L, b = v / 64.0L, c = (64 - u - v) / 64.0L;
            const long double p[3] = {a * t.v0.x + b * t.v1.x + c * t.v2.x, a * t.v0.y + b * t.v1.y + c * t.v2.y,
                                      a * t.v0.z + b * t.v1.z + c * t.v2.z};
            assert_true(any_has(split_refs, count, p));
        }
    }
}

static void split_refs_cover(void** state)
{
    static const float scales[] = {1.0f, 1e-38f, 1e30f, 1e-3f, 1.0f}, offsets[] = {0.0f, 0.0f, 0.0f, 1e4f, -1e6f};
    test_random r = test_random_make(test_seed());
    uint64_t cut = 0;

    (void)state;
    for (uint64_t i = 0; i < test_cases(20000); i++) {
        const float scale = scales[i % 5], offset = offsets[i % 5];
        const float bounds[6] = {offset - scale, offset + scale, offset - scale,
                                 offset + scale, offset - scale, offset + scale};
        const hit_bvh_block block = some_block(&r, scale, offset);
        const hit_bvh_split_ref whole = hit_bvh_block_box(&block);
        hit_bvh_split_ref split_refs[HIT_BVH_SPLIT_REFS_MAX];
        const unsigned count = hit_bvh_split_block(&block, bounds, (uint32_t)test_random_below(&r, 21), split_refs);
        assert_in_range(count, 1, HIT_BVH_SPLIT_REFS_MAX);
        for (unsigned k = 0; k < count; k++)
            for (int axis = 0; axis < 3; axis++) {
                assert_true(whole.low[axis] <= split_refs[k].low[axis] && split_refs[k].high[axis] <= whole.high[axis]);
                assert_true(split_refs[k].low[axis] <= split_refs[k].high[axis]);
            }
        check_cover(&r, &block, split_refs, count);
        cut += count > 1;
    }
    assert_true(test_cases(20000) < 200 || cut > test_cases(20000) / 50);
}

// A thread across a cube: each cut halves its box along all three axes, and the boxes get small.
static void split_refs_are_small(void** state)
{
    const float bounds[6] = {0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f};
    hit_bvh_block block = {.corner = {0x01000000u, 1u, 2u}};
    hit_bvh_split_ref split_refs[HIT_BVH_SPLIT_REFS_MAX];
    unsigned count;

    (void)state;
    block.x[1] = block.y[1] = block.z[1] = 1.0f;
    block.x[2] = 0x1p-10f;
    count = hit_bvh_split_block(&block, bounds, 7, split_refs);
    assert_int_equal(count, 16);
    for (unsigned i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            assert_true(split_refs[i].high[k] - split_refs[i].low[k] <= 1.0f / 16.0f + 0x1p-9f);
    assert_int_equal(hit_bvh_split_block(&block, bounds, 20, split_refs), HIT_BVH_SPLIT_REFS_MAX);
    assert_int_equal(hit_bvh_split_block(&block, bounds, 0, split_refs), 1);
    // A wall of two triangles fills its box.
    block = (hit_bvh_block){.corner = {0x03000000u, 1u | 2u << 3, 2u | 3u << 3}};
    block.x[1] = block.x[2] = block.y[2] = block.y[3] = 1.0f;
    assert_int_equal(hit_bvh_split_block(&block, bounds, 20, split_refs), 1);
}

// ---- Queries --------------------------------------------------------------------------------------------------------

static void same_rays(const hit_bvh* a, const hit_bvh* b, const test_mesh* m, test_random* r)
{
    for (uint64_t i = 0; i < test_cases(4000); i++) {
        const hit_ray ray = test_mesh_ray(r, m, (test_ray_kind)(i % RAY_FAR_ORIGIN));
        const hit_bvh_filter one_side = {.sides = HIT_SIDES_FRONT};
        hit_bvh_hit one[2] = {{0}}, all[2][ROOM];
        uint32_t count[2];
        assert_int_equal(hit_bvh_first(a, ray, NULL, &one[0]), hit_bvh_first(b, ray, NULL, &one[1]));
        assert_memory_equal(&one[0], &one[1], offsetof(hit_bvh_hit, slot));
        assert_int_equal(hit_bvh_first(a, ray, &one_side, &one[0]), hit_bvh_first(b, ray, &one_side, &one[1]));
        assert_memory_equal(&one[0], &one[1], offsetof(hit_bvh_hit, slot));
        assert_int_equal(hit_bvh_any(a, ray, NULL), hit_bvh_any(b, ray, NULL));
        assert_int_equal(hit_bvh_count(a, ray, NULL), hit_bvh_count(b, ray, NULL));
        count[0] = hit_bvh_all(a, ray, NULL, all[0], ROOM);
        count[1] = hit_bvh_all(b, ray, NULL, all[1], ROOM);
        assert_int_equal(count[0], count[1]);
        for (uint32_t k = 0; k < count[0] && k < ROOM; k++)
            assert_memory_equal(&all[0][k], &all[1][k], offsetof(hit_bvh_hit, slot));
    }
}

static void same_volumes(const hit_bvh* a, const hit_bvh* b, test_random* r)
{
    for (uint64_t i = 0; i < test_cases(1000); i++) {
        const hit_vec3 p = test_random_vec3(r, -1.2f, 1.2f), q = test_random_vec3(r, -1.2f, 1.2f);
        const hit_aabb box = hit_aabb_make(hit_vec3_min(p, q), hit_vec3_max(p, q));
        const hit_sphere sphere = {p, test_random_range(r, 0.01f, 2.0f)};
        const hit_include relation = i % 2 ? HIT_INCLUDE_INSIDE : HIT_INCLUDE_TOUCHING;
        const uint32_t k = i % 8 == 0 ? 70 : 1 + (uint32_t)i % 7;
        uint32_t found[2][SIZE], count;
        hit_bvh_closest closest[2][70];

        count = hit_bvh_in_aabb(a, box, relation, NULL, found[0], SIZE);
        assert_int_equal(hit_bvh_in_aabb(b, box, relation, NULL, found[1], SIZE), count);
        assert_memory_equal(found[0], found[1], count * sizeof(uint32_t));
        count = hit_bvh_in_sphere(a, sphere, relation, NULL, found[0], SIZE);
        assert_int_equal(hit_bvh_in_sphere(b, sphere, relation, NULL, found[1], SIZE), count);
        assert_memory_equal(found[0], found[1], count * sizeof(uint32_t));
        assert_int_equal(hit_bvh_closest_points(a, p, HUGE_VALF, NULL, closest[0], k), k);
        assert_int_equal(hit_bvh_closest_points(b, p, HUGE_VALF, NULL, closest[1], k), k);
        for (uint32_t n = 0; n < k; n++)
            closest[0][n].slot = closest[1][n].slot = 0; // which are the tree's
        assert_memory_equal(closest[0], closest[1], k * sizeof closest[0][0]);
    }
}

static void same_answers(void** state)
{
    test_random r = test_random_make(test_seed());
    test_mesh m = test_mesh_make(MESH_ROPES, SIZE, test_seed());
    hit_bvh *fast = build(&m, HIT_BVH_FAST), *tree = build(&m, HIT_BVH_DEFAULT), *high = build(&m, HIT_BVH_HIGH);

    (void)state;
    assert_int_equal(fast->header->shared_root, 0);
    assert_int_not_equal(tree->header->shared_root, 0);
    assert_int_not_equal(high->header->shared_root, 0);
    assert_true(hit_bvh_get_stats(tree).cost < hit_bvh_get_stats(fast).cost);
    same_rays(tree, fast, &m, &r);
    same_rays(high, fast, &m, &r);
    same_volumes(tree, fast, &r);
    // Numbers that are too large for the kernels.
    for (uint32_t i = 0; i < m.vertices; i++)
        m.vertex[i] = hit_vec3_scale(m.vertex[i], 0x1p60f);
    hit_bvh *large = build(&m, HIT_BVH_DEFAULT), *large_fast = build(&m, HIT_BVH_FAST);
    assert_int_not_equal(large->header->shared_root, 0);
    same_rays(large, large_fast, &m, &r);
    hit_bvh_destroy(large);
    hit_bvh_destroy(large_fast);
    hit_bvh_destroy(high);
    hit_bvh_destroy(fast);
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

// After a refit there are no split_refs any more, and everything is right.
static void refitted(void** state)
{
    test_random r = test_random_make(test_seed());
    test_mesh m = test_mesh_make(MESH_ROPES, SIZE, test_seed());
    hit_bvh* tree = build(&m, HIT_BVH_DEFAULT);
    hit_thread_pool* pool = NULL;
    hit_task_pool tasks;

    (void)state;
    assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
    tasks = hit_thread_pool_tasks(pool);
    for (uint32_t i = 0; i < m.vertices; i++)
        m.vertex[i] = hit_vec3_make(m.vertex[i].y * 0.75f, -m.vertex[i].x, m.vertex[i].z + 0.125f * m.vertex[i].y);
    for (int pass = 0; pass < 2; pass++) {
        const hit_mesh mesh = test_mesh_view(&m);
        assert_int_equal(hit_bvh_refit_triangles(tree, &mesh, pass == 0 ? NULL : &tasks, NULL), HIT_OK);
        assert_int_equal(hit_bvh_validate(tree, NULL), HIT_OK);
        assert_int_equal(tree->header->shared_root, 0);
    }
    hit_bvh* fast = build(&m, HIT_BVH_FAST);
    same_rays(tree, fast, &m, &r);
    same_volumes(tree, fast, &r);
    hit_bvh_destroy(fast);
    hit_bvh_destroy(tree);
    hit_thread_pool_destroy(pool);
    test_mesh_free(&m);
}

// Nodes that had nothing but split_refs go, too, and leave nothing behind the last section.
static void refitted_with_fewer_nodes(void** state)
{
    test_mesh m = test_mesh_make(MESH_ROPES, 8000, DAMAGED);
    const hit_mesh mesh = test_mesh_view(&m);
    hit_bvh* tree = build(&m, HIT_BVH_DEFAULT);
    const hit_bvh_header* h = tree->header;
    const uint64_t before = h->nodes.count;

    (void)state;
    assert_int_equal(hit_bvh_refit_triangles(tree, &mesh, NULL, NULL), HIT_OK);
    assert_int_equal(hit_bvh_validate(tree, NULL), HIT_OK);
    assert_true(h->nodes.count <= before);
    for (uint64_t at = h->first_leaves.offset + 4 * h->first_leaves.count; at < h->size; at++)
        assert_int_equal(((const char*)h)[at], 0);
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

// The same bytes for any number of threads.
static void same_bytes(void** state)
{
    test_mesh m = test_mesh_make(MESH_ROPES, 20000, test_seed());
    const hit_mesh mesh = test_mesh_view(&m);
    hit_bvh *alone = build(&m, HIT_BVH_DEFAULT), *together = NULL;
    hit_thread_pool* pool = NULL;
    size_t size[2];

    (void)state;
    assert_int_not_equal(alone->header->shared_root, 0);
    assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    const hit_bvh_options options = {.pool = &tasks};
    assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &together, NULL), HIT_OK);
    const void *a = hit_bvh_bytes(alone, &size[0]), *b = hit_bvh_bytes(together, &size[1]);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(a, b, size[0]);
    hit_bvh_destroy(alone);
    hit_bvh_destroy(together);
    hit_thread_pool_destroy(pool);
    test_mesh_free(&m);
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

// A child that is a split reference.
typedef struct child_of {
    hit_bvh_node* node;
    int child;
} child_of;

static child_of find_split_ref(hit_bvh_header* h, uint32_t after)
{
    for (uint32_t n = 0; n < h->shared_root; n++)
        for (int child = 0; child < HIT_BVH_WIDTH; child++) {
            hit_bvh_node* node = &small_tree_nodes(h)[n];
            if (node->ref[child] != HIT_BVH_NO_REF && (node->ref[child] & HIT_BVH_LEAF) &&
                (node->ref[child] & HIT_BVH_BLOCK_INDEX) >= h->shared_first && after-- == 0)
                return (child_of){node, child};
        }
    fail_msg("no split reference");
    return (child_of){NULL, 0};
}

static void expect(hit_bvh_header* h, const char* message)
{
    hit_error error = {0};
    hit_bvh* view = NULL;

    small_tree_seal(h);
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, &error), HIT_ERROR_FORMAT);
    if (strstr(error.message, message) == NULL)
        fail_msg("'%s' instead of '%s'", error.message, message);
}

// A tree with split_refs, and a copy of its bytes that is damaged.
typedef struct damaged_tree {
    hit_bvh* tree;
    const void* bytes;
    size_t size;
    hit_bvh_header* copy;
} damaged_tree;

static damaged_tree damaged_tree_make(void)
{
    test_mesh m = test_mesh_make(MESH_ROPES, SIZE, DAMAGED);
    damaged_tree p = {.tree = build(&m, HIT_BVH_DEFAULT)};

    p.bytes = hit_bvh_bytes(p.tree, &p.size);
    p.copy = aligned_alloc(64, p.size);
    assert_non_null(p.copy);
    test_mesh_free(&m);
    return p;
}

static void damaged_tree_free(damaged_tree* p)
{
    free(p->copy);
    hit_bvh_destroy(p->tree);
}

// Damage that would lose hits, or find some twice, is found.
static void damage(void** state)
{
    damaged_tree tree = damaged_tree_make();
    hit_bvh_header* h = tree.copy;

    (void)state;
    for (int what = 0; what < 13; what++) {
        memcpy(h, tree.bytes, tree.size);
        const child_of p = find_split_ref(h, 3);
        hit_bvh_node* shared = &small_tree_nodes(h)[h->shared_root];
        switch (what) {
        case 0: // a box that is too small
            p.node->plane[1][p.child] = nextafterf(p.node->plane[1][p.child], p.node->plane[0][p.child]);
            expect(h, "not that of a split reference");
            break;
        case 1: // another block
            p.node->ref[p.child] =
                HIT_BVH_LEAF | (h->shared_first + ((p.node->ref[p.child] & HIT_BVH_BLOCK_INDEX) == h->shared_first));
            expect(h, "not that of a split reference");
            break;
        case 2: // more blocks than one
            p.node->ref[p.child] |= 1u << HIT_BVH_BLOCK_SHIFT;
            expect(h, "not one shared one");
            break;
        case 3:
            p.node->ref[p.child] = HIT_BVH_LEAF | (uint32_t)h->blocks.count;
            expect(h, "not one shared one");
            break;
        case 4: // finer than it is: others are expected
            h->split_level++;
            expect(h, "split reference");
            break;
        case 5: // the tree of shared blocks refers to the others
            for (int child = 0; child < HIT_BVH_WIDTH; child++)
                if (shared->ref[child] != HIT_BVH_NO_REF)
                    shared->ref[child] = shared->ref[child] & HIT_BVH_LEAF ? HIT_BVH_LEAF : 0;
            expect(h, "not to");
            break;
        case 6: // and the others to it
            for (int child = 0; child < HIT_BVH_WIDTH; child++)
                if (!(small_tree_nodes(h)->ref[child] & HIT_BVH_LEAF)) {
                    small_tree_nodes(h)->ref[child] = h->shared_root;
                    break;
                }
            expect(h, "not to a later one");
            break;
        case 7: // levels that there are not
        case 8:
            h->split_level = what == 7 ? 0 : HIT_BVH_SPLIT_LEVEL_MAX + 1;
            expect(h, "to the level");
            break;
        case 9: // as deep as can be: a refit needs a root more
            h->depth = HIT_BVH_DEPTH_MAX;
            expect(h, "leaves none for a root more");
            break;
        case 10: // nor an entry for its leaves
            h->first_leaves.count--;
            expect(h, "first leaves are not those of");
            break;
        case 11:
            small_tree_first_leaves(h)[h->nodes.count] = 1;
            expect(h, "is not zero");
            break;
        default: // no room behind the nodes
            h->nodes.offset += sizeof(hit_bvh_node);
            expect(h, "no room for one node more");
            break;
        }
    }
    damaged_tree_free(&tree);
}

// Take a child out of a node whose box does not need it: hits on that split reference would be lost.
static void missing_split_ref(void** state)
{
    damaged_tree tree = damaged_tree_make();
    hit_bvh_header* h = tree.copy;
    uint32_t missed = 0;

    (void)state;
    for (uint32_t i = 0; i < 30; i++) {
        hit_error error = {0};
        hit_bvh* view = NULL;
        memcpy(h, tree.bytes, tree.size);
        const child_of p = find_split_ref(h, i);
        for (int child = p.child; child < HIT_BVH_WIDTH; child++) {
            for (int k = 0; k < 6; k++)
                p.node->plane[k][child] =
                    child + 1 < HIT_BVH_WIDTH ? p.node->plane[k][child + 1] : (k % 2 ? -HUGE_VALF : HUGE_VALF);
            p.node->ref[child] = child + 1 < HIT_BVH_WIDTH ? p.node->ref[child + 1] : HIT_BVH_NO_REF;
        }
        small_tree_seal(h);
        assert_int_equal(hit_bvh_view(h, tree.size, NULL, &view, &error), HIT_ERROR_FORMAT);
        missed += strstr(error.message, "a split reference of a shared block is missing") != NULL;
    }
    assert_int_not_equal(missed, 0);
    damaged_tree_free(&tree);
}

// A child that is there twice.
static void split_ref_twice(void** state)
{
    damaged_tree tree = damaged_tree_make();
    hit_bvh_header* h = tree.copy;
    uint32_t tried = 0;

    (void)state;
    for (uint32_t i = 0; i < 30; i++) {
        memcpy(h, tree.bytes, tree.size);
        const child_of p = find_split_ref(h, i);
        if (p.node->ref[HIT_BVH_WIDTH - 1] != HIT_BVH_NO_REF)
            continue;
        for (int child = HIT_BVH_WIDTH - 1; child > p.child; child--) {
            for (int k = 0; k < 6; k++)
                p.node->plane[k][child] = p.node->plane[k][child - 1];
            p.node->ref[child] = p.node->ref[child - 1];
        }
        expect(h, "not that of a split reference");
        tried++;
    }
    assert_int_not_equal(tried, 0);
    damaged_tree_free(&tree);
}

// Ids that lie far apart, and many of one triangle.
static void ids_in_lists(void** state)
{
    enum { MANY = 70000, COPIES = 40 };
    test_random r = test_random_make(test_seed());
    test_mesh m = test_mesh_room(3 * MANY, MANY);
    const hit_vec3 rope[2][3] = {{{-1, -1, -1}, {1, 1, 1}, {-1, -1, -0.98f}},
                                 {{1, 1, 1}, {-1, -1, -0.98f}, {1, 1, 1.02f}}};
    hit_bvh *tree, *fast;
    uint32_t lists = 0, runs = 0;

    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        const hit_vec3 at = test_random_vec3(&r, -1, 1);
        const bool whole = i < COPIES || i == MANY - 1;
        for (int k = 0; k < 3; k++) {
            const hit_vec3 near = hit_vec3_add(at, test_random_vec3(&r, -0.01f, 0.01f));
            const hit_vec3 p = whole ? rope[i == 7 || i == MANY - 1][k] : near;
            test_mesh_vertex(&m, i < COPIES && i != 7 ? -p.x : p.x, p.y, p.z);
        }
        test_mesh_face(&m, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    tree = build(&m, HIT_BVH_DEFAULT);
    fast = build(&m, HIT_BVH_FAST);
    for (uint64_t b = tree->header->shared_first; b < tree->header->blocks.count; b++) {
        lists += tree->blocks[b].id_base >> 30 == 2;
        runs += tree->blocks[b].id_base >> 30 == 3;
    }
    assert_int_equal(lists, 1);
    assert_int_equal(runs, 1);
    for (uint64_t i = 0; i < test_cases(1000); i++) {
        // At a point of the one or the other rope.
        const float t = test_random_range(&r, -1, 1), x = i % 2 ? t : -t;
        const hit_vec3 from = test_random_vec3(&r, -2, 2), at = {x, t, t + test_random_range(&r, 0.0f, 0.02f)};
        const hit_ray ray = hit_ray_make(from, hit_vec3_sub(at, from));
        hit_bvh_hit all[2][2 * ROOM];
        const uint32_t count = hit_bvh_all(tree, ray, NULL, all[0], 2 * ROOM);
        assert_int_equal(hit_bvh_all(fast, ray, NULL, all[1], 2 * ROOM), count);
        for (uint32_t k = 0; k < count && k < 2 * ROOM; k++)
            assert_memory_equal(&all[0][k], &all[1][k], offsetof(hit_bvh_hit, slot));
    }
    hit_bvh_destroy(fast);
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_refs_cover),
        cmocka_unit_test(split_refs_are_small),
        cmocka_unit_test(same_answers),
        cmocka_unit_test(refitted),
        cmocka_unit_test(refitted_with_fewer_nodes),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(damage),
        cmocka_unit_test(missing_split_ref),
        cmocka_unit_test(split_ref_twice),
        cmocka_unit_test(ids_in_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
