// The closest point on a mesh: snap to a surface, measure a distance, find the neighbours of a point. Which triangles
// are closest, and in which order, is exact; so is the last bit of the distance.
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    // A pyramid: four corners on the floor, one at the top.
    const hit_vec3 vertices[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {0, 6, 0}, {3, 3, 3}};
    const uint32_t indices[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 2, 1, 0, 3, 2};
    const hit_mesh mesh = {
        .vertices = vertices,
        .vertex_count = 5,
        .index_type = HIT_INDEX_U32,
        .indices = indices,
        .triangle_count = 6,
    };
    const struct {
        const char* name;
        hit_vec3 point;
    } probes[] = {
        {"above the top", {3, 3, 8}},  {"beside a slope", {3, 0, 2}}, {"off a corner", {-3, -4, 0}},
        {"below an edge", {3, 0, -4}}, {"inside", {3, 3, 1}},         {"on a slope", {3, 1, 1}},
    };
    hit_bvh_closest found[3];
    hit_bvh* tree;

    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK)
        return 1;
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        // No limit, the one closest triangle. Where several are as close, as at the top, it is the first of them.
        hit_bvh_closest_points(tree, probes[i].point, HUGE_VALF, NULL, found, 1);
        printf("%-14s  distance %-8.6g triangle %u at (%g, %g, %g)\n", probes[i].name, (double)found[0].distance,
               (unsigned)found[0].primitive, (double)found[0].point.x, (double)found[0].point.y,
               (double)found[0].point.z);
    }

    // The weights of the corners carry other things over: a colour, a texture coordinate, a normal.
    hit_bvh_closest_points(tree, (hit_vec3){3, 0, 2}, HUGE_VALF, NULL, found, 1);
    printf("weights: w %g, u %g, v %g\n", (double)found[0].w, (double)found[0].u, (double)found[0].v);

    // The three closest, but none farther than 2.5.
    const hit_vec3 near_the_rim = {3, 0.5f, 0};
    const uint32_t n = hit_bvh_closest_points(tree, near_the_rim, 2.5f, NULL, found, 3);
    printf("%u triangles within 2.5:", (unsigned)n);
    for (uint32_t i = 0; i < n; i++)
        printf(" %u (%.6g)", (unsigned)found[i].primitive, (double)found[i].distance);
    printf("\n");
    hit_bvh_destroy(tree);
    return 0;
}
