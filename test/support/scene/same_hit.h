// Two hits of a scene that must be the same, bit by bit. After cmocka's header.
#ifndef HITSCAN_TEST_SAME_HIT_H
#define HITSCAN_TEST_SAME_HIT_H

#include <hitscan/scene.h>

static inline void assert_same_hit(const hit_scene_hit* one, const hit_scene_hit* other)
{
    assert_true(one->id == other->id);
    assert_memory_equal(&one->t, &other->t, sizeof one->t);
    assert_memory_equal(&one->t_double, &other->t_double, sizeof one->t_double);
    assert_memory_equal(&one->u, &other->u, 3 * sizeof one->u);
    assert_memory_equal(&one->normal, &other->normal, sizeof one->normal);
    assert_memory_equal(&one->point, &other->point, sizeof one->point);
    assert_true(one->primitive == other->primitive && one->side == other->side && one->face == other->face);
}

#endif
