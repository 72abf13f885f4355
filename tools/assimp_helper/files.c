// What Assimp opens.
//
// It knows the model by a made-up absolute path, FOLDER and the name of the file, and makes paths of companion files
// out of it: an MD3 has skins, an LWS scene objects, a Half-Life model textures. A path is folded (dots and double
// slashes, backslashes as files from Windows have them), and what then is not below FOLDER does not exist. What is, is
// opened below the folder that the library gave us, and cannot lead out of it: by openat2 where the system has it,
// which follows links that stay inside, else folder by folder and through no link. Names from Windows do not tell
// upper and lower case apart, so where a name is not there, one that differs in that alone is taken.
#define _GNU_SOURCE
#include "files.h"

#include <assimp/cimport.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#if defined(__has_include)
#if __has_include(<linux/openat2.h>) && defined(SYS_openat2)
#include <linux/openat2.h>
#define HAVE_OPENAT2 1
#endif
#endif
#endif

#define FOLDER "/model/"
enum { PATH = 1024 };

// ---- Bytes in memory ------------------------------------------------------------------------------------------------

typedef struct view {
    struct aiFile file; ///< first: Assimp has a pointer to this
    const char* bytes;
    size_t size, at;
    char* owned; ///< to be freed; NULL for the model itself
} view;

static size_t read_view(struct aiFile* file, char* to, size_t size, size_t count)
{
    view* v = (view*)file;
    const size_t whole = size > 0 ? (v->size - v->at) / size : 0;
    const size_t read = count < whole ? count : whole;
    if (read > 0)
        memcpy(to, v->bytes + v->at, read * size);
    v->at += read * size;
    return read;
}

