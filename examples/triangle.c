// A ray and triangles: t, the side, and barycentric coordinates to interpolate what stands at the corners.
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    // A square of two triangles that share the edge from b to d.
    const hit_vec3 a = {0, 0, 0}, b = {4, 0, 0}, c = {4, 4, 0}, d = {0, 4, 0};
    const hit_triangle left = hit_triangle_make(a, b, d), right = hit_triangle_make(c, d, b);
    const float heat[3] = {10, 20, 50}; // at a, b, d

    const hit_ray ray = hit_ray_make((hit_vec3){1, 2, 8}, (hit_vec3){0, 0, -1});
    hit_triangle_hit hit;
    if (hit_ray_triangle(ray, &left, &hit)) {
        const hit_vec3 p = hit_triangle_at(&left, hit.u, hit.v, hit.w), n = hit_triangle_normal(&left);
        printf("left:  t = %g, the %s side, normal (%g, %g, %g)\n", hit.t,
               hit.side == HIT_SIDE_FRONT ? "front" : "back", n.x, n.y, n.z);
        printf("       w, u, v = %g, %g, %g: point (%g, %g, %g)\n", hit.w, hit.u, hit.v, p.x, p.y, p.z);
        printf("       heat %g\n", hit.w * heat[0] + hit.u * heat[1] + hit.v * heat[2]);
    }
    printf("right: %s\n", hit_ray_triangle(ray, &right, NULL) ? "hit" : "miss");

    // From below, the back is hit.
    const hit_ray below = hit_ray_make((hit_vec3){1, 2, -8}, (hit_vec3){0, 0, 2});
    if (hit_ray_triangle(below, &left, &hit))
        printf("from below: t = %g, the %s side\n", hit.t, hit.side == HIT_SIDE_FRONT ? "front" : "back");

    // No ray slips between two triangles. On the shared edge both are hit, at the same t.
    const hit_ray on_edge = hit_ray_make((hit_vec3){1, 3, 8}, (hit_vec3){0, 0, -1});
    hit_triangle_hit other;
    if (hit_ray_triangle(on_edge, &left, &hit) && hit_ray_triangle(on_edge, &right, &other))
        printf("on the edge: both, t = %g and %g\n", hit.t, other.t);

    // A ray within the plane of a triangle does not hit it.
    const hit_ray within = hit_ray_make((hit_vec3){-1, 1, 0}, (hit_vec3){1, 0, 0});
    printf("within the plane: %s\n", hit_ray_triangle(within, &left, NULL) ? "hit" : "miss");
    return 0;
}
