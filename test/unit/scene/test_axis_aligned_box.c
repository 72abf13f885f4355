// Boxes that are not turned: what finds the first of them lands on it in a way of its own, and describes it briefly
// where its matrix is the identity. Queries for the nearest go the long way, and both must say the same, bit by bit.
#include "support/base/cmocka_all.h"
#include "scene/ray/search.h"
#include "support/base/random.h"
#include "support/scene/same_hit.h"

#include <math.h>

enum { BOXES = 60, RAYS = 4000 };

static test_random r;

static float between(float low, float high)
{
    return test_random_range(&r, low, high);
}

static hit_dvec3 some_place(double size)
{
    const double x = between(-1.0f, 1.0f), y = between(-1.0f, 1.0f);
    return hit_dvec3_make(size * x, size * y, size * between(-1.0f, 1.0f));
}

// Diagonal: the identity, another size, mirrored, or with zeros that are negative.
static hit_placement some_placement(int kind)
{
    hit_placement place = hit_placement_at(some_place(10.0));

    for (int k = 0; k < 3 && kind != 0; k++)
        place.linear[k][k] = kind == 1 ? between(0.5f, 2.0f) : kind == 2 ? -1.0f : 1.0f;
    if (kind == 3)
        place.linear[0][1] = place.linear[2][0] = -0.0f;
    return place;
}

static hit_dray some_ray(int i)
{
    const float x = between(-1.0f, 1.0f), y = between(-1.0f, 1.0f);
    hit_dray ray = hit_dray_make(some_place(15.0), hit_vec3_make(x, y, between(-1.0f, 1.0f)));

    // From afar to somewhere in between; along an axis, before the origin, from a coordinate that is 0 or nearly so,
    // and scaled.
    if (i % 3 == 0) {
        const hit_dvec3 to = some_place(10.0);
        const double way = ldexp(1.0, i / 3 % 24);
        ray.origin.x = to.x - way * (double)ray.direction.x;
        ray.origin.y = to.y - way * (double)ray.direction.y;
        ray.origin.z = to.z - way * (double)ray.direction.z;
    }
    if (i % 7 == 0)
        ray.direction = hit_vec3_make(0.0f, i % 2 == 0 ? 1.0f : -2.0f, 0.0f);
    if (i % 5 == 0)
        ray.t_min = -10.0f;
    if (i % 13 == 0)
        ray.origin.z = i % 2 == 0 ? 0.0 : -1e-40;
    if (i % 17 == 0)
        ray.direction = hit_vec3_scale(ray.direction, 0x1p-30f);
    return ray;
}

// The first hit by single rays, rays in flight, and the long way.
static bool compare(const hit_scene* scene, hit_dray ray)
{
    hit_scene_hit one, flown = {.id = HIT_ID_NONE}, nearest;
    const bool found = hit_scene_first(scene, ray, NULL, &one);

    hit_scene_first_interleaved(scene, &ray, &flown, 1);
    assert_int_equal(flown.id != HIT_ID_NONE, found);
    assert_int_equal(hit_scene_first_k(scene, ray, NULL, &nearest, 1), found);
    if (found) {
        assert_same_hit(&one, &nearest);
        assert_same_hit(&flown, &nearest);
    }
    return found;
}

static void first_is_nearest(void** state)
{
    hit_scene* scene = NULL;
    hit_id id;
    int hits = 0;

    (void)state;
    r = test_random_make(test_seed());
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < BOXES; i++) {
        hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        const hit_vec3 half = hit_vec3_make(between(0.2f, 2.0f), between(0.2f, 2.0f), between(0.2f, 2.0f));
        object.placement = some_placement(i % 4);
        assert_int_equal(hit_scene_add_box(scene, &object, hit_aabb_make(hit_vec3_scale(half, -1.0f), half), &id, NULL),
                         HIT_OK);
    }
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    for (int level = 0; level <= (int)hit_cpu_best(); level++) {
        (void)hit_cpu_restrict((hit_cpu)level);
        for (int i = 0; i < RAYS; i++)
            hits += compare(scene, some_ray(i));
    }
    (void)hit_cpu_restrict(hit_cpu_best());
    assert_true(hits > RAYS / 10);
    hit_scene_destroy(scene);
}

// One box, as it is.
static hit_scene* scene_of(hit_vec3 min, hit_vec3 max, hit_id* id)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene* scene = NULL;

    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_box(scene, &object, hit_aabb_make(min, max), id, NULL), HIT_OK);
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    return scene;
}

// A box of another size is not what it was, though it is axis_aligned still.
static void changes_its_size(void** state)
{
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-10.0, -0.5, 0.25), hit_vec3_make(1.0f, 0.125f, 0.0625f));
    hit_placement place = hit_placement_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_id id;
    hit_scene* scene = scene_of(hit_vec3_make(-1.0f, -1.0f, -1.0f), hit_vec3_make(1.0f, 1.0f, 1.0f), &id);
    hit_scene_hit hit;

    (void)state;
    for (int k = 1; k < 4; k++) {
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        assert_true(hit_scene_first(scene, ray, NULL, &hit));
        assert_true(hit.t == 10.0f - (float)k && hit.t_double == 10.0 - k && hit.point.x == -(double)k);
        // It is mirrored, too.
        assert_true(hit.normal.x == -1.0f && hit.face == (k == 1 ? 0 : 1));
        place.linear[0][0] = -(float)(k + 1);
        assert_int_equal(hit_scene_move(scene, id, &place, NULL), HIT_OK);
    }
    hit_scene_destroy(scene);
}

// A face at -0, entered at t = 0 by a ray that begins before its origin: the sign of that 0 is that of the long way.
static void enters_at_zero(void** state)
{
    hit_id id;
    hit_scene* scene = scene_of(hit_vec3_make(-2.0f, -0.0f, -2.0f), hit_vec3_make(2.0f, 1.0f, 2.0f), &id);

    (void)state;
    for (int i = 0; i < 4; i++) {
        hit_dray ray = hit_dray_make(hit_dvec3_make(i & 1 ? -1.0 : 1.0, 0.0, i & 2 ? -1.0 : 1.0),
                                     hit_vec3_make(0.25f, 1.0f, 0.125f));
        ray.t_min = -4.0f;
        assert_true(compare(scene, ray));
    }
    hit_scene_destroy(scene);
}

// A ray that is a point, in a box, with zeros that are negative.
static void ends_at_zero(void** state)
{
    hit_id id;
    hit_scene* scene = scene_of(hit_vec3_make(-2.0f, -2.0f, -2.0f), hit_vec3_make(2.0f, 2.0f, 2.0f), &id);

    (void)state;
    for (int level = 0; level <= (int)hit_cpu_best(); level++) {
        (void)hit_cpu_restrict((hit_cpu)level);
        for (int i = 0; i < 4; i++) {
            hit_dray ray = hit_dray_make(hit_dvec3_make(1.0, 0.5, -1.0), hit_vec3_make(0.25f, 1.0f, 0.125f));
            ray.t_min = i & 1 ? -0.0f : 0.0f;
            ray.t_max = i & 2 ? -0.0f : 0.0f;
            assert_true(compare(scene, ray));
        }
    }
    (void)hit_cpu_restrict(hit_cpu_best());
    hit_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_is_nearest),
        cmocka_unit_test(changes_its_size),
        cmocka_unit_test(enters_at_zero),
        cmocka_unit_test(ends_at_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
