// Reads 3MF: see threemf.h.
#include "mesh_io/threemf/threemf.h"

// Free what was for the time of reading only; names and meshes are the model's.
static void free_tables(hit_3mf* m)
{
    hit_loader* l = m->loader;
    for (uint32_t i = 0; i < m->textures.count; i++)
        hit_loader_free(l, (void*)(uintptr_t)m->textures.items[i].path);
    hit_loader_free(l, m->files.items);
    hit_loader_free(l, m->objects.items);
    hit_loader_free(l, m->components.items);
    hit_loader_free(l, m->items.items);
    hit_loader_free(l, m->meshes.items);
    hit_loader_free(l, m->groups.items);
    hit_loader_free(l, m->elements.items);
    hit_loader_free(l, m->textures.items);
}

// The model part that the package names, those that it names in turn, and what they make together.
static hit_status read_package(hit_3mf* m)
{
    hit_status status = hit_3mf_find_root(m);
    for (uint32_t i = 0; i < m->files.count && status == HIT_OK; i++)
        status = hit_3mf_read_document(m, i);
    m->file = 0;
    if (status == HIT_OK)
        status = hit_3mf_finish_properties(m);
    if (status == HIT_OK)
        status = hit_3mf_finish_meshes(m);
    return status == HIT_OK ? hit_3mf_build(m) : status;
}

hit_status hit_read_3mf(hit_loader* loader)
{
    hit_3mf m = {.loader = loader, .file = HIT_3MF_NONE};
    const hit_model_options* o = loader->options;
    const uint64_t most = o->max_bytes > 0 ? o->max_bytes : HIT_LOADER_UNPACKED(loader->size);
    hit_status status;
    loader->model->up = HIT_AXIS_POSITIVE_Z;
    status = hit_zip_open(loader, loader->bytes, loader->size, most, &m.zip);
    if (status != HIT_OK)
        return status;
    status = read_package(&m);
    hit_zip_close(m.zip);
    if (status == HIT_OK)
        free_tables(&m);
    return status;
}
