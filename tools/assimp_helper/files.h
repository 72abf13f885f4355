// The files that Assimp may see: the model, whose bytes are in memory, and what stands beside it.
#ifndef ASSIMP_HELPER_FILES_H
#define ASSIMP_HELPER_FILES_H

#include "mesh_io/assimp/protocol.h"

#include <assimp/cfileio.h>
#include <stdbool.h>
#include <stddef.h>

enum { FILES_MISSING = 16, FILES_NAME = 80 };

typedef struct files {
    struct aiFileIO io; ///< first: Assimp has a pointer to this
    const char* bytes;
    size_t size;
    char path[HIT_ASSIMP_NAME + 16]; ///< of the model, as Assimp knows it
    bool allowed;                    ///< companion files may be opened
    // Names, without their folders, of files that were asked for and are not there; each once, and no more than fit.
    uint32_t missing;
    char names[FILES_MISSING][FILES_NAME];
    struct aiFile* closed; ///< the companion that was closed last; NULL: none
} files;

// The first missing file that would be a model by itself, so that something to be seen is missing; NULL: there is none.
const char* files_missing_model(const files* f);

void files_make(files* f, const hit_assimp_request* request, const char* bytes);

#endif
