// Why a click does not pick an object.
//
// The steps are those of the click: is there an object, does the filter accept it, is it between
// the near and the far plane, does the ray meet its bounds, itself, within the range, on a side that counts; and who
// was picked instead. The first step that fails is the reason. Each step uses the same code as the click does, so that
// the two cannot disagree; only the pixels to what was missed are computed besides (image.c).
//
// Cost: that of a click, and for a miss that of measuring all convex shapes (triangles) of the object.
#include "pick/image.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "scene/convex/convex.h"
#include "scene/region/visit.h"
#include "shapes/linear3.h"

#include <hitscan/pick.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The question, and what is known about it.
typedef struct explain_query {
    const hit_scene* scene;
    const hit_camera* camera;
    const hit_scene_filter* filter;
    double x, y;
    hit_dray ray;
    bool any; ///< something is picked: `first`
    hit_scene_hit first;
    const hit_object_record* record; ///< as committed; NULL: none
    hit_pixel_view pixel_view;
    hit_scene_hit hit; ///< of the object, as far as it is known
} explain_query;

// ---- What it is -----------------------------------------------------------------------------------------------------

static hit_reason check_object(const explain_query* s, hit_explanation* e)
{
    const hit_object_record* edited = hit_scene_edited(s->scene, e->id);

    if (edited == NULL)
        return HIT_REASON_NO_OBJECT;
    if (s->record == NULL) {
        e->priority = edited->priority;
        e->layers = edited->layers;
        return HIT_REASON_NOT_COMMITTED;
    }
    if (s->record->disabled)
        return HIT_REASON_DISABLED;
    if (e->filter_layers != 0 && (e->layers & e->filter_layers) == 0)
        return HIT_REASON_LAYERS;
    if (!hit_scene_counts(s->scene, s->record, s->filter))
        return HIT_REASON_REFUSED;
    return HIT_REASON_PICKED;
}

// ---- Where it is ----------------------------------------------------------------------------------------------------

static bool stop(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    (void)context;
    (void)convex;
    (void)primitive;
    return false;
}

// Ends the traversal at a convex shape that extends into the half-space.
static bool stop_in(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    const double* plane = context;

    (void)primitive;
    return hit_convex_support(convex, plane, NULL) + plane[3] < 0.0;
}

// Whether something of the object lies in a half-space.
static bool extends_into(const explain_query* s, int plane)
{
    hit_cull_region cull_region = {
        .at = s->camera->eye, .context = &cull_region, .box = hit_cull_by_planes, .plane_count = 1};

    for (int k = 0; k < 4; k++)
        cull_region.plane[0][k] = s->pixel_view.plane[plane][k];
    return !hit_object_visit_convexes(s->record, s->camera->eye, &cull_region, stop_in, cull_region.plane[0]);
}

static hit_reason check_depth(const explain_query* s)
{
    // What has no geometry at all is nowhere: it is missed, not behind.
    if (hit_object_visit_convexes(s->record, s->camera->eye, NULL, stop, NULL))
        return HIT_REASON_PICKED;
    if (!extends_into(s, 0))
        return HIT_REASON_BEHIND;
    return extends_into(s, 1) ? HIT_REASON_PICKED : HIT_REASON_BEYOND;
}

// ---- What is missed -------------------------------------------------------------------------------------------------

typedef struct closest {
    const hit_pixel_view* pixel_view;
    hit_image_point image_point;
    bool any;
} closest;

static bool measure(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    closest* c = context;
    hit_image_point image_point;

    (void)primitive;
    if (hit_image_closest(c->pixel_view, convex, &image_point) &&
        (!c->any || image_point.pixels < c->image_point.pixels)) {
        c->image_point = image_point;
        c->any = true;
    }
    return true;
}

// The bounds of an object as a convex shape, relative to the eye.
static bool bounds_of(const explain_query* s, hit_convex_shape* convex)
{
    const hit_dvec3 eye = s->camera->eye;
    hit_daabb box;

    // Of what has no geometry the bounds are empty.
    if (!hit_scene_bounds(s->scene, s->record->id, &box) || !(box.min.x <= box.max.x))
        return false;
    *convex = (hit_convex_shape){.count = 8};
    for (int i = 0; i < 8; i++) {
        convex->point[i][0] = ((i & 1) != 0 ? box.max.x : box.min.x) - eye.x;
        convex->point[i][1] = ((i & 2) != 0 ? box.max.y : box.min.y) - eye.y;
        convex->point[i][2] = ((i & 4) != 0 ? box.max.z : box.min.z) - eye.z;
    }
    return true;
}

