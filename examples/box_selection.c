// Select among many objects: what lies in a box, what touches it, what a marquee encloses. A tree over their boxes
// looks only where they are; the answers are those of a loop over all of them.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { SIDE = 40, COUNT = SIDE * SIDE, ROOM = 8 };

static void print(const char* what, uint32_t found, const uint32_t* list)
{
    printf("%-22s %4u:", what, (unsigned)found);
    for (uint32_t i = 0; i < found && i < ROOM; i++)
        printf(" %u", (unsigned)list[i]);
    printf("%s\n", found > ROOM ? " ..." : "");
}

int main(void)
{
    static hit_aabb crates[COUNT];
    static uint32_t layer[COUNT];
    uint32_t list[ROOM];
    hit_bvh* tree;

    // A floor of crates, one metre wide, wall to wall; every third one is locked.
    for (uint32_t i = 0; i < COUNT; i++) {
        const float x = (float)(i % SIDE), z = (float)(i / SIDE);
        crates[i] = hit_aabb_make((hit_vec3){x, 0, z}, (hit_vec3){x + 1, 1, z + 1});
        layer[i] = i % 3 == 0 ? 2 : 1;
    }
    if (hit_bvh_build_aabbs(crates, 0, COUNT, NULL, &tree, NULL) != HIT_OK)
        return 1;

    // The two kinds of selection: in the box as a whole, or at least touching it. A shared face is enough to touch.
    const hit_aabb box = {{10, 0, 10}, {12, 2, 11}};
    print("inside the box", hit_bvh_in_aabb(tree, box, HIT_INCLUDE_INSIDE, NULL, list, ROOM), list);
    print("touching it", hit_bvh_in_aabb(tree, box, HIT_INCLUDE_TOUCHING, NULL, list, ROOM), list);

    // Without the locked ones.
    const hit_bvh_filter unlocked = {.masks = layer, .mask = 1};
    print("of these, not locked", hit_bvh_in_aabb(tree, box, HIT_INCLUDE_TOUCHING, &unlocked, list, ROOM), list);

    // A turned box, a ball, a lamp's cone, and what a camera sees in a corner of its picture.
    const hit_obb turned =
        hit_obb_make((hit_vec3){20, 0, 20}, hit_quat_from_axis_angle((hit_vec3){0, 1, 0}, 0.5f), (hit_vec3){2, 1, 1});
    const hit_cone lamp = hit_cone_clip(hit_cone_make((hit_vec3){5, 9, 5}, (hit_vec3){0, -1, 0}, 0.2f), 0, 20);
    hit_view camera = hit_view_look_at((hit_vec3){20, 30, -20}, (hit_vec3){20, 0, 20}, (hit_vec3){0, 1, 0});
    hit_frustum marquee;
    camera.width = 800, camera.height = 600;
    print("inside the turned box", hit_bvh_in_obb(tree, &turned, HIT_INCLUDE_INSIDE, NULL, list, ROOM), list);
    print("touching the ball",
          hit_bvh_in_sphere(tree, hit_sphere_make((hit_vec3){0, 0, 40}, 1.5f), HIT_INCLUDE_TOUCHING, NULL, list, ROOM),
          list);
    print("in the lamp's light", hit_bvh_in_cone(tree, &lamp, HIT_INCLUDE_TOUCHING, NULL, list, ROOM), list);
    if (hit_frustum_from_rectangle(&camera, 350, 280, 400, 320, &marquee))
        print("in the marquee", hit_bvh_in_frustum(tree, &marquee, HIT_INCLUDE_INSIDE, NULL, list, ROOM), list);

    // To count only, no list is needed.
    printf("in all: %u\n",
           (unsigned)hit_bvh_in_aabb(tree, (hit_aabb){{0, 0, 0}, {SIDE, 1, SIDE}}, HIT_INCLUDE_INSIDE, NULL, NULL, 0));
    hit_bvh_destroy(tree);
    return 0;
}
