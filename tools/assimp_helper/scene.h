// From Assimp's scene to the answer.
#ifndef ASSIMP_HELPER_SCENE_H
#define ASSIMP_HELPER_SCENE_H

#include "files.h"
#include "nodes.h"

#include <assimp/scene.h>
#include <stdbool.h>

// What the format and the file say about axes and units: axes.c.
typedef struct axes {
    uint32_t up; ///< a hit_axis
    double unit; ///< metres; 0: unknown
    bool is_text;
    float undo;     ///< what Assimp has scaled the root by, which is to be undone; 1: nothing
    bool drop_root; ///< Assimp has turned the root: take what is below it as it is
} axes;

// Before the import: what the text of a Collada file says.
axes axes_of_file(const char* extension, const char* bytes, size_t size);

// After it: what is known now; corrects the root node, so that coordinates are those of the file where that can be.
void axes_settle(axes* a, const char* extension, const struct aiScene* scene);

// End with an error where Assimp is content with what is no model: judge.c.
void judge_scene(const struct aiScene* scene, const node_list* list, const files* f, const char* extension);

// Notes of what is left out: judge.c.
void note_left_out(const struct aiScene* scene, const node_list* list, const files* f);

// Send all of it.
void send_scene(const struct aiScene* scene, const node_list* list, const axes* a, bool appearance);

// Materials and textures: appearance.c. First prepare, then send in this order.
typedef struct looks looks;
looks* looks_make(const struct aiScene* scene);
uint32_t looks_texture_count(const looks* l);
void looks_send(const looks* l);

// Cameras with the nodes that place them: cameras.c.
void send_cameras(const struct aiScene* scene, const node_list* list);

#endif
