// Trees against Embree in its robust mode, on real meshes (scripts/meshes; those that are there) and generated ones.
//
// Embree answers in floats, so the two differ now and then. Each difference goes to a judge that works with GMP
// rationals: which triangles does the ray hit, and at which t? The table says how often who was right. We must be,
// always; where Embree chose another triangle at exactly the same t, both are.
//
// Skipped where Embree was not found when the build was configured.
#include "support/bvh/brute_force.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

#ifdef HITSCAN_TEST_EMBREE

#include <embree3/rtcore.h>
#include <gmp.h>

// ---- The judge ------------------------------------------------------------------------------------------------------

static void set_difference(mpq_t out, float a, float b)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(out, (double)a);
    mpq_set_d(q, (double)b);
    mpq_sub(out, out, q);
    mpq_clear(q);
}

static void set_cross(mpq_t out[3], mpq_t a[3], mpq_t b[3])
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_mul(x, a[(i + 1) % 3], b[(i + 2) % 3]);
        mpq_mul(y, a[(i + 2) % 3], b[(i + 1) % 3]);
        mpq_sub(out[i], x, y);
    }
    mpq_clears(x, y, NULL);
}

static void set_dot(mpq_t out, mpq_t a[3], mpq_t b[3])
{
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_mul(x, a[i], b[i]);
        mpq_add(out, out, x);
    }
    mpq_clear(x);
}

static int compare_float(mpq_t t, float x)
{
    mpq_t q;
    int order;
    if (isinf(x))
        return x > 0.0f ? -1 : 1;
    mpq_init(q);
    mpq_set_d(q, (double)x);
    order = mpq_cmp(t, q);
    mpq_clear(q);
    return order;
}

// Whether the ray hits the triangle, and where: from the triangle's plane, and the three sides on which the point lies.
static bool judge(hit_ray ray, const hit_triangle* triangle, mpq_t t)
{
    const hit_vec3 v[3] = {triangle->v0, triangle->v1, triangle->v2};
    mpq_t edge[3][3], o[3], d[3], n[3], p[3], side[3], x;
    int signs[3];
    bool hit;

    mpq_init(x);
    for (int i = 0; i < 3; i++) {
        mpq_inits(o[i], d[i], n[i], p[i], side[i], NULL);
        for (int k = 0; k < 3; k++)
            mpq_init(edge[i][k]);
    }
    set_difference(o[0], ray.origin.x, v[0].x);
    set_difference(o[1], ray.origin.y, v[0].y);
    set_difference(o[2], ray.origin.z, v[0].z);
    set_difference(d[0], ray.direction.x, 0.0f);
    set_difference(d[1], ray.direction.y, 0.0f);
    set_difference(d[2], ray.direction.z, 0.0f);
    for (int i = 0; i < 3; i++) {
        set_difference(edge[i][0], v[(i + 1) % 3].x, v[i].x);
        set_difference(edge[i][1], v[(i + 1) % 3].y, v[i].y);
        set_difference(edge[i][2], v[(i + 1) % 3].z, v[i].z);
    }
    set_cross(n, edge[0], edge[1]);
    set_dot(x, n, d);
    hit = mpq_sgn(x) != 0;
    if (hit) {
        set_dot(t, n, o);
        mpq_neg(t, t);
        mpq_div(t, t, x);
        hit = compare_float(t, ray.t_min) >= 0 && compare_float(t, ray.t_max) <= 0;
    }
    for (int i = 0; i < 3 && hit; i++) { // p = o + t·d, as seen from corner i
        mpq_t away[3], cross[3];
        for (int k = 0; k < 3; k++) {
            mpq_inits(away[k], cross[k], NULL);
            mpq_mul(p[k], t, d[k]);
            mpq_add(away[k], o[k], p[k]);
        }
        for (int j = 0; j < i; j++) // v0 + edge[0] + … + edge[i-1] is corner i
            for (int k = 0; k < 3; k++)
                mpq_sub(away[k], away[k], edge[j][k]);
        set_cross(cross, edge[i], away);
        set_dot(side[i], cross, n);
        signs[i] = mpq_sgn(side[i]);
        hit = signs[i] >= 0;
        for (int k = 0; k < 3; k++)
            mpq_clears(away[k], cross[k], NULL);
    }
    mpq_clear(x);
    for (int i = 0; i < 3; i++) {
        mpq_clears(o[i], d[i], n[i], p[i], side[i], NULL);
        for (int k = 0; k < 3; k++)
            mpq_clear(edge[i][k]);
    }
    return hit;
}

