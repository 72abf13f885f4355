// Traversals of the objects of a scene by region: see scene/region/visit.h.
//
// Where a region lies within half-spaces, the eight boxes of a node are compared with these at once
// (bvh/query/volume.h), in the anchor's space; else one by one, by the region itself. What passes is tested object by
// object.
#include "scene/region/visit.h"

#include "base/assert.h"
#include "base/prefetch.h"
#include "bvh/query/volume.h"
#include "bvh/traverse/traverse.h"
#include "cone/many.h"
#include "many/kernel.h"
#include "scene/id_list.h"
#include "scene/scene.h"
#include "shapes/outward.h"
#include "scene/forgotten_commit.h"

#include <float.h>
#include <math.h>
#include <string.h>

// On the stack: all of this node is inside.
#define INSIDE_FLAG HIT_BVH_LEAF

// ---- Half-spaces in the anchor's space ------------------------------------------------------------------------------

static float clamped(double x, float (*rounded)(double))
{
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : rounded(x);
}

// As in bvh/query/volume_shapes.c: normals of a size in [1/8, 1/4), limits that are moved by four times the error of a
// corner. The normals are rounded here, by 2^-24 of them, which that covers.
static void planes_make(const hit_cull_region* cull_region, hit_dvec3 anchor, double extent, hit_volume_culler* out)
{
    const double from[3] = {anchor.x - cull_region->at.x, anchor.y - cull_region->at.y, anchor.z - cull_region->at.z};
    hit_volume_planes* planes = &out->u.planes;

    HIT_ASSERT(cull_region->plane_count <= 6);
    out->kind = HIT_VOLUME_FRUSTUM;
    for (uint32_t i = 0; i < 6; i++) {
        static const double everywhere[4] = {0.0, 0.0, 0.0, 0.0};
        const double* p = i < cull_region->plane_count ? cull_region->plane[i] : everywhere;
        const double largest = fmax(fabs(p[0]), fmax(fabs(p[1]), fabs(p[2])));
        const double scale = largest > 0.0 ? ldexp(1.0, -3 - ilogb(largest)) : 1.0;
        double d = -p[3], size = fabs(p[3]), sum = 0.0, margin;
        if (!(largest > 0.0))
            d = p[3] < 0.0 ? HUGE_VAL : -HUGE_VAL;
        for (int k = 0; k < 3; k++) {
            d -= p[k] * from[k];
            size += fabs(p[k] * from[k]);
            sum += fabs(p[k]);
            planes->normal[i][k] = (float)(scale * p[k]);
            planes->high[i][k] = p[k] > 0.0;
        }
        margin = largest > 0.0 ? scale * (0x1p-20 * sum * extent + 0x1p-48 * size) + 0x1p-140 : 0.0;
        planes->outside[i] = clamped(scale * d - margin, round_down);
        planes->inside[i] = clamped(scale * d + margin, round_up);
    }
}

// ---- The traversal --------------------------------------------------------------------------------------------------

typedef struct traversal traversal;

// Objects that must be tested wait here until their records, which lie anywhere in memory, are prefetched.
enum { WAITING = 16 };

typedef struct queue {
    uint32_t slot[WAITING];
    hit_id id[WAITING];
    uint32_t begin, count;
} queue;

// Called with an object that is enabled and whose bounds are not outside; false ends the traversal.
typedef bool visitor_fn(const traversal* w, uint32_t slot, hit_id id, hit_cull bounds);

struct traversal {
    const hit_scene* scene;
    const hit_cull_region* cull_region;
    const hit_scene_filter* filter;
    visitor_fn* visit;
    void* context;
    hit_id_list* list;        ///< when not NULL, where ids of objects inside the region go without a visit
    double from[3];           ///< the anchor, from the place of the region
    hit_volume_culler planes; ///< when the region has some
};

