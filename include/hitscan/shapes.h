// The shapes, and how to make, bound, move and combine them.
//
// All sets are closed: the boundary belongs to the shape, and touching is a hit. All are plain values without
// invariants to keep: a shape that makes no sense (a NaN or an infinity anywhere, a negative radius, an inverted box)
// is the empty set. Bounds are conservative: they are rounded outward, so that they contain the shape; the bounds of
// an empty shape, and of one that reaches beyond FLT_MAX, are hit_aabb_empty().
#ifndef HITSCAN_SHAPES_H
#define HITSCAN_SHAPES_H

#include <hitscan/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The points origin + t·direction with t in [t_min, t_max], both ends included.
///
/// One type serves for lines, rays and segments. `t` is in units of |direction|, which need not be 1. A NaN anywhere,
/// an infinite origin or direction, a zero direction, or no real t between t_min and t_max make a ray that hits
/// nothing.
typedef struct hit_ray {
    hit_vec3 origin;
    hit_vec3 direction;
    float t_min, t_max;
} hit_ray;

/// An axis-aligned box. min = max on an axis is a flat box, and legal; min > max on any axis is the empty set.
/// A NaN or infinite coordinate makes it empty too.
typedef struct hit_aabb {
    hit_vec3 min, max;
} hit_aabb;

/// An oriented box: the points p with |axis[i]·(p - center)| <= half[i] for i = 0, 1, 2.
///
/// Orthonormal axes make it an ordinary box. Other axes are taken at their word: the set above is what is tested,
/// exactly; `half` then counts in units of 1/|axis|, and a zero axis constrains nothing. A negative half is the empty
/// set.
typedef struct hit_obb {
    hit_vec3 center;
    hit_vec3 axis[3];
    float half[3];
} hit_obb;

/// A triangle; counter-clockwise seen from its front. Three points on a line are a triangle that no ray hits.
typedef struct hit_triangle {
    hit_vec3 v0, v1, v2;
} hit_triangle;

/// A solid sphere. Radius 0 is a point; a negative radius is the empty set.
typedef struct hit_sphere {
    hit_vec3 center;
    float radius;
} hit_sphere;

/// The points p with normal·p = offset. The normal need not be of unit length; a zero normal is the empty set.
typedef struct hit_plane {
    hit_vec3 normal;
    float offset;
} hit_plane;

/// The points within `radius` of the segment from a to b. a = b is a sphere.
typedef struct hit_capsule {
    hit_vec3 a, b;
    float radius;
} hit_capsule;

/// A solid cylinder with flat ends, of `radius` about the segment from a to b. a = b is the empty set.
typedef struct hit_cylinder {
    hit_vec3 a, b;
    float radius;
} hit_cylinder;

/// A flat round plate: the points p within `radius` of the centre with normal·(p - center) = 0.
/// The normal need not be of unit length; a zero normal is the empty set.
typedef struct hit_disc {
    hit_vec3 center;
    hit_vec3 normal;
    float radius;
} hit_disc;

/// A solid cone about a ray from its apex, cut to a range of heights. The height of a point p is
/// h = axis·(p - apex) / |axis|; it is in the cone when h is in [h_min, h_max] and p is within h·tangent of the axis.
///
/// h_min = 0 and h_max = inf is an infinite cone, h_min > 0 a frustum (a cut cone), h_min = h_max a disc. The angle is
/// held as its tangent, which is precise for a cone of one pixel and for one that is almost flat, and makes the set
/// algebraic. `axis` is of any length but zero. A tangent that is not above 0, heights other than 0 <= h_min <= h_max
/// with a finite h_min, and a NaN or infinity elsewhere make the empty set.
typedef struct hit_cone {
    hit_vec3 apex;
    hit_vec3 axis;
    float tangent; ///< of the angle between the axis and the side, which is in (0, pi/2)
    float h_min, h_max;
} hit_cone;

