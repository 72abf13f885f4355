// Objects within some pixels of a point: the documented order and distances of hit_pick_near, bad input included.
#include "support/base/fp_modes.h"
#include "unit/pick/pick_fixture.h"

static const hit_dvec3 origin = {0, 0, 0};

static hit_id add_line(pick_fixture* s, hit_vec3 a, hit_vec3 b, float radius)
{
    const hit_vec3 points[2] = {a, b};
    const hit_object object = fixture_object(s, 0, 0, 0);
    hit_id id = 0;
    assert_int_equal(hit_scene_add_polyline(s->scene, &object, points, 0, 2, radius, &id, NULL), HIT_OK);
    return id;
}

static void assert_near(const hit_pick_near_hit* n, hit_id id, bool inside, double pixels, double depth)
{
    assert_int_equal(n->id, id);
    assert_int_equal(n->inside, inside);
    if (!(fabs(n->pixels - pixels) <= 1e-5) || !(fabs(n->depth - depth) <= 1e-4))
        fail_msg("%.9g pixels at %.9g instead of %.9g at %.9g", n->pixels, n->depth, pixels, depth);
}

static void distances_in_pixels(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000); // the near plane is at z = 40
    const hit_id box = fixture_add_box(&s, 20, 0, 0, 5, 5, 1);
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_pick_near_hit found[2];

    (void)state;
    fixture_commit(&s);
    // flat: the left side is at 65, at all depths; deep: the front is seen from 50 + 50·15/49
    const double sides[] = {65, 50 + 50 * 15.0 / 49};
    for (int i = 0; i < 2; i++) {
        const double side = sides[i];
        assert_int_equal(hit_pick_near(s.scene, cameras[i], side - 3, 50, 4, NULL, found, 2), 1);
        assert_int_equal(found[0].id, box);
        assert_false(found[0].inside);
        assert_int_equal(found[0].priority, 0);
        assert_true(fabs(found[0].pixels - 3 + (i == 1 ? 50 * 15.0 / 49 - 50 * 15.0 / 51 : 0)) < 1e-5);
        assert_int_equal(hit_pick_near(s.scene, cameras[i], side - 4, 50, 2, NULL, found, 2), 0);
        // a corner: 3 and 4 make 5
        if (i == 0) {
            assert_int_equal(hit_pick_near(s.scene, cameras[i], 62, 41, 5.0001, NULL, found, 2), 1);
            assert_near(&found[0], box, false, 5, found[0].depth);
            assert_true(found[0].point.x == 15.0 && found[0].point.y == 5.0);
            assert_int_equal(hit_pick_near(s.scene, cameras[i], 62, 41, 4.9999, NULL, found, 2), 0);
        }
    }
    // on it: as the click says
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 70, 50, 0, NULL, found, 2), 1);
    assert_near(&found[0], box, true, 0, 39);
    assert_true(found[0].point.z == 1.0);
    fixture_end(&s);
}

static void round_things(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    const hit_sphere sphere = {{0, 0, 0}, 10};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_pick_near_hit found[2];
    hit_id ball;

    (void)state;
    assert_int_equal(hit_scene_add_sphere(s.scene, &object, sphere, &ball, NULL), HIT_OK);
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50 + 13, 50 + 0, 5, NULL, found, 2), 1);
    assert_near(&found[0], ball, false, 3, 40);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50 + 9, 50 - 12, 5.0001, NULL, found, 2), 1);
    assert_near(&found[0], ball, false, 5, 40);
    assert_true(fabs(found[0].point.x - 6) < 1e-6 && fabs(found[0].point.y - 8) < 1e-6);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50 + 9, 50 - 12, 4.9999, NULL, found, 2), 0);
    // seen from the eye, 50 away, its outline has the sine 1/5: the tangent is 1/sqrt(24)
    assert_int_equal(hit_pick_near(s.scene, &s.deep, 50 + 50 / sqrt(24.0) + 2, 50, 5, NULL, found, 2), 1);
    assert_near(&found[0], ball, false, 2, 50 - 10 * 10 / 50.0 - 10);
    assert_int_equal(hit_pick_near(s.scene, &s.deep, 50, 50, 0, NULL, found, 2), 1);
    assert_near(&found[0], ball, true, 0, 30);
    fixture_end(&s);
}

