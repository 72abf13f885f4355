// Materials and textures of glTF, with options.appearance: the base colour, its texture, and how alpha counts. Of
// KHR_materials_pbrSpecularGlossiness, the diffuse colour and texture are taken in their place.
//
// Images stay as the file has them: PNG, JPEG, or what an extension allows. One that cannot be read is a note.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CLAMP = 33071 };

double hit_gltf_srgb(double linear)
{
    if (!(linear > 0.0))
        return 0.0;
    if (linear >= 1.0)
        return 1.0;
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

uint32_t hit_gltf_material_of(hit_gltf* g, uint32_t material)
{
    if (g->material_list.count == 0)
        return 0; // without materials, the model says so itself
    if (material == HIT_GLTF_NONE)
        g->loader->model->material_count = g->material_list.count + 1;
    return material != HIT_GLTF_NONE ? material : g->material_list.count;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

// Up to `count` numbers of an array; those that are missing, or are no numbers, stay as they are.
static void read_array(const hit_gltf* g, uint32_t object, const char* key, uint32_t count, double* numbers)
{
    const uint32_t list = object != 0 ? hit_json_find(&g->json, object, key) : 0;
    uint32_t item = hit_json_first(list);
    if (list == 0 || !hit_json_is(&g->json, list, HIT_JSON_ARRAY))
        return;
    for (uint32_t i = 0; i < count && i < g->json.tokens[list].size; i++, item = g->json.tokens[item].next)
        hit_json_number(&g->json, item, &numbers[i]);
}

static void read_number(const hit_gltf* g, uint32_t object, const char* key, double* number)
{
    const uint32_t token = object != 0 ? hit_json_find(&g->json, object, key) : 0;
    if (token != 0)
        hit_json_number(&g->json, token, number);
}

// A whole number below `count`, or HIT_GLTF_NONE.
static uint32_t read_which(const hit_gltf* g, uint32_t object, const char* key, uint32_t count)
{
    const uint32_t token = object != 0 ? hit_json_find(&g->json, object, key) : 0;
    uint64_t number;
    return token != 0 && hit_json_whole(&g->json, token, &number) && number < count ? (uint32_t)number : HIT_GLTF_NONE;
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// The bytes of an image, as memory of the model.
static hit_status read_image(hit_gltf* g, uint32_t number, hit_gltf_image* image)
{
    const uint32_t token = g->image_list.tokens[number], uri = hit_json_find(&g->json, token, "uri");
    const hit_gltf_view* view;
    hit_status status = HIT_OK;
    uint32_t which;
    char* bytes;
    if (uri != 0) {
        status = hit_gltf_load_uri(g, uri, "image", number, &bytes, &image->size);
        image->bytes = status == HIT_OK ? bytes : NULL;
        return status;
    }
    status = hit_gltf_reference(g, token, "bufferView", "image", number, &g->view_list, &which);
    if (status == HIT_OK && which == HIT_GLTF_NONE)
        status = hit_gltf_fail(g, token, "image %" PRIu32 " has neither a uri nor a bufferView", number);
    if (status == HIT_OK)
        status = hit_gltf_view_bytes(g, which, &view);
    if (status != HIT_OK)
        return status;
    bytes = hit_loader_allocate(g->loader, view->size, 1, &status);
    if (bytes == NULL)
        return status;
    memcpy(bytes, view->bytes, (size_t)view->size);
    image->bytes = bytes;
    image->size = view->size;
    return HIT_OK;
}

// What to call an image: its name, or the file that it is in.
static hit_status name_image(hit_gltf* g, uint32_t number, const char** name)
{
    const uint32_t token = g->image_list.tokens[number], uri = hit_json_find(&g->json, token, "uri");
    hit_status status = hit_gltf_name(g, token, name);
    size_t length;
    char* text;
    if (status != HIT_OK || (*name)[0] != '\0' || uri == 0 || !hit_json_is(&g->json, uri, HIT_JSON_STRING))
        return status;
    if (g->json.tokens[uri].size >= 5 && memcmp(g->json.text + g->json.tokens[uri].start, "data:", 5) == 0)
        return HIT_OK;
    text = hit_gltf_text(g, uri, &length, &status);
    if (text == NULL)
        return status;
    *name = hit_loader_text(g->loader, text, length, &status);
    hit_loader_free(g->loader, text);
    return status;
}

// The same, read once; *image is NULL, after a note, when it cannot be read.
static hit_status get_image(hit_gltf* g, uint32_t number, const hit_gltf_image** image)
{
    hit_gltf_image* found = &g->images[number];
    hit_error* const told = g->loader->error;
    hit_error mine = {0};
    hit_status status;
    *image = found->bytes != NULL ? found : NULL;
    if (found->bytes != NULL || found->bad)
        return HIT_OK;
    g->loader->error = &mine;
    status = read_image(g, number, found);
    g->loader->error = told;
    if (status == HIT_OK) {
        found->name = "";
        *image = found;
        return name_image(g, number, &found->name);
    }
    found->bad = true;
    if (status != HIT_ERROR_MEMORY)
        return hit_loader_note(g->loader, "a texture is left out: %s", mine.message);
    if (told != NULL)
        *told = mine;
    return status;
}

// ---- Textures -------------------------------------------------------------------------------------------------------

// The image of a texture: the one that every reader knows, or failing that the one of an extension.
static uint32_t image_of(const hit_gltf* g, uint32_t texture)
{
    static const char* const extensions[] = {"EXT_texture_webp", "EXT_texture_avif", "KHR_texture_basisu",
                                             "MSFT_texture_dds"};
    uint32_t image = read_which(g, texture, "source", g->image_list.count);
    for (size_t i = 0; image == HIT_GLTF_NONE && i < sizeof extensions / sizeof extensions[0]; i++)
        image = read_which(g, hit_gltf_extension(g, texture, extensions[i]), "source", g->image_list.count);
    return image;
}

// How texture coordinates are changed: KHR_texture_transform scales, rotates - counter-clockwise as seen, where v goes
// down - and moves them.
static void read_transform(const hit_gltf* g, uint32_t info, float out[6], uint32_t* uv_set)
{
    const uint32_t extension = hit_gltf_extension(g, info, "KHR_texture_transform");
    double offset[2] = {0.0, 0.0}, scale[2] = {1.0, 1.0}, angle = 0.0, set = 0.0;
    double matrix[6];
    read_number(g, info, "texCoord", &set);
    read_number(g, extension, "texCoord", &set);
    read_array(g, extension, "offset", 2, offset);
    read_array(g, extension, "scale", 2, scale);
    read_number(g, extension, "rotation", &angle);
    matrix[0] = cos(angle) * scale[0];
    matrix[1] = sin(angle) * scale[1];
    matrix[2] = offset[0];
    matrix[3] = -sin(angle) * scale[0];
    matrix[4] = cos(angle) * scale[1];
    matrix[5] = offset[1];
    for (int i = 0; i < 6; i++)
        out[i] = (float)matrix[i];
    *uv_set = set >= 0.0 && set < 64.0 ? (uint32_t)set : 0;
}

// Add the texture that an info of a material names to the model, unless the last one of it is the same. *texture stays
// as it is when there is none.
static hit_status add_texture(hit_gltf* g, uint32_t info, hit_model_texture* textures, uint32_t* uv_set,
                              uint32_t* texture)
{
    const uint32_t which = read_which(g, info, "index", g->texture_list.count);
    hit_gltf_texture* known;
    hit_model_texture made = {0};
    const hit_gltf_image* image;
    uint32_t token, source, sampler;
    double wrap[2] = {0.0, 0.0};
    hit_status status;
    if (which == HIT_GLTF_NONE)
        return HIT_OK;
    known = &g->textures[which];
    token = g->texture_list.tokens[which];
    source = image_of(g, token);
    if (source == HIT_GLTF_NONE)
        return hit_loader_note(g->loader, "texture %" PRIu32 " is left out: it has no image that is known here", which);
    status = get_image(g, source, &image);
    if (status != HIT_OK || image == NULL)
        return status;
    read_transform(g, info, made.transform, uv_set);
    sampler = read_which(g, token, "sampler", g->sampler_list.count);
    read_number(g, sampler != HIT_GLTF_NONE ? g->sampler_list.tokens[sampler] : 0, "wrapS", &wrap[0]);
    read_number(g, sampler != HIT_GLTF_NONE ? g->sampler_list.tokens[sampler] : 0, "wrapT", &wrap[1]);
    made.name = image->name;
    made.bytes = image->bytes;
    made.size = (size_t)image->size;
    made.clamp_u = wrap[0] == CLAMP;
    made.clamp_v = wrap[1] == CLAMP;
    if (known->model_texture == 0 || !hit_textures_look_alike(&textures[known->model_texture - 1], &made)) {
        textures[g->loader->model->texture_count] = made;
        known->model_texture = ++g->loader->model->texture_count;
    }
    *texture = known->model_texture - 1;
    return HIT_OK;
}

// ---- Materials ------------------------------------------------------------------------------------------------------

static const hit_model_material plain = {"", {1.0f, 1.0f, 1.0f, 1.0f}, HIT_GLTF_NONE, 0.0f, false, false};

static hit_status read_material(hit_gltf* g, uint32_t number, hit_model_texture* textures, hit_model_material* out)
{
    const uint32_t token = g->material_list.tokens[number];
    const uint32_t diffuse = hit_gltf_extension(g, token, "KHR_materials_pbrSpecularGlossiness");
    const uint32_t base = diffuse != 0 ? diffuse : hit_json_find(&g->json, token, "pbrMetallicRoughness");
    const uint32_t info =
        base != 0 ? hit_json_find(&g->json, base, diffuse != 0 ? "diffuseTexture" : "baseColorTexture") : 0;
    const uint32_t mode = hit_json_find(&g->json, token, "alphaMode");
    const uint32_t two_sided = hit_json_find(&g->json, token, "doubleSided");
    double color[4] = {1.0, 1.0, 1.0, 1.0}, cutoff = 0.5;
    hit_status status = HIT_OK;

    *out = plain;
    read_array(g, base, diffuse != 0 ? "diffuseFactor" : "baseColorFactor", 4, color);
    for (int i = 0; i < 3; i++)
        out->color[i] = (float)hit_gltf_srgb(color[i]);
    out->color[3] = (float)fmin(fmax(color[3], 0.0), 1.0);
    out->is_blended = mode != 0 && hit_json_equals(&g->json, mode, "BLEND");
    read_number(g, token, "alphaCutoff", &cutoff);
    if (mode != 0 && hit_json_equals(&g->json, mode, "MASK"))
        out->alpha_cutoff = (float)fmax(cutoff, 0.0);
    out->is_two_sided = two_sided != 0 && hit_json_is(&g->json, two_sided, HIT_JSON_TRUE);
    if (info != 0)
        status = add_texture(g, info, textures, &g->materials[number].uv_set, &out->texture);
    return status == HIT_OK ? hit_gltf_name(g, token, &out->name) : status;
}

hit_status hit_gltf_materials(hit_gltf* g)
{
    const uint32_t count = g->material_list.count;
    hit_model_material* materials;
    hit_model_texture* textures;
    hit_status status = HIT_OK;
    if (count == 0)
        return HIT_OK;
    // One more, for primitives that have none; and a texture for each at most.
    materials = hit_loader_allocate(g->loader, (uint64_t)count + 1, sizeof *materials, &status);
    textures = materials != NULL ? hit_loader_allocate(g->loader, count, sizeof *textures, &status) : NULL;
    if (textures == NULL)
        return status;
    g->loader->model->materials = materials;
    g->loader->model->textures = textures;
    for (uint32_t i = 0; status == HIT_OK && i < count; i++)
        status = read_material(g, i, textures, &materials[i]);
    materials[count] = plain;
    g->loader->model->material_count = count;
    return status;
}
