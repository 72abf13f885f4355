// A ray against a triangle: what the inline filter of hitscan/inline.h could not discard.
//
// With a, b the edges from v0, s = origin - v0 and d the direction (Möller and Trumbore, 1997):
//     volume = a·(d×b),  u = s·(d×b),  v = d·(s×a),  w = volume - u - v,  t = b·(s×a) / volume
// u, v, w over volume are the barycentric coordinates of v1, v2, v0. The line meets the closed triangle when u, v and
// w have no opposite signs and volume is not zero. Signs and quotients are decided in double where that is certain,
// else as expansions: sums of products of three floats, exact (see exact/expansion.h). Cost: about 12 ns in double;
// about 1 µs exact.
#include "base/assert.h"
#include "base/fpenv.h"
#include "exact/big.h"
#include "exact/double_double.h"
#include "exact/expansion.h"
#include "exact/ratio.h"
#include "exact/vector.h"
#include "intersect/intersect.h"
#include "shapes/linear3.h"

#include <hitscan/inline.h>

static inline double min3(double a, double b, double c)
{
    return min2(min2(a, b), c);
}

static inline double max3(double a, double b, double c)
{
    return max2(max2(a, b), c);
}

// The volumes and t of a line and a triangle in double, with bounds on their errors.
typedef struct estimate {
    double volume, inverse, u, v, w, t;
    double noise;   ///< of volume, u, v and w
    double t_noise; ///< of t
} estimate;

// Each volume x·(y×z) is a sum of 6 products. Each of these carries 7 roundings of 2^-53: two of the differences in it,
// two products, one difference and two sums; so the volume is off by less than 2^-50·|x||y||z|, with |x| the sum of a
// vector's components in size. w is off by the errors of the three it is made of, and by two roundings of numbers not
// larger than their bounds: 1.5 times their sum covers it, and serves for u, v and volume as well. Not-a-number or
// infinite input makes `noise` so too, and no test succeeds.
static inline hit_verdict estimate_hit(const hit_ray* ray, const hit_triangle* triangle, estimate* e)
{
    const hit_vec3 v0 = triangle->v0, v1 = triangle->v1, v2 = triangle->v2;
    const double dx = ray->direction.x, dy = ray->direction.y, dz = ray->direction.z;
    const double ax = (double)v1.x - v0.x, ay = (double)v1.y - v0.y, az = (double)v1.z - v0.z;
    const double bx = (double)v2.x - v0.x, by = (double)v2.y - v0.y, bz = (double)v2.z - v0.z;
    const double sx = (double)ray->origin.x - v0.x, sy = (double)ray->origin.y - v0.y,
                 sz = (double)ray->origin.z - v0.z;
    const double px = dy * bz - dz * by, py = dz * bx - dx * bz, pz = dx * by - dy * bx;
    const double qx = sy * az - sz * ay, qy = sz * ax - sx * az, qz = sx * ay - sy * ax;
    const double volume = ax * px + ay * py + az * pz;
    const double u = sx * px + sy * py + sz * pz;
    const double v = dx * qx + dy * qy + dz * qz;
    const double w = volume - u - v;
    const double na = fabs(ax) + fabs(ay) + fabs(az), nb = fabs(bx) + fabs(by) + fabs(bz);
    const double ns = fabs(sx) + fabs(sy) + fabs(sz), nd = fabs(dx) + fabs(dy) + fabs(dz);
    const double noise = 0x1.8p-50 * nd * (na * nb + ns * (na + nb));
    const double least = min3(u, v, w), most = max3(u, v, w);
    const double t_min = ray->t_min, t_max = ray->t_max;

    if (least < -noise && most > noise)
        return HIT_VERDICT_MISS;
    if (!(least > noise) && !(most < -noise))
        return HIT_VERDICT_UNDECIDED;

    // |t - true t| <= (error of the numerator + |t|·error of volume) / |volume|; doubled to cover the division by the
    // rounded volume, of which `noise` is less than a third, and 2^-50 for the roundings here.
    const double inverse = 1.0 / volume;
    const double t = (bx * qx + by * qy + bz * qz) * inverse;
    const double t_noise = 2.0 * fabs(inverse) * (0x1p-50 * na * nb * ns + noise * fabs(t)) + 0x1p-50 * fabs(t);
    if (t + t_noise < t_min || t - t_noise > t_max)
        return HIT_VERDICT_MISS;
    if (!(t - t_noise > t_min && t + t_noise < t_max))
        return HIT_VERDICT_UNDECIDED;
    *e = (estimate){volume, inverse, u, v, w, t, noise, t_noise};
    return HIT_VERDICT_HIT;
}

