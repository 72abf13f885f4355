// Clicks: the documented answers of hit_pick_first and hit_pick_all, bad input included, and what users of other
// systems report as wrong.
#include "support/base/fp_modes.h"
#include "unit/pick/pick_fixture.h"

#include <float.h>

static const hit_dvec3 origin = {0, 0, 0};

static hit_id first(const pick_fixture* s, const hit_camera* camera, double x, double y, const hit_scene_filter* filter)
{
    hit_scene_hit hit = {.id = 0};
    const bool any = hit_pick_first(s->scene, camera, x, y, filter, &hit);
    assert_int_equal(any, hit.id != 0);
    assert_int_equal(hit_pick_first(s->scene, camera, x, y, filter, NULL), any);
    return hit.id;
}

static void the_nearest_not_the_first(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const hit_id back = fixture_add_box(&s, 0, 0, -20, 5, 5, 1), front = fixture_add_box(&s, 0, 0, 20, 5, 5, 1);
    const hit_id middle = fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_scene_hit hits[4];

    (void)state;
    fixture_commit(&s);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(first(&s, cameras[i], 50, 50, NULL), front);
        assert_int_equal(first(&s, cameras[i], 2, 2, NULL), 0);
        assert_int_equal(hit_pick_all(s.scene, cameras[i], 50, 50, NULL, hits, 4), 3);
        assert_int_equal(hits[0].id, front);
        assert_int_equal(hits[1].id, middle);
        assert_int_equal(hits[2].id, back);
    }
    fixture_end(&s);
}

static void t_is_the_depth_behind_the_near_plane(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    const hit_id id = fixture_add_box(&s, 30, 0, -1, 5, 5, 1);
    hit_scene_hit hit;

    (void)state;
    fixture_commit(&s);
    assert_true(hit_pick_first(s.scene, &s.flat, 80, 50, NULL, &hit));
    assert_int_equal(hit.id, id);
    assert_true(hit.t == 40.0f);
    assert_true(hit.point.x == 30.0 && hit.point.y == 0.0 && hit.point.z == 0.0);
    // at an angle, too: the way along the ray is longer
    assert_true(hit_pick_first(s.scene, &s.deep, 80, 50, NULL, &hit));
    assert_true(fabs(hit.t - 40.0) < 1e-4);
    assert_true(fabs(hit.point.x - 30.0) < 1e-4);
    fixture_end(&s);
}

static void nothing_beyond_the_planes(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60); // z from 40 down to -10
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_scene_hit hit;
    hit_id through;

    (void)state;
    fixture_add_box(&s, 0, 0, 45, 100, 100, 1);
    fixture_add_box(&s, 0, 0, -12, 100, 100, 1);
    fixture_commit(&s);
    for (int i = 0; i < 2; i++)
        assert_int_equal(first(&s, cameras[i], 50, 50, NULL), 0);
    // what the near plane cuts is hit on the plane, from inside
    through = fixture_add_box(&s, 0, 0, 40, 1, 1, 2);
    fixture_commit(&s);
    for (int i = 0; i < 2; i++) {
        assert_true(hit_pick_first(s.scene, cameras[i], 50, 50, NULL, &hit));
        assert_int_equal(hit.id, through);
        assert_true(hit.t == 0.0f);
        assert_int_equal(hit.side, HIT_SIDE_BACK);
    }
    fixture_end(&s);
}

