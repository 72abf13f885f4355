// The kernels of the builder: the loops that an instruction set can speed up. Every level gives the same results.
// kernel_bins.h and what it includes are their one source, kernels_<isa>.c compile it, and kernels.c chooses.
#ifndef HITSCAN_BVH_BUILD_KERNEL_H
#define HITSCAN_BVH_BUILD_KERNEL_H

#include "bvh/build/build.h"

// A grid over a box: cell = (x·shrink - origin)·cells, rounded down.
typedef struct build_grid {
    float origin[4], shrink, cells;
} build_grid;

enum { BUILD_SMALL_SET = 16 };

typedef struct build_kernel {
    // Add the good primitives from `begin` up to `end` to a survey.
    void (*survey)(const build_input* in, uint32_t begin, uint32_t end, build_survey* survey);
    // Put primitives on a grid; with `check`, only the good ones. Returns the end of what was written.
    build_primref* (*primrefs)(const build_input* in, const build_grid* grid, uint32_t begin, uint32_t end, bool check,
                               build_primref* out);
    // Put primrefs on a finer grid of their own. False when they are all on one point, or as good as.
    bool (*refine)(const build_input* in, build_primref* primrefs, uint32_t count);
    // The box of a set and the bounds of its centroids, from its primrefs.
    void (*survey_set)(const build_primref* primrefs, build_set* set);
    // Put the primrefs of a set into bins->count bins along each axis but `skip`, whose bins stay empty; 3: none.
    void (*fill_bins)(const build_primref* primrefs, const build_set* set, unsigned skip, build_bins* bins);
    // Add other bins of the same set.
    void (*join_bins)(build_bins* bins, const build_bins* others);
    // The cheapest split of a set; the bins then have the boxes of both sides.
    build_split (*best_split)(const build_set* set, build_bins* bins);
    // The same for at most BUILD_SMALL_SET primrefs and four bins along all axes, which need not be filled.
    build_split (*split_small_set)(const build_primref* primrefs, const build_set* set, build_bins* bins);
    // The boxes of both sides of a set that is split there, and what is then known of their centroids. `left` and
    // `right` are not `set`.
    void (*describe_sides)(const build_split_plane* split_plane, const build_set* set, build_set* left,
                           build_set* right);
    // Partition primrefs by their centroids along an axis: those below `plane` first. Returns the number of these.
    uint32_t (*partition)(build_primref* primrefs, uint32_t count, unsigned axis, uint32_t plane);
    // The same, and fill the bins of both sides, which are described already, along all axes but one of each side. The
    // primrefs may be a part of these only.
    uint32_t (*partition_and_bin)(build_primref* primrefs, uint32_t count, unsigned axis, uint32_t plane,
                                  const build_set side[2], const unsigned skip[2], build_bins bins[2]);
    // Tell whether triangles fit a block; then sort them by id, note slots for their corners in the order of first use
    // (build_get_corners), and their box and info in the node.
    bool (*fit)(const build_input* in, build_primref* primrefs, uint32_t count, build_node* node);
    // Write the vertices of triangles to their slots, packed as in a block. Returns the largest extent of a triangle
    // along an axis, rounded to nearest.
    float (*vertices)(const build_input* in, const build_primref* primrefs, uint32_t count, const uint32_t packed[3],
                      hit_bvh_block* block);
    // The lowest sums left[k - 1] + right[i - k - 1] for i roots, k = 1..i - 1, in best[i - 1]; returns the k of each,
    // as BUILD_CHOICE reads them. For i = 1 there is none.
    uint32_t (*share_roots)(const float left[8], const float right[8], float best[8]);
} build_kernel;

extern const build_kernel hit_build_kernel_portable;
extern const build_kernel hit_build_kernel_sse4;
extern const build_kernel hit_build_kernel_avx2;
extern const build_kernel hit_build_kernel_neon;
extern const build_kernel hit_build_kernel_wasm;

// The kernels for hit_cpu_in_use().
const build_kernel* hit_build_kernel(void);

// A grid around a box; see primrefs.c.
bool hit_build_grid(const float low[3], const float high[3], float shrink, build_grid* grid);

#endif
