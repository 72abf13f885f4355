// Boxes and balls around things: made once, they discard most rays early.
#include <hitscan/hitscan.h>
#include <stdio.h>

static void print_box(const char* what, hit_aabb b)
{
    printf("%-10s (%g, %g, %g) to (%g, %g, %g)\n", what, b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z);
}

int main(void)
{
    const hit_vec3 points[] = {{0, 0, 0}, {4, 0, 0}, {0, 2, 0}, {0, 0, 4}};
    const hit_aabb cloud = hit_aabb_from_points(points, 0, 4); // 0: the points follow each other
    const hit_sphere ball = hit_sphere_from_points(points, 0, 4);
    print_box("points", cloud);
    printf("           centre (%g, %g, %g), half (%g, %g, %g), area %g\n", hit_aabb_center(cloud).x,
           hit_aabb_center(cloud).y, hit_aabb_center(cloud).z, hit_aabb_half(cloud).x, hit_aabb_half(cloud).y,
           hit_aabb_half(cloud).z, hit_aabb_area(cloud));
    printf("ball       centre (%g, %g, %g), radius %.3f, holds (4, 0, 0): %s\n", ball.center.x, ball.center.y,
           ball.center.z, ball.radius, hit_sphere_contains(ball, points[1]) ? "yes" : "no");

    // The whole scene: begin with the empty box, add one by one.
    hit_aabb all = hit_aabb_empty();
    all = hit_aabb_union(all, cloud);
    all = hit_aabb_union(all, hit_sphere_bounds(hit_sphere_make((hit_vec3){8, 0, 0}, 1)));
    all = hit_aabb_union(all, hit_capsule_bounds(hit_capsule_make((hit_vec3){0, -3, 0}, (hit_vec3){0, -5, 0}, 0.5f)));
    all = hit_aabb_union(all, hit_cylinder_bounds(hit_cylinder_make((hit_vec3){0, 0, 0}, (hit_vec3){0, 4, 0}, 1)));
    all = hit_aabb_union(all, hit_disc_bounds(hit_disc_make((hit_vec3){0, 0, 8}, (hit_vec3){0, 0, 1}, 1)));
    const hit_cone cone = hit_cone_clip(hit_cone_make((hit_vec3){0, 9, 0}, (hit_vec3){0, -1, 0}, 0.5f), 0, 2);
    all = hit_aabb_union(all, hit_cone_bounds(&cone));
    const hit_triangle triangle = hit_triangle_make(points[0], points[1], points[2]);
    all = hit_aabb_union(all, hit_triangle_bounds(&triangle));
    print_box("all", all);
    printf("           holds the points: %s; holds (8, 1, 3): %s\n", hit_aabb_contains_aabb(all, cloud) ? "yes" : "no",
           hit_aabb_contains(all, (hit_vec3){8, 1, 3}) ? "yes" : "no");

    // A box that is turned or sheared: the box around the result.
    hit_mat3x4 shear = hit_mat3x4_identity();
    shear.m[0][1] = 0.5f; // x grows with y
    print_box("sheared", hit_aabb_transform(cloud, &shear));
    return 0;
}
