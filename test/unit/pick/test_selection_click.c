// Clicks on a selection: what is taken, and how repeated clicks go through what lies behind each other.
#include "support/base/cmocka_all.h"

#include <hitscan/hitscan.h>

// An orthographic camera that looks along -z at 100 x 100 units on 100 x 100 pixels: the point (x, y) of the world is
// at the pixel (x + 50, 50 - y).
typedef struct click_fixture {
    hit_scene* scene;
    hit_selection* selection;
    hit_camera camera;
    hit_id a, b, c, d; ///< sheets: a over b over c, in x from -10 to 10; d alone, from 20 to 30
} click_fixture;

static hit_id add_sheet(hit_scene* scene, double x0, double x1, double z)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0, 0, z));
    const hit_aabb box = {{(float)x0, -10, 0}, {(float)x1, 10, 1}};
    hit_id id = 0;
    assert_int_equal(hit_scene_add_box(scene, &object, box, &id, NULL), HIT_OK);
    return id;
}

static click_fixture make_fixture(void)
{
    const hit_screen screen = hit_screen_make(100, 100);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 50), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));
    click_fixture t;

    view.fov_y = 0;
    view.ortho_height = 100;
    view.near_plane = 0;
    view.far_plane = 100;
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &t.camera));
    assert_int_equal(hit_scene_create(NULL, &t.scene, NULL), HIT_OK);
    // the order of ids is another than that of depths
    t.b = add_sheet(t.scene, -10, 10, 10);
    t.c = add_sheet(t.scene, -10, 10, 0);
    t.d = add_sheet(t.scene, 20, 30, 0);
    t.a = add_sheet(t.scene, -10, 10, 20);
    assert_int_equal(hit_scene_commit(t.scene, NULL, NULL), HIT_OK);
    assert_int_equal(hit_selection_create(NULL, &t.selection, NULL), HIT_OK);
    return t;
}

static void end_fixture(click_fixture* t)
{
    hit_selection_destroy(t->selection);
    hit_scene_destroy(t->scene);
}

static hit_id click_near(click_fixture* t, double x, double y, double tolerance, hit_select how)
{
    hit_id picked = 77;
    assert_int_equal(
        hit_selection_click(t->selection, t->scene, &t->camera, x, y, tolerance, how, NULL, &picked, NULL, NULL),
        HIT_OK);
    return picked;
}

static hit_id click(click_fixture* t, double x, double y, hit_select how)
{
    return click_near(t, x, y, 0, how);
}

static void assert_selected(const click_fixture* t, uint32_t count, hit_id one, hit_id two, hit_id three)
{
    assert_int_equal(hit_selection_count(t->selection), count);
    assert_true(count < 1 || hit_selection_has(t->selection, one));
    assert_true(count < 2 || hit_selection_has(t->selection, two));
    assert_true(count < 3 || hit_selection_has(t->selection, three));
}

static void a_click_takes_the_nearest_and_tells_what_changed(void** state)
{
    click_fixture t = make_fixture();
    hit_selection_diff diff;

    (void)state;
    assert_int_equal(click(&t, 75, 50, HIT_SELECT_REPLACE), t.d);
    assert_int_equal(
        hit_selection_click(t.selection, t.scene, &t.camera, 50, 50, 0, HIT_SELECT_REPLACE, NULL, NULL, &diff, NULL),
        HIT_OK);
    assert_selected(&t, 1, t.a, 0, 0);
    assert_int_equal(diff.added_count, 1);
    assert_int_equal(diff.added[0], t.a);
    assert_int_equal(diff.removed_count, 1);
    assert_int_equal(diff.removed[0], t.d);
    assert_int_equal(diff.primary_before, t.d);
    assert_int_equal(diff.primary_after, t.a);
    end_fixture(&t);
}

static void a_click_on_nothing(void** state)
{
    click_fixture t = make_fixture();

    (void)state;
    for (int how = HIT_SELECT_REPLACE; how <= HIT_SELECT_INTERSECT; how++) {
        const bool clears = how == HIT_SELECT_REPLACE || how == HIT_SELECT_INTERSECT;
        click(&t, 75, 50, HIT_SELECT_REPLACE);
        assert_int_equal(click(&t, 1, 1, (hit_select)how), 0);
        assert_selected(&t, clears ? 0 : 1, t.d, 0, 0);
    }
    // it is no place to go on from
    assert_int_equal(click(&t, 1, 1, HIT_SELECT_REPLACE), 0);
    assert_int_equal(click(&t, 1, 1, HIT_SELECT_REPLACE), 0);
    end_fixture(&t);
}

