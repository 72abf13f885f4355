// The images of convex shapes on the screen: how far, in pixels, the image of one is from a point.
#ifndef HITSCAN_PICK_IMAGE_H
#define HITSCAN_PICK_IMAGE_H

#include "scene/region/region.h"

#include <hitscan/camera.h>

// A camera as seen from a point of its screen. Coordinates are relative to the camera's eye.
typedef struct hit_pixel_view {
    double x[4], y[4], w[4]; ///< q is x·q / w·q and y·q / w·q pixels from the point of the screen
    double plane[2][4];      ///< what is seen lies in these: the near and the far one; zero for none
    double axis[3];          ///< of all that is seen at the point: a unit vector
} hit_pixel_view;

// Fill a pixel view. False when there is nothing to see at the point: see hit_camera_ray.
bool hit_pixel_view_make(const hit_camera* camera, double x, double y, hit_pixel_view* pixel_view);

// Where the image of a convex shape is closest to the point of the screen.
typedef struct hit_image_point {
    double off[2];   ///< from there, in pixels
    double pixels;   ///< its length; 0 when the image holds the point
    double depth;    ///< behind the near plane
    double point[3]; ///< of the shape, relative to the eye
} hit_image_point;

// Of the part of a shape between the near and the far plane: false when there is none. Distances are within 2^-36 of
// themselves, and 2^-40 of the pixels by which the image is large or away.
bool hit_image_closest(const hit_pixel_view* pixel_view, const hit_convex_shape* convex, hit_image_point* image_point);

// Fill the planes of a region by a square that holds all that is seen within `radius` pixels of the point, with the
// near and the far plane. A plane that is not there is zero.
void hit_pixel_view_square(const hit_pixel_view* pixel_view, double radius, hit_cull_region* cull_region);

// For hit_cull_region.box, with the region itself as context: by its planes alone.
hit_cull hit_cull_by_planes(const void* context, const double low[3], const double high[3]);

#endif
