// A round brush: how wide it is, what it touches, what lies in it, and what of that is seen; bad input included.
#include "support/base/random.h"
#include "unit/pick/pick_fixture.h"

static const hit_dvec3 origin = {0, 0, 0};
static const hit_area_options contained = {.contained = true}, visible = {.visible = true};

static hit_id add_point(pick_fixture* s, double x, double y, double z)
{
    const hit_vec3 point = {0, 0, 0};
    const hit_object object = fixture_object(s, x, y, z);
    hit_id id = 0;
    assert_int_equal(hit_scene_add_points(s->scene, &object, &point, 0, 1, 0, &id, NULL), HIT_OK);
    return id;
}

static uint32_t brush(const pick_fixture* s, const hit_camera* camera, double x, double y, double radius,
                      const hit_area_options* options)
{
    hit_id ids[64];
    return hit_pick_brush(s->scene, camera, x, y, radius, options, ids, 64);
}

// A point alone: whether the brush finds it.
static bool finds(const hit_camera* camera, double x, double y, double radius, double px, double py, double pz)
{
    pick_fixture s = fixture_make(origin, 10, 100);
    uint32_t touching, inside;

    add_point(&s, px, py, pz);
    fixture_commit(&s);
    touching = brush(&s, camera, x, y, radius, NULL);
    inside = brush(&s, camera, x, y, radius, &contained);
    assert_int_equal(touching, inside);
    fixture_end(&s);
    return touching == 1;
}

static void how_wide_it_is(void** state)
{
    const pick_fixture s = fixture_make(origin, 10, 100);
    hit_scene* scene = s.scene;

    (void)state;
    // as wide in space as on the screen of an orthographic camera, at all depths
    for (int i = 0; i < 2; i++) {
        const double z = i == 0 ? 35 : -45;
        assert_true(finds(&s.flat, 60, 45, 5, 10 + 2.999, 5 + 4, z));
        assert_false(finds(&s.flat, 60, 45, 5, 10 + 3.001, 5 + 4, z));
    }
    // in the middle of an eye's screen, where 50 pixels are 45 degrees
    assert_true(finds(&s.deep, 50, 50, 5, 2.999, 4, 0));
    assert_false(finds(&s.deep, 50, 50, 5, 3.001, 4, 0));
    assert_true(finds(&s.deep, 50, 50, 5, 2.999 / 2, 4 / 2.0, 25));
    // at 45 degrees, the tangent is 5/50 by the root of 2 to the power of -3/2
    const double tangent = 0.1 * pow(2.0, -0.75), h = 50 * sqrt(2.0);
    assert_true(finds(&s.deep, 100, 50, 5, 50, 0.9999 * h * tangent, 0));
    assert_false(finds(&s.deep, 100, 50, 5, 50, 1.0001 * h * tangent, 0));
    // from there outward in the plane of the axis: perpendicular to it is (1, 0, 1)
    assert_true(finds(&s.deep, 100, 50, 5, 50 + 49.99 * tangent, 0, 49.99 * tangent));
    assert_false(finds(&s.deep, 100, 50, 5, 50 + 50.01 * tangent, 0, 50.01 * tangent));
    hit_scene_destroy(scene);
}

static void between_the_planes(void** state)
{
    const pick_fixture s = fixture_make(origin, 10, 100); // z from 40 down to -50
    const hit_camera* cameras[] = {&s.flat, &s.deep};

    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true(finds(cameras[i], 50, 50, 5, 0, 0, 39.99));
        assert_false(finds(cameras[i], 50, 50, 5, 0, 0, 40.01));
        assert_true(finds(cameras[i], 50, 50, 5, 0, 0, -49.99));
        assert_false(finds(cameras[i], 50, 50, 5, 0, 0, -50.01));
        assert_false(finds(cameras[i], 50, 50, 5, 0, 0, 60)); // behind the eye
    }
    hit_scene_destroy(s.scene);
}

