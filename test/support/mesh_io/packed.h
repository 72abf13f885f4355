// What Draco and meshoptimizer make of triangles, for tests and fuzzers of what unpacks them.
#ifndef HITSCAN_TEST_PACKED_H
#define HITSCAN_TEST_PACKED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Triangles for Draco. Attribute 0 is the positions; 1 the normals, if there are any.
typedef struct draco_input {
    const float* positions; ///< three per vertex
    const float* normals;   ///< the same; NULL: none
    uint32_t vertices;
    const uint32_t* indices; ///< three per triangle
    uint32_t triangles;
    int edgebreaker; ///< else the sequential method, which keeps the order
    int bits;        ///< of positions; 0: as they are
} draco_input;

// Pack them into at most `room` bytes. Returns how many there are, or 0.
size_t draco_pack(const draco_input* input, unsigned char* out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
