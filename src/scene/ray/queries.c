// What rays hit in a scene: the queries, and the search that they share.
//
// A ray traverses the trees over the objects in float, in the anchor's space. A ray that starts far from the scene is
// first moved along itself, in double, to a sphere around it; then its origin is rounded. With E the extent (scene.h),
// that moves it by less than 2^-24·4E from the rounding, and less than 2^-51·2^26·E from the move, 2^-22·E together
// with its own roundings; boxes are padded by 2^-20·E. So a ray that meets an object's box, at whatever t, is inside
// the padded box at that t after rounding, and the traversal finds the object, not later than there. Rays from beyond
// 2^26·E, and scenes too large for floats, do without trees: all objects are tested.
//
// scene/ray/object.h decides each object that is found. For the first hit where every object counts, most boxes are not
// looked at: scene/tlas/traverse_kernel.h.
#include "base/assert.h"
#include "base/fpenv.h"
#include "many/boxes.h"
#include "scene/forgotten_commit.h"
#include "scene/ray/search.h"
#include "scene/region/visit.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- The search -----------------------------------------------------------------------------------------------------

typedef hit_search search;
typedef hit_search_visitor search_visitor;
typedef hit_first_so_far first_so_far;

bool hit_scene_counts(const hit_scene* scene, const hit_object_record* record, const hit_scene_filter* filter)
{
    return record->id != HIT_ID_NONE && !record->disabled &&
           (filter == NULL ||
            ((filter->layers == 0 || (record->layers & filter->layers) != 0) &&
             (filter->accept == NULL ||
              filter->accept(filter->accept_context, record->id, scene->committed_user[hit_id_slot(record->id)]))));
}

