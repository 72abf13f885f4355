// The materials and textures of a model that is being read.
//
// Lists grow by doubling, when their count is a power of two. A texture is read once, whatever number of materials show
// it: those that repeat or move it in another way are entries of their own with the same bytes.
#include "mesh_io/appearance.h"

#include "base/assert.h"
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 1000, FIRST_CAPACITY = 4 };

// Room for one thing more in a list of `count`; NULL when there is none, and the list as it was.
static void* grow_list(hit_loader* loader, const void* list, uint32_t count, size_t size, hit_status* status)
{
    void* old = (void*)(uintptr_t)list;
    if (count >= FIRST_CAPACITY && (count & (count - 1)) != 0)
        return old;
    if (count > 0 && count < FIRST_CAPACITY)
        return old;
    return hit_loader_grow(loader, old, count, count > 0 ? 2 * (uint64_t)count : FIRST_CAPACITY, size, status);
}

hit_model_material* hit_loader_materials(hit_loader* loader)
{
    return (hit_model_material*)(uintptr_t)loader->model->materials;
}

hit_status hit_loader_material(hit_loader* loader, const char* name, size_t length)
{
    hit_model* model = loader->model;
    hit_status status = HIT_OK;
    hit_model_material* list = grow_list(loader, model->materials, model->material_count, sizeof *list, &status);
    if (status != HIT_OK)
        return status;
    model->materials = list;
    list[model->material_count] = (hit_model_material){.name = hit_loader_text(loader, name, length, &status),
                                                       .color = {1, 1, 1, 1},
                                                       .texture = UINT32_MAX,
                                                       .is_two_sided = true};
    model->material_count += status == HIT_OK;
    return status;
}

// ---- Textures -------------------------------------------------------------------------------------------------------

bool hit_textures_look_alike(const hit_model_texture* a, const hit_model_texture* b)
{
    bool alike = a->clamp_u == b->clamp_u && a->clamp_v == b->clamp_v;
    for (int i = 0; i < 6; i++)
        alike = alike && a->transform[i] == b->transform[i];
    return alike;
}

static hit_status add_texture(hit_loader* loader, const hit_model_texture* texture, uint32_t* number)
{
    hit_model* model = loader->model;
    hit_status status = HIT_OK;
    hit_model_texture* list = grow_list(loader, model->textures, model->texture_count, sizeof *list, &status);
    if (status != HIT_OK)
        return status;
    model->textures = list;
    list[model->texture_count] = *texture;
    *number = model->texture_count++;
    return HIT_OK;
}

// Read what a name leads to, and keep why that is not possible, but for a lack of memory, which is returned.
static hit_status try_file(hit_loader* loader, const char* name, hit_model_texture* texture, hit_error* why)
{
    hit_error* const told = loader->error;
    hit_error error = {0};
    const char* bytes;
    hit_status status;
    loader->error = &error;
    status = hit_loader_read_sibling(loader, name, &bytes, &texture->size);
    loader->error = told;
    if (status == HIT_OK) {
        texture->bytes = bytes;
        return HIT_OK;
    }
    if (why->message[0] == '\0')
        *why = error;
    return status == HIT_ERROR_MEMORY ? hit_loader_fail(loader, status, 0, "%s", error.message) : HIT_OK;
}

hit_status hit_loader_texture(hit_loader* loader, const char* folder, const char* name, size_t length,
                              const hit_model_texture* like, uint32_t* number)
{
    hit_model_texture texture = *like;
    char path[2 * LONGEST_NAME], plain[LONGEST_NAME];
    hit_error why = {0};
    hit_status status = HIT_OK;
    const char* base;

    *number = UINT32_MAX;
    if (length == 0 || length >= LONGEST_NAME || strlen(folder) >= LONGEST_NAME)
        return hit_loader_note(loader, "a texture was left out: its name is %s", length == 0 ? "missing" : "too long");
    for (size_t i = 0; i < length; i++)
        plain[i] = name[i] == '\\' ? '/' : name[i] == '\0' ? '?' : name[i];
    plain[length] = '\0';
    for (uint32_t i = 0; i < loader->model->texture_count; i++) {
        const hit_model_texture* known = &loader->model->textures[i];
        if (strcmp(known->name, plain) != 0)
            continue;
        texture.name = known->name;
        texture.bytes = known->bytes;
        texture.size = known->size;
        if (hit_textures_look_alike(known, like)) {
            *number = i;
            return HIT_OK;
        }
    }
    base = strrchr(plain, '/') != NULL ? strrchr(plain, '/') + 1 : plain;
    snprintf(path, sizeof path, "%s%s", folder, plain);
    if (texture.bytes == NULL)
        status = try_file(loader, path, &texture, &why);
    if (texture.bytes == NULL && status == HIT_OK && folder[0] != '\0')
        status = try_file(loader, plain, &texture, &why);
    if (texture.bytes == NULL && status == HIT_OK && base != plain && base[0] != '\0') {
        snprintf(path, sizeof path, "%s%s", folder, base);
        status = try_file(loader, path, &texture, &why);
    }
    if (status != HIT_OK)
        return status;
    if (texture.bytes == NULL)
        return hit_loader_note(loader, "a texture was left out: %s", why.message);
    if (texture.name[0] == '\0')
        texture.name = hit_loader_text(loader, plain, length, &status);
    return status == HIT_OK ? add_texture(loader, &texture, number) : status;
}
