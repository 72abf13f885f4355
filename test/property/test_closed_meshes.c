// Closed meshes do not leak: a ray aimed at a vertex or an edge from outside, or shot from inside, hits.
//
// The leak sets: an icosphere, the same far from the origin, a bumpy torus, and a cube with a grid on its faces.
// Every triangle is tried (there is no tree here), so meshes are small. A plain Möller–Trumbore test in float runs
// next to ours, to show that the sets are as hard as they should be: it must lose some.
#include "support/base/cmocka_all.h"
#include "support/cases/meshes.h"

#include <hitscan/inline.h>

static bool float_moller_trumbore(const hit_ray* ray, const hit_triangle* t)
{
    const hit_vec3 d = ray->direction;
    const float ax = t->v1.x - t->v0.x, ay = t->v1.y - t->v0.y, az = t->v1.z - t->v0.z;
    const float bx = t->v2.x - t->v0.x, by = t->v2.y - t->v0.y, bz = t->v2.z - t->v0.z;
    const float px = d.y * bz - d.z * by, py = d.z * bx - d.x * bz, pz = d.x * by - d.y * bx;
    const float det = ax * px + ay * py + az * pz, inverse = 1.0f / det;
    const float sx = ray->origin.x - t->v0.x, sy = ray->origin.y - t->v0.y, sz = ray->origin.z - t->v0.z;
    const float u = (sx * px + sy * py + sz * pz) * inverse;
    const float qx = sy * az - sz * ay, qy = sz * ax - sx * az, qz = sx * ay - sy * ax;
    const float v = (d.x * qx + d.y * qy + d.z * qz) * inverse, s = (bx * qx + by * qy + bz * qz) * inverse;

    return det != 0.0f && u >= 0.0f && v >= 0.0f && u + v <= 1.0f && s >= ray->t_min && s <= ray->t_max;
}

typedef struct leaks {
    uint64_t rays, ours, plain;
} leaks;

static void shoot(const test_mesh* m, hit_ray ray, leaks* out)
{
    bool ours = false, plain = false;

    for (uint32_t f = 0; f < m->faces && !(ours && plain); f++) {
        const hit_triangle t = test_mesh_triangle(m, f);
        ours = ours || hit_ray_triangle(ray, &t, NULL);
        plain = plain || float_moller_trumbore(&ray, &t);
    }
    out->rays++, out->ours += !ours, out->plain += !plain;
}

// True when all faces around a vertex, or on both sides of an edge, clearly face a point: then a ray from there that
// is aimed at the vertex or edge meets one of them, though its rounded direction may miss the target itself.
static bool faces_all(const test_mesh* m, const uint32_t* corner, int corners_needed, hit_vec3 eye)
{
    bool any = false;

    for (uint32_t f = 0; f < m->faces; f++) {
        const hit_triangle t = test_mesh_triangle(m, f);
        const hit_vec3 n = hit_triangle_normal(&t), to_eye = hit_vec3_normalize(hit_vec3_sub(eye, t.v0));
        int shared = 0;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < corners_needed; k++) {
                const hit_vec3 p = m->vertex[m->face[f][i]], q = m->vertex[corner[k]];
                shared +=
                    p.x == q.x && p.y == q.y && p.z == q.z; // by place: the cube has a vertex for each of its faces
            }
        if (shared < corners_needed)
            continue;
        any = true;
        if (hit_vec3_dot(n, to_eye) < 0.05f)
            return false;
    }
    return any;
}

// Rays from outside at the front: vertices and midpoints of edges.
static leaks leak_test_outside(const test_mesh* m, hit_vec3 eye)
{
    leaks n = {0};

    for (uint32_t f = 0; f < m->faces; f += 3) {
        for (int k = 0; k < 3; k++) {
            const uint32_t edge[2] = {m->face[f][k], m->face[f][(k + 1) % 3]};
            const hit_vec3 a = m->vertex[edge[0]], b = m->vertex[edge[1]];
            const hit_vec3 middle = {(a.x + b.x) * 0.5f, (a.y + b.y) * 0.5f, (a.z + b.z) * 0.5f};
            if (faces_all(m, edge, 1, eye))
                shoot(m, hit_ray_make(eye, hit_vec3_sub(a, eye)), &n);
            if (faces_all(m, edge, 2, eye))
                shoot(m, hit_ray_make(eye, hit_vec3_sub(middle, eye)), &n);
        }
    }
    return n;
}

