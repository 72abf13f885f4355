// All hits of a ray that a filter lets through.
//
// A kernel finds what may be hit; here each of these is decided exactly and shown to the filter: masks first, which
// cost nothing, then sides and the caller's callback, which need the whole hit.
//
// `unique` drops a hit when another one, at exactly the same t, on the same side, also on an edge of its triangle and
// with a lower index, counts as well. To find that one, a second search looks at the few triangles around this t. So
// nothing has to be remembered, and the rule does not depend on the order in which hits are found. Only hits on edges
// pay for it.
#include "bvh/query/filtered.h"

#include "bvh/traverse/traverse.h"
#include "intersect/ray_triangle.h"

typedef struct search {
    hit_bvh_sink sink;
    const hit_bvh_filter* filter;
    hit_bvh_worth* worth;
    hit_bvh_collect* collect;
    void* context;
} search;

// u, v or w is 0 on an edge; one that is tiny may round to 0, too.
static bool is_on_edge(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_hit* hit)
{
    if (hit->u != 0.0f && hit->v != 0.0f && hit->w != 0.0f)
        return false;
    const hit_triangle triangle = hit_bvh_block_triangle(&bvh->blocks[hit->place >> 3], hit->place & 7u);
    return hit_ray_triangle_on_edge(ray, &triangle);
}

static bool mask_lets_through(const hit_bvh_filter* filter, uint32_t id)
{
    return filter == NULL || filter->masks == NULL || (filter->masks[id] & filter->mask) != 0;
}

// Sides and callback.
static bool filter_lets_through(const hit_bvh_filter* filter, const hit_bvh_hit* hit)
{
    if ((filter->sides == HIT_SIDES_FRONT && hit->side != HIT_SIDE_FRONT) ||
        (filter->sides == HIT_SIDES_BACK && hit->side != HIT_SIDE_BACK))
        return false;
    return filter->accept == NULL || filter->accept(filter->accept_context, hit);
}

// The search for a hit that makes another one a repetition.
typedef struct repetition {
    const hit_bvh* bvh;
    const hit_ray* ray;
    const hit_bvh_hit* hit;
    bool found;
} repetition;

static bool may_be_repeated(void* context, const hit_bvh_spot* spot)
{
    return spot->id < ((const repetition*)context)->hit->primitive;
}

static bool find_repeated(void* context, const hit_bvh_spot* spot, double* limit)
{
    repetition* r = context;
    hit_bvh_hit other;
    (void)limit;
    hit_bvh_place_describe(r->bvh, r->ray, spot->place, spot->id, &other);
    r->found = is_on_edge(r->bvh, r->ray, &other) && other.side == r->hit->side &&
               hit_bvh_place_order(r->bvh, r->ray, spot->place, r->hit->place) == 0;
    return !r->found;
}

static bool is_repetition(const search* s, const hit_bvh_hit* hit)
{
    const hit_ray* ray = s->sink.ray;
    // t is rounded: the exact one lies between its neighbours.
    const hit_ray around = hit_ray_clip(*ray, nextafterf(hit->t, -HUGE_VALF), nextafterf(hit->t, HUGE_VALF));
    hit_bvh_filter plain = *s->filter;
    repetition r = {s->sink.bvh, ray, hit, false};
    if (s->sink.bvh->header->kind != HIT_BVH_TRIANGLES || !is_on_edge(s->sink.bvh, ray, hit))
        return false;
    plain.unique = false;
    hit_bvh_each(s->sink.bvh, &around, &plain, may_be_repeated, find_repeated, &r);
    return r.found;
}

static void lower_limit(hit_bvh_sink* sink, double t)
{
    float limit;
    if (!(t < sink->limit_exact))
        return;
    sink->limit_exact = t;
    limit = hit_bvh_ray_up(&sink->prepared, t);
    sink->limit = limit < sink->limit ? limit : sink->limit;
}

// One primitive at the place of a hit.
static bool take_primitive(search* s, const hit_bvh_spot* spot)
{
    const hit_bvh_filter* filter = s->filter;
    double limit = s->sink.limit_exact;
    bool more;

    if (!mask_lets_through(filter, spot->id) || (s->worth != NULL && !s->worth(s->context, spot)))
        return true;
    if (!hit_bvh_filter_is_open(filter)) {
        hit_bvh_hit hit;
        hit_bvh_place_describe(s->sink.bvh, s->sink.ray, spot->place, spot->id, &hit);
        if (!filter_lets_through(filter, &hit) || (filter->unique && is_repetition(s, &hit)))
            return true;
    }
    more = s->collect(s->context, spot, &limit);
    lower_limit(&s->sink, limit);
    return more;
}

static bool take_lanes(hit_bvh_sink* sink, uint32_t index, unsigned lanes)
{
    search* s = (search*)sink; // its first member
    for (uint32_t lane = 0; lanes != 0; lanes >>= 1, lane++) {
        const uint32_t place = index << 3 | lane;
        hit_bvh_spot spot;
        if (!(lanes & 1u) || !hit_bvh_spot_make(sink->bvh, sink->ray, place, &spot) ||
            spot.range[0] > sink->limit_exact)
            continue;
        const hit_bvh_run run = hit_bvh_place_ids(sink->bvh, place);
        for (uint32_t i = 0; i < run.count; i++) {
            spot.id = run.ids == NULL ? run.first : run.ids[i];
            if (!take_primitive(s, &spot))
                return false;
        }
    }
    return true;
}

static hit_bvh_answer ask_kernel(hit_bvh_sink* sink)
{
    const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
    return (sink->bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->each : kernel->each_box)(sink);
}

void hit_bvh_each_counted(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter, hit_bvh_worth* worth,
                          hit_bvh_collect* collect, void* context, hit_bvh_work* work)
{
    search s = {.filter = filter, .worth = worth, .collect = collect, .context = context};
    s.sink.take = take_lanes;
    s.sink.bvh = bvh;
    s.sink.ray = ray;
    s.sink.limit_exact = ray->t_max;
    if ((work == NULL ? ask_kernel(&s.sink) : hit_bvh_each_measured(&s.sink, work)) == HIT_BVH_UNABLE) {
        s.sink.prepared.shift = 0.0f;
        hit_bvh_each_careful(&s.sink, work);
    }
}

void hit_bvh_each(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter, hit_bvh_worth* worth,
                  hit_bvh_collect* collect, void* context)
{
    hit_bvh_each_counted(bvh, ray, filter, worth, collect, context, NULL);
}
