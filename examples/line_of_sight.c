// Line of sight: can a guard see a visitor, or is something in between? A segment asks just that.
#include <hitscan/hitscan.h>
#include <stdio.h>

// The first wall or pillar between two points, or NULL when the view is free.
static const char* in_between(hit_vec3 from, hit_vec3 to)
{
    const hit_aabb wall = {{4, 0, -1}, {5, 3, 1}};
    const hit_cylinder pillar = {{8, 0, 3}, {8, 4, 3}, 0.5f};
    const hit_ray view = hit_segment_make(from, to); // t in [0, 1]
    if (hit_ray_aabb(view, wall, NULL))
        return "the wall";
    if (hit_ray_cylinder(view, pillar, NULL))
        return "the pillar";
    return NULL;
}

int main(void)
{
    const hit_vec3 guard = {0, 2, 0};
    const hit_vec3 visitors[] = {{10, 2, 0}, {10, 5, 0}, {3, 2, 0}, {12, 2, 4.5f}, {10, 2, -6}};

    for (size_t i = 0; i < sizeof visitors / sizeof visitors[0]; i++) {
        const hit_vec3 v = visitors[i];
        const char* hidden_by = in_between(guard, v);
        printf("visitor at (%g, %g, %g): ", v.x, v.y, v.z);
        if (hidden_by)
            printf("hidden by %s\n", hidden_by);
        else
            printf("seen, %.3f away\n", hit_vec3_length(hit_vec3_sub(v, guard)));
    }
    return 0;
}
