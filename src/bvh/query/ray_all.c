// All hits of a ray: sorted, the first k, counted, visited.
//
// The caller's array is a heap with the last hit on top while the search goes on, so that a nearer hit can replace it
// when the array is full; it is sorted at the end. Two hits are ordered by their rounded t, and where these are equal,
// exactly: rounding keeps the order of numbers that it does not make equal.
#include "base/fpenv.h"
#include "bvh/query/kept_hits.h"

#include <math.h>

typedef hit_bvh_kept_hits kept_hits;

static bool comes_before(const kept_hits* h, const hit_bvh_hit* a, const hit_bvh_hit* b)
{
    int order;
    if (a->t != b->t)
        return a->t < b->t;
    order = hit_bvh_slot_compare(h->bvh, h->ray, a->slot, b->slot);
    return order != 0 ? order < 0 : a->primitive < b->primitive;
}

// The last hit is on top.
#define HIT_HEAP const kept_hits
#define HIT_HEAP_ITEM hit_bvh_hit
#define HIT_HEAP_GET(h, i) (h)->hits[i]
#define HIT_HEAP_SET(h, i, hit) ((h)->hits[i] = (hit))
#define HIT_HEAP_BELOW(h, a, b) comes_before(h, a, b)
#include "base/heap.h"

bool hit_bvh_kept_hits_take(void* context, hit_bvh_candidate* candidate, double* limit)
{
    kept_hits* h = context;
    const hit_bvh_hit* hit;

    h->total++;
    if (h->capacity == 0)
        return !h->stop_when_full;
    hit = hit_bvh_candidate_describe(h->bvh, h->ray, candidate);
    if (h->size < h->capacity)
        heap_sift_up(h, h->size++, *hit);
    else if (comes_before(h, hit, &h->hits[0]))
        heap_sift_down(h, h->size, 0, *hit);
    HIT_ASSERT(h->size > 0 && h->size <= h->capacity);
    // The exact t of the last hit is at most the next float.
    if (h->stop_when_full && h->size == h->capacity)
        *limit = nextafterf(h->hits[0].t, HUGE_VALF);
    return true;
}

void hit_bvh_kept_hits_sort(const hit_bvh_kept_hits* kept)
{
    heap_sort(kept, kept->size);
}

static HIT_NOINLINE void collect(kept_hits* h, const hit_bvh_filter* filter)
{
    hit_bvh_each_filtered(h->bvh, h->ray, filter, NULL, hit_bvh_kept_hits_take, h);
    hit_bvh_kept_hits_sort(h);
}

static kept_hits search(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                        uint32_t capacity, bool stop_when_full)
{
    kept_hits h = {bvh, ray, hits, 0, hits == NULL ? 0 : capacity, 0, stop_when_full};
    if (bvh != NULL && hit_ray_is_valid(*ray)) {
        const hit_fpenv saved = hit_fpenv_enter();
        collect(&h, filter);
        hit_fpenv_leave(saved);
    }
    return h;
}

uint32_t hit_bvh_all(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                     uint32_t capacity)
{
    return search(bvh, &ray, filter, hits, capacity, false).total;
}

uint32_t hit_bvh_first_k(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hits, uint32_t k)
{
    return k == 0 ? 0 : search(bvh, &ray, filter, hits, k, true).size;
}

uint32_t hit_bvh_count(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter)
{
    return search(bvh, &ray, filter, NULL, 0, false).total;
}

typedef struct visit {
    const hit_bvh* bvh;
    const hit_ray* ray;
    hit_bvh_visitor* visitor;
    void* context;
    uint32_t calls;
} visit;

static bool call_visitor(void* context, hit_bvh_candidate* candidate, double* limit)
{
    visit* v = context;
    (void)limit;
    v->calls++;
    return v->visitor(v->context, hit_bvh_candidate_describe(v->bvh, v->ray, candidate));
}

static HIT_NOINLINE void visit_all(visit* v, const hit_bvh_filter* filter)
{
    hit_bvh_each_filtered(v->bvh, v->ray, filter, NULL, call_visitor, v);
}

uint32_t hit_bvh_visit(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_visitor* visitor,
                       void* context)
{
    visit v = {bvh, &ray, visitor, context, 0};
    if (bvh != NULL && visitor != NULL && hit_ray_is_valid(ray)) {
        const hit_fpenv saved = hit_fpenv_enter();
        visit_all(&v, filter);
        hit_fpenv_leave(saved);
    }
    return v.calls;
}
