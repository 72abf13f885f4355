// Draco and meshoptimizer themselves: they pack the triangles that the suite loads, and unpack them as its peers.
#ifndef HITSCAN_BENCH_LOAD_PACKED_H
#define HITSCAN_BENCH_LOAD_PACKED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sums over the triangles of a mesh, by which what was read is compared: the same bits for the same mesh.
typedef struct packed_sums {
    uint64_t vertices, triangles;
    double positions;
    uint64_t corners; ///< of their numbers, each times its place modulo 7
} packed_sums;

/// Unpack a mesh of Draco, as one that needs it has to: its object of a mesh, with all positions in it. Adds it up
/// where `sums` is not NULL. Returns the number of triangles, 0 when Draco cannot.
uint64_t peer_draco_unpack(const void* bytes, size_t size, packed_sums* sums);

#ifdef __cplusplus
}
#endif

#endif
