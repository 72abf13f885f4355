// One model in two trees, as where its parts are on different machines: the answers are those of one tree, when hits
// are merged by exact t and then by index.
#include <hitscan/hitscan.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    // Two triangles that share the edge from (0, 0, 1) to (0, 2, 1). Each has a tree of its own, and an index in the
    // whole model.
    const hit_triangle model[2] = {{{0, 0, 1}, {0, 2, 1}, {-2, 0, 1}}, {{0, 0, 1}, {2, 0, 1}, {0, 2, 1}}};
    const unsigned index[2] = {7, 3};
    const hit_ray ray = hit_ray_make(hit_vec3_make(0, 0.5f, 0), hit_vec3_make(0, 0, 1));
    const hit_vec3 point = {0, -3, 5};
    hit_bvh* tree[2] = {NULL, NULL};
    hit_triangle hit_one[2], close_one[2];

    for (int i = 0; i < 2; i++) {
        const hit_mesh mesh = {.vertices = &model[i], .vertex_count = 3, .triangle_count = 1};
        hit_bvh_hit hit;
        hit_bvh_closest closest;
        if (hit_bvh_build_triangles(&mesh, NULL, &tree[i], NULL) != HIT_OK)
            return 1;
        if (!hit_bvh_first(tree[i], ray, NULL, &hit) || !hit_bvh_hit_triangle(tree[i], &hit, &hit_one[i]))
            return 1;
        printf("tree %d: t = %g%s\n", i, (double)hit.t,
               hit_ray_triangle_on_edge(ray, &hit_one[i]) ? ", on an edge" : "");
        if (hit_bvh_closest_points(tree[i], point, HUGE_VALF, NULL, &closest, 1) != 1 ||
            !hit_bvh_closest_triangle(tree[i], &closest, &close_one[i]))
            return 1;
        printf("        distance %g\n", (double)closest.distance);
    }

    // Equal t, or an equal distance: the lower index comes first.
    int order = hit_ray_triangle_compare(ray, &hit_one[0], &hit_one[1]);
    printf("first: triangle %u\n", order < 0 || (order == 0 && index[0] < index[1]) ? index[0] : index[1]);
    order = hit_point_triangle_compare(point, &close_one[0], &close_one[1]);
    printf("closest: triangle %u\n", order < 0 || (order == 0 && index[0] < index[1]) ? index[0] : index[1]);
    for (int i = 0; i < 2; i++)
        hit_bvh_destroy(tree[i]);
    return 0;
}
