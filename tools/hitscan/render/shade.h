// What a model looks like in the light of a sun and a sky.
#ifndef TOOL_RENDER_SHADE_H
#define TOOL_RENDER_SHADE_H

#include "render/sampling.h"

/// Light, material and what is needed to cast rays at a model.
typedef struct shading {
    const hit_bvh* tree;
    hit_vec3 up;                    ///< unit vectors
    hit_vec3 sun, sun_side, sun_up; ///< towards the sun, and across
    light_patterns patterns;
    float ao_distance; ///< how far a thing may be to take light of the sky away
    float ray_bias;    ///< how far above a surface its rays start, at least
} shading;

/// Light for a camera: the sun is high, at the left of the picture and a little behind the viewer.
/// @param up    which pattern is up in the model, a unit vector
/// @param size  of the model: the length of the diagonal of its box
shading shading_make(const hit_bvh* tree, const hit_camera* camera, hit_vec3 up, double size);

/// The light of a surface, for gather_light. Casts 1 + SKY_RAYS rays at most, and adds to `rays` how many.
///
/// @param colour  the share of light that the surface gives back
/// @param pattern     sample_pattern of the sample
void shade_hit(const shading* s, const hit_ray* ray, const hit_bvh_hit* hit, hit_vec3 colour, uint32_t pattern,
               lit_sample* out, uint64_t* rays);

/// What is behind the model, at a height in the picture from 0, the top, to 1.
hit_vec3 backdrop(float height);

#endif
