// Faces and triangle strips of a PLY, one after the other, in text and in binary.
//
// Each list of corners is first read as a whole, its indices checked, and then divided into triangles.
#include "mesh_io/ply/ply.h"
#include "mesh_io/faces.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

// Where a strip ends and another begins.
#define RESTART UINT32_MAX

// ---- Capacity -------------------------------------------------------------------------------------------------------

hit_status hit_ply_reserve(ply_mesh* mesh, ply_cursor* cursor, uint64_t triangles)
{
    const uint64_t most = UINT32_MAX / 3;
    uint64_t wanted = triangles > 2 * (uint64_t)mesh->capacity ? triangles : 2 * (uint64_t)mesh->capacity;
    hit_status status = HIT_OK;
    uint32_t *indices, *faces;
    if (triangles <= mesh->capacity && mesh->indices != NULL)
        return HIT_OK;
    if (triangles > most)
        return hit_ply_fail(cursor, HIT_ERROR_LIMIT, cursor->at, "more than %" PRIu64 " triangles; split the model",
                            most);
    wanted = wanted > most ? most : wanted;
    indices = hit_loader_grow(mesh->loader, mesh->indices, mesh->triangle_count, wanted, 3 * sizeof *indices, &status);
    if (indices == NULL)
        return status;
    mesh->indices = indices;
    faces = hit_loader_grow(mesh->loader, mesh->faces, mesh->triangle_count, wanted, sizeof *faces, &status);
    if (faces == NULL)
        return status;
    mesh->faces = faces;
    mesh->capacity = (uint32_t)wanted;
    return HIT_OK;
}

static hit_status reserve_corners(ply_mesh* mesh, uint64_t count)
{
    hit_status status = HIT_OK;
    uint32_t* corners;
    if (count <= mesh->corner_capacity && mesh->corners != NULL)
        return HIT_OK;
    corners = hit_loader_allocate(mesh->loader, 2 * count, sizeof *corners, &status);
    if (corners == NULL)
        return status;
    hit_loader_free(mesh->loader, mesh->corners);
    mesh->corners = corners;
    mesh->corner_capacity = 2 * count;
    return HIT_OK;
}

void hit_ply_finish(ply_mesh* mesh)
{
    hit_loader_free(mesh->loader, mesh->corners);
    mesh->indices = hit_loader_shrink(mesh->loader, mesh->indices, mesh->triangle_count, 3 * sizeof *mesh->indices);
    mesh->faces = hit_loader_shrink(mesh->loader, mesh->faces, mesh->triangle_count, sizeof *mesh->faces);
}

// ---- Corners --------------------------------------------------------------------------------------------------------

static hit_status read_corners(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element,
                               const ply_property* property, uint64_t* count)
{
    const bool strip = element->kind == PLY_STRIPS;
    hit_status status = hit_ply_read_count(cursor, property, count);
    if (status == HIT_OK)
        status = reserve_corners(mesh, *count);
    for (uint64_t i = 0; status == HIT_OK && i < *count; i++) {
        int64_t index = 0;
        status = hit_ply_read_integer(cursor, property->type, &index);
        if (status != HIT_OK)
            return status;
        if (strip && index == -1)
            mesh->corners[i] = RESTART;
        else if (index < 0 || index >= mesh->vertex_count)
            return hit_ply_fail(cursor, HIT_ERROR_FORMAT, cursor->at - 1,
                                "vertex index %" PRId64 " out of range (%" PRIu32 " vertices, counted from 0)", index,
                                mesh->vertex_count);
        else
            mesh->corners[i] = (uint32_t)index;
    }
    return status;
}

static bool all_finite(const ply_mesh* mesh, const uint32_t* corners, uint64_t count)
{
    if (!mesh->all_finite)
        for (uint64_t i = 0; i < count; i++)
            if (!hit_vec3_is_finite(mesh->vertices[corners[i]]))
                return false;
    return true;
}

static void add_triangle(ply_mesh* mesh, uint32_t a, uint32_t b, uint32_t c)
{
    HIT_ASSERT(mesh->triangle_count < mesh->capacity);
    HIT_ASSERT(a < mesh->vertex_count && b < mesh->vertex_count && c < mesh->vertex_count);
    uint32_t* indices = mesh->indices + 3 * (size_t)mesh->triangle_count;
    indices[0] = a;
    indices[1] = b;
    indices[2] = c;
    mesh->faces[mesh->triangle_count++] = (uint32_t)mesh->face_count;
}

static hit_status add_face(ply_mesh* mesh, ply_cursor* cursor, uint64_t count)
{
    const uint32_t* corners = mesh->corners;
    if (count < 3)
        mesh->few_corners++;
    else if (!all_finite(mesh, corners, count))
        mesh->not_finite++;
    else {
        const hit_status status = hit_ply_reserve(mesh, cursor, mesh->triangle_count + (count - 2));
        uint32_t* slots;
        if (status != HIT_OK)
            return status;
        slots = mesh->indices + 3 * (size_t)mesh->triangle_count;
        memcpy(slots, corners, (size_t)count * sizeof *slots);
        hit_polygon_triangulate(mesh->vertices, slots, (uint32_t)count);
        for (uint64_t i = 2; i < count; i++)
            mesh->faces[mesh->triangle_count++] = (uint32_t)mesh->face_count;
    }
    mesh->face_count++;
    return HIT_OK;
}

static hit_status add_strip(ply_mesh* mesh, ply_cursor* cursor, uint64_t count)
{
    const uint32_t* c = mesh->corners;
    uint64_t first = 0; // of the current strip
    const hit_status status = hit_ply_reserve(mesh, cursor, mesh->triangle_count + count);
    if (status != HIT_OK)
        return status;
    for (uint64_t i = 0; i < count; i++) {
        if (c[i] == RESTART)
            first = i + 1;
        if (i < first + 2 || c[i] == c[i - 1] || c[i] == c[i - 2] || c[i - 1] == c[i - 2])
            continue;
        if (!all_finite(mesh, c + i - 2, 3))
            mesh->not_finite++;
        else if ((i - first) % 2 == 0)
            add_triangle(mesh, c[i - 2], c[i - 1], c[i]);
        else
            add_triangle(mesh, c[i - 1], c[i - 2], c[i]);
        mesh->face_count++;
    }
    return HIT_OK;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

hit_status hit_ply_read_faces(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element)
{
    bool done = false;
    hit_status status = HIT_OK;
    mesh->has_faces |= element->count > 0;
    if (element->kind == PLY_FACES) {
        status = hit_ply_read_triangles(mesh, cursor, element, &done);
        if (status == HIT_OK && !done)
            status = hit_ply_reserve(mesh, cursor, mesh->triangle_count + element->count);
    }
    for (uint64_t i = 0; status == HIT_OK && !done && i < element->count; i++) {
        uint64_t count = 0;
        for (uint32_t p = 0; status == HIT_OK && p < element->property_count; p++)
            if (element->properties[p].role == PLY_CORNERS)
                status = read_corners(mesh, cursor, element, &element->properties[p], &count);
            else
                status = hit_ply_skip_property(cursor, &element->properties[p]);
        if (status != HIT_OK)
            return status;
        hit_ply_end_row(cursor);
        status = element->kind == PLY_FACES ? add_face(mesh, cursor, count) : add_strip(mesh, cursor, count);
    }
    return status;
}