/// Faces of a box: 2·axis, plus 1 for the side of the larger coordinate.
enum {
    HIT_FACE_NONE = -1, ///< the end of the interval is an end of the ray, not a face
    HIT_FACE_NEG_X = 0,
    HIT_FACE_POS_X = 1,
    HIT_FACE_NEG_Y = 2,
    HIT_FACE_POS_Y = 3,
    HIT_FACE_NEG_Z = 4,
    HIT_FACE_POS_Z = 5
};

/// Parts of the surface of other shapes. No number stands for two things, so that one table can name them all.
enum {
    HIT_FACE_SIDE = 6,  ///< the curved side; the whole surface of a sphere, plane, disc or flattened box
    HIT_FACE_END_A = 7, ///< the end at a: the flat cap of a cylinder, the round one of a capsule; of a cone at h_min
    HIT_FACE_END_B = 8  ///< the end at b; of a cone at h_max
};

/// The name of a face: "-x" to "+z", "side", "end a", "end b", "none"; "unknown" for a number that is no face.
HIT_API const char* hit_face_name(int face);

/// The part of a ray that lies in a shape: t in [t_enter, t_exit], already clipped to [t_min, t_max].
///
/// `t_enter` is the answer for a solid shape, `t_exit` the answer for the surface seen from inside. When the entry
/// lies before t_min, the ray starts inside: `inside` is set, t_enter is t_min and face_enter is HIT_FACE_NONE. When
/// the exit lies beyond t_max, t_exit is t_max and face_exit is HIT_FACE_NONE. An entry at exactly t_min is an entry:
/// it has its face, and `inside` is false; a ray that starts on the face where it leaves is a hit with t_enter =
/// t_exit = t_min and `inside`. Where a ray enters through an edge or a corner, the lowest axis gives the face.
///
/// A loop that looks for the nearest of several shapes by lowering ray.t_max to each t_enter should go on with
/// `span.t_enter < ray.t_max`: t_max belongs to the ray, so an equal t is a hit again.
typedef struct hit_span {
    float t_enter, t_exit;
    int face_enter, face_exit;
    bool inside;
} hit_span;

/// Which side of a surface was hit.
typedef enum hit_side {
    HIT_SIDE_FRONT = 0, ///< the side that the normal points to
    HIT_SIDE_BACK = 1
} hit_side;

/// Where a ray meets a triangle. The point is w·v0 + u·v1 + v·v2.
typedef struct hit_triangle_hit {
    float t;
    float u, v, w; ///< barycentric coordinates: each in [0, 1], each correctly rounded on its own
    hit_side side;
} hit_triangle_hit;

// ---- Rays ------------------------------------------------------------------------------------------------------

/// The whole line through a point: t in (-inf, +inf).
HIT_INLINE hit_ray hit_line_make(hit_vec3 point, hit_vec3 direction)
{
    hit_ray r = {point, direction, -HUGE_VALF, HUGE_VALF};
    return r;
}

/// A ray from a point on: t in [0, +inf).
HIT_INLINE hit_ray hit_ray_make(hit_vec3 origin, hit_vec3 direction)
{
    hit_ray r = {origin, direction, 0.0f, HUGE_VALF};
    return r;
}

/// The segment from a to b: t in [0, 1]. The direction is b - a rounded to float, so that t = 1 may miss b
/// by a rounding; when b - a overflows, the segment hits nothing.
HIT_INLINE hit_ray hit_segment_make(hit_vec3 a, hit_vec3 b)
{
    hit_ray r = {a, {b.x - a.x, b.y - a.y, b.z - a.z}, 0.0f, 1.0f};
    return r;
}

/// The same ray, limited to [t_min, t_max] as well: the intersection of the two intervals. A NaN limits nothing.
HIT_INLINE hit_ray hit_ray_clip(hit_ray ray, float t_min, float t_max)
{
    ray.t_min = t_min > ray.t_min ? t_min : ray.t_min;
    ray.t_max = t_max < ray.t_max ? t_max : ray.t_max;
    return ray;
}

