// A cone against boxes, spheres, triangles, segments and points: what a spotlight lights, a guard sees, a brush or a
// pick cone of one pixel touches.
//
// All sets are closed. Each question has three forms: a relation (separate, touching or overlapping) with evidence that
// the caller can check; a yes or no, which is faster and always agrees with the relation; and "fully inside", for
// culling.
//
// "Separate" and "overlapping" are never wrong. The arithmetic is double with error bounds, so what lies closer to the
// border than the bounds can tell is "touching", which counts as a hit: that is a gap, or an overlap, of less than
// 1e-12 of the distance from the apex. (The distance of what comes close: the place on a box; the farthest corner of an
// oriented box, a triangle or a segment; the farthest point of a sphere; the rim of a cone wider than 45 degrees.) That
// holds for tangents up to 1e14; of wider cones, which are a half space to within the rounding of their axis, more may
// be touching. Answers do not depend on the rounding mode, on FTZ/DAZ, on the CPU, on the compiler or on earlier calls:
// nothing is kept between calls, and any number of threads may call at once. Nothing allocates.
//
// A shape that is the empty set, and NULL, is separate from everything. docs/cones.md explains the method.
#ifndef HITSCAN_CONE_H
#define HITSCAN_CONE_H

#include <hitscan/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How two sets lie to each other. As a condition, a relation is true when they meet.
typedef enum hit_relation {
    HIT_SEPARATE = 0,   ///< certainly no common point
    HIT_TOUCHING = 1,   ///< they touch, or come so close to it that double arithmetic cannot tell
    HIT_OVERLAPPING = 2 ///< certainly a common point, also after a tiny displacement
} hit_relation;

/// What a relation rests on.
typedef enum hit_feature {
    HIT_FEATURE_NONE = 0, ///< a set is empty: there is neither a point nor a plane
    HIT_FEATURE_INTERIOR, ///< the point is the middle of the shape
    HIT_FEATURE_AXIS,     ///< the point lies on the axis of the cone
    HIT_FEATURE_VERTEX,   ///< the point is corner `index` of the shape
    HIT_FEATURE_EDGE,     ///< the point lies on edge `index` of the shape
    HIT_FEATURE_FACE,     ///< the point lies on face `index` of a box (HIT_FACE_NEG_X and so on)
    HIT_FEATURE_CAP,      ///< the point lies on a flat end of the cone: `index` 0 is the end at h_min, 1 at h_max
    HIT_FEATURE_SURFACE,  ///< the point is the one of the cone that is nearest to the centre of a sphere
    HIT_FEATURE_HEIGHT, ///< the plane is perpendicular to the axis: the shape is below h_min (`index` 0) or above h_max
    HIT_FEATURE_SIDE,   ///< the plane goes through the apex, along the side of the cone
    HIT_FEATURE_RIM     ///< the plane touches the rim of the end at h_min (`index` 0) or h_max (1)
} hit_feature;

/// The evidence for a relation, in coordinates relative to the apex: x = p - apex.
///
/// Overlapping: `point` is a point of both sets, to within 2^-46 of the distance above; `height` is its height and
/// `margin` its depth below the side of the cone: height·sin - r·cos for a point at distance r from the axis. Touching:
/// the same to within 1e-12, and the margin may be a little negative.
///
/// Separate: the plane normal·x = offset has the shape on the side normal·x > offset, the cone on the other; so that
/// normal·v > offset for each corner v of the shape, and normal·c <= offset for each point c of the cone. `margin` is
/// minus the gap on both sides of the plane together (the normal is of unit length to a rounding), `point` a point of
/// the shape that is nearest to the plane and `height` its height.
///
/// Corners of boxes are numbered by bits: bit i is set at the larger end of axis i. Edges of boxes are 4·axis + j, with
/// the two bits of j for the other two axes in ascending order. Edge i of a triangle goes from corner i to the next.
typedef struct hit_cone_evidence {
    hit_relation relation;
    hit_feature feature;
    int index;
    double point[3];
    double height, margin;
    double normal[3], offset; ///< 0 unless separate
} hit_cone_evidence;

// ---- Relation and evidence -------------------------------------------------------------------------------------

/// A cone against an axis-aligned box.
///
/// @param evidence  filled always; may be NULL
HIT_API hit_relation hit_cone_aabb(const hit_cone* cone, hit_aabb box, hit_cone_evidence* evidence);

/// A cone against an oriented box, taken as the set that hit_obb defines, whatever its axes; axes that do not span
/// space make it the empty set here, and axes that are far from perpendicular make the 1e-12 larger by as much as they
/// are.
HIT_API hit_relation hit_cone_obb(const hit_cone* cone, const hit_obb* obb, hit_cone_evidence* evidence);

/// A cone against a solid sphere. The point is the centre when that is in the cone, else the point of the cone nearest
/// to it.
HIT_API hit_relation hit_cone_sphere(const hit_cone* cone, hit_sphere sphere, hit_cone_evidence* evidence);

