// Picks are the same bits everywhere: a hash of what is under and near random points of random cameras, of what brushes
// touch, and of explanations, for every compiler and optimisation level (scripts/golden). The input is made without
// calls of libm that may round differently elsewhere.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

enum { SCENES = 20, OBJECTS = 40, POINTS = 60 };

// What this test prints when an answer changes on purpose.
static const uint64_t recorded = 0xea62d861459dc4acu;

static void mix(uint64_t* hash, const void* data, size_t size)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static hit_scene* make_scene(test_random* r, hit_id ids[OBJECTS])
{
    hit_scene* scene;

    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < OBJECTS; i++) {
        const hit_vec3 p = test_random_vec3(r, -8, 8), a = test_random_vec3(r, -1, 1), b = test_random_vec3(r, -1, 1);
        const hit_vec3 points[3] = {a, b, test_random_vec3(r, -1, 1)};
        const float radius = test_random_range(r, 0.1f, 1);
        hit_object object = hit_object_at(hit_dvec3_make(1e6 + (double)p.x / 3, (double)p.y / 3, (double)p.z / 3));
        hit_status status;

        object.priority = (int32_t)test_random_below(r, 2);
        switch (i % 6) {
        case 0:
            object.placement.linear[0][1] = a.x;
            object.placement.linear[2][0] = b.x;
            status =
                hit_scene_add_box(scene, &object, (hit_aabb){hit_vec3_min(a, b), hit_vec3_max(a, b)}, &ids[i], NULL);
            break;
        case 1:
            status = hit_scene_add_sphere(scene, &object, (hit_sphere){a, radius}, &ids[i], NULL);
            break;
        case 2:
            status = hit_scene_add_capsule(scene, &object, (hit_capsule){a, b, radius}, &ids[i], NULL);
            break;
        case 3:
            status = hit_scene_add_cylinder(scene, &object, (hit_cylinder){a, b, radius}, &ids[i], NULL);
            break;
        case 4:
            status = hit_scene_add_polyline(scene, &object, points, 0, 3, 0, &ids[i], NULL);
            break;
        default:
            status = hit_scene_add_points(scene, &object, points, 0, 3, 0.1f * radius, &ids[i], NULL);
        }
        assert_int_equal(status, HIT_OK);
    }
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    return scene;
}

static hit_camera make_camera(test_random* r)
{
    const hit_screen screen = hit_screen_make(640, 480);
    hit_view view = {.eye = test_random_vec3(r, -6, 6), .up = {0.125f, 1, 0}, .near_plane = 0.25f, .far_plane = 20};
    hit_camera camera;

    view.forward = hit_vec3_sub(test_random_vec3(r, -1, 1), view.eye);
    view.fov_y = test_random_below(r, 2) == 0 ? 0 : 1;
    view.ortho_height = 5;
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(1e6, 0, 0), &screen, &camera));
    return camera;
}

static void hash_point(const hit_scene* scene, const hit_camera* camera, double x, double y, const hit_id* all,
                       uint64_t* hash)
{
    const hit_area_options contained = {.contained = true};
    hit_scene_hit hits[OBJECTS];
    hit_pick_near_hit found[OBJECTS];
    hit_id ids[OBJECTS];
    uint32_t count = hit_pick_all(scene, camera, x, y, NULL, hits, OBJECTS);

    for (uint32_t i = 0; i < count; i++) {
        mix(hash, &hits[i].id, sizeof hits[i].id);
        mix(hash, &hits[i].t, sizeof hits[i].t);
        mix(hash, &hits[i].point, sizeof hits[i].point);
    }
    count = hit_pick_near(scene, camera, x, y, 50, NULL, found, OBJECTS);
    for (uint32_t i = 0; i < count; i++) {
        mix(hash, &found[i].id, sizeof found[i].id);
        mix(hash, &found[i].pixels, sizeof found[i].pixels);
        mix(hash, &found[i].depth, sizeof found[i].depth);
        mix(hash, &found[i].point, sizeof found[i].point);
    }
    count = hit_pick_brush(scene, camera, x, y, 50, NULL, ids, OBJECTS);
    mix(hash, ids, count * sizeof *ids);
    count = hit_pick_brush(scene, camera, x, y, 50, &contained, ids, OBJECTS);
    mix(hash, ids, count * sizeof *ids);
    for (int i = 0; i < OBJECTS; i += 7) {
        const hit_explanation e = hit_explain(scene, camera, x, y, NULL, all[i]);
        mix(hash, e.off, sizeof e.off);
        mix(hash, e.text, strlen(e.text));
    }
}

static void picks(void** state)
{
    test_random r = test_random_make(20261116);
    uint64_t hash = 0xcbf29ce484222325u;

    (void)state;
    for (int s = 0; s < SCENES; s++) {
        hit_id ids[OBJECTS];
        hit_scene* scene = make_scene(&r, ids);
        for (int i = 0; i < POINTS; i++) {
            const hit_camera camera = make_camera(&r);
            const double x = (double)test_random_range(&r, 0, 640), y = (double)test_random_range(&r, 0, 480);
            hash_point(scene, &camera, x, y, ids, &hash);
        }
        hit_scene_destroy(scene);
    }
    if (hash != recorded)
        fail_msg("0x%016llxu instead of 0x%016llxu", (unsigned long long)hash, (unsigned long long)recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(picks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
