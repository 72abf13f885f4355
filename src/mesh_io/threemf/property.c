// What surfaces of 3MF look like: base materials, colours and textures; read only when appearance is asked for.
//
// A triangle names a property group, and an element of it for each corner. Base materials become materials of the
// model. Colours and texture coordinates belong to corners, those of the model to vertices: a vertex that corners give
// several of them is copied, once for each. Copies of a vertex are linked, and the first few of them are compared.
//
// The first material of the model is white, for triangles that have none, and under colours.
#include "mesh_io/text/text.h"
#include "mesh_io/threemf/threemf.h"

#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { COMPARED = 16, WHITE = 0 };

// ---- Groups ---------------------------------------------------------------------------------------------------------

static bool is_appearance_wanted(const hit_3mf* m)
{
    return m->loader->options->appearance;
}

// An id; HIT_3MF_NONE for what is none: what cannot be shown is no reason to refuse a model.
static uint32_t id_of(hit_3mf* m, const char** attributes, const char* name)
{
    uint32_t id;
    (void)hit_3mf_whole(m, attributes, name, HIT_3MF_NONE, &id);
    return id;
}

static bool is_clamped(const char* style)
{
    return style != NULL && (strcmp(style, "clamp") == 0 || strcmp(style, "none") == 0);
}

static hit_status read_texture(hit_3mf* m, const char** attributes)
{
    const char* path = hit_xml_value(attributes, "path");
    hit_status status = HIT_OK;
    hit_3mf_texture* texture = HIT_3MF_APPEND(m, m->textures, &status);
    if (texture == NULL)
        return status;
    texture->file = m->file;
    texture->model_texture = HIT_3MF_NONE;
    texture->clamp_u = is_clamped(hit_xml_value(attributes, "tilestyleu"));
    texture->clamp_v = is_clamped(hit_xml_value(attributes, "tilestylev"));
    texture->id = id_of(m, attributes, "id");
    texture->path = hit_loader_text(m->loader, path != NULL ? path : "", path != NULL ? strlen(path) : 0, &status);
    return status;
}

hit_status hit_3mf_read_group(hit_3mf* m, const char* name, const char** attributes, bool* known)
{
    static const char* const kinds[] = {"basematerials", "colorgroup", "texture2dgroup"};
    hit_status status = HIT_OK;
    hit_3mf_group* group;
    int kind = 0;
    *known = strcmp(name, "texture2d") == 0;
    if (*known)
        return is_appearance_wanted(m) ? read_texture(m, attributes) : HIT_OK;
    while (kind < 3 && strcmp(name, kinds[kind]) != 0)
        kind++;
    *known = kind < 3;
    if (!*known || !is_appearance_wanted(m))
        return HIT_OK;
    group = HIT_3MF_APPEND(m, m->groups, &status);
    if (group == NULL)
        return status;
    group->file = m->file;
    group->kind = (hit_3mf_group_kind)kind;
    group->first = m->elements.count;
    group->id = id_of(m, attributes, "id");
    group->texture = id_of(m, attributes, "texid");
    return HIT_OK;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
}

// "#RRGGBB" or "#RRGGBBAA", in sRGB; white for what is neither.
static void read_color(const char* text, uint8_t color[4])
{
    const size_t length = text != NULL ? strlen(text) : 0;
    uint8_t found[4] = {255, 255, 255, 255};
    memset(color, 255, 4);
    if ((length != 7 && length != 9) || text[0] != '#')
        return;
    for (size_t i = 1; i < length; i += 2) {
        const int high = digit_of(text[i]), low = digit_of(text[i + 1]);
        if (high < 0 || low < 0)
            return;
        found[i / 2] = (uint8_t)(16 * high + low);
    }
    memcpy(color, found, 4);
}

static float read_coordinate(const char* text)
{
    float value = 0.0f;
    if (text == NULL || hit_text_read_float(text, text + strlen(text), &value) == NULL)
        return 0.0f;
    return value > -1e6f && value < 1e6f ? value : 0.0f;
}

