// Maps a file for reading, all of it at once: a parser that goes through a file once then waits neither for a copy nor
// for one page after the other. Where there is no mmap, or it refuses, the file is read.
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE // MAP_POPULATE
#define HAVE_MMAP 1
#else
#define HAVE_MMAP 0
#endif
#include "mesh_io/loader.h"
#include "base/fail.h"
#include "base/memory.h"
#include "base/file.h"

#include <inttypes.h>

#if HAVE_MMAP
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

// Not blocking: nobody may ever write to a pipe.
static bool map_whole(const char* path, hit_file_map* map, bool* special)
{
    struct stat s;
    void* bytes = MAP_FAILED;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool known, regular;
    if (file < 0)
        return false;
    known = fstat(file, &s) == 0;
    regular = known && S_ISREG(s.st_mode);
    *special = known && !regular && !S_ISDIR(s.st_mode);
    if (regular && s.st_size > 0 && (uintmax_t)s.st_size <= SIZE_MAX)
        bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED)
        return false;
    map->bytes = bytes;
    map->size = (size_t)s.st_size;
    map->mapped = true;
    return true;
}
#endif

static hit_status read_whole(const char* path, hit_file_map* map, hit_error* error)
{
    hit_file file;
    char* bytes = NULL;
    hit_status status = hit_file_open(&file, path, error);
    if (status != HIT_OK)
        return status;
    map->size = (size_t)file.size;
    if (file.size > 0) {
        bytes = file.size > SIZE_MAX ? NULL : hit_allocate(&map->allocator, map->size, 16);
        status = bytes == NULL ? hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the %" PRIu64 " bytes of the file",
                                          file.size)
                               : hit_file_read(&file, bytes, map->size, error);
    }
    hit_file_close(&file);
    map->bytes = bytes;
    if (status != HIT_OK)
        hit_file_map_close(map);
    return status;
}

hit_status hit_file_map_open(const char* path, const hit_allocator* allocator, hit_file_map* map, hit_error* error)
{
    *map = (hit_file_map){NULL, 0, false, hit_allocator_or_default(allocator)};
#if HAVE_MMAP
    bool special = false;
    if (map_whole(path, map, &special))
        return HIT_OK;
    if (special)
        return hit_fail(error, HIT_ERROR_FILE, 0,
                        "cannot read %.100s: no regular file, but a pipe or a device; copy what it holds into a file",
                        path);
#endif
    return read_whole(path, map, error);
}

void hit_file_map_close(hit_file_map* map)
{
#if HAVE_MMAP
    if (map->mapped) {
        munmap((void*)(uintptr_t)map->bytes, map->size);
        map->bytes = NULL;
        return;
    }
#endif
    hit_release(&map->allocator, (void*)(uintptr_t)map->bytes, map->size, 16);
    map->bytes = NULL;
}
