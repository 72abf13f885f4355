// The stages of a build, in their order; each has a file. build.c calls them.
//   input        looks at the caller's arguments
//   primrefs     checks the primitives and puts their boxes on a grid of 16-bit cells: primrefs (primitive references)
//   presplit     takes out triangles that would be in the way of many rays, and puts split references in their place
//   split        makes a binary tree over the primrefs by binned surface area, down to sets that fit one leaf:
//                parallel.c its top, binned_sah.c the rest, morton.c large sets of HIT_BVH_FAST
//   leaves       decides whether triangles fit a block of eight vertices, and finds their true box
//   collapse     chooses, by dynamic programming, which nodes of the binary tree become wide nodes
//   reinsertion  HIT_BVH_HIGH over triangles: moves subtrees of the binary tree to better places, and collapses again
//   pack         writes the block of bytes
#ifndef HITSCAN_BVH_BUILD_STAGES_H
#define HITSCAN_BVH_BUILD_STAGES_H

#include "bvh/build/block_split.h"
#include "bvh/build/kernel.h"

// ---- Input: input.c -------------------------------------------------------------------------------------------------

// Fill `in` from arguments. Returns what is wrong with them, or NULL.
const char* hit_build_input_mesh(const hit_mesh* mesh, build_input* in);
const char* hit_build_input_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count, build_input* in);
const char* hit_build_input_obbs(const hit_obb* boxes, size_t stride, uint32_t count, build_input* in);

// ---- Primitive references: primrefs.c -------------------------------------------------------------------------------

// Look at all primitives. For oriented boxes, `bounds` is filled; those of bad ones are empty.
//
// @param parts  one for each BUILD_SURVEY_PART primitives: hit_build_primrefs needs them again
void hit_build_survey(const build_input* in, const hit_task_pool* pool, hit_aabb* bounds, build_survey* parts,
                      build_survey* all);

// Say what is wrong with a bad primitive.
hit_status hit_build_refuse(const build_input* in, uint32_t id, hit_error* error);

// Put the good primitives on the grid, and describe the set of all of them.
void hit_build_primrefs(const build_input* in, const hit_task_pool* pool, build_survey* parts, const build_survey* all,
                        build_primref* primrefs, build_set* set);

// Run tasks on a pool, or here if it is NULL, each in the floating-point environment that the library needs.
void hit_build_parallel_for(const hit_task_pool* pool, hit_task* task, void* context, uint32_t count);

// ---- Large triangles: presplit.c ------------------------------------------------------------------------------------

// The large triangles of a build, and their split references.
typedef struct build_presplit {
    hit_bvh* tree;               ///< of them alone; NULL: there are none
    uint32_t* ids;               ///< of its primitives, ascending
    uint32_t* corners;           ///< three indices for each
    build_split_ref* split_refs; ///< in the order of its blocks
    uint32_t count, split_ref_count, level;
    uint32_t room; ///< for split references
} build_presplit;

// Take the large triangles out of the primrefs, of a set that is all of them, and put their split references in. The
// primrefs have room for one more for each HIT_BVH_PRIMS_PER_SPLIT_REF primitives.
//
// @return  HIT_OK, also when there was nothing to do, or HIT_ERROR_MEMORY
hit_status hit_build_presplit(build_input* in, build_tree* tree, const build_survey* survey, build_set* set,
                              const hit_allocator* allocator, build_presplit* presplit);

// The entries of the section of ids that the blocks of large triangles need.
uint64_t hit_build_presplit_ids(const build_presplit* presplit);

// Write the tree of large triangles behind what hit_build_pack wrote.
void hit_build_pack_presplit(const build_presplit* presplit, hit_bvh_header* header);

void hit_build_free_presplit(build_presplit* presplit, const hit_allocator* allocator);

// Build a tree of triangles without split references: build.c.
hit_status hit_build_unsplit(const build_input* in, const hit_allocator* allocator, hit_bvh** bvh);

// ---- Splits: parallel.c, binned_sah.c, morton.c ---------------------------------------------------------------------

// Make the binary tree over a set: at least one primref. False when it was cancelled.
bool hit_build_split(const build_input* in, build_tree* tree, const build_set* set);

