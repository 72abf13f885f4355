// A selection: the five ways to change it, the primary object, what changed, undo, removed objects, hover, bad input.
#include "support/base/cmocka_all.h"

#include <hitscan/hitscan.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static hit_selection* make(void)
{
    hit_selection* selection = NULL;
    assert_int_equal(hit_selection_create(NULL, &selection, NULL), HIT_OK);
    return selection;
}

static void assert_ids(const hit_id* ids, uint32_t count, const char* expected)
{
    char text[200] = "";
    size_t length = 0;

    for (uint32_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, i > 0 ? " %u" : "%u", (unsigned)ids[i]);
    assert_string_equal(text, expected);
}

static void assert_selected(const hit_selection* selection, const char* expected, hit_id primary)
{
    hit_id ids[20];
    const uint32_t count = hit_selection_list(selection, ids, 20);

    assert_int_equal(count, hit_selection_count(selection));
    assert_ids(ids, count, expected);
    assert_int_equal(hit_selection_primary(selection), primary);
    for (hit_id id = 0; id < 20; id++) {
        bool listed = false;
        for (uint32_t i = 0; i < count; i++)
            listed = listed || ids[i] == id;
        assert_int_equal(hit_selection_has(selection, id), listed);
    }
}

static void assert_diff(const hit_selection_diff* diff, const char* added, const char* removed, hit_id before,
                        hit_id after)
{
    assert_ids(diff->added, diff->added_count, added);
    assert_ids(diff->removed, diff->removed_count, removed);
    assert_int_equal(diff->primary_before, before);
    assert_int_equal(diff->primary_after, after);
}

// Select 3, 5 and 4, in this order.
static hit_selection* make_three(void)
{
    static const hit_id ids[] = {3, 5, 4};
    hit_selection* selection = make();
    assert_int_equal(hit_selection_apply(selection, HIT_SELECT_REPLACE, ids, 3, NULL, NULL), HIT_OK);
    return selection;
}

static void an_empty_selection_has_nothing(void** state)
{
    hit_selection* selection = make();

    (void)state;
    assert_selected(selection, "", 0);
    assert_int_equal(hit_selection_hover(selection), 0);
    hit_selection_destroy(selection);
    hit_selection_destroy(NULL);
}

static void five_ways_to_change_it(void** state)
{
    static const hit_id ids[] = {7, 5, 2}; // 5 is selected, the others are not
    static const struct {
        hit_select how;
        const char *selected, *added, *removed;
        hit_id primary;
    } cases[] = {
        {HIT_SELECT_REPLACE, "2 5 7", "2 7", "3 4", 2}, {HIT_SELECT_ADD, "2 3 4 5 7", "2 7", "", 2},
        {HIT_SELECT_TOGGLE, "2 3 4 7", "2 7", "5", 2},  {HIT_SELECT_SUBTRACT, "3 4", "", "5", 4},
        {HIT_SELECT_INTERSECT, "5", "", "3 4", 5},
    };

    (void)state;
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        hit_selection* selection = make_three();
        hit_selection_diff diff;
        assert_selected(selection, "3 4 5", 4);
        assert_int_equal(hit_selection_apply(selection, cases[i].how, ids, 3, &diff, NULL), HIT_OK);
        assert_selected(selection, cases[i].selected, cases[i].primary);
        assert_diff(&diff, cases[i].added, cases[i].removed, 4, cases[i].primary);
        hit_selection_destroy(selection);
    }
}

static void nothing_picked(void** state)
{
    static const struct {
        hit_select how;
        const char* selected;
        hit_id primary;
    } cases[] = {{HIT_SELECT_REPLACE, "", 0},
                 {HIT_SELECT_ADD, "3 4 5", 4},
                 {HIT_SELECT_TOGGLE, "3 4 5", 4},
                 {HIT_SELECT_SUBTRACT, "3 4 5", 4},
                 {HIT_SELECT_INTERSECT, "", 0}};
    static const hit_id zeros[] = {0, 0};

    (void)state;
    for (uint32_t i = 0; i < COUNT(cases); i++)
        for (uint32_t count = 0; count <= 2; count++) {
            hit_selection* selection = make_three();
            assert_int_equal(hit_selection_apply(selection, cases[i].how, count > 0 ? zeros : NULL, count, NULL, NULL),
                             HIT_OK);
            assert_selected(selection, cases[i].selected, cases[i].primary);
            hit_selection_destroy(selection);
        }
}

