// An editor's picking loop without a window: clicks, Shift and Ctrl, clicking through to what is behind, a rectangle,
// hovering, Delete, Undo and Redo. The events would come from GLFW, SDL or a browser; here they are a table.
#include <hitscan/hitscan.h>

#include <stdio.h>
#include <string.h>

enum { OBJECTS_MAX = 16, CHANGES_MAX = 16 };

// What an undo needs: a copy of a diff.
typedef struct change {
    hit_id added[OBJECTS_MAX], removed[OBJECTS_MAX], primary_before, primary_after;
    uint32_t added_count, removed_count;
} change;

typedef struct editor {
    hit_scene* scene;
    hit_camera camera;
    hit_selection* selection;
    change change[CHANGES_MAX];
    uint32_t done, made; // changes in effect, and those that a redo can bring back
} editor;

typedef enum event_kind { MOVE, CLICK, DRAG, DELETE_KEY, UNDO, REDO } event_kind;

typedef enum held_key { NONE, SHIFT, CTRL } held_key;

typedef struct event {
    event_kind kind;
    held_key held;
    double x, y, to_x, to_y;
    const char* note;
} event;

static void add(editor* e, const char* name, double x, double y, double z, float half, int32_t priority)
{
    hit_object object = hit_object_at(hit_dvec3_make(x, y, z));
    const hit_aabb box = {{-half, -half, -half}, {half, half, half}};
    hit_id id;

    object.user = (void*)(uintptr_t)name; // what an object means is the program's business
    object.priority = priority;
    if (hit_scene_add_box(e->scene, &object, box, &id, NULL) != HIT_OK)
        printf("no %s\n", name);
}

static const char* name_of(const editor* e, hit_id id)
{
    hit_object object;
    return hit_scene_get(e->scene, id, &object) == HIT_OBJECT_NONE ? "-" : object.user;
}

static void show(const editor* e, const char* what)
{
    hit_id ids[OBJECTS_MAX];
    const uint32_t count = hit_selection_list(e->selection, ids, OBJECTS_MAX);

    printf("%-46s", what);
    for (uint32_t i = 0; i < count; i++)
        printf(" %s%s", name_of(e, ids[i]), ids[i] == hit_selection_primary(e->selection) ? "*" : "");
    printf("%s\n", hit_selection_count(e->selection) == 0 ? " nothing" : "");
}

// Keep what has changed, so that it can be undone; what was undone before is gone.
static void remember(editor* e, const hit_selection_diff* diff)
{
    change* c = &e->change[e->done];

    if ((diff->added_count == 0 && diff->removed_count == 0) || e->done == CHANGES_MAX)
        return;
    c->added_count = diff->added_count;
    c->removed_count = diff->removed_count;
    memcpy(c->added, diff->added, diff->added_count * sizeof(hit_id));
    memcpy(c->removed, diff->removed, diff->removed_count * sizeof(hit_id));
    c->primary_before = diff->primary_before;
    c->primary_after = diff->primary_after;
    e->made = ++e->done;
}

static void delete_selected(editor* e)
{
    hit_id ids[OBJECTS_MAX];
    const uint32_t count = hit_selection_list(e->selection, ids, OBJECTS_MAX);

    for (uint32_t i = 0; i < count; i++)
        hit_scene_remove(e->scene, ids[i], NULL);
    hit_scene_commit(e->scene, NULL, NULL);
    hit_selection_prune(e->selection, e->scene, NULL, NULL); // they leave, also as hover and primary
    e->done = e->made = 0;                                   // this editor does not bring objects back
}

