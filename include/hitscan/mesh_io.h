// Models from files: triangles with their parts, instances and where each came from.
//
// Reads OBJ, PLY, STL, OFF, glTF 2.0 and GLB, each also packed by gzip; other formats through Assimp, where the build
// found it. This header belongs to the library `hitscan_io` (CMake: hitscan::io, pkg-config: hitscan_io), which needs
// zlib; the core library does not need it, and hitscan.h does not include it.
//
// A model has meshes: triangles with vertices of their own, in floats. And it has parts: each puts a mesh somewhere. In
// OBJ each object or group is a mesh and a part; PLY, STL and OFF have one of each; in glTF each node that has a mesh
// is a part, and many parts may share a mesh.
//
// Any bytes make a model or an error that says what is wrong, in which line or at which byte, and what to do. Memory is
// bounded (hit_model_options.max_bytes), the time is in proportion to the file, every index of a model is below its
// count, and every vertex is finite, or its triangles are left out and counted. Numbers are rounded correctly, whatever
// the locale. Nothing outside of the model's own folder is ever opened.
#ifndef HITSCAN_MESH_IO_H
#define HITSCAN_MESH_IO_H

#include <hitscan/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A format of files.
typedef enum hit_model_format {
    HIT_MODEL_UNKNOWN = 0, ///< to be found out
    HIT_MODEL_OBJ = 1,     ///< Wavefront; polygons of any size; no curves and surfaces
    HIT_MODEL_PLY = 2,     ///< Stanford; ASCII and binary; faces and triangle strips
    HIT_MODEL_STL = 3,     ///< ASCII and binary
    HIT_MODEL_OFF = 4,     ///< and its variants COFF, NOFF, ...; ASCII
    HIT_MODEL_GLTF = 5,    ///< glTF 2.0, as JSON or as GLB
    HIT_MODEL_OTHER = 6    ///< what Assimp can read
} hit_model_format;

/// "OBJ", "PLY" and so on; "unknown" for a number that is no format.
HIT_API const char* hit_model_format_name(hit_model_format format);

/// Triangles with vertices of their own.
typedef struct hit_model_mesh {
    const char* name;         ///< of the object, group or mesh in the file; "" when it has none; UTF-8
    const hit_vec3* vertices; ///< finite ones, but for those that no triangle uses
    uint32_t vertex_count;
    const uint32_t* indices; ///< three per triangle, below vertex_count
    uint32_t triangle_count;
    /// For each triangle, the number of the face that it was made of, from 0. A polygon gives several triangles. Faces
    /// are counted over the whole file, in glTF over the mesh; those that gave no triangle are counted, too.
    const uint32_t* faces;
} hit_model_mesh;

/// A mesh in its place.
typedef struct hit_model_part {
    const char* name; ///< of the node in glTF; else, and where that has none, of the mesh; may be ""
    uint32_t mesh;    ///< below mesh_count
    hit_placement placement;
} hit_model_part;

/// A model; made by hit_model_load or hit_model_read, freed by hit_model_destroy. Nothing in it may be changed.
typedef struct hit_model {
    hit_model_format format;
    const hit_model_mesh* meshes;
    uint32_t mesh_count;
    const hit_model_part* parts;
    uint32_t part_count;
    uint64_t triangle_count; ///< of all parts: a mesh counts as often as parts use it
    uint64_t skipped_faces;  ///< that gave no triangle: fewer than three corners, or a vertex that is not finite
    size_t bytes;            ///< of memory that the model has
} hit_model;

/// How to read. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_model_options {
    const hit_allocator* allocator; ///< NULL: malloc. Copied: it is used until the model is destroyed
    const hit_task_pool* pool;      ///< NULL: one thread. The model is the same
    /// The most memory to take, the file itself not counted where it is mapped; a model that needs more is
    /// HIT_ERROR_LIMIT. 0 means 64 MiB plus 16 times the size of the file, unpacked. A gzip file may unpack to 64 MiB
    /// plus 64 times its size, or to max_bytes when that is given.
    uint64_t max_bytes;
    /// Read the files that a model names (buffers of glTF) when they are in the folder of the model, or below it; never
    /// others, whatever links and dots there are. False: such a model is refused with HIT_ERROR_FILE.
    bool allow_files;
    uint64_t reserved[4]; ///< zero (base.h)
} hit_model_options;

/// Read a model from a file. Its format is found out by its content, and failing that by its name.
///
/// @param options  NULL: the defaults
/// @param model    set on success, else untouched
/// @param error    filled; may be NULL. `line` tells the line of a text format, `offset` the byte; in a packed file,
///                 that of its content
/// @return  HIT_OK, HIT_ERROR_ARGUMENT for NULL, HIT_ERROR_FILE, HIT_ERROR_FORMAT, HIT_ERROR_LIMIT, HIT_ERROR_MEMORY
/// @threads  any number of loads at once
HIT_API hit_status hit_model_load(const char* path, const hit_model_options* options, hit_model** model,
                                  hit_error* error);

/// Read a model from bytes in memory. What it names beside itself is not opened: as if allow_files were false.
///
/// @param format  HIT_MODEL_UNKNOWN: found out by the content; STL in ASCII, OFF and OBJ may need to be told
HIT_API hit_status hit_model_read(const void* bytes, size_t size, hit_model_format format,
                                  const hit_model_options* options, hit_model** model, hit_error* error);

/// Free a model. NULL is allowed.
HIT_API void hit_model_destroy(hit_model* model);

/// The triangles of a mesh, as hit_bvh_build_triangles takes them; no triangles for NULL or when there is no such mesh.
/// Valid as long as the model.
HIT_API hit_mesh hit_model_triangles(const hit_model* model, uint32_t mesh);

/// How to make a scene of a model. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_model_scene_options {
    const hit_allocator* allocator; ///< NULL: malloc. Copied: the scene and its trees use it until they are destroyed
    const hit_task_pool* pool;      ///< for building; NULL: one thread. The scene is the same
    hit_bvh_quality quality;        ///< of the trees
    uint32_t layers;                ///< of all objects; 0 means 1
    uint64_t reserved[4];           ///< zero (base.h)
} hit_model_scene_options;

/// Make a scene of a model, and commit it: each part is an object, an instance of the tree of its mesh.
///
/// Part i has the id i + 1. Parts that share a mesh share its tree. The trees belong to the scene, and go with it; the
/// model is not needed afterwards but for names, faces and vertices. More objects may be added.
///
/// @param options  NULL: the defaults
/// @param scene    set on success, else untouched; for hit_scene_destroy
/// @return  HIT_OK, HIT_ERROR_ARGUMENT (NULL; a mesh with coordinates above 2^100), HIT_ERROR_MEMORY, HIT_ERROR_LIMIT;
///          `offset` of the error is the number of the part
HIT_API hit_status hit_scene_from_model(const hit_model* model, const hit_model_scene_options* options,
                                        hit_scene** scene, hit_error* error);

#ifdef __cplusplus
}
#endif

#endif
