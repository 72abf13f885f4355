// Memory, errors and the model to be, for the readers of all formats.
//
// Blocks of memory are linked, so that all of them can be freed at once, when a reader fails and when a model is
// destroyed. The model itself is the first block; what it is freed with stands behind it (hit_model_owner). The limit
// counts what is taken at the same time: what is freed may be taken again.
#include "mesh_io/loader.h"
#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"
#include "mesh_io/origin.h"
#include "mesh_io/text/scan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ALIGNMENT = 16 };

struct hit_loader_block {
    hit_loader_block *before, *after;
    size_t size; ///< with this header
};

// The header's size, such that what follows is aligned.
#define HEADER (((sizeof(hit_loader_block) + ALIGNMENT - 1) / ALIGNMENT) * ALIGNMENT)

// ---- Memory ---------------------------------------------------------------------------------------------------------

static hit_loader_block* block_of(const void* memory)
{
    return (hit_loader_block*)((uintptr_t)memory - HEADER);
}

// Put a new block of `bytes` bytes behind its header in front of the list. Returns its memory.
static void* link_block(hit_loader* loader, hit_loader_block* block, size_t bytes)
{
    block->size = bytes + HEADER;
    block->before = NULL;
    block->after = loader->blocks;
    if (loader->blocks != NULL)
        loader->blocks->before = block;
    loader->blocks = block;
    loader->left -= bytes;
    return (char*)block + HEADER;
}

void* hit_loader_allocate(hit_loader* loader, uint64_t count, size_t size, hit_status* status)
{
    hit_loader_block* block;
    uint64_t bytes;

    if (count > (loader->left / (size > 0 ? size : 1)) || count * size > loader->left ||
        count * size > SIZE_MAX - HEADER - ALIGNMENT) {
        *status = hit_loader_fail(loader, HIT_ERROR_LIMIT, 0,
                                  "the model needs more memory than a file of %zu bytes may take; raise max_bytes if "
                                  "you trust it",
                                  loader->size);
        return NULL;
    }
    bytes = count * size;
    block = hit_allocate(&loader->allocator, (size_t)bytes + HEADER, ALIGNMENT);
    if (block == NULL) {
        *status = hit_loader_fail(loader, HIT_ERROR_MEMORY, 0, "no memory for %" PRIu64 " bytes more", bytes);
        return NULL;
    }
    return link_block(loader, block, (size_t)bytes);
}

static void unlink_block(hit_loader* loader, hit_loader_block* block)
{
    HIT_ASSERT(block->before != NULL || loader->blocks == block);
    if (block->before != NULL)
        block->before->after = block->after;
    else
        loader->blocks = block->after;
    if (block->after != NULL)
        block->after->before = block->before;
}

void hit_loader_free(hit_loader* loader, void* memory)
{
    hit_loader_block* block;
    if (memory == NULL)
        return;
    block = block_of(memory);
    unlink_block(loader, block);
    loader->left += block->size - HEADER;
    hit_release(&loader->allocator, block, block->size, ALIGNMENT);
}

void hit_loader_allow(hit_loader* loader, uint64_t bytes)
{
    // A file with holes may claim to be of any size. What was taken before is given back later, and must not wrap.
    const uint64_t most = UINT64_MAX / 2, room = loader->left < most ? most - loader->left : 0;
    if (loader->left_per_byte > 0)
        loader->left += bytes > room / loader->left_per_byte ? room : loader->left_per_byte * bytes;
}

void* hit_loader_grow(hit_loader* loader, void* old, uint64_t count, uint64_t capacity, size_t size, hit_status* status)
{
    void* larger = hit_loader_allocate(loader, capacity, size, status);
    if (larger == NULL)
        return NULL;
    HIT_ASSERT(count <= capacity);
    HIT_ASSERT(old == NULL || count * size <= block_of(old)->size - HEADER);
    if (old != NULL && count > 0)
        memcpy(larger, old, (size_t)(count * size));
    hit_loader_free(loader, old);
    return larger;
}

void* hit_loader_shrink(hit_loader* loader, void* memory, uint64_t count, size_t size)
{
    const size_t wanted = (size_t)(count * size);
    hit_loader_block* copy;
    if (memory == NULL || block_of(memory)->size - HEADER <= wanted)
        return memory;
    // The allocator has no realloc. A copy is not counted: for a moment there are both, and the larger one goes.
    copy = hit_allocate(&loader->allocator, wanted + HEADER, ALIGNMENT);
    if (copy == NULL)
        return memory;
    memcpy((char*)copy + HEADER, memory, wanted);
    hit_loader_free(loader, memory);
    return link_block(loader, copy, wanted);
}

void hit_loader_free_blocks(const hit_allocator* allocator, hit_loader_block* blocks)
{
    while (blocks != NULL) {
        hit_loader_block* after = blocks->after;
        hit_release(allocator, blocks, blocks->size, ALIGNMENT);
        blocks = after;
    }
}

size_t hit_loader_block_bytes(const hit_loader_block* blocks)
{
    size_t bytes = 0;
    for (; blocks != NULL; blocks = blocks->after)
        bytes += blocks->size;
    return bytes;
}

// ---- Text -----------------------------------------------------------------------------------------------------------

const char* hit_loader_text(hit_loader* loader, const char* text, size_t length, hit_status* status)
{
    char* copy = hit_loader_allocate(loader, (uint64_t)length + 1, 1, status);
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i < length;) {
        const size_t step = utf8_length(text + i, text + length);
        const bool printable = step > 1 || (step == 1 && (unsigned char)text[i] >= ' ' && text[i] != 0x7f);
        if (printable)
            memcpy(copy + i, text + i, step);
        else
            copy[i] = '?';
        i += printable ? step : 1;
    }
    copy[length] = '\0';
    return copy;
}

