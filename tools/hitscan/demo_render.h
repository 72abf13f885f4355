// Draws the demo's scene, one row of pixels at a time.
#ifndef TOOL_DEMO_RENDER_H
#define TOOL_DEMO_RENDER_H

#include "demo_scene.h"

typedef struct render render;

/// Prepare a picture. NULL when memory is short; what it needs grows with the width only.
render* render_create(const scene* s, uint32_t width, uint32_t height);
void render_destroy(render* r);

/// Draw the next row, from the top: 3·width bytes of sRGB. Call it `height` times at most.
void render_row(render* r, uint8_t* rgb);

/// The ray through the middle of the picture. At t = 1 it is where the camera looks.
hit_ray render_centre_ray(const render* r);

/// How many rays were cast so far.
uint64_t render_ray_count(const render* r);

#endif
