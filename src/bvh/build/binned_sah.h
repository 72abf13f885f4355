// The parts of splitting: one set, a subtree, and sets that several threads work on.
#ifndef HITSCAN_BVH_BUILD_SPLIT_H
#define HITSCAN_BVH_BUILD_SPLIT_H

#include "bvh/build/kernel.h"

// Divide a set into two, with the help of the tree's pool if it has one and the set is large. False when all of it is
// one triangle. split_planes[0] is where to partition it, if that is known; then split_planes[0] and split_planes[1] are where to partition `right` and
// `left`.
bool hit_build_split_set(const build_input* in, const build_tree* tree, const build_kernel* kernel, build_set* set,
                         build_set* left, build_set* right, build_split_plane split_planes[2]);

// Make the subtree of a task. When it is cancelled the tree's watch knows.
void hit_build_subtree(const build_input* in, build_tree* tree, build_task* task);

// Fill bins with the primrefs of a set, along the axes that the quality asks for.
void hit_build_fill(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                    const build_set* set, build_bins* bins);

// The same, and what the kernel's partition and partition_and_bin do, on several threads. Primrefs may end in another order.
void hit_build_fill_chunks(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                           const build_set* set, build_bins* bins);
void hit_build_partition_chunks(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                                const build_set* set, const build_split_plane* split_plane);
void hit_build_partition_and_bin_chunks(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                                        const build_set* set, const build_split_plane* split_plane,
                                        const build_set side[2], const unsigned skip[2], build_bins bins[2]);

#endif
