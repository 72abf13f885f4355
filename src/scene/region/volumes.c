// The objects of a scene that touch a volume, or lie in it: each volume becomes a sieve, and hit_scene_gather asks it.
//
// Volumes are relative to a place, and so are sieves: nothing of a volume is rounded but the offsets of an oriented box's
// planes, which are kept in two doubles, and the unit vector along the axis of a cone.
#include "scene/region/volumes.h"

#include "base/fpenv.h"
#include "cone/frame.h"
#include "exact/double_double.h"
#include "overlap/halfspaces.h"
#include "scene/region/visit.h"
#include "shapes/linear3.h"

#include <float.h>

static void begin(hit_dvec3 at, hit_scene_volume* out)
{
    const hit_scene_volume none = {.sieve = {.at = at}};

    *out = none;
    out->sieve.context = out;
}

// ---- Half-spaces -----------------------------------------------------------------------------------------------

// Add normal·x + offset >= 0, scaled by a power of two. The normal is not zero.
static void add_half(hit_volume_halves* set, const double normal[3], dd offset)
{
    hit_volume_half* half = &set->half[set->count++];
    const double most = fmax(fabs(normal[0]), fmax(fabs(normal[1]), fabs(normal[2])));
    const double scale = ldexp(1.0, -1 - ilogb(most));

    for (int k = 0; k < 3; k++)
        half->normal[k] = normal[k] * scale;
    half->offset = offset.hi * scale;
    half->offset_low = offset.lo * scale;
}

static void finish_halves(hit_scene_volume* out)
{
    hit_sieve* sieve = &out->sieve;

    sieve->box = hit_volume_halves_box;
    sieve->body = hit_volume_halves_body;
    sieve->plane_count = out->halves.count;
    sieve->planes_are_all = true;
    for (uint32_t i = 0; i < out->halves.count; i++) {
        for (int k = 0; k < 3; k++)
            sieve->plane[i][k] = out->halves.half[i].normal[k];
        sieve->plane[i][3] = out->halves.half[i].offset;
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
            add_half(&out->halves, normal, (dd){-(double)frustum->plane[i].offset, 0.0});
    }
    finish_halves(out);
    return true;
}

bool hit_scene_volume_aabb(hit_dvec3 at, hit_aabb box, hit_scene_volume* out)
{
    if (!hit_dvec3_is_position(at) || hit_aabb_is_empty(box))
        return false;
    begin(at, out);
    out->halves.aligned = true;
    vec3_load(box.min, out->halves.low);
    vec3_load(box.max, out->halves.high);
    for (int k = 0; k < 3; k++) {
        double normal[3] = {0.0, 0.0, 0.0};
        normal[k] = 1.0;
        add_half(&out->halves, normal, (dd){-out->halves.low[k], 0.0});
        normal[k] = -1.0;
        add_half(&out->halves, normal, (dd){out->halves.high[k], 0.0});
    }
    finish_halves(out);
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
        dd middle = {0.0, 0.0};
        const dd half = {(double)obb->half[i], 0.0};
        vec3_load(obb->axis[i], normal);
        for (int k = 0; k < 3; k++)
            middle = dd_add(middle, (dd){normal[k] * center[k], 0.0});
        add_half(&out->halves, normal, dd_sub(half, middle));
        for (int k = 0; k < 3; k++)
            normal[k] = -normal[k];
        add_half(&out->halves, normal, dd_add(half, middle));
    }
    finish_halves(out);
    return true;
}

// ---- Round volumes ---------------------------------------------------------------------------------------------

bool hit_scene_volume_sphere(hit_dvec3 at, hit_sphere sphere, hit_scene_volume* out)
{
    if (!hit_dvec3_is_position(at) || !hit_vec3_is_finite(sphere.center) || !isfinite(sphere.radius) ||
        sphere.radius < 0.0f)
        return false;
    begin(at, out);
    vec3_load(sphere.center, out->ball.center);
    out->ball.radius = (double)sphere.radius;
    out->sieve.box = hit_volume_ball_box;
    out->sieve.body = hit_volume_ball_body;
    return true;
}

bool hit_scene_volume_cone(hit_dvec3 at, const hit_cone* cone, hit_scene_volume* out)
{
    hit_cone_frame frame;

    if (!hit_dvec3_is_position(at) || cone == NULL || !hit_cone_is_good(cone))
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
    out->sieve.box = hit_volume_cone_box;
    out->sieve.body = hit_volume_cone_body;
    return true;
}

// ---- Queries ---------------------------------------------------------------------------------------------------

// What the queries have in common.
typedef struct question {
    const hit_scene* scene;
    hit_dvec3 at;
    hit_include include;
    const hit_scene_filter* filter;
    hit_id* ids;
    uint32_t capacity;
} question;

static bool is_askable(const question* q)
{
    return q->scene != NULL && (q->include == HIT_INCLUDE_TOUCHING || q->include == HIT_INCLUDE_INSIDE);
}

static uint32_t gather(const question* q, const hit_scene_volume* volume)
{
    return hit_scene_gather(q->scene, &volume->sieve, q->include, q->filter, q->ids, q->ids == NULL ? 0 : q->capacity);
}

static HIT_NOINLINE uint32_t in_cone(const question* q, const hit_cone* cone)
{
    hit_scene_volume volume;
    return hit_scene_volume_cone(q->at, cone, &volume) ? gather(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_frustum(const question* q, const hit_frustum* frustum)
{
    hit_scene_volume volume;
    return hit_scene_volume_frustum(q->at, frustum, &volume) ? gather(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_aabb(const question* q, const hit_aabb* box)
{
    hit_scene_volume volume;
    return hit_scene_volume_aabb(q->at, *box, &volume) ? gather(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_obb(const question* q, const hit_obb* obb)
{
    hit_scene_volume volume;
    return hit_scene_volume_obb(q->at, obb, &volume) ? gather(q, &volume) : 0;
}

static HIT_NOINLINE uint32_t in_sphere(const question* q, const hit_sphere* sphere)
{
    hit_scene_volume volume;
    return hit_scene_volume_sphere(q->at, *sphere, &volume) ? gather(q, &volume) : 0;
}

uint32_t hit_scene_in_cone(const hit_scene* scene, hit_dvec3 at, const hit_cone* cone, hit_include include,
                           const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const question q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_askable(&q) ? in_cone(&q, cone) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_frustum(const hit_scene* scene, hit_dvec3 at, const hit_frustum* frustum, hit_include include,
                              const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const question q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_askable(&q) ? in_frustum(&q, frustum) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_aabb(const hit_scene* scene, hit_dvec3 at, hit_aabb box, hit_include include,
                           const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const question q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_askable(&q) ? in_aabb(&q, &box) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_obb(const hit_scene* scene, hit_dvec3 at, const hit_obb* obb, hit_include include,
                          const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const question q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_askable(&q) ? in_obb(&q, obb) : 0;
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_scene_in_sphere(const hit_scene* scene, hit_dvec3 at, hit_sphere sphere, hit_include include,
                             const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    const question q = {scene, at, include, filter, ids, capacity};
    const hit_fpenv saved = hit_fpenv_enter();
    const uint32_t found = is_askable(&q) ? in_sphere(&q, &sphere) : 0;
    hit_fpenv_leave(saved);
    return found;
}
