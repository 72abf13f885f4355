// From a path or bytes to a model: unpacks, finds the format out, calls its reader and checks what it made.
//
// The content counts more than the name: a PLY that is called x.obj is a PLY. Only where the content says nothing for
// certain - OBJ has no mark, and "solid" may begin a binary STL as well - does the name decide.
#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"
#include "mesh_io/appearance.h"
#include "mesh_io/text/scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_BYTES ((uint64_t)64 << 20)
enum { TIMES_OF_FILE = 16, TIMES_OF_PACKED = 64, STL_HEADER = 84, STL_FACET = 50 };

const char* hit_model_format_name(hit_model_format format)
{
    static const char* const names[] = {"unknown", "OBJ", "PLY", "STL", "OFF", "glTF", "other", "3MF", "XYZ"};
    return (unsigned)format < sizeof names / sizeof names[0] ? names[format] : "unknown";
}

// ---- Which format? --------------------------------------------------------------------------------------------------

static bool begins(const char* bytes, size_t size, const char* word)
{
    const size_t length = strlen(word);
    return size >= length && memcmp(bytes, word, length) == 0;
}

// What the first bytes prove.
static hit_model_format format_by_mark(const char* bytes, size_t size)
{
    static const char* const off[] = {"OFF", "COFF", "NOFF", "CNOFF", "STOFF", "4OFF", "nOFF"};
    if (begins(bytes, size, "glTF"))
        return HIT_MODEL_GLTF;
    if (begins(bytes, size, "ply") && size > 3 && is_space(bytes[3]))
        return HIT_MODEL_PLY;
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        if (begins(bytes, size, off[i]) && (size == strlen(off[i]) || is_space(bytes[strlen(off[i])])))
            return HIT_MODEL_OFF;
    if (size >= STL_HEADER) {
        const uint64_t facets = load_u32(bytes + STL_HEADER - 4);
        if (facets > 0 && size == STL_HEADER + STL_FACET * facets)
            return HIT_MODEL_STL;
    }
    return HIT_MODEL_UNKNOWN;
}

static bool extension_is(const char* extension, const char* word)
{
    size_t i = 0;
    for (; word[i] != '\0'; i++)
        if ((extension[i] | 0x20) != word[i])
            return false;
    return extension[i] == '\0';
}

static hit_model_format format_by_name(const char* extension)
{
    static const struct {
        const char* word;
        hit_model_format format;
    } known[] = {{"obj", HIT_MODEL_OBJ}, {"ply", HIT_MODEL_PLY},   {"stl", HIT_MODEL_STL},
                 {"off", HIT_MODEL_OFF}, {"gltf", HIT_MODEL_GLTF}, {"glb", HIT_MODEL_GLTF}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (extension_is(extension, known[i].word))
            return known[i].format;
    return extension[0] == '\0' ? HIT_MODEL_UNKNOWN : HIT_MODEL_OTHER;
}

// What the first word that is no comment suggests.
static hit_model_format format_by_words(const char* bytes, size_t size)
{
    static const char* const obj[] = {"v", "vn", "vt", "f", "g", "o", "s", "mtllib", "usemtl"};
    const char *p = bytes, *end = bytes + size, *word;
    for (;;) {
        while (p < end && is_space(*p))
            p++;
        if (p == end || *p != '#')
            break;
        while (p < end && *p != '\n')
            p++;
    }
    for (word = p; p < end && !is_space(*p);)
        p++;
    if (word < end && *word == '{')
        return HIT_MODEL_GLTF;
    if (begins(word, (size_t)(p - word), "solid"))
        return HIT_MODEL_STL;
    for (size_t i = 0; i < sizeof obj / sizeof obj[0]; i++)
        if ((size_t)(p - word) == strlen(obj[i]) && begins(word, (size_t)(p - word), obj[i]))
            return HIT_MODEL_OBJ;
    return HIT_MODEL_UNKNOWN;
}

static hit_model_format find_format(const hit_loader* loader, const char* extension)
{
    hit_model_format format = format_by_mark(loader->bytes, loader->size);
    if (format == HIT_MODEL_UNKNOWN)
        format = format_by_name(extension);
    if (format == HIT_MODEL_UNKNOWN)
        format = format_by_words(loader->bytes, loader->size);
    return format;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static hit_status read_as(hit_loader* loader, hit_model_format format, const char* extension)
{
    switch (format) {
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
    case HIT_MODEL_OTHER:
        return hit_read_assimp(loader, extension);
    case HIT_MODEL_3MF:
    case HIT_MODEL_XYZ:
    case HIT_MODEL_UNKNOWN:
        break;
    }
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "not a model of a known format; OBJ, PLY, STL, OFF, glTF and GLB are, also packed by gzip");
}

// Unpack, if that is called for, and read. loader->bytes are what the file has.
static hit_status unpack_and_read(hit_loader* loader, hit_model_format format, const char* extension,
                                  uint64_t max_bytes)
{
    const bool packed =
        loader->size >= 2 && (unsigned char)loader->bytes[0] == 0x1f && (unsigned char)loader->bytes[1] == 0x8b;
    char* unpacked = NULL;
    hit_status status;

    if (loader->size == 0)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "the file is empty");
    if (packed) {
        const uint64_t most = max_bytes > 0 ? max_bytes : DEFAULT_BYTES + TIMES_OF_PACKED * (uint64_t)loader->size;
        const char* bytes = loader->bytes;
        loader->left = most;
        status = hit_unpack_gzip(loader, bytes, loader->size, most, &unpacked, &loader->size);
        if (status != HIT_OK)
            return status;
        loader->bytes = unpacked;
        if (loader->size == 0)
            return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "the file is empty once it is unpacked");
    }
    loader->left = max_bytes > 0 ? max_bytes : DEFAULT_BYTES + TIMES_OF_FILE * (uint64_t)loader->size;
    loader->left_per_byte = max_bytes > 0 ? 0 : TIMES_OF_FILE;
    if (format == HIT_MODEL_UNKNOWN)
        format = find_format(loader, extension);
    loader->model->format = format;
    status = read_as(loader, format, extension);
    if (unpacked != NULL && status == HIT_OK)
        hit_loader_free(loader, unpacked);
    return status;
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

