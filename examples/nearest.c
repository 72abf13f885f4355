// The nearest of a list, not the first that is hit: one call for the whole array.
//
// A loop that stops at the first hit picks whatever stands first in the array, even when it is hidden behind something.
#include <hitscan/hitscan.h>
#include <stdio.h>

typedef struct thing {
    hit_aabb box;
    const char* name;
} thing;

int main(void)
{
    const thing things[] = {
        {{{9, -1, -1}, {11, 1, 1}}, "house"},
        {{{2, 5, -1}, {4, 7, 1}}, "cloud"},
        {{{5, -1, -1}, {6, 1, 1}}, "hedge"},
        {{{6, -1, -1}, {8, 1, 1}}, "lawn"},
    };
    const uint32_t count = sizeof things / sizeof things[0];
    const hit_ray ray = hit_ray_make((hit_vec3){0, 0, 0}, (hit_vec3){1, 0, 0});

    for (uint32_t i = 0; i < count; i++)
        if (hit_ray_aabb(ray, things[i].box, NULL)) {
            printf("first in the list: %s\n", things[i].name);
            break;
        }

    // The boxes stay where they are, inside your structs: the stride says how far apart they stand.
    uint32_t index;
    hit_span span;
    if (hit_ray_aabb_first(ray, &things[0].box, sizeof things[0], count, &index, &span))
        printf("nearest:           %s, t = %g\n", things[index].name, span.t_enter);

    // All of them: one bit each.
    uint32_t mask[1]; // (count + 31) / 32 words
    const uint32_t hits = hit_ray_aabb_mask(ray, &things[0].box, sizeof things[0], count, mask);
    printf("%u are hit:        ", (unsigned)hits);
    for (uint32_t i = 0; i < count; i++)
        if (mask[i / 32] >> i % 32 & 1)
            printf(" %s", things[i].name);
    printf("\n");
    return 0;
}
