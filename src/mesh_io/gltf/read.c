// Reads glTF 2.0: a .gltf with its buffers, or a GLB. See gltf.h for the steps.
//
// Of a file, the triangles in the default scene count, each node that has some being a part. Materials, textures,
// cameras, lights, skins, morph targets and animations are not looked at: a model is read as it stands before they move
// it.
#include "mesh_io/gltf/gltf.h"

static hit_status read_document(hit_gltf* g)
{
    const char* text;
    size_t size;
    hit_status status = hit_gltf_open(g, &text, &size);
    if (status == HIT_OK)
        status = hit_json_read(g->loader, text, size, !g->binary, &g->json);
    if (status == HIT_OK)
        status = hit_gltf_tables(g);
    if (status == HIT_OK)
        status = hit_gltf_nodes(g);
    return status;
}

// A file without nodes is a collection of meshes: each is a part.
static hit_status read_collection(hit_gltf* g)
{
    hit_status status;
    for (uint32_t i = 0; i < g->mesh_list.count; i++)
        g->meshes[i].used = true;
    status = hit_gltf_meshes(g);
    return status == HIT_OK ? hit_loader_part_per_mesh(g->loader) : status;
}

static hit_status read_scene(hit_gltf* g)
{
    hit_status status = hit_gltf_meshes(g);
    return status == HIT_OK ? hit_gltf_parts(g) : status;
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
                            g->views,
                            g->accessors,
                            g->meshes,
                            g->nodes,
                            g->order};
    for (uint32_t i = 0; i < g->buffer_list.count; i++)
        hit_loader_free(g->loader, g->buffers[i].memory);
    hit_loader_free(g->loader, g->buffers);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        hit_loader_free(g->loader, tables[i]);
}

hit_status hit_read_gltf(hit_loader* loader)
{
    hit_gltf g = {.loader = loader};
    hit_status status = read_document(&g);
    if (status == HIT_OK)
        status = g.node_list.count > 0 ? read_scene(&g) : read_collection(&g);
    if (status == HIT_OK)
        free_tables(&g);
    return status;
}
