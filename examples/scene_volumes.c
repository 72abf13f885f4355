// What is in a region of a scene: a search light, a camera's view, a room, a crate, a blast. Each finds what touches
// the region, or what lies in it as a whole - the things themselves, not the boxes around them.
#include <hitscan/hitscan.h>
#include <stdio.h>

static const char* names[8];

static void print(const char* what, uint32_t count, const hit_id* ids)
{
    printf("%-28s", what);
    for (uint32_t i = 0; i < count; i++)
        printf(" %s", names[ids[i] & 7]);
    printf("%s\n", count == 0 ? " nothing" : "");
}

int main(void)
{
    // A harbour, far from the origin of the world: places are doubles, shapes are floats about them.
    const hit_dvec3 harbour = {4.5e6, -1.2e6, 0.0};
    const hit_dvec3 quay = {harbour.x + 10.0, harbour.y, 0.0}, sea = {harbour.x + 30.0, harbour.y + 5.0, 0.0};
    const hit_vec3 rope[] = {{0, 0, 2}, {10, 2, 1}, {20, 5, 2}};
    hit_object shed = hit_object_at(quay), tank = hit_object_at(quay), mast = hit_object_at(sea),
               buoy = hit_object_at(sea), line = hit_object_at(quay);
    hit_scene* scene;
    hit_id id, ids[8];
    uint32_t count;

    if (hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    hit_scene_add_box(scene, &shed, (hit_aabb){{-4, -3, 0}, {4, 3, 4}}, &id, NULL);
    names[id & 7] = "shed";
    hit_scene_add_cylinder(scene, &tank, (hit_cylinder){{0, 12, 0}, {0, 12, 5}, 3.0f}, &id, NULL);
    names[id & 7] = "tank";
    hit_scene_add_capsule(scene, &mast, (hit_capsule){{0, 0, 0}, {0, 0, 15}, 0.2f}, &id, NULL);
    names[id & 7] = "mast";
    hit_scene_add_sphere(scene, &buoy, (hit_sphere){{8, -4, 0}, 1.0f}, &id, NULL);
    names[id & 7] = "buoy";
    hit_scene_add_polyline(scene, &line, rope, 0, 3, 0.05f, &id, NULL);
    names[id & 7] = "rope";
    if (hit_scene_commit(scene, NULL, NULL) != HIT_OK)
        return 1;

    // A light in the harbour that shines out to sea, 40 degrees wide, with no end.
    const hit_cone light = hit_cone_make((hit_vec3){0, 0, 6}, (hit_vec3){3, 0.5f, -0.2f}, 0.35f);
    count = hit_scene_in_cone(scene, harbour, &light, HIT_INCLUDE_TOUCHING, NULL, ids, 8);
    print("the light reaches", count, ids);
    count = hit_scene_in_cone(scene, harbour, &light, HIT_INCLUDE_INSIDE, NULL, ids, 8);
    print("all of it is lit", count, ids);

    // What a camera sees from behind the shed.
    hit_view view = hit_view_look_at((hit_vec3){0, -20, 10}, (hit_vec3){30, 5, 5}, (hit_vec3){0, 0, 1});
    hit_frustum frustum;
    view.fov_y = 0.6f;
    if (!hit_frustum_from_view(&view, &frustum))
        return 1;
    count = hit_scene_in_frustum(scene, harbour, &frustum, HIT_INCLUDE_TOUCHING, NULL, ids, 8);
    print("the camera sees", count, ids);

    // The quay, as a box; a crane's reach, as a turned one.
    count = hit_scene_in_aabb(scene, harbour, (hit_aabb){{5, -5, 0}, {15, 20, 10}}, HIT_INCLUDE_INSIDE, NULL, ids, 8);
    print("stands on the quay", count, ids);
    const hit_obb crane =
        hit_obb_make((hit_vec3){20, 5, 2}, hit_quat_from_axis_angle((hit_vec3){0, 0, 1}, 0.5f), (hit_vec3){12, 2, 2});
    count = hit_scene_in_obb(scene, harbour, &crane, HIT_INCLUDE_TOUCHING, NULL, ids, 8);
    print("the crane reaches", count, ids);

    // What is close to the buoy, wherever its middle may be.
    count = hit_scene_in_sphere(scene, sea, (hit_sphere){{8, -4, 0}, 10.0f}, HIT_INCLUDE_TOUCHING, NULL, ids, 8);
    print("within 10 of the buoy", count, ids);
    hit_scene_destroy(scene);
    return 0;
}
