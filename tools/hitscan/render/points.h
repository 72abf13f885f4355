// Draws the vertices of a model as points: for clouds of points, which have no triangles.
#ifndef TOOL_RENDER_POINTS_H
#define TOOL_RENDER_POINTS_H

#include "render/picture.h"

/// A box around all vertices, also those that no triangle uses; min above max when there are none.
hit_daabb points_bounds(const model* m);

/// How many vertices there are, counted for each part.
uint64_t points_count(const model* m);

/// Draw. The colour is that of the height, from blue at the bottom to red at the top; what is before something that is
/// much farther away has a dark seam, so that shapes are seen (eye-dome lighting: C. Boucheny, 2009).
///
/// @param job     tree, selected and raw are not used; `looks` and `hits` of the picture count pixels
/// @param pixels  the width of a point
/// @return  as draw_picture
int draw_points(const draw_job* job, double pixels, picture* out);

#endif
