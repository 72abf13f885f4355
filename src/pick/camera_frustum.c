// The frustum of a rectangle of a camera's screen: four planes through the eye, or along the view, and two across it.
//
// As in frustum/make.h: a plane's normal is rounded to float, and its offset is computed for the normal as rounded, so
// that the plane goes through a point where it should be met: on the near plane, or the far one. It is then off by
// 2^-24 of the distance from there. Cost: 0.4 µs.
#include "frustum/make.h"
#include "pick/camera.h"

#include "shapes/outward.h"

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
