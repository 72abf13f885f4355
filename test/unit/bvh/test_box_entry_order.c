// First boxes whose entries are closer to each other than doubles are, by every kernel.
#include "support/base/cmocka_all.h"

#include <hitscan/hitscan.h>
#include <math.h>

// The face of the first box, with each kernel that there is; all must agree with the exact test of the box.
static void assert_face(hit_aabb box, hit_ray ray, int face)
{
    hit_bvh* bvh = NULL;
    hit_span span;
    assert_int_equal(hit_bvh_build_aabbs(&box, 0, 1, NULL, &bvh, NULL), HIT_OK);
    assert_true(hit_ray_aabb(ray, box, &span));
    assert_int_equal(span.face_enter, face);
    for (int level = HIT_CPU_PORTABLE; level <= (int)hit_cpu_best(); level++) {
        hit_bvh_hit hit = {.face = 77};
        hit_cpu_restrict((hit_cpu)level);
        assert_true(hit_bvh_first(bvh, ray, NULL, &hit));
        assert_int_equal(hit.face, face);
        assert_true(hit.t == span.t_enter);
        assert_int_equal(hit.side, span.inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT);
    }
    hit_cpu_restrict(hit_cpu_best());
    hit_bvh_destroy(bvh);
}

// x is entered at 1.75 + 0.6·2^-52, which double rounds up, y at 1.75 + 0.65·2^-52, of which it makes 1.75: its
// distance from the origin loses more than the quotient shows.
static void faces_closer_than_doubles_are_told_apart(void** state)
{
    const hit_aabb box = {{1.75f, 2.1875f, -1.0f}, {8.0f, 8.0f, 1.0f}};
    const hit_vec3 along = hit_vec3_make(1.0f, 1.25f, 0.03125f);
    (void)state;
    assert_face(box, hit_ray_make(hit_vec3_make(-0.6f * 0x1p-52f, -0.8125f * 0x1p-52f, 0.0f), along), HIT_FACE_NEG_Y);
    // The other way round, where the order of doubles is the true one.
    assert_face(box, hit_ray_make(hit_vec3_make(-0.8125f * 0x1p-52f, -0.6f * 0x1p-52f, 0.0f), along), HIT_FACE_NEG_X);
    // No difference at all: the lowest axis.
    assert_face(box, hit_ray_make(hit_vec3_make(0.0f, 0.0f, 0.0f), along), HIT_FACE_NEG_X);
}

static void start_is_told_from_entry(void** state)
{
    const hit_aabb box = {{1.0f, -1.0f, -1.0f}, {8.0f, 1.0f, 1.0f}};
    const hit_vec3 along = hit_vec3_make(1.0f, 0.0625f, 0.03125f);
    hit_ray ray = hit_ray_make(hit_vec3_make(0.0f, 0.0f, 0.0f), along);
    (void)state;
    ray.t_min = 1.0f;
    assert_face(box, ray, HIT_FACE_NEG_X); // entered where it starts
    ray.t_min = nextafterf(1.0f, 2.0f);
    assert_face(box, ray, HIT_FACE_NONE);
    ray.t_min = 1.0f;
    ray.origin.x = 0x1p-80f;
    assert_face(box, ray, HIT_FACE_NONE);
    ray.origin.x = -0x1p-80f;
    assert_face(box, ray, HIT_FACE_NEG_X);
    ray.t_min = -HUGE_VALF;
    ray.t_max = 5.0f;
    assert_face(box, ray, HIT_FACE_NEG_X);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_closer_than_doubles_are_told_apart),
        cmocka_unit_test(start_is_told_from_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
