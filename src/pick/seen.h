// What of an area of the screen is seen: by rays through points of it.
#ifndef HITSCAN_PICK_SEEN_H
#define HITSCAN_PICK_SEEN_H

#include "scene/region/visit.h"

#include <hitscan/pick.h>

// An area of the screen, and what is asked about it.
typedef struct hit_screen_area {
    const hit_scene* scene;
    const hit_camera* camera;
    const hit_area_options* options;
    const hit_cull_region* cull_region; ///< the area as a region of space
    bool flush;                         ///< that ends at the near and far plane: what a ray hits in it is in the region
    double low[2], high[2];             ///< bounds of the area
    /// Whether a point within the bounds lies in the area; NULL: all do.
    bool (*holds)(const void* context, const double at[2]);
    const void* context; ///< the first argument of `holds`
} hit_screen_area;

// Find the objects that are the first hit of a ray through the area, at options->step: the lowest `capacity` ids,
// ascending. Returns the number of all. Under base/fpenv.h.
uint32_t hit_pick_visible(const hit_screen_area* area, hit_id* ids, uint32_t capacity);

#endif