// ---- Both -----------------------------------------------------------------------------------------------------------

typedef struct contest {
    const char* name;
    test_mesh mesh;
    hit_bvh* tree;
    brute_force* reference;
    RTCScene scene;
    uint64_t rays, hits;
    uint64_t embree_missed, embree_invented, other_triangle, tie, far_off; ///< how they differ
    uint64_t ours_right, embree_right;
    double worst_ulp;
} contest;

static RTCDevice device;

static RTCScene embree_scene(const test_mesh* m)
{
    RTCScene scene = rtcNewScene(device);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, m->vertices);
    void* indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, m->faces);
    memcpy(vertices, m->vertex, 12 * (size_t)m->vertices);
    memcpy(indices, m->face, 12 * (size_t)m->faces);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    rtcCommitScene(scene);
    return scene;
}

static bool embree_first(RTCScene scene, hit_ray ray, float* t, uint32_t* primitive)
{
    struct RTCIntersectContext context;
    struct RTCRayHit r;
    rtcInitIntersectContext(&context);
    memset(&r, 0, sizeof r);
    r.ray.org_x = ray.origin.x, r.ray.org_y = ray.origin.y, r.ray.org_z = ray.origin.z;
    r.ray.dir_x = ray.direction.x, r.ray.dir_y = ray.direction.y, r.ray.dir_z = ray.direction.z;
    r.ray.tnear = ray.t_min, r.ray.tfar = ray.t_max;
    r.ray.mask = UINT32_MAX;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context, &r);
    *t = r.ray.tfar;
    *primitive = r.hit.primID;
    return r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
}

static double ulps_between(float a, float b)
{
    const float larger = fmaxf(fabsf(a), fabsf(b));
    return fabs((double)a - (double)b) / (double)(nextafterf(larger, HUGE_VALF) - larger);
}

// Ours is right when the reference says the same, when the judge finds our triangle hit at a t that rounds to ours, and
// finds that of Embree not hit, or farther, or as far with a higher number.
static bool ours_is_right(contest* c, hit_ray ray, bool ours, const hit_bvh_hit* hit, bool theirs, uint32_t primitive,
                          int* order)
{
    const hit_bvh_hit* all;
    const bool found = brute_force_all(c->reference, ray, NULL, &all) > 0;
    bool right = found == ours && (!ours || memcmp(hit, &all[0], offsetof(hit_bvh_hit, slot)) == 0);
    mpq_t t, other;

    mpq_inits(t, other, NULL);
    *order = -1;
    if (ours) {
        const hit_triangle triangle = test_mesh_triangle(&c->mesh, hit->primitive);
        right = right && judge(ray, &triangle, t) && ulps_between(hit->t, (float)mpq_get_d(t)) <= 1.0;
    }
    if (theirs) {
        const hit_triangle triangle = test_mesh_triangle(&c->mesh, primitive);
        if (judge(ray, &triangle, other)) {
            *order = ours ? mpq_cmp(t, other) : 1;
            right = right && (*order < 0 || (*order == 0 && hit->primitive <= primitive));
        }
    }
    mpq_clears(t, other, NULL);
    return right;
}

static void shoot(contest* c, hit_ray ray)
{
    hit_bvh_hit hit = {0};
    uint32_t primitive = 0;
    float t = 0.0f;
    const bool ours = hit_bvh_first(c->tree, ray, NULL, &hit), theirs = embree_first(c->scene, ray, &t, &primitive);
    const double ulps = ours && theirs && hit.primitive == primitive ? ulps_between(hit.t, t) : 0.0;
    int order;

    c->rays++;
    c->hits += ours;
    c->worst_ulp = ulps > c->worst_ulp ? ulps : c->worst_ulp;
    if (ours == theirs && (!ours || (hit.primitive == primitive && ulps <= 64.0)))
        return;
    const bool right = ours_is_right(c, ray, ours, &hit, theirs, primitive, &order);
    c->ours_right += right;
    c->embree_right += !right;
    if (ours != theirs)
        *(ours ? &c->embree_missed : &c->embree_invented) += 1;
    else if (hit.primitive == primitive)
        c->far_off++;
    else
        *(order == 0 ? &c->tie : &c->other_triangle) += 1;
    if (!right && c->embree_right <= 3) {
        printf("  Embree is right: primitive %u t %a, ours %u t %a, ", theirs ? primitive : HIT_BVH_NONE, (double)t,
               ours ? hit.primitive : HIT_BVH_NONE, (double)hit.t);
        test_print_ray(ray);
    }
}

