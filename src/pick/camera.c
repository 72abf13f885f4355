// Cameras at work: from a pixel to a ray, from a point to a pixel.
//
// All points that are seen at (px, py) satisfy (x - px·w)·q = 0 and (y - py·w)·q = 0: two planes, whose normals have the
// direction of the ray as their cross product. The numbers are doubles relative to the eye, so nothing depends on where
// in the world the camera is, but for the one rounding of a place to double (2^-53 of its size: 1e-9 at 1e7).
//
// Precision. In double the direction is right to some 2^-50, and the ray's origin to 2^-53 of its size. The direction
// is then rounded to float, each component by up to 2^-24 of itself. With a = x - px·w and w·d = 1, an error of e in the
// direction d moves what is seen by a·e pixels, so by at most
//
//     2^-24·(|a_x·d_x| + |a_y·d_y| + |a_z·d_z|) <= 2^-24·|a|·|d|.
//
// With f the focal length in pixels (half the height of the screen over the tangent of half the field of view) and s = 1
// / cos of the angle between the ray and the camera's axis, |a| <= f·s and |d| = s. So the ray through a pixel goes
// through it to 2^-24·f·s² pixels: 0.0007 in the corners of a picture of 8192 x 8192 with 60 degrees of view, 0.0003
// in those of 3840 x 2160 with 30 degrees. Only a telescope has more: 0.03 for 8192 pixels in one degree. The rays of an
// orthographic camera are off by 2^-24·|a|·|d|·t at depth t.
//
// Cost: 50 ns a ray, 14 ns a point.
#include "pick/camera.h"

#include "shapes/outward.h"

hit_lens hit_lens_opengl(void)
{
    const hit_lens lens = {{HIT_MATRIX_COLUMNS, HIT_DEPTH_MINUS_ONE_TO_ONE, false}, false, {0.0, 0.0, 0.0}};
    return lens;
}

hit_lens hit_lens_vulkan(void)
{
    const hit_lens lens = {{HIT_MATRIX_COLUMNS, HIT_DEPTH_ZERO_TO_ONE, false}, true, {0.0, 0.0, 0.0}};
    return lens;
}

// A matrix for row vectors that is stored by rows has its numbers where one for column vectors has them by columns.
hit_lens hit_lens_direct3d(void)
{
    const hit_lens lens = {{HIT_MATRIX_COLUMNS, HIT_DEPTH_ZERO_TO_ONE, false}, false, {0.0, 0.0, 0.0}};
    return lens;
}

bool hit_camera_screen_is_valid(const hit_screen* s)
{
    return isfinite(s->x) && isfinite(s->y) && s->width > 0.0f && isfinite(s->width) && s->height > 0.0f &&
           isfinite(s->height) && s->pixel_ratio >= 0.0f && isfinite(s->pixel_ratio);
}

void hit_camera_map(const double X[4], const double Y[4], const double W[4], const hit_screen* screen, bool y_down,
                    hit_camera* camera)
{
    const double ratio = screen->pixel_ratio > 0.0f ? screen->pixel_ratio : 1.0;
    const double shift = screen->centers ? 0.5 : 0.0;
    const double half_width = 0.5 * screen->width / ratio, half_height = 0.5 * screen->height / ratio;
    const double middle_x = (screen->x + 0.5 * screen->width) / ratio - shift;
    const double middle_y = (screen->y + 0.5 * screen->height) / ratio - shift;
    const double up = screen->y_up != y_down ? half_height : -half_height;

    for (int k = 0; k < 4; k++) {
        camera->x[k] = half_width * X[k] + middle_x * W[k];
        camera->y[k] = up * Y[k] + middle_y * W[k];
        camera->w[k] = W[k];
    }
    camera->screen = *screen;
}

bool hit_camera_is_sound(const hit_camera* camera)
{
    for (int k = 0; k < 4; k++)
        if (!isfinite(camera->x[k]) || !isfinite(camera->y[k]) || !isfinite(camera->w[k]) ||
            !isfinite(camera->near_plane[k]) || !isfinite(camera->far_plane[k]))
            return false;
    return hit_dvec3_is_position(camera->eye);
}

// The normals of the two planes in which the ray through (x, y) lies.
static void ray_planes(const hit_camera* c, double x, double y, double a[4], double b[4])
{
    for (int k = 0; k < 4; k++) {
        a[k] = c->x[k] - x * c->w[k];
        b[k] = c->y[k] - y * c->w[k];
    }
}

bool hit_camera_direction(const hit_camera* c, double x, double y, double d[3])
{
    double a[4], b[4], depth;

    ray_planes(c, x, y, a, b);
    cross3(a, b, d);
    depth = dot3(c->near_plane, d);
    // The cross product points ahead or back, as the screen is mirrored or not. A perspective camera looks to w > 0; an
    // orthographic one to where depths grow.
    if (!c->orthographic && (dot3(c->w, d) > 0.0) != (depth > 0.0))
        return false;
    for (int k = 0; k < 3; k++)
        d[k] = d[k] / depth + 0.0; // + 0: no negative zeros
    return isfinite(d[0]) && isfinite(d[1]) && isfinite(d[2]);
}

