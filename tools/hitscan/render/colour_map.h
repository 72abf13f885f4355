// Colours for numbers and for parts, as they are shown: 0 to 1, to be written without tone mapping.
#ifndef TOOL_RENDER_COLOUR_MAP_H
#define TOOL_RENDER_COLOUR_MAP_H

#include <hitscan/math.h>

/// From dark violet at 0 by red and orange to pale yellow at 1: lightness grows evenly, also for the colour-blind.
hit_vec3 colour_map_heat(float x);

/// From blue at 0 by green and yellow to red at 1, all of them bright, for points on black.
hit_vec3 colour_map_height(float x);

/// A colour for a part that differs from those of the parts numbered next to it: strong and light.
hit_vec3 part_colour(uint32_t part);

/// The same hue, muted, as the share of light that a surface gives back; all of them equally bright.
hit_vec3 part_tint(uint32_t part);

#endif
