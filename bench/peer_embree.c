// Embree 3.13 as the peer of trees.
//
// Boxes are user geometry, as its documentation shows: bounds for the builder, and callbacks that test one box with
// plain float slabs. To be fair they find the inverse direction of the ray in the context, made once per ray, and
// oriented boxes as the rows of the map that makes them a cube.
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef HITSCAN_BENCH_EMBREE

#include "embree.h"

typedef struct cube_map { // of an oriented box: row i maps a point to its coordinate on axis i, in units of half[i]
    float row[3][4];
} cube_map;

struct peer_tree {
    RTCScene rtc;
    const scene* shapes;
    cube_map* maps;
    size_t bytes;
};

static ptrdiff_t allocated;

static void complain(void* user, enum RTCError code, const char* text)
{
    (void)user;
    fprintf(stderr, "hitscan_bench: Embree: error %d: %s\n", (int)code, text);
    exit(4);
}

static bool count_bytes(void* user, ssize_t bytes, bool after)
{
    (void)user, (void)after;
    allocated += bytes; // there is one thread
    return true;
}

RTCDevice embree_device(void)
{
    static RTCDevice device;

    if (device != NULL)
        return device;
    device = rtcNewDevice("threads=1,set_affinity=0,frequency_level=simd256");
    if (device == NULL)
        complain(NULL, rtcGetDeviceError(NULL), "cannot make a device");
    rtcSetDeviceErrorFunction(device, complain, NULL);
    rtcSetDeviceMemoryMonitorFunction(device, count_bytes, NULL);
    return device;
}

bool peer_available(void)
{
    return true;
}

// ---- Boxes -------------------------------------------------------------------------------------------------------

static void aabb_bounds(const struct RTCBoundsFunctionArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    embree_store_bounds(a->bounds_o, &tree->shapes->aabb[a->primID]);
}

static void obb_bounds(const struct RTCBoundsFunctionArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const hit_aabb b = hit_obb_bounds(&tree->shapes->obb[a->primID]);
    embree_store_bounds(a->bounds_o, &b);
}

static inline bool enter_obb(const cube_map* m, const struct RTCRay* r, float* t)
{
    float enter = r->tnear, leave = r->tfar;

    for (int i = 0; i < 3; i++) {
        const float* row = m->row[i];
        const float o = row[0] * r->org_x + row[1] * r->org_y + row[2] * r->org_z + row[3];
        const float inverse = 1.0f / (row[0] * r->dir_x + row[1] * r->dir_y + row[2] * r->dir_z);
        const float t0 = (-1.0f - o) * inverse, t1 = (1.0f - o) * inverse;
        enter = embree_most(enter, embree_least(t0, t1));
        leave = embree_least(leave, embree_most(t0, t1));
    }
    *t = enter;
    return enter <= leave;
}

static void aabb_intersect(const struct RTCIntersectFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const struct RTCRayHit* r = (const struct RTCRayHit*)(const void*)a->rayhit;
    float t;

    if (a->valid[0] &&
        embree_enter_aabb(&tree->shapes->aabb[a->primID], &r->ray, embree_context_of(a->context)->inverse, &t))
        embree_store_hit(a, t);
}

static void obb_intersect(const struct RTCIntersectFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const struct RTCRayHit* r = (const struct RTCRayHit*)(const void*)a->rayhit;
    float t;

    if (a->valid[0] && enter_obb(&tree->maps[a->primID], &r->ray, &t))
        embree_store_hit(a, t);
}

static void aabb_occluded(const struct RTCOccludedFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    struct RTCRay* r = (struct RTCRay*)(void*)a->ray;
    float t;

    if (a->valid[0] && embree_enter_aabb(&tree->shapes->aabb[a->primID], r, embree_context_of(a->context)->inverse, &t))
        r->tfar = -HUGE_VALF;
}

static void obb_occluded(const struct RTCOccludedFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    struct RTCRay* r = (struct RTCRay*)(void*)a->ray;
    float t;

    if (a->valid[0] && enter_obb(&tree->maps[a->primID], r, &t))
        r->tfar = -HUGE_VALF;
}

static void make_maps(peer_tree* tree)
{
    const scene* s = tree->shapes;

    tree->maps = scene_allocate(NULL, s->count, sizeof *tree->maps);
    for (uint32_t i = 0; i < s->count; i++) {
        const hit_obb* b = &s->obb[i];
        for (int k = 0; k < 3; k++) {
            const double scale = 1.0 / (double)b->half[k];
            float* row = tree->maps[i].row[k];
            row[0] = (float)(b->axis[k].x * scale);
            row[1] = (float)(b->axis[k].y * scale);
            row[2] = (float)(b->axis[k].z * scale);
            row[3] = (float)(-scale * ((double)b->axis[k].x * b->center.x + (double)b->axis[k].y * b->center.y +
                                       (double)b->axis[k].z * b->center.z));
        }
    }
}

// ---- Building ----------------------------------------------------------------------------------------------------

