// Tells a model from what Assimp hands out in place of one.
//
// Assimp is content with files of which it has read nothing, or something else than they hold. Each class has a cause
// that can be seen, and is an error with that cause; docs/mesh-io.md lists them. What a scene has beside surfaces is
// left out, and a note says so.
#include "scene.h"
#include "answer.h"

#include <inttypes.h>
#include <string.h>

static _Noreturn void refuse_missing(const files* f, const char* what)
{
    answer_error(HIT_ERROR_FILE, "%s: the model names the file \"%.60s\", which %s", what, f->first_missing,
                 f->allowed ? "is not in its folder, or cannot be read" : "may not be opened (allow_files)");
}

static void judge_empty(const struct aiScene* scene, const node_list* list, const files* f)
{
    if (f->missing > 0)
        refuse_missing(f, "there are no meshes");
    if (scene->mNumAnimations > 0 || list->count > 3)
        answer_error(HIT_ERROR_FORMAT, "it has no surfaces: Assimp found %zu nodes, as of a skeleton, and no mesh",
                     list->count);
    if (scene->mNumLights == 0 && scene->mNumCameras == 0)
        answer_error(HIT_ERROR_FORMAT, "Assimp found no mesh in it; is it what its name says?");
}

// Meshes that Assimp puts where an object should be that it could not load.
static bool is_placeholder(const struct aiMesh* m)
{
    return m == NULL || strstr(m->mName.data, "$dummy") != NULL || strstr(m->mName.data, "$Dummy") != NULL;
}

void judge_scene(const struct aiScene* scene, const node_list* list, const files* f)
{
    bool all_placeholders = true;
    if ((scene->mFlags & AI_SCENE_FLAGS_TERRAIN) == 0 && scene->mNumMeshes == 0)
        judge_empty(scene, list, f);
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        all_placeholders = all_placeholders && is_placeholder(scene->mMeshes[i]);
    if (scene->mNumMeshes > 0 && all_placeholders) {
        if (f->missing > 0)
            refuse_missing(f, "nothing of it was read");
        answer_error(HIT_ERROR_FORMAT, "Assimp read nothing of it but a placeholder");
    }
}

void note_left_out(const struct aiScene* scene)
{
    uint64_t bones = 0, morphs = 0, lines = 0;
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        const struct aiMesh* m = scene->mMeshes[i];
        if (m == NULL)
            continue;
        bones += m->mNumBones;
        morphs += m->mNumAnimMeshes;
        for (unsigned f = 0; f < m->mNumFaces; f++)
            lines += m->mFaces[f].mNumIndices == 2;
    }
    if (bones > 0)
        answer_note("%" PRIu64 " bones are ignored: vertices are as the file has them", bones);
    if (morphs > 0)
        answer_note("%" PRIu64 " morph targets are ignored", morphs);
    if (scene->mNumAnimations > 0)
        answer_note("%u animations are ignored", scene->mNumAnimations);
    if (lines > 0)
        answer_note("%" PRIu64 " lines are left out", lines);
}
