// The first hit of a ray, and whether there is any.
//
// Without a filter, a kernel finds the first hit by floats, and resolves exactly what these cannot tell apart. With a
// filter, and for rays out of the kernels' range, every candidate is decided exactly on the way (filtered.h).
#include "base/fpenv.h"
#include "bvh/traverse/traverse.h"
#include "bvh/query/filtered.h"

#include <hitscan/inline.h>

typedef struct nearest {
    const hit_bvh* bvh;
    const hit_ray* ray;
    bool found;
    hit_bvh_candidate candidate;
} nearest;

static bool is_nearer(void* context, hit_bvh_candidate* candidate)
{
    const nearest* best = context;
    return !best->found || hit_bvh_candidate_compare(best->bvh, best->ray, candidate, &best->candidate) < 0;
}

static bool keep_nearer(void* context, hit_bvh_candidate* candidate, double* limit)
{
    nearest* best = context;
    HIT_ASSERT(candidate->range[0] <= candidate->range[1]);
    best->found = true;
    best->candidate = *candidate;
    *limit = candidate->range[1];
    return true;
}

static bool keep_any(void* context, hit_bvh_candidate* candidate, double* limit)
{
    (void)candidate;
    (void)limit;
    *(bool*)context = true;
    return false;
}

// A filter without `unique`, which changes neither what is first nor whether there is any.
static hit_bvh_filter without_unique(const hit_bvh_filter* filter)
{
    hit_bvh_filter plain = {HIT_SIDES_BOTH, NULL, 0, false, NULL, NULL, {0}};
    if (filter != NULL)
        plain = *filter;
    plain.unique = false;
    return plain;
}

static HIT_NOINLINE bool find_first(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                                    hit_bvh_hit* hit, hit_bvh_work* work)
{
    const hit_bvh_filter plain = without_unique(filter);
    nearest best = {.bvh = bvh, .ray = ray, .found = false};
    hit_bvh_each_filtered_counted(bvh, ray, &plain, is_nearer, keep_nearer, &best, work);
    if (best.found && hit != NULL)
        *hit = *hit_bvh_candidate_describe(bvh, ray, &best.candidate);
    return best.found;
}

static HIT_NOINLINE bool find_any(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter)
{
    const hit_bvh_filter plain = without_unique(filter);
    bool found = false;
    hit_bvh_each_filtered(bvh, ray, &plain, NULL, keep_any, &found);
    return found;
}

// hit_bvh_first in any floating-point environment, with any filter, for any ray.
static HIT_NOINLINE bool first_of_any_kind(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_filter* filter,
                                           hit_bvh_hit* hit)
{
    const hit_fpenv saved = hit_fpenv_enter();
    hit_bvh_answer answer = bvh == NULL ? HIT_BVH_NO : HIT_BVH_UNDECIDED;
    bool found;

    if (bvh != NULL && hit_bvh_filter_is_open(filter)) {
        const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
        answer = (bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->first : kernel->first_box)(bvh, ray, hit);
    }
    found = answer == HIT_BVH_UNDECIDED ? hit_ray_is_valid(*ray) && find_first(bvh, ray, filter, hit, NULL)
                                        : answer == HIT_BVH_YES;
    hit_fpenv_leave(saved);
    return found;
}

bool hit_bvh_first(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hit)
{
    // Nearly all calls: no filter, and an environment that need not be set.
    if (bvh != NULL && filter == NULL && hit_float_env_is_default_()) {
        const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
        const hit_bvh_answer answer =
            (bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->first : kernel->first_box)(bvh, &ray, hit);
        if (answer != HIT_BVH_UNDECIDED)
            return answer == HIT_BVH_YES;
    }
    return first_of_any_kind(bvh, &ray, filter, hit);
}

bool hit_bvh_measure(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hit,
                     hit_bvh_work* work)
{
    const hit_fpenv saved = hit_fpenv_enter();
    hit_bvh_answer answer = bvh == NULL ? HIT_BVH_NO : HIT_BVH_UNDECIDED;
    hit_bvh_work done = {0, 0};
    bool found;

    if (bvh != NULL && hit_bvh_filter_is_open(filter))
        answer = hit_bvh_kernel_first_counted(bvh, &ray, hit, &done);
    found = answer == HIT_BVH_UNDECIDED ? hit_ray_is_valid(ray) && find_first(bvh, &ray, filter, hit, &done)
                                        : answer == HIT_BVH_YES;
    if (work != NULL)
        *work = done;
    hit_fpenv_leave(saved);
    return found;
}

bool hit_bvh_any(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter)
{
    const hit_fpenv saved = hit_fpenv_enter();
    hit_bvh_answer answer = bvh == NULL ? HIT_BVH_NO : HIT_BVH_UNDECIDED;
    bool found;

    if (bvh != NULL && hit_bvh_filter_is_open(filter)) {
        const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
        answer = (bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->any : kernel->any_box)(bvh, &ray);
    }
    found = answer == HIT_BVH_UNDECIDED ? hit_ray_is_valid(ray) && find_any(bvh, &ray, filter) : answer == HIT_BVH_YES;
    hit_fpenv_leave(saved);
    return found;
}
