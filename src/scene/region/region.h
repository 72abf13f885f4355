// Regions of space by which objects are culled: a cone, a frustum, a box, a sphere, an area of the screen.
//
// There is one interface, so that one traversal of the scene serves them all (scene/region/visit.h). All coordinates
// are relative to `at`, in double. All functions require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_REGION_REGION_H
#define HITSCAN_SCENE_REGION_REGION_H

#include "scene/convex/convex.h"

#include <hitscan/frustum.h>
#include <hitscan/world.h>

typedef struct hit_cull_region {
    hit_dvec3 at;
    const void* context; ///< the first argument of both
    /// Classify an axis-aligned box, quickly: HIT_OUTSIDE and HIT_INSIDE are certain, HIT_CROSSING means nothing.
    hit_cull (*box)(const void* context, const double low[3], const double high[3]);
    /// Classify a convex shape: HIT_OUTSIDE when it has no point in common with the region, HIT_INSIDE when it lies in
    /// it, closed sets. What is closer to the border than the margin of the region may be on either side, but what
    /// touches is never HIT_OUTSIDE.
    hit_cull (*convex)(const void* context, const hit_convex_shape* convex);
    /// Half-spaces that hold the region, for a quick look at many boxes: plane·(x, y, z, 1) >= 0. May be 0.
    uint32_t plane_count;
    double plane[6][4];
    bool planes_are_all; ///< what lies in all the planes lies in the region
} hit_cull_region;

// ---- Volumes as regions: cones, spheres, and what lies in up to six half-spaces -------------------------------------
//
// A volume is given in floats about a place; its region is relative to that place. What double arithmetic cannot tell -
// within HIT_VOLUME_MARGIN of the coordinates - touches, and lies inside: nothing that does either is missed. That
// leaves room for the roundings of the convex shape itself.

#define HIT_VOLUME_MARGIN 0x1p-46

// Half-spaces normal·x + offset >= 0. A normal has a length of at least 1/2 and less than sqrt(3), and its components
// are floats but for a power of two.
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

// Classify boxes and convex shapes: the functions of the regions. `context` is the volume.
hit_cull hit_volume_halfspaces_box(const void* context, const double low[3], const double high[3]);
hit_cull hit_volume_halfspaces_convex(const void* context, const hit_convex_shape* convex);
hit_cull hit_volume_sphere_box(const void* context, const double low[3], const double high[3]);
hit_cull hit_volume_sphere_convex(const void* context, const hit_convex_shape* convex);
hit_cull hit_volume_cone_box(const void* context, const double low[3], const double high[3]);
hit_cull hit_volume_cone_convex(const void* context, const hit_convex_shape* convex);

#endif
