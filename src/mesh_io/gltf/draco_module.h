// What libhitscan_draco offers: Draco behind four C functions, so that a C library can load it when a file needs it.
//
// The module has Draco and the C++ library in it, and shows nothing but these functions. So neither is needed by what
// links hitscan_io, and all that Draco allocates goes through the functions that the caller gives: a hostile file
// cannot take more memory than the loader allows.
#ifndef HITSCAN_MESH_IO_GLTF_DRACO_MODULE_H
#define HITSCAN_MESH_IO_GLTF_DRACO_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HIT_DRACO_VERSION = 1 }; ///< of this interface

typedef struct hit_draco_memory {
    void* (*allocate)(void* context, size_t size); ///< aligned to 16; NULL: there is no more
    void (*release)(void* context, void* memory);  ///< never NULL
    void* context;
} hit_draco_memory;

typedef struct hit_draco_mesh hit_draco_mesh;

typedef struct hit_draco_info {
    uint32_t points, faces;
} hit_draco_info;

typedef enum hit_draco_status { HIT_DRACO_OK = 0, HIT_DRACO_MEMORY = 1, HIT_DRACO_BAD = 2 } hit_draco_status;

// HIT_DRACO_VERSION of the module.
typedef int hit_draco_version_function(void);

// Unpack a mesh. On failure there is no mesh, and with HIT_DRACO_BAD `message` says why, if Draco does.
typedef hit_draco_status hit_draco_open_function(const hit_draco_memory* memory, const void* bytes, size_t size,
                                                 hit_draco_mesh** mesh, hit_draco_info* info, char* message,
                                                 size_t message_size);

// The corners of all faces, three each; false when one is not below `points`.
typedef bool hit_draco_corners_function(const hit_draco_mesh* mesh, uint32_t* corners);

// The values of an attribute for all points: `width` components of a type of glTF (5120 ... 5126) each, one behind the
// other. False when there is no such attribute, or it cannot be had in that type.
typedef bool hit_draco_values_function(const hit_draco_mesh* mesh, uint32_t attribute, uint32_t component, int width,
                                       void* values);

typedef void hit_draco_close_function(const hit_draco_memory* memory, hit_draco_mesh* mesh);

#ifdef __cplusplus
}
#endif

#endif
