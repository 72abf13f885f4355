// What the peers that are Embree share: the device, one ray at a time, and boxes tested with plain float slabs.
//
// One device serves them all, because the number of threads that Embree builds with is the largest that any live device
// asked for; this one asks for one. `frequency_level=simd256` lets it use AVX2 and keeps it from AVX-512, which lowers
// the clock of some machines.
#ifndef HITSCAN_BENCH_EMBREE_H
#define HITSCAN_BENCH_EMBREE_H

#include <embree3/rtcore.h>
#include <hitscan/shapes.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// The device, made on the first call. What fails on it ends the program. In peer_embree.c.
RTCDevice embree_device(void);

// To be fair, callbacks of boxes find the inverse direction of the ray in the context, made once per ray.
typedef struct embree_context {
    struct RTCIntersectContext rtc;
    float inverse[3];
} embree_context;

static inline void embree_start(embree_context* c)
{
    rtcInitIntersectContext(&c->rtc);
}

static inline void embree_aim(embree_context* c, const hit_ray* r)
{
    c->inverse[0] = 1.0f / r->direction.x;
    c->inverse[1] = 1.0f / r->direction.y;
    c->inverse[2] = 1.0f / r->direction.z;
}

static inline const embree_context* embree_context_of(const struct RTCIntersectContext* rtc)
{
    return (const embree_context*)(const void*)rtc;
}

static inline void embree_ray(struct RTCRay* out, const hit_ray* r)
{
    out->org_x = r->origin.x, out->org_y = r->origin.y, out->org_z = r->origin.z;
    out->tnear = r->t_min;
    out->dir_x = r->direction.x, out->dir_y = r->direction.y, out->dir_z = r->direction.z;
    out->time = 0.0f;
    out->tfar = r->t_max;
    out->mask = ~0u;
    out->id = out->flags = 0;
}

// Embree advises to let denormal numbers be zero while it traces. The floating-point environment as it was:
static inline unsigned embree_flush_denormals(void)
{
#if defined(__x86_64__)
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); // FTZ and DAZ
    return before;
#else
    return 0;
#endif
}

static inline void embree_restore_denormals(unsigned before)
{
#if defined(__x86_64__)
    _mm_setcsr(before);
#else
    (void)before;
#endif
}

static inline float embree_least(float a, float b)
{
    return a < b ? a : b;
}

static inline float embree_most(float a, float b)
{
    return a > b ? a : b;
}

// The entry of a ray into a box, or the start of the ray when it is inside.
static inline bool embree_enter_aabb(const hit_aabb* b, const struct RTCRay* r, const float* inverse, float* t)
{
    const float x0 = (b->min.x - r->org_x) * inverse[0], x1 = (b->max.x - r->org_x) * inverse[0];
    const float y0 = (b->min.y - r->org_y) * inverse[1], y1 = (b->max.y - r->org_y) * inverse[1];
    const float z0 = (b->min.z - r->org_z) * inverse[2], z1 = (b->max.z - r->org_z) * inverse[2];
    const float enter = embree_most(embree_most(embree_least(x0, x1), embree_least(y0, y1)),
                                    embree_most(embree_least(z0, z1), r->tnear));
    const float leave = embree_least(embree_least(embree_most(x0, x1), embree_most(y0, y1)),
                                     embree_least(embree_most(z0, z1), r->tfar));

    *t = enter;
    return enter <= leave;
}

static inline void embree_store_bounds(struct RTCBounds* out, const hit_aabb* b)
{
    out->lower_x = b->min.x, out->lower_y = b->min.y, out->lower_z = b->min.z;
    out->upper_x = b->max.x, out->upper_y = b->max.y, out->upper_z = b->max.z;
}

// What an intersect callback has found. A ray among many is one here: rtcIntersect1 and rtcOccluded1 always pass one.
static inline void embree_store_hit(const struct RTCIntersectFunctionNArguments* a, float t)
{
    struct RTCRayHit* r = (struct RTCRayHit*)(void*)a->rayhit;

    r->ray.tfar = t;
    r->hit.u = r->hit.v = 0.0f;
    r->hit.geomID = a->geomID;
    r->hit.primID = a->primID;
    r->hit.instID[0] = a->context->instID[0];
}

#endif
