// Files and pipes by the calls of POSIX. Reads wait in slices, so that a signal ends them even when nothing comes.
#if defined(__linux__)
#define _GNU_SOURCE // sync_file_range
#elif !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/file_stream.h"
#include "base/path.h"
#include "cli/temporary.h"
#include "cli/verb.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined(_WIN32)
#include <poll.h>
#endif
#if defined(__wasi__)
#undef lseek                 // a macro in GNU C there
#define dup(descriptor) (-1) // and no temporary file whose handle could be kept
#endif

#if !defined(O_BINARY)
#define O_BINARY 0
#endif

// What read and write take.
#if defined(_WIN32)
typedef unsigned io_size;
#else
typedef size_t io_size;
#endif

enum { POLL_SLICE = 100, SPOOL_BYTES = 1 << 20, IO_MAX = 1 << 30 };

static void inspect(stream* s, bool reading)
{
    struct stat info;
    off_t at;
    s->regular = false;
    s->begin = s->size = 0;
    s->stop = NULL;
    if (fstat(s->handle, &info) != 0 || !S_ISREG(info.st_mode) || (at = lseek(s->handle, 0, SEEK_CUR)) < 0)
        return;
#if !defined(_WIN32)
    // A file that is opened for appending is written at its end, whatever the position.
    if (!reading && (fcntl(s->handle, F_GETFL) & O_APPEND) != 0)
        return;
#endif
    s->regular = true;
    s->begin = (uint64_t)at;
    s->size = reading && info.st_size > at ? (uint64_t)(info.st_size - at) : 0;
}

static bool is_folder(int handle)
{
    struct stat info;
    return fstat(handle, &info) == 0 && S_ISDIR(info.st_mode);
}

// To open a pipe is to wait for its other end: a signal ends that, and the exit code says so.
static int open_or_stop(stream* s, const char* path)
{
    do
        s->handle = hit_path_open(path, O_RDONLY | O_BINARY, 0);
    while (s->handle < 0 && errno == EINTR && atomic_load(&interrupted) == 0);
    if (s->handle >= 0)
        return EXIT_OK;
    if (errno == EINTR)
        return EXIT_SIGNAL + atomic_load(&interrupted);
    print_error("cannot read %s: %s", path, strerror(errno));
    return EXIT_BAD_INPUT;
}

int stream_open_in(stream* s, const char* path)
{
    int code = EXIT_OK;
    memset(s, 0, sizeof *s);
    s->standard = strcmp(path, "-") == 0;
    s->name = s->standard ? "stdin" : path;
    s->handle = STDIN_FILENO;
    if (!s->standard)
        code = open_or_stop(s, path);
    if (code != EXIT_OK)
        return code;
    if (is_folder(s->handle)) {
        print_error("cannot read %s: it is a folder", s->name);
        stream_close(s);
        return EXIT_BAD_INPUT;
    }
    inspect(s, true);
    return EXIT_OK;
}

int stream_open_out(stream* s, const char* path)
{
    int code = EXIT_OK;
    memset(s, 0, sizeof *s);
    s->standard = strcmp(path, "-") == 0;
    s->name = s->standard ? "stdout" : path;
    s->handle = STDOUT_FILENO;
    if (!s->standard) {
        code = atomic_file_open(&s->out, path);
        s->handle = code == EXIT_OK ? fileno(s->out.file) : -1;
    }
    if (code == EXIT_OK)
        inspect(s, false);
    return code;
}

int stream_open_out_kept(stream* s, const char* path, const char* suffix)
{
    int code;
    memset(s, 0, sizeof *s);
    s->name = path;
    code = atomic_file_open_kept(&s->out, path, suffix);
    s->handle = code == EXIT_OK ? fileno(s->out.file) : -1;
    if (code == EXIT_OK)
        inspect(s, false);
    return code;
}

int stream_commit(stream* s)
{
    s->handle = -1;
    return s->out.file ? atomic_file_commit(&s->out) : EXIT_OK;
}

int stream_commit_part(stream* s, bool* kept)
{
    s->handle = -1;
    *kept = true;
    return s->out.file ? atomic_file_commit_part(&s->out, kept) : EXIT_OK;
}

bool stream_ready(const stream* s, int milliseconds)
{
#if defined(_WIN32)
    (void)s, (void)milliseconds;
    return true;
#else
    struct pollfd p = {s->handle, POLLIN, 0};
    return s->regular || poll(&p, 1, milliseconds) > 0;
#endif
}

