// Writes beside the target and renames: a picture that could not be finished never replaces a good one, and a reader
// never sees half of one. A device or a pipe (/dev/null, say) is written to directly: renaming would replace it by a
// file.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // stat
#endif
#include "cli/atomic_file.h"
#include "cli/verb.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_special(const char* path)
{
#if defined(_WIN32)
    (void)path; // devices are names there, not files
    return false;
#else
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode);
#endif
}

int atomic_file_open(atomic_file* out, const char* path)
{
    static const char suffix[] = ".part";
    memset(out, 0, sizeof *out);
    out->path = path;
    if (!is_special(path)) {
        const size_t length = strlen(path);
        out->part = malloc(length + sizeof suffix);
        if (!out->part) {
            print_error("out of memory");
            return EXIT_RESOURCES;
        }
        memcpy(out->part, path, length);
        memcpy(out->part + length, suffix, sizeof suffix);
    }
    errno = 0;
    out->file = fopen(out->part ? out->part : path, "wb");
    if (!out->file) {
        print_error("cannot write %s: %s", path, errno ? strerror(errno) : "unknown reason");
        free(out->part);
        out->part = NULL;
        return EXIT_BAD_INPUT;
    }
    return EXIT_OK;
}

int atomic_file_commit(atomic_file* out)
{
    const bool failed_before = ferror(out->file) != 0;
    bool written;
    errno = 0;
    written = fclose(out->file) == 0 && !failed_before;
    out->file = NULL;
    if (!written) {
        print_error("cannot write all of %s: %s", out->path, errno ? strerror(errno) : "the disk may be full");
        atomic_file_discard(out);
        return EXIT_RESOURCES;
    }
    if (out->part) {
#if defined(_WIN32)
        remove(out->path); // its rename does not replace
#endif
        if (rename(out->part, out->path) != 0) {
            print_error("cannot write %s: %s", out->path, errno ? strerror(errno) : "unknown reason");
            atomic_file_discard(out);
            return EXIT_BAD_INPUT;
        }
    }
    free(out->part);
    out->part = NULL;
    return EXIT_OK;
}

void atomic_file_discard(atomic_file* out)
{
    if (out->file)
        fclose(out->file);
    out->file = NULL;
    if (out->part) {
        remove(out->part);
        free(out->part);
    }
    out->part = NULL;
}