hit_status hit_3mf_read_element(hit_3mf* m, const char* name, const char** attributes, bool* known)
{
    const char* label = hit_xml_value(attributes, "name");
    const bool base = strcmp(name, "base") == 0;
    hit_status status = HIT_OK;
    hit_3mf_element* element;
    *known = base || strcmp(name, "color") == 0 || strcmp(name, "tex2coord") == 0;
    if (!*known || !is_appearance_wanted(m) || m->groups.count == 0)
        return HIT_OK;
    element = HIT_3MF_APPEND(m, m->elements, &status);
    if (element == NULL)
        return status;
    m->groups.items[m->groups.count - 1].count++;
    element->name = "";
    if (base && label != NULL)
        element->name = hit_loader_text(m->loader, label, strlen(label), &status);
    read_color(hit_xml_value(attributes, base ? "displaycolor" : "color"), element->color);
    element->uv[0] = read_coordinate(hit_xml_value(attributes, "u"));
    element->uv[1] = 1.0f - read_coordinate(hit_xml_value(attributes, "v")); // from the bottom in 3MF
    return status;
}

// ---- Materials and textures of the model ----------------------------------------------------------------------------

static int compare_groups(const void* a, const void* b)
{
    const hit_3mf_group *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->id != y->id ? x->id < y->id ? -1 : 1 : 0;
}

static int compare_textures(const void* a, const void* b)
{
    const hit_3mf_texture *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->id != y->id ? x->id < y->id ? -1 : 1 : 0;
}

static hit_model_material make_material(const char* name, const uint8_t color[4], uint32_t texture)
{
    hit_model_material material = {.name = name, .texture = texture, .is_blended = color[3] < 255};
    for (int i = 0; i < 4; i++)
        material.color[i] = (float)color[i] / 255.0f;
    return material;
}

// The bytes of a texture. One that cannot be read is a note.
static hit_status load_texture(hit_3mf* m, hit_3mf_texture* texture, hit_model_texture* textures)
{
    hit_model* model = m->loader->model;
    hit_zip_entry* entry = hit_zip_find(m->zip, texture->path[0] == '/' ? texture->path + 1 : texture->path);
    hit_status status = HIT_ERROR_FILE;
    char* bytes = NULL;
    size_t size = 0;
    if (entry != NULL)
        status = hit_zip_read(m->zip, entry, &bytes, &size);
    if (status == HIT_ERROR_MEMORY)
        return status;
    if (status != HIT_OK)
        return hit_loader_note(m->loader, "the texture %.80s cannot be read", texture->path);
    texture->model_texture = model->texture_count++;
    textures[texture->model_texture] = (hit_model_texture){.bytes = bytes,
                                                           .size = size,
                                                           .clamp_u = texture->clamp_u,
                                                           .clamp_v = texture->clamp_v,
                                                           .transform = {1, 0, 0, 0, 1, 0}};
    textures[texture->model_texture].name = hit_loader_text(m->loader, texture->path, strlen(texture->path), &status);
    return status;
}

static hit_status load_textures(hit_3mf* m)
{
    hit_status status = HIT_OK;
    hit_model_texture* textures = hit_loader_allocate(m->loader, m->textures.count, sizeof *textures, &status);
    if (textures == NULL)
        return status;
    m->loader->model->textures = textures;
    for (uint32_t i = 0; i < m->textures.count && status == HIT_OK; i++)
        status = load_texture(m, &m->textures.items[i], textures);
    return status;
}

hit_status hit_3mf_finish_properties(hit_3mf* m)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    hit_model* model = m->loader->model;
    hit_status status = HIT_OK;
    hit_model_material* materials;
    uint32_t count = 0;
    if (m->groups.count == 0)
        return HIT_OK;
    status = load_textures(m);
    if (status != HIT_OK)
        return status;
    materials =
        hit_loader_allocate(m->loader, 1 + (uint64_t)m->elements.count + m->textures.count, sizeof *materials, &status);
    if (materials == NULL)
        return status;
    materials[count++] = make_material("", white, HIT_3MF_NONE);
    for (uint32_t i = 0; i < m->groups.count; i++) {
        const hit_3mf_group* group = &m->groups.items[i];
        for (uint32_t k = group->first; group->kind == HIT_3MF_BASE && k < group->first + group->count; k++) {
            hit_3mf_element* element = &m->elements.items[k];
            element->material = count;
            materials[count++] = make_material(element->name, element->color, HIT_3MF_NONE);
        }
    }
    for (uint32_t i = 0; i < m->textures.count; i++) {
        hit_3mf_texture* texture = &m->textures.items[i];
        texture->material = texture->model_texture != HIT_3MF_NONE ? count : WHITE;
        if (texture->model_texture != HIT_3MF_NONE)
            materials[count++] =
                make_material(model->textures[texture->model_texture].name, white, texture->model_texture);
    }
    model->materials = hit_loader_shrink(m->loader, materials, count, sizeof *materials);
    model->material_count = count;
    qsort(m->groups.items, m->groups.count, sizeof *m->groups.items, compare_groups);
    if (m->textures.count > 0)
        qsort(m->textures.items, m->textures.count, sizeof *m->textures.items, compare_textures);
    return HIT_OK;
}