static void a_higher_priority_wins_however_near(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const hit_id wall = fixture_add_box(&s, 0, 0, 20, 20, 20, 1), handle = fixture_add_box(&s, 0, 0, 0, 2, 2, 1);
    const hit_id other = fixture_add_box(&s, 0, 0, -20, 20, 20, 1), low = fixture_add_box(&s, 0, 0, 30, 20, 20, 1);
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_scene_hit hits[5];

    (void)state;
    fixture_set_priority(&s, handle, 10);
    fixture_set_priority(&s, low, -10);
    fixture_commit(&s);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(first(&s, cameras[i], 50, 50, NULL), handle);
        assert_int_equal(first(&s, cameras[i], 58, 50, NULL), wall); // beside the handle
        assert_int_equal(hit_pick_all(s.scene, cameras[i], 50, 50, NULL, hits, 5), 4);
        assert_int_equal(hits[0].id, handle);
        assert_int_equal(hits[1].id, wall);
        assert_int_equal(hits[2].id, other);
        assert_int_equal(hits[3].id, low);
        // among equals, the nearest
        fixture_set_priority(&s, other, 10);
        fixture_set_priority(&s, wall, INT32_MAX);
        fixture_commit(&s);
        assert_int_equal(hit_pick_all(s.scene, cameras[i], 50, 50, NULL, hits, 5), 4);
        assert_int_equal(hits[0].id, wall);
        assert_int_equal(hits[1].id, handle);
        assert_int_equal(hits[2].id, other);
        assert_int_equal(first(&s, cameras[i], 50, 50, NULL), wall);
        fixture_set_priority(&s, wall, INT32_MIN);
        fixture_commit(&s);
        assert_int_equal(first(&s, cameras[i], 50, 50, NULL), handle);
        fixture_set_priority(&s, other, 0);
        fixture_set_priority(&s, wall, 0);
        fixture_commit(&s);
    }
    fixture_end(&s);
}

