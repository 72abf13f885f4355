// The closest objects of a scene: what to snap to, how far a wall is, which things are near by. Each object is looked
// at as it stands, turned, scaled or sheared; solids are at distance 0 from within.
#include <hitscan/hitscan.h>
#include <stdio.h>

static bool is_not(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

int main(void)
{
    // A flat roof of two triangles, leaning: a mesh under a matrix that is no rotation.
    const hit_vec3 vertices[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const hit_mesh mesh = {
        .vertices = vertices,
        .vertex_count = 4,
        .index_type = HIT_INDEX_U32,
        .indices = indices,
        .triangle_count = 2,
    };
    const hit_vec3 wire[] = {{-5, 0, 6}, {0, 0, 5}, {5, 0, 6}};
    hit_object box = hit_object_at((hit_dvec3){0, 0, 0}), ball = hit_object_at((hit_dvec3){6, 0, 0}), roof,
               line = hit_object_at((hit_dvec3){0, 0, 0});
    hit_scene_closest found[4];
    hit_id ids[4];
    hit_scene* scene;
    hit_bvh* tree;

    roof = hit_object_at((hit_dvec3){0, 6, 2});
    roof.placement.linear[0][0] = 3.0f; // 6 wide,
    roof.placement.linear[2][1] = 1.0f; // and it climbs at 45 degrees
    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK || hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    hit_scene_add_box(scene, &box, (hit_aabb){{-1, -1, -1}, {1, 1, 1}}, &ids[0], NULL);
    hit_scene_add_sphere(scene, &ball, (hit_sphere){{0, 0, 0}, 2.0f}, &ids[1], NULL);
    hit_scene_add_mesh(scene, &roof, tree, &ids[2], NULL);
    hit_scene_add_polyline(scene, &line, wire, 0, 3, 0.0f, &ids[3], NULL);
    if (hit_scene_commit(scene, NULL, NULL) != HIT_OK)
        return 1;

    // All of them, the closest first.
    static const char* const names[4] = {"box", "ball", "roof", "wire"};
    const hit_dvec3 spots[] = {{3, 0, 0}, {0, 5, 4}, {0.5, 0.25, 0}};
    for (int s = 0; s < 3; s++) {
        const uint32_t n = hit_scene_closest_points(scene, spots[s], HUGE_VAL, NULL, found, 4);
        printf("from (%g, %g, %g):\n", spots[s].x, spots[s].y, spots[s].z);
        for (uint32_t i = 0; i < n; i++)
            for (int k = 0; k < 4; k++)
                if (ids[k] == found[i].id)
                    printf("  %-4s %-8.6g at (%.6g, %.6g, %.6g), part %u\n", names[k], found[i].distance,
                           found[i].point.x, found[i].point.y, found[i].point.z, (unsigned)found[i].primitive);
    }

    // The nearest neighbour of the box that is no more than 4 away; not the box itself.
    const hit_scene_filter others = {.accept = is_not, .accept_context = &ids[0]};
    const uint32_t n = hit_scene_closest_points(scene, (hit_dvec3){1, 0, 0}, 4.0, &others, found, 4);
    printf("%u others within 4 of the side of the box\n", (unsigned)n);
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
    return 0;
}