// ---- The model ------------------------------------------------------------------------------------------------------

// Zeroed room for what the model counts in 32 bits.
static void* take_list(hit_loader* loader, uint64_t count, size_t size, uint32_t* counted, hit_status* status)
{
    void* list;
    if (count > UINT32_MAX - 1) {
        *status = hit_loader_fail(loader, HIT_ERROR_LIMIT, 0, "%" PRIu64 " parts are more than can be counted", count);
        return NULL;
    }
    *counted = 0;
    if (count == 0)
        return NULL;
    list = hit_loader_allocate(loader, count, size, status);
    if (list == NULL)
        return NULL;
    memset(list, 0, (size_t)count * size);
    *counted = (uint32_t)count;
    return list;
}

hit_model_mesh* hit_loader_meshes(hit_loader* loader, uint64_t count, hit_status* status)
{
    hit_model_mesh* meshes = take_list(loader, count, sizeof *meshes, &loader->model->mesh_count, status);
    loader->model->meshes = meshes;
    for (uint32_t i = 0; i < loader->model->mesh_count; i++)
        meshes[i].name = "";
    return meshes;
}

hit_model_part* hit_loader_parts(hit_loader* loader, uint64_t count, hit_status* status)
{
    hit_model_part* parts = take_list(loader, count, sizeof *parts, &loader->model->part_count, status);
    loader->model->parts = parts;
    for (uint32_t i = 0; i < loader->model->part_count; i++) {
        parts[i].name = "";
        parts[i].placement = hit_placement_at(hit_dvec3_make(0.0, 0.0, 0.0));
    }
    return parts;
}

hit_status hit_loader_part_per_mesh(hit_loader* loader)
{
    hit_status status = HIT_OK;
    hit_model_part* parts = hit_loader_parts(loader, loader->model->mesh_count, &status);
    HIT_ASSERT(status != HIT_OK || loader->model->part_count == loader->model->mesh_count);
    for (uint32_t i = 0; i < loader->model->part_count; i++) {
        parts[i].name = parts[i].path = loader->model->meshes[i].name;
        parts[i].mesh = i;
        parts[i].placement.origin = loader->origin;
    }
    return status == HIT_OK ? hit_origin_check_parts(loader) : status;
}

hit_status hit_loader_note(hit_loader* loader, const char* format, ...)
{
    hit_model* model = loader->model;
    hit_status status = HIT_OK;
    char text[sizeof loader->error->message];
    const char** notes;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (uint32_t i = 0; i < model->note_count; i++)
        if (strcmp(model->notes[i], text) == 0)
            return HIT_OK;
    if (model->note_count == HIT_LOADER_NOTES)
        return HIT_OK;
    notes = (const char**)(uintptr_t)model->notes;
    if (notes == NULL) {
        notes = hit_loader_allocate(loader, HIT_LOADER_NOTES, sizeof *notes, &status);
        if (notes == NULL)
            return status;
        model->notes = notes;
    }
    notes[model->note_count] = hit_loader_text(loader, text, strlen(text), &status);
    model->note_count += status == HIT_OK;
    return status;
}

hit_status hit_loader_add_file(hit_loader* loader, const char* path)
{
    hit_model* model = loader->model;
    const char** files = (const char**)(uintptr_t)model->files;
    const size_t size = strlen(path) + 1;
    hit_status status = HIT_OK;
    char* copy;
    for (uint32_t i = 0; i < model->file_count; i++)
        if (strcmp(files[i], path) == 0)
            return HIT_OK;
    if (model->file_count == loader->file_capacity) {
        const uint32_t capacity = 2 * loader->file_capacity + 2;
        files = hit_loader_grow(loader, (void*)files, model->file_count, capacity, sizeof *files, &status);
        if (files == NULL)
            return status;
        model->files = files;
        loader->file_capacity = capacity;
    }
    copy = hit_loader_allocate(loader, size, 1, &status); // byte by byte: a path may be no UTF-8
    if (copy == NULL)
        return status;
    memcpy(copy, path, size);
    files[model->file_count++] = copy;
    return HIT_OK;
}

// ---- Errors ---------------------------------------------------------------------------------------------------------

#if defined(__GNUC__)
__attribute__((format(printf, 5, 0)))
#endif
static hit_status
fail(hit_error* error, hit_status status, uint64_t line, uint64_t offset, const char* format, va_list arguments)
{
    char message[sizeof error->message];
    if (error == NULL)
        return status;
    vsnprintf(message, sizeof message, format, arguments);
    hit_fail(error, status, offset, "%s", message);
    error->line = line;
    return status;
}

hit_status hit_loader_fail_text(hit_loader* loader, hit_status status, const char* at, const char* format, ...)
{
    uint64_t line = 1;
    va_list arguments;
    HIT_ASSERT(at >= loader->bytes && at <= loader->bytes + loader->size);
    // Lines end with "\n", "\r\n" or, in files of old, "\r".
    for (const char* p = loader->bytes; p < at; p++)
        line += *p == '\n' || (*p == '\r' && p + 1 < loader->bytes + loader->size && p[1] != '\n');
    va_start(arguments, format);
    fail(loader->error, status, line, (uint64_t)(at - loader->bytes), format, arguments);
    va_end(arguments);
    return status;
}

hit_status hit_loader_fail(hit_loader* loader, hit_status status, uint64_t offset, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(loader->error, status, 0, offset, format, arguments);
    va_end(arguments);
    return status;
}
