// Embree 3.13 as the peer of scenes.
//
// Boxes are one user geometry, tested with plain float slabs (embree.h). Embree refits a geometry only in a scene of
// low quality, which keeps a tree per geometry; with one geometry that is one tree, built by Morton codes for `low` and
// by the default builder for what is then refitted. All scenes are declared dynamic, so that commits keep their memory.
//
// Instances are one geometry each, as Embree 3 wants it, in a scene over them; the mesh is a scene of its own.
#include "peer_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HITSCAN_BENCH_EMBREE

#include "embree.h"

struct peer_scene {
    RTCScene rtc;
    RTCScene mesh;          // of instances
    RTCGeometry boxes;      // or NULL
    RTCGeometry* instances; // or NULL
    hit_aabb* box;
    uint32_t count;
};

// ---- Boxes -------------------------------------------------------------------------------------------------------

static void box_bounds(const struct RTCBoundsFunctionArguments* a)
{
    const peer_scene* s = a->geometryUserPtr;
    embree_store_bounds(a->bounds_o, &s->box[a->primID]);
}

enum { STREAM = 1024 }; // rays in a call

typedef struct scene_context {
    embree_context one;         // the first member: callbacks are given it
    const float (*inverses)[3]; // of a stream, by the ids of its rays; NULL: there is one ray
} scene_context;

// The words of rays and hits that lie side by side, as Embree's header has them for C++.
enum { ORIGIN = 0, NEAR = 3, FAR = 8, NUMBER = 10, HIT_U = 15, HIT_V = 16, HIT_PRIMITIVE = 17, HIT_GEOMETRY = 18 };
enum { HIT_INSTANCE = 19 };

// Some rays of a stream.
static void box_intersect_many(const struct RTCIntersectFunctionNArguments* a, const float (*inverses)[3])
{
    const peer_scene* s = a->geometryUserPtr;
    float* const number = (float*)(void*)a->rayhit;
    unsigned* const word = (unsigned*)(void*)a->rayhit;
    const unsigned n = a->N;

    for (unsigned i = 0; i < n; i++) {
        const struct RTCRay ray = {.org_x = number[ORIGIN * n + i],
                                   .org_y = number[(ORIGIN + 1) * n + i],
                                   .org_z = number[(ORIGIN + 2) * n + i],
                                   .tnear = number[NEAR * n + i],
                                   .tfar = number[FAR * n + i]};
        float t;
        if (!a->valid[i] || !embree_enter_aabb(&s->box[a->primID], &ray, inverses[word[NUMBER * n + i]], &t))
            continue;
        number[FAR * n + i] = t;
        number[HIT_U * n + i] = number[HIT_V * n + i] = 0.0f;
        word[HIT_PRIMITIVE * n + i] = a->primID;
        word[HIT_GEOMETRY * n + i] = a->geomID;
        word[HIT_INSTANCE * n + i] = a->context->instID[0];
    }
}

static void box_intersect(const struct RTCIntersectFunctionNArguments* a)
{
    const peer_scene* s = a->geometryUserPtr;
    const scene_context* c = (const scene_context*)(const void*)a->context;
    const struct RTCRayHit* r = (const struct RTCRayHit*)(const void*)a->rayhit;
    float t;

    if (c->inverses != NULL)
        box_intersect_many(a, c->inverses);
    else if (a->valid[0] && embree_enter_aabb(&s->box[a->primID], &r->ray, c->one.inverse, &t))
        embree_store_hit(a, t);
}

