// What pick, select and explain work with: a model, its scene, and a camera that looks at it.
#ifndef TOOL_PICK_PICK_CONTEXT_H
#define TOOL_PICK_PICK_CONTEXT_H

#include "cli/table.h"
#include "cli/verb.h"
#include "model/model.h"
#include "render/camera.h"

#include <hitscan/pick.h>
#include <hitscan/task.h>

// ---- A scene of candidates ------------------------------------------------------------------------------------------
// The parts that a ray can hit, and no others: for a single click on a model of very many parts.

typedef struct candidate_scene {
    hit_scene* scene;
    hit_bvh** trees; ///< of the parts, `count` of them
    uint32_t* parts; ///< in ascending order
    hit_id* ids;     ///< of their objects, in ascending order, too
    uint32_t count;
} candidate_scene;

/// Make one, for a model from a .hit file.
///
/// A ray gets the same answers as from the scene of all parts: none that it can hit is left out, and their ids are in
/// the same order.
///
/// @param ray     as hit_camera_ray makes them
/// @param candidates  filled in any case; candidate_scene_close frees it
/// @return  false when the scene of all parts is the better choice: there are few parts, or the ray hits much, or
///          memory is short
bool candidate_scene_open(model* m, hit_dray ray, candidate_scene* candidates);
void candidate_scene_close(candidate_scene* candidates);

/// The part of an object.
uint32_t candidate_scene_part_of(const candidate_scene* candidates, hit_id id);

// ---- The context ----------------------------------------------------------------------------------------------------

typedef struct pick_context {
    bool picks_points;     ///< set before it is opened: a cloud is something to pick
    const char* verb_name; ///< the verb, for messages
    hit_thread_pool* threads;
    hit_task_pool pool;
    model* model;
    hit_camera camera;
    const hit_scene* scene;     ///< NULL until it is asked for
    candidate_scene candidates; ///< what `scene` is, when it has not all parts
} pick_context;

/// Open the model, of one path or several, and make the camera.
///
/// @param camera  NULL: none is needed
/// @return  an exit code; whatever it is, pick_context_close must follow
int pick_context_open(pick_context* s, const char* verb_name, const common_options* common,
                      const camera_options* camera, const model_options* options, char** paths, int count);
void pick_context_close(pick_context* s);

/// Make the scene of all parts. Returns an exit code.
int pick_context_scene(pick_context* s);

/// Make a scene in which a click has the same answer as in that of all parts: it may have fewer. Returns an exit code.
int pick_context_scene_at(pick_context* s, double x, double y);

/// The part of an object of the scene.
uint32_t pick_context_part_of(const pick_context* s, hit_id id);

/// The part that --part means: a number, or a name that only one part has. False, after a message, when there is none.
bool pick_context_find_part(const pick_context* s, const char* text, uint32_t* part);

/// "480,300", and what is odd about it: "2000,10, which is outside of the picture (960x600)". `text` has room for 128
/// characters. Returns `text`.
const char* pick_context_pixel(const pick_context* s, const number_list* at, char text[128]);

/// How far a point is from the eye; of an orthographic camera, from the near plane, along the ray.
double pick_context_distance(const pick_context* s, hit_dvec3 point, double depth);

#endif
