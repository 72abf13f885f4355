// Draws a model, one ray or some through each pixel, on the threads of a pool.
#ifndef TOOL_RENDER_PICTURE_H
#define TOOL_RENDER_PICTURE_H

#include "cli/job.h"
#include "model/model.h"
#include "render/surface.h"

#include <hitscan/hitscan.h>

// ---- Surfaces -------------------------------------------------------------------------------------------------------

/// What a picture shows; in the order of the words of --mode.
typedef enum draw_mode { DRAW_SHADED, DRAW_DEPTH, DRAW_NORMALS, DRAW_PARTS, DRAW_COST, DRAW_POINTS } draw_mode;

/// What to draw.
typedef struct draw_job {
    model* model;
    const hit_bvh* tree; ///< of the model, relative to `origin`
    hit_dvec3 origin;    ///< model_origin
    hit_camera camera;
    hit_vec3 up;                ///< of the model, a unit vector
    const char* up_axis;        ///< "+y"
    const char* up_text;        ///< "+y (glTF)"
    const char* up_from;        ///< "option", "file" or "default"
    double size;                ///< of the model: the diagonal of its box
    draw_mode mode;             ///< not DRAW_POINTS: see draw_points
    uint32_t side;              ///< samples per pixel and axis; depth and cost have 1
    const uint8_t* selected;    ///< for each part, whether it is highlighted; NULL: nothing is
    const double (*outline)[2]; ///< corners of a polygon to draw over the picture, `outline_count` of them
    uint32_t outline_count;
    const surfaces* surfaces; ///< of DRAW_SHADED
    bool has_background;      ///< the colour of `background` is behind everything, in place of the mode's own
    bool is_transparent;      ///< nothing is behind
    uint8_t background[3];    ///< in sRGB
    double range[2];          ///< of depth and cost: what gets the first and the last colour; NaN: found out
    bool raw;                 ///< keep the numbers of each pixel
    const hit_task_pool* pool;
    progress* progress; ///< of pixels
} draw_job;

/// Least, mean and most of something.
typedef struct draw_stats {
    double min, max, sum;
    uint64_t count; ///< 0: there is none, and least and most are infinite
} draw_stats;

/// Take a number into account.
void draw_stats_add(draw_stats* s, double value);

/// A picture.
typedef struct picture {
    uint32_t width, height;
    uint8_t* rgb;   ///< 3·width·height bytes, from the top
    uint8_t* alpha; ///< width·height bytes where the background is transparent, else NULL
    /// What the middle of each pixel shows, as bits, when it was asked for: of depth a float, infinite where nothing
    /// is; of normals three floats, 0 where nothing is; of parts the part's number, -1 for none; of cost nodes plus
    /// leaves.
    uint32_t* raw;
    uint32_t channels;           ///< numbers of a pixel in `raw`
    uint64_t rays;               ///< that were cast, of all kinds
    uint64_t primary_rays, hits; ///< rays from the eye for the picture, and how many of them hit something
    draw_stats depth; ///< from the eye along the camera's axis; of an orthographic camera, from its near plane
    draw_stats nodes, leaves, cost; ///< of DRAW_COST, per ray
    double range[2];                ///< that the colours of depth and cost span
} picture;

/// Draw. The same bytes whatever the pool.
///
/// @param out  filled on success; to be freed with picture_free in any case
/// @return  an exit code; after an interrupt without a message
int draw_picture(const draw_job* job, picture* out);

/// Room for a picture: `rgb`, `alpha` where the job is transparent, and `raw` when there are channels. False when
/// memory is short.
bool picture_room(picture* p, const draw_job* job, uint32_t channels);

/// Store a pixel of which so much hides the background: the background shows through the rest, in linear light.
void picture_put(picture* p, const draw_job* job, size_t pixel, const uint8_t rgb[3], float cover);

void picture_free(picture* p);

/// EXIT_OK, or what a command ends with that was interrupted.
int interrupted_code(void);

// ---- Points ---------------------------------------------------------------------------------------------------------

/// The points of a mesh as vertex numbers, or NULL where they are the vertices 0 to count - 1. Of a model that has no
/// points all vertices are taken for some.
const uint32_t* cloud_points(const hit_model* content, uint32_t mesh, uint32_t* count);

/// A box around all points; min above max when there are none.
hit_daabb points_bounds(const model* m);

/// How many points there are, counted for each part.
uint64_t points_count(const model* m);

/// Draw. The colour is that of the height, from blue at the bottom to red at the top; what is before something that is
/// much farther away has a dark seam, so that shapes are seen (eye-dome lighting: C. Boucheny, 2009).
///
/// @param job     tree, selected and raw are not used; `looks` and `hits` of the picture count pixels
/// @param pixels  the width of a point
/// @return  as draw_picture
int draw_points(const draw_job* job, double pixels, picture* out);

#endif
