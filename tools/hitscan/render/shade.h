// Where samples lie in a pixel, where rays to sun and sky go, and how samples share what these have found.
//
// A sample casts just one ray to the sun's disc and a few to the sky, but in one of 16 different ways, by its position
// in a 4 x 4 pattern. Then every sample takes the mean over the 4 x 4 samples around that lie on the same surface: all
// 16 ways, for the price of one (interleaved sampling: Keller and Heidrich, 2001).
//
// All is computed with + - * / and sqrt, which are the same on every machine, and so are the pictures.
#ifndef TOOL_RENDER_SHADE_H
#define TOOL_RENDER_SHADE_H

#include "render/surface.h"

#include <hitscan/hitscan.h>

enum {
    PATTERN = 4, ///< samples per axis after which the ways repeat
    PATTERNS = PATTERN * PATTERN,
    SKY_RAYS = 2, ///< per sample
    ABOVE = 2,    ///< rows and columns of samples before one whose light goes into it
    BELOW = 1     ///< and after it
};

/// Where a sample is: on a turned grid of side x side in each pixel, each in a row and a column of its own.
void sample_position(uint32_t side, uint32_t column, uint32_t row, double position[2]);

/// In which of the 16 ways a sample casts its rays.
uint32_t sample_pattern(uint32_t column, uint32_t row);

/// Directions of rays, for each way.
typedef struct light_patterns {
    float disc[PATTERNS][2];            ///< points in the unit disc, evenly spread
    float dome[PATTERNS * SKY_RAYS][3]; ///< unit vectors about +z, denser near it: cosine-weighted
} light_patterns;

light_patterns light_patterns_make(void);

/// The sun's disc, as a place to send rays to.
typedef struct sun_disc {
    hit_vec3 centre, side, up; ///< unit vectors: towards the sun, and across
    float radius;              ///< as a tangent
} sun_disc;

sun_disc sun_disc_make(hit_vec3 toward, float radius);

/// Where a sample of a pattern looks for the sun, nearly a unit vector; and for the sky above a surface, unit vectors.
hit_vec3 sun_direction(const light_patterns* p, const sun_disc* sun, uint32_t pattern);
void sky_directions(const light_patterns* p, hit_vec3 normal, uint32_t pattern, hit_vec3 out[SKY_RAYS]);

/// Two unit vectors that make a right angle with the unit vector n and each other.
void basis(hit_vec3 n, hit_vec3* a, hit_vec3* b);

/// What one sample has seen.
typedef struct lit_sample {
    hit_vec3 sunlit; ///< light if the sun is not hidden
    hit_vec3 skylit; ///< light if the sky is not hidden
    hit_vec3 rest;   ///< light that is there anyway
    hit_vec3 normal;
    float depth;    ///< of use where the grid has a tolerance
    float sun, sky; ///< how much of each is not hidden, 0 to 1
    uint32_t index; ///< of the object, plus 1; 0 for what has no surface
    float cover;    ///< how much of the background it hides
} lit_sample;

/// Rows of samples: a picture, or a part of one.
typedef struct lit_grid {
    lit_sample* samples;
    uint32_t columns, rows;
    float tolerance; ///< samples whose depths differ by more than this share, per sample between them, are of
                     ///< different surfaces; infinite: depth does not count
} lit_grid;

/// The light of a sample, with the shares of sun and sky that its neighbours on the same surface agree on.
hit_vec3 gather_light(const lit_grid* grid, uint32_t column, uint32_t row);

// ---- Sun and sky ----------------------------------------------------------------------------------------------------

/// Light, material and what is needed to cast rays at a model.
typedef struct shading {
    const hit_bvh* tree;
    const hit_bvh_filter* filter; ///< of rays to the light; NULL: everything is in their way
    hit_vec3 up;                  ///< a unit vector
    sun_disc sun;
    light_patterns patterns;
    float ao_distance; ///< how far a thing may be to take light of the sky away
    float ray_bias;    ///< how far above a surface its rays start, at least
} shading;

/// Light for a camera: the sun is high, at the left of the picture and a little behind the viewer.
/// @param up    which way is up in the model, a unit vector
/// @param size  of the model: the length of the diagonal of its box
shading shading_make(const hit_bvh* tree, const hit_camera* camera, hit_vec3 up, double size);

/// The light of a surface, for gather_light. Casts 1 + SKY_RAYS rays at most, and adds to `rays` how many.
///
/// @param face    what is hit
/// @param colour  the share of light that it gives back
/// @param pattern  sample_pattern of the sample
void shade_hit(const shading* s, const hit_ray* ray, const hit_bvh_hit* hit, const surface_look* face, hit_vec3 colour,
               uint32_t pattern, lit_sample* out, uint64_t* rays);

/// What is behind the model, at a height in the picture from 0, the top, to 1.
hit_vec3 backdrop(float height);

#endif
