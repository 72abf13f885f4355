// Many rays at once.
//
// Rays are dealt out in chunks, each a task of its own, so that what a ray gets does not depend on the number of
// threads. For a tree that is larger than the caches, and rays that have little in common, several are in flight at
// once (bvh/traverse/interleaved.h); rays that follow each other closely find the nodes of their predecessors in the cache, and
// are faster one by one.
#include "base/fpenv.h"
#include "base/tasks.h"
#include "bvh/traverse/traverse.h"

enum {
    CHUNK = 4096,          ///< rays per task
    GROUP = 256,           ///< rays for which the way is chosen together
    SAMPLES = 16,          ///< pairs of neighbours that are looked at for that
    LARGE = 1 << 20,       ///< bytes of a tree that exceeds the nearest caches
    LARGE_BOXES = 1 << 16, ///< the same for boxes, where rays lose most by wrong guesses, of which flights make fewer
    VERY_LARGE = 8 << 20   ///< and of one that competes for the last
};

typedef struct job {
    hit_bvh_batch batch;
    uint32_t* counts;
    size_t count;
} job;

const hit_bvh_hit hit_bvh_batch_miss = {HUGE_VALF, HIT_BVH_NONE, 0.0f, 0.0f, 0.0f, HIT_SIDE_FRONT, HIT_FACE_NONE, 0};

void hit_bvh_batch_one(const hit_bvh_batch* batch, size_t i)
{
    const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
    const hit_ray* ray = hit_bvh_batch_ray(batch, i);
    hit_bvh_hit* hit = hit_bvh_batch_hit(batch, i);
    const hit_bvh_answer answer =
        (batch->bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->first : kernel->first_box)(batch->bvh, ray, hit);
    if (answer == HIT_BVH_NO || (answer == HIT_BVH_UNDECIDED && !hit_bvh_first(batch->bvh, *ray, NULL, hit)))
        *hit = hit_bvh_batch_miss;
}

void hit_bvh_batch_any_one(const hit_bvh_batch* batch, size_t i)
{
    *hit_bvh_batch_answer(batch, i) = hit_bvh_any(batch->bvh, *hit_bvh_batch_ray(batch, i), NULL);
}

static float distance(hit_vec3 a, hit_vec3 b)
{
    return fabsf(a.x - b.x) + fabsf(a.y - b.y) + fabsf(a.z - b.z);
}

// Guess whether rays fly faster together; only the speed depends on it. Rays from places all over the scene share
// nothing but the top of the tree; rays from neighbouring places in all directions share what is around them, which is
// a larger part of a smaller tree.
static bool should_interleave(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    const hit_bvh_header* header = batch->bvh->header;
    const float origin_limit = 0.01f * header->max_abs;
    const size_t step = (end - begin) / SAMPLES;
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f};
    int far_origins = 0, far_directions = 0;

    if (header->size <= (header->kind == HIT_BVH_TRIANGLES ? LARGE : LARGE_BOXES) || step == 0)
        return false;
    for (size_t i = begin + 1; i < end; i += step) {
        const hit_ray *a = hit_bvh_batch_ray(batch, i - 1), *b = hit_bvh_batch_ray(batch, i);
        far_origins += distance(a->origin, b->origin) > origin_limit;
        far_directions += distance(a->direction, b->direction) > 0.05f * distance(a->direction, zero);
    }
    return far_origins > SAMPLES / 2 || (far_directions > SAMPLES / 2 && header->size > VERY_LARGE);
}

static HIT_NOINLINE void first_chunk(const job* j, size_t begin, size_t end)
{
    const hit_bvh_batch* batch = &j->batch;
    const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();

    for (; begin < end; begin += GROUP) {
        const size_t last = end - begin < GROUP ? end : begin + GROUP;
        if (should_interleave(batch, begin, last))
            kernel->first_many(batch, begin, last);
        else
            for (size_t i = begin; i < last; i++)
                hit_bvh_batch_one(batch, i);
    }
}

static void first_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = (size_t)index * CHUNK, end = j->count - begin < CHUNK ? j->count : begin + CHUNK;
    const hit_fpenv saved = hit_fpenv_enter();
    first_chunk(j, begin, end);
    hit_fpenv_leave(saved);
}

static HIT_NOINLINE void any_chunk(const job* j, size_t begin, size_t end)
{
    const hit_bvh_batch* batch = &j->batch;

    for (; begin < end; begin += GROUP) {
        const size_t last = end - begin < GROUP ? end : begin + GROUP;
        if (batch->bvh->header->kind == HIT_BVH_TRIANGLES && should_interleave(batch, begin, last))
            hit_bvh_kernel_in_use()->any_many(batch, begin, last);
        else
            for (size_t i = begin; i < last; i++)
                hit_bvh_batch_any_one(batch, i);
    }
}

static void any_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = (size_t)index * CHUNK, end = j->count - begin < CHUNK ? j->count : begin + CHUNK;
    const hit_fpenv saved = hit_fpenv_enter();
    any_chunk(j, begin, end);
    hit_fpenv_leave(saved);
}

static void count_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = (size_t)index * CHUNK, end = j->count - begin < CHUNK ? j->count : begin + CHUNK;
    for (size_t i = begin; i < end; i++)
        j->counts[i] = hit_bvh_count(j->batch.bvh, *hit_bvh_batch_ray(&j->batch, i), NULL);
}

// False when the arrays cannot be what they are said to be.
static bool make_job(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, void* out, size_t out_stride,
                     size_t out_size, size_t count, job* j)
{
    const size_t between_rays = ray_stride == 0 ? sizeof(hit_ray) : ray_stride;
    const size_t between_outs = out_stride == 0 ? out_size : out_stride;
    j->batch = (hit_bvh_batch){bvh, (const unsigned char*)rays, out, between_rays, between_outs};
    j->count = count;
    j->counts = NULL;
    return (count == 0 || (bvh != NULL && rays != NULL && out != NULL)) && between_rays >= sizeof(hit_ray) &&
           between_rays % 4 == 0 && between_outs >= out_size && (out_size == 1 || between_outs % 4 == 0) &&
           count / CHUNK < UINT32_MAX;
}

static hit_status run(job* j, hit_task* task, const hit_task_pool* pool)
{
    hit_tasks_run(pool, task, j, (uint32_t)((j->count + CHUNK - 1) / CHUNK));
    return HIT_OK;
}

hit_status hit_bvh_batch_first(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, hit_bvh_hit* hits,
                               size_t hit_stride, size_t count, const hit_task_pool* pool)
{
    job j;
    if (!make_job(bvh, rays, ray_stride, hits, hit_stride, sizeof *hits, count, &j))
        return HIT_ERROR_ARGUMENT;
    return run(&j, first_task, pool);
}

hit_status hit_bvh_batch_any(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, uint8_t* answers, size_t count,
                             const hit_task_pool* pool)
{
    job j;
    if (!make_job(bvh, rays, ray_stride, answers, 0, sizeof *answers, count, &j))
        return HIT_ERROR_ARGUMENT;
    return run(&j, any_task, pool);
}

hit_status hit_bvh_batch_count(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, uint32_t* counts,
                               size_t count, const hit_task_pool* pool)
{
    job j;
    if (!make_job(bvh, rays, ray_stride, counts, 0, sizeof *counts, count, &j))
        return HIT_ERROR_ARGUMENT;
    j.counts = counts;
    return run(&j, count_task, pool);
}
