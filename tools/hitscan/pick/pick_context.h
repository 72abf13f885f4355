// What pick, select and explain work with: a model, its scene, and a camera that looks at it.
#ifndef TOOL_PICK_STAGE_H
#define TOOL_PICK_STAGE_H

#include "cli/table.h"
#include "cli/verb.h"
#include "model/model.h"
#include "pick/candidate_scene.h"
#include "render/camera_options.h"

#include <hitscan/pick.h>
#include <hitscan/task.h>

typedef struct stage {
    const char* who; ///< the verb, for messages
    hit_thread_pool* threads;
    hit_task_pool pool;
    model* model;
    hit_camera camera;
    const hit_scene* scene; ///< NULL until it is asked for
    narrow_scene narrow;    ///< what `scene` is, when it has not all parts
} stage;

/// Open the model, and make the camera.
///
/// @param camera  NULL: none is needed
/// @return  an exit code; whatever it is, stage_close must follow
int stage_open(stage* s, const char* who, const common_options* common, const camera_options* camera, const char* path);
void stage_close(stage* s);

/// Make the scene of all parts. Returns an exit code.
int stage_scene(stage* s);

/// Make a scene in which a click has the same answer as in that of all parts: it may have fewer. Returns an exit code.
int stage_scene_at(stage* s, double x, double y);

/// The part of an object of the scene.
uint32_t stage_part_of(const stage* s, hit_id id);

/// The part that --part means: a number, or a name that only one part has. False, after a message, when there is none.
bool stage_find_part(const stage* s, const char* text, uint32_t* part);

/// "480,300", and what is odd about it: "2000,10, which is outside of the picture (960x600)". `text` has room for 128
/// characters. Returns `text`.
const char* stage_pixel(const stage* s, const vector* at, char text[128]);

/// How far a point is from the eye; of an orthographic camera, from the near plane, along the ray.
double stage_distance(const stage* s, hit_dvec3 point, double depth);

#endif
