// Embree 3.13 as the peer of trees.
//
// One device serves all trees, because the number of threads that Embree builds with is the largest that any live
// device asked for; this one asks for one. `frequency_level=simd256` lets it use AVX2 and keeps it from AVX-512, which
// lowers the clock of some machines.
//
// Boxes are user geometry, as its documentation shows: bounds for the builder, and callbacks that test one box with
// plain float slabs. To be fair they find the inverse direction of the ray in the context, made once per ray, and
// oriented boxes as the rows of the map that makes them a cube.
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef HITSCAN_BENCH_EMBREE

#include <embree3/rtcore.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

typedef struct cube_map { // of an oriented box: row i maps a point to its coordinate on axis i, in units of half[i]
    float row[3][4];
} cube_map;

struct peer_tree {
    RTCScene rtc;
    const scene* shapes;
    cube_map* maps;
    size_t bytes;
};

typedef struct box_context {
    struct RTCIntersectContext rtc;
    float inverse[3];
} box_context;

static RTCDevice device;
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

static void need_device(void)
{
    if (device != NULL)
        return;
    device = rtcNewDevice("threads=1,set_affinity=0,frequency_level=simd256");
    if (device == NULL)
        complain(NULL, rtcGetDeviceError(NULL), "cannot make a device");
    rtcSetDeviceErrorFunction(device, complain, NULL);
    rtcSetDeviceMemoryMonitorFunction(device, count_bytes, NULL);
}

bool peer_available(void)
{
    return true;
}

// ---- Boxes -------------------------------------------------------------------------------------------------------

static void aabb_bounds(const struct RTCBoundsFunctionArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const hit_aabb* b = &tree->shapes->aabb[a->primID];
    struct RTCBounds* out = a->bounds_o;

    out->lower_x = b->min.x, out->lower_y = b->min.y, out->lower_z = b->min.z;
    out->upper_x = b->max.x, out->upper_y = b->max.y, out->upper_z = b->max.z;
}

static void obb_bounds(const struct RTCBoundsFunctionArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const hit_aabb b = hit_obb_bounds(&tree->shapes->obb[a->primID]);
    struct RTCBounds* out = a->bounds_o;

    out->lower_x = b.min.x, out->lower_y = b.min.y, out->lower_z = b.min.z;
    out->upper_x = b.max.x, out->upper_y = b.max.y, out->upper_z = b.max.z;
}

static inline float least(float a, float b)
{
    return a < b ? a : b;
}

static inline float most(float a, float b)
{
    return a > b ? a : b;
}

// The entry of a ray into a box, or the start of the ray when it is inside.
static inline bool enter_aabb(const hit_aabb* b, const struct RTCRay* r, const float* inverse, float* t)
{
    const float x0 = (b->min.x - r->org_x) * inverse[0], x1 = (b->max.x - r->org_x) * inverse[0];
    const float y0 = (b->min.y - r->org_y) * inverse[1], y1 = (b->max.y - r->org_y) * inverse[1];
    const float z0 = (b->min.z - r->org_z) * inverse[2], z1 = (b->max.z - r->org_z) * inverse[2];
    const float enter = most(most(least(x0, x1), least(y0, y1)), most(least(z0, z1), r->tnear));
    const float leave = least(least(most(x0, x1), most(y0, y1)), least(most(z0, z1), r->tfar));

    *t = enter;
    return enter <= leave;
}

static inline bool enter_obb(const cube_map* m, const struct RTCRay* r, float* t)
{
    float enter = r->tnear, leave = r->tfar;

    for (int i = 0; i < 3; i++) {
        const float* row = m->row[i];
        const float o = row[0] * r->org_x + row[1] * r->org_y + row[2] * r->org_z + row[3];
        const float inverse = 1.0f / (row[0] * r->dir_x + row[1] * r->dir_y + row[2] * r->dir_z);
        const float t0 = (-1.0f - o) * inverse, t1 = (1.0f - o) * inverse;
        enter = most(enter, least(t0, t1));
        leave = least(leave, most(t0, t1));
    }
    *t = enter;
    return enter <= leave;
}

static inline const box_context* context_of(const struct RTCIntersectContext* rtc)
{
    return (const box_context*)(const void*)rtc;
}

// A ray among many is one here: rtcIntersect1 and rtcOccluded1 always pass one.
static void store_hit(const struct RTCIntersectFunctionNArguments* a, float t)
{
    struct RTCRayHit* r = (struct RTCRayHit*)(void*)a->rayhit;

    r->ray.tfar = t;
    r->hit.u = r->hit.v = 0.0f;
    r->hit.geomID = a->geomID;
    r->hit.primID = a->primID;
    r->hit.instID[0] = a->context->instID[0];
}