static void lines_and_points_without_a_radius(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    const hit_vec3 cloud[3] = {{-20, 0, 0}, {-20.25f, 0, 5}, {-30, 0, 0}};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    const hit_id line = add_line(&s, hit_vec3_make(0, -20, 0), hit_vec3_make(0, 20, 20), 0);
    const hit_id thick = add_line(&s, hit_vec3_make(20, -20, 0), hit_vec3_make(20, 20, 0), 1);
    hit_pick_near_hit found[2];
    hit_scene_hit hit;
    hit_id points;

    (void)state;
    assert_int_equal(hit_scene_add_points(s.scene, &object, cloud, 0, 3, 0, &points, NULL), HIT_OK);
    fixture_commit(&s);
    // no ray hits a line, but within half a pixel it is what was meant
    assert_false(hit_pick_first(s.scene, &s.flat, 50, 50, NULL, &hit));
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50.4, 50, 3, NULL, found, 2), 1);
    assert_near(&found[0], line, true, 0, 30);
    assert_true(fabs(found[0].point.x) < 1e-9 && fabs(found[0].point.y) < 1e-9 && fabs(found[0].point.z - 10) < 1e-9);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50.4, 50, 0, NULL, found, 2), 1);
    assert_near(&found[0], line, true, 0, 30);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 52, 50, 3, NULL, found, 2), 1);
    assert_near(&found[0], line, false, 2, 30);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50.6, 50, 0.55, NULL, found, 2), 0);
    // beyond its end
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 27, 3.0001, NULL, found, 2), 1);
    assert_near(&found[0], line, false, 3, 20);
    // with a radius, that counts and nothing else
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 71.25, 50, 1, NULL, found, 2), 1);
    assert_near(&found[0], thick, false, 0.25, 40);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 70.75, 50, 1, NULL, found, 2), 1);
    assert_true(found[0].inside);
    // of points within half a pixel, the one in front; the primitive says which
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 30.125, 50, 3, NULL, found, 2), 1);
    assert_near(&found[0], points, true, 0, 35);
    assert_int_equal(found[0].primitive, 1);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 21, 50, 3, NULL, found, 2), 1);
    assert_near(&found[0], points, false, 1, 40);
    assert_int_equal(found[0].primitive, 2);
    fixture_end(&s);
}

static void the_order(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    hit_pick_near_hit found[8];
    hit_id wall, front, line, deep_line, far_line, handle, twin;

    (void)state;
    far_line = add_line(&s, hit_vec3_make(3, -20, 30), hit_vec3_make(3, 20, 30), 0);
    deep_line = add_line(&s, hit_vec3_make(2, -20, -10), hit_vec3_make(2, 20, -10), 0);
    line = add_line(&s, hit_vec3_make(2, -20, 10), hit_vec3_make(2, 20, 10), 0);
    twin = add_line(&s, hit_vec3_make(-2, -20, -10), hit_vec3_make(-2, 20, -10), 0);
    wall = fixture_add_box(&s, 0, 0, -20, 40, 40, 1);
    front = fixture_add_box(&s, 0, 0, 0, 1, 1, 1);
    handle = add_line(&s, hit_vec3_make(4, -20, -15), hit_vec3_make(4, 20, -15), 0);
    fixture_set_priority(&s, handle, 1);
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, NULL, found, 8), 7);
    assert_near(&found[0], handle, false, 4, 55); // the priority first
    assert_near(&found[1], front, true, 0, 39);   // what it lies on, the nearest first
    assert_near(&found[2], wall, true, 0, 59);
    assert_near(&found[3], line, false, 2, 30);      // by distance on the screen, then by depth
    assert_near(&found[4], deep_line, false, 2, 50); // then by id
    assert_near(&found[5], twin, false, 2, 50);
    assert_near(&found[6], far_line, false, 3, 10);
    assert_true(deep_line < twin);
    assert_int_equal(found[0].priority, 1);
    // the first ones are stored, all are counted
    for (uint32_t capacity = 0; capacity < 7; capacity++) {
        hit_pick_near_hit some[8];
        memset(some, 0x7e, sizeof some);
        assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, NULL, some, capacity), 7);
        for (uint32_t i = 0; i < capacity; i++)
            assert_int_equal(some[i].id, found[i].id);
        assert_int_equal(some[capacity].id, 0x7e7e7e7e7e7e7e7e);
    }
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, NULL, NULL, 3), 7);
    fixture_end(&s);
}

