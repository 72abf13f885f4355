// Where to stand so that a model fills the picture.
//
// In the axes of the view, with s the side, u up and f forward, a corner c of the box is in view of an eye e when |s·(c
// - e)| <= X·f·(c - e), X being the tangent of half the horizontal field of view, times what the margin leaves of it;
// and so vertically with Y. Both are linear in e: with D the distance from the box's centre back to the eye, and a the
// eye's offset along s, D >= A - a/X and D >= B + a/X, where A and B are the largest s·c/X - f·c and -s·c/X - f·c of
// all corners. The least D is (A + B)/2, at a = X·(A - B)/2. D is the larger of those of both directions; the offsets
// stay what they are, in the centre of what D leaves room for.
#include "render/camera.h"

#include <float.h>
#include <math.h>

static const double FILLED = 0.92;     // share of the picture that the model may fill, each way
static const double SLACK = 0.01;      // by which near and far are beyond the model, in parts of its size
static const double NEAR_SHARE = 1e-4; // of the size: where the near plane of an eye in the model is

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static bool normalize(double a[3])
{
    const double largest = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
    double length;
    if (!(largest > 0.0) || !isfinite(largest))
        return false;
    for (int k = 0; k < 3; k++)
        a[k] /= largest;
    length = sqrt(dot(a, a));
    for (int k = 0; k < 3; k++)
        a[k] /= length;
    return true;
}

bool camera_axes(camera_pose* pose, const double forward[3], const double up[3])
{
    double upward[3];
    for (int k = 0; k < 3; k++) {
        pose->forward[k] = forward[k];
        upward[k] = up[k];
    }
    if (!normalize(pose->forward) || !normalize(upward))
        return false;
    cross(pose->forward, upward, pose->side);
    // Two directions of some digits are not taken for parallel by mistake, and their cross product has digits left.
    if (!(dot(pose->side, pose->side) > 1e-12) || !normalize(pose->side))
        return false;
    cross(pose->side, pose->forward, pose->up);
    return normalize(pose->up);
}

double camera_box_size(hit_daabb box)
{
    const double d[3] = {box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z};
    return sqrt(dot(d, d));
}

// A corner of a box, relative to a point: along each axis the high end where the axis' bit of `corner` is set.
static void corner_of(hit_daabb box, unsigned corner, const double from[3], double out[3])
{
    out[0] = (corner & 1u ? box.max.x : box.min.x) - from[0];
    out[1] = (corner & 2u ? box.max.y : box.min.y) - from[1];
    out[2] = (corner & 4u ? box.max.z : box.min.z) - from[2];
}

// The least distance at which all corners are within the tangent `extent` of the centre, along one axis of the picture;
// and where the eye is best along that axis, or, where it may not move, the distance that this takes.
static double distance_for(const camera_pose* p, hit_daabb box, const double centre[3], const double axis[3],
                           double extent, bool movable, double* offset)
{
    double most[2] = {-DBL_MAX, -DBL_MAX};
    for (unsigned i = 0; i < 8; i++) {
        double c[3];
        corner_of(box, i, centre, c);
        most[0] = fmax(most[0], dot(axis, c) / extent - dot(p->forward, c));
        most[1] = fmax(most[1], -dot(axis, c) / extent - dot(p->forward, c));
    }
    *offset = movable ? 0.5 * extent * (most[0] - most[1]) : 0.0;
    return movable ? 0.5 * (most[0] + most[1]) : fmax(most[0], most[1]);
}

void camera_frame(camera_pose* pose, hit_daabb box, const double* at)
{
    const double center[3] = {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y,
                              0.5 * box.min.z + 0.5 * box.max.z};
    const double* centre = at ? at : center;
    double distance, aside = 0.0, above = 0.0;
    if (pose->fov > 0.0) {
        // Rounded to float, so that a C library's last bit of the tangent does not matter.
        const double extent = FILLED * (double)(float)tan(0.5 * pose->fov);
        distance = distance_for(pose, box, centre, pose->side, extent * pose->aspect, !at, &aside);
        distance = fmax(distance, distance_for(pose, box, centre, pose->up, extent, !at, &above));
        distance = fmax(distance, NEAR_SHARE * camera_box_size(box));
    } else {
        double farthest = 0.0;
        for (unsigned i = 0; i < 8; i++) {
            double c[3];
            corner_of(box, i, centre, c);
            farthest = fmax(farthest, -dot(pose->forward, c));
        }
        distance = farthest + camera_box_size(box);
    }
    for (int k = 0; k < 3; k++)
        pose->eye[k] = centre[k] - distance * pose->forward[k] + aside * pose->side[k] + above * pose->up[k];
}

void camera_enclose(camera_pose* pose, hit_daabb box)
{
    const double size = camera_box_size(box), slack = SLACK * size;
    double nearest = DBL_MAX, farthest = -DBL_MAX;
    for (unsigned i = 0; i < 8; i++) {
        double c[3];
        corner_of(box, i, pose->eye, c);
        nearest = fmin(nearest, dot(pose->forward, c));
        farthest = fmax(farthest, dot(pose->forward, c));
    }
    pose->near_distance = nearest - slack;
    if (pose->fov > 0.0 && nearest - slack < NEAR_SHARE * size)
        pose->near_distance = nearest > 0.0 ? 0.5 * nearest : NEAR_SHARE * size;
    pose->far_distance = fmax(farthest, pose->near_distance) + slack;
}
