// A ray against a solid capsule: all points within a radius of a segment.
//
// The capsule lies in the infinite cylinder about its axis, so a line that misses the cylinder misses the capsule.
// Where the line enters the cylinder tells where it enters the capsule: between the end planes, through the side, at
// that very point; before the plane at a, through the sphere about a or not at all (the cross-section of the cylinder
// in the plane is that of the sphere, so a line that reaches the plane within the cylinder has met the sphere); beyond
// the plane at b, likewise. The same holds for the exit. After I. Quilez, capsule intersection, 2016, with the exit
// added.
//
// As in ray_cylinder.c, double and double-double answer only where they are certain; else exact integers decide. Hit or
// miss and the faces are exact, t is within 0.57 ulp, for every input. On the seam between side and sphere, the face is
// the side.
//
// Cost: about 35 ns for a miss, 90 ns for a hit; 300 ns more in double-double; about 4 µs when it comes to integers.
#include "base/fpenv.h"
#include "intersect/quadratic.h"

#include <hitscan/intersect.h>

// The part of the capsule in which the point of the axis nearest to the point at t lies; HIT_FACE_NONE when not
// certain.
static int part_at(const hit_tube* tube, double t)
{
    const double y = t * tube->du; // where the point lies along the axis: from mu at a to nu at b
    const double noise = HIT_ROOT_TOLERANCE * fabs(y) + 2.0 * fabs(t) * tube->edu;
    const double from_a = y - tube->mu, from_b = y - tube->nu;
    const double noise_a = noise + tube->emu + 0x1p-50 * fabs(tube->mu);
    const double noise_b = noise + tube->enu + 0x1p-50 * fabs(tube->nu);
    if (from_a < -noise_a)
        return HIT_FACE_END_A;
    if (from_b > noise_b)
        return HIT_FACE_END_B;
    return from_a > noise_a && from_b < -noise_b ? HIT_FACE_SIDE : HIT_FACE_NONE;
}

typedef void (*sphere_quadratic)(const hit_ray* ray, hit_vec3 center, float radius, hit_quadratic* f);

static void sphere_quadratic_double(const hit_ray* ray, hit_vec3 center, float radius, hit_quadratic* f)
{
    hit_sphere_quadratic_double(ray, center, radius, f);
}

static inline hit_verdict solve(const hit_ray* ray, const hit_capsule* shape, const hit_tube* tube,
                                sphere_quadratic sphere, hit_span* span)
{
    double t[2], sphere_t[2];
    int face[2], known = HIT_FACE_SIDE; // the sphere whose roots are in sphere_t
    if (tube->side.a == 0.0 && tube->side.ea == 0.0) {
        if (tube->side.c > tube->side.ec)
            return HIT_VERDICT_MISS;
        if (!(tube->side.c < -tube->side.ec) || !(fabs(tube->du) > tube->edu))
            return HIT_VERDICT_UNDECIDED;
        face[0] = tube->du > 0.0 ? HIT_FACE_END_A : HIT_FACE_END_B;
        face[1] = tube->du > 0.0 ? HIT_FACE_END_B : HIT_FACE_END_A;
    } else {
        const hit_verdict verdict = hit_quadratic_roots(&tube->side, t);
        if (verdict != HIT_VERDICT_HIT)
            return verdict;
        face[0] = part_at(tube, t[0]);
        face[1] = part_at(tube, t[1]);
        if (face[0] == HIT_FACE_NONE || face[1] == HIT_FACE_NONE)
            return HIT_VERDICT_UNDECIDED;
    }
    for (int i = 0; i < 2; i++) {
        if (face[i] == HIT_FACE_SIDE)
            continue;
        if (face[i] != known) {
            hit_quadratic f;
            sphere(ray, face[i] == HIT_FACE_END_A ? shape->a : shape->b, shape->radius, &f);
            const hit_verdict verdict = hit_quadratic_roots(&f, sphere_t);
            if (verdict != HIT_VERDICT_HIT)
                return verdict;
            known = face[i];
        }
        t[i] = sphere_t[i];
    }
    return hit_curved_clip(ray, t, face, span);
}

