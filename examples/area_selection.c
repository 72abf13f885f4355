// What is in a rectangle or a lasso on the screen: touched, contained, seen.
//
// A table with things on it, from above: an orthographic camera, one pixel per unit, (0, 0) in the upper left corner.
#include <hitscan/hitscan.h>
#include <stdio.h>

static const char* const names[] = {"table", "book", "pen", "coin", "string", "note under the book"};

enum { TABLE, BOOK, PEN, COIN, STRING, NOTE, THINGS };

static hit_id things[THINGS];

static void print(const char* what, const hit_id* ids, uint32_t count)
{
    const char* separator = "";

    printf("%-34s", what);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < THINGS; k++)
            if (things[k] == ids[i]) {
                printf("%s%s", separator, names[k]);
                separator = ", ";
            }
    printf("%s\n", count == 0 ? "nothing" : "");
}

static bool add_box(hit_scene* scene, int thing, hit_aabb box)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0, 0, 0));
    return hit_scene_add_box(scene, &object, box, &things[thing], NULL) == HIT_OK;
}

// x to the right, y up, z towards the camera; the middle of the screen is (0, 0).
static bool lay_the_table(hit_scene* scene)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0, 0, 0));
    const hit_cylinder coin = {{60, 60, 0}, {60, 60, 2}, 10};
    const hit_capsule pen = {{-20, -40, 4}, {60, -80, 4}, 4};
    const hit_vec3 string[4] = {{-180, 90, 1}, {-100, 130, 1}, {0, 90, 1}, {100, 130, 1}};

    return add_box(scene, TABLE, (hit_aabb){{-190, -140, -10}, {190, 140, 0}}) &&
           add_box(scene, BOOK, (hit_aabb){{-100, -20, 0}, {-20, 80, 15}}) &&
           hit_scene_add_capsule(scene, &object, pen, &things[PEN], NULL) == HIT_OK &&
           hit_scene_add_cylinder(scene, &object, coin, &things[COIN], NULL) == HIT_OK &&
           hit_scene_add_polyline(scene, &object, string, 0, 4, 1, &things[STRING], NULL) == HIT_OK &&
           add_box(scene, NOTE, (hit_aabb){{-80, 0, -1}, {-40, 40, 0}}) &&
           hit_scene_commit(scene, NULL, NULL) == HIT_OK;
}

static void ask(const hit_scene* scene, const hit_camera* camera)
{
    // Around the book as a hand draws, one corner on its edge; and a loop that encloses the coin twice.
    const double around[6][2] = {{90, 60}, {190, 60}, {190, 180}, {150, 170}, {120, 200}, {90, 180}};
    const double knot[8][2] = {{230, 60}, {300, 60}, {300, 120}, {230, 120},
                               {230, 60}, {300, 60}, {300, 120}, {230, 120}};
    hit_area_options contained = {.contained = true}, seen = {.visible = true, .step = 2};
    hit_area_options seen_as_a_whole = {.contained = true, .visible = true, .step = 2};
    hit_id ids[THINGS];
    uint32_t count;

    count = hit_pick_rect(scene, camera, 90, 60, 190, 180, NULL, ids, THINGS);
    print("rectangle around the book:", ids, count);
    count = hit_pick_rect(scene, camera, 90, 60, 190, 180, &contained, ids, THINGS);
    print("  contained:", ids, count);
    count = hit_pick_rect(scene, camera, 90, 60, 190, 180, &seen, ids, THINGS);
    print("  seen:", ids, count);
    count = hit_pick_rect(scene, camera, 90, 60, 190, 180, &seen_as_a_whole, ids, THINGS);
    print("  seen, and contained:", ids, count);
    // Its sides are those of the book: areas have their border.
    count = hit_pick_rect(scene, camera, 100, 70, 180, 170, &contained, ids, THINGS);
    print("rectangle as large as the book:", ids, count);
    // The box around the pen reaches here, the pen does not.
    count = hit_pick_rect(scene, camera, 230, 180, 260, 195, NULL, ids, THINGS);
    print("rectangle beside the pen:", ids, count);
    count = hit_pick_lasso(scene, camera, around, 6, NULL, ids, THINGS);
    print("lasso around the book:", ids, count);
    count = hit_pick_lasso(scene, camera, around, 6, &contained, ids, THINGS);
    print("  contained:", ids, count);
    count = hit_pick_lasso(scene, camera, knot, 8, &contained, ids, THINGS);
    print("lasso twice around the coin:", ids, count);
    count = hit_pick_lasso(scene, camera, knot, 4, &contained, ids, THINGS);
    print("lasso once around it:", ids, count);
    printf("objects in all: %u\n", (unsigned)hit_pick_rect(scene, camera, 0, 0, 400, 300, NULL, NULL, 0));
}

int main(void)
{
    const hit_screen screen = hit_screen_make(400, 300);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 100), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));
    hit_scene* scene;
    hit_camera camera;
    int result = 1;

    view.fov_y = 0;
    view.ortho_height = 300;
    view.near_plane = 1;
    view.far_plane = 200;
    if (hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    if (hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &camera) && lay_the_table(scene)) {
        ask(scene, &camera);
        result = 0;
    }
    hit_scene_destroy(scene);
    return result;
}
