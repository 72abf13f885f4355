// Scenes against a list of convex shapes: closest points by __float128, volumes by the test of each convex. The shapes
// are put into the world here, in long double, without the library.
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/oracle/convex_shapes.h"
#include "support/cases/meshes.h"

#include "scene/region/region.h"

#include <hitscan/scene.h>

enum { OBJECTS = 60, BODIES = 40, ALL = 1 << 14 };

// A convex of an object, relative to the middle of the scene.
typedef struct part {
    hit_id id;
    uint32_t primitive;
    test_convex_kind kind;
    hit_convex_shape convex;
} part;

typedef struct world {
    hit_scene* scene;
    hit_bvh* tree;
    test_mesh mesh;
    hit_dvec3 middle;
    hit_id ids[OBJECTS];
    part* parts;
    uint32_t part_count;
} world;

static double uniform(test_random* r, double low, double high)
{
    return low + (high - low) * ((double)(test_random_next(r) >> 11) * 0x1p-53);
}

static void place_point(const world* w, const hit_placement* p, hit_vec3 at, double out[3])
{
    const long double origin[3] = {(long double)p->origin.x - w->middle.x, (long double)p->origin.y - w->middle.y,
                                   (long double)p->origin.z - w->middle.z};
    for (int k = 0; k < 3; k++)
        out[k] = (double)(origin[k] + (long double)p->linear[k][0] * at.x + (long double)p->linear[k][1] * at.y +
                          (long double)p->linear[k][2] * at.z);
}

static part* new_part(world* w, hit_id id, uint32_t primitive, test_convex_kind kind)
{
    part* p = &w->parts[w->part_count++];
    assert_true(w->part_count <= ALL);
    *p = (part){.id = id, .primitive = primitive, .kind = kind};
    return p;
}

static void add_points(world* w, hit_id id, uint32_t primitive, test_convex_kind kind, const hit_placement* place,
                       const hit_vec3* points, uint32_t count, double radius)
{
    part* p = new_part(w, id, primitive, kind);
    p->convex.count = count;
    p->convex.radius = radius;
    p->convex.flat_ends = kind == CONVEX_CYLINDER;
    for (uint32_t i = 0; i < count; i++)
        place_point(w, place, points[i], p->convex.point[i]);
}

// Any matrix, or one that keeps circles.
static hit_placement any_place(test_random* r, const world* w, bool round, double* scale)
{
    const hit_dvec3 at = {w->middle.x + uniform(r, -20, 20), w->middle.y + uniform(r, -20, 20),
                          w->middle.z + uniform(r, -20, 20)};
    const float s = test_random_range(r, 0.2f, 3.0f);
    hit_placement p = hit_placement_from_trs(at, test_random_quat(r), hit_vec3_make(s, s, s));
    long double det;

    if (!round) {
        if (test_random_below(r, 3) == 0)
            return hit_placement_at(at);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p.linear[i][k] = test_random_range(r, -2.0f, 2.0f);
        if (test_random_below(r, 4) == 0)
            for (int i = 0; i < 3; i++)
                p.linear[i][2] = p.linear[i][1];
    }
    det = 0.0L;
    for (int k = 0; k < 3; k++)
        det += p.linear[0][k] * ((long double)p.linear[1][(k + 1) % 3] * p.linear[2][(k + 2) % 3] -
                                 (long double)p.linear[1][(k + 2) % 3] * p.linear[2][(k + 1) % 3]);
    *scale = (double)cbrtl(fabsl(det));
    return p;
}

static void add_lines(test_random* r, world* w, hit_object* object, bool segments, hit_id* id)
{
    const uint32_t count = test_random_below(r, 2) ? 5 : BODIES;
    const float radius = test_random_below(r, 3) == 0 ? 0.0f : test_random_range(r, 0.0f, 0.5f);
    hit_vec3 points[BODIES];

    for (uint32_t i = 0; i < count; i++)
        points[i] = test_random_vec3(r, -2.0f, 2.0f);
    assert_int_equal(segments ? hit_scene_add_polyline(w->scene, object, points, 0, count, radius, id, NULL)
                              : hit_scene_add_points(w->scene, object, points, 0, count, radius, id, NULL),
                     HIT_OK);
    for (uint32_t i = 0; i + segments < count; i++)
        add_points(w, *id, i, segments ? CONVEX_CAPSULE : CONVEX_SPHERE, &object->placement, points + i,
                   segments ? 2 : 1, (double)radius);
}