static inline hit_verdict filter(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    estimate e;
    hit_triangle_hit result;
    const hit_verdict verdict = estimate_hit(ray, triangle, &e);

    if (verdict != HIT_VERDICT_HIT || hit == NULL)
        return verdict;
    // Barycentrics are at most 1: the bound of t with 1 in the place of |t|.
    const double b_noise = 4.0 * fabs(e.inverse) * e.noise + 0x1p-50;
    if (!hit_round_interval(e.t - e.t_noise, e.t + e.t_noise, &result.t) ||
        !hit_round_interval(e.u * e.inverse - b_noise, e.u * e.inverse + b_noise, &result.u) ||
        !hit_round_interval(e.v * e.inverse - b_noise, e.v * e.inverse + b_noise, &result.v) ||
        !hit_round_interval(e.w * e.inverse - b_noise, e.w * e.inverse + b_noise, &result.w))
        return HIT_VERDICT_UNDECIDED;
    result.side = e.volume > 0.0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    *hit = result;
    return HIT_VERDICT_HIT;
}

// The same as estimate_hit in double-double, where all that is off is 2^-100 of the norms; 2^-97 covers the roundings
// of these and w. Rays through edges and corners, for which u, v or w is 0, are not for this step.
static HIT_NOINLINE hit_verdict refine(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    const hit_vec3 v0 = triangle->v0, v1 = triangle->v1, v2 = triangle->v2, o = ray->origin;
    const dd a[3] = {dd_diff(v1.x, v0.x), dd_diff(v1.y, v0.y), dd_diff(v1.z, v0.z)};
    const dd b[3] = {dd_diff(v2.x, v0.x), dd_diff(v2.y, v0.y), dd_diff(v2.z, v0.z)};
    const dd s[3] = {dd_diff(o.x, v0.x), dd_diff(o.y, v0.y), dd_diff(o.z, v0.z)};
    const dd d[3] = {{ray->direction.x, 0.0}, {ray->direction.y, 0.0}, {ray->direction.z, 0.0}};
    const double na = fabs(a[0].hi) + fabs(a[1].hi) + fabs(a[2].hi), nb = fabs(b[0].hi) + fabs(b[1].hi) + fabs(b[2].hi);
    const double ns = fabs(s[0].hi) + fabs(s[1].hi) + fabs(s[2].hi);
    const double nd = fabs(d[0].hi) + fabs(d[1].hi) + fabs(d[2].hi);
    const double noise = 0x1p-97 * nd * (na * nb + ns * (na + nb)), t_noise = 0x1p-97 * na * nb * ns;
    dd p[3], q[3], volume, u, v, w, n;
    double inverse;
    hit_triangle_hit result;

    dd_cross(d, b, p);
    dd_cross(s, a, q);
    volume = dd_dot(a, p);
    u = dd_dot(s, p);
    v = dd_dot(d, q);
    w = dd_sub(dd_sub(volume, u), v);
    n = dd_dot(b, q);
    // Each number is known to 2^-54 of its size, and so is the volume, the sum of three of one sign. A quotient of high
    // parts is off by that twice, by two low parts and two roundings of 2^-53, and its margin by one more: 6·2^-53 in
    // all, less than 2^-50.
    if (!(noise < 0x1p-54 * min3(fabs(u.hi), fabs(v.hi), fabs(w.hi))) || !(t_noise < 0x1p-54 * fabs(n.hi)))
        return HIT_VERDICT_UNDECIDED;
    if (min3(u.hi, v.hi, w.hi) < 0.0 && max3(u.hi, v.hi, w.hi) > 0.0)
        return HIT_VERDICT_MISS;
    inverse = 1.0 / volume.hi;
    const double value[4] = {n.hi * inverse, u.hi * inverse, v.hi * inverse, w.hi * inverse};
    float* out[4] = {&result.t, &result.u, &result.v, &result.w};
    const double t_min = ray->t_min, t_max = ray->t_max, margin = 0x1p-50 * fabs(value[0]);
    if (value[0] + margin < t_min || value[0] - margin > t_max)
        return HIT_VERDICT_MISS;
    if (!(value[0] - margin > t_min && value[0] + margin < t_max))
        return HIT_VERDICT_UNDECIDED;
    for (int i = 0; i < 4; i++)
        if (!hit_round_interval(value[i] - 0x1p-50 * fabs(value[i]), value[i] + 0x1p-50 * fabs(value[i]), out[i]))
            return HIT_VERDICT_UNDECIDED;
    result.side = volume.hi > 0.0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    if (hit != NULL)
        *hit = result;
    return HIT_VERDICT_HIT;
}

