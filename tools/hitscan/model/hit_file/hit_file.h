// .hit files: a model with its trees, to be used where it lies. docs/hit-file.md has the layout.
//
// Sections follow each other in a fixed order, each at the next multiple of 4096; so the header says how many things
// there are, and where they are follows from that. Nothing overlaps, whatever the numbers say, and checking takes time
// in proportion to the file.
#ifndef TOOL_MODEL_HIT_FILE_HIT_FILE_H
#define TOOL_MODEL_HIT_FILE_HIT_FILE_H

#include <hitscan/mesh_io.h>
#include <hitscan/scene.h>

// ---- The layout -----------------------------------------------------------------------------------------------------

#define HITFILE_MAGIC "HITMODL\x1a"
#define HITFILE_VERSION 3u
#define HITFILE_ENDIAN 0x01020304u

enum {
    HITFILE_PAGE = 4096,             ///< sections start at multiples of it
    HITFILE_TREE_ALIGNMENT = 64,     ///< trees within their section
    HITFILE_CHECKSUM_FROM = 32,      ///< where the part of the header begins that has a checksum
    HITFILE_CHECKSUM_BLOCK = 1 << 20 ///< the content is summed up in blocks of this size
};

/// The sections, in their order in the file.
typedef enum hitfile_section {
    HITFILE_MESHES,   ///< hitfile_mesh
    HITFILE_PARTS,    ///< hitfile_part
    HITFILE_NAMES,    ///< bytes: UTF-8, each name ended by a zero
    HITFILE_TREES,    ///< bytes: the tree over all triangles, then those of the meshes
    HITFILE_FACES,    ///< uint32_t, one per triangle
    HITFILE_INDICES,  ///< uint32_t, three per triangle
    HITFILE_VERTICES, ///< hit_vec3
    HITFILE_POINTS,   ///< uint32_t: the points of those meshes that have a list of them
    HITFILE_SECTIONS
} hitfile_section;

/// The first bytes; up to HITFILE_PAGE they are followed by zeros.
typedef struct hitfile_header {
    char magic[8];
    uint32_t version;
    uint32_t endian;
    uint64_t size;             ///< of the file
    uint64_t header_checksum;  ///< of the bytes from HITFILE_CHECKSUM_FROM to HITFILE_PAGE
    uint64_t content_checksum; ///< of all bytes from HITFILE_PAGE on
    uint32_t format;           ///< hit_model_format of what it was made of
    uint32_t one_mesh;         ///< 1: the tree over all triangles is that of the only mesh, too
    uint64_t triangle_count;   ///< of all parts
    uint64_t skipped_faces;
    uint64_t tree_size; ///< of the tree over all triangles
    double bounds[6];   ///< min x, y, z, max x, y, z
    double origin[3];   ///< of the tree over all triangles
    double unit;        ///< hit_model.unit
    uint32_t up;        ///< hit_axis
    uint32_t zero;
    uint64_t point_count; ///< of all parts
    uint64_t count[HITFILE_SECTIONS];
} hitfile_header;

typedef struct hitfile_mesh {
    uint64_t name; ///< where it begins in the names
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint64_t tree_size;
    uint32_t point_count;
    uint32_t has_point_list; ///< 1: they are in the section of points; 0: they are its first vertices
} hitfile_mesh;

typedef struct hitfile_part {
    uint64_t name;
    uint64_t path; ///< where it begins in the names
    uint32_t mesh;
    uint32_t zero;
    double origin[3];
    float linear[9];
    uint32_t zero_too;
} hitfile_part;

_Static_assert(sizeof(hitfile_header) == 232 && sizeof(hitfile_mesh) == 32 && sizeof(hitfile_part) == 88, "sizes");

/// Where the sections begin, and at the end the size of the file, as `count` says. False when that is too large for a
/// file.
bool hitfile_layout(const uint64_t count[HITFILE_SECTIONS], uint64_t offset[HITFILE_SECTIONS + 1]);

/// The checksum of a block of the content, and of the header.
uint64_t hitfile_checksum(const void* bytes, size_t size);

// ---- Reading --------------------------------------------------------------------------------------------------------

typedef struct hitfile hitfile;

/// True for a file that begins as .hit files do, and for one that is called so.
bool hitfile_is(const char* path);

/// Map a .hit file into memory and check it, unless that has been done before (validated_cache.c).
/// Returns an exit code.
int hitfile_open(const char* path, const hit_task_pool* pool, hitfile** opened);

/// Use the bytes of a .hit file that lie in memory, at a multiple of 4096 or of 64; this command has made them, so they
/// are not checked. They stay the caller's. Returns an exit code.
int hitfile_open_bytes(const char* path, const void* bytes, size_t size, hitfile** opened);

/// NULL is allowed. All that was made of the file must be gone.
void hitfile_close(hitfile* file);

const hit_model* hitfile_content(const hitfile* file);
hit_daabb hitfile_bounds(const hitfile* file);
hit_dvec3 hitfile_origin(const hitfile* file); ///< of the tree over all triangles

/// The tree over all triangles, and that of a mesh, each a new handle. Return an exit code.
int hitfile_tree(const hitfile* file, hit_bvh** tree);
int hitfile_mesh_tree(const hitfile* file, uint32_t mesh, hit_bvh** tree);

// ---- Writing --------------------------------------------------------------------------------------------------------

struct model;

/// Make the bytes of a .hit file in memory, for hitfile_open_bytes: of its trees it has that over all triangles. For
/// free(). Returns an exit code.
int hitfile_write_bytes(struct model* m, char** bytes, size_t* size);

/// Write a model with its trees, which are built if need be. Returns an exit code; then nothing is left behind.
///
/// @param size  set on success to that of the file
int hitfile_write(struct model* m, const char* path, uint64_t* size);

#endif