static void add_mesh(world* w, hit_object* object, hit_id* id)
{
    assert_int_equal(hit_scene_add_mesh(w->scene, object, w->tree, id, NULL), HIT_OK);
    for (uint32_t i = 0; i < w->mesh.faces; i++) {
        const hit_triangle t = test_mesh_triangle(&w->mesh, i);
        const hit_vec3 corner[3] = {t.v0, t.v1, t.v2};
        add_points(w, *id, i, CONVEX_TRIANGLE, &object->placement, corner, 3, 0.0);
    }
}

static void add_object(test_random* r, world* w, hit_id* id)
{
    const hit_object_kind kind = (hit_object_kind)(1 + test_random_below(r, 7));
    const bool round = kind == HIT_OBJECT_SPHERE || kind == HIT_OBJECT_CAPSULE || kind == HIT_OBJECT_CYLINDER;
    const hit_vec3 a = test_random_vec3(r, -1.0f, 1.0f), b = test_random_vec3(r, -1.0f, 1.0f), ends[2] = {a, b};
    const hit_aabb box = {hit_vec3_min(a, b), hit_vec3_max(a, b)};
    const float radius = test_random_range(r, 0.0f, 1.0f);
    double scale = 1.0;
    hit_object object = {.placement = any_place(r, w, round, &scale)};

    switch (kind) {
    case HIT_OBJECT_SPHERE:
        assert_int_equal(hit_scene_add_sphere(w->scene, &object, (hit_sphere){a, radius}, id, NULL), HIT_OK);
        add_points(w, *id, 0, CONVEX_SPHERE, &object.placement, &a, 1, radius * scale);
        return;
    case HIT_OBJECT_CAPSULE:
        assert_int_equal(hit_scene_add_capsule(w->scene, &object, (hit_capsule){a, b, radius}, id, NULL), HIT_OK);
        add_points(w, *id, 0, CONVEX_CAPSULE, &object.placement, ends, 2, radius * scale);
        return;
    case HIT_OBJECT_CYLINDER:
        assert_int_equal(hit_scene_add_cylinder(w->scene, &object, (hit_cylinder){a, b, radius}, id, NULL), HIT_OK);
        add_points(w, *id, 0, CONVEX_CYLINDER, &object.placement, ends, 2, radius * scale);
        return;
    case HIT_OBJECT_POLYLINE:
    case HIT_OBJECT_POINTS:
        add_lines(r, w, &object, kind == HIT_OBJECT_POLYLINE, id);
        return;
    case HIT_OBJECT_MESH:
        add_mesh(w, &object, id);
        return;
    default: {
        hit_vec3 corner[8];
        for (unsigned i = 0; i < 8; i++)
            corner[i] = hit_vec3_make((i & 1u) != 0 ? box.max.x : box.min.x, (i & 2u) != 0 ? box.max.y : box.min.y,
                                      (i & 4u) != 0 ? box.max.z : box.min.z);
        assert_int_equal(hit_scene_add_box(w->scene, &object, box, id, NULL), HIT_OK);
        add_points(w, *id, 0, CONVEX_BOX, &object.placement, corner, 8, 0.0);
    }
    }
}

