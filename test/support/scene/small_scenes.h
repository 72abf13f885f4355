// A small scene with one of each thing that a file can have, to be saved, damaged and read by tests.
#ifndef HITSCAN_TEST_SMALL_SCENES_H
#define HITSCAN_TEST_SMALL_SCENES_H

#include "scene/file/format.h"

enum { SMALL_SCENE_OBJECTS = 10, SMALL_SCENE_TREES = 2 };

typedef struct small_scene {
    hit_scene* scene;
    hit_id ids[SMALL_SCENE_OBJECTS]; ///< of each kind in the order of hit_object_kind, then a box and two meshes
    hit_id gone[2];                  ///< of objects that were removed: the slot of the first is in use again
    hit_bvh* trees[SMALL_SCENE_TREES];
    hit_bvh_header* blocks[SMALL_SCENE_TREES]; ///< of the trees
} small_scene;

// Objects of all kinds but those of the user, in places near and far, with all kinds of layers and priorities, some
// disabled. Two instances share a tree. Committed when `commit` says so.
small_scene small_scene_make(const hit_allocator* allocator, bool commit);

void small_scene_end(small_scene* s);

// All bytes of a file, in memory that is aligned to 64 bytes and ends where they do. Free it with free.
void* small_scene_read(const char* path, size_t* size);

// Parts of a file's bytes that may be changed.
hit_scene_file_tree* small_scene_trees(void* bytes);
hit_scene_file_object* small_scene_objects(void* bytes);
hit_vec3* small_scene_points(void* bytes);

// Give bytes that were changed the checksums that belong to them, as far as there are places for them: of each tree
// whose place lies in the bytes, then of the tables, if they do.
void small_scene_seal(void* bytes, size_t size);

#endif
