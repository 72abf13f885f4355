// The document that a glTF file's JSON describes: its version, the extensions that it needs, and tables by which what
// it names by number is found at once.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

hit_status hit_gltf_fail(const hit_gltf* g, uint32_t token, const char* format, ...)
{
    char message[sizeof g->loader->error->message];
    va_list arguments;
    HIT_ASSERT(token < g->json.count);
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return hit_json_fail(g->loader, &g->json, HIT_ERROR_FORMAT, g->json.tokens[token].start, "%s", message);
}

// ---- Members --------------------------------------------------------------------------------------------------------

hit_status hit_gltf_needed(const hit_gltf* g, uint32_t object, const char* key, const char* what, uint64_t which,
                           uint64_t most, uint64_t* value)
{
    const uint32_t token = hit_json_find(&g->json, object, key);
    if (token == 0)
        return hit_gltf_fail(g, object, "%s %" PRIu64 " has no %s", what, which, key);
    if (!hit_json_whole(&g->json, token, value))
        return hit_gltf_fail(g, token, "%s %" PRIu64 ": %s is no whole number of 0 to 2^53", what, which, key);
    if (*value > most)
        return hit_gltf_fail(g, token, "%s %" PRIu64 ": %s is %" PRIu64 ", and may be %" PRIu64 " at most", what, which,
                             key, *value, most);
    return HIT_OK;
}

hit_status hit_gltf_whole(const hit_gltf* g, uint32_t object, const char* key, const char* what, uint64_t which,
                          uint64_t most, uint64_t otherwise, uint64_t* value)
{
    *value = otherwise;
    if (hit_json_find(&g->json, object, key) == 0)
        return HIT_OK;
    return hit_gltf_needed(g, object, key, what, which, most, value);
}

hit_status hit_gltf_reference(const hit_gltf* g, uint32_t object, const char* key, const char* what, uint64_t which,
                              const hit_gltf_list* list, uint32_t* value)
{
    const uint32_t token = hit_json_find(&g->json, object, key);
    uint64_t number = 0;
    hit_status status;
    *value = HIT_GLTF_NONE;
    if (token == 0)
        return HIT_OK;
    status = hit_gltf_needed(g, object, key, what, which, UINT64_MAX, &number);
    if (status != HIT_OK)
        return status;
    if (number >= list->count)
        return hit_gltf_fail(g, token, "%s %" PRIu64 ": %s is %" PRIu64 ", but the model has %" PRIu32 " of them", what,
                             which, key, number, list->count);
    *value = (uint32_t)number;
    return HIT_OK;
}

uint32_t hit_gltf_extension(const hit_gltf* g, uint32_t object, const char* name)
{
    const uint32_t extensions = hit_json_find(&g->json, object, "extensions");
    return extensions != 0 ? hit_json_find(&g->json, extensions, name) : 0;
}

char* hit_gltf_text(const hit_gltf* g, uint32_t token, size_t* length, hit_status* status)
{
    char* text = hit_loader_allocate(g->loader, (uint64_t)g->json.tokens[token].size + 1, 1, status);
    if (text == NULL)
        return NULL;
    *length = hit_json_text(&g->json, token, text);
    HIT_ASSERT(*length <= g->json.tokens[token].size); // no escape is shorter than what it stands for
    text[*length] = '\0';
    return text;
}

hit_status hit_gltf_name(const hit_gltf* g, uint32_t object, const char** name)
{
    const uint32_t token = hit_json_find(&g->json, object, "name");
    hit_status status = HIT_OK;
    const char* copy;
    size_t length;
    char* text;
    if (token == 0 || !hit_json_is(&g->json, token, HIT_JSON_STRING) || g->json.tokens[token].size == 0)
        return HIT_OK;
    text = hit_gltf_text(g, token, &length, &status);
    if (text == NULL)
        return status;
    copy = hit_loader_text(g->loader, text, length, &status);
    hit_loader_free(g->loader, text);
    if (copy == NULL)
        return status;
    *name = copy;
    return HIT_OK;
}

// ---- Version and extensions -----------------------------------------------------------------------------------------

