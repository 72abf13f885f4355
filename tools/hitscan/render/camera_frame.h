// Where to stand so that a model fills the picture.
#ifndef TOOL_RENDER_CAMERA_FRAME_H
#define TOOL_RENDER_CAMERA_FRAME_H

#include <hitscan/camera.h>
#include <hitscan/scene.h>

/// What a camera is made from. Directions are unit vectors, at right angles to each other.
typedef struct camera_pose {
    double eye[3];
    double forward[3], side[3], up[3];
    double fov;          ///< in radians, vertically; 0: orthographic
    double ortho_height; ///< how much an orthographic camera sees vertically
    double aspect;       ///< width over height
    double near_distance, far_distance;
} camera_pose;

/// The axes of a view from a direction and what is roughly up. False when they are parallel, or one of them is zero.
bool camera_axes(camera_pose* pose, const double forward[3], const double up[3]);

/// Put the eye where all corners of a box are in view, with a margin, and no farther away than that takes.
///
/// @param at  what is in the middle of the picture; NULL: whatever lets the box fill it
void camera_frame(camera_pose* pose, hit_daabb box, const double* at);

/// Set near and far so that the box is between them. A perspective eye in the box gets a near plane just before it.
void camera_enclose(camera_pose* pose, hit_daabb box);

/// The length of the diagonal of a box.
double camera_box_size(hit_daabb box);

#endif
