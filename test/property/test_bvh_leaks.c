// Closed meshes do not leak through a tree: the leak sets, on meshes of thousands of triangles, with every quality and
// kernel. Every ray from inside hits, in all directions, at vertices and at edges; so do rays from outside at what
// faces them; and counted once per crossing, a ray from inside leaves once more often than it enters.
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

enum { QUALITIES = 3, LEVELS = 3 };

typedef struct leak_set {
    const char* name;
    test_mesh mesh;
    hit_bvh* tree[QUALITIES];
    hit_vec3* normal; ///< of faces
    float* facing;    ///< of vertices: the least of what `faces_eye` finds around it
    uint64_t rays, lost, uneven;
} leak_set;

static leak_set leak_set_make(const char* name, test_mesh mesh)
{
    leak_set s = {.name = name, .mesh = mesh};
    const hit_mesh view = test_mesh_view(&mesh);
    for (int q = 0; q < QUALITIES; q++) {
        const hit_bvh_options options = {.quality = (hit_bvh_quality)q};
        assert_int_equal(hit_bvh_build_triangles(&view, &options, &s.tree[q], NULL), HIT_OK);
    }
    s.normal = calloc(mesh.faces, sizeof *s.normal);
    s.facing = calloc(mesh.vertices, sizeof *s.facing);
    assert_true(s.normal != NULL && s.facing != NULL);
    for (uint32_t f = 0; f < mesh.faces; f++) {
        const hit_triangle t = test_mesh_triangle(&mesh, f);
        s.normal[f] = hit_triangle_normal(&t);
    }
    return s;
}

static void leak_set_end(leak_set* s)
{
    printf("  %-16s %6u triangles, %7llu rays: %llu lost, %llu with uneven crossings\n", s->name, s->mesh.faces,
           (unsigned long long)s->rays, (unsigned long long)s->lost, (unsigned long long)s->uneven);
    for (int q = 0; q < QUALITIES; q++)
        hit_bvh_destroy(s->tree[q]);
    free(s->normal);
    free(s->facing);
    test_mesh_free(&s->mesh);
    assert_int_equal(s->lost, 0);
    assert_int_equal(s->uneven, 0);
}

// Every tree and kernel must hit.
static void shoot(leak_set* s, hit_ray ray)
{
    bool lost = false;
    for (int level = 0; level < LEVELS; level++) {
        const int quality = (int)((s->rays + (uint64_t)level) % QUALITIES);
        hit_cpu_restrict((hit_cpu)level);
        lost = lost || !hit_bvh_any(s->tree[quality], ray, NULL) || !hit_bvh_first(s->tree[quality], ray, NULL, NULL);
    }
    hit_cpu_restrict(hit_cpu_best());
    if (lost && s->lost++ < 3) {
        printf("  lost: ");
        test_print_ray(ray);
    }
    s->rays++;
}

// Where the ray passes exactly through a vertex of a surface that is folded there, sides do not tell crossings.
static bool is_at_vertex(void* context, const hit_bvh_hit* hit)
{
    const int zeros = (hit->u == 0.0f) + (hit->v == 0.0f) + (hit->w == 0.0f);
    if (zeros == 2)
        *(bool*)context = true;
    return true;
}

static void shoot_from_inside(leak_set* s, hit_ray ray, bool convex)
{
    const hit_bvh_filter front = {.sides = HIT_SIDES_FRONT, .unique = true},
                         back = {.sides = HIT_SIDES_BACK, .unique = true};
    const hit_bvh* tree = s->tree[s->rays % QUALITIES];
    bool at_vertex = false;

    shoot(s, ray);
    if (!convex)
        hit_bvh_visit(tree, ray, NULL, is_at_vertex, &at_vertex);
    if (at_vertex)
        return;
    if (hit_bvh_count(tree, ray, &back) != hit_bvh_count(tree, ray, &front) + 1 && s->uneven++ < 3) {
        printf("  uneven: %u in, %u out, ", hit_bvh_count(tree, ray, &front), hit_bvh_count(tree, ray, &back));
        test_print_ray(ray);
    }
}

static hit_vec3 middle(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make((a.x + b.x) * 0.5f, (a.y + b.y) * 0.5f, (a.z + b.z) * 0.5f);
}

