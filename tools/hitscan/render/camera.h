// The camera of a verb: from its options, and where to stand so that a model fills the picture.
#ifndef TOOL_RENDER_CAMERA_H
#define TOOL_RENDER_CAMERA_H

#include "cli/verb.h"

#include <hitscan/camera.h>
#include <hitscan/scene.h>

// ---- Where to stand -------------------------------------------------------------------------------------------------

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

// ---- The options --camera, --size and --up --------------------------------------------------------------------------
// The camera of a verb, from its options: `--camera`, `--size` and `--up`.
//
// --camera is one of the words iso, front, back, left, right, top, bottom, which frame the whole model; or fields with
// slashes between them, none of which a shell would touch: eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES, with ortho=HEIGHT
// in place of fov for an orthographic camera, and near=, far= for distances along its axis; or a word, then fields.
// What is not given is as in iso: fov 45, the eye where the model just fits, near and far around it.
//
// Pixels count from the upper left corner: x to the right, y down; the middle of the first pixel is 0.5,0.5.

/// What these options set; the defaults are in CAMERA_DEFAULTS.
typedef struct camera_options {
    const char* camera; ///< --camera
    const char* size;   ///< --size
    int up;             ///< --up, an index of camera_up_choices
} camera_options;

#define CAMERA_DEFAULTS                                                                                                \
    {                                                                                                                  \
        "iso", "960x600", 1                                                                                            \
    }

/// "y", "z": which axis of the model points up.
extern const char* const camera_up_choices[];

// NOLINTBEGIN(bugprone-macro-parentheses): neither a type nor a member can have parentheses.

/// The entries for a verb's table of options; `member` is the camera_options in the verb's struct of options.
#define CAMERA_OPTION_TABLE(type, member)                                                                              \
    {"--camera",                                                                                                       \
     "CAMERA",                                                                                                         \
     "iso, front, back, left, right, top, bottom; or eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES,\n"                       \
     "with ortho=HEIGHT in place of fov, and near=, far= (iso: all of the model in view)",                             \
     OPTION_TEXT,                                                                                                      \
     offsetof(type, member.camera),                                                                                    \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL},                                                                                                            \
        {"--size",                                                                                                     \
         "WxH",                                                                                                        \
         "pixels across and down, up to 32768 each (960x600)",                                                         \
         OPTION_TEXT,                                                                                                  \
         offsetof(type, member.size),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         NULL},                                                                                                        \
    {                                                                                                                  \
        "--up", "AXIS", "which axis of the model points up, y or z (z)", OPTION_CHOICE, offsetof(type, member.up), 0,  \
            0, camera_up_choices                                                                                       \
    }

// NOLINTEND(bugprone-macro-parentheses)

/// Lines for the details of a verb's help: what pixels, views and fields are.
#define CAMERA_HELP                                                                                                    \
    "Pixels count from the upper left corner, x to the right and y down; the middle of the first is\n"                 \
    "0.5,0.5. Distances are in the units of the model.\n"                                                              \
    "\n"                                                                                                               \
    "Named views put all of the model into the picture. With z up, front looks along +y, right along\n"                \
    "-x, top along -z; with y up, front looks along -z, right along -x, top along -y. iso is from the\n"               \
    "front, the right and above. Fields may follow a word, as in front/fov=30. near and far are along the\n"           \
    "camera's axis, and enclose the model when they are not given; ortho is the height of what is seen.\n"

/// Make the camera.
///
/// @param verb_name  for messages
/// @param bounds  of the model; when it is empty, a cube about the origin stands for it
/// @return  an exit code: EXIT_USAGE, after a message, when an option makes no sense
int camera_make(const char* verb_name, const camera_options* options, hit_daabb bounds, hit_camera* camera);

/// The size in pixels that --size names. Returns an exit code as camera_make does.
int camera_size(const char* verb_name, const camera_options* options, uint32_t* width, uint32_t* height);

#endif
