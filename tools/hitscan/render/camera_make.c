// Makes the camera of a verb: of what its options say, and of what there is to be seen.
#include "render/camera.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZE_LIMIT = 32768 };

static const double DEFAULT_FOV = 45.0;
static const double COORDINATE_MAX = 1e29; // cameras end at 2^100, about 1e30, and stand some diagonals away
static const double DEGREE = 3.14159265358979323846 / 180.0;

// There is no camera: by the fault of the model, or of what the options say.
static int no_camera(const camera_spec* s, hit_daabb box)
{
    const double low = fmin(box.min.x, fmin(box.min.y, box.min.z)), high = fmax(box.max.x, fmax(box.max.y, box.max.z));
    if (fmax(-low, high) <= COORDINATE_MAX) {
        print_error("%s: --camera: there is no such camera: a number is too large or too small", s->verb_name);
        return EXIT_USAGE;
    }
    print_error(
        "%s: the model is too large or too far away for a camera: it reaches to %.3g, and %g is the most; scale "
        "or move it",
        s->verb_name, fmax(-low, high), COORDINATE_MAX);
    return EXIT_BAD_INPUT;
}

// Stand where a camera of the file stands, and look as it does.
static int take_own(const camera_spec* s, hit_daabb box, camera_pose* pose)
{
    const hit_placement* p = &s->own->placement;
    double forward[3], up[3];
    bool identity = true;
    for (int k = 0; k < 3; k++)
        identity &= p->linear[k][0] == 0.0f && p->linear[k][1] == 0.0f && p->linear[k][2] == 0.0f;
    for (int k = 0; k < 3; k++) {
        forward[k] = identity ? -(double)(k == 2) : -(double)p->linear[k][2];
        up[k] = identity ? (double)(k == 1) : (double)p->linear[k][1];
    }
    pose->eye[0] = p->origin.x;
    pose->eye[1] = p->origin.y;
    pose->eye[2] = p->origin.z;
    if (!camera_axes(pose, forward, up))
        return no_camera(s, box);
    if (!s->given[FIELD_FOV] && !s->given[FIELD_ORTHO]) {
        pose->fov = s->own->is_orthographic ? 0.0 : s->own->y_fov;
        pose->ortho_height = 2.0 * s->own->y_extent;
        // In a picture that is narrower than the camera's own, nothing that it shows is lost: there is more above and
        // below.
        if (s->own->aspect > pose->aspect) {
            pose->fov = 2.0 * atan(tan(0.5 * pose->fov) * s->own->aspect / pose->aspect);
            pose->ortho_height *= s->own->aspect / pose->aspect;
        }
    }
    return EXIT_OK;
}

static int aim(const camera_spec* s, const camera_options* options, const camera_subject* subject, hit_axis axis,
               camera_pose* pose)
{
    const camera_view* view = s->view ? s->view : camera_view_default();
    double center[3], forward[3], up[3], instead[3];
    const double* at = s->given[FIELD_AT] ? s->value[FIELD_AT] : center;
    camera_subject_middle(subject, center);
    camera_axis_turn(axis, view->forward, forward);
    camera_axis_turn(axis, view->up, up);
    camera_axis_turn(axis, (const double[3]){0.0, 1.0, 0.0}, instead); // for an eye right above or below
    if (s->given[FIELD_EYE]) {
        for (int k = 0; k < 3; k++)
            forward[k] = at[k] - s->value[FIELD_EYE][k];
        if (forward[0] == 0.0 && forward[1] == 0.0 && forward[2] == 0.0) {
            if (s->given[FIELD_AT])
                print_error("%s: --camera: eye and at are the same point", s->verb_name);
            else
                print_error("%s: --camera: the eye is in the very middle of the model; give at=X,Y,Z", s->verb_name);
            return EXIT_USAGE;
        }
    }
    if (s->given[FIELD_UP] && !camera_axes(pose, forward, s->value[FIELD_UP])) {
        print_error("%s: --camera: up must be neither zero nor parallel to the direction of view", s->verb_name);
        return EXIT_USAGE;
    }
    if (!s->given[FIELD_UP] && !camera_axes(pose, forward, up) && !camera_axes(pose, forward, instead))
        return no_camera(s, subject->box);
    if (s->given[FIELD_EYE])
        memcpy(pose->eye, s->value[FIELD_EYE], sizeof pose->eye);
    else
        camera_frame(pose, subject, 0.01 * options->margin, s->given[FIELD_AT] ? s->value[FIELD_AT] : NULL);
    return EXIT_OK;
}

// Near and far planes are rounded outward.
static float float_below(double x)
{
    const float f = (float)x;
    return (double)f > x ? nextafterf(f, -HUGE_VALF) : f;
}

static float float_above(double x)
{
    const float f = (float)x;
    return (double)f < x ? nextafterf(f, HUGE_VALF) : f;
}