static void from_inside(leak_set* s, bool convex, uint64_t seed)
{
    test_random r = test_random_make(seed);
    const test_mesh* m = &s->mesh;
    const uint64_t faces = test_costly_cases(2000) < m->faces ? test_costly_cases(2000) : m->faces;

    for (uint64_t i = 0; i < faces; i++) {
        const hit_triangle t = test_mesh_triangle(m, (uint32_t)(i * m->faces / faces));
        const hit_vec3 corner[3] = {t.v0, t.v1, t.v2};
        for (int k = 0; k < 3; k++) {
            const hit_vec3 a = corner[k], b = corner[(k + 1) % 3];
            shoot_from_inside(s, hit_ray_make(m->inside, hit_vec3_sub(a, m->inside)), convex);
            shoot_from_inside(s, hit_ray_make(m->inside, hit_vec3_sub(middle(a, b), m->inside)), convex);
        }
        shoot_from_inside(s, hit_ray_make(m->inside, test_random_vec3(&r, -1, 1)), convex);
        // Along the axes, and with directions of all sizes.
        const hit_vec3 d = test_random_exponents(&r, -60, 60);
        shoot_from_inside(s, hit_ray_make(m->inside, hit_vec3_make(d.x, 0.0f, i % 2 ? d.z : -0.0f)), convex);
        shoot_from_inside(s, hit_ray_make(m->inside, d), convex);
    }
}

// Rays from outside at vertices and midpoints of edges all of whose faces clearly face the eye.
static void from_outside(leak_set* s, hit_vec3 eye)
{
    const test_mesh* m = &s->mesh;
    const uint32_t step = (uint32_t)(m->faces / test_costly_cases(8000)) + 1;

    for (uint32_t v = 0; v < m->vertices; v++)
        s->facing[v] = 1.0f;
    for (uint32_t f = 0; f < m->faces; f++) {
        const hit_vec3 to_eye = hit_vec3_normalize(hit_vec3_sub(eye, m->vertex[m->face[f][0]]));
        const float facing = hit_vec3_dot(s->normal[f], to_eye);
        for (int k = 0; k < 3; k++)
            s->facing[m->face[f][k]] = fminf(s->facing[m->face[f][k]], facing);
    }
    for (uint32_t f = 0; f < m->faces; f += step) {
        for (int k = 0; k < 3; k++) {
            const uint32_t a = m->face[f][k], b = m->face[f][(k + 1) % 3];
            if (s->facing[a] < 0.05f)
                continue;
            shoot(s, hit_ray_make(eye, hit_vec3_sub(m->vertex[a], eye)));
            if (s->facing[b] >= 0.05f)
                shoot(s, hit_ray_make(eye, hit_vec3_sub(middle(m->vertex[a], m->vertex[b]), eye)));
        }
    }
}

// From a vertex, or towards one along an axis: the ray touches the closed surface at the vertex itself, and all faces
// around a vertex cannot lie in planes that contain the ray.
static void touching_vertices(leak_set* s)
{
    const test_mesh* m = &s->mesh;
    const uint32_t step = (uint32_t)(m->vertices / test_costly_cases(2000)) + 1;

    for (uint32_t v = 0; v < m->vertices; v += step) {
        const hit_vec3 p = m->vertex[v];
        // Far enough to be outside, near enough for the same floats.
        shoot(s, hit_ray_make(hit_vec3_make(p.x - 4.0f, p.y, p.z), hit_vec3_make(1.0f, 0.0f, -0.0f)));
        shoot(s, hit_ray_make(hit_vec3_make(p.x, p.y + 4.0f, p.z), hit_vec3_make(-0.0f, -2.0f, 0.0f)));
        shoot(s, hit_ray_make(hit_vec3_make(p.x, p.y, p.z - 4.0f), hit_vec3_make(0.0f, 0.0f, 0x1p-70f)));
        shoot(s, hit_ray_make(p, hit_vec3_make(0.25f, -0.5f, 0.125f)));
        shoot(s, hit_line_make(p, hit_vec3_make(0.0f, 0x1p40f, -0x1p40f)));
    }
}

static void icosphere(void** state)
{
    const hit_vec3 zero = {0, 0, 0};
    leak_set s = leak_set_make("icosphere", test_icosphere(6, zero));
    (void)state;
    from_inside(&s, true, test_seed() + 1);
    from_outside(&s, hit_vec3_make(2.3f, 3.1f, -1.7f));
    touching_vertices(&s);
    leak_set_end(&s);
}

static void icosphere_far(void** state)
{
    const hit_vec3 far = {1e4f, -1e4f, 1e4f};
    leak_set s = leak_set_make("icosphere at 1e4", test_icosphere(4, far));
    (void)state;
    // Rounded to steps of 2^-10, the sphere is no longer convex.
    from_inside(&s, false, test_seed() + 2);
    touching_vertices(&s);
    leak_set_end(&s);
}

static void torus(void** state)
{
    leak_set s = leak_set_make("bumpy torus", test_torus(180, 90));
    (void)state;
    from_inside(&s, false, test_seed() + 3);
    from_outside(&s, hit_vec3_make(0.3f, 0.2f, 40.0f));
    touching_vertices(&s);
    leak_set_end(&s);
}

static void grid_cube(void** state)
{
    leak_set s = leak_set_make("grid cube", test_grid_cube(50));
    (void)state;
    from_inside(&s, true, test_seed() + 4);
    touching_vertices(&s);
    leak_set_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icosphere),
        cmocka_unit_test(icosphere_far),
        cmocka_unit_test(torus),
        cmocka_unit_test(grid_cube),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
