// The objects of a scene that touch a volume, or lie in it: each volume becomes a region, by which
// hit_scene_query_region culls the objects.
//
// Volumes are relative to a place, and so are regions: nothing of a volume is rounded but the offsets of an oriented
// box's planes, which are kept in two doubles, and the unit vector along the axis of a cone.
#include "scene/region/region.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "cone/frame.h"
#include "exact/double_double.h"
#include "overlap/halfspaces.h"
#include "scene/region/visit.h"
#include "shapes/linear3.h"

#include <float.h>

static void begin(hit_dvec3 at, hit_scene_volume* out)
{
    const hit_scene_volume none = {.cull_region = {.at = at}};

    *out = none;
    out->cull_region.context = out;
}

// ---- Half-spaces ----------------------------------------------------------------------------------------------------

// Add normal·x + offset >= 0, scaled by a power of two. The normal is not zero.
static void add_halfspace(hit_volume_halfspaces* set, const double normal[3], dd offset)
{
    hit_volume_halfspace* half = &set->half[set->count++];
    const double most = fmax(fabs(normal[0]), fmax(fabs(normal[1]), fabs(normal[2])));
    const double scale = ldexp(1.0, -1 - ilogb(most));

    HIT_ASSERT(set->count <= 6 && most > 0.0);
    for (int k = 0; k < 3; k++)
        half->normal[k] = normal[k] * scale;
    half->offset = offset.hi * scale;
    half->offset_low = offset.lo * scale;
}

static void finish_halfspaces(hit_scene_volume* out)
{
    hit_cull_region* cull_region = &out->cull_region;

    HIT_ASSERT(cull_region->context == out && out->halfspaces.count <= 6);
    cull_region->box = hit_volume_halfspaces_box;
    cull_region->convex = hit_volume_halfspaces_convex;
    cull_region->plane_count = out->halfspaces.count;
    cull_region->planes_are_all = true;
    for (uint32_t i = 0; i < out->halfspaces.count; i++) {
        for (int k = 0; k < 3; k++)
            cull_region->plane[i][k] = out->halfspaces.half[i].normal[k];
        cull_region->plane[i][3] = out->halfspaces.half[i].offset;
    }
}