static void cull_children(const traversal* w, const hit_bvh_node* node, unsigned* touching, unsigned* inside)
{
    *touching = *inside = 0;
    for (uint32_t child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
        double low[3], high[3];
        hit_cull cull;
        if (!(node->plane[0][child] <= node->plane[1][child]))
            continue;
        for (int k = 0; k < 3; k++) {
            const double slack = 0x1p-50 * fabs(w->from[k]);
            low[k] = w->from[k] + node->plane[2 * k][child] - slack;
            high[k] = w->from[k] + node->plane[2 * k + 1][child] + slack;
        }
        cull = w->cull_region->box(w->cull_region->context, low, high);
        *touching |= (unsigned)(cull != HIT_OUTSIDE) << child;
        *inside |= (unsigned)(cull == HIT_INSIDE) << child;
    }
}

static unsigned used_children(const hit_bvh_node* node)
{
    unsigned used = 0;
    for (unsigned child = 0; child < HIT_BVH_WIDTH; child++)
        used |= (unsigned)(node->ref[child] != HIT_BVH_NO_REF && node->plane[0][child] <= node->plane[1][child])
                << child;
    return used;
}

// Visit the object that has waited longest.
static bool visit_waiting(const traversal* w, queue* q)
{
    HIT_ASSERT(q->count > 0 && q->count <= WAITING);
    const uint32_t at = q->begin;
    q->begin = (at + 1) % WAITING;
    q->count--;
    return w->visit(w, q->slot[at], q->id[at], HIT_CROSSING);
}

static bool enqueue(const traversal* w, queue* q, uint32_t slot, hit_id id)
{
    const bool go_on = q->count < WAITING || visit_waiting(w, q);
    const uint32_t at = (q->begin + q->count++) % WAITING;

    hit_prefetch(&w->scene->committed[slot], sizeof(hit_object_record));
    q->slot[at] = slot;
    q->id[at] = id;
    return go_on;
}

static bool traverse_tree(const traversal* w, const hit_tlas* tlas)
{
    hit_volume_cull_node* const cull_node =
        w->cull_region->plane_count > 0 ? hit_volume_kernels[hit_cpu_in_use()]->cull_node : NULL;
    uint32_t stack[HIT_BVH_STACK_SIZE], size = 0;
    queue waiting = {.begin = 0};

    if (tlas->tree == NULL)
        return true;
    stack[size++] = 0;
    while (size > 0) {
        const uint32_t entry = stack[--size];
        const hit_bvh_node* node = tlas->tree->nodes + (entry & ~INSIDE_FLAG);
        unsigned touching, inside;
        if (entry & INSIDE_FLAG) {
            touching = inside = used_children(node);
        } else if (cull_node != NULL) {
            cull_node(&w->planes, node->plane, &touching, &inside);
            inside = w->cull_region->planes_are_all ? inside : 0;
        } else {
            cull_children(w, node, &touching, &inside);
        }
        for (; touching != 0; touching &= touching - 1) {
            const unsigned child = hit_many_lowest_bit(touching);
            const uint32_t ref = node->ref[child];
            const bool within = (inside >> child & 1u) != 0;
            if (!(ref & HIT_BVH_LEAF)) {
                HIT_ASSERT(size < HIT_BVH_STACK_SIZE && ref < tlas->tree->header->nodes.count);
                hit_prefetch(&tlas->tree->nodes[ref], sizeof(hit_bvh_node));
                stack[size++] = within ? ref | INSIDE_FLAG : ref;
                continue;
            }
            const uint32_t slot = hit_tlas_slot(ref);
            const hit_id id = hit_id_make(slot, node->generation[child]);
            HIT_ASSERT(slot < w->scene->committed_slots && w->scene->committed[slot].id == id);
            if (within && w->list != NULL)
                hit_id_list_put(w->list, id);
            else if (!(within ? w->visit(w, slot, id, HIT_INSIDE) : enqueue(w, &waiting, slot, id)))
                return false;
        }
    }
    while (waiting.count > 0)
        if (!visit_waiting(w, &waiting))
            return false;
    return true;
}

