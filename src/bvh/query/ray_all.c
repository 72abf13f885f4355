// All hits of a ray: sorted, the first k, counted, visited.
//
// The caller's array is a heap with the last hit on top while the search goes on, so that a nearer hit can replace it
// when the array is full; sorted at the end. Two hits are told apart by their rounded t, and where these are equal,
// exactly: rounding keeps the order of numbers that it does not make equal.
#include "base/fpenv.h"
#include "bvh/query/filtered.h"

#include <math.h>

typedef struct heap {
    const hit_bvh* bvh;
    const hit_ray* ray;
    hit_bvh_hit* hits;
    uint32_t size, capacity;
    uint32_t total;
    bool stop_when_full; ///< look no further than the last hit of a full heap
} heap;

static bool comes_before(const heap* h, const hit_bvh_hit* a, const hit_bvh_hit* b)
{
    int order;
    if (a->t != b->t)
        return a->t < b->t;
    order = hit_bvh_slot_compare(h->bvh, h->ray, a->slot, b->slot);
    return order != 0 ? order < 0 : a->primitive < b->primitive;
}

// Put a hit where there is a hole, or below it.
static void sift_down(const heap* h, uint32_t size, uint32_t hole, hit_bvh_hit hit)
{
    for (uint32_t child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
        if (child + 1 < size && comes_before(h, &h->hits[child], &h->hits[child + 1]))
            child++;
        if (!comes_before(h, &hit, &h->hits[child]))
            break;
        h->hits[hole] = h->hits[child];
        hole = child;
    }
    h->hits[hole] = hit;
}

static void sift_up(const heap* h, uint32_t hole, hit_bvh_hit hit)
{
    while (hole > 0) {
        const uint32_t parent = (hole - 1) / 2;
        if (!comes_before(h, &h->hits[parent], &hit))
            break;
        h->hits[hole] = h->hits[parent];
        hole = parent;
    }
    h->hits[hole] = hit;
}

static bool keep_in_heap(void* context, const hit_bvh_candidate* candidate, double* limit)
{
    heap* h = context;
    hit_bvh_hit hit;

    h->total++;
    if (h->capacity == 0)
        return true;
    hit_bvh_slot_describe(h->bvh, h->ray, candidate->slot, candidate->id, &hit);
    if (h->size < h->capacity)
        sift_up(h, h->size++, hit);
    else if (comes_before(h, &hit, &h->hits[0]))
        sift_down(h, h->size, 0, hit);
    // The exact t of the last hit is at most the next float.
    if (h->stop_when_full && h->size == h->capacity)
        *limit = nextafterf(h->hits[0].t, HUGE_VALF);
    return true;
}

static void sort(heap* h)
{
    for (uint32_t n = h->size; n > 1; n--) {
        const hit_bvh_hit last = h->hits[0];
        sift_down(h, n - 1, 0, h->hits[n - 1]);
        h->hits[n - 1] = last;
    }
}

static HIT_NOINLINE void collect(heap* h, const hit_bvh_filter* filter)
{
    hit_bvh_each_filtered(h->bvh, h->ray, filter, NULL, keep_in_heap, h);
    sort(h);
}

static heap search(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                   uint32_t capacity, bool stop_when_full)
{
    heap h = {bvh, ray, hits, 0, hits == NULL ? 0 : capacity, 0, stop_when_full};
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

static bool call_visitor(void* context, const hit_bvh_candidate* candidate, double* limit)
{
    visit* v = context;
    hit_bvh_hit hit;
    (void)limit;
    hit_bvh_slot_describe(v->bvh, v->ray, candidate->slot, candidate->id, &hit);
    v->calls++;
    return v->visitor(v->context, &hit);
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
