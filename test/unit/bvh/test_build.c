// Building trees: what hitscan/bvh.h says of it, sentence by sentence, and the rules of bvh/format/layout.h.
#include "support/base/failing_memory.h"
#include "support/cases/meshes.h"
#include "support/base/fp_modes.h"
#include "unit/bvh/tree_check.h"

#include <float.h>

// ---- Things to build from -------------------------------------------------------------------------------------------

// The triangles of a mesh one by one, to compare trees with.
static hit_triangle* triangles_of(const test_mesh* m)
{
    hit_triangle* triangles = malloc((m->faces + 1u) * sizeof *triangles);
    for (uint32_t i = 0; i < m->faces; i++)
        triangles[i] = test_mesh_triangle(m, i);
    return triangles;
}

static hit_bvh* build(const hit_mesh* mesh, const hit_bvh_options* options)
{
    hit_bvh* bvh = NULL;
    assert_int_equal(hit_bvh_build_triangles(mesh, options, &bvh, NULL), HIT_OK);
    return bvh;
}

static bool same_tree(const hit_bvh* a, const hit_bvh* b)
{
    size_t size_a, size_b;
    const void *bytes_a = hit_bvh_bytes(a, &size_a), *bytes_b = hit_bvh_bytes(b, &size_b);
    return size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0;
}

// A tree by the rules, with all that it was built from. Returns the number of lanes that stand for several triangles.
static uint32_t check(const hit_bvh* bvh, const tree_source* source)
{
    hit_error error = {0};
    if (hit_bvh_validate(bvh, &error) != HIT_OK)
        fail_msg("%s", error.message);
    return tree_check_all(bvh, source);
}

static hit_vec3 point(float x, float y, float z)
{
    return hit_vec3_make(x, y, z);
}

static hit_mesh plain_mesh(const hit_triangle* triangles, uint32_t count)
{
    const hit_mesh mesh = {triangles, 0, 3 * count, HIT_INDEX_NONE, NULL, count};
    return mesh;
}

// ---- Good input -----------------------------------------------------------------------------------------------------

static void nothing_makes_an_empty_tree(void** state)
{
    const hit_mesh mesh = {0};
    const tree_source source = {0};
    hit_bvh* bvh[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh[0], NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_aabbs(NULL, 0, 0, NULL, &bvh[1], NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_obbs(NULL, 0, 0, NULL, &bvh[2], NULL), HIT_OK);
    for (int k = 0; k < 3; k++) {
        check(bvh[k], &source);
        assert_int_equal(bvh[k]->header->nodes.count, 1);
        assert_int_equal(bvh[k]->header->kind, k);
        hit_bvh_destroy(bvh[k]);
    }
}

// Every kind of mesh, every quality, few and many triangles.
static void trees_of_all_kinds_of_meshes_are_right(void** state)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 9, 17, 60, 300, 5000};

    (void)state;
    for (int kind = 0; kind < MESH_KINDS; kind++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            test_mesh m = test_mesh_make((test_mesh_kind)kind, sizes[s], test_seed() + s);
            const hit_mesh mesh = test_mesh_view(&m);
            hit_triangle* triangles = triangles_of(&m);
            const tree_source source = {triangles, NULL, NULL, NULL, m.faces};
            for (int quality = 0; quality <= HIT_BVH_HIGH; quality++) {
                const hit_bvh_options options = {.quality = (hit_bvh_quality)quality};
                hit_bvh* bvh = build(&mesh, &options);
                check(bvh, &source);
                assert_int_equal(bvh->header->quality, quality);
                hit_bvh_destroy(bvh);
            }
            free(triangles);
            test_mesh_free(&m);
        }
}

