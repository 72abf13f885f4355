// Poison: one bad triangle or ray among thousands changes no other answer, and is counted.
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

enum { TRIANGLES = 5000, RAYS = 800, ROOM = 64 };

static hit_bvh* build(const test_mesh* m, hit_bvh_quality quality)
{
    const hit_mesh view = test_mesh_view(m);
    const hit_bvh_options options = {.quality = quality};
    hit_bvh* tree = NULL;
    assert_int_equal(hit_bvh_build_triangles(&view, &options, &tree, NULL), HIT_OK);
    assert_int_equal(hit_bvh_validate(tree, NULL), HIT_OK);
    return tree;
}

typedef struct answers {
    hit_bvh_hit first[RAYS];
    bool hit[RAYS];
    uint32_t count[RAYS];
    hit_bvh_hit all[RAYS][ROOM];
} answers;

static void ask(const hit_bvh* tree, const hit_ray* rays, answers* a)
{
    memset(a, 0, sizeof *a);
    for (int i = 0; i < RAYS; i++) {
        a->hit[i] = hit_bvh_first(tree, rays[i], NULL, &a->first[i]);
        assert_int_equal(hit_bvh_any(tree, rays[i], NULL), a->hit[i]);
        a->count[i] = hit_bvh_all(tree, rays[i], NULL, a->all[i], ROOM);
    }
}

// Answers equal, but for indices from `at` on, which are one higher in `b`.
static void compare(const answers* a, answers* b, uint32_t at)
{
    for (int i = 0; i < RAYS; i++) {
        assert_int_equal(a->hit[i], b->hit[i]);
        assert_int_equal(a->count[i], b->count[i]);
        for (uint32_t k = 0; k <= a->count[i] && k < ROOM; k++) {
            hit_bvh_hit x = k == 0 ? a->first[i] : a->all[i][k - 1], y = k == 0 ? b->first[i] : b->all[i][k - 1];
            if (k == 0 && !a->hit[i])
                continue;
            assert_int_not_equal(y.primitive, at);
            y.primitive -= y.primitive > at;
            assert_memory_equal(&x, &y, offsetof(hit_bvh_hit, slot));
        }
    }
}

// A copy of the mesh with one more face, the bad one, at `at`.
static test_mesh with_poison(const test_mesh* m, uint32_t at, int poison)
{
    static const float values[] = {NAN, INFINITY, -INFINITY};
    test_mesh p = test_mesh_room(m->vertices + 3, m->faces + 1);
    uint32_t bad[3];

    memcpy(p.vertex, m->vertex, m->vertices * sizeof *p.vertex);
    p.vertices = m->vertices;
    for (uint32_t k = 0; k < 3; k++)
        bad[k] =
            test_mesh_vertex(&p, m->vertex[m->face[at][k]].x, m->vertex[m->face[at][k]].y, m->vertex[m->face[at][k]].z);
    if (poison < 27) { // each corner, each coordinate, each bad value
        hit_vec3* v = &p.vertex[bad[poison % 3]];
        *(poison / 3 % 3 == 0 ? &v->x : poison / 3 % 3 == 1 ? &v->y : &v->z) = values[poison / 9];
    } else if (poison < 30)
        bad[poison % 3] = p.vertices;
    else if (poison < 33)
        bad[poison % 3] = UINT32_MAX;
    else // degenerate: legal, and never hit
        bad[1] = bad[poison - 33 ? 2 : 0];
    for (uint32_t f = 0; f < m->faces; f++) {
        if (f == at)
            test_mesh_face(&p, bad[0], bad[1], bad[2]);
        test_mesh_face(&p, m->face[f][0], m->face[f][1], m->face[f][2]);
    }
    return p;
}

static void one_bad_triangle(void** state)
{
    static answers clean, poisoned;
    static hit_ray rays[RAYS];
    test_random r = test_random_make(test_seed() + 20);
    test_mesh m = test_mesh_make(MESH_TORUS, TRIANGLES, 1);

    (void)state;
    for (int i = 0; i < RAYS; i++)
        rays[i] = test_mesh_ray(&r, &m, (test_ray_kind)(i % RAY_FAR_ORIGIN));
    for (int poison = 0; poison < 35; poison++) {
        const hit_bvh_quality quality = (hit_bvh_quality)(poison % 3);
        const uint32_t at = test_random_below(&r, m.faces);
        test_mesh p = with_poison(&m, at, poison);
        hit_bvh *a = build(&m, quality), *b = build(&p, quality);
        const hit_bvh_stats stats = hit_bvh_get_stats(b);
        assert_int_equal(stats.primitives, m.faces + 1);
        assert_int_equal(stats.skipped, poison < 33 ? 1 : 0);
        ask(a, rays, &clean);
        ask(b, rays, &poisoned);
        compare(&clean, &poisoned, at);

        // And refused, where that is asked for, with the index of the culprit.
        hit_error error = {0};
        const hit_bvh_options strict = {.quality = quality, .refuse_bad = true};
        const hit_mesh view = test_mesh_view(&p);
        hit_bvh* none = NULL;
        const hit_status status = hit_bvh_build_triangles(&view, &strict, &none, &error);
        assert_int_equal(status, poison < 33 ? HIT_ERROR_GEOMETRY : HIT_OK);
        if (poison < 33) {
            assert_null(none);
            assert_int_equal(error.offset, at);
        }
        hit_bvh_destroy(none);
        hit_bvh_destroy(a);
        hit_bvh_destroy(b);
        test_mesh_free(&p);
    }
    test_mesh_free(&m);
}

// Only bad triangles: an empty tree.
static void nothing_but_bad_triangles(void** state)
{
    test_mesh m = test_mesh_make(MESH_SOUP, 300, 2);
    test_random r = test_random_make(test_seed() + 21);
    hit_ray rays[100];

    (void)state;
    for (int i = 0; i < 100; i++)
        rays[i] = test_mesh_ray(&r, &m, (test_ray_kind)(i % RAY_FAR_ORIGIN));
    for (uint32_t i = 0; i < m.vertices; i += 3)
        m.vertex[i].y = i % 2 ? NAN : INFINITY;
    hit_bvh* tree = build(&m, HIT_BVH_DEFAULT);
    assert_int_equal(hit_bvh_get_stats(tree).skipped, 300);
    for (int i = 0; i < 100; i++) {
        assert_false(hit_bvh_any(tree, rays[i], NULL));
        assert_int_equal(hit_bvh_count(tree, rays[i], NULL), 0);
    }
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_bad_triangle),
        cmocka_unit_test(nothing_but_bad_triangles),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
