// All that mesh_io.h promises of a model, checked.
#ifndef HITSCAN_TEST_MODEL_CHECK_H
#define HITSCAN_TEST_MODEL_CHECK_H

#include <hitscan/mesh_io.h>

#include <math.h>
#include <string.h>

// What is wrong with a mesh, or NULL.
static inline const char* model_mesh_problem(const hit_model_mesh* m)
{
    if (m->name == NULL)
        return "a mesh has no name";
    if (m->vertex_count > 0 && m->vertices == NULL)
        return "vertices are missing";
    if (m->triangle_count > 0 && (m->indices == NULL || m->faces == NULL))
        return "indices or faces are missing";
    for (uint64_t i = 0; i < 3 * (uint64_t)m->triangle_count; i++) {
        if (m->indices[i] >= m->vertex_count)
            return "an index is out of range";
        if (!isfinite(m->vertices[m->indices[i]].x) || !isfinite(m->vertices[m->indices[i]].y) ||
            !isfinite(m->vertices[m->indices[i]].z))
            return "a triangle has a vertex that is not finite";
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        const uint32_t v = m->points != NULL ? m->points[i] : i;
        if (v >= m->vertex_count)
            return "a point is out of range";
        if (!isfinite(m->vertices[v].x) || !isfinite(m->vertices[v].y) || !isfinite(m->vertices[v].z))
            return "a point is not finite";
    }
    for (uint32_t i = 1; i < m->triangle_count; i++)
        if (m->faces[i] < m->faces[i - 1])
            return "faces are not in the order of the file";
    return NULL;
}

// What is wrong with what a mesh looks like, or NULL.
static inline const char* model_look_problem(const hit_model* model, const hit_model_mesh* m)
{
    for (uint32_t i = 0; m->normals != NULL && i < m->vertex_count; i++)
        if (!isfinite(m->normals[i].x) || !isfinite(m->normals[i].y) || !isfinite(m->normals[i].z))
            return "a normal is not finite";
    for (uint64_t i = 0; m->uvs != NULL && i < 2 * (uint64_t)m->vertex_count; i++)
        if (!isfinite(m->uvs[i]))
            return "a texture coordinate is not finite";
    for (uint32_t i = 0; m->materials != NULL && i < m->triangle_count; i++)
        if (m->materials[i] >= model->material_count)
            return "a material of a triangle is out of range";
    if (m->material != UINT32_MAX && m->material >= model->material_count)
        return "the material of a mesh is out of range";
    return NULL;
}

// What is wrong with the materials of a model, or NULL.
static inline const char* model_material_problem(const hit_model* model)
{
    for (uint32_t i = 0; i < model->material_count; i++) {
        const hit_model_material* m = &model->materials[i];
        if (m->name == NULL)
            return "a material has no name";
        if (m->texture != UINT32_MAX && m->texture >= model->texture_count)
            return "a texture is out of range";
        for (int k = 0; k < 4; k++)
            if (!(m->color[k] >= 0 && m->color[k] <= 1))
                return "a colour is not from 0 to 1";
    }
    return NULL;
}

// The same triangles of the same faces, or NULL. With and without what it looks like, vertices may differ in number.
static inline const char* model_difference(const hit_model* a, const hit_model* b)
{
    if (a->mesh_count != b->mesh_count || a->triangle_count != b->triangle_count || a->point_count != b->point_count ||
        a->skipped_faces != b->skipped_faces)
        return "a count differs";
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        const hit_model_mesh *m = &a->meshes[i], *n = &b->meshes[i];
        if (m->triangle_count != n->triangle_count || strcmp(m->name, n->name) != 0)
            return "a mesh differs";
        for (size_t k = 0; k < 3 * (size_t)m->triangle_count; k++)
            if (m->faces[k / 3] != n->faces[k / 3] ||
                memcmp(&m->vertices[m->indices[k]], &n->vertices[n->indices[k]], sizeof(hit_vec3)) != 0)
                return "a triangle differs";
    }
    return NULL;
}

// What is wrong with a model, or NULL. Without cmocka, for fuzzers.
static inline const char* model_problem(const hit_model* model)
{
    uint64_t triangles = 0, points = 0;

    if (model == NULL)
        return "there is no model";
    if (model->format <= HIT_MODEL_UNKNOWN || model->format > HIT_MODEL_XYZ)
        return "the format is unknown";
    if ((model->mesh_count > 0 && model->meshes == NULL) || (model->part_count > 0 && model->parts == NULL))
        return "meshes or parts are missing";
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const char* problem = model_mesh_problem(&model->meshes[i]);
        const hit_mesh view = hit_model_triangles(model, i);
        if (problem == NULL)
            problem = model_look_problem(model, &model->meshes[i]);
        if (problem != NULL)
            return problem;
        if (view.vertices != model->meshes[i].vertices || view.indices != model->meshes[i].indices ||
            view.triangle_count != model->meshes[i].triangle_count ||
            view.vertex_count != model->meshes[i].vertex_count || view.index_type != HIT_INDEX_U32)
            return "hit_model_triangles tells another mesh";
    }
    for (uint32_t i = 0; i < model->part_count; i++) {
        const hit_model_part* p = &model->parts[i];
        if (p->name == NULL)
            return "a part has no name";
        if (p->mesh >= model->mesh_count)
            return "a part has a mesh that does not exist";
        if (!isfinite(p->placement.origin.x) || !isfinite(p->placement.origin.y) || !isfinite(p->placement.origin.z))
            return "a part is at no finite place";
        for (int k = 0; k < 9; k++)
            if (!isfinite(p->placement.linear[k / 3][k % 3]))
                return "a part has a matrix that is not finite";
        triangles += model->meshes[p->mesh].triangle_count;
        points += model->meshes[p->mesh].point_count;
    }
    if (model_material_problem(model) != NULL)
        return model_material_problem(model);
    if (points != model->point_count)
        return "point_count is not the sum over the parts";
    for (uint32_t i = 0; i < model->note_count; i++)
        if (model->notes[i] == NULL || model->notes[i][0] == '\0')
            return "a note is empty";
    if (triangles != model->triangle_count)
        return "triangle_count is not the sum over the parts";
    if (model->bytes < sizeof *model)
        return "the bytes are not counted";
    if (hit_model_triangles(model, model->mesh_count).triangle_count != 0)
        return "there is a mesh beyond the last one";
    return NULL;
}

// Fail the test when something is wrong.
void check_model(const hit_model* model);

// Load bytes: a model, which is checked, or an error that says what is wrong. Returns the model, or NULL.
hit_model* check_read(const void* bytes, size_t size, hit_model_format format, const hit_model_options* options,
                      hit_error* error);

// Load every beginning of some bytes, and these with every bit flipped; each time a model or an error, as above, and
// the same triangles when what it looks like is read, too.
void check_damaged(const void* bytes, size_t size, hit_model_format format);

// Load bytes with the n-th allocation failing, for every n, with and without those after it: HIT_ERROR_MEMORY each
// time, and nothing lost.
void check_failing_memory(const void* bytes, size_t size, hit_model_format format, const hit_model_options* options);

#endif
