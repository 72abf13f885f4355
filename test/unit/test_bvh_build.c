// Building trees: what hitscan/bvh.h says of it, sentence by sentence, and the rules of bvh/format.h.
#include "support/random.h"
#include "unit/tree_check.h"

#include <float.h>

// ---- Things to build from ----------------------------------------------------------------------------------------------

typedef struct soup {
    hit_triangle* triangles;
    uint32_t count;
} soup;

static soup soup_make(uint32_t count)
{
    const soup s = {calloc(count + 1u, sizeof(hit_triangle)), count};
    return s;
}

static hit_mesh soup_mesh(const soup* s)
{
    const hit_mesh mesh = {s->triangles, 0, 3 * s->count, HIT_INDEX_NONE, NULL, s->count};
    return mesh;
}

static tree_source soup_source(const soup* s)
{
    const tree_source source = {s->triangles, NULL, NULL, NULL, s->count};
    return source;
}

static soup random_soup(uint32_t count, float size)
{
    test_random r = test_random_make(test_seed());
    soup s = soup_make(count);
    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 at = test_random_vec3(&r, -10.0f, 10.0f);
        s.triangles[i].v0 = hit_vec3_add(at, test_random_vec3(&r, -size, size));
        s.triangles[i].v1 = hit_vec3_add(at, test_random_vec3(&r, -size, size));
        s.triangles[i].v2 = hit_vec3_add(at, test_random_vec3(&r, -size, size));
    }
    return s;
}

// A hilly square of 2·n·n triangles.
static soup grid_soup(uint32_t n)
{
    soup s = soup_make(2 * n * n);
    for (uint32_t i = 0; i < n * n; i++) {
        hit_vec3 corner[4];
        for (uint32_t k = 0; k < 4; k++) {
            const float x = (float)(i % n + (k & 1)), y = (float)(i / n + (k >> 1));
            corner[k] = hit_vec3_make(x, y, sinf(0.3f * x) * cosf(0.2f * y));
        }
        s.triangles[2 * i] = hit_triangle_make(corner[0], corner[1], corner[2]);
        s.triangles[2 * i + 1] = hit_triangle_make(corner[1], corner[3], corner[2]);
    }
    return s;
}

// Build, check everything, and return the tree.
static hit_bvh* build_and_check(const soup* s, const hit_bvh_options* options)
{
    const hit_mesh mesh = soup_mesh(s);
    const tree_source source = soup_source(s);
    hit_bvh* bvh = NULL;

    assert_int_equal(hit_bvh_build_triangles(&mesh, options, &bvh), HIT_OK);
    tree_check_all(bvh, &source);
    return bvh;
}

static void check_and_free(soup s)
{
    hit_bvh_destroy(build_and_check(&s, NULL));
    free(s.triangles);
}

// ---- Good input --------------------------------------------------------------------------------------------------------

static void nothing_makes_an_empty_tree(void** state)
{
    const hit_mesh mesh = {0};
    const tree_source source = {0};
    hit_bvh* bvh[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh[0]), HIT_OK);
    assert_int_equal(hit_bvh_build_aabbs(NULL, 0, 0, NULL, &bvh[1]), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(NULL, 0, 0, NULL, &bvh[2]), HIT_OK);
    for (int k = 0; k < 3; k++) {
        tree_check_all(bvh[k], &source);
        assert_int_equal(bvh[k]->header->nodes.count, 1);
        assert_int_equal(bvh[k]->header->kind, k);
        hit_bvh_destroy(bvh[k]);
    }
}

static void few_triangles(void** state)
{
    (void)state;
    for (uint32_t count = 1; count < 40; count++)
        check_and_free(random_soup(count, 1.0f));
}

static void many_triangles(void** state)
{
    (void)state;
    check_and_free(random_soup(20000, 0.2f));
    check_and_free(random_soup(5000, 20.0f));
    check_and_free(grid_soup(100));
}

static void many_boxes(void** state)
{
    enum { COUNT = 5000 };
    test_random r = test_random_make(test_seed());
    hit_aabb* aabbs = malloc(COUNT * sizeof *aabbs);
    hit_obb* obbs = malloc(COUNT * sizeof *obbs);
    const tree_source sources[2] = {{NULL, aabbs, NULL, NULL, COUNT}, {NULL, NULL, obbs, NULL, COUNT}};

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const hit_vec3 at = test_random_vec3(&r, -10.0f, 10.0f), half = test_random_vec3(&r, 0.0f, 0.5f);
        aabbs[i] = hit_aabb_from_center(at, half);
        obbs[i] = hit_obb_make(at, test_random_quat(&r), half);
    }
    for (uint32_t count = COUNT; count > 0; count /= 3)
        for (int k = 0; k < 2; k++) {
            tree_source source = sources[k];
            hit_bvh* bvh = NULL;
            source.count = count;
            if (k == 0)
                assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, count, NULL, &bvh), HIT_OK);
            else
                assert_int_equal(hit_bvh_build_obbs(obbs, sizeof *obbs, count, NULL, &bvh), HIT_OK);
            tree_check_all(bvh, &source);
            hit_bvh_destroy(bvh);
        }
    free(aabbs);
    free(obbs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_makes_an_empty_tree),
        cmocka_unit_test(few_triangles),
        cmocka_unit_test(many_triangles),
        cmocka_unit_test(many_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
