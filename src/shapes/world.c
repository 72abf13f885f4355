// Large worlds: rays and placements with origins in double.
#include <hitscan/world.h>

bool hit_dray_is_valid(hit_dray ray)
{
    const hit_ray near_by = {{0.0f, 0.0f, 0.0f}, ray.direction, ray.t_min, ray.t_max};
    return hit_dvec3_is_position(ray.origin) && hit_ray_is_valid(near_by);
}

hit_placement hit_placement_at(hit_dvec3 origin)
{
    const hit_placement p = {origin, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    return p;
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
