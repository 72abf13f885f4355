// A scene, and two cameras that look at it along -z, for tests of picking.
//
// The orthographic one sees 100 x 100 units on 100 x 100 pixels: the point (x, y, z) of the world, counted from
// `place`, is at the pixel (x + 50, 50 - y). The perspective one has its eye at (0, 0, 50), 90 degrees of view, and 100
// x 100 pixels: a point at the height z is at (50 + 50·x / (50 - z), 50 - 50·y / (50 - z)).
#ifndef HITSCAN_TEST_PICK_STAGE_H
#define HITSCAN_TEST_PICK_STAGE_H

#include "support/base/cmocka_all.h"

#include <hitscan/hitscan.h>

typedef struct pick_fixture {
    hit_dvec3 place;
    hit_scene* scene;
    hit_camera flat, deep;
} pick_fixture;

static inline pick_fixture fixture_make(hit_dvec3 place, float near_plane, float far_plane)
{
    const hit_screen screen = hit_screen_make(100, 100);
    hit_view view = hit_view_look_at(hit_vec3_make(0, 0, 50), hit_vec3_make(0, 0, 0), hit_vec3_make(0, 1, 0));
    pick_fixture s = {.place = place};

    view.near_plane = near_plane;
    view.far_plane = far_plane;
    view.fov_y = 1.57079637f;
    assert_true(hit_camera_from_view(&view, place, &screen, &s.deep));
    view.fov_y = 0;
    view.ortho_height = 100;
    assert_true(hit_camera_from_view(&view, place, &screen, &s.flat));
    assert_int_equal(hit_scene_create(NULL, &s.scene, NULL), HIT_OK);
    return s;
}

static inline void fixture_end(pick_fixture* s)
{
    hit_scene_destroy(s->scene);
}

static inline hit_object fixture_object(const pick_fixture* s, double x, double y, double z)
{
    return hit_object_at(hit_dvec3_make(s->place.x + x, s->place.y + y, s->place.z + z));
}

// A box about a point, with half sizes.
static inline hit_id fixture_add_box(pick_fixture* s, double x, double y, double z, float half_x, float half_y,
                                     float half_z)
{
    const hit_object object = fixture_object(s, x, y, z);
    const hit_aabb box = {{-half_x, -half_y, -half_z}, {half_x, half_y, half_z}};
    hit_id id = 0;
    assert_int_equal(hit_scene_add_box(s->scene, &object, box, &id, NULL), HIT_OK);
    return id;
}

static inline void fixture_commit(pick_fixture* s)
{
    assert_int_equal(hit_scene_commit(s->scene, NULL, NULL), HIT_OK);
}

static inline void fixture_set_priority(pick_fixture* s, hit_id id, int32_t priority)
{
    hit_object object;
    assert_int_not_equal(hit_scene_get(s->scene, id, &object), HIT_OBJECT_NONE);
    object.priority = priority;
    assert_int_equal(hit_scene_set(s->scene, id, &object, NULL), HIT_OK);
}

#endif
