// From a path or bytes to a model: unpacks, finds the format out, calls its reader and checks what it made.
//
// A file may be packed by gzip, or be a zip file with one model in it, which may itself be packed by gzip, or be a 3MF;
// that is as deep as it goes. Memory of what was unpacked is the loader's until the model has been made.
#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"
#include "mesh_io/appearance.h"
#include "mesh_io/file/zip.h"
#include "mesh_io/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_BYTES ((uint64_t)64 << 20)
#define PIPE_BYTES ((uint64_t)4 << 30) ///< what a pipe may bring, where the caller does not say
enum { TIMES_OF_FILE = 16, LAYERS = 3 };

// ---- Unpacking ------------------------------------------------------------------------------------------------------

// What is being read: the loader, and what there is to know about its bytes.
typedef struct reading {
    hit_loader* loader;
    hit_model_format format; ///< HIT_MODEL_UNKNOWN: to be found out
    char extension[HIT_EXTENSION];
    const char* path;   ///< of the file; NULL: it has none
    uint64_t max_bytes; ///< as the caller gave it
    char* unpacked[LAYERS];
    int layers;
} reading;

// How much the bytes at hand may unpack to.
static uint64_t most_unpacked(const reading* r)
{
    return r->max_bytes > 0 ? r->max_bytes : HIT_LOADER_UNPACKED(r->loader->size);
}

static bool is_gzip(const hit_loader* loader)
{
    return loader->size >= 2 && (unsigned char)loader->bytes[0] == 0x1f && (unsigned char)loader->bytes[1] == 0x8b;
}

static hit_status unpack_gzip(reading* r)
{
    const uint64_t most = most_unpacked(r);
    char* bytes = NULL;
    hit_status status;
    r->loader->left = most;
    status = hit_unpack_gzip(r->loader, r->loader->bytes, r->loader->size, most, &bytes, &r->loader->size);
    if (status == HIT_OK)
        r->loader->bytes = r->unpacked[r->layers++] = bytes;
    return status;
}

// Keep the folder of an entry: siblings of the model come from it.
static hit_status find_zip_folder(reading* r, const char* name)
{
    const char* slash = strrchr(name, '/');
    const size_t length = slash != NULL ? (size_t)(slash - name) + 1 : 0;
    hit_status status = HIT_OK;
    char* folder = hit_loader_allocate(r->loader, length + 1, 1, &status);
    if (folder == NULL)
        return status;
    memcpy(folder, name, length);
    folder[length] = '\0';
    r->loader->zip_folder = folder;
    return HIT_OK;
}

// A zip file: it is a 3MF, which stays as it is, or the model in it takes its place.
static hit_status unpack_zip(reading* r)
{
    hit_loader* loader = r->loader;
    const uint64_t most = most_unpacked(r);
    hit_zip_entry* entry = NULL;
    hit_zip* zip = NULL;
    char* bytes = NULL;
    size_t size = 0;
    hit_status status;
    loader->left = most;
    status = hit_zip_open(loader, loader->bytes, loader->size, most, &zip);
    if (status != HIT_OK)
        return status;
    if (hit_zip_is_3mf(zip)) {
        r->format = HIT_MODEL_3MF;
        hit_zip_close(zip);
        return HIT_OK;
    }
    if (loader->zip != NULL) {
        hit_zip_close(zip);
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "the model in the zip file is a zip file; unpack it first");
    }
    loader->zip = zip; // which is closed at the end
    status = hit_zip_find_model(zip, loader, &entry);
    if (status == HIT_OK)
        status = hit_zip_read(zip, entry, &bytes, &size);
    if (status == HIT_OK)
        status = find_zip_folder(r, entry->name);
    if (status != HIT_OK)
        return status;
    loader->bytes = r->unpacked[r->layers++] = bytes;
    loader->size = size;
    loader->folder = loader->name = NULL; // what is beside the zip file is none of the model's
    hit_extension_find(entry->name, r->extension);
    return HIT_OK;
}

// True when a zip file is for us to open: formats of Assimp may be zip files as well.
static bool is_zip_with_a_model(const reading* r)
{
    const hit_model_format format = hit_format_by_name(r->extension);
    return hit_zip_is(r->loader->bytes, r->loader->size) && r->format != HIT_MODEL_3MF &&
           (format != HIT_MODEL_OTHER || hit_extension_is(r->extension, "zip"));
}

