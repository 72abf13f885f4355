// The first program: a tree over a mesh, a ray, and what it hits. README.md shows the marked lines.
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    // A roof: two squares that meet in a ridge, two triangles each.
    const hit_vec3 corners[] = {{0, 0, 0}, {4, 3, 0}, {8, 0, 0}, {0, 0, 6}, {4, 3, 6}, {8, 0, 6}};
    const uint16_t indices[] = {0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5};
    const hit_mesh mesh = {
        .vertices = corners,
        .vertex_count = 6,
        .index_type = HIT_INDEX_U16,
        .indices = indices,
        .triangle_count = 4,
    };
    const hit_vec3 eye = {7, 9, 2}, direction = {0, -1, 0};

    // README: begin
    hit_bvh* tree = NULL;
    hit_bvh_hit hit;
    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) == HIT_OK &&
        hit_bvh_first(tree, hit_ray_make(eye, direction), NULL, &hit))
        printf("triangle %u at t = %g\n", (unsigned)hit.primitive, hit.t);
    hit_bvh_destroy(tree);
    // README: end
    return 0;
}
