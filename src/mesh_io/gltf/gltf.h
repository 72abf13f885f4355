// What the files of the glTF reader share: the document with tables of what it names by number.
//
// The reader follows the glTF 2.0 specification (Khronos, 2.0.1). Its steps, one file each:
//
//   glb.c         a GLB or a .gltf -> the JSON and the binary chunk
//   document.c    the JSON -> tables of accessors, nodes ... by number; version and extensions
//   uri.c         data: URIs and names of files
//   buffer.c      buffers and their views -> bytes
//   accessor.c    accessors -> floats and indices
//   mesh.c        meshes -> triangles
//   node.c        nodes -> which are in the scene
//   transform.c   matrices, translations ... -> where a node and its instances are
//   part.c        nodes with meshes -> parts
//   read.c        all of them, in order
//
// Each object of the JSON is looked at a constant number of times, however often others name it: what it says is kept
// in the tables. So the time is linear in the file, and in what it makes, which the loader's memory limits.
#ifndef HITSCAN_MESH_IO_GLTF_GLTF_H
#define HITSCAN_MESH_IO_GLTF_GLTF_H

#include "mesh_io/text/json.h"

#define HIT_GLTF_NONE UINT32_MAX
#define HIT_GLTF_ANY ((uint64_t)1 << 53) ///< the largest number that hit_json_whole gives

typedef struct hit_gltf_buffer {
    const char* bytes; ///< NULL: not read yet
    char* memory;      ///< to be freed; NULL when `bytes` belong to the file
    uint64_t size;     ///< byteLength
} hit_gltf_buffer;

typedef struct hit_gltf_view {
    const char* bytes; ///< NULL: not read yet
    uint64_t offset;   ///< in its buffer
    uint64_t size;
    uint64_t stride; ///< as the file says; 0: the elements stand one behind the other
} hit_gltf_view;

typedef enum hit_gltf_component {
    HIT_GLTF_BYTE = 5120,
    HIT_GLTF_UBYTE = 5121,
    HIT_GLTF_SHORT = 5122,
    HIT_GLTF_USHORT = 5123,
    HIT_GLTF_UINT = 5125,
    HIT_GLTF_FLOAT = 5126
} hit_gltf_component;

typedef struct hit_gltf_accessor {
    bool known; ///< the rest is filled in
    bool normalized;
    uint16_t component;              ///< a hit_gltf_component
    uint16_t sparse_index_component; ///< the component of the indices of sparse elements
    uint8_t width;                   ///< components of an element, 1 to 4
    uint32_t stride;
    uint64_t count;
    const char* bytes;          ///< NULL: zeros
    uint64_t sparse_count;      ///< elements that are replaced
    const char* sparse_indices; ///< their numbers, not checked yet
    const char* sparse_values;
    // Of those that are positions: where they are in the mesh that is being read, and in the model.
    uint32_t mesh; ///< the number of that mesh + 1; 0: none
    uint32_t base;
    bool finite;              ///< all of them
    const hit_vec3* vertices; ///< of a mesh that has these and no others; NULL: there is none
} hit_gltf_accessor;

typedef struct hit_gltf_mesh {
    uint32_t model_mesh; ///< its number in the model; HIT_GLTF_NONE: it has no triangles
    bool used;           ///< by a node of the scene
} hit_gltf_mesh;

typedef struct hit_gltf_node {
    uint32_t parent;   ///< HIT_GLTF_NONE: a root
    uint32_t mesh;     ///< HIT_GLTF_NONE: none
    uint32_t position; ///< in `order`; HIT_GLTF_NONE: not in the scene
} hit_gltf_node;

// The objects of one array of the document.
typedef struct hit_gltf_list {
    uint32_t* tokens;
    uint32_t count;
} hit_gltf_list;

typedef struct hit_gltf {
    hit_loader* loader;
    hit_json json;
    bool binary;       ///< a GLB
    const char* chunk; ///< its binary chunk; NULL: none
    uint64_t chunk_size;
    hit_gltf_list buffer_list, view_list, accessor_list, mesh_list, node_list;
    hit_gltf_buffer* buffers; ///< as many as there are in the list; and so on
    hit_gltf_view* views;
    hit_gltf_accessor* accessors;
    hit_gltf_mesh* meshes;
    hit_gltf_node* nodes;
    uint32_t* order; ///< the nodes of the scene, parents before children
    uint32_t order_count;
} hit_gltf;

// ---- glb.c ----------------------------------------------------------------------------------------------------------