static hit_status check_version(hit_gltf* g)
{
    const uint32_t asset = hit_json_find(&g->json, 0, "asset");
    const uint32_t least = asset != 0 ? hit_json_find(&g->json, asset, "minVersion") : 0;
    const uint32_t version = asset != 0 ? hit_json_find(&g->json, asset, "version") : 0;
    const uint32_t token = least != 0 ? least : version;
    const hit_json_token* t = &g->json.tokens[token];
    const char* text = g->json.text + t->start;

    if (token == 0 || (t->kind != HIT_JSON_STRING && t->kind != HIT_JSON_NUMBER))
        return hit_gltf_fail(g, asset, "not glTF: there is no \"asset\" with a \"version\"");
    if (t->size >= 1 && (text[0] == '0' || text[0] == '1') && (t->size == 1 || text[1] == '.')) {
        g->is_version_1 = true;
        return HIT_OK;
    }
    if (t->size < 2 || memcmp(text, "2.", 2) != 0)
        return hit_gltf_fail(g, token, "glTF of version %.*s, not 2.x; convert the model to glTF 2.0",
                             t->size < 20 ? (int)t->size : 20, text);
    if (least != 0 && !(t->size == 3 && text[2] == '0'))
        return hit_gltf_fail(g, token, "the model needs glTF %.*s; 2.0 can be read", t->size < 20 ? (int)t->size : 20,
                             text);
    return HIT_OK;
}

// Whether a name is a pattern, in which a '*' stands for any text.
static bool matches(const char* pattern, const char* name)
{
    const char* star = strchr(pattern, '*');
    const size_t head = star != NULL ? (size_t)(star - pattern) : strlen(pattern);
    if (strncmp(pattern, name, head) != 0)
        return false;
    if (star == NULL)
        return name[head] == '\0';
    for (const char* rest = name + head; star[1] != '\0' && *rest != '\0'; rest++)
        if (matches(star + 1, rest))
            return true;
    return star[1] == '\0';
}

