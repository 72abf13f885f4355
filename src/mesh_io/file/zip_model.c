// The model in a zip file, and what stands beside it there.
//
// People pack a model with its textures and buffers, and systems add files of their own. What is a model shows in the
// name of an entry: in formats that are read here, and in the most common ones of those that Assimp reads.
#include "mesh_io/file/zip.h"
#include "mesh_io/format.h"
#include "mesh_io/text/scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

hit_zip_entry* hit_zip_find(const hit_zip* zip, const char* name)
{
    hit_zip_entry* similar = NULL;
    for (uint32_t i = 0; i < hit_zip_count(zip); i++) {
        hit_zip_entry* entry = hit_zip_entry_at(zip, i);
        if (strcmp(entry->name, name) == 0)
            return entry;
        if (similar == NULL && is_same_but_for_case(entry->name, name))
            similar = entry;
    }
    return similar;
}

bool hit_zip_is_3mf(const hit_zip* zip)
{
    if (hit_zip_find(zip, "[Content_Types].xml") == NULL && hit_zip_find(zip, "_rels/.rels") == NULL)
        return false;
    for (uint32_t i = 0; i < hit_zip_count(zip); i++) {
        char extension[HIT_EXTENSION];
        hit_extension_find(hit_zip_entry_at(zip, i)->name, extension);
        if (hit_extension_is(extension, "model"))
            return true;
    }
    return false;
}

// ---- The model ------------------------------------------------------------------------------------------------------

// True for what systems and not people put there: a part of the path begins with a point, or is __MACOSX.
static bool is_of_a_system(const char* name)
{
    for (const char* p = name;; p++) {
        const size_t length = strcspn(p, "/\\");
        if (p[0] == '.' || (length == 8 && memcmp(p, "__MACOSX", 8) == 0))
            return true;
        p += length;
        if (*p == '\0')
            return false;
    }
}

static bool is_model(const hit_zip_entry* entry)
{
    static const char* const others[] = {"3ds",  "ac",  "amf", "ase", "b3d", "blend", "bvh",  "cob",     "dae",
                                         "dxf",  "fbx", "ifc", "lwo", "lws", "md2",   "md3",  "md5mesh", "mdl",
                                         "ms3d", "nff", "smd", "wrl", "x",   "x3d",   "x3db", "xgl",     "zgl"};
    char extension[HIT_EXTENSION];
    hit_model_format format;
    if (is_of_a_system(entry->name))
        return false;
    hit_extension_find(entry->name, extension);
    format = hit_format_by_name(extension);
    if (format != HIT_MODEL_OTHER)
        return format != HIT_MODEL_UNKNOWN;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (hit_extension_is(extension, others[i]))
            return true;
    return false;
}

// A scene that lists other models: they are its companions. NULL: there is none, or several.
static hit_zip_entry* find_list_of_models(const hit_zip* zip)
{
    hit_zip_entry* found = NULL;
    for (uint32_t i = 0; i < hit_zip_count(zip); i++) {
        hit_zip_entry* entry = hit_zip_entry_at(zip, i);
        char extension[HIT_EXTENSION];
        hit_extension_find(entry->name, extension);
        if (is_of_a_system(entry->name) || !(hit_extension_is(extension, "lws") || hit_extension_is(extension, "irr")))
            continue;
        if (found != NULL)
            return NULL;
        found = entry;
    }
    return found;
}

hit_status hit_zip_find_model(hit_zip* zip, hit_loader* loader, hit_zip_entry** model)
{
    char names[120] = "";
    size_t used = 0;
    uint32_t models = 0;
    *model = find_list_of_models(zip);
    if (*model != NULL)
        return HIT_OK;
    for (uint32_t i = 0; i < hit_zip_count(zip); i++) {
        hit_zip_entry* entry = hit_zip_entry_at(zip, i);
        const char* end = entry->name + strlen(entry->name);
        if (!is_model(entry))
            continue;
        if (models++ == 0)
            *model = entry;
        if (used + 50 < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.*s", used > 0 ? ", " : "",
                                     printable_length(entry->name, end, 44), entry->name);
        else if (used < sizeof names - 6) {
            snprintf(names + used, sizeof names - used, " ...");
            used = sizeof names;
        }
    }
    if (models == 0)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                               "zip: none of its %" PRIu32 " entries is a model of a known format", hit_zip_count(zip));
    if (models > 1)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                               "zip: it has %" PRIu32 " models (%s); unpack it, and name one of them", models, names);
    return HIT_OK;
}

// ---- Beside it ------------------------------------------------------------------------------------------------------

hit_status hit_zip_read_sibling(hit_zip* zip, hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    const char* folder = loader->zip_folder;
    const size_t folder_length = strlen(folder);
    hit_status status = HIT_OK;
    hit_zip_entry* entry;
    char *path, *content = NULL, *out;
    path = hit_loader_allocate(loader, folder_length + strlen(name) + 1, 1, &status);
    if (path == NULL)
        return status;
    memcpy(path, folder, folder_length + 1);
    out = path + folder_length;
    for (const char* p = name; *p != '\0';) { // as a file system would: "." and empty parts are left out
        const size_t length = strcspn(p, "/");
        const bool last = p[length] == '\0';
        if (length > 0 && !(length == 1 && p[0] == '.')) {
            memcpy(out, p, length + !last);
            out += length + !last;
        }
        p += length + !last;
    }
    *out = '\0';
    entry = hit_zip_find(zip, path);
    hit_loader_free(loader, path);
    if (entry == NULL)
        return hit_loader_fail(loader, HIT_ERROR_FILE, 0,
                               "the model names the file \"%.*s\", which is not beside it in the zip file",
                               printable_length(name, name + strlen(name), 60), name);
    status = hit_zip_read(zip, entry, &content, size);
    if (status == HIT_OK)
        *bytes = content;
    return status;
}
