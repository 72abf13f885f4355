// Draws the demo's town: the light of every pixel, and which object every sample of it shows.
#ifndef TOOL_DEMO_RENDER_H
#define TOOL_DEMO_RENDER_H

#include "demo/town.h"

#include "cli/interrupt.h"

enum { SAMPLES = 2 }; ///< per pixel and axis

/// A picture before it is one: see demo_mark.h for the rest.
typedef struct drawing {
    uint32_t width, height; ///< in pixels
    float* light;           ///< linear red, green and blue of each pixel
    uint16_t* shown;        ///< of each sample, in rows of SAMPLES·width: the index of the prop, plus 1; 0 is the sky
    uint64_t rays;          ///< that were cast
} drawing;

/// Room for a picture. NULL when memory is short.
drawing* drawing_create(uint32_t width, uint32_t height);
void drawing_destroy(drawing* f);

/// The camera that looks at the town.
hit_camera town_camera(uint32_t width, uint32_t height);

/// Draw. The same bytes whatever the pool.
///
/// @param stop  ends the work early when it is not 0
/// @return  false when memory is short
bool render_town(drawing* f, const town* t, const hit_camera* camera, const hit_task_pool* pool, const stop_flag* stop);

#endif
