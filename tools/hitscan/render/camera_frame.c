// Where to stand so that a model fills the picture.
//
// In the axes of the view, with s the side, u up and f forward, a point c is in view of an eye e when |s·(c - e)| <=
// X·f·(c - e), X being the tangent of half the horizontal field of view, times what the margin leaves of it; and so
// vertically with Y. Both are linear in e: with D the distance from the middle back to the eye, and a the eye's offset
// along s, D >= A - a/X and D >= B + a/X, where A and B are the largest s·c/X - f·c and -s·c/X - f·c of all points:
// extremes along two directions. The least D is (A + B)/2. D is the larger of those of both directions.
//
// Then each direction is centred. What is seen reaches to the tangent t on both sides when a = S(s - t f) - t D and
// a = t D - S(-s - t f), S being the extreme along a direction. The difference of the two is convex in t, and Newton's
// steps, each of which takes the points that are extreme for the last t, come to its root from below within a few.
#include "render/camera.h"

#include "gen/portable_math.h"

#include <float.h>
#include <math.h>

static const double SLACK = 0.01;      // by which near and far are beyond the model, in parts of its size
static const double NEAR_SHARE = 1e-4; // of the size: where the near plane of an eye in the model is

static const double CENTRE_NEAR = 1e-6; // of the tangent: a picture of 32768 pixels is centred to a thirtieth of one

enum { CENTRE_STEPS = 12 };

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

// The offset of the eye along an axis of the picture that leaves as much room on one side as on the other.
//
// @param pair  the extremes for the tangent `extent`: along the axis and against it
static double centred_offset(const camera_pose* p, const camera_subject* subject, const double axis[3], double extent,
                             double distance, const camera_extreme pair[2])
{
    camera_extreme now[2] = {pair[0], pair[1]};
    double t = extent;
    if (subject->turns) // what a turn sweeps over has no points to go by; this is near enough
        return 0.5 * extent * (pair[0].value - pair[1].value);
    for (int i = 0; i < CENTRE_STEPS; i++) {
        const double reach = dot(axis, now[0].point) - dot(axis, now[1].point);
        const double depths = dot(p->forward, now[0].point) + dot(p->forward, now[1].point) + 2.0 * distance;
        const double next = depths > 0.0 ? reach / depths : t;
        const bool settled = fabs(next - t) <= CENTRE_NEAR * extent;
        double along[2][3];
        t = next;
        if (settled || !(depths > 0.0))
            break;
        for (int k = 0; k < 3; k++) {
            along[0][k] = axis[k] - t * p->forward[k];
            along[1][k] = -axis[k] - t * p->forward[k];
        }
        camera_extremes(subject, (const double(*)[3])along, 2, now);
    }
    // Both sides give the same but for rounding, and for what the steps have left over.
    return 0.5 * (dot(axis, now[0].point) - t * (dot(p->forward, now[0].point) + distance)) +
           0.5 * (dot(axis, now[1].point) + t * (dot(p->forward, now[1].point) + distance));
}

// The distance from the middle, and the offsets along both axes.
static double frame_perspective(const camera_pose* p, const camera_subject* subject, double margin, const double* from,
                                double offset[2])
{
    // Rounded to float, so that a C library's last bit of the tangent does not matter.
    const double extent = (1.0 - 2.0 * margin) * (double)(float)tan(0.5 * p->fov);
    const double extents[2] = {extent * p->aspect, extent};
    const double* axes[2] = {p->side, p->up};
    camera_extreme most[4];
    double along[4][3], middle[3], distance = NEAR_SHARE * camera_box_size(subject->box);
    for (int d = 0; d < 4; d++)
        for (int k = 0; k < 3; k++)
            along[d][k] = (d % 2 == 0 ? 1.0 : -1.0) * axes[d / 2][k] / extents[d / 2] - p->forward[k];
    camera_extremes(subject, (const double(*)[3])along, 4, most);
    offset[0] = offset[1] = 0.0;
    if (from) { // what is in the middle of the picture stays there
        camera_subject_middle(subject, middle);
        for (int k = 0; k < 3; k++)
            middle[k] -= from[k];
        for (int d = 0; d < 4; d++)
            distance = fmax(distance, most[d].value + dot(along[d], middle));
        return distance;
    }
    distance = fmax(distance, 0.5 * fmax(most[0].value + most[1].value, most[2].value + most[3].value));
    for (int i = 0; i < 2; i++)
        offset[i] = centred_offset(p, subject, axes[i], extents[i], distance, &most[2 * i]);
    return distance;
}

