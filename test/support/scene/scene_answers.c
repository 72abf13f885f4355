#include "support/scene/scene_answers.h"

#include "support/scene/scene_hash.h"

enum { ROOM = 64 };

static void mix_hit(uint64_t* hash, const hit_id* ids, uint32_t count, const hit_scene_hit* hit)
{
    mix_id(hash, ids, count, hit->id);
    mix_float(hash, hit->t);
    mix_number(hash, hit->primitive);
    mix_float(hash, hit->u), mix_float(hash, hit->v), mix_float(hash, hit->w);
    mix_number(hash, (uint32_t)hit->side);
    mix_number(hash, (uint32_t)(hit->face + 1));
    mix_float(hash, hit->normal.x), mix_float(hash, hit->normal.y), mix_float(hash, hit->normal.z);
    mix_double(hash, hit->t_double);
    mix_double(hash, hit->point.x), mix_double(hash, hit->point.y), mix_double(hash, hit->point.z);
}

uint64_t scene_hash_rays(const hit_scene* scene, const hit_dray* rays, uint32_t count)
{
    const hit_scene_filter filters[3] = {{.layers = 3}, {.sides = HIT_SIDES_FRONT}, {.sides = HIT_SIDES_BACK}};
    static _Thread_local hit_id ids[4096];
    const uint32_t objects = hit_scene_list(scene, ids, 4096);
    uint64_t hash = MIX_START;

    for (uint32_t i = 0; i < count; i++) {
        hit_scene_hit hits[ROOM];
        uint32_t found = hit_scene_first(scene, rays[i], NULL, hits);
        for (int pass = 0; pass < 3; pass++) { // the first, all, the nearest three
            mix_number(&hash, found);
            for (uint32_t k = 0; k < found && k < ROOM; k++)
                mix_hit(&hash, ids, objects, &hits[k]);
            found = pass == 0 ? hit_scene_all(scene, rays[i], NULL, hits, ROOM)
                              : hit_scene_first_k(scene, rays[i], &filters[0], hits, 3);
        }
        mix_number(&hash, hit_scene_any(scene, rays[i], &filters[i % 3]));
        mix_number(&hash, hit_scene_count(scene, rays[i], &filters[1 + i % 2]));
    }
    return hash;
}