static void repeated_clicks_go_behind_and_come_back(void** state)
{
    click_fixture t = make_fixture();
    const hit_id expected[] = {t.a, t.b, t.c, t.a, t.b};

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), expected[i]);
        assert_selected(&t, 1, expected[i], 0, 0);
        assert_int_equal(hit_selection_primary(t.selection), expected[i]);
    }
    // where there is only one, it stays
    assert_int_equal(click(&t, 75, 50, HIT_SELECT_REPLACE), t.d);
    assert_int_equal(click(&t, 75, 50, HIT_SELECT_REPLACE), t.d);
    end_fixture(&t);
}

static void another_place_begins_with_the_first(void** state)
{
    click_fixture t = make_fixture();

    (void)state;
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    assert_int_equal(click(&t, 51, 50, HIT_SELECT_REPLACE), t.a);
    assert_int_equal(click(&t, 51, 50, HIT_SELECT_REPLACE), t.b);
    assert_int_equal(click(&t, 75, 50, HIT_SELECT_REPLACE), t.d);
    assert_int_equal(click(&t, 51, 50, HIT_SELECT_REPLACE), t.a);
    end_fixture(&t);
}

static void the_tolerance_counts_from_the_first_click(void** state)
{
    click_fixture t = make_fixture();

    (void)state;
    assert_int_equal(click_near(&t, 50, 50, 5, HIT_SELECT_REPLACE), t.a);
    assert_int_equal(click_near(&t, 53, 54, 5, HIT_SELECT_REPLACE), t.b); // 5 pixels: just so
    assert_int_equal(click_near(&t, 47, 46, 5, HIT_SELECT_REPLACE), t.c); // 5 from the first, 10 from the last
    assert_int_equal(click_near(&t, 53, 54.5, 5, HIT_SELECT_REPLACE), t.a);
    assert_int_equal(click_near(&t, 47, 46, INFINITY, HIT_SELECT_REPLACE), t.b);
    assert_int_equal(click_near(&t, 41, 50, 100, HIT_SELECT_REPLACE), t.c);
    assert_int_equal(click_near(&t, 75, 50, 100, HIT_SELECT_REPLACE), t.d); // near by, but something else is there
    end_fixture(&t);
}

static void a_changed_list_begins_with_the_first(void** state)
{
    click_fixture t = make_fixture();
    const hit_placement deep = hit_placement_at(hit_dvec3_make(0, 0, -20));
    hit_id e;

    (void)state;
    click(&t, 50, 50, HIT_SELECT_REPLACE);
    // something comes to the front
    e = add_sheet(t.scene, -10, 10, 30);
    assert_int_equal(hit_scene_commit(t.scene, NULL, NULL), HIT_OK);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), e);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    // something goes away
    hit_scene_remove(t.scene, t.c, NULL);
    assert_int_equal(hit_scene_commit(t.scene, NULL, NULL), HIT_OK);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), e);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    // the same objects in another order
    hit_scene_move(t.scene, t.a, &deep, NULL);
    assert_int_equal(hit_scene_commit(t.scene, NULL, NULL), HIT_OK);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), e);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.b);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    end_fixture(&t);
}

static void adding_collects_from_front_to_back(void** state)
{
    click_fixture t = make_fixture();

    (void)state;
    click(&t, 75, 50, HIT_SELECT_REPLACE);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_ADD), t.a);
    assert_selected(&t, 2, t.d, t.a, 0);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_ADD), t.b);
    assert_selected(&t, 3, t.d, t.a, t.b);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_ADD), t.c);
    assert_int_equal(hit_selection_count(t.selection), 4);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_ADD), t.a);
    assert_int_equal(hit_selection_primary(t.selection), t.a);
    // and letting them go likewise
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_SUBTRACT), t.a);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_SUBTRACT), t.b);
    assert_selected(&t, 2, t.c, t.d, 0);
    end_fixture(&t);
}

static void a_second_toggle_takes_back_the_first(void** state)
{
    click_fixture t = make_fixture();

    (void)state;
    click(&t, 75, 50, HIT_SELECT_REPLACE);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(click(&t, 50, 50, HIT_SELECT_TOGGLE), t.a);
        assert_selected(&t, 2, t.a, t.d, 0);
        assert_int_equal(hit_selection_primary(t.selection), t.a);
        assert_int_equal(click(&t, 50, 50, HIT_SELECT_TOGGLE), t.a);
        assert_selected(&t, 1, t.d, 0, 0);
        assert_int_equal(hit_selection_primary(t.selection), t.d);
    }
    assert_int_equal(click(&t, 75, 50, HIT_SELECT_INTERSECT), t.d);
    assert_int_equal(click(&t, 75, 50, HIT_SELECT_INTERSECT), t.d);
    assert_selected(&t, 1, t.d, 0, 0);
    end_fixture(&t);
}