static double frame_orthographic(const camera_pose* p, const camera_subject* subject, const double* from,
                                 const double middle[3], double offset[2])
{
    camera_extreme most[4];
    double along[4][3], farthest = 0.0;
    for (unsigned i = 0; i < 8; i++) {
        double c[3], behind;
        corner_of(subject->box, i, middle, c);
        // By a comparison: gcc 12 for ARM64 fails at such a loop of fmax.
        behind = -dot(p->forward, c);
        farthest = behind > farthest ? behind : farthest;
    }
    for (int k = 0; k < 3; k++) {
        along[0][k] = p->side[k];
        along[1][k] = -p->side[k];
        along[2][k] = p->up[k];
        along[3][k] = -p->up[k];
    }
    offset[0] = offset[1] = 0.0;
    if (!from) {
        camera_extremes(subject, (const double(*)[3])along, 4, most);
        offset[0] = 0.5 * (most[0].value - most[1].value);
        offset[1] = 0.5 * (most[2].value - most[3].value);
    }
    return farthest + camera_box_size(subject->box);
}

void camera_frame(camera_pose* pose, const camera_subject* subject, double margin, const double* at)
{
    double middle[3], offset[2], distance;
    camera_subject_middle(subject, middle);
    if (at)
        for (int k = 0; k < 3; k++)
            middle[k] = at[k];
    distance = pose->fov > 0.0 ? frame_perspective(pose, subject, margin, at, offset)
                               : frame_orthographic(pose, subject, at, middle, offset);
    for (int k = 0; k < 3; k++)
        pose->eye[k] = middle[k] - distance * pose->forward[k] + offset[0] * pose->side[k] + offset[1] * pose->up[k];
}

void camera_enclose(camera_pose* pose, hit_daabb box)
{
    const double size = camera_box_size(box), slack = SLACK * size;
    double nearest = DBL_MAX, farthest = -DBL_MAX;
    for (unsigned i = 0; i < 8; i++) {
        double c[3], along;
        corner_of(box, i, pose->eye, c);
        along = dot(pose->forward, c);
        // By comparisons, for the same reason.
        nearest = along < nearest ? along : nearest;
        farthest = along > farthest ? along : farthest;
    }
    pose->near_distance = nearest - slack;
    if (pose->fov > 0.0 && nearest - slack < NEAR_SHARE * size)
        pose->near_distance = nearest > 0.0 ? 0.5 * nearest : NEAR_SHARE * size;
    pose->far_distance = fmax(farthest, pose->near_distance) + slack;
}

void camera_turn(camera_pose* pose, const double axis[3], const double through[3], double degrees)
{
    double arm[3], sine, cosine;
    double* turned[4] = {arm, pose->forward, pose->side, pose->up};
    trig_sincos_degrees(degrees, &sine, &cosine);
    for (int k = 0; k < 3; k++)
        arm[k] = pose->eye[k] - through[k];
    for (int i = 0; i < 4; i++) {
        double* v = turned[i];
        const double along = dot(axis, v) * (1.0 - cosine);
        double across[3];
        cross(axis, v, across); // Rodrigues' formula
        for (int k = 0; k < 3; k++)
            v[k] = v[k] * cosine + across[k] * sine + axis[k] * along;
    }
    for (int k = 0; k < 3; k++)
        pose->eye[k] = through[k] + arm[k];
}
