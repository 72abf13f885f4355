// Cone coordinates: the frame in which every cone test works.
//
// The apex is the origin, the axis of the cone the third direction: a point has coordinates (x, y, h), its height h and
// its distance r = sqrt(x² + y²) from the axis. The cone is h0 <= h <= h1 and r·cosine <= h·sine. sine and cosine come
// from the tangent, so that both keep their relative precision for narrow and for wide cones.
//
// The three directions are orthonormal to 2^-51, and so everything below is computed with errors of a few 2^-53 of the
// distance from the apex; HIT_CONE_SLACK leaves room for some forty roundings. Requires the environment of
// base/fpenv.h.
#ifndef HITSCAN_CONE_FRAME_H
#define HITSCAN_CONE_FRAME_H

#include <float.h>
#include <hitscan/shapes.h>
#include <math.h>

// What double arithmetic may be wrong by, as a part of the distances that go into a sum.
#define HIT_CONE_SLACK 0x1p-47

// How far planes along the side are tilted away from the cone, so that it certainly lies behind them.
#define HIT_CONE_TILT 0x1p-47

// What a normal of unit length may be off by in double, cleared of noise or not, seen from the far rim of a wide cone.
#define HIT_CONE_LEAK 0x1p-49

typedef struct hit_cone_frame {
    double x[3], y[3], h[3]; // the directions
    double apex[3];
    double sine, cosine, secant; // secant = 1/cosine
    double h0, h1;
} hit_cone_frame;

// Add numbers up to see with one comparison whether all of them are finite.
static inline double hit_cone_size3(hit_vec3 v)
{
    return fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z);
}

static inline bool hit_cone_inputs_are_valid(const hit_cone* cone)
{
    const double axis = hit_cone_size3(cone->axis);
    return axis > 0.0 && axis + hit_cone_size3(cone->apex) + (double)cone->tangent <= DBL_MAX && cone->tangent > 0.0f &&
           cone->h_min >= 0.0f && cone->h_min <= cone->h_max && cone->h_min <= FLT_MAX;
}

// All but the directions x and y, for a cone that may be the empty set; NaN results then, or infinite ones.
static inline void hit_cone_frame_begin(const hit_cone* cone, hit_cone_frame* f)
{
    const double ax = cone->axis.x, ay = cone->axis.y, az = cone->axis.z, t = cone->tangent;
    const double scale = 1.0 / sqrt(ax * ax + ay * ay + az * az);

    f->h[0] = ax * scale, f->h[1] = ay * scale, f->h[2] = az * scale;
    f->apex[0] = cone->apex.x, f->apex[1] = cone->apex.y, f->apex[2] = cone->apex.z;
    f->secant = sqrt(1.0 + t * t);
    f->cosine = 1.0 / f->secant;
    f->sine = t * f->cosine;
    f->h0 = cone->h_min, f->h1 = cone->h_max;
}

// The directions x and y: a frame around the axis without a square root, and without cancellation, because sign and
// h[2] agree (T. Duff et al., Building an Orthonormal Basis, Revisited, 2017).
static inline void hit_cone_frame_finish(hit_cone_frame* f)
{
    const double dx = f->h[0], dy = f->h[1], dz = f->h[2], sign = dz >= 0.0 ? 1.0 : -1.0;
    const double a = -1.0 / (sign + dz), b = dx * dy * a;

    f->x[0] = 1.0 + sign * dx * dx * a, f->x[1] = sign * b, f->x[2] = -sign * dx;
    f->y[0] = b, f->y[1] = sign + dy * dy * a, f->y[2] = -dy;
}

// False when the cone is the empty set.
static inline bool hit_cone_frame_make(const hit_cone* cone, hit_cone_frame* f)
{
    if (!hit_cone_inputs_are_valid(cone))
        return false;
    hit_cone_frame_begin(cone, f);
    hit_cone_frame_finish(f);
    return true;
}

// A point or a vector in cone coordinates.
typedef struct hit_cone_vec {
    double x, y, h;
} hit_cone_vec;

static inline hit_cone_vec hit_cone_map(const hit_cone_frame* f, double x, double y, double z)
{
    const hit_cone_vec v = {f->x[0] * x + f->x[1] * y + f->x[2] * z, f->y[0] * x + f->y[1] * y + f->y[2] * z,
                            f->h[0] * x + f->h[1] * y + f->h[2] * z};
    return v;
}

static inline void hit_cone_unmap(const hit_cone_frame* f, hit_cone_vec v, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = f->x[i] * v.x + f->y[i] * v.y + f->h[i] * v.h;
}

static inline hit_cone_vec hit_cone_along(hit_cone_vec start, double t, hit_cone_vec edge)
{
    const hit_cone_vec v = {start.x + t * edge.x, start.y + t * edge.y, start.h + t * edge.h};
    return v;
}

static inline double hit_cone_size(hit_cone_vec v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.h);
}

// The depth of a point below the side of the infinite cone; negative outside.
static inline double hit_cone_margin(const hit_cone_frame* f, hit_cone_vec v)
{
    return f->sine * v.h - f->cosine * sqrt(v.x * v.x + v.y * v.y);
}

// The normal of the plane through the apex along the side of the cone in the direction (x, y), of unit length: normal·c
// < 0 for all of the cone but the apex. That is the normal of the side, (cosine, -sine), tilted a little, but not
// beyond the axis.
static inline hit_cone_vec hit_cone_side(const hit_cone_frame* f, double x, double y)
{
    const double tilted = f->cosine - HIT_CONE_TILT * f->sine, out = tilted > 0.0 ? tilted : 0.0;
    const hit_cone_vec n = {out * x, out * y, -(f->sine + HIT_CONE_TILT * f->cosine)};
    return n;
}

// How fast normal·c grows along that ruling of the side that is nearest to the normal.
static inline double hit_cone_slope(const hit_cone_frame* f, hit_cone_vec n)
{
    return n.h * f->cosine + sqrt(n.x * n.x + n.y * n.y) * f->sine;
}

// An upper bound of normal·c over the cone, for a normal of unit length; infinite when there is none. It is reached on
// that ruling, whose distances from the apex go from h0/cosine to h1/cosine.
static inline double hit_cone_support(const hit_cone_frame* f, hit_cone_vec n)
{
    const double slope = hit_cone_slope(f, n) + HIT_CONE_LEAK;
    return slope <= 0.0 ? f->h0 * f->secant * slope : f->h1 * f->secant * slope;
}

#endif