// Find the JSON and the binary chunk.
hit_status hit_gltf_open(hit_gltf* g, const char** text, size_t* size);

// ---- document.c -----------------------------------------------------------------------------------------------------

// HIT_ERROR_FORMAT at a token.
hit_status hit_gltf_fail(const hit_gltf* g, uint32_t token, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

// HIT_ERROR_FORMAT for triangles that only an extension can unpack.
hit_status hit_gltf_fail_packed(const hit_gltf* g, uint32_t token, const char* extension);

// Check version and extensions, and make the tables: the lists filled, the rest zero.
hit_status hit_gltf_tables(hit_gltf* g);

// A whole number of at most `most`, a member of an object; `otherwise` when there is none. `what` and `which` name the
// object in messages.
hit_status hit_gltf_whole(const hit_gltf* g, uint32_t object, const char* key, const char* what, uint64_t which,
                          uint64_t most, uint64_t otherwise, uint64_t* value);

// The same for a member that must be there.
hit_status hit_gltf_needed(const hit_gltf* g, uint32_t object, const char* key, const char* what, uint64_t which,
                           uint64_t most, uint64_t* value);

// The same for the number of something in a list: below list->count, or HIT_GLTF_NONE when there is no such member.
hit_status hit_gltf_reference(const hit_gltf* g, uint32_t object, const char* key, const char* what, uint64_t which,
                              const hit_gltf_list* list, uint32_t* value);

// The value of one extension of an object; 0: none.
uint32_t hit_gltf_extension(const hit_gltf* g, uint32_t object, const char* name);

// A copy of the text of a string for the time of reading, with a zero behind it; NULL as hit_loader_allocate.
char* hit_gltf_text(const hit_gltf* g, uint32_t token, size_t* length, hit_status* status);

// The member "name" of an object, as the model keeps it; *name is untouched when there is none, or it is "".
hit_status hit_gltf_name(const hit_gltf* g, uint32_t object, const char** name);

// ---- uri.c ----------------------------------------------------------------------------------------------------------

// The bytes that a URI stands for, as memory of the loader: those behind "data:", or of a sibling file.
hit_status hit_gltf_load_uri(hit_gltf* g, uint32_t token, uint32_t buffer, char** bytes, uint64_t* size);

// ---- buffer.c -------------------------------------------------------------------------------------------------------

// A view, with its buffer read.
hit_status hit_gltf_view_bytes(hit_gltf* g, uint32_t number, const hit_gltf_view** view);

// ---- accessor.c -----------------------------------------------------------------------------------------------------

// An accessor of scalars or vectors, with all that it says checked but for the indices of sparse elements.
hit_status hit_gltf_accessor_get(hit_gltf* g, uint32_t number, hit_gltf_accessor** accessor);

// All elements, `width` floats each. Normalised components become numbers of [0, 1] or [-1, 1].
hit_status hit_gltf_floats(const hit_gltf* g, uint32_t number, float* out);

// The first `count` elements, which must be one unsigned component each.
hit_status hit_gltf_indices(const hit_gltf* g, uint32_t number, uint64_t count, uint32_t* out);

// ---- mesh.c ---------------------------------------------------------------------------------------------------------

// Read the meshes that are used into the model.
hit_status hit_gltf_meshes(hit_gltf* g);

// ---- node.c ---------------------------------------------------------------------------------------------------------

// Check the graph of nodes, and find those of the scene and the meshes that they use.
hit_status hit_gltf_nodes(hit_gltf* g);

// ---- transform.c ----------------------------------------------------------------------------------------------------

// Where something is: a point p of its own is at origin + linear·p.
typedef struct hit_gltf_transform {
    double linear[3][3]; ///< by rows
    double origin[3];
} hit_gltf_transform;

// Scale, rotate, then move. The rotation (x, y, z, w) need not be of length 1; that of length 0 is none.
hit_gltf_transform hit_gltf_transform_from_trs(const double translation[3], const double rotation[4],
                                               const double scale[3]);

// `inner` first, then `outer`.
hit_gltf_transform hit_gltf_transform_compose(const hit_gltf_transform* outer, const hit_gltf_transform* inner);

// Where a node says it is.
hit_status hit_gltf_node_transform(const hit_gltf* g, uint32_t node, hit_gltf_transform* transform);

// ---- part.c ---------------------------------------------------------------------------------------------------------

// Make the model's parts of the nodes of the scene whose meshes have triangles.
hit_status hit_gltf_parts(hit_gltf* g);

#endif
