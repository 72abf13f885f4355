// What an OBJ file looks like: normals, texture coordinates and colours of vertices, and materials.
#ifndef HITSCAN_MESH_IO_OBJ_APPEARANCE_H
#define HITSCAN_MESH_IO_OBJ_APPEARANCE_H

#include "mesh_io/obj/names.h"
#include "mesh_io/obj/obj.h"

// Go over the text once more, and give the soup, whose faces have been divided, what it looks like; and the model its
// materials and textures. More vertices may come of it.
hit_status hit_obj_look(hit_loader* loader, hit_soup* soup);

// ---- Materials: material.c ------------------------------------------------------------------------------------------

// The text behind `mtllib`, up to the end of its line, or of the file.
typedef struct hit_obj_library {
    const char* text;
    size_t length;
} hit_obj_library;

// Read the materials that the model uses, whose names `names` has (of HIT_OBJ_MATERIALS), from files beside it. What is
// missing is told by notes.
hit_status hit_obj_read_materials(hit_loader* loader, const hit_obj_names* names, const hit_obj_library* libraries,
                                  uint32_t library_count);

enum { HIT_OBJ_MATERIALS = 1 };

#endif
