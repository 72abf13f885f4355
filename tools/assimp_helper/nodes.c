// Makes a list of a tree of nodes. Matrices are multiplied in double precision. The traversal keeps its own stack,
// since files have nodes as deep as they like.
#include "nodes.h"
#include "answer.h"

#include <stdlib.h>
#include <string.h>

void* take_memory(size_t count, size_t size)
{
    void* memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        answer_error(HIT_ERROR_LIMIT, "Assimp's scene leaves no memory for the answer (helper_bytes)");
    return memory;
}

static void multiply(const double above[12], const struct aiMatrix4x4* m, double rows[12])
{
    const double below[4][4] = {
        {m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}, {0.0, 0.0, 0.0, 1.0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            rows[4 * r + c] = 0.0;
            for (int k = 0; k < 4; k++)
                rows[4 * r + c] += above[4 * r + k] * below[k][c];
        }
}

// A list that grows at its end.
typedef struct growing {
    placed_node* nodes;
    size_t count, capacity;
} growing;

static placed_node* add(growing* g)
{
    if (g->count == g->capacity) {
        const size_t capacity = g->capacity > 0 ? 2 * g->capacity : 64;
        placed_node* larger = take_memory(capacity, sizeof *larger);
        if (g->count > 0)
            memcpy(larger, g->nodes, g->count * sizeof *larger);
        free(g->nodes);
        g->nodes = larger;
        g->capacity = capacity;
    }
    return &g->nodes[g->count++];
}

node_list nodes_make(const struct aiScene* scene)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    growing list = {0}, stack = {0};
    bool* is_shown = take_memory(scene->mNumMeshes, sizeof *is_shown);
    size_t lost = 0;
    if (scene->mRootNode != NULL)
        add(&stack)->node = scene->mRootNode;
    while (stack.count > 0) {
        const placed_node next = stack.nodes[--stack.count];
        const size_t index = list.count;
        placed_node* p = add(&list);
        p->node = next.node;
        p->above = next.above;
        multiply(index == 0 ? identity : list.nodes[next.above].rows, &next.node->mTransformation, p->rows);
        for (unsigned i = 0; i < next.node->mNumMeshes; i++)
            if (next.node->mMeshes[i] < scene->mNumMeshes)
                is_shown[next.node->mMeshes[i]] = true;
        // The stack gets them from the last to the first. Assimp's reader of RAW leaves some out.
        for (unsigned i = next.node->mNumChildren; i > 0; i--)
            if (next.node->mChildren[i - 1] != NULL)
                *add(&stack) = (placed_node){.node = next.node->mChildren[i - 1], .above = index};
            else
                lost++;
    }
    free(stack.nodes);
    return (node_list){list.nodes, list.count, lost, is_shown};
}

bool nodes_has_lost(const node_list* list, size_t mesh)
{
    return list->lost > 0 && !list->is_shown[mesh];
}

const placed_node* nodes_find(const node_list* list, const char* name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->nodes[i].node->mName.data, name) == 0)
            return &list->nodes[i];
    return NULL;
}

// A node that Assimp has made for its own purposes: the root, and the steps of a transform in FBX.
static bool is_made_up(const node_list* list, const placed_node* p)
{
    return (p == list->nodes && p->node->mNumMeshes == 0) || strstr(p->node->mName.data, "_$AssimpFbx$_") != NULL;
}

uint32_t nodes_path(const node_list* list, const placed_node* node, char path[LONGEST_PATH])
{
    size_t begin = LONGEST_PATH;
    for (const placed_node* p = node;; p = &list->nodes[p->above]) {
        const size_t length = is_made_up(list, p) ? 0 : p->node->mName.length, slash = begin < LONGEST_PATH;
        if (length + slash > begin)
            break;
        if (length > 0) {
            if (slash)
                path[--begin] = '/';
            begin -= length;
            memcpy(path + begin, p->node->mName.data, length);
        }
        if (p == list->nodes)
            break;
    }
    memmove(path, path + begin, LONGEST_PATH - begin);
    return (uint32_t)(LONGEST_PATH - begin);
}
