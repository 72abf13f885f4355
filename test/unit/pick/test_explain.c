// Why a click does not pick an object: each reason, its numbers and its words; and that it agrees with the click.
#include "unit/pick/pick_fixture.h"

static const hit_dvec3 origin = {0, 0, 0};

static hit_explanation explain(const pick_fixture* s, double x, double y, const hit_scene_filter* filter, hit_id id)
{
    return hit_explain(s->scene, &s->flat, x, y, filter, id);
}

static void assert_says(const hit_explanation* e, hit_reason reason, const char* words)
{
    if (e->reason != reason || strstr(e->text, words) == NULL || strlen(e->text) < 20 ||
        strlen(e->text) >= sizeof e->text - 1)
        fail_msg("%s: \"%s\", without \"%s\"", hit_reason_name(e->reason), e->text, words);
}

// "Object 12"
static const char* object_name(hit_id id)
{
    static char name[40];
    snprintf(name, sizeof name, "bject %llu", (unsigned long long)id);
    return name;
}

static bool refuse(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void what_it_is(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    hit_id id = fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    const hit_id other = fixture_add_box(&s, 0, 0, -5, 5, 5, 1);
    hit_scene_filter filter = {.layers = 6};
    hit_explanation e;
    hit_object object;

    (void)state;
    e = explain(&s, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_NOT_COMMITTED, "hit_scene_commit");
    assert_int_equal(e.layers, 1);
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_PICKED, object_name(id));
    assert_true(e.id == id && e.other == 0 && e.t == 39.0f && e.other_t == HUGE_VALF);

    e = explain(&s, 50, 50, NULL, 12345);
    assert_says(&e, HIT_REASON_NO_OBJECT, "12345");
    assert_true(e.other == id && e.other_t == 39.0f); // what is picked instead
    e = explain(&s, 50, 50, NULL, 0);
    assert_int_equal(e.reason, HIT_REASON_NO_OBJECT);

    e = explain(&s, 50, 50, &filter, id);
    assert_says(&e, HIT_REASON_LAYERS, "0x6");
    assert_int_equal(e.layers, 1);
    assert_int_equal(e.filter_layers, 6);
    assert_int_equal(e.other, 0);
    filter = (hit_scene_filter){.accept = refuse, .accept_context = &id};
    e = explain(&s, 50, 50, &filter, id);
    assert_says(&e, HIT_REASON_REFUSED, object_name(id));
    assert_int_equal(e.other, other);

    hit_scene_get(s.scene, id, &object);
    object.disabled = true;
    hit_scene_set(s.scene, id, &object, NULL);
    e = explain(&s, 50, 50, NULL, id);
    assert_int_equal(e.reason, HIT_REASON_PICKED); // not committed: it is still picked
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_DISABLED, "hit_scene_set");

    hit_scene_remove(s.scene, other, NULL);
    e = explain(&s, 50, 50, NULL, other);
    assert_int_equal(e.reason, HIT_REASON_PICKED); // as queries see it
    e = explain(&s, 2, 2, NULL, other);
    assert_int_equal(e.reason, HIT_REASON_NO_OBJECT);
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, other);
    assert_int_equal(e.reason, HIT_REASON_NO_OBJECT);
    fixture_end(&s);
}

static void where_it_is(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60); // z from 40 down to -10
    const hit_id behind = fixture_add_box(&s, 0, 0, 45, 5, 5, 1), beyond = fixture_add_box(&s, 0, 0, -12, 5, 5, 1);
    const hit_vec3 v[3] = {{-20, -20, 60}, {20, -20, 60}, {0, 20, 20}};
    const hit_mesh mesh = {.vertices = v, .vertex_count = 3, .triangle_count = 1};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_explanation e;
    hit_bvh* tree;
    hit_id roof;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(s.scene, &object, tree, &roof, NULL), HIT_OK);
    fixture_commit(&s);
    for (int i = 0; i < 2; i++) {
        const hit_camera* camera = i == 0 ? &s.flat : &s.deep;
        e = hit_explain(s.scene, camera, 50, 50, NULL, behind);
        assert_says(&e, HIT_REASON_BEHIND, "near plane");
        e = hit_explain(s.scene, camera, 50, 50, NULL, beyond);
        assert_says(&e, HIT_REASON_BEYOND, "far plane");
        assert_true(e.t == HUGE_VALF);
    }
    // the roof reaches through the near plane, but is hit before it: at y = -10, z = 50
    e = explain(&s, 50, 60, NULL, roof);
    assert_says(&e, HIT_REASON_BEFORE_NEAR, "-10");
    assert_true(fabs(e.t + 10) < 1e-4);
    e = explain(&s, 50, 40, NULL, roof); // z = 30
    assert_int_equal(e.reason, HIT_REASON_PICKED);
    fixture_end(&s);
    hit_bvh_destroy(tree);
}

