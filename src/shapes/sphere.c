// Spheres, as solids.
//
// Containment compares |p - c|² with r². Nothing cancels in the sum of squares, so plain double decides all but a
// sliver of relative width 2^-49 about the surface; expansions decide there. A non-finite or negative radius is the
// empty set.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "shapes/linear3.h"
#include "shapes/valid.h"

static bool contains_exact(const double c[3], const double p[3], double radius)
{
    double sum[25], next[25], square[8], scratch[8];
    size_t n = 1;

    // r² - dx² - dy² - dz², each difference being two doubles and its square up to eight.
    sum[0] = radius * radius;
    if (sum[0] == 0.0)
        n = 0;
    for (int k = 0; k < 3; k++) {
        const double terms[2] = {p[k], -c[k]};
        double d[2];
        const size_t n_d = hit_expansion_from_terms(terms, 2, d);
        const size_t n_square = hit_expansion_product(d, n_d, d, n_d, square, scratch);
        n = hit_expansion_diff(sum, n, square, n_square, next);
        memcpy(sum, next, n * sizeof sum[0]);
    }
    return hit_expansion_sign(sum, n) >= 0;
}

static HIT_NOINLINE void contains(hit_sphere sphere, hit_vec3 point, bool* inside)
{
    const double r2 = (double)sphere.radius * sphere.radius;
    double c[3], p[3], d2 = 0.0;

    vec3_load(sphere.center, c);
    vec3_load(point, p);
    for (int k = 0; k < 3; k++) {
        const double d = p[k] - c[k];
        d2 += d * d;
    }
    // Each difference counts twice, each square and two sums once: 5·2^-53 of d2; r² is exact.
    if (d2 * (1.0 + 0x1p-50) < r2)
        *inside = true;
    else if (d2 * (1.0 - 0x1p-50) > r2)
        *inside = false;
    else
        *inside = contains_exact(c, p, sphere.radius);
}

bool hit_sphere_contains(hit_sphere sphere, hit_vec3 point)
{
    hit_fpenv env;
    bool inside;

    if (!sphere_is_valid(sphere) || !hit_vec3_is_finite(point))
        return false;
    env = hit_fpenv_enter();
    contains(sphere, point, &inside);
    hit_fpenv_leave(env);
    return inside;
}

static hit_vec3 point_at(const hit_vec3* points, size_t stride, size_t i)
{
    hit_vec3 p;
    memcpy(&p, (const unsigned char*)points + i * stride, sizeof p); // any stride: a point need not be aligned
    return p;
}

// True when every finite point lies in the sphere.
static bool contains_all(hit_sphere sphere, const hit_vec3* points, size_t stride, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const hit_vec3 p = point_at(points, stride, i);
        if (hit_vec3_is_finite(p) && !hit_sphere_contains(sphere, p))
            return false;
    }
    return true;
}

static HIT_NOINLINE void from_points(const hit_vec3* points, size_t stride, size_t count, hit_sphere* sphere)
{
    double c[3], farthest = 0.0;
    float wide;

    vec3_load(sphere->center, c);
    for (size_t i = 0; i < count; i++) {
        const hit_vec3 p = point_at(points, stride, i);
        double d[3];
        if (!hit_vec3_is_finite(p))
            continue;
        vec3_load(p, d);
        for (int k = 0; k < 3; k++)
            d[k] -= c[k];
        farthest = fmax(farthest, dot3(d, d));
    }
    // The root carries at most 4·2^-53. When that matters to the float, see whether the smaller radius will do.
    sphere->radius = round_up(sqrt(farthest));
    wide = round_up(sqrt(farthest) * (1.0 + 0x1p-50));
    if (sphere->radius != wide && !contains_all(*sphere, points, stride, count))
        sphere->radius = wide;
}

hit_sphere hit_sphere_from_points(const hit_vec3* points, size_t stride, size_t count)
{
    const hit_aabb box = hit_aabb_from_points(points, stride, count);
    hit_sphere sphere = {{0.0f, 0.0f, 0.0f}, -1.0f};
    hit_fpenv env;

    if (hit_aabb_is_empty(box))
        return sphere;
    sphere.center = hit_aabb_center(box);
    env = hit_fpenv_enter();
    from_points(points, stride == 0 ? sizeof(hit_vec3) : stride, count, &sphere);
    hit_fpenv_leave(env);
    if (!isfinite(sphere.radius))
        sphere.radius = -1.0f;
    return sphere;
}

static HIT_NOINLINE void bounds(hit_sphere sphere, hit_aabb* box)
{
    double c[3];
    float low[3], high[3];

    vec3_load(sphere.center, c);
    for (int k = 0; k < 3; k++) {
        low[k] = add_down(c[k], -(double)sphere.radius);
        high[k] = add_up(c[k], sphere.radius);
    }
    *box = hit_bounds_make(low, high);
}

hit_aabb hit_sphere_bounds(hit_sphere sphere)
{
    hit_fpenv env;
    hit_aabb box;

    if (!sphere_is_valid(sphere))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    bounds(sphere, &box);
    hit_fpenv_leave(env);
    return box;
}

hit_vec3 hit_sphere_normal(hit_sphere sphere, hit_vec3 point)
{
    const double d[3] = {(double)point.x - sphere.center.x, (double)point.y - sphere.center.y,
                         (double)point.z - sphere.center.z};
    return unit3(d);
}