// As part_at, exactly, for a root of the side.
static int part_at_exact(const hit_exact_tube* tube, int which)
{
    const hit_exact_end end = {&tube->side, which, NULL, NULL, HIT_FACE_SIDE};
    const int along = tube->du.sign;
    const int from_a = along == 0 ? -tube->mu.sign : along * hit_exact_end_compare(&end, &tube->mu, &tube->du);
    if (from_a < 0)
        return HIT_FACE_END_A;
    const int from_b = along == 0 ? -tube->nu.sign : along * hit_exact_end_compare(&end, &tube->nu, &tube->du);
    return from_b > 0 ? HIT_FACE_END_B : HIT_FACE_SIDE;
}

static HIT_NOINLINE bool solve_exact(const hit_ray* ray, const hit_capsule* shape, hit_span* span)
{
    hit_exact_tube tube;
    hit_exact_quadratic sphere[2];
    int face[2];
    bool along_side = false; // a parallel ray at the radius: it goes through both seams, and the spheres tell where
    hit_exact_end end[2];
    hit_tube_exact(ray, shape->a, shape->b, shape->radius, &tube);
    if (tube.side.a.sign == 0) {
        if (tube.side.c.sign > 0)
            return false;
        along_side = tube.side.c.sign == 0;
        face[0] = tube.du.sign > 0 ? HIT_FACE_END_A : HIT_FACE_END_B;
        face[1] = tube.du.sign > 0 ? HIT_FACE_END_B : HIT_FACE_END_A;
    } else {
        if (tube.side.d.sign < 0)
            return false;
        face[0] = part_at_exact(&tube, 0);
        face[1] = part_at_exact(&tube, 1);
    }
    for (int i = 0; i < 2; i++) {
        const hit_exact_end side = {&tube.side, i, NULL, NULL, HIT_FACE_SIDE};
        end[i] = side;
        if (face[i] == HIT_FACE_SIDE)
            continue;
        hit_sphere_quadratic_exact(ray, face[i] == HIT_FACE_END_A ? shape->a : shape->b, shape->radius, &sphere[i]);
        if (sphere[i].d.sign < 0)
            return false;
        end[i].f = &sphere[i];
        end[i].face = along_side ? HIT_FACE_SIDE : face[i];
    }
    return hit_exact_end_clip(ray, &end[0], &end[1], span);
}

static HIT_NOINLINE bool ray_capsule(const hit_ray* ray, const hit_capsule* shape, hit_span* span)
{
    const hit_vec3 a = shape->a, b = shape->b;
    hit_tube tube;
    if (!hit_curved_ray_is_valid(ray) || !hit_curved_shape_is_valid(a, b, shape->radius))
        return false;
    if (a.x == b.x && a.y == b.y && a.z == b.z)
        return hit_ray_sphere_in_fpenv(ray, a, shape->radius, span);
    if (!hit_tube_double(ray, a, b, shape->radius, &tube))
        return false;
    hit_verdict verdict = solve(ray, shape, &tube, sphere_quadratic_double, span);
    if (verdict == HIT_VERDICT_UNDECIDED) {
        hit_tube_dd(ray, a, b, shape->radius, &tube);
        verdict = solve(ray, shape, &tube, hit_sphere_quadratic_dd, span);
    }
    return verdict == HIT_VERDICT_UNDECIDED ? solve_exact(ray, shape, span) : verdict == HIT_VERDICT_HIT;
}

bool hit_ray_capsule(hit_ray ray, hit_capsule capsule, hit_span* span)
{
    const hit_fpenv saved = hit_fpenv_enter();
    const bool result = ray_capsule(&ray, &capsule, span);
    hit_fpenv_leave(saved);
    return result;
}
