// What does a camera see of a town of boxes? The quick test looks at one plane at a time, the exact one at all of them
// together; SIMD code does the same for the whole list.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { SIDE = 13, COUNT = SIDE * SIDE };

int main(void)
{
    static const char symbol[3] = {'.', '+', '#'};
    static hit_aabb boxes[COUNT];

    // Towers and huts, seen by a drone that hovers at the edge of the town and looks down.
    for (int i = 0; i < COUNT; i++) {
        const float x = (float)(i % SIDE - SIDE / 2), z = (float)(i / SIDE - SIDE + 1);
        const float half_height = i % 2 == 0 ? 7.0f : 1.0f;
        boxes[i] = hit_aabb_from_center((hit_vec3){4 * x, half_height, 4 * z}, (hit_vec3){1.5f, half_height, 1.5f});
    }
    hit_view camera = hit_view_look_at((hit_vec3){0, 5, 0}, (hit_vec3){4, -3, -24}, (hit_vec3){0, 1, 0});
    camera.fov_y = 0.6f;
    camera.width = 1600;
    camera.height = 900;
    camera.near_plane = 1;
    camera.far_plane = 40;
    hit_frustum frustum;
    if (!hit_frustum_from_view(&camera, &frustum))
        return 1;

    int hesitant = 0;
    printf("from above: # inside, + crossing, . outside, ? outside for the exact test only\n");
    for (int i = 0; i < COUNT; i++) {
        const hit_cull quick = hit_frustum_aabb_quick(&frustum, boxes[i]), exact = hit_frustum_aabb(&frustum, boxes[i]);
        hesitant += quick != exact;
        printf("%c%s", quick != exact ? '?' : symbol[exact], i % SIDE == SIDE - 1 ? "\n" : " ");
    }
    printf("the quick test could not decide %d of %d\n", hesitant, COUNT);

    // All at once: a bit per box.
    uint32_t met[(COUNT + 31) / 32], inside[(COUNT + 31) / 32];
    printf("seen: %u", (unsigned)hit_frustum_aabb_mask(&frustum, boxes, 0, COUNT, met, inside));
    uint32_t first = 0;
    while (first < COUNT && !(met[first / 32] >> first % 32 & 1))
        first++;
    printf(", the first is box %u\n", (unsigned)first);

    // A marquee: the left half of the screen, and a ball, a triangle and an oriented box in it.
    hit_frustum half;
    hit_frustum_from_rectangle(&camera, 0, 0, 800, 900, &half);
    const hit_triangle sail = {{-4, 0, -20}, {-2, 0, -20}, {-3, 6, -20}};
    const hit_obb crate =
        hit_obb_make((hit_vec3){2, 1, -22}, hit_quat_from_axis_angle((hit_vec3){0, 1, 0}, 0.5f), (hit_vec3){1, 1, 1});
    printf("in the left half of the screen: %u boxes, the ball %s, the sail %s, the crate %s\n",
           (unsigned)hit_frustum_aabb_mask(&half, boxes, 0, COUNT, NULL, NULL),
           hit_frustum_sphere(&half, hit_sphere_make((hit_vec3){2, -1, -20}, 1)) == HIT_INSIDE ? "is" : "is not",
           hit_frustum_triangle(&half, &sail) == HIT_OUTSIDE ? "is not" : "is",
           hit_frustum_obb(&half, &crate) == HIT_OUTSIDE ? "is not" : "is");

    // Do two things touch? Exactly. The crate stands beside a house.
    uint32_t house = 0;
    while (house < COUNT && !hit_aabb_obb(boxes[house], &crate))
        house++;
    printf("the crate touches house %u\n", (unsigned)house);
    return 0;
}
