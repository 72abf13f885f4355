// "Give me t, or -1 for a miss": easy to write, and why this library answers with a bool instead.
//
// A line has hits at negative t, so -1 may be the true answer. With a bool next to t nothing is ambiguous, and on a
// miss t keeps the value that you gave it.
#include <hitscan/hitscan.h>
#include <stdio.h>

// The form that many programs use. Right for rays, whose t is never negative; wrong for lines.
static float t_or_minus_one(hit_ray ray, hit_aabb box)
{
    hit_span span;
    return hit_ray_aabb(ray, box, &span) ? span.t_enter : -1.0f;
}

int main(void)
{
    const hit_vec3 origin = {0, 0, 0}, ahead = {1, 0, 0}, up = {0, 1, 0};
    const hit_aabb in_front = {{3, -1, -1}, {5, 1, 1}};
    const hit_aabb behind = {{-1, -1, -1}, {-0.5f, 1, 1}};

    printf("ray, box in front:  t = %g\n", t_or_minus_one(hit_ray_make(origin, ahead), in_front));
    printf("ray, box behind:    t = %g, a miss\n", t_or_minus_one(hit_ray_make(origin, ahead), behind));
    printf("line, box behind:   t = %g, and this is a hit!\n", t_or_minus_one(hit_line_make(origin, ahead), behind));

    // The safe form: look at the bool.
    hit_span span = {.t_enter = 42};
    if (hit_ray_aabb(hit_line_make(origin, ahead), behind, &span))
        printf("line, box behind:   enters at t = %g, leaves at t = %g\n", span.t_enter, span.t_exit);
    span.t_enter = 42;
    if (!hit_ray_aabb(hit_ray_make(origin, up), in_front, &span))
        printf("ray upwards:        a miss, t_enter is still %g\n", span.t_enter);
    return 0;
}
