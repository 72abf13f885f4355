// PLY: vertices, and faces or triangle strips, among elements and properties of any kind.
//
// The header says what each element is made of, so what is not wanted can be skipped without knowing it. Vertices are
// read before faces, whatever their order in the file: a face with a vertex that is not finite is left out and counted.
// Polygons are divided, strips become triangles that face the same way; where a strip repeats a vertex, to turn or to
// join two strips, there is no triangle. Without faces, vertices are points. Edges are left out, with a note.
//
// What the header promises is compared with the bytes that are left before memory is taken or anything is counted up to
// it: an element takes at least the bytes of its values and of its lists' counts, in text two characters for each.
// Elements without properties take no bytes, and no time either, however many there are.
//
// Cost: one pass over the file. Binary vertices of one size and binary triangles are read in parallel.
#include "mesh_io/ply/ply.h"
#include "mesh_io/faces.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <inttypes.h>

// ---- Elements -------------------------------------------------------------------------------------------------------

hit_status hit_ply_skip_element(ply_cursor* cursor, const ply_element* element)
{
    if (element->property_count == 0)
        return HIT_OK;
    if (cursor->encoding != PLY_TEXT && !element->has_lists) {
        HIT_ASSERT(element->count <= (size_t)(cursor->end - cursor->at) / element->least); // seen by check_element
        cursor->at += element->count * element->least;
        return HIT_OK;
    }
    for (uint64_t i = 0; i < element->count; i++)
        for (uint32_t p = 0; p < element->property_count; p++) {
            const hit_status status = hit_ply_skip_property(cursor, &element->properties[p]);
            if (status != HIT_OK)
                return status;
            if (p + 1 == element->property_count)
                hit_ply_end_row(cursor);
        }
    return HIT_OK;
}

// See that what the header promises can be there.
static hit_status check_element(ply_cursor* cursor, const ply_element* element)
{
    // The last value of a text needs no space behind it.
    const uint64_t left = (uint64_t)(cursor->end - cursor->at) + (cursor->encoding == PLY_TEXT);
    const int length = printable_length(element->line, cursor->loader->bytes + cursor->loader->size, 40);
    if (element->least > 0 && element->count > left / element->least)
        return hit_loader_fail_text(cursor->loader, HIT_ERROR_FORMAT, element->line,
                                    "the header promises %" PRIu64 " of %.*s, but the file has bytes for %" PRIu64
                                    " at the most; it was cut off, or is damaged",
                                    element->count, length, element->line, left / element->least);
    if (element->kind != PLY_OTHER && element->count >= UINT32_MAX)
        return hit_loader_fail_text(cursor->loader, HIT_ERROR_LIMIT, element->line,
                                    "%" PRIu64 " of %.*s are more than can be counted; split the model", element->count,
                                    length, element->line);
    return HIT_OK;
}

static bool has_role(const ply_element* element, ply_role role)
{
    return (element->roles >> role & 1) != 0;
}

static hit_status check_roles(hit_loader* loader, const ply_header* header)
{
    static const char names[] = "xyz";
    bool has_vertices = false;
    for (uint32_t e = 0; e < header->element_count; e++) {
        const ply_element* element = &header->elements[e];
        has_vertices = has_vertices || element->kind == PLY_VERTICES;
        if (element->kind == PLY_VERTICES)
            for (int i = 0; i < 3; i++)
                if (!has_role(element, (ply_role)(PLY_X + i)))
                    return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, element->line,
                                                "the vertices have no property %c", names[i]);
        if ((element->kind == PLY_FACES || element->kind == PLY_STRIPS) && element->count > 0 &&
            !has_role(element, PLY_CORNERS))
            return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, element->line,
                                        "the %s have no list vertex_indices or vertex_index",
                                        element->kind == PLY_FACES ? "faces" : "strips");
    }
    if (!has_vertices)
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, header->body, "the header has no element vertex");
    return HIT_OK;
}

// ---- The file -------------------------------------------------------------------------------------------------------

