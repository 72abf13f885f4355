// Picking in random scenes of all kinds of objects, with priorities, layers and disabled ones, near the origin and far
// from it: each answer against a plain loop over all objects.
//
// Clicks are compared with the hits of each object by itself; what is near with the distances of all its shapes
// (oracle/pick/test_image.c proves those); brushes with points of the objects; explanations with what the clicks say.
#include "pick/image.h"
#include "scene/convex/gjk.h"
#include "scene/region/visit.h"
#include "support/base/cmocka_all.h"
#include "support/cases/meshes.h"
#include "support/base/random.h"

#include <math.h>

enum { OBJECTS = 60, CLICKS = 40 };

typedef struct world {
    hit_dvec3 place;
    hit_scene* scene;
    hit_bvh* tree;
    hit_id id[OBJECTS];
    uint32_t count;
} world;

// ---- Random worlds --------------------------------------------------------------------------------------------------

static bool user_first(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    const hit_sphere sphere = {{0, 0, 0}, 1};
    hit_span span;

    (void)context;
    if (!hit_ray_sphere(*ray, sphere, &span))
        return false;
    *hit = (hit_user_hit){.t = span.t_enter, .normal = {0, 0, 1}};
    return true;
}

static hit_object random_object(test_random* r, const world* w, bool round)
{
    const hit_vec3 p = test_random_vec3(r, -8, 8);
    const float size = test_random_range(r, 0.2f, 2);
    const hit_vec3 scale =
        round ? hit_vec3_make(size, size, test_random_below(r, 4) == 0 ? -size : size) : test_random_vec3(r, -2, 2);
    hit_object object;

    memset(&object, 0, sizeof object);
    object.placement = hit_placement_from_trs(
        hit_dvec3_make(w->place.x + (double)p.x, w->place.y + (double)p.y, w->place.z + (double)p.z),
        test_random_quat(r), scale);
    if (!round && test_random_below(r, 3) == 0)
        object.placement.linear[0][1] += test_random_range(r, -1, 1);
    object.layers = 1u << test_random_below(r, 3);
    object.priority = test_random_below(r, 4) == 0 ? (int32_t)test_random_below(r, 4) - 1 : 0;
    object.disabled = test_random_below(r, 12) == 0;
    return object;
}

static hit_status add_object(test_random* r, world* w, hit_id* id)
{
    const uint32_t kind = 1 + test_random_below(r, 8);
    const hit_object object = random_object(r, w, kind >= HIT_OBJECT_SPHERE && kind <= HIT_OBJECT_CYLINDER);
    const hit_vec3 a = test_random_vec3(r, -1, 1), b = test_random_vec3(r, -1, 1);
    const float radius = test_random_range(r, 0.1f, 1), thin = test_random_below(r, 2) == 0 ? 0 : 0.1f * radius;
    const hit_user_shape user = {.bounds = {{-1, -1, -1}, {1, 1, 1}}, .first = user_first};
    hit_vec3 points[40];

    for (int i = 0; i < 40; i++)
        points[i] = test_random_vec3(r, -1, 1);
    switch (kind) {
    case HIT_OBJECT_BOX:
        return hit_scene_add_box(w->scene, &object, (hit_aabb){hit_vec3_min(a, b), hit_vec3_max(a, b)}, id, NULL);
    case HIT_OBJECT_MESH:
        return hit_scene_add_mesh(w->scene, &object, w->tree, id, NULL);
    case HIT_OBJECT_SPHERE:
        return hit_scene_add_sphere(w->scene, &object, (hit_sphere){a, radius}, id, NULL);
    case HIT_OBJECT_CAPSULE:
        return hit_scene_add_capsule(w->scene, &object, (hit_capsule){a, b, 0.3f * radius}, id, NULL);
    case HIT_OBJECT_CYLINDER:
        return hit_scene_add_cylinder(w->scene, &object, (hit_cylinder){a, b, 0.5f * radius}, id, NULL);
    case HIT_OBJECT_POLYLINE:
        return hit_scene_add_polyline(w->scene, &object, points, 0, 2 + test_random_below(r, 39), thin, id, NULL);
    case HIT_OBJECT_POINTS:
        return hit_scene_add_points(w->scene, &object, points, 0, 1 + test_random_below(r, 40), thin, id, NULL);
    default:
        return hit_scene_add_user(w->scene, &object, &user, id, NULL);
    }
}

