// Places, rays and placements in double.
#include "support/base/cmocka_all.h"

#include <float.h>
#include <hitscan/world.h>

static void places_have_limits(void** state)
{
    (void)state;
    assert_true(hit_dvec3_is_position(hit_dvec3_make(0x1p100, -0x1p100, 0.0)));
    assert_false(hit_dvec3_is_position(hit_dvec3_make(0x1.0000000000001p100, 0.0, 0.0)));
    assert_false(hit_dvec3_is_position(hit_dvec3_make(0.0, (double)NAN, 0.0)));
    assert_false(hit_dvec3_is_position(hit_dvec3_make(0.0, 0.0, -HUGE_VAL)));
}

static void vectors_convert(void** state)
{
    const hit_dvec3 a = hit_dvec3_from(hit_vec3_make(1.5f, -2.0f, 0x1p-140f));
    const hit_vec3 d = hit_dvec3_relative(hit_dvec3_make(1e7 + 0.25, 3.0, 0.0), hit_dvec3_make(1e7, 1.0, 2.0));
    (void)state;
    assert_true(a.x == 1.5 && a.y == -2.0 && a.z == 0x1p-140);
    assert_true(d.x == 0.25f && d.y == 2.0f && d.z == -2.0f);
}

static void rays_are_valid_or_not(void** state)
{
    const hit_dray good = hit_dray_make(hit_dvec3_make(1e7, 0.0, 0.0), hit_vec3_make(0.0f, 0.0f, 2.0f));
    const hit_dvec3 at = hit_dray_at(good, 1.5);
    hit_dray r = good;
    (void)state;
    assert_true(good.t_min == 0.0f && good.t_max == HUGE_VALF);
    assert_true(at.x == 1e7 && at.y == 0.0 && at.z == 3.0);
    assert_true(hit_dray_is_valid(good));
    r.origin.y = (double)NAN;
    assert_false(hit_dray_is_valid(r));
    r = good, r.origin.z = 0x1p101;
    assert_false(hit_dray_is_valid(r));
    r = good, r.direction.z = 0.0f;
    assert_false(hit_dray_is_valid(r));
    r = good, r.direction.x = HUGE_VALF;
    assert_false(hit_dray_is_valid(r));
    r = good, r.t_min = 2.0f, r.t_max = 1.0f;
    assert_false(hit_dray_is_valid(r));
    r = good, r.t_max = NAN;
    assert_false(hit_dray_is_valid(r));
    r = hit_dray_from(hit_segment_make(hit_vec3_make(1.0f, 2.0f, 3.0f), hit_vec3_make(1.0f, 2.0f, 4.0f)));
    assert_true(hit_dray_is_valid(r) && r.t_max == 1.0f && r.origin.z == 3.0 && r.direction.z == 1.0f);
}

static void placements_are_made(void** state)
{
    const hit_placement at = hit_placement_at(hit_dvec3_make(1.0, 2.0, 3.0));
    const hit_mat3x4 m = {{{1.0f, 2.0f, 3.0f, 4.0f}, {5.0f, 6.0f, 7.0f, 8.0f}, {9.0f, 10.0f, 11.0f, 12.0f}}};
    const hit_placement from = hit_placement_from_matrix(&m);
    const hit_placement trs = hit_placement_from_trs(hit_dvec3_make(1e7, 0.0, -1e7), (hit_quat){0.0f, 0.0f, 1.0f, 0.0f},
                                                     hit_vec3_make(2.0f, 3.0f, 4.0f));
    (void)state;
    assert_true(at.linear[0][0] == 1.0f && at.linear[1][1] == 1.0f && at.linear[2][2] == 1.0f &&
                at.linear[0][1] == 0.0f && at.origin.z == 3.0);
    assert_true(from.origin.x == 4.0 && from.origin.y == 8.0 && from.origin.z == 12.0 && from.linear[1][2] == 7.0f);
    // Half a turn about z.
    assert_true(trs.origin.x == 1e7 && trs.linear[0][0] == -2.0f && trs.linear[1][1] == -3.0f &&
                trs.linear[2][2] == 4.0f);
    assert_true(hit_placement_is_valid(&at) && hit_placement_is_valid(&from) && hit_placement_is_valid(&trs));
}

static void placements_have_limits(void** state)
{
    hit_placement p = hit_placement_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_placement none = hit_placement_from_matrix(NULL);
    (void)state;
    assert_false(hit_placement_is_valid(NULL));
    assert_false(hit_placement_is_valid(&none));
    p.linear[2][1] = NAN;
    assert_false(hit_placement_is_valid(&p));
    p.linear[2][1] = 0x1p60f;
    assert_true(hit_placement_is_valid(&p));
    p.linear[2][1] = 0x1.000002p60f;
    assert_false(hit_placement_is_valid(&p));
    p = hit_placement_at(hit_dvec3_make(0x1p101, 0.0, 0.0));
    assert_false(hit_placement_is_valid(&p));
}

