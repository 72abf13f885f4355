// What models look like, for readers of formats in which corners, and not vertices, have normals, texture coordinates
// or colours: vertices are split where corners differ.
//
// Only done where hit_model_options.appearance asks for it. Triangles keep their order and their faces; only vertices
// become more.
#ifndef HITSCAN_MESH_IO_APPEARANCE_H
#define HITSCAN_MESH_IO_APPEARANCE_H

#include "mesh_io/faces.h"

// Numbers by which a corner is told from others at the same vertex. The reader knows what they mean.
typedef struct hit_look {
    uint32_t key[3];
} hit_look;

static const hit_look hit_no_look = {{UINT32_MAX, UINT32_MAX, UINT32_MAX}};

// The looks of the corners of a soup's triangles, to be given face by face in the order of their numbers.
typedef struct hit_looks {
    hit_loader* loader;
    hit_soup* soup;
    hit_look* corners; ///< three per triangle
    uint32_t triangle; ///< the first that has none yet
    // Of a polygon: where its corners are, and which of them its triangles have.
    hit_vec3* positions;
    uint32_t* slots;
    uint32_t capacity;
} hit_looks;

// Room for all triangles, all of which have no look at first.
hit_status hit_looks_begin(hit_loader* loader, hit_soup* soup, hit_looks* looks);

// Face number `face` has n corners at these vertices, which look so. One that gave no triangles is passed over. *first
// and *end are set to its triangles.
hit_status hit_looks_face(hit_looks* looks, uint32_t face, const uint32_t* vertices, const hit_look* corners,
                          uint32_t n, uint32_t* first, uint32_t* end);

// Split vertices. The soup then has more of them, at the end, with normals and so on as those that they came of, and
// *of_vertex is the look of each vertex: memory of the loader, to be freed. `looks` is freed.
hit_status hit_looks_split(hit_looks* looks, hit_look** of_vertex);

// Let normals and texture coordinates that are not finite be zero: nobody who draws wants to ask.
void hit_mesh_make_finite(const hit_model_mesh* mesh);

// A part of a colour from 0 to 1, or from 0 to `most`, as a byte: rounded, limited, and 0 for NaN.
uint8_t hit_color_byte(double value, double most);

// One material more, white, without a texture; its number is the count before. The list may move.
hit_status hit_loader_material(hit_loader* loader, const char* name, size_t length);

// The materials, to be changed.
hit_model_material* hit_loader_materials(hit_loader* loader);

// The number of a texture: a file beside the model, whose name may have backslashes, or a folder of another machine in
// front of it. It is relative to `folder`, "" or with a slash at its end, or to the model's folder. *number is
// UINT32_MAX when it cannot be read, and a note says why.
//
// @param like  what says how it repeats and where it is
hit_status hit_loader_texture(hit_loader* loader, const char* folder, const char* name, size_t length,
                              const hit_model_texture* like, uint32_t* number);

// As it is where a file says nothing: it repeats, and is where the texture coordinates say.
static const hit_model_texture hit_plain_texture = {.name = "", .transform = {1, 0, 0, 0, 1, 0}};

#endif
