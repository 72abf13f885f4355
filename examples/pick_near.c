// Things that are hard to hit: lines and points within some pixels of a click, a handle that wins over what it moves,
// all that is under the pointer, and a brush.
#include <hitscan/hitscan.h>

#include <stdio.h>

enum { COUNT = 5 };
static const char* const names[COUNT] = {"road", "trees", "house", "signpost", "handle"};
static hit_id ids[COUNT];

static const char* name_of(hit_id id)
{
    for (int i = 0; i < COUNT; i++)
        if (ids[i] == id)
            return names[i];
    return "-";
}

static hit_status fill(hit_scene* scene)
{
    const hit_vec3 road[3] = {{-10, -4, 0}, {0, -4, 0}, {10, 4, 0}}, trees[4] = {{-6, 3, 0}, {-5, 3, 0}, {-4, 3, 1}};
    const hit_object here = hit_object_at(hit_dvec3_make(0, 0, 0));
    hit_object handle = here;
    hit_status status;

    handle.priority = 1;
    status = hit_scene_add_polyline(scene, &here, road, 0, 3, 0, &ids[0], NULL); // as thin as can be
    if (status == HIT_OK)
        status = hit_scene_add_points(scene, &here, trees, 0, 3, 0, &ids[1], NULL);
    if (status == HIT_OK)
        status = hit_scene_add_box(scene, &here, (hit_aabb){{-2, -2, 0}, {2, 2, 4}}, &ids[2], NULL);
    if (status == HIT_OK)
        status = hit_scene_add_capsule(scene, &here, (hit_capsule){{3, -2, 0}, {3, 2, 0}, 0.05f}, &ids[3], NULL);
    if (status == HIT_OK)
        status = hit_scene_add_sphere(scene, &handle, (hit_sphere){{2, 2, 2}, 0.25f}, &ids[4], NULL);
    return status != HIT_OK ? status : hit_scene_commit(scene, NULL, NULL);
}

static void click(const hit_scene* scene, const hit_camera* camera, double x, double y, double radius)
{
    hit_pick_near_hit found[COUNT];
    const uint32_t count = hit_pick_near(scene, camera, x, y, radius, NULL, found, COUNT);
    hit_scene_hit hit;

    printf("at (%g, %g): the ray hits %s; within %g pixels\n", x, y,
           hit_pick_first(scene, camera, x, y, NULL, &hit) ? name_of(hit.id) : "nothing", radius);
    for (uint32_t i = 0; i < count; i++)
        printf("  %-9s %-7s %5.2f pixels, part %u\n", name_of(found[i].id), found[i].inside ? "on it," : "beside,",
               found[i].pixels, (unsigned)found[i].primitive);
}

int main(void)
{
    const hit_screen screen = hit_screen_make(800, 600);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 30), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));
    hit_scene_hit hits[COUNT];
    hit_id brushed[COUNT];
    hit_camera camera;
    hit_scene* scene;
    uint32_t count;

    view.fov_y = 0;
    view.ortho_height = 20; // 30 pixels per unit
    if (!hit_camera_from_view(&view, hit_dvec3_make(0, 0, 0), &screen, &camera) ||
        hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    if (fill(scene) == HIT_OK) {
        click(scene, &camera, 200, 420.3, 4); // the road is at y = 420
        click(scene, &camera, 253, 212, 8);   // the trees at (220, 210), (250, 210) and (280, 210)
        click(scene, &camera, 455, 235, 12);  // the house's corner is at (460, 240), with its handle
        click(scene, &camera, 487, 300, 4);   // the signpost is 3 pixels wide, at x = 490

        count = hit_pick_all(scene, &camera, 457, 243, NULL, hits, COUNT);
        printf("under (457, 243), in the order of repeated clicks:");
        for (uint32_t i = 0; i < count; i++)
            printf(" %s", name_of(hits[i].id));
        count = hit_pick_brush(scene, &camera, 460, 300, 40, NULL, brushed, COUNT);
        printf("\na brush of 40 pixels at (460, 300) touches:");
        for (uint32_t i = 0; i < count; i++)
            printf(" %s", name_of(brushed[i]));
        printf("\n");
    }
    hit_scene_destroy(scene);
    return 0;
}
