// Assimp, the peer of reading models.
#ifndef HITSCAN_BENCH_LOAD_ASSIMP_H
#define HITSCAN_BENCH_LOAD_ASSIMP_H

#include <stdbool.h>
#include <stdint.h>

// False when the build has no Assimp.
bool peer_assimp_available(void);

// Read a model as a user of Assimp would who wants triangles; the number of them. Ends the program when it cannot.
uint64_t peer_assimp_load(const char* path);

#endif
