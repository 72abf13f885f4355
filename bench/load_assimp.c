// Assimp, the peer of reading models.
#include "load_assimp.h"

#if defined(HITSCAN_BENCH_ASSIMP)

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <stdlib.h>

bool peer_assimp_available(void)
{
    return true;
}

uint64_t peer_assimp_load(const char* path)
{
    const struct aiScene* scene = aiImportFile(path, aiProcess_Triangulate);
    uint64_t count = 0;
    if (scene == NULL) {
        fprintf(stderr, "hitscan_bench: %s: Assimp: %s\n", path, aiGetErrorString());
        exit(4);
    }
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        count += scene->mMeshes[i]->mNumFaces;
    aiReleaseImport(scene);
    return count;
}

#else

bool peer_assimp_available(void)
{
    return false;
}

uint64_t peer_assimp_load(const char* path)
{
    (void)path;
    return 0;
}

#endif