// `hit` and `range` may be NULL.
static HIT_NOINLINE bool decide(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit,
                                double range[2])
{
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f};
    hit_exact_vec3 a, b, s, d;
    hit_exact_number volume, u, v, w, n, u_and_v;
    int su, sv, sw;
    hit_ratio t;

    if (!hit_ray_is_valid(*ray) || !hit_vec3_is_finite(triangle->v0) || !hit_vec3_is_finite(triangle->v1) ||
        !hit_vec3_is_finite(triangle->v2))
        return false;
    a = hit_exact_difference(triangle->v0, triangle->v1), b = hit_exact_difference(triangle->v0, triangle->v2);
    s = hit_exact_difference(triangle->v0, ray->origin), d = hit_exact_difference(zero, ray->direction);
    hit_exact_volume(&a, &d, &b, &volume);
    hit_exact_volume(&s, &d, &b, &u);
    hit_exact_volume(&d, &s, &a, &v);
    u_and_v.n = hit_expansion_sum(u.part, u.n, v.part, v.n, u_and_v.part);
    w.n = hit_expansion_diff(volume.part, volume.n, u_and_v.part, u_and_v.n, w.part);
    su = hit_expansion_sign(u.part, u.n), sv = hit_expansion_sign(v.part, v.n), sw = hit_expansion_sign(w.part, w.n);
    if (su * sv < 0 || sv * sw < 0 || sw * su < 0 || volume.n == 0)
        return false;

    hit_exact_volume(&b, &s, &a, &n);
    t = (hit_ratio){n.part, volume.part, n.n, volume.n};
    if ((ray->t_min > -HUGE_VALF && hit_ratio_compare_float(t, ray->t_min) < 0) ||
        (ray->t_max < HUGE_VALF && hit_ratio_compare_float(t, ray->t_max) > 0))
        return false;
    if (range != NULL) {
        // Two estimates within 2^-51 and a division: 2^-49. A quotient of numbers above 2^-447 and below 2^395 is
        // normal.
        const double middle = hit_expansion_estimate(n.part, n.n) / hit_expansion_estimate(volume.part, volume.n);
        range[0] = middle - 0x1p-48 * fabs(middle);
        range[1] = middle + 0x1p-48 * fabs(middle);
    }
    if (hit == NULL)
        return true;
    hit->t = hit_ratio_round(t);
    hit->u = hit_ratio_round((hit_ratio){u.part, volume.part, u.n, volume.n});
    hit->v = hit_ratio_round((hit_ratio){v.part, volume.part, v.n, volume.n});
    hit->w = hit_ratio_round((hit_ratio){w.part, volume.part, w.n, volume.n});
    hit->side = hit_expansion_sign(volume.part, volume.n) > 0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    return true;
}

HIT_NOINLINE bool hit_ray_triangle_in_fpenv(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    hit_verdict verdict = filter(ray, triangle, hit);
    if (verdict == HIT_VERDICT_UNDECIDED)
        verdict = refine(ray, triangle, hit);
    return verdict == HIT_VERDICT_UNDECIDED ? decide(ray, triangle, hit, NULL) : verdict == HIT_VERDICT_HIT;
}

HIT_NOINLINE bool hit_ray_triangle_range(const hit_ray* ray, const hit_triangle* triangle, double range[2])
{
    estimate e;
    const hit_verdict verdict = estimate_hit(ray, triangle, &e);
    if (verdict == HIT_VERDICT_UNDECIDED)
        return decide(ray, triangle, NULL, range);
    if (verdict == HIT_VERDICT_MISS)
        return false;
    range[0] = e.t - e.t_noise;
    range[1] = e.t + e.t_noise;
    return true;
}

HIT_NOINLINE bool hit_ray_triangle_on_edge_in_fpenv(const hit_ray* ray, const hit_triangle* triangle)
{
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f};
    const hit_exact_vec3 d = hit_exact_difference(zero, ray->direction);
    const hit_vec3 corner[3] = {triangle->v0, triangle->v1, triangle->v2};

    // The volume of the direction, an edge, and its start as seen from the origin.
    for (int i = 0; i < 3; i++) {
        const hit_exact_vec3 edge = hit_exact_difference(corner[i], corner[(i + 1) % 3]);
        const hit_exact_vec3 start = hit_exact_difference(ray->origin, corner[i]);
        hit_exact_number volume;
        hit_exact_volume(&d, &edge, &start, &volume);
        if (volume.n == 0)
            return true;
    }
    return false;
}