static world random_world(test_random* r, hit_bvh* tree)
{
    static const hit_dvec3 places[] = {{0, 0, 0}, {300000, -7, 12.5}, {1e7, -1e7, 3e6}};
    world w = {.place = places[test_random_below(r, 3)], .tree = tree, .count = 1 + test_random_below(r, OBJECTS)};

    assert_int_equal(hit_scene_create(NULL, &w.scene, NULL), HIT_OK);
    for (uint32_t i = 0; i < w.count; i++)
        assert_int_equal(add_object(r, &w, &w.id[i]), HIT_OK);
    assert_int_equal(hit_scene_commit(w.scene, NULL, NULL), HIT_OK);
    return w;
}

static hit_camera random_camera(test_random* r, const world* w)
{
    const hit_screen screen = hit_screen_make(320, 240);
    hit_view view =
        hit_view_look_at(test_random_vec3(r, -12, 12), test_random_vec3(r, -3, 3), hit_vec3_make(0.1f, 1, 0));
    hit_camera camera;

    view.fov_y = test_random_range(r, 0.3f, 2);
    view.near_plane = test_random_range(r, 0.01f, 8);
    view.far_plane = test_random_below(r, 3) == 0 ? HUGE_VALF : view.near_plane + test_random_range(r, 1, 20);
    if (test_random_below(r, 3) == 0) {
        view.fov_y = 0;
        view.ortho_height = test_random_range(r, 2, 20);
        view.near_plane -= test_random_range(r, 0, 20);
    }
    assert_true(hit_camera_from_view(&view, w->place, &screen, &camera));
    return camera;
}

// ---- Clicks ---------------------------------------------------------------------------------------------------------

static int32_t priority_of(const world* w, hit_id id)
{
    hit_object object;
    assert_int_not_equal(hit_scene_get(w->scene, id, &object), HIT_OBJECT_NONE);
    return object.priority;
}

static bool is_the_one(void* context, hit_id id, void* user)
{
    (void)user;
    return id == *(const hit_id*)context;
}

// What a click finds, by hand: hits in the order of their depth, then sorted by priority.
static uint32_t expect(const world* w, const hit_camera* camera, const double at[2], const hit_scene_filter* filter,
                       hit_scene_hit hits[OBJECTS])
{
    const hit_dray ray = hit_camera_ray(camera, at[0], at[1]);
    const uint32_t count = hit_scene_all(w->scene, ray, filter, hits, OBJECTS);
    uint32_t alone = 0;

    for (uint32_t i = 0; i < w->count; i++) {
        hit_id id = w->id[i];
        const hit_scene_filter one = {filter->layers, filter->sides, is_the_one, &id, {0}};
        alone += hit_scene_any(w->scene, ray, &one);
    }
    assert_int_equal(alone, count);
    for (uint32_t i = 1; i < count; i++) {
        const hit_scene_hit hit = hits[i];
        uint32_t k = i;
        for (; k > 0 && priority_of(w, hits[k - 1].id) < priority_of(w, hit.id); k--)
            hits[k] = hits[k - 1];
        hits[k] = hit;
    }
    return count;
}

static void check_click(test_random* r, const world* w, const hit_camera* camera, const double at[2],
                        const hit_scene_filter* filter, const hit_scene_hit* expected, uint32_t count)
{
    const uint32_t capacity = test_random_below(r, OBJECTS + 1);
    hit_scene_hit hits[OBJECTS], hit;

    assert_int_equal(hit_pick_all(w->scene, camera, at[0], at[1], filter, hits, capacity), count);
    for (uint32_t i = 0; i < count && i < capacity; i++)
        assert_true(hits[i].id == expected[i].id && hits[i].t == expected[i].t &&
                    hits[i].primitive == expected[i].primitive);
    assert_int_equal(hit_pick_first(w->scene, camera, at[0], at[1], filter, &hit), count > 0);
    assert_true(count == 0 || (hit.id == expected[0].id && hit.t == expected[0].t));
}

// ---- Near -----------------------------------------------------------------------------------------------------------

typedef struct closest {
    const hit_pixel_view* pixel_view;
    double thin, pixels, depth;
} closest;

static bool measure(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    closest* c = context;
    hit_image_point image_point;

    (void)primitive;
    if (hit_image_closest(c->pixel_view, convex, &image_point)) {
        const double pixels = image_point.pixels <= c->thin ? 0 : image_point.pixels;
        if (pixels < c->pixels || (pixels == c->pixels && image_point.depth < c->depth)) {
            c->pixels = pixels;
            c->depth = image_point.depth;
        }
    }
    return true;
}

