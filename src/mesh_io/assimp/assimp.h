// What the files of this folder share: where the answer of hitscan-assimp comes from, and who makes a model of it.
#ifndef HITSCAN_MESH_IO_ASSIMP_H
#define HITSCAN_MESH_IO_ASSIMP_H

#include "mesh_io/assimp/protocol.h"
#include "mesh_io/loader.h"

// A stream of bytes: that of the program, or one in memory, for tests.
typedef struct hit_assimp_source {
    bool (*read)(void* context, void* to, size_t size); ///< all of them; else false, and nothing more will come
    /// To the program: all of them; else false, and nobody listens.
    bool (*write)(void* context, const void* from, size_t size);
    void* context;
    bool ended; ///< it stopped before its end
} hit_assimp_source;

// Make a model of what the program answers, as of hostile bytes. When the stream stops too early, source->ended is set,
// and HIT_ERROR_FORMAT returned: the caller knows more about the reason.
hit_status hit_assimp_decode(hit_loader* loader, hit_assimp_source* source);

// The bytes of a frame, as far as they have been looked at.
typedef struct hit_assimp_payload {
    const char* at;
    uint64_t left;
} hit_assimp_payload;

// The next `count` things of `size` bytes; NULL when there are not so many.
const void* hit_assimp_take(hit_assimp_payload* payload, uint64_t count, size_t size);

// That an answer makes no sense.
hit_status hit_assimp_nonsense(hit_loader* loader, const char* what);

// Make a mesh of a HIT_ASSIMP_MESH.
hit_status hit_assimp_decode_mesh(hit_loader* loader, hit_assimp_payload payload, hit_model_mesh* mesh);

// The path of hitscan-assimp, in `path`; false when there is none.
enum { HIT_ASSIMP_PATH = 4096 };
bool hit_assimp_find(char path[HIT_ASSIMP_PATH]);

// Run the program on the bytes of the loader, under the name `name`, and make a model of what it answers.
hit_status hit_assimp_run(hit_loader* loader, const char* program, const char* name);

#endif
