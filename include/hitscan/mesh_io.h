// Models from files: triangles with their parts, instances and where each came from.
//
// Reads OBJ, PLY, STL, OFF, XYZ, 3MF, glTF 2.0 and GLB, each also packed by gzip or as the only model of a zip file;
// other formats through Assimp, where the build found it. This header belongs to the library `hitscan_io` (CMake:
// hitscan::io, pkg-config: hitscan_io), which needs zlib; the core library does not need it, and hitscan.h does not
// include it.
//
// A model has meshes: triangles and points with vertices of their own, in floats. And it has parts: each puts a mesh
// somewhere. In OBJ each object or group is a mesh and a part; PLY, STL, OFF and XYZ have one of each; in glTF and 3MF
// each node or item that has a mesh is a part, and many parts may share a mesh. A model may have no triangles, and no
// parts.
//
// Where the numbers of a file need more than the 24 bits of a float - survey coordinates, say - vertices are relative
// to an origin in double precision, which the placement of the part has.
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
    HIT_MODEL_OFF = 4,     ///< and its variants COFF, NOFF, ...; ASCII and binary
    HIT_MODEL_GLTF = 5,    ///< glTF 2.0, as JSON or as GLB
    HIT_MODEL_OTHER = 6,   ///< what Assimp can read
    HIT_MODEL_3MF = 7,     ///< 3D manufacturing format
    HIT_MODEL_XYZ = 8      ///< points as text: three numbers per line, and colours or normals behind them
} hit_model_format;

/// "OBJ", "PLY" and so on; "unknown" for a number that is no format.
HIT_API const char* hit_model_format_name(hit_model_format format);

/// Triangles with vertices of their own.
typedef struct hit_model_mesh {
    const char* name;         ///< of the object, group or mesh in the file; "" when it has none; UTF-8
    const hit_vec3* vertices; ///< finite ones, but for those that no triangle uses, and that are no points
    uint32_t vertex_count;
    const uint32_t* indices; ///< three per triangle, below vertex_count
    uint32_t triangle_count;
    /// For each triangle, the number of the face that it was made of, from 0. A polygon gives several triangles. Faces
    /// are counted over the whole file, in glTF over the mesh; those that gave no triangle are counted, too.
    const uint32_t* faces;
    /// Points that the file has as such, as vertex numbers; NULL when they are the vertices 0 to point_count - 1.
    const uint32_t* points;
    uint32_t point_count; ///< 0: none. Vertices that a file has without any face, as a scanned cloud, are points
    // What it looks like; read only where hit_model_options.appearance asks for it, else NULL, and material 0.
    const hit_vec3* normals;   ///< per vertex, of any length, zero for none; NULL: the file has none
    const uint8_t* colors;     ///< per vertex, four bytes: red, green, blue, alpha, in sRGB; NULL: none
    const float* uvs;          ///< per vertex, two: from the left and from the top of the texture; NULL: none
    const uint32_t* materials; ///< per triangle, below material_count; NULL: all have `material`
    uint32_t material;         ///< below material_count, or UINT32_MAX for none
} hit_model_mesh;

/// An image that a material shows.
typedef struct hit_model_texture {
    const char* name;  ///< of the file, or ""
    const void* bytes; ///< as in the file: PNG, JPEG or something else
    size_t size;
    bool clamp_u, clamp_v; ///< else it repeats
    float transform[6];    ///< u' = t[0] u + t[1] v + t[2], v' = t[3] u + t[4] v + t[5]
} hit_model_texture;

/// What a surface looks like.
typedef struct hit_model_material {
    const char* name;   ///< "" when it has none
    float color[4];     ///< red, green, blue, alpha, from 0 to 1 in sRGB; multiplied by the texture and vertex colours
    uint32_t texture;   ///< below texture_count, or UINT32_MAX for none
    float alpha_cutoff; ///< what has less alpha is not there; 0: all of it is
    bool is_blended;    ///< alpha is to be blended; else it is opaque
    bool is_two_sided;
} hit_model_material;

/// A camera that the file has: where its x axis is to the right, y up, and the view is along -z.
typedef struct hit_model_camera {
    const char* name;
    hit_placement placement;
    bool is_orthographic;
    double y_fov;         ///< in radians; of a perspective camera
    double y_extent;      ///< half of the height of what is seen; of an orthographic camera
    double near_z, far_z; ///< far_z may be infinite
    double aspect;        ///< width by height; 0: that of the picture
} hit_model_camera;

/// A direction along an axis.
typedef enum hit_axis {
    HIT_AXIS_UNKNOWN = 0,
    HIT_AXIS_POSITIVE_X = 1,
    HIT_AXIS_POSITIVE_Y = 2,
    HIT_AXIS_POSITIVE_Z = 3,
    HIT_AXIS_NEGATIVE_X = 4,
    HIT_AXIS_NEGATIVE_Y = 5,
    HIT_AXIS_NEGATIVE_Z = 6
} hit_axis;

