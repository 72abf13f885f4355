// Rectangles and lassos over a scene: the documented answers of hit_pick_rect and hit_pick_lasso, bad input included.
#include "support/base/fp_modes.h"
#include "unit/pick/pick_fixture.h"

static const hit_dvec3 origin = {0, 0, 0};
static const hit_area_options contained = {.contained = true};
static const hit_area_options visible = {.visible = true};

enum { ROOM = 16 };

// The ids that were found, as a set of bits: bit i for the i-th object of a list.
static unsigned among(const hit_id* ids, uint32_t count, const hit_id* list, uint32_t n)
{
    unsigned set = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned bit = 0;
        for (uint32_t k = 0; k < n; k++)
            if (list[k] == ids[i])
                bit = 1u << k;
        assert_true(bit != 0 && (set & bit) == 0);
        assert_true(i == 0 || ids[i - 1] < ids[i]);
        set |= bit;
    }
    return set;
}

static unsigned rect(const pick_fixture* s, const hit_camera* camera, double x0, double y0, double x1, double y1,
                     const hit_area_options* options, const hit_id* list, uint32_t n)
{
    hit_id ids[ROOM];
    const uint32_t count = hit_pick_rect(s->scene, camera, x0, y0, x1, y1, options, ids, ROOM);
    assert_true(count <= ROOM);
    assert_int_equal(hit_pick_rect(s->scene, camera, x1, y0, x0, y1, options, NULL, 0), count);
    return among(ids, count, list, n);
}

static unsigned lasso(const pick_fixture* s, const hit_camera* camera, const double (*points)[2], uint32_t corners,
                      const hit_area_options* options, const hit_id* list, uint32_t n)
{
    hit_id ids[ROOM];
    const uint32_t count = hit_pick_lasso(s->scene, camera, points, corners, options, ids, ROOM);
    assert_true(count <= ROOM);
    return among(ids, count, list, n);
}

// A row of boxes from left to right, 10 apart, at pixels 18..22, 28..32 and so on; here and far out.
static void touching_and_contained(void** state)
{
    const hit_dvec3 places[2] = {{0, 0, 0}, {1e7, -3e6, 2e7}};
    const double triangle[3][2] = {{28, 40}, {60, 40}, {28, 70}};

    (void)state;
    for (int where = 0; where < 2; where++) {
        pick_fixture s = fixture_make(places[where], 1, 1000);
        hit_id list[6];
        for (int i = 0; i < 6; i++)
            list[i] = fixture_add_box(&s, -30 + 10 * i, 0, 0, 2, 2, 0);
        fixture_commit(&s);
        assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, NULL, list, 6), 0x3f);
        assert_int_equal(rect(&s, &s.flat, 25, 40, 45, 60, NULL, list, 6), 6);
        assert_int_equal(rect(&s, &s.flat, 22, 40, 58, 60, NULL, list, 6), 0x1f);
        assert_int_equal(rect(&s, &s.flat, 22.01, 40, 57.99, 60, NULL, list, 6), 0xe);
        assert_int_equal(rect(&s, &s.flat, 28, 48, 42, 52, &contained, list, 6), 6);
        assert_int_equal(rect(&s, &s.flat, 28.01, 48, 42, 52, &contained, list, 6), 4);
        assert_int_equal(rect(&s, &s.flat, 29, 49, 41, 51, &contained, list, 6), 0);
        // In perspective a unit is a pixel at z = 0, too.
        assert_int_equal(rect(&s, &s.deep, 25, 40, 45, 60, NULL, list, 6), 6);
        assert_int_equal(rect(&s, &s.deep, 22.01, 40, 57.99, 60, NULL, list, 6), 0xe);
        assert_int_equal(rect(&s, &s.deep, 27.99, 47.99, 42.01, 52.01, &contained, list, 6), 6);
        // The slope leaves out the box at 60, cuts the one at 50, and holds the others.
        assert_int_equal(lasso(&s, &s.flat, triangle, 3, NULL, list, 6), 0xe);
        assert_int_equal(lasso(&s, &s.flat, triangle, 3, &contained, list, 6), 6);
        assert_int_equal(lasso(&s, &s.deep, triangle, 3, NULL, list, 6), 0xe);
        fixture_end(&s);
    }
}

