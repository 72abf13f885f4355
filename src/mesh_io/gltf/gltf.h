// What the files of the glTF reader share: the document with tables of what it names by number.
//
// The reader follows the glTF 2.0 specification (Khronos, 2.0.1). Its steps, one file each:
//
//   glb.c         a GLB or a .gltf -> the JSON and the binary chunk
//   document.c    the JSON -> tables of accessors, nodes ... by number; version and extensions
//   uri.c         data: URIs and names of files
//   buffer.c      buffers and their views -> bytes
//   meshopt.c     views that meshoptimizer has compressed -> bytes
//   accessor.c    accessors -> floats and indices
//   draco.c       primitives that Draco has compressed -> accessors
//   primitive.c   primitives -> what they have, and which share their vertices
//   mesh.c        meshes -> triangles and points
//   pose.c        morph targets and skins -> where vertices are
//   look.c        normals, colours and texture coordinates of vertices
//   material.c    materials and textures
//   node.c        nodes -> which are in the scene
//   transform.c   matrices, translations ... -> where a node and its instances are
//   part.c        nodes with meshes -> parts
//   camera.c      nodes with cameras -> cameras
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
    uint64_t stride;   ///< as the file says; 0: the elements stand one behind the other
    char* memory;      ///< what it was unpacked into, to be freed; NULL when `bytes` belong to the buffer
    uint32_t unpacked; ///< how often Draco has unpacked it
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
    uint8_t width;                   ///< components of an element: 1 to 4, or 16
    uint32_t stride;
    uint64_t count;
    const char* bytes;          ///< NULL: zeros
    uint64_t sparse_count;      ///< elements that are replaced
    const char* sparse_indices; ///< their numbers, not checked yet
    const char* sparse_values;
    char* memory;      ///< what Draco has unpacked, to be freed; NULL: `bytes` belong to the view
    uint32_t unpacked; ///< the view that it comes from + 1; 0: none
    // Of those that are positions: where they are in the mesh that is being read, and in the model.
    uint32_t pass; ///< in which they were given the rest; 0: none
    uint32_t base;
    uint32_t user;            ///< the token of the primitive that had them first
    bool finite;              ///< all of them
    const hit_vec3* vertices; ///< of a mesh that has these and no others; NULL: there is none
} hit_gltf_accessor;

typedef struct hit_gltf_mesh {
    uint32_t model_mesh; ///< its number in the model, as the mesh stands; HIT_GLTF_NONE: none
    bool used;           ///< by a node of the scene that does not deform it
    bool counted;        ///< its morph targets have been
    hit_dvec3 origin;    ///< of the vertices, as the mesh stands
} hit_gltf_mesh;

// Where something is: a point p of its own is at origin + linear·p.
typedef struct hit_gltf_transform {
    double linear[3][3]; ///< by rows
    double origin[3];
} hit_gltf_transform;

typedef struct hit_gltf_node {
    uint32_t parent;     ///< HIT_GLTF_NONE: a root
    uint32_t mesh;       ///< HIT_GLTF_NONE: none
    uint32_t position;   ///< in `order`; HIT_GLTF_NONE: not in the scene
    uint32_t below;      ///< a child, while transforms are made
    uint32_t model_mesh; ///< HIT_GLTF_NONE: nothing to be seen
    bool hidden;         ///< it, or a node above it (KHR_node_visibility)
    bool deforms;        ///< it has a mesh of its own: by a skin, or by weights of morph targets
    bool skinned;        ///< what moves its mesh are the joints, and not the node
    bool placed;         ///< `world` is known
    hit_gltf_transform world;
    hit_dvec3 origin; ///< of the vertices of a mesh that it has deformed
    const char* name; ///< for paths; NULL: not read yet
    bool named;       ///< by the file; else `name` is made up
} hit_gltf_node;

typedef struct hit_gltf_skin {
    hit_gltf_transform* joints; ///< from vertices to the scene; NULL: not read yet
    uint32_t joint_count;
} hit_gltf_skin;

// How far the vertices of a mesh of the model are from its origin, and from each other.
typedef struct hit_gltf_extent {
    bool known;
    double largest, diagonal;
} hit_gltf_extent;

