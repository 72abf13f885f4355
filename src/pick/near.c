// Objects within some pixels of a point of the screen.
//
// A square of the screen about the point, as a frustum, finds the objects whose bounds come near; of these, the bodies in
// that frustum (of a mesh, its triangles there) are measured on the screen by image.c. What the ray through the point
// hits is inside: the same answer as that of a click. Lines and points without a radius, which no ray hits, are inside
// within half a pixel: as far as a line that is drawn one pixel wide reaches.
//
// The best ones are kept in the caller's array as they come.
#include "pick/best.h"
#include "pick/image.h"

#include "base/fpenv.h"
#include "scene/region/visit.h"

#include <hitscan/pick.h>

_Static_assert(sizeof(hit_pick_near_hit) <= HIT_BEST_SIZE, "an object does not fit");

// Half the width of a line that is drawn as thin as can be.
#define THIN 0.5

typedef struct search {
    const hit_scene* scene;
    hit_aim aim;
    hit_dray ray;
    hit_dvec3 eye;
    double radius;
    hit_sides sides;
    hit_sieve square;
    hit_best best;
} search;

// The closest body of an object.
typedef struct closest {
    const hit_aim* aim;
    double thin; ///< what is within so many pixels is at none
    bool any;
    hit_image_spot spot;
    uint32_t primitive;
} closest;

static bool measure(void* context, const hit_body* body, uint32_t primitive)
{
    closest* c = context;
    hit_image_spot spot;

    if (!hit_image_closest(c->aim, body, &spot))
        return true;
    if (spot.pixels <= c->thin)
        spot.pixels = 0.0;
    if (!c->any || spot.pixels < c->spot.pixels ||
        (spot.pixels == c->spot.pixels &&
         (spot.depth < c->spot.depth || (spot.depth == c->spot.depth && primitive < c->primitive)))) {
        c->any = true;
        c->spot = spot;
        c->primitive = primitive;
    }
    return true;
}

static bool is_thin(const hit_record* record)
{
    return (record->kind == HIT_OBJECT_POLYLINE || record->kind == HIT_OBJECT_POINTS) &&
           !(record->shape.points->radius > 0.0f);
}

static bool consider(void* context, const hit_record* record, hit_cull bounds)
{
    search* s = context;
    hit_pick_near_hit found = {.id = record->id, .priority = record->priority};
    hit_scene_hit hit;

    (void)bounds;
    if (hit_scene_first_of(s->scene, record, s->ray, s->sides, &hit)) {
        found.inside = true;
        found.depth = hit.fine;
        found.point = hit.point;
        found.primitive = hit.primitive;
    } else {
        closest c = {.aim = &s->aim, .thin = is_thin(record) ? THIN : 0.0};
        hit_record_bodies(record, s->eye, &s->square, measure, &c);
        if (!c.any || !(c.spot.pixels <= s->radius))
            return true;
        found.inside = c.thin > 0.0 && c.spot.pixels == 0.0;
        found.pixels = c.spot.pixels;
        found.depth = c.spot.depth;
        found.point =
            hit_dvec3_make(s->eye.x + c.spot.point[0], s->eye.y + c.spot.point[1], s->eye.z + c.spot.point[2]);
        found.primitive = c.primitive;
    }
    hit_best_offer(&s->best, &found);
    return true;
}

static int order(const void* context, const void* a, const void* b)
{
    const hit_pick_near_hit *first = a, *second = b;

    (void)context;
    if (first->priority != second->priority)
        return first->priority > second->priority ? -1 : 1;
    if (first->inside != second->inside)
        return first->inside ? -1 : 1;
    if (first->pixels != second->pixels)
        return first->pixels < second->pixels ? -1 : 1;
    if (first->depth != second->depth)
        return first->depth < second->depth ? -1 : 1;
    return first->id < second->id ? -1 : first->id > second->id;
}

static HIT_NOINLINE void find(search* s, const hit_camera* camera, double x, double y, const hit_scene_filter* filter)
{
    if (!hit_aim_make(camera, x, y, &s->aim))
        return;
    s->eye = camera->eye;
    s->sides = filter == NULL ? HIT_SIDES_BOTH : filter->sides;
    s->square = (hit_sieve){.at = camera->eye, .context = &s->square, .box = hit_sieve_planes};
    // A little more than needed, against roundings.
    hit_aim_square(&s->aim, fmax(s->radius, THIN) * (1.0 + 0x1p-20), &s->square);
    hit_scene_visit(s->scene, &s->square, filter, consider, s);
    hit_best_sort(&s->best);
}

uint32_t hit_pick_near(const hit_scene* scene, const hit_camera* camera, double x, double y, double radius,
                       const hit_scene_filter* filter, hit_pick_near_hit* found, uint32_t capacity)
{
    search s = {.scene = scene, .ray = hit_camera_ray(camera, x, y), .radius = radius};
    hit_fpenv saved;

    if (scene == NULL || !hit_dray_is_valid(s.ray) || !(radius >= 0.0) || !isfinite(radius))
        return 0;
    s.best = (hit_best){
        .items = found, .size = sizeof(hit_pick_near_hit), .capacity = found == NULL ? 0 : capacity, .order = order};
    saved = hit_fpenv_enter();
    find(&s, camera, x, y, filter);
    hit_fpenv_leave(saved);
    return s.best.total;
}