static bool comes_before(const hit_pick_near_hit* a, const hit_pick_near_hit* b)
{
    if (a->priority != b->priority)
        return a->priority > b->priority;
    if (a->inside != b->inside)
        return a->inside;
    if (a->pixels != b->pixels)
        return a->pixels < b->pixels;
    return a->depth != b->depth ? a->depth < b->depth : a->id < b->id;
}

static void check_near(test_random* r, const world* w, const hit_camera* camera, const double at[2],
                       const hit_scene_filter* filter, const hit_scene_hit* hits, uint32_t hit_count)
{
    const double radius = test_random_below(r, 5) == 0 ? 0 : (double)test_random_range(r, 0, 40);
    const uint32_t capacity = test_random_below(r, OBJECTS + 1);
    hit_pick_near_hit expected[OBJECTS], found[OBJECTS];
    uint32_t count = 0;
    hit_pixel_view pixel_view;

    assert_true(hit_pixel_view_make(camera, at[0], at[1], &pixel_view));
    for (uint32_t i = 0; i < w->count; i++) {
        const hit_object_record* record = hit_scene_committed(w->scene, w->id[i]);
        hit_pick_near_hit n = {.id = w->id[i], .priority = record->priority};
        const bool line = record->kind == HIT_OBJECT_POLYLINE || record->kind == HIT_OBJECT_POINTS;
        const bool thin = line && record->shape.points->radius == 0;
        closest c = {&pixel_view, thin ? 0.5 : 0, HUGE_VAL, HUGE_VAL};
        uint32_t k = 0;

        if (!hit_scene_counts(w->scene, record, filter))
            continue;
        hit_object_visit_convexes(record, camera->eye, NULL, measure, &c);
        while (k < hit_count && hits[k].id != n.id)
            k++;
        n.inside = k < hit_count || (thin && c.pixels == 0);
        n.pixels = n.inside ? 0 : c.pixels;
        n.depth = k < hit_count ? hits[k].t_double : c.depth;
        if (n.pixels > radius)
            continue;
        for (k = count++; k > 0 && comes_before(&n, &expected[k - 1]); k--)
            expected[k] = expected[k - 1];
        expected[k] = n;
    }
    assert_int_equal(hit_pick_near(w->scene, camera, at[0], at[1], radius, filter, found, capacity), count);
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        double pixel[2], depth;
        assert_true(found[i].id == expected[i].id && found[i].inside == expected[i].inside);
        assert_true(found[i].pixels == expected[i].pixels && found[i].depth == expected[i].depth);
        // where it says it is; far from the origin points are rounded
        assert_true(hit_camera_project(camera, found[i].point, pixel, &depth));
        assert_true(fabs(hypot(pixel[0] - at[0], pixel[1] - at[1]) - found[i].pixels) <
                    (found[i].inside ? 0.51 : 0.01));
        assert_true(fabs(depth - found[i].depth) < 1e-4);
    }
}

// ---- Brushes --------------------------------------------------------------------------------------------------------

