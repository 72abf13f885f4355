// Triangles and polygons of a whole file: divides them, leaves out what is not finite, and makes a mesh of them.
#include "mesh_io/faces.h"

#include "base/assert.h"
#include <string.h>

static bool all_finite(const hit_soup* soup, const uint32_t* corners, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!hit_vec3_is_finite(soup->vertices[corners[i]]))
            return false;
    return true;
}

uint32_t hit_soup_finish(hit_soup* soup, uint32_t first, uint32_t end, uint32_t to, uint64_t* skipped)
{
    HIT_ASSERT(to <= first && end <= soup->triangle_count);
    while (first < end) {
        uint32_t* slots = soup->indices + 3 * (size_t)first;
        uint32_t after = first + 1;
        while (after < end && soup->faces[after] == soup->faces[first])
            after++;
        if (!all_finite(soup, slots, after - first + 2))
            ++*skipped;
        else {
            hit_polygon_triangulate(soup->vertices, slots, after - first + 2);
            if (to != first) {
                memmove(soup->indices + 3 * (size_t)to, slots, 3 * (size_t)(after - first) * sizeof *slots);
                memmove(soup->faces + to, soup->faces + first, (after - first) * sizeof *soup->faces);
            }
            to += after - first;
        }
        first = after;
    }
    return to;
}

hit_status hit_soup_one_mesh(hit_loader* loader, const hit_soup* soup, const char* name)
{
    hit_status status = HIT_OK;
    hit_model_mesh* mesh = hit_loader_meshes(loader, soup->triangle_count > 0, &status);
    if (mesh == NULL) {
        hit_loader_free(loader, soup->vertices);
        hit_loader_free(loader, soup->indices);
        hit_loader_free(loader, soup->faces);
        return status;
    }
    mesh->name = name;
    mesh->vertices = soup->vertices;
    mesh->vertex_count = soup->vertex_count;
    mesh->indices = soup->indices;
    mesh->triangle_count = soup->triangle_count;
    mesh->faces = soup->faces;
    return hit_loader_part_per_mesh(loader);
}