static void trees_of_boxes_are_right(void** state)
{
    enum { COUNT = 5000 };
    test_random r = test_random_make(test_seed());
    hit_aabb* aabbs = malloc(COUNT * sizeof *aabbs);
    hit_obb* obbs = malloc(COUNT * sizeof *obbs);

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const hit_vec3 at = test_random_vec3(&r, -10.0f, 10.0f), half = test_random_vec3(&r, 0.0f, 0.5f);
        aabbs[i] = hit_aabb_from_center(at, half);
        obbs[i] = hit_obb_make(at, test_random_quat(&r), half);
        if (i % 3 == 0) { // the same box many times
            aabbs[i] = aabbs[0];
            obbs[i] = obbs[0];
        }
    }
    for (uint32_t count = COUNT; count > 0; count /= 3)
        for (int quality = 0; quality <= HIT_BVH_HIGH; quality++) {
            const tree_source sources[2] = {{NULL, aabbs, NULL, NULL, count}, {NULL, NULL, obbs, NULL, count}};
            const hit_bvh_options options = {.quality = (hit_bvh_quality)quality};
            hit_bvh* bvh[2] = {NULL, NULL};
            assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, count, &options, &bvh[0], NULL), HIT_OK);
            assert_int_equal(hit_bvh_build_obbs(obbs, sizeof *obbs, count, &options, &bvh[1], NULL), HIT_OK);
            for (int k = 0; k < 2; k++) {
                check(bvh[k], &sources[k]);
                hit_bvh_destroy(bvh[k]);
            }
        }
    free(aabbs);
    free(obbs);
}

// The same mesh with 16-bit indices, with 32-bit ones, without, and with room between the vertices.
static void all_forms_of_a_mesh_give_the_same_tree(void** state)
{
    enum { STRIDE = 5 };
    test_mesh m = test_icosphere(4, point(1.0f, 2.0f, 3.0f));
    hit_mesh mesh = test_mesh_view(&m);
    hit_bvh* expected = build(&mesh, NULL);
    uint16_t* small = malloc(3 * m.faces * sizeof *small);
    float* wide = malloc(m.vertices * STRIDE * sizeof *wide);
    hit_triangle* triangles = triangles_of(&m);
    hit_bvh* bvh;

    (void)state;
    for (uint32_t i = 0; i < 3 * m.faces; i++)
        small[i] = (uint16_t)m.face[i / 3][i % 3];
    for (uint32_t i = 0; i < m.vertices; i++) {
        memcpy(wide + STRIDE * i, &m.vertex[i], sizeof m.vertex[i]);
        wide[STRIDE * i + 3] = wide[STRIDE * i + 4] = NAN;
    }
    mesh.indices = small;
    mesh.index_type = HIT_INDEX_U16;
    mesh.vertices = wide;
    mesh.vertex_stride = STRIDE * sizeof *wide;
    bvh = build(&mesh, NULL);
    assert_true(same_tree(bvh, expected));
    hit_bvh_destroy(bvh);
    mesh = plain_mesh(triangles, m.faces);
    bvh = build(&mesh, NULL);
    assert_true(same_tree(bvh, expected));
    hit_bvh_destroy(bvh);
    hit_bvh_destroy(expected);
    free(small);
    free(wide);
    free(triangles);
    test_mesh_free(&m);
}

// Welded meshes must stay small: blocks of shared vertices, and few nodes.
static void trees_are_small(void** state)
{
    test_mesh m = test_terrain(100, test_seed());
    const hit_mesh mesh = test_mesh_view(&m);
    hit_bvh* bvh = build(&mesh, NULL);

    (void)state;
    assert_true((double)bvh->header->size / m.faces <= 48.0);
    hit_bvh_destroy(bvh);
    test_mesh_free(&m);
}

static void signs_of_zeros_do_not_part_vertices(void** state)
{
    const hit_triangle triangles[2] = {
        {point(0.0f, 0.0f, 0.0f), point(1.0f, 0.0f, 0.0f), point(0.0f, 1.0f, 0.0f)},
        {point(-0.0f, -0.0f, -0.0f), point(0.0f, 1.0f, -0.0f), point(-1.0f, 0.0f, 0.0f)}};
    const hit_mesh mesh = plain_mesh(triangles, 2);
    hit_bvh* bvh = build(&mesh, NULL);

    (void)state;
    assert_int_equal(bvh->header->blocks.count, 1);
    assert_int_equal(bvh->blocks[0].corner[0] & 0x3fu, 0);
    // The bits of the first one are kept.
    assert_false(signbit(bvh->blocks[0].x[0]) || signbit(bvh->blocks[0].y[0]) || signbit(bvh->blocks[0].z[0]));
    hit_bvh_destroy(bvh);
}

