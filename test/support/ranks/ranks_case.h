// A model, rays and points, what one tree answers, and ways to divide the model among ranks.
#ifndef HITSCAN_TEST_RANKS_CASE_H
#define HITSCAN_TEST_RANKS_CASE_H

#include "support/cases/mesh_rays.h"

#include <hitscan/ranks.h>

typedef struct ranks_case {
    test_mesh mesh;
    hit_bvh* one; ///< over all of it
    uint32_t* masks;
    hit_ray* rays;
    hit_vec3* points;
    uint32_t* ray_masks;
    uint32_t count; ///< of rays, and of points
} ranks_case;

// A mesh of a kind, with copies of some of its triangles, a few that are as large as all of it, and some bad ones.
ranks_case ranks_case_make(test_mesh_kind kind, uint32_t size, uint32_t count, uint64_t seed);
void ranks_case_free(ranks_case* c);

// Which rank brings each triangle.
typedef enum ranks_deal {
    DEAL_AT_RANDOM,
    DEAL_IN_TURN,
    DEAL_IN_RUNS,
    DEAL_ALL_TO_ONE,
    DEAL_NONE_TO_FIRST,
    DEAL_KINDS
} ranks_deal;

uint32_t* ranks_case_deal(const ranks_case* c, ranks_deal deal, uint32_t ranks, uint64_t seed);

// What one rank brings, in an order of its own. Its arrays are freed by ranks_part_free.
hit_ranks_part ranks_case_part(const ranks_case* c, const uint32_t* dealt, uint32_t rank, bool with_masks);
void ranks_part_free(hit_ranks_part* part);

// How to ask.
typedef struct ranks_how {
    hit_sides sides;
    bool unique, masked, ray_masked;
    uint32_t mask;
    uint32_t k;
    float max_distance;
} ranks_how;

ranks_how ranks_how_make(test_random* r);

// The answers to all questions.
typedef struct ranks_answers {
    uint32_t count, k;
    hit_ranks_hit *first, *some, *all;
    uint32_t *found, *near_found;
    uint8_t* any;
    uint64_t *counts, *offsets;
    hit_ranks_closest* near;
} ranks_answers;

// Those of one tree; and room for others, with the same offsets.
ranks_answers ranks_case_want(const ranks_case* c, const ranks_how* how);
ranks_answers ranks_answers_room(const ranks_answers* like);
void ranks_answers_free(ranks_answers* a);

// Print how the answers from `begin` to `end` differ from those of one tree; true when they do not.
bool ranks_answers_equal(const ranks_case* c, const ranks_answers* want, const ranks_answers* have, uint32_t begin,
                         uint32_t end);

// Where a rank's rays begin; some ranks have none.
uint32_t ranks_begin(uint32_t count, uint32_t ranks, uint32_t rank);

#endif