ptrdiff_t stream_read(const stream* s, void* bytes, size_t size)
{
    for (;;) {
        ssize_t got;
        if (atomic_load(&interrupted) != 0 || (s->stop && atomic_load(s->stop) != 0))
            return 0;
        if (!stream_ready(s, POLL_SLICE))
            continue;
        got = read(s->handle, bytes, (io_size)(size < IO_MAX ? size : IO_MAX));
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
    }
}

bool stream_seek(const stream* s, uint64_t offset)
{
    return lseek(s->handle, (off_t)(s->begin + offset), SEEK_SET) >= 0;
}

uint64_t stream_position(const stream* s)
{
    const off_t at = s->regular ? lseek(s->handle, 0, SEEK_CUR) : -1;
    return at < 0 || (uint64_t)at < s->begin ? 0 : (uint64_t)at - s->begin;
}

#if defined(_WIN32)
bool stream_read_at(const stream* s, uint64_t offset, void* bytes, size_t size)
{
    (void)s, (void)offset, (void)bytes, (void)size;
    return false;
}
#else
bool stream_read_at(const stream* s, uint64_t offset, void* bytes, size_t size)
{
    char* to = bytes;
    size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(s->handle, to + done, size - done, (off_t)(s->begin + offset + done));
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}
#endif

size_t stream_write(const stream* s, const void* bytes, size_t size)
{
    const char* from = bytes;
    size_t done = 0;
    while (done < size) {
        const size_t left = size - done;
        const ssize_t put = write(s->handle, from + done, (io_size)(left < IO_MAX ? left : IO_MAX));
        if (put > 0)
            done += (size_t)put;
        else if (put == 0 || errno == EAGAIN) {
#if !defined(_WIN32)
            struct pollfd p = {s->handle, POLLOUT, 0}; // somebody made the pipe one that does not wait
            poll(&p, 1, POLL_SLICE);
#endif
        } else if (errno != EINTR)
            break;
    }
    return done;
}

void stream_begin_sync(const stream* s, uint64_t offset, uint64_t size)
{
#if defined(__linux__)
    (void)!sync_file_range(s->handle, (off_t)(s->begin + offset), (off_t)size, SYNC_FILE_RANGE_WRITE);
#else
    (void)s, (void)offset, (void)size;
#endif
}

bool stream_write_over(const stream* s, uint64_t offset, const void* bytes, size_t size)
{
    const off_t end = lseek(s->handle, 0, SEEK_CUR);
    return end >= 0 && stream_seek(s, offset) && stream_write(s, bytes, size) == size &&
           lseek(s->handle, end, SEEK_SET) >= 0;
}

bool stream_truncate(const stream* s, uint64_t size)
{
    return ftruncate(s->handle, (off_t)(s->begin + size)) == 0;
}

void stream_close(stream* s)
{
    if (s->out.file)
        atomic_file_discard(&s->out);
    else if (s->handle >= 0 && !s->standard)
        close(s->handle);
    s->handle = -1;
}

bool stream_is_terminal(const stream* s)
{
    return isatty(s->handle) == 1;
}

int stream_spool(stream* s)
{
    FILE* file = temporary_file(); // without a name: it goes with its last handle
    char* bytes = malloc(SPOOL_BYTES);
    stream copy = {.handle = file ? dup(fileno(file)) : -1, .name = s->name, .regular = true};
    ptrdiff_t got = 1;
    size_t put = 0;
    int code = EXIT_OK;
    if (!bytes || copy.handle < 0) {
        print_error("no temporary file for what comes from %s: %s", s->name, strerror(errno));
        code = EXIT_RESOURCES;
    }
    while (code == EXIT_OK && (got = stream_read(s, bytes, SPOOL_BYTES)) > 0) {
        put = stream_write(&copy, bytes, (size_t)got);
        copy.size += put;
        if (put < (size_t)got) {
            print_error("cannot keep what comes from %s in a temporary file: %s", s->name, strerror(errno));
            code = EXIT_RESOURCES;
        }
    }
    if (code == EXIT_OK && (got < 0 || !stream_seek(&copy, 0))) {
        print_error("cannot read %s: %s", s->name, strerror(errno));
        code = EXIT_BAD_INPUT;
    }
    free(bytes);
    if (file)
        fclose(file);
    if (code != EXIT_OK) {
        stream_close(&copy);
        return code;
    }
    stream_close(s);
    *s = copy;
    return EXIT_OK;
}
