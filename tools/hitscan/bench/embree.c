// Embree by dlopen: the command loads it only to compare.
//
// Its scene has one geometry of triangles and the default flags; rays go one by one through rtcIntersect1 and
// rtcOccluded1, with denormal numbers as zero while it traces, as its documentation advises. `frequency_level=simd256`
// lets it use AVX2 and keeps it from AVX-512, which lowers the clock of some machines.
#include "bench/measure.h"

#if defined(HITSCAN_HAVE_EMBREE)

#include <dlfcn.h>
#include <embree3/rtcore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { CHUNK = 1024 }; // rays per task

struct embree {
    void* library;
    RTCDevice device;
    RTCScene scene;
    char version[32];
    RTCDevice (*new_device)(const char*);
    void (*release_device)(RTCDevice);
    ssize_t (*device_property)(RTCDevice, enum RTCDeviceProperty);
    enum RTCError (*device_error)(RTCDevice);
    RTCScene (*new_scene)(RTCDevice);
    void (*release_scene)(RTCScene);
    RTCGeometry (*new_geometry)(RTCDevice, enum RTCGeometryType);
    void (*set_buffer)(RTCGeometry, enum RTCBufferType, unsigned int, enum RTCFormat, const void*, size_t, size_t,
                       size_t);
    void (*commit_geometry)(RTCGeometry);
    unsigned int (*attach_geometry)(RTCScene, RTCGeometry);
    void (*release_geometry)(RTCGeometry);
    void (*commit_scene)(RTCScene);
    void (*intersect)(RTCScene, struct RTCIntersectContext*, struct RTCRayHit*);
    void (*occluded)(RTCScene, struct RTCIntersectContext*, struct RTCRay*);
};

