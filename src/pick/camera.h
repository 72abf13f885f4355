// What the files of the camera share: how a camera is made, and how it projects.
//
// A camera is three rows x, y, w over (point - eye, 1): the point is seen at x/w, y/w. They are made from the rows X,
// Y, W of a projection, whose X/W and Y/W run from -1 to 1 over the screen, by one linear map; from there on nothing
// knows of clip coordinates, viewports, corners or ratios. Call under base/fpenv.h.
#ifndef HITSCAN_PICK_CAMERA_H
#define HITSCAN_PICK_CAMERA_H

#include <hitscan/camera.h>

#include "base/fpenv.h"
#include "shapes/linear3.h"

// Whether the limits of hit_screen are kept.
bool hit_camera_screen_is_valid(const hit_screen* screen);

// Fill x, y, w and screen of a camera from the rows of a projection relative to the camera's eye. `y_down`: Y = -W is
// the top of the screen.
void hit_camera_map(const double X[4], const double Y[4], const double W[4], const hit_screen* screen, bool y_down,
                    hit_camera* camera);

// True when all the numbers of a camera are finite, and its eye is a place.
bool hit_camera_is_sound(const hit_camera* camera);

// row·(q, 1)
static inline double row_at(const double row[4], const double q[3])
{
    return dot3(row, q) + row[3];
}

// The direction of all points that are seen at (x, y), relative to the eye for a perspective camera, with a depth of 1:
// false where there is none, because the point or the camera is not finite, or because the near plane does not lie
// across this direction.
bool hit_camera_direction(const hit_camera* camera, double x, double y, double direction[3]);

// The point of the near plane that is seen at (x, y), relative to the eye; `direction` is that of hit_camera_direction.
void hit_camera_start(const hit_camera* camera, double x, double y, const double direction[3], double start[3]);

#endif
