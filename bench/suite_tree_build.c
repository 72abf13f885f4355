// Suite `tree`: building, memory, duplicates, and how both grow with the number of triangles.
//
// A build is a whole one: from the arrays of the scene to a tree that can be asked, and its end. Cold builds get fresh
// memory from the system; warm ones keep their scratch memory from build to build. Embree builds on one thread too,
// which is checked by the time that the process uses.
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Builds as engines -------------------------------------------------------------------------------------------

typedef struct build_task_run {
    const scene* scene;
    hit_bvh_options options;
    bool peer;
} build_task_run;

static double build_once(const void* run)
{
    const build_task_run* r = run;

    if (r->peer) {
        peer_free(peer_build(r->scene, PEER_DEFAULT));
    } else {
        hit_bvh* bvh = tree_build(r->scene, &r->options);
        hit_bvh_destroy(bvh);
    }
    return 1.0;
}

// Whatever Embree is told: no more than one thread was at work.
static void check_one_thread(const scene* s)
{
    const double cpu = bench_cpu_seconds(), wall = bench_seconds();
    double used;

    peer_free(peer_build(s, PEER_DEFAULT));
    used = (bench_cpu_seconds() - cpu) / (bench_seconds() - wall);
    if (used > 1.2) {
        char text[80];
        snprintf(text, sizeof text, "Embree builds with %.1f threads, not with one", used);
        bench_disagree("tree", s->name, text);
    }
}

static void race_builds(const scene* s, const char* name)
{
    enum { COLD, WARM, FAST, HIGH, TWO, PEER, ENGINES };
    static const char* const names[ENGINES] = {"hitscan-default", "hitscan-warm",     "hitscan-fast",
                                               "hitscan-high",    "hitscan-2threads", "embree-default"};
    hit_bvh_scratch scratch = {NULL, 0};
    hit_thread_pool* pool = NULL;
    build_task_run runs[ENGINES] = {{s, {0}, false},
                                    {s, {.scratch = &scratch}, false},
                                    {s, {.quality = HIT_BVH_FAST}, false},
                                    {s, {.quality = HIT_BVH_HIGH}, false},
                                    {s, {0}, false},
                                    {s, {0}, true}};
    bench_race r = {.suite = "tree",
                    .name = name,
                    .note = "whole builds, one thread but for -2threads; cold but for -warm, which keeps its scratch",
                    .unit = "Mtri/s",
                    .operations = s->count,
                    .rounds = bench_asked.quick || s->count > 500000 ? 3 : 7,
                    .engines = peer_available() ? ENGINES : ENGINES - 1,
                    .peer = peer_available() ? PEER : -1};
    hit_task_pool tasks;
    bench_times times;

    if (hit_thread_pool_create(2, NULL, &pool, NULL) != HIT_OK) {
        fprintf(stderr, "hitscan_bench: cannot start a thread\n");
        exit(4);
    }
    tasks = hit_thread_pool_tasks(pool);
    runs[TWO].options.pool = &tasks;
    for (int e = 0; e < r.engines; e++)
        r.engine[e] = (bench_racer){names[e], build_once, &runs[e], e == COLD ? 2.0 : 0.0};
    if (peer_available() && bench_asked.engine == NULL)
        check_one_thread(s);
    bench_run_race(&r, &times);
    if (times.seconds[COLD] > 0.0 && times.seconds[TWO] > 0.0)
        tree_record(name, names[TWO], 1e-6 * s->count / times.seconds[TWO], "Mtri/s", names[COLD],
                    times.ratio[TWO][COLD], s->count >= 2000000 ? 1.7 : 0.0, false);
    hit_thread_pool_destroy(pool);
    hit_bvh_scratch_free(&scratch, NULL);
}

// ---- Memory ------------------------------------------------------------------------------------------------------

void tree_bench_memory(const scene* s, double limit)
{
    static const char* const names[3] = {"hitscan-default", "hitscan-fast", "hitscan-high"};
    char name[64], unit[16];
    double peer = 0.0;

    snprintf(name, sizeof name, "%s/memory", s->name);
    if (!bench_wants(name) || bench_asked.engine != NULL)
        return;
    snprintf(unit, sizeof unit, "B/%s", s->kind == HIT_BVH_TRIANGLES ? "triangle" : "box");
    printf("%s: without the arrays of the caller, which Embree still needs for compact trees and for boxes\n", name);
    for (int m = 0; m < PEER_MODES && peer_available(); m++) {
        if (m == PEER_DEFAULT || m == PEER_COMPACT) {
            peer_tree* tree = peer_build(s, (peer_mode)m);
            const double bytes = (double)peer_bytes(tree) / s->count;
            peer = m == PEER_DEFAULT ? bytes : peer;
            tree_record(name, peer_name((peer_mode)m), bytes, unit, m == PEER_DEFAULT ? NULL : peer_name(PEER_DEFAULT),
                        m == PEER_DEFAULT ? 0.0 : peer / bytes, 0.0, false);
            peer_free(tree);
        }
    }
    for (int q = 0; q < 3; q++) {
        tree_memory memory = {0, 0};
        const hit_allocator counting = tree_counting_allocator(&memory);
        const hit_bvh_options options = {.quality = (hit_bvh_quality)q, .allocator = &counting};
        hit_bvh* bvh = tree_build(s, &options);
        const double bytes = (double)memory.now / s->count;
        tree_record(name, names[q], bytes, unit, peer > 0.0 ? peer_name(PEER_DEFAULT) : NULL,
                    peer > 0.0 ? peer / bytes : 0.0, q == HIT_BVH_DEFAULT ? limit : 0.0, true);
        if (q == HIT_BVH_DEFAULT)
            tree_record(name, "hitscan-scratch", (double)(memory.most - memory.now) / s->count, unit, NULL, 0.0,
                        s->kind == HIT_BVH_TRIANGLES ? 100.0 : 0.0, true);
        hit_bvh_destroy(bvh);
    }
}

