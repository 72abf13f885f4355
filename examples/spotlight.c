// Spotlight culling: which things does a light shine on, and which lie in its cone as a whole? Only the first need to
// be drawn into its shadow map, and the second need no clipping.
#include <hitscan/hitscan.h>
#include <stdio.h>

typedef struct thing {
    const char* name;
    hit_aabb box;
} thing;

static const thing things[] = {
    {"lamp", {{-1, 1, -1}, {0.5f, 3, 1}}},    {"crate", {{7, 1, -2}, {9, 3, 0}}},
    {"pillar", {{4, 0, -5}, {6, 6, -3}}},     {"tower", {{11, 0, 1}, {13, 10, 3}}},
    {"drone", {{15, 9.5f, -1}, {16, 10, 0}}}, {"stage", {{13, 0, -7}, {18, 2, -2}}},
    {"bench", {{-5, 0, 2}, {-3, 1, 4}}},      {"cat", {{14, 0, 4.5f}, {15, 1, 5}}},
    {"screen", {{20, 0, -4}, {20, 6, 8}}},
};
enum { COUNT = sizeof things / sizeof things[0] };

static const char* answer(bool lit, bool wholly)
{
    return wholly ? "wholly lit" : lit ? "lit" : "dark";
}

int main(void)
{
    // Along x from the lens at height 2, 0.4 radians to each side, up to 20 away; the lamp itself is not lit.
    const hit_cone light = hit_cone_clip(hit_cone_make((hit_vec3){0, 2, 0}, (hit_vec3){1, 0, 0}, 0.4f), 1, 20);
    uint32_t lit[(COUNT + 31) / 32], order[COUNT];

    // The boxes stand in structs of ours: the stride is the size of one.
    const uint32_t met = hit_cone_aabb_mask(&light, &things[0].box, sizeof things[0], COUNT, lit);
    for (uint32_t i = 0; i < COUNT; i++) {
        const bool is_lit = lit[i / 32] >> i % 32 & 1;
        printf("%-7s %s\n", things[i].name, answer(is_lit, is_lit && hit_cone_contains_aabb(&light, things[i].box)));
    }

    // The same as a list, for a loop over the lit ones only. The screen is in it: it touches the end of the light.
    printf("%u of %d are lit:", (unsigned)met, COUNT);
    const uint32_t listed = hit_cone_aabb_list(&light, &things[0].box, sizeof things[0], COUNT, order, COUNT);
    for (uint32_t i = 0; i < listed; i++)
        printf(" %s", things[order[i]].name);
    printf("\n");

    // Other shapes have the same two questions.
    const hit_sphere moth = hit_sphere_make((hit_vec3){4, 3, 0.5f}, 0.25f);
    const hit_obb board = hit_obb_make((hit_vec3){10, 2, -4}, hit_quat_from_axis_angle((hit_vec3){0, 1, 0}, 0.6f),
                                       (hit_vec3){1.5f, 1, 0.1f});
    const hit_triangle flag = {{15, 2, 0}, {15, 3, 0}, {17, 2.5f, 1}};
    printf("moth    %s\n", answer(hit_cone_meets_sphere(&light, moth), hit_cone_contains_sphere(&light, moth)));
    printf("board   %s\n", answer(hit_cone_meets_obb(&light, &board), hit_cone_contains_obb(&light, &board)));
    printf("flag    %s\n", answer(hit_cone_meets_triangle(&light, &flag), hit_cone_contains_triangle(&light, &flag)));
    return 0;
}