static void between_the_planes(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60); // z from 40 down to -10
    const hit_id slanted = add_line(&s, hit_vec3_make(0, 0, 60), hit_vec3_make(20, 0, 20), 0);
    hit_pick_near_hit found[2];

    (void)state;
    add_line(&s, hit_vec3_make(-20, -20, 45), hit_vec3_make(-20, 20, 45), 0);
    add_line(&s, hit_vec3_make(-20, -20, -15), hit_vec3_make(-20, 20, -15), 0);
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 30, 50, 5, NULL, found, 2), 0);
    assert_int_equal(hit_pick_near(s.scene, &s.deep, 30, 50, 100, NULL, found, 2), 1);
    // the line comes from behind the eye: it is seen from the near plane on, at x = 10, z = 40
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 11, NULL, found, 2), 1);
    assert_near(&found[0], slanted, false, 10, 0);
    assert_int_equal(hit_pick_near(s.scene, &s.deep, 110, 50, 11, NULL, found, 2), 1);
    assert_near(&found[0], slanted, false, 10, 0); // 50 + 50·10/10 = 100
    fixture_end(&s);
}

static bool refuse(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void filters(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    hit_id line = add_line(&s, hit_vec3_make(2, -20, 10), hit_vec3_make(2, 20, 10), 0);
    const hit_id box = fixture_add_box(&s, 0, 0, 0, 1, 1, 1);
    hit_scene_filter filter = {.accept = refuse, .accept_context = &line};
    hit_pick_near_hit found[2];
    hit_object object;

    (void)state;
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, NULL, found, 2), 2);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, &filter, found, 2), 1);
    assert_int_equal(found[0].id, box);
    filter = (hit_scene_filter){.layers = 2};
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, &filter, found, 2), 0);
    hit_scene_get(s.scene, box, &object);
    object.disabled = true;
    hit_scene_set(s.scene, box, &object, NULL);
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 5, NULL, found, 2), 1);
    assert_int_equal(found[0].id, line);
    fixture_end(&s);
}

static bool never(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context;
    (void)ray;
    (void)hit;
    return false;
}

static void user_shapes_by_their_bounds(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    const hit_user_shape shape = {.bounds = {{-5, -5, -5}, {5, 5, 5}}, .first = never};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_pick_near_hit found[1];
    hit_id id;

    (void)state;
    assert_int_equal(hit_scene_add_user(s.scene, &object, &shape, &id, NULL), HIT_OK);
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 57, 50, 3, NULL, found, 1), 1);
    assert_near(&found[0], id, false, 2, found[0].depth);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, 3, NULL, found, 1), 1);
    assert_near(&found[0], id, false, 0, found[0].depth);
    fixture_end(&s);
}

static void the_mode_of_the_caller_does_not_matter(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 1000);
    const hit_capsule capsule = {{1.1f, 2.3f, 3.7f}, {5.3f, 3.1f, -7.9f}, 1.3f};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_pick_near_hit expected = {.id = 0};
    hit_id id;

    (void)state;
    assert_int_equal(hit_scene_add_capsule(s.scene, &object, capsule, &id, NULL), HIT_OK);
    fixture_commit(&s);
    for (int mode = 0; mode < MODES; mode++) {
        hit_pick_near_hit found = {.id = 0};
        mode_set(mode);
        hit_pick_near(s.scene, &s.deep, 60.7, 53.1, 50, NULL, &found, 1);
        mode_set(0);
        if (mode == 0)
            expected = found;
        assert_int_equal(found.id, id);
        assert_true(found.pixels == expected.pixels && found.depth == expected.depth && found.pixels > 1);
    }
    fixture_end(&s);
}

static void bad_input(void** state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    pick_fixture s = fixture_make(origin, 10, 1000);
    hit_pick_near_hit found = {.id = 77};

    (void)state;
    fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    fixture_commit(&s);
    assert_int_equal(hit_pick_near(NULL, &s.flat, 50, 50, 5, NULL, &found, 1), 0);
    assert_int_equal(hit_pick_near(s.scene, NULL, 50, 50, 5, NULL, &found, 1), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hit_pick_near(s.scene, &s.flat, bad[i], 50, 5, NULL, &found, 1), 0);
        assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, bad[i], 5, NULL, &found, 1), 0);
        assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, bad[i], NULL, &found, 1), 0);
    }
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 50, 50, -1, NULL, &found, 1), 0);
    assert_int_equal(found.id, 77);
    assert_int_equal(hit_pick_near(s.scene, &s.flat, 500, 500, 1e6, NULL, &found, 1), 1);
    fixture_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_in_pixels),
        cmocka_unit_test(round_things),
        cmocka_unit_test(lines_and_points_without_a_radius),
        cmocka_unit_test(the_order),
        cmocka_unit_test(between_the_planes),
        cmocka_unit_test(filters),
        cmocka_unit_test(user_shapes_by_their_bounds),
        cmocka_unit_test(the_mode_of_the_caller_does_not_matter),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
