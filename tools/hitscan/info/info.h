// What `hitscan info` finds out about a model, and its report.
#ifndef TOOL_INFO_INFO_H
#define TOOL_INFO_INFO_H

#include "format/json_writer.h"
#include "info/topology.h"
#include "model/model.h"

// ---- Area and volume ------------------------------------------------------------------------------------------------

typedef struct measures {
    double area;   ///< of all triangles, one side
    double volume; ///< what the surfaces enclose, those that face inwards counted as negative; of use when they close
} measures;

/// Computed in double; the same for any number of threads. False when memory is short.
bool measure(const model* m, const hit_task_pool* pool, measures* found);

// ---- All of it ------------------------------------------------------------------------------------------------------

typedef struct model_info {
    model* m;
    uint64_t vertices; ///< of all meshes
    hit_daabb bounds;
    // The rest is found out unless it is left out.
    topology* meshes; ///< of each mesh; NULL when they were not looked at
    topology all;     ///< their sum
    uint32_t closed_meshes, oriented_meshes;
    uint32_t used_meshes; ///< that have triangles
    measures size;
    bool has_tree;
    hit_bvh_stats tree;
    double examine_seconds;
} model_info;

/// Look at a model. Returns an exit code; what could be found out is there, too.
///
/// @param fast  leave out what takes long
int info_find(model* m, const hit_task_pool* pool, bool fast, model_info* info);
void info_free(model_info* info);

/// True when all meshes close.
bool info_is_closed(const model_info* info);

/// True when the volume means something.
bool info_has_volume(const model_info* info);

/// "+y" and so on, for a direction; NULL when it is not known.
const char* info_axis_name(hit_axis axis);

/// For people. False, after a message, when memory is short.
bool info_print_text(const model_info* info, bool all_parts);

/// For machines: an object.
void info_print_json(const model_info* info, json_writer* j);

#endif
