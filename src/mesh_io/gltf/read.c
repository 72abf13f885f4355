// Reads glTF 2.0: a .gltf with its buffers, or a GLB. See gltf.h for the steps. Assimp reads glTF 1.0.
//
// Of a file, the triangles and points of one scene count, each node that has some being a part: as they stand, with the
// file's weights of morph targets, and skins as their joints are. Lights and animations are not looked at.
#include "mesh_io/gltf/gltf.h"

#include <inttypes.h>

static hit_status read_document(hit_gltf* g)
{
    const char* text;
    size_t size;
    hit_status status = hit_gltf_open(g, &text, &size);
    if (status == HIT_OK && !g->is_version_1)
        status = hit_json_read(g->loader, text, size, !g->binary, &g->json);
    if (status == HIT_OK && !g->is_version_1)
        status = hit_gltf_tables(g);
    if (status == HIT_OK && !g->is_version_1)
        status = hit_gltf_nodes(g);
    if (status == HIT_OK)
        status = hit_gltf_materials(g);
    return status;
}

// A file without nodes is a collection of meshes: each is a part.
static hit_status read_collection(hit_gltf* g)
{
    hit_model_part* parts;
    hit_status status;
    for (uint32_t i = 0; i < g->mesh_list.count; i++)
        g->meshes[i].used = true;
    status = hit_gltf_meshes(g);
    if (status == HIT_OK)
        status = hit_loader_part_per_mesh(g->loader);
    parts = (hit_model_part*)(uintptr_t)g->loader->model->parts;
    for (uint32_t i = 0; status == HIT_OK && i < g->mesh_list.count; i++)
        if (g->meshes[i].model_mesh != HIT_GLTF_NONE)
            parts[g->meshes[i].model_mesh].placement = hit_placement_at(g->meshes[i].origin);
    return status;
}

static hit_status read_scene(hit_gltf* g)
{
    hit_status status = hit_gltf_meshes(g);
    if (status == HIT_OK)
        status = hit_gltf_parts(g);
    return status == HIT_OK ? hit_gltf_cameras(g) : status;
}

static hit_status note_animations(hit_gltf* g)
{
    const uint32_t list = hit_json_find(&g->json, 0, "animations");
    const uint32_t count = list != 0 && hit_json_is(&g->json, list, HIT_JSON_ARRAY) ? g->json.tokens[list].size : 0;
    if (count == 0)
        return HIT_OK;
    return hit_loader_note(g->loader, "%" PRIu32 " %s not played", count,
                           count == 1 ? "animation is" : "animations are");
}

// Free all that was for the time of reading.
static void free_tables(hit_gltf* g)
{
    void* const tables[] = {g->json.tokens,
                            g->buffer_list.tokens,
                            g->view_list.tokens,
                            g->accessor_list.tokens,
                            g->mesh_list.tokens,
                            g->node_list.tokens,
                            g->camera_list.tokens,
                            g->skin_list.tokens,
                            g->material_list.tokens,
                            g->texture_list.tokens,
                            g->image_list.tokens,
                            g->sampler_list.tokens,
                            g->meshes,
                            g->nodes,
                            g->order,
                            g->cameras,
                            g->materials,
                            g->textures,
                            g->images,
                            g->samplers,
                            g->extents};
    for (uint32_t i = 0; i < g->buffer_list.count; i++)
        hit_loader_free(g->loader, g->buffers[i].memory);
    hit_loader_free(g->loader, g->buffers);
    for (uint32_t i = 0; i < g->view_list.count; i++)
        hit_loader_free(g->loader, g->views[i].memory);
    hit_loader_free(g->loader, g->views);
    for (uint32_t i = 0; i < g->accessor_list.count; i++)
        hit_loader_free(g->loader, g->accessors[i].memory);
    hit_loader_free(g->loader, g->accessors);
    for (uint32_t i = 0; i < g->skin_list.count; i++)
        hit_loader_free(g->loader, g->skins[i].joints);
    hit_loader_free(g->loader, g->skins);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        hit_loader_free(g->loader, tables[i]);
}

hit_status hit_read_gltf(hit_loader* loader)
{
    hit_gltf g = {.loader = loader};
    hit_status status = read_document(&g);
    if (status == HIT_OK && g.is_version_1) {
        free_tables(&g);
        return hit_read_assimp(loader, g.binary ? "glb" : "gltf");
    }
    loader->model->up = HIT_AXIS_POSITIVE_Y;
    loader->model->unit = 1.0;
    if (status == HIT_OK)
        status = g.node_list.count > 0 ? read_scene(&g) : read_collection(&g);
    if (status == HIT_OK)
        status = note_animations(&g);
    if (status == HIT_OK)
        free_tables(&g);
    return status;
}
