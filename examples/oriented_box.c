// An oriented box: made from a rotation, or from a box and a rigid matrix with scale.
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    // A cube of side 2 that stands on its edge: turned by 45 degrees about z.
    const hit_quat eighth = hit_quat_from_axis_angle((hit_vec3){0, 0, 1}, 0.78539816f);
    const hit_obb diamond = hit_obb_make((hit_vec3){5, 0, 0}, eighth, (hit_vec3){1, 1, 1});
    hit_span span;

    hit_ray ray = hit_ray_make((hit_vec3){0, 0.5f, 0}, (hit_vec3){1, 0, 0});
    if (hit_ray_obb(ray, &diamond, &span)) {
        const hit_vec3 n = hit_obb_normal(&diamond, span.face_enter);
        printf("diamond: t = %.4f, face %d, normal (%.4f, %.4f, %.4f)\n", span.t_enter, span.face_enter, n.x, n.y, n.z);
    }
    // The box around it is larger: it is hit by a ray that misses the diamond. So use it to discard, never to pick.
    const hit_aabb around = hit_obb_bounds(&diamond);
    ray = hit_ray_make((hit_vec3){4, 1.2f, -5}, (hit_vec3){0, 0, 1});
    printf("past its corner: box around %s, diamond %s\n", hit_ray_aabb(ray, around, NULL) ? "hit" : "missed",
           hit_ray_obb(ray, &diamond, NULL) ? "hit" : "missed");
    printf("holds (5, 1.2, 0): %s\n", hit_obb_contains(&diamond, (hit_vec3){5, 1.2f, 0}) ? "yes" : "no");

    // From a model's box and its matrix. This works as long as the box keeps its right angles.
    const hit_aabb model = {{0, 0, 0}, {1, 1, 1}};
    hit_mat3x4 matrix = hit_mat3x4_from_trs((hit_vec3){1, 0, 3}, eighth, (hit_vec3){2, 2, 4});
    hit_obb obb;
    if (hit_obb_from_aabb_matrix(model, &matrix, &obb))
        printf("from a matrix: centre (%.3f, %.3f, %.3f), half (%g, %g, %g)\n", obb.center.x, obb.center.y,
               obb.center.z, obb.half[0], obb.half[1], obb.half[2]);
    matrix.m[0][1] += 1;
    if (!hit_obb_from_aabb_matrix(model, &matrix, &obb))
        printf("sheared: not an oriented box, use hit_ray_box_affine\n");
    return 0;
}