// A brush by hand: an axis through the eye, or along the view, and how wide it is.
typedef struct brush {
    const hit_camera* camera;
    test_random* r;
    double axis[3], start[3], slope, radius, low, high;
    double least, most; ///< of the points of an object, how far out of it: below 0 for those in it
} brush;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The direction of what is seen at a point, of unit length; for an orthographic camera, where the line of sight passes
// the eye.
static void sight(const hit_camera* c, double x, double y, double axis[3], double foot[3])
{
    double a[4], b[4], d[3], length, square = 0, ab = 0, bb = 0;

    for (int k = 0; k < 4; k++) {
        a[k] = c->x[k] - x * c->w[k];
        b[k] = c->y[k] - y * c->w[k];
    }
    for (int k = 0; k < 3; k++)
        d[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    length = dot(d, d) > 0 ? sqrt(dot(d, d)) : 1;
    if (dot(d, c->near_plane) < 0)
        length = -length;
    square = dot(a, a);
    ab = dot(a, b);
    bb = dot(b, b);
    for (int k = 0; k < 3; k++) {
        // the combination of a and b with a·foot = -a[3] and b·foot = -b[3]
        const double det = square * bb - ab * ab;
        const double s = (-a[3] * bb + b[3] * ab) / det, t = (-b[3] * square + a[3] * ab) / det;
        axis[k] = d[k] / length;
        foot[k] = c->orthographic ? s * a[k] + t * b[k] : 0;
    }
}

static brush brush_of(test_random* r, const hit_camera* camera, const double at[2], double radius)
{
    const double step = 0x1p-12;
    brush b = {.camera = camera, .r = r, .least = HUGE_VAL, .most = -HUGE_VAL};
    double way[2][3], area, cosine, size[2];

    sight(camera, at[0], at[1], b.axis, b.start);
    b.low = -(dot(camera->near_plane, b.start) + camera->near_plane[3]) / dot(camera->near_plane, b.axis);
    b.high = -(dot(camera->far_plane, b.start) + camera->far_plane[3]) / dot(camera->far_plane, b.axis);
    if (dot(camera->far_plane, camera->far_plane) == 0)
        b.high = HUGE_VAL;
    // what a pixel is there, from lines that are a little aside
    for (int i = 0; i < 2; i++) {
        double axis[3], foot[3];
        sight(camera, at[0] + (i == 0 ? step : 0), at[1] + (i == 1 ? step : 0), axis, foot);
        for (int k = 0; k < 3; k++)
            way[i][k] = (camera->orthographic ? foot[k] - b.start[k] : axis[k] - b.axis[k]) / step;
        size[i] = sqrt(dot(way[i], way[i]));
    }
    cosine = dot(way[0], way[1]) / (size[0] * size[1]);
    area = size[0] * size[1] * sqrt(1 - cosine * cosine);
    b.slope = camera->orthographic ? 0 : radius * sqrt(area);
    b.radius = camera->orthographic ? radius * sqrt(area) : 0;
    return b;
}

static void take_point(brush* b, const double q[3])
{
    const double from[3] = {q[0] - b->start[0], q[1] - b->start[1], q[2] - b->start[2]};
    const double h = dot(from, b->axis), out = sqrt(fmax(0, dot(from, from) - h * h));
    const double beyond = fmax(out - b->radius - h * b->slope, fmax(b->low - h, h - b->high));

    b->least = fmin(b->least, beyond);
    b->most = fmax(b->most, beyond);
}

static bool take_convex(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    brush* b = context;

    (void)primitive;
    for (int n = 0; n < 12; n++) {
        double d[3], q[3], p[3];
        const double part = n % 4 == 0 ? 0 : (double)test_random_range(b->r, 0, 1);
        for (int k = 0; k < 3; k++)
            d[k] = (double)test_random_range(b->r, -1, 1);
        hit_convex_support(convex, d, q);
        for (int k = 0; k < 3; k++)
            d[k] = (double)test_random_range(b->r, -1, 1);
        hit_convex_support(convex, d, p);
        for (int k = 0; k < 3; k++)
            q[k] += part * (p[k] - q[k]);
        take_point(b, q);
    }
    return true;
}

static bool has(const hit_id* ids, uint32_t count, hit_id id)
{
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static void check_brush(test_random* r, const world* w, const hit_camera* camera, const double at[2],
                        const hit_scene_filter* filter, const hit_scene_hit* hits, uint32_t hit_count)
{
    const double radius = (double)test_random_range(r, 0.5f, 60);
    const hit_area_options touching = {.filter = filter}, inside = {.contained = true, .filter = filter};
    const hit_area_options seen = {.visible = true, .step = 9, .filter = filter};
    hit_id ids[OBJECTS], in[OBJECTS], sight[OBJECTS];
    const uint32_t count = hit_pick_brush(w->scene, camera, at[0], at[1], radius, &touching, ids, OBJECTS);
    const uint32_t held = hit_pick_brush(w->scene, camera, at[0], at[1], radius, &inside, in, OBJECTS);
    const uint32_t sighted = hit_pick_brush(w->scene, camera, at[0], at[1], radius, &seen, sight, OBJECTS);

    for (uint32_t i = 0; i < hit_count; i++)
        assert_true(has(ids, count, hits[i].id));
    for (uint32_t i = 0; i < held; i++)
        assert_true(has(ids, count, in[i]));
    for (uint32_t i = 0; i < sighted; i++)
        assert_true(has(ids, count, sight[i]));
    for (uint32_t i = 0; i < w->count; i++) {
        const hit_object_record* record = hit_scene_committed(w->scene, w->id[i]);
        brush b = brush_of(r, camera, at, radius);
        if (!hit_scene_counts(w->scene, record, filter)) {
            assert_false(has(ids, count, w->id[i]));
            continue;
        }
        hit_object_visit_convexes(record, camera->eye, NULL, take_convex, &b);
        // differences are not derivatives
        if (b.least < -1e-4 && !has(ids, count, w->id[i]))
            fail_msg("kind %d: a point is in the brush by %g", (int)record->kind, -b.least);
        if (b.most > 1e-4 && has(in, held, w->id[i]))
            fail_msg("kind %d: a point is out of the brush by %g", (int)record->kind, b.most);
    }
}

// ---- Explanations ---------------------------------------------------------------------------------------------------

static void check_explanation(const world* w, const hit_camera* camera, const double at[2],
                              const hit_scene_filter* filter, const hit_scene_hit* hits, uint32_t count)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const hit_explanation e = hit_explain(w->scene, camera, at[0], at[1], filter, w->id[i]);
        const hit_object_record* record = hit_scene_committed(w->scene, w->id[i]);
        uint32_t k = 0;

        while (k < count && hits[k].id != w->id[i])
            k++;
        assert_int_equal(e.reason == HIT_REASON_PICKED, count > 0 && k == 0);
        assert_int_equal(e.reason == HIT_REASON_HIDDEN || e.reason == HIT_REASON_OUTRANKED, k > 0 && k < count);
        assert_int_equal(e.reason == HIT_REASON_DISABLED, record->disabled);
        assert_int_equal(e.reason == HIT_REASON_LAYERS,
                         !record->disabled && filter->layers != 0 && (record->layers & filter->layers) == 0);
        if (k < count)
            assert_true(e.t == hits[k].t);
        if (e.reason != HIT_REASON_PICKED && count > 0)
            assert_true(e.other == hits[0].id && e.other_t == hits[0].t);
        if (e.reason == HIT_REASON_HIDDEN)
            assert_true(e.other_t <= e.t);
        if (e.reason == HIT_REASON_OUTRANKED)
            assert_true(e.other_t >= e.t && e.other_priority > e.priority);
        if (e.reason == HIT_REASON_MISSED_BOUNDS)
            assert_true(e.off[0] != 0 || e.off[1] != 0);
        assert_true(strlen(e.text) > 20 && strlen(e.text) < sizeof e.text - 1);
    }
}

