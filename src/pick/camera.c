// Cameras: from a view, from a pixel to a ray, from a point to a pixel, from a rectangle to a frustum.
//
// All points that are seen at (px, py) satisfy (x - px·w)·q = 0 and (y - py·w)·q = 0: two planes, whose normals have
// the direction of the ray as their cross product. The numbers are doubles relative to the eye, so nothing depends on
// where in the world the camera is, but for the one rounding of a place to double (2^-53 of its size: 1e-9 at 1e7).
//
// Precision. In double the direction is right to some 2^-50, and the ray's origin to 2^-53 of its size. The direction
// is then rounded to float, each component by up to 2^-24 of itself. With a = x - px·w and w·d = 1, an error of e in
// the direction d moves what is seen by a·e pixels, so by at most
//
//     2^-24·(|a_x·d_x| + |a_y·d_y| + |a_z·d_z|) <= 2^-24·|a|·|d|.
//
// With f the focal length in pixels (half the height of the screen over the tangent of half the field of view) and s =
// 1 / cos of the angle between the ray and the camera's axis, |a| <= f·s and |d| = s. So the ray through a pixel goes
// through it to 2^-24·f·s² pixels: 0.0007 in the corners of a picture of 8192 x 8192 with 60 degrees of view, 0.0003 in
// those of 3840 x 2160 with 30 degrees. Only a telescope has more: 0.03 for 8192 pixels in one degree. The rays of an
// orthographic camera are off by 2^-24·|a|·|d|·t at depth t.
//
// Cost: 50 ns a ray, 14 ns a point.
#include "pick/camera.h"

#include "base/assert.h"
#include "frustum/make.h"
#include "frustum/view.h"
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

    HIT_ASSERT(hit_camera_screen_is_valid(screen));
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

    HIT_ASSERT(isfinite(d[0]) && isfinite(d[1]) && isfinite(d[2]));
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

static HIT_NOINLINE double distance(const hit_camera* c, hit_dvec3 point)
{
    const double q[3] = {point.x - c->eye.x, point.y - c->eye.y, point.z - c->eye.z};
    double d[3];

    if (!c->orthographic)
        return sqrt(dot3(q, q));
    // All rays of an orthographic camera have one direction, with a depth of 1.
    if (!hit_camera_direction(c, 0.0, 0.0, d))
        return NAN;
    return row_at(c->near_plane, q) * sqrt(dot3(d, d));
}

