// Sibling files: opens what a model names, and nothing outside of the model's folder.
//
// A name comes from a file that nobody has checked: mesh_io/file/beneath.c resolves it. Links are followed as long as
// they stay inside the folder. Only regular files are read: a name of a FIFO or a device must not make the program wait
// or have an effect. The model's own folder is the caller's word and may be a link.
//
// Such a file is a part of the model, and allows it memory as the model's own bytes do; once, however often it is
// named.
#include "mesh_io/file/beneath.h"
#if HIT_HAVE_OPENAT
#define _POSIX_C_SOURCE 200809L // openat
#endif
#include "mesh_io/file/zip.h"

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

#if HIT_HAVE_OPENAT
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// Let the model know that it was read from a file of its folder, too.
static hit_status add_file(hit_loader* loader, const char* name)
{
    const char* folder = strcmp(loader->folder, ".") != 0 ? loader->folder : "";
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    const bool has_slash = length == 0 || folder[length - 1] == '/';
    hit_status status = HIT_OK;
    char* path = hit_loader_allocate(loader, size, 1, &status);
    if (path == NULL)
        return status;
    snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    status = hit_loader_add_file(loader, path);
    hit_loader_free(loader, path);
    return status;
}

// Count a file as the model's own, which lets it take more memory, unless it had this one already.
static hit_status count_file(hit_loader* loader, const char* name, const struct stat* s)
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
    hit_loader_allow(loader, (uint64_t)s->st_size);
    return add_file(loader, name);
}

static hit_status read_open(hit_loader* loader, int file, const char* name, const char** bytes, size_t* size)
{
    struct stat s;
    size_t done = 0, wanted;
    hit_status status = HIT_OK;
    char* content;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size < 0)
        return refuse(loader, name, "which is no regular file");
    status = count_file(loader, name, &s);
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

// Open what a name without faults leads to; -1 with errno when that is not possible. With `any_case` the name becomes
// that of what is there.
static int open_in(const char* folder, char* name, bool any_case)
{
    const int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file, kept;
    if (at < 0)
        return -1;
    file = hit_open_beneath(at, name);
    if (file < 0 && errno == ENOENT && any_case && hit_match_case(at, name))
        file = hit_open_beneath(at, name);
    kept = errno;
    close(at);
    errno = kept;
    return file;
}

static hit_status read_sibling(hit_loader* loader, char* name, bool any_case, const char** bytes, size_t* size)
{
    const int file = open_in(loader->folder, name, any_case);
    hit_status status;
    if (file < 0)
        return refuse(loader, name, hit_open_fault(errno));
    status = read_open(loader, file, name, bytes, size);
    close(file);
    return status;
}

static hit_status find_sibling(hit_loader* loader, const char* name, bool any_case, const char** bytes, size_t* size)
{
    const char* fault = hit_name_fault(name);
    hit_status status = HIT_OK;
    char* copy;
    if (fault != NULL)
        return refuse(loader, name, fault);
    if (loader->zip != NULL)
        return hit_zip_read_sibling(loader->zip, loader, name, bytes, size);
    if (loader->folder == NULL)
        return refuse(loader, name, "but files beside a model may not be opened here (allow_files)");
    copy = hit_loader_allocate(loader, strlen(name) + 1, 1, &status);
    if (copy == NULL)
        return status;
    memcpy(copy, name, strlen(name) + 1);
    status = read_sibling(loader, copy, any_case, bytes, size);
    hit_loader_free(loader, copy);
    return status;
}

hit_status hit_loader_read_sibling(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    return find_sibling(loader, name, false, bytes, size);
}

hit_status hit_loader_read_sibling_any_case(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    return find_sibling(loader, name, true, bytes, size);
}

#else

hit_status hit_loader_read_sibling(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    if (loader->zip != NULL && hit_name_fault(name) == NULL)
        return hit_zip_read_sibling(loader->zip, loader, name, bytes, size);
    return refuse(loader, name, "which this system has no safe way to open; make the model one file, as a GLB is");
}

hit_status hit_loader_read_sibling_any_case(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    return hit_loader_read_sibling(loader, name, bytes, size);
}

#endif
