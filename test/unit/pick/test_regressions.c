// What users of other systems report about clicks, one by one.
#include "support/scene/one_scene.h"

#include <hitscan/pick.h>

static void clicks_at_300000(void** state)
{
    const hit_dvec3 at = {300000.0, 0.0, 0.0};
    const hit_id a = add_cube(at, 0.005f), b = add_cube(hit_dvec3_make(300000.0 + 0x1p-6, 0.0, 0.0), 0.005f);
    const hit_screen screen = hit_screen_make(200.0f, 200.0f);
    hit_view view =
        hit_view_look_at(hit_vec3_make(0.0f, 0.0f, 1.0f), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1.0f, 0));
    hit_camera camera;
    hit_scene_hit hit;
    double pixel[2];

    (void)state;
    commit();
    view.fov_y = 0.05f;
    view.near_plane = 0.1f;
    view.far_plane = 10.0f;
    assert_true(hit_camera_from_view(&view, at, &screen, &camera));
    assert_true(hit_pick_first(scene, &camera, 100.0, 100.0, NULL, &hit) && hit.id == a);
    assert_true(hit_camera_project(&camera, hit_dvec3_make(300000.0 + 0x1p-6, 0.0, 0.0), pixel, NULL));
    assert_true(hit_pick_first(scene, &camera, pixel[0], pixel[1], NULL, &hit) && hit.id == b);
    assert_false(hit_pick_first(scene, &camera, (100.0 + pixel[0]) / 2.0, 100.0, NULL, &hit));
}

// An orthographic camera in the middle of a scene, with a near plane behind its back, sees what is there.
static void an_orthographic_camera_with_a_negative_near_plane(void** state)
{
    const hit_id behind = add_cube(hit_dvec3_make(0.0, 0.0, 30.0), 1.0f),
                 before = add_cube(hit_dvec3_make(0.0, 0.0, -30.0), 1.0f);
    const hit_id aside = add_cube(hit_dvec3_make(4.0, 0.0, 10.0), 1.0f);
    const hit_screen screen = hit_screen_make(100.0f, 100.0f);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, -1.0f), hit_vec3_make(0, 1.0f, 0));
    hit_camera camera;
    hit_scene_hit hits[3];

    (void)state;
    commit();
    view.fov_y = 0.0f;
    view.ortho_height = 10.0f;
    view.near_plane = -50.0f;
    view.far_plane = 50.0f;
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(0.0, 0.0, 0.0), &screen, &camera));
    assert_int_equal(hit_pick_all(scene, &camera, 50.0, 50.0, NULL, hits, 3), 2);
    assert_true(hits[0].id == behind && hits[1].id == before);
    assert_true(fabsf(hits[0].t - 19.0f) < 1e-4f && fabsf(hits[1].t - 79.0f) < 1e-4f);
    assert_true(hit_pick_first(scene, &camera, 90.0, 50.0, NULL, hits) && hits[0].id == aside); // the origin moves
    view.near_plane = -20.0f;
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(0.0, 0.0, 0.0), &screen, &camera));
    assert_true(hit_pick_first(scene, &camera, 50.0, 50.0, NULL, hits) && hits[0].id == before);
}

#define IN_A_SCENE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_SCENE(clicks_at_300000),
        IN_A_SCENE(an_orthographic_camera_with_a_negative_near_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
