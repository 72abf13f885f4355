// The files that Assimp may see: the model, whose bytes are in memory, and what stands in its folder.
#ifndef ASSIMP_HELPER_FILES_H
#define ASSIMP_HELPER_FILES_H

#include "mesh_io/assimp/protocol.h"

#include <assimp/cfileio.h>
#include <stdbool.h>
#include <stddef.h>

enum { FILES_MISSING = 100 };

typedef struct files {
    struct aiFileIO io; ///< first: Assimp has a pointer to this
    const char* bytes;
    size_t size;
    char path[HIT_ASSIMP_NAME + 16]; ///< of the model, as Assimp knows it
    bool allowed;                    ///< companion files may be opened
    bool is_refused;                 ///< one was asked for that may not
    uint32_t missing;                ///< how many were asked for and are not there
    char first_missing[FILES_MISSING];
} files;

void files_make(files* f, const hit_assimp_request* request, const char* bytes);

#endif
