// Trees outside of a program: their bytes, views of bytes that lie elsewhere, and files.
//
// A file holds the block of bytes as it is, so that a mapped file can be used where it lies (hit_bvh_view), and
// reading one is one allocation and one read. Nothing in it is believed before it has been checked: the size in the
// header is compared with that of the file before memory is taken for it, and the rest by hit_bvh_check.
//
// Saving never leaves half a file under the name that was asked for: the bytes go to a new file beside it, to the
// disk, and are then renamed, which replaces an older file in one step.
#if !defined(_WIN32)
// For fsync, fstat and fileno, which strict C hides.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier)
#endif

#include "base/fail.h"
#include "base/memory.h"
#include "bvh/handle.h"
#include "bvh/validate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#include <unistd.h>
#endif

// ---- Memory ---------------------------------------------------------------------------------------------------------

const void* hit_bvh_bytes(const hit_bvh* bvh, size_t* size)
{
    if (size != NULL)
        *size = bvh == NULL ? 0 : (size_t)bvh->header->size;
    return bvh == NULL ? NULL : bvh->header;
}

hit_status hit_bvh_view(const void* bytes, size_t size, const hit_bvh_options* options, hit_bvh** bvh)
{
    const hit_allocator* allocator = options == NULL ? NULL : options->allocator;
    hit_error* error = options == NULL ? NULL : options->error;
    hit_status status;
    hit_bvh* made;

    if (bytes == NULL || bvh == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", bytes == NULL ? "bytes" : "bvh");
    if ((uintptr_t)bytes % HIT_BVH_ALIGNMENT != 0)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the address is no multiple of %d: copy the bytes to one that is",
                        HIT_BVH_ALIGNMENT);
    status = hit_bvh_check(bytes, size, allocator, error);
    if (status != HIT_OK)
        return status;
    made = hit_bvh_handle(bytes, false, allocator);
    if (made == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the handle of a tree");
    *bvh = made;
    return HIT_OK;
}

// ---- Saving ---------------------------------------------------------------------------------------------------------

static hit_status file_error(hit_error* error, const char* what, const char* path, int code)
{
    return hit_fail(error, HIT_ERROR_FILE, 0, "cannot %s %.100s: %s", what, path, strerror(code));
}

// Bring what was written to the disk: else a crash of the machine could keep the renaming and lose the bytes.
static bool flush_to_disk(FILE* file)
{
    if (fflush(file) != 0)
        return false;
#if defined(_WIN32)
    return _commit(_fileno(file)) == 0;
#elif defined(__unix__) || defined(__APPLE__)
    // Some places, such as pipes and odd file systems, have nothing to flush: EINVAL.
    return fsync(fileno(file)) == 0 || errno == EINVAL;
#else
    return true;
#endif
}

static bool replace_file(const char* from, const char* to)
{
#if defined(_WIN32)
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
        return true;
    errno = EACCES;
    return false;
#else
    return rename(from, to) == 0;
#endif
}

enum { NAMES = 1000, SUFFIX = 16 };

// Create a new file beside `path`; `name` has room for SUFFIX bytes more. Others may do the same at the same time, so
// the names of files that exist are passed over.
static FILE* create_beside(const char* path, char* name, size_t room)
{
    FILE* file = NULL;

    for (int i = 0; i < NAMES && file == NULL; i++) {
        snprintf(name, room, "%s.tmp%d", path, i);
        errno = 0;
        file = fopen(name, "wbx");
        if (file == NULL && errno != EEXIST)
            break;
    }
    return file;
}

static hit_status save_as(const hit_bvh* bvh, const char* path, char* name, size_t room, hit_error* error)
{
    const size_t size = (size_t)bvh->header->size;
    FILE* file = create_beside(path, name, room);
    hit_status status = HIT_OK;

    if (file == NULL)
        return file_error(error, "create", name, errno);
    errno = 0;
    if (fwrite(bvh->header, 1, size, file) != size || !flush_to_disk(file))
        status = file_error(error, "write", name, errno);
    if (fclose(file) != 0 && status == HIT_OK)
        status = file_error(error, "write", name, errno);
    if (status == HIT_OK && !replace_file(name, path))
        status = file_error(error, "replace", path, errno);
    if (status != HIT_OK)
        remove(name);
    return status;
}

hit_status hit_bvh_save(const hit_bvh* bvh, const char* path, hit_error* error)
{
    hit_status status;
    size_t size;
    char* name;

    if (bvh == NULL || path == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", bvh == NULL ? "bvh" : "path");
    size = strlen(path) + SUFFIX;
    name = hit_allocate(&bvh->allocator, size, 1);
    if (name == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the name of a file");
    status = save_as(bvh, path, name, size, error);
    hit_release(&bvh->allocator, name, size, 1);
    return status == HIT_OK ? hit_succeed(error) : status;
}

// ---- Loading --------------------------------------------------------------------------------------------------------

// The size of an open file; false, with errno set, when it has none.
static bool file_size(FILE* file, uint64_t* size)
{
#if defined(__unix__) || defined(__APPLE__)
    struct stat facts;
    if (fstat(fileno(file), &facts) != 0)
        return false;
    if (!S_ISREG(facts.st_mode)) {
        errno = S_ISDIR(facts.st_mode) ? EISDIR : ESPIPE;
        return false;
    }
    *size = (uint64_t)facts.st_size;
    return true;
#else
#if defined(_WIN32)
    const long long end = _filelengthi64(_fileno(file));
#else
    const long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
#endif
    if (end < 0)
        return false;
    *size = (uint64_t)end;
    return true;
#endif
}

// Read a whole file into a new block of memory. On failure, NULL, and nothing is left behind.
static void* read_block(FILE* file, const char* path, const hit_allocator* allocator, hit_error* error,
                        hit_status* status)
{
    hit_bvh_header header = {0};
    uint64_t size = 0;
    size_t got;
    char* bytes;

    errno = 0;
    if (!file_size(file, &size)) {
        *status = file_error(error, "read", path, errno);
        return NULL;
    }
    got = fread(&header, 1, sizeof header, file);
    if (got != sizeof header && (ferror(file) || size >= sizeof header)) {
        *status = file_error(error, "read", path, errno);
        return NULL;
    }
    *status = hit_bvh_check_header(&header, size, error);
    if (*status != HIT_OK)
        return NULL;
    bytes = size > SIZE_MAX ? NULL : hit_allocate(allocator, (size_t)size, HIT_BVH_ALIGNMENT);
    if (bytes == NULL) {
        *status = hit_fail(error, HIT_ERROR_MEMORY, 0, "no %" PRIu64 " bytes of memory for %.100s", size, path);
        return NULL;
    }
    memcpy(bytes, &header, sizeof header);
    got += fread(bytes + got, 1, (size_t)size - got, file);
    if (got == size)
        return bytes;
    *status = ferror(file) ? file_error(error, "read", path, errno)
                           : hit_fail(error, HIT_ERROR_FORMAT, got, "%.100s ends early" HIT_BVH_ADVICE, path);
    hit_release(allocator, bytes, (size_t)size, HIT_BVH_ALIGNMENT);
    return NULL;
}

hit_status hit_bvh_load(const char* path, const hit_bvh_options* options, hit_bvh** bvh)
{
    const hit_allocator allocator = hit_allocator_or_default(options == NULL ? NULL : options->allocator);
    hit_error* error = options == NULL ? NULL : options->error;
    hit_bvh* made = NULL;
    hit_status status = HIT_OK;
    void* block;
    FILE* file;
    size_t size;

    if (path == NULL || bvh == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", path == NULL ? "path" : "bvh");
    errno = 0;
    file = fopen(path, "rb");
    if (file == NULL)
        return file_error(error, "open", path, errno);
    // One large read needs no buffer in between.
    setvbuf(file, NULL, _IONBF, 0);
    block = read_block(file, path, &allocator, error, &status);
    fclose(file);
    if (block == NULL)
        return status;
    // The block's own copy of the header was checked against this size.
    size = (size_t)((const hit_bvh_header*)block)->size;
    status = hit_bvh_check(block, size, &allocator, error);
    if (status == HIT_OK) {
        made = hit_bvh_handle(block, true, &allocator);
        if (made == NULL)
            status = hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the handle of a tree");
    }
    if (made == NULL) {
        hit_release(&allocator, block, size, HIT_BVH_ALIGNMENT);
        return status;
    }
    *bvh = made;
    return HIT_OK;
}