/// The point at parameter t, each coordinate computed in double and rounded once.
HIT_INLINE hit_vec3 hit_ray_at(hit_ray ray, float t)
{
    return hit_vec3_make((float)(ray.origin.x + (double)t * ray.direction.x),
                         (float)(ray.origin.y + (double)t * ray.direction.y),
                         (float)(ray.origin.z + (double)t * ray.direction.z));
}

/// The distance from the origin to the point at parameter t, with the sign of t: t·|direction|; 0 for a zero direction.
HIT_API float hit_ray_distance(hit_ray ray, float t);

/// True when a ray can hit anything: all finite but for t_min and t_max, direction not zero, t_min <= t_max, and not
/// both +inf or both -inf.
HIT_API bool hit_ray_is_valid(hit_ray ray);

/// The same ray in another object's space: origin and direction mapped, neither renormalised, t unchanged. Both are
/// rounded to float, so that what is exact for the result is not for the ray that it came from (hit_ray_box_affine
/// is). NULL, or a matrix that is not finite, gives a ray that hits nothing.
HIT_API hit_ray hit_ray_transform(hit_ray ray, const hit_mat3x4* m);

// ---- Axis-aligned boxes ----------------------------------------------------------------------------------------

/// The box with two given corners. They are not sorted: min > max stays the empty set.
HIT_INLINE hit_aabb hit_aabb_make(hit_vec3 min, hit_vec3 max)
{
    hit_aabb b = {min, max};
    return b;
}

/// The empty box (+inf, -inf): the neutral element of hit_aabb_union.
HIT_API hit_aabb hit_aabb_empty(void);

/// The box about a centre, rounded outward. A negative or non-finite half, or an overflow, gives the empty box.
HIT_API hit_aabb hit_aabb_from_center(hit_vec3 center, hit_vec3 half);

/// The smallest box around points.
///
/// @param stride  bytes from one point to the next; 0 means sizeof(hit_vec3)
/// @return  the empty box when count is 0 or points is NULL; points with a NaN or an infinity are skipped
HIT_API hit_aabb hit_aabb_from_points(const hit_vec3* points, size_t stride, size_t count);

/// True when the box is the empty set: inverted on an axis, or not finite.
HIT_API bool hit_aabb_is_empty(hit_aabb box);

/// The smallest box that contains both. An empty one adds nothing.
HIT_API hit_aabb hit_aabb_union(hit_aabb a, hit_aabb b);

/// True when the point lies in the box, boundary included. Exact.
HIT_API bool hit_aabb_contains(hit_aabb box, hit_vec3 point);

/// True when `inner` lies in `outer`; the empty box lies in every box. Exact.
HIT_API bool hit_aabb_contains_aabb(hit_aabb outer, hit_aabb inner);

/// The middle of a box, rounded once; the zero vector for an empty box.
HIT_API hit_vec3 hit_aabb_center(hit_aabb box);

/// Half the size of a box on each axis, rounded up, so that center ± half contains it to a rounding of center; zero
/// for an empty box.
HIT_API hit_vec3 hit_aabb_half(hit_aabb box);

/// The area of the surface; 0 for an empty box.
HIT_API float hit_aabb_area(hit_aabb box);

/// The smallest box of floats that contains the image of a box under an affine map. Empty for an empty box, a matrix
/// that is NULL or not finite, or a result that overflows.
HIT_API hit_aabb hit_aabb_transform(hit_aabb box, const hit_mat3x4* m);

/// The outward unit normal of a face; the zero vector for HIT_FACE_NONE or a number that is no face.
HIT_API hit_vec3 hit_aabb_normal(int face);

// ---- Oriented boxes --------------------------------------------------------------------------------------------

/// An oriented box from its centre, rotation and half sizes.
HIT_API hit_obb hit_obb_make(hit_vec3 center, hit_quat rotation, hit_vec3 half);

/// The image of a box under a matrix that first scales along the box's axes, then rotates, mirrors and moves.
///
/// @param obb  filled on success, else untouched; the axes are unit vectors to a rounding
/// @return  false when the box is empty, m or obb is NULL, m is not finite, a column is zero, the result overflows, or
///          two columns are not perpendicular to within 1e-5 (shear): use hit_ray_box_affine for these
HIT_API bool hit_obb_from_aabb_matrix(hit_aabb box, const hit_mat3x4* m, hit_obb* obb);