// What the line through the point meets behind the eye is not seen there.
static void behind_the_eye(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_vec3 v[6] = {{-9, -9, 70}, {9, -9, 70}, {0, 9, 70}, {20, 0, 0}, {25, 0, 0}, {20, 5, 0}};
    const hit_mesh mesh = {.vertices = v, .vertex_count = 6, .triangle_count = 2};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_explanation e;
    hit_bvh* tree;
    hit_id id;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(s.scene, &object, tree, &id, NULL), HIT_OK);
    fixture_commit(&s);
    e = hit_explain(s.scene, &s.deep, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_MISSED_SHAPE, "(20, 0)"); // 50 + 50·20/50
    e = hit_explain(s.scene, &s.flat, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_BEFORE_NEAR, "-30"); // a flat camera has no eye
    fixture_end(&s);
    hit_bvh_destroy(tree);
}

static void after_the_far_plane(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_vec3 v[3] = {{-20, -20, -30}, {20, -20, -30}, {0, 20, 10}};
    const hit_mesh mesh = {.vertices = v, .vertex_count = 3, .triangle_count = 1};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    const hit_scene_filter fronts = {.sides = HIT_SIDES_FRONT}, backs = {.sides = HIT_SIDES_BACK};
    hit_explanation e;
    hit_bvh* tree;
    hit_id ramp;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(s.scene, &object, tree, &ramp, NULL), HIT_OK);
    fixture_commit(&s);
    e = explain(&s, 50, 65, NULL, ramp); // z = -25
    assert_says(&e, HIT_REASON_AFTER_FAR, "far plane");
    assert_true(fabs(e.t - 65) < 1e-4);
    e = explain(&s, 50, 40, NULL, ramp); // z = 0
    assert_int_equal(e.reason, HIT_REASON_PICKED);
    e = explain(&s, 50, 40, &fronts, ramp);
    assert_int_equal(e.reason, HIT_REASON_PICKED);
    e = explain(&s, 50, 40, &backs, ramp);
    assert_says(&e, HIT_REASON_SIDE, "side");
    assert_true(fabs(e.t - 40) < 1e-4);
    fixture_end(&s);
    hit_bvh_destroy(tree);
}

static void by_how_much_it_is_missed(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_id box = fixture_add_box(&s, 20, 0, 0, 5, 5, 1);
    const hit_sphere sphere = {{0, 0, 0}, 10};
    const hit_object object = fixture_object(&s, -20, 0, 0);
    hit_explanation e;
    hit_id ball;

    (void)state;
    assert_int_equal(hit_scene_add_sphere(s.scene, &object, sphere, &ball, NULL), HIT_OK);
    fixture_commit(&s);
    e = explain(&s, 62, 50, NULL, box);
    assert_says(&e, HIT_REASON_MISSED_BOUNDS, "(3, 0)");
    assert_true(fabs(e.off[0] - 3) < 1e-9 && fabs(e.off[1]) < 1e-9);
    e = explain(&s, 78, 41, NULL, box); // right of it and above
    assert_says(&e, HIT_REASON_MISSED_BOUNDS, "(-3, 4)");
    // in a corner of the box around a ball: 9 and 9 from its middle
    e = explain(&s, 39, 59, NULL, ball);
    assert_says(&e, HIT_REASON_MISSED_SHAPE, "(-1.929, -1.929)");
    assert_true(fabs(e.off[0] - (10 / sqrt(2.0) - 9)) < 1e-6);
    // seen by an eye
    e = hit_explain(s.scene, &s.deep, 10, 50, NULL, ball); // the front of the bounds begins at 50 - 50·30/40
    assert_int_equal(e.reason, HIT_REASON_MISSED_BOUNDS);
    assert_true(fabs(e.off[0] - 2.5) < 1e-5 && fabs(e.off[1]) < 1e-6);
    fixture_end(&s);
}

static void a_line_without_a_radius(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_vec3 points[2] = {{-20, -20, 0}, {20, 20, 0}};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_explanation e;
    hit_id line;

    (void)state;
    assert_int_equal(hit_scene_add_polyline(s.scene, &object, points, 0, 2, 0, &line, NULL), HIT_OK);
    fixture_commit(&s);
    e = explain(&s, 52, 50, NULL, line);
    assert_says(&e, HIT_REASON_MISSED_SHAPE, "hit_pick_near");
    assert_true(fabs(e.off[0] + 1) < 1e-6 && fabs(e.off[1] + 1) < 1e-6);
    fixture_end(&s);
}