// The next float after x, as nextafterf has it, but faster.
static float after(float x)
{
    uint32_t bits;

    if (!(fabsf(x) <= FLT_MAX && fabsf(x) >= FLT_MIN))
        return nextafterf(x, HUGE_VALF);
    memcpy(&bits, &x, sizeof bits);
    bits = x > 0.0f ? bits + 1 : bits - 1;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The limit for the ray as it was moved, rounded up.
static float local_limit(const hit_tlas_traversal* w)
{
    return w->t0 == 0.0 ? w->limit : after((float)(w->limit - w->t0));
}

// Nothing after a hit at t, rounded, is of interest any more. Of two hits that floats cannot tell apart, both are
// needed.
static void lower_limit(hit_tlas_traversal* w, float t)
{
    const float last = after(t);
    float limit;

    if (!(last < w->limit))
        return;
    w->limit = last;
    w->visitor.limit_exact = (double)last - w->t0 + 0x1p-50 * (fabs(w->t0) + fabs((double)last));
    limit = hit_bvh_ray_up(&w->visitor.prepared, w->visitor.limit_exact);
    w->visitor.limit = limit < w->visitor.limit ? limit : w->visitor.limit;
    HIT_ASSERT(w->limit <= w->ray->t_max);
}

static bool visit_object(search* s, uint32_t slot)
{
    const hit_object_record* record = &s->traversal.scene->committed[slot];

    HIT_ASSERT(slot < s->traversal.scene->committed_slots && !s->ended);
    if (hit_scene_counts(s->traversal.scene, record, s->filter) && !s->visit(s, record))
        s->ended = true;
    return !s->ended;
}

// The traversal whose visitor this is.
static hit_tlas_traversal* traversal_of(hit_bvh_candidate_visitor* visitor)
{
    return (hit_tlas_traversal*)(void*)((char*)visitor - offsetof(hit_tlas_traversal, visitor));
}

static bool visit_children(hit_bvh_candidate_visitor* visitor, uint32_t index, unsigned children)
{
    search* s = traversal_of(visitor)->search;

    for (uint32_t child = 0; children != 0; children >>= 1, child++)
        if ((children & 1u) && !visit_object(s, hit_tlas_slot(visitor->bvh->nodes[index].ref[child])))
            return false;
    return true;
}

// Keep a hit if it is the first one so far.
static void keep_first(search* s, const hit_object_hit* m)
{
    first_so_far* n = s->context;

    if (!n->found || hit_object_hit_order(&s->traversal.ray_ctx.ray, m, &n->best) < 0) {
        n->found = true;
        n->best = *m;
        lower_limit(&s->traversal, m->t);
    }
}

// ---- The traversal to the first hit ---------------------------------------------------------------------------------

void hit_tlas_resolve_candidates(hit_tlas_traversal* traversal)
{
    const uint32_t count = traversal->candidate_count;

    HIT_ASSERT(count <= HIT_TLAS_CANDIDATES);
    // A test may lower the limit, so that others are not needed any more.
    traversal->candidate_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (traversal->candidate[i].low <= traversal->visitor.limit)
            hit_tlas_test_object(traversal, traversal->candidate[i].ref);
}

// What is in a tree is neither gone nor disabled, and everything counts: the record of an instance need not be read.
void hit_tlas_test_object(hit_tlas_traversal* traversal, uint32_t ref)
{
    search* s = traversal->search;
    const uint32_t slot = hit_tlas_slot(ref);
    hit_object_hit m;

    HIT_ASSERT(s->filter == NULL && slot < traversal->scene->committed_slots);
    if (!(ref & HIT_TLAS_INSTANCE))
        visit_object(s, slot);
    else if (hit_ray_instance(traversal->scene, slot, &traversal->ray_ctx, traversal->limit, s->sides, &m))
        keep_first(s, &m);
}

void hit_tlas_report_hit(hit_tlas_traversal* traversal, uint32_t slot, double t, const hit_bvh_hit* hit,
                         const double plane[3])
{
    hit_object_hit m;

    if (hit_ray_instance_from_hit(traversal->scene, slot, t, hit, plane, &m))
        keep_first(traversal->search, &m);
}

// ---- The traversal to all hits --------------------------------------------------------------------------------------

static void traverse_tree(search* s, const hit_tlas* tlas)
{
    if (tlas->tree == NULL || s->ended)
        return;
    s->traversal.visitor.bvh = tlas->tree;
    // The limit that the other tree has found holds for this one, too.
    s->traversal.local_ray.t_max = local_limit(&s->traversal);
    s->traversal.visitor.limit_exact = s->traversal.local_ray.t_max;
    if (hit_bvh_kernel_in_use()->each_box(&s->traversal.visitor) == HIT_BVH_UNDECIDED) {
        s->traversal.visitor.prepared.shift = 0.0f;
        s->traversal.visitor.limit = HUGE_VALF;
        hit_bvh_each_exact(&s->traversal.visitor, NULL);
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// The ray in the anchor's space, moved to where it may meet the scene. See hit_tlas_setup_ray for the answers.
static hit_tlas_setup_status move_to_scene(hit_tlas_traversal* w)
{
    const hit_scene* scene = w->scene;
    const hit_dray* ray = &w->ray_ctx.ray;
    const double o[3] = {ray->origin.x - scene->anchor.x, ray->origin.y - scene->anchor.y,
                         ray->origin.z - scene->anchor.z};
    const double* d = w->ray_ctx.direction;
    const double extent = scene->extent, xy = larger(fabs(o[0]), fabs(o[1])), away = larger(xy, fabs(o[2]));

    w->t0 = 0.0;
    if (!(extent <= 0x1p60 && away <= 0x1p26 * extent))
        return HIT_TLAS_TOO_FAR;
    w->local_ray.origin = hit_vec3_make((float)o[0], (float)o[1], (float)o[2]);
    if (away > 4.0 * extent) {
        // The sphere around the cube of all boxes has a radius of sqrt(3)·E.
        const double speed2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        const double closest = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) / speed2;
        const double lead = 2.0 * extent / sqrt(speed2);
        double p[3], apart = 0.0;
        if (!(closest + lead >= ray->t_min && closest - lead <= ray->t_max))
            return HIT_TLAS_MISS;
        w->t0 = closest - lead;
        for (int k = 0; k < 3; k++) {
            const double q = o[k] + closest * d[k];
            p[k] = o[k] + w->t0 * d[k];
            apart += q * q;
        }
        if (apart > 3.5 * extent * extent)
            return HIT_TLAS_MISS;
        w->local_ray.origin = hit_vec3_make((float)p[0], (float)p[1], (float)p[2]);
    }
    w->local_ray.direction = ray->direction;
    w->local_ray.t_min = w->t0 == 0.0 ? ray->t_min : -after(-(float)(ray->t_min - w->t0));
    w->local_ray.t_max = local_limit(w);
    return HIT_TLAS_READY;
}

// Whether a ray is valid at a glance: most are.
static bool is_plain(const hit_dray* ray)
{
    const float speed = fabsf(ray->direction.x) + fabsf(ray->direction.y) + fabsf(ray->direction.z);
    return fabs(ray->origin.x) + fabs(ray->origin.y) + fabs(ray->origin.z) <= 0x1p100 && speed >= 0x1p-100f &&
           speed <= 0x1p100f && ray->t_min <= ray->t_max && ray->t_min >= -FLT_MAX && ray->t_min <= FLT_MAX;
}

hit_tlas_setup_status hit_tlas_setup_ray(hit_tlas_traversal* w)
{
    if (!(is_plain(w->ray) || hit_dray_is_valid(*w->ray)) || w->scene->committed_slots == 0)
        return HIT_TLAS_MISS;
    w->ray_ctx = hit_ray_context_make(*w->ray);
    w->limit = w->ray->t_max;
    w->visitor.ray = &w->local_ray;
    return move_to_scene(w);
}

// Visit every object that the ray may hit.
static void find(search* s)
{
    const hit_scene* scene = s->traversal.scene;
    const hit_tlas_setup_status setup = hit_tlas_setup_ray(&s->traversal);

    HIT_ASSERT(s->traversal.search == s && s->visit != NULL);
    s->traversal.visitor.take = visit_children;
    if (setup == HIT_TLAS_READY) {
        traverse_tree(s, &scene->primary);
        traverse_tree(s, &scene->secondary);
    } else if (setup == HIT_TLAS_TOO_FAR) {
        memset(&s->traversal.visitor.prepared, 0, sizeof s->traversal.visitor.prepared);
        s->traversal.visitor.limit = HUGE_VALF;
        for (uint32_t slot = 0; slot < scene->committed_slots && !s->ended; slot++)
            visit_object(s, slot);
    }
}

// What a search begins with; the ray must stay where it is.
static void begin(search* s, const hit_scene* scene, const hit_dray* ray, const hit_scene_filter* filter)
{
    hit_scene_warn_now(scene);
    s->traversal.search = s;
    s->traversal.scene = scene;
    s->traversal.ray = ray;
    s->filter = filter;
    s->sides = filter == NULL ? HIT_SIDES_BOTH : filter->sides;
    s->ended = false;
}

// ---- The first hit --------------------------------------------------------------------------------------------------

static bool visit_first(search* s, const hit_object_record* record)
{
    hit_object_hit m;

    if (hit_ray_object(s->traversal.scene, record, &s->traversal.ray_ctx, s->traversal.limit, s->sides, &m))
        keep_first(s, &m);
    return true;
}

bool hit_filter_accepts_all(const hit_scene_filter* filter)
{
    return filter == NULL || (filter->layers == 0 && filter->accept == NULL && filter->sides == HIT_SIDES_BOTH);
}

void hit_search_setup(search* s, const hit_scene* scene, const hit_dray* ray, first_so_far* n)
{
    begin(s, scene, ray, NULL);
    s->visit = visit_first;
    s->context = n;
    n->found = false;
}

bool hit_search_finish(search* s, hit_scene_hit* hit)
{
    const first_so_far* n = s->context;
    const hit_tlas_traversal* w = &s->traversal;

    // Mostly one axis-aligned box is left: then nothing has to be compared.
    if (!n->found && w->resolved) {
        if (hit != NULL)
            hit_ray_axis_aligned_describe(&w->scene->committed[w->slot], &w->ray_ctx.ray, w->t, w->face, hit);
        return true;
    }
    hit_tlas_resolve_candidates(&s->traversal);
    if (n->found && hit != NULL)
        hit_object_hit_describe(w->scene, &w->ray_ctx.ray, &n->best, hit);
    return n->found;
}

// The first hit where not every object counts, or the kernel could not traverse the trees.
static bool find_first(search* s, hit_scene_hit* hit)
{
    const first_so_far* n = s->context;

    find(s);
    if (n->found && hit != NULL)
        hit_object_hit_describe(s->traversal.scene, &s->traversal.ray_ctx.ray, &n->best, hit);
    return n->found;
}

static HIT_NOINLINE bool first(const hit_scene* scene, const hit_dray* ray, const hit_scene_filter* filter,
                               hit_scene_hit* hit)
{
    static hit_tlas_first* const kernels[] = HIT_MANY_LEVELS(hit_tlas_first);
    search s;
    first_so_far n;

    hit_search_setup(&s, scene, ray, &n);
    if (hit_filter_accepts_all(filter) && kernels[hit_cpu_now()](&s.traversal) != HIT_BVH_UNDECIDED)
        return hit_search_finish(&s, hit);
    begin(&s, scene, ray, filter);
    return find_first(&s, hit);
}

bool hit_scene_first(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter, hit_scene_hit* hit)
{
    hit_fpenv saved;
    bool found;

    if (scene == NULL)
        return false;
    saved = hit_fpenv_enter();
    found = first(scene, &ray, filter, hit);
    hit_fpenv_leave(saved);
    return found;
}

// ---- Any hit --------------------------------------------------------------------------------------------------------

static bool visit_any(search* s, const hit_object_record* record)
{
    return !hit_ray_object_any(s->traversal.scene, record, &s->traversal.ray_ctx, s->sides);
}

static HIT_NOINLINE void find_any(search* s)
{
    s->visit = visit_any;
    find(s);
}

bool hit_scene_any(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter)
{
    search s;
    hit_fpenv saved;

    if (scene == NULL)
        return false;
    begin(&s, scene, &ray, filter);
    saved = hit_fpenv_enter();
    find_any(&s);
    hit_fpenv_leave(saved);
    return s.ended;
}

// ---- All hits -------------------------------------------------------------------------------------------------------

// The first hits in the caller's array, in order. `limited`: those beyond its capacity do not matter.
typedef struct list {
    hit_scene_hit* hits;
    uint32_t capacity;
    bool limited;
    uint32_t count; ///< of all
} list;

// A hit that was described, as the order needs it.
static hit_object_hit object_hit_of(const hit_scene* scene, const hit_scene_hit* hit)
{
    return (hit_object_hit){
        .record = hit_scene_committed(scene, hit->id), .t = hit->t, .t_double = hit->t_double, .face = hit->face};
}

int hit_scene_order(const hit_scene* scene, const hit_dray* ray, const hit_scene_hit* first,
                    const hit_scene_hit* second)
{
    const hit_object_hit a = object_hit_of(scene, first), b = object_hit_of(scene, second);
    HIT_ASSERT(a.record != NULL && b.record != NULL);
    return hit_object_hit_order(ray, &a, &b);
}

static bool comes_before(const search* s, const hit_object_hit* m, const hit_scene_hit* hit)
{
    const hit_object_hit other = object_hit_of(s->traversal.scene, hit);
    return hit_object_hit_order(&s->traversal.ray_ctx.ray, m, &other) < 0;
}

static bool visit_all(search* s, const hit_object_record* record)
{
    list* l = s->context;
    const uint32_t kept = l->count < l->capacity ? l->count : l->capacity;
    uint32_t at = kept;
    hit_object_hit m;

    if (!hit_ray_object(s->traversal.scene, record, &s->traversal.ray_ctx, s->traversal.limit, s->sides, &m))
        return true;
    l->count++;
    while (at > 0 && comes_before(s, &m, &l->hits[at - 1]))
        at--;
    if (at < l->capacity) {
        const uint32_t last = kept < l->capacity ? kept : kept - 1;
        HIT_ASSERT(at <= last && last < l->capacity);
        memmove(l->hits + at + 1, l->hits + at, (last - at) * sizeof *l->hits);
        hit_object_hit_describe(s->traversal.scene, &s->traversal.ray_ctx.ray, &m, &l->hits[at]);
    }
    if (l->limited && l->count >= l->capacity)
        lower_limit(&s->traversal, l->hits[l->capacity - 1].t);
    return true;
}

static HIT_NOINLINE void find_all(search* s, list* l)
{
    s->visit = visit_all;
    s->context = l;
    find(s);
}

static uint32_t all(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter, list* l)
{
    search s;
    hit_fpenv saved;

    if (scene == NULL)
        return 0;
    begin(&s, scene, &ray, filter);
    saved = hit_fpenv_enter();
    find_all(&s, l);
    hit_fpenv_leave(saved);
    return l->count;
}

uint32_t hit_scene_all(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter, hit_scene_hit* hits,
                       uint32_t capacity)
{
    list l = {hits, hits == NULL ? 0 : capacity, false, 0};
    return all(scene, ray, filter, &l);
}

uint32_t hit_scene_first_k(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter, hit_scene_hit* hits,
                           uint32_t k)
{
    list l = {hits, k, true, 0};
    uint32_t count;

    if (hits == NULL || k == 0)
        return 0;
    count = all(scene, ray, filter, &l);
    return count < k ? count : k;
}

uint32_t hit_scene_count(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter)
{
    return hit_scene_all(scene, ray, filter, NULL, 0);
}

// ---- For picking ----------------------------------------------------------------------------------------------------

typedef struct visit {
    hit_scene_hit_visitor* visitor;
    void* context;
} visit;

static bool visit_hit(search* s, const hit_object_record* record)
{
    const visit* v = s->context;
    hit_scene_hit hit;
    hit_object_hit m;

    if (!hit_ray_object(s->traversal.scene, record, &s->traversal.ray_ctx, s->traversal.limit, s->sides, &m))
        return true;
    hit_object_hit_describe(s->traversal.scene, &s->traversal.ray_ctx.ray, &m, &hit);
    return v->visitor(v->context, record, &hit);
}

void hit_scene_visit_hits(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter,
                          hit_scene_hit_visitor* visitor, void* context)
{
    visit v = {visitor, context};
    search s;

    begin(&s, scene, &ray, filter);
    s.visit = visit_hit;
    s.context = &v;
    find(&s);
}

bool hit_scene_first_of(const hit_scene* scene, const hit_object_record* record, hit_dray ray, hit_sides sides,
                        hit_scene_hit* hit)
{
    const hit_ray_context ray_ctx = hit_ray_context_make(ray);
    hit_object_hit m;

    if (!hit_dray_is_valid(ray) || !hit_ray_object(scene, record, &ray_ctx, ray.t_max, sides, &m))
        return false;
    hit_object_hit_describe(scene, &ray_ctx.ray, &m, hit);
    return true;
}
