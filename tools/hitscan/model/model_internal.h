// What a model is made of; for the files of this folder alone.
#ifndef TOOL_MODEL_MODEL_INTERNAL_H
#define TOOL_MODEL_MODEL_INTERNAL_H

#include "model/hit_file/hit_file.h"
#include "model/model.h"

struct model {
    const char* path; ///< the caller's
    const char* verb_name;
    hit_task_pool pool;
    hit_bvh_quality quality;
    bool quiet;

    // Where it comes from: one of these.
    hit_model* loaded;
    hitfile* file;
    model** joined; ///< `joined_count` of them; one: what this is made of, with changes
    uint32_t joined_count;

    const hit_model* content; ///< of these
    hit_model joined_content; ///< what `content` is for models that were joined or changed
    void** blocks;            ///< memory that it needs: see model_keep
    size_t block_count, block_capacity;
    hit_dvec3 origin; ///< model_origin
    uint64_t* first;  ///< for each part, the number of its first triangle in the tree; one more at the end

    hit_bvh* tree;              ///< over all triangles; NULL until it is asked for
    hit_bvh** mesh_trees;       ///< per mesh; NULL until they are asked for
    hit_bvh** degenerate_trees; ///< of the degenerate parts, in the scene; NULL when there are none
    uint32_t degenerate_count;
    hit_scene* scene; ///< NULL until it is asked for
    hit_id* ids;      ///< of the parts in the scene
    model_costs costs;
};

/// A model without content, or NULL after a message.
model* model_create(const char* path, const model_request* request);

/// The end of opening: with EXIT_OK, number the triangles and set `opened`; else close the model. Returns an exit code.
int model_finish(model* m, int code, model** opened);

/// Memory for `count` things of `size` bytes, all zero, which lives as long as the model; NULL when there is none.
void* model_keep(model* m, size_t count, size_t size);

/// Make a model of another one, as the options say: other parts, elsewhere. Returns an exit code; whatever it is,
/// `from` belongs to the new one, or is closed.
int model_edit(model* from, const model_request* request, model** edited);

/// Multiply all lengths of a placement.
void model_scale_placement(hit_placement* p, double factor);

/// Divide the meshes of m->joined_content, and with them its parts: by material, or by what hangs together. Names stay
/// as they are, unless `rename`. False when memory is short.
bool model_split(model* m, model_parts_by by, bool rename);

/// Tell that memory is short. Returns EXIT_RESOURCES.
int model_out_of_memory(const model* m);

/// The exit code for a call of the library that failed.
int model_exit_code(hit_status status);

/// Where the placement brings a point, in double.
hit_dvec3 model_transform_point(const hit_placement* p, hit_vec3 v);

/// The matrix of a placement, without its origin.
hit_mat3x4 model_linear(const hit_placement* p);

/// A placement as seen from a point.
hit_placement model_relative(const hit_placement* p, hit_dvec3 origin);

/// True when a placement leaves all as it is.
bool model_is_identity(const hit_placement* p);

/// True when the tree over all triangles, relative to an origin, is the tree of the only mesh.
bool model_is_one_mesh(const hit_model* content, hit_dvec3 origin);

/// The number of parts that are so small, and so far from model_origin, that the tree over all triangles loses more
/// than a thousandth of their size; and how much that is, at most.
uint32_t model_coarse_parts(const model* m, double* lost);

/// What model_origin is for a model that is in no .hit file.
hit_dvec3 content_origin(const hit_model* content);

/// Free the scene, and what it alone has.
void model_scene_free(model* m);

/// The box around all parts: see model_bounds.
hit_daabb content_bounds(const hit_model* content);

/// Build a tree; NULL for the pool is one thread. On failure `error` is filled.
hit_status model_build(const model* m, const hit_mesh* mesh, const hit_task_pool* pool, hit_bvh_scratch* scratch,
                       hit_error* error, hit_bvh** tree);

#endif
