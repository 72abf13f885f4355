// The parts of splitting: one set, a subtree, and sets that several threads work on.
#ifndef HITSCAN_BVH_BUILD_SPLIT_H
#define HITSCAN_BVH_BUILD_SPLIT_H

#include "bvh/build/kernel.h"

// Divide a set into two, with the help of the tree's pool if it has one and the set is large. False when all of it is
// one triangle. cuts[0] is where to divide it, if that is known; then cuts[0] and cuts[1] are where to divide `right` and
// `left`.
bool hit_build_split_set(const build_input* in, const build_tree* tree, const build_kernel* kernel, build_set* set,
                         build_set* left, build_set* right, build_cut cuts[2]);

// Make the subtree of a task. When it is cancelled the tree's watch knows.
void hit_build_subtree(const build_input* in, build_tree* tree, build_task* task);

// Fill bins with the fragments of a set, along the axes that the quality asks for.
void hit_build_fill(const build_tree* tree, const build_kernel* kernel, const build_fragment* fragments,
                    const build_set* set, build_bins* bins);

// The same, and what the kernel's divide and divide_ahead do, on several threads. Fragments may end in another order.
void hit_build_fill_chunks(const build_tree* tree, const build_kernel* kernel, const build_fragment* fragments,
                           const build_set* set, build_bins* bins);
void hit_build_divide_chunks(const build_tree* tree, const build_kernel* kernel, build_fragment* fragments,
                             const build_set* set, const build_cut* cut);
void hit_build_divide_ahead_chunks(const build_tree* tree, const build_kernel* kernel, build_fragment* fragments,
                                   const build_set* set, const build_cut* cut, const build_set side[2],
                                   const unsigned skip[2], build_bins bins[2]);

#endif