// ---- A mesh ---------------------------------------------------------------------------------------------------------

#define UNUSED UINT32_MAX
#define LAST (UINT32_MAX - 1)

// What a corner may give to its vertex.
typedef struct look {
    uint8_t color[4];
    float uv[2];
} look;

static bool looks_equal(const look* a, const look* b)
{
    return memcmp(a->color, b->color, sizeof a->color) == 0 && a->uv[0] == b->uv[0] && a->uv[1] == b->uv[1];
}

// The vertices of a mesh, while copies are added.
typedef struct dresser {
    hit_3mf* m;
    hit_vec3* vertices;
    look* looks;
    uint32_t* next; ///< the next copy of a vertex, LAST, or UNUSED when no corner has it yet
    uint32_t count, capacity;
} dresser;

static hit_status grow(dresser* d)
{
    const uint64_t larger = (uint64_t)d->capacity + d->capacity / 2 + 16;
    hit_status status = HIT_OK;
    hit_vec3* vertices = hit_loader_grow(d->m->loader, d->vertices, d->count, larger, sizeof *vertices, &status);
    look* looks;
    uint32_t* next;
    if (vertices == NULL)
        return status;
    d->vertices = vertices;
    looks = hit_loader_grow(d->m->loader, d->looks, d->count, larger, sizeof *looks, &status);
    if (looks == NULL)
        return status;
    d->looks = looks;
    next = hit_loader_grow(d->m->loader, d->next, d->count, larger, sizeof *next, &status);
    if (next == NULL)
        return status;
    d->next = next;
    d->capacity = larger < LAST - 1 ? (uint32_t)larger : LAST - 1;
    return HIT_OK;
}

// The copy of a vertex that looks like this.
static hit_status vertex_with(dresser* d, const look* wanted, uint32_t* vertex)
{
    uint32_t at = *vertex, compared = 0;
    if (d->next[at] == UNUSED) {
        d->next[at] = LAST;
        d->looks[at] = *wanted;
        return HIT_OK;
    }
    while (!looks_equal(&d->looks[at], wanted)) {
        if (d->next[at] == LAST || ++compared == COMPARED) {
            if (d->count == d->capacity) {
                const hit_status status = grow(d);
                if (status != HIT_OK)
                    return status;
            }
            if (d->count == d->capacity)
                return hit_loader_fail(d->m->loader, HIT_ERROR_LIMIT, 0, "3MF: too many vertices");
            d->vertices[d->count] = d->vertices[at];
            d->looks[d->count] = *wanted;
            d->next[d->count] = d->next[at];
            d->next[at] = d->count;
            at = d->count++;
            break;
        }
        at = d->next[at];
    }
    *vertex = at;
    return HIT_OK;
}

// The group of a property; NULL: there is none, or it has not as many elements.
static const hit_3mf_group* group_of(const hit_3mf* m, uint32_t file, const hit_3mf_property* property)
{
    const hit_3mf_group key = {.file = file, .id = property->group};
    const hit_3mf_group* group;
    if (property->group == HIT_3MF_NONE || m->groups.count == 0)
        return NULL;
    group = bsearch(&key, m->groups.items, m->groups.count, sizeof key, compare_groups);
    for (int i = 0; i < 3 && group != NULL; i++)
        if (property->element[i] >= group->count)
            return NULL;
    return group;
}

static uint32_t texture_material(const hit_3mf* m, const hit_3mf_group* group)
{
    const hit_3mf_texture key = {.file = group->file, .id = group->texture};
    const hit_3mf_texture* texture =
        m->textures.count > 0 ? bsearch(&key, m->textures.items, m->textures.count, sizeof key, compare_textures)
                              : NULL;
    return texture != NULL ? texture->material : WHITE;
}