// 1 - (-2^-100) is a little more than 1, which a float and a bfloat16 hold: the extent must be the next bfloat16.
static void extents_are_rounded_up(void** state)
{
    static const uint32_t indices[3] = {0, 1, 2};
    hit_triangle t = {point(-0x1p-100f, 0.0f, 0.0f), point(1.0f, 0.0f, 0.0f), point(0.0f, 0.5f, 0.0f)};

    (void)state;
    for (int indexed = 0; indexed < 2; indexed++)
        for (int more = 0; more < 2; more++) {
            const hit_mesh mesh = {&t, 0, 3, indexed ? HIT_INDEX_U32 : HIT_INDEX_NONE, indexed ? indices : NULL, 1};
            hit_bvh* bvh;
            t.v0.x = more ? -0x1p-100f : 0.0f;
            bvh = build(&mesh, NULL);
            assert_int_equal(hit_bvh_block_extent_bits(&bvh->blocks[0]), more ? 0x3f810000u : 0x3f800000u);
            hit_bvh_destroy(bvh);
        }
}

// ---- Many of the same -----------------------------------------------------------------------------------------------

static void identical_triangles_share_a_child(void** state)
{
    enum { COUNT = 200000 };
    const hit_triangle first = {point(0.0f, 0.0f, 0.0f), point(1.0f, 0.0f, 0.0f), point(0.0f, 1.0f, 0.5f)};
    const hit_triangle turned = {first.v1, first.v2, first.v0};
    hit_triangle* triangles = malloc(COUNT * sizeof *triangles);
    const hit_mesh mesh = plain_mesh(triangles, COUNT);
    const tree_source source = {triangles, NULL, NULL, NULL, COUNT};
    hit_bvh* bvh;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        triangles[i] = first;
    bvh = build(&mesh, NULL);
    assert_int_equal(check(bvh, &source), 1);
    assert_int_equal(bvh->header->blocks.count, 1);
    hit_bvh_destroy(bvh);
    // Two kinds with the same box, and some others.
    for (uint32_t i = 0; i < COUNT; i++) {
        triangles[i] = i % 3 == 0 ? first : turned;
        if (i % 1000 == 7)
            triangles[i].v0.z = (float)i;
    }
    bvh = build(&mesh, NULL);
    assert_int_equal(check(bvh, &source), 2);
    hit_bvh_destroy(bvh);
    free(triangles);
}

// Boxes that are all the same, triangles that are all different: halved by id, so the depth stays small.
static void equal_boxes_are_halved(void** state)
{
    enum { COUNT = 20000 };
    hit_triangle* triangles = malloc(COUNT * sizeof *triangles);
    const hit_mesh mesh = plain_mesh(triangles, COUNT);
    const tree_source source = {triangles, NULL, NULL, NULL, COUNT};
    hit_bvh* bvh;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        triangles[i].v0 = point(0.0f, 0.0f, 0.0f);
        triangles[i].v1 = point(1.0f, 1.0f, 1.0f);
        triangles[i].v2 = point((float)i / COUNT, 0.5f, 0.25f);
    }
    bvh = build(&mesh, NULL);
    check(bvh, &source);
    assert_true(bvh->header->depth <= 9);
    hit_bvh_destroy(bvh);
    free(triangles);
}