static void equally_near_the_lowest_id(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    hit_id ids[5];
    hit_scene_hit hits[5];

    (void)state;
    for (int i = 0; i < 5; i++)
        ids[i] = fixture_add_box(&s, 0, 0, 0, (float)(9 - i), 5, 1);
    fixture_commit(&s);
    assert_int_equal(first(&s, &s.flat, 50, 50, NULL), ids[0]);
    assert_int_equal(hit_pick_all(s.scene, &s.flat, 50, 50, NULL, hits, 5), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(hits[i].id, ids[i]);
    fixture_end(&s);
}

// Two boxes with a common face, clicked on the edge between them: both are hit, and the same one is picked every time.
static void on_the_edge_between_two(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const hit_id right = fixture_add_box(&s, 5, 0, 0, 5, 5, 1), left = fixture_add_box(&s, -5, 0, 0, 5, 5, 1);
    const hit_camera* cameras[] = {&s.flat, &s.deep};

    (void)state;
    fixture_commit(&s);
    for (int i = 0; i < 2; i++) {
        for (int n = 0; n < 100; n++)
            assert_int_equal(first(&s, cameras[i], 50, 50, NULL), right);
        assert_int_equal(hit_pick_all(s.scene, cameras[i], 50, 50, NULL, NULL, 0), 2);
        assert_int_equal(first(&s, cameras[i], 49.99, 50, NULL), left);
    }
    fixture_end(&s);
}

static void all_counts_beyond_its_capacity(void** state)
{
    enum { COUNT = 300 };
    pick_fixture s = fixture_make(origin, 1, 1000);
    static hit_scene_hit hits[COUNT + 1], all[COUNT];
    static hit_id ids[COUNT];

    (void)state;
    // in an order that is neither ascending nor descending
    for (int i = 0; i < COUNT; i++)
        ids[i] = fixture_add_box(&s, 0, 0, -0.25 * (i * 37 % COUNT), 5, 5, 0.0625f);
    for (int i = 0; i < COUNT; i++)
        fixture_set_priority(&s, ids[i], i % 3);
    fixture_commit(&s);
    assert_int_equal(hit_pick_all(s.scene, &s.flat, 50, 50, NULL, all, COUNT), COUNT);
    for (int i = 1; i < COUNT; i++) {
        hit_object a, b;
        hit_scene_get(s.scene, all[i - 1].id, &a);
        hit_scene_get(s.scene, all[i].id, &b);
        assert_true(a.priority > b.priority || (a.priority == b.priority && all[i - 1].t < all[i].t));
    }
    for (uint32_t capacity = 0; capacity < COUNT; capacity += capacity < 20 ? 1 : 33) {
        memset(hits, 0x7e, sizeof hits);
        assert_int_equal(hit_pick_all(s.scene, &s.flat, 50, 50, NULL, hits, capacity), COUNT);
        for (uint32_t i = 0; i < capacity; i++)
            assert_int_equal(hits[i].id, all[i].id);
        assert_int_equal(hits[capacity].id, 0x7e7e7e7e7e7e7e7e); // untouched
    }
    assert_int_equal(hit_pick_all(s.scene, &s.flat, 50, 50, NULL, NULL, 7), COUNT);
    fixture_end(&s);
}

static bool refuse(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void filters(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    hit_object object = fixture_object(&s, 0, 0, 20);
    hit_id back = fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    const hit_aabb box = {{-5, -5, -1}, {5, 5, 1}};
    hit_id layered, off, ranked;
    hit_scene_filter filter = {.layers = 1};
    hit_scene_hit hits[4];

    (void)state;
    object.layers = 6;
    object.priority = 5;
    assert_int_equal(hit_scene_add_box(s.scene, &object, box, &layered, NULL), HIT_OK);
    object.placement.origin.z = 30;
    object.disabled = true;
    assert_int_equal(hit_scene_add_box(s.scene, &object, box, &off, NULL), HIT_OK);
    object.disabled = false;
    object.placement.origin.z = -30;
    object.layers = 8;
    object.priority = 9;
    assert_int_equal(hit_scene_add_box(s.scene, &object, box, &ranked, NULL), HIT_OK);
    fixture_commit(&s);
    assert_int_equal(first(&s, &s.flat, 50, 50, NULL), ranked);
    assert_int_equal(first(&s, &s.flat, 50, 50, &filter), back);
    filter.layers = 4;
    assert_int_equal(first(&s, &s.flat, 50, 50, &filter), layered);
    filter.layers = 7;
    assert_int_equal(first(&s, &s.flat, 50, 50, &filter), layered);
    assert_int_equal(hit_pick_all(s.scene, &s.flat, 50, 50, &filter, hits, 4), 2);
    // a callback, together with priorities
    filter = (hit_scene_filter){.accept = refuse, .accept_context = &ranked};
    assert_int_equal(first(&s, &s.flat, 50, 50, &filter), layered);
    filter.accept_context = &back;
    assert_int_equal(first(&s, &s.flat, 50, 50, &filter), ranked);
    filter.accept_context = &layered;
    assert_int_equal(first(&s, &s.flat, 50, 50, &filter), ranked);
    assert_int_equal(hit_pick_all(s.scene, &s.flat, 50, 50, &filter, hits, 4), 2);
    assert_int_equal(hits[1].id, back);
    fixture_end(&s);
}

// ---- What users of other systems report -----------------------------------------------------------------------------

static void from_inside_a_box(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const hit_id room = fixture_add_box(&s, 0, 0, 0, 200, 200, 200), table = fixture_add_box(&s, 0, 0, 0, 5, 5, 5);
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_scene_hit hits[2];

    (void)state;
    fixture_commit(&s);
    for (int i = 0; i < 2; i++) {
        // boxes are solid: whoever is in one sees nothing else
        assert_int_equal(first(&s, cameras[i], 50, 50, NULL), room);
        assert_int_equal(first(&s, cameras[i], 5, 5, NULL), room);
        assert_int_equal(hit_pick_all(s.scene, cameras[i], 50, 50, NULL, hits, 2), 2);
        assert_true(hits[0].t == 0.0f && hits[0].side == HIT_SIDE_BACK);
        assert_int_equal(hits[1].id, table);
    }
    // unless that one is filtered out
    const hit_scene_filter filter = {.accept = refuse, .accept_context = &hits[0].id};
    hits[0].id = room;
    assert_int_equal(first(&s, &s.deep, 50, 50, &filter), table);
    fixture_end(&s);
}

static void an_orthographic_camera_with_a_negative_near_plane(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const hit_screen screen = hit_screen_make(100, 100);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, -1), hit_vec3_make(0, 1, 0));
    const hit_id behind = fixture_add_box(&s, 10, 0, 40, 5, 5, 1), ahead = fixture_add_box(&s, 10, 0, -40, 5, 5, 1);
    hit_camera camera;
    hit_scene_hit hits[2];

    (void)state;
    fixture_commit(&s);
    view.fov_y = 0;
    view.ortho_height = 100;
    view.near_plane = -100;
    view.far_plane = 100;
    assert_true(hit_camera_from_view(&view, origin, &screen, &camera));
    // the eye is between the two, but the near plane is not
    assert_int_equal(hit_pick_all(s.scene, &camera, 60, 50, NULL, hits, 2), 2);
    assert_int_equal(hits[0].id, behind);
    assert_true(hits[0].t == 59.0f);
    assert_int_equal(hits[1].id, ahead);
    assert_int_equal(first(&s, &camera, 50, 50, NULL), 0); // the origin of the ray moves with the pixel
    fixture_end(&s);
}

