// A program outside of the project: it knows the installed headers and one library.
#include <hitscan/hitscan.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    hit_ray ray = hit_ray_make(hit_vec3_make(-5, 0, 0), hit_vec3_make(2, 0, 0));
    hit_aabb box = hit_aabb_make(hit_vec3_make(-1, -1, -1), hit_vec3_make(1, 1, 1));
    hit_span span;
    bool good = hit_ray_aabb(ray, box, &span) && span.t_enter == 2 && hit_aabb_contains(box, hit_ray_at(ray, 2.5f));
    printf("hitscan %s: t = %g .. %g\n", hit_version(), (double)span.t_enter, (double)span.t_exit);
    return good && span.t_exit == 3 && strcmp(hit_version(), HIT_VERSION_STRING) == 0 ? 0 : 1;
}
