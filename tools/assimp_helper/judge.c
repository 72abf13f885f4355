// Tells a model from what Assimp hands out in place of one.
//
// Assimp is content with files of which it has read nothing, or something else than they hold. Each class has a cause
// that can be seen, and is an error with that cause; docs/mesh-io.md lists them. What a scene has beside surfaces is
// left out, and a note says so.
#include "scene.h"
#include "answer.h"

#include <inttypes.h>
#include <string.h>

static _Noreturn void refuse_missing(const files* f, const char* name)
{
    answer_error(HIT_ERROR_FILE, "the model names the file \"%.60s\", which %s", name,
                 f->allowed ? "is not in its folder, or cannot be read; keep the files of a model together"
                            : "may not be opened (allow_files)");
}

// A scene without meshes: what it lacks, if that can be seen. One of cameras and lights lacks nothing.
static void judge_empty(const struct aiScene* scene, const node_list* list, const files* f)
{
    if (f->missing > 0)
        refuse_missing(f, f->names[0]);
    if (scene->mNumLights > 0 || scene->mNumCameras > 0)
        return;
    if (scene->mNumAnimations > 0 || list->count > 3)
        answer_error(HIT_ERROR_FORMAT, "it has no surfaces: Assimp found %zu nodes, as of a skeleton, and no mesh",
                     list->count);
    answer_error(HIT_ERROR_FORMAT, "Assimp found no mesh in it; is it what its name says?");
}

// Formats that are lists of other models, with a place for each.
static bool is_list_of_models(const char* extension)
{
    return strcmp(extension, ".lws") == 0 || strcmp(extension, ".mot") == 0 || strcmp(extension, ".irr") == 0;
}

void judge_scene(const struct aiScene* scene, const node_list* list, const files* f, const char* extension)
{
    if (scene->mNumMeshes == 0)
        judge_empty(scene, list, f);
    else if ((scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0)
        answer_error(HIT_ERROR_FORMAT, "Assimp says that what it read of it is incomplete");
    if (is_list_of_models(extension) && files_missing_model(f) != NULL)
        refuse_missing(f, files_missing_model(f));
}

void note_left_out(const struct aiScene* scene, const node_list* list, const files* f)
{
    uint64_t bones = 0, morphs = 0, lines = 0, hidden = 0;
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        const struct aiMesh* m = scene->mMeshes[i];
        if (m == NULL)
            continue;
        hidden += !list->is_shown[i] && !nodes_has_lost(list, i);
        bones += m->mNumBones;
        morphs += m->mNumAnimMeshes;
        for (unsigned k = 0; k < m->mNumFaces; k++)
            lines += m->mFaces[k].mNumIndices == 2;
    }
    if (bones > 0)
        answer_note("%" PRIu64 " bones are ignored: vertices are as the file has them", bones);
    if (morphs > 0)
        answer_note("%" PRIu64 " morph targets are ignored", morphs);
    if (scene->mNumAnimations > 0)
        answer_note("%u animations are ignored", scene->mNumAnimations);
    if (lines > 0)
        answer_note("%" PRIu64 " lines are left out", lines);
    if (hidden > 0)
        answer_note("%" PRIu64 " meshes that no node shows are left out", hidden);
    if (list->lost > 0)
        answer_note("Assimp has lost %zu nodes: their meshes are shown without a place of their own", list->lost);
    if (f->missing > 0)
        answer_note("the file \"%s\"%s, which the model may need, %s", f->names[0], f->missing > 1 ? " and others" : "",
                    f->allowed ? "is not in its folder" : "may not be opened (allow_files)");
}