// Make a model of the bytes of a file.
static hit_status make_model(const hit_file_map* file, const char* folder, const char* name, const char* extension,
                             hit_model_format format, const hit_model_options* options, hit_model** model,
                             hit_error* error)
{
    const hit_model_options o = options != NULL ? *options : (hit_model_options){0};
    const hit_allocator allocator = hit_allocator_or_default(o.allocator);
    hit_model_owner* owner = hit_allocate(&allocator, sizeof *owner, 16);
    hit_loader loader = {0};
    hit_status status;

    if (owner == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a model");
    memset(owner, 0, sizeof *owner);
    owner->allocator = allocator;
    loader.bytes = file->bytes;
    loader.size = file->size;
    loader.folder = o.allow_files ? folder : NULL;
    loader.name = name;
    loader.pool = o.pool != NULL ? *o.pool : hit_thread_pool_tasks(NULL);
    loader.options = &o;
    loader.error = error;
    loader.model = &owner->model;
    loader.allocator = allocator;
    status = unpack_and_read(&loader, format, extension, o.max_bytes);
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

// The part of a path behind its last point, without that, a ".gz" at its end left out; "" when there is none.
static void find_extension(const char* path, char extension[16])
{
    const char* name = path;
    const char *last = NULL, *before = NULL;
    size_t length;
    for (const char* p = path; *p != '\0'; p++) {
        if (*p == '/' || *p == '\\') {
            name = p + 1;
            last = before = NULL;
        } else if (*p == '.' && p > name) {
            before = last;
            last = p;
        }
    }
    extension[0] = '\0';
    if (last != NULL && extension_is(last + 1, "gz")) {
        length = before != NULL ? (size_t)(last - before) - 1 : 0;
        last = before;
    } else
        length = last != NULL ? strlen(last + 1) : 0;
    if (length > 0 && length < 16) {
        memcpy(extension, last + 1, length);
        extension[length] = '\0';
    }
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
    const char* name;
    char extension[16];
    hit_file_map file;
    hit_status status;
    size_t folder_size;
    char* folder;

    if (path == NULL || model == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", path == NULL ? "path" : "model");
    if (options != NULL && !hit_reserved_is_zero(options->reserved))
        return hit_fail_reserved(error, "hit_model_options");
    status = hit_file_map_open(path, &allocator, &file, error);
    if (status != HIT_OK)
        return status;
    find_extension(path, extension);
    name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    folder = find_folder(path, &allocator, &folder_size);
    status = folder == NULL ? hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a path")
                            : make_model(&file, folder, name, extension, HIT_MODEL_UNKNOWN, options, model, error);
    hit_release(&allocator, folder, folder_size, 1);
    hit_file_map_close(&file);
    return status;
}

hit_status hit_model_read(const void* bytes, size_t size, hit_model_format format, const hit_model_options* options,
                          hit_model** model, hit_error* error)
{
    const hit_file_map file = {bytes, size, false, {NULL, NULL, NULL}};
    if ((bytes == NULL && size > 0) || model == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", model == NULL ? "model" : "bytes");
    if ((unsigned)format > HIT_MODEL_XYZ)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%d is no format", (int)format);
    if (options != NULL && !hit_reserved_is_zero(options->reserved))
        return hit_fail_reserved(error, "hit_model_options");
    return make_model(&file, NULL, NULL, "", format, options, model, error);
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
