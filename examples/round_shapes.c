// Spheres, capsules, cylinders, cones, discs and planes: each has its call, and all give the same kind of answer.
#include <hitscan/hitscan.h>
#include <stdio.h>

static void show(const char* what, bool is_hit, hit_span span, hit_vec3 n)
{
    if (is_hit)
        printf("%-9s t from %g to %g, %s, normal (%.3g, %.3g, %.3g)\n", what, span.t_enter, span.t_exit,
               hit_face_name(span.face_enter), n.x, n.y, n.z);
    else
        printf("%-9s miss\n", what);
}

int main(void)
{
    const hit_ray ray = hit_ray_make((hit_vec3){-10, 1, 0}, (hit_vec3){1, 0, 0});
    const hit_sphere sphere = hit_sphere_make((hit_vec3){0, 0, 0}, 1.25f);
    const hit_capsule capsule = hit_capsule_make((hit_vec3){-2, 1, 0}, (hit_vec3){2, 1, 0}, 1);
    const hit_cylinder cylinder = hit_cylinder_make((hit_vec3){2, 1, 0}, (hit_vec3){-2, 1, 0}, 1);
    const hit_cone cone =
        hit_cone_from_radii((hit_vec3){0, 4, 0}, 0, (hit_vec3){0, -1, 0}, 2); // pointed, its tip above
    const hit_disc disc = hit_disc_make((hit_vec3){3, 0, 0}, (hit_vec3){-1, 0, 0}, 2);
    const hit_plane plane = hit_plane_make((hit_vec3){5, 0, 0}, (hit_vec3){-3, 0, 4});
    hit_span span = {0};
    bool is_hit;

    // Round shapes want the point for their normal; cylinders and cones also want the face, for a rim belongs to two.
    is_hit = hit_ray_sphere(ray, sphere, &span);
    show("sphere", is_hit, span, hit_sphere_normal(sphere, hit_ray_at(ray, span.t_enter)));
    is_hit = hit_ray_capsule(ray, capsule, &span);
    show("capsule", is_hit, span, hit_capsule_normal(capsule, hit_ray_at(ray, span.t_enter)));
    is_hit = hit_ray_cylinder(ray, cylinder, &span);
    show("cylinder", is_hit, span, hit_cylinder_normal(cylinder, span.face_enter, hit_ray_at(ray, span.t_enter)));
    is_hit = hit_ray_cone(ray, &cone, &span);
    show("cone", is_hit, span, hit_cone_normal(&cone, span.face_enter, hit_ray_at(ray, span.t_enter)));
    // Flat ones are hit at one t, and their normal is the same everywhere.
    is_hit = hit_ray_disc(ray, disc, &span);
    show("disc", is_hit, span, hit_disc_normal(disc));
    is_hit = hit_ray_plane(ray, plane, &span);
    show("plane", is_hit, span, hit_plane_normal(plane));
    printf("the ray starts %g from the plane\n", hit_plane_distance(plane, ray.origin));
    return 0;
}
