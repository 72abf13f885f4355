// Triangles, polygons and points of a whole file: divides them, leaves out what is not finite, and makes a mesh of
// them.
#include "mesh_io/faces.h"

#include "base/assert.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- Faces ----------------------------------------------------------------------------------------------------------

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

void hit_soup_dress(const hit_soup* soup, uint64_t vertex, uint32_t triangle, hit_model_mesh* mesh)
{
    mesh->normals = soup->normals != NULL ? soup->normals + vertex : NULL;
    mesh->colors = soup->colors != NULL ? soup->colors + 4 * vertex : NULL;
    mesh->uvs = soup->uvs != NULL ? soup->uvs + 2 * vertex : NULL;
    mesh->materials = soup->materials != NULL && mesh->triangle_count > 0 ? soup->materials + triangle : NULL;
    mesh->material = mesh->materials != NULL ? mesh->materials[0] : UINT32_MAX;
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
    hit_soup_dress(soup, 0, 0, mesh);
    return hit_loader_part_per_mesh(loader);
}

hit_status hit_loader_skip_faces(hit_loader* loader, uint64_t few_corners, uint64_t not_finite)
{
    const uint64_t sum = few_corners + not_finite;
    char few[80] = "", bad[80] = "";
    loader->model->skipped_faces = sum;
    if (sum == 0)
        return HIT_OK;
    if (few_corners > 0)
        snprintf(few, sizeof few, "%" PRIu64 " %s fewer than three corners", few_corners,
                 few_corners == 1 ? "has" : "have");
    if (not_finite > 0)
        snprintf(bad, sizeof bad, "%" PRIu64 " %s a vertex that is not finite", not_finite,
                 not_finite == 1 ? "has" : "have");
    return hit_loader_note(loader, "%" PRIu64 " %s left out: %s%s%s", sum, sum == 1 ? "face was" : "faces were", few,
                           few[0] != '\0' && bad[0] != '\0' ? ", " : "", bad);
}

// ---- Points ---------------------------------------------------------------------------------------------------------

// Say that points were left out.
static hit_status note_points(hit_loader* loader, uint32_t count)
{
    if (count == 0)
        return HIT_OK;
    return hit_loader_note(loader, "%" PRIu32 " %s left out: not finite", count,
                           count == 1 ? "point was" : "points were");
}

hit_status hit_mesh_cloud(hit_loader* loader, hit_model_mesh* mesh)
{
    hit_status status = HIT_OK;
    uint32_t good = 0, n = 0;
    uint32_t* points;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        good += hit_vec3_is_finite(mesh->vertices[i]);
    mesh->point_count = good;
    if (good == mesh->vertex_count || good == 0)
        return note_points(loader, mesh->vertex_count - good);
    points = hit_loader_allocate(loader, good, sizeof *points, &status);
    if (points == NULL)
        return status;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (hit_vec3_is_finite(mesh->vertices[i]))
            points[n++] = i;
    HIT_ASSERT(n == good);
    mesh->points = points;
    return note_points(loader, mesh->vertex_count - good);
}

// The points that a file lists, without those that are not finite.
static hit_status keep_points(hit_loader* loader, const hit_soup* soup, hit_model_mesh* mesh)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < soup->point_count; i++)
        if (hit_vec3_is_finite(soup->vertices[soup->points[i]]))
            soup->points[n++] = soup->points[i];
    mesh->points = n > 0 ? soup->points : NULL;
    mesh->point_count = n;
    return note_points(loader, soup->point_count - n);
}

hit_status hit_soup_cloud(hit_loader* loader, const hit_soup* soup, const char* name)
{
    hit_status status = HIT_OK;
    hit_model_mesh* mesh = hit_loader_meshes(loader, soup->vertex_count > 0, &status);
    hit_loader_free(loader, soup->indices);
    hit_loader_free(loader, soup->faces);
    if (mesh == NULL)
        return status;
    mesh->name = name;
    mesh->vertices = soup->vertices;
    mesh->vertex_count = soup->vertex_count;
    hit_soup_dress(soup, 0, 0, mesh);
    status = soup->point_count > 0 ? keep_points(loader, soup, mesh) : hit_mesh_cloud(loader, mesh);
    return status == HIT_OK ? hit_loader_part_per_mesh(loader) : status;
}
