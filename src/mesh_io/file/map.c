// The content of a file, all of it at once: mapped, so that a parser that goes through a file once waits neither for a
// copy nor for one page after the other. Where there is no mmap, or it refuses, the file is read.
//
// Pipes - FIFOs, and what shells make of <(command) - have no size: what they bring is read into memory, up to a limit.
// They are opened without waiting. One that nobody writes to is given some seconds, and is then an error: a program
// that reads files of others must not wait for ever. Devices are refused: some never end.
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE // MAP_POPULATE
#define HAVE_MMAP 1
#else
#define HAVE_MMAP 0
#endif
#include "mesh_io/loader.h"
#include "base/assert.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

#if HAVE_MMAP
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

enum { SMALLEST_CAPACITY = 1 << 16, PATIENCE = 5000 }; // bytes, milliseconds

// ---- Files ----------------------------------------------------------------------------------------------------------

static bool map_whole(int file, uintmax_t size, hit_file_map* map)
{
    void* bytes = MAP_FAILED;
    if (size > 0 && size <= SIZE_MAX)
        bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (bytes == MAP_FAILED)
        return false;
    map->bytes = bytes;
    map->size = map->capacity = (size_t)size;
    map->mapped = true;
    return true;
}

// ---- Pipes ----------------------------------------------------------------------------------------------------------

// Room for more. The capacity doubles; one byte beyond the limit is enough to see that there is more.
static hit_status grow(hit_file_map* map, uint64_t most, hit_error* error)
{
    const uint64_t doubled = map->capacity > 0 ? 2 * (uint64_t)map->capacity : SMALLEST_CAPACITY;
    const uint64_t capacity = doubled <= most ? doubled : most + 1;
    char* larger = capacity > SIZE_MAX ? NULL : hit_allocate(&map->allocator, (size_t)capacity, 16);
    if (larger == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for %" PRIu64 " bytes of a pipe", capacity);
    if (map->size > 0)
        memcpy(larger, map->bytes, map->size);
    hit_release(&map->allocator, (void*)(uintptr_t)map->bytes, map->capacity, 16);
    map->bytes = larger;
    map->capacity = (size_t)capacity;
    return HIT_OK;
}

// A pipe that brought nothing yet reads as if it had ended: has it, or does its writer still have to come?
static hit_status wait_for_writer(int file, const char* path, bool* ended, hit_error* error)
{
    struct pollfd wanted = {.fd = file, .events = POLLIN};
    const int ready = poll(&wanted, 1, PATIENCE);
    *ended = ready > 0 && (wanted.revents & POLLIN) == 0;
    return ready != 0
               ? HIT_OK
               : hit_fail(error, HIT_ERROR_FILE, 0,
                          "cannot read %.100s: nobody has written to this pipe for %d seconds", path, PATIENCE / 1000);
}

// All that a pipe brings, up to `most` bytes.
static hit_status read_stream(int file, const char* path, uint64_t most, hit_file_map* map, hit_error* error)
{
    hit_status status = HIT_OK;
    bool ended = false;
    while (status == HIT_OK && !ended) {
        ssize_t got;
        if (map->size == map->capacity) {
            status = grow(map, most, error);
            if (status != HIT_OK)
                break;
        }
        HIT_ASSERT(map->size < map->capacity);
        got = read(file, (char*)(uintptr_t)map->bytes + map->size, map->capacity - map->size);
        if (got > 0) {
            map->size += (size_t)got;
            if (map->size > most)
                status =
                    hit_fail(error, HIT_ERROR_LIMIT, 0,
                             "%.100s brings more than the %" PRIu64 " bytes that it may; raise max_bytes", path, most);
        } else if (got == 0 && map->size > 0)
            ended = true;
        else if (got == 0)
            status = wait_for_writer(file, path, &ended, error);
        else if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
        else if (errno != EINTR)
            status = hit_fail(error, HIT_ERROR_FILE, 0, "cannot read %.100s: %s", path, strerror(errno));
    }
    return status;
}

// ---- Either ---------------------------------------------------------------------------------------------------------

// True when that is all: the content is there, or *status says why not.
static bool open_unix(const char* path, uint64_t most, hit_file_map* map, hit_status* status, hit_error* error)
{
    struct stat s;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool done = false;
    if (file < 0)
        return false;
    *status = HIT_OK;
    if (fstat(file, &s) == 0 && !S_ISDIR(s.st_mode)) {
        if (S_ISREG(s.st_mode))
            done = map_whole(file, (uintmax_t)s.st_size, map);
        else {
            done = true;
            *status =
                S_ISFIFO(s.st_mode)
                    ? read_stream(file, path, most, map, error)
                    : hit_fail(error, HIT_ERROR_FILE, 0,
                               "cannot read %.100s: neither a file nor a pipe; copy what it holds into a file", path);
        }
    }
    close(file);
    if (*status != HIT_OK)
        hit_file_map_close(map);
    return done;
}
#endif

static hit_status read_whole(const char* path, hit_file_map* map, hit_error* error)
{
    hit_file file;
    char* bytes = NULL;
    hit_status status = hit_file_open(&file, path, error);
    if (status != HIT_OK)
        return status;
    map->size = map->capacity = (size_t)file.size;
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

hit_status hit_file_map_open(const char* path, const hit_allocator* allocator, uint64_t most, hit_file_map* map,
                             hit_error* error)
{
    *map = (hit_file_map){.allocator = hit_allocator_or_default(allocator)};
#if HAVE_MMAP
    hit_status status;
    if (open_unix(path, most, map, &status, error))
        return status;
#else
    (void)most;
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
    hit_release(&map->allocator, (void*)(uintptr_t)map->bytes, map->capacity, 16);
    map->bytes = NULL;
}
