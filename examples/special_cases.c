// The cases that a slab test gets wrong first: inside, behind, parallel, touching, and a direction that is not of
// length 1.
#include <hitscan/hitscan.h>
#include <stdio.h>

static void show(const char* what, hit_ray ray, hit_aabb box)
{
    hit_span span;
    if (hit_ray_aabb(ray, box, &span))
        printf("%-28s t from %g to %g%s\n", what, span.t_enter, span.t_exit, span.inside ? ", starts inside" : "");
    else
        printf("%-28s miss\n", what);
}

int main(void)
{
    const hit_aabb box = {{2, 2, 2}, {4, 4, 4}};
    const hit_vec3 diagonal = {1, 1, 1}, x = {1, 0, 0};

    show("towards a corner", hit_ray_make((hit_vec3){0, 0, 0}, diagonal), box);
    show("inside", hit_ray_make((hit_vec3){3, 3, 3}, diagonal), box);
    show("behind", hit_ray_make((hit_vec3){5, 5, 5}, diagonal), box);
    show("parallel, between the faces", hit_ray_make((hit_vec3){0, 3, 3}, x), box);
    show("parallel, along a face", hit_ray_make((hit_vec3){0, 4, 3}, x), box);
    show("parallel, along an edge", hit_ray_make((hit_vec3){0, 4, 4}, x), box);
    show("parallel, just outside", hit_ray_make((hit_vec3){0, 4.000001f, 3}, x), box);
    show("touches one corner", hit_ray_make((hit_vec3){1, 3, 2}, (hit_vec3){1, 1, 0}), box);
    show("starts on the near face", hit_ray_make((hit_vec3){2, 3, 3}, x), box);
    show("starts on the far face", hit_ray_make((hit_vec3){4, 3, 3}, x), box);

    // (1, 1, 1) is not of unit length: t = 2 is not the distance.
    const hit_ray ray = hit_ray_make((hit_vec3){0, 0, 0}, diagonal);
    hit_span span;
    if (hit_ray_aabb(ray, box, &span))
        printf("to the corner: t = %g, but the distance is %g\n", span.t_enter, hit_ray_distance(ray, span.t_enter));
    return 0;
}
