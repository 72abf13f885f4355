// Many rays at once, and many moves: what do the units of one side see of the other, before and after the walls shift?
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { WALLS = 12, UNITS = 6 };

static bool print_sights(const hit_scene* scene, const hit_dray* sight)
{
    uint8_t blocked[UNITS];
    hit_scene_hit first[UNITS];

    if (hit_scene_batch_any(scene, sight, UNITS, blocked, NULL, NULL) != HIT_OK ||
        hit_scene_batch_first(scene, sight, UNITS, first, NULL, NULL) != HIT_OK)
        return false;
    for (int i = 0; i < UNITS; i++) {
        if (blocked[i])
            printf("unit %d: wall %d is in the way, at t = %.2f\n", i, (int)first[i].id, (double)first[i].t);
        else
            printf("unit %d: sees its opponent\n", i);
    }
    return true;
}

// Where to take cover: the closest wall of each unit, and how many are between it and its opponent.
static bool print_cover(const hit_scene* scene, const hit_dray* sight)
{
    hit_dvec3 stands[UNITS];
    hit_scene_closest wall[UNITS];
    uint32_t between[UNITS];

    for (int i = 0; i < UNITS; i++)
        stands[i] = sight[i].origin;
    if (hit_scene_batch_closest(scene, stands, UNITS, 5.81, 1, wall, NULL, NULL, NULL) != HIT_OK ||
        hit_scene_batch_count(scene, sight, UNITS, between, NULL, NULL) != HIT_OK)
        return false;
    for (int i = 0; i < UNITS; i++) {
        if (wall[i].id == HIT_ID_NONE)
            printf("unit %d: no wall within 5.81, %u between\n", i, (unsigned)between[i]);
        else
            printf("unit %d: wall %d at %.2f, %u between\n", i, (int)wall[i].id, wall[i].distance,
                   (unsigned)between[i]);
    }
    return true;
}

int main(void)
{
    hit_scene* scene = NULL;
    hit_dray sight[UNITS];
    hit_dvec3 place[WALLS];
    hit_id walls[WALLS];

    if (hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    for (int i = 0; i < WALLS; i++) {
        const hit_object at = hit_object_at(hit_dvec3_make(5.0, 3.0 * i, 1.0));
        const hit_aabb wall = {{-0.2f, -1.0f, -1.0f}, {0.2f, 1.0f, 1.0f}};
        if (hit_scene_add_box(scene, &at, wall, &walls[i], NULL) != HIT_OK)
            return 1;
    }
    if (hit_scene_commit(scene, NULL, NULL) != HIT_OK)
        return 1;

    // From each unit to its opponent: t is 0 here and 1 there.
    for (int i = 0; i < UNITS; i++) {
        sight[i] = hit_dray_make(hit_dvec3_make(0.0, 1.1 * i, 1.0), hit_vec3_make(10.0f, 1.5f, 0.0f));
        sight[i].t_max = 1.0f;
    }
    if (!print_sights(scene, sight))
        return 1;

    printf("the walls shift\n");
    for (int i = 0; i < WALLS; i++)
        place[i] = hit_dvec3_make(6.0, 3.0 * i + 1.5, 1.0);
    if (hit_scene_move_origins(scene, walls, place, 0, WALLS, NULL) != HIT_OK ||
        hit_scene_commit(scene, NULL, NULL) != HIT_OK || !print_sights(scene, sight) || !print_cover(scene, sight))
        return 1;
    hit_scene_destroy(scene);
    return 0;
}
