// Walks over the committed objects of a scene for everything but rays. All require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_GATHER_H
#define HITSCAN_SCENE_GATHER_H

#include "scene/object.h"

// Called with an object and how its bounds lie to the region; false ends the traversal.
typedef bool hit_object_visitor(void* context, const hit_object_record* record, hit_cull bounds);

// Visit the objects that are enabled, that the filter counts, and whose bounds are not outside the region; in no
// particular order. `cull_region` may be NULL: all of them.
void hit_scene_visit(const hit_scene* scene, const hit_cull_region* cull_region, const hit_scene_filter* filter,
                     hit_object_visitor* visitor, void* context);

// The ids of the objects that touch a region, or lie in it: the lowest `capacity` ones, ascending. Returns the number of
// all.
uint32_t hit_scene_query_region(const hit_scene* scene, const hit_cull_region* cull_region, hit_include include,
                                const hit_scene_filter* filter, hit_id* ids, uint32_t capacity);

// The committed object of an id, or NULL; the object as edited, or NULL.
const hit_object_record* hit_scene_committed(const hit_scene* scene, hit_id id);
const hit_object_record* hit_scene_edited(const hit_scene* scene, hit_id id);

// Between which the priorities of all committed objects lie; both 0 when none has one.
int32_t hit_scene_priority_min(const hit_scene* scene);
int32_t hit_scene_priority_max(const hit_scene* scene);

// Whether the filter counts an object, its callback included; and whether it is enabled.
bool hit_scene_counts(const hit_scene* scene, const hit_object_record* record, const hit_scene_filter* filter);

// The first hit of a ray with one object, if it hits it at all within [t_min, t_max], whatever else there is in the
// scene; filters of layers, callback and `disabled` are not looked at, only `sides`.
bool hit_scene_first_of(const hit_scene* scene, const hit_object_record* record, hit_dray ray, hit_sides sides,
                        hit_scene_hit* hit);

// Visit all objects that a ray hits, each with its first hit, in no particular order: those that hit_scene_all finds.
typedef bool hit_scene_hit_visitor(void* context, const hit_object_record* record, const hit_scene_hit* hit);
void hit_scene_visit_hits(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter,
                          hit_scene_hit_visitor* visitor, void* context);

// The order of two hits of one ray, as hit_scene_all has it: negative when the first comes before the second.
int hit_scene_order(const hit_scene* scene, const hit_dray* ray, const hit_scene_hit* first,
                    const hit_scene_hit* second);

#endif