// Mostly where one of the objects is.
static void aim_at_something(test_random* r, const world* w, const hit_camera* camera, double at[2])
{
    double pixel[2];
    hit_object object;

    hit_scene_get(w->scene, w->id[test_random_below(r, w->count)], &object);
    if (test_random_below(r, 4) > 0 && hit_camera_project(camera, object.placement.origin, pixel, NULL) &&
        fabs(pixel[0]) < 1000 && fabs(pixel[1]) < 1000) {
        at[0] = pixel[0] + (double)test_random_range(r, -5, 5);
        at[1] = pixel[1] + (double)test_random_range(r, -5, 5);
    }
}

static void picks(void** state)
{
    const uint64_t worlds = test_costly_cases(150);
    test_random r = test_random_make(test_seed());
    test_mesh mesh = test_icosphere(1, hit_vec3_make(0, 0, 0));
    const hit_mesh triangles = test_mesh_view(&mesh);
    uint64_t hit_count = 0;
    hit_bvh* tree;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&triangles, NULL, &tree, NULL), HIT_OK);
    for (uint64_t n = 0; n < worlds; n++) {
        world w = random_world(&r, tree);
        for (int i = 0; i < CLICKS; i++) {
            const hit_camera camera = random_camera(&r, &w);
            double at[2] = {(double)test_random_range(&r, 0, 320), (double)test_random_range(&r, 0, 240)};
            const hit_scene_filter filter = {.layers =
                                                 test_random_below(&r, 3) == 0 ? 1 + test_random_below(&r, 7) : 0};
            hit_scene_hit hits[OBJECTS];
            uint32_t count;
            aim_at_something(&r, &w, &camera, at);
            count = expect(&w, &camera, at, &filter, hits);
            hit_count += count;
            check_click(&r, &w, &camera, at, &filter, hits, count);
            check_near(&r, &w, &camera, at, &filter, hits, count);
            check_brush(&r, &w, &camera, at, &filter, hits, count);
            check_explanation(&w, &camera, at, &filter, hits, count);
        }
        hit_scene_destroy(w.scene);
    }
    hit_bvh_destroy(tree);
    test_mesh_free(&mesh);
    printf("%llu clicks, %llu hits, seed %llu\n", (unsigned long long)(worlds * CLICKS), (unsigned long long)hit_count,
           (unsigned long long)test_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(picks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
