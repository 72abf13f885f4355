// A model as the verbs see it: its parts, one tree over all triangles, and a scene with one object per part.
//
// It comes from a model file (mesh_io.h) or from a .hit file, which `hitscan tree` writes and which is mapped into
// memory. The tree and the scene are made when they are first asked for, or found in the .hit file.
//
// The tree has all triangles in the world, part by part: those of part 0 first, and within a part in the order of its
// mesh. Instances are expanded in it: corners are transformed in double, taken relative to model_origin, which is 0 for
// all models that are not far out, and rounded to float; those of a part that is mirrored are in the order 0, 2, 1, so
// that what was the front stays it. Rays must be relative to it, too (hit_dray_relative), and hits are. In the scene
// each part is an instance of its mesh's tree, or, where its placement is degenerate, of a tree of its own; the object
// of part i has the id model_id(i).
#ifndef TOOL_MODEL_MODEL_H
#define TOOL_MODEL_MODEL_H

#include "model/model_options.h"

#include <hitscan/mesh_io.h>
#include <hitscan/scene.h>

typedef struct model model;

/// How to open one.
typedef struct model_request {
    const char* verb_name;     ///< the verb, for messages
    const hit_task_pool* pool; ///< for loading and building; must outlive the model
    bool quiet;
    bool appearance;         ///< read normals, colours and textures, too
    hit_bvh_quality quality; ///< of the trees that are built; those in a .hit file stay as they are
    /// Which parts, where and how large: for model_open_all. NULL: as they are.
    const model_options* options;
    bool rebuild;            ///< model_open_all: also trees that are in a .hit file are built anew
    const char* joined_name; ///< model_open_all: how messages call several as one; NULL: by the first of them
} model_request;

/// True when a path ends in .hit. What is in the file may still be something else.
bool model_is_hit_file_name(const char* path);

/// Read a model or a .hit file. Returns an exit code; a message is as in "hitscan: file.obj:123: ...".
int model_open(const char* path, const model_request* request, model** opened);

/// Open one or more, as one model, and change it as request->options say. Of several models a part has the name
/// "FILE:NAME", or "FILE" when it had none, with FILE as it was given, without its folder. Returns an exit code.
int model_open_all(char** paths, int count, const model_request* request, model** opened);

/// The same on several ranks (cluster/cluster.h): one of them reads the model and builds its tree, and each node gets
/// one copy; a .hit file that is used as it is, all of them map. Collective: all ranks get the same code. Without ranks
/// it is model_open_all, with the tree.
int model_open_together(char** paths, int count, const model_request* request, model** opened);
/// Close one that was opened so. Collective.
void model_close_together(model* m);

void model_close(model* m);

/// Its meshes and parts. For a .hit file, as they were in the file that it was made of.
const hit_model* model_content(const model* m);

/// What it was made of, for people: the path that was given.
const char* model_path(const model* m);

/// A name for a part that is never empty: that in the file, or "part 3". `text` has room for 32 characters, and is used
/// where there is no name.
const char* model_part_name(const model* m, uint32_t part, char text[32]);

/// The tree over all triangles, relative to model_origin. Returns an exit code.
int model_tree(model* m, const hit_bvh** tree);

/// Where the tree has its origin: 0, unless the model is so far out, for its size, that floats in the world would be
/// too coarse for it; then some place within it.
hit_dvec3 model_origin(const model* m);

/// True when that is not 0: points are then to be told in double.
bool model_is_far(const model* m);

/// What is lost when a model becomes a .hit file, for messages; and whether its format, as a rule, has such things.
#define MODEL_HIT_FILE_LACKS "a .hit file has no colours, textures and cameras"
bool model_had_looks(const hit_model* content);

/// Say so when a model has no triangles: rays will hit nothing, and that is no fault of theirs. For verbs that cast
/// some, before they do.
void model_tell_empty(const model* m, bool quiet);

/// The tree of each mesh, in its own space. Returns an exit code.
int model_mesh_trees(model* m, const hit_bvh* const** trees);

/// The scene of all parts. Returns an exit code.
int model_scene(model* m, const hit_scene** scene);

/// Where a triangle came from.
typedef struct model_source {
    uint32_t part;     ///< of model_content(m)->parts
    uint32_t triangle; ///< of the part's mesh
    uint32_t face;     ///< in the file, as hit_model_mesh.faces
} model_source;

/// Where a triangle of the tree came from: its number is hit_bvh_hit.primitive. Fast enough to be called per hit.
model_source model_source_of(const model* m, uint32_t primitive);

/// The number in the tree of the first triangle of a part. For part_count, the number of all triangles.
uint64_t model_first_triangle(const model* m, uint32_t part);

/// The object of a part in the scene, and back; part_count for an id that is none.
hit_id model_id(const model* m, uint32_t part);
uint32_t model_part_of(const model* m, hit_id id);

/// A box around the triangles and points of all parts, in the world; min above max when there are none. The smallest
/// one around the corners as doubles. Takes time in proportion to the model, but for a .hit file, which has it.
hit_daabb model_bounds(const model* m);

/// The same for one part.
hit_daabb model_part_bounds(const model* m, uint32_t part);

/// True when a placement turns a right hand into a left one, and so the corners of triangles around. Exact.
bool model_is_mirrored(const hit_placement* p);

/// True when a placement is singular, or so nearly so that rays do not hit instances under it (scene.h).
bool model_is_degenerate(const hit_placement* p);

/// Build the tree of a degenerate part: of its triangles as the matrix of the placement makes them, so that it is to
/// be put to the placement's origin and not turned. The order of corners is that of the tree over all triangles.
///
/// @param pool  NULL: this thread alone
hit_status model_degenerate_tree(const model* m, uint32_t part, const hit_task_pool* pool, hit_bvh** tree);

/// How long things took, and how large they are; 0 for what was not done.
typedef struct model_costs {
    double load_seconds, tree_seconds, scene_seconds;
    size_t model_bytes, tree_bytes, scene_bytes; ///< those of a .hit file lie in the file
    bool mapped;                                 ///< from a .hit file
} model_costs;

model_costs model_cost(const model* m);

#endif
