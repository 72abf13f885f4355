// A camera with its screen: from a pixel to a ray, and from a point to a pixel.
//
// Cameras are made from the matrices that a program draws with, in the conventions of its graphics API, or from a
// hit_view. Positions are in double, so that a camera 1e7 units from the origin sees what one at the origin sees.
//
// Pixels are given as windowing systems give them to a program: in the units of its mouse events, from a corner of the
// window (hit_screen says which). A point (x, y) is a point: the pixel in column i and row j covers [i, i + 1] x
// [j, j + 1], and its centre is at (i + 0.5, j + 0.5), unless hit_screen says that whole numbers are centres.
#ifndef HITSCAN_CAMERA_H
#define HITSCAN_CAMERA_H

#include <hitscan/frustum.h>
#include <hitscan/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where pixels are. Zero everywhere but for the size is the usual: y runs downward from the upper left corner.
typedef struct hit_screen {
    float x, y;          ///< of the viewport's corner that is nearest to (0, 0), in pixels of the window
    float width, height; ///< of the viewport, above 0
    bool y_up;           ///< pixels count from the lower left corner
    bool centers;        ///< whole numbers are centres, not corners, of units of the coordinates that are given
    float pixel_ratio;   ///< pixels of the viewport per unit of the coordinates that are given; 0 means 1. With 2, a
                         ///< viewport of 800 x 600 is covered by coordinates from (0, 0) to (400, 300)
} hit_screen;

/// A screen of a size, with its upper left corner at (0, 0).
HIT_INLINE hit_screen hit_screen_make(float width, float height)
{
    hit_screen s = {0.0f, 0.0f, 0.0f, 0.0f, false, false, 0.0f};
    s.width = width;
    s.height = height;
    return s;
}

/// A camera, ready for use; filled by hit_camera_from_*.
///
/// With q = (point - eye, 1): the point is at the coordinates x·q / w·q, y·q / w·q, and is seen when w·q > 0 (a
/// perspective camera), near·q >= 0 and far·q >= 0. near·q is the depth behind the near plane, in the world's units.
/// For a perspective camera x[3] = y[3] = w[3] = 0, w has unit length, and what is behind the near plane is before the
/// eye: near_plane[3] <= 0. For an orthographic one w = (0, 0, 0, 1). All zeros make a camera that sees nothing.
typedef struct hit_camera {
    hit_dvec3 eye; ///< of an orthographic camera, some point in the middle of its near plane
    double x[4], y[4], w[4];
    double near_plane[4]; ///< (normal, offset), with a normal of unit length
    double far_plane[4];  ///< likewise; zero when there is none
    bool orthographic;
    hit_screen screen;
} hit_camera;

/// What a matrix says and in which convention; and where its world lies.
typedef struct hit_lens {
    hit_clip clip;    ///< order of the numbers, range of depths, infinite far plane
    bool y_down;      ///< clip coordinates with y = -1 are at the top of the screen, as in Vulkan
    hit_dvec3 origin; ///< the place that is the origin of the matrices' world: for programs that draw relative to the
                      ///< camera, or to a sector, in floats; else zero
} hit_lens;

/// OpenGL's: columns, depths from -1 to 1, y up.
HIT_API hit_lens hit_lens_opengl(void);
/// Vulkan's: columns, depths from 0 to 1, y down.
HIT_API hit_lens hit_lens_vulkan(void);
/// Direct3D's, of matrices for row vectors, stored by rows: depths from 0 to 1, y up.
HIT_API hit_lens hit_lens_direct3d(void);

