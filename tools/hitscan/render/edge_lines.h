// Lines along the edges of what samples show.
#ifndef TOOL_RENDER_EDGE_LINES_H
#define TOOL_RENDER_EDGE_LINES_H

#include <stdbool.h>
#include <stdint.h>

/// A grid of samples; each has a key, and a line goes along where keys change.
typedef struct edge_grid {
    uint32_t columns, rows;
    const uint32_t* keys;
    uint16_t* runs; ///< room for one per sample
} edge_grid;

/// Mark the samples that are closer than `radius` samples, or exactly so far, to one with another key.
///
/// @param radius   0 to 255
/// @param inside  samples with the key 0 stay as they are: the line lies on the side of what has another key
/// @param marks   one per sample; set to 1 for those on a line, else untouched
void mark_edge_lines(const edge_grid* grid, uint32_t radius, bool inside, uint8_t* marks);

#endif
