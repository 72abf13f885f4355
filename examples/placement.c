// Matrices and rotations: a turret on a tank, two placements one after the other.
#include <hitscan/hitscan.h>
#include <stdio.h>

static void print_vec(const char* what, hit_vec3 v)
{
    printf("%-22s (%.3f, %.3f, %.3f)\n", what, v.x, v.y, v.z);
}

int main(void)
{
    const hit_vec3 up = {0, 1, 0}, one = {1, 1, 1};
    const hit_quat heading = hit_quat_from_axis_angle(up, 0.6f), aim = hit_quat_from_axis_angle(up, 0.3f);
    const hit_mat3x4 tank = hit_mat3x4_from_trs((hit_vec3){20, 0, 5}, heading, one);
    const hit_mat3x4 turret_on_tank = hit_mat3x4_from_trs((hit_vec3){0, 2, 0.5f}, aim, (hit_vec3){1, 1, 3});
    const hit_mat3x4 turret = hit_mat3x4_mul(&tank, &turret_on_tank); // first onto the tank, then into the world

    // A point is moved, a direction is not. Both get the scale.
    const hit_vec3 tip = hit_mat3x4_point(&turret, (hit_vec3){0, 0, 1});
    const hit_vec3 along = hit_mat3x4_vector(&turret, (hit_vec3){0, 0, 1});
    print_vec("tip of the barrel", tip);
    print_vec("direction, length 3", along);
    printf("%-22s %.3f\n", "grows in volume by", hit_mat3x4_determinant(&turret));

    // The rotations alone: the right one is applied first.
    const hit_quat both = hit_quat_normalize(hit_quat_mul(heading, aim));
    const hit_vec3 forward = hit_quat_rotate(both, (hit_vec3){0, 0, 1});
    print_vec("the same, length 1", forward);
    printf("%-22s %.3f\n", "cosine between them", hit_vec3_dot(forward, hit_vec3_normalize(along)));
    print_vec("to its right", hit_vec3_cross(forward, up));

    // The shot: does it hit a barn? t counts in lengths of `along`.
    const hit_vec3 one_corner = {45, 0, 30}, other_corner = {35, 9, 15}; // in any order
    const hit_aabb barn = hit_aabb_make(hit_vec3_min(one_corner, other_corner), hit_vec3_max(one_corner, other_corner));
    const hit_ray shot = hit_ray_make(tip, along);
    hit_span span;
    if (hit_vec3_is_finite(along) && hit_ray_aabb(shot, barn, &span))
        printf("%-22s t = %.3f, distance %.3f\n", "hits the barn", span.t_enter, hit_ray_distance(shot, span.t_enter));
    return 0;
}
