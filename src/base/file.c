// Files that are written as a whole, and read from the beginning to the end.
//
// Writing never leaves half a file under the name that was asked for: the bytes go to a new file beside it, to the
// disk, and are then renamed, which replaces an older file in one step.
//
// Reading tells the size of the file before anything is read, so that a reader can compare it with what the file says
// about itself before it takes memory for it. Only regular files have a size; others are refused.
#if !defined(_WIN32)
// For fsync, fstat and fileno, which strict C hides.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier)
#endif

#include "base/file.h"

#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"
#include "base/path.h"

#include <errno.h>
#include <string.h>

static hit_status file_error(hit_error* error, const char* what, const char* path, int code)
{
    return hit_fail(error, HIT_ERROR_FILE, 0, "cannot %s %.100s: %s", what, path, strerror(code));
}

// ---- Writing --------------------------------------------------------------------------------------------------------

// Bring what was written to the disk: else a crash of the machine could keep the renaming and lose the bytes.
static bool flush_to_disk(FILE* file)
{
    if (fflush(file) != 0)
        return false;
#if defined(_WIN32)
    return _commit(_fileno(file)) == 0;
#elif defined(__unix__) || defined(__APPLE__) || defined(__wasi__)
    // Some places, such as pipes and odd file systems, have nothing to flush: EINVAL.
    return fsync(fileno(file)) == 0 || errno == EINVAL;
#else
    return true;
#endif
}

enum { NAMES = 1000, SUFFIX = 16 };

// Create a new file beside `path`; `name` has room for SUFFIX bytes more. Others may do the same at the same time, so
// the names of files that exist are passed over.
static FILE* create_temporary(const char* path, char* name, size_t capacity)
{
    FILE* file = NULL;

    for (int i = 0; i < NAMES && file == NULL; i++) {
        snprintf(name, capacity, "%s.tmp%d", path, i);
        errno = 0;
        file = hit_path_fopen(name, "wbx");
        if (file == NULL && errno != EEXIST)
            break;
    }
    return file;
}

static bool write_buffers(FILE* file, const hit_bytes* buffers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (buffers[i].size != 0 && fwrite(buffers[i].bytes, 1, buffers[i].size, file) != buffers[i].size)
            return false;
    return flush_to_disk(file);
}

static hit_status write_as(const char* path, const hit_bytes* buffers, size_t count, char* name, size_t capacity,
                           hit_error* error)
{
    FILE* file = create_temporary(path, name, capacity);
    hit_status status = HIT_OK;

    if (file == NULL)
        return file_error(error, "create", name, errno);
    errno = 0;
    if (!write_buffers(file, buffers, count))
        status = file_error(error, "write", name, errno);
    if (fclose(file) != 0 && status == HIT_OK)
        status = file_error(error, "write", name, errno);
    if (status == HIT_OK && !hit_path_replace(name, path))
        status = file_error(error, "replace", path, errno);
    if (status != HIT_OK)
        hit_path_remove(name);
    return status;
}

hit_status hit_file_write(const char* path, const hit_bytes* buffers, size_t count, const hit_allocator* allocator,
                          hit_error* error)
{
    const size_t size = strlen(path) + SUFFIX;
    char* name = hit_allocate(allocator, size, 1);
    hit_status status;

    if (name == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the name of a file");
    status = write_as(path, buffers, count, name, size, error);
    hit_release(allocator, name, size, 1);
    return status;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// The size of an open file; false, with errno set, when it has none.
static bool file_size(FILE* file, uint64_t* size)
{
#if defined(__unix__) || defined(__APPLE__) || defined(__wasi__)
    struct stat s;
    if (fstat(fileno(file), &s) != 0)
        return false;
    if (!S_ISREG(s.st_mode)) {
        errno = S_ISDIR(s.st_mode) ? EISDIR : ESPIPE;
        return false;
    }
    *size = (uint64_t)s.st_size;
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

hit_status hit_file_open(hit_file* file, const char* path, hit_error* error)
{
    hit_status status;

    errno = 0;
    *file = (hit_file){.stream = hit_path_fopen(path, "rb"), .path = path};
    if (file->stream == NULL)
        return file_error(error, "open", path, errno);
    // A few large reads need no buffer in between.
    setvbuf(file->stream, NULL, _IONBF, 0);
    if (file_size(file->stream, &file->size))
        return HIT_OK;
    status = file_error(error, "read", path, errno);
    hit_file_close(file);
    return status;
}

hit_status hit_file_read(hit_file* file, void* bytes, size_t size, hit_error* error)
{
    size_t got;

    errno = 0;
    got = size == 0 ? 0 : fread(bytes, 1, size, file->stream);
    HIT_ASSERT(got <= size);
    file->at += got;
    if (got == size)
        return HIT_OK;
    if (ferror(file->stream))
        return file_error(error, "read", file->path, errno);
    return hit_fail(error, HIT_ERROR_FORMAT, file->at, "%.100s ends early: write it again", file->path);
}

void hit_file_close(hit_file* file)
{
    fclose(file->stream);
}
