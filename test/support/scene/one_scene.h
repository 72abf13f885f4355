// A scene for each test, and cubes in it.
#ifndef HITSCAN_TEST_ONE_SCENE_H
#define HITSCAN_TEST_ONE_SCENE_H

#include "support/base/cmocka_all.h"

#include <hitscan/scene.h>

static hit_scene* scene;

static int set_up(void** state)
{
    (void)state;
    scene = NULL;
    return hit_scene_create(NULL, &scene, NULL) == HIT_OK ? 0 : -1;
}

static int tear_down(void** state)
{
    (void)state;
    hit_scene_destroy(scene);
    return 0;
}

static hit_id add_cube(hit_dvec3 at, float half)
{
    const hit_object object = hit_object_at(at);
    const hit_aabb box = {{-half, -half, -half}, {half, half, half}};
    hit_id id = HIT_ID_NONE;
    assert_int_equal(hit_scene_add_box(scene, &object, box, &id, NULL), HIT_OK);
    return id;
}

static void commit(void)
{
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
}

#endif