void hit_camera_start(const hit_camera* c, double x, double y, const double d[3], double start[3])
{
    double a[4], b[4], along_a[3], along_b[3], det;

    if (!c->orthographic) {
        for (int k = 0; k < 3; k++)
            start[k] = -c->near_plane[3] * d[k];
        return;
    }
    // The point with a·q = b·q = near·q = 0, by the cross products of the three normals. As near·d = 1, d is the
    // first of them over the determinant.
    ray_planes(c, x, y, a, b);
    cross3(b, c->near_plane, along_a);
    cross3(c->near_plane, a, along_b);
    det = dot3(a, along_a);
    for (int k = 0; k < 3; k++)
        start[k] = -(a[3] * along_a[k] + b[3] * along_b[k]) / det - c->near_plane[3] * d[k];
}

// Where the ray from `start` along `direction`, which is that of the ray as rounded, leaves through the far plane.
// Rounded upward, so that what lies on the far plane is not lost: what is less than 2^-23 of the distance beyond it
// counts as well.
static float far_end(const hit_camera* c, const double start[3], const double direction[3])
{
    const double height = row_at(c->far_plane, start), fall = -dot3(c->far_plane, direction);

    if (!(fall > 0.0))
        return height >= 0.0 ? HUGE_VALF : -1.0f;
    return round_up(height / fall);
}

static HIT_NOINLINE void cast(const hit_camera* c, double x, double y, hit_dray* ray)
{
    double d[3], start[3];
    hit_vec3 direction;

    if (!hit_camera_direction(c, x, y, d))
        return;
    hit_camera_start(c, x, y, d, start);
    direction = hit_vec3_make((float)d[0], (float)d[1], (float)d[2]);
    if (!hit_vec3_is_finite(direction))
        return;
    ray->origin = hit_dvec3_make(c->eye.x + start[0], c->eye.y + start[1], c->eye.z + start[2]);
    ray->direction = direction;
    vec3_load(direction, d);
    ray->t_max = far_end(c, start, d);
}

hit_dray hit_camera_ray(const hit_camera* camera, double x, double y)
{
    // Without a direction: not valid.
    hit_dray ray = {{0.0, 0.0, 0.0}, {0.0f, 0.0f, 0.0f}, 0.0f, 0.0f};
    hit_fpenv saved;

    if (camera == NULL || !isfinite(x) || !isfinite(y))
        return ray;
    saved = hit_fpenv_enter();
    cast(camera, x, y, &ray);
    hit_fpenv_leave(saved);
    return ray;
}

static HIT_NOINLINE bool project(const hit_camera* c, hit_dvec3 point, double pixel[2], double* depth)
{
    const double q[3] = {point.x - c->eye.x, point.y - c->eye.y, point.z - c->eye.z};
    const double w = row_at(c->w, q), x = row_at(c->x, q) / w, y = row_at(c->y, q) / w;

    if (!(w > 0.0) || !isfinite(x) || !isfinite(y))
        return false;
    pixel[0] = x;
    pixel[1] = y;
    if (depth != NULL)
        *depth = row_at(c->near_plane, q);
    return true;
}

bool hit_camera_project(const hit_camera* camera, hit_dvec3 point, double pixel[2], double* depth)
{
    hit_fpenv saved;
    bool seen;

    if (camera == NULL || pixel == NULL)
        return false;
    saved = hit_fpenv_enter();
    seen = project(camera, point, pixel, depth);
    hit_fpenv_leave(saved);
    return seen;
}

// Across the axis, at w = 1, a pixel is a parallelogram between two pairs of lines; the length is that of a square of
// the same area. The lines are a unit apart: with g and h the parts of x and y across the axis, the area is 1 / |g×h|.
static HIT_NOINLINE double pixel_size(const hit_camera* c, double depth)
{
    const double* axis = c->orthographic ? c->near_plane : c->w;
    const double along = dot3(axis, c->near_plane);
    const double w = c->orthographic ? 1.0 : (depth - c->near_plane[3]) / along;
    double span[3], size;

    // The area of the parallelogram of x and y as seen along the axis: their parts along it do not count.
    cross3(c->x, c->y, span);
    size = w / sqrt(fabs(dot3(span, axis)));
    return size > 0.0 && isfinite(size) ? size : 0.0;
}

double hit_camera_pixel_size(const hit_camera* camera, double depth)
{
    hit_fpenv saved;
    double size;

    if (camera == NULL || !isfinite(depth))
        return 0.0;
    saved = hit_fpenv_enter();
    size = pixel_size(camera, depth);
    hit_fpenv_leave(saved);
    return size;
}
