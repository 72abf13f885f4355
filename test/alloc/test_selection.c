// Every allocation of a selection, failed once: the call says so, and the selection is as it was, what it remembers of
// clicks and the lists of its last diff included.
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"

#include <hitscan/hitscan.h>

enum { PILE = 40, MANY = 100 };

typedef struct fixture {
    failing_memory memory;
    hit_scene* scene;
    hit_camera camera;
    hit_id pile[PILE], many[MANY];
    hit_selection* selection;
    hit_selection_diff diff;
} fixture;

static void make_fixture(fixture* f)
{
    const hit_screen screen = hit_screen_make(100, 100);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 50), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));

    memset(f, 0, sizeof *f);
    failing_memory_make(&f->memory);
    view.fov_y = 0;
    view.ortho_height = 100;
    view.near_plane = 0;
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &f->camera));
    assert_int_equal(hit_scene_create(NULL, &f->scene, NULL), HIT_OK);
    for (int i = 0; i < PILE; i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(0, 0, -i));
        const hit_aabb sheet = {{-10, -10, 0}, {10, 10, 0.5f}};
        assert_int_equal(hit_scene_add_box(f->scene, &object, sheet, &f->pile[i], NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_commit(f->scene, NULL, NULL), HIT_OK);
    for (int i = 0; i < MANY; i++)
        f->many[i] = (hit_id)(1000 - i);
}

static void end_fixture(fixture* f)
{
    hit_scene_destroy(f->scene);
    failing_memory_end(&f->memory);
}

typedef hit_status action(fixture* f);

static hit_status create(fixture* f)
{
    return hit_selection_create(&f->memory.allocator, &f->selection, NULL);
}

static hit_status add_two(fixture* f)
{
    return hit_selection_apply(f->selection, HIT_SELECT_ADD, f->many + 3, 2, &f->diff, NULL);
}

static hit_status add_many(fixture* f)
{
    return hit_selection_apply(f->selection, HIT_SELECT_ADD, f->many, MANY, &f->diff, NULL);
}

static hit_status undo(fixture* f)
{
    return hit_selection_restore(f->selection, f->diff.added, f->diff.added_count, f->diff.removed,
                                 f->diff.removed_count, f->diff.primary_before, &f->diff, NULL);
}

static hit_status prune(fixture* f)
{
    return hit_selection_prune(f->selection, f->scene, &f->diff, NULL);
}

static hit_status click(fixture* f)
{
    return hit_selection_click(f->selection, f->scene, &f->camera, 50, 50, 1, HIT_SELECT_ADD, NULL, NULL, &f->diff,
                               NULL);
}

// All that can be seen of a selection.
typedef struct sight {
    hit_id list[PILE + MANY], added[PILE + MANY], removed[PILE + MANY], primary, hover;
    uint32_t count;
} sight;

static sight look(const fixture* f)
{
    sight s;
    memset(&s, 0, sizeof s);
    s.count = hit_selection_list(f->selection, s.list, PILE + MANY);
    s.primary = hit_selection_primary(f->selection);
    s.hover = hit_selection_hover(f->selection);
    for (uint32_t i = 0; i < f->diff.added_count; i++)
        s.added[i] = f->diff.added[i];
    for (uint32_t i = 0; i < f->diff.removed_count; i++)
        s.removed[i] = f->diff.removed[i];
    return s;
}

// An action; where an allocation of it fails, it must have changed nothing, and is done again.
static void act(fixture* f, action* what)
{
    const uint64_t failed = f->memory.failed;
    const sight before = look(f);
    hit_status status = what(f);

    if (f->memory.failed > failed) {
        const sight after = look(f);
        assert_int_equal(status, HIT_ERROR_MEMORY);
        assert_memory_equal(&before, &after, sizeof before);
        f->memory.fail_on = false;
        f->memory.fail_at = 0;
        status = what(f);
    }
    assert_int_equal(status, HIT_OK);
}

// What a selection goes through; the n-th allocation of all fails, and with `fail_on` the rest of that action's too.
// Returns whether there were as many.
static bool live(fixture* f, uint64_t n, bool fail_on)
{
    f->selection = NULL;
    memset(&f->diff, 0, sizeof f->diff);
    failing_memory_arm(&f->memory, n, fail_on);
    act(f, create);
    act(f, add_two);
    act(f, add_many);
    assert_int_equal(hit_selection_count(f->selection), MANY);
    act(f, undo);
    assert_int_equal(hit_selection_count(f->selection), 2);
    act(f, undo);
    assert_int_equal(hit_selection_count(f->selection), MANY);
    hit_selection_set_hover(f->selection, 999);
    act(f, prune);
    assert_int_equal(hit_selection_count(f->selection), 0);
    assert_int_equal(hit_selection_hover(f->selection), 0);
    act(f, undo);
    assert_int_equal(hit_selection_count(f->selection), MANY);
    for (uint32_t i = 0; i < PILE; i++) { // a failure does not move the place in the pile
        act(f, click);
        assert_int_equal(hit_selection_primary(f->selection), f->pile[i]);
        assert_int_equal(hit_selection_count(f->selection), MANY + i + 1);
    }
    hit_selection_destroy(f->selection);
    assert_int_equal(f->memory.live, 0);
    assert_int_equal(f->memory.wrong, 0);
    return f->memory.failed > 0;
}

static void every_allocation_may_fail(void** state)
{
    static fixture f;

    (void)state;
    make_fixture(&f);
    for (int fail_on = 0; fail_on < 2; fail_on++) {
        uint64_t n = 1;
        while (live(&f, n, fail_on == 1))
            n++;
        assert_true(n > 10); // the handle; members, picks, hits and ids, some of them more than once
    }
    end_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