static peer_scene* start(uint32_t count, peer_update how)
{
    peer_scene* s = scene_allocate(NULL, 1, sizeof *s);
    const bool low = how == PEER_REFIT || how == PEER_LOW;

    memset(s, 0, sizeof *s);
    s->count = count;
    s->rtc = rtcNewScene(embree_device());
    rtcSetSceneFlags(s->rtc, how == PEER_ROBUST_REBUILD ? RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST
                                                        : RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(s->rtc, low ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM);
    return s;
}

peer_scene* peer_scene_of_boxes(const hit_aabb* boxes, uint32_t count, peer_update how)
{
    peer_scene* s = start(count, how);
    RTCGeometry g = rtcNewGeometry(embree_device(), RTC_GEOMETRY_TYPE_USER);

    s->box = scene_allocate(NULL, count, sizeof *s->box);
    memcpy(s->box, boxes, count * sizeof *s->box);
    s->boxes = g;
    rtcSetGeometryBuildQuality(g, how == PEER_REFIT ? RTC_BUILD_QUALITY_REFIT
                                  : how == PEER_LOW ? RTC_BUILD_QUALITY_LOW
                                                    : RTC_BUILD_QUALITY_MEDIUM);
    rtcSetGeometryUserPrimitiveCount(g, count);
    rtcSetGeometryUserData(g, s);
    rtcSetGeometryBoundsFunction(g, box_bounds, NULL);
    rtcSetGeometryIntersectFunction(g, box_intersect);
    rtcCommitGeometry(g);
    rtcAttachGeometry(s->rtc, g);
    rtcCommitScene(s->rtc);
    return s;
}

hit_aabb* peer_scene_boxes(peer_scene* peer)
{
    return peer->box;
}

// ---- Instances ---------------------------------------------------------------------------------------------------

static RTCScene mesh_scene(const scene* mesh, peer_update how)
{
    RTCScene s = rtcNewScene(embree_device());
    RTCGeometry g = rtcNewGeometry(embree_device(), RTC_GEOMETRY_TYPE_TRIANGLE);

    if (how == PEER_ROBUST_REBUILD)
        rtcSetSceneFlags(s, RTC_SCENE_FLAG_ROBUST);
    rtcSetSharedGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, mesh->vertex, 0, sizeof *mesh->vertex,
                               mesh->vertices);
    rtcSetSharedGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, mesh->index, 0, 3 * sizeof *mesh->index,
                               mesh->count);
    rtcCommitGeometry(g);
    rtcAttachGeometry(s, g);
    rtcReleaseGeometry(g);
    rtcCommitScene(s);
    return s;
}

peer_scene* peer_scene_of_instances(const scene* mesh, const hit_mat3x4* places, uint32_t count, peer_update how)
{
    peer_scene* s = start(count, how);

    s->mesh = mesh_scene(mesh, how);
    s->instances = scene_allocate(NULL, count, sizeof(RTCGeometry));
    for (uint32_t i = 0; i < count; i++) {
        RTCGeometry g = rtcNewGeometry(embree_device(), RTC_GEOMETRY_TYPE_INSTANCE);
        rtcSetGeometryInstancedScene(g, s->mesh);
        s->instances[i] = g;
        peer_scene_set_transform(s, i, &places[i]);
        rtcAttachGeometryByID(s->rtc, g, i);
    }
    rtcCommitScene(s->rtc);
    return s;
}

void peer_scene_set_transform(peer_scene* peer, uint32_t instance, const hit_mat3x4* place)
{
    rtcSetGeometryTransform(peer->instances[instance], 0, RTC_FORMAT_FLOAT3X4_ROW_MAJOR, place->m);
    rtcCommitGeometry(peer->instances[instance]);
}

// ---- All ---------------------------------------------------------------------------------------------------------

void peer_scene_commit(peer_scene* peer)
{
    if (peer->boxes != NULL)
        rtcCommitGeometry(peer->boxes);
    rtcCommitScene(peer->rtc);
}

void peer_scene_free(peer_scene* peer)
{
    if (peer == NULL)
        return;
    rtcReleaseScene(peer->rtc);
    if (peer->boxes != NULL)
        rtcReleaseGeometry(peer->boxes);
    for (uint32_t i = 0; peer->instances != NULL && i < peer->count; i++)
        rtcReleaseGeometry(peer->instances[i]);
    if (peer->mesh != NULL)
        rtcReleaseScene(peer->mesh);
    free(peer->instances);
    free(peer->box);
    free(peer);
}

peer_hit peer_scene_first(const peer_scene* peer, const hit_ray* ray)
{
    scene_context context = {.inverses = NULL};
    struct RTCRayHit r;
    peer_hit hit = {HUGE_VALF, HIT_BVH_NONE, 0};

    embree_start(&context.one);
    embree_aim(&context.one, ray);
    embree_ray(&r.ray, ray);
    r.hit.geomID = r.hit.primID = r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(peer->rtc, &context.one.rtc, &r);
    if (r.hit.geomID != RTC_INVALID_GEOMETRY_ID)
        hit = peer->boxes != NULL ? (peer_hit){r.ray.tfar, r.hit.primID, 0}
                                  : (peer_hit){r.ray.tfar, r.hit.instID[0], r.hit.primID};
    return hit;
}

