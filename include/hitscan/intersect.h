// One ray against one shape.
//
// Every test answers for lines, rays and segments alike (see hit_ray), treats shapes as closed sets, and leaves its
// output untouched on a miss. `t` is in units of |direction|. A ray that is not valid (hit_ray_is_valid) and a shape
// that is the empty set give a miss. Nothing allocates; any number of threads may call at once.
//
// Hit or miss is *exact* for all shapes: the answer is what real arithmetic on the given floats says. For boxes,
// triangles and planes each t is the correctly rounded one (nearest, ties to even; beyond FLT_MAX it is infinite);
// for round shapes it is within 0.57 ulp. Answers do not depend on the rounding mode, on FTZ/DAZ, on the CPU or on
// the compiler. docs/tolerances.md is the whole contract, docs/how-it-works.md the idea.
//
// What has up to 32 bytes is passed by value, larger shapes (hit_obb, hit_triangle, hit_mat3x4) by pointer.
//
// Every `span` and `hit` may be NULL, to ask only whether there is a hit, which is faster.
//
// Programs that test millions of boxes or triangles one by one, without a tree, may include hitscan/inline.h besides:
// it lets the compiler inline the first stage of the two hottest tests. The answers are the same.
#ifndef HITSCAN_INTERSECT_H
#define HITSCAN_INTERSECT_H

#include <hitscan/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Intersect a ray with an axis-aligned box. Exact.
///
/// The slab method: the ray is inside the box where it is between all three pairs of planes. A ray parallel to a pair
/// is decided by comparing coordinates, not by a threshold.
///
/// @param box   min = max is a flat box and can be hit; an inverted or non-finite box cannot
/// @param span  filled on a hit, else untouched; NULL to ask only whether there is one
/// @return  true when some t in [t_min, t_max] lies in the box, touching included
HIT_API bool hit_ray_aabb(hit_ray ray, hit_aabb box, hit_span* span);

/// Intersect a ray with a triangle. Exact.
///
/// Both sides are hit. Edges and corners belong to the triangle, so a ray through a shared edge hits both of its
/// triangles, at the same t, and cannot slip between them. A ray that lies in the triangle's plane hits nothing, and
/// nothing hits a degenerate triangle.
///
/// @param triangle  NULL, or one with a NaN or infinite coordinate, cannot be hit
/// @param hit       filled on a hit, else untouched; NULL to ask only whether there is one
HIT_API bool hit_ray_triangle(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit);

/// Compare where a ray hits two triangles, by the exact t, which floats may not tell apart: the order of hit_bvh_all.
/// For hits that were found apart from each other, as those of several trees.
///
/// @return  negative when the first is hit before the second, positive when it is hit after it, 0 for exactly equal t.
///          What is not hit (as in hit_ray_triangle) comes after what is; 0 when neither is hit
HIT_API int hit_ray_triangle_compare(hit_ray ray, const hit_triangle* first, const hit_triangle* second);

/// Tell whether a ray hits a triangle on an edge or a corner. Exact: u, v or w is 0, and not only rounded to it.
///
/// @return  false for a hit inside, and for no hit (as in hit_ray_triangle)
HIT_API bool hit_ray_triangle_on_edge(hit_ray ray, const hit_triangle* triangle);

/// Start a ray on a triangle that does not hit it again: a shadow ray, a reflection, the next segment of a path.
///
/// The origin is `point`, moved along one axis by as little as floats allow until it lies strictly on the side of the
/// triangle's plane to which `direction` points. So no t >= 0 meets the plane: on that side n·(origin - v0) is not zero
/// and has the sign of n·direction, and their sum never is. Both signs are decided exactly. Where `direction` is
/// parallel to the plane, the origin lies off it, on the side where `point` is, or else before the front.
///
/// A point that is as close to the plane as its own rounding moves by at most 3 units in the last place of its largest
/// coordinate; one that is farther away, on the wrong side, is brought to the plane. Other triangles may be hit, also
/// those that share an edge.
///
/// @param triangle   a degenerate one, which no ray hits, or NULL: the origin is `point`
/// @param point      where the surface was hit: hit_triangle_at is closer to it than hit_ray_at
/// @param direction  of the new ray, of any length
/// @return  with t in [0, inf); one that is not valid where `point` or `direction` is not finite
HIT_API hit_ray hit_ray_leave_triangle(const hit_triangle* triangle, hit_vec3 point, hit_vec3 direction);

