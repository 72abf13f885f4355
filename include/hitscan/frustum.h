// A view frustum against points, boxes, spheres and triangles: what a camera sees, what a marquee selects, what a
// shadow map or a portal needs.
//
// A frustum is its six planes, as floats. Constructors compute in double and round the planes once; from then on every
// answer is about these planes. Planes need not be of unit length, and the set need not look like a frustum: any
// intersection of six half-spaces will do, unbounded, flat or empty.
//
// Each question has two forms. The exact one is real arithmetic on the given floats: HIT_OUTSIDE when the two closed
// sets have no common point, HIT_INSIDE when the whole shape lies in the frustum, HIT_CROSSING otherwise, and nothing
// else. The quick one looks at one plane at a time: its HIT_OUTSIDE and HIT_INSIDE are always right, but it says
// HIT_CROSSING for shapes near a corner of the frustum that are outside, and for what is closer to a plane than its
// rounding errors.
//
// A shape that is the empty set, NULL, and a frustum with a NaN or an infinity give HIT_OUTSIDE. Answers do not depend
// on the rounding mode, on FTZ/DAZ, on the CPU, on the compiler or on earlier calls. Nothing is kept or allocated; any
// number of threads may call at once. docs/frusta.md explains the method.
#ifndef HITSCAN_FRUSTUM_H
#define HITSCAN_FRUSTUM_H

#include <hitscan/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The planes of a frustum, by their places in hit_frustum.
enum {
    HIT_FRUSTUM_LEFT = 0,
    HIT_FRUSTUM_RIGHT = 1,
    HIT_FRUSTUM_BOTTOM = 2,
    HIT_FRUSTUM_TOP = 3,
    HIT_FRUSTUM_NEAR = 4,
    HIT_FRUSTUM_FAR = 5
};

/// The points p with plane[i].normal·p >= plane[i].offset for all six planes: normals point inward.
///
/// A plane with a zero normal constrains nothing if its offset is <= 0 (a far plane at infinity is 0, 0), and makes the
/// set empty if it is above. A NaN or an infinity makes it empty too.
typedef struct hit_frustum {
    hit_plane plane[6];
} hit_frustum;

/// How a shape lies to a frustum. As a condition it is true when something may be seen.
typedef enum hit_cull {
    HIT_OUTSIDE = 0,  ///< no common point
    HIT_CROSSING = 1, ///< neither of the others
    HIT_INSIDE = 2    ///< the whole shape lies in the frustum, boundary included
} hit_cull;

// ---- Making frusta ---------------------------------------------------------------------------------------------

/// The depth that a projection gives to the near and to the far plane, after the division by w.
typedef enum hit_depth_range {
    HIT_DEPTH_MINUS_ONE_TO_ONE = 0, ///< near -1, far 1: OpenGL
    HIT_DEPTH_ZERO_TO_ONE = 1,      ///< near 0, far 1: Direct3D, Vulkan, Metal, WebGPU
    HIT_DEPTH_ONE_TO_ZERO = 2       ///< near 1, far 0: reversed depth on these
} hit_depth_range;

/// The convention of a matrix. All zeros are OpenGL's.
typedef struct hit_clip {
    hit_matrix_order order;
    hit_depth_range depth;
    bool infinite_far; ///< leave the far plane out, whatever the matrix says of it
} hit_clip;

/// The frustum of a view-projection matrix, in the space that the matrix takes points from: world space for
/// projection·view, object space for projection·view·model.
///
/// Normals are of unit length to a rounding. "Left" is x = -w and "bottom" is y = -w, whichever way a matrix turns them
/// (Vulkan's y points down). A matrix with an infinite far plane gives the plane 0, 0 there; set `infinite_far` where
/// rounding, or an epsilon against it, keeps that from being exact.
///
/// @param m     16 numbers
/// @param clip  NULL means OpenGL's
/// @param out   filled on success, else untouched
/// @return  false when m or out is NULL, a number is not finite, an enumeration has no such value, the matrix is
///          singular (decided exactly), or a plane overflows
HIT_API bool hit_frustum_from_matrix(const float m[16], const hit_clip* clip, hit_frustum* out);

/// A camera with its viewport.
typedef struct hit_view {
    hit_vec3 eye;
    hit_vec3 forward;            ///< the direction of view, of any length but zero
    hit_vec3 up;                 ///< roughly upward, of any length; not parallel to `forward`
    float fov_y;                 ///< the vertical field of view in radians, in (0, pi); 0 for an orthographic camera
    float ortho_height;          ///< how much an orthographic camera sees vertically; not used otherwise
    float width, height;         ///< of the viewport in pixels, or any two numbers of the right proportion
    float near_plane, far_plane; ///< distances along `forward`; far may be infinite. Near > 0, for an orthographic
                                 ///< camera any number below far
} hit_view;

/// A camera at `eye` that looks at `target`, with 60 degrees of view, a square viewport of 1 x 1, near 0.1, and no far
/// plane: change what is to be different. `forward` is target - eye, rounded.
HIT_API hit_view hit_view_look_at(hit_vec3 eye, hit_vec3 target, hit_vec3 up);