// A function of the library. C knows no way from void* to a function; POSIX says that the bits are the same.
static bool find(const embree* p, const char* name, void* function)
{
    void* const found = dlsym(p->library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool find_all(embree* p)
{
    return find(p, "rtcNewDevice", &p->new_device) && find(p, "rtcReleaseDevice", &p->release_device) &&
           find(p, "rtcGetDeviceProperty", &p->device_property) && find(p, "rtcGetDeviceError", &p->device_error) &&
           find(p, "rtcNewScene", &p->new_scene) && find(p, "rtcReleaseScene", &p->release_scene) &&
           find(p, "rtcNewGeometry", &p->new_geometry) && find(p, "rtcSetSharedGeometryBuffer", &p->set_buffer) &&
           find(p, "rtcCommitGeometry", &p->commit_geometry) && find(p, "rtcAttachGeometry", &p->attach_geometry) &&
           find(p, "rtcReleaseGeometry", &p->release_geometry) && find(p, "rtcCommitScene", &p->commit_scene) &&
           find(p, "rtcIntersect1", &p->intersect) && find(p, "rtcOccluded1", &p->occluded);
}

static bool make_device(embree* p, uint32_t threads)
{
    char config[80];
    ssize_t version;
    snprintf(config, sizeof config, "threads=%u,set_affinity=0,frequency_level=simd256", (unsigned)threads);
    p->device = p->new_device(config);
    if (!p->device)
        return false;
    version = p->device_property(p->device, RTC_DEVICE_PROPERTY_VERSION);
    snprintf(p->version, sizeof p->version, "%d.%d.%d", (int)(version / 10000), (int)(version / 100 % 100),
             (int)(version % 100));
    return true;
}

static bool build(embree* p, const bench_triangles* w)
{
    RTCGeometry g = p->new_geometry(p->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    p->scene = p->new_scene(p->device);
    p->set_buffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, w->vertices, 0, sizeof *w->vertices,
                  w->vertex_count);
    p->set_buffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, w->indices, 0, 3 * sizeof *w->indices,
                  w->triangle_count);
    p->commit_geometry(g);
    p->attach_geometry(p->scene, g);
    p->release_geometry(g);
    p->commit_scene(p->scene);
    return p->device_error(p->device) == RTC_ERROR_NONE;
}

embree* embree_open(const bench_triangles* w, uint32_t threads, double (*now)(void), double* seconds,
                    const char** reason)
{
    embree* p = calloc(1, sizeof *p);
    *reason = "out of memory";
    if (!p)
        return NULL;
    p->library = dlopen(HITSCAN_EMBREE_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!p->library)
        *reason = HITSCAN_EMBREE_FILE " is not there, or cannot be loaded";
    else if (!find_all(p) || !make_device(p, threads))
        *reason = HITSCAN_EMBREE_FILE " is not the Embree that is expected";
    else {
        const double began = now();
        if (build(p, w)) {
            *seconds = now() - began;
            return p;
        }
        *reason = "it could not build its scene";
    }
    embree_close(p);
    return NULL;
}

void embree_close(embree* p)
{
    if (!p)
        return;
    if (p->scene)
        p->release_scene(p->scene);
    if (p->device)
        p->release_device(p->device);
    free(p); // the library stays loaded: its threads may still be in its code
}

const char* embree_version(const embree* p)
{
    return p->version;
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

typedef struct trace_job {
    const embree* embree;
    const hit_ray* rays;
    float* t;
    uint32_t count;
    bool any;
} trace_job;

static struct RTCRay ray_of(const hit_ray* r)
{
    const struct RTCRay out = {.org_x = r->origin.x,
                               .org_y = r->origin.y,
                               .org_z = r->origin.z,
                               .tnear = r->t_min,
                               .dir_x = r->direction.x,
                               .dir_y = r->direction.y,
                               .dir_z = r->direction.z,
                               .tfar = r->t_max,
                               .mask = ~0u};
    return out;
}

static void trace_rays(const trace_job* t, uint32_t first, uint32_t end)
{
    struct RTCIntersectContext how;
    rtcInitIntersectContext(&how);
    for (uint32_t i = first; i < end; i++) {
        struct RTCRayHit r;
        r.ray = ray_of(&t->rays[i]);
        if (t->any) {
            t->embree->occluded(t->embree->scene, &how, &r.ray);
            t->t[i] = r.ray.tfar < 0.0f ? 0.0f : INFINITY;
        } else {
            r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
            t->embree->intersect(t->embree->scene, &how, &r);
            t->t[i] = r.hit.geomID != RTC_INVALID_GEOMETRY_ID ? r.ray.tfar : INFINITY;
        }
    }
}

static void trace_chunk(void* context, uint32_t index)
{
    const trace_job* t = context;
    const uint32_t first = index * CHUNK, end = t->count - first < CHUNK ? t->count : first + CHUNK;
#if defined(__x86_64__)
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); // denormal numbers in and out are zero
    trace_rays(t, first, end);
    _mm_setcsr(before);
#else
    trace_rays(t, first, end);
#endif
}

static void trace(trace_job t, const hit_task_pool* pool)
{
    const uint32_t chunks = (t.count + CHUNK - 1) / CHUNK;
    if (pool)
        pool->run(pool->context, trace_chunk, &t, chunks);
    else
        for (uint32_t i = 0; i < chunks; i++)
            trace_chunk(&t, i);
}

void embree_first(const embree* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool)
{
    trace((trace_job){p, rays, t, count, false}, pool);
}

void embree_any(const embree* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool)
{
    trace((trace_job){p, rays, t, count, true}, pool);
}

#else // the build found no Embree

embree* embree_open(const bench_triangles* w, uint32_t threads, double (*now)(void), double* seconds,
                    const char** reason)
{
    (void)w, (void)threads, (void)now, (void)seconds;
    *reason = "this command was built without it";
    return NULL;
}

void embree_close(embree* p)
{
    (void)p;
}

const char* embree_version(const embree* p)
{
    (void)p;
    return "";
}

void embree_first(const embree* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool)
{
    (void)p, (void)rays, (void)t, (void)count, (void)pool;
}

void embree_any(const embree* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool)
{
    (void)p, (void)rays, (void)t, (void)count, (void)pool;
}

#endif