// Split a set into two, with the help of the tree's pool if it has one and the set is large. False when all of it is
// one triangle. split_planes[0] is where to split it, if that is known; afterwards split_planes[0] and split_planes[1]
// are where to split `right` and `left`.
bool hit_build_split_set(const build_input* in, const build_tree* tree, const build_kernel* kernel, build_set* set,
                         build_set* left, build_set* right, build_split_plane split_planes[2]);

// Make the subtree of a task. When it is cancelled the tree's watch knows.
void hit_build_subtree(const build_input* in, build_tree* tree, build_task* task);

// Fill bins with the primrefs of a set, along the axes that the quality asks for.
void hit_build_fill(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                    const build_set* set, build_bins* bins);

// The same, and what the kernel's partition and partition_and_bin do, on several threads. Primrefs may end in another
// order.
void hit_build_fill_chunks(const build_tree* tree, const build_kernel* kernel, const build_primref* primrefs,
                           const build_set* set, build_bins* bins);
void hit_build_partition_chunks(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                                const build_set* set, const build_split_plane* split_plane);
void hit_build_partition_and_bin_chunks(const build_tree* tree, const build_kernel* kernel, build_primref* primrefs,
                                        const build_set* set, const build_split_plane* split_plane,
                                        const build_set side[2], const unsigned skip[2], build_bins bins[2]);

// Sort all primrefs along the Morton curve of their centroids, then by id. Uses the memory of the nodes.
void hit_build_sort_morton(build_tree* tree);

// The Morton code of a centroid: 21 bits.
uint32_t hit_build_morton(const build_primref* primref);

// ---- Leaves: leaves.c -----------------------------------------------------------------------------------------------

// The part of a block that a primitive takes.
float hit_build_blocks_per_prim(const build_input* in);

// Make a leaf of these primitives if they fit one.
bool hit_build_leaf(const build_input* in, const build_kernel* kernel, build_primref* primrefs, uint32_t count,
                    build_node* node);

// Bring the triangles that are the same as the one with the lowest id to the front. Returns their number; 0 for boxes.
uint32_t hit_build_group_duplicates(const build_input* in, build_primref* primrefs, uint32_t count);

// Make a leaf of triangles that are all the same; sorts them by id.
void hit_build_duplicate_leaf(const build_input* in, const build_kernel* kernel, build_primref* primrefs,
                              uint32_t count, build_node* node);

// ---- Wide nodes: collapse_wide.c, reinsertion.c ---------------------------------------------------------------------

// Choose the wide nodes, and find the boxes of all nodes. Returns what a ray is expected to pay, to compare trees.
float hit_build_collapse(const build_input* in, build_tree* tree);

// The same for the subtree of a task, whose nodes are nodes[first] up to nodes[end]. To be called before it.
void hit_build_collapse_task(const build_input* in, build_node* nodes, uint32_t first, uint32_t end, build_plan* plan);

// The children that a wide node has: nodes of the binary tree. Returns their number.
unsigned hit_build_children(const build_tree* tree, uint32_t node, uint32_t child[HIT_BVH_WIDTH]);

// Improve a binary tree that has been collapsed, at a cost, and collapse it again. Where that does not lower the cost,
// the tree stays what it was. HIT_ERROR_MEMORY: nothing was done.
hit_status hit_build_reinsert(const build_input* in, build_tree* tree, float cost, const hit_allocator* allocator);

// ---- Packing: pack.c, pack_block.c ----------------------------------------------------------------------------------

// Write the block of bytes: `header` lies at its start, with the sections in it.
void hit_build_pack(const build_input* in, build_tree* tree, hit_bvh_header* header);

// Write the block of a leaf of triangles, and its ids from ids[first_id] on if it has a list of them.
void hit_build_pack_block(const build_input* in, const build_tree* tree, const build_kernel* kernel,
                          const build_node* leaf, uint32_t first_id, uint32_t* ids, hit_bvh_block* block);

// Prefetch the memory that hit_build_pack_block reads. Each needs what the one before has prefetched.
void hit_build_prefetch_primrefs(const build_tree* tree, const build_node* leaf);
void hit_build_prefetch_corners(const build_input* in, const build_tree* tree, const build_node* leaf);
void hit_build_prefetch_vertices(const build_input* in, const build_tree* tree, const build_node* leaf);

#endif
