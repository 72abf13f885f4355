#include "support/scene/scene_answers.h"
#include "support/scene/scene_hash.h"

enum { ROOM = 64 };

uint64_t scene_hash_volumes(const hit_scene* scene, const hit_dvec3* places, uint32_t count, float size)
{
    static _Thread_local hit_id ids[4096];
    const uint32_t objects = hit_scene_list(scene, ids, 4096);
    uint64_t hash = MIX_START;

    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 at = {0.25f * size, -0.125f * size, 0.0f}, axis = {1.0f, (float)(i % 3) - 1.0f, 0.5f};
        const hit_vec3 half = {size, 0.5f * size, 2.0f * size};
        const hit_quat turn = {0.5f, -0.25f, (float)(i % 5) * 0.25f, 1.0f};
        const hit_cone cone = hit_cone_clip(hit_cone_from_tan(at, axis, 0.5f), 0.0f, i % 2 ? 4.0f * size : HUGE_VALF);
        const hit_aabb box = hit_aabb_from_center(at, half);
        const hit_obb obb = hit_obb_make(at, turn, half);
        const hit_sphere sphere = {at, 1.5f * size};
        hit_vec3 corners[8];
        hit_frustum frustum;
        uint32_t found;

        for (int c = 0; c < 8; c++) { // a pyramid without its top
            const float far = c & 4 ? 6.0f : 1.0f;
            corners[c] =
                hit_vec3_make((c & 1 ? far : -far) * 0.5f * size, (c & 2 ? far : -far) * 0.25f * size, -far * size);
        }
        for (int relation = 0; relation < 2; relation++) {
            hit_id out[ROOM];
            for (int volume = 0; volume < 5; volume++) {
                const hit_include how = (hit_include)relation;
                found = 0;
                if (volume == 0)
                    found = hit_scene_in_cone(scene, places[i], &cone, how, NULL, out, ROOM);
                if (volume == 1)
                    found = hit_scene_in_aabb(scene, places[i], box, how, NULL, out, ROOM);
                if (volume == 2)
                    found = hit_scene_in_obb(scene, places[i], &obb, how, NULL, out, ROOM);
                if (volume == 3)
                    found = hit_scene_in_sphere(scene, places[i], sphere, how, NULL, out, ROOM);
                if (volume == 4 && hit_frustum_from_corners(corners, &frustum))
                    found = hit_scene_in_frustum(scene, places[i], &frustum, how, NULL, out, ROOM);
                mix_number(&hash, found);
                for (uint32_t k = 0; k < found && k < ROOM; k++)
                    mix_id(&hash, ids, objects, out[k]);
            }
        }
    }
    return hash;
}
