// What the files that draw pictures share: the job, and what its tasks report.
#ifndef TOOL_RENDER_PAINTER_H
#define TOOL_RENDER_PAINTER_H

#include "render/picture.h"
#include "render/shade.h"

#include <stdatomic.h>

/// What one task has done.
typedef struct task_report {
    uint64_t rays, primary_rays, hits;
    draw_stats depth, nodes, leaves, cost;
    bool short_of_memory;
} task_report;

typedef struct painter {
    const draw_job* job;
    picture* out;
    shading light;
    hit_bvh_filter seen, shadow; ///< where surfaces have holes
    bool has_holes;
    float eye_depth;     ///< from the eye to where rays begin, along the axis
    float unit;          ///< a pixel of a picture of 600 rows
    uint32_t tile;       ///< pixels along the side of a tile
    uint32_t across;     ///< tiles in a row
    task_report* report; ///< one per task
    atomic_ullong done;  ///< pixels
    atomic_flag showing; ///< a thread is busy with the progress line
} painter;

/// The ray through a point of the picture. True when it hits something.
bool painter_cast(const painter* p, double x, double y, hit_ray* ray, hit_bvh_hit* hit);

/// The part that was hit.
uint32_t painter_part(const painter* p, const hit_bvh_hit* hit);

/// The normal that was hit, on the side that is seen.
hit_vec3 painter_normal(const painter* p, const hit_ray* ray, const hit_bvh_hit* hit);

/// Depth from the eye.
static inline float painter_depth(const painter* p, const hit_bvh_hit* hit)
{
    return p->eye_depth + hit->t;
}

static inline bool painter_stopped(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed) != 0;
}

/// So many pixels more are done.
void painter_advance(painter* p, uint64_t pixels);

/// The pixels of a tile: from x0, y0 to before x1, y1.
typedef struct tile_area {
    uint32_t x0, y0, x1, y1;
} tile_area;

tile_area painter_tile(const painter* p, uint32_t index);

// Tasks, by the number of a tile.
void paint_shaded_tile(void* context, uint32_t index);    ///< shaded, normals, parts: colours at once
void measure_heatmap_tile(void* context, uint32_t index); ///< depth, cost: numbers first
void paint_heatmap_row(void* context, uint32_t row);      ///< then colours, row by row

#endif
