// A hit_view, checked and as axes: for the frusta and for the cameras that are made from one.
//
// No C library has a say in what is made: sums, products, quotients and square roots only. Call under base/fpenv.h.
#ifndef HITSCAN_FRUSTUM_VIEW_H
#define HITSCAN_FRUSTUM_VIEW_H

#include "frustum/make.h"

#define HALF_PI 1.5707963267948966

// The tangent of x in (0, pi/2), to some 2^-50, with arithmetic that is the same everywhere. The series of sine and
// cosine are cut where the next term is below 2^-58 at pi/4.
static inline double tangent(double x)
{
    const bool steep = x > 0.5 * HALF_PI;
    const double a = steep ? HALF_PI - x : x, a2 = a * a;
    double sine = 0.0, cosine = 0.0;

    for (int n = 18; n > 0; n -= 2) {
        sine = 1.0 - sine * a2 / ((double)n * (n + 1));
        cosine = 1.0 - cosine * a2 / ((double)n * (n - 1));
    }
    // The loop leaves sine/a in `sine`: its last pass had n = 2, which is the factor a²/6.
    sine *= a;
    return steep ? cosine / sine : sine / cosine;
}

// Whether the limits of hit_view are kept. That `forward` and `up` span a plane is left to view_axes.
static inline bool view_is_valid(const hit_view* c)
{
    const bool ortho = c->fov_y == 0.0f;
    return hit_vec3_is_finite(c->eye) && hit_vec3_is_finite(c->forward) && hit_vec3_is_finite(c->up) &&
           c->width > 0.0f && isfinite(c->width) && c->height > 0.0f && isfinite(c->height) &&
           isfinite(c->near_plane) && c->near_plane < c->far_plane &&
           (ortho ? c->ortho_height > 0.0f && isfinite(c->ortho_height)
                  : c->near_plane > 0.0f && c->fov_y > 0.0f && c->fov_y < 2.0 * HALF_PI);
}

// Unit vectors forward, to the right and up, perpendicular to each other; false where there are none.
static inline bool view_axes(const hit_view* c, double forward[3], double side[3], double up[3])
{
    vec3_load(c->forward, forward);
    vec3_load(c->up, up);
    cross3(forward, up, side);
    if (!normalize(forward) || !normalize(side))
        return false;
    cross3(side, forward, up);
    return true;
}

#endif
