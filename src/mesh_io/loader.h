// What the readers of formats share: the bytes, the memory with its limit, errors with a line, and the model to be.
//
// A reader gets a hit_loader, fills loader->model by way of hit_loader_meshes and hit_loader_parts, and returns a
// status. It takes all memory from the loader, which frees it: what is still there at the end belongs to the model, so
// a reader frees what was for the time of reading only. On failure nothing needs to be freed.
//
// Memory is zeroed only where that is said. Sizes are checked: a count times a size that wraps, or is beyond what the
// loader may take, is HIT_ERROR_LIMIT; and counts that a file claims must be compared with the bytes that are left
// before memory is taken for them.
#ifndef HITSCAN_MESH_IO_LOADER_H
#define HITSCAN_MESH_IO_LOADER_H

#include <hitscan/mesh_io.h>

typedef struct hit_loader_block hit_loader_block;

// A sibling file of the model that has been read: mesh_io/file/sibling.c.
typedef struct hit_loader_sibling {
    struct hit_loader_sibling* before;
    uint64_t device, number;
} hit_loader_sibling;

typedef struct hit_loader {
    const char* bytes; ///< the content, unpacked
    size_t size;
    const char* folder;     ///< of the file, for its siblings; NULL: none may be opened
    const char* name;       ///< of the file, without its folder; NULL: it has none
    struct hit_zip* zip;    ///< that the model came from, and its siblings come from; NULL: none
    const char* zip_folder; ///< of the model in that, with a slash at the end, or ""
    hit_task_pool pool;     ///< always valid
    hit_error* error;       ///< may be NULL
    hit_model* model;       ///< to be filled; zero at first
    hit_dvec3 origin;       ///< of the vertices of all meshes: mesh_io/origin.h; zero at first
    // The rest is loader.c's.
    hit_allocator allocator;
    hit_loader_block* blocks;
    uint64_t left;          ///< bytes that may still be taken
    uint64_t left_per_byte; ///< how much each byte of a sibling file adds to that; 0 when the caller set it
    hit_loader_sibling* siblings;
    uint32_t file_capacity;           ///< of the files of the model
    const hit_model_options* options; ///< never NULL
} hit_loader;

// ---- Memory ---------------------------------------------------------------------------------------------------------

// Room for `count` things of `size` bytes, aligned to 16. NULL, after loader->error has been filled, when there is
// none;
// *status then says which. A count of 0 gives a place that must not be written to.
void* hit_loader_allocate(hit_loader* loader, uint64_t count, size_t size, hit_status* status);

// Free what hit_loader_allocate gave. NULL is allowed.
void hit_loader_free(hit_loader* loader, void* memory);

// Let the model take more memory, for some bytes that turned out to be a part of it; unless the caller set the limit.
void hit_loader_allow(hit_loader* loader, uint64_t bytes);

// A larger block, for `capacity` things of `size` bytes, with a copy of the first `count` of `old`, which is freed;
// NULL is allowed for `old`. NULL, and `old` as it was, when there is none: see hit_loader_allocate.
void* hit_loader_grow(hit_loader* loader, void* old, uint64_t count, uint64_t capacity, size_t size,
                      hit_status* status);

// A smaller block, with a copy of the first `count` things of `size` bytes of a block that hit_loader_allocate gave,
// which is freed. Returns the old block when it is not larger than that, or there is no memory for a copy.
void* hit_loader_shrink(hit_loader* loader, void* memory, uint64_t count, size_t size);

// A copy of some text that ends in a zero. Bytes that are no UTF-8, and control characters, become '?'. NULL as above.
const char* hit_loader_text(hit_loader* loader, const char* text, size_t length, hit_status* status);

// ---- The model ------------------------------------------------------------------------------------------------------

// Let the model have this many meshes or parts, zeroed, which the reader then fills through the returned pointer. NULL
// as above; for a count of 0 as well, without an error.
hit_model_mesh* hit_loader_meshes(hit_loader* loader, uint64_t count, hit_status* status);
hit_model_part* hit_loader_parts(hit_loader* loader, uint64_t count, hit_status* status);

// Let each mesh have one part, at loader->origin, with its name.
hit_status hit_loader_part_per_mesh(hit_loader* loader);