double hit_camera_distance(const hit_camera* camera, hit_dvec3 point)
{
    hit_fpenv saved;
    double length;

    if (camera == NULL || !isfinite(point.x) || !isfinite(point.y) || !isfinite(point.z))
        return NAN;
    saved = hit_fpenv_enter();
    length = distance(camera, point);
    hit_fpenv_leave(saved);
    return length;
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

// ---- A camera from a view -------------------------------------------------------------------------------------------
//
// X, Y and W are the right, the up and the forward axis over (point - eye), the first two divided by the tangents of
// half the fields of view; of an orthographic camera by half its width and height, and W is 1. The tangent is computed
// with plain arithmetic (frustum/view.h), so that the bits are the same everywhere.

static HIT_NOINLINE bool from_view(const hit_view* v, hit_dvec3 origin, const hit_screen* screen, hit_camera* out)
{
    const bool ortho = v->fov_y == 0.0f;
    const double half = ortho ? 0.5 * v->ortho_height : tangent(0.5 * v->fov_y);
    const double aspect = (double)screen->width / screen->height;
    const double ahead = ortho ? v->near_plane : 0.0; // from the view's eye to the camera's
    double forward[3], side[3], up[3], eye[3], X[4], Y[4], W[4], moved[3];
    hit_camera made;

    if (!view_is_valid(v) || !view_axes(v, forward, side, up))
        return false;
    vec3_load(v->eye, eye);
    eye[0] += origin.x;
    eye[1] += origin.y;
    eye[2] += origin.z;
    made.eye = hit_dvec3_make(eye[0] + ahead * forward[0], eye[1] + ahead * forward[1], eye[2] + ahead * forward[2]);
    // The camera's eye is rounded to a place; offsets are from where it is then.
    moved[0] = made.eye.x - eye[0];
    moved[1] = made.eye.y - eye[1];
    moved[2] = made.eye.z - eye[2];
    for (int k = 0; k < 3; k++) {
        X[k] = side[k] / (half * aspect);
        Y[k] = up[k] / half;
        W[k] = ortho ? 0.0 : forward[k];
        made.near_plane[k] = forward[k];
        made.far_plane[k] = v->far_plane < HUGE_VALF ? -forward[k] : 0.0;
    }
    X[3] = dot3(X, moved);
    Y[3] = dot3(Y, moved);
    W[3] = ortho ? 1.0 : 0.0;
    made.near_plane[3] = dot3(forward, moved) - v->near_plane;
    made.far_plane[3] = v->far_plane < HUGE_VALF ? v->far_plane - dot3(forward, moved) : 0.0;
    made.orthographic = ortho;
    hit_camera_map(X, Y, W, screen, false, &made);
    if (!hit_camera_is_sound(&made))
        return false;
    *out = made;
    return true;
}

bool hit_camera_from_view(const hit_view* view, hit_dvec3 origin, const hit_screen* screen, hit_camera* camera)
{
    hit_view shaped;
    hit_fpenv saved;
    bool done;

    if (view == NULL || screen == NULL || camera == NULL || !hit_camera_screen_is_valid(screen) ||
        !hit_dvec3_is_position(origin))
        return false;
    shaped = *view;
    shaped.width = screen->width;
    shaped.height = screen->height;
    saved = hit_fpenv_enter();
    done = from_view(&shaped, origin, screen, camera);
    hit_fpenv_leave(saved);
    return done;
}

// ---- The frustum of a rectangle of the screen -----------------------------------------------------------------------
//
// Four planes through the eye, or along the view, and two across it. As in frustum/make.h, a plane's normal is rounded
// to float, and its offset is computed for the normal as rounded, so that the plane goes through a point where it
// should be met: on the near plane, or the far one. It is then off by 2^-24 of the distance from there. Cost: 0.4 µs.

// The half-space of normal `direction`, rounded, that begins at `point`.
static hit_plane plane_through(const double direction[3], const double point[3])
{
    double n[3], terms[3];
    hit_plane plane;

    plane.normal = unit3(direction);
    vec3_load(plane.normal, n);
    for (int k = 0; k < 3; k++)
        terms[k] = n[k] * point[k];
    plane.offset = hit_sum_nearest(terms, 3);
    return plane;
}

// The half-space sign·(row - at·w) >= 0, where (x, y) is on its border. All sides of a perspective camera meet in the
// eye; those of an orthographic one are met on the near plane, in the middle of the side, so that two sides in the same
// place agree.
static hit_plane side_at(const hit_camera* c, const double row[4], double at, double sign, double x, double y,
                         const double direction[3])
{
    const hit_plane none = {{0.0f, 0.0f, 0.0f}, NAN}; // planes_store refuses it
    double n[3], point[3] = {0.0, 0.0, 0.0};

    for (int k = 0; k < 3; k++)
        n[k] = sign * (row[k] - at * c->w[k]);
    if (c->orthographic)
        hit_camera_start(c, x, y, direction, point);
    return normalize(n) ? plane_through(n, point) : none;
}

static HIT_NOINLINE bool frustum_of(const hit_camera* c, double x0, double y0, double x1, double y1, hit_frustum* out)
{
    const double x = 0.5 * (x0 + x1), y = 0.5 * (y0 + y1), up = c->screen.y_up ? 1.0 : -1.0;
    const double top = c->screen.y_up ? y1 : y0, bottom = c->screen.y_up ? y0 : y1;
    double d[3], start[3], end[3], fall;
    hit_frustum made;

    HIT_ASSERT(x0 <= x1 && y0 <= y1);
    if (!hit_camera_direction(c, x, y, d))
        return false;
    hit_camera_start(c, x, y, d, start);
    made.plane[HIT_FRUSTUM_LEFT] = side_at(c, c->x, x0, 1.0, x0, y, d);
    made.plane[HIT_FRUSTUM_RIGHT] = side_at(c, c->x, x1, -1.0, x1, y, d);
    made.plane[HIT_FRUSTUM_BOTTOM] = side_at(c, c->y, bottom, up, x, bottom, d);
    made.plane[HIT_FRUSTUM_TOP] = side_at(c, c->y, top, -up, x, top, d);
    made.plane[HIT_FRUSTUM_NEAR] = plane_through(c->near_plane, start);
    made.plane[HIT_FRUSTUM_FAR] = no_plane();
    fall = dot3(c->far_plane, d);
    if (fall != 0.0) {
        const double t = -row_at(c->far_plane, start) / fall;
        for (int k = 0; k < 3; k++)
            end[k] = start[k] + t * d[k];
        made.plane[HIT_FRUSTUM_FAR] = plane_through(c->far_plane, end);
    }
    return planes_store(&made, out);
}

bool hit_camera_frustum(const hit_camera* camera, double x0, double y0, double x1, double y1, hit_frustum* frustum)
{
    hit_fpenv saved;
    bool done;

    if (camera == NULL || frustum == NULL || !isfinite(x0) || !isfinite(y0) || !isfinite(x1) || !isfinite(y1))
        return false;
    saved = hit_fpenv_enter();
    done = frustum_of(camera, fmin(x0, x1), fmin(y0, y1), fmax(x0, x1), fmax(y0, y1), frustum);
    hit_fpenv_leave(saved);
    return done;
}
