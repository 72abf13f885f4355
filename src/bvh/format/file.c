// Trees outside of a program: their bytes, views of bytes that lie elsewhere, and files.
//
// A file holds the block of bytes as it is, so that a mapped file can be used where it lies (hit_bvh_view), and
// reading one is one allocation and one read. Nothing in it is believed before it has been checked: the size in the
// header is compared with that of the file before memory is taken for it, and the rest by hit_bvh_check.
#include "base/fail.h"
#include "base/memory.h"
#include "base/file.h"
#include "bvh/format/handle.h"
#include "bvh/format/validate.h"

#include <inttypes.h>
#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------------------------

const void* hit_bvh_bytes(const hit_bvh* bvh, size_t* size)
{
    if (size != NULL)
        *size = bvh == NULL ? 0 : (size_t)bvh->header->size;
    return bvh == NULL ? NULL : bvh->header;
}

hit_status hit_bvh_view(const void* bytes, size_t size, const hit_bvh_view_options* options, hit_bvh** bvh,
                        hit_error* error)
{
    const hit_allocator* allocator = options == NULL ? NULL : options->allocator;
    hit_status status;
    hit_bvh* made;

    if (bytes == NULL || bvh == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", bytes == NULL ? "bytes" : "bvh");
    if ((uintptr_t)bytes % HIT_BVH_ALIGNMENT != 0)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the address is no multiple of %d: copy the bytes to one that is",
                        HIT_BVH_ALIGNMENT);
    if (options != NULL && !hit_reserved_is_zero(options->reserved))
        return hit_fail_reserved(error, "hit_bvh_view_options");
    status = options != NULL && options->trusted ? hit_bvh_check_header(bytes, size, error)
                                                 : hit_bvh_check(bytes, size, allocator, error);
    if (status != HIT_OK)
        return status;
    made = hit_bvh_handle(bytes, false, allocator);
    if (made == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the handle of a tree");
    *bvh = made;
    return hit_succeed(error);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

hit_status hit_bvh_save(const hit_bvh* bvh, const char* path, hit_error* error)
{
    hit_status status;
    hit_bytes block;

    if (bvh == NULL || path == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", bvh == NULL ? "bvh" : "path");
    block = (hit_bytes){bvh->header, (size_t)bvh->header->size};
    status = hit_file_write(path, &block, 1, &bvh->allocator, error);
    return status == HIT_OK ? hit_succeed(error) : status;
}

// Read a whole file into a new block of memory. On failure, NULL, and nothing is left behind.
static void* read_block(hit_file* file, const hit_allocator* allocator, hit_error* error, hit_status* status)
{
    hit_bvh_header header = {0};
    const size_t first = file->size < sizeof header ? (size_t)file->size : sizeof header;
    char* bytes;

    *status = hit_file_read(file, &header, first, error);
    if (*status == HIT_OK)
        *status = hit_bvh_check_header(&header, file->size, error);
    if (*status != HIT_OK)
        return NULL;
    bytes = file->size > SIZE_MAX ? NULL : hit_allocate(allocator, (size_t)file->size, HIT_BVH_ALIGNMENT);
    if (bytes == NULL) {
        *status =
            hit_fail(error, HIT_ERROR_MEMORY, 0, "no %" PRIu64 " bytes of memory for %.100s", file->size, file->path);
        return NULL;
    }
    memcpy(bytes, &header, sizeof header);
    *status = hit_file_read(file, bytes + sizeof header, (size_t)file->size - sizeof header, error);
    if (*status == HIT_OK)
        return bytes;
    hit_release(allocator, bytes, (size_t)file->size, HIT_BVH_ALIGNMENT);
    return NULL;
}

hit_status hit_bvh_load(const char* path, const hit_allocator* allocator, hit_bvh** bvh, hit_error* error)
{
    const hit_allocator from = hit_allocator_or_default(allocator);
    hit_bvh* made = NULL;
    hit_status status;
    hit_file file;
    void* block;
    size_t size;

    if (path == NULL || bvh == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", path == NULL ? "path" : "bvh");
    status = hit_file_open(&file, path, error);
    if (status != HIT_OK)
        return status;
    block = read_block(&file, &from, error, &status);
    hit_file_close(&file);
    if (block == NULL)
        return status;
    // The block's own copy of the header was checked against this size.
    size = (size_t)((const hit_bvh_header*)block)->size;
    status = hit_bvh_check(block, size, &from, error);
    if (status == HIT_OK) {
        made = hit_bvh_handle(block, true, &from);
        if (made == NULL)
            status = hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the handle of a tree");
    }
    if (made == NULL) {
        hit_release(&from, block, size, HIT_BVH_ALIGNMENT);
        return status;
    }
    *bvh = made;
    return hit_succeed(error);
}
