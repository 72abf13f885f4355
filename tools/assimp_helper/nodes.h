// The nodes of a scene as a list, each with its place in the world.
#ifndef ASSIMP_HELPER_NODES_H
#define ASSIMP_HELPER_NODES_H

#include <assimp/scene.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LONGEST_PATH = 1000 };

typedef struct placed_node {
    const struct aiNode* node;
    size_t above;    ///< the index of its parent; of the root its own
    double rows[12]; ///< of its matrix, those of all nodes above it included
} placed_node;

typedef struct node_list {
    placed_node* nodes;
    size_t count;
    size_t lost;    ///< nodes that Assimp has lost
    bool* is_shown; ///< for each mesh of the scene: has a node it?
} node_list;

// In the order of the file: a node, what is below it, its next sibling.
node_list nodes_make(const struct aiScene* scene);

// Is a mesh to be a part, though no node has it? Where nodes are lost, their meshes are shown as if they had no node.
bool nodes_has_lost(const node_list* list, size_t mesh);

// The first with this name, or NULL.
const placed_node* nodes_find(const node_list* list, const char* name);

// The names of the nodes above one and its own, with slashes between; names that Assimp has made up are left out, and
// of a path that is too long the beginning. Returns its length.
uint32_t nodes_path(const node_list* list, const placed_node* node, char path[LONGEST_PATH]);

// Zeroed memory; without any, the answer is an error.
void* take_memory(size_t count, size_t size);

#endif
