// What vertices look like, with options.appearance: normals, colours, and the texture coordinates of the texture of
// their material. Where only some primitives of a mesh have them, the others get normals of length zero, white, and the
// corner of the texture.
//
// What is wrong with any of these is a note, and no error: the triangles do not need them.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// "TEXCOORD_n" for the texture of a primitive's material.
static void name_uvs(const hit_gltf* g, const hit_gltf_primitive* p, char name[24])
{
    snprintf(name, 24, "TEXCOORD_%" PRIu32, p->material != HIT_GLTF_NONE ? g->materials[p->material].uv_set : 0);
}

void hit_gltf_look_add(const hit_gltf* g, const hit_gltf_primitive* p, hit_gltf_look* look)
{
    char uvs[24];
    if (!g->loader->options->appearance)
        return;
    name_uvs(g, p, uvs);
    look->has_normals |= hit_json_find(&g->json, p->attributes, "NORMAL") != 0;
    look->has_colors |= hit_json_find(&g->json, p->attributes, "COLOR_0") != 0;
    look->has_uvs |= hit_json_find(&g->json, p->attributes, uvs) != 0;
    look->is_mixed |= look->has_material && look->material != p->material;
    if (!look->has_material)
        look->material = p->material;
    look->has_material = true;
}

hit_status hit_gltf_look_take(hit_gltf* g, uint64_t vertices, uint64_t triangles, hit_gltf_look* look)
{
    hit_status status = HIT_OK;
    if (look->has_normals) {
        look->normals = hit_loader_allocate(g->loader, vertices, sizeof *look->normals, &status);
        if (look->normals == NULL)
            return status;
        memset(look->normals, 0, (size_t)vertices * sizeof *look->normals);
    }
    if (look->has_colors) {
        look->colors = hit_loader_allocate(g->loader, vertices, 4, &status);
        if (look->colors == NULL)
            return status;
        memset(look->colors, 0xff, (size_t)vertices * 4);
    }
    if (look->has_uvs) {
        look->uvs = hit_loader_allocate(g->loader, vertices, 2 * sizeof *look->uvs, &status);
        if (look->uvs == NULL)
            return status;
        memset(look->uvs, 0, (size_t)vertices * 2 * sizeof *look->uvs);
    }
    if (look->is_mixed && g->material_list.count > 0)
        look->materials = hit_loader_allocate(g->loader, triangles, sizeof *look->materials, &status);
    return status;
}

void hit_gltf_look_free(hit_gltf* g, hit_gltf_look* look)
{
    hit_loader_free(g->loader, look->normals);
    hit_loader_free(g->loader, look->colors);
    hit_loader_free(g->loader, look->uvs);
    hit_loader_free(g->loader, look->materials);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// The accessor of an attribute; HIT_GLTF_NONE, after a note, when something is wrong with it.
static hit_status find_attribute(hit_gltf* g, const hit_gltf_primitive* p, const char* name, unsigned width,
                                 uint32_t* accessor)
{
    hit_error *const told = g->loader->error, error = {0};
    hit_error mine = error;
    hit_status status;
    g->loader->error = &mine;
    status = hit_gltf_attribute(g, p, p->attributes, name, width, accessor);
    g->loader->error = told;
    if (status == HIT_OK)
        return HIT_OK;
    *accessor = HIT_GLTF_NONE;
    if (status == HIT_ERROR_FORMAT || status == HIT_ERROR_FILE)
        return hit_loader_note(g->loader, "%s is left out: %s", name, mine.message);
    if (told != NULL)
        *told = mine;
    return status;
}

// Components of all types as bytes: the colours of vertices are linear, the model's are sRGB.
static hit_status read_colors(hit_gltf* g, uint32_t accessor, uint8_t* out)
{
    const hit_gltf_accessor* a = &g->accessors[accessor];
    hit_status status = HIT_OK;
    float* values = hit_loader_allocate(g->loader, a->count, a->width * sizeof *values, &status);
    if (values == NULL)
        return status;
    status = hit_gltf_floats(g, accessor, values);
    for (uint64_t i = 0; status == HIT_OK && i < a->count; i++) {
        for (unsigned k = 0; k < 3; k++)
            out[4 * i + k] = (uint8_t)(255.0 * hit_gltf_srgb((double)values[a->width * i + k]) + 0.5);
        if (a->width == 4) {
            const float alpha = values[4 * i + 3];
            out[4 * i + 3] = (uint8_t)(255.0 * (alpha >= 0.0f ? alpha <= 1.0f ? (double)alpha : 1.0 : 0.0) + 0.5);
        }
    }
    hit_loader_free(g->loader, values);
    return status;
}

hit_status hit_gltf_look_read(hit_gltf* g, const hit_gltf_primitive* p, hit_gltf_look* look)
{
    uint32_t normals = HIT_GLTF_NONE, colors = HIT_GLTF_NONE, uvs = HIT_GLTF_NONE;
    hit_status status = HIT_OK;
    char name[24];
    if (look->normals != NULL)
        status = find_attribute(g, p, "NORMAL", 3, &normals);
    if (status == HIT_OK && normals != HIT_GLTF_NONE)
        status = hit_gltf_floats(g, normals, &look->normals[p->base].x);
    if (status == HIT_OK && look->colors != NULL)
        status = find_attribute(g, p, "COLOR_0", 0, &colors);
    if (status == HIT_OK && colors != HIT_GLTF_NONE && g->accessors[colors].width >= 3)
        status = read_colors(g, colors, look->colors + 4 * (size_t)p->base);
    name_uvs(g, p, name);
    if (status == HIT_OK && look->uvs != NULL)
        status = find_attribute(g, p, name, 2, &uvs);
    if (status == HIT_OK && uvs != HIT_GLTF_NONE)
        status = hit_gltf_floats(g, uvs, look->uvs + 2 * (size_t)p->base);
    return status;
}
