// Dragging on the floor: where does the mouse's ray meet a plane, and on which side of it is a point?
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    // A ramp through three points. Counter-clockwise seen from above, so that its normal points up.
    const hit_plane ramp = hit_plane_from_points((hit_vec3){0, 0, 0}, (hit_vec3){0, 0, 4}, (hit_vec3){4, 2, 0});
    const hit_vec3 n = hit_vec3_normalize(ramp.normal);
    printf("normal (%.3f, %.3f, %.3f)\n", n.x, n.y, n.z);

    const hit_ray mouse = hit_ray_make((hit_vec3){2, 9, 1}, (hit_vec3){0, -2, 0});
    hit_span span;
    if (hit_ray_plane(mouse, ramp, &span)) {
        const hit_vec3 p = hit_ray_at(mouse, span.t_enter);
        printf("dropped at (%g, %g, %g), t = %g\n", p.x, p.y, p.z, span.t_enter);
    }
    printf("the mouse is %.3f above, (2, 0, 0) is %.3f below\n", hit_plane_distance(ramp, mouse.origin),
           -hit_plane_distance(ramp, (hit_vec3){2, 0, 0}));

    // A ray away from the plane misses it; one within it is a hit from its start on.
    printf("upwards: %s\n",
           hit_ray_plane(hit_ray_make(mouse.origin, (hit_vec3){0, 1, 0}), ramp, NULL) ? "hit" : "miss");
    const hit_ray within = hit_ray_make((hit_vec3){0, 0, 1}, (hit_vec3){2, 1, 0});
    if (hit_ray_plane(within, ramp, &span))
        printf("within: t from %g to %g\n", span.t_enter, span.t_exit);
    return 0;
}