// Sizes that double from one to the next make the cheapest splits cut off one at a time: the depth must stay within its
// limit whatever the cost.
static void depth_is_limited(void** state)
{
    enum { COPIES = 40, COUNT = 250 * COPIES };
    hit_aabb* boxes = malloc(COUNT * sizeof *boxes);
    const tree_source source = {NULL, boxes, NULL, NULL, COUNT};
    hit_bvh* bvh = NULL;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const float size = ldexpf(1.0f, i / COPIES - 125);
        boxes[i] = hit_aabb_make(point(size, size, size), point(size * 1.5f, size * 1.5f, size * 1.5f));
    }
    assert_int_equal(hit_bvh_build_aabbs(boxes, 0, COUNT, NULL, &bvh, NULL), HIT_OK);
    check(bvh, &source);
    hit_bvh_destroy(bvh);
    free(boxes);
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

static void bad_triangles_are_left_out(void** state)
{
    enum { COUNT = 1000, BAD = 6 };
    test_random r = test_random_make(test_seed());
    hit_vec3 vertices[COUNT + 2];
    uint32_t faces[COUNT][3];
    bool bad[COUNT] = {false};
    hit_triangle triangles[COUNT];
    static const uint32_t which[BAD] = {0, 17, 18, 500, 998, 999};
    const hit_mesh mesh = {vertices, 0, COUNT + 2, HIT_INDEX_U32, faces, COUNT};
    const tree_source source = {triangles, NULL, NULL, bad, COUNT};
    hit_error error = {0};
    hit_bvh_options options = {.refuse_bad = true};
    hit_bvh* bvh;

    (void)state;
    for (uint32_t i = 0; i < COUNT + 2; i++)
        vertices[i] = test_random_vec3(&r, -1.0f, 1.0f);
    vertices[COUNT].y = NAN;
    vertices[COUNT + 1].z = -INFINITY;
    for (uint32_t i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++)
            faces[i][k] = test_random_below(&r, COUNT);
    for (int i = 0; i < BAD; i++) {
        bad[which[i]] = true;
        faces[which[i]][i % 3] = i == 1 ? COUNT : i == 3 ? COUNT + 1 : i == 4 ? UINT32_MAX : COUNT + 2;
    }
    for (uint32_t i = 0; i < COUNT; i++)
        if (!bad[i])
            triangles[i] = hit_triangle_make(vertices[faces[i][0]], vertices[faces[i][1]], vertices[faces[i][2]]);
    bvh = build(&mesh, NULL);
    check(bvh, &source);
    hit_bvh_destroy(bvh);
    // The first one is named, and what is wrong with it.
    bvh = NULL;
    assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &bvh, &error), HIT_ERROR_GEOMETRY);
    assert_null(bvh);
    assert_int_equal(error.status, HIT_ERROR_GEOMETRY);
    assert_int_equal(error.offset, 0);
    assert_string_equal(error.message, "triangle 0: corner 0 is vertex 1002, but there are only 1002 vertices");
    faces[0][0] = 1;
    assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &bvh, &error), HIT_ERROR_GEOMETRY);
    assert_int_equal(error.offset, 17);
    assert_non_null(strstr(error.message, "triangle 17: vertex 1000 has y = "));
    faces[17][1] = faces[18][2] = 1;
    assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &bvh, &error), HIT_ERROR_GEOMETRY);
    assert_string_equal(error.message, "triangle 500: vertex 1001 has z = -inf, which is not finite");
}

// Without indices, triangles whose vertices are not there are bad.
static void triangles_without_vertices_are_bad(void** state)
{
    const hit_triangle triangles[3] = {{point(0.0f, 0.0f, 0.0f), point(1.0f, 0.0f, 0.0f), point(0.0f, 1.0f, 0.5f)},
                                       {point(0.0f, 0.0f, 0.0f), point(1.0f, 0.0f, 0.0f), point(0.0f, 1.0f, 0.5f)},
                                       {point(0.0f, 0.0f, 0.0f), point(1.0f, 0.0f, 0.0f), point(0.0f, 1.0f, 0.5f)}};
    const bool bad[3] = {false, false, true};
    const tree_source source = {triangles, NULL, NULL, bad, 3};
    hit_mesh mesh = plain_mesh(triangles, 3);
    hit_bvh* bvh;

    (void)state;
    mesh.vertex_count = 8;
    bvh = build(&mesh, NULL);
    check(bvh, &source);
    hit_bvh_destroy(bvh);
}

