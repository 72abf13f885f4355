// A camera from a hit_view: an eye, the axes of its view, and how wide that is.
//
// X, Y and W are the right, the up and the forward axis over (point - eye), the first two divided by the tangents of half
// the fields of view; of an orthographic camera by half its width and height, and W is 1. The tangent is computed with
// plain arithmetic (frustum/view.h), so that the bits are the same everywhere.
#include "frustum/view.h"
#include "pick/camera.h"

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