// The same scene in many places: the same objects at the same pixels.
static void far_from_the_origin(void** state)
{
    static const hit_dvec3 places[] = {{0, 0, 0}, {300000, 0, 0}, {300000.25, -1e7, 12345.678}, {1e7, 1e7, 1e7}};
    hit_id expected[100][100], ids[100];

    (void)state;
    for (int p = 0; p < 4; p++) {
        pick_fixture s = fixture_make(places[p], 1, 1000);
        for (int i = 0; i < 100; i++)
            ids[i] = fixture_add_box(&s, i % 10 * 4 - 18.0, i / 10 * 4 - 18.0, i * 37 % 100 * 0.25, 3.1f, 1.3f, 0.01f);
        fixture_commit(&s);
        for (int y = 0; y < 100; y++)
            for (int x = 0; x < 100; x++) {
                const hit_id id = first(&s, &s.deep, x + 0.5, y + 0.5, NULL);
                if (p == 0)
                    expected[y][x] = id;
                assert_int_equal(id, expected[y][x]);
            }
        assert_int_equal(expected[78][34], ids[2]); // at x = -10, y = -18, z = 18.5
        fixture_end(&s);
    }
}

// A box that is scaled up lies farther away; t in its own space would be smaller than that of the near one.
static void a_scaled_object_does_not_win_wrongly(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    hit_id small = fixture_add_box(&s, 0, 0, 30, 5, 5, 1);
    const hit_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    static const hit_vec3 scales[] = {{100, 100, 20}, {0.5f, 0.5f, 0.01f}, {-100, 100, 20}, {1000, 0.25f, 4}};
    hit_scene_hit hit;

    (void)state;
    for (int i = 0; i < 4; i++) {
        hit_object object = fixture_object(&s, 0, 0, -20);
        hit_id scaled;
        object.placement = hit_placement_from_trs(object.placement.origin,
                                                  hit_quat_from_axis_angle(hit_vec3_make(0, 0, 1), 0), scales[i]);
        assert_int_equal(hit_scene_add_box(s.scene, &object, box, &scaled, NULL), HIT_OK);
        fixture_commit(&s);
        assert_int_equal(first(&s, &s.flat, 50, 50, NULL), small);
        assert_int_equal(first(&s, &s.deep, 50, 50, NULL), small);
        hit_scene_remove(s.scene, small, NULL);
        fixture_commit(&s);
        assert_true(hit_pick_first(s.scene, &s.flat, 50, 50, NULL, &hit));
        assert_int_equal(hit.id, scaled);
        assert_true(fabs(hit.t - (69.0 - scales[i].z)) < 1e-4);
        hit_scene_remove(s.scene, scaled, NULL);
        small = fixture_add_box(&s, 0, 0, 30, 5, 5, 1);
    }
    fixture_end(&s);
}

// Bounds move with the object: where it was, nothing is picked any more.
static void moved_objects_are_where_they_are(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    const hit_id id = fixture_add_box(&s, -30, 0, 0, 5, 5, 5);
    const hit_placement there = hit_placement_at(hit_dvec3_make(30, 0, 0));

    (void)state;
    fixture_commit(&s);
    assert_int_equal(first(&s, &s.flat, 20, 50, NULL), id);
    hit_scene_move(s.scene, id, &there, NULL);
    assert_int_equal(first(&s, &s.flat, 20, 50, NULL), id); // not committed yet
    fixture_commit(&s);
    assert_int_equal(first(&s, &s.flat, 20, 50, NULL), 0);
    assert_int_equal(first(&s, &s.flat, 80, 50, NULL), id);
    hit_scene_remove(s.scene, id, NULL);
    fixture_commit(&s);
    assert_int_equal(first(&s, &s.flat, 80, 50, NULL), 0);
    fixture_end(&s);
}

