// What rays hit in a scene.
//
// The trees over the objects are walked with a ray of floats in the anchor's space. A ray that starts far from the scene
// is first moved along itself, in double, to a sphere around it; then its origin is rounded. With E the extent (scene.h),
// that moves it by less than 2^-24·4E from the rounding, and less than 2^-51·2^26·E from the move, 2^-22·E together
// with its own roundings; boxes are padded by 2^-20·E. So a ray that meets an object's box, at whatever t, is inside the
// padded box at that t after rounding, and the walk finds the object, not later than there. Rays from beyond 2^26·E,
// and scenes too large for floats, do without trees.
//
// Each object that is found is decided by scene/ray/object.h. For the first hit of a query that everything counts for, most
// boxes are not looked at: scene/tlas/traverse_kernel.h.
#include "base/fpenv.h"
#include "many/boxes.h"
#include "scene/region/visit.h"
#include "scene/ray/aligned_box.h"
#include "scene/ray/search.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- The walk -------------------------------------------------------------------------------------------------------

typedef hit_search search;
typedef hit_search_taker taker;
typedef hit_nearest nearest;

bool hit_scene_counts(const hit_scene* scene, const hit_record* record, const hit_scene_filter* filter)
{
    return record->id != HIT_ID_NONE && !record->disabled &&
           (filter == NULL || ((filter->layers == 0 || (record->layers & filter->layers) != 0) &&
                               (filter->accept == NULL || filter->accept(filter->context, record->id,
                                                                         scene->seen_user[hit_id_slot(record->id)]))));
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

// The limit for the ray that was moved, not below what it is.
static float moved_limit(const hit_top_walk* w)
{
    return w->t0 == 0.0 ? w->limit : after((float)(w->limit - w->t0));
}

// Nothing after a hit at t, rounded, is of interest any more. Of two that floats cannot tell apart, both are needed.
static void lower_limit(hit_top_walk* w, float t)
{
    const float last = after(t);
    float limit;

    if (!(last < w->limit))
        return;
    w->limit = last;
    w->sink.limit_exact = (double)last - w->t0 + 0x1p-50 * (fabs(w->t0) + fabs((double)last));
    limit = hit_bvh_ray_up(&w->sink.prepared, w->sink.limit_exact);
    w->sink.limit = limit < w->sink.limit ? limit : w->sink.limit;
}

static bool take_object(search* s, uint32_t slot)
{
    const hit_record* record = &s->walk.scene->seen[slot];
    if (hit_scene_counts(s->walk.scene, record, s->filter) && !s->take(s, record))
        s->ended = true;
    return !s->ended;
}

static bool take_lanes(hit_bvh_sink* sink, uint32_t index, unsigned lanes)
{
    search* s = (search*)sink;
    for (uint32_t lane = 0; lanes != 0; lanes >>= 1, lane++)
        if ((lanes & 1u) && !take_object(s, hit_top_slot(sink->bvh->nodes[index].ref[lane])))
            return false;
    return true;
}

// Keep a hit if it is the first one so far.
static void keep_nearer(search* s, const hit_meeting* m)
{
    nearest* n = s->context;

    if (!n->found || hit_meeting_order(&s->walk.seeker.ray, m, &n->best) < 0) {
        n->found = true;
        n->best = *m;
        lower_limit(&s->walk, m->t);
    }
}

// ---- The walk to the first hit ---------------------------------------------------------------------------------------

void hit_top_settle(hit_top_walk* walk)
{
    const uint32_t count = walk->candidates;

    // Whoever decides may lower the limit, so that others are not needed any more.
    walk->candidates = 0;
    for (uint32_t i = 0; i < count; i++)
        if (walk->candidate[i].low <= walk->sink.limit)
            hit_top_decide(walk, walk->candidate[i].ref);
}

// What is in a tree is neither gone nor disabled, and everything counts: no need to look at the record of an instance.
void hit_top_decide(hit_top_walk* walk, uint32_t ref)
{
    search* s = (search*)walk;
    const uint32_t slot = hit_top_slot(ref);
    hit_meeting m;

    if (!(ref & HIT_TOP_INSTANCE))
        take_object(s, slot);
    else if (hit_ray_instance(walk->scene, slot, &walk->seeker, walk->limit, s->sides, &m))
        keep_nearer(s, &m);
}

void hit_top_found(hit_top_walk* walk, uint32_t slot, double t, const hit_bvh_hit* hit, const double plane[3])
{
    hit_meeting m;

    if (hit_ray_entered(walk->scene, slot, t, hit, plane, &m))
        keep_nearer((search*)walk, &m);
}

// ---- The walk to all hits --------------------------------------------------------------------------------------------

static void walk_tree(search* s, const hit_top* top)
{
    if (top->tree == NULL || s->ended)
        return;
    s->walk.sink.bvh = top->tree;
    // What the other tree has found limits this one, too.
    s->walk.close.t_max = moved_limit(&s->walk);
    s->walk.sink.limit_exact = s->walk.close.t_max;
    if (hit_bvh_kernel_in_use()->each_box(&s->walk.sink) == HIT_BVH_UNABLE) {
        s->walk.sink.prepared.shift = 0.0f;
        s->walk.sink.limit = HUGE_VALF;
        hit_bvh_each_careful(&s->walk.sink, NULL);
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// The ray in the anchor's space, moved to where it may meet the scene. HIT_TOP_NEVER when it does not come there;
// HIT_TOP_FAR when rounding would move it too far.
static hit_top_nearness come_close(hit_top_walk* w)
{
    const hit_scene* scene = w->scene;
    const hit_dray* ray = &w->seeker.ray;
    const double o[3] = {ray->origin.x - scene->anchor.x, ray->origin.y - scene->anchor.y,
                         ray->origin.z - scene->anchor.z};
    const double* d = w->seeker.direction;
    const double extent = scene->extent, xy = larger(fabs(o[0]), fabs(o[1])), away = larger(xy, fabs(o[2]));

    w->t0 = 0.0;
    if (!(extent <= 0x1p60 && away <= 0x1p26 * extent))
        return HIT_TOP_FAR;
    w->close.origin = hit_vec3_make((float)o[0], (float)o[1], (float)o[2]);
    if (away > 4.0 * extent) {
        // The sphere around the cube of all boxes has a radius of sqrt(3)·E.
        const double speed2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        const double middle = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) / speed2, lead = 2.0 * extent / sqrt(speed2);
        double p[3], apart = 0.0;
        if (!(middle + lead >= ray->t_min && middle - lead <= ray->t_max))
            return HIT_TOP_NEVER;
        w->t0 = middle - lead;
        for (int k = 0; k < 3; k++) {
            const double q = o[k] + middle * d[k];
            p[k] = o[k] + w->t0 * d[k];
            apart += q * q;
        }
        if (apart > 3.5 * extent * extent)
            return HIT_TOP_NEVER;
        w->close.origin = hit_vec3_make((float)p[0], (float)p[1], (float)p[2]);
    }
    w->close.direction = ray->direction;
    w->close.t_min = w->t0 == 0.0 ? ray->t_min : -after(-(float)(ray->t_min - w->t0));
    w->close.t_max = moved_limit(w);
    return HIT_TOP_CLOSE;
}

// Whether a ray is valid at a glance: most are.
static bool is_plain(const hit_dray* ray)
{
    const float speed = fabsf(ray->direction.x) + fabsf(ray->direction.y) + fabsf(ray->direction.z);
    return fabs(ray->origin.x) + fabs(ray->origin.y) + fabs(ray->origin.z) <= 0x1p100 && speed >= 0x1p-100f &&
           speed <= 0x1p100f && ray->t_min <= ray->t_max && ray->t_min >= -FLT_MAX && ray->t_min <= FLT_MAX;
}

hit_top_nearness hit_top_approach(hit_top_walk* w)
{
    if (!(is_plain(w->ray) || hit_dray_is_valid(*w->ray)) || w->scene->seen_slots == 0)
        return HIT_TOP_NEVER;
    w->seeker = hit_seeker_make(*w->ray);
    w->limit = w->ray->t_max;
    w->sink.ray = &w->close;
    return come_close(w);
}

// Give everything that the ray may hit to a taker.
static void find(search* s)
{
    const hit_scene* scene = s->walk.scene;
    const hit_top_nearness near = hit_top_approach(&s->walk);

    s->walk.sink.take = take_lanes;
    if (near == HIT_TOP_CLOSE) {
        walk_tree(s, &scene->old);
        walk_tree(s, &scene->young);
    } else if (near == HIT_TOP_FAR) {
        memset(&s->walk.sink.prepared, 0, sizeof s->walk.sink.prepared);
        s->walk.sink.limit = HUGE_VALF;
        for (uint32_t slot = 0; slot < scene->seen_slots && !s->ended; slot++)
            take_object(s, slot);
    }
}

// What a search begins with; the ray must stay where it is.
static void begin(search* s, const hit_scene* scene, const hit_dray* ray, const hit_scene_filter* filter)
{
    s->walk.scene = scene;
    s->walk.ray = ray;
    s->filter = filter;
    s->sides = filter == NULL ? HIT_SIDES_BOTH : filter->sides;
    s->ended = false;
}

// ---- The first hit --------------------------------------------------------------------------------------------------

static bool take_nearer(search* s, const hit_record* record)
{
    hit_meeting m;

    if (hit_ray_object(s->walk.scene, record, &s->walk.seeker, s->walk.limit, s->sides, &m))
        keep_nearer(s, &m);
    return true;
}

bool hit_filter_is_open(const hit_scene_filter* filter)
{
    return filter == NULL || (filter->layers == 0 && filter->accept == NULL && filter->sides == HIT_SIDES_BOTH);
}

void hit_search_aim(search* s, const hit_scene* scene, const hit_dray* ray, nearest* n)
{
    begin(s, scene, ray, NULL);
    s->take = take_nearer;
    s->context = n;
    n->found = false;
}

bool hit_search_finish(search* s, hit_scene_hit* hit)
{
    const nearest* n = s->context;
    const hit_top_walk* w = &s->walk;

    // Mostly one upright box is left: then nothing has to be compared.
    if (!n->found && w->landed) {
        if (hit != NULL)
            hit_ray_upright_describe(&w->scene->seen[w->slot], &w->seeker.ray, w->t, w->face, hit);
        return true;
    }
    hit_top_settle(&s->walk);
    if (n->found && hit != NULL)
        hit_meeting_describe(w->scene, &w->seeker.ray, &n->best, hit);
    return n->found;
}

// In any way.
static bool find_first(search* s, hit_scene_hit* hit)
{
    const nearest* n = s->context;

    find(s);
    if (n->found && hit != NULL)
        hit_meeting_describe(s->walk.scene, &s->walk.seeker.ray, &n->best, hit);
    return n->found;
}

static HIT_NOINLINE bool first(const hit_scene* scene, const hit_dray* ray, const hit_scene_filter* filter,
                               hit_scene_hit* hit)
{
    static hit_top_first* const kernels[] = HIT_MANY_LEVELS(hit_top_first);
    search s;
    nearest n;

    hit_search_aim(&s, scene, ray, &n);
    if (hit_filter_is_open(filter) && kernels[hit_cpu_now()](&s.walk) != HIT_BVH_UNABLE)
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

static bool take_any(search* s, const hit_record* record)
{
    return !hit_ray_object_any(s->walk.scene, record, &s->walk.seeker, s->sides);
}

static HIT_NOINLINE void find_any(search* s)
{
    s->take = take_any;
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

// The nearest hits in the caller's array, in order. `limited`: those beyond its capacity do not matter.
typedef struct list {
    hit_scene_hit* hits;
    uint32_t capacity;
    bool limited;
    uint32_t count; ///< of all
} list;

// A hit that was described, as the order needs it.
static hit_meeting meeting_of(const hit_scene* scene, const hit_scene_hit* hit)
{
    return (hit_meeting){
        .record = hit_scene_committed(scene, hit->id), .t = hit->t, .fine = hit->fine, .face = hit->face};
}

int hit_scene_order(const hit_scene* scene, const hit_dray* ray, const hit_scene_hit* first,
                    const hit_scene_hit* second)
{
    const hit_meeting a = meeting_of(scene, first), b = meeting_of(scene, second);
    return hit_meeting_order(ray, &a, &b);
}

static bool comes_before(const search* s, const hit_meeting* m, const hit_scene_hit* hit)
{
    const hit_meeting other = meeting_of(s->walk.scene, hit);
    return hit_meeting_order(&s->walk.seeker.ray, m, &other) < 0;
}

static bool take_all(search* s, const hit_record* record)
{
    list* l = s->context;
    const uint32_t kept = l->count < l->capacity ? l->count : l->capacity;
    uint32_t at = kept;
    hit_meeting m;

    if (!hit_ray_object(s->walk.scene, record, &s->walk.seeker, s->walk.limit, s->sides, &m))
        return true;
    l->count++;
    while (at > 0 && comes_before(s, &m, &l->hits[at - 1]))
        at--;
    if (at < l->capacity) {
        const uint32_t last = kept < l->capacity ? kept : kept - 1;
        memmove(l->hits + at + 1, l->hits + at, (last - at) * sizeof *l->hits);
        hit_meeting_describe(s->walk.scene, &s->walk.seeker.ray, &m, &l->hits[at]);
    }
    if (l->limited && l->count >= l->capacity)
        lower_limit(&s->walk, l->hits[l->capacity - 1].t);
    return true;
}

static HIT_NOINLINE void find_all(search* s, list* l)
{
    s->take = take_all;
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

// ---- For other modules ----------------------------------------------------------------------------------------------

typedef struct visit {
    hit_scene_hit_visitor* visitor;
    void* context;
} visit;

static bool take_visit(search* s, const hit_record* record)
{
    const visit* v = s->context;
    hit_scene_hit hit;
    hit_meeting m;

    if (!hit_ray_object(s->walk.scene, record, &s->walk.seeker, s->walk.limit, s->sides, &m))
        return true;
    hit_meeting_describe(s->walk.scene, &s->walk.seeker.ray, &m, &hit);
    return v->visitor(v->context, record, &hit);
}

void hit_scene_visit_hits(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter,
                          hit_scene_hit_visitor* visitor, void* context)
{
    visit v = {visitor, context};
    search s;

    begin(&s, scene, &ray, filter);
    s.take = take_visit;
    s.context = &v;
    find(&s);
}

bool hit_scene_first_of(const hit_scene* scene, const hit_record* record, hit_dray ray, hit_sides sides,
                        hit_scene_hit* hit)
{
    const hit_seeker seeker = hit_seeker_make(ray);
    hit_meeting m;

    if (!hit_dray_is_valid(ray) || !hit_ray_object(scene, record, &seeker, ray.t_max, sides, &m))
        return false;
    hit_meeting_describe(scene, &seeker.ray, &m, hit);
    return true;
}
