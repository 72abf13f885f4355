// Do two things touch? Boxes, balls and triangles against each other: true when they have a common point, exactly.
#include <hitscan/hitscan.h>
#include <math.h>
#include <stdio.h>

static const char* word(bool touch)
{
    return touch ? "touch" : "apart";
}

int main(void)
{
    const hit_aabb crate = {{0, 0, 0}, {2, 2, 2}};
    const float above = nextafterf(2.0f, 3.0f); // the next float after 2

    // To share a corner is to touch; the smallest gap that floats can have is a gap.
    printf("crate and crate, at a corner:  %s\n", word(hit_aabb_aabb(crate, (hit_aabb){{2, 2, 2}, {3, 3, 3}})));
    printf("                 one ulp off:  %s\n", word(hit_aabb_aabb(crate, (hit_aabb){{above, 2, 2}, {3, 3, 3}})));
    printf("ball and crate, at a corner:   %s\n",
           word(hit_sphere_aabb(hit_sphere_make((hit_vec3){4, 5, 8}, 7), crate)));
    const hit_sphere off = hit_sphere_make((hit_vec3){nextafterf(4.0f, 5.0f), 5, 8}, 7);
    printf("                one ulp off:   %s\n", word(hit_sphere_aabb(off, crate)));

    // A beam turned by 45 degrees: the box around it touches the crate, the beam does not.
    const hit_quat turn = hit_quat_from_axis_angle((hit_vec3){0, 0, 1}, 0.785398f);
    const hit_obb beam = hit_obb_make((hit_vec3){3, 3, 1}, turn, (hit_vec3){0.5f, 3, 0.5f});
    const hit_obb other =
        hit_obb_make((hit_vec3){5, 1, 1}, hit_quat_from_axis_angle((hit_vec3){1, 0, 0}, 0.5f), (hit_vec3){1, 1, 1});
    printf("crate and box around the beam: %s\n", word(hit_aabb_aabb(crate, hit_obb_bounds(&beam))));
    printf("crate and beam:                %s\n", word(hit_aabb_obb(crate, &beam)));
    printf("beam and another box:          %s\n", word(hit_obb_obb(&beam, &other)));

    const hit_triangle sail = {{1, 1, 1}, {6, 1, 1}, {1, 6, 1}};
    const hit_sphere ball = hit_sphere_make((hit_vec3){3, 3, 2}, 1);
    printf("crate and sail:                %s\n", word(hit_aabb_triangle(crate, &sail)));
    printf("ball and sail:                 %s\n", word(hit_sphere_triangle(ball, &sail)));
    printf("ball and beam:                 %s\n", word(hit_sphere_obb(ball, &beam)));
    printf("ball and ball:                 %s\n",
           word(hit_sphere_sphere(ball, hit_sphere_make((hit_vec3){3, 3, 5}, 2))));
    return 0;
}