static size_t write_view(struct aiFile* file, const char* from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t tell_view(struct aiFile* file)
{
    return ((const view*)file)->at;
}

static size_t size_view(struct aiFile* file)
{
    return ((const view*)file)->size;
}

static enum aiReturn seek_view(struct aiFile* file, size_t offset, enum aiOrigin origin)
{
    view* v = (view*)file;
    const size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? v->at : v->size;
    // From the end, and backwards, offsets are negative numbers that have wrapped: so may the sum.
    const size_t at = from + offset;
    if (at > v->size)
        return aiReturn_FAILURE;
    v->at = at;
    return aiReturn_SUCCESS;
}

static void flush_view(struct aiFile* file)
{
    (void)file;
}

static struct aiFile* make_view(const char* bytes, size_t size, char* owned)
{
    view* v = malloc(sizeof *v);
    if (v == NULL) {
        free(owned);
        return NULL;
    }
    *v = (view){{read_view, write_view, tell_view, size_view, seek_view, flush_view, NULL}, bytes, size, 0, owned};
    return &v->file;
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

// Fold a path: slashes, no "." and "..", no double slashes. What is relative is below FOLDER. Returns the part behind
// FOLDER, or NULL for what is elsewhere.
static const char* fold(const char* path, char folded[PATH])
{
    size_t length = 0;
    if (snprintf(folded, PATH, "%s%s", path[0] == '/' || path[0] == '\\' ? "" : FOLDER, path) >= PATH)
        return NULL;
    for (char* p = folded; *p != '\0'; p++)
        if (*p == '\\')
            *p = '/';
    for (const char* p = folded; *p != '\0';) {
        const size_t part = strcspn(p, "/");
        if (part == 2 && p[0] == '.' && p[1] == '.') {
            while (length > 0 && folded[--length] != '/')
                ;
        } else if (part > 0 && !(part == 1 && p[0] == '.')) {
            folded[length++] = '/';
            memmove(folded + length, p, part);
            length += part;
        }
        p += part;
        p += *p == '/';
    }
    folded[length] = '\0';
    return strncmp(folded, FOLDER, sizeof FOLDER - 1) == 0 ? folded + sizeof FOLDER - 1 : NULL;
}

// Open a folder or file below the model's folder, by a folded path; "" is the folder itself.
static int open_beneath(const char* path, int flags)
{
    int at;
    flags |= O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    if (path[0] == '\0')
        return openat(HIT_ASSIMP_FOLDER, ".", flags);
#ifdef HAVE_OPENAT2
    const struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    const long opened = syscall(SYS_openat2, HIT_ASSIMP_FOLDER, path, &how, sizeof how);
    if (opened >= 0 || errno != ENOSYS)
        return (int)opened;
#endif
    at = dup(HIT_ASSIMP_FOLDER);
    while (at >= 0 && *path != '\0') {
        char part[256];
        const size_t length = strcspn(path, "/");
        int next = -1;
        if (length < sizeof part) {
            memcpy(part, path, length);
            part[length] = '\0';
            next = openat(at, part, (path[length] == '/' ? O_RDONLY | O_CLOEXEC | O_DIRECTORY : flags) | O_NOFOLLOW);
        }
        close(at);
        at = next;
        path += length + (path[length] == '/');
    }
    return at;
}

// Give the last part of a path the upper and lower case of what is there. False when nothing is.
static bool match_case(char* path)
{
    char* slash = strrchr(path, '/');
    char* last = slash != NULL ? slash + 1 : path;
    bool found = false;
    const struct dirent* entry;
    DIR* folder;
    int opened;
    if (slash != NULL)
        *slash = '\0';
    opened = open_beneath(slash != NULL ? path : "", O_DIRECTORY);
    if (slash != NULL)
        *slash = '/';
    folder = opened >= 0 ? fdopendir(opened) : NULL;
    if (folder == NULL) {
        if (opened >= 0)
            close(opened);
        return false;
    }
    while (!found && (entry = readdir(folder)) != NULL)
        if (strcasecmp(entry->d_name, last) == 0) {
            memcpy(last, entry->d_name, strlen(last)); // of the same length
            found = true;
        }
    closedir(folder);
    return found;
}

// The same, in any case: each part of the path in its turn.
static int open_any_case(char* path)
{
    int opened = open_beneath(path, 0);
    if (opened >= 0 || errno != ENOENT)
        return opened;
    for (char* end = path;; end++) {
        const char kept = *end;
        bool there = true;
        if (kept != '/' && kept != '\0')
            continue;
        *end = '\0';
        there = match_case(path);
        *end = kept;
        if (!there)
            return -1;
        if (kept == '\0')
            return open_beneath(path, 0);
    }
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static struct aiFile* read_file(int opened)
{
    struct stat s;
    size_t size, done = 0;
    char* bytes;
    if (fstat(opened, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size < 0)
        return NULL;
    size = (size_t)s.st_size;
    bytes = malloc(size > 0 ? size : 1);
    while (bytes != NULL && done < size) {
        const ssize_t got = read(opened, bytes + done, size - done);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            free(bytes);
            return NULL;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return bytes != NULL ? make_view(bytes, size, bytes) : NULL;
}

static const char* base_of(const char* name)
{
    const char* base = name;
    for (const char* p = name; *p != '\0'; p++)
        if (*p == '/' || *p == '\\')
            base = p + 1;
    return base;
}

// A reader may look for a file in several places: what it finds in one of them is not missing.
static void remember(files* f, const char* name, bool is_there)
{
    char base[FILES_NAME];
    uint32_t i = 0;
    snprintf(base, sizeof base, "%s", base_of(name));
    while (i < f->missing && strcasecmp(f->names[i], base) != 0)
        i++;
    if (is_there && i < f->missing) {
        f->missing--;
        memmove(f->names[i], f->names[i + 1], (f->missing - i) * sizeof f->names[0]);
    } else if (!is_there && i == f->missing && i < FILES_MISSING)
        memcpy(f->names[f->missing++], base, sizeof base);
}

const char* files_missing_model(const files* f)
{
    for (uint32_t i = 0; i < f->missing; i++) {
        const char* point = strrchr(f->names[i], '.');
        if (point != NULL && aiIsExtensionSupported(point))
            return f->names[i];
    }
    return NULL;
}

static struct aiFile* open_view(struct aiFileIO* io, const char* name, const char* mode)
{
    files* f = (files*)io;
    char folded[PATH];
    struct aiFile* file;
    const char* path;
    int opened;
    if (name == NULL || (mode != NULL && mode[0] != 'r'))
        return NULL;
    if (strcmp(name, f->path) == 0)
        return make_view(f->bytes, f->size, NULL);
    path = fold(name, folded);
    if (path != NULL && strcmp(folded, f->path) == 0)
        return make_view(f->bytes, f->size, NULL);
    opened = path != NULL && path[0] != '\0' && f->allowed ? open_any_case(folded + (path - folded)) : -1;
    file = opened >= 0 ? read_file(opened) : NULL;
    if (opened >= 0)
        close(opened);
    remember(f, name, file != NULL);
    return file;
}

static void close_view(struct aiFileIO* io, struct aiFile* file)
{
    (void)io;
    if (file != NULL) {
        free(((view*)file)->owned);
        free(file);
    }
}

void files_make(files* f, const hit_assimp_request* request, const char* bytes)
{
    *f = (files){.io = {open_view, close_view, NULL}, .bytes = bytes, .size = (size_t)request->size};
    f->allowed = (request->flags & HIT_ASSIMP_FILES) != 0;
    snprintf(f->path, sizeof f->path, FOLDER "%s", request->name);
}