static void aabb_intersect(const struct RTCIntersectFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const struct RTCRayHit* r = (const struct RTCRayHit*)(const void*)a->rayhit;
    float t;

    if (a->valid[0] && enter_aabb(&tree->shapes->aabb[a->primID], &r->ray, context_of(a->context)->inverse, &t))
        store_hit(a, t);
}

static void obb_intersect(const struct RTCIntersectFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    const struct RTCRayHit* r = (const struct RTCRayHit*)(const void*)a->rayhit;
    float t;

    if (a->valid[0] && enter_obb(&tree->maps[a->primID], &r->ray, &t))
        store_hit(a, t);
}

static void aabb_occluded(const struct RTCOccludedFunctionNArguments* a)
{
    const peer_tree* tree = a->geometryUserPtr;
    struct RTCRay* r = (struct RTCRay*)(void*)a->ray;
    float t;

    if (a->valid[0] && enter_aabb(&tree->shapes->aabb[a->primID], r, context_of(a->context)->inverse, &t))
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
        g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetSharedGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, s->vertex, 0, sizeof *s->vertex,
                                   s->vertices);
        rtcSetSharedGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, s->index, 0, 3 * sizeof *s->index,
                                   s->count);
        return g;
    }
    g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
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

    need_device();
    before = allocated;
    *tree = (peer_tree){rtcNewScene(device), s, NULL, 0};
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

static inline void start_context(box_context* c)
{
    rtcInitIntersectContext(&c->rtc);
}

// Embree advises to let denormal numbers be zero while it traces. The floating-point environment as it was:
static unsigned flush_denormals(void)
{
#if defined(__x86_64__)
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); // FTZ and DAZ
    return before;
#else
    return 0;
#endif
}

static void restore_denormals(unsigned before)
{
#if defined(__x86_64__)
    _mm_setcsr(before);
#else
    (void)before;
#endif
}

static inline void aim(const peer_tree* tree, box_context* c, const hit_ray* r)
{
    if (tree->shapes->kind == HIT_BVH_AABBS) {
        c->inverse[0] = 1.0f / r->direction.x;
        c->inverse[1] = 1.0f / r->direction.y;
        c->inverse[2] = 1.0f / r->direction.z;
    }
}

static inline void make_ray(struct RTCRay* out, const hit_ray* r)
{
    out->org_x = r->origin.x, out->org_y = r->origin.y, out->org_z = r->origin.z;
    out->tnear = r->t_min;
    out->dir_x = r->direction.x, out->dir_y = r->direction.y, out->dir_z = r->direction.z;
    out->time = 0.0f;
    out->tfar = r->t_max;
    out->mask = ~0u;
    out->id = out->flags = 0;
}

void peer_first(const peer_tree* tree, const hit_ray* ray, float* t, uint32_t* primitive)
{
    box_context context;
    struct RTCRayHit r;

    start_context(&context);
    aim(tree, &context, ray);
    make_ray(&r.ray, ray);
    r.hit.geomID = r.hit.primID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(tree->rtc, &context.rtc, &r);
    *primitive = r.hit.primID; // HIT_BVH_NONE is the same number as RTC_INVALID_GEOMETRY_ID
    *t = r.hit.geomID == RTC_INVALID_GEOMETRY_ID ? HUGE_VALF : r.ray.tfar;
}

double peer_run_first(const peer_tree* tree, const hit_ray* rays, uint32_t count)
{
    const unsigned before = flush_denormals();
    box_context context;
    double sum = 0.0;

    start_context(&context);
    for (uint32_t i = 0; i < count; i++) {
        struct RTCRayHit r;
        aim(tree, &context, &rays[i]);
        make_ray(&r.ray, &rays[i]);
        r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(tree->rtc, &context.rtc, &r);
        if (r.hit.geomID != RTC_INVALID_GEOMETRY_ID)
            sum += (double)r.ray.tfar;
    }
    restore_denormals(before);
    return sum;
}

double peer_run_any(const peer_tree* tree, const hit_ray* rays, uint32_t count)
{
    const unsigned before = flush_denormals();
    box_context context;
    uint32_t hits = 0;

    start_context(&context);
    for (uint32_t i = 0; i < count; i++) {
        struct RTCRay r;
        aim(tree, &context, &rays[i]);
        make_ray(&r, &rays[i]);
        rtcOccluded1(tree->rtc, &context.rtc, &r);
        hits += r.tfar < 0.0f;
    }
    restore_denormals(before);
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
