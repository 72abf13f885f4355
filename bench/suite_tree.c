// Suite `tree`: trees over triangles and boxes, next to Embree: same rays, same run, one thread, one ray at a time.
//
// This file has the four scenes with their four workloads, and the geometric means over scenes that the targets are
// about. suite_tree_build.c has building, memory, duplicates and growth, suite_tree_boxes.c has boxes.
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIMARY, INCOHERENT, ANY, BOUNCE, WORKLOADS };
enum { OURS_DEFAULT, OURS_HIGH, OURS_BATCH, OURS_LOOP, OURS, PEER = OURS, ENGINES = PEER + PEER_MODES };
enum { SCENES = 4, ROUNDS = 5, QUICK_ROUNDS = 3 };

static const char* const workload_names[WORKLOADS] = {"primary", "incoherent", "any", "bounce"};
static const char* const our_names[OURS] = {"hitscan-default", "hitscan-high", "hitscan-batch", "hitscan-loop"};

// Per workload and engine: the sum of the logarithms of ratios to Embree default and robust, and how many.
typedef struct mean {
    double log_default, log_robust;
    int count;
} mean;

static mean means[WORKLOADS][ENGINES];

typedef struct contest {
    scene scene;
    hit_bvh* ours[OURS_BATCH]; // batches and loops use the default tree
    peer_tree* peer[PEER_MODES];
    ray_list rays[WORKLOADS];
    uint32_t side; // of the picture
    first_hit* seen;
    hit_bvh_hit* hits; // of batches
    uint8_t* touched;
} contest;

static bool asked(const char* engine)
{
    return bench_asked.engine == NULL || strcmp(bench_asked.engine, engine) == 0;
}

// ---- One scene ---------------------------------------------------------------------------------------------------

static void prepare(contest* c)
{
    const hit_bvh_options high = {.quality = HIT_BVH_HIGH};
    const uint32_t count = bench_asked.quick ? 1u << 16 : 1u << 18;

    c->side = bench_asked.quick ? 512 : 1024;
    c->ours[OURS_DEFAULT] = tree_build(&c->scene, NULL);
    c->rays[PRIMARY] = workload_primary(&c->scene, c->side);
    c->seen = tree_first_hits(c->ours[OURS_DEFAULT], &c->rays[PRIMARY]);
    c->rays[INCOHERENT] = workload_incoherent(&c->scene, count);
    c->rays[ANY] = workload_segments(&c->scene, &c->rays[PRIMARY], c->seen, count);
    c->rays[BOUNCE] = workload_bounce(&c->scene, &c->rays[PRIMARY], c->seen, count);
    if (bench_asked.pictures)
        return;
    c->hits = scene_allocate(NULL, c->rays[PRIMARY].count, sizeof *c->hits); // the longest list
    c->touched = scene_allocate(NULL, c->rays[PRIMARY].count, sizeof *c->touched);
    if (asked(our_names[OURS_HIGH]))
        c->ours[OURS_HIGH] = tree_build(&c->scene, &high);
    for (int m = 0; m < PEER_MODES && peer_available(); m++)
        if (asked(peer_name((peer_mode)m)))
            c->peer[m] = peer_build(&c->scene, (peer_mode)m);
}

static bool wants_rays(const char* scene_name)
{
    bool any = bench_asked.pictures;

    for (int w = 0; w < WORKLOADS; w++) {
        char name[64];
        snprintf(name, sizeof name, "%s/%s", scene_name, workload_names[w]);
        any = any || bench_wants(name);
    }
    return any;
}

static void finish(contest* c)
{
    for (int i = 0; i < OURS_BATCH; i++)
        hit_bvh_destroy(c->ours[i]);
    free(c->hits);
    free(c->touched);
    for (int m = 0; m < PEER_MODES; m++)
        peer_free(c->peer[m]);
    for (int w = 0; w < WORKLOADS; w++)
        workload_free(&c->rays[w]);
    free(c->seen);
    scene_free(&c->scene);
}

