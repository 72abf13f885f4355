// What Assimp opens.
//
// It knows the model by a made-up absolute path, FOLDER and the name of the file, and makes paths of companion files
// out of it: an MD3 has skins, an LWS scene objects, a Half-Life model textures. A path is folded (dots and double
// slashes, backslashes as files from Windows have them), and what then is not below FOLDER does not exist. What is, the
// library is asked for.
#define _POSIX_C_SOURCE 200809L // strcasecmp
#include "files.h"
#include "answer.h"

#include <assimp/cimport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FOLDER "/model/"
enum { PATH = HIT_ASSIMP_WANTED };

// ---- Bytes in memory ------------------------------------------------------------------------------------------------

typedef struct view {
    struct aiFile file; ///< first: Assimp has a pointer to this
    const char* bytes;
    size_t size, at;
    char* owned;     ///< to be freed; NULL for the model itself
    char path[PATH]; ///< by which the library knows it
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

static struct aiFile* make_view(const char* path, const char* bytes, size_t size, char* owned)
{
    view* v = malloc(sizeof *v);
    if (v == NULL) {
        free(owned);
        return NULL;
    }
    *v = (view){{read_view, write_view, tell_view, size_view, seek_view, flush_view, NULL}, bytes, size, 0, owned, ""};
    snprintf(v->path, sizeof v->path, "%s", path);
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

// ---- Opening --------------------------------------------------------------------------------------------------------

// Ask the library for a file, by a folded path behind FOLDER. Assimp opens and closes a file to see whether it is
// there, and opens it again to read it: so the one that was closed last is kept.
static struct aiFile* want_file(files* f, const char* path)
{
    size_t size = 0;
    char* bytes;
    if (f->closed != NULL && strcmp(((view*)f->closed)->path, path) == 0) {
        view* v = (view*)f->closed;
        f->closed = NULL;
        v->at = 0;
        return &v->file;
    }
    bytes = answer_want(path, &size);
    return bytes != NULL ? make_view(path, bytes, size, bytes) : NULL;
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
    if (name == NULL || (mode != NULL && mode[0] != 'r'))
        return NULL;
    if (strcmp(name, f->path) == 0)
        return make_view("", f->bytes, f->size, NULL);
    path = fold(name, folded);
    if (path != NULL && strcmp(folded, f->path) == 0)
        return make_view("", f->bytes, f->size, NULL);
    file = path != NULL && path[0] != '\0' && f->allowed ? want_file(f, path) : NULL;
    remember(f, name, file != NULL);
    return file;
}

static void free_view(struct aiFile* file)
{
    if (file != NULL)
        free(((view*)file)->owned);
    free(file);
}

static void close_view(struct aiFileIO* io, struct aiFile* file)
{
    files* f = (files*)io;
    if (file == NULL || ((view*)file)->owned == NULL) {
        free_view(file);
        return;
    }
    free_view(f->closed);
    f->closed = file;
}

void files_make(files* f, const hit_assimp_request* request, const char* bytes)
{
    *f = (files){.io = {open_view, close_view, NULL}, .bytes = bytes, .size = (size_t)request->size};
    f->allowed = (request->flags & HIT_ASSIMP_FILES) != 0;
    snprintf(f->path, sizeof f->path, FOLDER "%s", request->name);
}