static int set_depths(const camera_spec* s, hit_daabb box, camera_pose* pose)
{
    camera_enclose(pose, box);
    if (s->own) {
        pose->near_distance = s->own->near_z > 0.0 || pose->fov == 0.0 ? s->own->near_z : pose->near_distance;
        pose->far_distance = s->own->far_z < DBL_MAX ? s->own->far_z : fmax(pose->far_distance, 2.0 * s->own->near_z);
    }
    if (s->given[FIELD_NEAR]) {
        pose->near_distance = s->value[FIELD_NEAR][0];
        if (!s->given[FIELD_FAR] && !(pose->near_distance < pose->far_distance)) // beyond the model: nothing is seen
            pose->far_distance = pose->near_distance + fabs(pose->near_distance) + camera_box_size(box);
    }
    if (s->given[FIELD_FAR]) {
        pose->far_distance = s->value[FIELD_FAR][0];
        if (!s->given[FIELD_NEAR] && !(pose->near_distance < pose->far_distance)) // before the model
            pose->near_distance =
                pose->fov > 0.0 ? 0.5 * pose->far_distance : pose->far_distance - fabs(pose->far_distance) - 1.0;
    }
    if (!(float_below(pose->near_distance) < float_above(pose->far_distance))) {
        if (!s->given[FIELD_NEAR] && !s->given[FIELD_FAR])
            return no_camera(s, box);
        print_error("%s: --camera: near and far are too close to each other", s->verb_name);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

int camera_size(const char* verb_name, const camera_options* options, uint32_t* width, uint32_t* height)
{
    uint32_t size[2] = {0, 0};
    const char* p = options->size;
    for (int i = 0; i < 2; i++) {
        const char* begin = p;
        while (*p >= '0' && *p <= '9' && size[i] <= SIZE_LIMIT)
            size[i] = 10 * size[i] + (uint32_t)(*p++ - '0');
        if (p == begin || (*p != (i == 0 ? 'x' : '\0') && size[i] <= SIZE_LIMIT)) {
            print_error("%s: --size wants pixels across and down, as in 960x600, not \"%s\"", verb_name, options->size);
            return EXIT_USAGE;
        }
        if (size[i] < 1 || size[i] > SIZE_LIMIT) {
            print_error("%s: --size must be from 1x1 to %dx%d, not %s", verb_name, SIZE_LIMIT, SIZE_LIMIT,
                        options->size);
            return EXIT_USAGE;
        }
        p++;
    }
    *width = size[0];
    *height = size[1];
    return EXIT_OK;
}

// The pose: where the camera stands and looks, turned as far as a turntable has come.
static int find_pose(const camera_spec* s, const camera_options* options, const camera_subject* given,
                     camera_pose* pose)
{
    const camera_up up = camera_find_up(options, given->model);
    camera_subject subject = *given;
    double middle[3];
    int code;
    subject.turns = options->turns > 0;
    memcpy(subject.axis, up.direction, sizeof subject.axis);
    pose->fov = s->given[FIELD_ORTHO] ? 0.0 : DEGREE * (s->given[FIELD_FOV] ? s->value[FIELD_FOV][0] : DEFAULT_FOV);
    pose->ortho_height = s->value[FIELD_ORTHO][0];
    code = s->own ? take_own(s, subject.box, pose) : aim(s, options, &subject, up.axis, pose);
    if (code == EXIT_OK && options->turns > 0) {
        camera_subject_middle(&subject, middle);
        camera_turn(pose, up.direction, s->given[FIELD_AT] ? s->value[FIELD_AT] : middle,
                    360.0 * options->turn / options->turns);
    }
    if (code == EXIT_OK)
        code = set_depths(s, subject.box, pose);
    return code;
}

int camera_make(const char* verb_name, const camera_options* options, const camera_subject* subject, hit_camera* camera)
{
    camera_spec s = {.verb_name = verb_name};
    camera_pose pose = {.fov = 0.0};
    uint32_t width, height;
    hit_screen screen;
    hit_view view;
    int code = camera_size(verb_name, options, &width, &height);
    if (code != EXIT_OK)
        return code;
    if (!camera_spec_read(&s, options, model_content(subject->model)))
        return EXIT_USAGE;
    pose.aspect = (double)width / height;
    code = find_pose(&s, options, subject, &pose);
    if (code != EXIT_OK)
        return code;
    screen = hit_screen_make((float)width, (float)height);
    view = (hit_view){.eye = {0.0f, 0.0f, 0.0f},
                      .forward = {(float)pose.forward[0], (float)pose.forward[1], (float)pose.forward[2]},
                      .up = {(float)pose.up[0], (float)pose.up[1], (float)pose.up[2]},
                      .fov_y = (float)pose.fov,
                      .ortho_height = (float)pose.ortho_height,
                      .near_plane = float_below(pose.near_distance),
                      .far_plane = float_above(pose.far_distance)};
    if (!hit_camera_from_view(&view, hit_dvec3_make(pose.eye[0], pose.eye[1], pose.eye[2]), &screen, camera))
        return no_camera(&s, subject->box);
    return EXIT_OK;
}
