// The first stage of a build: checks the primitives, and puts their boxes on a grid.
//
// A grid has cubic cells, 65535 along the longest side, so that areas on the grid are in proportion to true ones. A
// small dense cluster in a large scene would fall into few cells; it gets a grid of its own when the splits come down
// to it. Coordinates are first scaled by a power of two: their differences could overflow otherwise.
#include "base/fail.h"
#include "base/fpenv.h"
#include "bvh/build/stages.h"

#include <float.h>
#include <math.h>

#define GRID_CELLS 65535

typedef struct build_guarded {
    hit_task* task;
    void* context;
} build_guarded;

// The threads of a pool may be in another mode than the one that called.
static void run_guarded(void* context, uint32_t index)
{
    const hit_fpenv env = hit_fpenv_enter();
    const build_guarded* guarded = context;
    guarded->task(guarded->context, index);
    hit_fpenv_leave(env);
}

static bool all_finite(const float* x, int count)
{
    float sum = 0.0f;
    for (int k = 0; k < count; k++)
        sum += x[k] * 0.0f; // NaN for a NaN and for infinities
    return sum == 0.0f;
}

void hit_build_parallel_for(const hit_task_pool* pool, hit_task* task, void* context, uint32_t count)
{
    build_guarded guarded = {task, context};

    if (pool != NULL && count > 1)
        pool->run(pool->context, run_guarded, &guarded, count);
    else
        for (uint32_t i = 0; i < count; i++)
            task(context, i);
}

typedef struct build_primref_job {
    const build_input* in;
    hit_aabb* bounds;
    build_survey* parts;
    build_primref* primrefs;
    build_grid grid;
    bool any_bad;
} build_primref_job;

static uint32_t part_end(const build_primref_job* job, uint32_t part)
{
    const uint32_t begin = part * BUILD_SURVEY_PART;
    HIT_ASSERT(begin < job->in->count);
    return job->in->count - begin < BUILD_SURVEY_PART ? job->in->count : begin + BUILD_SURVEY_PART;
}

static void begin_survey(build_survey* survey)
{
    survey->good = 0;
    survey->first_bad = HIT_BVH_NONE;
    for (int k = 0; k < 3; k++) {
        survey->low[k] = HUGE_VALF;
        survey->high[k] = -HUGE_VALF;
    }
}

static void survey_part(void* context, uint32_t part)
{
    const build_primref_job* job = context;
    const build_input* in = job->in;
    const uint32_t begin = part * BUILD_SURVEY_PART, end = part_end(job, part);

    if (in->kind == HIT_BVH_OBBS)
        for (uint32_t id = begin; id < end; id++) {
            hit_obb obb;
            memcpy(&obb, in->obbs + (size_t)id * in->obb_stride, sizeof obb);
            job->bounds[id] = hit_obb_bounds(&obb);
        }
    begin_survey(&job->parts[part]);
    hit_build_kernel()->survey(in, begin, end, &job->parts[part]);
}

void hit_build_survey(const build_input* in, const hit_task_pool* pool, hit_aabb* bounds, build_survey* parts,
                      build_survey* all)
{
    build_primref_job job = {.in = in, .bounds = bounds, .parts = parts};

    hit_build_parallel_for(pool, survey_part, &job, build_survey_parts(in->count));
    begin_survey(all);
    for (uint32_t i = 0; i < build_survey_parts(in->count); i++) {
        for (int k = 0; k < 3; k++) {
            all->low[k] = build_min(parts[i].low[k], all->low[k]);
            all->high[k] = build_max(parts[i].high[k], all->high[k]);
        }
        all->good += parts[i].good;
        if (parts[i].first_bad < all->first_bad)
            all->first_bad = parts[i].first_bad;
    }
    HIT_ASSERT(all->good <= in->count && (all->good == in->count) == (all->first_bad == HIT_BVH_NONE));
}

static hit_status refuse_triangle(const build_input* in, uint32_t id, hit_error* error)
{
    uint32_t corner[3];
    build_corners(in, id, corner);
    for (int k = 0; k < 3; k++) {
        float p[3];
        if (corner[k] >= in->point_count)
            return hit_fail(error, HIT_ERROR_GEOMETRY, id,
                            "triangle %lu: corner %d is vertex %lu, but there are only %lu vertices", (unsigned long)id,
                            k, (unsigned long)corner[k], (unsigned long)in->point_count);
        build_point(in, corner[k], p);
        for (int axis = 0; axis < 3; axis++)
            if (!all_finite(p + axis, 1))
                return hit_fail(error, HIT_ERROR_GEOMETRY, id,
                                "triangle %lu: vertex %lu has %c = %g, which is not finite", (unsigned long)id,
                                (unsigned long)corner[k], "xyz"[axis], (double)p[axis]);
    }
    HIT_ASSERT(false); // a bad triangle has a bad corner
    return HIT_ERROR_GEOMETRY;
}

