// A camera from what a program draws with: from a pixel to a ray, from a point to a pixel, how large a pixel is, and
// what lies in a rectangle of the screen.
#include <hitscan/hitscan.h>
#include <stdio.h>

// One camera in four forms. It stands 5 above the ground and looks along -z, with 90 degrees of view vertically, a
// screen of 800 x 600, the near plane at 1 and the far plane at 101.
static const float view[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -5, 0, 1};
static const float opengl[16] = {0.75f, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.02f, -1, 0, 0, -2.02f, 0};
static const float vulkan[16] = {0.75f, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1.01f, -1, 0, 0, -1.01f, 0};
// Direct3D looks along +z, so its view turns z over. As row vectors have it, by rows.
static const float d3d_view[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, -5, 0, 1};
static const float direct3d[16] = {0.75f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.01f, 1, 0, 0, -1.01f, 0};
// Depths from 1 to 0, without a far plane; in doubles.
static const double reversed[16] = {0.75, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0};
static const double view_d[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -5, 0, 1};

static void show(const char* name, const hit_camera* camera)
{
    const hit_dray ray = hit_camera_ray(camera, 700, 450);
    const hit_dvec3 point = hit_dray_at(ray, 10);
    double pixel[2], depth;

    printf("%-12s eye (%.1f, %.1f, %.1f), ray from (%.1f, %.1f, %.1f) along (%.1f, %.1f, %.1f), t to %.0f\n", name,
           camera->eye.x, camera->eye.y, camera->eye.z, ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x,
           ray.direction.y, ray.direction.z, ray.t_max);
    if (hit_camera_project(camera, point, pixel, &depth))
        printf("%-12s t = 10 is seen at (%.2f, %.2f), %.2f behind the near plane\n", "", pixel[0], pixel[1], depth);
}

int main(void)
{
    const hit_screen screen = hit_screen_make(800, 600); // y runs down from the upper left corner
    const hit_lens gl = hit_lens_opengl(), vk = hit_lens_vulkan(), d3d = hit_lens_direct3d();
    hit_lens vk_reversed = vk;
    hit_camera camera;

    if (hit_camera_from_matrices(view, opengl, &gl, &screen, &camera))
        show("OpenGL", &camera);
    if (hit_camera_from_matrices(view, vulkan, &vk, &screen, &camera))
        show("Vulkan", &camera);
    if (hit_camera_from_matrices(d3d_view, direct3d, &d3d, &screen, &camera))
        show("Direct3D", &camera);
    vk_reversed.clip.depth = HIT_DEPTH_ONE_TO_ZERO;
    if (hit_camera_from_matrices_double(view_d, reversed, &vk_reversed, &screen, &camera))
        show("reversed", &camera);
    // Depths that are not those of the lens are refused, not misread.
    if (!hit_camera_from_matrices_double(view_d, reversed, &vk, &screen, &camera))
        printf("reversed, with a lens that says it is not: no camera\n");

    // Without matrices, and far away: the place of the view is in double.
    hit_view v = hit_view_look_at(hit_vec3_make(0, 5, 0), hit_vec3_make(0, 5, -1), hit_vec3_make(0, 1, 0));
    v.fov_y = 1.5707963f;
    v.near_plane = 1;
    v.far_plane = 101;
    if (!hit_camera_from_view(&v, hit_dvec3_make(1e7, 0, -1e7), &screen, &camera))
        return 1;
    show("view", &camera);
    printf("a pixel is %.4f of the world at the near plane, and %.4f at a depth of 10\n",
           hit_camera_pixel_size(&camera, 0), hit_camera_pixel_size(&camera, 10));

    // A rectangle of the screen is a frustum about the eye: for culling, or for all that a scene has there.
    hit_frustum frustum;
    if (!hit_camera_frustum(&camera, 400, 0, 800, 600, &frustum))
        return 1;
    printf("on the right half of the screen: (3, 0, -10) %s, (-3, 0, -10) %s\n",
           hit_frustum_point(&frustum, hit_vec3_make(3, 0, -10)) ? "yes" : "no",
           hit_frustum_point(&frustum, hit_vec3_make(-3, 0, -10)) ? "yes" : "no");

    // An orthographic camera that sees 6 units: its rays are parallel, and each has an origin of its own.
    v.fov_y = 0;
    v.ortho_height = 6;
    v.near_plane = -10;
    if (hit_camera_from_view(&v, hit_dvec3_make(0, 0, 0), &screen, &camera))
        show("orthographic", &camera);

    // The screen of a display with two pixels per unit of the mouse, whose pixels are counted from below.
    hit_screen dense = hit_screen_make(1600, 1200);
    dense.pixel_ratio = 2;
    dense.y_up = true;
    if (hit_camera_from_matrices(view, opengl, &gl, &dense, &camera))
        show("dense, y up", &camera);
    return 0;
}