void tree_bench_build(const scene* s)
{
    char name[64];

    snprintf(name, sizeof name, "%s/build", s->name);
    if (bench_wants(name))
        race_builds(s, name);
    tree_bench_memory(s, 48.0);
}

// ---- Duplicates --------------------------------------------------------------------------------------------------

// Milliseconds to build and to shoot 2,000 rays.
static double build_and_shoot(const scene* s, bool peer)
{
    const ray_list rays = workload_incoherent(s, 2000);
    double start = bench_seconds(), end;
    tree_run run = {NULL, NULL, &rays, NULL, NULL};

    if (peer) {
        peer_tree* tree = peer_build(s, PEER_DEFAULT);
        run.peer = tree;
        tree_peer_first(&run);
        end = bench_seconds();
        peer_free(tree);
    } else {
        hit_bvh* tree = tree_build(s, NULL);
        run.ours = tree;
        tree_ours_first(&run);
        end = bench_seconds();
        hit_bvh_destroy(tree);
    }
    free(rays.ray);
    return 1e3 * (end - start);
}

void tree_bench_duplicates(void)
{
    static const char* const names[2] = {"hitscan-default", "embree-default"};
    scene distinct, identical;

    if (!bench_wants("duplicates"))
        return;
    printf("duplicates: a build and 2,000 incoherent rays, 200,000 triangles\n");
    scene_soup(&distinct, 200000, false);
    scene_soup(&identical, 200000, true);
    for (int e = 0; e < (peer_available() ? 2 : 1); e++) {
        double usual[3], time;
        if (bench_asked.engine != NULL && strcmp(bench_asked.engine, names[e]) != 0)
            continue;
        for (int i = 0; i < 3; i++)
            usual[i] = build_and_shoot(&distinct, e == 1);
        time = bench_median(usual, 3);
        tree_record("duplicates/distinct", names[e], time, "ms", NULL, 0.0, 0.0, false);
        tree_record("duplicates/identical", names[e], build_and_shoot(&identical, e == 1), "ms", NULL, 0.0,
                    e == 0 ? 20.0 * time : 0.0, true);
    }
    scene_free(&distinct);
    scene_free(&identical);
}

// ---- Growth ------------------------------------------------------------------------------------------------------

static void grow_to(uint32_t triangles, const char* size)
{
    char build_name[64], query_name[64];
    double build[2] = {0.0, 0.0}, query[2] = {0.0, 0.0};
    const int rounds = triangles > 1000000 ? 1 : 3;
    scene s;
    ray_list rays;

    snprintf(build_name, sizeof build_name, "growth-build/%s", size);
    snprintf(query_name, sizeof query_name, "growth-query/%s", size);
    scene_terrain(&s, "growth", triangles);
    rays = workload_incoherent(&s, 1u << 17);
    for (int e = 0; e < (peer_available() ? 2 : 1); e++) {
        double builds[3], queries[3];
        for (int i = 0; i < rounds; i++) {
            const double start = bench_seconds();
            hit_bvh* ours = e == 0 ? tree_build(&s, NULL) : NULL;
            peer_tree* peer = e == 1 ? peer_build(&s, PEER_DEFAULT) : NULL;
            const tree_run run = {ours, peer, &rays, NULL, NULL};
            double (*shoot)(const void*) = e == 0 ? tree_ours_first : tree_peer_first;
            double built;
            builds[i] = bench_seconds() - start;
            shoot(&run);
            built = bench_seconds();
            shoot(&run);
            queries[i] = bench_seconds() - built;
            hit_bvh_destroy(ours);
            peer_free(peer);
        }
        build[e] = 1e9 * bench_median(builds, rounds) / s.count;
        query[e] = 1e9 * bench_median(queries, rounds) / rays.count;
    }
    for (int e = 0; e < (peer_available() ? 2 : 1); e++) {
        const char* name = e == 0 ? "hitscan-default" : "embree-default";
        const char* other = e == 0 && build[1] > 0.0 ? "embree-default" : NULL;
        tree_record(build_name, name, build[e], "ns/triangle", other, other == NULL ? 0.0 : build[1] / build[0], 0.0,
                    false);
        tree_record(query_name, name, query[e], "ns/ray", other, other == NULL ? 0.0 : query[1] / query[0], 0.0, false);
    }
    workload_free(&rays);
    scene_free(&s);
}

void tree_bench_growth(void)
{
    static const struct {
        uint32_t triangles;
        const char* size;
    } steps[] = {{10000, "1e4"},   {30000, "3e4"},   {100000, "1e5"},  {300000, "3e5"},
                 {1000000, "1e6"}, {3000000, "3e6"}, {10000000, "1e7"}};
    const size_t count = sizeof steps / sizeof steps[0];

    if ((!bench_wants("growth-build") && !bench_wants("growth-query")) || bench_asked.engine != NULL)
        return;
    printf("growth: terrains of 1e4 to 1e7 triangles, incoherent rays\n");
    for (size_t i = 0; i < (bench_asked.quick ? count - 2 : count); i++)
        grow_to(steps[i].triangles, steps[i].size);
}
