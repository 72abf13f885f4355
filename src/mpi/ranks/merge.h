// The order of hits and of closest points that several ranks have found, and lists of the best of them.
//
// The order is that of one tree over the undivided model: the smallest exact t, or distance, and then the lowest index.
// Rounding is monotone, so rounded numbers that differ decide; where they are equal the triangles do, exactly. So what
// travels with a hit is its index and its nine coordinates, from which everything else is computed again.
//
// Nothing here depends on the order in which hits come.
#ifndef HITSCAN_MPI_RANKS_MERGE_H
#define HITSCAN_MPI_RANKS_MERGE_H

#include "base/assert.h"

#include <hitscan/intersect.h>
#include <hitscan/ranks.h>

// A list of the best, in order, in somebody's memory.
typedef struct hit_ranks_list {
    void* items; ///< hit_ranks_hit or hit_ranks_closest
    uint64_t count, capacity;
    bool overflow; ///< one fell off the end, or found no place
} hit_ranks_list;

extern const hit_ranks_hit hit_ranks_no_hit;
extern const hit_ranks_closest hit_ranks_no_closest;

// The hit that a triangle is, whose ray hits it: as one tree describes it.
hit_ranks_hit hit_ranks_describe(const hit_ray* ray, uint64_t primitive, const hit_triangle* triangle);

// Negative when a comes before b, positive when after; 0 for the same primitive.
int hit_ranks_hit_compare(const hit_ray* ray, const hit_ranks_hit* a, const hit_ranks_hit* b);
int hit_ranks_closest_compare(hit_vec3 point, const hit_ranks_closest* a, const hit_ranks_closest* b);

// Whether the ray meets an edge or a corner there: what `unique` looks at.
bool hit_ranks_on_edge(const hit_ray* ray, const hit_ranks_hit* hit);

// Put one into a list in order, unless the list is full of better ones. With `unique`, of hits with equal t on edges
// of their triangles and on one side, only that with the lowest index stays (hit_bvh_filter.unique).
void hit_ranks_keep_hit(const hit_ray* ray, hit_ranks_list* list, const hit_ranks_hit* hit, bool unique);
void hit_ranks_keep_closest(hit_vec3 point, hit_ranks_list* list, const hit_ranks_closest* closest);

#endif
