// Many rays at once: what do the units of one side see of the other?
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { WALLS = 12, UNITS = 6 };

int main(void)
{
    hit_scene* scene = NULL;
    hit_dray sight[UNITS];
    uint8_t blocked[UNITS];
    hit_scene_hit first[UNITS];

    if (hit_scene_create(NULL, &scene) != HIT_OK)
        return 1;
    for (int i = 0; i < WALLS; i++) {
        const hit_object at = hit_object_at(hit_dvec3_make(5.0, 3.0 * i, 1.0));
        const hit_aabb wall = {{-0.2f, -1.0f, -1.0f}, {0.2f, 1.0f, 1.0f}};
        hit_id id;
        if (hit_scene_add_box(scene, &at, wall, &id) != HIT_OK)
            return 1;
    }
    if (hit_scene_commit(scene, NULL) != HIT_OK)
        return 1;

    // From each unit to its opponent: t is 0 here and 1 there.
    for (int i = 0; i < UNITS; i++) {
        sight[i] = hit_dray_make(hit_dvec3_make(0.0, 1.1 * i, 1.0), hit_vec3_make(10.0f, 1.5f, 0.0f));
        sight[i].t_max = 1.0f;
    }
    if (hit_scene_batch_any(scene, sight, 0, NULL, blocked, UNITS, NULL) != HIT_OK ||
        hit_scene_batch_first(scene, sight, 0, NULL, first, 0, UNITS, NULL) != HIT_OK)
        return 1;
    for (int i = 0; i < UNITS; i++) {
        if (blocked[i])
            printf("unit %d: wall %d is in the way, at t = %.2f\n", i, (int)first[i].id, (double)first[i].t);
        else
            printf("unit %d: sees its opponent\n", i);
    }
    hit_scene_destroy(scene);
    return 0;
}