/// A mesh in its place.
typedef struct hit_model_part {
    const char* name; ///< of the node in glTF; else, and where that has none, of the mesh; may be ""
    uint32_t mesh;    ///< below mesh_count
    hit_placement placement;
    /// The names of the nodes above it and its own, with slashes between, as in "robot/arm/hand"; its name where the
    /// file has no tree of nodes.
    const char* path;
} hit_model_part;

/// A model; made by hit_model_load or hit_model_read, freed by hit_model_destroy. Nothing in it may be changed.
typedef struct hit_model {
    hit_model_format format;
    const hit_model_mesh* meshes;
    uint32_t mesh_count;
    const hit_model_part* parts;
    uint32_t part_count;
    uint64_t triangle_count; ///< of all parts: a mesh counts as often as parts use it
    uint64_t point_count;    ///< the same of points
    uint64_t skipped_faces;  ///< that gave no triangle: fewer than three corners, or a vertex that is not finite
    size_t bytes;            ///< of memory that the model has
    /// What is worth knowing about how it was read, a sentence each: what was left out, what was rounded, which axes
    /// and units were changed. For people: the words may change.
    const char* const* notes;
    uint32_t note_count;
    hit_axis up; ///< as the file says, failing that its format: +y in OBJ and glTF, +z in PLY, STL, OFF, XYZ and 3MF
    double unit; ///< how many metres a unit is; 0 where the file does not say
    const hit_model_camera* cameras;
    uint32_t camera_count;
    const hit_model_material* materials; ///< with hit_model_options.appearance
    uint32_t material_count;
    const hit_model_texture* textures; ///< the same
    uint32_t texture_count;
    /// The files that it was read from: its own path as it was given, then those that it names (buffers, materials,
    /// textures, companions), as they were opened, each once. None of a model that was read from memory; what came out
    /// of a zip file is in that.
    const char* const* files;
    uint32_t file_count;
} hit_model;

/// How to read. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_model_options {
    /// NULL: malloc. Copied: it is used until the model is destroyed. Not from it comes what other libraries take for
    /// themselves while they unpack: minizip a constant 100 KB, Draco as max_bytes says.
    const hit_allocator* allocator;
    const hit_task_pool* pool; ///< NULL: one thread. The model is the same
    /// The most memory to take, the file itself not counted where it is mapped; a model that needs more is
    /// HIT_ERROR_LIMIT. 0 means 64 MiB plus 16 times the size of the file, unpacked. A gzip file may unpack to 64 MiB
    /// plus 64 times its size, or to max_bytes when that is given; a zip file the same, over all that is read of it. A
    /// pipe may bring 4 GiB, or max_bytes. In glTF, what meshoptimizer unpacks counts as the file's, and what Draco has
    /// packed counts nine times.
    uint64_t max_bytes;
    /// Read the files that a model names (buffers of glTF, textures) when they are in its folder, or below it; never
    /// others, whatever links and dots there are. False: such a model is refused with HIT_ERROR_FILE.
    bool allow_files;
    /// Read normals, colours, texture coordinates, materials and textures, too. A texture that cannot be read is a
    /// note, and no error.
    bool appearance;
    uint32_t scene; ///< of a file with several (glTF): its number from 1; 0: the one that the file shows
    /// Of what Assimp reads, which happens in a process of its own: the most memory it may have, in bytes, and the most
    /// time of a processor, in seconds. 0: 2 GiB plus 64 times the file, and 60 seconds.
    uint64_t helper_bytes;
    uint32_t helper_seconds;
    hit_model_format format; ///< of the model, whatever its content and name say; HIT_MODEL_UNKNOWN: found out
    uint64_t reserved[4];    ///< zero (base.h)
} hit_model_options;

/// Read a model from a file. Its format is found out by its content, and failing that by its name.
///
/// A FIFO is read to its end, as are pipes that a shell names; one that nobody writes to for five seconds is
/// HIT_ERROR_FILE. Of a zip file, the only entry with the name of a model is read, and what it names comes from the zip
/// file, too; several models are HIT_ERROR_FORMAT. A file of no bytes is a model without parts when its name or
/// `format` says OBJ, STL or XYZ; formats that begin with a header are HIT_ERROR_FORMAT.
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
/// Part i has the id i + 1; one without triangles is an object that nothing hits. Parts that share a mesh share its
/// tree. The trees belong to the scene, and go with it; the model is not needed afterwards but for names, faces and
/// vertices. More objects may be added.
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