static void touching_and_lying_in_it(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 100);
    const hit_id small = fixture_add_box(&s, 0, 0, 0, 1, 1, 1), large = fixture_add_box(&s, 0, 0, -20, 40, 40, 1);
    const hit_id edge = fixture_add_box(&s, 7, 0, 0, 3, 3, 3), away = fixture_add_box(&s, 20, 0, 0, 3, 3, 3);
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_id ids[5];

    (void)state;
    fixture_commit(&s);
    assert_true(small < large && large < edge && edge < away);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 5, NULL, ids, 5), 3);
        assert_true(ids[0] == small && ids[1] == large && ids[2] == edge);
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 5, &contained, ids, 5), 1);
        assert_int_equal(ids[0], small);
        assert_int_equal(brush(&s, cameras[i], 50, 50, 1.4, &contained), 0);
        assert_int_equal(brush(&s, cameras[i], 50, 50, 0, NULL), 2); // a line
        // the lowest ids are stored, all are counted
        ids[1] = 77;
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 5, NULL, ids, 1), 3);
        assert_true(ids[0] == small && ids[1] == 77);
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 5, NULL, NULL, 0), 3);
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 5, NULL, NULL, 9), 3);
    }
    // the corner of a box, 4 and 4.01 away: 5.664
    assert_int_equal(brush(&s, &s.flat, 50, 57.01, 5.66, NULL), 1);
    assert_int_equal(brush(&s, &s.flat, 50, 57.01, 5.67, NULL), 2);
    fixture_end(&s);
}

// A segment that is in the brush only before the near plane, and reaches beyond it beside the brush.
static void what_is_in_it_before_the_near_plane(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 100); // the near plane is at z = 40
    const hit_vec3 points[2] = {{0, 0, 45}, {12, 0, 39}}, back[2] = {{0, 0, -55}, {12, 0, -49}};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_id id;

    (void)state;
    assert_int_equal(hit_scene_add_polyline(s.scene, &object, points, 0, 2, 0, &id, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_polyline(s.scene, &object, back, 0, 2, 0, &id, NULL), HIT_OK);
    fixture_commit(&s);
    assert_int_equal(brush(&s, &s.flat, 50, 50, 9.9, NULL), 0); // at the planes, they are 10 away
    assert_int_equal(brush(&s, &s.flat, 50, 50, 10.1, NULL), 2);
    fixture_end(&s);
}

// Bodies of all kinds in a cylinder: by the farthest of many points of them.
static void lying_in_a_cylinder(void** state)
{
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_costly_cases(2000);

    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        pick_fixture s = fixture_make(origin, 10, 100);
        const hit_object object = fixture_object(&s, 0, 0, 0);
        const hit_vec3 a = test_random_vec3(&r, -10, 10), b = test_random_vec3(&r, -10, 10);
        const hit_cylinder cylinder = {a, b, test_random_range(&r, 0.1f, 10)};
        const hit_vec3 axis = hit_vec3_sub(b, a), other = hit_vec3_cross(axis, test_random_vec3(&r, -1, 1));
        const hit_vec3 third = hit_vec3_cross(axis, other);
        const double l2 = sqrt((double)hit_vec3_dot(other, other)), l3 = sqrt((double)hit_vec3_dot(third, third));
        const double px = test_random_range(&r, -5, 5), py = test_random_range(&r, -5, 5);
        double reach = 0;
        hit_id id;

        assert_int_equal(hit_scene_add_cylinder(s.scene, &object, cylinder, &id, NULL), HIT_OK);
        fixture_commit(&s);
        for (int i = 0; i < 4000; i++) {
            const double t = i * 6.283185307179586 / 2000, c = cos(t) * (double)cylinder.radius / l2;
            const double d = sin(t) * (double)cylinder.radius / l3;
            const hit_vec3 e = i < 2000 ? a : b;
            const double x = (double)e.x + c * (double)other.x + d * (double)third.x - px;
            const double y = (double)e.y + c * (double)other.y + d * (double)third.y - py;
            reach = fmax(reach, sqrt(x * x + y * y));
        }
        // the farthest of 2000 points of a rim is off by at most (π/2000)²/2 of its radius, 1.3e-5
        assert_int_equal(brush(&s, &s.flat, 50 + px, 50 - py, reach * (1 + 2e-5), &contained), 1);
        assert_int_equal(brush(&s, &s.flat, 50 + px, 50 - py, reach * (1 - 1e-6), &contained), 0);
        assert_int_equal(brush(&s, &s.flat, 50 + px, 50 - py, reach * (1 - 1e-6), NULL), 1);
        fixture_end(&s);
    }
    printf("%llu cylinders, seed %llu\n", (unsigned long long)cases, (unsigned long long)test_seed());
}

