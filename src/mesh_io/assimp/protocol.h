// What the library and hitscan-assimp, the program that runs Assimp, say to each other.
//
// The library starts the program with one end of a socket as its standard input, and sends a request, followed by the
// bytes of the model. The program answers with frames: a header, then as many bytes as that says. Both run on one
// machine, so numbers have its byte order, and structs its layout: all of them have a fixed size and no holes.
//
// The order: HELLO; then notes at any time; then either ERROR, or SCENE and after that as many textures, materials,
// meshes, parts and cameras as SCENE says, and END. A stream that stops before ERROR or END means that the program was
// stopped. The library believes none of it: every size and index is checked (decode.c).
//
// The program opens no file. What stands beside the model it wants by name, and the library, which knows the folder or
// the zip file and what may be opened there, sends it: a hit_assimp_file, then as many bytes as that says.
#ifndef HITSCAN_MESH_IO_ASSIMP_PROTOCOL_H
#define HITSCAN_MESH_IO_ASSIMP_PROTOCOL_H

#include <stdint.h>

#define HIT_ASSIMP_MAGIC UINT32_C(0x41544948)
#define HIT_ASSIMP_HELPER "hitscan-assimp"

enum {
    HIT_ASSIMP_VERSION = 2, ///< of this file
    HIT_ASSIMP_SOCKET = 0,  ///< the descriptor of the program
    HIT_ASSIMP_NAME = 256,
    HIT_ASSIMP_WANTED = 1024, ///< bytes of a name, at most
    HIT_ASSIMP_NO_SUCH = -1
};

// Flags of a request; with HIT_ASSIMP_FILES there is a place where companion files may be.
enum { HIT_ASSIMP_APPEARANCE = 1, HIT_ASSIMP_FILES = 2 };

typedef struct hit_assimp_request {
    uint32_t magic, version;
    uint64_t bytes;   ///< the most memory that the program may have
    uint64_t size;    ///< of the model, whose bytes follow
    uint32_t seconds; ///< the most time of a processor
    uint32_t flags;
    char name[HIT_ASSIMP_NAME]; ///< of the model, with its extension; ends in a zero
} hit_assimp_request;

typedef enum hit_assimp_kind {
    HIT_ASSIMP_HELLO = 1,
    HIT_ASSIMP_NOTE = 2,  ///< text
    HIT_ASSIMP_ERROR = 3, ///< a hit_status in four bytes, then text
    HIT_ASSIMP_SCENE = 4,
    HIT_ASSIMP_TEXTURE = 5,  ///< the struct, its name, its bytes
    HIT_ASSIMP_MATERIAL = 6, ///< the struct, its name
    HIT_ASSIMP_MESH = 7,     ///< the struct, then the arrays in the order in which their counts stand
    HIT_ASSIMP_PART = 8,     ///< the struct, its name, its path
    HIT_ASSIMP_CAMERA = 9,   ///< the struct, its name
    HIT_ASSIMP_END = 10,
    HIT_ASSIMP_WANT = 11 ///< the name of a file beside the model, relative and with slashes; in any case of letters
} hit_assimp_kind;

typedef struct hit_assimp_frame {
    uint32_t kind, zero;
    uint64_t size; ///< of what follows
} hit_assimp_frame;

// The answer of the library to HIT_ASSIMP_WANT.
typedef struct hit_assimp_file {
    uint64_t size; ///< of the bytes that follow; HIT_ASSIMP_NO_FILE, without any, for what is not there
} hit_assimp_file;

#define HIT_ASSIMP_NO_FILE UINT64_MAX

typedef struct hit_assimp_hello {
    uint32_t magic, version;
} hit_assimp_hello;

typedef struct hit_assimp_scene {
    uint32_t meshes, parts, cameras, materials, textures;
    uint32_t up; ///< a hit_axis
    double unit; ///< in metres; 0: unknown
} hit_assimp_scene;

// Without bytes, a file of this name beside the model is meant.
typedef struct hit_assimp_texture {
    uint32_t name_size, clamp; ///< bit 0: u, bit 1: v
    float transform[6];
} hit_assimp_texture;

typedef struct hit_assimp_material {
    uint32_t name_size, texture; ///< UINT32_MAX: none
    float color[4];
    uint32_t is_two_sided, is_blended;
} hit_assimp_material;

// Flags of a mesh.
enum { HIT_ASSIMP_NORMALS = 1, HIT_ASSIMP_COLORS = 2, HIT_ASSIMP_UVS = 4 };

typedef struct hit_assimp_mesh {
    uint32_t flags, material;
    uint32_t vertex_count; ///< three floats each; then normals: three floats; colours: four bytes; uvs: two floats
    uint32_t face_count;   ///< the number of corners of each, 0 for what is no polygon
    uint32_t corner_count; ///< the sum of these
    uint32_t point_count;  ///< vertex numbers
    uint32_t name_size;    ///< last, as it may have any length
    uint32_t zero;
} hit_assimp_mesh;

typedef struct hit_assimp_part {
    uint32_t mesh, name_size, path_size, zero;
    double rows[12];
} hit_assimp_part;

typedef struct hit_assimp_camera {
    uint32_t name_size, is_orthographic;
    double rows[12];
    double y_fov, y_extent, near_z, far_z, aspect;
} hit_assimp_camera;

#endif
