// Sends meshes, and the nodes that place them as parts.
//
// Faces come as the file has them, not divided, so that their numbers are kept: the library makes triangles of them.
// Each node is a part for each of its meshes.
#include "scene.h"
#include "answer.h"

#include <string.h>

// ---- Meshes ---------------------------------------------------------------------------------------------------------

static uint8_t to_byte(float x)
{
    return (uint8_t)(x > 0.0f ? (x < 1.0f ? x * 255.0f + 0.5f : 255.0f) : 0.0f);
}

static void send_appearance(const struct aiMesh* m, uint32_t flags)
{
    if ((flags & HIT_ASSIMP_NORMALS) != 0)
        for (unsigned v = 0; v < m->mNumVertices; v++)
            answer_bytes(&(float[3]){m->mNormals[v].x, m->mNormals[v].y, m->mNormals[v].z}, 3 * sizeof(float));
    if ((flags & HIT_ASSIMP_COLORS) != 0)
        for (unsigned v = 0; v < m->mNumVertices; v++) {
            const struct aiColor4D c = m->mColors[0][v];
            answer_bytes(&(uint8_t[4]){to_byte(c.r), to_byte(c.g), to_byte(c.b), to_byte(c.a)}, 4);
        }
    // Assimp counts v from the bottom of the picture.
    if ((flags & HIT_ASSIMP_UVS) != 0)
        for (unsigned v = 0; v < m->mNumVertices; v++)
            answer_bytes(&(float[2]){m->mTextureCoords[0][v].x, 1.0f - m->mTextureCoords[0][v].y}, 2 * sizeof(float));
}

// A mesh without faces is one of points, whether it says so or not.
static uint32_t count_points(const struct aiMesh* m)
{
    uint32_t points = m->mNumFaces == 0 ? m->mNumVertices : 0;
    for (unsigned f = 0; f < m->mNumFaces; f++)
        points += m->mFaces[f].mNumIndices == 1;
    return points;
}

static void send_points(const struct aiMesh* m)
{
    for (unsigned v = 0; m->mNumFaces == 0 && v < m->mNumVertices; v++)
        answer_bytes(&(uint32_t){v}, sizeof(uint32_t));
    for (unsigned f = 0; f < m->mNumFaces; f++)
        if (m->mFaces[f].mNumIndices == 1)
            answer_bytes(&(uint32_t){m->mFaces[f].mIndices[0]}, sizeof(uint32_t));
}

