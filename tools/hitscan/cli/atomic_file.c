// Writes beside the target and renames.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/atomic_file.h"
#include "base/path.h"
#include "cli/file_uses.h"
#include "cli/job.h"
#include "cli/temporary.h"
#include "cli/verb.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if !defined(O_BINARY)
#define O_BINARY 0
#endif
#if !defined(O_NOFOLLOW)
#define O_NOFOLLOW 0
#endif
#if !defined(O_CLOEXEC)
#define O_CLOEXEC 0
#endif

enum {
    TRIES = 100,       ///< names that others have taken before it is given up
    NAME_KEPT = 200,   ///< bytes of the target's name in the temporary one; a name has at most 255
    NAME_ADDED = 64,   ///< bytes that the number of the process and a random one take at most
    NEW_FILE = 0666,   ///< permissions, less the umask
    PERMISSIONS = 0777 ///< that an older file hands on
};

static int cannot_write(atomic_file* out)
{
    print_error("cannot write %s: %s", out->path, errno ? strerror(errno) : "unknown reason");
    return EXIT_BAD_INPUT;
}

// errno stays, for a message.
static void forget_part(atomic_file* out)
{
    const int reason = errno;
    if (out->part && temporary_forget(out->temporary))
        free(out->part);
    out->part = NULL;
    out->temporary = -1;
    errno = reason;
}

static void forget(atomic_file* out)
{
    file_is_closed(out->path);
    forget_part(out);
    free(out->target);
    out->target = NULL;
    out->file = NULL;
}

static int use_descriptor(atomic_file* out, int descriptor)
{
    out->file = fdopen(descriptor, "wb");
    if (out->file)
        return EXIT_OK;
    close(descriptor);
    return out_of_memory(out->path);
}

// ---- Pipes and devices ----------------------------------------------------------------------------------------------

// To open a pipe is to wait for its other end: a signal ends that, and the exit code says so.
static int open_directly(atomic_file* out)
{
    int descriptor;
    do
        descriptor = hit_path_open(out->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_BINARY, NEW_FILE);
    while (descriptor < 0 && errno == EINTR && atomic_load(&interrupted) == 0);
    if (descriptor >= 0)
        return use_descriptor(out, descriptor);
    return errno == EINTR ? EXIT_SIGNAL + atomic_load(&interrupted) : cannot_write(out);
}

// Names of open files, as /dev/stdout leads to one: whoever opened it wants that file to be written, and not another of
// its name.
static bool is_open_file(const char* target)
{
    return strncmp(target, "/proc/", 6) == 0 || strncmp(target, "/dev/fd/", 8) == 0;
}

// ---- Temporary names ------------------------------------------------------------------------------------------------

// Another number each time, and from process to process. Nothing depends on that nobody can guess it.
static unsigned random_number(void)
{
    static unsigned long long state;
    unsigned long long z, now;
#if defined(_WIN32)
    LARGE_INTEGER ticks;
    QueryPerformanceCounter(&ticks);
    now = (unsigned long long)ticks.QuadPart;
#else
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    now = (unsigned long long)t.tv_sec * 1000000000ull + (unsigned long long)t.tv_nsec;
#endif
    state += now + ((unsigned long long)getpid() << 40) + 0x9e3779b97f4a7c15ull;
    z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9ull; // as splitmix64 does it
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (unsigned)(z >> 32);
}

// "folder/picture.png.4711-89abcdef.part". NULL when memory is short.
static char* make_part_name(const char* target)
{
    const char* name = name_in_path(target);
    const int folder = (int)(name - target);
    const size_t length = strlen(name), kept = length < NAME_KEPT ? length : NAME_KEPT;
    const size_t size = (size_t)folder + kept + NAME_ADDED;
    char* part = malloc(size);
    if (part)
        snprintf(part, size, "%.*s%.*s.%ld-%08x.part", folder, target, (int)kept, name, (long)getpid(),
                 random_number());
    return part;
}