static world world_make(test_random* r)
{
    static const double places[3] = {0.0, 1e4, 1e7};
    world w = {.part_count = 0};
    const double far_off = places[test_random_below(r, 3)];
    hit_mesh view;

    w.parts = malloc(ALL * sizeof *w.parts);
    assert_non_null(w.parts);
    w.middle = hit_dvec3_make(far_off, -far_off, 0.5 * far_off);
    w.mesh = test_icosphere(1, hit_vec3_make(0.3f, -0.2f, 0.1f));
    view = test_mesh_view(&w.mesh);
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &w.tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_create(NULL, &w.scene, NULL), HIT_OK);
    for (int i = 0; i < OBJECTS; i++) {
        add_object(r, &w, &w.ids[i]);
        // Both trees of a scene have objects then.
        if (i == OBJECTS / 2)
            assert_int_equal(hit_scene_commit(w.scene, NULL, NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_commit(w.scene, NULL, NULL), HIT_OK);
    return w;
}

static void world_free(world* w)
{
    hit_scene_destroy(w->scene);
    hit_bvh_destroy(w->tree);
    test_mesh_free(&w->mesh);
    free(w->parts);
}

// ---- Closest points -------------------------------------------------------------------------------------------------

static double true_distance(const world* w, hit_id id, const double point[3])
{
    test_convex_quad least = HUGE_VAL;
    for (uint32_t i = 0; i < w->part_count; i++)
        if (w->parts[i].id == id)
            least = fminq(least, test_convex_distance(&w->parts[i].convex, w->parts[i].kind, point));
    return (double)least;
}

static bool is_odd(void* context, hit_id id, void* user)
{
    (void)context;
    (void)user;
    return id % 2 != 0;
}

static void check_closest(test_random* r, const world* w)
{
    const hit_scene_filter odd = {.accept = is_odd};
    const bool filtered = test_random_below(r, 3) == 0;
    const double at[3] = {uniform(r, -25, 25), uniform(r, -25, 25), uniform(r, -25, 25)};
    const hit_dvec3 point = {w->middle.x + at[0], w->middle.y + at[1], w->middle.z + at[2]};
    const double from[3] = {point.x - w->middle.x, point.y - w->middle.y, point.z - w->middle.z};
    const double most = test_random_below(r, 2) ? HUGE_VAL : uniform(r, 0, 30), margin = 1e-11 * 100.0;
    const uint32_t k = 1 + test_random_below(r, OBJECTS + 5);
    hit_scene_closest found[OBJECTS + 5];
    const uint32_t count = hit_scene_closest_points(w->scene, point, most, filtered ? &odd : NULL, found, k);
    double last = 0.0;
    uint32_t within = 0;

    for (uint32_t i = 0; i < count; i++) {
        const double truth = true_distance(w, found[i].id, from);
        double spot[3] = {found[i].point.x - w->middle.x, found[i].point.y - w->middle.y,
                          found[i].point.z - w->middle.z};
        const part* p = NULL;

        assert_true(fabs(found[i].distance - truth) <= margin);
        assert_true(found[i].distance <= most && found[i].distance >= last);
        assert_true(i == 0 || found[i].distance > last || found[i].id > found[i - 1].id);
        last = found[i].distance;
        // The point is one of the primitive. It is rounded in the world.
        for (uint32_t j = 0; j < w->part_count; j++)
            if (w->parts[j].id == found[i].id && w->parts[j].primitive == found[i].primitive)
                p = &w->parts[j];
        assert_non_null(p);
        assert_true(test_convex_distance(&p->convex, p->kind, spot) <= margin + 0x1p-51 * fabs(w->middle.x));
        assert_true(!filtered || found[i].id % 2 != 0);
    }
    // Nothing that is closer is missing.
    for (int i = 0; i < OBJECTS; i++) {
        const double truth = true_distance(w, w->ids[i], from);
        bool there = false;
        if (filtered && w->ids[i] % 2 == 0)
            continue;
        within += truth <= most - margin;
        for (uint32_t j = 0; j < count; j++)
            there = there || found[j].id == w->ids[i];
        if (!there && truth < most - margin)
            assert_true(count == k && truth >= last - margin);
    }
    assert_true(count >= (within < k ? within : k));
}

static void closest_points(void** state)
{
    const uint64_t cases = test_costly_cases(12);
    test_random r = test_random_make(test_seed() + 500);

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        world w = world_make(&r);
        for (int n = 0; n < 40; n++)
            check_closest(&r, &w);
        world_free(&w);
    }
    printf("%llu scenes, seed %llu\n", (unsigned long long)cases, (unsigned long long)test_seed());
}

// ---- Volumes --------------------------------------------------------------------------------------------------------

static hit_cull truth_of(const world* w, hit_id id, const hit_scene_volume* volume)
{
    bool touches = false, inside = true;
    for (uint32_t i = 0; i < w->part_count; i++)
        if (w->parts[i].id == id) {
            const hit_cull cull = volume->cull_region.convex(volume->cull_region.context, &w->parts[i].convex);
            touches = touches || cull != HIT_OUTSIDE;
            inside = inside && cull == HIT_INSIDE;
        }
    return inside ? HIT_INSIDE : touches ? HIT_CROSSING : HIT_OUTSIDE;
}

