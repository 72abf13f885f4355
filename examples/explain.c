// "I clicked on it, and it was not picked": why not? One object for each of the usual reasons.
#include <hitscan/hitscan.h>

#include <stdio.h>

static hit_id add(hit_scene* scene, double x, double y, double z, uint32_t layers, int32_t priority, bool disabled)
{
    hit_object object = hit_object_at(hit_dvec3_make(x, y, z));
    const hit_sphere ball = {{0, 0, 0}, 1};
    hit_id id = HIT_ID_NONE;

    object.layers = layers;
    object.priority = priority;
    object.disabled = disabled;
    hit_scene_add_sphere(scene, &object, ball, &id, NULL);
    return id;
}

static void why(const hit_scene* scene, const hit_camera* camera, double x, double y, hit_id id, const char* name)
{
    const hit_scene_filter filter = {.layers = 1};
    const hit_explanation e = hit_explain(scene, camera, x, y, &filter, id);

    // the same facts are in the struct: here, who hides it, and how far it is away
    printf("%s: %s\n    %s\n", name, hit_reason_name(e.reason), e.text);
    if (e.reason == HIT_REASON_HIDDEN || e.reason == HIT_REASON_OUTRANKED)
        printf("    %+g from the other\n", (double)e.t - (double)e.other_t);
    if (e.reason == HIT_REASON_MISSED_BOUNDS || e.reason == HIT_REASON_MISSED_SHAPE)
        printf("    %.1f pixels in x, %.1f in y\n", e.off[0], e.off[1]);
}

int main(void)
{
    const hit_screen screen = hit_screen_make(800, 600);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 20), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));
    hit_id front, back, hidden, off, other_layer, behind, beyond, aside, late;
    hit_camera camera;
    hit_scene* scene;

    view.fov_y = 0;
    view.ortho_height = 20; // 30 pixels per unit
    view.near_plane = 5;
    view.far_plane = 50;
    if (!hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &camera) ||
        hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    front = add(scene, 0, 0, 0, 1, 0, false);
    hidden = add(scene, 0, 0, -5, 1, 0, false);
    back = add(scene, 5, 0, -5, 1, 1, false); // with a priority
    add(scene, 5, 0, 0, 1, 0, false);
    off = add(scene, 0, 0, 3, 1, 0, true);
    other_layer = add(scene, 0, 0, 5, 2, 0, false);
    behind = add(scene, 0, 0, 30, 1, 0, false);
    beyond = add(scene, 0, 0, -60, 1, 0, false);
    aside = add(scene, -4, 0, 0, 1, 0, false);
    hit_scene_commit(scene, NULL, NULL);
    late = add(scene, 0, 0, 6, 1, 0, false);

    why(scene, &camera, 400, 300, front, "front");
    why(scene, &camera, 400, 300, hidden, "hidden");
    why(scene, &camera, 550, 300, back, "back");
    why(scene, &camera, 550, 300, back + 1, "before it");
    why(scene, &camera, 400, 300, off, "off");
    why(scene, &camera, 400, 300, other_layer, "layer 2");
    why(scene, &camera, 400, 300, behind, "behind");
    why(scene, &camera, 400, 300, beyond, "beyond");
    why(scene, &camera, 400, 300, aside, "aside");
    why(scene, &camera, 252, 272, aside, "aside"); // in a corner of the box around it
    why(scene, &camera, 400, 300, late, "late");
    hit_scene_remove(scene, late, NULL);
    why(scene, &camera, 400, 300, late, "removed");
    hit_scene_destroy(scene);
    return 0;
}
