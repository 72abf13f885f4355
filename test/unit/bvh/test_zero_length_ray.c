// A ray that is a single point: t from 0 to 0, with either sign of either zero. -0 is 0 to floats, but not to what
// compares their bits.
#include "support/base/cmocka_all.h"

#include <hitscan/hitscan.h>

// The trees hold one thing, which the origin is on: all queries must find it at 0, with each kernel that there is.
static void assert_found_at_zero(const hit_bvh* bvh)
{
    for (int level = HIT_CPU_PORTABLE; level <= (int)hit_cpu_best(); level++)
        for (int signs = 0; signs < 4; signs++)
            for (int octant = 0; octant < 8; octant++) {
                hit_ray ray = hit_ray_make(
                    hit_vec3_make(0.0f, 0.0f, 0.0f),
                    hit_vec3_make(octant & 1 ? -0.5f : 0.5f, octant & 2 ? -0.25f : 0.25f, octant & 4 ? -1.0f : 1.0f));
                hit_bvh_hit hit = {.t = 77.0f};
                ray.t_min = signs & 1 ? -0.0f : 0.0f;
                ray.t_max = signs & 2 ? -0.0f : 0.0f;
                hit_cpu_restrict((hit_cpu)level);
                assert_true(hit_bvh_first(bvh, ray, NULL, &hit));
                assert_true(hit.t == 0.0f);
                assert_true(hit_bvh_any(bvh, ray, NULL));
                assert_int_equal(hit_bvh_count(bvh, ray, NULL), 1);
            }
    hit_cpu_restrict(hit_cpu_best());
}

static void triangles_are_found(void** state)
{
    const hit_vec3 corner[3] = {{-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    const hit_mesh mesh = {.vertices = &corner[0].x, .vertex_count = 3, .triangle_count = 1};
    hit_bvh* bvh = NULL;
    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &bvh, NULL), HIT_OK);
    assert_found_at_zero(bvh);
    hit_bvh_destroy(bvh);
}

static void boxes_are_found(void** state)
{
    const hit_aabb box = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    const hit_obb turned = hit_obb_make(hit_vec3_make(0.0f, 0.0f, 0.0f), (hit_quat){0.0f, 0.0f, 0.0f, 1.0f}, box.max);
    hit_bvh* bvh = NULL;
    (void)state;
    assert_int_equal(hit_bvh_build_aabbs(&box, 0, 1, NULL, &bvh, NULL), HIT_OK);
    assert_found_at_zero(bvh);
    hit_bvh_destroy(bvh);
    assert_int_equal(hit_bvh_build_obbs(&turned, 0, 1, NULL, &bvh, NULL), HIT_OK);
    assert_found_at_zero(bvh);
    hit_bvh_destroy(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_found),
        cmocka_unit_test(boxes_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