static hit_status read_element(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element)
{
    if (element->kind == PLY_VERTICES)
        return hit_ply_read_vertices(mesh, cursor, element);
    return hit_ply_read_faces(mesh, cursor, element);
}

static hit_status read_elements(ply_mesh* mesh, const ply_header* header, ply_cursor* cursor)
{
    // Faces that come before the vertices are skipped, and read afterwards.
    struct {
        const ply_element* element;
        const char* at;
    } early[2];
    int early_count = 0;
    hit_status status;
    for (uint32_t e = 0; e < header->element_count; e++) {
        const ply_element* element = &header->elements[e];
        status = check_element(cursor, element);
        if (status != HIT_OK)
            return status;
        if (element->kind == PLY_OTHER || element->kind == PLY_EDGES)
            status = hit_ply_skip_element(cursor, element);
        else if (element->kind == PLY_VERTICES || mesh->has_vertices)
            status = read_element(mesh, cursor, element);
        else {
            HIT_ASSERT(early_count < 2); // faces and strips: the header has at most one element of each
            early[early_count].element = element;
            early[early_count++].at = cursor->at;
            status = hit_ply_skip_element(cursor, element);
        }
        if (status != HIT_OK)
            return status;
    }
    for (int i = 0; i < early_count; i++) {
        cursor->at = early[i].at;
        status = read_element(mesh, cursor, early[i].element);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

static hit_status note_edges(hit_loader* loader, const ply_header* header)
{
    for (uint32_t e = 0; e < header->element_count; e++)
        if (header->elements[e].kind == PLY_EDGES && header->elements[e].count > 0)
            return hit_loader_note(loader, "%" PRIu64 " %s left out", header->elements[e].count,
                                   header->elements[e].count == 1 ? "edge was" : "edges were");
    return HIT_OK;
}

hit_status hit_read_ply(hit_loader* loader)
{
    ply_mesh mesh = {.loader = loader};
    ply_header header;
    ply_cursor cursor;
    hit_soup soup;
    hit_model_mesh* out;
    hit_status status = hit_ply_read_header(loader, &header);
    loader->model->up = hit_loader_find_up(loader, HIT_AXIS_POSITIVE_Z);
    if (status == HIT_OK)
        status = check_roles(loader, &header);
    if (status != HIT_OK)
        return status;
    cursor = hit_ply_begin(loader, &header);
    status = read_elements(&mesh, &header, &cursor);
    if (status != HIT_OK)
        return status;
    hit_ply_finish(&mesh);
    status = hit_loader_skip_faces(loader, mesh.few_corners, mesh.not_finite);
    if (status == HIT_OK)
        status = note_edges(loader, &header);
    if (status == HIT_OK)
        status = hit_ply_note_lines(&cursor);
    if (status != HIT_OK)
        return status;
    soup = (hit_soup){.vertices = mesh.vertices,
                      .vertex_count = mesh.vertex_count,
                      .indices = mesh.indices,
                      .faces = mesh.faces,
                      .triangle_count = mesh.triangle_count};
    if (loader->options->appearance)
        status = hit_ply_look(loader, &header, &soup);
    if (status != HIT_OK)
        return status;
    hit_loader_free(loader, (void*)(uintptr_t)header.elements);
    hit_loader_free(loader, (void*)(uintptr_t)header.properties);
    out = hit_loader_meshes(loader, 1, &status);
    if (out == NULL)
        return status;
    out->vertices = soup.vertices;
    out->vertex_count = soup.vertex_count;
    out->indices = soup.indices;
    out->triangle_count = soup.triangle_count;
    out->faces = soup.faces;
    hit_soup_dress(&soup, 0, 0, out);
    if (soup.uvs != NULL && soup.materials == NULL && loader->model->material_count > 0)
        out->material = 0;
    if (!mesh.has_faces)
        status = hit_mesh_cloud(loader, out);
    return status == HIT_OK ? hit_loader_part_per_mesh(loader) : status;
}
