// Coordinates that floats are too coarse for: vertices relative to an origin in double precision.
//
// A survey has its vertices near 5,400,000 m. There floats are 0.5 m apart, so a square of 10 cm becomes anything. A
// reader that meets such vertices reads their numbers a second time, as doubles, and gives both to
// hit_origin_subtract, which leaves small differences in the floats, and an origin for the placement of the parts.
//
// Other files are as they were, bit for bit and as fast: whether vertices are far out is known after a few of them.
#ifndef HITSCAN_MESH_IO_ORIGIN_H
#define HITSCAN_MESH_IO_ORIGIN_H

#include "mesh_io/loader.h"

// True when the largest coordinate is more than 16 times the extent, the longest side of the box around the vertices:
// when rounding to float moves them by more than about 1e-6 of it. Vertices that are not finite do not count.
bool hit_origin_is_far(const hit_vec3* vertices, uint64_t count);

// Make vertices relative to an origin that is chosen for them, and is a multiple of a power of two about as large as
// their extent. Nothing is changed, and the origin is zero, when hit_origin_is_far would say no, when all numbers are
// floats anyway, and when some are beyond 2^100.
//
// @param exact      the same vertices as doubles. Those that are not finite as floats stay as they are
// @param from_text  they were written with any number of digits: a note says what doubles have lost of them, when that
//                   is more than 1e-6 of the extent
// @param origin     set; files with one origin for all of their parts give &loader->origin
hit_status hit_origin_subtract(hit_loader* loader, const hit_dvec3* exact, bool from_text, hit_vec3* vertices,
                               uint64_t count, hit_dvec3* origin);

// Say which parts are so small, and so far from the origin that they share, that floats lose more than 1e-6 of their
// size. hit_loader_part_per_mesh calls it.
hit_status hit_origin_check_parts(hit_loader* loader);

#endif
