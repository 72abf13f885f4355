// Objects within some pixels of a point of the screen.
//
// A square of the screen about the point, as a frustum, finds the objects whose bounds come near. Of these, image.c
// measures the convex shapes in that frustum (of a mesh, its triangles there) on the screen. What the ray through the
// point hits is inside: the same answer as that of a click. Lines and points without a radius, which no ray hits, are
// inside within half a pixel: half the width of the thinnest line that is drawn.
//
// The best ones are a heap in the caller's array, the last one on top, which is sorted in the end.
#include "pick/image.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "scene/region/visit.h"

#include <hitscan/pick.h>

// Half the width of a line that is drawn as thin as can be.
#define THIN 0.5

typedef struct search {
    const hit_scene* scene;
    hit_pixel_view pixel_view;
    hit_dray ray;
    hit_dvec3 eye;
    double radius;
    hit_sides sides;
    hit_cull_region square;
    hit_pick_near_hit* found; ///< room for `capacity`
    uint32_t capacity, kept;
    uint32_t total;
} search;

static bool comes_before(const hit_pick_near_hit* first, const hit_pick_near_hit* second)
{
    if (first->priority != second->priority)
        return first->priority > second->priority;
    if (first->inside != second->inside)
        return first->inside;
    if (first->pixels != second->pixels)
        return first->pixels < second->pixels;
    if (first->depth != second->depth)
        return first->depth < second->depth;
    return first->id < second->id;
}

// The last one is on top.
#define HIT_HEAP hit_pick_near_hit
#define HIT_HEAP_ITEM hit_pick_near_hit
#define HIT_HEAP_GET(heap, i) ((heap)[i])
#define HIT_HEAP_SET(heap, i, x) ((heap)[i] = (x))
#define HIT_HEAP_BELOW(heap, a, b) comes_before(a, b)
#include "base/heap.h"

static void keep(search* s, const hit_pick_near_hit* item)
{
    HIT_ASSERT(s->kept <= s->capacity);
    s->total++;
    if (s->kept < s->capacity)
        heap_sift_up(s->found, s->kept++, *item);
    else if (s->kept > 0 && comes_before(item, &s->found[0]))
        heap_sift_down(s->found, s->kept, 0, *item);
}

// The closest convex shape of an object.
typedef struct closest {
    const hit_pixel_view* pixel_view;
    double thin; ///< what is within so many pixels is at none
    bool any;
    hit_image_point image_point;
    uint32_t primitive;
} closest;

static bool measure(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    closest* c = context;
    hit_image_point image_point;

    if (!hit_image_closest(c->pixel_view, convex, &image_point))
        return true;
    if (image_point.pixels <= c->thin)
        image_point.pixels = 0.0;
    if (!c->any || image_point.pixels < c->image_point.pixels ||
        (image_point.pixels == c->image_point.pixels &&
         (image_point.depth < c->image_point.depth ||
          (image_point.depth == c->image_point.depth && primitive < c->primitive)))) {
        c->any = true;
        c->image_point = image_point;
        c->primitive = primitive;
    }
    return true;
}

static bool is_thin(const hit_object_record* record)
{
    return (record->kind == HIT_OBJECT_POLYLINE || record->kind == HIT_OBJECT_POINTS) &&
           !(record->shape.points->radius > 0.0f);
}

static bool consider(void* context, const hit_object_record* record, hit_cull bounds)
{
    search* s = context;
    hit_pick_near_hit candidate = {.id = record->id, .priority = record->priority};
    hit_scene_hit hit;

    (void)bounds;
    if (hit_scene_first_of(s->scene, record, s->ray, s->sides, &hit)) {
        candidate.inside = true;
        candidate.depth = hit.t_double;
        candidate.point = hit.point;
        candidate.primitive = hit.primitive;
    } else {
        closest c = {.pixel_view = &s->pixel_view, .thin = is_thin(record) ? THIN : 0.0};
        hit_object_visit_convexes(record, s->eye, &s->square, measure, &c);
        if (!c.any || !(c.image_point.pixels <= s->radius))
            return true;
        candidate.inside = c.thin > 0.0 && c.image_point.pixels == 0.0;
        candidate.pixels = c.image_point.pixels;
        candidate.depth = c.image_point.depth;
        candidate.point = hit_dvec3_make(s->eye.x + c.image_point.point[0], s->eye.y + c.image_point.point[1],
                                         s->eye.z + c.image_point.point[2]);
        candidate.primitive = c.primitive;
    }
    keep(s, &candidate);
    return true;
}

static HIT_NOINLINE void find(search* s, const hit_camera* camera, double x, double y, const hit_scene_filter* filter)
{
    if (!hit_pixel_view_make(camera, x, y, &s->pixel_view))
        return;
    s->eye = camera->eye;
    s->sides = filter == NULL ? HIT_SIDES_BOTH : filter->sides;
    s->square = (hit_cull_region){.at = camera->eye, .context = &s->square, .box = hit_cull_by_planes};
    // A little more than needed, against roundings.
    hit_pixel_view_square(&s->pixel_view, fmax(s->radius, THIN) * (1.0 + 0x1p-20), &s->square);
    hit_scene_visit(s->scene, &s->square, filter, consider, s);
    heap_sort(s->found, s->kept);
}

uint32_t hit_pick_near(const hit_scene* scene, const hit_camera* camera, double x, double y, double radius,
                       const hit_scene_filter* filter, hit_pick_near_hit* found, uint32_t capacity)
{
    search s = {.scene = scene, .ray = hit_camera_ray(camera, x, y), .radius = radius};
    hit_fpenv saved;

    if (scene == NULL || !hit_dray_is_valid(s.ray) || !(radius >= 0.0) || !isfinite(radius))
        return 0;
    s.found = found;
    s.capacity = found == NULL ? 0 : capacity;
    saved = hit_fpenv_enter();
    find(&s, camera, x, y, filter);
    hit_fpenv_leave(saved);
    return s.total;
}
