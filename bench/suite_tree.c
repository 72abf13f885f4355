// Suite `tree`: trees over triangles and boxes, next to Embree: same rays, same run, one thread, one ray at a time.
//
// This file has the four scenes with their four workloads, and the geometric means over scenes that the targets are
// about. suite_tree_build.c has building, memory, duplicates and growth, suite_tree_boxes.c has boxes.
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIMARY, INCOHERENT, ANY, BOUNCE, WORKLOADS };
enum { OURS_DEFAULT, OURS_HIGH, OURS, PEER = OURS, ENGINES = PEER + PEER_MODES };
enum { SCENES = 4, ROUNDS = 5, QUICK_ROUNDS = 3 };

static const char* const workload_names[WORKLOADS] = {"primary", "incoherent", "any", "bounce"};
static const char* const our_names[OURS] = {"hitscan-default", "hitscan-high"};

// Per workload and engine: the sum of the logarithms of ratios to Embree default and robust, and how many.
typedef struct mean {
    double log_default, log_robust;
    int count;
} mean;

static mean means[WORKLOADS][ENGINES];

typedef struct contest {
    scene scene;
    hit_bvh* ours[OURS];
    peer_tree* peer[PEER_MODES];
    ray_list rays[WORKLOADS];
    uint32_t side; // of the picture
    first_hit* seen;
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
    for (int i = 0; i < OURS; i++)
        hit_bvh_destroy(c->ours[i]);
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
    tree_agreement by[PEER_MODES] = {{0, 0}};
    uint32_t strange = 0;
    bool good = true;
    int used;

    for (int i = w == ANY ? OURS_DEFAULT : OURS_HIGH; i < OURS && good; i++)
        good = c->ours[i] == NULL || tree_confirms(name, c->ours[i], answers, rays, w == ANY);
    for (int m = 0; m < PEER_MODES && good; m++) {
        if (c->peer[m] != NULL)
            good = tree_agree(name, &c->scene, answers, c->peer[m], rays, w == ANY, &by[m]);
        strange += by[m].strange;
    }
    used = snprintf(note, size, "%u triangles, %u rays, %.1f %% hits", (unsigned)c->scene.count, (unsigned)rays->count,
                    100.0 * tree_count_hits(answers, rays->count) / rays->count);
    if (peer_available())
        snprintf(note + used, size - (size_t)used,
                 "; Embree is wrong in %u (default), %u (robust), %u (high), %u (compact), %u of these do not graze",
                 (unsigned)by[PEER_DEFAULT].differ, (unsigned)by[PEER_ROBUST].differ, (unsigned)by[PEER_HIGH].differ,
                 (unsigned)by[PEER_COMPACT].differ, (unsigned)strange);
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

static void run_workload(const contest* c, int w)
{
    const tree_run base = {NULL, NULL, &c->rays[w]};
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
    for (int i = 0; i < OURS; i++) {
        if (c->ours[i] != NULL && asked(our_names[i])) {
            runs[r.engines] = base;
            runs[r.engines].ours = c->ours[i];
            kind[r.engines] = i;
            r.engine[r.engines] = (bench_racer){our_names[i], w == ANY ? tree_ours_any : tree_ours_first, NULL, 0.0};
            r.engines++;
        }
    }
    for (int m = 0; m < PEER_MODES; m++) {
        if (c->peer[m] != NULL) {
            if (m == PEER_DEFAULT)
                r.peer = r.engines;
            runs[r.engines] = base;
            runs[r.engines].peer = c->peer[m];
            kind[r.engines] = PEER + m;
            r.engine[r.engines] =
                (bench_racer){peer_name((peer_mode)m), w == ANY ? tree_peer_any : tree_peer_first, NULL, 0.0};
            r.engines++;
        }
    }
    for (int e = 0; e < r.engines; e++)
        r.engine[e].data = &runs[e];
    bench_run_race(&r, &times);
    add_to_means(w, &times, &r, kind);
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
