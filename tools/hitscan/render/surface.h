// What surfaces look like: normals that are smooth across edges, and the colours and textures of the file.
#ifndef TOOL_RENDER_SURFACE_H
#define TOOL_RENDER_SURFACE_H

#include "model/model.h"

#include <hitscan/hitscan.h>

// ---- Smooth normals -------------------------------------------------------------------------------------------------

enum { NORMAL_ONE = 32767 }; ///< what stands for 1

/// Three numbers for each corner of each triangle: the mean of the normals of the triangles that meet there, by their
/// angles, but for those that are more than a crease apart. Corners at the same place meet, whatever their numbers are.
/// NULL when memory is short. To be freed.
int16_t* smooth_normals_make(const hit_model_mesh* mesh, const hit_task_pool* pool);

// ---- Textures -------------------------------------------------------------------------------------------------------

typedef struct texture texture;

/// Decode the picture of a texture, and halve it until a pixel is left.
/// @param pixels_left  how many pixels it may have; what it has is taken from that
/// @return  NULL on success, else what is wrong with it
const char* texture_make(const hit_model_texture* from, uint64_t* pixels_left, texture** out);
void texture_free(texture* t);

/// Its colour, in linear light, and its alpha.
///
/// @param texels_of  how many texels a unit of u, and one of v, stand for: filled by texture_size
/// @param footprint  how many texels a sample covers, along one axis
void texture_at(const texture* t, float u, float v, float footprint, float out[4]);

/// Width and height, and where a vertex's coordinates are in it.
void texture_size(const texture* t, float size[2]);
void texture_place(const texture* t, const float uv[2], float out[2]);

/// Light of a value of sRGB, 0 to 1: the same bits everywhere. Of a byte: from a table that the first has made.
float linear_of(float srgb);

// ---- All of a model -------------------------------------------------------------------------------------------------

typedef struct surfaces surfaces;

typedef struct surfaces_options {
    bool flat;           ///< no smooth normals
    bool plain;          ///< none of the file's colours
    uint64_t max_memory; ///< of the pixels of all textures, in bytes; 0: 2 GiB. More are left out, and told
} surfaces_options;

/// Prepare. NULL, after a message, when memory is short.
///
/// @param look  what is to be shown
surfaces* surfaces_make(const model* m, const hit_bvh* tree, const hit_task_pool* pool, surfaces_options look);
void surfaces_free(surfaces* s);

/// What is wrong with the textures, a sentence; "" when nothing is.
const char* surfaces_note(const surfaces* s);

/// A surface where a ray hits it.
typedef struct surface_look {
    hit_vec3 face;   ///< the triangle's normal, of unit length, on the side that is seen
    hit_vec3 normal; ///< the smooth one
    hit_vec3 lift;   ///< from the triangle up to where the smooth surface is, about: rays to the light start there
    hit_vec3 colour; ///< the share of light that it gives back; of use where has_colour
    float alpha;     ///< 1 is opaque
    bool has_colour; ///< the file says it
} surface_look;

/// @param pixel  how wide a sample is there, in units of the model
surface_look surface_at(const surfaces* s, const hit_ray* ray, const hit_bvh_hit* hit, float pixel);

/// Whether rays may go through something: a filter is needed then.
bool surfaces_have_holes(const surfaces* s);

/// Filters of rays, for hit_bvh_filter.accept: what is there for the eye, and what gives a shadow. The context is the
/// surfaces.
bool surface_is_seen(void* context, const hit_bvh_hit* hit);
bool surface_gives_shadow(void* context, const hit_bvh_hit* hit);

#endif
