// The point of one object that is closest to another point.
#ifndef HITSCAN_SCENE_CLOSEST_H
#define HITSCAN_SCENE_CLOSEST_H

#include "scene/object.h"

// Seen from the point that is asked about.
typedef struct hit_object_closest {
    double distance;
    double at[3]; ///< from the point
    uint32_t primitive;
} hit_object_closest;

// The closest point of an object; of primitives that are equally close but for roundings, the lowest one's. False when it is farther than `worth` or
// `max_distance`, or when there is nothing in the object. What is within some roundings of max_distance counts as that
// close. The answer does not depend on `worth`. Requires the environment of base/fpenv.h.
bool hit_object_closest_point(const hit_object_record* record, hit_dvec3 point, double max_distance, double worth,
                              hit_object_closest* out);

// The distance from the origin to a box, or a little less: by more than the errors of distances to what is in it.
double hit_closest_box(const double low[3], const double high[3]);

#endif
