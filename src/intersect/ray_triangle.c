// A ray against a triangle: what the inline filter of intersect.h could not discard.
//
// With a, b the edges from v0, s = origin - v0 and d the direction (Möller and Trumbore, 1997):
//     volume = a·(d×b),  u = s·(d×b),  v = d·(s×a),  w = volume - u - v,  t = b·(s×a) / volume
// u, v, w over volume are the barycentric coordinates of v1, v2, v0. The line meets the closed triangle when u, v and
// w have no opposite signs and volume is not zero. Signs and quotients are decided in double where that is certain,
// else as expansions: sums of products of three floats, exact (see exact/expansion.h). Cost: about 12 ns in double;
// about 1 µs exact.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "exact/ratio.h"
#include "exact/round.h"
#include "exact/vector.h"
#include "intersect/verdict.h"

#include <hitscan/intersect.h>

static inline double min3(double a, double b, double c)
{
    const double m = a < b ? a : b;
    return m < c ? m : c;
}

static inline double max3(double a, double b, double c)
{
    const double m = a > b ? a : b;
    return m > c ? m : c;
}

// Each volume is a sum of 6 products, each off by at most 8 roundings of 2^-53, w by those of three: 2^-46 times the
// product of the norms covers all. Not-a-number or infinite input makes `noise` so too, and no test succeeds.
static inline hit_verdict filter(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
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
    const double edge = fabs(ax) + fabs(ay) + fabs(az) + (fabs(bx) + fabs(by) + fabs(bz));
    const double reach = fabs(sx) + fabs(sy) + fabs(sz);
    const double noise = 0x1p-46 * (fabs(dx) + fabs(dy) + fabs(dz)) * edge * (edge + reach);
    const double least = min3(u, v, w), most = max3(u, v, w);
    const double t_min = ray->t_min, t_max = ray->t_max;
    double inverse, t, t_noise, b_noise;
    hit_triangle_hit result;

    if (least < -noise && most > noise)
        return HIT_VERDICT_MISS;
    if (!(least > noise) && !(most < -noise))
        return HIT_VERDICT_UNSURE;

    // |t - true t| <= (error of the numerator + |t|·error of volume) / |volume|; doubled to cover the division by the
    // rounded volume, of which `noise` is less than a third, and 2^-50 for the roundings here.
    inverse = 1.0 / volume;
    t = (bx * qx + by * qy + bz * qz) * inverse;
    t_noise = 2.0 * fabs(inverse) * (0x1p-46 * edge * edge * reach + noise * fabs(t)) + 0x1p-50 * fabs(t);
    if (t + t_noise < t_min || t - t_noise > t_max)
        return HIT_VERDICT_MISS;
    if (!(t - t_noise > t_min && t + t_noise < t_max))
        return HIT_VERDICT_UNSURE;
    if (hit == NULL)
        return HIT_VERDICT_HIT;
    // Barycentrics are at most 1: the same bound with 1 in the place of |t|.
    b_noise = 4.0 * fabs(inverse) * noise + 0x1p-50;
    if (!hit_round_sure(t - t_noise, t + t_noise, &result.t) ||
        !hit_round_sure(u * inverse - b_noise, u * inverse + b_noise, &result.u) ||
        !hit_round_sure(v * inverse - b_noise, v * inverse + b_noise, &result.v) ||
        !hit_round_sure(w * inverse - b_noise, w * inverse + b_noise, &result.w))
        return HIT_VERDICT_UNSURE;
    result.side = volume > 0.0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    *hit = result;
    return HIT_VERDICT_HIT;
}

static HIT_NOINLINE bool decide(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
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
    if (hit == NULL)
        return true;
    hit->t = hit_ratio_round(t);
    hit->u = hit_ratio_round((hit_ratio){u.part, volume.part, u.n, volume.n});
    hit->v = hit_ratio_round((hit_ratio){v.part, volume.part, v.n, volume.n});
    hit->w = hit_ratio_round((hit_ratio){w.part, volume.part, w.n, volume.n});
    hit->side = hit_expansion_sign(volume.part, volume.n) > 0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    return true;
}

static HIT_NOINLINE bool answer(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    const hit_verdict verdict = filter(ray, triangle, hit);
    return verdict == HIT_VERDICT_UNSURE ? decide(ray, triangle, hit) : verdict == HIT_VERDICT_HIT;
}

bool hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    hit_fpenv saved;
    bool found;

    if (ray == NULL || triangle == NULL)
        return false;
    if (hit_float_env_is_default_())
        return answer(ray, triangle, hit);
    saved = hit_fpenv_enter();
    found = answer(ray, triangle, hit);
    hit_fpenv_leave(saved);
    return found;
}
