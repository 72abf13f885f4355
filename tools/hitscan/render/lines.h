// Lines over a picture: along the edges of what samples show, and along what was drawn to select.
#ifndef TOOL_RENDER_LINES_H
#define TOOL_RENDER_LINES_H

#include "render/colour.h"

#include <stdbool.h>
#include <stdint.h>

// ---- Edges ----------------------------------------------------------------------------------------------------------

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

// ---- What was drawn to select ---------------------------------------------------------------------------------------
// White, with a dark seam, so that it is seen on anything.

static inline float segment_distance(const double a[2], const double b[2], double x, double y)
{
    const double dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    double share = length2 > 0.0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length2 : 0.0;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    const double ex = a[0] + share * dx - x, ey = a[1] + share * dy - y;
    return (float)sqrt(ex * ex + ey * ey);
}

/// How far a point is from a polygon's sides; infinite when it has no corners.
static inline float polygon_distance(const double (*corners)[2], uint32_t count, double x, double y)
{
    float distance = HUGE_VALF;
    for (uint32_t i = 0; i < count; i++)
        distance = fminf(distance, segment_distance(corners[i], corners[(i + 1) % count], x, y));
    return distance;
}

/// How much of what is behind the line and its seam hide.
static inline float line_cover(float distance, float unit)
{
    const float thick = unit > 0.6f ? unit : 0.6f;
    const float seam = 0.5f * (1.0f - smooth(0.8f * thick, 2.8f * thick, distance));
    return 1.0f - (1.0f - seam) * smooth(0.5f * thick, 1.3f * thick, distance);
}

/// The light of a pixel that is so far from the line.
/// @param unit  how wide the line is, about; 1 for a picture of 600 rows
static inline hit_vec3 draw_line(hit_vec3 light, float distance, float unit)
{
    const hit_vec3 white = v(2.6f, 2.6f, 2.6f);
    const float thick = unit > 0.6f ? unit : 0.6f;
    const float seam = 0.5f * (1.0f - smooth(0.8f * thick, 2.8f * thick, distance));
    return mix(hit_vec3_scale(light, 1.0f - seam), white, 1.0f - smooth(0.5f * thick, 1.3f * thick, distance));
}

#endif