static hit_reason explain_miss(const explain_query* s, hit_explanation* e)
{
    closest c = {.pixel_view = &s->pixel_view};
    hit_reason reason = HIT_REASON_MISSED_BOUNDS;
    hit_convex_shape bounds;

    if (bounds_of(s, &bounds))
        measure(&c, &bounds, 0);
    if (!c.any || !(c.image_point.pixels > 0.0)) {
        reason = HIT_REASON_MISSED_SHAPE;
        c.any = false;
        hit_object_visit_convexes(s->record, s->camera->eye, NULL, measure, &c);
    }
    if (c.any) {
        e->off[0] = c.image_point.off[0];
        e->off[1] = c.image_point.off[1];
    }
    return reason;
}

// ---- What is hit ----------------------------------------------------------------------------------------------------

static bool hits_within(explain_query* s, float t_min, float t_max, hit_sides sides)
{
    hit_dray ray = s->ray;

    HIT_ASSERT(s->record != NULL);
    ray.t_min = t_min;
    ray.t_max = t_max;
    return hit_scene_first_of(s->scene, s->record, ray, sides, &s->hit);
}

static hit_reason check_ray(explain_query* s, hit_explanation* e)
{
    const hit_sides sides = s->filter == NULL ? HIT_SIDES_BOTH : s->filter->sides;
    // A perspective camera's rays begin at the eye, whose depth is negative; what is hit behind it is seen nowhere.
    const float eye = s->camera->orthographic ? -HUGE_VALF : (float)s->camera->near_plane[3];
    hit_reason reason = HIT_REASON_PICKED;

    if (!hits_within(s, eye, HUGE_VALF, HIT_SIDES_BOTH))
        return explain_miss(s, e);
    if (!hits_within(s, s->ray.t_min, s->ray.t_max, HIT_SIDES_BOTH))
        reason = s->hit.t < s->ray.t_min ? HIT_REASON_BEFORE_NEAR : HIT_REASON_AFTER_FAR;
    else if (!hits_within(s, s->ray.t_min, s->ray.t_max, sides))
        reason = HIT_REASON_SIDE;
    else // something else was picked: because it is nearer, or although it is not
        reason = hit_scene_order(s->scene, &s->ray, &s->hit, &s->first) < 0 ? HIT_REASON_OUTRANKED : HIT_REASON_HIDDEN;
    e->t = s->hit.t;
    return reason;
}

// ---- The text -------------------------------------------------------------------------------------------------------
//
// What is the matter, and what can be done about it. Numbers are written by hand, because printf takes its decimal
// point from the locale.

const char* hit_reason_name(hit_reason reason)
{
    static const char* const names[] = {
        "picked", "no camera",     "no object",    "not committed", "disabled",  "layers", "refused", "behind",
        "beyond", "missed bounds", "missed shape", "before near",   "after far", "side",   "hidden",  "outranked"};
    return (unsigned)reason < sizeof names / sizeof *names ? names[reason] : "unknown";
}

typedef struct number {
    char text[40];
} number;

// With up to three decimals, where these mean something.
static number write_number(double v)
{
    number n;
    const double size = fabs(v), thousandths = floor(size * 1000.0 + 0.5);
    const char* sign = v < 0.0 && thousandths > 0.0 ? "-" : "";
    int length;

    if (!(thousandths < 1e15)) {
        snprintf(n.text, sizeof n.text, "%s%s", sign, size < HUGE_VAL ? "1e12 or more" : "infinity");
        return n;
    }
    length = snprintf(n.text, sizeof n.text, "%s%lld.%03d", sign, (long long)thousandths / 1000,
                      (int)((long long)thousandths % 1000));
    while (n.text[length - 1] == '0')
        n.text[--length] = '\0';
    if (n.text[length - 1] == '.')
        n.text[--length] = '\0';
    return n;
}

