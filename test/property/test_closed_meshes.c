// Closed meshes do not leak: a ray aimed at a vertex or an edge from outside, or shot from inside, hits.
//
// The leak sets: an icosphere, the same far from the origin, a bumpy torus, and a cube with a grid on its faces.
// Every triangle is tried (there is no tree here), so meshes are small. A plain Möller–Trumbore test in float runs
// next to ours, to show that the sets are as hard as they should be: it must lose some.
#include "support/cmocka_all.h"
#include "support/random.h"

typedef struct mesh {
    hit_vec3* vertex;
    uint32_t (*face)[3];
    uint32_t vertices, faces;
} mesh;

static mesh mesh_make(uint32_t vertices, uint32_t faces)
{
    mesh m = {calloc(vertices, sizeof(hit_vec3)), calloc(faces, sizeof(uint32_t[3])), 0, 0};
    assert_non_null(m.vertex);
    assert_non_null(m.face);
    return m;
}

static void mesh_free(mesh* m)
{
    free(m->vertex);
    free(m->face);
}

static void add_face(mesh* m, uint32_t a, uint32_t b, uint32_t c)
{
    m->face[m->faces][0] = a, m->face[m->faces][1] = b, m->face[m->faces][2] = c;
    m->faces++;
}

static hit_triangle corners(const mesh* m, uint32_t face)
{
    return hit_triangle_make(m->vertex[m->face[face][0]], m->vertex[m->face[face][1]], m->vertex[m->face[face][2]]);
}

// A sphere or a torus as a grid that closes: `rings` by `sectors`, with shared vertices throughout.
static mesh torus(uint32_t rings, uint32_t sectors)
{
    mesh m = mesh_make(rings * sectors, 2 * rings * sectors);

    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t j = 0; j < sectors; j++) {
            const double a = 6.283185307179586 * i / rings, b = 6.283185307179586 * j / sectors;
            const double tube = 0.4 + 0.1 * sin(5 * a) * sin(4 * b), ring = 1.0 + tube * cos(b);
            m.vertex[m.vertices++] =
                hit_vec3_make((float)(ring * cos(a)), (float)(ring * sin(a)), (float)(tube * sin(b)));
        }
    }
    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t j = 0; j < sectors; j++) {
            const uint32_t i2 = (i + 1) % rings, j2 = (j + 1) % sectors;
            add_face(&m, i * sectors + j, i2 * sectors + j, i2 * sectors + j2);
            add_face(&m, i * sectors + j, i2 * sectors + j2, i * sectors + j2);
        }
    }
    return m;
}

static uint32_t midpoint(mesh* m, uint32_t a, uint32_t b)
{
    const hit_vec3 sum = hit_vec3_normalize(hit_vec3_add(m->vertex[a], m->vertex[b]));
    for (uint32_t i = 0; i < m->vertices; i++)
        if (m->vertex[i].x == sum.x && m->vertex[i].y == sum.y && m->vertex[i].z == sum.z)
            return i;
    m->vertex[m->vertices] = sum;
    return m->vertices++;
}

