// A model with the memory that it is made of.
#ifndef HITSCAN_MESH_IO_BOX_H
#define HITSCAN_MESH_IO_BOX_H

#include "mesh_io/loader.h"

typedef struct hit_model_owner {
    hit_model model; ///< first: what the caller has is a pointer to this
    hit_allocator allocator;
    hit_loader_block* blocks; ///< all of its memory but for the box itself
} hit_model_owner;

void hit_loader_free_blocks(const hit_allocator* allocator, hit_loader_block* blocks);

// The sum of their sizes.
size_t hit_loader_block_bytes(const hit_loader_block* blocks);

#endif