// True for extensions that change no triangle: what they add is left out; and for those that are followed here. Unknown
// ones may put triangles anywhere, so they are refused by their name.
static bool is_harmless(const char* name)
{
    static const char* const known[] = {
        "KHR_mesh_quantization", "EXT_mesh_gpu_instancing", "KHR_draco_mesh_compression", "EXT_meshopt_compression",
        "KHR_meshopt_compression", "KHR_node_visibility", "KHR_texture_*",
        // Looks, sounds, behaviour, and data about the data.
        "*_materials_*", "*_texture_*", "*_lights_*", "KHR_techniques_webgl", "KHR_technique_webgl", "KHR_blend",
        "KHR_environment*", "KHR_xmp*", "KHR_animation*", "KHR_audio*", "KHR_physics*", "KHR_collision*",
        "KHR_implicit_shapes", "KHR_interactivity", "KHR_node_selectability", "KHR_node_hoverability",
        "EXT_mesh_features", "EXT_instance_features", "EXT_feature_metadata", "EXT_structural_metadata",
        "FB_geometry_metadata", "VRM*", "MSFT_lod", "MSFT_packing_*", "MSFT_audio*", "AGI_articulations",
        "AGI_stk_metadata", "OMI_*", "GOOGLE_*", "EXT_property_*"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (matches(known[i], name))
            return true;
    return false;
}

hit_status hit_gltf_fail_packed(const hit_gltf* g, uint32_t token, const char* extension, const char* library)
{
    return hit_gltf_fail(g, token,
                         "the triangles are packed by %s, and %s was missing when hitscan was built; build with it, or "
                         "unpack with `gltf-transform copy IN OUT`",
                         extension, library);
}

static hit_status check_extension(hit_gltf* g, uint32_t token, const char* name)
{
    const hit_json_token* t = &g->json.tokens[token];
    g->needs_draco |= strcmp(name, "KHR_draco_mesh_compression") == 0;
    if (is_harmless(name))
        return HIT_OK;
    // As it is written in the file: there it has no control characters.
    return hit_gltf_fail(g, token, "the model requires the extension %.*s, which is not known here; export without it",
                         t->size < 60 ? (int)t->size : 60, g->json.text + t->start);
}

static hit_status check_extensions(hit_gltf* g)
{
    const uint32_t list = hit_json_find(&g->json, 0, "extensionsRequired");
    uint32_t item = hit_json_first(list);
    if (list == 0 || !hit_json_is(&g->json, list, HIT_JSON_ARRAY))
        return HIT_OK;
    for (uint32_t i = 0; i < g->json.tokens[list].size; i++, item = g->json.tokens[item].next) {
        hit_status status = HIT_OK;
        size_t length;
        char* name;
        if (!hit_json_is(&g->json, item, HIT_JSON_STRING))
            return hit_gltf_fail(g, item, "extensionsRequired has something in it that is no string");
        name = hit_gltf_text(g, item, &length, &status);
        if (name == NULL)
            return status;
        status = check_extension(g, item, name);
        hit_loader_free(g->loader, name);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

// ---- Tables ---------------------------------------------------------------------------------------------------------

// The tokens of an array of objects, and as many zeroed elements, which are returned. NULL when there is no such array,
// and on failure.
static void* make_table(hit_gltf* g, const char* key, hit_gltf_list* list, size_t size, hit_status* status)
{
    const uint32_t array = hit_json_find(&g->json, 0, key);
    const uint32_t count = array != 0 ? g->json.tokens[array].size : 0;
    uint32_t item = hit_json_first(array);
    void* table;

    if (array == 0 || *status != HIT_OK)
        return NULL;
    if (!hit_json_is(&g->json, array, HIT_JSON_ARRAY)) {
        *status = hit_gltf_fail(g, array, "%s is no array", key);
        return NULL;
    }
    list->tokens = hit_loader_allocate(g->loader, count, sizeof *list->tokens, status);
    table = list->tokens != NULL ? hit_loader_allocate(g->loader, count, size, status) : NULL;
    if (table == NULL)
        return NULL;
    memset(table, 0, count * size);
    list->count = count;
    for (uint32_t i = 0; i < count; i++, item = g->json.tokens[item].next) {
        if (!hit_json_is(&g->json, item, HIT_JSON_OBJECT)) {
            *status = hit_gltf_fail(g, item, "%s: number %" PRIu32 " is no object", key, i);
            return NULL;
        }
        list->tokens[i] = item;
    }
    return table;
}

// The same for what the triangles can do without: an array that is none has nothing in it.
static void* make_table_if_any(hit_gltf* g, const char* key, hit_gltf_list* list, size_t size, hit_status* status)
{
    const uint32_t array = hit_json_find(&g->json, 0, key);
    return array != 0 && hit_json_is(&g->json, array, HIT_JSON_ARRAY) ? make_table(g, key, list, size, status) : NULL;
}

hit_status hit_gltf_tables(hit_gltf* g)
{
    hit_status status;
    if (!hit_json_is(&g->json, 0, HIT_JSON_OBJECT))
        return hit_gltf_fail(g, 0, "not glTF: the JSON is no object");
    status = check_version(g);
    if (status != HIT_OK || g->is_version_1)
        return status;
    status = check_extensions(g);
    g->buffers = make_table(g, "buffers", &g->buffer_list, sizeof *g->buffers, &status);
    g->views = make_table(g, "bufferViews", &g->view_list, sizeof *g->views, &status);
    g->accessors = make_table(g, "accessors", &g->accessor_list, sizeof *g->accessors, &status);
    g->meshes = make_table(g, "meshes", &g->mesh_list, sizeof *g->meshes, &status);
    g->nodes = make_table(g, "nodes", &g->node_list, sizeof *g->nodes, &status);
    g->cameras = make_table_if_any(g, "cameras", &g->camera_list, 1, &status);
    g->skins = make_table_if_any(g, "skins", &g->skin_list, sizeof *g->skins, &status);
    if (!g->loader->options->appearance)
        return status;
    g->materials = make_table_if_any(g, "materials", &g->material_list, sizeof *g->materials, &status);
    g->textures = make_table_if_any(g, "textures", &g->texture_list, sizeof *g->textures, &status);
    g->images = make_table_if_any(g, "images", &g->image_list, sizeof *g->images, &status);
    g->samplers = make_table_if_any(g, "samplers", &g->sampler_list, 1, &status);
    return status;
}
