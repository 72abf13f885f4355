// A box with a model matrix: moved, turned, scaled or sheared, and t stays comparable between objects.
//
// A common tutorial code projects on the matrix columns without dividing by their lengths. With scale 2 it says t =
// 9.5 in the second line below, where the box begins at 8; and its parallel branch loses the off-centre box in the
// last line.
#include <hitscan/hitscan.h>
#include <stdio.h>

static void try(const char* what, hit_ray ray, hit_aabb box, hit_mat3x4 model)
{
    hit_span span;
    if (hit_ray_box_affine(ray, box, &model, &span)) {
        const hit_vec3 n = hit_box_affine_normal(&model, span.face_enter);
        printf("%-22s t = %-8g normal (%g, %g, %g)\n", what, span.t_enter, n.x, n.y, n.z);
    } else {
        printf("%-22s miss\n", what);
    }
}

int main(void)
{
    const hit_aabb cube = {{-1, -1, -1}, {1, 1, 1}};
    const hit_ray ray = hit_ray_make((hit_vec3){0, 0, 10}, (hit_vec3){0, 0, -1});
    const hit_vec3 here = {0, 0, 0};
    const hit_quat unturned = {0, 0, 0, 1};

    try("as it is", ray, cube, hit_mat3x4_identity());
    try("scale 2", ray, cube, hit_mat3x4_from_trs(here, unturned, (hit_vec3){2, 2, 2}));
    try("scale 1/2", ray, cube, hit_mat3x4_from_trs(here, unturned, (hit_vec3){0.5f, 0.5f, 0.5f}));

    // A shear that moves z by half of x: the upper face rises to the right, and its normal leans to the left.
    hit_mat3x4 shear = hit_mat3x4_identity();
    shear.m[2][0] = 0.5f;
    try("sheared", ray, cube, shear);

    // Squashed flat, the matrix has no inverse. It is a plate, and can be hit.
    try("flattened", ray, cube, hit_mat3x4_from_trs(here, unturned, (hit_vec3){1, 1, 0}));

    // An off-centre box and a ray parallel to two of its sides.
    const hit_aabb off_centre = {{1, -1, -1}, {3, 1, 1}};
    const hit_ray at_2 = hit_ray_make((hit_vec3){2, 0, 10}, (hit_vec3){0, 0, -1});
    try("off-centre, parallel", at_2, off_centre, hit_mat3x4_identity());
    return 0;
}
