// From a pixel to a hit, and on from there: a shadow ray and a reflection that do not hit the same triangle again.
//
// A camera gives rays of a large world (hit_dray); trees of triangles take rays of floats. hit_dray_relative makes one
// of the other. hit_bvh_leave starts the next ray: no epsilon is chosen, and none is too small or too large.
#include <hitscan/hitscan.h>
#include <stdio.h>

// A floor, and a wall at its end. The numbers are no round ones, so that points on them are rounded.
static const hit_vec3 vertices[] = {{-10, 0.1f, -10}, {10, 0.1f, -10}, {10, 0.1f, 10}, {-10, 0.1f, 10},
                                    {-10, 0, -9.7f},  {10, 0, -9.7f},  {10, 8, -9.7f}, {-10, 8, -9.7f}};
static const uint32_t indices[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7};

int main(void)
{
    const hit_mesh mesh = {vertices, 0, 8, HIT_INDEX_U32, indices, 4};
    // The matrix that the model is drawn with, column by column as in OpenGL: 100 km away from the origin.
    const double model[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 100000, 0, 0, 1};
    const hit_placement placement = hit_placement_from_doubles(model, HIT_MATRIX_COLUMNS);
    const hit_screen screen = hit_screen_make(640, 480);
    hit_view view = hit_view_look_at((hit_vec3){0, 5, 9}, (hit_vec3){0, 0, -3}, (hit_vec3){0, 1, 0});
    hit_camera camera;
    hit_error error;
    hit_bvh* tree;
    int again = 0, naive = 0, pixels = 0;

    if (hit_bvh_build_triangles(&mesh, NULL, &tree, &error) != HIT_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    if (!hit_camera_from_view(&view, placement.origin, &screen, &camera))
        return 1;

    for (int i = 0; i < 40 * 30; i++) {
        const hit_dray from_eye = hit_camera_ray(&camera, 16 * (i % 40) + 8, 16 * (i / 40) + 8);
        const hit_ray ray = hit_dray_relative(from_eye, placement.origin); // the model is not turned
        const hit_vec3 light = {0.3f, 0.9f, 0.2f};
        hit_bvh_hit hit, next;
        hit_triangle triangle;
        if (!hit_bvh_first(tree, ray, NULL, &hit) || !hit_bvh_hit_triangle(tree, &hit, &triangle))
            continue;
        pixels++;
        // Toward the light. A ray from the rounded point, without more ado, often starts below the surface.
        again += hit_bvh_first(tree, hit_bvh_leave(tree, &hit, light), NULL, &next) && next.primitive == hit.primitive;
        naive += hit_ray_triangle(hit_ray_make(hit_ray_at(ray, hit.t), light), &triangle, NULL);
    }
    printf("%d points are hit; of %d shadow rays, %d hit their own triangle again\n", pixels, pixels, again);
    printf("started at the rounded point: %s\n", naive > pixels / 4 ? "more than a quarter do" : "few do");

    // One pixel in detail: depth is measured along the camera's axis, distance from the eye.
    const hit_dray middle = hit_camera_ray(&camera, 320, 300);
    hit_bvh_hit hit;
    if (hit_bvh_first(tree, hit_dray_relative(middle, placement.origin), NULL, &hit)) {
        const hit_dvec3 point = hit_dray_at(middle, (double)hit.t);
        const hit_dray sight = hit_dray_segment(camera.eye, point);
        printf("depth %.3f, distance from the eye %.3f, along the ray %.3f\n", (double)hit.t,
               hit_camera_distance(&camera, point), hit_dray_distance(middle, (double)hit.t));
        printf("the segment to it has the length %.3f; half of it %s\n", hit_dray_distance(sight, 1.0),
               hit_bvh_any(tree, hit_dray_relative(hit_dray_clip(sight, 0, 0.5f), placement.origin), NULL)
                   ? "is blocked"
                   : "is free");
    }
    // The same matrix as a map of floats.
    const hit_mat3x4 map = hit_mat3x4_from_doubles(model, HIT_MATRIX_COLUMNS);
    printf("x moves to %g\n", (double)hit_mat3x4_point(&map, (hit_vec3){1, 0, 0}).x);
    hit_bvh_destroy(tree);
    return 0;
}