static void what_is_seen(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 100);
    const hit_id hidden = fixture_add_box(&s, 0, 0, -20, 3, 3, 1), wall = fixture_add_box(&s, 0, 0, 0, 8, 8, 1);
    const hit_id beside = fixture_add_box(&s, 12, 0, -20, 2, 40, 1),
                 corner = fixture_add_box(&s, 10.5, 10.5, 0, 1, 1, 1);
    const hit_camera* cameras[] = {&s.flat, &s.deep};
    hit_area_options both = {.visible = true, .contained = true};
    hit_id ids[5];

    (void)state;
    fixture_commit(&s);
    assert_true(hidden < wall && wall < beside);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 5, &visible, ids, 5), 1);
        assert_int_equal(ids[0], wall);
        // the corner of the square is not in the brush; what is beside the wall is, seen by an orthographic camera
        assert_int_equal(hit_pick_brush(s.scene, &s.flat, 50, 50, 12, &visible, ids, 5), 2);
        assert_true(ids[0] == wall && ids[1] == beside);
        assert_int_equal(hit_pick_brush(s.scene, cameras[i], 50, 50, 13, &both, ids, 5), 1);
        assert_int_equal(ids[0], wall);
        // rays at a distance of 30 pixels see the wall only
        both = (hit_area_options){.visible = true, .step = 30};
        assert_int_equal(hit_pick_brush(s.scene, &s.flat, 50, 50, 13, &both, ids, 5), 1);
        both = (hit_area_options){.visible = true, .contained = true};
        // counted beyond the capacity
        assert_int_equal(hit_pick_brush(s.scene, &s.flat, 50, 50, 12, &visible, ids, 1), 2);
        assert_int_equal(ids[0], wall);
        assert_int_equal(hit_pick_brush(s.scene, &s.flat, 50, 50, 12, &visible, NULL, 0), 2);
    }
    // larger than all the screen
    assert_int_equal(hit_pick_brush(s.scene, &s.deep, 50, 50, 1000, &visible, ids, 5), 3);
    assert_int_equal(ids[2], corner);
    fixture_end(&s);
}

// Something just within the brush, on each side of it, and in the corners of the screen.
static void it_sees_to_all_sides(void** state)
{
    static const double centers[5][2] = {{50, 50}, {15, 15}, {85, 15}, {15, 85}, {85, 85}};
    static const double ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const hit_area_options fine = {.visible = true, .step = 0.25f};

    (void)state;
    for (int c = 0; c < 5; c++)
        for (int w = 0; w < 4; w++)
            for (int k = 0; k < 2; k++) {
                pick_fixture s = fixture_make(origin, 10, 100);
                const hit_camera* camera = k == 0 ? &s.flat : &s.deep;
                const hit_dray ray =
                    hit_camera_ray(camera, centers[c][0] + 8 * ways[w][0], centers[c][1] + 8 * ways[w][1]);
                const hit_dvec3 p = hit_dray_at(ray, 40);
                fixture_add_box(&s, p.x, p.y, p.z, 0.5f, 0.5f, 0.5f);
                fixture_commit(&s);
                assert_int_equal(brush(&s, camera, centers[c][0], centers[c][1], 10, &fine), 1);
                assert_int_equal(brush(&s, camera, centers[c][0], centers[c][1], 10, NULL), 1);
                assert_int_equal(brush(&s, camera, centers[c][0], centers[c][1], 5, &fine), 0);
                fixture_end(&s);
            }
}