static mesh icosphere(int levels, hit_vec3 center)
{
    static const float p = 1.618034f,
                       corner[12][3] = {{-1, p, 0},  {1, p, 0},  {-1, -p, 0}, {1, -p, 0}, {0, -1, p},  {0, 1, p},
                                        {0, -1, -p}, {0, 1, -p}, {p, 0, -1},  {p, 0, 1},  {-p, 0, -1}, {-p, 0, 1}};
    static const uint32_t face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                         {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                         {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                         {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    mesh m = mesh_make(3000, 6000);

    for (int i = 0; i < 12; i++)
        m.vertex[m.vertices++] = hit_vec3_normalize(hit_vec3_make(corner[i][0], corner[i][1], corner[i][2]));
    for (int i = 0; i < 20; i++)
        add_face(&m, face[i][0], face[i][1], face[i][2]);
    for (int level = 0; level < levels; level++) {
        const uint32_t n = m.faces;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t a = m.face[i][0], b = m.face[i][1], c = m.face[i][2];
            const uint32_t ab = midpoint(&m, a, b), bc = midpoint(&m, b, c), ca = midpoint(&m, c, a);
            m.face[i][0] = ab, m.face[i][1] = bc, m.face[i][2] = ca;
            add_face(&m, a, ab, ca);
            add_face(&m, b, bc, ab);
            add_face(&m, c, ca, bc);
        }
    }
    for (uint32_t i = 0; i < m.vertices; i++)
        m.vertex[i] = hit_vec3_add(m.vertex[i], center);
    return m;
}

// The cube [-1, 1]^3 with n by n squares on each face, each split in two; shared vertices by their coordinates.
static mesh grid_cube(uint32_t n)
{
    mesh m = mesh_make(6 * (n + 1) * (n + 1), 12 * n * n);

    for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
            const uint32_t base = m.vertices;
            for (uint32_t i = 0; i <= n; i++) {
                for (uint32_t j = 0; j <= n; j++) {
                    float v[3];
                    v[axis] = side ? 1.0f : -1.0f;
                    v[(axis + 1) % 3] = 2.0f * (float)i / (float)n - 1.0f;
                    v[(axis + 2) % 3] = 2.0f * (float)j / (float)n - 1.0f;
                    m.vertex[m.vertices++] = hit_vec3_make(v[0], v[1], v[2]);
                }
            }
            for (uint32_t i = 0; i < n; i++) {
                for (uint32_t j = 0; j < n; j++) {
                    const uint32_t a = base + i * (n + 1) + j, b = a + n + 1;
                    const uint32_t c = b + 1,
                                   d = a + 1; // seen from outside, a b c d run the other way round on the far side
                    add_face(&m, a, side ? b : c, side ? c : b);
                    add_face(&m, a, side ? c : d, side ? d : c);
                }
            }
        }
    }
    return m;
}

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

static void shoot(const mesh* m, hit_ray ray, leaks* out)
{
    bool ours = false, plain = false;

    for (uint32_t f = 0; f < m->faces && !(ours && plain); f++) {
        const hit_triangle t = corners(m, f);
        ours = ours || hit_ray_triangle(ray, &t, NULL);
        plain = plain || float_moller_trumbore(&ray, &t);
    }
    out->rays++, out->ours += !ours, out->plain += !plain;
}

// True when all faces around a vertex, or on both sides of an edge, clearly face a point: then a ray from there that
// is aimed at the vertex or edge meets one of them, though its rounded direction may miss the target itself.
static bool faces_all(const mesh* m, const uint32_t* corner, int corners_needed, hit_vec3 eye)
{
    bool any = false;

    for (uint32_t f = 0; f < m->faces; f++) {
        const hit_triangle t = corners(m, f);
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
static leaks leak_test_outside(const mesh* m, hit_vec3 eye)
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
static leaks leak_test(const mesh* m, hit_vec3 inside, uint64_t seed)
{
    test_random r = test_random_make(seed);
    leaks n = {0};
    const uint64_t rounds = test_cases(1000000) >= 1000000 ? 1 : 4; // sparser under sanitizers

    for (uint32_t f = 0; f < m->faces; f += (uint32_t)rounds) {
        const hit_triangle t = corners(m, f);
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
    mesh m = icosphere(4, zero);
    leaks n;

    (void)state;
    n = leak_test(&m, hit_vec3_make(0.1f, 0.2f, -0.15f), 1);
    report("icosphere", n);
    assert_true(n.plain > 0); // otherwise the set proves nothing
    report("icosphere, from outside", leak_test_outside(&m, hit_vec3_make(2.3f, 3.1f, -1.7f)));
    mesh_free(&m);
    m = icosphere(3, far);
    n = leak_test(&m, hit_vec3_make(far.x + 0.125f, far.y + 0.25f, far.z - 0.125f), 2);
    report("icosphere at 1e4", n);
    assert_true(n.plain > 0); // otherwise the set proves nothing
    mesh_free(&m);
}

static void bumpy_torus(void** state)
{
    mesh m = torus(48, 24);
    leaks n;

    (void)state;
    n = leak_test(&m, hit_vec3_make(1.0f, 0.0f, 0.0f), 3);
    report("bumpy torus", n);
    assert_true(n.plain > 0);
    report("bumpy torus, from above", leak_test_outside(&m, hit_vec3_make(0.3f, 0.2f, 40.0f)));
    mesh_free(&m);
}

// Axis-parallel rays through vertices of a cube, those of its border included: a closed set is touched, so all must
// hit.
static void cube_with_axis_parallel_rays(void** state)
{
    const uint32_t squares = 12;
    mesh m = grid_cube(squares);
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
    mesh_free(&m);
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
