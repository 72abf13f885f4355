// Traversals of the committed objects of a scene: by region, by distance, and what picking needs of rays. All require
// the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_REGION_VISIT_H
#define HITSCAN_SCENE_REGION_VISIT_H

#include "scene/object.h"

// Called with an object and how its bounds lie to the region; false ends the traversal.
typedef bool hit_object_visitor(void* context, const hit_object_record* record, hit_cull bounds);

// Visit the objects that are enabled, that the filter accepts, and whose bounds are not outside the region; in no
// particular order. `cull_region` may be NULL: all of them.
void hit_scene_visit(const hit_scene* scene, const hit_cull_region* cull_region, const hit_scene_filter* filter,
                     hit_object_visitor* visitor, void* context);

// The ids of the objects that touch a region, or lie in it: the lowest `capacity` ones, ascending. Returns the number
// of all.
uint32_t hit_scene_query_region(const hit_scene* scene, const hit_cull_region* cull_region, hit_include include,
                                const hit_scene_filter* filter, hit_id* ids, uint32_t capacity);

// The committed object of an id, or NULL. The object as edited, or NULL.
const hit_object_record* hit_scene_committed(const hit_scene* scene, hit_id id);
const hit_object_record* hit_scene_edited(const hit_scene* scene, hit_id id);

// Whether an object has been edited, or removed, since the last commit.
bool hit_scene_is_changed(const hit_scene* scene, hit_id id);

// Bounds of the priorities of all committed objects; both 0 when none has one.
int32_t hit_scene_priority_min(const hit_scene* scene);
int32_t hit_scene_priority_max(const hit_scene* scene);

// Whether the filter accepts an object, its callback included, and the object is enabled.
bool hit_scene_counts(const hit_scene* scene, const hit_object_record* record, const hit_scene_filter* filter);

// The first hit of a ray with one object within [t_min, t_max], whatever else there is in the scene; false when there
// is none. Layers, a filter's callback and `disabled` do not matter, only `sides`.
bool hit_scene_first_of(const hit_scene* scene, const hit_object_record* record, hit_dray ray, hit_sides sides,
                        hit_scene_hit* hit);

// Visit all objects that a ray hits, each with its first hit, in no particular order: those that hit_scene_all finds.
typedef bool hit_scene_hit_visitor(void* context, const hit_object_record* record, const hit_scene_hit* hit);
void hit_scene_visit_hits(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter,
                          hit_scene_hit_visitor* visitor, void* context);

// The order of two hits of one ray, as hit_scene_all has it: negative when the first comes before the second.
int hit_scene_order(const hit_scene* scene, const hit_dray* ray, const hit_scene_hit* first,
                    const hit_scene_hit* second);

// ---- Closest points (scene/region/closest.c, scene/region/closest_object.c) -----------------------------------------

// The closest point of an object, as seen from the point that is asked about.
typedef struct hit_object_closest {
    double distance;
    double at[3]; ///< from the point
    uint32_t primitive;
} hit_object_closest;

// Find the closest point of an object; of primitives that are equally close but for roundings, that of the lowest one.
// False when it is farther than `worth` or `max_distance`, or when the object is empty. What is within some roundings
// of max_distance counts as that close. The answer does not depend on `worth`.
bool hit_object_closest_point(const hit_object_record* record, hit_dvec3 point, double max_distance, double worth,
                              hit_object_closest* out);

// The distance from the origin to a box, or a little less: by more than the errors of distances to what is in it.
double hit_closest_box(const double low[3], const double high[3]);

#endif