// t = num/den as integers, den > 0.
static void exact_t(const hit_ray* ray, const hit_triangle* triangle, hit_big* num, hit_big* den)
{
    hit_big a[3], b[3], s[3], d[3], p[3], q[3];

    hit_big_difference(triangle->v1, triangle->v0, a);
    hit_big_difference(triangle->v2, triangle->v0, b);
    hit_big_difference(ray->origin, triangle->v0, s);
    hit_big_vector(ray->direction, d);
    hit_big_cross(d, b, p);
    hit_big_cross(s, a, q);
    *den = hit_big_dot(a, p);
    *num = hit_big_dot(b, q);
    if (den->sign < 0) {
        den->sign = -den->sign;
        num->sign = -num->sign;
    }
}

// The corners that two triangles have in common.
static int common_corners(const hit_triangle* first, const hit_triangle* second, hit_vec3 common[3])
{
    const hit_vec3 a[3] = {first->v0, first->v1, first->v2}, b[3] = {second->v0, second->v1, second->v2};
    int count = 0;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (a[i].x == b[k].x && a[i].y == b[k].y && a[i].z == b[k].z) {
                common[count++] = a[i];
                break;
            }
    return count;
}

// Whether the line of a ray, which is not in the planes of two triangles, meets them in a point of an edge or in a
// corner that they share: the everyday reason for equal t, and far quicker to see than to compute both.
//
// A line that is coplanar with an edge, but not parallel to the plane of the triangle, meets the line of that edge: in
// the one point that it has in common with that plane.
static bool meets_what_is_common(const hit_ray* ray, const hit_triangle* first, const hit_triangle* second)
{
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f};
    const hit_vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    hit_vec3 common[3];
    const int count = common_corners(first, second, common);
    hit_exact_number volume;
    hit_exact_vec3 d;

    if (count == 0 || count == 3)
        return count == 3;
    d = hit_exact_difference(zero, ray->direction);
    if (count == 2) {
        const hit_exact_vec3 edge = hit_exact_difference(common[0], common[1]);
        const hit_exact_vec3 start = hit_exact_difference(ray->origin, common[0]);
        hit_exact_volume(&d, &edge, &start, &volume);
        return volume.n == 0;
    }
    // The components of the direction times the way to the corner.
    for (int k = 0; k < 3; k++) {
        const hit_exact_vec3 axis = hit_exact_difference(zero, axes[k]);
        const hit_exact_vec3 start = hit_exact_difference(ray->origin, common[0]);
        hit_exact_volume(&d, &axis, &start, &volume);
        if (volume.n != 0)
            return false;
    }
    return true;
}

HIT_NOINLINE int hit_ray_triangle_order(const hit_ray* ray, const hit_triangle* first, const hit_triangle* second)
{
    hit_big num[2], den[2], left, right;

    if (meets_what_is_common(ray, first, second))
        return 0;
    exact_t(ray, first, &num[0], &den[0]);
    exact_t(ray, second, &num[1], &den[1]);
    HIT_ASSERT(den[0].sign > 0 && den[1].sign > 0);
    left = hit_big_mul(&num[0], &den[1]);
    right = hit_big_mul(&num[1], &den[0]);
    return hit_big_sub(&left, &right).sign;
}

bool hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    hit_fpenv saved;
    bool found;

    if (ray == NULL || triangle == NULL)
        return false;
    if (hit_float_env_is_default_())
        return hit_ray_triangle_in_fpenv(ray, triangle, hit);
    saved = hit_fpenv_enter();
    found = hit_ray_triangle_in_fpenv(ray, triangle, hit);
    hit_fpenv_leave(saved);
    return found;
}

int hit_ray_triangle_compare(hit_ray ray, const hit_triangle* first, const hit_triangle* second)
{
    const hit_fpenv saved = hit_fpenv_enter();
    const bool valid = hit_ray_is_valid(ray);
    double a[2], b[2];
    const bool hits_first = valid && first != NULL && hit_ray_triangle_range(&ray, first, a);
    const bool hits_second = valid && second != NULL && hit_ray_triangle_range(&ray, second, b);
    int order = (int)hits_second - (int)hits_first;

    // Ranges that do not overlap decide.
    if (hits_first && hits_second)
        order = a[1] < b[0] ? -1 : a[0] > b[1] ? 1 : hit_ray_triangle_order(&ray, first, second);
    hit_fpenv_leave(saved);
    return order;
}

bool hit_ray_triangle_on_edge(hit_ray ray, const hit_triangle* triangle)
{
    const hit_fpenv saved = hit_fpenv_enter();
    double range[2];
    const bool found = hit_ray_is_valid(ray) && triangle != NULL && hit_ray_triangle_range(&ray, triangle, range) &&
                       hit_ray_triangle_on_edge_in_fpenv(&ray, triangle);
    hit_fpenv_leave(saved);
    return found;
}

#undef hit_ray_triangle
bool hit_ray_triangle(hit_ray ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    return hit_ray_triangle_inline(ray, triangle, hit);
}
