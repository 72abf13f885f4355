// Runs the races.
//
// Both engines build and answer as often as there are rounds, in turns, so that what disturbs the machine disturbs both;
// medians are told. Answers are compared before a clock runs: those of Embree may differ on rays that graze an edge,
// where ours are exact.
#include "bench/measure.h"
#include "cli/interrupt.h"
#include "cli/verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct race {
    bench_setup* setup;
    const hit_task_pool* pool;
    uint32_t count;
    hit_bvh* tree;
    peer* peer;
    hit_ray *primary, *rays; ///< those of the camera, and of the workload
    hit_bvh_hit *seen, *hits;
    uint8_t* any;
    uint32_t* counts;
    float* t;
} race;

uint64_t bench_rounds(const bench_setup* s)
{
    return (uint64_t)s->rounds * (WORKS + 1);
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

static void round_done(race* r)
{
    r->setup->done++;
    progress_at(r->setup->shown, r->setup->done);
}

// ---- Building -------------------------------------------------------------------------------------------------------

static int build_once(race* r, double* seconds, double* peer_seconds, bench_report* report)
{
    const hit_mesh mesh = bench_world_mesh(r->setup->world);
    const hit_bvh_options options = {.pool = r->pool, .quality = r->setup->quality};
    hit_status status;
    double began;
    hit_bvh_destroy(r->tree);
    peer_close(r->peer);
    r->tree = NULL;
    r->peer = NULL;
    began = r->setup->now();
    status = hit_bvh_build_triangles(&mesh, &options, &r->tree);
    *seconds = r->setup->now() - began;
    if (status != HIT_OK) {
        complain("bench: %s", hit_status_text(status));
        return EXIT_RESOURCES;
    }
    r->peer =
        peer_open(r->setup->world, r->pool ? r->pool->threads : 1, r->setup->now, peer_seconds, &report->peer_reason);
    return EXIT_OK;
}

static int race_build(race* r, bench_report* report)
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
    if (r->peer) {
        report->build.peer_seconds = median(theirs, r->setup->rounds);
        snprintf(report->peer_version, sizeof report->peer_version, "%s", peer_version(r->peer));
    }
    return EXIT_OK;
}

// ---- Casting --------------------------------------------------------------------------------------------------------

static void cast(race* r, bench_work work)
{
    if (work == WORK_SHADOW)
        hit_bvh_batch_any(r->tree, r->rays, 0, r->any, r->count, r->pool);
    else if (work == WORK_ALL)
        hit_bvh_batch_count(r->tree, r->rays, 0, r->counts, r->count, r->pool);
    else
        hit_bvh_batch_first(r->tree, r->rays, 0, r->hits, 0, r->count, r->pool);
}

static void cast_peer(race* r, bench_work work)
{
    if (work == WORK_SHADOW)
        peer_any(r->peer, r->rays, r->t, r->count, r->pool);
    else
        peer_first(r->peer, r->rays, r->t, r->count, r->pool);
}

static bool has_peer(const race* r, bench_work work)
{
    return r->peer && work != WORK_ALL; // for which Embree has no call
}

static bool is_hit(const race* r, bench_work work, uint32_t i)
{
    if (work == WORK_SHADOW)
        return r->any[i] != 0;
    return work == WORK_ALL ? r->counts[i] > 0 : r->hits[i].primitive != HIT_BVH_NONE;
}

static void compare(race* r, bench_result* result)
{
    const bench_work work = result->work;
    const bool both = has_peer(r, work);
    cast(r, work);
    if (both)
        cast_peer(r, work);
    for (uint32_t i = 0; i < r->count; i++) {
        const bool hit = is_hit(r, work, i);
        result->hits += work == WORK_ALL ? r->counts[i] : hit;
        if (both && hit != (isfinite(r->t[i]) != 0))
            result->differ++;
        else if (both && hit && work != WORK_SHADOW)
            result->differ += fabsf(r->t[i] - r->hits[i].t) > 1e-4f * r->hits[i].t;
    }
}

static void make_rays(race* r, bench_work work)
{
    const bench_setup* s = r->setup;
    const bench_seen seen = {r->tree, r->primary, r->seen, r->count};
    if (work == WORK_PRIMARY)
        memcpy(r->rays, r->primary, r->count * sizeof *r->rays);
    else if (work == WORK_INCOHERENT || work == WORK_ALL)
        bench_rays_incoherent(s->world, r->rays, r->count);
    else
        bench_rays_from(s->world, &seen, work, r->rays, r->count);
}

static int race_rays(race* r, bench_result* result)
{
    double ours[ROUNDS_MAX], theirs[ROUNDS_MAX];
    const bench_setup* s = r->setup;
    make_rays(r, result->work);
    compare(r, result); // which also warms the caches
    for (uint32_t i = 0; i < s->rounds; i++) {
        double began = s->now();
        cast(r, result->work);
        ours[i] = s->now() - began;
        if (has_peer(r, result->work)) {
            began = s->now();
            cast_peer(r, result->work);
            theirs[i] = s->now() - began;
        }
        if (stopped() != EXIT_OK)
            return stopped();
        round_done(r);
    }
    result->threads = r->pool ? r->pool->threads : 1;
    result->rays = r->count;
    result->rate = (double)r->count / fmax(median(ours, s->rounds), 1e-9);
    if (has_peer(r, result->work))
        result->peer_rate = (double)r->count / fmax(median(theirs, s->rounds), 1e-9);
    return EXIT_OK;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool allocate(race* r)
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

static void clean_up(race* r)
{
    hit_bvh_destroy(r->tree);
    peer_close(r->peer);
    free(r->primary);
    free(r->rays);
    free(r->seen);
    free(r->hits);
    free(r->any);
    free(r->counts);
    free(r->t);
}

int bench_race(bench_setup* s, const hit_task_pool* pool, bench_report* report)
{
    race r = {.setup = s, .pool = pool, .count = s->width * s->height};
    int code;
    memset(report, 0, sizeof *report);
    if (!allocate(&r)) {
        complain("bench: out of memory; let --rays be smaller");
        code = EXIT_RESOURCES;
    } else
        code = race_build(&r, report);
    if (code == EXIT_OK) {
        bench_rays_primary(s->camera, s->width, s->height, r.primary);
        hit_bvh_batch_first(r.tree, r.primary, 0, r.seen, 0, r.count, pool);
    }
    for (int i = 0; i < WORKS && code == EXIT_OK; i++) {
        report->results[i].work = (bench_work)i;
        code = race_rays(&r, &report->results[i]);
    }
    clean_up(&r);
    return code;
}

bool bench_agrees(const bench_result* r)
{
    return r->differ <= 10 || r->differ * 10000 <= r->rays;
}