static hit_status unpack(reading* r)
{
    hit_status status = HIT_OK;
    while (status == HIT_OK && r->layers < LAYERS) {
        if (is_gzip(r->loader))
            status = unpack_gzip(r);
        else if (is_zip_with_a_model(r))
            status = unpack_zip(r);
        else
            break;
    }
    return status;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// A file of no bytes is a model of nothing in formats that have no header: whoever writes none of its lines has written
// a file without faces. The others cannot be without their first words.
static hit_status read_empty(reading* r)
{
    hit_loader* loader = r->loader;
    hit_model_format format = r->format;
    if (format == HIT_MODEL_UNKNOWN)
        format = hit_format_by_name(r->extension);
    loader->model->format = format;
    if (format != HIT_MODEL_OBJ && format != HIT_MODEL_STL && format != HIT_MODEL_XYZ)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "the file is empty%s",
                               r->layers > 0 ? " once it is unpacked" : "");
    loader->model->up = format == HIT_MODEL_OBJ ? HIT_AXIS_POSITIVE_Y : HIT_AXIS_POSITIVE_Z; // as of others
    return hit_loader_note(loader, "the file is empty");
}

static hit_status read_as(reading* r)
{
    hit_loader* loader = r->loader;
    switch (r->format) {
    case HIT_MODEL_OBJ:
        return hit_read_obj(loader);
    case HIT_MODEL_PLY:
        return hit_read_ply(loader);
    case HIT_MODEL_STL:
        return hit_read_stl(loader);
    case HIT_MODEL_OFF:
        return hit_read_off(loader);
    case HIT_MODEL_GLTF:
        return hit_read_gltf(loader);
    case HIT_MODEL_3MF:
        return hit_read_3mf(loader);
    case HIT_MODEL_XYZ:
        return hit_read_xyz(loader);
    case HIT_MODEL_OTHER:
        return hit_read_assimp(loader, r->extension);
    case HIT_MODEL_UNKNOWN:
        break;
    }
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "not a model of a known format; OBJ, PLY, STL, OFF, XYZ, 3MF, glTF and GLB are, also packed "
                           "by gzip or zip");
}

// Unpack, if that is called for, and read. loader->bytes are what the file has.
static hit_status unpack_and_read(reading* r)
{
    hit_loader* loader = r->loader;
    hit_status status = unpack(r);
    if (status != HIT_OK)
        return status;
    loader->left = r->max_bytes > 0 ? r->max_bytes : DEFAULT_BYTES + TIMES_OF_FILE * (uint64_t)loader->size;
    loader->left_per_byte = r->max_bytes > 0 ? 0 : TIMES_OF_FILE;
    if (r->path != NULL)
        status = hit_loader_add_file(loader, r->path);
    if (status != HIT_OK)
        return status;
    if (loader->size == 0)
        return read_empty(r);
    if (r->format == HIT_MODEL_UNKNOWN)
        r->format = hit_format_find(loader->bytes, loader->size, r->extension);
    loader->model->format = r->format;
    return read_as(r);
}

// What readers leave to us: the sums, and what says "none" where they said nothing.
static void complete(hit_model* model)
{
    hit_model_part* parts = (hit_model_part*)(uintptr_t)model->parts;
    hit_model_mesh* meshes = (hit_model_mesh*)(uintptr_t)model->meshes;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        hit_mesh_make_finite(&meshes[i]);
        if (model->material_count == 0)
            meshes[i].material = UINT32_MAX;
    }
    for (uint32_t i = 0; i < model->part_count; i++) {
        HIT_ASSERT(model->parts[i].mesh < model->mesh_count);
        model->triangle_count += model->meshes[model->parts[i].mesh].triangle_count;
        model->point_count += model->meshes[model->parts[i].mesh].point_count;
        if (parts[i].path == NULL)
            parts[i].path = parts[i].name;
    }
}