static void write_reason(hit_explanation* e)
{
    const unsigned long long id = e->id, other = e->other;
    const number t = write_number(e->t), other_t = write_number(e->other_t);
    const number x = write_number(e->off[0]), y = write_number(e->off[1]);
    char* const text = e->text;
    const size_t size = sizeof e->text;

    switch (e->reason) {
    case HIT_REASON_PICKED:
        snprintf(text, size, "Object %llu is picked, at a depth of %s.", id, t.text);
        break;
    case HIT_REASON_NO_CAMERA:
        snprintf(text, size,
                 "There is no camera, or no ray through this point of the screen. Check what hit_camera_from_... "
                 "returned.");
        break;
    case HIT_REASON_NO_OBJECT:
        snprintf(text, size, "The scene has no object %llu: it was removed, or is one of another scene.", id);
        break;
    case HIT_REASON_NOT_COMMITTED:
        snprintf(text, size, "Object %llu was added, and there was no commit since. Call hit_scene_commit.", id);
        break;
    case HIT_REASON_DISABLED:
        snprintf(text, size, "Object %llu is disabled. Enable it with hit_scene_set, and commit.", id);
        break;
    case HIT_REASON_LAYERS:
        snprintf(text, size, "Object %llu is in the layers 0x%x, and the filter counts 0x%x: no bit in common.", id,
                 (unsigned)e->layers, (unsigned)e->filter_layers);
        break;
    case HIT_REASON_REFUSED:
        snprintf(text, size, "The filter's callback refused object %llu.", id);
        break;
    case HIT_REASON_BEHIND:
        snprintf(text, size,
                 "All of object %llu lies behind the near plane. Turn the camera, or move the plane closer.", id);
        break;
    case HIT_REASON_BEYOND:
        snprintf(text, size, "All of object %llu lies beyond the far plane. Move the plane farther away.", id);
        break;
    case HIT_REASON_MISSED_BOUNDS:
        snprintf(text, size,
                 "The ray misses object %llu and the box around it, which is closest (%s, %s) pixels from "
                 "here.",
                 id, x.text, y.text);
        break;
    case HIT_REASON_MISSED_SHAPE:
        snprintf(text, size,
                 "The ray meets the box around object %llu, but misses the object, which is closest (%s, %s) "
                 "pixels from here. hit_pick_near finds what is close.",
                 id, x.text, y.text);
        break;
    case HIT_REASON_BEFORE_NEAR:
        snprintf(text, size, "The ray hits object %llu before the near plane only, at a depth of %s.", id, t.text);
        break;
    case HIT_REASON_AFTER_FAR:
        snprintf(text, size, "The ray hits object %llu after the far plane only, at a depth of %s.", id, t.text);
        break;
    case HIT_REASON_SIDE:
        snprintf(text, size, "The ray hits object %llu at a depth of %s, on a side that the filter does not count.", id,
                 t.text);
        break;
    case HIT_REASON_HIDDEN:
        snprintf(text, size,
                 "Object %llu, at a depth of %s, is hidden by object %llu at %s. Click again to go on to what "
                 "is behind, or filter it out.",
                 id, t.text, other, other_t.text);
        break;
    default:
        snprintf(text, size,
                 "Object %llu, at a depth of %s and with the priority %ld, gives way to object %llu at %s, "
                 "whose priority is %ld.",
                 id, t.text, (long)e->priority, other, other_t.text, (long)e->other_priority);
        break;
    }
}

// Fill the text of an explanation from the rest of it.
static void write_text(hit_explanation* e)
{
    size_t length;

    write_reason(e);
    length = strlen(e->text);
    if (e->stale)
        snprintf(e->text + length, sizeof e->text - length,
                 " It was changed since the last commit, and queries see it as it was. Call hit_scene_commit.");
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static HIT_NOINLINE void explain_object(explain_query* s, hit_explanation* e)
{
    s->record = hit_scene_committed(s->scene, e->id);
    e->stale = s->record != NULL && hit_scene_is_changed(s->scene, e->id);
    if (s->record != NULL) {
        e->layers = s->record->layers;
        e->priority = s->record->priority;
    }
    if (s->any && s->first.id == e->id) {
        e->t = s->first.t;
        return;
    }
    HIT_ASSERT(!s->any || hit_scene_committed(s->scene, s->first.id) != NULL);
    if (s->any) {
        e->other = s->first.id;
        e->other_t = s->first.t;
        e->other_priority = hit_scene_committed(s->scene, s->first.id)->priority;
    }
    if (!hit_dray_is_valid(s->ray) || !hit_pixel_view_make(s->camera, s->x, s->y, &s->pixel_view))
        e->reason = HIT_REASON_NO_CAMERA;
    else
        e->reason = check_object(s, e);
    if (e->reason == HIT_REASON_PICKED)
        e->reason = check_depth(s);
    if (e->reason == HIT_REASON_PICKED)
        e->reason = check_ray(s, e);
}

hit_explanation hit_explain(const hit_scene* scene, const hit_camera* camera, double x, double y,
                            const hit_scene_filter* filter, hit_id id)
{
    hit_explanation e = {.reason = HIT_REASON_PICKED, .id = id, .t = HUGE_VALF, .other_t = HUGE_VALF};
    explain_query s = {.scene = scene, .camera = camera, .filter = filter, .x = x, .y = y};
    hit_fpenv saved;

    e.filter_layers = filter == NULL ? 0 : filter->layers;
    if (camera == NULL || !isfinite(x) || !isfinite(y))
        e.reason = HIT_REASON_NO_CAMERA;
    else if (scene == NULL)
        e.reason = HIT_REASON_NO_OBJECT;
    else {
        s.ray = hit_camera_ray(camera, x, y);
        s.any = hit_pick_first(scene, camera, x, y, filter, &s.first);
        saved = hit_fpenv_enter();
        explain_object(&s, &e);
        hit_fpenv_leave(saved);
    }
    write_text(&e);
    return e;
}
