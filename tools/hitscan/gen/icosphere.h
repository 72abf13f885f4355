// Balls of triangles that are nearly alike: an icosahedron whose edges are divided.
#ifndef TOOL_GEN_ICOSPHERE_H
#define TOOL_GEN_ICOSPHERE_H

#include <hitscan/math.h>

typedef struct icosphere {
    hit_dvec3* points; ///< of the unit sphere
    uint32_t* corners; ///< three per triangle
    uint32_t vertices, triangles;
} icosphere;

/// Divide each edge into `divisions`: 20·pieces² triangles, 10·pieces² + 2 vertices. False when memory is short.
bool icosphere_make(icosphere* s, uint32_t divisions);
void icosphere_free(icosphere* s);

#endif
