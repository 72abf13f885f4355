// The camera of a verb: from its options, and where to stand so that a model fills the picture.
#ifndef TOOL_RENDER_CAMERA_H
#define TOOL_RENDER_CAMERA_H

#include "cli/verb.h"
#include "model/model.h"

#include <hitscan/camera.h>
#include <hitscan/scene.h>

// ---- What is looked at ----------------------------------------------------------------------------------------------

/// What a camera is to show: the triangles of a model, or its points.
typedef struct camera_subject {
    model* model;
    const hit_task_pool* pool;
    bool points;   ///< the points of a cloud; set by camera_subject_make where there are no triangles
    hit_daabb box; ///< around all of it, never empty and never a point
    bool is_box;   ///< there is nothing to be seen, or no more than a point: the box stands for it
    bool turns;    ///< all that a turn about `axis`, through the middle of the box, sweeps over
    double axis[3];
} camera_subject;

/// Set the box of a subject, of which `model`, `pool` and `points` are given.
void camera_subject_make(camera_subject* subject);

/// The middle of the box.
void camera_subject_middle(const camera_subject* subject, double middle[3]);

/// The vertex that is farthest along a direction: of equal ones the first of the first part.
typedef struct camera_extreme {
    double value;    ///< of direction·point
    double point[3]; ///< relative to the middle of the box; unset where the subject turns
    uint32_t part, vertex;
} camera_extreme;

enum { EXTREMES_MAX = 4 };

/// Find the extremes of a subject along some directions, EXTREMES_MAX at most. The same bits for any pool, and for a
/// model and the .hit file that was made of it.
void camera_extremes(const camera_subject* subject, const double (*directions)[3], int count, camera_extreme* out);

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

/// Put the eye where all of the subject is in view, with a margin, and no farther away than that takes; and so that
/// as much is free on the left as on the right, and above as below.
///
/// @param margin  share of the picture that stays free on each side, from 0 to below 0.5
/// @param at  what is in the middle of the picture; NULL: whatever lets the subject fill it
void camera_frame(camera_pose* pose, const camera_subject* subject, double margin, const double* at);

/// Set near and far so that the box is between them. A perspective eye in the box gets a near plane just before it.
void camera_enclose(camera_pose* pose, hit_daabb box);

/// Turn eye and directions about an axis through a point, counter-clockwise seen against the axis.
void camera_turn(camera_pose* pose, const double axis[3], const double through[3], double degrees);

/// The length of the diagonal of a box.
double camera_box_size(hit_daabb box);

// ---- The options of a camera ----------------------------------------------------------------------------------------
// --camera is one of the words iso, front, back, left, right, top, bottom, which frame the whole model; or fields with
// slashes between them, none of which a shell would touch: eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES, with ortho=HEIGHT
// in place of fov for an orthographic camera, and near=, far= for distances along its axis; or a word, then fields; or
// the name or number of a camera that the file has. --view has one of the words, too.
// What is not given is as in iso: fov 45, the eye where the model just fits, near and far around it.
//
// Pixels count from the upper left corner: x to the right, y down; the middle of the first pixel is 0.5,0.5.

/// What these options set; the defaults are in CAMERA_DEFAULTS.
typedef struct camera_options {
    const char* camera; ///< --camera; NULL: not given
    int view;           ///< --view, an index of camera_view_choices; 0: not given
    const char* size;   ///< --size
    int up;             ///< --up, an index of camera_up_choices
    double margin;      ///< --margin, in percent
    uint32_t turns;     ///< in how many steps a turntable turns all around; 0: it does not
    uint32_t turn;      ///< which of these it is
} camera_options;

#define CAMERA_DEFAULTS                                                                                                \
    {                                                                                                                  \
        NULL, 0, "960x600", 0, 4.0, 0, 0                                                                               \
    }

/// "auto", "x", "y", "z", "-x", "-y", "-z": which axis of the model points up.
extern const char* const camera_up_choices[];
extern const char* const camera_view_choices[];

/// What help says of --up.
#define CAMERA_UP_HELP "which axis of the model points up: x, y, z, -x, -y or -z (as the file or its format says, or z)"

// NOLINTBEGIN(bugprone-macro-parentheses): neither a type nor a member can have parentheses.

