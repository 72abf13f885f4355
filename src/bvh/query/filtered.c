// All hits of a ray that a filter lets through.
//
// A kernel finds candidates; here each of them is decided exactly and shown to the filter: masks first, which cost
// nothing, then sides and the caller's callback, which need the whole hit.
//
// `unique` drops a hit when another one, at exactly the same t, on the same side, also on an edge of its triangle and
// with a lower index, counts as well. To find that one, a second search looks at the few triangles around this t. So
// nothing has to be remembered, and the rule does not depend on the order in which hits are found. Only hits on edges
// pay for it.
#include "bvh/query/filtered.h"

#include "intersect/intersect.h"

typedef hit_bvh_search search;

// u, v or w is 0 on an edge; one that is tiny may round to 0, too.
static bool is_on_edge(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_hit* hit)
{
    if (hit->u != 0.0f && hit->v != 0.0f && hit->w != 0.0f)
        return false;
    const hit_triangle triangle = hit_bvh_block_triangle(&bvh->blocks[hit->slot >> 3], hit->slot & 7u);
    return hit_ray_triangle_on_edge_in_fpenv(ray, &triangle);
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

// The search for a hit that makes another one a duplicate.
typedef struct duplicate_search {
    const hit_bvh* bvh;
    const hit_ray* ray;
    const hit_bvh_hit* hit;
    bool found;
} duplicate_search;

static bool may_be_duplicate(void* context, hit_bvh_candidate* candidate)
{
    return candidate->id < ((const duplicate_search*)context)->hit->primitive;
}

static bool find_duplicate(void* context, hit_bvh_candidate* candidate, double* limit)
{
    duplicate_search* r = context;
    const hit_bvh_hit* other = hit_bvh_candidate_describe(r->bvh, r->ray, candidate);
    (void)limit;
    r->found = is_on_edge(r->bvh, r->ray, other) && other->side == r->hit->side &&
               hit_bvh_slot_compare(r->bvh, r->ray, candidate->slot, r->hit->slot) == 0;
    return !r->found;
}

static bool is_duplicate_hit(const search* s, const hit_bvh_hit* hit)
{
    const hit_ray* ray = s->visitor.ray;
    // t is rounded: the exact one lies between its neighbours.
    const hit_ray around = hit_ray_clip(*ray, nextafterf(hit->t, -HUGE_VALF), nextafterf(hit->t, HUGE_VALF));
    hit_bvh_filter plain = *s->filter;
    duplicate_search r = {s->visitor.bvh, ray, hit, false};
    if (s->visitor.bvh->header->kind != HIT_BVH_TRIANGLES || !is_on_edge(s->visitor.bvh, ray, hit))
        return false;
    HIT_ASSERT(around.t_min <= hit->t && hit->t <= around.t_max);
    plain.unique = false;
    hit_bvh_each_filtered(s->visitor.bvh, &around, &plain, may_be_duplicate, find_duplicate, &r);
    return r.found;
}

static void lower_limit(hit_bvh_candidate_visitor* visitor, double t)
{
    float limit;

    if (!(t < visitor->limit_exact))
        return;
    visitor->limit_exact = t;
    limit = hit_bvh_ray_up(&visitor->prepared, t);
    visitor->limit = limit < visitor->limit ? limit : visitor->limit;
}

// One primitive at the slot of a hit.
static bool filter_primitive(search* s, hit_bvh_candidate* candidate)
{
    const hit_bvh_filter* filter = s->filter;
    double limit = s->visitor.limit_exact;
    bool more;

    if (!mask_lets_through(filter, candidate->id) || (s->prefilter != NULL && !s->prefilter(s->context, candidate)))
        return true;
    if (!hit_bvh_filter_is_open(filter)) {
        const hit_bvh_hit* hit = hit_bvh_candidate_describe(s->visitor.bvh, s->visitor.ray, candidate);
        if (!filter_lets_through(filter, hit) || (filter->unique && is_duplicate_hit(s, hit)))
            return true;
    }
    more = s->collect(s->context, candidate, &limit);
    lower_limit(&s->visitor, limit);
    return more;
}

// All primitives at the slot of a hit: copies of a triangle share one.
static bool filter_slot(search* s, hit_bvh_candidate* candidate)
{
    const hit_bvh_run run = hit_bvh_slot_ids(s->visitor.bvh, candidate->slot);

    HIT_ASSERT(run.count > 0);
    for (uint32_t i = 0; i < run.count; i++) {
        candidate->id = run.ids == NULL ? run.first : run.ids[i];
        if (!filter_primitive(s, candidate))
            return false;
    }
    return true;
}

static bool visit_candidates(hit_bvh_candidate_visitor* visitor, uint32_t index, unsigned lanes)
{
    search* s = (search*)visitor; // its first member

    HIT_ASSERT(lanes != 0 && lanes < 1u << HIT_BVH_WIDTH);
    for (uint32_t lane = 0; lanes != 0; lanes >>= 1, lane++) {
        hit_bvh_candidate candidate;
        if ((lanes & 1u) && hit_bvh_candidate_make(visitor->bvh, visitor->ray, index << 3 | lane, &candidate) &&
            candidate.range[0] <= visitor->limit_exact && !filter_slot(s, &candidate))
            return false;
    }
    return true;
}

static bool visit_hit(hit_bvh_candidate_visitor* visitor, const hit_bvh_double_hit* found)
{
    search* s = (search*)visitor; // its first member
    hit_bvh_candidate candidate = {.slot = found->slot,
                                   .range = {found->low, found->high},
                                   .described = true,
                                   .hit = hit_bvh_double_hit_describe(found, 0)};

    return filter_slot(s, &candidate);
}

void hit_bvh_search_begin(hit_bvh_search* s, const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                          hit_bvh_prefilter* prefilter, hit_bvh_collect* collect, void* context)
{
    s->visitor.take = visit_candidates;
    s->visitor.take_hit = visit_hit;
    s->visitor.bvh = bvh;
    s->visitor.ray = ray;
    s->visitor.limit_exact = ray->t_max;
    s->filter = filter;
    s->prefilter = prefilter;
    s->collect = collect;
    s->context = context;
}

static hit_bvh_answer ask_kernel(hit_bvh_candidate_visitor* visitor)
{
    const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
    return (visitor->bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->each : kernel->each_box)(visitor);
}

void hit_bvh_each_filtered_counted(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                                   hit_bvh_prefilter* prefilter, hit_bvh_collect* collect, void* context,
                                   hit_bvh_work* work)
{
    search s;

    hit_bvh_search_begin(&s, bvh, ray, filter, prefilter, collect, context);
    if ((work == NULL ? ask_kernel(&s.visitor) : hit_bvh_kernel_each_counted(&s.visitor, work)) == HIT_BVH_UNDECIDED) {
        s.visitor.prepared.shift = 0.0f;
        hit_bvh_each_exact(&s.visitor, work);
    }
}

void hit_bvh_each_filtered(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                           hit_bvh_prefilter* prefilter, hit_bvh_collect* collect, void* context)
{
    hit_bvh_each_filtered_counted(bvh, ray, filter, prefilter, collect, context, NULL);
}
