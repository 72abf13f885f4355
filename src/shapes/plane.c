// Planes: making them, and the distance to them.
//
// The offset normal·point is rounded once from its exact value, since it decides where the plane lies. A plane
// through three points takes the normal (b - a)×(c - a) as it is, whose size is an area: for very small or very large
// triangles it would leave the range of float, so there it is scaled by a power of two, which moves no point of the
// plane.
#include "base/fpenv.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

static hit_plane plane_make(const double p[3], hit_vec3 normal)
{
    double n[3], terms[3];
    hit_plane plane;

    vec3_load(normal, n);
    for (int k = 0; k < 3; k++)
        terms[k] = n[k] * p[k];
    plane.normal = normal;
    plane.offset = hit_sum_nearest(terms, 3);
    return plane;
}

static HIT_NOINLINE void make(hit_vec3 point, hit_vec3 normal, hit_plane* plane)
{
    double p[3];
    vec3_load(point, p);
    *plane = plane_make(p, normal);
}

hit_plane hit_plane_make(hit_vec3 point, hit_vec3 normal)
{
    const hit_fpenv env = hit_fpenv_enter();
    hit_plane plane;
    make(point, normal, &plane);
    hit_fpenv_leave(env);
    return plane;
}

static HIT_NOINLINE void from_points(hit_vec3 a, hit_vec3 b, hit_vec3 c, hit_plane* plane)
{
    double p[3], q[3], r[3], n[3], largest;

    vec3_load(a, p);
    vec3_load(b, q);
    vec3_load(c, r);
    hit_normal3(p, q, r, n);
    *plane = plane_make(p, hit_vec3_make((float)n[0], (float)n[1], (float)n[2]));
    largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    // Within these limits neither the normal nor the offset loses digits to the range of float.
    if (largest == 0.0 || !isfinite(largest) || (largest > 0x1p-20 && largest < 0x1p40 && isfinite(plane->offset)))
        return;
    // The largest component becomes 1/8 to 1/4: |normal·a| is then less than 0.44·1.74·FLT_MAX, which is finite.
    // Where the point is so small that the offset would be denormal, 2^60 to 2^61.
    const double max_abs = fmax(fabs(p[0]), fmax(fabs(p[1]), fabs(p[2])));
    const double scale = ldexp(1.0, (max_abs < 0x1p-60 ? 60 : -3) - ilogb(largest));
    *plane = plane_make(p, hit_vec3_make((float)(n[0] * scale), (float)(n[1] * scale), (float)(n[2] * scale)));
}

hit_plane hit_plane_from_points(hit_vec3 a, hit_vec3 b, hit_vec3 c)
{
    const hit_fpenv env = hit_fpenv_enter();
    hit_plane plane;
    from_points(a, b, c, &plane);
    hit_fpenv_leave(env);
    return plane;
}

float hit_plane_distance(hit_plane plane, hit_vec3 point)
{
    double n[3], p[3], length;

    vec3_load(plane.normal, n);
    vec3_load(point, p);
    length = sqrt(dot3(n, n));
    return length == 0.0 ? 0.0f : (float)((dot3(n, p) - plane.offset) / length);
}

hit_vec3 hit_plane_normal(hit_plane plane)
{
    return hit_vec3_normalize(plane.normal);
}
