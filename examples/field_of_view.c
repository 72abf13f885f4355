// What does a guard see? First the field of view, a cone: cheap, and it drops most. Then the line of sight, a segment
// against the walls.
#include <hitscan/hitscan.h>
#include <stdio.h>

typedef struct visitor {
    const char* name;
    hit_vec3 eyes;
} visitor;

static const visitor visitors[] = {
    {"Ada", {6, 1.7f, 1}},  {"Ben", {12, 1.7f, -1}}, {"Cleo", {13, 1.2f, 6.5f}},
    {"Dan", {3, 1.7f, -5}}, {"Eve", {15, 1.7f, -5}}, {"Finn", {21, 1.7f, 2}},
    {"Gus", {-4, 1.7f, 1}}, {"Hal", {8, 8, 0}},      {"Ivy", {16, 2.2f, 7.5f}},
};
static const hit_aabb walls[] = {
    {{9, 0, -4}, {9.5f, 3, 0}},
    {{8, 0, 4}, {14, 1.5f, 4.5f}},
};
enum { VISITORS = sizeof visitors / sizeof visitors[0], WALLS = sizeof walls / sizeof walls[0] };

int main(void)
{
    // Looks along x, slightly downward, 35 degrees to each side, 18 far.
    const hit_vec3 eye = {0, 1.8f, 0};
    const hit_cone view = hit_cone_clip(hit_cone_make(eye, (hit_vec3){10, -0.5f, 0}, 0.61f), 0, 18);

    for (int i = 0; i < VISITORS; i++) {
        const hit_vec3 at = visitors[i].eyes;
        uint32_t wall;
        printf("%-5s ", visitors[i].name);
        if (!hit_cone_contains(&view, at)) // exact for points
            printf("out of view\n");
        else if (hit_ray_aabb_first(hit_segment_make(eye, at), walls, 0, WALLS, &wall, NULL))
            printf("hidden by wall %u\n", (unsigned)wall);
        else
            printf("seen, %.2f away\n", hit_vec3_length(hit_vec3_sub(at, eye)));
    }

    // A rope across the room: in view, although neither of its ends is.
    const hit_vec3 left = {4, 2, -6}, right = {4, 2, 6};
    printf("rope  %s, ends %s, as a whole %s\n", hit_cone_meets_segment(&view, left, right) ? "in view" : "out of view",
           hit_cone_contains(&view, left) || hit_cone_contains(&view, right) ? "too" : "not",
           hit_cone_contains_segment(&view, left, right) ? "too" : "not");
    return 0;
}
