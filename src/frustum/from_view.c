// The frustum of a view, or of a rectangle of its picture: planes through the eye, and two across its view.
#include "frustum/view.h"

#include "shapes/outward.h"

static void scale_add(const double a[3], const double b[3], double s, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] + s * b[k];
}

// The half-space of normal `direction`, rounded, that begins at `beyond` from `point`.
static hit_plane plane_at(const double direction[3], const double point[3], double beyond)
{
    double n[3], terms[4];
    hit_plane plane;

    plane.normal = unit3(direction);
    vec3_load(plane.normal, n);
    for (int k = 0; k < 3; k++)
        terms[k] = n[k] * point[k];
    terms[3] = beyond;
    plane.offset = hit_sum_nearest(terms, 4);
    return plane;
}

static HIT_NOINLINE bool from_rectangle(const hit_view* c, const double window[4], hit_frustum* out)
{
    const double width = c->width, height = c->height, aspect = width / height;
    const double left = 2.0 * fmin(window[0], window[2]) / width - 1.0;
    const double right = 2.0 * fmax(window[0], window[2]) / width - 1.0;
    const double top = 1.0 - 2.0 * fmin(window[1], window[3]) / height;
    const double bottom = 1.0 - 2.0 * fmax(window[1], window[3]) / height;
    double eye[3], forward[3], back[3], up[3], side[3], down[3], n[3], opposite[3];
    hit_frustum made;

    if (!view_is_valid(c) || !view_axes(c, forward, side, up))
        return false;
    vec3_load(c->eye, eye);
    for (int k = 0; k < 3; k++)
        opposite[k] = -side[k], down[k] = -up[k], back[k] = -forward[k];
    if (c->fov_y == 0.0f) {
        const double half = 0.5 * c->ortho_height;
        made.plane[HIT_FRUSTUM_LEFT] = plane_at(side, eye, left * half * aspect);
        made.plane[HIT_FRUSTUM_RIGHT] = plane_at(opposite, eye, -right * half * aspect);
        made.plane[HIT_FRUSTUM_BOTTOM] = plane_at(up, eye, bottom * half);
        made.plane[HIT_FRUSTUM_TOP] = plane_at(down, eye, -top * half);
    } else {
        const double t = tangent(0.5 * c->fov_y);
        scale_add(side, forward, -left * t * aspect, n);
        made.plane[HIT_FRUSTUM_LEFT] = plane_at(n, eye, 0.0);
        scale_add(opposite, forward, right * t * aspect, n);
        made.plane[HIT_FRUSTUM_RIGHT] = plane_at(n, eye, 0.0);
        scale_add(up, forward, -bottom * t, n);
        made.plane[HIT_FRUSTUM_BOTTOM] = plane_at(n, eye, 0.0);
        scale_add(down, forward, top * t, n);
        made.plane[HIT_FRUSTUM_TOP] = plane_at(n, eye, 0.0);
    }
    made.plane[HIT_FRUSTUM_NEAR] = plane_at(forward, eye, c->near_plane);
    made.plane[HIT_FRUSTUM_FAR] = c->far_plane < HUGE_VALF ? plane_at(back, eye, -(double)c->far_plane) : no_plane();
    return planes_store(&made, out);
}

bool hit_frustum_from_rectangle(const hit_view* view, float x0, float y0, float x1, float y1, hit_frustum* out)
{
    const double window[4] = {x0, y0, x1, y1};
    hit_fpenv saved;
    bool done;

    if (view == NULL || out == NULL || !isfinite(x0) || !isfinite(y0) || !isfinite(x1) || !isfinite(y1))
        return false;
    saved = hit_fpenv_enter();
    done = from_rectangle(view, window, out);
    hit_fpenv_leave(saved);
    return done;
}

bool hit_frustum_from_view(const hit_view* view, hit_frustum* out)
{
    return view != NULL && hit_frustum_from_rectangle(view, 0.0f, 0.0f, view->width, view->height, out);
}

static HIT_NOINLINE void difference(hit_vec3 a, hit_vec3 b, hit_vec3* out)
{
    *out = hit_vec3_sub(a, b);
}

hit_view hit_view_look_at(hit_vec3 eye, hit_vec3 target, hit_vec3 up)
{
    const hit_fpenv saved = hit_fpenv_enter();
    hit_view c = {eye, {0.0f, 0.0f, 0.0f}, up, 1.04719755f, 0.0f, 1.0f, 1.0f, 0.1f, HUGE_VALF};
    difference(target, eye, &c.forward);
    hit_fpenv_leave(saved);
    return c;
}