// Make the temporary file, of nobody else: with O_EXCL it is new, and no link is followed. Its name is remembered
// before it is there, so that there is no moment at which a signal leaves it behind.
static int create_part(atomic_file* out, int* descriptor)
{
    for (int i = 0; i < TRIES; i++) {
        out->part = make_part_name(out->target);
        if (!out->part)
            return out_of_memory(out->path);
        out->temporary = temporary_remember(out->part);
        errno = 0;
        *descriptor =
            hit_path_open(out->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_BINARY, NEW_FILE);
        if (*descriptor >= 0)
            return EXIT_OK;
        forget_part(out);
        if (errno != EEXIST && errno != EINTR)
            break;
    }
    return cannot_write(out);
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static int open_part(atomic_file* out, int permissions)
{
    int descriptor = -1;
    int code = create_part(out, &descriptor);
    if (code != EXIT_OK)
        return code;
#if !defined(_WIN32) && !defined(__wasi__)
    if (out->replaces) // where a file system has none, there is nothing to hand on
        (void)!fchmod(descriptor, (mode_t)permissions);
#else
    (void)permissions;
#endif
    code = use_descriptor(out, descriptor);
    if (code != EXIT_OK)
        hit_path_remove(out->part);
    return code;
}

static int open_any(atomic_file* out)
{
    struct stat s;
    errno = 0;
    out->replaces = hit_path_stat(out->path, &s) == 0;
    // Also where the system refuses to follow a link, which somebody else has put into a folder for all.
    if (!out->replaces && errno != ENOENT)
        return cannot_write(out);
    if (out->replaces && !S_ISREG(s.st_mode))
        return open_directly(out);
    out->target = follow_links(out->path);
    if (!out->target)
        return cannot_write(out);
    if (is_open_file(out->path) || is_open_file(out->target)) {
        free(out->target);
        out->target = NULL;
        return open_directly(out);
    }
    // Renaming asks for the permissions of the folder alone.
    if (out->replaces && !hit_path_is_writable(out->target))
        return cannot_write(out);
    return open_part(out, out->replaces ? (int)s.st_mode & PERMISSIONS : 0);
}

int atomic_file_open(atomic_file* out, const char* path)
{
    int code;
    memset(out, 0, sizeof *out);
    out->path = path;
    out->temporary = -1;
    code = file_is_opened(path);
    if (code != EXIT_OK)
        return code;
    code = open_any(out);
    if (code != EXIT_OK)
        forget(out);
    return code;
}

static int open_kept(atomic_file* out, const char* suffix)
{
    struct stat s;
    size_t length;
    int descriptor, code;
    errno = 0;
    out->replaces = hit_path_stat(out->path, &s) == 0;
    if (!out->replaces && errno != ENOENT)
        return cannot_write(out);
    if (out->replaces && !S_ISREG(s.st_mode)) {
        print_error("cannot write %s in parts: it is no regular file", out->path);
        return EXIT_USAGE;
    }
    out->target = follow_links(out->path);
    if (!out->target || (out->replaces && !hit_path_is_writable(out->target)))
        return cannot_write(out);
    length = strlen(out->target);
    out->part = malloc(length + strlen(suffix) + 1);
    if (!out->part)
        return out_of_memory(out->path);
    memcpy(out->part, out->target, length);
    memcpy(out->part + length, suffix, strlen(suffix) + 1);
    descriptor = hit_path_open(out->part, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_BINARY, NEW_FILE);
    if (descriptor < 0) {
        print_error("cannot write %s: %s", out->part, strerror(errno));
        return EXIT_BAD_INPUT;
    }
#if !defined(_WIN32)
    if (out->replaces)
        (void)!fchmod(descriptor, s.st_mode & PERMISSIONS);
#endif
    code = use_descriptor(out, descriptor);
    return code;
}

int atomic_file_open_kept(atomic_file* out, const char* path, const char* suffix)
{
    int code;
    memset(out, 0, sizeof *out);
    out->path = path;
    out->temporary = -1;
    out->stays = true;
    code = file_is_opened(path);
    if (code != EXIT_OK)
        return code;
    code = open_kept(out, suffix);
    if (code != EXIT_OK)
        forget(out);
    return code;
}

// ---- Closing --------------------------------------------------------------------------------------------------------

// What was written is on the disk when it gets its name: a machine that stops has the old file or the new one.
static bool sync_file(const atomic_file* out)
{
#if defined(_WIN32)
    return !out->part || _commit(_fileno(out->file)) == 0;
#else
    int result;
    if (!out->part)
        return true;
    do
        result = fsync(fileno(out->file));
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP; // a file system without
#endif
}

// The name, too. That it cannot be synced changes nothing any more.
static void sync_folder(const char* target)
{
#if defined(_WIN32)
    (void)target;
#else
    const size_t length = (size_t)(name_in_path(target) - target);
    char* folder = malloc(length + 2);
    int descriptor;
    if (!folder)
        return;
    memcpy(folder, target, length);
    memcpy(folder + length, length > 0 ? "" : ".", length > 0 ? 1 : 2);
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
#endif
}

int atomic_file_commit(atomic_file* out)
{
    const bool failed_before = ferror(out->file) != 0;
    bool written;
    assert(!out->part == !out->target);
    errno = 0;
    written = fflush(out->file) == 0 && !failed_before && sync_file(out);
    written = fclose(out->file) == 0 && written;
    out->file = NULL;
    if (!written) {
        print_error("cannot write all of %s: %s", out->path, errno ? strerror(errno) : "the disk may be full");
        atomic_file_discard(out);
        return EXIT_RESOURCES;
    }
    if (out->part) {
        if (!hit_path_replace(out->part, out->target)) {
            const int code = cannot_write(out);
            atomic_file_discard(out);
            return code;
        }
        sync_folder(out->target);
    }
    forget(out);
    return EXIT_OK;
}

int atomic_file_commit_part(atomic_file* out, bool* kept)
{
    struct stat s;
    int code = EXIT_OK;
    *kept = !out->part || (!out->stays && !out->replaces && hit_path_stat(out->target, &s) != 0);
    if (*kept)
        code = atomic_file_commit(out);
    else
        atomic_file_discard(out);
    *kept = *kept && code == EXIT_OK;
    return code;
}

void atomic_file_discard(atomic_file* out)
{
    if (out->file)
        fclose(out->file);
    if (out->part && !out->stays)
        hit_path_remove(out->part);
    forget(out);
}