static void send_mesh(const struct aiMesh* m, bool appearance)
{
    hit_assimp_mesh head = {.material = m->mMaterialIndex, .vertex_count = m->mNumVertices, .face_count = m->mNumFaces};
    uint64_t corners = 0, per_vertex = sizeof(float[3]);
    if (m->mVertices == NULL)
        head.vertex_count = head.face_count = 0;
    for (unsigned f = 0; f < head.face_count; f++)
        corners += m->mFaces[f].mNumIndices >= 3 ? m->mFaces[f].mNumIndices : 0;
    if (corners > UINT32_MAX)
        answer_error(HIT_ERROR_LIMIT, "a mesh has more corners than can be counted; split the model");
    head.corner_count = (uint32_t)corners;
    head.point_count = m->mVertices != NULL ? count_points(m) : 0;
    head.name_size = m->mName.length;
    if (appearance && m->mVertices != NULL)
        head.flags = (m->mNormals != NULL ? HIT_ASSIMP_NORMALS : 0u) |
                     (m->mColors[0] != NULL ? HIT_ASSIMP_COLORS : 0u) |
                     (m->mTextureCoords[0] != NULL ? HIT_ASSIMP_UVS : 0u);
    per_vertex += ((head.flags & HIT_ASSIMP_NORMALS) != 0 ? sizeof(float[3]) : 0) +
                  ((head.flags & HIT_ASSIMP_COLORS) != 0 ? 4 : 0) +
                  ((head.flags & HIT_ASSIMP_UVS) != 0 ? sizeof(float[2]) : 0);
    answer_begin(HIT_ASSIMP_MESH, sizeof head + per_vertex * head.vertex_count +
                                      4 * ((uint64_t)head.face_count + corners + head.point_count) + head.name_size);
    answer_bytes(&head, sizeof head);
    for (unsigned v = 0; v < head.vertex_count; v++)
        answer_bytes(&(float[3]){m->mVertices[v].x, m->mVertices[v].y, m->mVertices[v].z}, 3 * sizeof(float));
    send_appearance(m, head.flags);
    for (unsigned f = 0; f < head.face_count; f++) {
        const uint32_t count = m->mFaces[f].mNumIndices >= 3 ? m->mFaces[f].mNumIndices : 0;
        answer_bytes(&count, sizeof count);
    }
    for (unsigned f = 0; f < head.face_count; f++)
        if (m->mFaces[f].mNumIndices >= 3)
            answer_bytes(m->mFaces[f].mIndices, m->mFaces[f].mNumIndices * sizeof(uint32_t));
    if (head.point_count > 0)
        send_points(m);
    answer_bytes(m->mName.data, m->mName.length);
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static void send_part(const struct aiScene* scene, const node_list* list, const placed_node* p, unsigned mesh)
{
    const struct aiMesh* m = mesh < scene->mNumMeshes ? scene->mMeshes[mesh] : NULL;
    const struct aiString* name = p->node->mName.length > 0 || m == NULL ? &p->node->mName : &m->mName;
    hit_assimp_part part = {.mesh = mesh, .name_size = name->length};
    char path[LONGEST_PATH];
    if (mesh >= scene->mNumMeshes)
        answer_error(HIT_ERROR_FORMAT, "mesh %u of %u, says Assimp", mesh, scene->mNumMeshes);
    part.path_size = nodes_path(list, p, path);
    memcpy(part.rows, p->rows, sizeof part.rows);
    answer_begin(HIT_ASSIMP_PART, sizeof part + part.name_size + part.path_size);
    answer_bytes(&part, sizeof part);
    answer_bytes(name->data, name->length);
    answer_bytes(path, part.path_size);
}

// A mesh whose node is lost, where it lies by itself.
static void send_lost(const struct aiMesh* m, unsigned mesh)
{
    const uint32_t size = m != NULL ? m->mName.length : 0;
    const hit_assimp_part part = {.mesh = mesh, .name_size = size, .rows = {[0] = 1, [5] = 1, [10] = 1}};
    answer_begin(HIT_ASSIMP_PART, sizeof part + size);
    answer_bytes(&part, sizeof part);
    answer_bytes(m != NULL ? m->mName.data : "", size);
}

void send_scene(const struct aiScene* scene, const node_list* list, const axes* a, bool appearance)
{
    const looks* l = appearance ? looks_make(scene) : NULL;
    hit_assimp_scene head = {.meshes = scene->mNumMeshes, .cameras = scene->mNumCameras, .up = a->up, .unit = a->unit};
    for (size_t i = 0; i < list->count; i++)
        head.parts += list->nodes[i].node->mNumMeshes;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        head.parts += nodes_has_lost(list, i);
    if (l != NULL) {
        head.materials = scene->mNumMaterials;
        head.textures = looks_texture_count(l);
    }
    answer_frame(HIT_ASSIMP_SCENE, &head, sizeof head);
    if (l != NULL)
        looks_send(l);
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        send_mesh(scene->mMeshes[i] != NULL ? scene->mMeshes[i] : &(struct aiMesh){0}, appearance);
    for (size_t i = 0; i < list->count; i++)
        for (unsigned k = 0; k < list->nodes[i].node->mNumMeshes; k++)
            send_part(scene, list, &list->nodes[i], list->nodes[i].node->mMeshes[k]);
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        if (nodes_has_lost(list, i))
            send_lost(scene->mMeshes[i], i);
    send_cameras(scene, list);
}