static void rays_convert(void** state)
{
    const hit_dray far = hit_dray_make(hit_dvec3_make(1e7 + 0.25, -3.0, 2.0), hit_vec3_make(0.0f, 3.0f, 4.0f));
    const hit_ray near = hit_dray_relative(far, hit_dvec3_make(1e7, 0.0, 0.0));
    const hit_dray segment = hit_dray_segment(hit_dvec3_make(1e7, 0.0, 0.0), hit_dvec3_make(1e7 + 2.0, 1.0, 0.0));
    hit_dray clipped = hit_dray_clip(far, 1.0f, 2.0f);
    (void)state;
    assert_true(near.origin.x == 0.25f && near.origin.y == -3.0f && near.origin.z == 2.0f);
    assert_true(near.direction.z == 4.0f && near.t_min == 0.0f && near.t_max == HUGE_VALF);
    assert_true(segment.direction.x == 2.0f && segment.direction.y == 1.0f && segment.t_max == 1.0f);
    assert_true(clipped.t_min == 1.0f && clipped.t_max == 2.0f);
    clipped = hit_dray_clip(clipped, NAN, 1.5f);
    assert_true(clipped.t_min == 1.0f && clipped.t_max == 1.5f);
    assert_true(hit_dray_distance(far, 2.0) == 10.0 && hit_dray_distance(far, -1.0) == -5.0);
    assert_true(hit_dray_distance(hit_dray_make(far.origin, hit_vec3_make(0, 0, 0)), HUGE_VAL) == 0.0);
}

static void differences(void** state)
{
    const hit_dvec3 d = hit_dvec3_sub(hit_dvec3_make(1.0, 2.0, 3.0), hit_dvec3_make(0x1p-50, 5.0, -1.0));
    (void)state;
    assert_true(d.x == 1.0 - 0x1p-50 && d.y == -3.0 && d.z == 4.0);
}

static void matrices_of_arrays(void** state)
{
    const float columns[16] = {1, 5, 9, 0, 2, 6, 10, 0, 3, 7, 11, 0, 4, 8, 12, 1};
    float rows[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 1};
    double doubles[16];
    const hit_mat3x4 expected = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}};
    hit_placement p;
    hit_mat3x4 m;
    (void)state;
    m = hit_mat3x4_from_array(columns, HIT_MATRIX_COLUMNS);
    assert_memory_equal(&m, &expected, sizeof m);
    m = hit_mat3x4_from_array(rows, HIT_MATRIX_ROWS);
    assert_memory_equal(&m, &expected, sizeof m);
    for (int i = 0; i < 16; i++)
        doubles[i] = (double)rows[i];
    doubles[3] = 1e7 + 0.125;
    m = hit_mat3x4_from_doubles(doubles, HIT_MATRIX_ROWS);
    assert_true(m.m[0][3] == 1e7f && m.m[2][2] == 11.0f);
    p = hit_placement_from_doubles(doubles, HIT_MATRIX_ROWS);
    assert_true(p.origin.x == 1e7 + 0.125 && p.origin.y == 8.0 && p.origin.z == 12.0 && p.linear[1][2] == 7.0f);
    p = hit_placement_from_array(columns, HIT_MATRIX_COLUMNS);
    assert_true(p.origin.x == 4.0 && p.origin.z == 12.0 && p.linear[0][1] == 2.0f && p.linear[2][0] == 9.0f);
    // A projection, an unknown order, and nothing.
    assert_true(isnan(hit_mat3x4_from_array(NULL, HIT_MATRIX_ROWS).m[0][0]));
    assert_true(isnan(hit_mat3x4_from_doubles(NULL, HIT_MATRIX_ROWS).m[2][3]));
    assert_true(isnan(hit_mat3x4_from_array(rows, (hit_matrix_order)2).m[0][0]));
    assert_true(isnan(hit_mat3x4_from_array(rows, HIT_MATRIX_COLUMNS).m[0][0]));
    rows[15] = 2.0f;
    p = hit_placement_from_array(rows, HIT_MATRIX_ROWS);
    assert_false(hit_placement_is_valid(&p));
    p = hit_placement_from_doubles(NULL, HIT_MATRIX_ROWS);
    assert_false(hit_placement_is_valid(&p));
}

// A scale of zero is not taken for the identity.
static void scales_of_zero(void** state)
{
    const hit_mat3x4 zero = {{{0, 0, 0, 1}, {0, -0.0f, 0, 2}, {0, 0, 0, 3}}};
    const hit_placement p = hit_placement_from_matrix(&zero);
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_true(i == j ? p.linear[i][j] > 0.0f && p.linear[i][j] < FLT_MIN : p.linear[i][j] == 0.0f);
    assert_true(p.origin.z == 3.0 && hit_placement_is_valid(&p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_limits),
        cmocka_unit_test(vectors_convert),
        cmocka_unit_test(rays_are_valid_or_not),
        cmocka_unit_test(placements_are_made),
        cmocka_unit_test(placements_have_limits),
        cmocka_unit_test(rays_convert),
        cmocka_unit_test(differences),
        cmocka_unit_test(matrices_of_arrays),
        cmocka_unit_test(scales_of_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
