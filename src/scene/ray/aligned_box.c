// A ray against an axis-aligned box: most objects of a scene of boxes that are decided at all are decided here.
//
// This is the filter of intersect/ray_box_affine.c for diagonal matrices. What all boxes share is computed once for a
// ray (divisions), and what the first hit does not need (where the ray leaves the box) is left out. Whatever is not
// certain is left to that file.
#include "base/assert.h"
#include "exact/ratio.h"
#include "scene/ray/object.h"

#include <math.h>

// An end of a slab along the ray, within its error.
typedef struct crossing {
    double t, error;
} crossing;

// offset and plane - offset have one rounding each of 2^-53, the reciprocal and the product one each of t: twice that.
// Where the direction is 0 the reciprocal is infinite, and so is the error: nothing is certain then.
static crossing cross(double plane, double offset, double inverse)
{
    const double way = plane - offset, t = way * inverse;
    return (crossing){t, 0x1p-52 * (fabs(offset) + fabs(way)) * fabs(inverse) + 0x1p-51 * fabs(t)};
}

hit_verdict hit_ray_axis_aligned(const hit_object_record* record, const hit_ray_context* ray_ctx, float limit,
                                 hit_object_hit* object_hit)
{
    const hit_dray* ray = &ray_ctx->ray;
    const hit_aabb* box = &record->shape.box;
    const double min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    const double from[3] = {ray->origin.x - record->placement.origin.x, ray->origin.y - record->placement.origin.y,
                            ray->origin.z - record->placement.origin.z};
    // The earliest exit, and the latest entry but one: certainly not beyond.
    double leave = HUGE_VAL, second = -HUGE_VAL;
    crossing enter = {-HUGE_VAL, 0.0};
    int axis = 0;

    HIT_ASSERT(record->axis_aligned && !(limit > ray->t_max));
    for (int k = 0; k < 3; k++) {
        const double scale = record->placement.linear[k][k], inverse = ray_ctx->inverse[k], a = min[k] * scale,
                     b = max[k] * scale;
        const bool swapped = (scale < 0.0) != (inverse < 0.0);
        const crossing near = cross(swapped ? b : a, from[k], inverse), far = cross(swapped ? a : b, from[k], inverse);
        const double late = (near.t > enter.t ? enter.t : near.t) + (near.t > enter.t ? enter.error : near.error);
        if (!(near.error <= 0x1p300 && far.error <= 0x1p300))
            return HIT_VERDICT_UNDECIDED;
        second = late > second ? late : second;
        axis = near.t > enter.t ? k : axis;
        enter = near.t > enter.t ? near : enter;
        leave = far.t - far.error < leave ? far.t - far.error : leave;
    }
    const double low = enter.t - enter.error, high = enter.t + enter.error;
    // Errors are small and t is not: what follows needs no room for roundings, as twice the error has been counted.
    if (low > limit)
        return HIT_VERDICT_MISS;
    if (high < ray->t_min && second < ray->t_min && leave > ray->t_min && ray->t_min <= limit) {
        object_hit->t = ray->t_min;
        object_hit->face = HIT_FACE_NONE;
        object_hit->inside = true;
        return HIT_VERDICT_HIT;
    }
    if (!(low > ray->t_min && second < low && high < leave && high < limit) ||
        !hit_round_interval(low, high, &object_hit->t))
        return HIT_VERDICT_UNDECIDED;
    object_hit->face = 2 * axis + ((ray_ctx->inverse[axis] < 0.0) != (record->placement.linear[axis][axis] < 0.0f));
    object_hit->inside = false;
    return HIT_VERDICT_HIT;
}

// As describe_face of scene/ray/object.c, bit by bit, zeros included; but the length of the normal is known, being the
// square root of a square.
void hit_ray_axis_aligned_face(const hit_object_record* record, const hit_dray* ray, int face, double* t,
                               hit_vec3* normal)
{
    const float(*m)[3] = record->placement.linear;
    const hit_aabb* box = &record->shape.box;
    const double plane[6] = {box->min.x, box->max.x, box->min.y, box->max.y, box->min.z, box->max.z};
    const double from[3] = {ray->origin.x - record->placement.origin.x, ray->origin.y - record->placement.origin.y,
                            ray->origin.z - record->placement.origin.z};
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const int axis = face / 2, p = (axis + 1) % 3, q = (axis + 2) % 3;
    const double across = (double)m[p][p] * m[q][q], det = (double)m[axis][axis] * across;
    const double sign = (det > 0.0) == (face % 2 != 0) ? 1.0 : -1.0;
    double n[3], num = plane[face] * det;

    HIT_ASSERT(record->axis_aligned && face >= 0 && face < 6);
    n[axis] = across;
    n[p] = (double)m[q][p] * m[axis][q] - (double)m[axis][p] * m[q][q];
    n[q] = (double)m[axis][p] * m[p][q] - (double)m[p][p] * m[axis][q];
    for (int i = 0; i < 3; i++)
        num -= n[i] * from[i];
    *t = num / (across * direction[axis]);
    n[axis] = across > 0.0 ? 1.0 : -1.0;
    *normal = hit_vec3_make((float)(sign * n[0]), (float)(sign * n[1]), (float)(sign * n[2]));
}

// The same for a box whose matrix is the identity, most of them: all but a subtraction and a division comes to nothing.
static void describe_unscaled(const hit_object_record* record, const hit_dray* ray, int face, double* t,
                              hit_vec3* normal)
{
    const int axis = face / 2;
    const float plane = (face % 2 == 0 ? &record->shape.box.min.x : &record->shape.box.max.x)[axis];
    const double way = plane - ((&ray->origin.x)[axis] - (&record->placement.origin.x)[axis]);

    HIT_ASSERT(face >= 0 && face < 6);
    // The sign of a zero would depend on the other axes.
    if (way == 0.0) {
        hit_ray_axis_aligned_face(record, ray, face, t, normal);
        return;
    }
    *t = way / (&ray->direction.x)[axis];
    *normal = face % 2 == 0 ? hit_vec3_make(-0.0f, -0.0f, -0.0f) : hit_vec3_make(0.0f, 0.0f, 0.0f);
    (&normal->x)[axis] = face % 2 == 0 ? -1.0f : 1.0f;
}

void hit_ray_axis_aligned_describe(const hit_object_record* record, const hit_dray* ray, float t, int face,
                                   hit_scene_hit* hit)
{
    double fine = t;

    HIT_ASSERT(record->id != HIT_ID_NONE && record->axis_aligned);
    hit->id = record->id;
    hit->t = t;
    hit->primitive = 0;
    hit->u = hit->v = hit->w = 0.0f;
    hit->side = face == HIT_FACE_NONE ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
    hit->face = face;
    hit->normal = hit_vec3_make(0.0f, 0.0f, 0.0f);
    if (face != HIT_FACE_NONE)
        (record->unscaled ? describe_unscaled : hit_ray_axis_aligned_face)(record, ray, face, &fine, &hit->normal);
    // As in hit_object_hit_describe.
    if (!(fabs(fine - t) <= 0x1p-24 * fabs((double)t) + 0x1p-149))
        fine = t;
    hit->t_double = fine;
    hit->point = hit_dray_at(*ray, fine);
}