double peer_scene_run_first(const peer_scene* peer, const hit_ray* rays, uint32_t count)
{
    const unsigned before = embree_flush_denormals();
    const bool boxes = peer->boxes != NULL;
    scene_context context = {.inverses = NULL};
    double sum = 0.0;

    embree_start(&context.one);
    for (uint32_t i = 0; i < count; i++) {
        struct RTCRayHit r;
        if (boxes)
            embree_aim(&context.one, &rays[i]);
        embree_ray(&r.ray, &rays[i]);
        r.hit.geomID = r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(peer->rtc, &context.one.rtc, &r);
        if (r.hit.geomID != RTC_INVALID_GEOMETRY_ID)
            sum += (double)r.ray.tfar;
    }
    embree_restore_denormals(before);
    return sum;
}

double peer_scene_first_many(const peer_scene* peer, const hit_ray* rays, uint32_t count, peer_hit* hits)
{
    const unsigned before = embree_flush_denormals();
    struct RTCRayHit r[STREAM];
    float inverse[STREAM][3];
    scene_context context = {.inverses = (const float(*)[3])inverse};
    double sum = 0.0;

    embree_start(&context.one);
    for (uint32_t begin = 0; begin < count; begin += STREAM) {
        const uint32_t some = count - begin < STREAM ? count - begin : STREAM;
        for (uint32_t i = 0; i < some; i++) {
            const hit_ray* ray = &rays[begin + i];
            embree_ray(&r[i].ray, ray);
            r[i].ray.id = i;
            r[i].hit.geomID = r[i].hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
            inverse[i][0] = 1.0f / ray->direction.x;
            inverse[i][1] = 1.0f / ray->direction.y;
            inverse[i][2] = 1.0f / ray->direction.z;
        }
        rtcIntersect1M(peer->rtc, &context.one.rtc, r, some, sizeof *r);
        for (uint32_t i = 0; i < some; i++) {
            const bool hit = r[i].hit.geomID != RTC_INVALID_GEOMETRY_ID;
            if (hit)
                sum += (double)r[i].ray.tfar;
            if (hits != NULL)
                hits[begin + i] =
                    hit ? (peer_hit){r[i].ray.tfar, r[i].hit.primID, 0} : (peer_hit){HUGE_VALF, HIT_BVH_NONE, 0};
        }
    }
    embree_restore_denormals(before);
    return sum;
}

#else // no Embree

static _Noreturn void absent(void)
{
    fprintf(stderr, "hitscan_bench: this build has no Embree\n");
    abort();
}

peer_scene* peer_scene_of_boxes(const hit_aabb* boxes, uint32_t count, peer_update how)
{
    (void)boxes, (void)count, (void)how;
    absent();
}

hit_aabb* peer_scene_boxes(peer_scene* peer)
{
    (void)peer;
    absent();
}

peer_scene* peer_scene_of_instances(const scene* mesh, const hit_mat3x4* places, uint32_t count, peer_update how)
{
    (void)mesh, (void)places, (void)count, (void)how;
    absent();
}

void peer_scene_set_transform(peer_scene* peer, uint32_t instance, const hit_mat3x4* place)
{
    (void)peer, (void)instance, (void)place;
    absent();
}

void peer_scene_commit(peer_scene* peer)
{
    (void)peer;
    absent();
}

void peer_scene_free(peer_scene* peer)
{
    (void)peer;
}

peer_hit peer_scene_first(const peer_scene* peer, const hit_ray* ray)
{
    (void)peer, (void)ray;
    absent();
}

double peer_scene_run_first(const peer_scene* peer, const hit_ray* rays, uint32_t count)
{
    (void)peer, (void)rays, (void)count;
    absent();
}

double peer_scene_first_many(const peer_scene* peer, const hit_ray* rays, uint32_t count, peer_hit* hits)
{
    (void)peer, (void)rays, (void)count, (void)hits;
    absent();
}

#endif

const char* peer_update_name(peer_update how)
{
    static const char* const names[PEER_UPDATES] = {"embree-refit", "embree-low", "embree-default", "embree-robust"};
    return names[how];
}
