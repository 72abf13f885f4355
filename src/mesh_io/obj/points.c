// Points of an OBJ file: those that lines `p` name, or, in a file without faces, all vertices.
//
// In a file that has faces, too, the points become a part of their own, the last one, with a copy of their vertices:
// parts share nothing. Cost: O(points).
#include "mesh_io/obj/obj.h"

#include "base/assert.h"
#include <string.h>

hit_status hit_obj_cloud(hit_loader* loader, hit_soup* soup, hit_obj_statement* statements, uint64_t statement_count)
{
    hit_status status = HIT_OK;
    const char* name = "";
    // Named as the first object or group that has a name.
    for (uint64_t i = 0; i < statement_count && name[0] == '\0'; i++)
        if (statements[i].length > 0)
            name = hit_loader_text(loader, statements[i].name, statements[i].length, &status);
    hit_loader_free(loader, statements);
    return name != NULL ? hit_soup_cloud(loader, soup, name) : status;
}

hit_status hit_obj_take_points(hit_loader* loader, hit_soup* soup, hit_model_mesh* points)
{
    hit_status status = HIT_OK;
    uint8_t* colors = NULL;
    hit_vec3* vertices;
    if (soup->point_count == 0)
        return HIT_OK;
    vertices = hit_loader_allocate(loader, soup->point_count, sizeof *vertices, &status);
    if (vertices == NULL)
        return status;
    if (soup->colors != NULL)
        colors = hit_loader_allocate(loader, soup->point_count, 4, &status);
    if (status != HIT_OK)
        return status;
    for (uint32_t i = 0; i < soup->point_count; i++) {
        vertices[i] = soup->vertices[soup->points[i]];
        if (colors != NULL)
            memcpy(colors + 4 * (size_t)i, soup->colors + 4 * (size_t)soup->points[i], 4);
    }
    *points = (hit_model_mesh){.name = "points",
                               .vertices = vertices,
                               .vertex_count = soup->point_count,
                               .colors = colors,
                               .material = UINT32_MAX};
    hit_loader_free(loader, soup->points);
    soup->points = NULL;
    soup->point_count = 0;
    return hit_mesh_cloud(loader, points);
}

hit_status hit_obj_add_points(hit_loader* loader, const hit_model_mesh* points)
{
    hit_model* model = loader->model;
    const uint32_t meshes = model->mesh_count, parts = model->part_count;
    hit_status status = HIT_OK;
    hit_model_mesh* more_meshes;
    hit_model_part* more_parts;
    if (points->vertex_count == 0)
        return HIT_OK;
    HIT_ASSERT(meshes == parts);
    more_meshes = hit_loader_grow(loader, (void*)(uintptr_t)model->meshes, meshes, (uint64_t)meshes + 1,
                                  sizeof *more_meshes, &status);
    if (more_meshes == NULL)
        return status;
    model->meshes = more_meshes;
    more_parts = hit_loader_grow(loader, (void*)(uintptr_t)model->parts, parts, (uint64_t)parts + 1, sizeof *more_parts,
                                 &status);
    if (more_parts == NULL)
        return status;
    model->parts = more_parts;
    more_meshes[meshes] = *points;
    memset(&more_parts[parts], 0, sizeof more_parts[parts]);
    more_parts[parts].name = points->name;
    more_parts[parts].mesh = meshes;
    more_parts[parts].placement = hit_placement_at(loader->origin);
    model->mesh_count++;
    model->part_count++;
    return HIT_OK;
}
