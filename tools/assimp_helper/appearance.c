// Materials: a colour, and the texture of the diffuse or base colour. Textures that are in the model are sent; of those
// in files only the names, which the library opens by its own rules.
#include "scene.h"
#include "answer.h"

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct material {
    uint32_t texture; ///< in the list of textures, or UINT32_MAX
} material;

typedef struct texture {
    struct aiString path;
    uint32_t clamp;
    float transform[6];
    const struct aiTexture* embedded; ///< or NULL
} texture;

struct looks {
    const struct aiScene* scene;
    material* materials;
    texture* textures; ///< at most one of each material
    uint32_t texture_count;
};

static const struct aiTexture* find_embedded(const struct aiScene* scene, const char* path)
{
    if (path[0] == '*' && isdigit((unsigned char)path[1])) {
        const long index = strtol(path + 1, NULL, 10);
        return index >= 0 && index < (long)scene->mNumTextures ? scene->mTextures[index] : NULL;
    }
    for (unsigned i = 0; path[0] != '\0' && i < scene->mNumTextures; i++)
        if (scene->mTextures[i] != NULL && strcmp(scene->mTextures[i]->mFilename.data, path) == 0)
            return scene->mTextures[i];
    return NULL;
}

// Slashes as the library wants them, and no "./" in front.
static void clean_path(struct aiString* path)
{
    for (unsigned i = 0; i < path->length; i++)
        if (path->data[i] == '\\')
            path->data[i] = '/';
    while (path->length >= 2 && path->data[0] == '.' && path->data[1] == '/') {
        path->length -= 2;
        memmove(path->data, path->data + 2, path->length + 1);
    }
}

// The texture of a material, if it has one.
static bool find_texture(const struct aiScene* scene, const struct aiMaterial* m, texture* t)
{
    static const enum aiTextureType types[] = {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        enum aiTextureMapMode modes[2] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
        *t = (texture){.transform = {1, 0, 0, 0, 1, 0}};
        if (aiGetMaterialTexture(m, types[i], 0, &t->path, NULL, NULL, NULL, NULL, modes, NULL) != aiReturn_SUCCESS ||
            t->path.length == 0)
            continue;
        t->clamp = (modes[0] == aiTextureMapMode_Clamp ? 1u : 0u) | (modes[1] == aiTextureMapMode_Clamp ? 2u : 0u);
        t->embedded = find_embedded(scene, t->path.data);
        clean_path(&t->path);
        return true;
    }
    return false;
}

looks* looks_make(const struct aiScene* scene)
{
    looks* l = take_memory(1, sizeof *l);
    l->scene = scene;
    l->materials = take_memory(scene->mNumMaterials, sizeof *l->materials);
    l->textures = take_memory(scene->mNumMaterials, sizeof *l->textures);
    for (unsigned i = 0; i < scene->mNumMaterials; i++) {
        texture* t = &l->textures[l->texture_count];
        uint32_t same = 0;
        l->materials[i].texture = UINT32_MAX;
        if (scene->mMaterials[i] == NULL || !find_texture(scene, scene->mMaterials[i], t))
            continue;
        while (same < l->texture_count &&
               (strcmp(l->textures[same].path.data, t->path.data) != 0 || l->textures[same].clamp != t->clamp))
            same++;
        l->materials[i].texture = same;
        l->texture_count += same == l->texture_count;
    }
    return l;
}

uint32_t looks_texture_count(const looks* l)
{
    return l->texture_count;
}

static void send_texture(const texture* t)
{
    hit_assimp_texture head = {.name_size = t->path.length, .clamp = t->clamp};
    const struct aiTexture* e = t->embedded;
    // Texels without a format (with a height) are left out: the library takes files of pictures.
    const bool is_file = e != NULL && e->mHeight == 0 && e->pcData != NULL;
    if (e != NULL) {
        head.name_size = 0; // it is no file
        if (!is_file)
            answer_note("a texture without a picture format is left out");
    }
    memcpy(head.transform, t->transform, sizeof head.transform);
    answer_begin(HIT_ASSIMP_TEXTURE, sizeof head + head.name_size + (is_file ? e->mWidth : 0));
    answer_bytes(&head, sizeof head);
    answer_bytes(t->path.data, head.name_size);
    if (is_file)
        answer_bytes(e->pcData, e->mWidth);
}

static void send_material(const struct aiMaterial* m, uint32_t texture_index)
{
    hit_assimp_material head = {.texture = texture_index, .color = {1, 1, 1, 1}};
    struct aiColor4D color = {1, 1, 1, 1};
    struct aiString name = {0};
    ai_real opacity = 1;
    int two_sided = 0;
    if (m != NULL) {
        if (aiGetMaterialColor(m, AI_MATKEY_BASE_COLOR, &color) != aiReturn_SUCCESS)
            aiGetMaterialColor(m, AI_MATKEY_COLOR_DIFFUSE, &color);
        // Not by aiGetMaterialFloat and aiGetMaterialInteger: inline functions, of which no library has a copy.
        aiGetMaterialFloatArray(m, AI_MATKEY_OPACITY, &opacity, NULL);
        aiGetMaterialIntegerArray(m, AI_MATKEY_TWOSIDED, &two_sided, NULL);
        aiGetMaterialString(m, AI_MATKEY_NAME, &name);
        head.color[0] = color.r;
        head.color[1] = color.g;
        head.color[2] = color.b;
        head.color[3] = (float)opacity;
    }
    head.name_size = name.length;
    head.is_two_sided = two_sided != 0;
    head.is_blended = opacity < 1;
    answer_begin(HIT_ASSIMP_MATERIAL, sizeof head + head.name_size);
    answer_bytes(&head, sizeof head);
    answer_bytes(name.data, head.name_size);
}

void looks_send(const looks* l)
{
    for (uint32_t i = 0; i < l->texture_count; i++)
        send_texture(&l->textures[i]);
    for (unsigned i = 0; i < l->scene->mNumMaterials; i++)
        send_material(l->scene->mMaterials[i], l->materials[i].texture);
}
