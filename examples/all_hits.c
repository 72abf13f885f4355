// All that a ray goes through in a mesh, in order: how thick is it, and is a point inside?
//
// A ray through an edge hits both of its triangles, through a corner all that meet there: that is exact, but counts a
// crossing more than once. `unique` counts it once.
#include <hitscan/hitscan.h>
#include <stdio.h>

// A hollow body: an octahedron that reaches to 8, and in it one that reaches to 4, with its faces inward.
static const hit_vec3 vertices[12] = {
    {8, 0, 0}, {-8, 0, 0}, {0, 8, 0}, {0, -8, 0}, {0, 0, 8}, {0, 0, -8},
    {4, 0, 0}, {-4, 0, 0}, {0, 4, 0}, {0, -4, 0}, {0, 0, 4}, {0, 0, -4},
};
static const uint16_t indices[48] = {
    0, 2, 4,  2, 1, 4,  1, 3, 4,  3, 0, 4,  2, 0, 5,  1, 2, 5,  3, 1, 5,  0, 3, 5, // from outside, counter-clockwise
    8, 6, 10, 7, 8, 10, 9, 7, 10, 6, 9, 10, 6, 8, 11, 8, 7, 11, 7, 9, 11, 9, 6, 11,
};

static const hit_bvh_filter once = {.unique = true};

// In a closed mesh, a ray from a point inside crosses the surface an odd number of times.
static void look_from(const hit_bvh* tree, float x, float y, float z)
{
    const hit_ray ray = hit_ray_make(hit_vec3_make(x, y, z), hit_vec3_make(1, 0, 0));
    const uint32_t crossings = hit_bvh_count(tree, ray, &once);
    printf("(%2g, %g, %g): %2u triangles, %u crossings: %s\n", x, y, z, (unsigned)hit_bvh_count(tree, ray, NULL),
           (unsigned)crossings, crossings % 2 ? "inside" : "outside");
}

int main(void)
{
    const hit_mesh mesh = {
        .vertices = vertices,
        .vertex_count = 12,
        .index_type = HIT_INDEX_U16,
        .indices = indices,
        .triangle_count = 16,
    };
    hit_bvh_hit hits[8];
    hit_bvh* tree;

    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK)
        return 1;

    // Through corners, through edges, through faces.
    look_from(tree, -9, 0, 0);
    look_from(tree, -6, 0, 0);
    look_from(tree, 0, 0, 0);
    look_from(tree, -6, 1, 0);
    look_from(tree, -6, 1, 0.5f);
    look_from(tree, -6, 6, 0);

    // All hits, the nearest first. The number returned is that of all, also when the array is smaller.
    const hit_ray through = hit_ray_make(hit_vec3_make(-9, 1, 0), hit_vec3_make(1, 0, 0));
    const uint32_t count = hit_bvh_all(tree, through, &once, hits, 8);
    printf("through edges: %u hits\n", (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        printf("    t = %-2g triangle %-2u %s\n", hits[i].t, (unsigned)hits[i].primitive,
               hits[i].side == HIT_SIDE_FRONT ? "going in" : "going out");
    printf("the wall is %g thick there\n", hits[1].t - hits[0].t);

    // The first k: without looking further than needed.
    const uint32_t first = hit_bvh_first_k(tree, through, &once, hits, 2);
    printf("the first %u: t = %g and %g\n", (unsigned)first, hits[0].t, hits[1].t);
    hit_bvh_destroy(tree);
    return 0;
}