/// True when the point lies in the box, boundary included. Exact for the set that hit_obb defines; false for NULL.
HIT_API bool hit_obb_contains(const hit_obb* obb, hit_vec3 point);

/// A box that contains an oriented box; also empty when it is unbounded (axes that do not span space) or NULL.
HIT_API hit_aabb hit_obb_bounds(const hit_obb* obb);

/// The outward unit normal of a face; the zero vector for HIT_FACE_NONE, a number that is no face, or NULL.
HIT_API hit_vec3 hit_obb_normal(const hit_obb* obb, int face);

// ---- The others ------------------------------------------------------------------------------------------------

/// A triangle from its corners.
HIT_INLINE hit_triangle hit_triangle_make(hit_vec3 v0, hit_vec3 v1, hit_vec3 v2)
{
    hit_triangle t = {v0, v1, v2};
    return t;
}

/// The unit normal (v1 - v0)×(v2 - v0), computed in double; the zero vector for a degenerate triangle or NULL.
HIT_API hit_vec3 hit_triangle_normal(const hit_triangle* triangle);

/// The smallest box around a triangle; empty when a corner is not finite or for NULL.
HIT_API hit_aabb hit_triangle_bounds(const hit_triangle* triangle);

/// The point w·v0 + u·v1 + v·v2, summed in double and rounded once; NaN for NULL.
HIT_API hit_vec3 hit_triangle_at(const hit_triangle* triangle, float u, float v, float w);

/// The image of a triangle under an affine map; NaN for NULL.
HIT_API hit_triangle hit_triangle_transform(const hit_triangle* triangle, const hit_mat3x4* m);

/// A sphere from centre and radius.
HIT_INLINE hit_sphere hit_sphere_make(hit_vec3 center, float radius)
{
    hit_sphere s = {center, radius};
    return s;
}

/// A sphere around points: centre of their box, radius to the farthest, rounded up. Points that are not finite are
/// skipped. Radius -1 (empty) for no points, or when the radius overflows.
///
/// @param stride  bytes from one point to the next; 0 means sizeof(hit_vec3)
HIT_API hit_sphere hit_sphere_from_points(const hit_vec3* points, size_t stride, size_t count);

/// True when the point lies in the sphere, boundary included. Exact.
HIT_API bool hit_sphere_contains(hit_sphere sphere, hit_vec3 point);

/// A box that contains the sphere.
HIT_API hit_aabb hit_sphere_bounds(hit_sphere sphere);

/// The outward unit normal at a point of the surface; the zero vector at the centre.
HIT_API hit_vec3 hit_sphere_normal(hit_sphere sphere, hit_vec3 point);

/// The plane through a point; `normal` need not be of unit length. The offset is rounded once.
HIT_API hit_plane hit_plane_make(hit_vec3 point, hit_vec3 normal);

/// The unit normal of a plane; the zero vector for a zero or non-finite normal.
HIT_API hit_vec3 hit_plane_normal(hit_plane plane);

/// The plane through three points, with the normal (b - a)×(c - a), scaled by a power of two where that would be very
/// large or very small. Points on a line give a zero normal, the empty set.
HIT_API hit_plane hit_plane_from_points(hit_vec3 a, hit_vec3 b, hit_vec3 c);

/// The signed distance of a point, positive on the normal's side, computed in double; 0 for a zero normal.
HIT_API float hit_plane_distance(hit_plane plane, hit_vec3 point);

/// A capsule from the ends of its segment and its radius.
HIT_INLINE hit_capsule hit_capsule_make(hit_vec3 a, hit_vec3 b, float radius)
{
    hit_capsule c = {a, b, radius};
    return c;
}

/// A box that contains the capsule.
HIT_API hit_aabb hit_capsule_bounds(hit_capsule capsule);

/// The outward unit normal at a point of the surface; the zero vector on the axis, or for a point that is not finite.
HIT_API hit_vec3 hit_capsule_normal(hit_capsule capsule, hit_vec3 point);