static bool never(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context, (void)ray, (void)hit;
    return false;
}

// Every kind of object, in the middle of a cell of 20 pixels; all reach 5 to the right and not farther.
static uint32_t add_kinds(pick_fixture* s, hit_bvh** tree, hit_id list[8])
{
    static const hit_vec3 corners[4] = {{-5, -5, 0}, {5, -5, 0}, {-5, 5, 0}, {5, 5, 0}};
    static const uint32_t indices[6] = {0, 1, 2, 3, 2, 1};
    const hit_mesh mesh = {
        .vertices = corners, .vertex_count = 4, .index_type = HIT_INDEX_U32, .indices = indices, .triangle_count = 2};
    const hit_vec3 zigzag[3] = {{-5, -5, 0}, {5, 0, 0}, {-5, 5, 0}};
    const hit_user_shape user = {.bounds = {{-5, -5, -1}, {5, 5, 1}}, .first = never};
    const hit_sphere sphere = {{0, 0, 0}, 5};
    const hit_capsule capsule = {{-3, 0, 0}, {3, 0, 0}, 2};
    const hit_cylinder cylinder = {{-5, 0, 0}, {5, 0, 0}, 2};
    hit_object at[7];

    for (int i = 0; i < 7; i++)
        at[i] = fixture_object(s, -40 + 20 * (i % 4), i < 4 ? 30 : -30, 0);
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(s->scene, &at[0], *tree, &list[0], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_sphere(s->scene, &at[1], sphere, &list[1], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_capsule(s->scene, &at[2], capsule, &list[2], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_cylinder(s->scene, &at[3], cylinder, &list[3], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_polyline(s->scene, &at[4], zigzag, 0, 3, 0, &list[4], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_points(s->scene, &at[5], zigzag, 0, 3, 0, &list[5], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_user(s->scene, &at[6], &user, &list[6], NULL), HIT_OK);
    return 7;
}

static void all_kinds_of_objects(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    hit_bvh* tree = NULL;
    hit_id list[8];
    const uint32_t n = add_kinds(&s, &tree, list);

    (void)state;
    fixture_commit(&s);
    for (uint32_t i = 0; i < n; i++) {
        const double x = 10 + 20 * (i % 4), y = i < 4 ? 20 : 80;
        assert_int_equal(rect(&s, &s.flat, x - 5, y - 5, x + 5, y + 5, &contained, list, n), 1u << i);
        assert_int_equal(rect(&s, &s.flat, x - 5, y - 5, x + 4.99, y + 5, &contained, list, n), 0);
        assert_int_equal(rect(&s, &s.flat, x + 5, y - 5, x + 9, y + 5, NULL, list, n), 1u << i);
        assert_int_equal(rect(&s, &s.flat, x + 5.01, y - 5, x + 9, y + 5, NULL, list, n), 0);
        const double diamond[4][2] = {{x - 11, y}, {x, y - 11}, {x + 11, y}, {x, y + 11}};
        assert_int_equal(lasso(&s, &s.flat, diamond, 4, &contained, list, n), 1u << i);
    }
    // The bounds of the sphere reach to the corner of its cell, the sphere does not; nor does a line between its
    // points.
    assert_int_equal(rect(&s, &s.flat, 34, 24, 40, 30, NULL, list, n), 0);
    assert_int_equal(rect(&s, &s.flat, 14, 76, 18, 79, NULL, list, n), 0);
    assert_int_equal(rect(&s, &s.flat, 34, 78, 36, 82, NULL, list, n), 2u << 4);
    fixture_end(&s);
    hit_bvh_destroy(tree);
}

static bool accept_all_but(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void filters(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    hit_id list[4];
    hit_object object;
    hit_scene_filter filter = {.layers = 2};
    hit_area_options options = {.filter = &filter};

    (void)state;
    for (int i = 0; i < 4; i++)
        list[i] = fixture_add_box(&s, -30 + 10 * i, 0, 0, 2, 2, 0);
    assert_int_equal(hit_scene_get(s.scene, list[1], &object), HIT_OBJECT_BOX);
    object.layers = 2;
    assert_int_equal(hit_scene_set(s.scene, list[1], &object, NULL), HIT_OK);
    object = fixture_object(&s, 0, 0, 0);
    object.disabled = true;
    assert_int_equal(hit_scene_set(s.scene, list[3], &object, NULL), HIT_OK);
    // Not committed yet.
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, NULL, list, 4), 0);
    fixture_commit(&s);
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, NULL, list, 4), 7);
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, &options, list, 4), 2);
    filter.layers = 0;
    filter.accept = accept_all_but;
    filter.accept_context = &list[0];
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, &options, list, 4), 6);
    options.visible = true;
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, &options, list, 4), 6);
    fixture_end(&s);
}