// Rays from inside, at vertices, at midpoints of edges and anywhere: all must hit.
static leaks leak_test(const test_mesh* m, hit_vec3 inside, uint64_t seed)
{
    test_random r = test_random_make(seed);
    leaks n = {0};
    const uint64_t rounds = test_cases(1000000) >= 1000000 ? 1 : 4; // sparser under sanitizers

    for (uint32_t f = 0; f < m->faces; f += (uint32_t)rounds) {
        const hit_triangle t = test_mesh_triangle(m, f);
        const hit_vec3 vertex[3] = {t.v0, t.v1, t.v2};
        for (int k = 0; k < 3; k++) {
            const hit_vec3 a = vertex[k], b = vertex[(k + 1) % 3];
            const hit_vec3 middle = {(a.x + b.x) * 0.5f, (a.y + b.y) * 0.5f, (a.z + b.z) * 0.5f};
            shoot(m, hit_ray_make(inside, hit_vec3_sub(a, inside)), &n);
            shoot(m, hit_ray_make(inside, hit_vec3_sub(middle, inside)), &n);
        }
        shoot(m, hit_ray_make(inside, test_random_vec3(&r, -1, 1)), &n);
    }
    return n;
}

static void report(const char* name, leaks n)
{
    printf("  %-28s %8llu rays: ours lost %llu, plain float lost %llu (%.2f %%)\n", name, (unsigned long long)n.rays,
           (unsigned long long)n.ours, (unsigned long long)n.plain, 100.0 * (double)n.plain / (double)n.rays);
    assert_true(n.rays > 200);
    assert_int_equal(n.ours, 0);
}

static void icospheres(void** state)
{
    const hit_vec3 zero = {0, 0, 0}, far = {1e4f, -1e4f, 1e4f};
    test_mesh m = test_icosphere(4, zero);
    leaks n;

    (void)state;
    n = leak_test(&m, hit_vec3_make(0.1f, 0.2f, -0.15f), 1);
    report("icosphere", n);
    assert_true(n.plain > 0); // otherwise the set proves nothing
    report("icosphere, from outside", leak_test_outside(&m, hit_vec3_make(2.3f, 3.1f, -1.7f)));
    test_mesh_free(&m);
    m = test_icosphere(3, far);
    n = leak_test(&m, hit_vec3_make(far.x + 0.125f, far.y + 0.25f, far.z - 0.125f), 2);
    report("icosphere at 1e4", n);
    assert_true(n.plain > 0); // otherwise the set proves nothing
    test_mesh_free(&m);
}

static void bumpy_torus(void** state)
{
    test_mesh m = test_torus(48, 24);
    leaks n;

    (void)state;
    n = leak_test(&m, hit_vec3_make(1.0f, 0.0f, 0.0f), 3);
    report("bumpy torus", n);
    assert_true(n.plain > 0);
    report("bumpy torus, from above", leak_test_outside(&m, hit_vec3_make(0.3f, 0.2f, 40.0f)));
    test_mesh_free(&m);
}

// Axis-parallel rays through vertices of a cube, those of its border included: a closed set is touched, so all must
// hit.
static void cube_with_axis_parallel_rays(void** state)
{
    const uint32_t squares = 12;
    test_mesh m = test_grid_cube(squares);
    leaks n;

    (void)state;
    n = leak_test(&m, hit_vec3_make(0.1f, 0.2f, 0.3f), 4);
    report("grid cube, from inside", n);
    assert_true(n.plain > 0);
    report("grid cube, from outside", leak_test_outside(&m, hit_vec3_make(2.7f, 3.3f, 4.1f)));
    n = (leaks){0};
    for (uint32_t i = 0; i <= squares; i++) {
        for (uint32_t j = 0; j <= squares; j++) {
            const float a = 2.0f * (float)i / (float)squares - 1.0f, b = 2.0f * (float)j / (float)squares - 1.0f;
            shoot(&m, hit_ray_make(hit_vec3_make(-3.0f, a, b), hit_vec3_make(1.0f, 0.0f, 0.0f)), &n);
            shoot(&m, hit_ray_make(hit_vec3_make(a, 3.0f, b), hit_vec3_make(0.0f, -2.0f, -0.0f)), &n);
            shoot(&m, hit_ray_make(hit_vec3_make(a, b, -3.0f), hit_vec3_make(-0.0f, 0.0f, 0.5f)), &n);
        }
    }
    printf("  %-28s %8llu rays: ours lost %llu\n", "cube, axis-parallel", (unsigned long long)n.rays,
           (unsigned long long)n.ours);
    assert_int_equal(n.ours, 0);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icospheres),
        cmocka_unit_test(bumpy_torus),
        cmocka_unit_test(cube_with_axis_parallel_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