static void zeros_and_repetitions_count_for_nothing(void** state)
{
    static const hit_id ids[] = {0, 9, 5, 0, 9, 9, 5, 8, 0, 5};
    static const hit_id last[] = {8, 9, 8, 0};
    hit_selection* selection = make_three();
    hit_selection_diff diff;

    (void)state;
    assert_int_equal(hit_selection_apply(selection, HIT_SELECT_TOGGLE, ids, COUNT(ids), &diff, NULL), HIT_OK);
    assert_selected(selection, "3 4 8 9", 8);
    assert_diff(&diff, "8 9", "5", 4, 8);
    // of a repetition the last counts
    assert_int_equal(hit_selection_apply(selection, HIT_SELECT_ADD, last, COUNT(last), &diff, NULL), HIT_OK);
    assert_selected(selection, "3 4 8 9", 8);
    assert_diff(&diff, "", "", 8, 8);
    assert_int_equal(hit_selection_apply(selection, HIT_SELECT_SUBTRACT, last, 1, &diff, NULL), HIT_OK);
    assert_selected(selection, "3 4 9", 9);
    hit_selection_destroy(selection);
}

static void the_primary_object_is_the_one_picked_last(void** state)
{
    static const hit_id four = 4, five = 5, three = 3, six = 6;
    hit_selection* selection = make_three(); // picked in the order 3 5 4

    (void)state;
    // one that leaves gives way to the one before it
    hit_selection_apply(selection, HIT_SELECT_SUBTRACT, &four, 1, NULL, NULL);
    assert_selected(selection, "3 5", 5);
    // one that is picked again becomes primary, though the set is the same
    hit_selection_apply(selection, HIT_SELECT_ADD, &three, 1, NULL, NULL);
    assert_selected(selection, "3 5", 3);
    hit_selection_apply(selection, HIT_SELECT_TOGGLE, &three, 1, NULL, NULL);
    assert_selected(selection, "5", 5);
    // it stays when another one leaves
    hit_selection_apply(selection, HIT_SELECT_ADD, &six, 1, NULL, NULL);
    hit_selection_apply(selection, HIT_SELECT_TOGGLE, &five, 1, NULL, NULL);
    assert_selected(selection, "6", 6);
    hit_selection_apply(selection, HIT_SELECT_SUBTRACT, &six, 1, NULL, NULL);
    assert_selected(selection, "", 0);
    hit_selection_destroy(selection);
}

static void undo_and_redo(void** state)
{
    static const hit_id picked[] = {2, 5, 9};
    hit_selection* selection = make_three();
    hit_selection_diff diff;

    (void)state;
    for (int how = HIT_SELECT_REPLACE; how <= HIT_SELECT_INTERSECT; how++) {
        char after[100] = "";
        size_t length = 0;
        hit_id ids[10], primary;
        uint32_t count;
        hit_selection_apply(selection, (hit_select)how, picked, 3, &diff, NULL);
        count = hit_selection_list(selection, ids, 10);
        for (uint32_t i = 0; i < count; i++)
            length += (size_t)snprintf(after + length, sizeof after - length, i > 0 ? " %u" : "%u", (unsigned)ids[i]);
        primary = hit_selection_primary(selection);
        // the lists of a diff may be given back at once
        for (int i = 0; i < 3; i++) {
            assert_int_equal(hit_selection_restore(selection, diff.added, diff.added_count, diff.removed,
                                                   diff.removed_count, diff.primary_before, &diff, NULL),
                             HIT_OK);
            assert_selected(selection, "3 4 5", 4);
            assert_int_equal(hit_selection_restore(selection, diff.added, diff.added_count, diff.removed,
                                                   diff.removed_count, diff.primary_before, &diff, NULL),
                             HIT_OK);
            assert_selected(selection, after, primary);
        }

        {
            static const hit_id three[] = {3, 5, 4};
            hit_selection_apply(selection, HIT_SELECT_REPLACE, three, 3, NULL, NULL);
        }
    }
    hit_selection_destroy(selection);
}