static RTCGeometry make_geometry(peer_tree* tree)
{
    const scene* s = tree->shapes;
    RTCGeometry g;

    if (s->kind == HIT_BVH_TRIANGLES) {
        g = rtcNewGeometry(embree_device(), RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetSharedGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, s->vertex, 0, sizeof *s->vertex,
                                   s->vertices);
        rtcSetSharedGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, s->index, 0, 3 * sizeof *s->index,
                                   s->count);
        return g;
    }
    g = rtcNewGeometry(embree_device(), RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(g, s->count);
    rtcSetGeometryUserData(g, tree);
    if (s->kind == HIT_BVH_AABBS) {
        rtcSetGeometryBoundsFunction(g, aabb_bounds, NULL);
        rtcSetGeometryIntersectFunction(g, aabb_intersect);
        rtcSetGeometryOccludedFunction(g, aabb_occluded);
    } else {
        make_maps(tree);
        rtcSetGeometryBoundsFunction(g, obb_bounds, NULL);
        rtcSetGeometryIntersectFunction(g, obb_intersect);
        rtcSetGeometryOccludedFunction(g, obb_occluded);
    }
    return g;
}

peer_tree* peer_build(const scene* s, peer_mode mode)
{
    static const enum RTCSceneFlags flags[PEER_MODES] = {RTC_SCENE_FLAG_NONE, RTC_SCENE_FLAG_ROBUST,
                                                         RTC_SCENE_FLAG_NONE, RTC_SCENE_FLAG_COMPACT};
    peer_tree* tree = scene_allocate(NULL, 1, sizeof *tree);
    ptrdiff_t before;
    RTCGeometry g;

    (void)embree_device(); // what it allocates is not that of the tree
    before = allocated;
    *tree = (peer_tree){rtcNewScene(embree_device()), s, NULL, 0};
    rtcSetSceneFlags(tree->rtc, flags[mode]);
    rtcSetSceneBuildQuality(tree->rtc, mode == PEER_HIGH ? RTC_BUILD_QUALITY_HIGH : RTC_BUILD_QUALITY_MEDIUM);
    g = make_geometry(tree);
    rtcCommitGeometry(g);
    rtcAttachGeometry(tree->rtc, g);
    rtcReleaseGeometry(g);
    rtcCommitScene(tree->rtc);
    tree->bytes = (size_t)(allocated - before) + (tree->maps == NULL ? 0 : s->count * sizeof *tree->maps);
    return tree;
}

void peer_free(peer_tree* tree)
{
    if (tree == NULL)
        return;
    rtcReleaseScene(tree->rtc);
    free(tree->maps);
    free(tree);
}

size_t peer_bytes(const peer_tree* tree)
{
    return tree->bytes;
}

// ---- Rays --------------------------------------------------------------------------------------------------------

static inline void aim(const peer_tree* tree, embree_context* c, const hit_ray* r)
{
    if (tree->shapes->kind == HIT_BVH_AABBS)
        embree_aim(c, r);
}

void peer_first(const peer_tree* tree, const hit_ray* ray, float* t, uint32_t* primitive)
{
    embree_context context;
    struct RTCRayHit r;

    embree_start(&context);
    aim(tree, &context, ray);
    embree_ray(&r.ray, ray);
    r.hit.geomID = r.hit.primID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(tree->rtc, &context.rtc, &r);
    *primitive = r.hit.primID; // HIT_BVH_NONE is the same number as RTC_INVALID_GEOMETRY_ID
    *t = r.hit.geomID == RTC_INVALID_GEOMETRY_ID ? HUGE_VALF : r.ray.tfar;
}

double peer_run_first(const peer_tree* tree, const hit_ray* rays, uint32_t count)
{
    const unsigned before = embree_flush_denormals();
    embree_context context;
    double sum = 0.0;

    embree_start(&context);
    for (uint32_t i = 0; i < count; i++) {
        struct RTCRayHit r;
        aim(tree, &context, &rays[i]);
        embree_ray(&r.ray, &rays[i]);
        r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(tree->rtc, &context.rtc, &r);
        if (r.hit.geomID != RTC_INVALID_GEOMETRY_ID)
            sum += (double)r.ray.tfar;
    }
    embree_restore_denormals(before);
    return sum;
}

double peer_run_any(const peer_tree* tree, const hit_ray* rays, uint32_t count)
{
    const unsigned before = embree_flush_denormals();
    embree_context context;
    uint32_t hits = 0;

    embree_start(&context);
    for (uint32_t i = 0; i < count; i++) {
        struct RTCRay r;
        aim(tree, &context, &rays[i]);
        embree_ray(&r, &rays[i]);
        rtcOccluded1(tree->rtc, &context.rtc, &r);
        hits += r.tfar < 0.0f;
    }
    embree_restore_denormals(before);
    return hits;
}

#else // no Embree

bool peer_available(void)
{
    return false;
}

static _Noreturn void absent(void)
{
    fprintf(stderr, "hitscan_bench: this build has no Embree\n");
    abort();
}

peer_tree* peer_build(const scene* s, peer_mode mode)
{
    (void)s, (void)mode;
    absent();
}

void peer_free(peer_tree* tree)
{
    (void)tree;
}

size_t peer_bytes(const peer_tree* tree)
{
    (void)tree;
    absent();
}

void peer_first(const peer_tree* tree, const hit_ray* ray, float* t, uint32_t* primitive)
{
    (void)tree, (void)ray, (void)t, (void)primitive;
    absent();
}

double peer_run_first(const peer_tree* tree, const hit_ray* rays, uint32_t count)
{
    (void)tree, (void)rays, (void)count;
    absent();
}

double peer_run_any(const peer_tree* tree, const hit_ray* rays, uint32_t count)
{
    (void)tree, (void)rays, (void)count;
    absent();
}

#endif

const char* peer_name(peer_mode mode)
{
    static const char* const names[PEER_MODES] = {"embree-default", "embree-robust", "embree-high", "embree-compact"};
    return names[mode];
}
