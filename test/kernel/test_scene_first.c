// The first hit in a scene, by all kernels: the traversal looks at the boxes of children only, and must have found all
// that may be the first. The list of nearest hits, which decides every object that is met, says what is right.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/bvh/coherence.h"

#include <hitscan/scene.h>
#include <math.h>
#include <string.h>

enum { OBJECTS = 200, RAYS = 300 };

static test_random r;

static hit_scene* make_scene(void)
{
    hit_scene* scene = NULL;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    return scene;
}

static double near_to(double x, double step)
{
    return x + step * (double)test_random_range(&r, -1.0f, 1.0f);
}

static hit_id add_box(hit_scene* scene, hit_dvec3 at, hit_vec3 half, hit_vec3 scale)
{
    hit_object object = hit_object_at(at);
    const hit_aabb box = {{-half.x, -half.y, -half.z}, half};
    hit_id id = HIT_ID_NONE;

    object.placement.linear[0][0] = scale.x;
    object.placement.linear[1][1] = scale.y;
    object.placement.linear[2][2] = scale.z;
    assert_int_equal(hit_scene_add_box(scene, &object, box, &id, NULL), HIT_OK);
    return id;
}

static hit_vec3 random_scale(void)
{
    static const float scales[4] = {1.0f, -1.0f, 0.5f, -3.0f};
    const float x = scales[test_random_below(&r, 4)], y = scales[test_random_below(&r, 4)];
    return hit_vec3_make(x, y, scales[test_random_below(&r, 4)]);
}

static void compare(const hit_scene* scene, hit_dray ray, bool found, const hit_scene_hit* right)
{
    hit_scene_hit hit = {0};
    assert_int_equal(hit_scene_first(scene, ray, NULL, &hit), found);
    assert_true(hit.id == right->id);
    assert_memory_equal(&hit.t, &right->t, sizeof hit.t);
    assert_memory_equal(&hit.t_double, &right->t_double, sizeof hit.t_double);
    assert_memory_equal(&hit.normal, &right->normal, sizeof hit.normal);
    assert_memory_equal(&hit.point, &right->point, sizeof hit.point);
    assert_int_equal(hit.primitive, right->primitive);
    assert_memory_equal(&hit.u, &right->u, sizeof hit.u);
    assert_memory_equal(&hit.v, &right->v, sizeof hit.v);
    assert_memory_equal(&hit.w, &right->w, sizeof hit.w);
    assert_int_equal(hit.face, right->face);
    assert_int_equal(hit.side, right->side);
}

// The same bits, whichever way and kernel.
static void check(const hit_scene* scene, hit_dray ray)
{
    hit_scene_hit right = {0};
    const uint32_t count = hit_scene_first_k(scene, ray, NULL, &right, 1);

    for (int level = 0; level <= (int)hit_cpu_best(); level++) {
        (void)hit_cpu_restrict((hit_cpu)level);
        test_ask_scene_opposite(scene, ray);
        for (int again = 0; again < 2; again++)
            compare(scene, ray, count == 1, &right);
    }
    (void)hit_cpu_restrict(hit_cpu_best());
}

static hit_dray random_ray(double from, double to, float size)
{
    const hit_dvec3 at = hit_dvec3_make(near_to(0.0, from), near_to(0.0, from), near_to(0.0, from));
    const hit_dvec3 toward = hit_dvec3_make(near_to(0.0, to), near_to(0.0, to), near_to(0.0, to));
    hit_dray ray = hit_dray_make(at, hit_vec3_make(size * (float)(toward.x - at.x), size * (float)(toward.y - at.y),
                                                   size * (float)(toward.z - at.z)));

    // Along an axis, or nearly so.
    if (test_random_below(&r, 8) == 0)
        ray.direction.x = test_random_below(&r, 2) == 0 ? 0.0f : ray.direction.x * 0x1p-30f;
    if (test_random_below(&r, 4) == 0)
        ray.t_min = test_random_range(&r, -3.0f, 1.5f);
    if (test_random_below(&r, 16) == 0)
        ray.t_min = -HUGE_VALF;
    if (test_random_below(&r, 4) == 0 && ray.t_min < 1.5f)
        ray.t_max = fmaxf(ray.t_min, test_random_range(&r, 0.0f, 1.5f));
    return ray;
}

// Boxes of which several begin at nearly the same t: closer than floats can tell, or not.
static void boxes_that_begin_together(void** state)
{
    (void)state;
    for (int round = 0; round < 24; round++) {
        hit_scene* scene = make_scene();
        const double step = ldexp(1.0, -(int)test_random_below(&r, 50)), home = round % 3 == 0 ? 1e6 : 0.0;
        for (int i = 0; i < OBJECTS; i++) {
            const hit_vec3 half = {0.25f, 0.25f, 0.25f};
            add_box(scene, hit_dvec3_make(near_to(home + (i % 3) - 1, step), near_to(home, step), near_to(home, step)),
                    half, hit_vec3_make(test_random_below(&r, 2) == 0 ? 1.0f : -1.0f, 1.0f, 1.0f));
        }
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        for (int i = 0; i < RAYS; i++) {
            hit_dray ray = random_ray(i % 4 == 0 ? 0.3 : 4.0, 1.0, i % 5 == 0 ? 1e-3f : 1.0f);
            ray.origin = hit_dvec3_make(ray.origin.x + home, ray.origin.y + home, ray.origin.z + home);
            check(scene, ray);
        }
        hit_scene_destroy(scene);
    }
}

