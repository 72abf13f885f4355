// Suite `tree`: trees over boxes, next to Embree's user geometry.
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>

static void run_workload(const scene* s, const hit_bvh* ours, const peer_tree* peer, const char* workload,
                         const ray_list* rays, double target)
{
    const tree_run runs[2] = {{ours, NULL, rays, NULL, NULL}, {NULL, peer, rays, NULL, NULL}};
    tree_agreement agreement;
    first_hit* answers;
    bool good;
    char name[64], note[160] = "one engine, nothing compared";
    bench_race r = {.suite = "tree",
                    .name = name,
                    .note = note,
                    .unit = "Mrays/s",
                    .operations = rays->count,
                    .rounds = bench_asked.quick ? 3 : 7,
                    .engine = {{"hitscan-default", tree_ours_first, &runs[0], target},
                               {peer_name(PEER_DEFAULT), tree_peer_first, &runs[1], 0.0}},
                    .engines = peer == NULL ? 1 : 2,
                    .peer = peer == NULL ? -1 : 1};

    snprintf(name, sizeof name, "%s/%s", s->name, workload);
    if (!bench_wants(name))
        return;
    if (peer != NULL && bench_asked.engine == NULL) {
        answers = tree_first_hits(ours, rays);
        good = tree_agree(name, s, answers, peer, rays, false, &agreement);
        snprintf(note, sizeof note,
                 "%u boxes, %u rays, %.1f %% hits; plain float is wrong in %u, %u of these do not graze",
                 (unsigned)s->count, (unsigned)rays->count, 100.0 * tree_count_hits(answers, rays->count) / rays->count,
                 (unsigned)agreement.differ, (unsigned)agreement.unexplained);
        free(answers);
        if (!good)
            return;
    }
    bench_run_race(&r, NULL);
}

static void run_scene(uint32_t count, hit_bvh_kind kind)
{
    scene s;

    scene_boxes(&s, count, kind);
    if (bench_wants(s.name)) {
        hit_bvh* ours = tree_build(&s, NULL);
        peer_tree* peer = peer_available() ? peer_build(&s, PEER_DEFAULT) : NULL;
        ray_list primary = workload_primary(&s, bench_asked.quick ? 256 : 512);
        ray_list incoherent = workload_incoherent(&s, bench_asked.quick ? 1u << 15 : 1u << 17);
        run_workload(&s, ours, peer, "primary", &primary, 1.4);
        run_workload(&s, ours, peer, "incoherent", &incoherent, 1.2);
        hit_bvh_destroy(ours);
        peer_free(peer);
        workload_free(&primary);
        workload_free(&incoherent);
        tree_bench_memory(&s, kind == HIT_BVH_AABBS ? 44.0 : 0.0);
    }
    scene_free(&s);
}

void tree_bench_boxes(void)
{
    static const uint32_t counts[3] = {1000, 100000, 1000000};

    for (int kind = HIT_BVH_AABBS; kind <= HIT_BVH_OBBS; kind++)
        for (int i = 0; i < (bench_asked.quick ? 2 : 3); i++)
            run_scene(counts[i], (hit_bvh_kind)kind);
}
