// Where a ray enters and leaves a box: t, distance, point, face and normal.
#include <hitscan/hitscan.h>
#include <stdio.h>

static void print_end(const char* what, hit_ray ray, float t, int face)
{
    const hit_vec3 p = hit_ray_at(ray, t), n = hit_aabb_normal(face);
    printf("%s at t = %g, distance %g, point (%g, %g, %g)\n", what, t, hit_ray_distance(ray, t), p.x, p.y, p.z);
    if (face == HIT_FACE_NONE)
        printf("    no face: the ray starts or ends inside\n");
    else
        printf("    face %s, normal (%g, %g, %g)\n", hit_face_name(face), n.x, n.y, n.z);
}

int main(void)
{
    const hit_aabb box = {{4, 0, 0}, {8, 4, 4}};
    // The direction has length 5. It need not be 1: t counts in its lengths, hit_ray_distance in units of space.
    const hit_ray ray = hit_ray_make((hit_vec3){0, -1, 2}, (hit_vec3){4, 3, 0});
    hit_span span;

    if (hit_ray_aabb(ray, box, &span)) {
        print_end("enters", ray, span.t_enter, span.face_enter);
        print_end("leaves", ray, span.t_exit, span.face_exit);
    }
    // Stop inside the box: the interval is cut where the ray ends.
    const hit_ray shorter = hit_ray_clip(ray, 0.0f, 1.25f);
    if (hit_ray_aabb(shorter, box, &span))
        print_end("leaves", shorter, span.t_exit, span.face_exit);
    return 0;
}