typedef struct hit_gltf_material {
    uint32_t uv_set; ///< n of the TEXCOORD_n that its texture is put on by
} hit_gltf_material;

typedef struct hit_gltf_texture {
    uint32_t model_texture; ///< + 1, of the one that was made of it last; 0: none
} hit_gltf_texture;

typedef struct hit_gltf_image {
    const char* bytes; ///< NULL: not read yet
    uint64_t size;
    const char* name;
    bool bad; ///< it cannot be read, which a note says
} hit_gltf_image;

// The objects of one array of the document.
typedef struct hit_gltf_list {
    uint32_t* tokens;
    uint32_t count;
} hit_gltf_list;

typedef struct hit_gltf {
    hit_loader* loader;
    hit_json json;
    bool is_version_1; ///< for Assimp; there are no tables
    bool needs_draco;  ///< an extension that the file requires
    bool binary;       ///< a GLB
    const char* chunk; ///< its binary chunk; NULL: none
    uint64_t chunk_size;
    hit_gltf_list buffer_list, view_list, accessor_list, mesh_list, node_list, camera_list, skin_list;
    hit_gltf_list material_list, texture_list, image_list, sampler_list; ///< with options.appearance
    hit_gltf_buffer* buffers; ///< as many as there are in the list; and so on
    hit_gltf_view* views;
    hit_gltf_accessor* accessors;
    hit_gltf_mesh* meshes;
    hit_gltf_node* nodes;
    hit_gltf_skin* skins;
    hit_gltf_material* materials;
    hit_gltf_texture* textures;
    hit_gltf_image* images;
    void *cameras, *samplers; ///< nothing of them is kept
    hit_gltf_extent* extents; ///< of the meshes of the model; NULL: nobody has asked yet
    uint32_t* order;          ///< the nodes of the scene, parents before children
    uint32_t order_count;
    uint32_t pass;                       ///< how often meshes have been gone through: see primitive.c
    uint64_t lines, targets, skins_used; ///< to be told in notes
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

// HIT_ERROR_FORMAT for triangles that are packed by an extension, whose library the build lacks.
hit_status hit_gltf_fail_packed(const hit_gltf* g, uint32_t token, const char* extension, const char* library);

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

// The bytes that a URI stands for, as memory of the loader: those behind "data:", or of a sibling file. In messages it
// belongs to "`what` `number`".
hit_status hit_gltf_load_uri(hit_gltf* g, uint32_t token, const char* what, uint32_t number, char** bytes,
                             uint64_t* size);

// ---- buffer.c -------------------------------------------------------------------------------------------------------

// A view, with its buffer read, and unpacked.
hit_status hit_gltf_view_bytes(hit_gltf* g, uint32_t number, const hit_gltf_view** view);

// `size` bytes of a buffer, from an offset on. `object` is what names them, in messages "`what` `number`".
hit_status hit_gltf_buffer_bytes(hit_gltf* g, uint32_t object, const char* what, uint32_t number, const char** bytes,
                                 uint64_t* offset, uint64_t* size);

// Let the model take more memory, as much as for `bytes` more of its file, for what those bytes are unpacked to.
void hit_gltf_allow(hit_gltf* g, uint64_t bytes);

// ---- meshopt.c ------------------------------------------------------------------------------------------------------

// The extension of a view that meshoptimizer has compressed; 0: none. *name is its name.
uint32_t hit_gltf_meshopt(const hit_gltf* g, uint32_t token, const char** name);

// Unpack such a view. Without the library, and for a view that has its bytes unpacked as well, *done is false.
hit_status hit_gltf_unpack_meshopt(hit_gltf* g, uint32_t number, uint32_t extension, bool* done);

// ---- accessor.c -----------------------------------------------------------------------------------------------------

// Bytes of a component; 0 when there is no such type.
size_t hit_gltf_component_size(uint64_t component);

// An accessor of scalars, vectors or 4x4 matrices, with all that it says checked but for the indices of sparse
// elements.
hit_status hit_gltf_accessor_get(hit_gltf* g, uint32_t number, hit_gltf_accessor** accessor);

// Memory of the model that has the elements of an accessor just as they are to be, so that nothing need be copied: what
// Draco or meshoptimizer has unpacked into floats or 32-bit indices. NULL when they have to be read, also because
// another mesh has that memory. Who changes them must take a copy: accessors may be used more than once.
void* hit_gltf_adopt(hit_gltf* g, uint32_t number, hit_gltf_component component, unsigned width);

// All elements, `width` floats each. Normalised components become numbers of [0, 1] or [-1, 1].
hit_status hit_gltf_floats(const hit_gltf* g, uint32_t number, float* out);

// The first `count` elements, which must be one unsigned component each.
hit_status hit_gltf_indices(const hit_gltf* g, uint32_t number, uint64_t count, uint32_t* out);

// ---- primitive.c ----------------------------------------------------------------------------------------------------

enum {
    HIT_GLTF_POINTS = 0,
    HIT_GLTF_TRIANGLES = 4,
    HIT_GLTF_STRIP = 5,
    HIT_GLTF_FAN = 6
}; ///< modes; the others: lines

// What a primitive has.
typedef struct hit_gltf_primitive {
    uint32_t mesh, number;
    uint32_t token;
    uint64_t mode;
    uint32_t attributes; ///< the token; 0: none
    uint32_t positions;  ///< the accessor; HIT_GLTF_NONE: nothing to be read
    uint32_t indices;    ///< the accessor; HIT_GLTF_NONE: the vertices in their order
    uint64_t corners;    ///< indices, or vertices when there are none
    uint32_t material;   ///< with options.appearance; HIT_GLTF_NONE: none
    uint32_t base;       ///< the number of its first vertex in the mesh
    bool fresh;          ///< no primitive before has the same vertices
} hit_gltf_primitive;

// The primitives of a mesh, one by one: begin with token and number 0. False at the end.
bool hit_gltf_next_primitive(const hit_gltf* g, uint32_t list, hit_gltf_primitive* p);

// Find out what a primitive has, but for base and fresh. p->positions is HIT_GLTF_NONE when nothing is to be read.
hit_status hit_gltf_look_at(hit_gltf* g, hit_gltf_primitive* p);

// Give a primitive its place among the `vertices` that there are before it in this pass. `alike`: vertices are shared
// only by primitives that have all attributes in common, as they also differ in these.
void hit_gltf_place_vertices(hit_gltf* g, hit_gltf_primitive* p, uint64_t vertices, bool alike);

uint64_t hit_gltf_triangles_of(const hit_gltf_primitive* p);
uint64_t hit_gltf_points_of(const hit_gltf_primitive* p);

// With what is left when corners are no multiple of three, or fewer than three: a face, but no triangle.
uint64_t hit_gltf_faces_of(const hit_gltf_primitive* p);

// The accessor of an attribute of a primitive, or of a morph target; HIT_GLTF_NONE: none. It has elements for all
// vertices, of `width` components; 0 for any width.
hit_status hit_gltf_attribute(hit_gltf* g, const hit_gltf_primitive* p, uint32_t attributes, const char* name,
                              unsigned width, uint32_t* accessor);

// True when an attribute is read at all, by its name: positions; with skins, joints and weights; with
// options.appearance, what is seen.
bool hit_gltf_reads_attribute(const hit_gltf* g, const char* name);

// HIT_ERROR_FORMAT for a primitive.
hit_status hit_gltf_fail_primitive(const hit_gltf* g, const hit_gltf_primitive* p, const char* what);

// ---- draco.c --------------------------------------------------------------------------------------------------------

// The extension of a primitive that Draco has compressed; 0: none.
uint32_t hit_gltf_draco(const hit_gltf* g, uint32_t primitive);

// Fill its accessors.
hit_status hit_gltf_unpack_draco(hit_gltf* g, const hit_gltf_primitive* primitive);

// ---- pose.c ---------------------------------------------------------------------------------------------------------

// What moves the vertices of a mesh.
typedef struct hit_gltf_pose {
    uint32_t node;   ///< whose skin and weights these are; HIT_GLTF_NONE: the mesh as it stands
    uint32_t skin;   ///< HIT_GLTF_NONE: none
    double* weights; ///< of the morph targets
    uint32_t weight_count;
    bool moves; ///< something is not where it stands in the accessors
} hit_gltf_pose;

// Find out whether a node has a mesh of its own.
hit_status hit_gltf_pose_of_node(hit_gltf* g, uint32_t node);

// The pose of a mesh: as a node has it, or with HIT_GLTF_NONE as the mesh itself says.
hit_status hit_gltf_pose_make(hit_gltf* g, uint32_t mesh, uint32_t list, uint32_t node, hit_gltf_pose* pose);

void hit_gltf_pose_free(hit_gltf* g, hit_gltf_pose* pose);

// Move the vertices of a primitive, in double, and its normals, which may be NULL.
hit_status hit_gltf_pose_apply(hit_gltf* g, const hit_gltf_pose* pose, const hit_gltf_primitive* p, hit_dvec3* points,
                               hit_vec3* normals);

// ---- look.c ---------------------------------------------------------------------------------------------------------

// Which of normals, colours and texture coordinates the primitives of a mesh have; then, for all of its vertices.
typedef struct hit_gltf_look {
    bool has_normals, has_colors, has_uvs;
    hit_vec3* normals;
    uint8_t* colors;
    float* uvs;
    uint32_t* materials; ///< per triangle
    uint32_t material;   ///< of the first primitive
    bool has_material, is_mixed;
} hit_gltf_look;

// Note what a primitive has.
void hit_gltf_look_add(const hit_gltf* g, const hit_gltf_primitive* p, hit_gltf_look* look);

// Take memory for what has been noted, for so many vertices and triangles.
hit_status hit_gltf_look_take(hit_gltf* g, uint64_t vertices, uint64_t triangles, hit_gltf_look* look);

// Read what a primitive has, if its vertices are fresh. What is wrong is a note.
hit_status hit_gltf_look_read(hit_gltf* g, const hit_gltf_primitive* p, hit_gltf_look* look);

void hit_gltf_look_free(hit_gltf* g, hit_gltf_look* look);

// ---- material.c -----------------------------------------------------------------------------------------------------

// Read materials and textures into the model, with options.appearance, before the meshes.
hit_status hit_gltf_materials(hit_gltf* g);

// The number in the model of a primitive's material: HIT_GLTF_NONE stands for the one that those have that have none.
uint32_t hit_gltf_material_of(hit_gltf* g, uint32_t material);

// A linear colour in sRGB, from 0 to 1.
double hit_gltf_srgb(double linear);

// ---- mesh.c ---------------------------------------------------------------------------------------------------------

// Read the meshes that are used into the model.
hit_status hit_gltf_meshes(hit_gltf* g);

// ---- node.c ---------------------------------------------------------------------------------------------------------

// Check the graph of nodes, and find those of the scene and the meshes that they use.
hit_status hit_gltf_nodes(hit_gltf* g);

// ---- transform.c ----------------------------------------------------------------------------------------------------

// Scale, rotate, then move. The rotation (x, y, z, w) need not be of length 1; that of length 0 is none.
hit_gltf_transform hit_gltf_transform_from_trs(const double translation[3], const double rotation[4],
                                               const double scale[3]);

// `inner` first, then `outer`.
hit_gltf_transform hit_gltf_transform_compose(const hit_gltf_transform* outer, const hit_gltf_transform* inner);

// The same for a part or camera: the origin in double, the linear part rounded to float.
hit_placement hit_gltf_transform_placement(const hit_gltf_transform* transform);

// Where a node is in the scene: valid until the tables are freed.
hit_status hit_gltf_world(hit_gltf* g, uint32_t node, const hit_gltf_transform** world);

// ---- part.c ---------------------------------------------------------------------------------------------------------

// Make the model's parts of the nodes of the scene whose meshes have triangles or points.
hit_status hit_gltf_parts(hit_gltf* g);

// ---- camera.c -------------------------------------------------------------------------------------------------------

// Make the model's cameras of the nodes of the scene that have one.
hit_status hit_gltf_cameras(hit_gltf* g);

#endif
