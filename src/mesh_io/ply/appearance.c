// What a PLY looks like: normals, colours and texture coordinates of vertices, colours and texture coordinates of
// faces, and textures.
//
// A second reading of the rows, one by one, after the first has found them to be good; only where somebody asks for it.
// Names are those that MeshLab, Blender, VCGlib and others write: nx ny nz; red green blue alpha, or r g b a, or
// diffuse_red ...; s t, u v, or texture_u texture_v; in faces a list texcoord, with texnumber. Textures are named by
// comments "TextureFile NAME" of the header. A face's colour goes to its corners, so vertices are split where faces
// differ (mesh_io/appearance.h), and so they are for texture coordinates of corners.
//
// Colours of integers are out of the most of their type's 8 or 16 bits, those of other integers of 255, those of floats
// of 1. Texture coordinates count from the bottom of the picture, those of a model from its top.
#include "mesh_io/appearance.h"
#include "mesh_io/ply/ply.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <string.h>

typedef struct looker {
    hit_loader* loader;
    hit_soup* soup;
    hit_looks looks;
    uint32_t face;
    // The corners of one face.
    uint32_t* vertices;
    hit_look* corners;
    float* uvs;
    uint64_t capacity;
} looker;

static bool has(const ply_element* element, ply_role role)
{
    return (element->roles >> role & 1) != 0;
}

static double brightest(ply_type type)
{
    return type == PLY_FLOAT32 || type == PLY_FLOAT64 ? 1.0 : type == PLY_UINT16 || type == PLY_INT16 ? 65535.0 : 255.0;
}

// A number, or 0 where a text has something else: what is hit does not depend on it.
static hit_status read_number(ply_cursor* cursor, ply_type type, float* number)
{
    const ply_cursor before = *cursor;
    hit_error* const told = cursor->loader->error;
    hit_status status;
    cursor->loader->error = NULL;
    status = hit_ply_read_float(cursor, type, number);
    cursor->loader->error = told;
    if (status == HIT_OK)
        return HIT_OK;
    *cursor = before;
    *number = 0.0f;
    return hit_ply_skip_values(cursor, type, 1);
}

// ---- Vertices -------------------------------------------------------------------------------------------------------

static hit_status take_vertex_memory(looker* l, const ply_element* element)
{
    hit_status status = HIT_OK;
    if (has(element, PLY_NX) && has(element, PLY_NY) && has(element, PLY_NZ))
        l->soup->normals = hit_loader_allocate(l->loader, element->count, sizeof *l->soup->normals, &status);
    if (has(element, PLY_RED) && has(element, PLY_GREEN) && has(element, PLY_BLUE) && status == HIT_OK)
        l->soup->colors = hit_loader_allocate(l->loader, element->count, 4, &status);
    if (has(element, PLY_U) && has(element, PLY_V) && status == HIT_OK)
        l->soup->uvs = hit_loader_allocate(l->loader, element->count, 2 * sizeof *l->soup->uvs, &status);
    return status;
}

static hit_status look_at_vertices(looker* l, ply_cursor* cursor, const ply_element* element)
{
    hit_soup* soup = l->soup;
    hit_status status = take_vertex_memory(l, element);
    if (status == HIT_OK && soup->normals == NULL && soup->colors == NULL && soup->uvs == NULL)
        return hit_ply_skip_element(cursor, element);
    for (uint64_t i = 0; i < element->count && status == HIT_OK; i++) {
        float numbers[PLY_TEXNUMBER + 1] = {[PLY_ALPHA] = 1.0f};
        for (uint32_t p = 0; p < element->property_count && status == HIT_OK; p++) {
            const ply_property* property = &element->properties[p];
            if (property->role < PLY_NX)
                status = hit_ply_skip_property(cursor, property);
            else
                status = read_number(cursor, property->type, &numbers[property->role]);
            if (property->role >= PLY_RED && property->role <= PLY_ALPHA)
                numbers[property->role] = (float)((double)numbers[property->role] / brightest(property->type));
        }
        if (status != HIT_OK)
            break;
        hit_ply_end_row(cursor);
        if (soup->normals != NULL)
            soup->normals[i] = hit_vec3_make(numbers[PLY_NX], numbers[PLY_NY], numbers[PLY_NZ]);
        for (size_t k = 0; soup->colors != NULL && k < 4; k++)
            soup->colors[4 * i + k] = hit_color_byte((double)numbers[PLY_RED + k], 1.0);
        if (soup->uvs != NULL) {
            soup->uvs[2 * i] = numbers[PLY_U];
            soup->uvs[2 * i + 1] = 1.0f - numbers[PLY_V];
        }
    }
    return status;
}