// Compare all answers, and describe the rays.
static bool agree(const contest* c, const char* name, int w, char* note, size_t size)
{
    const ray_list* rays = &c->rays[w];
    first_hit* answers = w == PRIMARY ? c->seen : tree_first_hits(c->ours[OURS_DEFAULT], rays);
    const tree_run batch = {c->ours[OURS_DEFAULT], NULL, rays, c->hits, c->touched};
    tree_agreement by[PEER_MODES] = {{0, 0}};
    uint32_t unexplained = 0;
    bool good = true;
    int used;

    for (int i = w == ANY ? OURS_DEFAULT : OURS_HIGH; i < OURS_BATCH && good; i++)
        good = tree_confirms(name, c->ours[i], answers, rays, w == ANY);
    good = good && tree_batch_confirms(name, &batch, answers, w == ANY);
    for (int m = 0; m < PEER_MODES && good; m++) {
        if (c->peer[m] != NULL)
            good = tree_agree(name, &c->scene, answers, c->peer[m], rays, w == ANY, &by[m]);
        unexplained += by[m].unexplained;
    }
    used = snprintf(note, size, "%u triangles, %u rays, %.1f %% hits", (unsigned)c->scene.count, (unsigned)rays->count,
                    100.0 * tree_count_hits(answers, rays->count) / rays->count);
    if (peer_available())
        snprintf(note + used, size - (size_t)used,
                 "; Embree is wrong in %u (default), %u (robust), %u (high), %u (compact), %u of these do not graze",
                 (unsigned)by[PEER_DEFAULT].differ, (unsigned)by[PEER_ROBUST].differ, (unsigned)by[PEER_HIGH].differ,
                 (unsigned)by[PEER_COMPACT].differ, (unsigned)unexplained);
    if (w != PRIMARY)
        free(answers);
    return good;
}

static void add_to_means(int w, const bench_times* t, const bench_race* r, const int* kind)
{
    int base = -1, robust = -1;

    for (int e = 0; e < r->engines; e++) {
        base = kind[e] == PEER + PEER_DEFAULT ? e : base;
        robust = kind[e] == PEER + PEER_ROBUST ? e : robust;
    }
    for (int e = 0; e < r->engines && base >= 0 && robust >= 0; e++) {
        mean* m = &means[w][kind[e]];
        if (t->ratio[e][base] > 0.0 && t->ratio[e][robust] > 0.0) {
            m->log_default += log(t->ratio[e][base]);
            m->log_robust += log(t->ratio[e][robust]);
            m->count++;
        }
    }
}

// Batches are never to be slower than a loop over single rays, but for what two measurements of one thing differ by. It
// is a loop that keeps its answers: these are 32 bytes each, and writing them takes some time, too.
static void compare_batch(const char* name, const bench_times* t, const bench_race* r, const int* kind)
{
    int loop = -1, batch = -1;

    for (int e = 0; e < r->engines; e++) {
        loop = kind[e] == OURS_LOOP ? e : loop;
        batch = kind[e] == OURS_BATCH ? e : batch;
    }
    if (loop >= 0 && batch >= 0 && t->seconds[batch] > 0.0)
        tree_record(name, our_names[OURS_BATCH], 1e-6 * r->operations / t->seconds[batch], r->unit,
                    our_names[OURS_LOOP], t->ratio[batch][loop], 0.97, false);
}

