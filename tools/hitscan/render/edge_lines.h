// Lines along the edges of what samples show.
#ifndef TOOL_VIEW_LINES_H
#define TOOL_VIEW_LINES_H

#include <stdbool.h>
#include <stdint.h>

/// A grid of samples; each has a key, and a line goes along where keys change.
typedef struct line_grid {
    uint32_t columns, rows;
    const uint32_t* keys;
    uint16_t* runs; ///< room for one per sample
} line_grid;

/// Mark the samples that are closer than `reach` samples, or exactly so far, to one with another key.
///
/// @param reach   0 to 255
/// @param inside  samples with the key 0 stay as they are: the line lies on the side of what has another key
/// @param marks   one per sample; set to 1 for those on a line, else untouched
void mark_lines(const line_grid* grid, uint32_t reach, bool inside, uint8_t* marks);

#endif