// ---- Faces ----------------------------------------------------------------------------------------------------------

static hit_status reserve(looker* l, uint64_t corners)
{
    const uint64_t capacity = 2 * corners + 8;
    hit_status status = HIT_OK;
    void* larger;
    if (corners <= l->capacity)
        return HIT_OK;
    larger = hit_loader_grow(l->loader, l->vertices, l->capacity, capacity, sizeof *l->vertices, &status);
    l->vertices = larger != NULL ? larger : l->vertices;
    larger = status == HIT_OK
                 ? hit_loader_grow(l->loader, l->corners, l->capacity, capacity, sizeof *l->corners, &status)
                 : NULL;
    l->corners = larger != NULL ? larger : l->corners;
    larger = status == HIT_OK ? hit_loader_grow(l->loader, l->uvs, l->capacity, capacity, 2 * sizeof *l->uvs, &status)
                              : NULL;
    l->uvs = larger != NULL ? larger : l->uvs;
    l->capacity = status == HIT_OK ? capacity : l->capacity;
    return status;
}

typedef struct face_look {
    uint64_t corners, numbers; ///< how many there are
    uint8_t color[4];
    int64_t texture;
} face_look;

static hit_status read_list(looker* l, ply_cursor* cursor, const ply_property* property, face_look* face)
{
    const bool is_corners = property->role == PLY_CORNERS;
    uint64_t count = 0;
    hit_status status =
        !is_corners && hit_ply_list_is_missing(cursor) ? HIT_OK : hit_ply_read_count(cursor, property, &count);
    if (status == HIT_OK)
        status = reserve(l, is_corners ? count : count / 2 + 1);
    for (uint64_t i = 0; i < count && status == HIT_OK; i++) {
        int64_t index = 0;
        if (is_corners)
            status = hit_ply_read_integer(cursor, property->type, &index);
        else
            status = read_number(cursor, property->type, &l->uvs[i]);
        if (is_corners)
            l->vertices[i] = (uint32_t)index;
    }
    *(is_corners ? &face->corners : &face->numbers) = count;
    return status;
}

static hit_status read_face(looker* l, ply_cursor* cursor, const ply_element* element, face_look* face)
{
    hit_status status = HIT_OK;
    for (uint32_t p = 0; p < element->property_count && status == HIT_OK; p++) {
        const ply_property* property = &element->properties[p];
        float number = 0.0f;
        if (property->role == PLY_CORNERS || property->role == PLY_TEXCOORD)
            status = read_list(l, cursor, property, face);
        else if (property->role >= PLY_RED && property->role <= PLY_ALPHA) {
            status = read_number(cursor, property->type, &number);
            face->color[property->role - PLY_RED] = hit_color_byte((double)number, brightest(property->type));
        } else if (property->role == PLY_TEXNUMBER) {
            status = read_number(cursor, property->type, &number);
            face->texture = number >= 0.0f && number < 1e6f ? (int64_t)number : 0;
        } else
            status = hit_ply_skip_property(cursor, property);
    }
    if (status == HIT_OK)
        hit_ply_end_row(cursor);
    return status;
}

// Give a face's corners its texture coordinates and its colour, and its triangles the texture.
static hit_status look_at_face(looker* l, const face_look* face, bool has_color)
{
    const uint32_t textures = l->loader->model->material_count;
    const bool has_uvs = face->numbers == 2 * face->corners;
    uint32_t first, end, color;
    hit_status status;
    memcpy(&color, face->color, sizeof color);
    for (uint64_t i = 0; i < face->corners; i++) {
        const float uv[2] = {has_uvs ? l->uvs[2 * i] : 0.0f, has_uvs ? 1.0f - l->uvs[2 * i + 1] : 0.0f};
        l->corners[i] = hit_no_look;
        if (has_uvs)
            memcpy(l->corners[i].key, uv, sizeof uv);
        if (has_color)
            l->corners[i].key[2] = color;
    }
    status = hit_looks_face(&l->looks, l->face++, l->vertices, l->corners, (uint32_t)face->corners, &first, &end);
    for (uint32_t t = first; t < end && l->soup->materials != NULL; t++)
        l->soup->materials[t] = face->texture < textures ? (uint32_t)face->texture : 0;
    return status;
}