// Boxes of all sizes that overlap, turned ones and spheres among them; some move.
static void all_sorts(void** state)
{
    (void)state;
    for (int round = 0; round < 24; round++) {
        hit_scene* scene = make_scene();
        hit_id ids[OBJECTS];
        for (int i = 0; i < OBJECTS; i++) {
            const float size = ldexpf(1.0f, -(int)test_random_below(&r, 12));
            const hit_dvec3 at = hit_dvec3_make(near_to(0.0, 1.0), near_to(0.0, 1.0), near_to(0.0, 1.0));
            hit_object object = hit_object_at(at);
            if (i % 4 != 3)
                ids[i] = add_box(scene, at, hit_vec3_make(size, size, i % 2 == 0 ? 0.0f : size), random_scale());
            else if (i % 8 == 3)
                assert_int_equal(
                    hit_scene_add_sphere(scene, &object, (hit_sphere){{0.0f, 0.0f, 0.0f}, 0.3f * size}, &ids[i], NULL),
                    HIT_OK);
            else {
                object.placement.linear[0][1] = 0.5f;
                assert_int_equal(hit_scene_add_box(scene, &object, (hit_aabb){{0.0f, 0.0f, 0.0f}, {size, size, size}},
                                                   &ids[i], NULL),
                                 HIT_OK);
            }
        }
        for (int frame = 0; frame < 3; frame++) {
            assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
            for (int i = 0; i < RAYS; i++)
                check(scene, random_ray(i % 8 == 0 ? 1e5 : i % 4 == 0 ? 0.5 : 3.0, 1.0, i % 8 == 0 ? 1e-5f : 1.0f));
            for (int i = frame; i < OBJECTS; i += 5) {
                hit_placement place = hit_placement_at(hit_dvec3_make(near_to(0.0, 1.0), near_to(0.0, 1.0), 0.0));
                if (i % 3 == 0 && i % 8 != 3)
                    place.linear[2][1] = 0.25f; // axis-aligned no more
                assert_int_equal(hit_scene_move(scene, ids[i], &place, NULL), HIT_OK);
            }
        }
        hit_scene_destroy(scene);
    }
}

enum { TRIANGLES = 300 };

// Triangles around a place, seen from which they fill a cube of a size; or a flat sheet.
static hit_bvh* make_mesh(float size, float away, bool flat)
{
    hit_vec3 vertex[3 * TRIANGLES];
    const hit_mesh mesh = {.vertices = vertex, .vertex_count = 3 * TRIANGLES, .triangle_count = TRIANGLES};
    hit_bvh* tree = NULL;

    for (int i = 0; i < 3 * TRIANGLES; i++) {
        const float near = i % 3 == 0 ? 1.0f : 0.3f;
        const hit_vec3 by = {test_random_range(&r, -near, near), test_random_range(&r, -near, near),
                             flat ? 0.0f : test_random_range(&r, -near, near)};
        vertex[i] = i % 3 == 0 ? hit_vec3_make(away, 0.0f, 0.0f) : vertex[i - i % 3];
        vertex[i] = hit_vec3_add(vertex[i], hit_vec3_scale(by, size));
    }
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    return tree;
}

// Any matrix: turned and sheared, mirrored, flattened nearly or altogether, of any size.
static void any_matrix(float linear[3][3], float size)
{
    const int flat = (int)test_random_below(&r, 12);

    for (int i = 0; i < 9; i++)
        linear[i / 3][i % 3] = size * test_random_range(&r, -1.0f, 1.0f);
    for (int j = 0; j < 3 && flat < 3; j++)
        linear[j][flat] *= flat == 0 ? 0x1p-12f : flat == 1 ? 0x1p-40f : 0.0f;
}

