// Volumes for scenes, and a query on a tree by volume.
#ifndef HITSCAN_TEST_VOLUMES_H
#define HITSCAN_TEST_VOLUMES_H

#include "support/cases/shape_sets.h"

typedef enum volume_kind {
    VOLUME_CONE,
    VOLUME_FRUSTUM,
    VOLUME_AABB,
    VOLUME_OBB,
    VOLUME_SPHERE,
    VOLUME_KINDS
} volume_kind;

extern const char* const volume_names[VOLUME_KINDS];

typedef struct volume {
    hit_cone cone;
    hit_frustum frustum;
    hit_aabb box;
    hit_obb obb;
    hit_sphere sphere;
} volume;

// One volume of each kind, of any size, often with corners at those of shapes of the scene; none is empty but for some
// frusta.
void volume_make(test_random* r, const scene* s, volume* out);

uint32_t volume_query(const hit_bvh* bvh, volume_kind kind, const volume* v, hit_include relation,
                      const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);

// The answer for one shape of a scene, by the call for a pair.
bool volume_takes(volume_kind kind, const volume* v, hit_include relation, const scene* s, uint32_t i);

#endif