static void all_bad_makes_an_empty_tree(void** state)
{
    const hit_aabb boxes[2] = {{{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 1.0f}}, {{0.0f, 0.0f, NAN}, {1.0f, 1.0f, 1.0f}}};
    const bool bad[2] = {true, true};
    const tree_source source = {NULL, boxes, NULL, bad, 2};
    hit_bvh* bvh = NULL;

    (void)state;
    assert_int_equal(hit_bvh_build_aabbs(boxes, 0, 2, NULL, &bvh, NULL), HIT_OK);
    check(bvh, &source);
    assert_int_equal(hit_bvh_get_stats(bvh).skipped, 2);
    hit_bvh_destroy(bvh);
}

static void bad_boxes_are_left_out(void** state)
{
    const hit_aabb unit = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    hit_aabb aabbs[4] = {unit, unit, unit, unit};
    const hit_obb box =
        hit_obb_make(point(0.0f, 0.0f, 0.0f), (hit_quat){0.0f, 0.0f, 0.0f, 1.0f}, point(1.0f, 2.0f, 3.0f));
    hit_obb obbs[6] = {box, box, box, box, box, box};
    const bool bad_aabbs[4] = {false, true, true, true}, bad_obbs[6] = {false, true, true, true, true, false};
    const tree_source sources[2] = {{NULL, aabbs, NULL, bad_aabbs, 4}, {NULL, NULL, obbs, bad_obbs, 6}};
    hit_error error = {0};
    hit_bvh_options options = {0};
    hit_bvh* bvh = NULL;

    (void)state;
    aabbs[1].min.y = 2.0f;
    aabbs[2].max.z = INFINITY;
    aabbs[3].min.x = NAN;
    obbs[1].half[2] = -1.0f;
    obbs[2].axis[1] = obbs[2].axis[0];
    obbs[3].center.x = INFINITY;
    obbs[4].half[0] = obbs[4].center.x = FLT_MAX;
    assert_int_equal(hit_bvh_build_aabbs(aabbs, 0, 4, &options, &bvh, &error), HIT_OK);
    check(bvh, &sources[0]);
    hit_bvh_destroy(bvh);
    assert_int_equal(hit_bvh_build_obbs(obbs, 0, 6, &options, &bvh, &error), HIT_OK);
    check(bvh, &sources[1]);
    hit_bvh_destroy(bvh);

    options.refuse_bad = true;
    for (uint32_t i = 1; i < 4; i++) {
        static const char* const messages[4] = {"", "box 0 is empty: min.y is 2, max.y is 1",
                                                "box 0: max.z is inf, which is not finite", "box 0: min.x is "};
        assert_int_equal(hit_bvh_build_aabbs(aabbs + i, 0, 4 - i, &options, &bvh, &error), HIT_ERROR_GEOMETRY);
        assert_int_equal(error.offset, 0);
        assert_memory_equal(error.message, messages[i], strlen(messages[i]));
    }
    for (uint32_t i = 1; i < 5; i++) {
        static const char* const messages[5] = {
            "", "box 0 is empty: half[2] is -1", "box 0: its axes do not span space",
            "box 0 has a number that is not finite", "box 0: its axes do not span space, or it reaches beyond"};
        assert_int_equal(hit_bvh_build_obbs(obbs + i, 0, 6 - i, &options, &bvh, &error), HIT_ERROR_GEOMETRY);
        assert_memory_equal(error.message, messages[i], strlen(messages[i]));
    }
}

