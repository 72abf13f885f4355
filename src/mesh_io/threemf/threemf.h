// What the files of the 3MF reader share: the objects of all model parts of a package, before they are built.
//
// The reader follows the 3MF core specification 1.3 (3MF Consortium), with the production extension (models in several
// files of the package) and of the materials extension what has a colour or a texture. Its steps, one file each:
//
//   xml.c          an entry of the zip file -> elements, by expat
//   package.c      the relationships of the package -> which entry is the model
//   document.c     a model part -> objects, components, items of the build
//   mesh.c         vertices and triangles of one object
//   property.c     colours, materials, textures -> those of the model, and of the triangles
//   build.c        items and components -> parts
//   read.c         all of them, in order
//
// Elements of unknown extensions are left out, and noted; an extension that the file requires, and which adds geometry,
// is an error. Each object is read once; a mesh is shared by all parts that show it.
#ifndef HITSCAN_MESH_IO_THREEMF_THREEMF_H
#define HITSCAN_MESH_IO_THREEMF_THREEMF_H

#include "mesh_io/file/zip.h"

#define HIT_3MF_NONE UINT32_MAX

// A place: a point p of its own is at origin + linear·p.
typedef struct hit_3mf_transform {
    double linear[3][3]; ///< by rows
    double origin[3];
} hit_3mf_transform;

// An object put somewhere: a component of another, or an item of the build.
typedef struct hit_3mf_use {
    uint32_t file;   ///< that the object is in
    uint32_t id;     ///< of it, in the file
    uint32_t object; ///< its number; set by hit_3mf_build
    uint32_t line;   ///< for messages
    hit_3mf_transform transform;
    const char* name; ///< the item's part number, or ""
} hit_3mf_use;

typedef enum hit_3mf_type { HIT_3MF_MODEL, HIT_3MF_SUPPORT, HIT_3MF_OTHER } hit_3mf_type;

typedef struct hit_3mf_object {
    uint32_t file, id, line;
    hit_3mf_type type;
    const char* name;        ///< or its part number, or ""
    uint32_t mesh;           ///< the number of its mesh; HIT_3MF_NONE: it has none
    uint32_t group, element; ///< the id of its property group, and which of that; HIT_3MF_NONE: none
    uint32_t first_component, component_count;
    uint64_t parts; ///< that it makes; set by hit_3mf_build
    uint32_t depth; ///< of what is in it; the same
    bool entered;   ///< the same: its components are being looked at
    bool counted;   ///< the same: `parts` and `depth` are known
    bool is_component;
} hit_3mf_object;

// What a triangle looks like: a property group by its id, and an element of it for each corner.
typedef struct hit_3mf_property {
    uint32_t group, element[3];
} hit_3mf_property;

// A mesh before it is the model's.
typedef struct hit_3mf_mesh {
    uint32_t object;
    hit_dvec3* exact; ///< the vertices as the file has them
    uint64_t vertex_count, vertex_capacity;
    uint32_t* indices;
    hit_3mf_property* properties; ///< one per triangle; NULL: not asked for
    uint64_t triangle_count, triangle_capacity;
    uint32_t model_mesh; ///< its number in the model; HIT_3MF_NONE: it has no triangles
    hit_dvec3 origin;    ///< that its vertices in the model are relative to
} hit_3mf_mesh;

typedef enum hit_3mf_group_kind { HIT_3MF_BASE, HIT_3MF_COLORS, HIT_3MF_TEXTURE } hit_3mf_group_kind;

// A property group: elements [first, first + count) of one of the lists below.
typedef struct hit_3mf_group {
    uint32_t file, id;
    hit_3mf_group_kind kind;
    uint32_t first, count;
    uint32_t texture; ///< the id of the texture, of those that have one
} hit_3mf_group;

typedef struct hit_3mf_texture {
    uint32_t file, id;
    const char* path;
    bool clamp_u, clamp_v;
    uint32_t model_texture; ///< its number in the model; HIT_3MF_NONE: it could not be read
    uint32_t material;      ///< the material that shows it
} hit_3mf_texture;

// An element of a property group.
typedef struct hit_3mf_element {
    const char* name;  ///< of a base material
    uint8_t color[4];  ///< of a base material or a colour
    float uv[2];       ///< of a texture
    uint32_t material; ///< of a base material: its number in the model
} hit_3mf_element;

// A list that grows: `items` has room for `capacity` things.
#define HIT_3MF_LIST(type)                                                                                             \
    struct {                                                                                                           \
        type* items;                                                                                                   \
        uint32_t count, capacity;                                                                                      \
    }

// A model part of the package.
typedef struct hit_3mf_file {
    hit_zip_entry* entry;
    const char* name; ///< of the entry
} hit_3mf_file;

