// Capsules, cylinders and discs: bounds and normals.
//
// A capsule is two spheres and what lies between, so its bounds are exact sums. A cylinder is bounded by its two end
// discs. A disc of radius r and normal n reaches r·sqrt((n[i]² + n[j]²) / |n|²) along axis k: written so, nothing
// cancels (1 - n[k]²/|n|² would), and the few roundings are covered by a margin of 2^-49. Along an axis, where a
// shape's sides are expected to be exact, they are.
#include "base/fpenv.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

static bool tube_is_valid(hit_vec3 a, hit_vec3 b, float radius)
{
    return hit_vec3_is_finite(a) && hit_vec3_is_finite(b) && isfinite(radius) && float_order(radius) >= 0;
}

// An upper bound of how far a disc perpendicular to n reaches along axis k. n may carry a relative error of 2^-53.
static double disc_half_extent(const double n[3], double radius, int k)
{
    const double u = n[(k + 1) % 3], v = n[(k + 2) % 3];
    const double across = u * u + v * v;

    // Squares count 3 roundings with those of n, sums 2, the quotient 1: 10 in all, halved by the root; the root and
    // the product add 2. The factor covers 16. Where n[k] = 0 the quotient is 1 and the minimum removes the margin;
    // zero stays zero.
    return fmin(radius, radius * sqrt(across / (across + n[k] * n[k])) * (1.0 + 0x1p-49));
}

// The box around two spheres or two discs, at a and at b, of this half extent along each axis.
static void bounds_of_ends(hit_vec3 a, hit_vec3 b, const double half_extent[3], hit_aabb* box)
{
    double p[3], q[3];
    float low[3], high[3];

    vec3_load(a, p);
    vec3_load(b, q);
    for (int k = 0; k < 3; k++) {
        low[k] = add_down(fmin(p[k], q[k]), -half_extent[k]);
        high[k] = add_up(fmax(p[k], q[k]), half_extent[k]);
    }
    *box = hit_bounds_make(low, high);
}

// ---- Capsules --------------------------------------------------------------------------------------------------

static HIT_NOINLINE void capsule_bounds(hit_capsule capsule, hit_aabb* box)
{
    const double half_extent[3] = {capsule.radius, capsule.radius, capsule.radius};
    bounds_of_ends(capsule.a, capsule.b, half_extent, box);
}

hit_aabb hit_capsule_bounds(hit_capsule capsule)
{
    hit_fpenv env;
    hit_aabb box;

    if (!tube_is_valid(capsule.a, capsule.b, capsule.radius))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    capsule_bounds(capsule, &box);
    hit_fpenv_leave(env);
    return box;
}

// from = point - a and along = b - a; returns where on the line a-b the point's foot lies, 0 at a and 1 at b.
static double foot_of_point(hit_vec3 a, hit_vec3 b, hit_vec3 point, double from[3], double along[3])
{
    double p[3], q[3], square;

    vec3_load(a, p);
    vec3_load(b, q);
    vec3_load(point, from);
    for (int k = 0; k < 3; k++) {
        along[k] = q[k] - p[k];
        from[k] -= p[k];
    }
    square = dot3(along, along);
    return square > 0.0 ? dot3(from, along) / square : 0.0;
}

hit_vec3 hit_capsule_normal(hit_capsule capsule, hit_vec3 point)
{
    double from[3], along[3];
    const double foot = foot_of_point(capsule.a, capsule.b, point, from, along);

    if (foot > 0.0) {
        const double t = fmin(foot, 1.0);
        for (int k = 0; k < 3; k++)
            from[k] -= t * along[k];
    }
    return unit3(from);
}

// ---- Cylinders -------------------------------------------------------------------------------------------------

static HIT_NOINLINE void cylinder_bounds(hit_cylinder cylinder, hit_aabb* box)
{
    double a[3], b[3], along[3], half_extent[3];

    *box = hit_aabb_empty();
    vec3_load(cylinder.a, a);
    vec3_load(cylinder.b, b);
    for (int k = 0; k < 3; k++)
        along[k] = b[k] - a[k];
    if (along[0] == 0.0 && along[1] == 0.0 && along[2] == 0.0)
        return;
    for (int k = 0; k < 3; k++)
        half_extent[k] = disc_half_extent(along, cylinder.radius, k);
    bounds_of_ends(cylinder.a, cylinder.b, half_extent, box);
}

hit_aabb hit_cylinder_bounds(hit_cylinder cylinder)
{
    hit_fpenv env;
    hit_aabb box;

    if (!tube_is_valid(cylinder.a, cylinder.b, cylinder.radius))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    cylinder_bounds(cylinder, &box);
    hit_fpenv_leave(env);
    return box;
}

hit_vec3 hit_cylinder_normal(hit_cylinder cylinder, int face, hit_vec3 point)
{
    double from[3], along[3];
    const double foot = foot_of_point(cylinder.a, cylinder.b, point, from, along);

    if (face == HIT_FACE_END_A) // 0 - x rather than -x: no component is -0
        return hit_vec3_sub(hit_vec3_make(0.0f, 0.0f, 0.0f), unit3(along));
    if (face == HIT_FACE_END_B)
        return unit3(along);
    if (face != HIT_FACE_SIDE || dot3(along, along) == 0.0)
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < 3; k++)
        from[k] -= foot * along[k];
    return unit3(from);
}

// ---- Discs -----------------------------------------------------------------------------------------------------

static HIT_NOINLINE void disc_bounds(hit_disc disc, hit_aabb* box)
{
    double n[3], half_extent[3];

    *box = hit_aabb_empty();
    vec3_load(disc.normal, n);
    if (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0)
        return;
    for (int k = 0; k < 3; k++)
        half_extent[k] = disc_half_extent(n, disc.radius, k);
    bounds_of_ends(disc.center, disc.center, half_extent, box);
}

hit_aabb hit_disc_bounds(hit_disc disc)
{
    hit_fpenv env;
    hit_aabb box;

    if (!tube_is_valid(disc.center, disc.normal, disc.radius))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    disc_bounds(disc, &box);
    hit_fpenv_leave(env);
    return box;
}

hit_vec3 hit_disc_normal(hit_disc disc)
{
    return hit_vec3_normalize(disc.normal);
}