static void traverse_scene(traversal* w)
{
    const hit_scene* scene = w->scene;
    const hit_cull_region* cull_region = w->cull_region;

    hit_scene_warn_now(scene);
    // Without a region, or in a scene that is too large for floats, all are visited.
    if (cull_region == NULL || !(scene->extent <= 0x1p60)) {
        for (uint32_t slot = 0; slot < scene->committed_slots; slot++)
            if (scene->committed[slot].id != HIT_ID_NONE && !scene->committed[slot].disabled &&
                !w->visit(w, slot, scene->committed[slot].id, HIT_CROSSING))
                return;
        return;
    }
    w->from[0] = scene->anchor.x - cull_region->at.x;
    w->from[1] = scene->anchor.y - cull_region->at.y;
    w->from[2] = scene->anchor.z - cull_region->at.z;
    if (cull_region->plane_count > 0)
        planes_make(cull_region, scene->anchor, scene->extent, &w->planes);
    if (traverse_tree(w, &scene->primary))
        traverse_tree(w, &scene->secondary);
}

// Whether the filter accepts an object. Its record is read only where that is needed: it is large, and not in the
// cache.
static bool counts(const traversal* w, uint32_t slot, hit_id id)
{
    const hit_scene_filter* f = w->filter;
    const hit_object_record* record = &w->scene->committed[slot];
    return f == NULL || ((f->layers == 0 || (record->layers & f->layers) != 0) &&
                         (f->accept == NULL || f->accept(f->accept_context, id, w->scene->committed_user[slot])));
}

typedef struct visit {
    hit_object_visitor* visitor;
    void* context;
} visit;

static bool visit_one(const traversal* w, uint32_t slot, hit_id id, hit_cull bounds)
{
    const visit* v = w->context;
    return !counts(w, slot, id) || v->visitor(v->context, &w->scene->committed[slot], bounds);
}

void hit_scene_visit(const hit_scene* scene, const hit_cull_region* cull_region, const hit_scene_filter* filter,
                     hit_object_visitor* visitor, void* context)
{
    visit v = {visitor, context};
    traversal w = {.scene = scene, .cull_region = cull_region, .filter = filter, .visit = visit_one, .context = &v};
    traverse_scene(&w);
}

// ---- Region queries -------------------------------------------------------------------------------------------------

typedef struct region_query {
    hit_include include;
    hit_id_list list;
} region_query;

static bool query_one(const traversal* w, uint32_t slot, hit_id id, hit_cull bounds)
{
    region_query* g = w->context;

    if (!counts(w, slot, id))
        return true;
    // What is inside touches. What is empty has no bounds either, and is not found.
    if (bounds != HIT_INSIDE) {
        const hit_cull cull = hit_object_relation(&w->scene->committed[slot], w->cull_region, g->include);
        if (cull == HIT_OUTSIDE || (g->include == HIT_INCLUDE_INSIDE && cull != HIT_INSIDE))
            return true;
    }
    hit_id_list_put(&g->list, id);
    return true;
}

uint32_t hit_scene_query_region(const hit_scene* scene, const hit_cull_region* cull_region, hit_include include,
                                const hit_scene_filter* filter, hit_id* ids, uint32_t capacity)
{
    region_query g = {include, hit_id_list_make(ids, capacity)};
    traversal w = {.scene = scene, .cull_region = cull_region, .filter = filter, .visit = query_one, .context = &g};

    // Without a filter, all objects count.
    w.list = filter == NULL ? &g.list : NULL;
    traverse_scene(&w);
    hit_id_list_finish(&g.list);
    return g.list.count;
}

const hit_object_record* hit_scene_committed(const hit_scene* scene, hit_id id)
{
    const uint32_t slot = hit_id_slot(id);
    return scene != NULL && id != HIT_ID_NONE && slot < scene->committed_slots && scene->committed[slot].id == id
               ? &scene->committed[slot]
               : NULL;
}
