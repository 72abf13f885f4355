// Large worlds: positions in double, and shapes in float about them.
//
// A float has 24 bits: 10,000 km from the origin it cannot tell a metre from the next. So what has a place in a world
// keeps it as doubles, and its shape as floats about that place. Queries only ever use differences of places, which are
// formed in double: a scene 1e7 units from the origin answers as the same scene at the origin does.
//
// Places are multiples of 2^-149 up to 2^100 in size. Finer ones are rounded to that, larger ones and NaN are refused.
#ifndef HITSCAN_WORLD_H
#define HITSCAN_WORLD_H

#include <hitscan/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// True when the coordinates are numbers of at most 2^100 in size.
HIT_INLINE bool hit_dvec3_is_position(hit_dvec3 a)
{
    return fabs(a.x) <= 0x1p100 && fabs(a.y) <= 0x1p100 && fabs(a.z) <= 0x1p100;
}

/// A ray that starts anywhere in a large world: as hit_ray, with an origin in double.
typedef struct hit_dray {
    hit_dvec3 origin;
    hit_vec3 direction; ///< of any length but zero; t counts in units of it
    float t_min, t_max; ///< both included; may be infinite
} hit_dray;

/// A ray from a point: t in [0, inf).
HIT_INLINE hit_dray hit_dray_make(hit_dvec3 origin, hit_vec3 direction)
{
    hit_dray r = {origin, direction, 0.0f, HUGE_VALF};
    return r;
}

/// A ray of floats, as one of a large world.
HIT_INLINE hit_dray hit_dray_from(hit_ray ray)
{
    hit_dray r = {hit_dvec3_from(ray.origin), ray.direction, ray.t_min, ray.t_max};
    return r;
}

/// The segment from a to b: t in [0, 1]. The direction is b - a rounded to float, so that t = 1 may miss b by 2^-24 of
/// the length; when b - a is beyond FLT_MAX, the segment hits nothing.
HIT_INLINE hit_dray hit_dray_segment(hit_dvec3 a, hit_dvec3 b)
{
    hit_dray r = {a, hit_dvec3_relative(b, a), 0.0f, 1.0f};
    return r;
}

/// The same ray, limited to [t_min, t_max] as well: the intersection of the two intervals. A NaN limits nothing.
HIT_INLINE hit_dray hit_dray_clip(hit_dray ray, float t_min, float t_max)
{
    ray.t_min = t_min > ray.t_min ? t_min : ray.t_min;
    ray.t_max = t_max < ray.t_max ? t_max : ray.t_max;
    return ray;
}

/// The same ray in floats, seen from a place: for hit_ray_* and hit_bvh_*, whose shapes are given about that place. t
/// is the same.
///
/// Each coordinate of ray.origin - origin is rounded to float. That is exact where it has at most 24 bits: where
/// `origin` is ray.origin itself, and where both are floats of a similar size. Else the ray is moved aside by up to
/// 2^-24 of its distance from `origin`; hit_scene_* do without.
HIT_INLINE hit_ray hit_dray_relative(hit_dray ray, hit_dvec3 origin)
{
    hit_ray r = {hit_dvec3_relative(ray.origin, origin), ray.direction, ray.t_min, ray.t_max};
    return r;
}

/// The distance from the origin to the point at t, with the sign of t: t·|direction|; 0 for a zero direction.
HIT_API double hit_dray_distance(hit_dray ray, double t);

/// The point at t.
HIT_INLINE hit_dvec3 hit_dray_at(hit_dray ray, double t)
{
    return hit_dvec3_make(ray.origin.x + t * (double)ray.direction.x, ray.origin.y + t * (double)ray.direction.y,
                          ray.origin.z + t * (double)ray.direction.z);
}

/// True when a ray can hit something: its origin is a place, its direction finite and not zero, t_min <= t_max, and
/// neither [t_min, t_max] is beyond infinity nor a NaN. See hit_ray_is_valid.
HIT_API bool hit_dray_is_valid(hit_dray ray);

/// Where an object is: a point p of its own space is at origin + linear·p. Any scale, shear and mirror is allowed.
///
/// A matrix of zeros stands for the identity, so that a zeroed placement is at the origin, upright and of its own size.
/// hit_placement_from_*, given a scale of zero, make the smallest there is: what has it is as good as a point.
typedef struct hit_placement {
    hit_dvec3 origin;
    float linear[3][3]; ///< by rows; the columns are the images of the x, y and z axes; zeros: the identity
} hit_placement;

/// At a place, upright and of its own size.
HIT_API hit_placement hit_placement_at(hit_dvec3 origin);

/// Of an affine matrix. NULL gives one that is not valid.
HIT_API hit_placement hit_placement_from_matrix(const hit_mat3x4* m);

/// Of the 16 numbers of a 4x4 matrix. One that is not valid for what hit_mat3x4_from_array refuses.
HIT_API hit_placement hit_placement_from_array(const float m[16], hit_matrix_order order);

/// The same from doubles: the translation is kept in double, the rest rounded to float.
HIT_API hit_placement hit_placement_from_doubles(const double m[16], hit_matrix_order order);

/// Scale, then rotate, then put in place.
HIT_API hit_placement hit_placement_from_trs(hit_dvec3 origin, hit_quat rotation, hit_vec3 scale);

/// True when the origin is a place and the matrix is finite, and at most 2^60 in size; zeros are the identity.
HIT_API bool hit_placement_is_valid(const hit_placement* placement);

#ifdef __cplusplus
}
#endif

#endif
