// What makes no sense hits nothing: no crash, no NaN, and what you passed for the answer stays as it was.
#include <hitscan/hitscan.h>
#include <math.h>
#include <stdio.h>

static void show(const char* what, hit_ray ray, hit_aabb box)
{
    hit_span span = {.t_enter = 42};
    const bool is_hit = hit_ray_aabb(ray, box, &span);
    printf("%-24s valid ray: %-3s  empty box: %-3s  %s, t_enter = %g\n", what, hit_ray_is_valid(ray) ? "yes" : "no",
           hit_aabb_is_empty(box) ? "yes" : "no", is_hit ? "hit" : "miss", span.t_enter);
}

int main(void)
{
    const hit_aabb box = {{2, -1, -1}, {4, 1, 1}}, flat = {{3, -1, -1}, {3, 1, 1}}, inverted = {{4, -1, -1}, {2, 1, 1}};
    const hit_vec3 origin = {0, 0, 0}, x = {1, 0, 0};
    const hit_ray ray = hit_ray_make(origin, x);
    hit_ray backwards = ray;
    backwards.t_min = 5;
    backwards.t_max = 1;

    show("all is well", ray, box);
    show("flat box", ray, flat);
    show("inverted box", ray, inverted);
    show("no direction", hit_ray_make(origin, (hit_vec3){0, 0, 0}), box);
    show("NaN in the direction", hit_ray_make(origin, (hit_vec3){1, NAN, 0}), box);
    show("infinite origin", hit_ray_make((hit_vec3){-INFINITY, 0, 0}, x), box);
    show("t_min above t_max", backwards, box);
    show("a tiny direction", hit_ray_make(origin, (hit_vec3){1e-30f, 0, 0}), box);
    return 0;
}