typedef struct hit_3mf {
    hit_loader* loader;
    hit_zip* zip;
    HIT_3MF_LIST(hit_3mf_file) files; ///< the first is the root
    HIT_3MF_LIST(hit_3mf_object) objects;
    HIT_3MF_LIST(hit_3mf_use) components;
    HIT_3MF_LIST(hit_3mf_use) items;
    HIT_3MF_LIST(hit_3mf_mesh) meshes;
    HIT_3MF_LIST(hit_3mf_group) groups;
    HIT_3MF_LIST(hit_3mf_element) elements;
    HIT_3MF_LIST(hit_3mf_texture) textures;
    uint32_t left_out; ///< things that were not understood
    void* parser;      ///< expat's, while a part is read
    uint32_t file;     ///< that is read
} hit_3mf;

// Room for one more thing of `size` bytes in a list, zeroed: NULL as hit_loader_allocate.
void* hit_3mf_append(hit_3mf* m, void** items, uint32_t* count, uint32_t* capacity, size_t size, hit_status* status);
#define HIT_3MF_APPEND(m, list, status)                                                                                \
    hit_3mf_append(m, (void**)&(list).items, &(list).count, &(list).capacity, sizeof *(list).items, status)

// ---- xml.c ----------------------------------------------------------------------------------------------------------

// What is called for elements. Names are without their namespace, which comes by itself; attributes are pairs of names
// and values, with NULL at the end, and have their namespaces, if any, before a space: see hit_xml_value. A status that
// is not HIT_OK ends the reading.
typedef struct hit_xml_handler {
    hit_status (*begin)(hit_3mf* m, void* context, const char* space, const char* name, const char** attributes);
    hit_status (*end)(hit_3mf* m, void* context, const char* space, const char* name);
    hit_status (*prefix)(hit_3mf* m, void* context, const char* prefix, const char* space); ///< may be NULL
    void* context;
} hit_xml_handler;

// Read an entry of the package. What is no XML is HIT_ERROR_FORMAT, and so are document types, which could define
// entities.
hit_status hit_xml_read(hit_3mf* m, hit_zip_entry* entry, const hit_xml_handler* handler);

// The value of an attribute, in whatever namespace; NULL: there is none.
const char* hit_xml_value(const char** attributes, const char* name);

// HIT_ERROR_FORMAT, with the entry and the line that are being read; or those of a use, where nothing is.
hit_status hit_3mf_fail(hit_3mf* m, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
hit_status hit_3mf_fail_at(hit_3mf* m, uint32_t file, uint32_t line, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// The line that is being read.
uint32_t hit_xml_line(const hit_3mf* m);

// ---- package.c ------------------------------------------------------------------------------------------------------

// Find the model, and make it the first file.
hit_status hit_3mf_find_root(hit_3mf* m);

// The number of the file with a path of the package, which is added when it is new.
hit_status hit_3mf_file_at(hit_3mf* m, const char* path, uint32_t* file);

// ---- document.c -----------------------------------------------------------------------------------------------------

// Read file number `file`. What it names in other files is added to these.
hit_status hit_3mf_read_document(hit_3mf* m, uint32_t file);

// A whole number as the value of an attribute; `otherwise` when there is none.
hit_status hit_3mf_whole(hit_3mf* m, const char** attributes, const char* name, uint32_t otherwise, uint32_t* value);

// ---- mesh.c ---------------------------------------------------------------------------------------------------------

hit_status hit_3mf_read_vertex(hit_3mf* m, hit_3mf_mesh* mesh, const char** attributes);
hit_status hit_3mf_read_triangle(hit_3mf* m, hit_3mf_mesh* mesh, const char** attributes);

// Make the meshes those of the model.
hit_status hit_3mf_finish_meshes(hit_3mf* m);

// ---- property.c -----------------------------------------------------------------------------------------------------

// A group or one of its elements begins; *known says whether it is one. Elements belong to the last group.
hit_status hit_3mf_read_group(hit_3mf* m, const char* name, const char** attributes, bool* known);
hit_status hit_3mf_read_element(hit_3mf* m, const char* name, const char** attributes, bool* known);

// Make materials and textures of the model.
hit_status hit_3mf_finish_properties(hit_3mf* m);

// Give a mesh of the model what its triangles look like, by the property of each face. Vertices that are shared by
// corners of several colours are copied.
hit_status hit_3mf_dress(hit_3mf* m, const hit_3mf_mesh* from, hit_model_mesh* mesh);

// ---- build.c --------------------------------------------------------------------------------------------------------

// Make the parts of the model.
hit_status hit_3mf_build(hit_3mf* m);

#endif