/// A cylinder from the centres of its ends and its radius.
HIT_INLINE hit_cylinder hit_cylinder_make(hit_vec3 a, hit_vec3 b, float radius)
{
    hit_cylinder c = {a, b, radius};
    return c;
}

/// A box that contains the cylinder.
HIT_API hit_aabb hit_cylinder_bounds(hit_cylinder cylinder);

/// The outward unit normal at a point of the surface, on the given face (HIT_FACE_SIDE, _END_A or _END_B); the zero
/// vector for another face, on the axis, or for a point that is not finite.
HIT_API hit_vec3 hit_cylinder_normal(hit_cylinder cylinder, int face, hit_vec3 point);

/// A disc from its centre, its normal and its radius.
HIT_INLINE hit_disc hit_disc_make(hit_vec3 center, hit_vec3 normal, float radius)
{
    hit_disc d = {center, normal, radius};
    return d;
}

/// A box that contains the disc.
HIT_API hit_aabb hit_disc_bounds(hit_disc disc);

/// The unit normal of a disc; the zero vector for a zero or non-finite normal.
HIT_API hit_vec3 hit_disc_normal(hit_disc disc);

// ---- Cones -----------------------------------------------------------------------------------------------------

/// An infinite cone. What is outside these limits makes the empty set.
///
/// @param half_angle  the angle between the axis and the side in radians, in (0, pi/2); 1e-7 and less is fine
HIT_API hit_cone hit_cone_make(hit_vec3 apex, hit_vec3 axis, float half_angle);

/// An infinite cone from the tangent of its half-angle.
HIT_API hit_cone hit_cone_from_tan(hit_vec3 apex, hit_vec3 axis, float tangent);

/// An infinite cone from the sine of its half-angle, in (0, 1).
HIT_API hit_cone hit_cone_from_sin(hit_vec3 apex, hit_vec3 axis, float sine);

/// An infinite cone from the cosine of its half-angle, in (0, 1). Below 3e-4 radians a float has no cosine but 1, which
/// is the empty set: use hit_cone_make or hit_cone_from_tan there.
HIT_API hit_cone hit_cone_from_cos(hit_vec3 apex, hit_vec3 axis, float cosine);

/// The cone frustum between a disc about a and a disc about b; one radius may be 0, which makes a pointed cone. The
/// apex is rounded to float, so that the ends lie within a few roundings of it from the given ones.
///
/// @return  the empty set when the radii are equal (a cylinder), negative or not finite, when a = b, or when the apex,
///          the tangent or a height is no finite float
HIT_API hit_cone hit_cone_from_radii(hit_vec3 a, float radius_a, hit_vec3 b, float radius_b);

/// The same cone, limited to [h_min, h_max] as well: the intersection of the two intervals. A NaN limits nothing.
HIT_INLINE hit_cone hit_cone_clip(hit_cone cone, float h_min, float h_max)
{
    cone.h_min = h_min > cone.h_min ? h_min : cone.h_min;
    cone.h_max = h_max < cone.h_max ? h_max : cone.h_max;
    return cone;
}

/// True when the cone is not the empty set.
HIT_API bool hit_cone_is_valid(const hit_cone* cone);

/// The half-angle in radians; 0 for an empty cone.
HIT_API float hit_cone_half_angle(const hit_cone* cone);

/// True when the point lies in the cone, boundary included. Exact; false for NULL.
HIT_API bool hit_cone_contains(const hit_cone* cone, hit_vec3 point);

/// A box that contains the cone; empty also for an infinite cone or NULL.
HIT_API hit_aabb hit_cone_bounds(const hit_cone* cone);

/// The outward unit normal at a point of the surface, on the given face: HIT_FACE_SIDE, _END_A (the end at h_min) or
/// _END_B (the end at h_max). The zero vector for another face, on the axis for the side, or for an empty cone.
HIT_API hit_vec3 hit_cone_normal(const hit_cone* cone, int face, hit_vec3 point);

#ifdef __cplusplus
}
#endif

#endif