static void restore_as_it_is_told(void** state)
{
    static const hit_id remove[] = {5, 3, 8, 5}, add[] = {9, 5, 0, 7, 9};
    hit_selection* selection = make_three();
    hit_selection_diff diff;

    (void)state;
    // what is in both lists is selected then, and was before: no change
    assert_int_equal(hit_selection_restore(selection, remove, 4, add, 5, 7, &diff, NULL), HIT_OK);
    assert_selected(selection, "4 5 7 9", 7);
    assert_diff(&diff, "7 9", "3", 4, 7);
    // a primary object that is not selected then
    diff.primary_after = 77;
    assert_int_equal(hit_selection_restore(selection, remove, 1, NULL, 0, 5, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_selected(selection, "4 5 7 9", 7);
    assert_diff(&diff, "7 9", "3", 4, 77); // still valid
    // only the primary object
    assert_int_equal(hit_selection_restore(selection, NULL, 0, NULL, 0, 4, &diff, NULL), HIT_OK);
    assert_diff(&diff, "", "", 7, 4);
    assert_selected(selection, "4 5 7 9", 4);
    // none: as it comes
    assert_int_equal(hit_selection_restore(selection, NULL, 0, NULL, 0, 0, NULL, NULL), HIT_OK);
    assert_selected(selection, "4 5 7 9", 4);
    assert_int_equal(hit_selection_restore(selection, add, 1, remove + 1, 2, 0, NULL, NULL), HIT_OK);
    assert_selected(selection, "3 4 5 7 8", 8);
    hit_selection_destroy(selection);
}

static void the_list_stores_the_lowest(void** state)
{
    hit_selection* selection = make_three();
    hit_id ids[3] = {77, 77, 77};

    (void)state;
    assert_int_equal(hit_selection_list(selection, NULL, 0), 3);
    assert_int_equal(hit_selection_list(selection, NULL, 3), 3);
    assert_int_equal(hit_selection_list(selection, ids, 2), 3);
    assert_ids(ids, 3, "3 4 77");
    hit_selection_destroy(selection);
}

static void hover(void** state)
{
    hit_selection* selection = make_three();

    (void)state;
    assert_false(hit_selection_set_hover(selection, 0));
    assert_true(hit_selection_set_hover(selection, 12));
    assert_false(hit_selection_set_hover(selection, 12));
    assert_int_equal(hit_selection_hover(selection), 12);
    assert_selected(selection, "3 4 5", 4);
    assert_true(hit_selection_set_hover(selection, 0));
    assert_int_equal(hit_selection_hover(selection), 0);
    hit_selection_destroy(selection);
}

static void removed_objects_leave(void** state)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0, 0, 0));
    const hit_aabb box = {{0, 0, 0}, {1, 1, 1}};
    hit_selection* selection = make();
    hit_selection_diff diff;
    hit_scene* scene;
    hit_id ids[4];

    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(hit_scene_add_box(scene, &object, box, &ids[i], NULL), HIT_OK);
    hit_selection_apply(selection, HIT_SELECT_REPLACE, ids, 4, NULL, NULL);
    hit_selection_set_hover(selection, ids[3]);
    // nothing is gone; a commit is not needed
    assert_int_equal(hit_selection_prune(selection, scene, &diff, NULL), HIT_OK);
    assert_diff(&diff, "", "", ids[3], ids[3]);
    assert_int_equal(hit_selection_hover(selection), ids[3]);

    hit_scene_remove(scene, ids[3], NULL);
    hit_scene_remove(scene, ids[0], NULL);
    assert_int_equal(hit_selection_prune(selection, scene, &diff, NULL), HIT_OK);
    assert_int_equal(diff.added_count, 0);
    assert_int_equal(diff.removed_count, 2);
    assert_int_equal(diff.removed[0], ids[0]);
    assert_int_equal(diff.removed[1], ids[3]);
    assert_int_equal(diff.primary_before, ids[3]);
    assert_int_equal(diff.primary_after, ids[2]);
    assert_int_equal(hit_selection_hover(selection), 0);
    assert_int_equal(hit_selection_count(selection), 2);
    assert_int_equal(hit_selection_primary(selection), ids[2]);

    // hover alone
    hit_selection_set_hover(selection, 12345);
    assert_int_equal(hit_selection_prune(selection, scene, NULL, NULL), HIT_OK);
    assert_int_equal(hit_selection_hover(selection), 0);
    assert_int_equal(hit_selection_prune(selection, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_prune(NULL, scene, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_count(selection), 2);
    hit_scene_destroy(scene);
    hit_selection_destroy(selection);
}

static void bad_input(void** state)
{
    static const hit_id ids[] = {7};
    hit_selection* selection = make_three();
    hit_selection_diff diff = {NULL, 77, NULL, 77, 77, 77};

    (void)state;
    assert_int_equal(hit_selection_create(NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_apply(NULL, HIT_SELECT_ADD, ids, 1, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_apply(selection, HIT_SELECT_ADD, NULL, 1, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_apply(selection, (hit_select)5, ids, 1, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_apply(selection, (hit_select)-1, ids, 1, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_restore(NULL, ids, 1, ids, 1, 0, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_restore(selection, NULL, 1, ids, 1, 0, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_selection_restore(selection, ids, 1, NULL, 1, 0, &diff, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(diff.added_count, 77);
    assert_int_equal(diff.primary_after, 77);
    assert_selected(selection, "3 4 5", 4);
    assert_false(hit_selection_has(NULL, 3));
    assert_int_equal(hit_selection_count(NULL), 0);
    assert_int_equal(hit_selection_list(NULL, NULL, 0), 0);
    assert_int_equal(hit_selection_primary(NULL), 0);
    assert_false(hit_selection_set_hover(NULL, 3));
    assert_int_equal(hit_selection_hover(NULL), 0);
    hit_selection_destroy(selection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_selection_has_nothing),
        cmocka_unit_test(five_ways_to_change_it),
        cmocka_unit_test(nothing_picked),
        cmocka_unit_test(zeros_and_repetitions_count_for_nothing),
        cmocka_unit_test(the_primary_object_is_the_one_picked_last),
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(restore_as_it_is_told),
        cmocka_unit_test(the_list_stores_the_lowest),
        cmocka_unit_test(hover),
        cmocka_unit_test(removed_objects_leave),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