static void run_workload(const contest* c, int w)
{
    double (*const first[])(const void*) = {tree_ours_first, tree_ours_first, tree_batch_first, tree_loop_first,
                                            tree_peer_first};
    double (*const any[])(const void*) = {tree_ours_any, tree_ours_any, tree_batch_any, tree_loop_any, tree_peer_any};
    tree_run runs[ENGINES];
    int kind[ENGINES];
    char name[64], note[256] = "one engine, nothing compared";
    bench_race r = {.suite = "tree",
                    .name = name,
                    .note = note,
                    .unit = "Mrays/s",
                    .operations = c->rays[w].count,
                    .rounds = bench_asked.quick ? QUICK_ROUNDS : ROUNDS,
                    .peer = -1};
    bench_times times;

    snprintf(name, sizeof name, "%s/%s", c->scene.name, workload_names[w]);
    if (!bench_wants(name) || c->rays[w].count == 0)
        return;
    if (bench_asked.engine == NULL && !agree(c, name, w, note, sizeof note))
        return;
    for (int e = 0; e < ENGINES; e++) {
        const bool ours = e < OURS;
        const int which = ours ? e : PEER;
        const hit_bvh* bvh = !ours ? NULL : c->ours[e == OURS_HIGH ? OURS_HIGH : OURS_DEFAULT];
        const peer_tree* peer = ours ? NULL : c->peer[e - PEER];
        const char* engine = ours ? our_names[e] : peer_name((peer_mode)(e - PEER));
        if ((bvh == NULL && peer == NULL) || !asked(engine))
            continue;
        if (e == PEER + PEER_DEFAULT)
            r.peer = r.engines;
        runs[r.engines] = (tree_run){bvh, peer, &c->rays[w], c->hits, c->touched};
        kind[r.engines] = e;
        r.engine[r.engines] = (bench_racer){engine, w == ANY ? any[which] : first[which], &runs[r.engines], 0.0};
        if (e == OURS_BATCH && w == INCOHERENT && c->scene.count > 500000) // these exceed the caches
            r.engine[r.engines].target = 1.4;
        r.engines++;
    }
    bench_run_race(&r, &times);
    add_to_means(w, &times, &r, kind);
    compare_batch(name, &times, &r, kind);
}

static bool make_scene(scene* s, int which)
{
    static const char* const names[SCENES] = {"bunny", "dragon", "hall", "terrain"};

    if (!bench_wants(names[which]))
        return false;
    if (which < 2)
        return scene_load(s, names[which]);
    if (which == 2)
        scene_hall(s);
    else
        scene_terrain(s, names[which], 2000000);
    return true;
}

// ---- The means ---------------------------------------------------------------------------------------------------

static void record_means(void)
{
    for (int w = 0; w < WORKLOADS; w++) {
        char name[64];
        snprintf(name, sizeof name, "all/%s", workload_names[w]);
        for (int e = 0; e < ENGINES; e++) {
            const mean* m = &means[w][e];
            const char* engine = e < OURS ? our_names[e] : peer_name((peer_mode)(e - PEER));
            const double target = e == OURS_DEFAULT ? 1.0 : 0.0;
            if (m->count < SCENES)
                continue; // not all scenes were run
            if (e != PEER + PEER_DEFAULT)
                tree_record(name, engine, exp(m->log_default / m->count), "x", peer_name(PEER_DEFAULT),
                            exp(m->log_default / m->count), target, false);
            if (e < OURS)
                tree_record(name, engine, exp(m->log_robust / m->count), "x", peer_name(PEER_ROBUST),
                            exp(m->log_robust / m->count), 1.2 * target, false);
        }
    }
}

static void draw(const contest* c)
{
    char path[96];

    snprintf(path, sizeof path, "build/bench/%s.ppm", c->scene.name);
    if (workload_picture(&c->scene, &c->rays[PRIMARY], c->seen, c->side, path))
        printf("wrote %s\n", path);
}

void bench_suite_tree(void)
{
    if (!peer_available())
        printf("There is no Embree in this build (scripts/setup bench): ours are measured alone.\n");
    for (int i = 0; i < SCENES; i++) {
        contest* c = scene_allocate(NULL, 1, sizeof *c);
        memset(c, 0, sizeof *c);
        if (make_scene(&c->scene, i)) {
            if (wants_rays(c->scene.name))
                prepare(c);
            for (int w = 0; w < WORKLOADS && !bench_asked.pictures; w++)
                run_workload(c, w);
            if (bench_asked.pictures)
                draw(c);
            else
                tree_bench_build(&c->scene);
            finish(c);
        }
        free(c);
    }
    if (bench_asked.pictures)
        return;
    tree_bench_boxes();
    tree_bench_duplicates();
    tree_bench_growth();
    record_means();
}