/// Intersect a ray with an oriented box. Exact for the set that hit_obb defines, whatever its axes.
///
/// @param obb   false for NULL, a negative half, or a NaN or infinity
/// @param span  filled on a hit, else untouched; may be NULL. Faces count along axis[0], axis[1], axis[2]. An
///              unbounded set (axes that do not span space) may give an infinite t_enter or t_exit, with HIT_FACE_NONE
HIT_API bool hit_ray_obb(hit_ray ray, const hit_obb* obb, hit_span* span);

/// Intersect a ray with the image of a box under any affine map: scale, shear, mirror, or all of them.
///
/// `t` is that of the given ray, so that hits of different objects can be compared. Exact for every matrix. When it
/// is singular (decided exactly) the image is flat; then a ray parallel to its plane, or within it, is a miss, and
/// nothing hits an image that is only a segment or a point.
///
/// @param m     false for NULL or a NaN or infinity
/// @param span  filled on a hit, else untouched; may be NULL. Faces are those of the box before the map; a singular
///              map gives HIT_FACE_SIDE for both
HIT_API bool hit_ray_box_affine(hit_ray ray, hit_aabb box, const hit_mat3x4* m, hit_span* span);

/// The outward unit normal, in world space, of a face that hit_ray_box_affine gave. The zero vector for HIT_FACE_NONE
/// or a number that is no face of a box; for HIT_FACE_SIDE, which a singular map gives, the normal of the flat image,
/// of either sign.
HIT_API hit_vec3 hit_box_affine_normal(const hit_mat3x4* m, int face);

/// Intersect a ray with a plane. Exact.
///
/// @param span  t_enter = t_exit is the crossing, with HIT_FACE_SIDE. A ray within the plane is a hit over its whole
///              length: [t_min, t_max], `inside`, without faces
HIT_API bool hit_ray_plane(hit_ray ray, hit_plane plane, hit_span* span);

/// Intersect a ray with a solid sphere. Hit or miss is exact, t within 0.57 ulp.
HIT_API bool hit_ray_sphere(hit_ray ray, hit_sphere sphere, hit_span* span);

/// Intersect a ray with a solid capsule. Hit or miss and the faces are exact, t within 0.57 ulp.
///
/// @param span  the faces say on which part the points lie; exactly on a seam, and where a = b, that is HIT_FACE_SIDE
HIT_API bool hit_ray_capsule(hit_ray ray, hit_capsule capsule, hit_span* span);

/// Intersect a ray with a solid cylinder with flat ends. Hit or miss and the faces are exact, t within 0.57 ulp.
///
/// @param span  on the rim, HIT_FACE_SIDE wins over an end
HIT_API bool hit_ray_cylinder(hit_ray ray, hit_cylinder cylinder, hit_span* span);

/// Intersect a ray with a disc. Hit or miss is exact, t within 0.57 ulp.
///
/// @param span  t_enter = t_exit is the crossing, with HIT_FACE_SIDE. A ray within the disc's plane, decided exactly,
///              hits along a chord: t_enter and t_exit are its ends
HIT_API bool hit_ray_disc(hit_ray ray, hit_disc disc, hit_span* span);

/// Intersect a ray with a solid cone, cut or not. Hit or miss and the faces are exact, t within 0.57 ulp.
///
/// @param cone  false for NULL
/// @param span  the faces are HIT_FACE_SIDE, HIT_FACE_END_A (the end at h_min) and HIT_FACE_END_B (at h_max); on a rim
///              and at the apex the side wins over an end. The exit of a ray that never leaves an infinite cone is
///              t_max, with HIT_FACE_NONE; so is an entry that lies infinitely far back, with t_min and `inside`
HIT_API bool hit_ray_cone(hit_ray ray, const hit_cone* cone, hit_span* span);

#ifdef __cplusplus
}
#endif

#endif
