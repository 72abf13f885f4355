// Names of an OBJ file by their hashes: of objects and groups, of materials, of textures.
//
// Where in the table a name stands depends on an address, so that no file can be made to fill one corner of it.
#ifndef HITSCAN_MESH_IO_OBJ_NAMES_H
#define HITSCAN_MESH_IO_OBJ_NAMES_H

#include "mesh_io/loader.h"

// What a new name has as its number.
#define HIT_OBJ_NO_NUMBER_YET UINT32_MAX

typedef struct hit_obj_name {
    const char* text; ///< not copied
    uint32_t length;
    uint32_t of; ///< what it is a name of: the same text may be that of several things
    uint32_t number;
} hit_obj_name;

// Open addressing; `slots` holds indices of `names` plus one.
typedef struct hit_obj_names {
    hit_obj_name* names;
    uint32_t* slots;
    uint64_t mask;
    uint64_t seed;
    uint32_t count;
} hit_obj_names;

// Room for this many names.
hit_status hit_obj_names_make(hit_loader* loader, uint64_t most, hit_obj_names* table);

void hit_obj_names_free(hit_loader* loader, hit_obj_names* table);

// The entry of a name, which is made when there is none; its `number` is then HIT_OBJ_NO_NUMBER_YET.
hit_obj_name* hit_obj_names_find(hit_obj_names* table, const char* text, uint32_t length, uint32_t of);

// The same, but NULL when there is none.
hit_obj_name* hit_obj_names_look_up(const hit_obj_names* table, const char* text, uint32_t length, uint32_t of);

#endif
