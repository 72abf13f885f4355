#include "support/scene/scene_answers.h"
#include "support/scene/scene_hash.h"

uint64_t scene_hash_closest(const hit_scene* scene, const hit_dvec3* places, uint32_t count, float size)
{
    static _Thread_local hit_id ids[4096];
    const uint32_t objects = hit_scene_list(scene, ids, 4096);
    uint64_t hash = MIX_START;

    for (uint32_t i = 0; i < count; i++) {
        hit_scene_closest closest[5];
        const double most = i % 2 ? HUGE_VAL : 2.0 * (double)size;
        const uint32_t found = hit_scene_closest_points(scene, places[i], most, NULL, closest, 5);
        mix_number(&hash, found);
        for (uint32_t k = 0; k < found; k++) {
            mix_id(&hash, ids, objects, closest[k].id);
            mix_double(&hash, closest[k].distance);
            mix_number(&hash, closest[k].primitive);
        }
    }
    return hash;
}
