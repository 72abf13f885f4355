// Turns a drawn frame into a picture, with what was selected highlighted, and what was drawn to select it.
#ifndef TOOL_DEMO_HIGHLIGHT_H
#define TOOL_DEMO_HIGHLIGHT_H

#include "demo/render.h"
#include "demo/select.h"

/// Make the bytes of a picture, 3·width·height of them, from the top: sRGB.
///
/// @param f  NULL: nothing was asked; the picture is the frame as it is
void highlight_picture(const drawing* frame, const town* t, const hit_camera* camera, const findings* f,
                       const hit_task_pool* pool, uint8_t* rgb);

#endif
