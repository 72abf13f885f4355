// The lowest ids that fit into a caller's array, in ascending order, and the number of all.
//
// While there is room, ids are appended. When there is none, the array becomes a heap with the largest id on top, which
// the next smaller one replaces. So nothing is allocated.
#ifndef HITSCAN_SCENE_ID_LIST_H
#define HITSCAN_SCENE_ID_LIST_H

#include <hitscan/scene.h>

typedef struct hit_id_list {
    hit_id* ids; ///< may be NULL when capacity is 0
    uint32_t capacity;
    uint32_t count; ///< of all that were added
} hit_id_list;

static inline hit_id_list hit_id_list_make(hit_id* ids, uint32_t capacity)
{
    const hit_id_list list = {ids, ids == NULL ? 0 : capacity, 0};
    return list;
}

void hit_id_list_add(hit_id_list* list, hit_id id);

// The same: mostly there is room.
static inline void hit_id_list_put(hit_id_list* list, hit_id id)
{
    if (list->count < list->capacity)
        list->ids[list->count++] = id;
    else
        hit_id_list_add(list, id);
}

// Sort what was kept; nothing may be added afterwards.
void hit_id_list_finish(hit_id_list* list);

#endif