static void only_what_is_seen(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const double left[3][2] = {{0, 0}, {45, 50}, {0, 100}};
    const double below[3][2] = {{0, 100}, {0, 20}, {29, 100}}; // what looks out is within its bounds only
    hit_area_options both = visible, fine = visible, coarse = visible;
    hit_scene_filter without = {.accept = accept_all_but};
    hit_area_options free_sight = {.visible = true, .filter = &without};
    hit_id list[4];

    (void)state;
    both.contained = true;
    fine.step = 0.1f;
    coarse.step = 40;
    list[0] = fixture_add_box(&s, 0, 0, 10, 20, 20, 1);   // a wall, at 30..70
    list[1] = fixture_add_box(&s, 0, 0, 0, 5, 5, 1);      // behind it
    list[2] = fixture_add_box(&s, -20, 0, 0, 5, 5, 1);    // looks out from behind it, on the left
    list[3] = fixture_add_box(&s, 40, 40, 0, 0.1f, 5, 1); // thin
    without.accept_context = &list[0];
    // That it would win a click changes nothing about who is seen.
    fixture_set_priority(&s, list[1], 9);
    fixture_commit(&s);
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, NULL, list, 4), 15);
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, &visible, list, 4) & 7, 5);
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, &fine, list, 4), 13);
    assert_int_equal(rect(&s, &s.flat, 0, 0, 100, 100, &coarse, list, 4), 1);
    // What does not count hides nothing.
    assert_int_equal(rect(&s, &s.flat, 0, 0, 80, 100, &free_sight, list, 4), 6);
    // The wall is seen, but does not lie in the rectangle; and what looks out on the left is not seen on the right.
    assert_int_equal(rect(&s, &s.flat, 0, 40, 60, 60, &visible, list, 4), 5);
    assert_int_equal(rect(&s, &s.flat, 0, 40, 60, 60, &both, list, 4), 4);
    assert_int_equal(rect(&s, &s.flat, 31, 40, 60, 60, &visible, list, 4), 1);
    assert_int_equal(lasso(&s, &s.flat, left, 3, &visible, list, 4), 5);
    assert_int_equal(lasso(&s, &s.flat, left, 3, &both, list, 4), 4);
    assert_int_equal(lasso(&s, &s.flat, below, 3, &visible, list, 4), 0);
    // In perspective the wall is nearer, and hides that too.
    assert_int_equal(rect(&s, &s.deep, 0, 40, 60, 60, &visible, list, 4), 1);
    // A single point of the screen, and a place beyond the viewport, where something is but nothing is seen.
    assert_int_equal(rect(&s, &s.flat, 50, 50, 50, 50, &visible, list, 4), 1);
    fixture_add_box(&s, 80, 0, 0, 5, 5, 1);
    fixture_commit(&s);
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, 120, 0, 140, 100, NULL, NULL, 0), 1);
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, 120, 0, 140, 100, &visible, NULL, 0), 0);
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, -1e30, -1e30, 1e30, 1e30, &coarse, NULL, 0), 1);
    // Steps that make no sense are a pixel.
    coarse.step = -1;
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, 0, 40, 60, 60, &coarse, NULL, 0), 2);
    coarse.step = NAN;
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, 0, 40, 60, 60, &coarse, NULL, 0), 2);
    fixture_end(&s);
}

