// Large worlds: rays and placements with origins in double.
#include "shapes/outward.h"

#include <hitscan/world.h>

bool hit_dray_is_valid(hit_dray ray)
{
    const hit_ray near_by = {{0.0f, 0.0f, 0.0f}, ray.direction, ray.t_min, ray.t_max};
    return hit_dvec3_is_position(ray.origin) && hit_ray_is_valid(near_by);
}

double hit_dray_distance(hit_dray ray, double t)
{
    const hit_vec3 d = ray.direction;
    const double length = sqrt((double)d.x * d.x + (double)d.y * d.y + (double)d.z * d.z);
    // Without a direction there is no distance, even at an infinite t, where the product would be NaN.
    return length == 0.0 ? 0.0 : t * length;
}

hit_placement hit_placement_at(hit_dvec3 origin)
{
    const hit_placement p = {origin, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    return p;
}

// Zeros stand for the identity, which a scale of zero is not: the smallest scale takes their place.
static void keep_from_identity(hit_placement* p)
{
    bool zero = true;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            zero &= float_order(p->linear[i][j]) == 0;
    for (int i = 0; zero && i < 3; i++)
        p->linear[i][i] = 0x1p-149f;
}

hit_placement hit_placement_from_matrix(const hit_mat3x4* m)
{
    hit_placement p = {{NAN, NAN, NAN}, {{NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}}};

    if (m == NULL)
        return p;
    p.origin = hit_dvec3_make((double)m->m[0][3], (double)m->m[1][3], (double)m->m[2][3]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            p.linear[i][j] = m->m[i][j];
    keep_from_identity(&p);
    return p;
}

hit_placement hit_placement_from_array(const float m[16], hit_matrix_order order)
{
    const hit_mat3x4 matrix = hit_mat3x4_from_array(m, order);
    return hit_placement_from_matrix(&matrix);
}

hit_placement hit_placement_from_doubles(const double m[16], hit_matrix_order order)
{
    const hit_mat3x4 matrix = hit_mat3x4_from_doubles(m, order);
    hit_placement p = hit_placement_from_matrix(&matrix);
    if (m != NULL) {
        const int step = order == HIT_MATRIX_ROWS ? 4 : 1, first = order == HIT_MATRIX_ROWS ? 3 : 12;
        p.origin = hit_dvec3_make(m[first], m[first + step], m[first + 2 * step]);
    }
    return p;
}

hit_placement hit_placement_from_trs(hit_dvec3 origin, hit_quat rotation, hit_vec3 scale)
{
    const hit_mat3x4 m = hit_mat3x4_from_trs(hit_vec3_make(0.0f, 0.0f, 0.0f), rotation, scale);
    hit_placement p = hit_placement_from_matrix(&m);
    p.origin = origin;
    return p;
}

bool hit_placement_is_valid(const hit_placement* placement)
{
    bool valid = true;

    if (placement == NULL || !hit_dvec3_is_position(placement->origin))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            valid &= fabsf(placement->linear[i][j]) <= 0x1p60f;
    return valid;
}
