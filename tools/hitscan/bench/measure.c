// Measures our tree and Embree's.
//
// Both engines build and answer as often as there are rounds, in turns, so that what disturbs the machine disturbs
// both; medians are reported. Answers are compared before a clock runs: those of Embree may differ on rays that graze
// an edge, where ours are exact.
#include "bench/measure.h"
#include "cli/job.h"
#include "cli/verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct measurement {
    bench_setup* setup;
    const hit_task_pool* pool;
    uint32_t count;
    hit_bvh* tree;
    embree* embree;
    hit_ray *primary, *rays; ///< those of the camera, and of the workload
    hit_bvh_hit *seen, *hits;
    uint8_t* any;
    uint32_t* counts;
    float* t;
} measurement;

uint64_t bench_rounds(const bench_setup* s)
{
    return (uint64_t)s->rounds * (WORKLOADS + 1);
}

static int stopped(void)
{
    const int number = atomic_load(&interrupted);
    return number ? EXIT_SIGNAL + number : EXIT_OK;
}

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, uint32_t count)
{
    qsort(values, count, sizeof values[0], ascending);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static void round_done(measurement* r)
{
    r->setup->done++;
    progress_at(r->setup->shown, r->setup->done);
}

// ---- Building -------------------------------------------------------------------------------------------------------

static int build_once(measurement* r, double* seconds, double* embree_seconds, bench_report* report)
{
    const hit_mesh mesh = bench_triangles_mesh(r->setup->world);
    const hit_bvh_options options = {.pool = r->pool, .quality = r->setup->quality};
    hit_status status;
    double began;
    hit_bvh_destroy(r->tree);
    embree_close(r->embree);
    r->tree = NULL;
    r->embree = NULL;
    began = r->setup->now();
    status = hit_bvh_build_triangles(&mesh, &options, &r->tree, NULL);
    *seconds = r->setup->now() - began;
    if (status != HIT_OK) {
        print_error("bench: %s", hit_status_text(status));
        return EXIT_RESOURCES;
    }
    r->embree = embree_open(r->setup->world, r->pool ? r->pool->threads : 1, r->setup->now, embree_seconds,
                            &report->embree_reason);
    return EXIT_OK;
}

static int measure_build(measurement* r, bench_report* report)
{
    double ours[ROUNDS_MAX], theirs[ROUNDS_MAX] = {0.0};
    for (uint32_t i = 0; i < r->setup->rounds; i++) {
        const int code = build_once(r, &ours[i], &theirs[i], report);
        if (code != EXIT_OK)
            return code;
        if (stopped() != EXIT_OK)
            return stopped();
        round_done(r);
    }
    report->build.threads = r->pool ? r->pool->threads : 1;
    report->build.seconds = median(ours, r->setup->rounds);
    if (r->embree) {
        report->build.embree_seconds = median(theirs, r->setup->rounds);
        snprintf(report->embree_version, sizeof report->embree_version, "%s", embree_version(r->embree));
    }
    return EXIT_OK;
}

// ---- Casting --------------------------------------------------------------------------------------------------------

static void cast(measurement* r, bench_workload work)
{
    if (work == WORKLOAD_SHADOW)
        hit_bvh_batch_any(r->tree, r->rays, r->count, r->any, &(hit_bvh_batch_options){.pool = r->pool}, NULL);
    else if (work == WORKLOAD_ALL)
        hit_bvh_batch_count(r->tree, r->rays, r->count, r->counts, &(hit_bvh_batch_options){.pool = r->pool}, NULL);
    else
        hit_bvh_batch_first(r->tree, r->rays, r->count, r->hits, &(hit_bvh_batch_options){.pool = r->pool}, NULL);
}

static void cast_embree(measurement* r, bench_workload work)
{
    if (work == WORKLOAD_SHADOW)
        embree_any(r->embree, r->rays, r->t, r->count, r->pool);
    else
        embree_first(r->embree, r->rays, r->t, r->count, r->pool);
}

static bool has_embree(const measurement* r, bench_workload work)
{
    return r->embree && work != WORKLOAD_ALL; // for which Embree has no call
}

static bool is_hit(const measurement* r, bench_workload work, uint32_t i)
{
    if (work == WORKLOAD_SHADOW)
        return r->any[i] != 0;
    return work == WORKLOAD_ALL ? r->counts[i] > 0 : r->hits[i].primitive != HIT_BVH_NONE;
}

static void compare(measurement* r, bench_result* result)
{
    const bench_workload work = result->work;
    const bool both = has_embree(r, work);
    cast(r, work);
    if (both)
        cast_embree(r, work);
    for (uint32_t i = 0; i < r->count; i++) {
        const bool hit = is_hit(r, work, i);
        result->hits += work == WORKLOAD_ALL ? r->counts[i] : hit;
        if (both && hit != (isfinite(r->t[i]) != 0))
            result->differ++;
        else if (both && hit && work != WORKLOAD_SHADOW)
            result->differ += fabsf(r->t[i] - r->hits[i].t) > 1e-4f * r->hits[i].t;
    }
}

static void make_rays(measurement* r, bench_workload work)
{
    const bench_setup* s = r->setup;
    const bench_primary_hits seen = {r->tree, r->primary, r->seen, r->count};
    if (work == WORKLOAD_PRIMARY)
        memcpy(r->rays, r->primary, r->count * sizeof *r->rays);
    else if (work == WORKLOAD_INCOHERENT || work == WORKLOAD_ALL)
        bench_rays_incoherent(s->world, r->rays, r->count);
    else
        bench_rays_from(s->world, &seen, work, r->rays, r->count);
}

static int measure_rays(measurement* r, bench_result* result)
{
    double ours[ROUNDS_MAX], theirs[ROUNDS_MAX];
    const bench_setup* s = r->setup;
    make_rays(r, result->work);
    compare(r, result); // which also warms the caches
    for (uint32_t i = 0; i < s->rounds; i++) {
        double began = s->now();
        cast(r, result->work);
        ours[i] = s->now() - began;
        if (has_embree(r, result->work)) {
            began = s->now();
            cast_embree(r, result->work);
            theirs[i] = s->now() - began;
        }
        if (stopped() != EXIT_OK)
            return stopped();
        round_done(r);
    }
    result->threads = r->pool ? r->pool->threads : 1;
    result->rays = r->count;
    result->rate = (double)r->count / fmax(median(ours, s->rounds), 1e-9);
    if (has_embree(r, result->work))
        result->embree_rate = (double)r->count / fmax(median(theirs, s->rounds), 1e-9);
    return EXIT_OK;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool allocate(measurement* r)
{
    const size_t n = r->count;
    r->primary = malloc(n * sizeof *r->primary);
    r->rays = malloc(n * sizeof *r->rays);
    r->seen = malloc(n * sizeof *r->seen);
    r->hits = malloc(n * sizeof *r->hits);
    r->any = malloc(n * sizeof *r->any);
    r->counts = malloc(n * sizeof *r->counts);
    r->t = malloc(n * sizeof *r->t);
    return r->primary && r->rays && r->seen && r->hits && r->any && r->counts && r->t;
}

static void clean_up(measurement* r)
{
    hit_bvh_destroy(r->tree);
    embree_close(r->embree);
    free(r->primary);
    free(r->rays);
    free(r->seen);
    free(r->hits);
    free(r->any);
    free(r->counts);
    free(r->t);
}

int bench_measure(bench_setup* s, const hit_task_pool* pool, bench_report* report)
{
    measurement r = {.setup = s, .pool = pool, .count = s->width * s->height};
    int code;
    memset(report, 0, sizeof *report);
    if (!allocate(&r)) {
        print_error("bench: out of memory; let --rays be smaller");
        code = EXIT_RESOURCES;
    } else
        code = measure_build(&r, report);
    if (code == EXIT_OK) {
        bench_rays_primary(s->world, s->camera, s->width, s->height, r.primary);
        hit_bvh_batch_first(r.tree, r.primary, r.count, r.seen, &(hit_bvh_batch_options){.pool = pool}, NULL);
    }
    for (int i = 0; i < WORKLOADS && code == EXIT_OK; i++) {
        report->results[i].work = (bench_workload)i;
        code = measure_rays(&r, &report->results[i]);
    }
    clean_up(&r);
    return code;
}

bool bench_agrees(const bench_result* r)
{
    return r->differ <= 10 || r->differ * 10000 <= r->rays;
}
