// What pick, select and explain work with: a model, its scene, and a camera that looks at it.
#ifndef TOOL_PICK_PICK_CONTEXT_H
#define TOOL_PICK_PICK_CONTEXT_H

#include "cli/table.h"
#include "cli/verb.h"
#include "model/model.h"
#include "pick/candidate_scene.h"
#include "render/camera_options.h"

#include <hitscan/pick.h>
#include <hitscan/task.h>

typedef struct pick_context {
    const char* verb_name; ///< the verb, for messages
    hit_thread_pool* threads;
    hit_task_pool pool;
    model* model;
    hit_camera camera;
    const hit_scene* scene;     ///< NULL until it is asked for
    candidate_scene candidates; ///< what `scene` is, when it has not all parts
} pick_context;

/// Open the model, and make the camera.
///
/// @param camera  NULL: none is needed
/// @return  an exit code; whatever it is, pick_context_close must follow
int pick_context_open(pick_context* s, const char* verb_name, const common_options* common,
                      const camera_options* camera, const char* path);
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