static void the_mode_of_the_caller_does_not_matter(void** state)
{
    pick_fixture s = fixture_make(origin, 1, 1000);
    hit_scene_hit expected = {.id = 0};

    (void)state;
    fixture_add_box(&s, 0, 0, 0, 5.1f, 5.3f, 1.7f);
    fixture_set_priority(&s, fixture_add_box(&s, 1, 1, -3, 5.1f, 5.3f, 1.7f), 1);
    fixture_commit(&s);
    for (int mode = 0; mode < MODES; mode++) {
        hit_scene_hit hit = {.id = 0}, hits[2];
        uint32_t count;
        mode_set(mode);
        hit_pick_first(s.scene, &s.deep, 51.3, 48.7, NULL, &hit);
        count = hit_pick_all(s.scene, &s.deep, 51.3, 48.7, NULL, hits, 2);
        mode_set(0);
        if (mode == 0)
            expected = hit;
        assert_int_equal(count, 2);
        assert_true(hit.id == expected.id && hit.t == expected.t && hit.t_double == expected.t_double);
        assert_true(hits[0].id == expected.id && hits[0].t == expected.t);
    }
    fixture_end(&s);
}

static void bad_input(void** state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    pick_fixture s = fixture_make(origin, 1, 1000), empty = fixture_make(origin, 1, 1000);
    hit_scene_hit hit = {.id = 77};

    (void)state;
    fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    assert_false(hit_pick_first(s.scene, &s.flat, 50, 50, NULL, &hit)); // not committed
    fixture_commit(&s);
    assert_false(hit_pick_first(NULL, &s.flat, 50, 50, NULL, &hit));
    assert_false(hit_pick_first(s.scene, NULL, 50, 50, NULL, &hit));
    assert_int_equal(hit_pick_all(NULL, &s.flat, 50, 50, NULL, &hit, 1), 0);
    assert_int_equal(hit_pick_all(s.scene, NULL, 50, 50, NULL, &hit, 1), 0);
    assert_false(hit_pick_first(empty.scene, &s.flat, 50, 50, NULL, &hit));
    assert_int_equal(hit_pick_all(empty.scene, &s.flat, 50, 50, NULL, &hit, 1), 0);
    for (int i = 0; i < 3; i++) {
        assert_false(hit_pick_first(s.scene, &s.flat, bad[i], 50, NULL, &hit));
        assert_false(hit_pick_first(s.scene, &s.flat, 50, bad[i], NULL, &hit));
        assert_int_equal(hit_pick_all(s.scene, &s.deep, bad[i], 50, NULL, &hit, 1), 0);
        assert_int_equal(hit_pick_all(s.scene, &s.deep, 50, bad[i], NULL, &hit, 1), 0);
    }
    assert_false(hit_pick_first(s.scene, &s.deep, 1e300, 50, NULL, &hit));
    assert_false(hit_pick_first(s.scene, &s.deep, -DBL_MAX, DBL_MAX, NULL, &hit));
    assert_int_equal(hit.id, 77);
    fixture_end(&s);
    fixture_end(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_not_the_first),
        cmocka_unit_test(t_is_the_depth_behind_the_near_plane),
        cmocka_unit_test(nothing_beyond_the_planes),
        cmocka_unit_test(a_higher_priority_wins_however_near),
        cmocka_unit_test(equally_near_the_lowest_id),
        cmocka_unit_test(on_the_edge_between_two),
        cmocka_unit_test(all_counts_beyond_its_capacity),
        cmocka_unit_test(filters),
        cmocka_unit_test(from_inside_a_box),
        cmocka_unit_test(an_orthographic_camera_with_a_negative_near_plane),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(a_scaled_object_does_not_win_wrongly),
        cmocka_unit_test(moved_objects_are_where_they_are),
        cmocka_unit_test(the_mode_of_the_caller_does_not_matter),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