// True when two textures of the same bytes are repeated and moved in the same way.
bool hit_textures_look_alike(const hit_model_texture* a, const hit_model_texture* b);

// Add a sentence to the notes of the model, as in "2 skins are shown in their rest pose". One that is there is not
// added again; after HIT_LOADER_NOTES of them, nor are others.
enum { HIT_LOADER_NOTES = 32 };
hit_status hit_loader_note(hit_loader* loader, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// Add a path to the files of the model, unless it is there already.
hit_status hit_loader_add_file(hit_loader* loader, const char* path);

// A model with the memory that it is made of: what hit_model_destroy frees.
typedef struct hit_model_owner {
    hit_model model; ///< first: what the caller has is a pointer to this
    hit_allocator allocator;
    hit_loader_block* blocks; ///< all of its memory but for the owner itself
} hit_model_owner;

void hit_loader_free_blocks(const hit_allocator* allocator, hit_loader_block* blocks);

// The sum of their sizes.
size_t hit_loader_block_bytes(const hit_loader_block* blocks);

// ---- Errors ---------------------------------------------------------------------------------------------------------

// Fill loader->error: the line is counted up to the byte `at` of a text format. Returns the status.
hit_status hit_loader_fail_text(hit_loader* loader, hit_status status, const char* at, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// The same for a binary format: with the byte only.
hit_status hit_loader_fail(hit_loader* loader, hit_status status, uint64_t offset, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// The axis that is up: that of a comment at the beginning, as in "# metres, z up", or `otherwise`.
hit_axis hit_loader_find_up(const hit_loader* loader, hit_axis otherwise);

// ---- The file, and its siblings: mesh_io/file/ ----------------------------------------------------------------------

// The bytes of a file, mapped where the system can do that, else read.
typedef struct hit_file_map {
    const char* bytes;
    size_t size;
    size_t capacity; ///< of the memory
    bool mapped;     ///< else from the allocator
    hit_allocator allocator;
} hit_file_map;

// The content of a regular file, or of a pipe that brings at most `most` bytes. Returns HIT_OK, HIT_ERROR_FILE,
// HIT_ERROR_LIMIT or HIT_ERROR_MEMORY; on failure `error`, which may be NULL, is filled, and there is nothing to close.
hit_status hit_file_map_open(const char* path, const hit_allocator* allocator, uint64_t most, hit_file_map* map,
                             hit_error* error);

void hit_file_map_close(hit_file_map* map);

// Read a whole file that a model names, relative to the model's folder, into memory of the loader. `name` is a relative
// path with slashes, already free of escapes. HIT_ERROR_FILE, with a message, for what is absolute, has a "..", leads
// out of the folder by a link, is no regular file, or when no files are allowed. Of a model in a zip file, the folder
// is the one in that, and no other is opened.
hit_status hit_loader_read_sibling(hit_loader* loader, const char* name, const char** bytes, size_t* size);

// The same for a name from a system that does not tell upper and lower case apart: where it is not there, one that
// differs in that alone is taken.
hit_status hit_loader_read_sibling_any_case(hit_loader* loader, const char* name, const char** bytes, size_t* size);

// How much a packed file of some bytes may unpack to, where the caller does not say.
#define HIT_LOADER_UNPACKED(size) (((uint64_t)64 << 20) + 64 * (uint64_t)(size))

// Unpack gzip (any number of members) of at most `most` bytes into memory of the loader.
hit_status hit_unpack_gzip(hit_loader* loader, const char* packed, size_t packed_size, uint64_t most, char** bytes,
                           size_t* size);

// ---- The readers, one file or folder each ---------------------------------------------------------------------------

hit_status hit_read_obj(hit_loader* loader);
hit_status hit_read_ply(hit_loader* loader);
hit_status hit_read_stl(hit_loader* loader);
hit_status hit_read_off(hit_loader* loader);
hit_status hit_read_gltf(hit_loader* loader); ///< JSON and GLB
hit_status hit_read_3mf(hit_loader* loader);
hit_status hit_read_xyz(hit_loader* loader);

// What Assimp makes of a file, in a process of its own; `extension` is without a point, and may be "".
// HIT_ERROR_FORMAT where the program that does it is not found, with a message that names the formats that can be read.
hit_status hit_read_assimp(hit_loader* loader, const char* extension);

#endif