/// All that a camera sees.
///
/// @return  as hit_frustum_from_rectangle
HIT_API bool hit_frustum_from_view(const hit_view* view, hit_frustum* out);

/// What a camera sees within a rectangle of pixels: for a marquee, a tile or a mirror.
///
/// The corners may be given in any order. y runs downward: (0, 0) is the upper left corner of the viewport, (width,
/// height) the lower right one, and pixel (i, j) covers [i, i + 1] x [j, j + 1]. A rectangle without width or height
/// makes a flat frustum; one beyond the viewport is not clipped. The tangent of the field of view is computed with
/// sums, products and quotients only, so that no C library has a say in the planes.
///
/// @param out  filled on success, else untouched
/// @return  false when view or out is NULL, a number is not finite (but for far_plane), `forward` is zero or parallel
///          to `up`, a limit of hit_view is not kept, or a plane overflows
HIT_API bool hit_frustum_from_rectangle(const hit_view* view, float x0, float y0, float x1, float y1, hit_frustum* out);

/// The frustum with eight given corners, each rounded outward: it contains them all.
///
/// Corners are numbered by bits: bit 0 is set on the right, bit 1 at the top, bit 2 at the far end. A mirrored order is
/// fine. The near or the far end may be a single point.
///
/// @param out  filled on success, else untouched
/// @return  false when corners or out is NULL, a corner is not finite, or the corners are not those of a convex frustum
///          with a volume: one lies more than 1e-4 of the diameter beyond the plane of a face, or beside the plane of
///          its own, or the volume is less than 1e-12 of the diameter cubed
HIT_API bool hit_frustum_from_corners(const hit_vec3 corners[8], hit_frustum* out);

/// The corners of a frustum, numbered as above, computed in double and rounded; for drawing.
///
/// @param corners  filled on success, else untouched
/// @return  false when frustum or corners is NULL, or when three planes that should meet in a corner do not (an
///          infinite far plane), or meet beyond the range of float
HIT_API bool hit_frustum_corners(const hit_frustum* frustum, hit_vec3 corners[8]);

// ---- Exact -----------------------------------------------------------------------------------------------------

/// A point: HIT_INSIDE or HIT_OUTSIDE.
HIT_API hit_cull hit_frustum_point(const hit_frustum* frustum, hit_vec3 point);

/// An axis-aligned box.
HIT_API hit_cull hit_frustum_aabb(const hit_frustum* frustum, hit_aabb box);

/// An oriented box, taken as the set that hit_obb defines, whatever its axes; axes that do not span space make it the
/// empty set here.
HIT_API hit_cull hit_frustum_obb(const hit_frustum* frustum, const hit_obb* obb);

/// A solid sphere.
HIT_API hit_cull hit_frustum_sphere(const hit_frustum* frustum, hit_sphere sphere);

/// A triangle; a degenerate one is a segment or a point.
HIT_API hit_cull hit_frustum_triangle(const hit_frustum* frustum, const hit_triangle* triangle);

// ---- Quick -----------------------------------------------------------------------------------------------------

/// One plane at a time, in double: never wrongly HIT_OUTSIDE or HIT_INSIDE.
HIT_API hit_cull hit_frustum_point_quick(const hit_frustum* frustum, hit_vec3 point);

/// The quick form of hit_frustum_aabb.
HIT_API hit_cull hit_frustum_aabb_quick(const hit_frustum* frustum, hit_aabb box);

/// The quick form of hit_frustum_obb.
HIT_API hit_cull hit_frustum_obb_quick(const hit_frustum* frustum, const hit_obb* obb);

/// The quick form of hit_frustum_sphere.
HIT_API hit_cull hit_frustum_sphere_quick(const hit_frustum* frustum, hit_sphere sphere);

/// The quick form of hit_frustum_triangle.
HIT_API hit_cull hit_frustum_triangle_quick(const hit_frustum* frustum, const hit_triangle* triangle);

// ---- Many boxes ------------------------------------------------------------------------------------------------

/// Cull many boxes: hit_frustum_aabb for each, with SIMD code for those that a plane decides.
///
/// @param boxes     `count` boxes; NULL is allowed when count is 0
/// @param stride    bytes from one box to the next, at least sizeof(hit_aabb) and a multiple of 4; 0 means
///                  sizeof(hit_aabb)
/// @param met       (count + 31) / 32 words, all written: bit i % 32 of word i / 32 is set unless box i is HIT_OUTSIDE;
///                  may be NULL
/// @param inside    likewise, set when box i is HIT_INSIDE; may be NULL
/// @return  the number of boxes that are not outside; 0, with the masks cleared, when frustum or boxes is NULL or
///          stride is not valid
HIT_API uint32_t hit_frustum_aabb_mask(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count,
                                       uint32_t* met, uint32_t* inside);

/// The quick form of the same, in float: a box that it calls outside or inside is. Within 2^-19 of its largest
/// coordinate it cannot tell on which side of a plane a corner lies (hit_frustum_aabb_quick: within 2^-47), and says
/// crossing. The same bits on every CPU.
HIT_API uint32_t hit_frustum_aabb_mask_quick(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride,
                                             uint32_t count, uint32_t* met, uint32_t* inside);

#ifdef __cplusplus
}
#endif

#endif