/// A camera from the matrices that a program draws with: clip = projection·view·point.
///
/// Everything is computed in double or better, so that the camera is that of the numbers given, to a rounding, wherever
/// it is: with a translation of 1e7, floats put the eye a unit aside, and that is where this camera has it too. The
/// projection may be off-centre, oblique or sheared; its near and far planes are as its depths say. A reversed depth,
/// an infinite far plane and an orthographic projection (its last row is 0, 0, 0, w) with a negative near plane are
/// fine. A near plane that comes to lie behind the eye of a perspective camera is moved to the eye.
///
/// @param view        16 numbers: from the world to the eye; NULL is the identity
/// @param projection  16 numbers; with a NULL view it may be the product of both
/// @param lens        NULL: OpenGL's
/// @param screen      its size must be above 0
/// @param camera      filled on success, else untouched
/// @return  false when projection, screen or camera is NULL, a number is not finite, a matrix is singular (to 2^-90 of
///          its terms), the lens or the screen is not valid, or nothing is seen: there is no eye, or none within 2^100
///          of the origin; or the depths of a perspective camera are reversed and the lens says that they are not, or
///          the other way round
HIT_API bool hit_camera_from_matrices(const float view[16], const float projection[16], const hit_lens* lens,
                                      const hit_screen* screen, hit_camera* camera);

/// The same from doubles.
HIT_API bool hit_camera_from_matrices_double(const double view[16], const double projection[16], const hit_lens* lens,
                                             const hit_screen* screen, hit_camera* camera);

/// A camera from an eye and what it looks at, with a vertical field of view, or the height that an orthographic camera
/// sees: see hit_view in frustum.h. view->eye is relative to `origin`; view->width and height give way to those of the
/// screen.
///
/// @return  false when something is NULL, or not valid as hit_view says it must be
HIT_API bool hit_camera_from_view(const hit_view* view, hit_dvec3 origin, const hit_screen* screen, hit_camera* camera);

/// The ray through a point of the screen, from the near plane (t = 0) to the far plane (t = t_max).
///
/// The direction's length is such that t is the depth: the distance from the near plane along its normal, which is the
/// camera's axis. For an orthographic camera the origin moves with the point, and the direction is the same for all. A
/// point beyond the viewport is fine. For a NULL camera, or a point that is not finite or beyond what a direction in
/// float can reach, the ray is not valid and hits nothing.
///
/// The direction is rounded to float. Points of the ray are seen where the ray was asked for to 2^-24·f / cos² of a
/// pixel, f being the focal length in pixels and the cosine that of the angle to the axis: 0.0007 pixels in the corners
/// of 8192 x 8192 with 60 degrees of view. t_max is rounded up, so that what lies on the far plane is reached.
HIT_API hit_dray hit_camera_ray(const hit_camera* camera, double x, double y);

/// Where a point of the world is on the screen.
///
/// @param pixel  its coordinates, filled also when they are beyond the viewport; else untouched
/// @param depth  its depth behind the near plane, negative before it; filled as `pixel`; may be NULL
/// @return  false, with nothing filled, when the point is at or behind the eye of a perspective camera, or not finite,
///          or its pixel is not; and when camera or pixel is NULL
HIT_API bool hit_camera_project(const hit_camera* camera, hit_dvec3 point, double pixel[2], double* depth);

/// How far a point of the world is from the eye: what hit_camera_project calls depth is the part of it along the axis.
///
/// An orthographic camera has its eye infinitely far away: for one, the distance from the near plane along its rays,
/// negative before it. NaN for NULL, and for a point that is not finite.
HIT_API double hit_camera_distance(const hit_camera* camera, hit_dvec3 point);

/// How long one unit of the screen (a pixel) is in the world, at a depth behind the near plane: across the camera's
/// axis, in the middle of the view. Where pixels are not square, the side of a square of the same area. 0 for NULL, at
/// and behind the eye, and for a depth that is not finite.
HIT_API double hit_camera_pixel_size(const hit_camera* camera, double depth);

/// The frustum of a rectangle of the screen, relative to the camera's eye: for hit_scene_in_frustum(scene, camera->eye,
/// ...). The corners may be in any order. False, with nothing filled, for NULL and for what is not finite.
HIT_API bool hit_camera_frustum(const hit_camera* camera, double x0, double y0, double x1, double y1,
                                hit_frustum* frustum);

#ifdef __cplusplus
}
#endif

#endif