// The corners of a triangle get what its group has for them.
static hit_status dress_triangle(dresser* d, const hit_3mf_group* group, const hit_3mf_property* property,
                                 uint32_t* corners)
{
    hit_status status = HIT_OK;
    for (int i = 0; i < 3 && status == HIT_OK; i++) {
        look wanted = {{255, 255, 255, 255}, {0.0f, 0.0f}};
        if (group != NULL) {
            const hit_3mf_element* element = &d->m->elements.items[group->first + property->element[i]];
            if (group->kind == HIT_3MF_COLORS)
                memcpy(wanted.color, element->color, sizeof wanted.color);
            if (group->kind == HIT_3MF_TEXTURE)
                memcpy(wanted.uv, element->uv, sizeof wanted.uv);
        }
        status = vertex_with(d, &wanted, &corners[i]);
    }
    return status;
}

// Colours and texture coordinates as the model has them.
static hit_status keep_looks(dresser* d, bool colors, bool uvs, hit_model_mesh* mesh)
{
    hit_status status = HIT_OK;
    uint8_t* color = colors ? hit_loader_allocate(d->m->loader, d->count, 4, &status) : NULL;
    float* uv = uvs && status == HIT_OK ? hit_loader_allocate(d->m->loader, d->count, 2 * sizeof *uv, &status) : NULL;
    if (status != HIT_OK)
        return status;
    for (uint32_t i = 0; i < d->count; i++) {
        static const look nothing = {{255, 255, 255, 255}, {0.0f, 0.0f}};
        const look* have = d->next[i] != UNUSED ? &d->looks[i] : &nothing;
        if (colors)
            memcpy(color + 4 * (size_t)i, have->color, 4);
        if (uvs)
            memcpy(uv + 2 * (size_t)i, have->uv, sizeof have->uv);
    }
    mesh->colors = color;
    mesh->uvs = uv;
    mesh->vertices = hit_loader_shrink(d->m->loader, d->vertices, d->count, sizeof *d->vertices);
    mesh->vertex_count = d->count;
    hit_loader_free(d->m->loader, d->looks);
    hit_loader_free(d->m->loader, d->next);
    return HIT_OK;
}

static hit_status dress_corners(hit_3mf* m, const hit_3mf_mesh* from, bool colors, bool uvs, hit_model_mesh* mesh)
{
    const uint32_t file = m->objects.items[from->object].file;
    dresser d = {.m = m, .vertices = (hit_vec3*)(uintptr_t)mesh->vertices, .count = mesh->vertex_count};
    uint32_t* indices = (uint32_t*)(uintptr_t)mesh->indices;
    hit_status status = HIT_OK;
    d.capacity = d.count;
    d.looks = hit_loader_allocate(m->loader, d.count, sizeof *d.looks, &status);
    if (status == HIT_OK)
        d.next = hit_loader_allocate(m->loader, d.count, sizeof *d.next, &status);
    for (uint32_t i = 0; i < d.count && status == HIT_OK; i++)
        d.next[i] = UNUSED;
    for (uint32_t t = 0; t < mesh->triangle_count && status == HIT_OK; t++) {
        const hit_3mf_property* property = &from->properties[mesh->faces[t]];
        status = dress_triangle(&d, group_of(m, file, property), property, indices + 3 * (size_t)t);
    }
    return status == HIT_OK ? keep_looks(&d, colors, uvs, mesh) : status;
}

hit_status hit_3mf_dress(hit_3mf* m, const hit_3mf_mesh* from, hit_model_mesh* mesh)
{
    const uint32_t file = m->objects.items[from->object].file;
    bool colors = false, uvs = false, several = false;
    hit_status status = HIT_OK;
    uint32_t* materials;
    if (m->loader->model->material_count == 0 || mesh->triangle_count == 0)
        return HIT_OK;
    materials = hit_loader_allocate(m->loader, mesh->triangle_count, sizeof *materials, &status);
    if (materials == NULL)
        return status;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const hit_3mf_property* property = &from->properties[mesh->faces[t]];
        const hit_3mf_group* group = group_of(m, file, property);
        materials[t] = group == NULL || group->kind == HIT_3MF_COLORS ? WHITE
                       : group->kind == HIT_3MF_BASE ? m->elements.items[group->first + property->element[0]].material
                                                     : texture_material(m, group);
        colors |= group != NULL && group->kind == HIT_3MF_COLORS;
        uvs |= group != NULL && group->kind == HIT_3MF_TEXTURE;
        several |= materials[t] != materials[0];
    }
    mesh->material = materials[0];
    if (several)
        mesh->materials = materials;
    else
        hit_loader_free(m->loader, materials);
    return colors || uvs ? dress_corners(m, from, colors, uvs, mesh) : HIT_OK;
}
