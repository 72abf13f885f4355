// Volumes as regions that bodies are sorted by: cones, balls, and what lies in up to six half-spaces.
//
// A volume is given in floats about a place; its cull_region is relative to that place. What double arithmetic cannot tell -
// within HIT_VOLUME_MARGIN of the coordinates - touches, and lies inside: nothing that does either is missed. That leaves
// room for the roundings of the convex itself. All require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_VOLUME_H
#define HITSCAN_SCENE_VOLUME_H

#include "scene/convex/gjk.h"
#include "scene/region/region.h"

#define HIT_VOLUME_MARGIN 0x1p-46

// Half-spaces normal·x + offset >= 0. A normal has a length of at least 1/2 and less than sqrt(3), and its components are
// floats but for a power of two.
typedef struct hit_volume_halfspace {
    double normal[3];
    double offset, offset_low; ///< the offset is their sum
} hit_volume_halfspace;

typedef struct hit_volume_halfspaces {
    uint32_t count; ///< 0 to 6
    hit_volume_halfspace half[6];
    bool aligned; ///< an axis-aligned box: its corners
    double low[3], high[3];
} hit_volume_halfspaces;

typedef struct hit_dsphere {
    double center[3], radius;
} hit_dsphere;

// A volume that is not empty.
typedef struct hit_scene_volume {
    hit_cull_region cull_region; ///< its context is the volume itself, so the struct must not be copied
    hit_volume_halfspaces halfspaces;
    hit_dsphere dsphere;
    hit_dcone cone;
} hit_scene_volume;

// Make a volume; false when it is empty. `at` is where its coordinates are relative to.
bool hit_scene_volume_cone(hit_dvec3 at, const hit_cone* cone, hit_scene_volume* out);
bool hit_scene_volume_frustum(hit_dvec3 at, const hit_frustum* frustum, hit_scene_volume* out);
bool hit_scene_volume_aabb(hit_dvec3 at, hit_aabb box, hit_scene_volume* out);
bool hit_scene_volume_obb(hit_dvec3 at, const hit_obb* obb, hit_scene_volume* out);
bool hit_scene_volume_sphere(hit_dvec3 at, hit_sphere sphere, hit_scene_volume* out);

// Sort boxes and bodies: the functions of the sieves. `context` is the volume.
hit_cull hit_volume_halfspaces_box(const void* context, const double low[3], const double high[3]);
hit_cull hit_volume_halfspaces_convex(const void* context, const hit_convex_shape* convex);
hit_cull hit_volume_sphere_box(const void* context, const double low[3], const double high[3]);
hit_cull hit_volume_sphere_convex(const void* context, const hit_convex_shape* convex);
hit_cull hit_volume_cone_box(const void* context, const double low[3], const double high[3]);
hit_cull hit_volume_cone_convex(const void* context, const hit_convex_shape* convex);

#endif
