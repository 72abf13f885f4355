// Draws the demo's town: the light of every pixel, which object every sample of it shows, and what is selected.
#ifndef TOOL_DEMO_RENDER_H
#define TOOL_DEMO_RENDER_H

#include "cli/job.h"
#include "demo/select.h"
#include "demo/town.h"

// ---- Surfaces -------------------------------------------------------------------------------------------------------

typedef struct surface {
    hit_vec3 colour; ///< the share of light that comes back, red, green and blue
    hit_vec3 normal; ///< of unit length, on the side that is looked at
    float gloss;     ///< share of light that is mirrored when seen head-on; 0 is matt
} surface;

/// The surface at a hit.
///
/// @param toward     the direction of the ray
/// @param footprint  how wide a sample is there, in metres: finer patterns fade
surface paint_at(const town* t, const prop* p, const hit_scene_hit* hit, hit_vec3 toward, float footprint);

// ---- The picture ----------------------------------------------------------------------------------------------------

enum { SAMPLES = 2 }; ///< per pixel and axis

/// A picture before it is one: highlight_picture makes it one.
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

// ---- Highlights -----------------------------------------------------------------------------------------------------

/// Make the bytes of a picture, 3·width·height of them, from the top: sRGB.
///
/// @param f  NULL: nothing was asked; the picture is the frame as it is
void highlight_picture(const drawing* frame, const town* t, const hit_camera* camera, const findings* f,
                       const hit_task_pool* pool, uint8_t* rgb);

#endif
