// What the parts of suite `tree` share: trees of ours and of the peer as engines, and the check that they agree.
#ifndef HITSCAN_BENCH_TREE_H
#define HITSCAN_BENCH_TREE_H

#include "bench.h"
#include "peer.h"
#include "workloads.h"

// Build a tree of ours, or end the program. NULL options are the defaults.
hit_bvh* tree_build(const scene* s, const hit_bvh_options* options);

// An engine and what it runs on.
typedef struct tree_run {
    const hit_bvh* ours;
    const peer_tree* peer;
    const ray_list* rays;
    hit_bvh_hit* hits; // batches: room for the answers
    uint8_t* touched;
} tree_run;

double tree_ours_first(const void* run);
double tree_ours_any(const void* run);
double tree_loop_first(const void* run); // answers are kept, as batches keep them
double tree_loop_any(const void* run);
double tree_batch_first(const void* run);
double tree_batch_any(const void* run);
double tree_peer_first(const void* run);
double tree_peer_any(const void* run);

// The first hits of rays, by our tree.
first_hit* tree_first_hits(const hit_bvh* ours, const ray_list* rays);

// Memory that goes through an allocator, as it is counted.
typedef struct tree_memory {
    size_t now, most;
} tree_memory;

hit_allocator tree_counting_allocator(tree_memory* memory);

// Compare answers of ours with those of the peer, ray by ray.
//
// The exact test of a single primitive decides: that a primitive which we report is hit at the very t that we report,
// and that the one which the peer reports is not nearer. Anything else is an error of ours. The peer rounds, so it may
// differ where a ray grazes: close to an edge, flat along a surface, at its own end. Those are counted; when they are
// more than one in a thousand, that is an error too. An equal t, to one part in 10,000, is agreement whatever the
// primitive.
typedef struct tree_agreement {
    uint32_t differ;      // rays with answers that differ
    uint32_t unexplained; // of these, rays that do not graze
} tree_agreement;

// False after bench_disagree. With `any`, the peer is asked only whether there is a hit.
bool tree_agree(const char* name, const scene* s, const first_hit* answers, const peer_tree* peer, const ray_list* rays,
                bool any, tree_agreement* result);

// Whatever the quality of a tree, its answers must have these bits. False after bench_disagree.
bool tree_confirms(const char* name, const hit_bvh* bvh, const first_hit* answers, const ray_list* rays, bool any);

// Batches too.
bool tree_batch_confirms(const char* name, const tree_run* run, const first_hit* answers, bool any);

uint32_t tree_count_hits(const first_hit* answers, uint32_t count);

// A row of suite `tree`. `peer` is NULL, and ratio and target 0, where there are none.
void tree_record(const char* name, const char* engine, double value, const char* unit, const char* peer, double ratio,
                 double target, bool limit);

// The parts of the suite, in suite_tree_*.c.
void tree_bench_build(const scene* s);                // how fast, how large
void tree_bench_memory(const scene* s, double limit); // in bytes per primitive; 0: no limit
void tree_bench_boxes(void);
void tree_bench_duplicates(void);
void tree_bench_growth(void);

#endif
