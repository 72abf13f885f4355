// The package around a 3MF model (Open Packaging Conventions, ISO/IEC 29500-2): which of its entries is the model.
//
// _rels/.rels names it. Where that is missing or names none, as some programs write it, the model is where all of them
// put it. Names of entries are compared without regard to case, as the conventions say.
#include "mesh_io/threemf/threemf.h"

#include <string.h>

#define USUAL_MODEL "3D/3dmodel.model"

static hit_zip_entry* find_entry(const hit_3mf* m, const char* path)
{
    return hit_zip_find(m->zip, path[0] == '/' ? path + 1 : path);
}

// ---- Relationships --------------------------------------------------------------------------------------------------

static bool ends_with(const char* text, const char* end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static hit_status begin_relationship(hit_3mf* m, void* context, const char* space, const char* name,
                                     const char** attributes)
{
    hit_zip_entry** model = context;
    const char* type = hit_xml_value(attributes, "Type");
    const char* target = hit_xml_value(attributes, "Target");
    (void)space;
    if (*model != NULL || strcmp(name, "Relationship") != 0 || type == NULL || target == NULL ||
        !ends_with(type, "/3dmodel"))
        return HIT_OK;
    *model = find_entry(m, target);
    return *model != NULL ? HIT_OK
                          : hit_3mf_fail(m, "_rels/.rels names the model \"%.80s\", which is not in the file", target);
}

static hit_status end_relationship(hit_3mf* m, void* context, const char* space, const char* name)
{
    (void)m, (void)context, (void)space, (void)name;
    return HIT_OK;
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static hit_status add_file(hit_3mf* m, hit_zip_entry* entry)
{
    hit_status status = HIT_OK;
    hit_3mf_file* file = HIT_3MF_APPEND(m, m->files, &status);
    if (file != NULL)
        *file = (hit_3mf_file){entry, entry->name};
    return status;
}

hit_status hit_3mf_file_at(hit_3mf* m, const char* path, uint32_t* file)
{
    hit_zip_entry* entry = find_entry(m, path);
    if (entry == NULL)
        return hit_3mf_fail(m, "it names \"%.80s\", which is not in the file", path);
    for (*file = 0; *file < m->files.count; ++*file)
        if (m->files.items[*file].entry == entry)
            return HIT_OK;
    return add_file(m, entry);
}

hit_status hit_3mf_find_root(hit_3mf* m)
{
    hit_zip_entry* relationships = hit_zip_find(m->zip, "_rels/.rels");
    hit_zip_entry* model = NULL;
    const hit_xml_handler handler = {begin_relationship, end_relationship, NULL, &model};
    hit_status status = HIT_OK;
    if (relationships != NULL)
        status = hit_xml_read(m, relationships, &handler);
    if (status != HIT_OK)
        return status;
    if (model == NULL)
        model = hit_zip_find(m->zip, USUAL_MODEL);
    if (model == NULL)
        return hit_loader_fail(m->loader, HIT_ERROR_FORMAT, 0,
                               "3MF: there is no model in it: neither _rels/.rels names "
                               "one, nor is there a " USUAL_MODEL);
    return add_file(m, model);
}
