// Maps files. Where there is no mmap, or it refuses, a file is read as a whole.
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE // madvise
#define _DARWIN_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#define HAVE_POSIX 1
#else
#define HAVE_POSIX 0
#endif
#include "model/file_map.h"
#include "base/path.h"
#include "cli/verb.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

static int cannot_read(const char* path)
{
    print_error_in(path, 0, "cannot open it: %s", errno ? strerror(errno) : "it is no regular file");
    return EXIT_BAD_INPUT;
}

#if HAVE_POSIX
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static file_identity identity_of(const struct stat* s)
{
#if defined(__APPLE__)
    const struct timespec content = s->st_mtimespec, any = s->st_ctimespec;
#else
    const struct timespec content = s->st_mtim, any = s->st_ctim;
#endif
    const file_identity identity = {(uint64_t)s->st_dev,
                                    (uint64_t)s->st_ino,
                                    (uint64_t)s->st_size,
                                    {(uint64_t)content.tv_sec, (uint64_t)content.tv_nsec},
                                    {(uint64_t)any.tv_sec, (uint64_t)any.tv_nsec}};
    return identity;
}

// Not blocking: nobody may ever write to a pipe.
static int open_regular(const char* path, struct stat* s)
{
    int descriptor;
    // To open a pipe and close it again would take it from who writes to it.
    if (stat(path, s) == 0 && S_ISFIFO(s->st_mode)) {
        errno = 0;
        return -1;
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    if (fstat(descriptor, s) == 0 && S_ISREG(s->st_mode))
        return descriptor;
    close(descriptor);
    errno = 0;
    return -1;
}

static bool read_all(int descriptor, void* bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(descriptor, (char*)bytes + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

bool read_first_bytes(const char* path, void* bytes, size_t size)
{
    struct stat s;
    const int descriptor = open_regular(path, &s);
    const bool good = descriptor >= 0 && read_all(descriptor, bytes, size);
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

static int read_into_memory(mapped_file* file, const char* path)
{
    unsigned char* begin;
    file->block = malloc(file->size + PAGE);
    if (!file->block) {
        print_error_in(path, 0, "no memory for its %zu bytes", file->size);
        return EXIT_RESOURCES;
    }
    begin = (unsigned char*)file->block + (PAGE - (uintptr_t)file->block % PAGE) % PAGE;
    if (!read_all(file->descriptor, begin, file->size))
        return cannot_read(path);
    file->bytes = begin;
    return EXIT_OK;
}

int mapped_file_open(mapped_file* file, const char* path)
{
    struct stat s;
    void* bytes;
    memset(file, 0, sizeof *file);
    errno = 0;
    file->descriptor = open_regular(path, &s);
    if (file->descriptor < 0)
        return cannot_read(path);
    file->identity = identity_of(&s);
    if ((uintmax_t)s.st_size > SIZE_MAX / 2) {
        print_error_in(path, 0, "too large for the memory of this machine");
        return EXIT_RESOURCES;
    }
    file->size = (size_t)s.st_size;
    if (file->size == 0)
        return EXIT_OK;
    bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, file->descriptor, 0);
    if (bytes == MAP_FAILED)
        return read_into_memory(file, path);
    file->bytes = bytes;
    return EXIT_OK;
}

void mapped_file_close(mapped_file* file)
{
    if (file->block)
        free(file->block);
    else if (file->bytes)
        munmap((void*)(uintptr_t)file->bytes, file->size);
    if (file->descriptor >= 0)
        close(file->descriptor);
    memset(file, 0, sizeof *file);
    file->descriptor = -1;
}

void mapped_file_prefetch(const mapped_file* file)
{
    if (!file->block && file->bytes)
        madvise((void*)(uintptr_t)file->bytes, file->size, MADV_WILLNEED);
}

void prefault_pages(void* memory, size_t size)
{
#if defined(MADV_POPULATE_WRITE) // since Linux 5.14
    const uintptr_t begin = ((uintptr_t)memory + PAGE - 1) / PAGE * PAGE,
                    end = ((uintptr_t)memory + size) / PAGE * PAGE;
    if (memory && begin < end)
        madvise((void*)begin, end - begin, MADV_POPULATE_WRITE);
#else
    (void)memory, (void)size;
#endif
}

static bool same_identity(const file_identity* a, const file_identity* b)
{
    return memcmp(a, b, sizeof *a) == 0; // numbers of 64 bits, with nothing between them
}

bool mapped_file_is_unchanged(const mapped_file* file)
{
    struct stat s;
    file_identity now;
    if (fstat(file->descriptor, &s) != 0)
        return false;
    now = identity_of(&s);
    return same_identity(&now, &file->identity);
}

bool identify_path(const char* path, file_identity* identity)
{
    struct stat s;
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return false;
    *identity = identity_of(&s);
    return true;
}

bool identify_open(FILE* file, file_identity* identity)
{
    struct stat s;
    if (fstat(fileno(file), &s) != 0 || !S_ISREG(s.st_mode))
        return false;
    *identity = identity_of(&s);
    return true;
}

#else

bool read_first_bytes(const char* path, void* bytes, size_t size)
{
    FILE* file = hit_path_fopen(path, "rb");
    const bool good = file && fread(bytes, 1, size, file) == size;
    if (file)
        fclose(file);
    return good;
}

// All of the file behind where it stands, in a block that grows.
static int read_rest(mapped_file* file, FILE* from, const char* path)
{
    size_t capacity = (size_t)1 << 20, got;
    unsigned char* begin;
    for (;;) {
        void* block = realloc(file->block, capacity + PAGE);
        if (!block)
            return out_of_memory(path);
        file->block = block;
        got = fread((char*)block + file->size, 1, capacity - file->size, from);
        file->size += got;
        if (file->size < capacity)
            break;
        capacity *= 2;
    }
    if (ferror(from))
        return cannot_read(path);
    begin = (unsigned char*)file->block + (PAGE - (uintptr_t)file->block % PAGE) % PAGE;
    memmove(begin, file->block, file->size);
    file->bytes = begin;
    return EXIT_OK;
}

int mapped_file_open(mapped_file* file, const char* path)
{
    FILE* from;
    int code;
    memset(file, 0, sizeof *file);
    errno = 0;
    from = hit_path_fopen(path, "rb");
    if (!from)
        return cannot_read(path);
    code = read_rest(file, from, path);
    fclose(from);
    return code;
}

void mapped_file_close(mapped_file* file)
{
    free(file->block);
    memset(file, 0, sizeof *file);
}

void mapped_file_prefetch(const mapped_file* file)
{
    (void)file;
}

void prefault_pages(void* memory, size_t size)
{
    (void)memory, (void)size;
}

bool mapped_file_is_unchanged(const mapped_file* file)
{
    (void)file;
    return true;
}

bool identify_path(const char* path, file_identity* identity)
{
    (void)path, (void)identity;
    return false;
}

bool identify_open(FILE* file, file_identity* identity)
{
    (void)file, (void)identity;
    return false;
}

#endif