bool hit_scene_volume_frustum(hit_dvec3 at, const hit_frustum* frustum, hit_scene_volume* out)
{
    const hit_aabb all = {{-FLT_MAX, -FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};

    // Exactly: no margin makes an empty set touch anything.
    if (!hit_dvec3_is_position(at) || frustum == NULL || hit_frustum_aabb(frustum, all) == HIT_OUTSIDE)
        return false;
    begin(at, out);
    for (int i = 0; i < 6; i++) {
        double normal[3];
        vec3_load(frustum->plane[i].normal, normal);
        if (normal[0] != 0.0 || normal[1] != 0.0 || normal[2] != 0.0)
            add_halfspace(&out->halfspaces, normal, (dd){-(double)frustum->plane[i].offset, 0.0});
    }
    finish_halfspaces(out);
    return true;
}

bool hit_scene_volume_aabb(hit_dvec3 at, hit_aabb box, hit_scene_volume* out)
{
    if (!hit_dvec3_is_position(at) || hit_aabb_is_empty(box))
        return false;
    begin(at, out);
    out->halfspaces.aligned = true;
    vec3_load(box.min, out->halfspaces.low);
    vec3_load(box.max, out->halfspaces.high);
    for (int k = 0; k < 3; k++) {
        double normal[3] = {0.0, 0.0, 0.0};
        normal[k] = 1.0;
        add_halfspace(&out->halfspaces, normal, (dd){-out->halfspaces.low[k], 0.0});
        normal[k] = -1.0;
        add_halfspace(&out->halfspaces, normal, (dd){out->halfspaces.high[k], 0.0});
    }
    finish_halfspaces(out);
    return true;
}

bool hit_scene_volume_obb(hit_dvec3 at, const hit_obb* obb, hit_scene_volume* out)
{
    double center[3];

    if (!hit_dvec3_is_position(at) || obb == NULL || !hit_obb_is_solid(obb))
        return false;
    begin(at, out);
    vec3_load(obb->center, center);
    for (int i = 0; i < 3; i++) {
        double normal[3];
        dd along = {0.0, 0.0}; // of the center
        const dd half = {(double)obb->half[i], 0.0};
        vec3_load(obb->axis[i], normal);
        for (int k = 0; k < 3; k++)
            along = dd_add(along, (dd){normal[k] * center[k], 0.0});
        add_halfspace(&out->halfspaces, normal, dd_sub(half, along));
        for (int k = 0; k < 3; k++)
            normal[k] = -normal[k];
        add_halfspace(&out->halfspaces, normal, dd_add(half, along));
    }
    finish_halfspaces(out);
    return true;
}

// ---- Round volumes --------------------------------------------------------------------------------------------------

bool hit_scene_volume_sphere(hit_dvec3 at, hit_sphere sphere, hit_scene_volume* out)
{
    if (!hit_dvec3_is_position(at) || !hit_vec3_is_finite(sphere.center) || !isfinite(sphere.radius) ||
        sphere.radius < 0.0f)
        return false;
    begin(at, out);
    vec3_load(sphere.center, out->dsphere.center);
    out->dsphere.radius = (double)sphere.radius;
    out->cull_region.box = hit_volume_sphere_box;
    out->cull_region.convex = hit_volume_sphere_convex;
    return true;
}

bool hit_scene_volume_cone(hit_dvec3 at, const hit_cone* cone, hit_scene_volume* out)
{
    hit_cone_frame frame;

    if (!hit_dvec3_is_position(at) || cone == NULL || !hit_cone_inputs_are_valid(cone))
        return false;
    begin(at, out);
    hit_cone_frame_begin(cone, &frame);
    for (int k = 0; k < 3; k++) {
        out->cone.apex[k] = frame.apex[k];
        out->cone.axis[k] = frame.h[k];
    }
    out->cone.tangent = (double)cone->tangent;
    out->cone.sine = frame.sine;
    out->cone.cosine = frame.cosine;
    out->cone.h_min = frame.h0;
    out->cone.h_max = frame.h1;
    out->cull_region.box = hit_volume_cone_box;
    out->cull_region.convex = hit_volume_cone_convex;
    return true;
}

// ---- Queries --------------------------------------------------------------------------------------------------------

// What the queries have in common.
typedef struct volume_query {
    const hit_scene* scene;
    hit_dvec3 at;
    hit_include include;
    const hit_scene_filter* filter;
    hit_id* ids;
    uint32_t capacity;
} volume_query;

static bool is_valid_query(const volume_query* q)
{
    return q->scene != NULL && (q->include == HIT_INCLUDE_TOUCHING || q->include == HIT_INCLUDE_INSIDE);
}

static uint32_t query_volume(const volume_query* q, const hit_scene_volume* volume)
{
    HIT_ASSERT(volume->cull_region.context == volume);
    return hit_scene_query_region(q->scene, &volume->cull_region, q->include, q->filter, q->ids,
                                  q->ids == NULL ? 0 : q->capacity);
}

static HIT_NOINLINE uint32_t in_cone(const volume_query* q, const hit_cone* cone)
{
    hit_scene_volume volume;
    return hit_scene_volume_cone(q->at, cone, &volume) ? query_volume(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_frustum(const volume_query* q, const hit_frustum* frustum)
{
    hit_scene_volume volume;
    return hit_scene_volume_frustum(q->at, frustum, &volume) ? query_volume(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_aabb(const volume_query* q, const hit_aabb* box)
{
    hit_scene_volume volume;
    return hit_scene_volume_aabb(q->at, *box, &volume) ? query_volume(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_obb(const volume_query* q, const hit_obb* obb)
{
    hit_scene_volume volume;
    return hit_scene_volume_obb(q->at, obb, &volume) ? query_volume(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_sphere(const volume_query* q, const hit_sphere* sphere)
{
    hit_scene_volume volume;
    return hit_scene_volume_sphere(q->at, *sphere, &volume) ? query_volume(q, &volume) : 0;
}

uint32_t hit_scene_in_cone(const hit_scene* scene, hit_dvec3 at, const hit_cone* cone, hit_include include,
                           const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const volume_query q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_valid_query(&q) ? in_cone(&q, cone) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_frustum(const hit_scene* scene, hit_dvec3 at, const hit_frustum* frustum, hit_include include,
                              const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const volume_query q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_valid_query(&q) ? in_frustum(&q, frustum) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_aabb(const hit_scene* scene, hit_dvec3 at, hit_aabb box, hit_include include,
                           const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const volume_query q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_valid_query(&q) ? in_aabb(&q, &box) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_obb(const hit_scene* scene, hit_dvec3 at, const hit_obb* obb, hit_include include,
                          const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const volume_query q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_valid_query(&q) ? in_obb(&q, obb) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_sphere(const hit_scene* scene, hit_dvec3 at, hit_sphere sphere, hit_include include,
                             const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const volume_query q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_valid_query(&q) ? in_sphere(&q, &sphere) : 0;
    hit_fpenv_leave(saved);
    return found;
}