// Instances that overlap: the usual ones, which kernels enter by themselves, and those that need more thought -
// flattened ones, meshes that are far from their origin, directions so small or large there that they are scaled,
// worlds so large that kernels cannot do with them.
static void instances(void** state)
{
    static const float sizes[6] = {1.0f, 1.0f, 0x1p-30f, 0x1p25f, 0x1p-12f, 0x1p28f};

    (void)state;
    for (int round = 0; round < 36; round++) {
        const float size = sizes[round % 6], mesh_size = sizes[test_random_below(&r, 6)];
        hit_bvh* mesh[3] = {make_mesh(mesh_size, 0.0f, false), make_mesh(mesh_size, 1e3f * mesh_size, false),
                            make_mesh(mesh_size, 0.0f, true)};
        hit_scene* scene = make_scene();
        const double home = round % 4 == 0 ? 1e6 * (double)size : 0.0;
        for (int i = 0; i < OBJECTS; i++) {
            const hit_dvec3 at = {near_to(home, (double)size), near_to(home, (double)size),
                                  near_to(home, (double)size)};
            const hit_bvh* of = mesh[i % 8 == 0 ? 1 : i % 8 == 1 ? 2 : 0];
            hit_object object = hit_object_at(at);
            hit_id id;
            any_matrix(object.placement.linear, ldexpf(size / mesh_size, -(int)test_random_below(&r, 4)));
            assert_int_equal(hit_scene_add_mesh(scene, &object, of, &id, NULL), HIT_OK);
        }
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        for (int i = 0; i < RAYS; i++) {
            hit_dray ray = random_ray((i % 4 == 0 ? 0.3 : 4.0) * (double)size, (double)size,
                                      (i % 5 == 0   ? 0x1p-25f
                                       : i % 5 == 1 ? 0x1p25f
                                                    : 1.0f) /
                                          size);
            ray.origin = hit_dvec3_make(ray.origin.x + home, ray.origin.y + home, ray.origin.z + home);
            check(scene, ray);
        }
        hit_scene_destroy(scene);
        for (int k = 0; k < 3; k++)
            hit_bvh_destroy(mesh[k]);
    }
}

// Boxes that are entered exactly between two floats: what double says of such a t, which it cannot divide for, may be
// on either side.
static void halfway_between_floats(void** state)
{
    hit_scene* scene = make_scene();
    (void)state;
    add_box(scene, hit_dvec3_make(0.0, 0.0, 0.0), hit_vec3_make(1.0f, 1.0f, 1.0f), hit_vec3_make(1.0f, 1.0f, 1.0f));
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    for (int i = 0; i < 20 * RAYS; i++) {
        const float speed = (float)(2 * test_random_below(&r, 100) + 3);
        const double t = 1.0 + (2.0 * test_random_below(&r, 1 << 23) + 1.0) * 0x1p-24;
        check(scene, hit_dray_make(hit_dvec3_make(-1.0 - speed * t, 0.125, 0.25), hit_vec3_make(speed, 0.01f, -0.02f)));
    }
    hit_scene_destroy(scene);
}

// Boxes of triangles, whose planes are those of the tree's boxes, and rays along these planes, through edges and
// corners: nothing but the pads of the kernels keeps them in the boxes.
static void along_planes(void** state)
{
    static const int corner[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 1}, {1, 0}};
    hit_vec3 vertex[36 * 40];
    float plane[40][3][2];

    (void)state;
    for (int round = 0; round < 12; round++) {
        const hit_mesh mesh = {.vertices = vertex, .vertex_count = 36 * 40, .triangle_count = 12 * 40};
        const float mirror = round % 2 == 0 ? 1.0f : -1.0f;
        hit_scene* scene = make_scene();
        hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        hit_bvh* tree = NULL;
        hit_id id;
        for (int i = 0; i < 36 * 40; i++) {
            float(*b)[2] = plane[i / 36];
            const int face = i % 36 / 6, k = face / 2, *c = corner[i % 6];
            float v[3];
            for (int a = 0; a < 3 && i % 36 == 0; a++) {
                b[a][0] = test_random_range(&r, -5.0f, 5.0f);
                b[a][1] = b[a][0] + test_random_range(&r, 0.1f, 1.0f);
            }
            v[k] = b[k][face % 2];
            v[(k + 1) % 3] = b[(k + 1) % 3][c[0]];
            v[(k + 2) % 3] = b[(k + 2) % 3][c[1]];
            vertex[i] = hit_vec3_make(v[0], v[1], v[2]);
        }
        assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
        object.placement.linear[0][0] = mirror;
        assert_int_equal(hit_scene_add_mesh(scene, &object, tree, &id, NULL), HIT_OK);
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        for (int i = 0; i < 10 * RAYS; i++) {
            float(*b)[2] = plane[test_random_below(&r, 40)];
            const int k = i % 3;
            float o[3], d[3] = {0.0f, 0.0f, 0.0f};
            o[k] = test_random_range(&r, -20.0f, 20.0f);
            o[(k + 1) % 3] = b[(k + 1) % 3][i / 3 % 2];
            o[(k + 2) % 3] =
                i % 5 == 0 ? b[(k + 2) % 3][i / 6 % 2] : test_random_range(&r, b[(k + 2) % 3][0], b[(k + 2) % 3][1]);
            d[k] = (o[k] > 0.0f ? -1.0f : 1.0f) * test_random_range(&r, 0.1f, 3.0f);
            check(scene, hit_dray_make(hit_dvec3_make((double)(mirror * o[0]), (double)o[1], (double)o[2]),
                                       hit_vec3_make(mirror * d[0], d[1], d[2])));
        }
        hit_scene_destroy(scene);
        hit_bvh_destroy(tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_that_begin_together), cmocka_unit_test(all_sorts),
                                       cmocka_unit_test(instances), cmocka_unit_test(halfway_between_floats),
                                       cmocka_unit_test(along_planes)};
    r = test_random_make(test_seed());
    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
