// A ray against a solid cylinder with flat ends.
//
// The solid is the infinite cylinder about the axis, cut by the slab between its end planes; so the ray's part in it is
// the overlap of two intervals: the roots of the quadratic of quadratic.c, and the crossings of the two planes. A ray
// parallel to the axis has no roots, one perpendicular to it no crossings; both are told exactly, without a threshold.
//
// Each of double and double-double answers only when all numbers it compares (roots, crossings, t_min, t_max) are
// clearly apart; else exact integers decide. Hit or miss and the faces are exact, t is within 0.57 ulp, for every
// input. Where the ray goes through a rim, the face is the side.
//
// Cost: about 35 ns for a miss, 65 ns for a hit; 300 ns more in double-double; about 4 µs when it comes to integers.
#include "base/fpenv.h"
#include "intersect/quadratic.h"

#include <hitscan/intersect.h>

// Cut the interval t by the slab of the end planes. An infinite interval stands for a ray that is parallel to the axis.
static hit_verdict cut_by_ends(const hit_tube* tube, double t[2], int face[2])
{
    if (tube->du == 0.0 && tube->edu == 0.0) {
        if (tube->mu > tube->emu || tube->nu < -tube->enu)
            return HIT_VERDICT_MISS;
        return tube->mu < -tube->emu && tube->nu > tube->enu ? HIT_VERDICT_HIT : HIT_VERDICT_UNDECIDED;
    }
    if (!(tube->edu <= HIT_TERM_TOLERANCE * fabs(tube->du)) || !(tube->emu <= HIT_TERM_TOLERANCE * fabs(tube->mu)) ||
        !(tube->enu <= HIT_TERM_TOLERANCE * fabs(tube->nu)))
        return HIT_VERDICT_UNDECIDED;
    const double at_a = tube->mu / tube->du, at_b = tube->nu / tube->du;
    const bool forward = tube->du > 0.0;
    const double first = forward ? at_a : at_b, last = forward ? at_b : at_a;
    if (hit_root_is_close(first, t[0]) || hit_root_is_close(first, t[1]) || hit_root_is_close(last, t[0]) ||
        hit_root_is_close(last, t[1]))
        return HIT_VERDICT_UNDECIDED;
    return hit_curved_cut(t, face, first, last, forward);
}

static inline hit_verdict solve(const hit_ray* ray, const hit_tube* tube, hit_span* span)
{
    double t[2] = {-HUGE_VAL, HUGE_VAL};
    int face[2] = {HIT_FACE_SIDE, HIT_FACE_SIDE};
    hit_verdict verdict;
    if (tube->side.a == 0.0 && tube->side.ea == 0.0) {
        if (tube->side.c > tube->side.ec)
            return HIT_VERDICT_MISS;
        verdict = tube->side.c < -tube->side.ec ? HIT_VERDICT_HIT : HIT_VERDICT_UNDECIDED;
    } else {
        verdict = hit_quadratic_roots(&tube->side, t);
    }
    if (verdict == HIT_VERDICT_HIT)
        verdict = cut_by_ends(tube, t, face);
    return verdict == HIT_VERDICT_HIT ? hit_curved_clip(ray, t, face, span) : verdict;
}

static HIT_NOINLINE bool solve_exact(const hit_ray* ray, const hit_cylinder* shape, hit_span* span)
{
    hit_exact_tube tube;
    hit_tube_exact(ray, shape->a, shape->b, shape->radius, &tube);
    const hit_exact_quadratic* f = &tube.side;
    const hit_exact_end end_a = {NULL, 0, &tube.mu, &tube.du, HIT_FACE_END_A};
    const hit_exact_end end_b = {NULL, 0, &tube.nu, &tube.du, HIT_FACE_END_B};
    const hit_exact_end side_enter = {f, 0, NULL, NULL, HIT_FACE_SIDE}, side_leave = {f, 1, NULL, NULL, HIT_FACE_SIDE};
    hit_exact_end enter = tube.du.sign > 0 ? end_a : end_b, leave = tube.du.sign > 0 ? end_b : end_a;
    if (f->a.sign == 0) { // parallel to the axis, hence not perpendicular to it
        return f->c.sign <= 0 && hit_exact_end_clip(ray, &enter, &leave, span);
    }
    if (f->d.sign < 0)
        return false;
    if (tube.du.sign == 0) {
        if (tube.mu.sign > 0 || tube.nu.sign < 0)
            return false;
        return hit_exact_end_clip(ray, &side_enter, &side_leave, span);
    }
    if (hit_exact_end_compare(&side_enter, leave.num, leave.den) > 0 ||
        hit_exact_end_compare(&side_leave, enter.num, enter.den) < 0)
        return false;
    if (hit_exact_end_compare(&side_enter, enter.num, enter.den) >= 0)
        enter = side_enter;
    if (hit_exact_end_compare(&side_leave, leave.num, leave.den) <= 0)
        leave = side_leave;
    return hit_exact_end_clip(ray, &enter, &leave, span);
}

static HIT_NOINLINE bool ray_cylinder(const hit_ray* ray, const hit_cylinder* shape, hit_span* span)
{
    const hit_vec3 a = shape->a, b = shape->b;
    hit_tube tube;
    if (!hit_curved_ray_is_valid(ray) || !hit_curved_shape_is_valid(a, b, shape->radius) ||
        (a.x == b.x && a.y == b.y && a.z == b.z))
        return false;
    if (!hit_tube_double(ray, a, b, shape->radius, &tube))
        return false;
    hit_verdict verdict = solve(ray, &tube, span);
    if (verdict == HIT_VERDICT_UNDECIDED) {
        hit_tube_dd(ray, a, b, shape->radius, &tube);
        verdict = solve(ray, &tube, span);
    }
    return verdict == HIT_VERDICT_UNDECIDED ? solve_exact(ray, shape, span) : verdict == HIT_VERDICT_HIT;
}

bool hit_ray_cylinder(hit_ray ray, hit_cylinder cylinder, hit_span* span)
{
    const hit_fpenv saved = hit_fpenv_enter();
    const bool result = ray_cylinder(&ray, &cylinder, span);
    hit_fpenv_leave(saved);
    return result;
}