// Make a model of the bytes of a file. `path` is its name; NULL: it has none.
static hit_status make_model(const hit_file_map* file, const char* folder, const char* path, hit_model_format format,
                             const hit_model_options* options, hit_model** model, hit_error* error)
{
    const hit_model_options o = options != NULL ? *options : (hit_model_options){0};
    const hit_allocator allocator = hit_allocator_or_default(o.allocator);
    hit_model_owner* owner = hit_allocate(&allocator, sizeof *owner, 16);
    hit_loader loader = {0};
    reading r = {.loader = &loader,
                 .format = format != HIT_MODEL_UNKNOWN ? format : o.format,
                 .path = path,
                 .max_bytes = o.max_bytes};
    hit_status status;

    if (owner == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a model");
    memset(owner, 0, sizeof *owner);
    owner->allocator = allocator;
    hit_extension_find(path != NULL ? path : "", r.extension);
    loader.bytes = file->bytes;
    loader.size = file->size;
    loader.folder = o.allow_files ? folder : NULL;
    loader.name = path != NULL && strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    loader.pool = o.pool != NULL ? *o.pool : hit_thread_pool_tasks(NULL);
    loader.options = &o;
    loader.error = error;
    loader.model = &owner->model;
    loader.allocator = allocator;
    status = unpack_and_read(&r);
    hit_zip_close(loader.zip);
    hit_loader_free(&loader, (void*)(uintptr_t)loader.zip_folder);
    for (int i = 0; i < r.layers; i++)
        hit_loader_free(&loader, r.unpacked[i]);
    owner->blocks = loader.blocks;
    if (status != HIT_OK) {
        hit_model_destroy(&owner->model);
        return status;
    }
    HIT_ASSERT(owner->model.meshes != NULL || owner->model.mesh_count == 0);
    HIT_ASSERT(owner->model.parts != NULL || owner->model.part_count == 0);
    complete(&owner->model);
    owner->model.bytes = sizeof *owner + hit_loader_block_bytes(owner->blocks);
    *model = &owner->model;
    return hit_succeed(error);
}

// What is wrong with options; HIT_OK when nothing is.
static hit_status check_options(const hit_model_options* options, hit_error* error)
{
    if (options == NULL)
        return HIT_OK;
    if (!hit_reserved_is_zero(options->reserved))
        return hit_fail_reserved(error, "hit_model_options");
    if ((unsigned)options->format > HIT_MODEL_XYZ)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%d is no format", (int)options->format);
    return HIT_OK;
}

// The folder of a path, "." when it names none; NULL when there is no memory for it.
static char* find_folder(const char* path, const hit_allocator* allocator, size_t* size)
{
    const char* slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char* folder;
    *size = (length > 0 ? length : 1) + 1;
    folder = hit_allocate(allocator, *size, 1);
    if (folder == NULL)
        return NULL;
    memcpy(folder, length > 0 ? path : ".", *size - 1);
    folder[*size - 1] = '\0';
    return folder;
}

hit_status hit_model_load(const char* path, const hit_model_options* options, hit_model** model, hit_error* error)
{
    const hit_allocator allocator = hit_allocator_or_default(options != NULL ? options->allocator : NULL);
    const uint64_t most = options != NULL && options->max_bytes > 0 ? options->max_bytes : PIPE_BYTES;
    hit_file_map file;
    hit_status status;
    size_t folder_size;
    char* folder;

    if (path == NULL || model == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", path == NULL ? "path" : "model");
    status = check_options(options, error);
    if (status == HIT_OK)
        status = hit_file_map_open(path, &allocator, most, &file, error);
    if (status != HIT_OK)
        return status;
    folder = find_folder(path, &allocator, &folder_size);
    status = folder == NULL ? hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a path")
                            : make_model(&file, folder, path, HIT_MODEL_UNKNOWN, options, model, error);
    hit_release(&allocator, folder, folder_size, 1);
    hit_file_map_close(&file);
    return status;
}

hit_status hit_model_read(const void* bytes, size_t size, hit_model_format format, const hit_model_options* options,
                          hit_model** model, hit_error* error)
{
    const hit_file_map file = {.bytes = bytes, .size = size};
    hit_status status;
    if ((bytes == NULL && size > 0) || model == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", model == NULL ? "model" : "bytes");
    if ((unsigned)format > HIT_MODEL_XYZ)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%d is no format", (int)format);
    status = check_options(options, error);
    return status != HIT_OK ? status : make_model(&file, NULL, NULL, format, options, model, error);
}

void hit_model_destroy(hit_model* model)
{
    hit_model_owner* owner = (hit_model_owner*)model;
    hit_allocator allocator;
    if (owner == NULL)
        return;
    allocator = owner->allocator;
    hit_loader_free_blocks(&allocator, owner->blocks);
    hit_release(&allocator, owner, sizeof *owner, 16);
}

hit_mesh hit_model_triangles(const hit_model* model, uint32_t mesh)
{
    hit_mesh view = {0};
    if (model == NULL || mesh >= model->mesh_count)
        return view;
    view.vertices = model->meshes[mesh].vertices;
    view.vertex_count = model->meshes[mesh].vertex_count;
    view.index_type = HIT_INDEX_U32;
    view.indices = model->meshes[mesh].indices;
    view.triangle_count = model->meshes[mesh].triangle_count;
    return view;
}