static void wrong_arguments_are_refused(void** state)
{
    static const float numbers[16] = {0.0f};
    static const uint32_t indices[4] = {0, 1, 2, 0};
    const hit_mesh good = {numbers, 12, 4, HIT_INDEX_U32, indices, 1};
    const hit_task_pool no_run = {NULL, NULL, 2};
    const hit_bvh_options bad_options[3] = {
        {.quality = (hit_bvh_quality)3}, {.pool = &no_run}, {.reserved = {0, 0, 0, 7}}};
    hit_mesh wrong[9];
    hit_error error = {0};
    const hit_bvh_options options = {0};
    hit_bvh* bvh = NULL;

    (void)state;
    for (int i = 0; i < 9; i++)
        wrong[i] = good;
    wrong[0].vertices = NULL;
    wrong[1].vertex_stride = 8;
    wrong[2].vertex_stride = 14;
    wrong[3].indices = NULL;
    wrong[4].index_type = (hit_index_type)3;
    wrong[5].vertices = (const char*)numbers + 2;
    wrong[6].indices = (const char*)indices + 2;
    wrong[7].index_type = HIT_INDEX_U16;
    wrong[7].indices = (const char*)indices + 1;
    wrong[8].index_type = HIT_INDEX_NONE; // with indices: they would be ignored
    for (int i = 0; i < 9; i++) {
        memset(&error, 0, sizeof error);
        assert_int_equal(hit_bvh_build_triangles(&wrong[i], &options, &bvh, &error), HIT_ERROR_ARGUMENT);
        assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
        assert_true(error.message[0] != '\0');
    }
    assert_non_null(strstr(error.message, "index_type is HIT_INDEX_NONE"));
    assert_int_equal(hit_bvh_build_triangles(NULL, NULL, &bvh, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_build_triangles(&good, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    for (int i = 0; i < 3; i++)
        assert_int_equal(hit_bvh_build_triangles(&good, &bad_options[i], &bvh, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_build_aabbs(NULL, 0, 1, NULL, &bvh, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_build_aabbs((const hit_aabb*)numbers, 20, 1, NULL, &bvh, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_build_aabbs((const hit_aabb*)numbers, 26, 1, NULL, &bvh, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_build_obbs((const hit_obb*)numbers, 24, 1, NULL, &bvh, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_build_obbs((const hit_obb*)numbers, 0, 1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    // Found before anything is read.
    assert_int_equal(hit_bvh_build_aabbs((const hit_aabb*)numbers, 0, (1u << 29) + 1, &options, &bvh, &error),
                     HIT_ERROR_LIMIT);
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
    assert_null(bvh);
}

// ---- The same tree --------------------------------------------------------------------------------------------------

// Pools without threads: one runs tasks from the last to the first, the other every third one, then the others.
static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t count)
{
    ++*(uint32_t*)context;
    while (count-- > 0)
        task(task_context, count);
}

static void run_by_threes(void* context, hit_task* task, void* task_context, uint32_t count)
{
    ++*(uint32_t*)context;
    for (uint32_t first = 0; first < 3; first++)
        for (uint32_t i = first; i < count; i += 3)
            task(task_context, i);
}

// The threads of a pool may round otherwise than the one that calls.
static void run_in_modes(void* context, hit_task* task, void* task_context, uint32_t count)
{
    ++*(uint32_t*)context;
    for (uint32_t i = 0; i < count; i++) {
        mode_set((int)(i % MODES));
        task(task_context, i);
    }
    mode_set(0);
}

static void pools_do_not_change_trees(void** state)
{
    static const test_mesh_kind kinds[] = {MESH_TERRAIN, MESH_SOUP, MESH_LINE, MESH_COPIES, MESH_MIXED, MESH_FLAT};
    const uint32_t size = test_costly_cases(60000) < 60000 ? 24000 : 60000; // enough to be divided
    uint32_t runs = 0;
    hit_thread_pool* threads = NULL;
    hit_task_pool pools[4] = {{run_backwards, &runs, 2}, {run_by_threes, &runs, 7}, {run_in_modes, &runs, 5}, {0}};

    (void)state;
    assert_int_equal(hit_thread_pool_create(3, NULL, &threads, NULL), HIT_OK);
    pools[3] = hit_thread_pool_tasks(threads);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        test_mesh m = test_mesh_make(kinds[k], size, test_seed());
        const hit_mesh mesh = test_mesh_view(&m);
        for (int quality = 0; quality <= HIT_BVH_HIGH; quality++) {
            hit_bvh_options options = {.quality = (hit_bvh_quality)quality};
            hit_bvh *expected = build(&mesh, &options), *bvh;
            for (int p = 0; p < 4; p++) {
                options.pool = &pools[p];
                bvh = build(&mesh, &options);
                assert_true(same_tree(bvh, expected));
                hit_bvh_destroy(bvh);
            }
            hit_bvh_destroy(expected);
        }
        test_mesh_free(&m);
    }
    assert_true(runs > 100);
    hit_thread_pool_destroy(threads);
}

static void kernels_and_modes_do_not_change_trees(void** state)
{
    const hit_cpu best = hit_cpu_in_use();

    (void)state;
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        test_mesh m = test_mesh_make((test_mesh_kind)kind, 2000, test_seed());
        const hit_mesh mesh = test_mesh_view(&m);
        for (int quality = 0; quality <= HIT_BVH_HIGH; quality++) {
            const hit_bvh_options options = {.quality = (hit_bvh_quality)quality};
            hit_bvh* expected = build(&mesh, &options);
            for (int level = HIT_CPU_PORTABLE; level <= (int)hit_cpu_best(); level++)
                for (int mode = 0; mode < MODES; mode++) {
                    hit_bvh* bvh = NULL;
                    hit_cpu_restrict((hit_cpu)level);
                    mode_set(mode);
                    hit_bvh_build_triangles(&mesh, &options, &bvh, NULL);
                    mode_set(0);
                    hit_cpu_restrict(best);
                    assert_true(same_tree(bvh, expected));
                    hit_bvh_destroy(bvh);
                }
            hit_bvh_destroy(expected);
        }
        test_mesh_free(&m);
    }
}

// ---- Memory and progress --------------------------------------------------------------------------------------------

static void scratch_is_kept_and_grows(void** state)
{
    test_mesh small = test_icosphere(2, point(0.0f, 0.0f, 0.0f)), large = test_icosphere(5, point(0.0f, 0.0f, 0.0f));
    const hit_mesh meshes[3] = {test_mesh_view(&small), test_mesh_view(&large), test_mesh_view(&small)};
    failing_memory* memory = malloc(sizeof *memory);
    hit_bvh_scratch scratch = {NULL, 0};
    size_t size = 0;

    (void)state;
    failing_memory_make(memory);
    for (int i = 0; i < 3; i++) {
        const hit_bvh_options options = {.allocator = &memory->allocator, .scratch = &scratch};
        hit_bvh *expected = build(&meshes[i], NULL), *bvh;
        const uint64_t calls = memory->calls;
        bvh = build(&meshes[i], &options);
        assert_true(same_tree(bvh, expected));
        // The tree, its handle, and the scratch memory when it has to grow.
        assert_int_equal(memory->calls - calls, i < 2 ? 3 : 2);
        assert_true(scratch.size >= size);
        size = scratch.size;
        hit_bvh_destroy(bvh);
        hit_bvh_destroy(expected);
    }
    assert_true(size <= 100 * (size_t)large.faces);
    assert_int_equal(memory->live, 1);
    hit_bvh_scratch_free(&scratch, &memory->allocator);
    assert_int_equal(memory->live, 0);
    assert_int_equal(memory->wrong, 0);
    assert_null(scratch.memory);
    hit_bvh_scratch_free(NULL, NULL);
    failing_memory_end(memory);
    free(memory);
    test_mesh_free(&small);
    test_mesh_free(&large);
}

typedef struct listener {
    uint32_t calls, stop_at;
    float last;
    bool falls;
} listener;

static bool listen(void* context, float done)
{
    listener* l = context;
    l->falls |= !(done >= l->last && done <= 1.0f);
    l->last = done;
    return ++l->calls != l->stop_at;
}

// Stop at each call there is, alone and with a pool, also while a tree is improved: nothing is left behind.
static void builds_can_be_watched_and_cancelled(void** state)
{
    test_mesh large = test_terrain(300, test_seed()), small = test_terrain(200, test_seed());
    failing_memory* memory = malloc(sizeof *memory);
    uint32_t runs = 0;
    const hit_task_pool pool = {run_backwards, &runs, 2};

    (void)state;
    failing_memory_make(memory);
    for (int i = 0; i < 4; i++) {
        const hit_mesh mesh = test_mesh_view(i < 2 ? &large : &small);
        listener all = {0};
        hit_error error = {0};
        hit_bvh_options options = {.quality = i < 2 ? HIT_BVH_DEFAULT : HIT_BVH_HIGH,
                                   .pool = i & 1 ? &pool : NULL,
                                   .allocator = &memory->allocator,
                                   .progress = listen,
                                   .progress_context = &all};
        hit_bvh_destroy(build(&mesh, &options));
        assert_false(all.falls);
        assert_true(all.calls >= (i < 2 ? 5 : 8) && all.last == 1.0f);
        for (uint32_t stop = 1; stop <= all.calls; stop++) {
            listener l = {.stop_at = stop};
            hit_bvh* bvh = NULL;
            options.progress_context = &l;
            assert_int_equal(hit_bvh_build_triangles(&mesh, &options, &bvh, &error), HIT_ERROR_CANCELLED);
            assert_int_equal(error.status, HIT_ERROR_CANCELLED);
            assert_null(bvh);
            assert_int_equal(l.calls, stop);
            assert_int_equal(memory->live, 0);
        }
    }
    assert_int_equal(memory->wrong, 0);
    failing_memory_end(memory);
    free(memory);
    test_mesh_free(&large);
    test_mesh_free(&small);
}

static void failed_allocations_are_reported(void** state)
{
    test_mesh m = test_terrain(100, test_seed());
    const hit_mesh mesh = test_mesh_view(&m);
    failing_memory* memory = malloc(sizeof *memory);
    uint32_t runs = 0;
    const hit_task_pool pool = {run_backwards, &runs, 2};

    (void)state;
    failing_memory_make(memory);
    for (int i = 0; i < 4; i++) {
        bool built = false;
        for (uint64_t n = 1; !built; n++) {
            hit_error error = {0};
            const hit_bvh_options options = {.quality = i < 2 ? HIT_BVH_DEFAULT : HIT_BVH_HIGH,
                                             .pool = i & 1 ? &pool : NULL,
                                             .allocator = &memory->allocator};
            hit_bvh* bvh = NULL;
            failing_memory_arm(memory, n, false);
            built = hit_bvh_build_triangles(&mesh, &options, &bvh, &error) == HIT_OK;
            assert_int_equal(error.status, built ? HIT_OK : HIT_ERROR_MEMORY);
            assert_true(built == (bvh != NULL));
            hit_bvh_destroy(bvh);
            assert_int_equal(memory->live, 0);
            assert_true(n < 10);
        }
    }
    assert_int_equal(memory->wrong, 0);
    failing_memory_end(memory);
    free(memory);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_makes_an_empty_tree),
        cmocka_unit_test(trees_of_all_kinds_of_meshes_are_right),
        cmocka_unit_test(trees_of_boxes_are_right),
        cmocka_unit_test(all_forms_of_a_mesh_give_the_same_tree),
        cmocka_unit_test(trees_are_small),
        cmocka_unit_test(signs_of_zeros_do_not_part_vertices),
        cmocka_unit_test(extents_are_rounded_up),
        cmocka_unit_test(identical_triangles_share_a_child),
        cmocka_unit_test(equal_boxes_are_halved),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(bad_triangles_are_left_out),
        cmocka_unit_test(triangles_without_vertices_are_bad),
        cmocka_unit_test(all_bad_makes_an_empty_tree),
        cmocka_unit_test(bad_boxes_are_left_out),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(pools_do_not_change_trees),
        cmocka_unit_test(kernels_and_modes_do_not_change_trees),
        cmocka_unit_test(scratch_is_kept_and_grows),
        cmocka_unit_test(builds_can_be_watched_and_cancelled),
        cmocka_unit_test(failed_allocations_are_reported),
    };
    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