static void another_way_begins_with_the_first(void** state)
{
    click_fixture t = make_fixture();

    (void)state;
    // Alt-click on what was just selected lets it go, and not what is behind it
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_SUBTRACT), t.a);
    assert_selected(&t, 0, 0, 0, 0);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_TOGGLE), t.a);
    assert_selected(&t, 0, 0, 0, 0);
    // with the selection cleared by other means, too, the first one is meant
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    hit_selection_apply(t.selection, HIT_SELECT_REPLACE, NULL, 0, NULL, NULL);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    hit_selection_restore(t.selection, &t.a, 1, NULL, 0, 0, NULL, NULL);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.a);
    // but hovering and pruning are no reason
    hit_selection_set_hover(t.selection, t.c);
    hit_selection_prune(t.selection, t.scene, NULL, NULL);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.b);
    // nor is what failed
    assert_int_equal(hit_selection_apply(t.selection, HIT_SELECT_ADD, NULL, 1, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_restore(t.selection, NULL, 0, NULL, 0, t.d, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(click(&t, 50, 50, HIT_SELECT_REPLACE), t.c);
    end_fixture(&t);
}

static bool refuse(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void a_filter_counts(void** state)
{
    click_fixture t = make_fixture();
    const hit_scene_filter filter = {.accept = refuse, .accept_context = &t.a};
    hit_id picked;

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hit_selection_click(t.selection, t.scene, &t.camera, 50, 50, 0, HIT_SELECT_REPLACE, &filter,
                                             &picked, NULL, NULL),
                         HIT_OK);
        assert_int_equal(picked, i == 1 ? t.c : t.b);
    }
    end_fixture(&t);
}

static void a_high_pile(void** state)
{
    enum { HEIGHT = 100 };
    click_fixture t = make_fixture();
    hit_id ids[HEIGHT];

    (void)state;
    for (int i = 0; i < HEIGHT; i++)
        ids[i] = add_sheet(t.scene, -40, -30, -0.25 * i);
    assert_int_equal(hit_scene_commit(t.scene, NULL, NULL), HIT_OK);
    for (int i = 0; i < 2 * HEIGHT; i++)
        assert_int_equal(click(&t, 15, 50, HIT_SELECT_REPLACE), ids[i % HEIGHT]);
    end_fixture(&t);
}

static void bad_input(void** state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    click_fixture t = make_fixture();
    hit_selection* s = t.selection;
    hit_id picked = 77;
    hit_selection_diff diff = {NULL, 77, NULL, 77, 77, 77};

    (void)state;
    click(&t, 75, 50, HIT_SELECT_REPLACE);
    assert_int_equal(
        hit_selection_click(NULL, t.scene, &t.camera, 50, 50, 0, HIT_SELECT_ADD, NULL, &picked, &diff, NULL),
        HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_click(s, NULL, &t.camera, 50, 50, 0, HIT_SELECT_ADD, NULL, &picked, &diff, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_click(s, t.scene, NULL, 50, 50, 0, HIT_SELECT_ADD, NULL, &picked, &diff, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_click(s, t.scene, &t.camera, 50, 50, 0, (hit_select)5, NULL, &picked, &diff, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_click(s, t.scene, &t.camera, 50, 50, -1, HIT_SELECT_ADD, NULL, &picked, &diff, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(
        hit_selection_click(s, t.scene, &t.camera, 50, 50, NAN, HIT_SELECT_ADD, NULL, &picked, &diff, NULL),
        HIT_ERROR_ARGUMENT);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            hit_selection_click(s, t.scene, &t.camera, bad[i], 50, 0, HIT_SELECT_REPLACE, NULL, &picked, &diff, NULL),
            HIT_ERROR_ARGUMENT);
        assert_int_equal(
            hit_selection_click(s, t.scene, &t.camera, 50, bad[i], 0, HIT_SELECT_REPLACE, NULL, &picked, &diff, NULL),
            HIT_ERROR_ARGUMENT);
    }
    assert_int_equal(picked, 77);
    assert_int_equal(diff.removed_count, 77);
    assert_selected(&t, 1, t.d, 0, 0);
    end_fixture(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_click_takes_the_nearest_and_tells_what_changed),
        cmocka_unit_test(a_click_on_nothing),
        cmocka_unit_test(repeated_clicks_go_behind_and_come_back),
        cmocka_unit_test(another_place_begins_with_the_first),
        cmocka_unit_test(the_tolerance_counts_from_the_first_click),
        cmocka_unit_test(a_changed_list_begins_with_the_first),
        cmocka_unit_test(adding_collects_from_front_to_back),
        cmocka_unit_test(a_second_toggle_takes_back_the_first),
        cmocka_unit_test(another_way_begins_with_the_first),
        cmocka_unit_test(a_filter_counts),
        cmocka_unit_test(a_high_pile),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