static void who_was_picked_instead(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_id back = fixture_add_box(&s, 0, 0, -5, 5, 5, 1), front = fixture_add_box(&s, 0, 0, 5, 5, 5, 1);
    const hit_id twin = fixture_add_box(&s, 0, 0, 5, 4, 4, 1);
    hit_explanation e;

    (void)state;
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, back);
    assert_says(&e, HIT_REASON_HIDDEN, object_name(front));
    assert_true(e.other == front && e.t == 44.0f && e.other_t == 34.0f);
    // as near, and with a higher id
    e = explain(&s, 50, 50, NULL, twin);
    assert_int_equal(e.reason, HIT_REASON_HIDDEN);
    assert_true(e.other == front && e.t == e.other_t);

    fixture_set_priority(&s, back, 7);
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, front);
    assert_says(&e, HIT_REASON_OUTRANKED, "priority is 7");
    assert_true(e.other == back && e.priority == 0 && e.other_priority == 7 && e.t == 34.0f && e.other_t == 44.0f);
    // both nearer and higher: hidden comes first
    fixture_set_priority(&s, back, 0);
    fixture_set_priority(&s, front, 7);
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, back);
    assert_int_equal(e.reason, HIT_REASON_HIDDEN);
    fixture_end(&s);
}

static void names(void** state)
{
    (void)state;
    assert_string_equal(hit_reason_name(HIT_REASON_PICKED), "picked");
    assert_string_equal(hit_reason_name(HIT_REASON_NO_CAMERA), "no camera");
    assert_string_equal(hit_reason_name(HIT_REASON_MISSED_BOUNDS), "missed bounds");
    assert_string_equal(hit_reason_name(HIT_REASON_HIDDEN), "hidden");
    assert_string_equal(hit_reason_name(HIT_REASON_OUTRANKED), "outranked");
    assert_string_equal(hit_reason_name((hit_reason)16), "unknown");
    assert_string_equal(hit_reason_name((hit_reason)-1), "unknown");
}

static void bad_input(void** state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_id id = fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    hit_explanation e;

    (void)state;
    fixture_commit(&s);
    e = hit_explain(NULL, &s.flat, 50, 50, NULL, id);
    assert_int_equal(e.reason, HIT_REASON_NO_OBJECT);
    e = hit_explain(s.scene, NULL, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_NO_CAMERA, "camera");
    assert_int_equal(e.id, id);
    e = hit_explain(NULL, NULL, 50, 50, NULL, 0);
    assert_int_equal(e.reason, HIT_REASON_NO_CAMERA);
    for (int i = 0; i < 3; i++) {
        e = explain(&s, bad[i], 50, NULL, id);
        assert_int_equal(e.reason, HIT_REASON_NO_CAMERA);
        e = explain(&s, 50, bad[i], NULL, id);
        assert_int_equal(e.reason, HIT_REASON_NO_CAMERA);
    }
    // far away: huge numbers fit into the text
    e = explain(&s, -1e14, 1e14, NULL, id);
    assert_says(&e, HIT_REASON_MISSED_BOUNDS, "1e12 or more");
    fixture_end(&s);
}

static void an_empty_mesh(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_vec3 v[3] = {{NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const hit_mesh mesh = {.vertices = v, .vertex_count = 3, .triangle_count = 1};
    const hit_object object = fixture_object(&s, 0, 0, 0);
    hit_explanation e;
    hit_bvh* tree;
    hit_id id;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    if (hit_scene_add_mesh(s.scene, &object, tree, &id, NULL) == HIT_OK) {
        fixture_commit(&s);
        e = explain(&s, 50, 50, NULL, id);
        assert_int_equal(e.reason, HIT_REASON_MISSED_SHAPE);
    }
    fixture_end(&s);
    hit_bvh_destroy(tree);
}

// What was edited after the last commit: queries, and explanations, have it as it was, and say so.
static void forgotten_commits(void** state)
{
    pick_fixture s = fixture_make(origin, 10, 60);
    const hit_id id = fixture_add_box(&s, 0, 0, 0, 5, 5, 1);
    const hit_placement away = hit_placement_at(hit_dvec3_make(500, 0, 0));
    hit_explanation e;

    (void)state;
    e = explain(&s, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_NOT_COMMITTED, "no commit since");
    assert_false(e.stale);
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, id);
    assert_true(e.reason == HIT_REASON_PICKED && !e.stale && strstr(e.text, "commit") == NULL);
    assert_int_equal(hit_scene_move(s.scene, id, &away, NULL), HIT_OK);
    e = explain(&s, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_PICKED, "changed since the last commit, and queries see it as it was");
    assert_true(e.stale);
    fixture_commit(&s);
    e = explain(&s, 50, 50, NULL, id);
    assert_true(e.reason == HIT_REASON_MISSED_BOUNDS && !e.stale);
    assert_int_equal(hit_scene_remove(s.scene, id, NULL), HIT_OK);
    e = explain(&s, 50, 50, NULL, id);
    assert_says(&e, HIT_REASON_NO_OBJECT, "Call hit_scene_commit");
    assert_true(e.stale);
    fixture_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_is),
        cmocka_unit_test(where_it_is),
        cmocka_unit_test(behind_the_eye),
        cmocka_unit_test(after_the_far_plane),
        cmocka_unit_test(by_how_much_it_is_missed),
        cmocka_unit_test(a_line_without_a_radius),
        cmocka_unit_test(who_was_picked_instead),
        cmocka_unit_test(names),
        cmocka_unit_test(forgotten_commits),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(an_empty_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
