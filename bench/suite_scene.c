// Suite `scene`: scenes that move, and picking. One thread; one ray at a time where no name says otherwise.
//
// suite_scene_moving.c has boxes that move, suite_scene_instances.c has instances of a mesh, both next to Embree;
// suite_scene_picking.c has clicks and rectangles. This file has what they share.
#include "suite_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool suite_asked(const char* engine)
{
    return bench_asked.engine == NULL || strcmp(bench_asked.engine, engine) == 0;
}

void suite_check(hit_status status, const char* what)
{
    if (status != HIT_OK) {
        fprintf(stderr, "hitscan_bench: %s: %s\n", what, hit_status_text(status));
        exit(4);
    }
}

static int compare_ids(const void* a, const void* b)
{
    const hit_id x = *(const hit_id*)a, y = *(const hit_id*)b;
    return (x > y) - (x < y);
}

uint32_t suite_id_index(const hit_id* ids, uint32_t count, hit_id id)
{
    const hit_id* place = bsearch(&id, ids, count, sizeof *ids, compare_ids);
    return place == NULL ? HIT_BVH_NONE : (uint32_t)(place - ids);
}

double suite_ours_first(const void* run)
{
    const suite_run* r = run;
    const hit_scene* ours = r->ours;
    const hit_ray* rays = r->rays->ray;
    const uint32_t count = r->rays->count;
    double sum = 0.0;

    for (uint32_t i = 0; i < count; i++) {
        hit_scene_hit hit;
        if (hit_scene_first(ours, hit_dray_from(rays[i]), NULL, &hit))
            sum += (double)hit.t;
    }
    return sum;
}

double suite_peer_first(const void* run)
{
    const suite_run* r = run;
    return peer_scene_run_first(r->peer, r->rays->ray, r->rays->count);
}

bool suite_t_near(hit_aabb bounds, const hit_ray* ray, double a, double b)
{
    const hit_vec3 size = hit_vec3_sub(bounds.max, bounds.min), d = ray->direction;
    const double scale = sqrt((double)hit_vec3_dot(size, size) / (double)hit_vec3_dot(d, d));
    return a == b || fabs(a - b) <= 1e-5 * fmax(fabs(a), fabs(b)) + 2e-6 * scale;
}

void suite_record(const char* name, const char* engine, double value, const char* unit, const char* peer, double ratio,
                  double target, bool limit)
{
    bench_row row = {.value = value, .ratio = ratio, .target = target, .limit = limit};

    snprintf(row.suite, sizeof row.suite, "scene");
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.unit, sizeof row.unit, "%s", unit);
    snprintf(row.peer, sizeof row.peer, "%s", peer == NULL ? "" : peer);
    bench_record(&row);
}

void bench_suite_scene(void)
{
    if (!peer_available())
        printf("There is no Embree in this build (scripts/setup bench): ours are measured alone.\n");
    suite_bench_moving();
    suite_bench_instances();
    suite_bench_picking();
}
