#include "support/scene/scene_pair.h"

#include <stdlib.h>

const hit_dvec3 pair_moves[PAIR_MOVES] = {{1e7, -3e7, 2e7}, {0.0, 0.0, 1e7}, {-0x1p31, 0x1p30, 12345.0}};

double pair_snap(double x)
{
    return rint(x * 0x1p20) * 0x1p-20;
}

hit_dvec3 pair_snap_position(hit_dvec3 p)
{
    return hit_dvec3_make(pair_snap(p.x), pair_snap(p.y), pair_snap(p.z));
}

hit_dvec3 pair_moved(hit_dvec3 p, hit_dvec3 by)
{
    return hit_dvec3_make(p.x + by.x, p.y + by.y, p.z + by.z);
}

scene_pair scene_pair_make(scene_assets* s, test_random* r, hit_dvec3 by, uint32_t count)
{
    scene_pair p = {.naive = naive_make(), .by = by};

    if (hit_scene_create(NULL, &p.here, NULL) != HIT_OK || hit_scene_create(NULL, &p.there, NULL) != HIT_OK)
        abort();
    for (uint32_t i = 0; i < count; i++) {
        const hit_object_kind kind = random_scene_kind(r);
        const naive_shape shape = random_scene_shape(s, r, WORLD_NEAR, kind);
        hit_object object = random_scene_object(r, WORLD_NEAR, kind);
        hit_id id = HIT_ID_NONE, other = HIT_ID_NONE;
        object.placement.origin = pair_snap_position(object.placement.origin);
        if (naive_add_to(p.here, &object, &shape, &id) != HIT_OK)
            abort();
        naive_add(&p.naive, id, &object, &shape);
        object.placement.origin = pair_moved(object.placement.origin, by);
        if (naive_add_to(p.there, &object, &shape, &other) != HIT_OK || id != other)
            abort();
    }
    if (hit_scene_commit(p.here, NULL, NULL) != HIT_OK || hit_scene_commit(p.there, NULL, NULL) != HIT_OK)
        abort();
    naive_commit(&p.naive);
    return p;
}

void scene_pair_free(scene_pair* p)
{
    hit_scene_destroy(p->here);
    hit_scene_destroy(p->there);
    naive_free(&p->naive);
}