static void run(const char* name, test_mesh mesh, uint64_t rays, uint64_t seed)
{
    contest c = {.name = name, .mesh = mesh};
    const hit_mesh view = test_mesh_view(&mesh);
    test_random r = test_random_make(seed);

    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &c.tree, NULL), HIT_OK);
    c.reference = brute_force_mesh(&mesh);
    c.scene = embree_scene(&mesh);
    for (uint64_t i = 0; i < rays; i++) {
        hit_ray ray = test_mesh_ray(&r, &mesh, (test_ray_kind)(i % RAY_TINY_DIRECTION));
        // What Embree takes: a start at 0 or later, and a direction.
        ray.t_min = fmaxf(ray.t_min, 0.0f);
        if (hit_ray_is_valid(ray))
            shoot(&c, ray);
    }
    printf("  %-14s %7u %7llu %7llu | %6llu %8llu %6llu %6llu %7llu %9.2g | %6llu %6llu\n", c.name, c.mesh.faces,
           (unsigned long long)c.rays, (unsigned long long)c.hits, (unsigned long long)c.embree_missed,
           (unsigned long long)c.embree_invented, (unsigned long long)c.other_triangle, (unsigned long long)c.tie,
           (unsigned long long)c.far_off, c.worst_ulp, (unsigned long long)c.ours_right,
           (unsigned long long)c.embree_right);
    rtcReleaseScene(c.scene);
    brute_force_free(c.reference);
    hit_bvh_destroy(c.tree);
    test_mesh_free(&c.mesh);
    assert_int_equal(c.embree_right, 0);
}

static void head(void)
{
    printf("  %-14s %7s %7s %7s | %6s %8s %6s %6s %7s %9s | %6s %6s\n", "mesh", "faces", "rays", "hits", "missed",
           "invented", "other", "tie", "t off", "worst ulp", "ours", "Embree");
}

static bool read_mesh(const char* path, test_mesh* m)
{
    FILE* file = fopen(path, "rb");
    char magic[8];
    uint32_t counts[2];
    bool good;
    if (file == NULL)
        return false;
    good = fread(magic, 8, 1, file) == 1 && memcmp(magic, "HITTRI01", 8) == 0 && fread(counts, 8, 1, file) == 1 &&
           counts[0] < 1u << 26 && counts[1] < 1u << 26;
    if (good) {
        *m = test_mesh_room(counts[0], counts[1]);
        m->vertices = counts[0];
        m->faces = counts[1];
        good = fread(m->vertex, 12, counts[0], file) == counts[0] && fread(m->face, 12, counts[1], file) == counts[1];
        if (!good)
            test_mesh_free(m);
    }
    fclose(file);
    return good;
}

static void real_meshes(void** state)
{
    static const char* const names[] = {"bunny", "dragon4", "dragon3", "dragon2"};
    const char* source = getenv("HITSCAN_SOURCE_DIR");
    int found = 0;

    (void)state;
    head();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096];
        test_mesh m;
        snprintf(path, sizeof path, "%s/build/meshes/%s.tri", source != NULL ? source : ".", names[i]);
        if (!read_mesh(path, &m))
            continue;
        run(names[i], m, test_cases(4000) / 4, test_seed() + 400 + i);
        found++;
    }
    if (found == 0)
        skip(); // scripts/meshes fetches them
}

static void generated_meshes(void** state)
{
    static const test_mesh_kind kinds[] = {MESH_ICOSPHERE, MESH_ICOSPHERE_FAR, MESH_TORUS,   MESH_GRID_CUBE,
                                           MESH_TERRAIN,   MESH_SOUP,          MESH_SLIVERS, MESH_NESTED};
    (void)state;
    head();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        run(test_mesh_names[kinds[i]], test_mesh_make(kinds[i], 5000, 1), test_cases(4000), test_seed() + 500 + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_meshes),
        cmocka_unit_test(real_meshes),
    };
    int failed;

    printf("seed %llu\n", (unsigned long long)test_seed());
    device = rtcNewDevice("threads=1,set_affinity=0,frequency_level=simd256");
    if (device == NULL)
        return 77;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    rtcReleaseDevice(device);
    return failed;
}

#else

int main(void)
{
    printf("Embree 3 was not found when the build was configured.\n");
    return 77;
}

#endif