static hit_status refuse_aabb(const build_input* in, uint32_t id, hit_error* error)
{
    float side[6];
    memcpy(side, in->boxes + (size_t)id * in->box_stride, sizeof side);
    for (int k = 0; k < 6; k++)
        if (!all_finite(side + k, 1))
            return hit_fail(error, HIT_ERROR_GEOMETRY, id, "box %lu: %s.%c is %g, which is not finite",
                            (unsigned long)id, k < 3 ? "min" : "max", "xyz"[k % 3], (double)side[k]);
    for (int k = 0; k < 3; k++)
        if (side[k] > side[3 + k])
            return hit_fail(error, HIT_ERROR_GEOMETRY, id, "box %lu is empty: min.%c is %g, max.%c is %g",
                            (unsigned long)id, "xyz"[k], (double)side[k], "xyz"[k], (double)side[3 + k]);
    HIT_ASSERT(false); // a bad box has a side that is not finite, or is empty
    return HIT_ERROR_GEOMETRY;
}

static hit_status refuse_obb(const build_input* in, uint32_t id, hit_error* error)
{
    hit_obb obb;
    float value[15];

    memcpy(&obb, in->obbs + (size_t)id * in->obb_stride, sizeof obb);
    memcpy(value, &obb, sizeof value);
    if (!all_finite(value, 15))
        return hit_fail(error, HIT_ERROR_GEOMETRY, id, "box %lu has a number that is not finite", (unsigned long)id);
    for (int k = 0; k < 3; k++)
        if (obb.half[k] < 0.0f)
            return hit_fail(error, HIT_ERROR_GEOMETRY, id, "box %lu is empty: half[%d] is %g", (unsigned long)id, k,
                            (double)obb.half[k]);
    return hit_fail(error, HIT_ERROR_GEOMETRY, id,
                    "box %lu: its axes do not span space, or it reaches beyond the largest float", (unsigned long)id);
}

hit_status hit_build_refuse(const build_input* in, uint32_t id, hit_error* error)
{
    switch (in->kind) {
    case HIT_BVH_TRIANGLES:
        return refuse_triangle(in, id, error);
    case HIT_BVH_AABBS:
        return refuse_aabb(in, id, error);
    default:
        return refuse_obb(in, id, error);
    }
}

// A grid around a box. The longest side gets a little less than GRID_CELLS cells: differences of floats and their
// product with `cells` are monotone, so that with three roundings of 2^-24 no coordinate within the box reaches
// GRID_CELLS. False when the box is a point, or so small that the number of cells per length overflows.
bool hit_build_grid(const float low[3], const float high[3], float shrink, build_grid* grid)
{
    float longest = 0.0f;

    grid->shrink = shrink;
    grid->cells = 0.0f;
    grid->origin[3] = 0.0f;
    for (int k = 0; k < 3; k++) {
        grid->origin[k] = low[k] * shrink;
        longest = build_max(high[k] * shrink - grid->origin[k], longest);
    }
    if (longest < FLT_MIN * GRID_CELLS)
        return false;
    grid->cells = GRID_CELLS * (1.0f - 0x1p-20f) / longest;
    HIT_ASSERT(grid->cells > 0.0f && grid->cells <= FLT_MAX);
    return true;
}

static void primrefs_of_part(void* context, uint32_t part)
{
    const build_primref_job* job = context;
    uint32_t first = 0;

    for (uint32_t i = 0; i < part; i++)
        first += job->parts[i].good;
    hit_build_kernel()->primrefs(job->in, &job->grid, part * BUILD_SURVEY_PART, part_end(job, part), job->any_bad,
                                 job->primrefs + first);
}

void hit_build_primrefs(const build_input* in, const hit_task_pool* pool, build_survey* parts, const build_survey* all,
                        build_primref* primrefs, build_set* set)
{
    build_primref_job job = {.in = in, .parts = parts, .primrefs = primrefs, .any_bad = all->first_bad != HIT_BVH_NONE};

    hit_build_grid(all->low, all->high, in->shrink, &job.grid);
    hit_build_parallel_for(pool, primrefs_of_part, &job, build_survey_parts(in->count));
    // What is monotone on the way to the cells of primrefs is so on the way to those of the whole.
    memset(set, 0, sizeof *set);
    set->count = all->good;
    for (int k = 0; k < 3; k++) {
        const float low = (all->low[k] * in->shrink - job.grid.origin[k]) * job.grid.cells;
        const float high = (all->high[k] * in->shrink - job.grid.origin[k]) * job.grid.cells;
        set->centroid_low[k] = (uint16_t)low;
        set->centroid_high[k] = (uint16_t)high;
        HIT_ASSERT(low >= 0.0f && low <= high && high < GRID_CELLS);
        set->side[k] = (uint16_t)(GRID_CELLS - (int32_t)low);
        set->side[3 + k] = (uint16_t)high;
    }
}