/// A cone against a triangle; a degenerate one is a segment or a point.
HIT_API hit_relation hit_cone_triangle(const hit_cone* cone, const hit_triangle* triangle, hit_cone_evidence* evidence);

/// A cone against the segment from a to b.
HIT_API hit_relation hit_cone_segment(const hit_cone* cone, hit_vec3 a, hit_vec3 b, hit_cone_evidence* evidence);

/// A cone against a point. (hit_cone_contains decides exactly, without a "touching".)
HIT_API hit_relation hit_cone_point(const hit_cone* cone, hit_vec3 point, hit_cone_evidence* evidence);

/// The point of an evidence in the world, rounded to float: for drawing and measuring, not for a check.
HIT_INLINE hit_vec3 hit_cone_evidence_point(const hit_cone* cone, const hit_cone_evidence* evidence)
{
    return hit_vec3_make((float)((double)cone->apex.x + evidence->point[0]),
                         (float)((double)cone->apex.y + evidence->point[1]),
                         (float)((double)cone->apex.z + evidence->point[2]));
}

/// How far the cone reaches along a direction: the largest normal·x over its points x, relative to the apex. Computed
/// in double; infinite when there is no largest, -inf for an empty cone or NULL. A plane of evidence is good when this
/// is not above its offset, and normal·v is for each corner v of the shape.
HIT_API double hit_cone_reach(const hit_cone* cone, const double normal[3]);

/// "separate", "touching", "overlapping"; "unknown" for a number that is no relation.
HIT_API const char* hit_relation_name(hit_relation relation);

/// "none", "interior", "axis" and so on; "unknown" for a number that is no feature.
HIT_API const char* hit_feature_name(hit_feature feature);

// ---- Yes or no -------------------------------------------------------------------------------------------------

/// True when hit_cone_aabb does not say HIT_SEPARATE.
HIT_API bool hit_cone_meets_aabb(const hit_cone* cone, hit_aabb box);

/// True when hit_cone_obb does not say HIT_SEPARATE.
HIT_API bool hit_cone_meets_obb(const hit_cone* cone, const hit_obb* obb);

/// True when hit_cone_sphere does not say HIT_SEPARATE.
HIT_API bool hit_cone_meets_sphere(const hit_cone* cone, hit_sphere sphere);

/// True when hit_cone_triangle does not say HIT_SEPARATE.
HIT_API bool hit_cone_meets_triangle(const hit_cone* cone, const hit_triangle* triangle);

/// True when hit_cone_segment does not say HIT_SEPARATE. (For a point, hit_cone_contains in shapes.h is exact.)
HIT_API bool hit_cone_meets_segment(const hit_cone* cone, hit_vec3 a, hit_vec3 b);

// ---- Fully inside ----------------------------------------------------------------------------------------------

// The boundary counts as inside. An empty shape is inside nothing.

/// True when the whole box lies in the cone. Exact.
HIT_API bool hit_cone_contains_aabb(const hit_cone* cone, hit_aabb box);

/// True when the whole oriented box lies in the cone, or stands out by less than 1e-12 of its distance from the apex.
HIT_API bool hit_cone_contains_obb(const hit_cone* cone, const hit_obb* obb);

/// True when the whole sphere lies in the cone, or stands out by less than 1e-12 of its distance from the apex.
HIT_API bool hit_cone_contains_sphere(const hit_cone* cone, hit_sphere sphere);

/// True when the whole triangle lies in the cone. Exact.
HIT_API bool hit_cone_contains_triangle(const hit_cone* cone, const hit_triangle* triangle);

/// True when the whole segment lies in the cone. Exact.
HIT_API bool hit_cone_contains_segment(const hit_cone* cone, hit_vec3 a, hit_vec3 b);

// ---- Many boxes ------------------------------------------------------------------------------------------------

/// Tell which of many boxes a cone meets: hit_cone_meets_aabb for each, with SIMD code that decides the clear cases.
///
/// @param boxes   `count` boxes; NULL is allowed when count is 0
/// @param stride  bytes from one box to the next, at least sizeof(hit_aabb) and a multiple of 4; 0 means
///                sizeof(hit_aabb)
/// @param mask    (count + 31) / 32 words, all written: bit i % 32 of word i / 32 is set when box i is met; may be NULL
///                to count only
/// @return  the number of boxes met; 0, with the mask cleared, when boxes is NULL or stride is not valid
HIT_API uint32_t hit_cone_aabb_mask(const hit_cone* cone, const hit_aabb* boxes, size_t stride, uint32_t count,
                                    uint32_t* mask);

/// The same as a list of indices, ascending.
///
/// @param indices   room for `capacity` of them; may be NULL when capacity is 0
/// @return  the number of boxes met, which may be more than the capacity: the first `capacity` are stored then
HIT_API uint32_t hit_cone_aabb_list(const hit_cone* cone, const hit_aabb* boxes, size_t stride, uint32_t count,
                                    uint32_t* indices, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