// The lowest ids come first, whatever there is room for; and the number is that of all.
static void room_for_ids(void** state)
{
    enum { ROWS = 40, ALL = ROWS * ROWS };
    static hit_id all[ALL], some[ALL + 1];
    pick_fixture s = fixture_make(origin, 1, 1000);
    const uint32_t rooms[] = {0, 1, 7, 511, 512, 513, 600, ALL - 1, ALL, ALL + 1};

    (void)state;
    // In reverse, so that the rays do not meet them in the order of their ids.
    for (int i = 0; i < ALL; i++)
        all[i] = fixture_add_box(&s, 48 - 2.4 * (i % ROWS), 48 - 2.4 * (i / ROWS), i % 7, 1, 1, 1);
    fixture_commit(&s);
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        for (int seen = 0; seen < 2; seen++) {
            const uint32_t kept = rooms[i] < ALL ? rooms[i] : ALL;
            memset(some, 0xff, sizeof some);
            assert_int_equal(hit_pick_rect(s.scene, &s.flat, 0, 0, 100, 100, seen ? &visible : NULL, some, rooms[i]),
                             ALL);
            assert_memory_equal(some, all, kept * sizeof(hit_id));
            assert_true(some[kept] == UINT64_MAX);
        }
    fixture_end(&s);
}

// Roundings upward, denormals flushed: the same answers.
static void floating_point_modes(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const double corner[4][2] = {{20, 20}, {42, 20}, {42, 52}, {20, 52}};
    hit_area_options both = {.contained = true, .visible = true};
    hit_id list[2];

    (void)state;
    list[0] = fixture_add_box(&s, -10, 0, 0, 2, 2, 2);
    list[1] = fixture_add_box(&s, -6, 0, 0, 2, 2, 2);
    fixture_commit(&s);
    for (int mode = 0; mode < MODES; mode++) {
        hit_id ids[4][4];
        uint32_t count[4];
        mode_set(mode);
        count[0] = hit_pick_rect(s.scene, &s.flat, 20, 20, 42, 52, NULL, ids[0], 4);
        count[1] = hit_pick_rect(s.scene, &s.flat, 20, 20, 42, 52, &contained, ids[1], 4);
        count[2] = hit_pick_lasso(s.scene, &s.flat, corner, 4, &contained, ids[2], 4);
        count[3] = hit_pick_lasso(s.scene, &s.flat, corner, 4, &both, ids[3], 4);
        mode_set(0);
        assert_int_equal(count[0], 2);
        for (int i = 1; i < 4; i++) {
            assert_int_equal(count[i], 1);
            assert_int_equal(ids[i][0], list[0]);
        }
    }
    fixture_end(&s);
}

static void bad_input(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const double square[4][2] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}}, broken[3][2] = {{0, 0}, {100, NAN}, {0, 100}};
    hit_id ids[2] = {7, 7};

    (void)state;
    fixture_add_box(&s, 0, 0, 0, 2, 2, 2);
    fixture_commit(&s);
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, 0, 0, 100, 100, NULL, NULL, 5), 1);
    assert_int_equal(hit_pick_rect(NULL, &s.flat, 0, 0, 100, 100, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_rect(s.scene, NULL, 0, 0, 100, 100, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, NAN, 0, 100, 100, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_rect(s.scene, &s.flat, 0, 0, 100, HUGE_VAL, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_lasso(s.scene, &s.flat, square, 4, NULL, NULL, 0), 1);
    assert_int_equal(hit_pick_lasso(NULL, &s.flat, square, 4, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_lasso(s.scene, NULL, square, 4, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_lasso(s.scene, &s.flat, NULL, 4, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_lasso(s.scene, &s.flat, square, 2, NULL, ids, 2), 0);
    assert_int_equal(hit_pick_lasso(s.scene, &s.flat, broken, 3, NULL, ids, 2), 0);
    assert_true(ids[0] == 7 && ids[1] == 7);
    fixture_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_and_contained),
        cmocka_unit_test(all_kinds_of_objects),
        cmocka_unit_test(filters),
        cmocka_unit_test(only_what_is_seen),
        cmocka_unit_test(room_for_ids),
        cmocka_unit_test(floating_point_modes),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