// Brushes that are larger than the screen, up to all that the eye could see.
static void huge_brushes(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 100);

    (void)state;
    fixture_add_box(&s, 0, 0, 0, 1, 1, 1);
    fixture_add_box(&s, 1000, 0, 0, 1, 1, 1);
    fixture_add_box(&s, 0, 0, 60, 1, 1, 1); // behind the eye
    fixture_commit(&s);
    for (double radius = 2000; radius < 1e300; radius *= 1e10) {
        assert_int_equal(brush(&s, &s.deep, 50, 50, radius, NULL), 2);
        assert_int_equal(brush(&s, &s.deep, 50, 50, radius, &contained), 2);
        assert_int_equal(brush(&s, &s.deep, 50, 50, radius, &visible), 1); // the other one is beside the screen
        if (radius < 1e30)
            assert_int_equal(brush(&s, &s.flat, 50, 50, radius, NULL), 2);
    }
    fixture_end(&s);
}

static bool refuse(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void filters(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 100);
    const hit_id behind = fixture_add_box(&s, 0, 0, -20, 3, 3, 1);
    hit_id wall = fixture_add_box(&s, 0, 0, 0, 8, 8, 1);
    const hit_scene_filter filter = {.accept = refuse, .accept_context = &wall};
    const hit_area_options options = {.visible = true, .filter = &filter}, plain = {.filter = &filter};
    hit_id ids[5];

    (void)state;
    fixture_commit(&s);
    assert_int_equal(hit_pick_brush(s.scene, &s.flat, 50, 50, 5, &plain, ids, 5), 1);
    assert_int_equal(ids[0], behind);
    assert_int_equal(hit_pick_brush(s.scene, &s.flat, 50, 50, 5, &options, ids, 5), 1); // hides nothing
    assert_int_equal(ids[0], behind);
    fixture_end(&s);
}

static void bad_input(void** state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    pick_fixture s = fixture_make(origin, 10, 100);
    hit_id id = 77;

    (void)state;
    fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    fixture_commit(&s);
    assert_int_equal(hit_pick_brush(NULL, &s.flat, 50, 50, 5, NULL, &id, 1), 0);
    assert_int_equal(hit_pick_brush(s.scene, NULL, 50, 50, 5, NULL, &id, 1), 0);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            const hit_camera* camera = k == 0 ? &s.flat : &s.deep;
            assert_int_equal(hit_pick_brush(s.scene, camera, bad[i], 50, 5, NULL, &id, 1), 0);
            assert_int_equal(hit_pick_brush(s.scene, camera, 50, bad[i], 5, NULL, &id, 1), 0);
            assert_int_equal(hit_pick_brush(s.scene, camera, 50, 50, bad[i], NULL, &id, 1), 0);
        }
    assert_int_equal(hit_pick_brush(s.scene, &s.deep, 50, 50, -1, NULL, &id, 1), 0);
    assert_int_equal(id, 77);
    fixture_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_wide_it_is),
        cmocka_unit_test(between_the_planes),
        cmocka_unit_test(touching_and_lying_in_it),
        cmocka_unit_test(what_is_in_it_before_the_near_plane),
        cmocka_unit_test(it_sees_to_all_sides),
        cmocka_unit_test(huge_brushes),
        cmocka_unit_test(lying_in_a_cylinder),
        cmocka_unit_test(what_is_seen),
        cmocka_unit_test(filters),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
