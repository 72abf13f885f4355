// Which way is up: as --up says, or the file, or its format.
#include "render/camera.h"

#include <stdio.h>
#include <string.h>

const char* const camera_up_choices[] = {"auto", "x", "y", "z", "-x", "-y", "-z", NULL};

const char* camera_axis_name(hit_axis axis)
{
    static const char* const names[] = {"", "+x", "+y", "+z", "-x", "-y", "-z"};
    return (unsigned)axis < sizeof names / sizeof names[0] ? names[axis] : "";
}

// Rotations, no mirrors, that leave x where it is when they can: so the right stays the right.
void camera_axis_turn(hit_axis up, const double v[3], double out[3])
{
    const double x = v[0], y = v[1], z = v[2];
    double turned[3] = {x, y, z};
    switch (up) {
    case HIT_AXIS_POSITIVE_X: // x to y, y to z, z to x
        memcpy(turned, (const double[3]){z, x, y}, sizeof turned);
        break;
    case HIT_AXIS_POSITIVE_Y:
        memcpy(turned, (const double[3]){x, z, -y}, sizeof turned);
        break;
    case HIT_AXIS_NEGATIVE_X: // x to y, y to -z, z to -x
        memcpy(turned, (const double[3]){-z, x, -y}, sizeof turned);
        break;
    case HIT_AXIS_NEGATIVE_Y:
        memcpy(turned, (const double[3]){x, -z, y}, sizeof turned);
        break;
    case HIT_AXIS_NEGATIVE_Z:
        memcpy(turned, (const double[3]){x, -y, -z}, sizeof turned);
        break;
    default: // z
        break;
    }
    for (int k = 0; k < 3; k++)
        out[k] = turned[k] + 0.0; // no -0
}

camera_up camera_find_up(const camera_options* options, const model* m)
{
    return camera_choose_up(options->up, m);
}

camera_up camera_choose_up(int choice, const model* m)
{
    static const hit_axis of_choice[] = {HIT_AXIS_UNKNOWN,    HIT_AXIS_POSITIVE_X, HIT_AXIS_POSITIVE_Y,
                                         HIT_AXIS_POSITIVE_Z, HIT_AXIS_NEGATIVE_X, HIT_AXIS_NEGATIVE_Y,
                                         HIT_AXIS_NEGATIVE_Z};
    const hit_model* c = model_content(m);
    camera_up up = {.axis = of_choice[choice], .from = "option"};
    const char* why = "--up";
    if (up.axis == HIT_AXIS_UNKNOWN) {
        up.axis = c->up;
        up.from = "file";
        why = c->format == HIT_MODEL_UNKNOWN || c->format == HIT_MODEL_OTHER ? "the file"
                                                                             : hit_model_format_name(c->format);
    }
    if (camera_axis_name(up.axis)[0] == '\0') {
        up.axis = HIT_AXIS_POSITIVE_Z;
        up.from = "default";
        why = "the file does not say; --up sets it";
    }
    camera_axis_turn(up.axis, (const double[3]){0.0, 0.0, 1.0}, up.direction);
    snprintf(up.text, sizeof up.text, "%s (%s)", camera_axis_name(up.axis), why);
    return up;
}
