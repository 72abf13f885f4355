// Sibling files: opens what a model names, and nothing outside of the model's folder.
//
// A name comes from a file that nobody has checked. It is resolved folder by folder, each opened relative to the one
// before (openat) and never through a link (O_NOFOLLOW), so there is no moment between a check and the use of what was
// checked. Empty parts and "." are skipped, ".." is refused wherever it leads, and so are links, even those that would
// stay inside: a link to a link to elsewhere looks no different. Only regular files are read: a name of a FIFO or a
// device must not make the program wait (O_NONBLOCK) or have an effect. The model's own folder is the caller's word and
// may be a link.
//
// Such a file is a part of the model, and allows it memory as the model's own bytes do; once, however often it is
// named.
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L // openat
#define HAVE_OPENAT 1
#else
#define HAVE_OPENAT 0
#endif
#include "mesh_io/loader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 80 };

// A name as a message may show it.
static const char* show(const char* name, char shown[SHOWN])
{
    size_t i = 0;
    for (; name[i] != '\0' && i < SHOWN - 4; i++)
        shown[i] = (char)((unsigned char)name[i] < ' ' || name[i] == 0x7f ? '?' : name[i]);
    memcpy(shown + i, name[i] != '\0' ? "..." : "", name[i] != '\0' ? 4 : 1);
    return shown;
}

static hit_status refuse(hit_loader* loader, const char* name, const char* why)
{
    char shown[SHOWN];
    return hit_loader_fail(loader, HIT_ERROR_FILE, 0, "the model names the file \"%s\", %s", show(name, shown), why);
}

#if HAVE_OPENAT
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// The length of the part of a path that begins here.
static size_t part_length(const char* path)
{
    return strcspn(path, "/");
}

// What is wrong with a name by itself; NULL when nothing is.
static const char* name_fault(const char* name)
{
    const char* last = name;
    if (name[0] == '\0')
        return "which is no name";
    if (name[0] == '/')
        return "an absolute path: only files in the model's folder are opened";
    if (strchr(name, '\\') != NULL)
        return "with a backslash: only files in the model's folder are opened, and paths have slashes";
    for (const char* p = name;; p++) {
        const size_t length = part_length(p);
        if (length == 2 && p[0] == '.' && p[1] == '.')
            return "with \"..\": only files in the model's folder are opened";
        if (length > 255)
            return "which is too long";
        last = p;
        p += length;
        if (*p == '\0')
            break;
    }
    return *last == '\0' || strcmp(last, ".") == 0 ? "which is a folder" : NULL;
}

// Why something could not be opened.
static const char* open_fault(void)
{
    switch (errno) {
    case ENOENT:
        return "which is not there; keep the files of a model together";
    case ELOOP:
    case ENOTDIR: // Linux says this of a link where a folder is wanted
        return "which is or leads through a link or a file; links are not followed";
    case EACCES:
        return "which may not be read (permission denied)";
    case EMFILE:
    case ENFILE:
        return "but too many files are open";
    default:
        return "which cannot be opened";
    }
}

// Open what a name without faults leads to; -1 with errno when that is not possible.
static int open_below(const char* folder, const char* name)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0) {
        char part[256];
        const size_t length = part_length(name);
        const bool last = name[length] == '\0';
        if (length > 0 && !(length == 1 && name[0] == '.')) {
            const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (last ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY);
            int next, kept;
            memcpy(part, name, length);
            part[length] = '\0';
            next = openat(at, part, flags);
            kept = errno;
            close(at);
            errno = kept;
            at = next;
        }
        if (last)
            break;
        name += length + 1;
    }
    return at;
}

// Let the model take more memory for a file of its own, unless it had this one already.
static hit_status allow_for(hit_loader* loader, const struct stat* s)
{
    hit_status status = HIT_OK;
    hit_loader_sibling* known = loader->siblings;
    for (; known != NULL; known = known->before)
        if (known->device == (uint64_t)s->st_dev && known->number == (uint64_t)s->st_ino)
            return HIT_OK;
    known = hit_loader_allocate(loader, 1, sizeof *known, &status);
    if (known == NULL)
        return status;
    *known = (hit_loader_sibling){loader->siblings, (uint64_t)s->st_dev, (uint64_t)s->st_ino};
    loader->siblings = known;
    // A file with holes may claim to be of any size.
    if (loader->left_per_byte > 0)
        loader->left = (uint64_t)s->st_size > (UINT64_MAX - loader->left) / loader->left_per_byte
                           ? UINT64_MAX
                           : loader->left + loader->left_per_byte * (uint64_t)s->st_size;
    return HIT_OK;
}

static hit_status read_open(hit_loader* loader, int file, const char* name, const char** bytes, size_t* size)
{
    struct stat s;
    size_t done = 0, wanted;
    hit_status status = HIT_OK;
    char* content;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size < 0)
        return refuse(loader, name, "which is no regular file");
    status = allow_for(loader, &s);
    if (status != HIT_OK)
        return status;
    wanted = (size_t)s.st_size;
    content = (uintmax_t)s.st_size > SIZE_MAX ? NULL : hit_loader_allocate(loader, wanted, 1, &status);
    if (content == NULL)
        return status != HIT_OK ? status : refuse(loader, name, "which is too large for this machine");
    while (done < wanted) {
        const size_t step = wanted - done < (size_t)1 << 30 ? wanted - done : (size_t)1 << 30;
        const ssize_t got = read(file, content + done, step);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return refuse(loader, name, got < 0 ? "which cannot be read" : "which became shorter while it was read");
        done += (size_t)got;
    }
    *bytes = content;
    *size = wanted;
    return HIT_OK;
}

hit_status hit_loader_read_sibling(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    const char* fault = name_fault(name);
    hit_status status;
    int file;
    if (fault != NULL)
        return refuse(loader, name, fault);
    if (loader->folder == NULL)
        return refuse(loader, name, "but files beside a model may not be opened here (allow_files)");
    file = open_below(loader->folder, name);
    if (file < 0)
        return refuse(loader, name, open_fault());
    status = read_open(loader, file, name, bytes, size);
    close(file);
    return status;
}

#else

hit_status hit_loader_read_sibling(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    (void)bytes, (void)size;
    return refuse(loader, name, "which this system has no safe way to open; make the model one file, as a GLB is");
}

#endif