static hit_status look_at_faces(looker* l, ply_cursor* cursor, const ply_element* element)
{
    const bool has_color = has(element, PLY_RED) && has(element, PLY_GREEN) && has(element, PLY_BLUE);
    hit_status status = HIT_OK;
    if (!has_color && !has(element, PLY_TEXCOORD))
        return hit_ply_skip_element(cursor, element);
    status = hit_looks_begin(l->loader, l->soup, &l->looks);
    if (status == HIT_OK && l->loader->model->material_count > 0)
        l->soup->materials =
            hit_loader_allocate(l->loader, l->soup->triangle_count, sizeof *l->soup->materials, &status);
    for (uint64_t i = 0; i < element->count && status == HIT_OK; i++) {
        face_look face = {.color = {255, 255, 255, 255}};
        status = read_face(l, cursor, element, &face);
        if (status == HIT_OK)
            status = look_at_face(l, &face, has_color);
    }
    return status;
}

// Split the vertices, and give them what faces look like.
static hit_status dress(looker* l, bool has_uvs, bool has_color)
{
    hit_soup* soup = l->soup;
    hit_look* of_vertex;
    hit_status status = hit_looks_split(&l->looks, &of_vertex);
    if (status == HIT_OK && has_uvs && soup->uvs == NULL) {
        soup->uvs = hit_loader_allocate(l->loader, soup->vertex_count, 2 * sizeof *soup->uvs, &status);
        if (status == HIT_OK)
            memset(soup->uvs, 0, soup->vertex_count * 2 * sizeof *soup->uvs);
    }
    if (status == HIT_OK && has_color && soup->colors == NULL) {
        soup->colors = hit_loader_allocate(l->loader, soup->vertex_count, 4, &status);
        if (status == HIT_OK)
            memset(soup->colors, 255, soup->vertex_count * 4);
    }
    if (status != HIT_OK)
        return status;
    for (uint32_t v = 0; v < soup->vertex_count; v++) {
        const uint32_t* key = of_vertex[v].key;
        if (has_uvs && (key[0] != UINT32_MAX || key[1] != UINT32_MAX))
            memcpy(soup->uvs + 2 * (size_t)v, key, 2 * sizeof *soup->uvs);
        if (has_color)
            memcpy(soup->colors + 4 * (size_t)v, &key[2], 4); // all ones, white, where there is no face
    }
    hit_loader_free(l->loader, of_vertex);
    return HIT_OK;
}

// ---- Textures -------------------------------------------------------------------------------------------------------

// A material for each comment "TextureFile NAME".
static hit_status find_textures(hit_loader* loader, const ply_header* header)
{
    static const char mark[] = "comment TextureFile ";
    const char *p = loader->bytes, *end = header->body;
    hit_status status = HIT_OK;
    while (p < end && status == HIT_OK) {
        const char* line = p;
        while (p < end && !is_line_end(*p))
            p++;
        if ((size_t)(p - line) > sizeof mark - 1 && memcmp(line, mark, sizeof mark - 1) == 0) {
            const char *name = line + sizeof mark - 1, *last = p;
            const uint32_t number = loader->model->material_count;
            uint32_t texture = UINT32_MAX;
            while (name < last && is_blank(*name))
                name++;
            while (last > name && is_blank(last[-1]))
                last--;
            status = hit_loader_material(loader, name, (size_t)(last - name));
            if (status == HIT_OK)
                status = hit_loader_texture(loader, "", name, (size_t)(last - name), &hit_plain_texture, &texture);
            if (status == HIT_OK)
                hit_loader_materials(loader)[number].texture = texture;
        }
        p++;
    }
    return status;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

hit_status hit_ply_look(hit_loader* loader, const ply_header* header, hit_soup* soup)
{
    looker l = {.loader = loader, .soup = soup};
    ply_cursor cursor = hit_ply_begin(loader, header);
    hit_status status = find_textures(loader, header);
    const ply_element* faces = NULL;
    bool has_strips = false;
    for (uint32_t e = 0; e < header->element_count; e++)
        has_strips |= header->elements[e].kind == PLY_STRIPS && header->elements[e].count > 0;
    for (uint32_t e = 0; e < header->element_count && status == HIT_OK; e++) {
        const ply_element* element = &header->elements[e];
        if (element->kind == PLY_VERTICES)
            status = look_at_vertices(&l, &cursor, element);
        else if (element->kind == PLY_FACES && !has_strips && element->count > 0) {
            // Strips are numbered with faces, and have no looks of their own.
            status = look_at_faces(&l, &cursor, element);
            faces = element;
        } else
            status = hit_ply_skip_element(&cursor, element);
    }
    if (status == HIT_OK && faces != NULL && l.looks.corners != NULL)
        status =
            dress(&l, has(faces, PLY_TEXCOORD), has(faces, PLY_RED) && has(faces, PLY_GREEN) && has(faces, PLY_BLUE));
    if (status != HIT_OK)
        return status;
    hit_loader_free(loader, l.vertices);
    hit_loader_free(loader, l.corners);
    hit_loader_free(loader, l.uvs);
    return HIT_OK;
}