/// The entries for a verb's table of options; `member` is the camera_options in the verb's struct of options.
#define CAMERA_OPTION_TABLE(type, member)                                                                              \
    {"--camera",                                                                                                       \
     "CAMERA",                                                                                                         \
     "iso, front, back, left, right, top, bottom; or eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES,\n"                       \
     "with ortho=HEIGHT in place of fov, and near=, far=; or the name or number, from 0, of a\n"                       \
     "camera in the file (iso: all of the model in view)",                                                             \
     OPTION_TEXT,                                                                                                      \
     offsetof(type, member.camera),                                                                                    \
     0,                                                                                                                \
     0,                                                                                                                \
     camera_view_choices + 1},                                                                                         \
        {"--view",                                                                                                     \
         "VIEW",                                                                                                       \
         "iso, front, back, left, right, top or bottom, relative to what is up; --camera may add fields (iso)",        \
         OPTION_CHOICE,                                                                                                \
         offsetof(type, member.view),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         camera_view_choices},                                                                                         \
        {"--margin",                                                                                                   \
         "PERCENT",                                                                                                    \
         "of views: how much of the picture stays free on each side, 0 to 45 (4)",                                     \
         OPTION_NUMBER,                                                                                                \
         offsetof(type, member.margin),                                                                                \
         0,                                                                                                            \
         45,                                                                                                           \
         NULL},                                                                                                        \
        {"--size",                                                                                                     \
         "WxH",                                                                                                        \
         "pixels across and down, up to 32768 each (960x600)",                                                         \
         OPTION_TEXT,                                                                                                  \
         offsetof(type, member.size),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         NULL},                                                                                                        \
    {                                                                                                                  \
        "--up", "AXIS", CAMERA_UP_HELP, OPTION_CHOICE, offsetof(type, member.up), 0, 0, camera_up_choices              \
    }

// NOLINTEND(bugprone-macro-parentheses)

/// Lines for the details of a verb's help: what pixels, views and fields are.
#define CAMERA_HELP                                                                                                    \
    "Pixels count from the upper left corner, x to the right and y down; the middle of the first is\n"                 \
    "0.5,0.5. Distances are in the units of the model.\n"                                                              \
    "\n"                                                                                                               \
    "Views put all of the model into the picture. With z up, front looks along +y, right along -x,\n"                  \
    "top along -z; with y up, front looks along -z, right along -x, top along -y. iso is from the\n"                   \
    "front, the right and above. Fields may follow a word, as in front/fov=30. near and far are along the\n"           \
    "camera's axis, and enclose the model when they are not given; ortho is the height of what is seen.\n"

/// Which way is up, and who says so.
typedef struct camera_up {
    hit_axis axis; ///< never unknown
    double direction[3];
    char text[64];    ///< "+y (glTF)"
    const char* from; ///< "option", "file" or "default"
} camera_up;

camera_up camera_find_up(const camera_options* options, const model* m);

/// The same for verbs without a camera; `choice` is an index of camera_up_choices.
camera_up camera_choose_up(int choice, const model* m);

/// "+y" and so on; "" for a number that is no axis.
const char* camera_axis_name(hit_axis axis);

/// Turn a direction of a model whose z is up into that of one where another axis is.
void camera_axis_turn(hit_axis up, const double v[3], double out[3]);

/// Make the camera.
///
/// @param verb_name  for messages
/// @param subject  what camera_subject_make made
/// @return  an exit code: EXIT_USAGE, after a message, when an option makes no sense
int camera_make(const char* verb_name, const camera_options* options, const camera_subject* subject,
                hit_camera* camera);

/// The size in pixels that --size names. Returns an exit code as camera_make does.
int camera_size(const char* verb_name, const camera_options* options, uint32_t* width, uint32_t* height);

// ---- Between the files of the camera --------------------------------------------------------------------------------

enum { CAMERA_FIELDS = 7 };

enum { FIELD_EYE, FIELD_AT, FIELD_UP, FIELD_FOV, FIELD_ORTHO, FIELD_NEAR, FIELD_FAR };

/// A view by its name; directions are those of a model whose z is up.
typedef struct camera_view {
    const char* name;
    double forward[3], up[3];
} camera_view;

/// What --camera and --view say.
typedef struct camera_spec {
    const char* verb_name;
    const char* text;
    const camera_view* view;     ///< NULL: none was named
    const hit_model_camera* own; ///< of the file; NULL: none was named
    bool given[CAMERA_FIELDS];
    double value[CAMERA_FIELDS][3];
} camera_spec;

/// Read both. False, after a message, when they make no sense.
bool camera_spec_read(camera_spec* s, const camera_options* options, const hit_model* content);

/// The view iso.
const camera_view* camera_view_default(void);

#endif