static void check_ids(const world* w, const hit_scene_volume* volume, hit_include relation, const hit_id* ids,
                      uint32_t count, const char* what)
{
    uint32_t expected = 0;

    for (uint32_t i = 1; i < count; i++)
        assert_true(ids[i] > ids[i - 1]);
    for (int i = 0; i < OBJECTS; i++) {
        const hit_cull cull = truth_of(w, w->ids[i], volume);
        const bool wanted = relation == HIT_INCLUDE_INSIDE ? cull == HIT_INSIDE : cull != HIT_OUTSIDE;
        bool there = false;
        for (uint32_t j = 0; j < count; j++)
            there = there || ids[j] == w->ids[i];
        if (there != wanted)
            fail_msg("%s: object %d is %d, found %d, seed %llu", what, i, (int)cull, (int)there,
                     (unsigned long long)test_seed());
        expected += wanted;
    }
    assert_int_equal(count, expected);
}

static void volumes(void** state)
{
    const uint64_t cases = test_costly_cases(20);
    test_random r = test_random_make(test_seed() + 501);
    uint64_t found = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        world w = world_make(&r);
        for (int n = 0; n < 40; n++) {
            const hit_include relation = n % 2 == 0 ? HIT_INCLUDE_TOUCHING : HIT_INCLUDE_INSIDE;
            const hit_vec3 at = test_random_vec3(&r, -20.0f, 20.0f), to = test_random_vec3(&r, -20.0f, 20.0f);
            const float size = test_random_range(&r, 0.5f, 25.0f);
            const hit_sphere ball = {at, size};
            const hit_aabb box = {hit_vec3_min(at, to), hit_vec3_max(at, to)};
            const hit_obb obb = hit_obb_make(at, test_random_quat(&r), hit_vec3_make(size, 0.7f * size, 5.0f));
            hit_cone cone = hit_cone_make(at, hit_vec3_sub(to, at), test_random_range(&r, 0.05f, 1.4f));
            hit_view view = hit_view_look_at(at, to, hit_vec3_make(0.1f, 1.0f, 0.2f));
            hit_frustum frustum;
            hit_scene_volume volume;
            hit_id ids[OBJECTS];
            uint32_t count;

            if (test_random_below(&r, 2))
                cone = hit_cone_clip(cone, test_random_range(&r, 0.0f, 5.0f), test_random_range(&r, 5.0f, 30.0f));
            if (test_random_below(&r, 2))
                view.far_plane = test_random_range(&r, 1.0f, 40.0f);
            assert_true(hit_scene_volume_sphere(w.middle, ball, &volume));
            count = hit_scene_in_sphere(w.scene, w.middle, ball, relation, NULL, ids, OBJECTS);
            check_ids(&w, &volume, relation, ids, count, "sphere");
            found += count;
            assert_true(hit_scene_volume_aabb(w.middle, box, &volume));
            count = hit_scene_in_aabb(w.scene, w.middle, box, relation, NULL, ids, OBJECTS);
            check_ids(&w, &volume, relation, ids, count, "aabb");
            found += count;
            assert_true(hit_scene_volume_obb(w.middle, &obb, &volume));
            count = hit_scene_in_obb(w.scene, w.middle, &obb, relation, NULL, ids, OBJECTS);
            check_ids(&w, &volume, relation, ids, count, "obb");
            found += count;
            assert_true(hit_scene_volume_cone(w.middle, &cone, &volume));
            count = hit_scene_in_cone(w.scene, w.middle, &cone, relation, NULL, ids, OBJECTS);
            check_ids(&w, &volume, relation, ids, count, "cone");
            found += count;
            if (hit_frustum_from_view(&view, &frustum)) {
                assert_true(hit_scene_volume_frustum(w.middle, &frustum, &volume));
                count = hit_scene_in_frustum(w.scene, w.middle, &frustum, relation, NULL, ids, OBJECTS);
                check_ids(&w, &volume, relation, ids, count, "frustum");
                found += count;
            }
        }
        world_free(&w);
    }
    printf("%llu scenes, %llu objects found, seed %llu\n", (unsigned long long)cases, (unsigned long long)found,
           (unsigned long long)test_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(closest_points), cmocka_unit_test(volumes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
