// A mesh with a model matrix: bring the ray to the mesh, not the mesh to the ray.
//
// The direction is not made unit length again on the way, so t means the same in both spaces, and hits of differently
// scaled objects can be compared.
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    // A roof of two triangles in its own space, drawn three times as large and turned about y.
    const hit_triangle roof[] = {{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{-1, 0, -1}, {1, 0, -1}, {0, 1, -1}}};
    const hit_quat turn = hit_quat_from_axis_angle((hit_vec3){0, 1, 0}, 1.2f);
    const hit_mat3x4 model = hit_mat3x4_from_trs((hit_vec3){10, 0, 0}, turn, (hit_vec3){3, 3, 3});
    const hit_ray ray = hit_ray_make((hit_vec3){0, 1, 0.5f}, (hit_vec3){2, 0, 0});

    hit_mat3x4 inverse;
    if (!hit_mat3x4_invert(&model, &inverse))
        return 1; // a matrix that flattens: see hit_ray_box_affine
    const hit_ray local = hit_ray_transform(ray, &inverse);
    for (int i = 0; i < 2; i++) {
        hit_triangle_hit hit, check;
        if (!hit_ray_triangle(local, &roof[i], &hit))
            continue;
        const hit_vec3 n = hit_mat3x4_normal(&model, hit_triangle_normal(&roof[i]));
        const hit_vec3 p = hit_ray_at(ray, hit.t); // the world's ray: t is the same
        printf("triangle %d: t = %.4f, point (%.3f, %.3f, %.3f), normal (%.3f, %.3f, %.3f)\n", i, hit.t, p.x, p.y, p.z,
               n.x, n.y, n.z);

        // The long way round, for comparison.
        const hit_triangle moved = hit_triangle_transform(&roof[i], &model);
        if (hit_ray_triangle(ray, &moved, &check))
            printf("    moved to the world: t = %.4f\n", check.t);
    }
    return 0;
}