static void handle(editor* e, const event* v)
{
    static const hit_select how_by_key[] = {HIT_SELECT_REPLACE, HIT_SELECT_ADD, HIT_SELECT_TOGGLE};
    const hit_select how = how_by_key[v->held];
    hit_id ids[OBJECTS_MAX];
    hit_selection_diff diff;
    hit_scene_hit hit;
    uint32_t count;

    if (v->kind == MOVE) {
        const bool over = hit_pick_first(e->scene, &e->camera, v->x, v->y, NULL, &hit);
        if (hit_selection_set_hover(e->selection, over ? hit.id : HIT_ID_NONE)) // another one: draw again
            printf("%-46s %s%s\n", v->note, name_of(e, hit_selection_hover(e->selection)),
                   hit_selection_has(e->selection, hit_selection_hover(e->selection)) ? ", selected" : "");
        return;
    }
    if (v->kind == CLICK) {
        if (hit_selection_click(e->selection, e->scene, &e->camera, v->x, v->y, 3.0, how, NULL, NULL, &diff, NULL) ==
            HIT_OK)
            remember(e, &diff);
    } else if (v->kind == DRAG) {
        count = hit_pick_rect(e->scene, &e->camera, v->x, v->y, v->to_x, v->to_y, NULL, ids, OBJECTS_MAX);
        if (hit_selection_apply(e->selection, how, ids, count < OBJECTS_MAX ? count : OBJECTS_MAX, &diff, NULL) ==
            HIT_OK)
            remember(e, &diff);
    } else if (v->kind == DELETE_KEY) {
        delete_selected(e);
    } else if (v->kind == UNDO && e->done > 0) {
        const change* c = &e->change[--e->done];
        hit_selection_restore(e->selection, c->added, c->added_count, c->removed, c->removed_count, c->primary_before,
                              NULL, NULL);
    } else if (v->kind == REDO && e->done < e->made) {
        const change* c = &e->change[e->done++];
        hit_selection_restore(e->selection, c->removed, c->removed_count, c->added, c->added_count, c->primary_after,
                              NULL, NULL);
    }
    show(e, v->note);
}

int main(void)
{
    static const event events[] = {
        {MOVE, NONE, 400, 300, 0, 0, "hover in the middle:"},
        {MOVE, NONE, 402, 300, 0, 0, "hover two pixels on: the same, so no line"},
        {MOVE, NONE, 10, 10, 0, 0, "hover over nothing:"},
        {CLICK, NONE, 400, 300, 0, 0, "click in the middle:"},
        {MOVE, NONE, 400, 300, 0, 0, "hover in the middle:"},
        {CLICK, NONE, 401, 300, 0, 0, "click there again, to what is behind:"},
        {CLICK, NONE, 400, 301, 0, 0, "and again:"},
        {CLICK, NONE, 400, 300, 0, 0, "and again, to the first:"},
        {CLICK, SHIFT, 600, 300, 0, 0, "Shift-click on the right:"},
        {CLICK, CTRL, 400, 300, 0, 0, "Ctrl-click in the middle:"},
        {DRAG, NONE, 100, 200, 700, 400, "a rectangle from left to right:"},
        {CLICK, CTRL, 400, 300, 0, 0, "Ctrl-click in the middle:"},
        {CLICK, NONE, 710, 500, 0, 0, "click on a handle through the wall before it:"},
        {CLICK, NONE, 10, 10, 0, 0, "click on nothing:"},
        {UNDO, NONE, 0, 0, 0, 0, "undo:"},
        {UNDO, NONE, 0, 0, 0, 0, "undo:"},
        {UNDO, NONE, 0, 0, 0, 0, "undo:"},
        {REDO, NONE, 0, 0, 0, 0, "redo:"},
        {DELETE_KEY, NONE, 0, 0, 0, 0, "delete:"},
        {DRAG, NONE, 0, 0, 800, 600, "a rectangle around everything:"},
    };
    const hit_screen screen = hit_screen_make(800, 600);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 20), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));
    editor e = {.done = 0};

    view.fov_y = 0.9272952f; // of which the tangent of one half is 1/2: 30 pixels per unit at a distance of 20
    if (!hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &e.camera) ||
        hit_scene_create(NULL, &e.scene, NULL) != HIT_OK || hit_selection_create(NULL, &e.selection, NULL) != HIT_OK)
        return 1;
    add(&e, "cup", 0, 0, 0, 0.5f, 0);
    add(&e, "plate", 0, 0, -3, 1, 0);
    add(&e, "table", 0, 0, -8, 2, 0);
    add(&e, "lamp", 6.5, 0, 0, 0.75f, 0);
    add(&e, "chair", -7, 0, 0, 1, 0);
    add(&e, "handle", 11, -7, -2, 0.5f, 1);
    add(&e, "wall", 10, -6.5, 1, 1, 0);
    hit_scene_commit(e.scene, NULL, NULL);

    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        handle(&e, &events[i]);

    hit_selection_destroy(e.selection);
    hit_scene_destroy(e.scene);
    return 0;
}
